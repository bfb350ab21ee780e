//! Records: assignments in place of statements that say which instance is executed.

use presburger::{Map, Set};
use scop::{Access, Scop, Statement};
use std::collections::HashSet;

use crate::claim::Expected;
use crate::{Claim, Copy, Failure, Result, example};

/// What the names of arrays end with that are read to record the values of holes.
const VALUES: &str = "_with";

/// The record of an instance of statement `index`: it writes a cell for the instance, and reads one
/// for the values of the holes in its text. `arguments` are the values of its iterators as C writes
/// them; `holes` has for each of the [`different`](crate::different) values of its holes the texts
/// that fill them.
///
/// ```
/// let text = validate::record("lw_at_", 2, &["i", "k"], &[]);
/// assert_eq!(text, "lw_at_2[i][k] = 0;");
/// let text = validate::record("lw_at_", 0, &["i"], &[vec!["j", "(j)", "j"], vec!["k"]]);
/// assert_eq!(text, "lw_at_0[i] = lw_at_0_with[i][j][k] + lw_at_0_with[i][(j)][k];");
/// ```
pub fn record(prefix: &str, index: usize, arguments: &[&str], holes: &[Vec<&str>]) -> String {
    let texts: Vec<Vec<&str>> = holes
        .iter()
        .map(|texts| {
            let mut seen = HashSet::new();
            let first = texts.iter().filter(|text| seen.insert(**text));
            first.copied().collect()
        })
        .collect();
    let cell = |suffix: &str, values: &[&str]| {
        let mut text = format!("{prefix}{index}{suffix}");
        for value in arguments.iter().chain(values) {
            text.push_str(&format!("[{value}]"));
        }
        text
    };
    let variants = texts.iter().map(Vec::len).max().unwrap_or(0);
    let read: Vec<String> = (0..variants)
        .map(|variant| {
            let values = texts
                .iter()
                .filter_map(|texts| texts.get(variant).or(texts.last()));
            cell(VALUES, &values.copied().collect::<Vec<_>>())
        })
        .collect();
    match read.is_empty() {
        true => format!("{} = 0;", cell("", &[])),
        false => format!("{} = {};", cell("", &[]), read.join(" + ")),
    }
}

/// What the statements of a text with records stand for, in the order of the text.
pub fn records(read: &Scop, prefix: &str, claim: &Claim) -> Result<Vec<Copy>> {
    let mut cells = Vec::with_capacity(claim.statements.len());
    for expected in &claim.statements {
        cells.push(allowed(expected, claim)?);
    }
    let mut copies = Vec::with_capacity(read.statements.len());
    for statement in &read.statements {
        let (index, relation, values) = recorded(read, statement, prefix)?;
        let expected = claim.statements.get(index);
        let (Some(expected), Some(cells)) = (expected, cells.get(index)) else {
            return Err(not_records(statement, "there is no such statement"));
        };
        let depth = expected.domain.n_dim();
        let width = depth + expected.holes.len();
        let mut widths = values.iter().map(|one| one.space().n_out());
        if relation.space().n_out() != depth
            || widths.any(|one| one != width)
            || values.is_empty() != expected.holes.is_empty()
        {
            return Err(not_records(statement, "it has the wrong number of values"));
        }
        let relation = relation
            .intersect_params(&claim.context)?
            .set_range_tuple_name(None)?;
        let instances = expected.domain.intersect_params(&claim.context)?;
        is_within(
            &relation.range()?,
            &instances.set_tuple_name(None)?,
            expected,
        )?;
        for values in values {
            let values = values.intersect_params(&claim.context)?;
            is_within(
                &values.set_range_tuple_name(None)?.range()?,
                cells,
                expected,
            )?;
        }
        copies.push(Copy {
            statement: index,
            domain: statement.domain.intersect_params(&claim.context)?,
            target: to_space(&relation, expected)?,
        });
    }
    Ok(copies)
}

/// That a statement is executed for nothing else.
fn is_within(found: &Set, allowed: &Set, expected: &Expected) -> Result<()> {
    match found.is_subset(allowed)? {
        true => Ok(()),
        false => Err(Failure::Foreign {
            statement: expected.name.clone(),
            example: example(&found.subtract(allowed)?.into())?,
        }),
    }
}

/// The statement that a record speaks of, the cell that it writes, and those that it reads for the
/// values of holes.
fn recorded<'a>(
    read: &Scop,
    statement: &'a Statement,
    prefix: &str,
) -> Result<(usize, &'a Map, Vec<&'a Map>)> {
    let mut writes = statement.accesses.iter().filter(|access| access.is_write());
    let (Some(access), None) = (writes.next(), writes.next()) else {
        return Err(not_records(statement, "it is not one assignment"));
    };
    let name = |access: &Access| {
        let array = read.arrays.get(access.array.index())?;
        array.source_name.strip_prefix(prefix)
    };
    let number = name(access).and_then(|name| Some((name, name.parse().ok()?)));
    let Some((name_of_index, index)) = number else {
        return Err(not_records(statement, "it assigns to something else"));
    };
    let reads: Vec<&Access> = { statement.accesses.iter() }
        .filter(|one| !one.is_write())
        .collect();
    let is_value =
        |one: &&Access| name(one).and_then(|name| name.strip_suffix(VALUES)) == Some(name_of_index);
    if !reads.iter().all(is_value) {
        return Err(not_records(statement, "it uses something else"));
    }
    match { statement.accesses.iter() }.all(|one| one.is_must() && one.exact) {
        true => {
            let reads = reads.iter().map(|one| &one.relation).collect();
            Ok((index, &access.relation, reads))
        }
        false => Err(Failure::Undecided(format!(
            "a value in `{}` is not affine",
            statement.body.text
        ))),
    }
}

fn not_records(statement: &Statement, why: &str) -> Failure {
    Failure::NotRecords(format!("`{}`: {why}", statement.body.text))
}

/// The instances of a statement, each with the values of its holes, as one tuple.
fn allowed(expected: &Expected, claim: &Claim) -> Result<Set> {
    let domain = expected.domain.intersect_params(&claim.context)?;
    let identity = domain.identity()?;
    let mut cells = identity.set_range_tuple_name(None)?.flatten_range()?;
    for hole in &expected.holes {
        let name = expected.domain.tuple_name();
        let value = hole.as_map()?.set_domain_tuple_name(name)?;
        cells = cells.flat_range_product(&value)?;
    }
    Ok(cells.range()?)
}

/// The relation with the tuple of the statement as its range.
fn to_space(target: &Map, expected: &Expected) -> Result<Map> {
    let identity = expected.domain.identity()?;
    let flat = identity.set_range_tuple_name(None)?.flatten_range()?;
    Ok(target.apply_range(&flat.reverse()?)?)
}
