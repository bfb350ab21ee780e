//! Sets seen in other spaces, constrained, applied to relations and multiplied.

use super::Set;
use crate::dim::Dim;
use crate::error::{Error, Result};
use crate::map::Map;
use crate::relation::Order;
use crate::space::{Name, Tuple};
use crate::value::Value;

impl Set {
    /// Without `count` dimensions from `first` on: `{ x : ∃ y : (x, y) ∈ self }`, exactly.
    /// The tuple loses its name.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : i = 2j and 0 <= j < 5 }".parse()?;
    /// let expected = "{ [i] : i mod 2 = 0 and 0 <= i <= 8 }".parse()?;
    /// assert!(a.project_out(Dim::Set(1), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out(&self, first: Dim, count: usize) -> Result<Set> {
        Ok(Set(self.0.project_out(first, count)?))
    }

    /// Without the parameters: the points that are in the set for some parameter values.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i < N < 5 }".parse()?;
    /// assert!(a.project_out_all_params()?.is_equal(&"{ [i] : 0 <= i < 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_out_all_params(&self) -> Result<Set> {
        self.project_out(Dim::Param(0), self.space().n_param())
    }

    /// Only `count` dimensions of one group from `first` on: the others of it are projected out.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j, k] : i < j < k and i = 0 and k = 9 }".parse()?;
    /// assert!(a.project_onto(Dim::Set(1), 1)?.is_equal(&"{ [j] : 0 < j < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_onto(&self, first: Dim, count: usize) -> Result<Set> {
        Ok(Set(self.0.project_onto(first, count)?))
    }

    /// The relation of each point to `count` of its coordinates, `first` the first of them.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ S[i, j] : 0 <= i < j }".parse()?;
    /// let expected = "{ S[i, j] -> [i] : 0 <= i < j }".parse()?;
    /// assert!(a.project_onto_map(Dim::Set(0), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn project_onto_map(&self, first: Dim, count: usize) -> Result<Map> {
        let columns: Vec<usize> = self.space().columns(first, count)?.collect();
        let mut names = Vec::with_capacity(count);
        for i in 0..count {
            names.push(self.space().dim_name(first.offset(i))?);
        }
        Ok(Map(self
            .0
            .with_copies(&columns, Tuple::from_dims(None, names))?))
    }

    /// Projects `count` dimensions from `first` on out and puts them back without constraints:
    /// `{ (x, z) : ∃ y : (x, y) ∈ self }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : 0 <= i <= j <= 5 }".parse()?;
    /// assert!(a.eliminate(Dim::Set(1), 1)?.is_equal(&"{ [i, j] : 0 <= i <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn eliminate(&self, first: Dim, count: usize) -> Result<Set> {
        Ok(Set(self.0.eliminate(first, count)?))
    }

    /// `{ x ∈ self : x_dim = value }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : 0 <= i <= j <= 5 }".parse()?;
    /// assert!(a.fix(Dim::Set(0), 3)?.is_equal(&"{ [3, j] : 3 <= j <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fix(&self, dim: Dim, value: impl Into<Value>) -> Result<Set> {
        Ok(Set(self.0.compare_value(
            dim,
            Order::Eq,
            &value.into().to_integer()?,
        )?))
    }

    /// `{ x ∈ self : the parameter is value }`; a parameter the set does not have is added.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// assert!(a.fix_param("N", 4)?.is_equal(&"[N] -> { [i] : N = 4 and 0 <= i < 4 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn fix_param(&self, name: &str, value: impl Into<Value>) -> Result<Set> {
        Ok(Set(self.0.fix_param(name, &value.into().to_integer()?)?))
    }

    /// `{ x ∈ self : x_dim >= value }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i] : i < 5 }".parse()?;
    /// assert!(a.lower_bound(Dim::Set(0), 3)?.is_equal(&"{ [i] : 3 <= i < 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lower_bound(&self, dim: Dim, value: impl Into<Value>) -> Result<Set> {
        let value = value.into().ceil().to_integer()?;
        Ok(Set(self.0.compare_value(dim, Order::Ge, &value)?))
    }

    /// `{ x ∈ self : x_dim <= value }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i] : i >= 0 }".parse()?;
    /// assert!(a.upper_bound(Dim::Set(0), 3)?.is_equal(&"{ [i] : 0 <= i <= 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn upper_bound(&self, dim: Dim, value: impl Into<Value>) -> Result<Set> {
        let value = value.into().floor().to_integer()?;
        Ok(Set(self.0.compare_value(dim, Order::Le, &value)?))
    }

    /// `{ x ∈ self : x_left = x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "[N] -> { [i] : i >= 0 }".parse()?;
    /// let expected = "[N] -> { [N] : N >= 0 }".parse()?;
    /// assert!(a.equate(Dim::Set(0), Dim::Param(0))?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn equate(&self, left: Dim, right: Dim) -> Result<Set> {
        Ok(Set(self.0.compare_dims(left, Order::Eq, right)?))
    }

    /// `{ x ∈ self : x_left < x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : j = 5 }".parse()?;
    /// assert!(a.order_lt(Dim::Set(0), Dim::Set(1))?.is_equal(&"{ [i, 5] : i < 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_lt(&self, left: Dim, right: Dim) -> Result<Set> {
        Ok(Set(self.0.compare_dims(left, Order::Lt, right)?))
    }

    /// `{ x ∈ self : x_left <= x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : j = 5 }".parse()?;
    /// assert!(a.order_le(Dim::Set(0), Dim::Set(1))?.is_equal(&"{ [i, 5] : i <= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_le(&self, left: Dim, right: Dim) -> Result<Set> {
        Ok(Set(self.0.compare_dims(left, Order::Le, right)?))
    }

    /// `{ x ∈ self : x_left > x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : j = 5 }".parse()?;
    /// assert!(a.order_gt(Dim::Set(0), Dim::Set(1))?.is_equal(&"{ [i, 5] : i > 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_gt(&self, left: Dim, right: Dim) -> Result<Set> {
        Ok(Set(self.0.compare_dims(left, Order::Gt, right)?))
    }

    /// `{ x ∈ self : x_left >= x_right }`.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : j = 5 }".parse()?;
    /// assert!(a.order_ge(Dim::Set(0), Dim::Set(1))?.is_equal(&"{ [i, 5] : i >= 5 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn order_ge(&self, left: Dim, right: Dim) -> Result<Set> {
        Ok(Set(self.0.compare_dims(left, Order::Ge, right)?))
    }

    /// With `count` unconstrained dimensions before `at`. The tuple loses its name.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "{ [i, j] : i < j }".parse()?;
    /// assert!(a.insert_dims(Dim::Set(1), 1)?.is_equal(&"{ [i, k, j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn insert_dims(&self, at: Dim, count: usize) -> Result<Set> {
        Ok(Set(self.0.insert_dims(at, &vec![None; count])?))
    }

    /// With `count` unconstrained dimensions at the end. The tuple loses its name.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i > 0 }".parse()?;
    /// assert!(a.add_dims(2)?.is_equal(&"{ [i, j, k] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_dims(&self, count: usize) -> Result<Set> {
        self.insert_dims(Dim::Set(self.n_dim()), count)
    }

    /// With an unconstrained parameter at the end; the same set if it has the parameter.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i > 0 }".parse()?;
    /// assert_eq!(a.add_param("N")?.space().to_string(), "[N] -> { [i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn add_param(&self, name: &str) -> Result<Set> {
        Ok(Set(self.0.add_param(name)))
    }

    /// `count` dimensions from `source` on become dimensions before `target`, of another group.
    /// A dimension must have a name to become a parameter.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// let expected = "{ [N, i] : 0 <= i < N }".parse()?;
    /// assert!(a.move_dims(Dim::Set(0), Dim::Param(0), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn move_dims(&self, target: Dim, source: Dim, count: usize) -> Result<Set> {
        Ok(Set(self.0.move_dims(target, source, count)?))
    }

    /// The parameter values for which the set is not empty.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : 0 <= i < N }".parse()?;
    /// assert!(a.params()?.is_equal(&"[N] -> { : N > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn params(&self) -> Result<Set> {
        Ok(Set(self.0.params()?))
    }

    /// With the given parameters first, in that order; its other parameters follow.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N] -> { [i] : i < N }".parse()?;
    /// assert_eq!(a.align_params(&["M", "N"]).space().to_string(), "[M, N] -> { [i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn align_params(&self, params: &[&str]) -> Set {
        Set(self.0.align_params_first(params))
    }

    /// Without the parameters that no constraint mentions.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "[N, M] -> { [i] : i < M }".parse()?;
    /// assert_eq!(a.drop_unused_params()?.space().to_string(), "[M] -> { [i] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn drop_unused_params(&self) -> Result<Set> {
        Ok(Set(self.0.drop_unused_params()?))
    }

    /// With another name for the tuple, or none.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : i > 0 }".parse()?;
    /// assert!(a.set_tuple_name(Some("S"))?.is_equal(&"{ S[i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_tuple_name(&self, name: Option<&str>) -> Result<Set> {
        let space = self
            .space()
            .with_tuple_of(Dim::Set(0), |t| t.clone().with_name(name))?;
        Ok(Set(self.0.with_space(space)))
    }

    /// With another name for a dimension or parameter.
    ///
    /// ```
    /// # use presburger::{Dim, Set};
    /// let a: Set = "[N] -> { [i] : i < N }".parse()?;
    /// assert!(a.set_dim_name(Dim::Param(0), "M")?.is_equal(&"[M] -> { [i] : i < M }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_dim_name(&self, dim: Dim, name: &str) -> Result<Set> {
        Ok(Set(self
            .0
            .with_space(self.space().with_dim_name(dim, name)?)))
    }

    /// `{ [a -> b] : a ∈ self ∧ b ∈ other }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ A[i] : i > 0 }".parse()?;
    /// let b: Set = "{ B[j] : j < 0 }".parse()?;
    /// assert!(a.product(&b)?.is_equal(&"{ [A[i] -> B[j]] : i > 0 > j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn product(&self, other: &Set) -> Result<Set> {
        Ok(Set(self.0.product(&other.0, false)?))
    }

    /// `{ (a, b) : a ∈ self ∧ b ∈ other }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ A[i] : i > 0 }".parse()?;
    /// let b: Set = "{ B[j] : j < 0 }".parse()?;
    /// assert!(a.flat_product(&b)?.is_equal(&"{ [i, j] : i > 0 > j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flat_product(&self, other: &Set) -> Result<Set> {
        Ok(Set(self.0.product(&other.0, true)?))
    }

    /// With a nested tuple replaced by one of all its dimensions.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.flatten().is_equal(&"{ [i, j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten(&self) -> Set {
        Set(self.0.flatten())
    }

    /// The relation of each point to its flat form.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.flatten_map()?.is_equal(&"{ [A[i] -> B[j]] -> [i, j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn flatten_map(&self) -> Result<Map> {
        let flat = self.space().set_tuple()?.flattened();
        let first = self.space().n_param();
        let columns: Vec<usize> = (first..first + flat.len()).collect();
        Ok(Map(self.0.with_copies(&columns, flat)?))
    }

    /// The relation a set of wrapped pairs stands for: `{ a -> b : [a -> b] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.unwrap()?.is_equal(&"{ A[i] -> B[j] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unwrap(&self) -> Result<Map> {
        Ok(Map(self.0.unwrap()?))
    }

    /// `{ [b -> a] : [a -> b] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.wrapped_reverse()?.is_equal(&"{ [B[j] -> A[i]] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrapped_reverse(&self) -> Result<Set> {
        Ok(Set(self.0.swap_pair(Dim::Set(0))?))
    }

    /// `{ [a -> b] -> a : [a -> b] ∈ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// assert!(a.wrapped_domain_map()?.is_equal(&"{ [A[i] -> B[j]] -> A[i] : i < j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn wrapped_domain_map(&self) -> Result<Map> {
        self.unwrap()?.domain_map()
    }

    /// `{ [a -> b] ∈ self : a ∈ factor }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// let f: Set = "{ A[i] : i > 0 }".parse()?;
    /// let expected = "{ [A[i] -> B[j]] : 0 < i < j }".parse()?;
    /// assert!(a.intersect_factor_domain(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_factor_domain(&self, factor: &Set) -> Result<Set> {
        Ok(Set(self.0.intersect_factor(Dim::Set(0), 0, &factor.0)?))
    }

    /// `{ [a -> b] ∈ self : b ∈ factor }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [A[i] -> B[j]] : i < j }".parse()?;
    /// let f: Set = "{ B[j] : j < 0 }".parse()?;
    /// let expected = "{ [A[i] -> B[j]] : i < j < 0 }".parse()?;
    /// assert!(a.intersect_factor_range(&f)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn intersect_factor_range(&self, factor: &Set) -> Result<Set> {
        Ok(Set(self.0.intersect_factor(Dim::Set(0), 1, &factor.0)?))
    }

    /// `{ x -> x : x ∈ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ S[i] : 0 <= i < 3 }".parse()?;
    /// assert!(a.identity()?.is_equal(&"{ S[i] -> S[i] : 0 <= i < 3 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn identity(&self) -> Result<Map> {
        Map::identity(self.space().map_to(self.space())?)?.intersect_domain(self)
    }

    /// `{ x -> x + d : d ∈ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let d: Set = "{ [1]; [2] }".parse()?;
    /// assert!(d.translation()?.is_equal(&"{ [i] -> [j] : i < j <= i + 2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn translation(&self) -> Result<Map> {
        let space = self.space().map_to(self.space())?;
        let all = Map::universe(space)?.deltas_map()?;
        all.intersect_range(self)?.domain()?.unwrap()
    }

    /// `{ -x : x ∈ self }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 2 <= i <= 3 }".parse()?;
    /// assert!(a.neg()?.is_equal(&"{ [i] : -3 <= i <= -2 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn neg(&self) -> Result<Set> {
        Ok(Set(self.0.neg_tuple()?))
    }

    /// `{ x + y : x ∈ self ∧ y ∈ other }`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ [i] : 0 <= i <= 1 }".parse()?;
    /// let b: Set = "{ [i] : i mod 10 = 0 }".parse()?;
    /// assert!(a.sum(&b)?.is_equal(&"{ [i] : 0 <= i mod 10 <= 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn sum(&self, other: &Set) -> Result<Set> {
        self.apply(&other.translation()?)
    }

    /// `{ y : ∃ x ∈ self : x -> y ∈ map }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Set = "{ [i] : 0 <= i < 10 }".parse()?;
    /// let m: Map = "{ [i] -> [2i + 1] }".parse()?;
    /// assert!(a.apply(&m)?.is_equal(&"{ [j] : 0 < j < 20 and j mod 2 = 1 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn apply(&self, map: &Map) -> Result<Set> {
        Ok(Set(self.0.apply_set(&map.0)?))
    }

    /// `{ x : ∃ y ∈ self : x -> y ∈ map }`.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let a: Set = "{ [i] : 0 <= i < 10 }".parse()?;
    /// let m: Map = "{ [i] -> [floor(i/3)] }".parse()?;
    /// assert!(a.preimage(&m)?.is_equal(&"{ [i] : 0 <= i < 30 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage(&self, map: &Map) -> Result<Set> {
        self.apply(&map.reverse()?)
    }

    /// `{ y -> x : x ∈ self }` for all points `y` of the set space `domain`.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ B[i] : i > 0 }".parse()?;
    /// let d: Set = "{ A[j] : j < 0 }".parse()?;
    /// assert!(a.insert_domain(d.space())?.is_equal(&"{ A[j] -> B[i] : i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn insert_domain(&self, domain: &crate::space::Space) -> Result<Map> {
        Map::from_domain_and_range(&Set::universe(domain.clone())?, self)
    }

    /// With names for the dimensions, in order; fails if there are not as many.
    ///
    /// ```
    /// # use presburger::Set;
    /// let a: Set = "{ S[i, j] : i < j }".parse()?;
    /// assert_eq!(a.set_dim_names(&["x", "y"])?.to_string(), "{ S[x, y] : x < y }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn set_dim_names(&self, names: &[&str]) -> Result<Set> {
        if names.len() != self.n_dim() {
            return Err(Error::invalid(format!(
                "{} names for {}",
                names.len(),
                self.space()
            )));
        }
        let mut space = self.space().clone();
        for (i, name) in names.iter().enumerate() {
            space = space.with_dim_name(Dim::Set(i), &Name::from(*name))?;
        }
        Ok(Set(self.0.with_space(space)))
    }
}
