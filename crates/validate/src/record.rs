//! Records: assignments in place of statements that say which instance is executed.

use presburger::{Dim, Map, Set};
use scop::{Scop, Statement};
use std::collections::HashSet;

use crate::claim::Expected;
use crate::{Claim, Copy, Failure, Result, example};

/// The record of an instance of statement `index`. `arguments` are the values of its iterators as
/// C writes them; `holes` has for each of the [`different`](crate::different) values of its holes
/// the texts that fill them.
///
/// ```
/// let text = validate::record("lw_at_", 2, &["i", "k"], &[vec!["j + 1"]]);
/// assert_eq!(text, "lw_at_2[i][k][j + 1] = 0;");
/// let text = validate::record("lw_at_", 0, &["i"], &[vec!["j", "(j)", "j"], vec!["k"]]);
/// assert_eq!(text, "lw_at_0[i][j][k] = lw_at_0[i][(j)][k];");
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
    let cell = |variant: usize| {
        let mut text = format!("{prefix}{index}");
        let values = texts
            .iter()
            .filter_map(|texts| texts.get(variant).or(texts.last()));
        for value in arguments.iter().chain(values) {
            text.push_str(&format!("[{value}]"));
        }
        text
    };
    let variants = texts.iter().map(Vec::len).max().unwrap_or(1).max(1);
    let read: Vec<String> = (1..variants).map(cell).collect();
    match read.is_empty() {
        true => format!("{} = 0;", cell(0)),
        false => format!("{} = {};", cell(0), read.join(" + ")),
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
        let (index, relation, others) = recorded(read, statement, prefix)?;
        let expected = claim.statements.get(index);
        let (Some(expected), Some(cells)) = (expected, cells.get(index)) else {
            return Err(not_records(statement, "there is no such statement"));
        };
        let depth = expected.domain.n_dim();
        let width = depth + expected.holes.len();
        if relation.space().n_out() != width {
            return Err(not_records(statement, "it has the wrong number of values"));
        }
        let relation = relation
            .intersect_params(&claim.context)?
            .set_range_tuple_name(None)?;
        let mut ranges = vec![relation.range()?];
        for other in others {
            let other = other.intersect_params(&claim.context)?;
            ranges.push(other.set_range_tuple_name(None)?.range()?);
        }
        for range in ranges {
            if !range.is_subset(cells)? {
                return Err(Failure::Foreign {
                    statement: expected.name.clone(),
                    example: example(&range.subtract(cells)?.into())?,
                });
            }
        }
        let target = relation.project_out(Dim::Out(depth), width - depth)?;
        let target = to_space(&target, expected)?;
        copies.push(Copy {
            statement: index,
            target,
        });
    }
    Ok(copies)
}

/// The statement that a record speaks of, the cell that it writes, and those that it reads.
fn recorded<'a>(
    read: &Scop,
    statement: &'a Statement,
    prefix: &str,
) -> Result<(usize, &'a Map, Vec<&'a Map>)> {
    let mut writes = statement.accesses.iter().filter(|access| access.is_write());
    let (Some(access), None) = (writes.next(), writes.next()) else {
        return Err(not_records(statement, "it is not one assignment"));
    };
    if statement
        .accesses
        .iter()
        .any(|one| one.array != access.array)
    {
        return Err(not_records(statement, "it uses something else"));
    }
    let array = read.arrays.get(access.array.index());
    let index = array
        .and_then(|array| array.source_name.strip_prefix(prefix))
        .and_then(|number| number.parse().ok());
    let mut all = statement.accesses.iter();
    match index {
        Some(index) if all.all(|one| one.is_must() && one.exact) => {
            let reads = statement.accesses.iter().filter(|one| !one.is_write());
            let reads = reads.map(|one| &one.relation).collect();
            Ok((index, &access.relation, reads))
        }
        Some(_) => Err(Failure::Undecided(format!(
            "a value in `{}` is not affine",
            statement.body.text
        ))),
        None => Err(not_records(statement, "it assigns to something else")),
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
