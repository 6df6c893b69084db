(** For every number of points, by induction: no solver and no circuit. *)
Require Import List Bool Arith Lia.
Require Import Littlestone.Classes.
Import ListNotations.
Lemma nonempty_restrict x L V : nonempty (restrict x L V) = true -> nonempty V = true.
Proof. destruct V; [discriminate|reflexivity]. Qed.

(** ** VC <= Littlestone dimension *)
Lemma shatters_ldim m points : forall V, (forall x, In x points -> x < m) -> shatters V points = true ->
  ldim_ge m (pairs 2) (length points) V = true.
Proof. induction points as [|x r IH]; simpl; intros V B S; [exact S|]. apply andb_true_iff in S. destruct S as [S0 S1].
  apply existsb_exists. exists x. split; [apply in_seq; pose proof (B x (or_introl eq_refl)); lia|]. simpl. rewrite !IH
  by auto. reflexivity. Qed.
Lemma subsets_ok d : forall l s, In s (subsets d l) -> length s = d /\ incl s l.
Proof. induction d as [|d IH]; simpl; intros l s I; [destruct l; destruct I as [<-|[]]; split; auto using incl_nil_l|].
  induction l as [|x r IL]; simpl in I; [destruct I|]. apply in_app_or in I. destruct I as [I|I]. - apply in_map_iff in
  I. destruct I as (q & <- & I). apply IH in I. destruct I as [L C]. split; [simpl; congruence|]. intros y [<-|Y]; [now
  left|right; auto]. - apply IL in I. destruct I as [L C]. split; [exact L|]. intros y Y. right. auto. Qed.
(** For every number of points and every class, VC >= d implies that the Littlestone dimension is at least d. *)
Theorem vc_at_most_ldim m d V : vc_ge m d V = true -> ldim_ge m (pairs 2) d V = true.
Proof. intros S. apply existsb_exists in S. destruct S as (points & I & S). apply subsets_ok in I. destruct I as [L C].
  rewrite <- L. apply shatters_ldim; [|exact S]. intros x X. apply C, in_seq in X. lia. Qed.

(** ** Pajor and Sauer: a class has at most as many functions as it shatters sets *)
Definition count {A} (p : A -> bool) (l : list A) : nat := length (filter p l).
Lemma count_map {A B} (p : B -> bool) (g : A -> B) l : count p (map g l) = count (fun a => p (g a)) l.
Proof. unfold count. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p (g a)); simpl; congruence. Qed.
Lemma count_app {A} (p : A -> bool) l r : count p (l ++ r) = count p l + count p r.
Proof. unfold count. now rewrite filter_app, app_length. Qed.
Lemma count_le {A} (p q : A -> bool) l : (forall a, In a l -> p a = true -> q a = true) -> count p l <= count q l.
Proof. unfold count. intros E. induction l as [|a l IH]; simpl; [auto|]. assert (T : count p l <= count q l) by (apply
  IH; intros; apply E; [now right|assumption]). unfold count in T. destruct (p a) eqn:P; [rewrite (E a (or_introl
  eq_refl) P); simpl; lia|destruct (q a); simpl; lia]. Qed.
Lemma count_or_and {A} (p q r : A -> bool) l : (forall a, In a l -> (p a || q a = true) -> r a = true) ->
  count p l + count q l <= count r l + count (fun a => p a && q a) l.
Proof. intros E. assert (S : count p l + count q l = count (fun a => p a || q a) l + count (fun a => p a && q a) l). {
  unfold count. clear E. induction l as [|a l IH]; simpl; [auto|]. destruct (p a), (q a); simpl; lia. } rewrite S.
  apply Nat.add_le_mono_r, count_le, E. Qed.
(** All sublists of a list. *)
Fixpoint sublists (l : list nat) : list (list nat) :=
  match l with [] => [[]] | x :: r => map (cons x) (sublists r) ++ sublists r end.
Lemma shatters_restrict x L s : forall V, shatters (restrict x L V) s = true -> shatters V s = true.
Proof. assert (C : forall y M V, restrict y M (restrict x L V) = restrict x L (restrict y M V)). { intros y M V. unfold
  restrict. induction V as [|f V IH]; simpl; [reflexivity|]. destruct (mem (label f x) L) eqn:P, (mem (label f y) M)
  eqn:Q; simpl; rewrite ?P, ?Q; simpl; congruence. } induction s as [|y r IH]; simpl; intros V S; [now apply
  nonempty_restrict in S|]. rewrite !C in S. apply andb_true_iff in S. destruct S as [A B]. now rewrite (IH _ A), (IH _
  B). Qed.
(** Functions are told apart by the points, on which they have labels 0 and 1. *)
Definition apart (points : list nat) (V : list fn) := NoDup V /\
  (forall f g, In f V -> In g V -> (forall x, In x points -> label f x = label g x) -> f = g) /\
  (forall f x, In f V -> In x points -> label f x = 0 \/ label f x = 1).
Lemma apart_restrict x y r V : apart (x :: r) V -> apart r (restrict x [y] V).
Proof. intros (N & E & B). split; [now apply NoDup_filter|]. split. - intros f g F G A. apply filter_In in F, G.
  destruct F as [F P], G as [G Q]. apply E; auto. intros z [<-|Z]; [|auto]. unfold mem in P, Q; simpl in P, Q. rewrite
  orb_false_r in P, Q. apply Nat.eqb_eq in P, Q. congruence. - intros f z F Z. apply filter_In in F. destruct F. apply
  B; [assumption|now right]. Qed.
Lemma halves x r V : apart (x :: r) V -> length V = length (restrict x [0] V) + length (restrict x [1] V).
Proof. intros (_ & _ & B). assert (C : forall f, In f V -> label f x = 0 \/ label f x = 1) by (intros; apply B; simpl;
  auto). clear B. induction V as [|f V IH]; simpl; [reflexivity|]. rewrite IH by (intros; apply C; now right). destruct
  (C f (or_introl eq_refl)) as [E|E]; rewrite E; simpl; lia. Qed.
(** Pajor: a class has at most as many functions as there are sets of points that it shatters. *)
Theorem pajor points : forall V, apart points V -> length V <= count (shatters V) (sublists points).
Proof. induction points as [|x r IH]; intros V A. - destruct A as (N & E & _). destruct V as [|f [|g V]]; unfold count;
  simpl; auto. exfalso. assert (f = g) as -> by (apply E; simpl; auto; intros ? []). inversion N; simpl in *; tauto. -
  rewrite (halves _ _ _ A). simpl sublists. rewrite count_app, count_map. simpl shatters. pose proof (IH _
  (apart_restrict x 0 r V A)). pose proof (IH _ (apart_restrict x 1 r V A)). pose proof (count_or_and (shatters
  (restrict x [0] V)) (shatters (restrict x [1] V)) (shatters V) (sublists r)). assert (H2 : forall a, In a (sublists
  r) -> shatters (restrict x [0] V) a || shatters (restrict x [1] V) a = true -> shatters V a = true). { intros a _ S.
  apply orb_true_iff in S. destruct S as [S|S]; eauto using shatters_restrict. } specialize (H1 H2). lia. Qed.
(** The sum of the binomial coefficients C(m, i) for i <= d, by Pascal's rule. *)
Fixpoint choose (m i : nat) : nat :=
  match m, i with _, 0 => 1 | 0, S _ => 0 | S n, S j => choose n j + choose n (S j) end.
Fixpoint sauer (m d : nat) : nat := match d with 0 => choose m 0 | S e => sauer m e + choose m d end.
Lemma sauer_pascal m d : sauer (S m) (S d) = sauer m d + sauer m (S d).
Proof. induction d as [|d IH]; [simpl; destruct m; simpl; lia|]. cbn [sauer] in *. rewrite IH. simpl. lia. Qed.
Lemma few_small points : forall d, count (fun s => length s <=? d) (sublists points) = sauer (length points) d.
Proof. induction points as [|x r IH]; intros d. - unfold count; simpl. induction d as [|d ID]; [reflexivity|]. simpl in
  *. lia. - simpl sublists. rewrite count_app, count_map, IH. simpl length. destruct d as [|d]. + assert (Z : count
  (fun s : list nat => S (length s) <=? 0) (sublists r) = 0). { unfold count. clear IH. induction (sublists r); simpl;
  auto. } rewrite Z. simpl. now destruct (length r). + rewrite sauer_pascal. f_equal. rewrite <- IH. reflexivity. Qed.
Lemma shatters_firstn e s : forall V, shatters V s = true -> shatters V (firstn e s) = true.
Proof. revert e. induction s as [|x r IH]; intros [|e] V S; simpl in *; auto; apply andb_true_iff in S; destruct S as
  [A B]. - apply (IH 0) in A. now apply nonempty_restrict in A. - now rewrite !IH. Qed.
Lemma firstn_subset points : forall e s, In s (sublists points) -> e <= length s -> In (firstn e s) (subsets e points).
Proof. induction points as [|x r IH]; simpl; intros [|e] s I L; try (now left). - destruct I as [<-|[]]. simpl in L.
  lia. - apply in_app_or in I. destruct I as [I|I]. + apply in_map_iff in I. destruct I as (q & <- & I). simpl in *.
  apply in_or_app. left. apply in_map, IH; auto with arith. + apply in_or_app. right. auto. Qed.
(** Sauer and Shelah: on every number m of points, a class of VC dimension at most d has at most
    C(m, 0) + ... + C(m, d) functions. *)
Theorem sauer_shelah m d V : apart (seq 0 m) V -> vc_ge m (S d) V = false -> length V <= sauer m d.
Proof. intros A N. eapply Nat.le_trans; [apply (pajor _ _ A)|]. rewrite <- (seq_length m 0) at 2. rewrite <- few_small.
  apply count_le. intros s I T. apply Nat.leb_le. destruct (Nat.le_gt_cases (length s) d) as [L|L]; [exact L|exfalso].
  apply (shatters_firstn (S d)) in T. assert (X : vc_ge m (S d) V = true). { apply existsb_exists. exists (firstn (S d)
  s). split; [now apply firstn_subset|exact T]. } congruence. Qed.
