//! Programs with buffers in orders that no script asks for: in each one condition of the proof
//! decides. Runs with symbolic values confirm the answers.

mod support;

use legality::{Options, brute, check, check_packed, plain_order};
use scop::{Packed, Packing, Scop};
use storage::{Names, pack};
use support::{all_of, nested, program};

/// `S` works on `a[0..2]` in every iteration of `i`, and `T` reads `a[0]` behind it.
fn plain() -> Scop {
    program(
        "int n, double a[3], double b[n], double c[n]",
        "for (int i = 0; i < n; i++) {\n\
           for (int j = 0; j < 2; j++) S: a[j] = a[j] + c[i];\n\
           T: b[i] = a[0];\n\
         }",
    )
}

/// The program with a buffer for what `statement` uses of `a` in a tile. The copies are called
/// `in` and `out`.
fn packed(plain: &Scop, statement: &str, tile: &str) -> Packed {
    packed_for(plain, &[(statement, tile)])
}

/// The same for what several statements use.
fn packed_for(plain: &Scop, users: &[(&str, &str)]) -> Packed {
    let tiles = users.iter().map(|(statement, tile)| {
        let user = plain.find_statement(statement).expect("the statement");
        (user, tile.parse().expect("a map"))
    });
    let packing = Packing {
        array: plain.find_array("a").expect("a"),
        tiles: tiles.collect(),
        names: vec!["i".into()],
        order: vec![0],
    };
    let names = Names {
        is_taken: &|_| false,
        is_macro: &|_| false,
        is_counter: &|_| false,
        undeclarable: &|_| None,
    };
    let (packed, _) = pack(plain, &[packing], &names).unwrap_or_else(|e| panic!("{e:?}"));
    packed
}

/// What is wrong with a program with buffers in an order, written with `in` and `out` for the
/// statements that copy; nothing if it is right. Runs say the same.
fn sentence(plain: &Scop, packed: &Packed, order: &str) -> Option<String> {
    let (found, differ) = judged(plain, packed, order);
    assert_eq!(found.is_some(), differ, "{order}");
    found
}

/// Whether a program that computes the right thing is refused.
fn is_doubted(plain: &Scop, packed: &Packed, order: &str) -> bool {
    let (found, differ) = judged(plain, packed, order);
    found.is_some() && !differ
}

/// What is wrong with a program with buffers, and whether runs compute something else.
fn judged(plain: &Scop, packed: &Packed, order: &str) -> (Option<String>, bool) {
    let one = &packed.packs[0];
    let mut order = order.to_owned();
    for (name, copy) in [("in[", one.copy_in), ("out[", one.copy_out)] {
        if let Some(copy) = copy {
            order = order.replace(name, &format!("{}[", packed.scop[copy].name));
        }
    }
    let tree = nested(&packed.scop, &order);
    let own = plain_order(packed, plain, &tree).unwrap();
    let verdict = check(plain, &all_of(plain), &own, &Options::default()).unwrap();
    let legal = verdict
        .legal()
        .expect("an order that is right without buffers");
    let verdict = check_packed(legal, packed, &tree, &Options::default()).unwrap();
    let mut differ = false;
    for n in 0..4 {
        let found = brute::stored_differences(plain, &packed.scop, &tree, &[("n", n)]);
        differ |= !found.unwrap().is_empty();
    }
    let first = verdict.violations().first();
    assert_eq!(verdict.is_legal(), first.is_none());
    (first.map(|one| one.sentence(&packed.scop)), differ)
}

const TILE: &str = "[n] -> { S[i, j] -> [i] : 0 <= i < n and 0 <= j < 2 }";

fn of_s(order: &str) -> Option<String> {
    let plain = plain();
    sentence(&plain, &packed(&plain, "S", TILE), order)
}

#[test]
fn copies_around_the_tile() {
    let order = "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [0, i, 1, j, 0]; out[i, c] -> [0, i, 2, c, 0]; T[i] -> [0, i, 3, 0, 0] }";
    assert_eq!(of_s(order), None);
    // A cell may be copied back as soon as its last write is done.
    let order = "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [0, i, 1, j, 0]; out[i, c] -> [0, i, 1, c, 1]; T[i] -> [0, i, 3, 0, 0] }";
    assert_eq!(of_s(order), None);
}

#[test]
fn copies_in_the_wrong_place() {
    let cases = [
        (
            "used before it is filled",
            "{ in[i, c] -> [0, i, 1, c, 0]; S[i, j] -> [0, i, 0, j, 0]; out[i, c] -> [0, i, 2, c, 0]; T[i] -> [0, i, 3, 0, 0] }",
            "S[0, 0] reads a_pack[0] before a is copied to it when n = 1",
        ),
        (
            "copied back before it is written",
            "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [0, i, 2, j, 0]; out[i, c] -> [0, i, 1, c, 0]; T[i] -> [0, i, 3, 0, 0] }",
            "S[0, 0] writes a_pack[0] after it has been copied back to a when n = 1",
        ),
        (
            "read while the values are in the buffer",
            "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [0, i, 1, j, 0]; T[i] -> [0, i, 2, 0, 0]; out[i, c] -> [0, i, 3, c, 0] }",
            "T[0] reads a while the value of S[0, 0] is only in a_pack[0] when n = 1",
        ),
        (
            "all tiles copied back at the end",
            "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [0, i, 1, j, 0]; T[i] -> [0, i, 3, 0, 0]; out[i, c] -> [1, i, 0, c, 0] }",
            "S[1, 0] writes a_pack[0] before the value of S[0, 0] is copied back to a when n = 2",
        ),
    ];
    for (what, order, wanted) in cases {
        assert_eq!(of_s(order).as_deref(), Some(wanted), "{what}");
    }
}

#[test]
fn others_write_what_was_copied() {
    let plain = program(
        "int n, double a[3], double b[n]",
        "for (int i = 0; i < n; i++) {\n\
           for (int j = 0; j < 2; j++) S: b[i] = b[i] + a[j];\n\
           T: a[1] = b[i];\n\
         }",
    );
    let packed = packed(&plain, "S", TILE);
    let order =
        "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [0, i, 1, j, 0]; T[i] -> [0, i, 2, 0, 0] }";
    assert_eq!(sentence(&plain, &packed, order), None);
    let order =
        "{ in[i, c] -> [0, i, 0, c, 0]; S[i, j] -> [1, i, 0, j, 0]; T[i] -> [1, i, 1, 0, 0] }";
    assert_eq!(
        sentence(&plain, &packed, order).as_deref(),
        Some("T[0] writes a while S[1, 1] reads the copy in a_pack[1] when n = 2")
    );
}

/// `S` writes what `U` reads in the same iteration of `i`: nothing is copied in.
#[test]
fn read_after_a_write_of_the_same_key() {
    let plain = program(
        "int n, double b[n][2], double c[n]",
        "double a[2];\n\
         for (int i = 0; i < n; i++) for (int j = 0; j < 2; j++) {\n\
           S: a[j] = c[i];\n\
           U: b[i][j] = a[j];\n\
         }",
    );
    let both = [
        ("S", TILE),
        ("U", "[n] -> { U[i, j] -> [i] : 0 <= i < n and 0 <= j < 2 }"),
    ];
    let packed = packed_for(&plain, &both);
    assert_eq!(packed.packs[0].copy_in, None);
    let order =
        "{ S[i, j] -> [0, i, 0, j, 0]; U[i, j] -> [0, i, 0, j, 1]; out[i, c] -> [0, i, 1, c, 0] }";
    assert_eq!(sentence(&plain, &packed, order), None);
    let order =
        "{ S[i, j] -> [0, i, 0, j, 0]; U[i, j] -> [0, i, 1, -j, 0]; out[i, c] -> [0, i, 2, c, 0] }";
    assert_eq!(sentence(&plain, &packed, order), None);
    // The values of the tile are still there behind the copy, but that is not seen.
    let order =
        "{ S[i, j] -> [0, i, 0, j, 0]; out[i, c] -> [0, i, 1, c, 0]; U[i, j] -> [0, i, 2, j, 0] }";
    assert!(is_doubted(&plain, &packed, order));
}

#[test]
fn cells_that_are_used_for_two_tiles() {
    // `a[2i + j]` is in `a_pack[j]`, so that tiles overwrite each other's values.
    let plain = program(
        "int n, double a[2 * n], double c[n]",
        "for (int i = 0; i < n; i++) for (int j = 0; j < 2; j++) S: a[2 * i + j] = c[i];",
    );
    let packed = packed(&plain, "S", TILE);
    let order = "{ S[i, j] -> [0, i, 0, j, 0]; out[i, c] -> [0, i, 1, c, 0] }";
    assert_eq!(sentence(&plain, &packed, order), None);
    let order = "{ S[i, j] -> [0, i, 0, j, 0]; out[i, c] -> [1, i, 0, c, 0] }";
    assert_eq!(
        sentence(&plain, &packed, order).as_deref(),
        Some("S[1, 0] writes a_pack[0] before the value of S[0, 0] is copied back to a when n = 2")
    );
}
