//! Lattice tiles: every element is on the lattice, found by looking at all of them.

use presburger::Set;

/// A set of one dimension with parameters, and the stride that it must be found to have.
fn check(text: &str, stride: i64) {
    let set: Set = text.parse().expect("a set");
    let tile = set.lattice_tile().expect("a tile");
    assert_eq!(tile.size().values()[0], stride, "{text}");
    let offset = tile.offset().at(0).expect("an offset");
    let mut seen = 0;
    for n in -15..=15 {
        let at = match set.space().find_param("N") {
            Some(_) => set.fix_param("N", n).expect("a set"),
            None => set.clone(),
        };
        let at = at.project_out_all_params().expect("a set");
        let offset = offset.to_string().replace("[N] -> ", "");
        let offset = offset.trim_start_matches("{ [").trim_end_matches("] }");
        let lattice = format!("{{ [x] : exists k, N: N = {n} and x = {offset} + {stride} k }}");
        let lattice: Set = lattice
            .parse()
            .unwrap_or_else(|error| panic!("{lattice}: {error}"));
        let bounded = at.intersect(&"{ [x] : -60 <= x <= 60 }".parse().expect("a set"));
        for point in bounded.expect("a set").points().expect("points") {
            let value = point.to_i64s().expect("numbers");
            assert!(
                lattice.contains(&point).expect("an answer"),
                "{text}: {value:?} for N = {n}"
            );
            seen += 1;
        }
    }
    assert!(seen > 0, "{text}");
}

#[test]
fn elements_are_on_the_lattice() {
    for (text, stride) in [
        (
            "[N] -> { [x] : (x - N) mod 4 = 1 and (x - N) mod 6 = 3 }",
            12,
        ),
        (
            "[N] -> { [x] : (x - N) mod 4 = 1 and (x + 2N) mod 6 = 3 }",
            12,
        ),
        ("[N] -> { [x] : (2x - N) mod 4 = 0 and 3 <= x <= 10 }", 2),
        ("[N] -> { [x] : (3x + 2N) mod 7 = 5 }", 7),
        ("[N] -> { [x] : (6x + 4N) mod 10 = 2 and x mod 3 = 1 }", 15),
        ("{ [x] : x mod 9 = 7 }", 9),
        ("{ [x] : 2 <= x <= 9 }", 1),
    ] {
        check(text, stride);
    }
}
