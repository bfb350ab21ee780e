//! Tiles that start all at once, proved with sets.

mod support;

use optimizer::schedule::{ConcurrentStart, DIAMOND, Options, proposal};
use presburger::{MultiUnionPwAff, Tuple, UnionMap, UnionPwAff, UnionSet, Value};
use scop::Scop;
use scop::schedule::{Band, Kind, Node, Path, ScheduleTree};
use support::{all_of, kernel, program};

const SIZE: i64 = 4;

fn tree(scop: &Scop, start: ConcurrentStart) -> ScheduleTree {
    let options = Options {
        concurrent_start: start,
        ..Options::default()
    };
    proposal(scop, &all_of(scop), &options, true).unwrap()
}

/// The marked band, and where the mark is.
fn diamond(tree: &ScheduleTree) -> Option<(Path, Band)> {
    let all = tree.nodes();
    let found = all
        .iter()
        .find(|(_, node)| matches!(node.kind(), Kind::Mark(text) if text == DIAMOND));
    found.map(|(path, node)| match node.child().map(Node::kind) {
        Some(Kind::Band(band)) => (path.clone(), band.clone()),
        _ => panic!("no band below the mark\n{tree}"),
    })
}

/// The outermost band.
fn outermost(tree: &ScheduleTree) -> Band {
    let all = tree.nodes();
    let bands = all.iter().filter_map(|(_, node)| match node.kind() {
        Kind::Band(band) => Some(band.clone()),
        _ => None,
    });
    bands.into_iter().next().expect("a band")
}

/// The numbers of tiles, and in front of them the wavefront: the sum of the first `faces` of them.
fn tiles(band: &Band, faces: usize) -> MultiUnionPwAff {
    let number = |k| {
        let date = band.schedule.at(k).unwrap();
        date.scale_down(&Value::from(SIZE))
            .unwrap()
            .floor()
            .unwrap()
    };
    let numbers: Vec<_> = (0..band.size()).map(number).collect();
    let mut wave = numbers[0].clone();
    for other in &numbers[1..faces] {
        wave = wave.add(other).unwrap();
    }
    let all: Vec<_> = [vec![wave], numbers].concat();
    let tuple = Tuple::anonymous(all.len());
    MultiUnionPwAff::from_union_pw_aff_list(tuple, &all).unwrap()
}

/// Whether two instances of one time step are more than so many wavefronts apart.
fn is_spread(scop: &Scop, time: &UnionPwAff, tiles: &MultiUnionPwAff, most: i64) -> bool {
    let domain: UnionSet = scop.domain().unwrap();
    let dates = |date: &UnionPwAff| -> UnionMap {
        let one = MultiUnionPwAff::from_union_pw_aff_list(
            Tuple::anonymous(1),
            std::slice::from_ref(date),
        );
        let map = one.unwrap().as_union_map().unwrap();
        map.intersect_domain(&domain).unwrap()
    };
    let (time, wave) = (dates(time), dates(&tiles.at(0).unwrap()));
    let same_time = time.apply_range(&time.reverse().unwrap()).unwrap();
    let waves = same_time
        .apply_domain(&wave)
        .unwrap()
        .apply_range(&wave)
        .unwrap();
    let far: UnionMap = format!("{{ [a] -> [b] : b > a + {most} }}")
        .parse()
        .unwrap();
    !waves.intersect(&far).unwrap().is_empty().unwrap()
}

/// Tiles of these programs start at once; those of their plain bands do not.
fn check(scop: &Scop, start: ConcurrentStart, members: usize) {
    let dependences = all_of(scop);
    let tree = tree(scop, start);
    let judged = |tree: &ScheduleTree| {
        legality::check(scop, &dependences, tree, &Default::default()).unwrap()
    };
    assert!(judged(&tree).is_legal(), "{tree}");
    let (path, band) = diamond(&tree).unwrap_or_else(|| panic!("no diamond\n{tree}"));
    assert_eq!(band.size(), members, "{tree}");
    let faces = match start {
        ConcurrentStart::Full => members,
        _ => 2,
    };
    let numbers = tiles(&band, faces);

    // No dependence goes to a tile that is before in any member, so that tiles of one wavefront are independent.
    let map = numbers.as_union_map().unwrap();
    let map = map.intersect_domain(&scop.domain().unwrap()).unwrap();
    for dependence in &dependences {
        let pairs: UnionMap = dependence.relation.clone().into();
        let between = pairs.apply_domain(&map).unwrap().apply_range(&map).unwrap();
        for k in 0..=members {
            let names = |letter: &str| -> String {
                let all: Vec<String> = (0..=members).map(|i| format!("{letter}{i}")).collect();
                all.join(", ")
            };
            let text = format!("{{ [{}] -> [{}] : b{k} < a{k} }}", names("a"), names("b"));
            let back: UnionMap = text.parse().unwrap();
            assert!(
                between.intersect(&back).unwrap().is_empty().unwrap(),
                "{dependence:?}"
            );
        }
    }

    // Whatever the size of space is, all of a time step is in a few wavefronts: those of `c t / SIZE`, rounded
    // once for each member, and shifts between statements.
    let most = faces as i64 + 1;
    let plain = self::tree(scop, ConcurrentStart::No);
    assert!(diamond(&plain).is_none());
    let plain = outermost(&plain);
    let time = plain.schedule.at(0).unwrap();
    assert!(!is_spread(scop, &time, &numbers, most), "{tree}");
    assert!(is_spread(scop, &time, &tiles(&plain, 2), 100));

    // The loops that are meant: wavefronts, tiles of which are parallel, and in them the points in the order of the band.
    let mut loops = Band::new(numbers);
    // Those that have the same wavefront and differ in the other faces are independent.
    for member in &mut loops.members[1..faces] {
        member.parallel = true;
    }
    let points = tree
        .node(&path)
        .unwrap()
        .child()
        .unwrap()
        .child()
        .unwrap()
        .clone();
    let tiled = tree.replace(&path, Node::band(loops, points)).unwrap();
    assert!(judged(&tiled).is_legal(), "{tiled}");
}

fn stencil(dimensions: usize, neighbours: &str) -> Scop {
    let letters = &["i", "j", "k"][..dimensions];
    let loops: String = letters
        .iter()
        .map(|i| format!("for (int {i} = 1; {i} < n - 1; {i}++) "))
        .collect();
    let subscripts: String = letters.iter().map(|i| format!("[{i}]")).collect();
    let extents = "[n]".repeat(dimensions);
    program(
        &format!("int m, int n, double A[2]{extents}"),
        &format!(
            "for (int t = 0; t < m; t++) {loops} S: A[(t + 1) % 2]{subscripts} = {neighbours};"
        ),
    )
}

#[test]
fn jacobi_1d() {
    let scop = stencil(1, "A[t % 2][i - 1] + A[t % 2][i + 1]");
    check(&scop, ConcurrentStart::Partial, 2);
    check(&scop, ConcurrentStart::Full, 2);
}

#[test]
fn jacobi_1d_with_two_statements() {
    check(&kernel("jacobi-1d")[0], ConcurrentStart::Partial, 2);
}

#[test]
fn jacobi_2d() {
    let scop = stencil(
        2,
        "A[t % 2][i - 1][j] + A[t % 2][i + 1][j] + A[t % 2][i][j - 1] + A[t % 2][i][j + 1]",
    );
    check(&scop, ConcurrentStart::Partial, 3);
    check(&scop, ConcurrentStart::Full, 3);
}

#[test]
fn a_box_in_two_dimensions() {
    let scop = stencil(
        2,
        "A[t % 2][i - 1][j - 1] + A[t % 2][i + 1][j + 1] + A[t % 2][i - 1][j + 1] + A[t % 2][i + 1][j - 1]",
    );
    check(&scop, ConcurrentStart::Full, 3);
}

#[test]
fn jacobi_2d_with_two_statements() {
    check(&kernel("jacobi-2d")[0], ConcurrentStart::Partial, 3);
}

#[test]
fn heat_3d() {
    check(&kernel("heat-3d")[0], ConcurrentStart::Partial, 4);
}

#[test]
fn rings_in_pieces() {
    check(&kernel("periodic")[0], ConcurrentStart::Partial, 2);
}

/// Where each cell waits for its neighbour of the same step, no tiles start at once.
#[test]
fn in_place_there_are_no_diamonds() {
    for name in [
        "seidel-1d",
        "seidel-2d",
        "lu",
        "wavefront",
        "floyd-warshall",
    ] {
        let tree = tree(&kernel(name)[0], ConcurrentStart::Full);
        assert!(diamond(&tree).is_none(), "{name}\n{tree}");
    }
}
