//! Exact sets and relations of integer points: Presburger arithmetic in pure Rust.
//!
//! A [`Set`] is all integer points that satisfy a formula of affine constraints with `and`, `or`,
//! `not`, `exists`, floors and remainders by constants; it may depend on parameters. A [`Map`] is
//! such a set of pairs of points. Sets of iterations, accesses to arrays, dependences and schedules
//! of loop programs are of this kind, and so are many questions of verification and of compilers.
//!
//! Every answer is exact or an error: nothing overflows silently, nothing is approximated unless
//! the name of the operation says so, and a [`Budget`] bounds the work of any piece of code. Values
//! are immutable, cheap to clone and can be sent to other threads; there is no context object. Text
//! is read and written in the notation of [isl](https://libisl.sourceforge.io), whose names the
//! operations have too.
//!
//! # Five minutes
//!
//! Sets are written as text and combined by methods that return new sets.
//!
//! ```
//! use presburger::{Dim, Set};
//!
//! let triangle: Set = "[N] -> { S[i, j] : 0 <= i <= j < N }".parse()?;
//! let even: Set = "{ S[i, j] : j mod 2 = 0 }".parse()?;
//!
//! // Parameters are aligned by name: `even` has none, the result has N.
//! let both = triangle.intersect(&even)?;
//! assert!(both.is_subset(&triangle)?);
//! assert!(both.union(&triangle.subtract(&even)?)?.is_equal(&triangle)?);
//!
//! // Projection is exact: the rows that are left have an even number in them.
//! let rows = both.project_out(Dim::Set(1), 1)?;
//! assert!(rows.is_equal(&"[N] -> { [i] : i >= 0 and 2*floor((i + 1)/2) < N }".parse()?)?);
//!
//! // For one value of the parameter the set is finite and its points can be listed.
//! let small = triangle.fix_param("N", 3)?;
//! assert_eq!(small.count()?, 6);
//! assert_eq!(small.points()?[1].to_string(), "[N = 3] -> { S[0, 1] }");
//! # Ok::<(), presburger::Error>(())
//! ```
//!
//! Relations have a domain and a range, are inverted, applied and composed.
//!
//! ```
//! # use presburger::{Map, Set};
//! let double: Map = "{ [i] -> [2i] }".parse()?;
//! let next: Map = "{ [i] -> [i + 1] }".parse()?;
//! let odd = next.compose(&double)?;
//! assert_eq!(odd.to_string(), "{ [i] -> [2i + 1] }");
//!
//! let digits: Set = "{ [i] : 0 <= i < 5 }".parse()?;
//! assert!(digits.apply(&odd)?.is_equal(&"{ [i] : 0 < i < 10 and i mod 2 = 1 }".parse()?)?);
//! assert!(odd.is_injective()?);
//! assert!(odd.range()?.is_disjoint(&double.range()?)?);
//!
//! // A difference of powers: what three steps reach and two do not.
//! let hop: Map = "{ [i] -> [j] : i < j <= i + 2 }".parse()?;
//! let news = hop.fixed_power(3)?.subtract(&hop.fixed_power(2)?)?;
//! assert!(news.is_equal(&"{ [i] -> [j] : i + 5 <= j <= i + 6 }".parse()?)?);
//! # Ok::<(), presburger::Error>(())
//! ```
//!
//! Programs have several statements and arrays: [`UnionSet`] and [`UnionMap`] hold one set or map
//! for each space. Here are the pairs of iterations that touch the same element of an array, the
//! writing one first.
//!
//! ```
//! # use presburger::{UnionMap, UnionSet};
//! let domain: UnionSet = "[N] -> { S[i] : 0 <= i < N; T[i] : 0 <= i < N }".parse()?;
//! let writes: UnionMap = "{ S[i] -> A[i] }".parse()?;
//! let reads: UnionMap = "{ T[i] -> A[i - 1]; T[i] -> A[i] }".parse()?;
//! let time: UnionMap = "{ S[i] -> [i, 0]; T[i] -> [i, 1] }".parse()?;
//!
//! let same_element = writes.apply_range(&reads.reverse()?)?;
//! let earlier = time.lex_lt_union_map(&time)?;
//! let flow = same_element
//!     .intersect(&earlier)?
//!     .intersect_domain(&domain)?
//!     .intersect_range(&domain)?;
//! let expected: UnionMap =
//!     "[N] -> { S[i] -> T[i] : 0 <= i < N; S[i] -> T[i + 1] : 0 <= i < N - 1 }".parse()?;
//! assert!(flow.is_equal(&expected)?);
//! # Ok::<(), presburger::Error>(())
//! ```
//!
//! Mistakes are values: a text that is not a set says where, spaces that do not fit say how, and a
//! budget that runs out is an error like any other.
//!
//! ```
//! # use presburger::{Budget, Error, Set};
//! let error = "{ [i] : i < }".parse::<Set>().unwrap_err();
//! assert!(error.to_string().starts_with("line 1, column 13"));
//!
//! let a: Set = "{ A[i] }".parse()?;
//! let b: Set = "{ B[i] }".parse()?;
//! assert!(matches!(a.union(&b), Err(Error::SpaceMismatch { .. })));
//!
//! let holes: Set = "{ [i, j] : 3i + 5j >= 7 and 0 <= i, j <= 100 and 7i != 4j + 3 }".parse()?;
//! assert_eq!(Budget::operations(10).run(|| holes.complement()), Err(Error::BudgetExhausted));
//! assert!(Budget::operations(10_000_000).run(|| holes.complement()).is_ok());
//! # Ok::<(), presburger::Error>(())
//! ```
//!
//! # Words
//!
//! | type | what it is |
//! |---|---|
//! | [`Set`], [`Map`] | points, or pairs of points, of one space: a union of conjunctions |
//! | [`BasicSet`], [`BasicMap`] | the same with exactly one conjunction |
//! | [`UnionSet`], [`UnionMap`] | over several spaces |
//! | [`Aff`], [`MultiAff`] | quasi-affine functions with one value, with a tuple of values |
//! | [`PwAff`], [`PwMultiAff`], [`UnionPwMultiAff`] | the same in pieces, and over several spaces |
//! | [`Space`], [`Tuple`], [`Dim`] | names and numbers of coordinates, and one of them |
//! | [`Point`], [`Value`] | one point, one number |

mod aff;
mod basic;
#[cfg(test)]
mod brute;
mod budget;
mod conj;
mod dim;
mod error;
mod form;
mod integer;
mod linear;
mod map;
mod number;
mod object;
mod point;
mod relation;
mod set;
mod space;
mod text;
mod union_map;
mod union_set;
mod unions;
mod value;
pub use aff::{
    Aff, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal, PwAff, PwMultiAff, UnionPwAff,
    UnionPwMultiAff,
};
pub use basic::{BasicMap, BasicSet};
pub use budget::Budget;
pub use dim::Dim;
pub use error::{Error, ParseError, Result};
pub use map::Map;
pub use object::Object;
pub use point::Point;
pub use set::Set;
pub use space::{Name, Space, Tuple};
pub use union_map::UnionMap;
pub use union_set::UnionSet;
pub use value::Value;
