//! Sets, relations and functions together: optima as functions, preimages, binding.

use super::affine::Aff;
use super::extreme::Extreme;
use super::function::Function;
use super::macros_relation::{compare_at as compare_at_values, optima};
use super::multi_aff::MultiAff;
use super::multi_pw_aff::MultiPwAff;
use super::multi_union_pw_aff::MultiUnionPwAff;
use super::on_relations::{
    bind_map_domain, bind_set, compare_at, preimage_factor, unbind_set, unbind_set_insert_domain,
};
use super::products::Comparison;
use super::pw_aff::PwAff;
use super::pw_multi_aff::PwMultiAff;
use super::union_function::Factor;
use super::union_pw_multi_aff::UnionPwMultiAff;
use crate::error::{Error, Result};
use crate::integer::pip::Goal;
use crate::map::Map;
use crate::relation::Relation;
use crate::set::Set;
use crate::space::Tuple;
use crate::union_map::UnionMap;
use crate::union_set::UnionSet;
use crate::unions::Union;
use crate::value::Value;

optima!(
    Set,
    "[N] -> { S[i, j] : 0 <= i, j <= N }",
    "[N] -> { S[0, 0] : N >= 0 }",
    "[N] -> { S[N, N] : N >= 0 }",
    "[N] -> { [0] : N >= 0 }",
    "[N] -> { [N] : N >= 0 }"
);
optima!(
    Map,
    "{ A[n] -> S[i, j] : 0 <= i, j <= n }",
    "{ A[n] -> S[0, 0] : n >= 0 }",
    "{ A[n] -> S[n, n] : n >= 0 }",
    "{ A[n] -> [0] : n >= 0 }",
    "{ A[n] -> [n] : n >= 0 }"
);

impl Set {
    /// The least value of a form on the set, over all parameters: `-infty` if there is none,
    /// `NaN` if the set is empty.
    ///
    /// ```
    /// # use presburger::{Set, Value};
    /// let set: Set = "{ [i, j] : 0 <= i <= 9 and i <= j }".parse()?;
    /// assert_eq!(set.min_val(&"{ [i, j] -> [j - 2i] }".parse()?)?, Value::from(-9));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn min_val(&self, form: &Aff) -> Result<Value> {
        PwAff::alloc(self, form)?.0.optimum_of(0, Extreme::Min)
    }

    /// The greatest value of a form on the set, over all parameters: `infty` if there is none,
    /// `NaN` if the set is empty.
    ///
    /// ```
    /// # use presburger::{Set, Value};
    /// let set: Set = "{ [i, j] : 0 <= i <= 9 and i <= j }".parse()?;
    /// assert_eq!(set.max_val(&"{ [i, j] -> [2i - j] }".parse()?)?, Value::from(9));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn max_val(&self, form: &Aff) -> Result<Value> {
        PwAff::alloc(self, form)?.0.optimum_of(0, Extreme::Max)
    }

    /// The points that `function` sends into the set.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ B[i] : i > 6 }".parse()?;
    /// let set = set.preimage_multi_aff(&"{ A[x, y] -> B[2x + y] }".parse()?)?;
    /// assert!(set.is_equal(&"{ A[x, y] : 2x + y > 6 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_multi_aff(&self, function: &MultiAff) -> Result<Set> {
        function.0.preimage(&self.0).map(Set)
    }

    /// The points that `function` sends into the set.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ B[i] : i > 6 }".parse()?;
    /// let set = set.preimage_pw_multi_aff(&"{ A[x] -> B[x] : x < 9 }".parse()?)?;
    /// assert!(set.is_equal(&"{ A[x] : 6 < x < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_pw_multi_aff(&self, function: &PwMultiAff) -> Result<Set> {
        function.0.preimage(&self.0).map(Set)
    }

    /// The points that `function` sends into the set.
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "{ B[i] : i > 6 }".parse()?;
    /// let set = set.preimage_multi_pw_aff(&"{ A[x] -> B[(x : x < 9)] }".parse()?)?;
    /// assert!(set.is_equal(&"{ A[x] : 6 < x < 9 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_multi_pw_aff(&self, function: &MultiPwAff) -> Result<Set> {
        function.to_function()?.preimage(&self.0).map(Set)
    }

    /// The dimensions turned into parameters, named as in `tuple`: a set of parameter values.
    ///
    /// ```
    /// # use presburger::{Set, Tuple};
    /// let set: Set = "{ B[i, j] : i mod 8 = 3 and j > i }".parse()?;
    /// let set = set.bind(&Tuple::named("B", ["N", "M"]))?;
    /// assert!(set.is_equal(&"[N, M] -> { : N mod 8 = 3 and M > N }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind(&self, tuple: &Tuple) -> Result<Set> {
        bind_set(&self.0, tuple).map(Set)
    }

    /// Parameters named in `tuple` turned into the dimensions of a tuple like it.
    ///
    /// ```
    /// # use presburger::{Set, Tuple};
    /// let set: Set = "[N, M] -> { : N mod 8 = 3 and M > N }".parse()?;
    /// let set = set.unbind_params(&Tuple::named("C", ["N"]))?;
    /// assert!(set.is_equal(&"[M] -> { C[N] : N mod 8 = 3 and M > N }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unbind_params(&self, tuple: &Tuple) -> Result<Set> {
        unbind_set(&self.0, tuple).map(Set)
    }

    /// Parameters named in `tuple` turned into the dimensions of a domain tuple like it.
    ///
    /// ```
    /// # use presburger::{Set, Tuple};
    /// let set: Set = "[N] -> { S[i] : 0 <= i < N }".parse()?;
    /// let map = set.unbind_params_insert_domain(&Tuple::named("C", ["N"]))?;
    /// assert!(map.is_equal(&"{ C[n] -> S[i] : 0 <= i < n }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unbind_params_insert_domain(&self, tuple: &Tuple) -> Result<Map> {
        unbind_set_insert_domain(&self.0, tuple).map(Map)
    }

    /// The function of the parameters that gives the only element; see
    /// [`PwMultiAff::from_set`].
    ///
    /// ```
    /// # use presburger::Set;
    /// let set: Set = "[N] -> { S[i] : N <= 2i <= N + 1 }".parse()?;
    /// assert_eq!(set.as_pw_multi_aff()?.n_piece(), 1);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_pw_multi_aff(&self) -> Result<PwMultiAff> {
        PwMultiAff::from_set(self)
    }
}

impl Map {
    /// The function with this graph; see [`PwMultiAff::from_map`].
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ A[i] -> B[j] : 2j <= i <= 2j + 1 }".parse()?;
    /// assert!(map.as_pw_multi_aff()?.plain_is_equal(&"{ A[i] -> B[i // 2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_pw_multi_aff(&self) -> Result<PwMultiAff> {
        PwMultiAff::from_map(self)
    }

    /// The pairs `x -> y` with `function(x) -> y` in the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ B[i] -> C[i + 1] }".parse()?;
    /// let map = map.preimage_domain_multi_aff(&"{ A[x] -> B[2x] }".parse()?)?;
    /// assert!(map.is_equal(&"{ A[x] -> C[2x + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_domain_multi_aff(&self, function: &MultiAff) -> Result<Map> {
        preimage_factor(&self.0, &function.0, Factor::Domain).map(Map)
    }

    /// The pairs `x -> y` with `function(x) -> y` in the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ B[i] -> C[i + 1] }".parse()?;
    /// let map = map.preimage_domain_pw_multi_aff(&"{ A[x] -> B[2x] : x > 0 }".parse()?)?;
    /// assert!(map.is_equal(&"{ A[x] -> C[2x + 1] : x > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_domain_pw_multi_aff(&self, function: &PwMultiAff) -> Result<Map> {
        preimage_factor(&self.0, &function.0, Factor::Domain).map(Map)
    }

    /// The pairs `x -> y` with `function(x) -> y` in the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ B[i] -> C[i + 1] }".parse()?;
    /// let map = map.preimage_domain_multi_pw_aff(&"{ A[x] -> B[(2x : x > 0)] }".parse()?)?;
    /// assert!(map.is_equal(&"{ A[x] -> C[2x + 1] : x > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_domain_multi_pw_aff(&self, function: &MultiPwAff) -> Result<Map> {
        preimage_factor(&self.0, &function.to_function()?, Factor::Domain).map(Map)
    }

    /// The pairs `x -> y` with `x -> function(y)` in the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ C[i] -> B[j] : i <= j }".parse()?;
    /// let map = map.preimage_range_multi_aff(&"{ A[x] -> B[2x] }".parse()?)?;
    /// assert!(map.is_equal(&"{ C[i] -> A[x] : i <= 2x }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_range_multi_aff(&self, function: &MultiAff) -> Result<Map> {
        preimage_factor(&self.0, &function.0, Factor::Range).map(Map)
    }

    /// The pairs `x -> y` with `x -> function(y)` in the relation.
    ///
    /// ```
    /// # use presburger::Map;
    /// let map: Map = "{ C[i] -> B[j] : i <= j }".parse()?;
    /// let map = map.preimage_range_pw_multi_aff(&"{ A[x] -> B[2x] : x > 0 }".parse()?)?;
    /// assert!(map.is_equal(&"{ C[i] -> A[x] : i <= 2x and x > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_range_pw_multi_aff(&self, function: &PwMultiAff) -> Result<Map> {
        preimage_factor(&self.0, &function.0, Factor::Range).map(Map)
    }

    /// The range elements, with the domain dimensions turned into parameters named as in `tuple`.
    ///
    /// ```
    /// # use presburger::{Map, Tuple};
    /// let map: Map = "{ A[m, n] -> [m + n // 2] }".parse()?;
    /// let set = map.bind_domain(&Tuple::named("A", ["M", "N"]))?;
    /// assert!(set.is_equal(&"[M, N] -> { [M + N // 2] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind_domain(&self, tuple: &Tuple) -> Result<Set> {
        bind_map_domain(&self.0, tuple).map(Set)
    }

    /// The domain elements, with the range dimensions turned into parameters named as in `tuple`.
    ///
    /// ```
    /// # use presburger::{Map, Tuple};
    /// let map: Map = "{ B[i] -> A[2i] : i > 0 }".parse()?;
    /// let set = map.bind_range(&Tuple::named("A", ["M"]))?;
    /// assert!(set.is_equal(&"[M] -> { B[i] : M = 2i and i > 0 }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind_range(&self, tuple: &Tuple) -> Result<Set> {
        bind_map_domain(&self.0.reverse()?, tuple).map(Set)
    }
}

impl UnionSet {
    /// The points that `function` sends into the set.
    ///
    /// ```
    /// # use presburger::UnionSet;
    /// let set: UnionSet = "{ B[i] : i > 6; C[] }".parse()?;
    /// let set = set.preimage_union_pw_multi_aff(&"{ A[x] -> B[2x]; D[] -> C[] }".parse()?)?;
    /// assert!(set.is_equal(&"{ A[x] : x > 3; D[] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_union_pw_multi_aff(&self, function: &UnionPwMultiAff) -> Result<UnionSet> {
        let mut sets = Vec::new();
        for f in function.0.functions.iter() {
            let parts = self.0.parts().iter();
            for set in parts.filter(|set| set.space.tuple() == Some(f.range_tuple())) {
                sets.push(f.preimage(set)?);
            }
        }
        let params = self.0.space();
        Ok(UnionSet(Union::new(params.params(), sets)?))
    }
}

impl UnionMap {
    /// The function with this graph; see [`UnionPwMultiAff::from_union_map`].
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let map: UnionMap = "{ A[i] -> B[j] : 2j <= i <= 2j + 1; C[] -> D[] }".parse()?;
    /// let expected = "{ A[i] -> B[i // 2]; C[] -> D[] }".parse()?;
    /// assert!(map.as_union_pw_multi_aff()?.plain_is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn as_union_pw_multi_aff(&self) -> Result<UnionPwMultiAff> {
        UnionPwMultiAff::from_union_map(self)
    }

    /// The pairs `x -> y` with `function(x) -> y` in the relation.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let map: UnionMap = "{ B[i] -> C[i + 1]; D[] -> E[] }".parse()?;
    /// let map = map.preimage_domain_union_pw_multi_aff(&"{ A[x] -> B[2x] }".parse()?)?;
    /// assert!(map.is_equal(&"{ A[x] -> C[2x + 1] }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_domain_union_pw_multi_aff(
        &self,
        function: &UnionPwMultiAff,
    ) -> Result<UnionMap> {
        self.preimages(function, Factor::Domain)
    }

    /// The pairs `x -> y` with `x -> function(y)` in the relation.
    ///
    /// ```
    /// # use presburger::UnionMap;
    /// let map: UnionMap = "{ C[i] -> B[j] : i <= j; D[] -> E[] }".parse()?;
    /// let map = map.preimage_range_union_pw_multi_aff(&"{ A[x] -> B[2x] }".parse()?)?;
    /// assert!(map.is_equal(&"{ C[i] -> A[x] : i <= 2x }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn preimage_range_union_pw_multi_aff(
        &self,
        function: &UnionPwMultiAff,
    ) -> Result<UnionMap> {
        self.preimages(function, Factor::Range)
    }

    fn preimages(&self, function: &UnionPwMultiAff, factor: Factor) -> Result<UnionMap> {
        let mut maps = Vec::new();
        for map in self.0.parts() {
            let replaced = match factor {
                Factor::Domain => map.space.domain_tuple(),
                Factor::Range => map.space.tuple(),
            };
            for f in function
                .0
                .functions
                .iter()
                .filter(|f| Some(f.range_tuple()) == replaced)
            {
                if f.space.is_map() {
                    maps.push(preimage_factor(map, f, factor)?);
                }
            }
        }
        let params = self.0.space();
        Ok(UnionMap(Union::new(params.params(), maps)?))
    }

    /// The domain elements of the relations to `tuple`, whose dimensions are turned into
    /// parameters.
    ///
    /// ```
    /// # use presburger::{Tuple, UnionMap};
    /// let map: UnionMap = "{ B[i] -> A[2i]; D[] -> E[] }".parse()?;
    /// let set = map.bind_range(&Tuple::named("A", ["M"]))?;
    /// assert!(set.is_equal(&"[M] -> { B[i] : M = 2i }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn bind_range(&self, tuple: &Tuple) -> Result<UnionSet> {
        let mut sets = Vec::new();
        for map in self
            .0
            .parts()
            .iter()
            .filter(|map| map.space.tuple() == Some(tuple))
        {
            sets.push(bind_map_domain(&map.reverse()?, tuple)?);
        }
        let params = self.0.space();
        Ok(UnionSet(Union::new(params.params(), sets)?))
    }

    compare_at_values!(eq_at_multi_union_pw_aff, "=", Equal, "i = i'");
    compare_at_values!(lex_lt_at_multi_union_pw_aff, "≺", Less, "i < i'");
    compare_at_values!(lex_le_at_multi_union_pw_aff, "≼", LessEqual, "i <= i'");
    compare_at_values!(lex_gt_at_multi_union_pw_aff, "≻", Greater, "i > i'");
    compare_at_values!(lex_ge_at_multi_union_pw_aff, "≽", GreaterEqual, "i >= i'");
}

/// Fails unless the relation has a tuple to be optimised.
fn check_tuple_of(relation: &Relation, dim: usize) -> Result<()> {
    if dim < relation.space.n_out() {
        return Ok(());
    }
    Err(Error::invalid(format!(
        "there is no dimension {dim} in {}",
        relation.space
    )))
}
