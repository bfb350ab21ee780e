#![doc = include_str!("../README.md")]

mod api;
pub mod driver;
mod generate;
mod laws;
pub mod mutate;
pub mod operations;
pub mod parser;
mod pool;
pub mod random;
pub mod seeds;
