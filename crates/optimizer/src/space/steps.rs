//! How long a search may go on.

use presburger::{Dim, Error, Result, Set, Space};

/// Steps between two looks at the clock: less than a millisecond.
const INTERVAL: u64 = 1 << 12;

/// Counts the steps of a search, and ends it when there are too many, or when the time of the caller's
/// [`Budget`](presburger::Budget) is over.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    left: u64,
}

impl Steps {
    pub(super) fn new(left: u64) -> Steps {
        Steps { left }
    }

    /// One more step.
    pub(super) fn spend(&mut self) -> Result<()> {
        self.left = self.left.checked_sub(1).ok_or(Error::BudgetExhausted)?;
        match self.left % INTERVAL {
            0 => look(),
            _ => Ok(()),
        }
    }
}

/// Fails if the time of the caller is over. Only operations on sets look at the clock, so this is one.
pub(super) fn look() -> Result<()> {
    let line = Set::universe(Space::set(Vec::new(), presburger::Tuple::anonymous(2)))?;
    line.equate(Dim::Set(0), Dim::Set(1))?.is_empty().map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;
    use presburger::Budget;
    use std::time::Duration;

    #[test]
    fn steps_are_counted() {
        let mut steps = Steps::new(2);
        assert_eq!(steps.spend(), Ok(()));
        assert_eq!(steps.spend(), Ok(()));
        assert_eq!(steps.spend(), Err(Error::BudgetExhausted));
    }

    #[test]
    fn the_time_of_the_caller_ends_them() {
        let budget = Budget::unlimited().deadline(Duration::ZERO);
        let end = budget.run(|| {
            let mut steps = Steps::new(u64::MAX);
            (0..2 * INTERVAL).try_for_each(|_| steps.spend())
        });
        assert_eq!(end, Err(Error::DeadlineExceeded));
    }
}
