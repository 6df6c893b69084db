(** Concept classes as lists of functions, and their dimensions: what the theorems of the kernel speak of.

    A function on m points is the list of its m labels. Every definition is a bool, so that it can be computed. *)
Require Import List Bool Arith.
Import ListNotations.
Definition fn := list nat.
Definition label (f : fn) (x : nat) : nat := nth x f 0.
(** The k^m functions from m points to the labels 0..k-1, in lexicographic order. *)
Fixpoint functions (m k : nat) : list fn :=
  match m with 0 => [[]] | S m => flat_map (fun y => map (cons y) (functions m k)) (seq 0 k) end.
(** The class that a set of functions is: those of the k^m functions that are in it. *)
Definition members (m k : nat) (H : fn -> bool) : list fn := filter H (functions m k).
(** The set of the functions in a list, to give an example of a class. *)
Definition listed (L : list fn) (f : fn) : bool := existsb (fun g => if list_eq_dec Nat.eq_dec f g then true else false) L.
Definition mem (y : nat) (L : list nat) : bool := existsb (Nat.eqb y) L.
(** The functions of V whose label at x is in L. *)
Definition restrict (x : nat) (L : list nat) (V : list fn) : list fn := filter (fun f => mem (label f x) L) V.
Definition nonempty (V : list fn) : bool := match V with [] => false | _ => true end.
Definition size_ge (t : nat) (V : list fn) : bool := t <=? length V.
Notation "a ==> b" := (negb a || b) (at level 55, right associativity) : bool_scope.
(** A mistake tree splits the labels of a point in two: one label against another, for each pair, if nothing else is
    said. *)
Definition split := (list nat * list nat)%type.
Definition pairs (k : nat) : list split := flat_map (fun b => map (fun a => ([a], [b])) (seq 0 b)) (seq 0 k).
(** V shatters a complete mistake tree of depth d on the points 0..m-1, with these splits. *)
Fixpoint ldim_ge (m : nat) (s : list split) (d : nat) (V : list fn) : bool :=
  match d with
  | 0 => nonempty V
  | S d => existsb (fun x => existsb (fun ab =>
      ldim_ge m s d (restrict x (fst ab) V) && ldim_ge m s d (restrict x (snd ab) V)) s) (seq 0 m)
  end.
(** V takes all patterns of 0 and 1 on the points. *)
Fixpoint shatters (V : list fn) (points : list nat) : bool :=
  match points with
  | [] => nonempty V
  | x :: r => shatters (restrict x [0] V) r && shatters (restrict x [1] V) r
  end.
(** The sublists of l with d elements. *)
Fixpoint subsets (d : nat) (l : list nat) : list (list nat) :=
  match d, l with
  | 0, _ => [[]]
  | S _, [] => []
  | S e, x :: r => map (cons x) (subsets e r) ++ subsets d r
  end.
Definition vc_ge (m d : nat) (V : list fn) : bool := existsb (shatters V) (subsets d (seq 0 m)).
(** The lists of t different elements of l. *)
Fixpoint arrangements (t : nat) (l : list nat) : list (list nat) :=
  match t with
  | 0 => [[]]
  | S t => flat_map (fun x => map (cons x) (arrangements t (filter (fun y => negb (Nat.eqb x y)) l))) l
  end.
(** The functions of V that have these labels on these points. *)
Fixpoint taking (V : list fn) (pattern : list (nat * nat)) : list fn :=
  match pattern with [] => V | (x, y) :: r => taking (restrict x [y] V) r end.
(** The i-th threshold on the points: 0 before the i-th of them, 1 from it on. *)
Definition step (points : list nat) (i : nat) : list (nat * nat) :=
  combine points (map (fun j => if i <=? j then 1 else 0) (seq 0 (length points))).
Definition thresholds_on (V : list fn) (points : list nat) : bool :=
  forallb (fun i => nonempty (taking V (step points i))) (seq 0 (length points)).
(** V has t thresholds: points x_1..x_t and functions h_1..h_t with h_i(x_j) = 1 iff i <= j. *)
Definition thr_ge (m t : nat) (V : list fn) : bool :=
  match t with 0 => nonempty V | _ => existsb (thresholds_on V) (arrangements t (seq 0 m)) end.
