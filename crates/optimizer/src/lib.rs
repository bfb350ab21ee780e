//! The space of legal schedules of a program, and good ones in it.
//!
//! [`farkas`] turns dependences into conditions on the coefficients of schedules, and [`solver`] finds the
//! best coefficients that satisfy them. [`schedule`] builds a schedule from them, row by row, and [`loops`] makes loops
//! of its bands; [`strategy`] is how people say what they want. [`optimize`] does all of it, and proves that the result is legal.

pub mod farkas;
mod linear;
pub mod loops;
mod optimize;
pub mod schedule;
pub mod solver;
pub mod space;
pub mod strategy;

pub use optimize::{Optimized, Options, Outcome, Proposal, Proposals, optimize};
pub use strategy::{REFERENCE as STRATEGIES, Strategy, StrategyError};
