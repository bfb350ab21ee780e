//! Which arrays iterations can have for themselves, and why others cannot be had: each case is one
//! in which one condition of the proof decides. Roles are confirmed by runs with threads that have
//! copies.

mod support;

use legality::{Options, Role, Violation, check, first_break};
use scop::schedule::{Kind, Node};
use scop::{MemberId, ScheduleTree, Scop, Storage};
use support::As::{Parallel, Vector};
use support::{all_of, claiming, judged, program_with};

const HEAD: &str = "int n, double A[n], double B[n]";

/// A program with a variable `x`, declared before it, that nobody sees afterwards if so wanted.
fn with_x(declared: &str, body: &str, dead: bool, context: &str) -> Scop {
    let mut scop = program_with(declared, HEAD, body);
    let x = scop.find_array("x").expect("x");
    let array = &mut scop.arrays[x.index()];
    match dead {
        true => array.storage = Storage::Region,
        // Nothing is behind the program here, but somebody may see arrays.
        false => array.unread_later &= array.rank() == 0,
    }
    let context = format!("[n] -> {{ : {context} }}");
    scop.context = context.parse().unwrap();
    scop
}

/// The role of `x` in the outermost loop, claimed to be parallel; `None` if the claim is refuted.
fn role(scop: &Scop, claim: support::As) -> Option<Role> {
    let tree = claiming(&scop.schedule, &[(0, claim)], &[]);
    let verdict = judged(scop, &tree, &Options::default());
    let x = scop.find_array("x").expect("x");
    verdict
        .is_legal()
        .then(|| verdict.role(MemberId::new(0), x))
}

fn dead(body: &str) -> Option<Role> {
    role(&with_x("double x[3];", body, true, "n <= 100"), Parallel)
}

fn alive(body: &str) -> Option<Role> {
    role(&with_x("double x[3];", body, false, "n <= 100"), Parallel)
}

#[test]
fn arrays_that_are_written_first() {
    for body in [
        "for (int i = 0; i < n; i++) { for (int k = 0; k < 3; k++) x[k] = A[i]; B[i] = x[0] + x[2]; }",
        "for (int i = 0; i < n; i++) { x[1] = A[i]; B[i] = x[1]; }",
        "for (int i = 0; i < n; i++) { x[i % 3] = A[i]; B[i] = x[i % 3]; }",
        "for (int i = 0; i < n; i++) { x[0] = 0; for (int k = 0; k < n; k++) x[0] += A[k]; B[i] = x[0]; }",
        // Cells that nobody writes do not matter, nor what happens in them later.
        "x[2] = A[0]; for (int i = 0; i < n; i++) { x[0] = A[i]; B[i] = x[0]; } B[0] = x[2];",
    ] {
        assert_eq!(dead(body), Some(Role::Private), "{body}");
    }
}

#[test]
fn values_that_cross() {
    for body in [
        "for (int i = 0; i < n; i++) { x[i % 3] = A[i]; B[i] = x[0]; }",
        "for (int i = 1; i < n; i++) { x[i % 3] = A[i]; B[i] = x[(i - 1) % 3]; }",
        "for (int i = 0; i < n; i++) { for (int k = 0; k < 2; k++) x[k] = A[i]; B[i] = x[0]; x[2] += A[i]; A[i] = x[2]; }",
        "for (int i = 0; i < n; i++) { if (A[i] > 0) x[0] = A[i]; B[i] = x[0]; x[1] = B[i]; A[i] = x[1]; }",
    ] {
        assert_eq!(dead(body), None, "{body}");
        assert_eq!(alive(body), None, "{body}");
    }
}

#[test]
fn all_cells_that_live_on_are_written() {
    let whole = "for (int i = 0; i < n; i++) { for (int k = 0; k < 3; k++) x[k] = A[i] + k; B[i] = x[0] + x[2]; }";
    assert_eq!(alive(whole), Some(Role::LastPrivate));
    // The others keep what they hold only in initialised copies.
    let part = "for (int i = 0; i < n; i++) { x[0] = A[i]; x[1] = 0; B[i] = x[0] + x[1]; }";
    assert_eq!(alive(part), Some(Role::FirstLastPrivate));
    // Each iteration leaves another cell.
    let spread = "for (int i = 0; i < n; i++) { x[i % 3] = A[i]; B[i] = x[i % 3]; }";
    assert_eq!(alive(spread), None);
    let some = "for (int i = 0; i < n; i++) { x[0] = A[i]; if (i < 5) x[1] = A[i]; B[i] = x[0]; }";
    assert_eq!(alive(some), None);
    let perhaps =
        "for (int i = 0; i < n; i++) { x[0] = A[i]; if (A[i] > 0) x[0] = 0; B[i] = x[0]; }";
    assert_eq!(alive(perhaps), Some(Role::FirstLastPrivate));
    let unsure = "for (int i = 0; i < n; i++) { if (A[i] > 0) x[0] = A[i]; B[i] = 0; }";
    assert_eq!(alive(unsure), None);
}

#[test]
fn cells_that_are_read_later() {
    let later = |read: &str| {
        dead(&format!(
            "for (int i = 0; i < n; i++) {{ x[0] = A[i]; if (i > 3) x[1] = A[i]; B[i] = x[0]; }}
             {read}"
        ))
    };
    assert_eq!(later("B[0] = 1;"), Some(Role::Private));
    assert_eq!(later("B[0] = x[0];"), Some(Role::LastPrivate));
    assert_eq!(later("B[0] = x[1];"), None);
    // A value that passes by is lost when the whole copy replaces the variable.
    let passing = "x[2] = A[0]; for (int i = 0; i < n; i++) { x[0] = A[i]; B[i] = x[0]; }
                   B[0] = x[0] + x[2];";
    assert_eq!(dead(passing), Some(Role::FirstLastPrivate));
}

#[test]
fn values_from_before_the_loop() {
    let before = "x[2] = A[0]; for (int i = 0; i < n; i++) { x[0] = A[i] * x[2]; B[i] = x[0]; }";
    assert_eq!(dead(before), Some(Role::FirstPrivate));
    assert_eq!(alive(before), Some(Role::FirstLastPrivate));
    // Iterations of one thread work on one copy: what one has overwritten no other one finds.
    let overwritten = "x[1] = A[0]; x[0] = A[1];
        for (int i = 0; i < n; i++) { if (i == 0) B[i] = x[1]; x[1] = A[i]; B[i] += x[1]; }";
    assert_eq!(dead(overwritten), None);
    let later = "x[0] = A[0]; x[1] = A[1]; x[2] = A[2];
        for (int i = 0; i < n; i++) { if (i < 2) B[i] = x[i + 1]; if (i < 3) x[i] = A[i]; }";
    assert_eq!(dead(later), None);
    // The iteration that reads it may overwrite it.
    let own = "x[0] = A[0]; x[1] = A[1];
        for (int i = 0; i < n; i++) { if (i < 2) { B[i] = x[i]; x[i] = A[i]; } x[2] = B[i]; A[i] = x[2]; }";
    assert_eq!(dead(own), Some(Role::FirstPrivate));
    // Before the region, too.
    let older = "for (int i = 0; i < n; i++) { x[0] = A[i] * x[2]; B[i] = x[0]; }";
    assert_eq!(alive(older), Some(Role::FirstLastPrivate));
}

/// OpenMP has no initialised copies for vector lanes.
#[test]
fn lanes_begin_without_values() {
    let of = |body: &str, dead: bool| {
        let scop = with_x("double x[3];", body, dead, "n <= 100");
        role(&scop, Vector)
    };
    let private = "for (int i = 0; i < n; i++) { x[0] = A[i]; B[i] = x[0]; }";
    assert_eq!(of(private, true), Some(Role::Private));
    assert_eq!(of(private, false), None);
    let before = "x[2] = A[0]; for (int i = 0; i < n; i++) { x[0] = A[i] * x[2]; B[i] = x[0]; }";
    assert_eq!(of(before, true), None);
}

#[test]
fn every_dimension_counts() {
    let body = |rows: usize, columns: usize| {
        format!(
            "for (int i = 0; i < n; i++) {{
               for (int k = 0; k < {rows}; k++) for (int l = 0; l < {columns}; l++) x[k][l] = A[i];
               B[i] = x[0][0]; }}"
        )
    };
    let of = |rows, columns| {
        let scop = with_x("double x[2][3];", &body(rows, columns), false, "n <= 100");
        role(&scop, Parallel)
    };
    assert_eq!(of(2, 3), Some(Role::LastPrivate));
    assert_eq!(of(1, 3), Some(Role::FirstLastPrivate));
    assert_eq!(of(2, 2), Some(Role::FirstLastPrivate));
}

#[test]
fn the_context_counts() {
    let body = "for (int i = 0; i < n; i++) { if (i < 5) x[0] = A[i]; x[1] = A[i]; B[i] = x[1]; }";
    let of = |context| role(&with_x("double x[2];", body, false, context), Parallel);
    assert_eq!(of("n <= 5"), Some(Role::LastPrivate));
    assert_eq!(of("n <= 6"), None);
}

/// A copy for each iteration of the inner loop, within one iteration of the outer one.
#[test]
fn inner_loops() {
    let body = "for (int t = 0; t < n; t++) {
        x[2] = A[t];
        for (int i = 0; i < n; i++) { x[0] = B[i] * x[2]; B[i] = x[0]; }
        A[t] = x[0]; }";
    let scop = with_x("double x[3];", body, true, "n <= 100");
    let inner = claiming(&scop.schedule, &[(1, Parallel)], &[]);
    let verdict = judged(&scop, &inner, &Options::default());
    let x = scop.find_array("x").expect("x");
    assert!(verdict.is_legal());
    let role = verdict.role(MemberId::new(1), x);
    assert_eq!(role, Role::FirstLastPrivate);
}

#[test]
fn there_are_no_copies_of_what_a_pointer_leads_to() {
    let body = "for (int i = 0; i < n; i++) { x[0] = A[i]; B[i] = x[0]; }";
    let mut scop = with_x("double x[1];", body, false, "n <= 100");
    assert_eq!(role(&scop, Parallel), Some(Role::LastPrivate));
    let x = scop.find_array("x").expect("x");
    scop.arrays[x.index()].behind_pointer = true;
    assert_eq!(role(&scop, Parallel), None);
}

/// The tree with a declaration of what is private to the outermost loop.
fn declaring(tree: &ScheduleTree, name: &str) -> ScheduleTree {
    let mut first = true;
    let changed = tree.map_bottom_up(|node| {
        let Kind::Band(band) = node.kind() else {
            return Ok::<_, std::convert::Infallible>(node);
        };
        let mut band = band.clone();
        if std::mem::take(&mut first) {
            band.members[0].private = vec![name.into()];
        }
        let child = node.child().cloned().unwrap_or_else(Node::leaf);
        Ok(Node::band(band, child))
    });
    let Ok(changed) = changed;
    changed.expect("bands stay bands")
}

/// What is said about a declaration that is not true.
fn said(declared: &str, body: &str, dead: bool, name: &str) -> Vec<String> {
    let scop = with_x(declared, body, dead, "n <= 100");
    let tree = declaring(&scop.schedule, name);
    let verdict = check(&scop, &all_of(&scop), &tree, &Options::default()).unwrap();
    for violation in verdict.violations() {
        let steps = [scop.schedule.clone(), tree.clone(), tree.clone()];
        assert_eq!(first_break(&scop, &steps, violation).unwrap(), Some(1));
        assert!(matches!(violation, Violation::NotPrivate(_)));
    }
    let said = verdict.violations().iter();
    said.map(|one| one.sentence(&scop)).collect()
}

#[test]
fn reasons() {
    let is = |declared: &str, body: &str, dead: bool, reason: &str| {
        let said = said(declared, body, dead, "x");
        assert_eq!(said, [format!("x is not private to loop i: {reason}")]);
    };
    let fine = "for (int i = 0; i < n; i++) { x = A[i]; B[i] = x; }";
    assert!(said("double x;", fine, false, "x").is_empty());
    is(
        "double x;",
        "for (int i = 0; i < n; i++) { S: B[i] = x; T: x = A[i]; }",
        true,
        "S[1] reads x, which T[0] has written in another iteration, when n = 2",
    );
    is(
        "double x[9];",
        "for (int i = 1; i < n; i++) { T: x[i % 9] = A[i]; if (i > 1) S: B[i] = x[(i - 1) % 9]; }",
        true,
        "S[2] reads x[1], which T[1] has written in another iteration, when n = 3",
    );
    is(
        "double x[2];",
        "for (int i = 0; i < n; i++) { if (i == 0) B[i] = x[1]; x[1] = A[i]; x[0] = 0; }",
        false,
        "iteration 0 reads x[1] from before the loop, and iteration 1, which may run before it in \
         the same thread, writes it, when n = 2",
    );
    is(
        "double x[2];",
        "for (int i = 0; i < n; i++) { x[0] = A[i]; if (i > 0) x[1] = A[i]; B[i] = x[0]; }",
        false,
        "iteration 0 is not sure to write x[1], which is needed after the loop, when n = 2",
    );
}
