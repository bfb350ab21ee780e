//! The cells of a new array: where the subscripts that are wanted begin, and how many there are.

use crate::wanted::Wanted;
use crate::{ON_STACK, Problem, Result, wrong};
use presburger::{Aff, Dim, MultiPwAff, PwAff, Set, Space, Value};
use scop::{AccessId, Array, Scop, StmtId, Storage};

/// The new cells.
pub(crate) struct LaidOut {
    accesses: Vec<(StmtId, AccessId, Vec<PwAff>)>,
    /// How long each dimension is: at least 1, whatever the parameters.
    pub(crate) extents: Vec<PwAff>,
}

impl LaidOut {
    /// The accesses of a statement and their subscripts.
    pub(crate) fn of_statement(&self, id: StmtId) -> Vec<(AccessId, &[PwAff])> {
        let own = self.accesses.iter().filter(|(one, ..)| *one == id);
        own.map(|(_, access, subscripts)| (*access, &subscripts[..]))
            .collect()
    }
}

/// How long a dimension of an array is by its declaration, if nothing is accessed beyond that: an
/// argument may be longer than it says.
pub(crate) fn declared(array: &Array, dim: usize) -> Option<PwAff> {
    let is_known = dim > 0 || !array.behind_pointer;
    let extent = array.extents.get(dim).filter(|_| is_known)?;
    extent.clone()
}

/// The number that a function is everywhere.
pub(crate) fn number(function: &PwAff) -> Option<i64> {
    match function.is_cst() {
        true => function.max_val().ok()?.to_i64(),
        false => None,
    }
}

/// The subscripts from 0 on, and how many there are of each.
///
/// A dimension is as long as what is accessed needs it to be. Where that depends on parameters, the
/// length that was declared will do as well if the array is small enough for the stack then.
pub(crate) fn laid_out(scop: &Scop, wanted: &Wanted) -> Result<LaidOut> {
    let array = &scop[wanted.array];
    let rank = wanted.accesses.first().map_or(0, |(_, _, list)| list.len());
    let more = |dim: usize| wanted.more.get(dim).copied().unwrap_or(0);
    let mut dims = Vec::with_capacity(rank);
    let mut fixed = Vec::with_capacity(rank);
    for dim in 0..rank {
        let of = wanted.of.get(dim).copied().flatten();
        let known = match of.and_then(|of| declared(array, of)) {
            Some(size) => Some(at_least_one(&plus(&size, more(dim))?, scop)?),
            None => None,
        };
        let used = used(scop, wanted, dim, more(dim))?;
        let Some(used) = used.or_else(|| known.clone().map(|size| (size, None))) else {
            return Err(unbounded(scop, wanted));
        };
        let constant = known.filter(|size| !used.0.is_cst() && size.is_cst());
        fixed.push(constant.map_or_else(|| used.clone(), |size| (size, None)));
        dims.push(used);
    }
    let lengths =
        |dims: &[Length]| -> Vec<PwAff> { dims.iter().map(|one| one.0.clone()).collect() };
    let is_large = |dims: &[Length]| need_heap(array, &lengths(dims), ON_STACK);
    if is_large(&dims)? && !is_large(&fixed)? {
        dims = fixed;
    }
    let mut accesses = wanted.accesses.clone();
    for (dim, (_, first)) in dims.iter().enumerate() {
        let Some(first) = first else { continue };
        for (_, _, list) in &mut accesses {
            let space = list[dim].domain_space();
            list[dim] = list[dim].sub(&on_domain(first, &space)?)?;
        }
    }
    Ok(LaidOut {
        accesses,
        extents: lengths(&dims),
    })
}

/// How long a dimension is, and what its first subscript is, if that is not 0.
type Length = (PwAff, Option<Set>);

/// How long a dimension must be for all accesses, with some elements more; `None` if there is no end.
fn used(scop: &Scop, wanted: &Wanted, dim: usize, more: i64) -> Result<Option<Length>> {
    let values = values(scop, wanted, dim)?;
    let (least, most) = (bound(&values, false)?, bound(&values, true)?);
    let (Some(least), Some(most)) = (least, most) else {
        return Ok(None);
    };
    // Small numbers in front are cheap, and the subscript stays as short as it was.
    let is_small = within(&least, scop, 0, 16)?;
    let mut size = plus(&most, 1)?;
    if !is_small {
        size = size.sub(&least)?;
    }
    let first = match is_small {
        true => None,
        false => Some(values.lexmin()?),
    };
    Ok(Some((at_least_one(&plus(&size, more)?, scop)?, first)))
}

fn unbounded(scop: &Scop, wanted: &Wanted) -> Problem {
    let name = &scop[wanted.array].source_name;
    wrong(
        format!("the number of cells that `{name}` would have is not bounded"),
        "name loops with known bounds",
    )
}

/// The values that a subscript has, over all accesses.
fn values(scop: &Scop, wanted: &Wanted, dim: usize) -> Result<Set> {
    let mut all: Option<Set> = None;
    for (_, _, list) in &wanted.accesses {
        let values = list[dim].as_map()?.range()?;
        let values = values.intersect_params(&scop.context)?;
        all = Some(match all {
            None => values,
            Some(known) => known.union(&values)?,
        });
    }
    match all {
        Some(all) => Ok(all),
        None => Ok(Set::empty(Space::unnamed(1))?),
    }
}

/// The least or the greatest value as a function of the parameters; `None` if there is none.
fn bound(values: &Set, greatest: bool) -> Result<Option<PwAff>> {
    let found = match greatest {
        true => values.dim_max(0),
        false => values.dim_min(0),
    };
    match found {
        Ok(found) => Ok(Some(found)),
        Err(presburger::Error::Unbounded(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Whether a function of the parameters is between two numbers wherever it is defined.
fn within(function: &PwAff, scop: &Scop, least: i64, most: i64) -> Result<bool> {
    let known = function.intersect_params(&scop.context)?;
    if known.domain()?.is_empty()? {
        return Ok(true);
    }
    let (low, high) = (known.min_val()?, known.max_val()?);
    let inside = |value: Value| {
        value
            .to_i64()
            .is_some_and(|value| (least..=most).contains(&value))
    };
    Ok(inside(low) && inside(high))
}

/// More cells than this are not kept because there might be so many: types alone bound sizes, too.
pub(crate) const MANY: i64 = 1 << 12;

/// The function, raised to 1 where it is less, and 1 where it is not defined.
pub(crate) fn at_least_one(size: &PwAff, scop: &Scop) -> Result<PwAff> {
    let space = size.domain_space();
    // A number if there is one: such arrays can be on the stack, and private.
    let known = size.intersect_params(&scop.context)?;
    let most = known.max_val()?.to_i64();
    if let Some(most) = most.filter(|most| *most <= MANY || size.is_cst()) {
        let most = Aff::val_on_domain(&space, &most.max(1).into())?;
        return Ok(PwAff::from_aff(&most));
    }
    let one = Aff::val_on_domain(&space, &Value::one())?;
    let one = PwAff::from_aff(&one);
    // Where nothing is executed any size will do: often that of the other parameters.
    if size.n_piece() == 1 {
        let (_, only) = &size.pieces()[0];
        let everywhere = PwAff::from_aff(only);
        let known = everywhere.intersect_params(&scop.context)?;
        if known.min_val()?.to_i64().is_some_and(|least| least >= 1) {
            return Ok(everywhere);
        }
        return Ok(everywhere.max(&one)?);
    }
    Ok(size.union_max(&one)?.coalesce()?)
}

/// The only value of a set, for each value of the parameters, as a function of instances.
pub(crate) fn on_domain(value: &Set, domain: &Space) -> Result<PwAff> {
    let function = value.insert_domain(domain)?.as_pw_multi_aff()?;
    Ok(presburger::MultiPwAff::from_pw_multi_aff(&function)?.at(0)?)
}

pub(crate) fn plus(function: &PwAff, number: i64) -> Result<PwAff> {
    let number = Aff::val_on_domain(&function.domain_space(), &Value::from(number))?;
    Ok(function.add(&PwAff::from_aff(&number))?)
}

/// The extents of an array, and one cell where nothing uses it: the `n` cells for a loop are not there if
/// a condition, or a loop around it, keeps the loop from running. `used` are the parameters for which
/// something does.
pub(crate) fn only_where_used(scop: &Scop, extents: &[PwAff], used: &Set) -> Result<Vec<PwAff>> {
    let guarded = |extent: &PwAff| -> Result<PwAff> {
        if extent.is_cst() {
            return Ok(extent.clone());
        }
        // What the parameters in the size say themselves is in the size.
        let sizes = MultiPwAff::from_pw_aff(extent);
        let sizes = sizes.to_pw_multi_aff()?.as_set()?;
        let mut shown = used.clone();
        for (at, name) in used.space().params().iter().enumerate().rev() {
            let own = sizes.space().find_param(name);
            let is_own = own.map(|at| sizes.involves_dims(Dim::Param(at), 1));
            if !is_own.transpose()?.unwrap_or(false) {
                shown = shown.project_out(Dim::Param(at), 1)?;
            }
        }
        let mut rest = used.gist(&shown)?.gist(&scop.context)?.coalesce()?;
        if rest.n_basic_set() > MANY_CASES {
            rest = Set::from(rest.simple_hull()?);
        }
        if scop.context.is_subset(&rest)? {
            return Ok(extent.clone());
        }
        let one = PwAff::from_aff(&Aff::val_on_domain(&extent.domain_space(), &Value::one())?);
        let inside = extent.intersect_params(&rest)?;
        let outside = one.intersect_params(&rest.complement()?)?;
        Ok(inside.union_add(&outside)?.coalesce()?)
    };
    extents.iter().map(guarded).collect()
}

/// Of conditions with more cases than this, what all have in common must do.
const MANY_CASES: usize = 4;

/// An array of the region with the elements of another one. It is on the stack if it has at most so many
/// bytes.
pub(crate) fn array_like(
    like: &Array,
    name: &str,
    extents: &[PwAff],
    on_stack: i64,
) -> Result<Array> {
    Ok(Array {
        element: like.element.clone(),
        extents: extents.iter().cloned().map(Some).collect(),
        storage: Storage::Region,
        heap: need_heap(like, extents, on_stack)?,
        behind_pointer: false,
        ..Array::new(name, 0)
    })
}

/// Whether an array of elements like those of `like` is too large for the stack, where at most so many
/// bytes are: it may be, unless its size is the same number whatever the parameters.
fn need_heap(like: &Array, extents: &[PwAff], on_stack: i64) -> Result<bool> {
    if extents.is_empty() {
        return Ok(false);
    }
    let mut bytes = like.element_bytes().most;
    for extent in extents {
        let size = match extent.is_cst() {
            true => extent.max_val()?.to_i64(),
            false => None,
        };
        bytes = bytes.zip(size).and_then(|(a, b)| a.checked_mul(b));
    }
    Ok(bytes.is_none_or(|bytes| bytes > on_stack))
}
