//! The components of a tuple of piecewise functions, and its domain when there are none.

use super::*;
use crate::aff::from_map::domain_of;
use crate::aff::function::{Piece, lift_params};
use crate::aff::notation::expr_of;
use crate::integer::pip::Goal;
use crate::space::Params;

impl MultiPwAff {
    /// The least or greatest value of every range dimension of a relation, each by itself.
    pub(crate) fn optima(relation: &Relation, goal: Goal) -> Result<MultiPwAff> {
        if relation.space.is_params() {
            return Err(Error::invalid("a set of parameter values has no elements"));
        }
        let components: Result<Vec<Function>> = (0..relation.space.n_out())
            .map(|dim| Function::dim_opt(relation, dim, goal))
            .collect();
        Ok(MultiPwAff::new(
            relation.space.clone(),
            components?,
            &domain_of(relation)?,
        ))
    }

    pub(super) fn range(&self) -> &Tuple {
        range_tuple(&self.space)
    }

    pub(crate) fn components(&self) -> &[Function] {
        &self.components
    }
    pub(crate) fn explicit_domain(&self) -> Option<&Relation> {
        self.domain.as_ref()
    }

    /// All values on the common domain.
    pub(crate) fn to_function(&self) -> Result<Function> {
        let start = Function {
            space: function_space(&domain_space(&self.space), Tuple::anonymous(0)),
            pieces: Arc::new([Piece {
                domain: self
                    .domain
                    .clone()
                    .unwrap_or_else(|| Relation::universe(domain_space(&self.space))),
                values: Vec::new(),
            }]),
        };
        let mut all = start.map_values(Tuple::anonymous(0), |_| Ok(Vec::new()))?;
        for component in self.components.iter() {
            all = all.range_product(component, true)?;
        }
        Ok(all.with_range(self.range().clone()))
    }

    pub(super) fn over(&self, params: Params) -> MultiPwAff {
        let explicit = match &self.domain {
            Some(domain) => domain.clone(),
            None => Relation::universe(domain_space(&self.space)),
        };
        let explicit = explicit.align_params(&params);
        MultiPwAff::new(
            self.space.with_params(params),
            self.components.to_vec(),
            &explicit,
        )
    }

    /// The same values on another domain, to which `f` moves a function.
    pub(super) fn moved(&self, f: impl Fn(&Function) -> Result<Function>) -> Result<MultiPwAff> {
        let whole = f(&self.to_function()?)?;
        let components: Result<Vec<Function>> = self.components.iter().map(&f).collect();
        Ok(MultiPwAff::new(
            whole.space.clone(),
            components?,
            &whole.domain()?,
        ))
    }

    /// Every component and the explicit domain changed.
    pub(super) fn change(
        &self,
        component: impl Fn(&Function) -> Result<Function>,
        domain: impl Fn(&Relation) -> Result<Relation>,
    ) -> Result<MultiPwAff> {
        let components: Result<Vec<Function>> = self.components.iter().map(component).collect();
        let domain = self.domain.as_ref().map(domain).transpose()?;
        let components = components?.into();
        Ok(MultiPwAff {
            space: self.space.clone(),
            components,
            domain,
        })
    }

    /// Pairs of components and explicit domains.
    pub(super) fn combine(
        &self,
        other: &MultiPwAff,
        component: impl Fn(&Function, &Function) -> Result<Function>,
        domain: impl Fn(&Relation, &Relation) -> Result<Relation>,
    ) -> Result<MultiPwAff> {
        self.space.check_equal_tuples(&other.space)?;
        let params = self.space.merge_params(&other.space);
        let (a, b) = (self.over(params.clone()), other.over(params));
        let components: Result<Vec<Function>> = a
            .components
            .iter()
            .zip(b.components.iter())
            .map(|(x, y)| component(x, y))
            .collect();
        let explicit = match (&a.domain, &b.domain) {
            (Some(x), Some(y)) => Some(domain(x, y)?),
            _ => None,
        };
        Ok(MultiPwAff {
            space: a.space,
            components: components?.into(),
            domain: explicit,
        })
    }

    pub(super) fn each(&self, f: &dyn Fn(&Expr) -> Result<Expr>) -> Result<MultiPwAff> {
        self.change(|c| c.map_each(f), |domain| Ok(domain.clone()))
    }
    pub(super) fn pairs(
        &self,
        other: &MultiPwAff,
        f: &dyn Fn(&Expr, &Expr) -> Result<Expr>,
    ) -> Result<MultiPwAff> {
        self.combine(other, |x, y| x.zip_each(y, f), Relation::intersect)
    }
    pub(super) fn union_pairs(
        &self,
        other: &MultiPwAff,
        f: &dyn Fn(&Function, &Function) -> Result<Function>,
    ) -> Result<MultiPwAff> {
        self.combine(other, f, Relation::union)
    }
    pub(super) fn restrict_domain(&self, set: &Set) -> Result<MultiPwAff> {
        let this = self.over(self.space.merge_params(&set.0.space));
        domain_space(&this.space).check_equal_tuples(&set.0.space)?;
        let set = set.0.align_params(this.space.params());
        this.change(
            |c| c.intersect_domain(&set),
            |domain| domain.intersect(&set),
        )
    }
    pub(super) fn cut_domain(&self, set: &Set) -> Result<MultiPwAff> {
        let this = self.over(self.space.merge_params(&set.0.space));
        domain_space(&this.space).check_equal_tuples(&set.0.space)?;
        let set = set.0.align_params(this.space.params());
        this.change(|c| c.subtract_domain(&set), |domain| domain.subtract(&set))
    }
    pub(super) fn restrict_params(&self, params: &Set) -> Result<MultiPwAff> {
        let this = self.over(self.space.merge_params(&params.0.space));
        this.restrict_domain(&Set(lift_params(&params.0, &domain_space(&this.space))?))
    }
    pub(super) fn gist_on(&self, context: &Set) -> Result<MultiPwAff> {
        let this = self.over(self.space.merge_params(&context.0.space));
        let context = context.0.align_params(this.space.params());
        this.change(|c| c.gist(&context), |domain| domain.gist(&context))
    }
    pub(super) fn gist_on_params(&self, context: &Set) -> Result<MultiPwAff> {
        let this = self.over(self.space.merge_params(&context.0.space));
        this.gist_on(&Set(lift_params(&context.0, &domain_space(&this.space))?))
    }
    pub(super) fn coalesced(&self) -> Result<MultiPwAff> {
        self.change(Function::coalesce, Relation::coalesce)
    }
    pub(super) fn is_plainly_same(&self, other: &MultiPwAff) -> Result<bool> {
        self.all_same(other, Function::is_plainly_equal)
    }
    pub(super) fn is_same(&self, other: &MultiPwAff) -> Result<bool> {
        self.all_same(other, Function::is_equal)
    }
    pub(super) fn all_same(
        &self,
        other: &MultiPwAff,
        same: impl Fn(&Function, &Function) -> Result<bool>,
    ) -> Result<bool> {
        if !self.space.has_equal_tuples(&other.space) {
            return Ok(false);
        }
        for (x, y) in self.components.iter().zip(other.components.iter()) {
            if !same(x, y)? {
                return Ok(false);
            }
        }
        match (&self.domain, &other.domain) {
            (Some(x), Some(y)) => x.is_equal(y),
            _ => Ok(true),
        }
    }
    pub(super) fn any_value(&self, f: &dyn Fn(&Expr) -> bool) -> bool {
        self.components.iter().any(|c| c.any_value(f))
    }
    pub(super) fn domain_has_locals(&self) -> bool {
        self.components.iter().any(Function::domain_has_locals)
            || self
                .domain
                .as_ref()
                .is_some_and(crate::aff::function::has_locals)
    }

    pub(super) fn read(text: &str) -> Result<MultiPwAff> {
        let read = match crate::text::read_multi(text) {
            Ok(read) => read,
            // Several disjuncts are the pieces of all values together.
            Err(error) => match Function::read_single(text) {
                Ok(function) if function.pieces.len() > 1 => {
                    return MultiPwAff::from_pw_multi_aff(&PwMultiAff(function));
                }
                _ => return Err(error),
            },
        };
        let space = function_space(&domain_space(&read.space), Tuple::anonymous(1));
        let mut components = Vec::with_capacity(read.dims.len());
        for dim in &read.dims {
            let mut pieces = Vec::with_capacity(dim.len());
            for (domain, entry) in dim {
                pieces.push((domain.clone(), vec![expr_of(entry)?]));
            }
            components.push(Function::from_pieces(space.clone(), pieces)?);
        }
        Ok(MultiPwAff::new(read.space, components, &read.domain))
    }
}
