//! Lexicographic order as relations.

use super::Map;
use crate::error::Result;
use crate::relation::{Order, Relation};
use crate::space::Space;

impl Map {
    /// `{ x -> y : x ≺ y }` on a set space.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let s: Set = "{ [i, j] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i < k or (i = k and j < l) }".parse()?;
    /// assert!(Map::lex_lt(s.space())?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_lt(set_space: &Space) -> Result<Map> {
        lex_square(set_space, Order::Lt)
    }

    /// `{ x -> y : x ≼ y }` on a set space.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let s: Set = "{ [i, j] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i < k or (i = k and j <= l) }".parse()?;
    /// assert!(Map::lex_le(s.space())?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_le(set_space: &Space) -> Result<Map> {
        lex_square(set_space, Order::Le)
    }

    /// `{ x -> y : x ≻ y }` on a set space.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let s: Set = "{ [i, j] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i > k or (i = k and j > l) }".parse()?;
    /// assert!(Map::lex_gt(s.space())?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_gt(set_space: &Space) -> Result<Map> {
        lex_square(set_space, Order::Gt)
    }

    /// `{ x -> y : x ≽ y }` on a set space.
    ///
    /// ```
    /// # use presburger::{Map, Set};
    /// let s: Set = "{ [i, j] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i > k or (i = k and j >= l) }".parse()?;
    /// assert!(Map::lex_ge(s.space())?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_ge(set_space: &Space) -> Result<Map> {
        lex_square(set_space, Order::Ge)
    }

    /// `{ x -> y : x ≺ y }` comparing the first `n` dimensions only, on a relation space.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i, j] -> [k, l] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i < k }".parse()?;
    /// assert!(Map::lex_lt_first(m.space(), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_lt_first(space: &Space, n: usize) -> Result<Map> {
        Ok(Map(Relation::lex(space, Order::Lt, n)?))
    }

    /// `{ x -> y : x ≼ y }` comparing the first `n` dimensions only, on a relation space.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i, j] -> [k, l] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i <= k }".parse()?;
    /// assert!(Map::lex_le_first(m.space(), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_le_first(space: &Space, n: usize) -> Result<Map> {
        Ok(Map(Relation::lex(space, Order::Le, n)?))
    }

    /// `{ x -> y : x ≻ y }` comparing the first `n` dimensions only, on a relation space.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i, j] -> [k, l] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i > k }".parse()?;
    /// assert!(Map::lex_gt_first(m.space(), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_gt_first(space: &Space, n: usize) -> Result<Map> {
        Ok(Map(Relation::lex(space, Order::Gt, n)?))
    }

    /// `{ x -> y : x ≽ y }` comparing the first `n` dimensions only, on a relation space.
    ///
    /// ```
    /// # use presburger::Map;
    /// let m: Map = "{ [i, j] -> [k, l] }".parse()?;
    /// let expected = "{ [i, j] -> [k, l] : i >= k }".parse()?;
    /// assert!(Map::lex_ge_first(m.space(), 1)?.is_equal(&expected)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_ge_first(space: &Space, n: usize) -> Result<Map> {
        Ok(Map(Relation::lex(space, Order::Ge, n)?))
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≺ v }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> [i, 0] }".parse()?;
    /// let b: Map = "{ B[i] -> [i, 1] }".parse()?;
    /// assert!(a.lex_lt_map(&b)?.is_equal(&"{ A[i] -> B[j] : i <= j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_lt_map(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.lex_maps(Order::Lt, &other.0)?))
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≼ v }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> [i, 0] }".parse()?;
    /// let b: Map = "{ B[i] -> [i, 0] }".parse()?;
    /// assert!(a.lex_le_map(&b)?.is_equal(&"{ A[i] -> B[j] : i <= j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_le_map(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.lex_maps(Order::Le, &other.0)?))
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≻ v }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> [i, 0] }".parse()?;
    /// let b: Map = "{ B[i] -> [i, 1] }".parse()?;
    /// assert!(a.lex_gt_map(&b)?.is_equal(&"{ A[i] -> B[j] : i > j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_gt_map(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.lex_maps(Order::Gt, &other.0)?))
    }

    /// `{ x -> y : ∃ u, v : x -> u ∈ self ∧ y -> v ∈ other ∧ u ≽ v }`.
    ///
    /// ```
    /// # use presburger::Map;
    /// let a: Map = "{ A[i] -> [i, 0] }".parse()?;
    /// let b: Map = "{ B[i] -> [i, 0] }".parse()?;
    /// assert!(a.lex_ge_map(&b)?.is_equal(&"{ A[i] -> B[j] : i >= j }".parse()?)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn lex_ge_map(&self, other: &Map) -> Result<Map> {
        Ok(Map(self.0.lex_maps(Order::Ge, &other.0)?))
    }
}

fn lex_square(set_space: &Space, op: Order) -> Result<Map> {
    let space = set_space.map_to(set_space)?;
    Ok(Map(Relation::lex(&space, op, space.n_in())?))
}
