#![doc = include_str!("../README.md")]

mod aff;
mod basic;
#[cfg(test)]
mod brute;
mod budget;
mod conj;
mod dim;
mod error;
mod form;
mod generators;
mod integer;
mod linear;
mod loosen;
mod map;
mod number;
mod object;
mod operators;
mod point;
mod polynomial;
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
pub use basic::{BasicMap, BasicSet, Constraint};
pub use budget::{Budget, Effort, Exhaustion, attempt};
pub use dim::Dim;
pub use error::{Error, ParseError, Result};
pub use generators::Generators;
pub use map::Map;
pub use object::Object;
pub use point::Point;
pub use polynomial::{Bound, PwQPolynomial, QPolynomial, UnionPwQPolynomial};
pub use set::{FixedBox, Set};
pub use space::{Name, Space, Tuple};
pub use text::is_name;
pub use union_map::UnionMap;
pub use union_set::UnionSet;
pub use value::Value;
