(** Clauses, gates and proofs by unit propagation with hints (LRAT without deletions): what a checked proof proves. *)
Require Import List Bool PArith FMapPositive.
Import ListNotations.
Module PM := PositiveMap.
Definition lit := (positive * bool)%type.
Definition clause := list lit.
Definition val := positive -> bool.
Definition holds (v : val) (l : lit) : bool := eqb (v (fst l)) (snd l).
Definition sat (v : val) (c : clause) : bool := existsb (holds v) c.
Definition opposite (l : lit) : lit := (fst l, negb (snd l)).
Lemma holds_opposite v l : holds v (opposite l) = negb (holds v l).
Proof. unfold holds; destruct l as [x b]; simpl; destruct (v x), b; reflexivity. Qed.

(** ** Hints. [a] holds the literals that must be true where the clause asked for is false. *)
Definition known := PM.t bool.
Definition true_in (v : val) (a : known) := forall x b, PM.find x a = Some b -> v x = b.
Definition refuted (a : known) (l : lit) : bool :=
  match PM.find (fst l) a with Some b => negb (eqb b (snd l)) | None => false end.
Definition learn (a : known) (l : lit) : known := PM.add (fst l) (snd l) a.
Lemma refuted_ok v a l : true_in v a -> refuted a l = true -> holds v l = false.
Proof. intros T R. unfold refuted in R. unfold holds. destruct (PM.find (fst l) a) as [b|] eqn:F; [|discriminate].
  rewrite (T _ _ F). now apply negb_true_iff. Qed.
Lemma learn_ok v a l : true_in v a -> holds v l = true -> true_in v (learn a l).
Proof. intros T H x b F. unfold learn in F. destruct (Pos.eq_dec x (fst l)) as [->|N]. - rewrite PM.gss in F. injection
  F as <-. now apply eqb_prop. - rewrite PM.gso in F; auto. Qed.
Definition database := PM.t clause.
Definition all_sat (v : val) (d : database) := forall i c, PM.find i d = Some c -> sat v c = true.
Fixpoint conflict (d : database) (a : known) (hints : list positive) : bool :=
  match hints with
  | [] => false
  | h :: r =>
    match PM.find h d with
    | Some c => match filter (fun l => negb (refuted a l)) c with
                | [] => true | [l] => conflict d (learn a l) r | _ => false end
    | None => false
    end
  end.
Lemma conflict_ok v d hints : all_sat v d -> forall a, true_in v a -> conflict d a hints = true -> False.
Proof. intros D. induction hints as [|h r IH]; simpl; intros a T C; [discriminate|]. destruct (PM.find h d) as [c|]
  eqn:F; [|discriminate]. pose proof (D _ _ F) as S. apply existsb_exists in S. destruct S as (l & I & S). assert (K :
  In l (filter (fun l => negb (refuted a l)) c)). { apply filter_In. split; [exact I|]. destruct (refuted a l) eqn:R;
  [|reflexivity]. rewrite (refuted_ok v a l T R) in S. discriminate. } destruct (filter _ c) as [|l' [|? ?]]; [destruct
  K| |discriminate]. destruct K as [->|[]]. exact (IH _ (learn_ok _ _ _ T S) C). Qed.
Definition deny (c : clause) : known := fold_right (fun l a => learn a (opposite l)) (PM.empty bool) c.
Lemma deny_ok v c : sat v c = false -> true_in v (deny c).
Proof. induction c as [|l c IH]; simpl; intros S. - intros x b F. rewrite PM.gempty in F. discriminate. - apply
  orb_false_iff in S. destruct S as [L S]. apply learn_ok; [auto|]. now rewrite holds_opposite, L. Qed.

(** ** Proofs: each step is a clause with its hints, and takes the next number; the last clause is empty. *)
Definition proof := list (clause * list positive).
Lemma add_ok v d i c : all_sat v d -> sat v c = true -> all_sat v (PM.add i c d).
Proof. intros D S j e F. destruct (Pos.eq_dec j i) as [->|N]. - rewrite PM.gss in F. now injection F as <-. - rewrite
  PM.gso in F; eauto. Qed.
Fixpoint replay (next : positive) (d : database) (p : proof) : bool :=
  match p with
  | [] => false
  | (c, hints) :: r =>
    conflict d (deny c) hints && match c with [] => true | _ => replay (Pos.succ next) (PM.add next c d) r end
  end.
Lemma replay_ok v p : forall next d, all_sat v d -> replay next d p = true -> False.
Proof. induction p as [|[c hints] r IH]; simpl; intros next d D R; [discriminate|]. apply andb_true_iff in R. destruct
  R as [C R]. assert (S : sat v c = true). { destruct (sat v c) eqn:E; [reflexivity|]. destruct (conflict_ok v d hints
  D _ (deny_ok _ _ E) C). } destruct c; [discriminate|]. exact (IH _ _ (add_ok _ _ _ _ D S) R). Qed.
Fixpoint load (next : positive) (d : database) (cs : list clause) : positive * database :=
  match cs with [] => (next, d) | c :: r => load (Pos.succ next) (PM.add next c d) r end.
Lemma load_ok v cs : forall next d, all_sat v d -> (forall c, In c cs -> sat v c = true) ->
  all_sat v (snd (load next d cs)).
Proof. induction cs as [|c r IH]; simpl; intros next d D S; [exact D|]. apply IH; auto using add_ok. Qed.
Definition refutes (cs : list clause) (p : proof) : bool :=
  let '(next, d) := load 1 (PM.empty _) cs in replay next d p.
Theorem refutes_ok cs p : refutes cs p = true -> forall v, ~ forall c, In c cs -> sat v c = true.
Proof. unfold refutes. intros R v S. destruct (load 1 (PM.empty _) cs) as [next d] eqn:L. refine (replay_ok v p next d
  _ R). replace d with (snd (load 1 (PM.empty _) cs)) by now rewrite L. apply load_ok; [|exact S]. intros i c F.
  rewrite PM.gempty in F. discriminate. Qed.

(** ** Gates: a conjunction (true) or disjunction (false) of literals, and the clauses that define its variable. *)
Definition gate := (bool * list lit)%type.
Definition value (v : val) (g : gate) : bool := if fst g then forallb (holds v) (snd g) else existsb (holds v) (snd g).
Definition defining (x : positive) (g : gate) : list clause :=
  let '(k, ls) := g in
  if k then ((x, true) :: map opposite ls) :: map (fun l => [(x, false); l]) ls
  else ((x, false) :: ls) :: map (fun l => [(x, true); opposite l]) ls.
Lemma defining_ok v x g : v x = value v g -> forall c, In c (defining x g) -> sat v c = true.
Proof. destruct g as [k ls]. unfold value; simpl. intros E c I. destruct k; simpl in I; destruct I as [<-|I]. - unfold
  sat; simpl. unfold holds at 1; simpl. rewrite E. destruct (forallb (holds v) ls) eqn:A; [reflexivity|]. simpl. clear
  E. induction ls as [|l ls IH]; simpl in *; [discriminate|]. rewrite holds_opposite. destruct (holds v l); simpl in *;
  auto. - apply in_map_iff in I. destruct I as (l & <- & I). unfold sat; simpl. unfold holds at 1; simpl. rewrite E.
  destruct (forallb (holds v) ls) eqn:A; [|reflexivity]. rewrite forallb_forall in A. now rewrite (A l I). - unfold
  sat; simpl. unfold holds at 1; simpl. rewrite E. now destruct (existsb (holds v) ls). - apply in_map_iff in I.
  destruct I as (l & <- & I). unfold sat; simpl. unfold holds at 1; simpl. rewrite E. rewrite holds_opposite. destruct
  (existsb (holds v) ls) eqn:A; [reflexivity|]. destruct (holds v l) eqn:T; [|reflexivity]. assert (X : existsb (holds
  v) ls = true) by (apply existsb_exists; eauto). congruence. Qed.
