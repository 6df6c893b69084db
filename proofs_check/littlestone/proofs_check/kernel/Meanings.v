(** Gates with a meaning. Each variable of a circuit stands for a term about classes; a gate is accepted where it is the
    term's definition, unfolded once, in terms of the terms of the gate's arguments. *)
Require Import List Bool Arith NArith FMapPositive Hexadecimal Number Lia.
Require Import Littlestone.Classes Littlestone.Lrat.
Import ListNotations.
(** A part of the i-th class: its functions whose labels at some points are in some sets, in the order of the points. *)
Definition cell := list (nat * list nat).
Definition place := (nat * cell)%type.
Inductive term :=
| Member (i : nat) (f : fn)                          (* f is in the i-th class *)
| Some_in (p : place)                                (* p is not empty *)
| Size (p : place) (t : nat)                         (* p has t functions or more *)
| Count (i : nat) (fs : list fn) (t : nat)           (* t or more of the functions are in the i-th class *)
| Counts (i : nat) (fs gs : list fn) (t u : nat)     (* t or more of some, and u or more of others *)
| Ldim (p : place) (s : list split) (d : nat)        (* p shatters a tree of depth d *)
| Branch (p : place) (ab : split) (s : list split) (d x : nat)  (* its two parts at x do *)
| Shatters (p : place) (points : list nat)
| Vc (p : place) (d : nat)
| Thr (p : place) (t : nat)
| Thr_on (p : place) (points : list nat)
| Both (a b : term)
| Either (a b : term)
| Not (a : term).
Definition term_eq_dec (a b : term) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.
Definition inside (c : cell) (f : fn) : bool := forallb (fun xL => mem (label f (fst xL)) (snd xL)) c.
(** The cell with one more condition: the label at x is in L. *)
Fixpoint add (x : nat) (L : list nat) (c : cell) : cell :=
  match c with
  | [] => [(x, L)]
  | (y, M) :: r => if x <? y then (x, L) :: c
                   else if x =? y then (x, filter (fun z => mem z L) M) :: r else (y, M) :: add x L r
  end.
Definition within (p : place) (x : nat) (L : list nat) : place := (fst p, add x L (snd p)).
Definition labelled (p : place) (pattern : list (nat * nat)) : place :=
  fold_left (fun p xy => within p (fst xy) [snd xy]) pattern p.
(** The cell has, by its conditions alone, no function whose label at x is in L. *)
Definition dead (p : place) (x : nat) (L : list nat) : bool :=
  existsb (fun yM => (x =? fst yM) && negb (existsb (fun z => mem z L) (snd yM))) (snd p).

Section Meaning.
Variables (m k : nat) (env : list (fn -> bool)).
Definition class (i : nat) : fn -> bool := nth i env (fun _ => false).
Definition view (p : place) : list fn :=
  fold_right (fun xL V => restrict (fst xL) (snd xL) V) (members m k (class (fst p))) (snd p).
Definition possible (p : place) : list fn := filter (inside (snd p)) (functions m k).
Definition counted (i : nat) (fs : list fn) (t : nat) : bool := size_ge t (filter (class i) fs).
(** What a term says. *)
Fixpoint denote (t : term) : bool :=
  match t with
  | Member i f => class i f
  | Some_in p => nonempty (view p)
  | Size p t => size_ge t (view p)
  | Count i fs t => counted i fs t
  | Counts i fs gs t u => counted i fs t && counted i gs u
  | Ldim p s d => ldim_ge m s d (view p)
  | Branch p ab s d x => ldim_ge m s d (restrict x (fst ab) (view p)) && ldim_ge m s d (restrict x (snd ab) (view p))
  | Shatters p points => shatters (view p) points
  | Vc p d => vc_ge m d (view p)
  | Thr p t => thr_ge m t (view p)
  | Thr_on p points => thresholds_on (view p) points
  | Both a b => denote a && denote b
  | Either a b => denote a || denote b
  | Not a => negb (denote a)
  end.

Definition live (p : place) (s : list split) (x : nat) : list split :=
  filter (fun ab => negb (dead p x (fst ab)) && negb (dead p x (snd ab))) s.
(** A term's definition: a conjunction (true) or disjunction (false) of simpler terms; None of what is an input. *)
Definition unfold (t : term) : option (bool * list term) :=
  match t with
  | Member _ _ => None
  | Some_in p => Some (false, map (Member (fst p)) (possible p))
  | Size p t => Some (true, [Count (fst p) (possible p) t])
  | Count i fs 0 => Some (true, [])
  | Count i fs t =>
      if length fs <? t then Some (false, []) else match fs with
      | [f] => Some (false, [Member i f])
      | _ => let h := Nat.div2 (length fs) in
          Some (false, map (fun u => Counts i (firstn h fs) (skipn h fs) u (t - u)) (seq 0 (S t)))
      end
  | Counts i fs gs t u => Some (true, [Count i fs t; Count i gs u])
  | Ldim p s 0 => Some (true, [Some_in p])
  | Ldim p s (S d) => Some (false, flat_map (fun x => map (fun ab => Branch p ab s d x) (live p s x)) (seq 0 m))
  | Branch p ab s d x => Some (true, [Ldim (within p x (fst ab)) s d; Ldim (within p x (snd ab)) s d])
  | Shatters p [] => Some (true, [Some_in p])
  | Shatters p (x :: r) => Some (true, [Shatters (within p x [0]) r; Shatters (within p x [1]) r])
  | Vc p d => Some (false, map (Shatters p) (subsets d (seq 0 m)))
  | Thr p 0 => Some (true, [Some_in p])
  | Thr p t => Some (false, map (Thr_on p) (arrangements t (seq 0 m)))
  | Thr_on p points => Some (true, map (fun i => Some_in (labelled p (step points i))) (seq 0 (length points)))
  | Both a b => Some (true, [a; b])
  | Either a b => Some (false, [a; b])
  | Not a => None
  end.

(** ** Why a definition says what the term says. *)
Lemma filter_swap {A} (p q : A -> bool) l : filter p (filter q l) = filter q (filter p l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p a) eqn:P, (q a) eqn:Q; simpl; rewrite ?P, ?Q, ?IH;
  reflexivity. Qed.
Lemma filter_both {A} (p q : A -> bool) l : filter p (filter q l) = filter (fun a => q a && p a) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (q a); simpl; rewrite IH; reflexivity. Qed.
Lemma mem_filter y M L : mem y (filter (fun z => mem z L) M) = mem y M && mem y L.
Proof. induction M as [|z M IH]; cbn [filter]; [reflexivity|]. destruct (mem z L) eqn:E; unfold mem in *; cbn
  [existsb]; rewrite IH; destruct (Nat.eqb_spec y z) as [->|N]; rewrite ?E; auto using andb_false_r. Qed.
Lemma view_within p x L : view (within p x L) = restrict x L (view p).
Proof. destruct p as [i c]. unfold view, within; simpl. set (base := members m k (class i)). clearbody base. induction
  c as [|[y M] r IH]; simpl; [reflexivity|]. destruct (x <? y); [reflexivity|]. destruct (Nat.eqb_spec x y) as [->|N];
  simpl. - unfold restrict. rewrite filter_both. apply filter_ext. intros f. apply mem_filter. - rewrite IH. apply
  filter_swap. Qed.
Lemma view_labelled pattern : forall p, view (labelled p pattern) = taking (view p) pattern.
Proof. unfold labelled. induction pattern as [|[x y] r IH]; simpl; intros p; [reflexivity|]. now rewrite IH,
  view_within. Qed.
Lemma restrict_dead p x L : dead p x L = true -> restrict x L (view p) = [].
Proof. destruct p as [i c]. unfold dead, view; simpl. set (base := members m k (class i)). clearbody base. induction c
  as [|[y M] r IH]; simpl; intros D; [discriminate|]. apply orb_true_iff in D. destruct D as [D|D]. { apply
  andb_true_iff in D. destruct D as [E N]. apply Nat.eqb_eq in E. subst y. apply negb_true_iff in N. unfold restrict.
  rewrite filter_both. clear IH. induction (fold_right _ _ _) as [|f V IV]; simpl; [reflexivity|]. destruct (mem (label
  f x) M) eqn:A, (mem (label f x) L) eqn:B; simpl; try exact IV. exfalso. unfold mem in A. apply existsb_exists in A.
  destruct A as (z & I & E). apply Nat.eqb_eq in E. subst z. assert (X : existsb (fun z => mem z L) M = true) by (apply
  existsb_exists; eauto). congruence. } unfold restrict in *. now rewrite filter_swap, (IH D). Qed.
Lemma existsb_none {A} (p : A -> bool) l : (forall a, p a = false) -> existsb p l = false.
Proof. intros N. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite N. Qed.
Lemma ldim_nil s d : ldim_ge m s d [] = false.
Proof. induction d as [|d IH]; simpl; [reflexivity|]. apply existsb_none; intros x. apply existsb_none; intros ab.
  unfold restrict; simpl. now rewrite IH. Qed.
Lemma existsb_map {A B} (p : B -> bool) (g : A -> B) l : existsb p (map g l) = existsb (fun a => p (g a)) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma forallb_map {A B} (p : B -> bool) (g : A -> B) l : forallb p (map g l) = forallb (fun a => p (g a)) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite IH. Qed.
Lemma existsb_flat_map {A B} (p : B -> bool) (g : A -> list B) l :
  existsb p (flat_map g l) = existsb (fun a => existsb p (g a)) l.
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite existsb_app, IH. Qed.
Lemma existsb_filter {A} (p q : A -> bool) l :
  (forall a, q a = false -> p a = false) -> existsb p (filter q l) = existsb p l.
Proof. intros N. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (q a) eqn:Q; simpl; rewrite IH;
  [reflexivity|]. now rewrite (N a Q). Qed.
Lemma existsb_ext {A} (p q : A -> bool) l : (forall a, p a = q a) -> existsb p l = existsb q l.
Proof. intros E. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite E, IH. Qed.
Lemma forallb_ext {A} (p q : A -> bool) l : (forall a, p a = q a) -> forallb p l = forallb q l.
Proof. intros E. induction l as [|a l IH]; simpl; [reflexivity|]. now rewrite E, IH. Qed.
Lemma nonempty_filter (p : fn -> bool) l : nonempty (filter p l) = existsb p l.
Proof. induction l as [|f l IH]; simpl; [reflexivity|]. destruct (p f); simpl; auto. Qed.
Lemma view_possible p : view p = filter (class (fst p)) (possible p).
Proof. destruct p as [i c]. unfold view, possible, members; simpl. induction c as [|[x L] r IH]; simpl. - f_equal.
  induction (functions m k) as [|f l Il]; simpl; congruence. - rewrite IH. unfold restrict. rewrite filter_swap.
  f_equal. rewrite filter_both. apply filter_ext. intros f. apply andb_comm. Qed.
Lemma filter_length_at_most {A} (p : A -> bool) l : length (filter p l) <= length l.
Proof. induction l as [|a l IH]; simpl; [auto|]. destruct (p a); simpl; lia. Qed.
Lemma count_ok i h fs t : counted i fs t =
  existsb (fun u => counted i (firstn h fs) u && counted i (skipn h fs) (t - u)) (seq 0 (S t)).
Proof. unfold counted, size_ge. rewrite <- (firstn_skipn h fs) at 1. rewrite filter_app, app_length. set (a := length
  _). set (b := length (filter _ (skipn _ _))). apply eq_iff_eq_true. rewrite existsb_exists. split. - intros E. apply
  Nat.leb_le in E. exists (Nat.min a t). rewrite in_seq, andb_true_iff, !Nat.leb_le. lia. - intros (u & I & E). rewrite
  andb_true_iff, !Nat.leb_le in E. apply Nat.leb_le. lia. Qed.
Lemma too_few i fs t : length fs < t -> counted i fs t = false.
Proof. intros N. apply Nat.leb_gt. pose proof (filter_length_at_most (class i) fs). lia. Qed.

Definition meaning (g : bool * list term) : bool := if fst g then forallb denote (snd g) else existsb denote (snd g).
Lemma ldim_ok p s d : denote (Ldim p s (S d)) =
  existsb denote (flat_map (fun x => map (fun ab => Branch p ab s d x) (live p s x)) (seq 0 m)).
Proof. rewrite existsb_flat_map. simpl. apply existsb_ext; intros x. rewrite existsb_map. unfold live. rewrite
  existsb_filter; [reflexivity|]. intros [a b] D. simpl in *. apply andb_false_iff in D. destruct D as [D|D]; apply
  negb_false_iff in D; rewrite (restrict_dead _ _ _ D), ldim_nil; auto using andb_false_r. Qed.
Lemma some_injective {A} (a b : A) : Some a = Some b -> a = b. Proof. congruence. Qed.

Ltac by_definition E g :=
  apply some_injective in E; subst g; unfold meaning; cbn [fst snd forallb existsb denote shatters thr_ge];
  rewrite ?view_within, ?andb_true_r, ?orb_false_r, ?existsb_map.
(** The whole of it: what [unfold] gives says what the term says. *)
Lemma unfold_ok t g : unfold t = Some g -> denote t = meaning g.
Proof. destruct t as [i f|p|p t|i fs t|i fs gs t u|p s d|p ab s d x|p points|p d|p t|p points|a b|a b|a]; cbn [unfold];
  intros E; try discriminate E. - by_definition E g. now rewrite view_possible, nonempty_filter. - by_definition E g.
  unfold counted. now rewrite view_possible. - destruct t as [|t]; [by_definition E g; reflexivity|]. destruct
  (Nat.ltb_spec (length fs) (S t)) as [N|N]; [by_definition E g; now apply too_few|]. destruct fs as [|f [|f' r]];
  simpl in N; [lia|assert (t = 0) as -> by lia|]; by_definition E g; [|apply count_ok]. unfold counted, size_ge; simpl.
  now destruct (class i f). - by_definition E g. reflexivity. - destruct d as [|d]; [by_definition E g; reflexivity|].
  apply some_injective in E; subst g. exact (ldim_ok p s d). - by_definition E g. reflexivity. - destruct points as [|x
  r]; by_definition E g; reflexivity. - by_definition E g. reflexivity. - destruct t as [|t]; by_definition E g;
  reflexivity. - by_definition E g. rewrite forallb_map. apply forallb_ext. intros i. cbn [denote]. now rewrite
  view_labelled. - by_definition E g. reflexivity. - by_definition E g. reflexivity. Qed.
End Meaning.

(** ** The check. A file holds a circuit and a proof as rows of literals on tapes: [width] digits in base 16 for each, 2x
    for the variable or clause x, 2x + 1 for its negation, 0 after each row. Rocq reads a digit as a single node; of a
    number it would make four, and take eight times as long. *)
Inductive tape := Tape (digits : Hexadecimal.uint).
Definition tape_of (n : Number.uint) : option tape :=
  match n with Number.UIntHexadecimal d => Some (Tape d) | Number.UIntDecimal _ => None end.
Definition of_tape (t : tape) : Number.uint := let '(Tape d) := t in Number.UIntHexadecimal d.
Declare Scope tape_scope. Delimit Scope tape_scope with tape.
Number Notation tape tape_of of_tape : tape_scope.
Fixpoint digits (d : Hexadecimal.uint) : list N :=
  match d with
  | Nil => [] | D0 r => 0 :: digits r | D1 r => 1 :: digits r | D2 r => 2 :: digits r | D3 r => 3 :: digits r
  | D4 r => 4 :: digits r | D5 r => 5 :: digits r | D6 r => 6 :: digits r | D7 r => 7 :: digits r
  | D8 r => 8 :: digits r | D9 r => 9 :: digits r | Da r => 10 :: digits r | Db r => 11 :: digits r
  | Dc r => 12 :: digits r | Dd r => 13 :: digits r | De r => 14 :: digits r | Df r => 15 :: digits r
  end%N.
Definition literal (p : positive) : lit := match p with xO x => (x, true) | xI x => (x, false) | xH => (xH, true) end.
Fixpoint rows (width more : nat) (code : N) (row : list lit) (ds : list N) : list (list lit) :=
  match ds with
  | [] => []
  | d :: r =>
      let code := (16 * code + d)%N in
      match more, code with
      | S more, _ => rows width more code row r
      | 0, N0 => List.rev row :: rows width width 0 [] r
      | 0, Npos p => rows width width 0 (literal p :: row) r
      end
  end.
Definition unpacked (width : nat) (tapes : list tape) : list (list lit) :=
  flat_map (fun t => let '(Tape d) := t in rows (pred width) (pred width) 0 [] (digits d)) tapes.
(** Of a gate the row is its variable and the literals of its arguments; variable 1 is the term that is refuted. A
    variable gets its term where a gate before it has it as an argument; a negation is the opposite literal. *)
Definition names := PM.t term.
Fixpoint stripped (t : term) : term * bool :=
  match t with Not a => let '(b, s) := stripped a in (b, negb s) | _ => (t, true) end.
Fixpoint name_all (ls : list lit) (ts : list term) (ns : names) : names :=
  match ls, ts with
  | (x, _) :: r, t :: q => name_all r q (if PM.mem x ns then ns else PM.add x (fst (stripped t)) ns)
  | _, _ => ns
  end.
Definition defined (m k : nat) (ns : names) (row : list lit) : option (bool * list term) :=
  match row with (x, _) :: _ => match PM.find x ns with Some t => unfold m k t | None => None end | [] => None end.
Definition name_row (m k : nat) (ns : names) (row : list lit) : names :=
  match defined m k ns row with Some (_, ts) => name_all (tl row) ts ns | None => ns end.
Definition is_literal_of (ns : names) (l : lit) (t : term) : bool :=
  match PM.find (fst l) ns with
  | Some a => let '(b, s) := stripped t in (if term_eq_dec a b then true else false) && eqb s (snd l)
  | None => false
  end.
Fixpoint all_literals_of (ns : names) (ls : list lit) (ts : list term) : bool :=
  match ls, ts with
  | [], [] => true
  | l :: r, t :: q => is_literal_of ns l t && all_literals_of ns r q
  | _, _ => false
  end.
(** The clauses of a gate; none where it is not the definition of its term. *)
Definition clauses_of (m k : nat) (ns : names) (row : list lit) : list clause :=
  match row, defined m k ns row with
  | (x, _) :: ls, Some (kind, ts) => if all_literals_of ns ls ts then defining x (kind, ls) else []
  | _, _ => []
  end.
(** Of a proof each step has two rows: its clause, and the clauses that it follows by. *)
Fixpoint proof_of (rows : list (list lit)) : proof :=
  match rows with c :: hints :: r => (c, map fst hints) :: proof_of r | _ => [] end.
Definition check (m k : nat) (root : term) (width : nat) (circuit steps : list tape) : bool :=
  let rs := unpacked width circuit in
  let ns := fold_left (name_row m k) rs (PM.add 1%positive root (PM.empty term)) in
  is_literal_of ns (1%positive, true) root &&
  refutes (flat_map (clauses_of m k ns) rs ++ [[(1%positive, true)]]) (proof_of (unpacked width steps)).

Section Sound.
Variables (m k : nat) (env : list (fn -> bool)) (ns : names).
Definition truth (x : positive) : bool := match PM.find x ns with Some t => denote m k env t | None => false end.
Lemma stripped_ok t : denote m k env t = let '(b, s) := stripped t in eqb (denote m k env b) s.
Proof. induction t; simpl; try (match goal with |- ?a = eqb ?b true => now destruct b end). destruct (stripped t) as [b
  s]. rewrite IHt. now destruct (denote m k env b), s. Qed.
Lemma literal_ok l t : is_literal_of ns l t = true -> holds truth l = denote m k env t.
Proof. unfold is_literal_of, holds, truth. destruct (PM.find (fst l) ns) as [a|]; [|discriminate]. pose proof
  (stripped_ok t) as S. destruct (stripped t) as [b s]. destruct (term_eq_dec a b) as [->|]; [|discriminate]. simpl.
  intros E. apply eqb_prop in E. now rewrite S, E. Qed.
Lemma literals_ok kind ls : forall ts, all_literals_of ns ls ts = true ->
  value truth (kind, ls) = meaning m k env (kind, ts).
Proof. unfold value, meaning; simpl. induction ls as [|l ls IH]; intros [|t ts]; simpl; intros E; try discriminate;
  [reflexivity|]. apply andb_true_iff in E. destruct E as [E F]. rewrite (literal_ok _ _ E). pose proof (IH _ F).
  destruct kind; now f_equal. Qed.
Lemma clauses_ok row c : In c (clauses_of m k ns row) -> sat truth c = true.
Proof. unfold clauses_of, defined. destruct row as [|[x b] ls]; [intros []|]. destruct (PM.find x ns) as [t|] eqn:F;
  [|intros []]. destruct (unfold m k t) as [[kind ts]|] eqn:U; [|intros []]. destruct (all_literals_of ns ls ts) eqn:A;
  [|intros []]. apply defining_ok. unfold truth at 1. rewrite F, (unfold_ok _ _ _ _ _ U). symmetry. now apply
  literals_ok. Qed.
End Sound.
(** A checked circuit: whatever the classes are, the hypothesis implies the conclusion. *)
Theorem checked m k hypothesis conclusion width circuit steps :
  check m k (Both hypothesis (Not conclusion)) width circuit steps = true ->
  forall env, denote m k env hypothesis = true -> denote m k env conclusion = true.
Proof. unfold check. set (ns := fold_left _ _ _). intros C env H. apply andb_true_iff in C. destruct C as [N C].
  destruct (denote m k env conclusion) eqn:D; [reflexivity|]. exfalso. apply (refutes_ok _ _ C (truth m k env ns)).
  intros c I. apply in_app_or in I. destruct I as [I|[<-|[]]]. - apply in_flat_map in I. destruct I as (row & _ & I).
  exact (clauses_ok _ _ _ _ _ _ I). - unfold sat. simpl existsb. rewrite (literal_ok _ _ env _ _ _ N). simpl. now
  rewrite H, D. Qed.
