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

(** ** Trees that split labels in two, as by one bit: the combinatorial core of Theorem 3.4 of BGS21 *)
Lemma filters {A} (p q : A -> bool) l : filter p (filter q l) = filter q (filter p l).
Proof. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p a) eqn:P, (q a) eqn:Q; simpl; rewrite ?P, ?Q;
  congruence. Qed.
Lemma filter_within {A} (p q : A -> bool) l : (forall a, q a = true -> p a = true) -> filter q (filter p l) = filter q
  l.
Proof. intros E. induction l as [|a l IH]; simpl; [reflexivity|]. destruct (p a) eqn:P, (q a) eqn:Q; simpl; rewrite
  ?Q, ?IH; auto. rewrite (E a Q) in P. discriminate. Qed.
(** The sum of C(n, i) k^i for i <= d. *)
Fixpoint covers (k n d : nat) : nat := match d with 0 => 1 | S e => covers k n e + choose n d * k ^ d end.
Lemma covers_pascal k n d : covers k (S n) (S d) = covers k n (S d) + k * covers k n d.
Proof. induction d as [|d IH]; [simpl; destruct n; simpl; nia|]. cbn [covers] in *. rewrite IH. cbn [choose Nat.pow].
  nia. Qed.
Lemma covers_positive k n d : 1 <= covers k n d.
Proof. induction d; simpl; lia. Qed.
(** A tree of points and of two lists of labels at each, and how many of its leaves a class reaches. *)
Inductive tree := Leaf | Node (x : nat) (parts : split) (one other : tree).
Fixpoint reached (t : tree) (V : list fn) : nat :=
  match t with
  | Leaf => if nonempty V then 1 else 0
  | Node x (A, B) l r => reached l (restrict x A V) + reached r (restrict x B V)
  end.
Definition disjoint (s : split) : Prop := forall y, mem y (fst s) && mem y (snd s) = false.
(** Of depth n on the points 0..m-1, with no label in both lists. *)
Fixpoint complete (m n : nat) (t : tree) : Prop :=
  match n, t with
  | 0, Leaf => True
  | S n, Node x s l r => x < m /\ disjoint s /\ complete m n l /\ complete m n r
  | _, _ => False
  end.
Lemma reached_nothing t : reached t [] = 0.
Proof. induction t as [|x [A B] l IL r IR]; simpl; lia. Qed.
Lemma reached_apart t : forall p V, reached t V <= reached t (filter p V) + reached t (filter (fun f => negb (p f))
  V).
Proof. induction t as [|x [A B] l IL r IR]; simpl; intros p V. - destruct V as [|f V]; simpl; [lia|]. destruct (p f);
  simpl; lia. - unfold restrict in *. rewrite !(filters (fun f => mem (label f x) _)). specialize (IL p (filter (fun f
  => mem (label f x) A) V)). specialize (IR p (filter (fun f => mem (label f x) B) V)). lia. Qed.
Definition total (g : nat -> nat) (n : nat) : nat := list_sum (map g (seq 0 n)).
Lemma total_next g n : total g (S n) = total g n + g n.
Proof. unfold total. rewrite seq_S, map_app, list_sum_app. simpl. lia. Qed.
Lemma total_le g h n : (forall y, y < n -> g y <= h y) -> total g n <= total h n.
Proof. induction n as [|n IH]; intros E; [auto|]. rewrite !total_next. pose proof (E n (Nat.lt_succ_diag_r n)). assert
  (total g n <= total h n) by (apply IH; auto). lia. Qed.
Lemma mem_one y z : mem y [z] = (y =? z).
Proof. unfold mem. simpl. now rewrite orb_false_r. Qed.
Lemma reached_by_labels t x n : forall V, (forall f, In f V -> label f x < n) ->
  reached t V <= total (fun y => reached t (restrict x [y] V)) n.
Proof. induction n as [|n IH]; intros V B. - destruct V as [|f V]; [rewrite reached_nothing; lia|]. specialize (B f
  (or_introl eq_refl)). lia. - rewrite total_next. pose proof (reached_apart t (fun f => mem (label f x) [n]) V) as S.
  fold (restrict x [n] V) in S. set (W := filter (fun f => negb (mem (label f x) [n])) V) in *. assert (I : reached t
  W <= total (fun y => reached t (restrict x [y] W)) n). { apply IH. intros f F. apply filter_In in F. destruct F as
  [F N]. specialize (B f F). rewrite mem_one in N. destruct (Nat.eqb_spec (label f x) n); [discriminate|lia]. } assert
  (E : total (fun y => reached t (restrict x [y] W)) n <= total (fun y => reached t (restrict x [y] V)) n). { apply
  total_le. intros y Y. unfold W, restrict. rewrite filter_within; [lia|]. intros f F. rewrite mem_one in *. apply
  Nat.eqb_eq in F. subst y. destruct (Nat.eqb_spec (label f x) n); [lia|reflexivity]. } lia. Qed.
Lemma restrict_part x y A V : restrict x [y] (restrict x A V) = if mem y A then restrict x [y] V else [].
Proof. unfold restrict. destruct (mem y A) eqn:M. - apply filter_within. intros f F. rewrite mem_one in F. apply
  Nat.eqb_eq in F. now subst y. - induction V as [|f V IH]; cbn [filter]; [reflexivity|]. destruct (mem (label f x) A)
  eqn:P; [|exact IH]. cbn [filter]. rewrite mem_one. destruct (Nat.eqb_spec (label f x) y); [congruence|exact IH].
  Qed.
Lemma ldim_restrict m s d : forall x L V, ldim_ge m s d (restrict x L V) = true -> ldim_ge m s d V = true.
Proof. induction d as [|d IH]; simpl; intros x L V S. - destruct V; [discriminate|reflexivity]. - apply existsb_exists
  in S. destruct S as (z & Z & S). apply existsb_exists in S. destruct S as (ab & I & S). apply andb_true_iff in S.
  unfold restrict in S. rewrite !(filters (fun f => mem (label f z) _)) in S. destruct S as [P Q]. apply
  existsb_exists. exists z. split; [exact Z|]. apply existsb_exists. exists ab. split; [exact I|]. apply
  andb_true_iff. split; [exact (IH _ _ _ P)|exact (IH _ _ _ Q)]. Qed.
(** Of numbers below n at most one is large. *)
Lemma one_large g (h : nat -> bool) b c n : (forall y, y < n -> g y <= b) -> (forall y, y < n -> h y = false -> g y <=
  c) ->
  (forall y z, y < z -> z < n -> h y && h z = false) ->
  total g n <= n * c \/ (total g n + c <= b + n * c /\ exists y, y < n /\ h y = true).
Proof. induction n as [|n IH]; intros B C U; [left; unfold total; simpl; lia|]. rewrite total_next. pose proof (B n
  (Nat.lt_succ_diag_r n)). destruct (h n) eqn:H0. - right. split; [|exists n; split; [lia|exact H0]]. destruct IH as
  [I|(I & y & Y & E)]; auto; [nia|]. pose proof (U y n Y (Nat.lt_succ_diag_r n)) as X. rewrite E, H0 in X.
  discriminate. - pose proof (C n (Nat.lt_succ_diag_r n) H0). destruct IH as [I|(I & y & Y & E)]; auto; [left;
  nia|right]. split; [nia|]. exists y. auto with arith. Qed.
Lemma in_pairs k y z : y < z -> z < k -> In ([y], [z]) (pairs k).
Proof. intros Y Z. apply in_flat_map. exists z. split; [apply in_seq; lia|]. apply in_map_iff. exists y. split;
  [reflexivity|apply in_seq; lia]. Qed.
(** A class of labels 0..k whose mistake trees have depth at most d reaches few leaves of any tree of depth n. *)
Theorem reached_few k m n : forall d t V, complete m n t -> (forall f x, In f V -> label f x <= k) ->
  ldim_ge m (pairs (S k)) (S d) V = false -> reached t V <= covers k n d.
Proof. induction n as [|n IH]; intros d [|x [A B] l r] V T K N; simpl in T; try tauto. - simpl. pose proof
  (covers_positive k 0 d). destruct (nonempty V); lia. - destruct T as (X & D & TL & TR). cbn [reached]. assert (KA :
  forall L f, In f (restrict x L V) -> label f x < S k) by (intros L f F; apply filter_In in F; destruct F as [F _];
  specialize (K f x F); lia). pose proof (reached_by_labels l x (S k) _ (KA A)) as SL. pose proof (reached_by_labels r
  x (S k) _ (KA B)) as SR. set (g y := reached l (restrict x [y] (restrict x A V)) + reached r (restrict x [y]
  (restrict x B V))). assert (Parts : reached l (restrict x A V) + reached r (restrict x B V) <= total g (S k)). {
  assert (E : forall n, total g n = total (fun y => reached l (restrict x [y] (restrict x A V))) n + total (fun y =>
  reached r (restrict x [y] (restrict x B V))) n) by (induction n0 as [|i I]; [reflexivity|]; rewrite !total_next, I;
  unfold g; lia). rewrite E. lia. } assert (G : forall y c, (forall t, complete m n t -> reached t (restrict x [y] V)
  <= c) -> g y <= c). { intros y c C. unfold g. rewrite !restrict_part. specialize (D y). simpl in D. pose proof (C l
  TL). pose proof (C r TR). destruct (mem y A), (mem y B); try discriminate; rewrite ?reached_nothing; lia. } assert
  (KY : forall y f z, In f (restrict x [y] V) -> label f z <= k) by (intros y f z F; apply filter_In in F; destruct F;
  auto). pose (h y := ldim_ge m (pairs (S k)) d (restrict x [y] V)). pose (low := match d with 0 => 0 | S e => covers
  k n e end). assert (Big : forall y, y < S k -> g y <= covers k n d). { intros y _. apply G. intros t T. apply IH;
  auto; [apply KY|]. destruct (ldim_ge m _ (S d) (restrict x [y] V)) eqn:Q; [|reflexivity]. apply ldim_restrict in Q.
  congruence. } assert (Low : forall y, y < S k -> h y = false -> g y <= low). { intros y _ H. apply G. intros t T.
  unfold h, low in *. destruct d as [|e]; [|apply IH; auto; apply KY]. simpl in H. destruct (restrict x [y] V);
  [rewrite reached_nothing; lia|discriminate]. } assert (One : forall y z, y < z -> z < S k -> h y && h z = false). {
  intros y z Y Z. destruct (h y && h z) eqn:E; [|reflexivity]. rewrite <- N. symmetry. simpl. apply existsb_exists.
  exists x. split; [apply in_seq; lia|]. apply existsb_exists. exists ([y], [z]). split; [now apply in_pairs|exact E].
  } pose proof (one_large g h (covers k n d) low (S k) Big Low One) as [F|(F & _)]; destruct d as [|e]; try rewrite
  covers_pascal; unfold low in *; simpl covers in *; simpl Nat.mul in *; lia. Qed.
Lemma tree_of_depth m s : (forall ab, In ab s -> disjoint ab) -> forall n V, ldim_ge m s n V = true ->
  exists t, complete m n t /\ reached t V = 2 ^ n.
Proof. intros D. induction n as [|n IH]; simpl; intros V S; [exists Leaf; simpl; rewrite S; auto|]. apply
  existsb_exists in S. destruct S as (x & X & S). apply in_seq in X. apply existsb_exists in S. destruct S as ([A B] &
  I & S). apply andb_true_iff in S. destruct S as [P Q]. destruct (IH _ P) as (l & L & EL). destruct (IH _ Q) as (r &
  R & ER). simpl in *. exists (Node x (A, B) l r). simpl. rewrite EL, ER. repeat split; auto; try lia. Qed.
(** For every number of points and labels, and every way to split labels in two, such as by one bit: a class whose
    mistake trees have depth at most d shatters a tree of depth n by the splits only if 2^n <= the sum of C(n, i) k^i
  for i <= d. *)
Theorem depth_by_splits k m s n d V : (forall ab, In ab s -> disjoint ab) -> (forall f x, In f V -> label f x <= k) ->
  ldim_ge m s n V = true -> ldim_ge m (pairs (S k)) (S d) V = false -> 2 ^ n <= covers k n d.
Proof. intros D K S N. destruct (tree_of_depth m s D n V S) as (t & T & <-). now apply (reached_few k m). Qed.
Print Assumptions vc_at_most_ldim.
Print Assumptions pajor.
Print Assumptions sauer_shelah.
Print Assumptions reached_few.
Print Assumptions depth_by_splits.
