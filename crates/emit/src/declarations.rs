//! The variables that live in a region: declared before its first loop, and what is allocated for
//! them freed behind the last one. What each iteration of a parallel loop has for itself is allocated and
//! freed in the body of the loop.
//!
//! The memory of an array that the program itself allocates is allocated as the program does it, in
//! its own words where its size is not known.
//! For others there must be memory in any case, or the program ends:
//!
//! ```c
//! double (*t)[m] = malloc(n * sizeof *t);
//! if (!t || (size_t)-1 / n / m < sizeof(double)) abort();
//! ...
//! free(t);
//! ```
//!
//! A size that fits no `size_t` wraps around, and less is allocated than the array needs. The second
//! half of the condition is left out where the extents are known to be small enough. As `⌊⌊a / n⌋ / m⌋ =
//! ⌊a / (n * m)⌋` for positive `n` and `m`, it holds just where `n * m * sizeof(double)` is larger than
//! the largest `size_t`. Nor may there be an array without elements: `malloc(0)` may return nothing.

use std::collections::BTreeSet;
use std::fmt::Write;

use astgen::ast::{Expr, Op};
use frontend::Allocation;
use presburger::{Aff, PwAff, Set, Value};
use scop::{Array, ArrayId, Scop, Statement, Storage};

use crate::share::Home;
use crate::{Error, Options, Result};

/// Lines around the loops of a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Declarations {
    pub first: Vec<String>,
    pub last: Vec<String>,
    /// The same for arrays that have a loop as their home.
    pub inside: Vec<(ArrayId, Declarations)>,
}

/// The declarations of the variables that live in a region and are used there. The parameters have
/// the values in `known`; `write` makes an expression of C of one of `astgen`.
pub(crate) fn declarations(
    scop: &Scop,
    options: &Options,
    known: &Set,
    homes: &[Home<'_>],
    write: &mut dyn FnMut(&Expr) -> Result<Expr>,
) -> Result<Declarations> {
    let mut lines = Declarations::default();
    let mut declared = BTreeSet::new();
    for (id, array) in scop.arrays() {
        // Fields are declared with what they are fields of.
        let whole = array.source_name.split('.').next().unwrap_or_default();
        if array.storage != Storage::Region
            || declared.contains(whole)
            || !is_used(scop, array, whole)
        {
            continue;
        }
        declared.insert(whole);
        if let Some(own) = allocation(array, options)
            && (own.rank != array.rank() || array.extents.contains(&None))
            && let Some(declaration) = &own.declaration
        {
            lines.first.push(declaration.clone());
            lines.first.extend(own.check.clone());
            lines.last.push(format!("free({whole});"));
            continue;
        }
        let (ctype, rank) = match &array.part_of {
            Some(part_of) => (&part_of.ctype, part_of.rank),
            None => (&array.element, array.rank()),
        };
        let mut sizes = Vec::with_capacity(rank);
        for extent in array.extents.iter().take(rank) {
            let extent = extent.as_ref().ok_or_else(|| {
                Error::Expression(format!("the size of `{}` is not known", array.source_name))
            })?;
            let extent = match array.heap {
                true => extent.clone(),
                false => where_used(scop, whole, extent)?,
            };
            let place = astgen::Position::new(Vec::new(), extent.domain()?);
            sizes.push(write(&numbers_first(place.pw_aff(&extent)?))?);
        }
        if array.heap {
            let mut own = Declarations::default();
            allocate(array, &sizes, options, known, &mut own)?;
            match homes.iter().any(|(_, home)| *home == id) {
                true => lines.inside.push((id, own)),
                false => {
                    lines.first.extend(own.first);
                    lines.last.extend(own.last);
                }
            }
            continue;
        }
        let mut line = format!("{ctype} {whole}");
        for size in &sizes {
            let _ = write!(line, "[{size}]");
        }
        line.push(';');
        lines.first.push(line);
    }
    Ok(lines)
}

/// `max(1, n)` for `max(n, 1)`: which one it is may depend on how the text was read before.
fn numbers_first(mut size: Expr) -> Expr {
    if let Expr::Op(Op::Max | Op::Min, operands) = &mut size {
        operands.sort_by_key(|one| !matches!(one, Expr::Int(_)));
    }
    size
}

/// Whether a statement that is executed at all has a use for a variable.
fn is_used(scop: &Scop, array: &Array, name: &str) -> bool {
    let is_executed = |one: &&Statement| !one.domain.is_empty().is_ok_and(|empty| empty);
    scop.statements.iter().filter(is_executed).any(|statement| {
        let mut accesses = statement.accesses.iter();
        accesses.any(|access| scop[access.array].name == array.name)
            || frontend::identifiers_outside(&statement.body.text, &[]).contains(name)
    })
}

/// How the program itself allocates an array.
fn allocation<'o>(array: &Array, options: &'o Options) -> Option<&'o Allocation> {
    let mut allocations = options.allocations.iter();
    allocations.find(|one| array.heap && one.name == array.source_name)
}

/// Lines that allocate an array and free it.
fn allocate(
    array: &Array,
    sizes: &[Expr],
    options: &Options,
    known: &Set,
    lines: &mut Declarations,
) -> Result<()> {
    let name = &array.source_name;
    if let Some(why) = &options.no_malloc {
        return Err(Error::NoMalloc {
            array: name.clone(),
            why: why.clone(),
        });
    }
    let impossible = |why: &str| Err(Error::Allocation(format!("`{name}` {why}")));
    let Some((first, rows)) = sizes.split_first() else {
        return impossible("is no array");
    };
    if array.part_of.is_some() || !is_word(name) {
        return impossible("is part of a structure");
    }
    let own = allocation(array, options);
    let mut is_first = true;
    for extent in array.extents.iter().flatten() {
        let possible = extent.intersect_params(known)?;
        let is_positive = possible.min_val()?.to_i64().is_some_and(|least| least > 0);
        // What the program asks for itself it gets.
        let may_be_empty = is_first && own.is_some() || possible.domain()?.is_empty()?;
        if !is_positive && !may_be_empty {
            return impossible("may have no elements");
        }
        is_first = false;
    }
    let bytes = Expr::binary(Op::Mul, first.clone(), Expr::Id(format!("sizeof *{name}")));
    let element = &array.element;
    let mut line = match rows {
        [] => format!("{element} *{name}"),
        _ => format!("{element} (*{name})"),
    };
    for row in rows {
        let _ = write!(line, "[{row}]");
    }
    lines.first.push(format!("{line} = malloc({bytes});"));
    let is_limited = match own {
        Some(own) => own.is_limited,
        None => {
            let most = array.most_bytes(known)?;
            most.is_none_or(|most| most > i64::MAX.into())
        }
    };
    match own {
        Some(own) if !own.is_plain => lines.first.extend(own.check.clone()),
        _ => {
            let mut condition = format!("!{name}");
            if is_limited {
                let mut quotient = Expr::Id("(size_t)-1".into());
                for size in sizes {
                    quotient = Expr::binary(Op::Div, quotient, size.clone());
                }
                let _ = write!(condition, " || {quotient} < sizeof({element})");
            }
            lines.first.push(format!("if ({condition}) abort();"));
        }
    }
    lines.last.push(format!("free({name});"));
    Ok(())
}

fn is_word(name: &str) -> bool {
    name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// An expression without minima and maxima: sizes of arrays call no functions.
pub(crate) fn chosen(expr: &Expr) -> Expr {
    let Expr::Op(op, operands) = expr else {
        return expr.clone();
    };
    let operands = operands.iter().map(chosen);
    let order = match op {
        Op::Min => Op::Lt,
        Op::Max => Op::Gt,
        _ => return Expr::Op(*op, operands.collect()),
    };
    let choose = |a: Expr, b: Expr| {
        let first = Expr::Op(order, vec![a.clone(), b.clone()]);
        Expr::Op(Op::Select, vec![first, a, b])
    };
    operands.reduce(choose).unwrap_or(Expr::Int(0))
}

/// The extent of an array, and one element where the program has no such array: its declaration stood
/// where it may not be reached, and need not have made sense there.
fn where_used(scop: &Scop, whole: &str, extent: &PwAff) -> Result<PwAff> {
    if extent.is_cst() {
        return Ok(extent.clone());
    }
    let one = Aff::val_on_domain(&extent.domain_space(), &Value::one())?;
    let one = PwAff::from_aff(&one);
    let mut used = scop.context.subtract(&scop.context)?;
    for (_, _, access) in scop.accesses() {
        let name = &scop[access.array].source_name;
        if name.split('.').next() == Some(whole) {
            used = used.union(&access.relation.domain()?.params()?)?;
        }
    }
    let used = used.intersect(&extent.ge_set(&one)?.params()?)?;
    let used = used.gist(&scop.context)?.coalesce()?;
    if scop.context.is_subset(&used)? {
        return Ok(extent.clone());
    }
    let inside = extent.intersect_params(&used)?;
    Ok(inside.union_add(&one.intersect_params(&used.complement()?)?)?)
}
