//! The oracle: verdicts by running programs.
//!
//! Nothing here is shared with [`check`](crate::check), and nothing is fast: this is for tests at
//! small sizes, here and of crates that make schedules.
//!
//! - [`differences`] runs a program in its own order and in that of a schedule, with symbolic
//!   values, and says in which cells the results differ. A statement is taken as an unknown
//!   function of its iterators and of what it reads, so that results are equal only if they are so
//!   for any statement in its place.
//! - [`confirm`] holds a verdict against all pairs of instances that depend on each other in a
//!   run (see [`dependence::brute`]), and against these results.
//! - [`stored_differences`] does the same for a program with other storage.
//! - [`is_real`] follows the smallest case of a violation through the program and the schedule,
//!   instance by instance, at any size.

mod compare;
mod dates;
mod machine;
mod matter;
mod private;
mod real;
mod stored;

pub use compare::{Confirmation, confirm};
pub use dates::{Entry, Occurrence, latest, occurrences};
pub use machine::{Cell, differences};
pub use real::is_real;
pub use stored::{Differences, stored_differences, stored_differences_in};

use presburger::{Error, Name, Point, Result, Set, Space, Value};

/// Values of parameters as a set.
fn values(parameters: &[(&str, i64)]) -> Result<Set> {
    let names = parameters.iter().map(|(name, _)| Name::from(*name));
    let mut set = Set::universe(Space::params_only(names.collect()))?;
    for (name, value) in parameters {
        set = set.fix_param(name, *value)?;
    }
    Ok(set)
}

/// A point with the same coordinates and values of parameters.
fn with_values(parameters: &[(&str, i64)], point: &Point) -> Result<Point> {
    let tuple = point.space().tuple().cloned();
    let tuple = tuple.ok_or_else(|| invalid("a point without a tuple"))?;
    let names = parameters.iter().map(|(name, _)| Name::from(*name));
    let own = point.to_i64s().ok_or_else(too_large)?;
    let all = parameters.iter().map(|(_, value)| *value).chain(own);
    Point::new(Space::set(names.collect(), tuple), all.map(Value::from))
}

fn invalid(message: impl Into<String>) -> Error {
    Error::Invalid(message.into())
}

fn too_large() -> Error {
    invalid("a coordinate does not fit 64 bits")
}
