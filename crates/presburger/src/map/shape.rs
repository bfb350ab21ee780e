//! Domain, range and inverse; relations constrained, projected and renamed.

use super::Map;
use crate::dim::Dim;
use crate::error::Result;
use crate::relation::Order;
use crate::set::Set;
use crate::value::Value;

impl Map {
    /// `{ x : ∃ y : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[j] : i = 2j and 0 <= j < 5 }".parse()?;
    /// assert!(m.domain()?.is_equal(&"{ A[i] : i mod 2 = 0 and 0 <= i < 10 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn domain(&self) -> Result<Set> {
        Ok(Set(self.0.domain()?))
    }

    /// `{ y : ∃ x : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[2i] : 0 <= i < 5 }".parse()?;
    /// assert!(m.range()?.is_equal(&"{ B[j] : j mod 2 = 0 and 0 <= j < 10 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn range(&self) -> Result<Set> {
        Ok(Set(self.0.range()?))
    }

    /// The inverse: `{ y -> x : x -> y ∈ self }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ A[i] -> B[2i] }".parse()?;
    /// assert!(m.reverse()?.is_equal(&"{ B[j] -> A[i] : j = 2i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn reverse(&self) -> Result<Map> {
        Ok(Map(self.0.reverse()?))
    }

    /// The parameter values for which there is a pair.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "[N] -> { [i] -> [i + 1] : 0 <= i < N }".parse()?;
    /// assert!(m.params()?.is_equal(&"[N] -> { : N > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn params(&self) -> Result<Set> {
        Ok(Set(self.0.params()?))
    }

    /// Without `count` dimensions from `first` on, exactly. A changed tuple loses its name.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i, j] -> [k] : i < j < k }".parse()?;
    /// assert!(m.project_out(Dim::In(1), 1)?.is_equal(&"{ [i] -> [k] : i + 1 < k }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out(&self, first: Dim, count: usize) -> Result<Map> {
        Ok(Map(self.0.project_out(first, count)?))
    }

    /// Without the parameters: the pairs that are in the relation for some parameter values.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "[N] -> { [i] -> [i + N] : N > 0 }".parse()?;
    /// assert!(m.project_out_all_params()?.is_equal(&"{ [i] -> [j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out_all_params(&self) -> Result<Map> {
        self.project_out(Dim::Param(0), self.space().n_param())
    }

    /// Only `count` dimensions of one group from `first` on: the others of it are projected out.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i, j] -> [k] : i < j < k }".parse()?;
    /// assert!(m.project_onto(Dim::In(1), 1)?.is_equal(&"{ [j] -> [k] : j < k }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_onto(&self, first: Dim, count: usize) -> Result<Map> {
        Ok(Map(self.0.project_onto(first, count)?))
    }

    /// Projects `count` dimensions from `first` on out and puts them back without constraints.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [j] : 0 <= i <= j <= 5 }".parse()?;
    /// assert!(m.eliminate(Dim::In(0), 1)?.is_equal(&"{ [i] -> [j] : 0 <= j <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eliminate(&self, first: Dim, count: usize) -> Result<Map> {
        Ok(Map(self.0.eliminate(first, count)?))
    }

    /// `{ x ∈ self : x_dim = value }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [j] : 0 <= i <= j <= 5 }".parse()?;
    /// assert!(m.fix(Dim::In(0), 3)?.is_equal(&"{ [3] -> [j] : 3 <= j <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fix(&self, dim: Dim, value: impl Into<Value>) -> Result<Map> {
        Ok(Map(self.0.compare_value(
            dim,
            Order::Eq,
            &value.into().to_integer()?,
        )?))
    }

    /// The pairs for one value of a parameter; a parameter the relation does not have is added.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "[N] -> { [i] -> [i + N] }".parse()?;
    /// assert!(m.fix_param("N", 4)?.is_equal(&"[N] -> { [i] -> [i + 4] : N = 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fix_param(&self, name: &str, value: impl Into<Value>) -> Result<Map> {
        Ok(Map(self.0.fix_param(name, &value.into().to_integer()?)?))
    }

    /// `{ x ∈ self : x_dim >= value }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(m.lower_bound(Dim::Out(0), 3)?.is_equal(&"{ [i] -> [i + 1] : i >= 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lower_bound(&self, dim: Dim, value: impl Into<Value>) -> Result<Map> {
        let value = value.into().ceil().to_integer()?;
        Ok(Map(self.0.compare_value(dim, Order::Ge, &value)?))
    }

    /// `{ x ∈ self : x_dim <= value }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(m.upper_bound(Dim::Out(0), 3)?.is_equal(&"{ [i] -> [i + 1] : i <= 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn upper_bound(&self, dim: Dim, value: impl Into<Value>) -> Result<Map> {
        let value = value.into().floor().to_integer()?;
        Ok(Map(self.0.compare_value(dim, Order::Le, &value)?))
    }

    /// `{ x ∈ self : x_left = x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i, j] -> [k] }".parse()?;
    /// assert!(m.equate(Dim::In(1), Dim::Out(0))?.is_equal(&"{ [i, j] -> [j] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn equate(&self, left: Dim, right: Dim) -> Result<Map> {
        Ok(Map(self.0.compare_dims(left, Order::Eq, right)?))
    }

    /// `{ x ∈ self : x_left = -x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [k] }".parse()?;
    /// assert!(m.oppose(Dim::In(0), Dim::Out(0))?.is_equal(&"{ [i] -> [-i] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn oppose(&self, left: Dim, right: Dim) -> Result<Map> {
        Ok(Map(self.0.oppose_dims(left, right)?))
    }

    /// `{ x ∈ self : x_left < x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [j] }".parse()?;
    /// assert!(m.order_lt(Dim::In(0), Dim::Out(0))?.is_equal(&"{ [i] -> [j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_lt(&self, left: Dim, right: Dim) -> Result<Map> {
        Ok(Map(self.0.compare_dims(left, Order::Lt, right)?))
    }

    /// `{ x ∈ self : x_left <= x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [j] }".parse()?;
    /// let expected = "{ [i] -> [j] : i <= j }".parse()?;
    /// assert!(m.order_le(Dim::In(0), Dim::Out(0))?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_le(&self, left: Dim, right: Dim) -> Result<Map> {
        Ok(Map(self.0.compare_dims(left, Order::Le, right)?))
    }

    /// `{ x ∈ self : x_left > x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [j] }".parse()?;
    /// assert!(m.order_gt(Dim::In(0), Dim::Out(0))?.is_equal(&"{ [i] -> [j] : i > j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_gt(&self, left: Dim, right: Dim) -> Result<Map> {
        Ok(Map(self.0.compare_dims(left, Order::Gt, right)?))
    }

    /// `{ x ∈ self : x_left >= x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [j] }".parse()?;
    /// let expected = "{ [i] -> [j] : i >= j }".parse()?;
    /// assert!(m.order_ge(Dim::In(0), Dim::Out(0))?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_ge(&self, left: Dim, right: Dim) -> Result<Map> {
        Ok(Map(self.0.compare_dims(left, Order::Ge, right)?))
    }

    /// With `count` unconstrained dimensions before `at`. The tuple loses its name.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(m.insert_dims(Dim::In(0), 1)?.is_equal(&"{ [j, i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn insert_dims(&self, at: Dim, count: usize) -> Result<Map> {
        Ok(Map(self.0.insert_dims(at, &vec![None; count])?))
    }

    /// With an unconstrained parameter at the end; the same relation if it has the parameter.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert_eq!(m.add_param("N")?.space().n_param(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_param(&self, name: &str) -> Result<Map> {
        Ok(Map(self.0.add_param(name)))
    }

    /// `count` dimensions from `source` on become dimensions before `target`, of another group.
    /// A dimension must have a name to become a parameter.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "{ [i, j] -> [i + j] }".parse()?;
    /// let expected = "{ [j] -> [i, i + j] }".parse()?;
    /// assert!(m.move_dims(Dim::Out(0), Dim::In(0), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn move_dims(&self, target: Dim, source: Dim, count: usize) -> Result<Map> {
        Ok(Map(self.0.move_dims(target, source, count)?))
    }

    /// With the given parameters first, in that order; its other parameters follow.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "[N] -> { [i] -> [i + N] }".parse()?;
    /// assert_eq!(m.align_params(&["M", "N"]).space().n_param(), 2);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn align_params(&self, params: &[&str]) -> Map {
        Map(self.0.align_params_first(params))
    }

    /// Without the parameters that no constraint mentions.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "[N, M] -> { [i] -> [i + M] }".parse()?;
    /// assert_eq!(m.drop_unused_params()?.space().n_param(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn drop_unused_params(&self) -> Result<Map> {
        Ok(Map(self.0.drop_unused_params()?))
    }

    /// With another name for the domain tuple, or none.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(m.set_domain_tuple_name(Some("A"))?.is_equal(&"{ A[i] -> [i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_domain_tuple_name(&self, name: Option<&str>) -> Result<Map> {
        let space = self
            .space()
            .with_tuple_of(Dim::In(0), |t| t.clone().with_name(name))?;
        Ok(Map(self.0.with_space(space)))
    }

    /// With another name for the range tuple, or none.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i] -> [i + 1] }".parse()?;
    /// assert!(m.set_range_tuple_name(Some("B"))?.is_equal(&"{ [i] -> B[i + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_range_tuple_name(&self, name: Option<&str>) -> Result<Map> {
        let space = self
            .space()
            .with_tuple_of(Dim::Out(0), |t| t.clone().with_name(name))?;
        Ok(Map(self.0.with_space(space)))
    }

    /// With another name for a dimension or parameter.
    ///
    /// ```
    /// # use presburger::{Dim, Map};
    /// let m: Map = "[N] -> { [i] -> [i + N] }".parse()?;
    /// let expected = "[M] -> { [i] -> [i + M] }".parse()?;
    /// assert!(m.set_dim_name(Dim::Param(0), "M")?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_dim_name(&self, dim: Dim, name: &str) -> Result<Map> {
        Ok(Map(self
            .0
            .with_space(self.space().with_dim_name(dim, name)?)))
    }
}
