//! Proves that a text executes a schedule.
//!
//! Generated code is read back as a model, as if somebody had written it, and this crate compares
//! the model with the schedule that the code was generated for. It shares nothing with the
//! generator: what it trusts is the front end that read the text and the sets of `presburger`.
//!
//! In the text that is read each statement is replaced by a *record*, an assignment to an array
//! that nothing else has, with the instance as subscripts; the values of holes are those of an array
//! that is read:
//!
//! ```c
//! for (int t1 = 0; t1 < n; t1++)
//!   lw_at_0[n - 1 - t1] = lw_at_0_with[n - 1 - t1][t1 + 1];
//! ```
//!
//! The front end says for which `t1` the assignment is executed, in which order, and which cells
//! it touches. That is all there is to know: the copy of statement 0 in this place stands for the
//! instance `[n - 1 - t1]`, and the hole in its text was filled with `t1 + 1`. Holes that must have
//! the same value share a subscript; where they are filled with different texts, the record reads
//! another cell for each further text.
//!
//! Let `f` be the relation from executions (of the text) to instances (of the schedule). Proved is
//!
//! 1. **values**: `f` leads to instances of the schedule, and holes have the values that the
//!    statement has there ([`Failure::Foreign`]);
//! 2. **each once**: `f` is injective ([`Failure::Twice`]) and every instance is reached
//!    ([`Failure::Missing`]);
//! 3. **order**: of two executions, the later one is never an instance that the schedule has
//!    strictly before that of the other one ([`Failure::Order`]).
//!
//! 4. **directives**: parallel and vector loops are those that the schedule was proved to have,
//!    with the clauses that the proof calls for ([`Failure::Directive`]; see [`directives`]).
//!
//! All for all values of the parameters that the context allows. A failure has an example.
//!
//! ```
//! use validate::{Claim, Failure, prove};
//!
//! let schedule = "[n] -> { S[i] -> [-i] : 0 <= i < n }".parse()?;
//! let claim = Claim::of_map(&schedule, &"{ : }".parse()?)?;
//! # fn model(text: &str) -> scop::Scop {
//! #     let text = format!("#pragma scop\n{text}\n#pragma endscop\n");
//! #     let unit = frontend::read(&text, &frontend::Options::default()).unwrap();
//! #     unit.model(&unit.regions[0], &frontend::ModelOptions::default()).unwrap().scop
//! # }
//! let good = model("for (int c = 1 - n; c <= 0; c++) lw_at_0[-c] = 0;");
//! assert!(prove(&good, "lw_at_", &claim).is_ok());
//! let short = model("for (int c = 1 - n; c < 0; c++) lw_at_0[-c] = 0;");
//! assert!(matches!(prove(&short, "lw_at_", &claim), Err(Failure::Missing { .. })));
//! let wrong = model("for (int c = 0; c < n; c++) lw_at_0[c] = 0;");
//! assert!(matches!(prove(&wrong, "lw_at_", &claim), Err(Failure::Order { .. })));
//! # Ok::<(), presburger::Error>(())
//! ```

mod claim;
mod dated;
mod directives;
mod once;
mod order;
mod record;
mod same;

use dated::Dated;
use presburger::{Exhaustion, Set, UnionSet};
use scop::Scop;
use scop::schedule::Placements;

pub use claim::{Claim, Expected, different};
pub use directives::{Accumulated, Directive, directives};
pub use record::{record, records};
pub use same::same_accesses;

/// Why a text does not execute a schedule, or is not known to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The model is not one of a text with records.
    #[error("the text is not what was written: {0}")]
    NotRecords(String),
    /// Something is executed that the schedule does not have, or with other values.
    #[error(
        "`{statement}` is executed where it should not be, or with different values: {example}"
    )]
    Foreign {
        /// The statement.
        statement: String,
        /// An execution: the instance, then the values of the holes.
        example: String,
    },
    /// An instance is executed more than once.
    #[error("an instance of `{statement}` is executed more than once: {example}")]
    Twice {
        /// The statement.
        statement: String,
        /// The instance.
        example: String,
    },
    /// An instance is not executed.
    #[error("an instance of `{statement}` is not executed: {example}")]
    Missing {
        /// The statement.
        statement: String,
        /// The instance.
        example: String,
    },
    /// Two instances are executed in the wrong order.
    #[error("`{first}` runs before `{second}`, but the schedule runs `{second}` first: {example}")]
    Order {
        /// The statement that is executed first.
        first: String,
        /// The statement that is executed after it.
        second: String,
        /// Dates in the text and in the schedule of the one, then of the other.
        example: String,
    },
    /// A loop runs in parallel or in vector lanes as it should not.
    #[error("the directive of the loop over `{counter}` is wrong: {why}")]
    Directive {
        /// The counter of the loop.
        counter: String,
        /// What is wrong.
        why: String,
    },
    /// What this crate cannot judge: nothing is known to be wrong.
    #[error("undecided: {0}")]
    Undecided(String),
    /// Sets cannot be computed with, or not within the budget.
    #[error(transparent)]
    Sets(#[from] presburger::Error),
}

impl Exhaustion for Failure {
    fn is_exhaustion(&self) -> bool {
        matches!(self, Failure::Sets(error) if error.is_exhaustion())
    }
}

/// Result of a proof.
pub type Result<T> = std::result::Result<T, Failure>;

/// Proves that the text with the model `read`, in which arrays whose names begin with `prefix`
/// record what is executed, does what is claimed.
pub fn prove(read: &Scop, prefix: &str, claim: &Claim) -> Result<()> {
    if !claim.context.is_subset(&read.context)? {
        return Err(Failure::Undecided(
            "the text was read under assumptions that the schedule does not make".into(),
        ));
    }
    let copies = records(read, prefix, claim)?;
    let placements = Placements::new(&read.schedule)?;
    let (dates, functions) = (placements.map()?, placements.functions()?);
    let mut dated = Vec::with_capacity(copies.len());
    for (copy, statement) in copies.iter().zip(&read.statements) {
        dated.extend(Dated::new(
            copy,
            statement.domain.space(),
            &functions,
            claim,
        )?);
    }
    let order = order::kept(&dated, &dates, claim);
    // What is executed too often is also in the wrong order, which says less.
    once::each(&copies, &dated, claim, matches!(order, Ok(true)))?;
    order.map(|_| ())
}

/// A statement in the text: for some of the instances of a statement of the schedule.
#[derive(Clone, Debug)]
pub struct Copy {
    /// The index of the statement in [`Claim::statements`].
    pub statement: usize,
    /// Its executions.
    pub domain: Set,
    /// From executions to instances.
    pub target: presburger::Map,
}

/// A point of a set that is not empty, as text.
fn example(set: &UnionSet) -> presburger::Result<String> {
    for set in set.sets() {
        if let Some(point) = set.sample_point()? {
            return Ok(Set::from_point(&point).to_string());
        }
    }
    Ok("none".into())
}
