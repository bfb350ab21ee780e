//! Quasi-affine functions: what a value is, how functions are represented, and the public types.
//!
//! **Invariant:** the pieces of a function have disjoint, non-empty domains, and no two pieces
//! have the same values. [`Function`](function::Function) is one function between two tuples,
//! [`UnionFunction`](union_function::UnionFunction) has one for each of several domain tuples; the
//! public types are views of these two, or tuples of them where every value has a domain of its
//! own. **Boundary:** nothing here looks inside a conjunction except [`image`] and [`from_map`].

mod affine;
mod conversions;
pub(crate) mod expr;
mod extreme;
mod floors;
mod from_map;
pub(crate) mod function;
mod image;
mod macros;
mod macros_relation;
mod macros_tuple;
mod multi_aff;
mod multi_pw_aff;
mod multi_union_pw_aff;
mod multi_val;
mod notation;
mod on_relations;
mod products;
mod pw_aff;
mod pw_multi_aff;
mod reverse;
mod scalar;
mod set_functions;
mod simplify;
mod union_function;
mod union_pw_aff;
mod union_pw_multi_aff;

pub use affine::Aff;
pub use multi_aff::MultiAff;
pub use multi_pw_aff::MultiPwAff;
pub use multi_union_pw_aff::MultiUnionPwAff;
pub use multi_val::MultiVal;
pub use pw_aff::PwAff;
pub use pw_multi_aff::PwMultiAff;
pub use union_pw_aff::UnionPwAff;
pub use union_pw_multi_aff::UnionPwMultiAff;

#[cfg(test)]
mod tests;
