//! Tiled schedules of kernels: verdicts, and that these come soon. The bound is on operations
//! (see [`presburger::Budget`]), so that it means the same on every machine.

mod support;

use legality::{Options, Verdict, brute, check};
use scop::{ScheduleTree, Scop};
use std::time::Instant;
use support::As::{Parallel, Vector};
use support::{all_of, claiming, flat, kernel, nested, said};

/// A million operations take some tens of milliseconds.
const OPERATIONS: u64 = 2_000_000;

fn judged(scop: &Scop, tree: &ScheduleTree) -> Verdict {
    let options = Options {
        all: true,
        budget: Some(OPERATIONS),
        ..Options::default()
    };
    let dependences = all_of(scop);
    let start = Instant::now();
    let verdict = check(scop, &dependences, tree, &options).unwrap();
    let (name, time) = (&scop.name, start.elapsed());
    println!(
        "{name}: {} of {} in {time:?}",
        verdict.violations().len(),
        verdict.checked()
    );
    for violation in verdict.violations() {
        let problem = brute::is_real(scop, tree, violation).unwrap();
        assert_eq!(problem, None, "{}", violation.sentence(scop));
    }
    verdict
}

#[track_caller]
fn legal(scop: &Scop, tree: &ScheduleTree) {
    let verdict = judged(scop, tree);
    assert!(verdict.is_legal(), "{:#?}", said(scop, &verdict));
}

/// `floor(i/32), floor(j/32), i, j`
fn tiles(size: i64, loops: &[&str]) -> String {
    let outer = loops.iter().map(|one| format!("floor(({one})/{size})"));
    let all = outer.chain(loops.iter().map(|one| one.to_string()));
    all.collect::<Vec<_>>().join(", ")
}

/// Zeros after `n` entries of a date, up to `all` entries.
fn zeros(n: usize, all: usize) -> String {
    ", 0".repeat(all - n)
}

#[test]
fn products() {
    let scop = kernel("matmul");
    let (init, mult) = (tiles(32, &["i", "j"]), tiles(32, &["i", "k", "j"]));
    let map = format!(
        "[n] -> {{ Init[i, j] -> [0, {init}{}]; Mult[i, j, k] -> [1, {mult}] }}",
        zeros(4, 6)
    );
    let tree = flat(&scop, &map);
    legal(&scop, &claiming(&tree, &[(1, Parallel), (6, Vector)], &[]));
    // Two levels of tiles.
    let two = format!(
        "{}, {mult}",
        tiles(256, &["i", "k", "j"]).replace(", i, k, j", "")
    );
    let map = format!(
        "[n] -> {{ Init[i, j] -> [0, {init}{}]; Mult[i, j, k] -> [1, {two}] }}",
        zeros(4, 9)
    );
    legal(&scop, &flat(&scop, &map));
    // Fused: the tiles of k other than the first come after the initialisation, if that is in the
    // first.
    let fused = |first: &str| {
        let map = format!(
            "[n] -> {{ Init[i, j] -> [floor(i/32), floor(j/32), {first}, i, j, 0, 0];
                Mult[i, j, k] -> [floor(i/32), floor(j/32), floor(k/32), i, j, 1, k] }}"
        );
        flat(&scop, &map)
    };
    legal(&scop, &fused("0"));
    let found = said(&scop, &judged(&scop, &fused("1")));
    assert_eq!(
        found[0],
        "Mult[0, 0, 0] reads C[0][0] before Init[0, 0] writes it when n = 1"
    );
    // In the last tile it is late, and the smallest case has two tiles.
    let late = "[n] -> { Init[i, j] -> [i, j, 0, 0]; Mult[i, j, k] -> [i, j, floor(k/32) - 1, k] : k >= 32; Mult[i, j, k] -> [i, j, 1, k] : k < 32 }";
    let found = said(&scop, &judged(&scop, &flat(&scop, late)));
    // At the date of the initialisation k = 32 comes after it, and before k = 0.
    assert_eq!(
        found[0],
        "Mult[0, 0, 32] reads C[0][0] before Mult[0, 0, 31] writes it when n = 33"
    );
}

#[test]
fn stencils() {
    let scop = kernel("seidel-2d");
    let skewed = tiles(32, &["t", "t + i", "2t + i + j"]);
    let tree = flat(
        &scop,
        &format!("[tsteps, n] -> {{ Loop[t, i, j] -> [{skewed}] }}"),
    );
    legal(&scop, &tree);
    // Too little skewing: the smallest case has a tile's border in j.
    let less = tiles(32, &["t", "t + i", "t + j"]);
    let tree = flat(
        &scop,
        &format!("[tsteps, n] -> {{ Loop[t, i, j] -> [{less}] }}"),
    );
    assert!(!judged(&scop, &tree).is_legal());

    let scop = kernel("jacobi-2d");
    let date = |shift: &str| {
        tiles(32, &["2t", "2t + i", "2t + j"]).replace("2t", &format!("(2t + {shift})"))
    };
    let (a, b) = (date("1"), date("0"));
    let map = format!("[tsteps, n] -> {{ LoopB[t, i, j] -> [{b}]; LoopA[t, i, j] -> [{a}] }}");
    let tree = flat(&scop, &map);
    legal(&scop, &tree);

    let scop = kernel("heat-3d");
    let date = |shift: &str| {
        let loops = ["2t", "2t + i", "2t + j", "2t + k"];
        tiles(16, &loops).replace("2t", &format!("(2t + {shift})"))
    };
    let (a, b) = (date("1"), date("0"));
    let map =
        format!("[tsteps, n] -> {{ LoopB[t, i, j, k] -> [{b}]; LoopA[t, i, j, k] -> [{a}] }}");
    legal(&scop, &flat(&scop, &map));
}

/// Tiled as trees of several bands, as scripts make them.
#[test]
fn nests_of_several_bands() {
    let scop = kernel("2mm");
    let names: Vec<&str> = scop.statements.iter().map(|s| s.name.as_str()).collect();
    let mut dates = Vec::new();
    for (position, (name, statement)) in names.iter().zip(&scop.statements).enumerate() {
        let loops: Vec<&str> = statement.iterators.iter().map(String::as_str).collect();
        let tiled = tiles(32, &loops).replace(", ", ", 0, ");
        dates.push(format!(
            "{name}[{}] -> [{position}, {tiled}, 0]",
            loops.join(", ")
        ));
    }
    let parameters: Vec<&str> = scop.parameters.iter().map(|p| p.name.as_str()).collect();
    let map = format!("[{}] -> {{ {} }}", parameters.join(", "), dates.join("; "));
    legal(&scop, &nested(&scop, &map));
}
