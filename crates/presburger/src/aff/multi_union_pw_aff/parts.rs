//! The components of a tuple of union functions, and its domain when there are none.

use super::*;
use crate::aff::function::lift_params;
use crate::aff::union_function::{merge_params, params_of};

/// The common part of two domains. A condition on parameters holds in every space.
fn meet(a: &[Relation], b: &[Relation]) -> Result<Vec<Relation>> {
    match (as_params(a), as_params(b)) {
        (Some(x), Some(y)) => Ok(vec![x.intersect(y)?]),
        (Some(params), None) => under(b, params),
        (None, Some(params)) => under(a, params),
        (None, None) => {
            let params = merge_params(&params_of(a), &params_of(b));
            let (a, b) = (
                Union::new(&params, a.to_vec())?,
                Union::new(&params, b.to_vec())?,
            );
            Ok(a.intersect(&b)?.parts().to_vec())
        }
    }
}

/// Sets under a condition on parameters.
fn under(sets: &[Relation], params: &Relation) -> Result<Vec<Relation>> {
    let mut out = Vec::with_capacity(sets.len());
    for set in sets {
        let (set, params) = set.aligned(params);
        out.push(set.intersect(&lift_params(&params, &set.space)?)?);
    }
    Ok(out)
}

/// Sets, or a condition on parameters, simplified for parameters in `context`.
fn gist_params(sets: &[Relation], context: &Relation) -> Result<Vec<Relation>> {
    let mut out = Vec::with_capacity(sets.len());
    for set in sets {
        let (set, params) = set.aligned(context);
        out.push(set.gist(&lift_params(&params, &set.space)?)?);
    }
    Ok(out)
}

/// The union of two domains. A condition on parameters takes the place of sets.
fn join_domains(a: &[Relation], b: &[Relation]) -> Result<Vec<Relation>> {
    match (as_params(a), as_params(b)) {
        (Some(x), Some(y)) => Ok(vec![x.union(y)?]),
        (Some(_), None) => Ok(a.to_vec()),
        (None, Some(_)) => Ok(b.to_vec()),
        (None, None) => {
            let params = merge_params(&params_of(a), &params_of(b));
            let (a, b) = (
                Union::new(&params, a.to_vec())?,
                Union::new(&params, b.to_vec())?,
            );
            Ok(a.union(&b)?.parts().to_vec())
        }
    }
}

impl MultiUnionPwAff {
    /// The tuple of functions over `params` and whatever else they need; without dimensions on
    /// `domain`, which is everything by default.
    pub(super) fn new(
        params: &[Name],
        range: Tuple,
        components: Vec<UnionFunction>,
        domain: Option<Vec<Relation>>,
    ) -> MultiUnionPwAff {
        let mut params = params.to_vec();
        for component in &components {
            params = merge_params(&params, &component.params);
        }
        let domain = components.is_empty().then(|| {
            let everything = || vec![Relation::universe(Space::params_only(params.clone()))];
            domain.unwrap_or_else(everything)
        });
        for set in domain.iter().flatten() {
            params = merge_params(&params, set.space.params());
        }
        let aligned =
            |sets: Vec<Relation>| sets.iter().map(|set| set.align_params(&params)).collect();
        MultiUnionPwAff {
            domain: domain.map(aligned),
            components: components.iter().map(|c| c.align_params(&params)).collect(),
            params: params.into(),
            range,
        }
    }

    /// The values of a union of functions, all to `range`, one by one.
    pub(super) fn split(function: &UnionFunction, range: Tuple) -> Result<MultiUnionPwAff> {
        let mut components = Vec::with_capacity(range.len());
        for i in 0..range.len() {
            components.push(function.map(|f| f.select(Tuple::anonymous(1), i..i + 1))?);
        }
        let domain = function.domain()?;
        Ok(MultiUnionPwAff::new(
            &function.params,
            range,
            components,
            Some(domain),
        ))
    }

    pub(crate) fn params(&self) -> &[Name] {
        &self.params
    }
    pub(crate) fn components(&self) -> &[UnionFunction] {
        &self.components
    }
    /// The domain of a tuple without dimensions, unless it is everything.
    pub(crate) fn explicit_domain(&self) -> Option<&[Relation]> {
        let sets = self.domain.as_deref()?;
        let everything = as_params(sets).is_some_and(crate::aff::affine::is_plain_universe);
        (!everything).then_some(sets)
    }

    /// All values on their common domain.
    pub(crate) fn to_union_function(&self) -> Result<UnionFunction> {
        if let Some(sets) = &self.domain {
            return UnionFunction::on_sets(&self.params, sets, &self.range, |_| Vec::new());
        }
        let mut all = self.components[0].clone();
        for component in &self.components[1..] {
            all = all.zip(component, |a, b| a.range_product(b, true))?;
        }
        all.map(|function| Ok(function.with_range(self.range.clone())))
    }

    /// `function` after `self`, on each domain tuple, as `compose` has it.
    pub(super) fn applied(
        &self,
        function: &Function,
        compose: impl Fn(&Function, &Function) -> Result<Function>,
    ) -> Result<UnionFunction> {
        let params = merge_params(&self.params, function.space.params());
        let all = self.to_union_function()?.align_params(&params);
        if function.space.domain_tuple() != Some(&self.range) {
            let range = Space::set(self.params.to_vec(), self.range.clone());
            return Err(range.mismatch(&function.space));
        }
        all.map(|inner| compose(function, inner))
    }

    pub(super) fn common_domain(&self) -> Result<Vec<Relation>> {
        if let Some(sets) = &self.domain {
            return Ok(sets.to_vec());
        }
        let mut domain = self.components[0].domain()?;
        for component in &self.components[1..] {
            let (a, b) = (Union::new(&self.params, domain)?, component.domain()?);
            domain = a.intersect(&Union::new(&self.params, b)?)?.parts().to_vec();
        }
        Ok(domain)
    }

    pub(super) fn over(&self, params: &[Name]) -> MultiUnionPwAff {
        MultiUnionPwAff {
            params: params.into(),
            range: self.range.clone(),
            components: self
                .components
                .iter()
                .map(|c| c.align_params(params))
                .collect(),
            domain: self
                .domain
                .as_ref()
                .map(|sets| sets.iter().map(|set| set.align_params(params)).collect()),
        }
    }

    pub(super) fn select(&self, range: &Tuple, which: std::ops::Range<usize>) -> MultiUnionPwAff {
        let domain = self.domain.as_ref().map(|sets| sets.to_vec());
        MultiUnionPwAff::new(
            &self.params,
            range.clone(),
            self.components[which].to_vec(),
            domain,
        )
    }

    pub(super) fn side_by_side(
        &self,
        other: &MultiUnionPwAff,
        range: Tuple,
    ) -> Result<MultiUnionPwAff> {
        let params = merge_params(&self.params, &other.params);
        let components: Vec<UnionFunction> = self
            .components
            .iter()
            .chain(other.components.iter())
            .cloned()
            .collect();
        let explicit = match (&self.domain, &other.domain) {
            (Some(a), Some(b)) => Some(meet(a, b)?),
            (Some(a), None) | (None, Some(a)) => Some(a.to_vec()),
            (None, None) => None,
        };
        let this = MultiUnionPwAff::new(&params, range, components, explicit.clone());
        match explicit {
            Some(domain) if this.domain.is_none() => this.restricted(&domain),
            _ => Ok(this),
        }
    }

    /// On the part of the domain that is in the sets.
    pub(super) fn restricted(&self, sets: &[Relation]) -> Result<MultiUnionPwAff> {
        self.change(|c| c.intersect_domain(sets), |domain| meet(domain, sets))
    }

    pub(super) fn with_values(
        &self,
        values: &MultiVal,
        f: impl Fn(&Expr, &Value) -> Result<Expr>,
    ) -> Result<MultiUnionPwAff> {
        values.check_tuple(&self.range)?;
        let components: Result<Vec<UnionFunction>> = self
            .components
            .iter()
            .zip(values.values())
            .map(|(c, value)| c.map(|function| function.map_each(|e| f(e, value))))
            .collect();
        let domain = self.domain.as_ref().map(|sets| sets.to_vec());
        Ok(MultiUnionPwAff::new(
            &self.params,
            self.range.clone(),
            components?,
            domain,
        ))
    }

    /// Every component and the explicit domain changed.
    fn change(
        &self,
        component: impl Fn(&UnionFunction) -> Result<UnionFunction>,
        domain: impl Fn(&[Relation]) -> Result<Vec<Relation>>,
    ) -> Result<MultiUnionPwAff> {
        let components: Result<Vec<UnionFunction>> =
            self.components.iter().map(component).collect();
        let domain = self.domain.as_deref().map(domain).transpose()?;
        Ok(MultiUnionPwAff::new(
            &self.params,
            self.range.clone(),
            components?,
            domain,
        ))
    }

    /// Pairs of components and explicit domains.
    fn combine(
        &self,
        other: &MultiUnionPwAff,
        component: impl Fn(&UnionFunction, &UnionFunction) -> Result<UnionFunction>,
        domain: impl Fn(&[Relation], &[Relation]) -> Result<Vec<Relation>>,
    ) -> Result<MultiUnionPwAff> {
        self.check_same_range(other)?;
        let params = merge_params(&self.params, &other.params);
        let (a, b) = (self.over(&params), other.over(&params));
        let pairs = a.components.iter().zip(b.components.iter());
        let components: Result<Vec<UnionFunction>> = pairs.map(|(x, y)| component(x, y)).collect();
        let explicit = match (&a.domain, &b.domain) {
            (Some(x), Some(y)) => Some(domain(x, y)?),
            _ => None,
        };
        Ok(MultiUnionPwAff::new(
            &params,
            self.range.clone(),
            components?,
            explicit,
        ))
    }

    fn check_same_range(&self, other: &MultiUnionPwAff) -> Result<()> {
        if self.range == other.range {
            return Ok(());
        }
        let space = |f: &MultiUnionPwAff| Space::set(f.params.to_vec(), f.range.clone());
        Err(space(self).mismatch(&space(other)))
    }

    pub(super) fn each(&self, f: &dyn Fn(&Expr) -> Result<Expr>) -> Result<MultiUnionPwAff> {
        self.change(
            |c| c.map(|function| function.map_each(f)),
            |domain| Ok(domain.to_vec()),
        )
    }
    pub(super) fn pairs(
        &self,
        other: &MultiUnionPwAff,
        f: &dyn Fn(&Expr, &Expr) -> Result<Expr>,
    ) -> Result<MultiUnionPwAff> {
        self.combine(other, |x, y| x.zip_each(y, f), meet)
    }
    pub(super) fn union_pairs(
        &self,
        other: &MultiUnionPwAff,
        f: &dyn Fn(&Function, &Function) -> Result<Function>,
    ) -> Result<MultiUnionPwAff> {
        self.combine(other, |x, y| x.union_with(y, f), join_domains)
    }
    pub(super) fn restrict_domain(&self, set: &UnionSet) -> Result<MultiUnionPwAff> {
        self.restricted(set.0.parts())
    }
    pub(super) fn cut_domain(&self, set: &UnionSet) -> Result<MultiUnionPwAff> {
        self.change(
            |c| c.subtract_domain(set.0.parts()),
            |domain| {
                let all = Union::new(&self.params, domain.to_vec())?;
                Ok(all.subtract(&set.0)?.parts().to_vec())
            },
        )
    }
    pub(super) fn restrict_params(&self, params: &Set) -> Result<MultiUnionPwAff> {
        self.restricted(std::slice::from_ref(&params.0))
    }
    pub(super) fn gist_on(&self, context: &UnionSet) -> Result<MultiUnionPwAff> {
        let sets = context.0.parts();
        self.change(
            |c| c.gist(sets),
            |domain| {
                if as_params(domain).is_some() {
                    return gist_params(domain, &context.params()?.0);
                }
                if let Some(context) = as_params(sets) {
                    return gist_params(domain, context);
                }
                let mut out = Vec::new();
                for part in domain {
                    if let Some(set) = sets.iter().find(|s| s.space.has_equal_tuples(&part.space)) {
                        out.push(part.gist(set)?);
                    }
                }
                Ok(out)
            },
        )
    }
    pub(super) fn gist_on_params(&self, context: &Set) -> Result<MultiUnionPwAff> {
        self.change(
            |c| c.map(|function| function.gist_params(&context.0)),
            |domain| gist_params(domain, &context.0),
        )
    }
    pub(super) fn coalesced(&self) -> Result<MultiUnionPwAff> {
        self.change(UnionFunction::coalesce, |domain| {
            domain.iter().map(Relation::coalesce).collect()
        })
    }
    pub(super) fn is_plainly_same(&self, other: &MultiUnionPwAff) -> Result<bool> {
        self.all_same(other, UnionFunction::is_plainly_equal)
    }
    pub(super) fn is_same(&self, other: &MultiUnionPwAff) -> Result<bool> {
        self.all_same(other, UnionFunction::is_equal)
    }
    fn all_same(
        &self,
        other: &MultiUnionPwAff,
        same: impl Fn(&UnionFunction, &UnionFunction) -> Result<bool>,
    ) -> Result<bool> {
        if self.range != other.range {
            return Ok(false);
        }
        for (x, y) in self.components.iter().zip(other.components.iter()) {
            if !same(x, y)? {
                return Ok(false);
            }
        }
        match (&self.domain, &other.domain) {
            (Some(x), Some(y)) => {
                let union = |sets: &[Relation]| Union::new(&[], sets.to_vec());
                union(x)?.is_equal(&union(y)?)
            }
            _ => Ok(true),
        }
    }
    pub(super) fn any_value(&self, f: &dyn Fn(&Expr) -> bool) -> bool {
        let functions = self.components.iter().flat_map(|c| c.functions.iter());
        functions.into_iter().any(|function| function.any_value(f))
    }
    pub(super) fn domain_has_locals(&self) -> bool {
        let mut functions = self.components.iter().flat_map(|c| c.functions.iter());
        functions.any(Function::domain_has_locals)
            || self
                .domain
                .iter()
                .flat_map(|sets| sets.iter())
                .any(crate::aff::function::has_locals)
    }

    pub(super) fn read(text: &str) -> Result<MultiUnionPwAff> {
        let read = crate::text::read_union_multi(text)?;
        let mut components = Vec::with_capacity(read.dims.len());
        for pieces in &read.dims {
            components.push(UnionFunction::from_read(&read.params, pieces)?);
        }
        let domain = read.domain.clone();
        let this = MultiUnionPwAff::new(&read.params, read.tuple, components, domain);
        match read.domain {
            Some(sets) if this.domain.is_none() => this.restricted(&sets),
            _ => Ok(this),
        }
    }
}
