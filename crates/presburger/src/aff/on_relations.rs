//! What functions do to relations: preimages, binding of dimensions, comparison at values.

use super::expr::Expr;
use super::function::Function;
use super::image;
use super::products::{Binding, Comparison, bind_leading, check_tuple, unbind};
use super::union_function::{Factor, UnionFunction, lift_factor};
use crate::error::{Error, Result};
use crate::relation::Relation;
use crate::space::{Space, Tuple};

/// The relation `X -> B` of pairs with `inner(x) -> b` in `A -> B`, or `B -> X` likewise.
pub(crate) fn preimage_factor(
    relation: &Relation,
    inner: &Function,
    factor: Factor,
) -> Result<Relation> {
    let params = relation.space.merge_params(&inner.space);
    let (relation, inner) = (relation.align_params(&params), inner.align_params(&params));
    let (Some(a), Some(b)) = (relation.space.domain_tuple(), relation.space.tuple()) else {
        return Err(Error::invalid(format!(
            "{} is not the space of a relation",
            relation.space
        )));
    };
    let Some(x) = inner.space.domain_tuple() else {
        return Err(Error::invalid(
            "a function of parameters alone has no domain tuple",
        ));
    };
    let replaced = if factor == Factor::Domain { a } else { b };
    if replaced != inner.range_tuple() {
        return Err(relation.space.mismatch(&inner.space));
    }
    let n = params.len();
    let space = match factor {
        Factor::Domain => (x.clone(), b.clone()),
        Factor::Range => (a.clone(), x.clone()),
    };
    let space = relation
        .space
        .with_params(params)
        .with_tuples(space.0, space.1);
    let total = space.n_total();
    // The coordinates of X among those of the result.
    let start = if factor == Factor::Domain {
        n
    } else {
        n + a.len()
    };
    let columns: Vec<usize> = (0..n).chain(start..start + x.len()).collect();
    let pair = space.with_tuple(Tuple::anonymous(total - n));
    let mut out = Relation::empty(space.clone());
    for piece in inner.pieces.iter() {
        let values = piece.values.iter().map(|e| e.renumber(total, &columns));
        let variable = |v: usize| Expr::variable(total, v);
        let forms: Vec<Expr> = match factor {
            Factor::Domain => (0..n)
                .map(variable)
                .chain(values)
                .chain((n + x.len()..total).map(variable))
                .collect(),
            Factor::Range => (0..n + a.len()).map(variable).chain(values).collect(),
        };
        let first = if factor == Factor::Domain {
            x.len()
        } else {
            a.len()
        };
        let domain = lift_factor(&piece.domain, &pair, first, factor)?.with_space(space.clone());
        let mut part = image::preimage(&relation, &space, &forms)?.intersect(&domain)?;
        if inner.pieces.len() > 1 {
            part = part.without_plainly_empty()?;
        }
        out = out.union(&part)?;
    }
    Ok(out)
}

/// The points of the set with its dimensions turned into the parameters named in `tuple`.
pub(crate) fn bind_set(set: &Relation, tuple: &Tuple) -> Result<Relation> {
    check_tuple(&set.space, set.space.tuple(), tuple)?;
    let binding = bind_leading(&set.space, tuple, None)?;
    image::preimage(set, &binding.space, &binding.forms())
}

/// The range elements related to the parameters that `tuple` names as domain element.
pub(crate) fn bind_map_domain(map: &Relation, tuple: &Tuple) -> Result<Relation> {
    check_tuple(&map.space, map.space.domain_tuple(), tuple)?;
    let range = map.space.tuple().expect("a relation has a range");
    let flat = Space::set(
        map.space.params().to_vec(),
        Tuple::anonymous(map.space.n_in()),
    );
    let binding = bind_leading(&flat, tuple, Some(range))?;
    image::preimage(map, &binding.space, &binding.forms())
}

/// Parameters named in `tuple` become dimensions of a tuple like it.
pub(crate) fn unbind_set(set: &Relation, tuple: &Tuple) -> Result<Relation> {
    if !set.space.is_params() {
        return Err(Error::invalid(format!("{} has a tuple already", set.space)));
    }
    let binding: Binding = unbind(&set.space, tuple)?;
    image::preimage(set, &binding.space, &binding.forms())
}

/// The relation from a tuple of dimensions made of parameters to the elements of a set.
pub(crate) fn unbind_set_insert_domain(set: &Relation, tuple: &Tuple) -> Result<Relation> {
    let binding = unbind(&set.space, tuple)?;
    let wrapped = image::preimage(set, &binding.space, &binding.forms())?;
    let space = wrapped.space.unwrap()?;
    Ok(wrapped.with_space(space))
}

/// The pairs of a relation whose elements have values that compare so.
pub(crate) fn compare_at(
    relation: &Relation,
    values: &UnionFunction,
    how: Comparison,
) -> Result<Relation> {
    let (domain, range) = (relation.space.domain_tuple(), relation.space.tuple());
    let mut out = Relation::empty(relation.space.clone());
    for x in values.on(domain) {
        for y in values
            .on(range)
            .filter(|y| y.range_tuple() == x.range_tuple())
        {
            out = out.union(&relation.intersect(&x.lex_compare_map(y, how)?)?)?;
        }
    }
    // Values that depend on parameters alone are the same for both elements.
    for function in values.on(None) {
        let params = function.lex_compare(function, how)?;
        out = out.union(&relation.intersect_params(&params)?)?;
    }
    Ok(out)
}
