//! The real text beside the text with records.
//!
//! Records say which instance is executed where, but not what a statement does there: a missing
//! parenthesis or a counter with the name of a global variable does not show in them. So the text
//! is read as it is, too, and every statement must touch the cells that its instances touch, as far
//! as these are known. Nor do they say how the variables of the region are declared: a narrower type
//! loses digits, a shorter array has not all the cells, and a variable may hide another one of the
//! same name.
//!
//! The cells of accesses that may happen, or to cells that are not known, are not compared: both
//! sides say more than what happens, and a copy may say more or less than its statement, because a
//! condition in it is a constant or is computed in another type. That they are the same follows from
//! three other proofs. The text of the copy has the tokens of the statement outside of its holes
//! (`untouched` in `loopwright/readback.rs`); each hole has the value that it has in the statement
//! (the records); and no name outside of a hole means another variable (here: the declarations of
//! all that is accessed, whatever cells; and `not_captured`). The same tokens with the same values in
//! the same places do the same. The cells of exact accesses are compared although this holds for
//! them, too: two arguments that share no code have to be wrong at once.

use presburger::{Aff, Dim, Map, PwAff, Set, Value};
use scop::{Access, Array, Scop, Statement, Storage};

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
    let executed = copy.domain.set_tuple_name(found.domain.tuple_name())?;
    if domain.n_dim() != executed.n_dim() || !domain.is_equal(&executed)? {
        return differs("is executed somewhere else");
    }
    let mut accesses = Vec::with_capacity(wanted.accesses.len());
    for access in &wanted.accesses {
        // What was read in subscripts of a cell that is now another one is not read.
        if !access.relation.is_empty()? && !is_constant(read, scop, access)? {
            accesses.push(access);
        }
    }
    let mut own = Vec::with_capacity(found.accesses.len());
    for access in &found.accesses {
        // For parameters that the text is not run with it may access anything.
        let relation = access.relation.intersect_params(&scop.context)?;
        if !relation.is_empty()? || domain.is_empty()? {
            own.push(access);
        }
    }
    let pairs = Pairs {
        read,
        found: own,
        scop,
        wanted: accesses,
        domain: wanted.domain.intersect_params(&scop.context)?,
        target: &target,
    };
    match pairs.one_by_one()? {
        None => Ok(()),
        // Where a copy runs, a condition or a subscript that depends on data may be a constant: it
        // has fewer accesses then, or says more about them; or less, where it counts in another type.
        // And rows of an array that is addressed by hand may be found in one text only.
        Some(_) if pairs.depends()? => pairs.all_together()?.map_or(Ok(()), differs),
        Some(why) => differs(why),
    }
}

/// A statement of the text and what the one that it is a copy of accesses.
struct Pairs<'a> {
    read: &'a Scop,
    /// Its accesses.
    found: Vec<&'a Access>,
    scop: &'a Scop,
    /// The accesses of the statement that it is a copy of.
    wanted: Vec<&'a Access>,
    /// The instances of that statement.
    domain: Set,
    /// Those that the instances of `found` stand for.
    target: &'a Map,
}

/// What is wrong, if something is.
type Difference = Option<&'static str>;

impl Pairs<'_> {
    /// The accesses are the same, in the same order.
    fn one_by_one(&self) -> Result<Difference> {
        if self.found.len() != self.wanted.len() {
            return Ok(Some("has other accesses"));
        }
        for (&new, &old) in self.found.iter().zip(&self.wanted) {
            let arrays = self.arrays(new, old);
            if !self.is_comparable(new, old)
                || !self.is_named_alike(new, old)
                || new.certainty != old.certainty
            {
                return Ok(Some("accesses something else"));
            }
            if let Some([new, array]) = arrays
                && !is_declared_alike(new, array, &self.used(old)?)?
            {
                return Ok(Some("accesses a variable that is declared differently"));
            }
            if new.exact && old.exact && !self.cells(new, old)?.is_equal(&self.meant(old)?)? {
                return Ok(Some("accesses other cells"));
            }
        }
        Ok(None)
    }

    /// Whether some accesses depend on conditions or data, or are to rows that were found.
    fn depends(&self) -> Result<bool> {
        if self.found.iter().any(|new| !new.exact) {
            return Ok(true);
        }
        for &old in &self.wanted {
            let sure = old.exact && old.is_must();
            let mut found = self.found.iter();
            if !sure
                || found.any(|new| self.is_named_alike(new, old) && !self.is_comparable(new, old))
            {
                return Ok(true);
            }
            // What every instance of the statement accesses, those of the copy do.
            let accessing = old.relation.domain()?;
            if !self.domain.is_subset(&accessing)? && !self.target.range()?.is_subset(&accessing)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The text accesses nothing that the statement does not, and all that it is sure to access.
    fn all_together(&self) -> Result<Difference> {
        for &new in &self.found {
            let wanted = self.wanted.iter().copied();
            let alike: Vec<&Access> = wanted.filter(|old| self.is_named_alike(new, old)).collect();
            let Some(first) = alike.first() else {
                return Ok(Some("accesses something else"));
            };
            if !alike.iter().all(|old| self.is_comparable(new, old)) {
                continue;
            }
            for old in &alike {
                if let Some([new, array]) = self.arrays(new, old)
                    && !is_declared_alike(new, array, &self.used(old)?)?
                {
                    return Ok(Some("accesses a variable that is declared differently"));
                }
            }
            // When it accesses which cells is not known: as its statement does, which has its text.
            if !(new.exact && new.is_must()) {
                continue;
            }
            let mut foreign = self.cells(new, first)?;
            // An access to any element is one to those that there are.
            if let Some([_, array]) = self.arrays(new, first)
                && !alike.iter().all(|old| old.exact)
            {
                foreign = within(foreign, array)?;
            }
            for old in &alike {
                foreign = foreign.subtract(&self.meant(old)?)?;
            }
            if !foreign.is_empty()? {
                return Ok(Some("accesses other cells"));
            }
        }
        for &old in &self.wanted {
            let found = self.found.iter().copied();
            let alike: Vec<&Access> = found.filter(|new| self.is_named_alike(new, old)).collect();
            let comparable = alike.iter().all(|new| self.is_comparable(new, old));
            if !(old.exact && old.is_must() && comparable) {
                continue;
            }
            let mut missing = self.meant(old)?;
            for new in alike {
                if new.is_must() || !new.exact {
                    missing = missing.subtract(&self.cells(new, old)?)?;
                }
            }
            if !missing.is_empty()? {
                return Ok(Some("does not access all the cells"));
            }
        }
        Ok(None)
    }

    /// Whether both are accesses to rows of the same kind.
    fn is_comparable(&self, new: &Access, old: &Access) -> bool {
        let arrays = self.arrays(new, old);
        arrays.is_some_and(|[new, old]| new.rank() == old.rank())
    }

    fn arrays(&self, new: &Access, old: &Access) -> Option<[&Array; 2]> {
        let new = self.read.arrays.get(new.array.index())?;
        Some([new, self.scop.arrays.get(old.array.index())?])
    }

    /// The parameters for which an access happens: for others, how large its variable is does not
    /// matter.
    fn used(&self, old: &Access) -> Result<Set> {
        let happens = old.relation.domain()?.params()?;
        Ok(happens.intersect(&self.scop.context)?)
    }

    /// Whether two accesses do the same to variables of the same name.
    fn is_named_alike(&self, new: &Access, old: &Access) -> bool {
        let arrays = self.arrays(new, old);
        let same = arrays.is_some_and(|[new, old]| new.source_name == old.source_name);
        same && new.kind == old.kind
    }

    /// The cells that an instance of the text accesses, as those of the array of `old`.
    fn cells(&self, new: &Access, old: &Access) -> Result<Map> {
        let array = old.relation.range_tuple_name();
        let cells = new.relation.set_range_tuple_name(array)?;
        Ok(cells.intersect_params(&self.scop.context)?)
    }

    /// Those that it should.
    fn meant(&self, old: &Access) -> Result<Map> {
        Ok(self.target.apply_range(&old.relation)?)
    }
}

/// Whether an access reads a variable that only statements write which are never executed: the text
/// is without these, so that the variable is a constant there and no memory.
fn is_constant(read: &Scop, scop: &Scop, access: &Access) -> Result<bool> {
    let Some(array) = scop.arrays.get(access.array.index()) else {
        return Ok(false);
    };
    let is_found = |one: &Array| one.source_name == array.source_name;
    if access.is_write() || array.rank() > 0 || read.arrays.iter().any(is_found) {
        return Ok(false);
    }
    for (_, _, other) in scop.accesses() {
        if other.array == access.array && other.is_write() && !other.relation.is_empty()? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The part of a relation that leads to elements of an array, as far as its extents are known.
fn within(cells: Map, array: &Array) -> Result<Map> {
    let mut cells = cells;
    for (dim, extent) in array.extents.iter().enumerate() {
        let Some(extent) = extent else { continue };
        cells = cells.lower_bound(Dim::Out(dim), 0)?;
        if let Some(most) = extent.max_val()?.to_i64() {
            cells = cells.upper_bound(Dim::Out(dim), most - 1)?;
        }
    }
    Ok(cells)
}

/// Whether variables live in the same place, in memory of the same kind, with elements of the same
/// type, and are as large for these parameters.
fn is_declared_alike(new: &Array, old: &Array, context: &Set) -> Result<bool> {
    if (&new.element, new.storage, new.heap) != (&old.element, old.storage, old.heap) {
        return Ok(false);
    }
    let old_storage = old.storage;
    for (new, old) in new.extents.iter().zip(&old.extents) {
        let is_same = match (new, old) {
            // An array without elements is none.
            (Some(new), Some(old)) => {
                let one = Aff::val_on_domain(&old.domain_space(), &Value::one())?;
                let has_some = old.ge_set(&PwAff::from_aff(&one))?.params()?;
                let known = context.intersect(&has_some)?;
                known.is_subset(&new.eq_set(old)?.params()?)?
            }
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
