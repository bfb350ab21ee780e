//! The real text beside the text with records.
//!
//! Records say which instance is executed where, but not what a statement does there: a missing
//! parenthesis or a counter with the name of a global variable does not show in them. So the text
//! is read as it is, too, and every statement must touch the cells that its instances touch. Nor do
//! they say how the variables of the region are declared: a narrower type loses digits, a shorter
//! array has not all the cells, and a variable may hide another one of the same name.

use presburger::Set;
use scop::{Array, Scop, Statement, Storage};

use crate::{Copy, Failure, Result};

/// Proves that the statements of the text with the model `read` touch what the statements of
/// `scop` do, where `copies` says what they stand for.
pub fn same_accesses(read: &Scop, copies: &[Copy], scop: &Scop) -> Result<()> {
    if read.statements.len() != copies.len() {
        return Err(Failure::NotRecords(format!(
            "it has {} statements, not {}",
            read.statements.len(),
            copies.len()
        )));
    }
    for (found, copy) in read.statements.iter().zip(copies) {
        let Some(wanted) = scop.statements.get(copy.statement) else {
            return Err(Failure::NotRecords("there is no such statement".into()));
        };
        statement(read, found, copy, scop, wanted)?;
    }
    Ok(())
}

fn statement(
    read: &Scop,
    found: &Statement,
    copy: &Copy,
    scop: &Scop,
    wanted: &Statement,
) -> Result<()> {
    let differs = |what: &str| {
        Err(Failure::NotRecords(format!(
            "`{}` {what} than `{}`",
            found.body.text, wanted.body.text
        )))
    };
    let target = copy
        .target
        .set_domain_tuple_name(found.domain.tuple_name())?;
    let domain = found.domain.intersect_params(&scop.context)?;
    if domain.n_dim() != target.space().n_in() || !domain.is_equal(&target.domain()?)? {
        return differs("is executed somewhere else");
    }
    if found.accesses.len() != wanted.accesses.len() {
        return differs("has other accesses");
    }
    for (new, old) in found.accesses.iter().zip(&wanted.accesses) {
        let names = [(read, new), (scop, old)].map(|(scop, access)| {
            let array = scop.arrays.get(access.array.index());
            array.map(|array| (array.source_name.as_str(), array.rank()))
        });
        if names[0] != names[1] || new.kind != old.kind || new.certainty != old.certainty {
            return differs("accesses something else");
        }
        let arrays = (
            read.arrays.get(new.array.index()),
            scop.arrays.get(old.array.index()),
        );
        if let (Some(new), Some(old)) = arrays
            && !is_declared_alike(new, old, &scop.context)?
        {
            return differs("accesses a variable that is declared differently");
        }
        if !(new.exact && old.exact) {
            continue;
        }
        let array = old.relation.range_tuple_name();
        let cells = new.relation.set_range_tuple_name(array)?;
        let cells = cells.intersect_params(&scop.context)?;
        if !cells.is_equal(&target.apply_range(&old.relation)?)? {
            return differs("accesses other cells");
        }
    }
    Ok(())
}

/// Whether variables live in the same place, with elements of the same type, and are as large.
fn is_declared_alike(new: &Array, old: &Array, context: &Set) -> Result<bool> {
    if new.element != old.element || new.storage != old.storage {
        return Ok(false);
    }
    let old_storage = old.storage;
    for (new, old) in new.extents.iter().zip(&old.extents) {
        let is_same = match (new, old) {
            (Some(new), Some(old)) => context.is_subset(&new.eq_set(old)?.params()?)?,
            (None, None) => true,
            // What is declared outside of the region is as it was; a counter may have hidden a
            // name in it.
            _ => old_storage != Storage::Region,
        };
        if !is_same {
            return Ok(false);
        }
    }
    Ok(new.rank() == old.rank())
}
