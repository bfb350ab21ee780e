//! The cells of a new array: which one each access is to, and how many there are.

use crate::webs::several;
use crate::{ON_STACK, Problem, Result, wrong};
use presburger::{Aff, Dim, PwAff, Set, Space, Value};
use scop::schedule::Placements;
use scop::{Access, AccessId, Array, ArrayId, Change, How, Scop, StmtId, Storage, Subscript};

/// The subscripts that are wanted, before they begin at 0.
pub(crate) struct Wanted {
    /// For each access to the array its subscripts, as functions of the instance.
    accesses: Vec<(StmtId, AccessId, Vec<PwAff>)>,
    /// The dimensions of the array whose subscripts these are, where they are as they were.
    of: Vec<Option<usize>>,
    /// What the new array might be called.
    pub(crate) name: String,
}

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

/// What is wanted of each access.
pub(crate) fn wanted(scop: &Scop, change: &Change) -> Result<Wanted> {
    let array = &scop[change.array];
    let mut accesses = Vec::new();
    let loops = match &change.how {
        How::Expanded(loops) if loops.is_empty() => containing(scop, change)?,
        How::Expanded(loops) => loops.clone(),
        _ => Vec::new(),
    };
    // Subscripts that are less than a number anyway are themselves modulo the number.
    let is_folded = |one: &Subscript| {
        one.modulo.is_some_and(|modulo| {
            let size = declared(array, one.of).and_then(|size| number(&size));
            size.is_none_or(|size| size > modulo)
        })
    };
    let webs = match &change.how {
        How::Renamed => several(scop, change.array)?,
        _ => Vec::new(),
    };
    let group = together(scop, change)?;
    let of = match &change.how {
        How::Interleaved(_) => {
            let alike = |dim: &usize| {
                let mut sizes = group.iter().map(|&one| declared(&scop[one], *dim));
                let first = sizes.next();
                sizes.all(|size| Some(size) == first)
            };
            let own = (0..array.rank()).map(|dim| Some(dim).filter(alike));
            own.chain([None]).collect()
        }
        How::Expanded(_) => {
            let new = loops.iter().map(|_| None);
            new.chain((0..array.rank()).map(Some)).collect()
        }
        How::Renamed => [None]
            .into_iter()
            .chain((0..array.rank()).map(Some))
            .collect(),
        How::Picked(picked) => { picked.iter() }
            .map(|one| (!is_folded(one)).then_some(one.of))
            .collect(),
        How::Padded(_) => (0..array.rank()).map(Some).collect(),
    };
    for (id, access_id, access) in scop.accesses() {
        let Some(position) = group.iter().position(|one| *one == access.array) else {
            continue;
        };
        let old = subscripts(access, array.rank())?;
        let new = match &change.how {
            How::Expanded(_) => {
                let mut new = Vec::with_capacity(loops.len() + old.len());
                for name in &loops {
                    new.push(iterator(scop, id, name, &array.source_name)?);
                }
                new.extend(old);
                new
            }
            How::Picked(picked) => {
                let picked = picked.iter().map(|one| -> Result<PwAff> {
                    let function = old.get(one.of).ok_or_else(|| no_such(one.of, array))?;
                    match one.modulo {
                        Some(modulo) if modulo < 1 => Err(wrong(
                            format!("cannot take a subscript modulo {modulo}"),
                            "use a number of cells: 1 or more",
                        )),
                        Some(modulo) if is_folded(one) => {
                            Ok(function.mod_val(&Value::from(modulo))?)
                        }
                        _ => Ok(function.clone()),
                    }
                });
                picked.collect::<Result<_>>()?
            }
            How::Padded(_) => old,
            How::Renamed => {
                let own = webs.iter().position(|web| web.contains(&(id, access_id)));
                let mut new = vec![constant(access, own.unwrap_or(0))?];
                new.extend(old);
                new
            }
            How::Interleaved(_) => {
                let mut new = old;
                new.push(constant(access, position)?);
                new
            }
        };
        accesses.push((id, access_id, new));
    }
    let is_field = array.source_name.contains('.');
    let base = match is_field {
        true => &array.name,
        false => &array.source_name,
    };
    let name = match &change.how {
        How::Picked(picked) if is_field && are_as_they_were(picked, array) => base.clone(),
        How::Expanded(_) => format!("{base}_{}", loops.join("_")),
        How::Picked(_) | How::Padded(_) => format!("{base}_cells"),
        How::Renamed => format!("{base}_each"),
        How::Interleaved(_) => {
            let names = group.iter().map(|&one| scop[one].source_name.as_str());
            names.collect::<Vec<_>>().join("_")
        }
    };
    Ok(Wanted { accesses, of, name })
}

/// A number as a subscript of an access.
fn constant(access: &Access, number: usize) -> Result<PwAff> {
    let domain = access.relation.domain()?;
    let number = Value::from(i64::try_from(number).unwrap_or(i64::MAX));
    let number = Aff::val_on_domain(domain.space(), &number)?;
    Ok(PwAff::alloc(&domain, &number)?)
}

/// The arrays that move to one array: those of a change, if they are of one shape.
pub(crate) fn together(scop: &Scop, change: &Change) -> Result<Vec<ArrayId>> {
    let How::Interleaved(group) = &change.how else {
        return Ok(vec![change.array]);
    };
    let first = &scop[change.array];
    for (at, &one) in group.iter().enumerate() {
        let other = &scop[one];
        let (a, b) = (&first.source_name, &other.source_name);
        if group[..at].contains(&one) {
            return Err(wrong(
                format!("`{b}` is named twice"),
                "name each array once",
            ));
        }
        let help = "interleave arrays with as many dimensions and elements of one type";
        if first.rank() != other.rank() {
            let message = format!("`{a}` and `{b}` differ in the number of their dimensions");
            return Err(wrong(message, help));
        }
        if first.element != other.element {
            let message = format!(
                "`{a}` has elements of type `{}`, and `{b}` of type `{}`",
                first.element, other.element
            );
            return Err(wrong(message, help));
        }
    }
    match group.contains(&change.array) {
        true => Ok(group.clone()),
        false => Err(wrong(
            format!("`{}` is to be beside others only", first.source_name),
            "name it, too",
        )),
    }
}

/// Whether the subscripts of an array stay what they are.
fn are_as_they_were(picked: &[Subscript], array: &Array) -> bool {
    let all = (0..array.rank()).map(|of| Subscript { of, modulo: None });
    picked.iter().copied().eq(all)
}

/// The loops that contain every use of an array.
fn containing(scop: &Scop, change: &Change) -> Result<Vec<String>> {
    let uses = scop.accesses().filter(|one| one.2.array == change.array);
    let statements: Vec<StmtId> = uses.map(|(id, ..)| id).collect();
    let mut loops = common_loops(scop, &statements);
    loops.truncate(shared_loops(scop, &statements)?);
    match loops.is_empty() {
        false => Ok(loops),
        true => {
            let name = &scop[change.array].source_name;
            Err(wrong(
                format!("no loop contains all uses of `{name}`"),
                "`expand` is for variables that each iteration of a loop uses anew",
            ))
        }
    }
}

/// How many loops statements share: there may be others of the same names beside each other.
fn shared_loops(scop: &Scop, statements: &[StmtId]) -> Result<usize> {
    let placements = Placements::new(&scop.schedule)?;
    let mut least = usize::MAX;
    for (at, a) in statements.iter().enumerate() {
        for b in &statements[at..] {
            for &a in placements.of_space(&scop[*a].domain) {
                for &b in placements.of_space(&scop[*b].domain) {
                    least = least.min(placements.compare(a, b)?.members.len());
                }
            }
        }
    }
    Ok(least)
}

fn no_such(of: usize, array: &scop::Array) -> Problem {
    let (name, rank) = (&array.source_name, array.rank());
    wrong(
        format!("`{name}` has no dimension {of}"),
        match rank {
            0 => "it is a single variable".to_string(),
            rank => format!("its dimensions are numbered from 0 to {}", rank - 1),
        },
    )
}

/// The subscripts of the cell that an access is to.
fn subscripts(access: &Access, rank: usize) -> Result<Vec<PwAff>> {
    let cells = access.relation.as_pw_multi_aff()?;
    let cells = presburger::MultiPwAff::from_pw_multi_aff(&cells)?;
    let subscripts = (0..rank).map(|dim| cells.at(dim));
    Ok(subscripts.collect::<presburger::Result<_>>()?)
}

/// The value of an iterator of a statement.
fn iterator(scop: &Scop, id: StmtId, name: &str, array: &str) -> Result<PwAff> {
    let statement = &scop[id];
    let Some(at) = statement.iterators.iter().position(|one| one == name) else {
        let message = format!(
            "the loop `{name}` does not contain all uses of `{array}`: `{}` is outside",
            statement.name
        );
        let common = common_loops(scop, &[id]);
        let help = match common.is_empty() {
            true => format!("`{}` is in no loop", statement.name),
            false => format!("`{}` is in the loops {}", statement.name, common.join(", ")),
        };
        return Err(wrong(message, help));
    };
    let iterator = Aff::var_on_domain(statement.domain.space(), Dim::Set(at))?;
    Ok(PwAff::alloc(&statement.domain, &iterator)?)
}

/// The names of the iterators that statements have in common, outermost first.
pub(crate) fn common_loops(scop: &Scop, statements: &[StmtId]) -> Vec<String> {
    let Some((&first, rest)) = statements.split_first() else {
        return Vec::new();
    };
    let mut common: Vec<String> = scop[first].iterators.clone();
    for &id in rest {
        let own = &scop[id].iterators;
        let same = common.iter().zip(own).take_while(|(a, b)| a == b).count();
        common.truncate(same);
    }
    common
}

/// How long a dimension of an array is by its declaration, if nothing is accessed beyond that: an
/// argument may be longer than it says.
fn declared(array: &Array, dim: usize) -> Option<PwAff> {
    let is_known = dim > 0 || !array.behind_pointer;
    let extent = array.extents.get(dim).filter(|_| is_known)?;
    extent.clone()
}

/// The number that a function is everywhere.
fn number(function: &PwAff) -> Option<i64> {
    match function.is_cst() {
        true => function.max_val().ok()?.to_i64(),
        false => None,
    }
}

/// The subscripts from 0 on, and how many there are of each.
///
/// A dimension is as long as what is accessed needs it to be. Where that depends on parameters, the
/// length that was declared will do as well if the array is small enough for the stack then.
pub(crate) fn laid_out(scop: &Scop, change: &Change, wanted: &Wanted) -> Result<LaidOut> {
    let array = &scop[change.array];
    let rank = wanted.accesses.first().map_or(0, |(_, _, list)| list.len());
    let more = |dim: usize| match &change.how {
        How::Padded(more) if dim + 1 == rank => i64::from(*more),
        _ => 0,
    };
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
            return Err(unbounded(scop, change));
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

fn unbounded(scop: &Scop, change: &Change) -> Problem {
    let name = &scop[change.array].source_name;
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
