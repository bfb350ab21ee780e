//! Functions on several domain tuples at once. Two functions with the same domain tuple have
//! different range tuples and disjoint domains.

use super::expr::Expr;
use super::function::{Function, Piece, function_space};
use crate::error::{Error, Result};
use crate::relation::Relation;
use crate::space::{Name, Space, Tuple};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::sync::Arc;

/// Piecewise functions in different spaces over the same parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct UnionFunction {
    pub(crate) params: Arc<[Name]>,
    /// In the order in which the spaces were first met; none is without pieces.
    pub(crate) functions: Arc<[Function]>,
}

/// The tuple that a function is defined on, `None` for the parameters alone.
fn key(function: &Function) -> Option<&Tuple> {
    function.space.domain_tuple()
}

/// The tuples of a function: what tells the functions of a union apart.
fn tuples(function: &Function) -> (Option<&Tuple>, &Tuple) {
    (key(function), function.range_tuple())
}

/// The parameters of both lists, those of the first one first.
pub(crate) fn merge_params(a: &[Name], b: &[Name]) -> Vec<Name> {
    let mut params = a.to_vec();
    params.extend(b.iter().filter(|name| !a.contains(name)).cloned());
    params
}

/// The parameters of all relations.
pub(crate) fn params_of(relations: &[Relation]) -> Vec<Name> {
    relations.iter().fold(Vec::new(), |params, r| {
        merge_params(&params, r.space.params())
    })
}

/// The parameter condition that a union of sets consists of, if it is one.
pub(crate) fn as_params(sets: &[Relation]) -> Option<&Relation> {
    match sets {
        [only] if only.space.is_params() => Some(only),
        _ => None,
    }
}

impl UnionFunction {
    pub(crate) fn new(params: &[Name], functions: Vec<Function>) -> UnionFunction {
        let functions = functions
            .into_iter()
            .filter(|function| !function.pieces.is_empty())
            .map(|function| function.align_params(params))
            .collect();
        UnionFunction {
            params: params.into(),
            functions,
        }
    }

    pub(crate) fn empty(params: &[Name]) -> UnionFunction {
        UnionFunction {
            params: params.into(),
            functions: Arc::new([]),
        }
    }

    pub(crate) fn from_function(function: &Function) -> UnionFunction {
        UnionFunction::new(function.space.params(), vec![function.clone()])
    }

    /// From functions that may share spaces but do not overlap.
    pub(crate) fn collect(
        params: &[Name],
        functions: impl IntoIterator<Item = Function>,
    ) -> Result<UnionFunction> {
        UnionFunction::gather(params, functions, Function::union_disjoint)
    }

    /// From any functions; `join` makes one of two in the same space.
    pub(crate) fn gather(
        params: &[Name],
        functions: impl IntoIterator<Item = Function>,
        join: impl Fn(&Function, &Function) -> Result<Function>,
    ) -> Result<UnionFunction> {
        let mut out: Vec<Function> = Vec::new();
        let mut places: FxHashMap<(Option<Tuple>, Tuple), usize> = FxHashMap::default();
        for function in functions {
            let place = (key(&function).cloned(), function.range_tuple().clone());
            match places.get(&place) {
                Some(&at) => out[at] = join(&out[at], &function)?,
                None => {
                    places.insert(place, out.len());
                    out.push(function);
                }
            }
        }
        UnionFunction::new(params, out).checked()
    }

    /// Fails if two functions with different ranges are defined on the same point.
    fn checked(self) -> Result<UnionFunction> {
        let mut earlier: FxHashMap<Option<&Tuple>, Vec<&Function>> = FxHashMap::default();
        for a in self.functions.iter() {
            let same_domain = earlier.entry(key(a)).or_default();
            for b in same_domain.iter() {
                if !a.domain()?.is_disjoint(&b.domain()?)? {
                    return Err(a.space.mismatch(&b.space));
                }
            }
            same_domain.push(a);
        }
        Ok(self)
    }

    pub(crate) fn align_params(&self, params: &[Name]) -> UnionFunction {
        if *self.params == *params {
            return self.clone();
        }
        let functions = self
            .functions
            .iter()
            .map(|f| f.align_params(params))
            .collect();
        UnionFunction {
            params: params.into(),
            functions,
        }
    }

    pub(crate) fn aligned<'a>(
        &'a self,
        other: &'a UnionFunction,
    ) -> (Cow<'a, UnionFunction>, Cow<'a, UnionFunction>) {
        if self.params == other.params {
            return (Cow::Borrowed(self), Cow::Borrowed(other));
        }
        let params = merge_params(&self.params, &other.params);
        (
            Cow::Owned(self.align_params(&params)),
            Cow::Owned(other.align_params(&params)),
        )
    }

    /// The functions by their domain tuple.
    fn by_domain(&self) -> FxHashMap<Option<&Tuple>, Vec<&Function>> {
        let mut found: FxHashMap<Option<&Tuple>, Vec<&Function>> = FxHashMap::default();
        for function in self.functions.iter() {
            found.entry(key(function)).or_default().push(function);
        }
        found
    }

    /// The functions by their tuples.
    fn by_tuples(&self) -> FxHashMap<(Option<&Tuple>, &Tuple), &Function> {
        let all = self.functions.iter();
        all.map(|function| (tuples(function), function)).collect()
    }

    /// The functions with this domain tuple.
    pub(crate) fn on(&self, domain: Option<&Tuple>) -> impl Iterator<Item = &Function> {
        self.functions
            .iter()
            .filter(move |function| key(function) == domain)
    }

    /// Every function by itself; the parameters may become more.
    pub(crate) fn map(&self, f: impl Fn(&Function) -> Result<Function>) -> Result<UnionFunction> {
        let functions: Result<Vec<Function>> = self.functions.iter().map(f).collect();
        let functions = functions?;
        let params = functions.iter().fold(self.params.to_vec(), |params, f| {
            merge_params(&params, f.space.params())
        });
        Ok(UnionFunction::new(&params, functions))
    }

    /// Pairs of functions with the same domain tuple; others are left out.
    pub(crate) fn zip(
        &self,
        other: &UnionFunction,
        f: impl Fn(&Function, &Function) -> Result<Function>,
    ) -> Result<UnionFunction> {
        let (a, b) = self.aligned(other);
        let partners = b.by_domain();
        let mut out = Vec::new();
        for function in a.functions.iter() {
            for partner in partners.get(&key(function)).into_iter().flatten() {
                out.push(f(function, partner)?);
            }
        }
        UnionFunction::collect(&a.params, out)
    }

    /// Pairs of functions in the same space; others are left out.
    pub(crate) fn zip_each(
        &self,
        other: &UnionFunction,
        f: &dyn Fn(&Expr, &Expr) -> Result<Expr>,
    ) -> Result<UnionFunction> {
        let (a, b) = self.aligned(other);
        let partners = b.by_tuples();
        let mut out = Vec::new();
        for function in a.functions.iter() {
            if let Some(partner) = partners.get(&tuples(function)) {
                out.push(function.zip_each(partner, f)?);
            }
        }
        Ok(UnionFunction::new(&a.params, out))
    }

    /// Pairs combined, functions without partner kept.
    pub(crate) fn union_with(
        &self,
        other: &UnionFunction,
        f: impl Fn(&Function, &Function) -> Result<Function>,
    ) -> Result<UnionFunction> {
        let (a, b) = self.aligned(other);
        let (mine, partners) = (a.by_tuples(), b.by_tuples());
        let mut out = Vec::new();
        for function in a.functions.iter() {
            out.push(match partners.get(&tuples(function)) {
                Some(partner) => f(function, partner)?,
                None => function.clone(),
            });
        }
        out.extend(
            b.functions
                .iter()
                .filter(|f| !mine.contains_key(&tuples(f)))
                .cloned(),
        );
        UnionFunction::new(&a.params, out).checked()
    }

    /// The domains, one relation per tuple.
    pub(crate) fn domain(&self) -> Result<Vec<Relation>> {
        let mut sets: Vec<Relation> = Vec::with_capacity(self.functions.len());
        let mut places: FxHashMap<Option<&Tuple>, usize> = FxHashMap::default();
        for function in self.functions.iter() {
            let domain = function.domain()?;
            match places.get(&key(function)) {
                Some(&at) => sets[at] = sets[at].union(&domain)?,
                None => {
                    places.insert(key(function), sets.len());
                    sets.push(domain);
                }
            }
        }
        Ok(sets)
    }

    pub(crate) fn graph(&self) -> Result<Vec<Relation>> {
        self.functions.iter().map(Function::graph).collect()
    }

    /// The function whose graph is the union of the relations.
    pub(crate) fn from_graph(params: &[Name], relations: &[Relation]) -> Result<UnionFunction> {
        let mut functions = Vec::with_capacity(relations.len());
        for relation in relations {
            functions.push(Function::from_graph(relation)?);
        }
        UnionFunction::collect(params, functions)
    }

    pub(crate) fn intersect_domain(&self, sets: &[Relation]) -> Result<UnionFunction> {
        if let Some(params) = as_params(sets) {
            return self.map(|function| function.intersect_params(params));
        }
        self.restrict(sets, |function, set| match set {
            Some(set) => function.intersect_domain(set),
            None => Ok(Function::empty(function.space.clone())),
        })
    }

    pub(crate) fn subtract_domain(&self, sets: &[Relation]) -> Result<UnionFunction> {
        self.restrict(sets, |function, set| match set {
            Some(set) => function.subtract_domain(set),
            None => Ok(function.clone()),
        })
    }

    pub(crate) fn gist(&self, sets: &[Relation]) -> Result<UnionFunction> {
        if let Some(params) = as_params(sets) {
            return self.map(|function| function.gist_params(params));
        }
        self.restrict(sets, |function, set| match set {
            Some(set) => function.gist(set),
            None => Ok(Function::empty(function.space.clone())),
        })
    }

    fn restrict(
        &self,
        sets: &[Relation],
        f: impl Fn(&Function, Option<&Relation>) -> Result<Function>,
    ) -> Result<UnionFunction> {
        let params = merge_params(&self.params, &params_of(sets));
        // A set without a tuple is one of parameters, as a function's domain without one is.
        let places: FxHashMap<Option<&Tuple>, &Relation> = sets
            .iter()
            .rev()
            .map(|set| (set.space.tuple(), set))
            .collect();
        self.align_params(&params)
            .map(|function| f(function, places.get(&key(function)).copied()))
    }

    /// Only where the domain is a wrapped relation `A -> B` with `A` (or `B`) in one of the sets.
    pub(crate) fn intersect_domain_wrapped(
        &self,
        sets: &[Relation],
        factor: Factor,
    ) -> Result<UnionFunction> {
        let params = merge_params(&self.params, &params_of(sets));
        self.align_params(&params).map(|function| {
            let pair = key(function).and_then(Tuple::as_pair);
            let wanted = pair.map(|(a, b)| if factor == Factor::Domain { a } else { b });
            let set = sets
                .iter()
                .find(|set| wanted.is_some() && set.space.tuple() == wanted);
            match set {
                None => Ok(Function::empty(function.space.clone())),
                Some(set) => function.intersect_domain_wrapped(set, factor),
            }
        })
    }

    /// `x -> self(inner(x))`.
    pub(crate) fn pullback(&self, inner: &UnionFunction) -> Result<UnionFunction> {
        let (outer, inner) = self.aligned(inner);
        let partners = outer.by_domain();
        let mut out = Vec::new();
        for function in inner.functions.iter() {
            let on_its_range = partners.get(&Some(function.range_tuple()));
            for partner in on_its_range.into_iter().flatten() {
                out.push(partner.pullback(function)?);
            }
        }
        UnionFunction::collect(&outer.params, out)
    }

    /// `[A -> B] -> C` composed with `D -> A` on the first factor of the domain: `[D -> B] -> C`.
    pub(crate) fn preimage_domain_wrapped_domain(
        &self,
        inner: &UnionFunction,
    ) -> Result<UnionFunction> {
        let (outer, inner) = self.aligned(inner);
        let mut out: Vec<Function> = Vec::new();
        for function in outer.functions.iter() {
            let Some(tuple) = key(function) else { continue };
            let Some((a, b)) = tuple.as_pair() else {
                continue;
            };
            for map in inner.functions.iter() {
                let (Some(d), true) = (key(map), map.range_tuple() == a) else {
                    continue;
                };
                // (D, B) -> (A, B), by the map on the first factor.
                let pair = Tuple::pair(d.clone(), b.clone()).with_name(tuple.name());
                let domain = Space::set(outer.params.to_vec(), pair);
                let n = outer.params.len();
                let columns: Vec<usize> = (0..n + d.len()).collect();
                let wide = map.widen_domain(&domain, &columns)?;
                let extended = wide.map_values(tuple.clone(), |values| {
                    let rest =
                        (0..b.len()).map(|i| Expr::variable(domain.n_total(), n + d.len() + i));
                    Ok(values.iter().cloned().chain(rest).collect())
                })?;
                out.push(function.pullback(&extended)?);
            }
        }
        UnionFunction::collect(&outer.params, out)
    }

    pub(crate) fn coalesce(&self) -> Result<UnionFunction> {
        self.map(Function::coalesce)
    }

    pub(crate) fn is_plainly_equal(&self, other: &UnionFunction) -> Result<bool> {
        self.all_pairs(other, Function::is_plainly_equal)
    }

    pub(crate) fn is_equal(&self, other: &UnionFunction) -> Result<bool> {
        self.all_pairs(other, Function::is_equal)
    }

    fn all_pairs(
        &self,
        other: &UnionFunction,
        same: impl Fn(&Function, &Function) -> Result<bool>,
    ) -> Result<bool> {
        if self.functions.len() != other.functions.len() {
            return Ok(false);
        }
        let partners = other.by_tuples();
        for function in self.functions.iter() {
            match partners.get(&tuples(function)) {
                Some(partner) if same(function, partner)? => {}
                _ => return Ok(false),
            }
        }
        Ok(true)
    }

    /// The only function of the union.
    pub(crate) fn single(&self) -> Result<&Function> {
        match &self.functions[..] {
            [only] => Ok(only),
            _ => Err(Error::invalid("the union does not consist of one function")),
        }
    }

    /// A function with the given values on every domain of a union of sets.
    pub(crate) fn on_sets(
        params: &[Name],
        sets: &[Relation],
        range: &Tuple,
        values: impl Fn(&Space) -> Vec<Expr>,
    ) -> Result<UnionFunction> {
        let mut out = Vec::with_capacity(sets.len());
        for set in sets {
            let set = set.align_params(params);
            if set.is_empty()? {
                continue;
            }
            let space = function_space(&set.space, range.clone());
            let values = values(&set.space);
            out.push(Function {
                space,
                pieces: Arc::new([Piece {
                    domain: set,
                    values,
                }]),
            });
        }
        Ok(UnionFunction::new(params, out))
    }
}

/// One side of a wrapped relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factor {
    Domain,
    Range,
}

/// A set on one factor of the pair `space` wraps as a set in that space; parameters agree.
pub(crate) fn lift_factor(
    set: &Relation,
    space: &Space,
    n_first: usize,
    factor: Factor,
) -> Result<Relation> {
    use crate::conj::Column;
    let n_param = space.n_param();
    let start = match factor {
        Factor::Domain => n_param,
        Factor::Range => n_param + n_first,
    };
    let mut columns = vec![Column::Fresh; space.n_total()];
    for (v, column) in columns[..n_param].iter_mut().enumerate() {
        *column = Column::Old(v);
    }
    for v in n_param..set.space.n_total() {
        columns[start + v - n_param] = Column::Old(v);
    }
    set.rearrange(space.clone(), &columns)
}
