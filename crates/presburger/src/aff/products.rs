//! Functions side by side: products, splicing, comparison across domains, binding of parameters.

use super::expr::{Expr, Sign};
use super::function::{Function, Pieces, function_space, range_tuple};
use super::image;
use super::union_function::{Factor, lift_factor};
use crate::error::{Error, Result};
use crate::relation::Relation;
use crate::space::{Name, Space, Tuple};

/// The tuple of two tuples side by side, as a pair or as one list of dimensions.
pub(crate) fn join(a: &Tuple, b: &Tuple, flat: bool) -> Tuple {
    if !flat {
        return Tuple::pair(a.clone(), b.clone());
    }
    let mut dims = a.dim_names();
    dims.extend(b.dim_names());
    Tuple::from_dims(None, dims)
}

/// The two tuples of a pair.
pub(crate) fn pair_of(tuple: &Tuple) -> Result<(&Tuple, &Tuple)> {
    tuple
        .as_pair()
        .ok_or_else(|| Error::invalid(format!("{tuple} is not a pair of tuples")))
}

/// A lexicographic or coordinate-wise comparison of two tuples of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

impl Comparison {
    /// The sign of `left - right` in the deciding coordinate, and whether equality counts.
    fn parts(self) -> (Option<Sign>, bool) {
        match self {
            Comparison::Equal => (None, true),
            Comparison::Less => (Some(Sign::Negative), false),
            Comparison::LessEqual => (Some(Sign::Negative), true),
            Comparison::Greater => (Some(Sign::Positive), false),
            Comparison::GreaterEqual => (Some(Sign::Positive), true),
        }
    }
}

/// Where `a` compares lexicographically so to `b`, in `space`.
pub(crate) fn lex_locus(
    a: &[Expr],
    b: &[Expr],
    how: Comparison,
    space: &Space,
) -> Result<Relation> {
    let (sign, with_equal) = how.parts();
    let mut equal = Relation::universe(space.clone());
    let mut out = Relation::empty(space.clone());
    for (x, y) in a.iter().zip(b) {
        let difference = x.sub(y)?;
        if let Some(sign) = sign {
            out = out.union(&equal.intersect(&difference.locus(space, sign)?)?)?;
        }
        equal = equal.intersect(&difference.locus(space, Sign::Zero)?)?;
    }
    if with_equal {
        out.union(&equal)
    } else {
        Ok(out)
    }
}

impl Function {
    /// Where both are defined and compare so.
    pub(crate) fn lex_compare(&self, other: &Function, how: Comparison) -> Result<Relation> {
        self.check_same_space(other)?;
        let (a, b) = self.aligned(other);
        let space = a.domain_space();
        let mut out = Relation::empty(space.clone());
        for x in a.pieces.iter() {
            for y in b.pieces.iter() {
                let overlap = x.domain.intersect(&y.domain)?;
                let locus = lex_locus(&x.values, &y.values, how, &space)?;
                out = out.union(&overlap.intersect(&locus)?)?;
            }
        }
        Ok(out)
    }

    /// The pairs of domain elements whose images compare so: a relation.
    pub(crate) fn lex_compare_map(&self, other: &Function, how: Comparison) -> Result<Relation> {
        if self.range_tuple() != other.range_tuple() {
            return Err(self.space.mismatch(&other.space));
        }
        let (a, b) = self.on_pair(other)?;
        let set = a.lex_compare(&b, how)?;
        let space = set.space.unwrap()?;
        Ok(set.with_space(space))
    }

    /// Both on the product of their domains, each looking at its own factor.
    fn on_pair(&self, other: &Function) -> Result<(Function, Function)> {
        let (a, b) = self.aligned(other);
        let (Some(x), Some(y)) = (a.space.domain_tuple(), b.space.domain_tuple()) else {
            return Err(Error::invalid(
                "a function of parameters alone has no domain tuple",
            ));
        };
        let n = a.space.n_param();
        let pair = Space::set(a.space.params().to_vec(), Tuple::pair(x.clone(), y.clone()));
        let first: Vec<usize> = (0..n + x.len()).collect();
        let second: Vec<usize> = (0..n).chain(n + x.len()..pair.n_total()).collect();
        Ok((
            a.widen_domain(&pair, &first)?,
            b.widen_domain(&pair, &second)?,
        ))
    }

    /// `x -> (self(x), other(x))`.
    pub(crate) fn range_product(&self, other: &Function, flat: bool) -> Result<Function> {
        let range = join(self.range_tuple(), other.range_tuple(), flat);
        self.zip(other, range, |x, y| {
            Ok(x.iter().chain(y).cloned().collect())
        })
    }

    /// `(x, y) -> (self(x), other(y))`; functions of parameters have nothing to pair up.
    pub(crate) fn product(&self, other: &Function, flat: bool) -> Result<Function> {
        if !self.space.is_map() && !other.space.is_map() {
            return self.range_product(other, flat);
        }
        let (a, b) = self.on_pair(other)?;
        let out = a.range_product(&b, flat)?;
        if !flat {
            return Ok(out);
        }
        let domain = out
            .space
            .domain_tuple()
            .expect("made from a pair")
            .flatten();
        let space = Space::map(
            out.space.params().to_vec(),
            domain,
            out.range_tuple().clone(),
        );
        Ok(out.with_space(space))
    }

    /// The values of `other` inserted before value `at`, in an anonymous tuple.
    pub(crate) fn range_splice(&self, at: usize, other: &Function) -> Result<Function> {
        if at > self.space.n_out() {
            return Err(Error::invalid(format!(
                "there is no position {at} in {}",
                self.space
            )));
        }
        let mut dims = self.range_tuple().dim_names();
        dims.splice(at..at, other.range_tuple().dim_names());
        self.zip(other, Tuple::from_dims(None, dims), |x, y| {
            Ok(x[..at].iter().chain(y).chain(&x[at..]).cloned().collect())
        })
    }

    /// `(x, y) -> (self(x), other(y))` with the dimensions of `other` in the middle of those of
    /// `self`.
    pub(crate) fn splice(&self, at_in: usize, at_out: usize, other: &Function) -> Result<Function> {
        let (a, b) = self.aligned(other);
        let (Some(x), Some(y)) = (a.space.domain_tuple(), b.space.domain_tuple()) else {
            return self.range_splice(at_out, other);
        };
        if at_in > x.len() {
            return Err(Error::invalid(format!(
                "there is no position {at_in} in {x}"
            )));
        }
        let mut dims = x.dim_names();
        dims.splice(at_in..at_in, y.dim_names());
        let n = a.space.n_param();
        let middle = n + at_in;
        let domain = Space::set(a.space.params().to_vec(), Tuple::from_dims(None, dims));
        let first: Vec<usize> = (0..middle)
            .chain(middle + y.len()..domain.n_total())
            .collect();
        let second: Vec<usize> = (0..n).chain(middle..middle + y.len()).collect();
        let (a, b) = (
            a.widen_domain(&domain, &first)?,
            b.widen_domain(&domain, &second)?,
        );
        a.range_splice(at_out, &b)
    }

    /// Only where the domain is a wrapped relation `A -> B` with `A` (or `B`) in the set.
    pub(crate) fn intersect_domain_wrapped(
        &self,
        set: &Relation,
        factor: Factor,
    ) -> Result<Function> {
        let this = self.aligned_to(&set.space);
        let set = set.align_params(this.space.params());
        let pair = this.space.domain_tuple().and_then(Tuple::as_pair);
        let wanted = pair.map(|(a, b)| if factor == Factor::Domain { a } else { b });
        if set.space.is_map() || wanted.is_none() || set.space.tuple() != wanted {
            return Err(this.space.mismatch(&set.space));
        }
        let first = pair.map_or(0, |(a, _)| a.len());
        this.intersect_domain(&lift_factor(&set, &this.domain_space(), first, factor)?)
    }

    /// The same as a function of other variables: coordinate `v` of the domain becomes `with[v]`.
    pub(crate) fn with_coordinates(&self, domain: &Space, with: &[Expr]) -> Result<Function> {
        let n = domain.n_total();
        let mut out = Pieces::default();
        for piece in self.pieces.iter() {
            let values: Result<Vec<Expr>> =
                piece.values.iter().map(|e| e.substitute(n, with)).collect();
            out.push(image::preimage(&piece.domain, domain, with)?, values?)?;
        }
        Ok(out.into_function(function_space(domain, self.range_tuple().clone())))
    }
}

/// How the coordinates of a space look after some have become parameters or dimensions.
pub(crate) struct Binding {
    /// The new space: a domain or set space.
    pub(crate) space: Space,
    /// For each old coordinate the new one it equals.
    pub(crate) columns: Vec<usize>,
}

impl Binding {
    /// The old coordinates as forms over the new ones.
    pub(crate) fn forms(&self) -> Vec<Expr> {
        let n = self.space.n_total();
        self.columns.iter().map(|&c| Expr::variable(n, c)).collect()
    }
}

/// The names of all dimensions of a tuple; binding needs them all.
pub(crate) fn names_of(tuple: &Tuple) -> Result<Vec<Name>> {
    tuple
        .dim_names()
        .into_iter()
        .collect::<Option<Vec<Name>>>()
        .ok_or_else(|| Error::invalid(format!("{tuple} has a dimension without a name")))
}

/// The `first` leading dimensions of the domain space `space`, which form a tuple equal to
/// `tuple`, become the parameters that `tuple` names; `rest` is what remains of the domain.
pub(crate) fn bind_leading(space: &Space, tuple: &Tuple, rest: Option<&Tuple>) -> Result<Binding> {
    let names = names_of(tuple)?;
    let mut params = space.params().to_vec();
    for name in &names {
        if !params.contains(name) {
            params.push(name.clone());
        }
    }
    let find = |name: &Name| params.iter().position(|p| p == name).expect("just added");
    let columns = (0..space.n_param())
        .chain(names.iter().map(find))
        .chain((0..rest.map_or(0, Tuple::len)).map(|i| params.len() + i))
        .collect();
    let space = match rest {
        None => Space::params_only(params),
        Some(tuple) => Space::set(params, tuple.clone()),
    };
    Ok(Binding { space, columns })
}

/// Parameters named in `tuple` become its dimensions; the tuple is put before the present domain.
pub(crate) fn unbind(space: &Space, tuple: &Tuple) -> Result<Binding> {
    let names = tuple.dim_names();
    let place = |param: &Name| names.iter().position(|name| name.as_ref() == Some(param));
    let params: Vec<Name> = space
        .params()
        .iter()
        .filter(|param| place(param).is_none())
        .cloned()
        .collect();
    let n = params.len();
    let mut kept = 0..n;
    let mut columns: Vec<usize> = Vec::with_capacity(space.n_total());
    for param in space.params() {
        columns.push(match place(param) {
            Some(i) => n + i,
            None => kept.next().expect("one column per kept parameter"),
        });
    }
    columns.extend((0..space.n_total() - space.n_param()).map(|i| n + tuple.len() + i));
    let whole = match space.tuple() {
        None => tuple.clone(),
        Some(present) => Tuple::pair(tuple.clone(), present.clone()),
    };
    Ok(Binding {
        space: Space::set(params, whole),
        columns,
    })
}

/// Fails unless `tuple` is what the space is made of.
pub(crate) fn check_tuple(space: &Space, found: Option<&Tuple>, tuple: &Tuple) -> Result<()> {
    if found == Some(tuple) {
        return Ok(());
    }
    Err(space.mismatch(&Space::set(Vec::new(), tuple.clone())))
}

impl Function {
    /// The domain dimensions become parameters with the names in `tuple`.
    pub(crate) fn bind_domain(&self, tuple: &Tuple) -> Result<Function> {
        check_tuple(&self.space, self.space.domain_tuple(), tuple)?;
        let binding = bind_leading(&self.domain_space(), tuple, None)?;
        self.with_coordinates(&binding.space, &binding.forms())
    }

    /// The first factor of a wrapped domain becomes parameters with the names in `tuple`.
    pub(crate) fn bind_domain_wrapped_domain(&self, tuple: &Tuple) -> Result<Function> {
        let domain = self.space.domain_tuple().and_then(Tuple::as_pair);
        check_tuple(&self.space, domain.map(|(a, _)| a), tuple)?;
        let rest = domain.expect("checked").1;
        let binding = bind_leading(&self.domain_space(), tuple, Some(rest))?;
        self.with_coordinates(&binding.space, &binding.forms())
    }

    /// Parameters named in `tuple` become domain dimensions.
    pub(crate) fn unbind_params_insert_domain(&self, tuple: &Tuple) -> Result<Function> {
        let binding = unbind(&self.domain_space(), tuple)?;
        self.with_coordinates(&binding.space, &binding.forms())
    }

    /// Where every value equals the parameter that `tuple` names in its place.
    pub(crate) fn bind(&self, tuple: &Tuple) -> Result<Relation> {
        check_tuple(&self.space, Some(range_tuple(&self.space)), tuple)?;
        let names = names_of(tuple)?;
        let named = Space::params_only(names.clone());
        let this = self.aligned_to(&named);
        let space = this.domain_space();
        let find = |name: &Name| this.space.find_param(name).expect("aligned");
        let wanted: Vec<Expr> = names
            .iter()
            .map(|name| Expr::variable(space.n_total(), find(name)))
            .collect();
        let mut out = Relation::empty(space.clone());
        for piece in this.pieces.iter() {
            let equal = lex_locus(&piece.values, &wanted, Comparison::Equal, &space)?;
            let equal = if piece.values.iter().any(Expr::is_nan) {
                Relation::empty(space.clone())
            } else {
                equal
            };
            out = out.union(&piece.domain.intersect(&equal)?)?;
        }
        Ok(out)
    }
}
