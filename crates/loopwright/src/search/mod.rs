//! The fastest version of a region, found by measuring.
//!
//! A version is a script: one of the interleavings, or a strategy's schedule, and for each of its bands tiles,
//! copies of bodies, an innermost loop and buffers ([`space`](self)). Each one goes the way of all scripts:
//! carried out, judged, written, read back. Only what is proved is compiled and run, in turns with the original, and what it computes is
//! compared. What to try next is up to the engine in the crate `search`; while a version is compiled, the
//! next one is proved.

mod bench;
mod driver;
mod outcome;
mod session;
mod space;

pub use ::search::JournalError;
pub use outcome::{Event, Measured, SearchError, Searched, Stopped, json, report};
pub use session::search;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::rewrite::Choices;

/// A compiler.
#[derive(Clone, Debug)]
pub struct Compiler {
    /// The name of a command, or a path.
    pub name: String,
    /// Its options, without those for input and output.
    pub flags: Vec<String>,
}

/// How versions become programs that run.
#[derive(Clone, Debug)]
pub enum Frame {
    /// The program has a `main`, or else one is made for the region's function with these sizes.
    Own(BTreeMap<String, i64>),
    /// This file has a `main` that calls the function.
    File(PathBuf),
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct Options {
    /// How loops are made.
    pub optimizer: optimizer::Options,
    /// How versions are written.
    pub choices: Choices,
    /// How long the search may take.
    pub budget: Duration,
    /// How many versions are measured at most.
    pub most: Option<usize>,
    /// Whether all interleavings are measured, and nothing else.
    pub exhaustive: bool,
    /// The compilers; at least one.
    pub compilers: Vec<Compiler>,
    /// How versions run.
    pub frame: Frame,
    /// A command that runs and times a version.
    pub runner: Vec<String>,
    /// After this time a compiler or a program is stopped.
    pub patience: Duration,
    /// How long the proof of a version may take.
    pub proof: Option<Duration>,
    /// How far numbers in results may be apart; by default a little, depending on their type.
    pub tolerance: Option<f64>,
    /// Where measurements are kept.
    pub folder: PathBuf,
    /// Where the program comes from.
    pub source: Option<PathBuf>,
    /// What else measurements depend on: the machine, say.
    pub surroundings: String,
    /// Raised when the user interrupts.
    pub cancel: Arc<AtomicBool>,
}
