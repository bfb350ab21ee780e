//! Quasi-polynomials: what counts and sums over integer points are, as functions of the parameters.
//!
//! **Boundary:** values outside of the domain are zero, as in isl; the pieces of a function do not
//! overlap.

mod bound;
mod count;
mod piecewise;
pub(crate) mod poly;
mod quasi;
mod sum;
mod union;
mod zero;

pub use bound::Bound;
pub use piecewise::PwQPolynomial;
pub use quasi::QPolynomial;
pub use union::UnionPwQPolynomial;

pub(crate) use count::{count, signed_parts};
pub(crate) use quasi::floor_of;
