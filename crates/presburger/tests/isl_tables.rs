//! Runs the tables of isl's own unit tests that speak of sets, relations and values.
//!
//! The tables are data of another project, looked for in `../shared/corpus` beside the workspace;
//! without them the test says so and passes. `isl_tables_failures.txt` lists rows that are known
//! to fail, as `table index reason`; the list must be exact.

use presburger::{BasicSet, Map, Set, UnionMap, Value};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;

type Outcome = Result<(), String>;
type Runner = fn(&Json) -> Outcome;

fn text(row: &Json, i: usize) -> &str {
    row[i].as_str().expect("a string in the table")
}

fn set(text: &str) -> Result<Set, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}

fn map(text: &str) -> Result<Map, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}

fn union_map(text: &str) -> Result<UnionMap, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}

fn value(text: &str) -> Result<Value, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}

fn say<T>(result: presburger::Result<T>) -> Result<T, String> {
    result.map_err(|e| e.to_string())
}

fn same_set(found: &Set, expected: &str) -> Outcome {
    if say(found.is_equal(&set(expected)?))? {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

fn truth(found: bool, expected: &str) -> Outcome {
    if found == (expected == "1") {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

fn parse_equal(row: &Json) -> Outcome {
    let (a, b) = (text(row, 0), text(row, 1));
    let equal = match (a.parse::<Map>(), b.parse::<Map>()) {
        (Ok(a), Ok(b)) => say(a.is_equal(&b))?,
        _ => say(set(a)?.is_equal(&set(b)?))?,
    };
    if equal {
        Ok(())
    } else {
        Err("not equal".into())
    }
}

fn val_un(row: &Json) -> Outcome {
    let v = value(text(row, 1))?;
    let found = match text(row, 0) {
        "&isl_val_neg" => -v,
        "&isl_val_abs" => v.abs(),
        "&isl_val_floor" => v.floor(),
        "&isl_val_ceil" => v.ceil(),
        "&isl_val_pow2" => say(v.pow2())?,
        "&isl_val_inv" => v.inv(),
        other => return Err(format!("unknown operation {other}")),
    };
    same_value(&found, text(row, 2))
}

fn val_bin(row: &Json) -> Outcome {
    let (a, b) = (value(text(row, 0))?, value(text(row, 2))?);
    let found = match text(row, 1) {
        "'+'" => a + b,
        "'-'" => a - b,
        "'*'" => a * b,
        "'/'" => a / b,
        "'g'" => say(a.gcd(&b))?,
        "'m'" => a.min(&b),
        "'M'" => a.max(&b),
        other => return Err(format!("unknown operation {other}")),
    };
    same_value(&found, text(row, 3))
}

fn same_value(found: &Value, expected: &str) -> Outcome {
    let expected = value(expected)?;
    let same = (found.is_nan() && expected.is_nan()) || *found == expected;
    if same {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

/// isl's test: reading the set leaves no existential behind.
fn elimination(row: &Json) -> Outcome {
    let printed = set(row.as_str().expect("a string"))?.to_string();
    let locals = ["floor", "exists", "mod"]
        .iter()
        .any(|word| printed.contains(word));
    if locals {
        Err(format!("found {printed}"))
    } else {
        Ok(())
    }
}

fn simple_hull(row: &Json) -> Outcome {
    let a = set(text(row, 1))?;
    let hull = match text(row, 0) {
        "&isl_set_simple_hull" => a.simple_hull(),
        _ => a.unshifted_simple_hull(),
    };
    same_set(&say(hull)?.to_set(), text(row, 2))
}

fn convex_hull(row: &Json) -> Outcome {
    same_set(
        &say(say(set(text(row, 0))?.convex_hull()).map(|h| Ok(h.to_set()))?)?,
        text(row, 1),
    )
}

fn gist(row: &Json) -> Outcome {
    let first = text(row, 0);
    let first = first
        .strip_prefix("TWO(")
        .map_or(first, |rest| rest.trim_end_matches([')', ' ']));
    let first = if first.ends_with('}') {
        first.to_string()
    } else {
        format!("{first}}}")
    };
    if let Ok(a) = first.parse::<Map>() {
        let found = say(a.gist(&map(text(row, 1))?))?;
        let equal = say(found.is_equal(&map(text(row, 2))?))?;
        return if equal {
            Ok(())
        } else {
            Err(format!("found {found}"))
        };
    }
    same_set(&say(set(&first)?.gist(&set(text(row, 1))?))?, text(row, 2))
}

fn coalesce(row: &Json) -> Outcome {
    coalesce_with(row, Set::coalesce)
}

fn coalesce_unbounded(row: &Json) -> Outcome {
    coalesce_with(row, Set::coalesce_unbounded)
}

fn coalesce_with(row: &Json, how: fn(&Set) -> presburger::Result<Set>) -> Outcome {
    let a = set(text(row, 1))?;
    let found = say(how(&a))?;
    if !say(found.is_equal(&a))? {
        return Err(format!("not equal: {found}"));
    }
    if text(row, 0) == "1" && found.n_basic_set() > 1 {
        return Err(format!(
            "{} conjunctions remain: {found}",
            found.n_basic_set()
        ));
    }
    Ok(())
}

fn lexmin(row: &Json) -> Outcome {
    if let Ok(a) = text(row, 0).parse::<Map>() {
        let found = say(a.lexmin())?;
        let equal = say(found.is_equal(&map(text(row, 1))?))?;
        return if equal {
            Ok(())
        } else {
            Err(format!("found {found}"))
        };
    }
    same_set(&say(set(text(row, 0))?.lexmin())?, text(row, 1))
}

fn single_valued(row: &Json) -> Outcome {
    truth(
        say(union_map(text(row, 0))?.is_single_valued())?,
        text(row, 1),
    )
}

fn bijective(row: &Json) -> Outcome {
    truth(say(map(text(row, 0))?.is_bijective())?, text(row, 1))
}

fn subset(row: &Json) -> Outcome {
    truth(
        say(set(text(row, 0))?.is_subset(&set(text(row, 1))?))?,
        text(row, 2),
    )
}

fn subtract_domain(row: &Json) -> Outcome {
    let domain = text(row, 1).parse().map_err(|e| format!("{e}"))?;
    let found = say(union_map(text(row, 0))?.subtract_domain(&domain))?;
    same_union_map(&found, text(row, 2))
}

fn same_union_map(found: &UnionMap, expected: &str) -> Outcome {
    let equal = say(found.is_equal(&union_map(expected)?))?;
    if equal {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

fn union_map_binary(row: &Json) -> Outcome {
    let (a, b) = (union_map(text(row, 1))?, union_map(text(row, 2))?);
    let found = match text(row, 0) {
        "&isl_union_map_intersect" => a.intersect(&b),
        "&isl_union_map_intersect_domain_factor_domain" => a.intersect_domain_factor_domain(&b),
        "&isl_union_map_intersect_domain_factor_range" => a.intersect_domain_factor_range(&b),
        "&isl_union_map_intersect_range_factor_domain" => a.intersect_range_factor_domain(&b),
        "&isl_union_map_intersect_range_factor_range" => a.intersect_range_factor_range(&b),
        other => return Err(format!("unknown operation {other}")),
    };
    same_union_map(&say(found)?, text(row, 3))
}

/// isl's test: what is printed reads back as the same set.
fn output(row: &Json) -> Outcome {
    let a = set(row.as_str().expect("a string"))?;
    same_set(&a, &a.to_string())
}

fn coefficients(row: &Json) -> Outcome {
    let a: BasicSet = text(row, 0).parse().map_err(|e| format!("{e}"))?;
    same_set(&say(a.coefficients())?.to_set(), text(row, 1))
}

fn solutions(row: &Json) -> Outcome {
    let a: BasicSet = text(row, 0).parse().map_err(|e| format!("{e}"))?;
    same_set(&say(a.solutions())?.to_set(), text(row, 1))
}

#[test]
fn tables_of_isl() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let Ok(json) = std::fs::read_to_string(root.join("../shared/corpus/isl/tables.json")) else {
        println!("skipped: the corpus is not beside the workspace");
        return;
    };
    let tables: Json = serde_json::from_str(&json).expect("the tables are JSON");
    let runners: [(&str, Runner); 20] = [
        ("parse_map_equal_tests", parse_equal),
        ("val_un_tests", val_un),
        ("val_bin_tests", val_bin),
        ("elimination_tests", elimination),
        ("simple_hull_tests", simple_hull),
        ("convex_hull_tests", convex_hull),
        ("plain_gist_tests", gist),
        ("&gist<isl", gist),
        ("coalesce_tests", coalesce),
        ("coalesce_unbounded_tests", coalesce_unbounded),
        ("lexmin_tests", lexmin),
        ("sv_tests", single_valued),
        ("bijective_tests", bijective),
        ("subset_tests", subset),
        ("subtract_domain_tests", subtract_domain),
        ("umap_bin_tests", union_map_binary),
        ("output_tests", output),
        ("coef_tests", coefficients),
        ("sol_tests", solutions),
        ("conversion_tests", output_of_map),
    ];
    let expected = known_failures();
    let (mut rows, mut failed) = (0, BTreeMap::new());
    for (table, run) in runners {
        let content = tables[table]
            .as_array()
            .unwrap_or_else(|| panic!("no table {table}"));
        assert!(!content.is_empty(), "{table} has no rows");
        for (i, row) in content.iter().enumerate() {
            rows += 1;
            if let Err(reason) = run(row) {
                failed.insert(format!("{table} {i}"), format!("{row}: {reason}"));
            }
        }
    }
    println!("{rows} rows, {} as expected", rows - failed.len());
    let mut unexpected = 0;
    for (row, reason) in &failed {
        if !expected.contains_key(row) {
            println!("{row} fails: {reason}");
            unexpected += 1;
        }
    }
    assert_eq!(unexpected, 0, "rows that fail and are not listed");
    for row in expected.keys() {
        assert!(
            failed.contains_key(row),
            "{row} passes now: take it off the list"
        );
    }
}

fn output_of_map(row: &Json) -> Outcome {
    let a = map(row.as_str().expect("a string"))?;
    let equal = say(a.is_equal(&map(&a.to_string())?))?;
    if equal {
        Ok(())
    } else {
        Err(format!("prints {a}"))
    }
}

fn known_failures() -> BTreeMap<String, String> {
    include_str!("isl_tables_failures.txt")
        .lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let mut next = || words.next().unwrap_or_default().to_string();
            (format!("{} {}", next(), next()), next())
        })
        .collect()
}
