//! What is made of the bands of kernels for a machine with vectors of 64 bytes: the recipes by which experts make these
//! kernels fast (`expert/README.md` of the corpus), and nothing where there is nothing to gain.

mod support;

use legality::check;
use optimizer::loops::{Machine, Note};
use optimizer::{Options, Proposal, Proposals};
use scop::Scop;
use support::{all_of, kernel};

const MACHINE: Machine = Machine {
    vector: 64,
    registers: 32,
    l1: 32 << 10,
    l2: 1 << 20,
    threads: 4,
};

/// The best order for a kernel that is legal, if one is better than its own.
fn best(scop: &Scop, change: impl Fn(&mut Options)) -> Option<Proposal> {
    let mut options = Options::default();
    options.loops.machine = MACHINE;
    options.loops.parallel = false;
    change(&mut options);
    let dependences = all_of(scop);
    let proposals = Proposals::new(scop, &dependences, &options);
    for proposal in proposals {
        let proposal = proposal.unwrap();
        let tree = &proposal.loops.tree;
        let verdict = check(scop, &dependences, tree, &Default::default()).unwrap();
        if verdict.is_legal() {
            return Some(proposal);
        }
    }
    None
}

fn notes(name: &str, change: impl Fn(&mut Options)) -> Vec<Note> {
    let mut all = Vec::new();
    for scop in kernel(name) {
        all.extend(
            best(&scop, &change)
                .map(|found| found.loops.notes)
                .unwrap_or_default(),
        );
    }
    all
}

/// Kernels, a statement, and what its loops are for.
const RECIPES: &[(&str, &str, &str)] = &[
    // Products: a tile of sums in registers.
    ("gemm", "S1", "sums of products stay in registers"),
    ("2mm", "Sum", "sums of products stay in registers"),
    ("3mm", "CompG", "sums of products stay in registers"),
    ("trmm", "Mult", "sums of products stay in registers"),
    ("doitgen", "Mult", "rows are summed up several at a time"),
    // Both operands in rows along the sum: several sums at a time.
    ("syrk", "S1", "several sums at a time"),
    ("gesummv", "S2", "several sums at a time"),
    // The transposed matrix: rows in vector lanes.
    ("mvt", "Second", "in vector lanes"),
    // Stencils with copies: time and the outermost loop over space.
    (
        "jacobi-2d",
        "LoopB",
        "time steps stay in the cache; tiles of 32 x 32",
    ),
    ("heat-3d", "LoopA", "time steps stay in the cache"),
    ("fdtd-2d", "EX", "time steps stay in the cache"),
    // Stencils in place.
    ("seidel-2d", "Loop", "several rows at a time"),
    // Recurrences along lines.
    ("adi", "S3", "several lines at a time"),
];

#[test]
fn kernels_get_the_loops_that_experts_give_them() {
    let mut wrong = Vec::new();
    for (name, statement, wanted) in RECIPES {
        let notes = notes(name, |_| ());
        let has = |note: &Note| {
            note.statements.iter().any(|one| one == statement) && note.text.contains(wanted)
        };
        if !notes.iter().any(has) {
            wrong.push(format!("{name}: {statement}: {wanted}: {notes:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Vectors that stay in the first cache, dynamic programs that use a cell once: loops of another order are
/// no faster there.
#[test]
fn kernels_without_gain_stay_as_they_are() {
    for name in ["jacobi-1d", "durbin", "trisolv", "lcs", "deriche"] {
        for scop in kernel(name) {
            let found = best(&scop, |_| ());
            assert!(
                found.is_none(),
                "{name}: {:#?}",
                found.map(|one| one.loops.notes)
            );
        }
    }
}

/// Statements that would share loops stay apart if their best innermost loops are different ones.
#[test]
fn statements_stay_apart_where_memory_says_so() {
    for scop in kernel("mvt") {
        let found = best(&scop, |_| ()).unwrap();
        let order = found.loops.tree.before().unwrap();
        // Along rows, a few of them at a time.
        let rows = "{ Second[i, j] -> Second[i + 1, j] : 0 <= i < 3499 and 0 <= j < 3500 }";
        let columns = "{ Second[i, j] -> Second[i - 9, j + 4] : 9 <= i < 3500 and 0 <= j < 3496 }";
        for pairs in [rows, columns] {
            let pairs: presburger::UnionMap = pairs.parse().unwrap();
            assert!(pairs.is_subset(&order).unwrap(), "{pairs}");
        }
    }
}

#[test]
fn given_sizes_are_taken() {
    let sizes = |options: &mut Options| options.loops.sizes = vec![8, 16];
    let notes = notes("gemm", sizes);
    let has = |note: &Note| note.text.contains("tiles of 8 x 16 x 16");
    assert!(notes.iter().any(has), "{notes:#?}");
}

#[test]
fn parallel_loops_are_outside() {
    let parallel = |options: &mut Options| options.loops.parallel = true;
    for (name, wanted) in [
        ("gemm", "in parallel"),
        ("jacobi-2d", "in wavefronts"),
        ("lcs", "in wavefronts"),
    ] {
        let notes = notes(name, parallel);
        assert!(
            notes.iter().any(|note| note.text.contains(wanted)),
            "{name}: {notes:#?}"
        );
    }
}
