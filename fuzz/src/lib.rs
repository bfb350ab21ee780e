#![doc = include_str!("../README.md")]
// The lint's suggestion changes what `Random::pick` is inferred to pick and does not compile.
#![allow(clippy::explicit_auto_deref)]

mod api;
pub mod c;
pub mod codegen;
pub mod driver;
mod generate;
mod laws;
pub mod mutate;
pub mod operations;
pub mod parser;
mod pool;
pub mod random;
pub mod seeds;
