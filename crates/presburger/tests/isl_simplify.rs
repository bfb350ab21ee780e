//! Runs the tables of isl's own unit tests that speak of gists, preimages, optima as functions and
//! polyhedra.
//!
//! The tables are data of another project, looked for in `../shared/corpus` beside the workspace;
//! without them the test says so and passes.

use presburger::{
    BasicSet, Map, MultiAff, MultiPwAff, MultiUnionPwAff, Point, PwAff, PwMultiAff, PwQPolynomial,
    Set, UnionMap, Value,
};
use serde_json::Value as Json;
use std::path::Path;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn text(row: &Json, i: usize) -> &str {
    row[i].as_str().expect("a string in the table")
}

fn check(holds: bool, found: impl std::fmt::Display) -> Outcome {
    match holds {
        true => Ok(()),
        false => Err(format!("found {found}").into()),
    }
}

/// `TWO({ … })` is the argument for two tests of isl, which differ in how it is made.
fn first(row: &Json) -> &str {
    let argument = text(row, 0);
    let inside = argument.strip_prefix("TWO(");
    inside.map_or(argument, |inside| inside.trim_end_matches([')', ' ']))
}

fn set_gist(row: &Json) -> Outcome {
    let (set, context): (Set, Set) = (first(row).parse()?, text(row, 1).parse()?);
    let found = set.gist(&context)?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

macro_rules! gists {
    ($($name:ident: $t:ident $method:ident;)*) => {$(
        fn $name(row: &Json) -> Outcome {
            let function: $t = text(row, 0).parse()?;
            let found = function.$method(&text(row, 1).parse()?)?;
            check(found.plain_is_equal(&text(row, 2).parse()?)?, found)
        }
    )*};
}

gists! {
    pw_aff_gist: PwAff gist;
    pw_aff_gist_params: PwAff gist_params;
    multi_aff_gist: MultiAff gist;
    multi_aff_gist_params: MultiAff gist_params;
    multi_pw_aff_gist: MultiPwAff gist;
    multi_pw_aff_gist_params: MultiPwAff gist_params;
    multi_union_pw_aff_gist: MultiUnionPwAff gist;
    multi_union_pw_aff_gist_params: MultiUnionPwAff gist_params;
}

fn polynomial_gist(row: &Json) -> Outcome {
    let function: PwQPolynomial = text(row, 0).parse()?;
    let found = function.gist(&text(row, 1).parse()?)?;
    check(found == text(row, 2).parse()?, found)
}

fn set_preimage(row: &Json) -> Outcome {
    let (set, function): (Set, MultiAff) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = set.preimage_multi_aff(&function)?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn set_preimage_in_pieces(row: &Json) -> Outcome {
    let (set, function): (Set, PwMultiAff) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = set.preimage_pw_multi_aff(&function)?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn preimage_domain(row: &Json) -> Outcome {
    let (map, function): (UnionMap, MultiAff) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = map.preimage_domain_union_pw_multi_aff(&function.to_pw_multi_aff().into())?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn preimage_range(row: &Json) -> Outcome {
    let (map, function): (UnionMap, MultiAff) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = map.preimage_range_union_pw_multi_aff(&function.to_pw_multi_aff().into())?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn fixed_power(row: &Json) -> Outcome {
    let exponent: i64 = text(row, 1).parse()?;
    let found = text(row, 0).parse::<Map>()?.fixed_power(exponent)?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn lexmin_single_cell(row: &Json) -> Outcome {
    let map: Map = text(row, 0).parse()?;
    let found = map.lexmin_pw_multi_aff()?;
    check(found.as_map()?.is_equal(&map.lexmin()?)?, &found)?;
    let single = found.gist(&found.domain()?)?.as_multi_aff().is_ok();
    check(single == (text(row, 1) == "true"), &found)
}

fn map_lexmin(row: &Json) -> Outcome {
    let found = text(row, 0).parse::<Map>()?.lexmin_pw_multi_aff()?;
    let is_same = found.is_equal(&text(row, 1).parse()?)?;
    assert!(is_same, "{row}: {found}");
    check(found.plain_is_equal(&text(row, 1).parse()?)?, found)
}

fn set_lexmin(row: &Json) -> Outcome {
    let found = text(row, 0).parse::<Set>()?.lexmin_pw_multi_aff()?;
    check(found.plain_is_equal(&text(row, 1).parse()?)?, found)
}

macro_rules! reversed {
    ($($name:ident: $t:ident $method:ident;)*) => {$(
        fn $name(row: &Json) -> Outcome {
            let found = text(row, 0).parse::<$t>()?.$method()?;
            check(found.is_equal(&text(row, 1).parse()?)?, found)
        }
    )*};
}

reversed! {
    wrapped_reverse: Set wrapped_reverse;
    map_domain_reverse: Map domain_reverse;
    union_map_domain_reverse: UnionMap domain_reverse;
    union_map_range_reverse: UnionMap range_reverse;
}

fn recession_cone(row: &Json) -> Outcome {
    let found = text(row, 0).parse::<BasicSet>()?.recession_cone()?;
    check(found.to_set().is_equal(&text(row, 1).parse()?)?, found)
}

/// A bound, where it has a value at all, against the values that the row gives.
fn bound(row: &Json) -> Outcome {
    let function: PwQPolynomial = text(row, 2).parse()?;
    let found = function.upper_bound()?;
    check(found.is_tight() == (text(row, 0) == "1"), &found)?;
    // `max(m^2) : m >= 0` is no text of a function.
    let expected: PwQPolynomial = text(row, 3).replace("max(m^2)", "m^2").parse()?;
    for m in -9..=9 {
        let at = Point::new(expected.space().clone(), [m])?;
        let value = (m >= 0).then(|| expected.eval(&at)).transpose()?;
        check(found.eval(&at)? == value, &found)?;
    }
    Ok(())
}

/// isl lists the vertices for each value of the parameters; here they are those of a polyhedron in
/// which the parameters are coordinates.
fn vertices(row: &Json) -> Outcome {
    let set: BasicSet = text(row, 0).parse()?;
    if set.space().n_param() > 0 {
        return Ok(());
    }
    let mut expected = Vec::new();
    for vertex in row[2].as_array().expect("a list of vertices") {
        let vertex: Set = vertex.as_str().expect("a set").parse()?;
        let point = vertex.sample_point()?.expect("a vertex");
        let point = point.to_i64s().expect("small numbers").into_iter();
        expected.push(point.map(Value::from).collect::<Vec<_>>());
    }
    let found = set.vertices()?;
    check(found == expected, format!("{found:?}"))
}

/// A function under test, and how one of its rows is checked.
type Table = (&'static str, fn(&Json) -> Outcome);

const FIRST: &[Table] = &[
    ("recession_cone_tests", recession_cone),
    ("pwqp_gist_tests", polynomial_gist),
    ("bound_tests", bound),
    ("vertices_tests", vertices),
];

const SECOND: &[Table] = &[
    ("arg<isl::multi_aff>(&isl::set::preimage)", set_preimage),
    (
        "arg<isl::pw_multi_aff>(&isl::set::preimage)",
        set_preimage_in_pieces,
    ),
    (
        "arg<isl::multi_aff>(&isl::union_map::preimage_domain)",
        preimage_domain,
    ),
    (
        "arg<isl::multi_aff>(&isl::union_map::preimage_range)",
        preimage_range,
    ),
    ("arg<isl::val>(&isl::map::fixed_power)", fixed_power),
    ("&lexmin_has_single_cell<isl::map>", lexmin_single_cell),
    ("&isl::map::lexmin_pw_multi_aff", map_lexmin),
    ("&isl::set::lexmin_pw_multi_aff", set_lexmin),
    ("&gist<isl::basic_set>", set_gist),
    ("&gist<isl::set>", set_gist),
    ("arg<isl::set>(&isl::pw_aff::gist)", pw_aff_gist),
    ("&isl::pw_aff::gist_params", pw_aff_gist_params),
    ("arg<isl::set>(&isl::multi_aff::gist)", multi_aff_gist),
    ("&isl::multi_aff::gist_params", multi_aff_gist_params),
    ("arg<isl::set>(&isl::multi_pw_aff::gist)", multi_pw_aff_gist),
    ("&isl::multi_pw_aff::gist_params", multi_pw_aff_gist_params),
    ("&isl::multi_union_pw_aff::gist", multi_union_pw_aff_gist),
    (
        "&isl::multi_union_pw_aff::gist_params",
        multi_union_pw_aff_gist_params,
    ),
    ("&isl::set::wrapped_reverse", wrapped_reverse),
    ("&isl::map::domain_reverse", map_domain_reverse),
    ("&isl::union_map::domain_reverse", union_map_domain_reverse),
    ("&isl::union_map::range_reverse", union_map_range_reverse),
];

/// Rows that fail, with the reason; the list must be exact.
const KNOWN: &[(&str, usize, &str)] = &[
    (
        "&isl::map::lexmin_pw_multi_aff",
        2,
        "`a - floor((a - b + 2)/3)` is not recognised as `floor((2a + b)/3)`",
    ),
    (
        "&isl::map::lexmin_pw_multi_aff",
        3,
        "three pieces; isl sees that one of the divisions is exact",
    ),
];

fn run(file: &str, runners: &[Table]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/isl");
    let Ok(json) = std::fs::read_to_string(path.join(file)) else {
        println!("skipped: no tables at {}", path.display());
        return;
    };
    let tables: Json = serde_json::from_str(&json).expect("tables are JSON");
    let (mut wrong, mut count) = (Vec::new(), 0);
    for (name, run) in runners {
        let rows = tables[*name].as_array().map_or(&[][..], Vec::as_slice);
        assert!(!rows.is_empty(), "table {name} has no rows");
        count += rows.len();
        for (i, row) in rows.iter().enumerate() {
            let is_known = KNOWN.iter().any(|known| (known.0, known.1) == (*name, i));
            let result = run(row);
            if is_known {
                assert!(
                    result.is_err(),
                    "{name} {i} passes now: take it off the list"
                );
            } else if let Err(error) = result {
                wrong.push(format!("{name} {i} {row}\n    {error}"));
            }
        }
    }
    println!("{count} rows");
    let wrong_rows = wrong.join("\n");
    assert!(wrong.is_empty(), "{} rows:\n{wrong_rows}", wrong.len());
}

#[test]
fn first_tables() {
    run("tables.json", FIRST);
}

#[test]
fn second_tables() {
    run("tables2.json", SECOND);
}
