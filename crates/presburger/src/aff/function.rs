//! Piecewise quasi-affine functions: the representation behind all public function types.
//!
//! A function goes from a domain (a tuple, or the parameters alone) to a range tuple. It is a list
//! of pieces with disjoint domains; where no domain holds it is undefined. No two pieces have the
//! same values: their domains would be united.

use super::expr::{Expr, Sign};
use super::{image, simplify};
use crate::error::{Error, Result};
use crate::number::Big;
use crate::relation::{Parts, Relation};
use crate::space::{Name, Space, Tuple};
use std::borrow::Cow;
use std::sync::Arc;

/// Values where a domain holds.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piece {
    /// In the domain space of the function.
    pub(crate) domain: Relation,
    /// One per dimension of the range, over the coordinates of the domain space.
    pub(crate) values: Vec<Expr>,
}

/// A piecewise function. Its space is that of a relation, or of a set if the domain has no tuple.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Function {
    pub(crate) space: Space,
    pub(crate) pieces: Arc<[Piece]>,
}

/// What a function of this space is defined on.
pub(crate) fn domain_space(space: &Space) -> Space {
    space.domain().unwrap_or_else(|_| space.to_params())
}

/// Number of coordinates that values are made of: parameters and domain dimensions.
pub(crate) fn n_domain(space: &Space) -> usize {
    space.n_total() - space.n_out()
}

/// The range tuple of a function space.
pub(crate) fn range_tuple(space: &Space) -> &Tuple {
    space.tuple().expect("a function has a range")
}

/// The space of functions from `domain` to `range`.
pub(crate) fn function_space(domain: &Space, range: Tuple) -> Space {
    match domain.tuple() {
        None => Space::set(domain.params().to_vec(), range),
        Some(tuple) => Space::map(domain.params().to_vec(), tuple.clone(), range),
    }
}

/// Whether a conjunction of the relation is written with locals.
pub(crate) fn has_locals(relation: &Relation) -> bool {
    match &relation.parts {
        Parts::Narrow(conjs) => conjs.iter().any(|conj| conj.n_local() > 0),
        Parts::Wide(conjs) => conjs.iter().any(|conj| conj.n_local() > 0),
    }
}

/// Fails unless two functions are defined on the same tuple.
pub(crate) fn check_same_domain(a: &Space, b: &Space) -> Result<()> {
    let (x, y) = (domain_space(a), domain_space(b));
    if x.has_equal_tuples(&y) {
        Ok(())
    } else {
        Err(a.mismatch(b))
    }
}

/// Where the columns of a domain go when the parameters change: present ones must all be named.
pub(crate) fn param_columns(space: &Space, params: &[Name]) -> Vec<usize> {
    let place = |name: &Name| {
        params
            .iter()
            .position(|p| p == name)
            .expect("alignment keeps every parameter")
    };
    let dims = n_domain(space) - space.n_param();
    space
        .params()
        .iter()
        .map(place)
        .chain((0..dims).map(|i| params.len() + i))
        .collect()
}

/// A condition on parameters as a condition on the points of `space`.
pub(crate) fn lift_params(params: &Relation, space: &Space) -> Result<Relation> {
    use crate::conj::Column;
    if !params.space.is_params() {
        return Err(Error::invalid(format!(
            "{} is not a condition on parameters",
            params.space
        )));
    }
    let aligned = params.align_params(space.params());
    let mut columns: Vec<Column> = (0..space.n_param()).map(Column::Old).collect();
    columns.resize(space.n_total(), Column::Fresh);
    aligned.rearrange(space.clone(), &columns)
}

/// Collects pieces, uniting the domains of equal values and leaving out empty ones.
#[derive(Default)]
pub(crate) struct Pieces(Vec<Piece>);

impl Pieces {
    pub(crate) fn push(&mut self, domain: Relation, values: Vec<Expr>) -> Result<()> {
        if domain.is_plain_empty() || domain.is_empty()? {
            return Ok(());
        }
        let values = simplify::use_equalities(values, &domain)?;
        match self.0.iter_mut().find(|piece| piece.values == values) {
            Some(piece) => piece.domain = piece.domain.union(&domain)?,
            None => self.0.push(Piece { domain, values }),
        }
        Ok(())
    }

    pub(crate) fn into_function(self, space: Space) -> Function {
        debug_assert!(self.0.iter().all(|p| p.values.len() == space.n_out()));
        Function {
            space,
            pieces: self.0.into(),
        }
    }
}

impl Function {
    /// Defined nowhere.
    pub(crate) fn empty(space: Space) -> Function {
        Function {
            space,
            pieces: Arc::new([]),
        }
    }

    /// Defined everywhere by the same forms.
    pub(crate) fn total(space: Space, values: Vec<Expr>) -> Function {
        let domain = Relation::universe(domain_space(&space));
        Function {
            space,
            pieces: Arc::new([Piece { domain, values }]),
        }
    }

    /// From pieces with disjoint domains.
    pub(crate) fn from_pieces(
        space: Space,
        pieces: impl IntoIterator<Item = (Relation, Vec<Expr>)>,
    ) -> Result<Function> {
        let mut out = Pieces::default();
        for (domain, values) in pieces {
            out.push(domain, values)?;
        }
        Ok(out.into_function(space))
    }

    pub(crate) fn domain_space(&self) -> Space {
        domain_space(&self.space)
    }
    pub(crate) fn n_domain(&self) -> usize {
        n_domain(&self.space)
    }
    pub(crate) fn range_tuple(&self) -> &Tuple {
        range_tuple(&self.space)
    }
    pub(crate) fn has_nan(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| piece.values.iter().any(Expr::is_nan))
    }

    /// Whether a value satisfies the condition.
    pub(crate) fn any_value(&self, f: &dyn Fn(&Expr) -> bool) -> bool {
        self.pieces.iter().any(|piece| piece.values.iter().any(f))
    }

    /// Whether a domain is written with locals.
    pub(crate) fn domain_has_locals(&self) -> bool {
        self.pieces.iter().any(|piece| has_locals(&piece.domain))
    }

    /// Where the function is defined.
    pub(crate) fn domain(&self) -> Result<Relation> {
        let mut domain = Relation::empty(self.domain_space());
        for piece in self.pieces.iter() {
            domain = domain.union(&piece.domain)?;
        }
        Ok(domain)
    }

    /// Over more parameters, or the same in another order.
    pub(crate) fn align_params(&self, params: &[Name]) -> Function {
        if self.space.params() == params {
            return self.clone();
        }
        let columns = param_columns(&self.space, params);
        let space = self.space.with_params(params.to_vec());
        let n = n_domain(&space);
        let pieces = self
            .pieces
            .iter()
            .map(|piece| Piece {
                domain: piece.domain.align_params(params),
                values: piece
                    .values
                    .iter()
                    .map(|e| e.renumber(n, &columns))
                    .collect(),
            })
            .collect();
        Function { space, pieces }
    }

    /// Both over the union of their parameters.
    pub(crate) fn aligned<'a>(
        &'a self,
        other: &'a Function,
    ) -> (Cow<'a, Function>, Cow<'a, Function>) {
        if self.space.has_equal_params(&other.space) {
            return (Cow::Borrowed(self), Cow::Borrowed(other));
        }
        let params = self.space.merge_params(&other.space);
        (
            Cow::Owned(self.align_params(&params)),
            Cow::Owned(other.align_params(&params)),
        )
    }

    /// Over the parameters of `other` as well.
    pub(crate) fn aligned_to(&self, other: &Space) -> Cow<'_, Function> {
        let params = self.space.merge_params(other);
        if *self.space.params() == *params {
            Cow::Borrowed(self)
        } else {
            Cow::Owned(self.align_params(&params))
        }
    }

    /// The same pieces between other tuples of the same sizes.
    pub(crate) fn with_space(&self, space: Space) -> Function {
        let domain = domain_space(&space);
        debug_assert_eq!(domain.n_total(), self.n_domain());
        let pieces = self
            .pieces
            .iter()
            .map(|piece| Piece {
                domain: piece.domain.with_space(domain.clone()),
                values: piece.values.clone(),
            })
            .collect();
        Function { space, pieces }
    }

    /// The same domain and values into another tuple.
    pub(crate) fn with_range(&self, range: Tuple) -> Function {
        let space = function_space(&self.domain_space(), range);
        Function {
            space,
            pieces: self.pieces.clone(),
        }
    }

    /// New values on the same domains.
    pub(crate) fn map_values(
        &self,
        range: Tuple,
        f: impl Fn(&[Expr]) -> Result<Vec<Expr>>,
    ) -> Result<Function> {
        let space = function_space(&self.domain_space(), range);
        let pieces: Result<Vec<_>> = self
            .pieces
            .iter()
            .map(|p| Ok((p.domain.clone(), f(&p.values)?)))
            .collect();
        Function::from_pieces(space, pieces?)
    }

    /// Every value by itself.
    pub(crate) fn map_each(&self, f: impl Fn(&Expr) -> Result<Expr>) -> Result<Function> {
        self.map_values(self.range_tuple().clone(), |values| {
            values.iter().map(&f).collect()
        })
    }

    pub(crate) fn intersect_domain(&self, domain: &Relation) -> Result<Function> {
        self.restrict(domain, Relation::intersect)
    }

    pub(crate) fn subtract_domain(&self, domain: &Relation) -> Result<Function> {
        self.restrict(domain, Relation::subtract)
    }

    fn restrict(
        &self,
        domain: &Relation,
        how: impl Fn(&Relation, &Relation) -> Result<Relation>,
    ) -> Result<Function> {
        let this = self.aligned_to(&domain.space);
        this.domain_space().check_equal_tuples(&domain.space)?;
        let domain = domain.align_params(this.space.params());
        let mut out = Pieces::default();
        for piece in this.pieces.iter() {
            out.push(how(&piece.domain, &domain)?, piece.values.clone())?;
        }
        Ok(out.into_function(this.space.clone()))
    }

    pub(crate) fn intersect_params(&self, params: &Relation) -> Result<Function> {
        let this = self.aligned_to(&params.space);
        this.intersect_domain(&lift_params(params, &this.domain_space())?)
    }

    /// `x -> f(self(x), other(x))` where both are defined.
    pub(crate) fn zip(
        &self,
        other: &Function,
        range: Tuple,
        f: impl Fn(&[Expr], &[Expr]) -> Result<Vec<Expr>>,
    ) -> Result<Function> {
        check_same_domain(&self.space, &other.space)?;
        let (a, b) = self.aligned(other);
        let mut out = Pieces::default();
        for x in a.pieces.iter() {
            for y in b.pieces.iter() {
                out.push(x.domain.intersect(&y.domain)?, f(&x.values, &y.values)?)?;
            }
        }
        Ok(out.into_function(function_space(&a.domain_space(), range)))
    }

    /// Fails unless the functions have the same space up to parameters.
    pub(crate) fn check_same_space(&self, other: &Function) -> Result<()> {
        self.space.check_equal_tuples(&other.space)
    }

    /// Value by value where both are defined.
    pub(crate) fn zip_each(
        &self,
        other: &Function,
        f: impl Fn(&Expr, &Expr) -> Result<Expr>,
    ) -> Result<Function> {
        self.check_same_space(other)?;
        self.zip(other, self.range_tuple().clone(), |x, y| {
            x.iter().zip(y).map(|(x, y)| f(x, y)).collect()
        })
    }

    pub(crate) fn add(&self, other: &Function) -> Result<Function> {
        self.zip_each(other, Expr::add)
    }

    /// `both` where both are defined, otherwise the one that is.
    pub(crate) fn union_with(&self, other: &Function, both: Function) -> Result<Function> {
        self.check_same_space(other)?;
        let (a, b) = self.aligned(other);
        let (da, db) = (a.domain()?, b.domain()?);
        let mut out = Pieces(both.align_params(a.space.params()).pieces.to_vec());
        for (function, covered) in [(&a, &db), (&b, &da)] {
            for piece in function.pieces.iter() {
                out.push(piece.domain.subtract(covered)?, piece.values.clone())?;
            }
        }
        Ok(out.into_function(a.space.clone()))
    }

    /// The union of two functions; fails if both are defined somewhere.
    pub(crate) fn union_disjoint(&self, other: &Function) -> Result<Function> {
        self.check_same_space(other)?;
        let (a, b) = self.aligned(other);
        let mut out = Pieces(a.pieces.to_vec());
        for piece in b.pieces.iter() {
            for mine in a.pieces.iter() {
                if !mine.domain.is_disjoint(&piece.domain)? {
                    return Err(Error::invalid("the domains of the two functions overlap"));
                }
            }
            out.push(piece.domain.clone(), piece.values.clone())?;
        }
        Ok(out.into_function(a.space.clone()))
    }

    /// Where all values have the sign.
    pub(crate) fn locus(&self, sign: Sign) -> Result<Relation> {
        let space = self.domain_space();
        let mut out = Relation::empty(space.clone());
        for piece in self.pieces.iter() {
            let mut domain = piece.domain.clone();
            for value in &piece.values {
                domain = domain.intersect(&value.locus(&space, sign)?)?;
            }
            if self.pieces.len() > 1 {
                domain = domain.without_plainly_empty()?;
            }
            out = out.union(&domain)?;
        }
        Ok(out)
    }

    /// `self` where it compares so to `other`, otherwise `other`; both must be defined.
    pub(crate) fn choose(&self, other: &Function, sign: Sign) -> Result<Function> {
        self.check_same_space(other)?;
        let (a, b) = self.aligned(other);
        let space = a.domain_space();
        let mut out = Pieces::default();
        for x in a.pieces.iter() {
            for y in b.pieces.iter() {
                let overlap = x.domain.intersect(&y.domain)?;
                let difference = x.values[0].sub(&y.values[0])?;
                if difference.is_nan() {
                    out.push(overlap, vec![Expr::Nan])?;
                    continue;
                }
                let chosen = overlap.intersect(&difference.locus(&space, sign)?)?;
                out.push(overlap.subtract(&chosen)?, y.values.clone())?;
                out.push(chosen, x.values.clone())?;
            }
        }
        // The first operand's pieces come first.
        let mut pieces = out.0;
        pieces.sort_by_key(|piece| {
            a.pieces
                .iter()
                .chain(b.pieces.iter())
                .position(|p| p.values == piece.values)
        });
        Ok(Pieces(pieces).into_function(a.space.clone()))
    }

    /// `x -> self(inner(x))` where `inner(x)` is an integer point of the domain.
    pub(crate) fn pullback(&self, inner: &Function) -> Result<Function> {
        let middle = self.check_pullback(inner)?;
        let (outer, inner) = self.aligned(inner);
        let space = function_space(&inner.domain_space(), outer.range_tuple().clone());
        let mut out = Pieces::default();
        for x in inner.pieces.iter() {
            let with = inner.coordinates(x, middle.tuple().is_some());
            for y in outer.pieces.iter() {
                let domain = image::preimage(&y.domain, &x.domain.space, &with)?;
                let values: Result<Vec<Expr>> = y
                    .values
                    .iter()
                    .map(|e| e.substitute(inner.n_domain(), &with))
                    .collect();
                out.push(x.domain.intersect(&domain)?, values?)?;
            }
        }
        Ok(out.into_function(space))
    }

    /// `x -> self(inner(x))` where `self` is one form everywhere, put down as a form: the result is
    /// defined wherever `inner` is, also where `inner(x)` is a fraction.
    pub(crate) fn substitute(&self, inner: &Function) -> Result<Function> {
        let middle = self.check_pullback(inner)?;
        let (outer, inner) = self.aligned(inner);
        let space = function_space(&inner.domain_space(), outer.range_tuple().clone());
        let [form] = &outer.pieces[..] else {
            return Err(Error::invalid("the function is piecewise"));
        };
        let mut out = Pieces::default();
        for piece in inner.pieces.iter() {
            let with = inner.coordinates(piece, middle.tuple().is_some());
            let substituted = |e: &Expr| e.substitute(inner.n_domain(), &with);
            let values: Result<Vec<Expr>> = form.values.iter().map(substituted).collect();
            out.push(piece.domain.clone(), values?)?;
        }
        Ok(out.into_function(space))
    }

    /// The domain space of `self`, which the values of `inner` must be in.
    fn check_pullback(&self, inner: &Function) -> Result<Space> {
        let middle = domain_space(&self.space);
        let mut tuple = middle.tuple().into_iter();
        if tuple.any(|tuple| tuple != inner.range_tuple()) {
            return Err(self.space.mismatch(&inner.space));
        }
        Ok(middle)
    }

    /// The forms that stand for the coordinates of the range space: the parameters themselves and
    /// the values of a piece.
    fn coordinates(&self, piece: &Piece, with_values: bool) -> Vec<Expr> {
        let n = self.n_domain();
        let mut forms: Vec<Expr> = (0..self.space.n_param())
            .map(|v| Expr::variable(n, v))
            .collect();
        if with_values {
            forms.extend(piece.values.iter().cloned());
        }
        forms
    }

    /// The points of the domain whose image is in `set`.
    pub(crate) fn preimage(&self, set: &Relation) -> Result<Relation> {
        let this = self.aligned_to(&set.space);
        let set = set.align_params(this.space.params());
        if set.space.tuple() != Some(this.range_tuple()) || set.space.is_map() {
            return Err(this.space.mismatch(&set.space));
        }
        let space = this.domain_space();
        let mut out = Relation::empty(space.clone());
        for piece in this.pieces.iter() {
            let with = this.coordinates(piece, true);
            let mut domain = image::preimage(&set, &space, &with)?;
            // Among integers all points would be; a rational set stays one.
            if !piece.domain.is_plain_universe() {
                domain = domain.intersect(&piece.domain)?;
            }
            if this.pieces.len() > 1 {
                domain = domain.without_plainly_empty()?;
            }
            out = out.union(&domain)?;
        }
        Ok(out)
    }

    /// The pairs `(x, self(x))`: a relation, or a set if the domain has no tuple.
    pub(crate) fn graph(&self) -> Result<Relation> {
        let mut out = Relation::empty(self.space.clone());
        for piece in self.pieces.iter() {
            out = out.union(&image::graph(&piece.domain, &piece.values, &self.space)?)?;
        }
        Ok(out)
    }

    /// The values at a point given by all coordinates of the domain space: numerator and
    /// denominator, `None` for NaN. `None` outside of the domain.
    #[allow(clippy::type_complexity)] // undefined, NaN and fractions each mean something
    pub(crate) fn values_at(&self, point: &[Big]) -> Result<Option<Vec<Option<(Big, Big)>>>> {
        for piece in self.pieces.iter() {
            if piece.domain.contains(point)? {
                let values: Result<Vec<_>> =
                    piece.values.iter().map(|e| e.value_at(point)).collect();
                return Ok(Some(values?));
            }
        }
        Ok(None)
    }

    /// The same pieces in any order, their values written the same way once the equalities of
    /// their domains have been used.
    pub(crate) fn is_plainly_equal(&self, other: &Function) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) || self.pieces.len() != other.pieces.len() {
            return Ok(false);
        }
        let (a, b) = self.aligned(other);
        let mut left: Vec<&Piece> = b.pieces.iter().collect();
        for piece in a.pieces.iter() {
            let values = simplify::simplify_on(&piece.values, &piece.domain)?;
            let mut found = None;
            for (i, other) in left.iter().enumerate() {
                let same = piece.values == other.values
                    || values == simplify::simplify_on(&other.values, &other.domain)?;
                if same && other.domain.is_equal(&piece.domain)? {
                    found = Some(i);
                    break;
                }
            }
            match found {
                Some(i) => left.swap_remove(i),
                None => return Ok(false),
            };
        }
        Ok(true)
    }

    /// The same domain and the same value everywhere; NaN is not equal to anything.
    pub(crate) fn is_equal(&self, other: &Function) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) || self.has_nan() || other.has_nan() {
            return Ok(false);
        }
        if self.is_plainly_equal(other)? {
            return Ok(true);
        }
        let (a, b) = self.aligned(other);
        if !a.domain()?.is_equal(&b.domain()?)? {
            return Ok(false);
        }
        let space = a.domain_space();
        for x in a.pieces.iter() {
            for y in b.pieces.iter() {
                let overlap = x.domain.intersect(&y.domain)?;
                for (u, v) in x.values.iter().zip(&y.values) {
                    let differ = u.sub(v)?.locus(&space, Sign::NonZero)?;
                    if !overlap.is_disjoint(&differ)? {
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
    }

    /// Some of the values, into a tuple of their own.
    pub(crate) fn select(&self, range: Tuple, which: std::ops::Range<usize>) -> Result<Function> {
        self.map_values(range, |values| Ok(values[which.clone()].to_vec()))
    }

    /// On a larger domain: `columns[v]` says where coordinate `v` of the present domain space is.
    pub(crate) fn widen_domain(&self, domain: &Space, columns: &[usize]) -> Result<Function> {
        use crate::conj::Column;
        let n = domain.n_total();
        let mut order = vec![Column::Fresh; n];
        for (v, &to) in columns.iter().enumerate() {
            order[to] = Column::Old(v);
        }
        let space = function_space(domain, self.range_tuple().clone());
        let mut out = Pieces::default();
        for piece in self.pieces.iter() {
            let values = piece
                .values
                .iter()
                .map(|e| e.renumber(n, columns))
                .collect();
            out.push(piece.domain.rearrange(domain.clone(), &order)?, values)?;
        }
        Ok(out.into_function(space))
    }
}
