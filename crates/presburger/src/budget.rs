//! Operation budgets: a bound on work that applies to everything a closure does.
//!
//! The unit is one elementary step on a matrix (a pivot touches one unit per row). Budgets nest:
//! an inner one cannot spend more than the outer one has left.

use crate::error::Stop;
use crate::number::Run;
use std::cell::Cell;

thread_local! {
    /// What the innermost budget of this thread has left; `None` outside of any budget.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
}

/// A bound on the work of a scope.
///
/// ```
/// use presburger::{Budget, Error, Set};
/// let set: Set = "{ [i, j] : 0 <= i, j <= 1000 and 7i = 5j + 3 }".parse()?;
/// let verdict = Budget::operations(1_000_000).run(|| set.is_empty());
/// assert_eq!(verdict, Ok(false));
/// let verdict = Budget::operations(0).run(|| set.complement());
/// assert_eq!(verdict, Err(Error::BudgetExhausted));
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    operations: u64,
}

impl Budget {
    /// A budget of so many elementary matrix steps (a million take some tens of milliseconds, more with big integers).
    pub fn operations(operations: u64) -> Budget {
        Budget { operations }
    }

    /// Runs `work`; operations inside fail with [`Error::BudgetExhausted`] once it is used up.
    ///
    /// [`Error::BudgetExhausted`]: crate::Error::BudgetExhausted
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        /// Gives the outer budget back what is left, also when `work` panics.
        struct Restore {
            outer: Option<u64>,
            granted: u64,
        }
        impl Drop for Restore {
            fn drop(&mut self) {
                let left = LEFT.get().unwrap_or(0);
                LEFT.set(self.outer.map(|outer| outer - (self.granted - left)));
            }
        }
        let outer = LEFT.get();
        let granted = outer.map_or(self.operations, |outer| outer.min(self.operations));
        let _restore = Restore { outer, granted };
        LEFT.set(Some(granted));
        work()
    }
}

/// Takes `cost` steps from the budget in force.
#[inline]
pub(crate) fn spend(cost: usize) -> Run<()> {
    match LEFT.get() {
        None => Ok(()),
        Some(left) if left > 0 && left >= cost as u64 => {
            LEFT.set(Some(left - cost as u64));
            Ok(())
        }
        Some(_) => {
            LEFT.set(Some(0));
            Err(Stop::Exhausted)
        }
    }
}

/// Takes `cost` steps from the budget in force, or what is left of it: for work that cannot fail
/// itself, the next [`spend`] will.
#[inline]
pub(crate) fn charge(cost: usize) {
    if let Some(left) = LEFT.get() {
        LEFT.set(Some(left.saturating_sub(cost as u64)));
    }
}
