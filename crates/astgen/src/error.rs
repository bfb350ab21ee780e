//! What can go wrong.

use presburger::Exhaustion;

/// Result of generation.
pub type Result<T> = std::result::Result<T, Error>;

/// Why there is no code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An operation on sets failed: bad text, or the budget is used up.
    #[error(transparent)]
    Sets(#[from] presburger::Error),
    /// A loop that does not begin anywhere.
    #[error("dimension {dimension} of the schedule has no lower bound for {statements}")]
    NoLowerBound {
        /// The position in the schedule.
        dimension: usize,
        /// The statements in the loop.
        statements: String,
    },
    /// An instance that would be executed more than once.
    #[error(
        "instances of {statement} have several values in dimension {dimension} of the schedule"
    )]
    NotSingleValued {
        /// The first position in the schedule where they differ.
        dimension: usize,
        /// The statement.
        statement: String,
    },
    /// An option that is not one.
    #[error(
        "unknown option `{option}` for the loops of {statements}; the options are atomic, \
         separate, unroll, isolate and, for flat schedules, separation_class"
    )]
    UnknownOption {
        /// The option with the dimensions that it is wanted for.
        option: String,
        /// The statements of the schedule.
        statements: String,
    },
    /// A loop that cannot be unrolled.
    #[error(
        "cannot unroll dimension {dimension} of the schedule: its length is not bounded by a \
         number, for {statements}"
    )]
    NotUnrollable {
        /// The position in the schedule.
        dimension: usize,
        /// The statements in the loop.
        statements: String,
    },
    /// A number beyond 2^62 would have to be written, which leaves no room to compute with it in 64
    /// bits.
    #[error("the number {0} leaves no room to compute with it in 64 bits")]
    TooLarge(String),
    /// The input is not of the expected form; the text says why.
    #[error("{0}")]
    Invalid(String),
}

impl Exhaustion for Error {
    fn is_exhaustion(&self) -> bool {
        matches!(self, Error::Sets(error) if error.is_exhaustion())
    }
}
