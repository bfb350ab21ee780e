//! Runs the tables of isl's own unit tests that speak of boxes, reversed functions, factors and
//! spaces.
//!
//! The tables are data of another project, looked for in `../shared/corpus` beside the workspace;
//! without them the test says so and passes.

use presburger::{
    Aff, BasicMap, BasicSet, FixedBox, Map, MultiAff, MultiVal, PwAff, PwMultiAff, Set, UnionMap,
};
use serde_json::Value as Json;
use std::path::Path;

type Outcome = Result<(), Box<dyn std::error::Error>>;

fn text(row: &Json, i: usize) -> &str {
    row[i].as_str().expect("a string in the table")
}

fn check(holds: bool, found: impl std::fmt::Display) -> Outcome {
    if holds {
        Ok(())
    } else {
        Err(format!("found {found}").into())
    }
}

fn space_domain(row: &Json) -> Outcome {
    let (map, set): (Map, Set) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = map.space().domain()?;
    check(found == *set.space(), found)
}

fn space_range(row: &Json) -> Outcome {
    let (map, set): (Map, Set) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = map.space().range()?;
    check(found == *set.space(), found)
}

fn set_as_function(row: &Json) -> Outcome {
    let found = text(row, 0).parse::<Set>()?.as_pw_multi_aff()?;
    check(found.plain_is_equal(&text(row, 1).parse()?)?, found)
}

fn map_as_function(row: &Json) -> Outcome {
    let found = text(row, 0).parse::<Map>()?.as_pw_multi_aff()?;
    check(found.plain_is_equal(&text(row, 1).parse()?)?, found)
}

/// `{ offset: [N] -> { [(N)] }, size: { [10] } }`; the offset need only be the same where there is
/// something to contain.
fn check_box(found: Option<FixedBox>, domain: &Set, expected: &str) -> Outcome {
    let found = found.ok_or("there is no box")?;
    let inside = expected
        .trim_start_matches("{ offset: ")
        .trim_end_matches(" }");
    let (offset, size) = inside.split_once(", size: ").ok_or("a size in the table")?;
    let size: MultiVal = format!("{size} }}").replace("} }", "}").parse()?;
    let offset: MultiAff = offset.parse()?;
    let on = |function: &MultiAff| function.to_pw_multi_aff().intersect_domain(domain);
    let same = on(found.offset())?.is_equal(&on(&offset)?)?;
    let shown = format!("{} {}", found.offset(), found.size());
    check(same && *found.size() == size, shown)
}

fn set_box(row: &Json) -> Outcome {
    let set: Set = text(row, 0).parse()?;
    check_box(set.simple_fixed_box_hull()?, &set.params()?, text(row, 1))
}

fn map_box(row: &Json) -> Outcome {
    let map: Map = text(row, 0).parse()?;
    check_box(
        map.range_simple_fixed_box_hull()?,
        &map.domain()?,
        text(row, 1),
    )
}

fn intersect_params(row: &Json) -> Outcome {
    let (map, params): (BasicMap, BasicSet) = (text(row, 0).parse()?, text(row, 1).parse()?);
    let found = map.to_map().intersect_params(&params.to_set())?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn domain_wrapped_domain(row: &Json) -> Outcome {
    let map: UnionMap = text(row, 0).parse()?;
    let found = map.intersect_domain_wrapped_domain(&text(row, 1).parse()?)?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn range_wrapped_domain(row: &Json) -> Outcome {
    let map: UnionMap = text(row, 0).parse()?;
    let found = map.intersect_range_wrapped_domain(&text(row, 1).parse()?)?;
    check(found.is_equal(&text(row, 2).parse()?)?, found)
}

fn project_out_params(row: &Json) -> Outcome {
    let mut map: UnionMap = text(row, 0).parse()?;
    for name in text(row, 1).trim_matches(['(', ')']).split(", ") {
        map = map.project_out_param(name)?;
    }
    check(map.is_equal(&text(row, 2).parse()?)?, map)
}

macro_rules! reversed {
    ($($name:ident: $t:ident;)*) => {$(
        fn $name(row: &Json) -> Outcome {
            let found = text(row, 0).parse::<$t>()?.domain_reverse()?;
            check(found.plain_is_equal(&text(row, 1).parse()?)?, found)
        }
    )*};
}

reversed! {
    aff_reverse: Aff;
    multi_aff_reverse: MultiAff;
    pw_aff_reverse: PwAff;
    pw_multi_aff_reverse: PwMultiAff;
}

fn scale(row: &Json) -> Outcome {
    let factors: MultiVal = text(row, 1).parse()?;
    let found = text(row, 0)
        .parse::<PwMultiAff>()?
        .scale_multi_val(&factors)?;
    check(found.plain_is_equal(&text(row, 2).parse()?)?, found)
}

fn scale_down(row: &Json) -> Outcome {
    let divisors: MultiVal = text(row, 1).parse()?;
    let found = text(row, 0)
        .parse::<PwMultiAff>()?
        .scale_down_multi_val(&divisors)?;
    check(found.plain_is_equal(&text(row, 2).parse()?)?, found)
}

/// A function under test, and how one of its rows is checked.
type Table = (&'static str, fn(&Json) -> Outcome);

const TABLES: &[Table] = &[
    ("&isl::space::domain", space_domain),
    ("&isl::space::range", space_range),
    ("&isl::set::as_pw_multi_aff", set_as_function),
    ("&isl::map::as_pw_multi_aff", map_as_function),
    ("&isl::set::simple_fixed_box_hull", set_box),
    ("&isl::map::range_simple_fixed_box_hull", map_box),
    (
        "arg<isl::basic_set>(&isl::basic_map::intersect_params)",
        intersect_params,
    ),
    (
        "&isl::union_map::intersect_domain_wrapped_domain",
        domain_wrapped_domain,
    ),
    (
        "&isl::union_map::intersect_range_wrapped_domain",
        range_wrapped_domain,
    ),
    (
        "arg<isl::id>(&isl::union_map::project_out_param)",
        project_out_params,
    ),
    (
        "arg<isl::id_list>(&isl::union_map::project_out_param)",
        project_out_params,
    ),
    ("&isl::aff::domain_reverse", aff_reverse),
    ("&isl::multi_aff::domain_reverse", multi_aff_reverse),
    ("&isl::pw_aff::domain_reverse", pw_aff_reverse),
    ("&isl::pw_multi_aff::domain_reverse", pw_multi_aff_reverse),
    ("arg<isl::multi_val>(&isl::pw_multi_aff::scale)", scale),
    (
        "arg<isl::multi_val>(&isl::pw_multi_aff::scale_down)",
        scale_down,
    ),
];

#[test]
fn tables() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/isl/tables2.json");
    let Ok(json) = std::fs::read_to_string(&path) else {
        println!("skipped: no tables at {}", path.display());
        return;
    };
    let tables: Json = serde_json::from_str(&json).expect("tables are JSON");
    let mut wrong = Vec::new();
    for (name, run) in TABLES {
        let rows = tables[*name].as_array().map_or(&[][..], Vec::as_slice);
        assert!(!rows.is_empty(), "table {name} has no rows");
        for (i, row) in rows.iter().enumerate() {
            if let Err(error) = run(row) {
                wrong.push(format!("{name} {i} {row}\n    {error}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} rows:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
