//! Quasi-affine functions.
pub(crate) mod expr;
mod from_map;
pub(crate) mod function;
mod image;
mod products;
mod simplify;
mod union_function;

#[cfg(test)]
mod tests;
