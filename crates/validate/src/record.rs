//! Records: assignments in place of statements that say which instance is executed.

use presburger::{Dim, Map, Set};
use scop::{Scop, Statement};

use crate::claim::Expected;
use crate::{Claim, Copy, Failure, Result, example};

/// The record of an instance of statement `index`: `values` are those of its iterators, then of
/// the holes in its text, as C writes them.
///
/// ```
/// let text = validate::record("lw_at_", 2, ["i", "j + 1"]);
/// assert_eq!(text, "lw_at_2[i][j + 1] = 0;");
/// ```
pub fn record<'a>(prefix: &str, index: usize, values: impl IntoIterator<Item = &'a str>) -> String {
    let mut text = format!("{prefix}{index}");
    for value in values {
        text.push_str(&format!("[{value}]"));
    }
    text.push_str(" = 0;");
    text
}

/// What the statements of a text with records stand for, in the order of the text.
pub fn records(read: &Scop, prefix: &str, claim: &Claim) -> Result<Vec<Copy>> {
    let mut cells = Vec::with_capacity(claim.statements.len());
    for expected in &claim.statements {
        cells.push(allowed(expected, claim)?);
    }
    let mut copies = Vec::with_capacity(read.statements.len());
    for statement in &read.statements {
        let (index, relation) = written(read, statement, prefix)?;
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
        let range = relation.range()?;
        if !range.is_subset(cells)? {
            return Err(Failure::Foreign {
                statement: expected.name.clone(),
                example: example(&range.subtract(cells)?.into())?,
            });
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

/// The only access of a record.
fn written<'a>(read: &Scop, statement: &'a Statement, prefix: &str) -> Result<(usize, &'a Map)> {
    let [access] = &statement.accesses[..] else {
        return Err(not_records(statement, "it is not one assignment"));
    };
    let array = read.arrays.get(access.array.index());
    let index = array
        .and_then(|array| array.source_name.strip_prefix(prefix))
        .and_then(|number| number.parse().ok());
    match index {
        Some(index) if access.is_write() && access.is_must() && access.exact => {
            Ok((index, &access.relation))
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
