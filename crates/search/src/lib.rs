//! Search for the fastest of many versions of a program by measuring them.
//!
//! What versions there are, and how one is measured, is for others to say: here is what any such search needs.
//! [`Search`] decides what is measured next, by a [`Model`] that guesses times and learns from what was
//! measured; [`Turns`] are the runs of two versions one after the other, and what follows from them;
//! [`Journal`] keeps measurements on disk, so that nothing is measured twice; [`report`] shows them.
//!
//! ```
//! use search::{Search, Turns};
//!
//! // Versions are numbers, and the time of each is its distance from 7: the original takes 20.
//! let mut search = Search::new(&[0.0]);
//! search.add(0, vec![1.0], true);
//! while let Some(version) = search.next() {
//!     let time = 1.0 + f64::from(i32::abs(version - 7));
//!     let turns = Turns { new: vec![time; 7], old: vec![20.0; 7] };
//!     search.learn(&version, turns.estimate().map(|found| found.speedup));
//!     if let Some(best) = search.expand() {
//!         search.add(best - 1, vec![1.0], false);
//!         search.add(best + 1, vec![1.0], false);
//!     }
//! }
//! assert!(search.best().is_some_and(|(best, speedup)| *best == 7 && speedup.round() == 20.0));
//! ```

mod duration;
mod engine;
mod journal;
mod model;
pub mod report;
mod statistics;

pub use duration::{Span, parse_duration};
pub use engine::Search;
pub use journal::{Journal, JournalError, Record, Verdict, fingerprint};
pub use model::Model;
pub use statistics::{Estimate, Turns};
