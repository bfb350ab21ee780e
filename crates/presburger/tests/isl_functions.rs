//! Runs the tables of isl's own unit tests that speak of functions.
//!
//! The tables are data of another project, looked for in `../shared/corpus` beside the workspace;
//! without them the test says so and passes. `isl_functions_expected_failures.txt` lists rows that
//! are known to fail, as `table index reason`; the list must be exact. The operation in a row is
//! named as in isl's C interface.

use presburger::{
    Aff, Error, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal, PwAff, PwMultiAff, Set,
    Tuple, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, Value,
};
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use std::str::FromStr;

type Outcome = Result<(), String>;

fn text(row: &Json, i: usize) -> &str {
    row[i].as_str().expect("a string in the table")
}

fn whole(row: &Json) -> &str {
    row.as_str().expect("a string in the table")
}

/// The operation of a row, without isl's prefix.
fn operation(row: &Json) -> &str {
    text(row, 0).trim_start_matches("&isl_")
}

fn read<T: FromStr<Err = Error>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|e| format!("{text}: {e}"))
}

fn say<T>(result: presburger::Result<T>) -> Result<T, String> {
    result.map_err(|e| e.to_string())
}

fn unknown<T>(name: &str) -> Result<T, String> {
    Err(format!("unknown operation {name}"))
}

/// Equality as isl's tests ask for it: plain for functions, of points for sets and relations.
trait Same: Sized + FromStr<Err = Error> + std::fmt::Display {
    fn same(&self, other: &Self) -> presburger::Result<bool>;
}

macro_rules! same {
    ($method:ident: $($t:ident)*) => {$(
        impl Same for $t {
            fn same(&self, other: &Self) -> presburger::Result<bool> {
                self.$method(other)
            }
        }
    )*};
}

same!(plain_is_equal: Aff PwAff MultiAff PwMultiAff UnionPwAff UnionPwMultiAff);
same!(plain_is_equal: MultiPwAff MultiUnionPwAff);
same!(is_equal: Set Map UnionSet UnionMap);

fn check<T: Same>(found: presburger::Result<T>, expected: &str) -> Outcome {
    let found = say(found)?;
    let expected: T = read(expected)?;
    if say(found.same(&expected))? {
        Ok(())
    } else {
        Err(format!("found {found}"))
    }
}

fn check_true(condition: bool, message: impl FnOnce() -> String) -> Outcome {
    if condition { Ok(()) } else { Err(message()) }
}

/// The tuple of names that isl writes as a set without constraints.
fn names(text: &str) -> Result<Tuple, String> {
    let set: Set = read(text)?;
    set.space()
        .tuple()
        .cloned()
        .ok_or_else(|| format!("{text} has no tuple"))
}

fn reparse<T: Same>(row: &Json) -> Outcome {
    let function: T = read(whole(row))?;
    let again: T = read(&function.to_string())?;
    let same = say(function.same(&again))?;
    check_true(same, || {
        format!("written as {function}, read back as {again}")
    })
}

fn parse_fails<T: Same>(row: &Json) -> Outcome {
    match whole(row).parse::<T>() {
        Err(Error::Parse(_)) => Ok(()),
        Err(other) => Err(format!("the error has no place in the text: {other}")),
        Ok(found) => Err(format!("read as {found}")),
    }
}

fn aff_bin(row: &Json) -> Outcome {
    let (a, b): (Aff, Aff) = (read(text(row, 0))?, read(text(row, 2))?);
    let found = match text(row, 1) {
        "'+'" => a.add(&b),
        "'-'" => a.sub(&b),
        "'*'" => a.mul(&b),
        "'/'" => a.div(&b),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn pw_aff_bin(row: &Json) -> Outcome {
    let (a, b): (PwAff, PwAff) = (read(text(row, 0))?, read(text(row, 2))?);
    let found = match text(row, 1) {
        "'m'" => a.min(&b),
        "'M'" => a.max(&b),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

/// The tables of operators name the functions that the operator tables use.
fn operators(row: &Json) -> Outcome {
    match operation_of(text(row, 0)) {
        "aff_div" | "pw_aff_min" => Ok(()),
        other => unknown(other),
    }
}

fn operation_of(text: &str) -> &str {
    text.trim_start_matches("&isl_")
}

fn upma_test(row: &Json) -> Outcome {
    let f: UnionPwMultiAff = read(text(row, 1))?;
    let found = match operation(row) {
        "union_pw_multi_aff_involves_locals" => f.involves_locals(),
        other => return unknown(other),
    };
    let expected = text(row, 2) == "isl_bool_true";
    check_true(found == expected, || format!("found {found}"))
}

fn upma_combine(
    name: &str,
    a: &UnionPwMultiAff,
    b: &UnionPwMultiAff,
) -> Result<presburger::Result<UnionPwMultiAff>, String> {
    Ok(match name {
        "union_pw_multi_aff_add" => a.add(b),
        "union_pw_multi_aff_union_add" => a.union_add(b),
        "union_pw_multi_aff_preimage_domain_wrapped_domain_union_pw_multi_aff" => {
            a.preimage_domain_wrapped_domain(b)
        }
        other => return unknown(other),
    })
}

fn upma_bin(row: &Json) -> Outcome {
    let found = upma_combine(operation(row), &read(text(row, 1))?, &read(text(row, 2))?)?;
    check(found, text(row, 3))
}

fn upma_bin_fail(row: &Json) -> Outcome {
    let found = upma_combine(operation(row), &read(text(row, 1))?, &read(text(row, 2))?)?;
    match found {
        Err(_) => Ok(()),
        Ok(found) => Err(format!("found {found}")),
    }
}

fn upma_uset(row: &Json) -> Outcome {
    let (f, set): (UnionPwMultiAff, UnionSet) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = match operation(row) {
        "union_pw_multi_aff_intersect_domain_wrapped_domain" => {
            f.intersect_domain_wrapped_domain(&set)
        }
        "union_pw_multi_aff_intersect_domain_wrapped_range" => {
            f.intersect_domain_wrapped_range(&set)
        }
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn mpa_un(row: &Json) -> Outcome {
    let f: MultiPwAff = read(text(row, 1))?;
    let found = match operation(row) {
        "multi_pw_aff_range_factor_domain" => f.range_factor_domain(),
        // Without a domain tuple the range is all there is.
        "multi_pw_aff_range_factor_range" | "multi_pw_aff_factor_range" => f.range_factor_range(),
        other => return unknown(other),
    };
    check(found, text(row, 2))
}

fn mpa_bin(row: &Json) -> Outcome {
    let (a, b): (MultiPwAff, MultiPwAff) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = match operation(row) {
        "multi_pw_aff_add" => a.add(&b),
        "multi_pw_aff_range_product" => a.range_product(&b),
        "multi_pw_aff_product" => a.product(&b),
        "multi_pw_aff_pullback_multi_pw_aff" => a.pullback_multi_pw_aff(&b),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn mupa_un(row: &Json) -> Outcome {
    let f: MultiUnionPwAff = read(text(row, 1))?;
    let found = match operation(row) {
        "multi_union_pw_aff_factor_range" => f.factor_range(),
        other => return unknown(other),
    };
    check(found, text(row, 2))
}

fn mupa_bin(row: &Json) -> Outcome {
    // isl's reader stops behind the tuple; one row has `C[] }]`. Ours wants all of the text.
    let whole = |text: &str| {
        text.strip_suffix(" }]")
            .filter(|t| t.ends_with("[]"))
            .map(str::to_string)
    };
    let second = whole(text(row, 2)).unwrap_or_else(|| text(row, 2).to_string());
    let (a, b): (MultiUnionPwAff, MultiUnionPwAff) = (read(text(row, 1))?, read(&second)?);
    let found = match operation(row) {
        "multi_union_pw_aff_add" => a.add(&b),
        "multi_union_pw_aff_sub" => a.sub(&b),
        "multi_union_pw_aff_union_add" => a.union_add(&b),
        "multi_union_pw_aff_range_product" => a.range_product(&b),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn mupa_set(row: &Json) -> Outcome {
    let (f, set): (MultiUnionPwAff, Set) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = match operation(row) {
        "multi_union_pw_aff_intersect_range" => f.intersect_range(&set),
        "multi_union_pw_aff_intersect_params" => f.intersect_params(&set),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn mupa_uset(row: &Json) -> Outcome {
    let (f, set): (MultiUnionPwAff, UnionSet) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = match operation(row) {
        "multi_union_pw_aff_intersect_domain" => f.intersect_domain(&set),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn mupa_apply(row: &Json) -> Outcome {
    let f: MultiUnionPwAff = read(text(row, 1))?;
    let (argument, expected) = (text(row, 2), text(row, 3));
    match operation(row) {
        "multi_union_pw_aff_apply_multi_aff" => {
            check(f.apply_multi_aff(&read(argument)?), expected)
        }
        "multi_union_pw_aff_apply_pw_aff" => check(f.apply_pw_aff(&read(argument)?), expected),
        "multi_union_pw_aff_apply_pw_multi_aff" => {
            check(f.apply_pw_multi_aff(&read(argument)?), expected)
        }
        "multi_union_pw_aff_pullback_union_pw_multi_aff" => {
            check(f.pullback_union_pw_multi_aff(&read(argument)?), expected)
        }
        other => unknown(other),
    }
}

fn bind_set(row: &Json) -> Outcome {
    check(
        read::<Set>(text(row, 0))?.bind(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn bind_map_domain(row: &Json) -> Outcome {
    check(
        read::<Map>(text(row, 0))?.bind_domain(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn bind_umap_range(row: &Json) -> Outcome {
    check(
        read::<UnionMap>(text(row, 0))?.bind_range(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn bind_pma_domain(row: &Json) -> Outcome {
    check(
        read::<PwMultiAff>(text(row, 0))?.bind_domain(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn bind_pma_domain_wrapped(row: &Json) -> Outcome {
    let f: PwMultiAff = read(text(row, 0))?;
    check(
        f.bind_domain_wrapped_domain(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn bind_aff(row: &Json) -> Outcome {
    check(read::<Aff>(text(row, 0))?.bind(text(row, 1)), text(row, 2))
}

fn bind_pa(row: &Json) -> Outcome {
    check(
        read::<PwAff>(text(row, 0))?.bind(text(row, 1)),
        text(row, 2),
    )
}

fn bind_mupa(row: &Json) -> Outcome {
    check(
        read::<MultiUnionPwAff>(text(row, 0))?.bind(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn unbind_set(row: &Json) -> Outcome {
    check(
        read::<Set>(text(row, 0))?.unbind_params(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn unbind_aff(row: &Json) -> Outcome {
    let f: Aff = read(text(row, 0))?;
    check(
        f.unbind_params_insert_domain(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn unbind_multi_aff(row: &Json) -> Outcome {
    let f: MultiAff = read(text(row, 0))?;
    check(
        f.unbind_params_insert_domain(&names(text(row, 1))?),
        text(row, 2),
    )
}

fn pma_equal(row: &Json) -> Outcome {
    let (a, b): (PwMultiAff, PwMultiAff) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = say(a.is_equal(&b))?;
    check_true(found == (text(row, 0) == "1"), || format!("found {found}"))
}

fn un_locus(row: &Json) -> Outcome {
    let f: MultiUnionPwAff = read(text(row, 1))?;
    match operation(row) {
        "multi_union_pw_aff_zero_union_set" => check(f.zero_union_set(), text(row, 2)),
        other => unknown(other),
    }
}

fn bin_locus(row: &Json) -> Outcome {
    let (map, f): (UnionMap, MultiUnionPwAff) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = match operation(row) {
        "union_map_eq_at_multi_union_pw_aff" => map.eq_at_multi_union_pw_aff(&f),
        "union_map_lex_lt_at_multi_union_pw_aff" => map.lex_lt_at_multi_union_pw_aff(&f),
        "union_map_lex_le_at_multi_union_pw_aff" => map.lex_le_at_multi_union_pw_aff(&f),
        "union_map_lex_gt_at_multi_union_pw_aff" => map.lex_gt_at_multi_union_pw_aff(&f),
        "union_map_lex_ge_at_multi_union_pw_aff" => map.lex_ge_at_multi_union_pw_aff(&f),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

fn bin_locus_ma(row: &Json) -> Outcome {
    let (a, b): (MultiAff, MultiAff) = (read(text(row, 1))?, read(text(row, 2))?);
    let found = match operation(row) {
        "multi_aff_lex_le_set" => a.lex_le_set(&b),
        "multi_aff_lex_lt_set" => a.lex_lt_set(&b),
        other => return unknown(other),
    };
    check(found, text(row, 3))
}

/// An empty set stands for isl's void point, where every function is NaN.
fn aff_eval(row: &Json) -> Outcome {
    let f: PwAff = read(text(row, 0))?;
    let found = match say(read::<Set>(text(row, 1))?.sample_point())? {
        Some(point) => say(f.eval(&point))?,
        None => Value::nan(),
    };
    let expected: Value = read(text(row, 2))?;
    check_true(found == expected, || format!("found {found}"))
}

/// Conversion to a function and back keeps the relation.
fn conversion(row: &Json) -> Outcome {
    let f = say(read::<Map>(whole(row))?.as_pw_multi_aff())?;
    check(f.as_map(), whole(row))
}

fn mpa_conversion(row: &Json) -> Outcome {
    let f = say(read::<Map>(whole(row))?.as_pw_multi_aff())?;
    let multi = say(MultiPwAff::from_pw_multi_aff(&f))?;
    check(multi.as_map(), whole(row))?;
    check(say(multi.to_pw_multi_aff())?.as_map(), whole(row))
}

fn umap_mupa_conversion(row: &Json) -> Outcome {
    let f = say(MultiUnionPwAff::from_union_map(&read(whole(row))?))?;
    check(f.as_union_map(), whole(row))?;
    check(say(f.to_union_pw_multi_aff())?.as_union_map(), whole(row))
}

fn pullback(row: &Json) -> Outcome {
    let (a, b): (MultiAff, MultiAff) = (read(text(row, 0))?, read(text(row, 1))?);
    check(a.pullback_multi_aff(&b), text(row, 2))
}

/// Of a function the least and the greatest value are the function.
fn multi_pw_aff_box(row: &Json) -> Outcome {
    let f: MultiPwAff = read(whole(row))?;
    let map = say(f.as_map())?;
    for bound in [say(map.min_multi_pw_aff())?, say(map.max_multi_pw_aff())?] {
        check_true(say(bound.is_equal(&f))?, || format!("found {bound}"))?;
    }
    Ok(())
}

fn opt_pw(row: &Json) -> Outcome {
    let f: PwMultiAff = read(text(row, 0))?;
    let expected: MultiVal = read(text(row, 1))?;
    let found = say(f.max_multi_val())?;
    check_true(found == expected, || format!("found {found}"))?;
    let least = say(say(f.neg())?.min_multi_val())?;
    let negated: Vec<Value> = expected.values().iter().map(|v| -v.clone()).collect();
    check_true(least.values() == negated, || {
        format!("the opposite has the minimum {least}")
    })
}

/// The row says whether tile loops are scaled and point loops shifted, then the band, the sizes,
/// and what the members of the two bands are.
fn tile(row: &Json) -> Outcome {
    let (scale, shift) = (text(row, 0) == "1", text(row, 1) == "1");
    let band: MultiUnionPwAff = read(text(row, 3))?;
    let sizes: MultiVal = read(text(row, 4))?;
    let tile = say(say(band.scale_down_multi_val(&sizes))?.floor())?;
    let scaled = say(tile.scale_multi_val(&sizes))?;
    let point = if shift { say(band.sub(&scaled))? } else { band };
    check(Ok(if scale { scaled } else { tile }), text(row, 5))?;
    check(Ok(point), text(row, 6))
}

fn has_single_cell(f: &PwMultiAff, row: &Json) -> Outcome {
    let context = say(f.domain())?;
    let single = say(f.gist(&context))?.as_multi_aff().is_ok();
    check_true(single == (text(row, 1) == "true"), || format!("found {f}"))
}

fn pma_single_cell(row: &Json) -> Outcome {
    let map: Map = read(text(row, 0))?;
    let f = say(map.as_pw_multi_aff())?;
    check_true(say(say(f.as_map())?.is_equal(&map))?, || {
        format!("not equal: {f}")
    })?;
    has_single_cell(&f, row)
}

fn lexmin_single_cell(row: &Json) -> Outcome {
    let map: Map = read(text(row, 0))?;
    let f = say(map.lexmin_pw_multi_aff())?;
    let lexmin = say(map.lexmin())?;
    check_true(say(say(f.as_map())?.is_equal(&lexmin))?, || {
        format!("not equal: {f}")
    })?;
    has_single_cell(&f, row)
}

type Runner = fn(&Json) -> Outcome;

const TABLES: &[(&str, Runner)] = &[
    ("reparse_multi_pw_aff_tests", reparse::<MultiPwAff>),
    ("parse_multi_pw_aff_fail_tests", parse_fails::<MultiPwAff>),
    ("reparse_pw_multi_aff_tests", reparse::<PwMultiAff>),
    (
        "parse_union_pw_multi_aff_fail_tests",
        parse_fails::<UnionPwMultiAff>,
    ),
    (
        "reparse_multi_union_pw_aff_tests",
        reparse::<MultiUnionPwAff>,
    ),
    ("aff_bin_op", operators),
    ("aff_bin_tests", aff_bin),
    ("pw_aff_bin_op", operators),
    ("pw_aff_bin_tests", pw_aff_bin),
    ("upma_test_tests", upma_test),
    ("upma_bin_tests", upma_bin),
    ("upma_bin_fail_tests", upma_bin_fail),
    ("upma_uset_tests", upma_uset),
    ("mpa_un_tests", mpa_un),
    ("mpa_bin_tests", mpa_bin),
    ("mupa_un_tests", mupa_un),
    ("mupa_bin_tests", mupa_bin),
    ("mupa_set_tests", mupa_set),
    ("mupa_uset_tests", mupa_uset),
    ("mupa_ma_tests", mupa_apply),
    ("mupa_pa_tests", mupa_apply),
    ("mupa_pma_tests", mupa_apply),
    ("mupa_upma_tests", mupa_apply),
    ("bind_set_tests", bind_set),
    ("bind_map_domain_tests", bind_map_domain),
    ("bind_umap_range_tests", bind_umap_range),
    ("bind_pma_domain_tests", bind_pma_domain),
    ("bind_pma_domain_wrapped_tests", bind_pma_domain_wrapped),
    ("bind_aff_tests", bind_aff),
    ("bind_pa_tests", bind_pa),
    ("bind_mupa_tests", bind_mupa),
    ("unbind_set_tests", unbind_set),
    ("unbind_aff_tests", unbind_aff),
    ("unbind_multi_aff_tests", unbind_multi_aff),
    ("pma_equal_tests", pma_equal),
    ("un_locus_tests", un_locus),
    ("bin_locus_tests", bin_locus),
    ("bin_locus_ma_tests", bin_locus_ma),
    ("aff_eval_tests", aff_eval),
    ("conversion_tests", conversion),
    ("mpa_conversion_tests", mpa_conversion),
    ("umap_mupa_conversion_tests", umap_mupa_conversion),
    ("pullback_tests", pullback),
    ("multi_pw_aff_box_tests", multi_pw_aff_box),
    ("opt_pw_tests", opt_pw),
    ("tile_tests", tile),
    ("&has_single_cell_pma<isl", pma_single_cell),
    ("&lexmin_has_single_cell<isl", lexmin_single_cell),
];

/// The known failures: table and index, with the reason.
fn expected_failures() -> BTreeMap<(String, usize), String> {
    let list = include_str!("isl_functions_expected_failures.txt");
    let lines = list
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines
        .map(|line| {
            let mut words = line.splitn(3, ' ');
            let table = words.next().expect("a table").to_string();
            let index = words.next().and_then(|w| w.parse().ok()).expect("an index");
            ((table, index), words.next().unwrap_or_default().to_string())
        })
        .collect()
}

#[test]
fn tables() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus/isl/tables.json");
    let Ok(json) = std::fs::read_to_string(&path) else {
        println!("skipped: no tables at {}", path.display());
        return;
    };
    let tables: Json = serde_json::from_str(&json).expect("tables are JSON");
    let mut expected = expected_failures();
    let mut wrong = Vec::new();
    let mut passed = 0;
    for (name, run) in TABLES {
        let rows = tables[*name].as_array().map_or(&[][..], Vec::as_slice);
        assert!(!rows.is_empty(), "table {name} has no rows");
        for (i, row) in rows.iter().enumerate() {
            let outcome = run(row);
            let known = expected.remove(&((*name).to_string(), i));
            match (outcome, known) {
                (Ok(()), None) => passed += 1,
                (Ok(()), Some(_)) => wrong.push(format!("{name} {i} passes but is listed")),
                (Err(_), Some(_)) => {}
                (Err(error), None) => wrong.push(format!("{name} {i} {row}\n    {error}")),
            }
        }
    }
    wrong.extend(
        expected
            .keys()
            .map(|(table, i)| format!("no row {i} in table {table}")),
    );
    println!("{passed} rows passed");
    assert!(
        wrong.is_empty(),
        "{} rows:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
