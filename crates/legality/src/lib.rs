//! Whether a schedule keeps what a program computes.
//!
//! [`check`] judges a schedule tree, whoever proposed it, by the dependences of the program:
//!
//! 1. every instance of the program is executed, no other one is, and none twice;
//! 2. no two instances have the same date, so that the order is one order
//!    ([`Options::one_to_one`]);
//! 3. every read finds the value that it finds in the program, and the same values are left at the
//!    end: of two dependent instances the first is executed strictly before the second, unless
//!    nobody can tell the difference;
//! 4. iterations of a loop that is claimed to be parallel or a vector do not depend on each
//!    other, but for reductions that the loop declares ([`scop::schedule::Member::reductions`])
//!    and variables that each iteration can have for itself ([`Role`]).
//!
//! The pairs of 3 are found exactly: with the schedule `T_p` of statement `p` it is the emptiness of
//! `{ i -> j ∈ d_pq : T_p(i) ⪰ T_q(j) }` (Kelly and Pugh, *A Framework for Unifying Reordering
//! Transformations*, 1993, section 4), where instances that a tree leaves unordered, in the parts
//! of a `set` or at one leaf, count too. Of these pairs, those that change a value are violations:
//! a temporary that each iteration writes before it reads it may be written in any order. (Where a
//! write may not happen, or a reference may be to any cell, all of them are.) Each [`Violation`] has these pairs as a
//! relation and the smallest of them as a counterexample, with a sentence that says it in words.
//!
//! A verdict without violations holds a [`Legal`] schedule, which nobody else can make: it is what
//! code is written from and proved against.
//!
//! That a band member is *known* to be coincident, or a band to be permutable, is taken as a
//! remark, not as a claim.
//!
//! ```
//! use legality::{Options, check};
//! # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
//! # let mut s = Statement::new("[N] -> { S[i] : 1 <= i < N }".parse()?);
//! # let a = ArrayId::new(0);
//! # s.accesses = vec![
//! #     Access::read(a, "[N] -> { S[i] -> A[i - 1] : 1 <= i < N }".parse()?),
//! #     Access::write(a, "[N] -> { S[i] -> A[i] : 1 <= i < N }".parse()?),
//! # ];
//! # let scop = Scop {
//! #     name: "f".into(),
//! #     parameters: vec![scop::Parameter::new("N")],
//! #     context: "[N] -> { : }".parse()?,
//! #     arrays: vec![Array::new("A", 1)],
//! #     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 1 <= i < N }".parse()?)?,
//! #     statements: vec![s],
//! #     span: None,
//! # };
//! // for (i = 1; i < N; i++) S: A[i] = A[i - 1];
//! let dependences = dependence::dependences(&scop, &Default::default())?;
//! assert!(check(&scop, &dependences, &scop.schedule, &Options::default())?.is_legal());
//!
//! let backwards = ScheduleTree::from_map(&"[N] -> { S[i] -> [-i] : 1 <= i < N }".parse()?)?;
//! let verdict = check(&scop, &dependences, &backwards, &Options::default())?;
//! let sentence = verdict.violations()[0].sentence(&scop);
//! assert_eq!(sentence, "S[2] reads A[1] before S[1] writes it when N = 3");
//! # Ok::<(), presburger::Error>(())
//! ```
//!
//! [`check_stored`] judges a program that keeps values in other places than the original one, with
//! its new order, [`check_packed`] one with buffers.
//!
//! [`breaking`] says for which parameters a schedule is illegal.
//!
//! [`first_break`] says which of several steps towards a schedule is to blame. [`brute`] is the
//! oracle: it runs programs with symbolic values.

mod blame;
pub mod brute;
mod buffers;
mod check;
mod claims;
mod conditions;
mod coverage;
mod date;
mod legal;
mod moved;
mod obstacle;
mod pairs;
mod placement;
mod private;
mod sharing;
mod storage;
mod values;
mod verdict;
mod witness;
mod words;

pub use blame::first_break;
pub use buffers::{check_packed, plain_order};
pub use check::{Options, Reductions, check};
pub use conditions::{Breaking, breaking};
pub use date::Date;
pub use legal::{Legal, Role};
pub use sharing::OwnCopies;
pub use storage::check_stored;
pub use values::is_followed;
pub use verdict::{
    AccessRef, Broken, Claim, Conflict, Counterexample, Declaration, DeclarationProblem, Extra,
    ExtraReason, Loss, Lost, Missing, NotPrivate, NotPrivateReason, Race, Verdict, Violation,
};
pub use words::instance;
