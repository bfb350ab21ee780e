//! How long the stages of a transformation take.

use std::time::Duration;

/// Tells the time that has passed since a moment that stays the same.
///
/// The library has no clock of its own: not every place that it runs in has one.
pub type Clock = fn() -> Duration;

/// How long the stages took, each with its name; nothing without a clock.
///
/// ```
/// use loopwright::transform::Times;
/// use std::sync::atomic::{AtomicU64, Ordering};
/// use std::time::Duration;
///
/// // A clock that goes on by a second whenever it is looked at.
/// static NOW: AtomicU64 = AtomicU64::new(0);
/// let clock = || Duration::from_secs(NOW.fetch_add(1, Ordering::Relaxed));
///
/// let mut times = Times::new(Some(clock));
/// assert_eq!(times.measure("sum", || 1 + 1), 2);
/// times.measure("sum", || ());
/// assert_eq!(times.stages(), [("sum", Duration::from_secs(2))]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Times {
    clock: Option<Clock>,
    stages: Vec<(&'static str, Duration)>,
}

impl Times {
    /// No stages yet.
    pub fn new(clock: Option<Clock>) -> Times {
        Times {
            clock,
            stages: Vec::new(),
        }
    }

    /// Does some work of a stage and adds its time.
    pub fn measure<T>(&mut self, stage: &'static str, work: impl FnOnce() -> T) -> T {
        let Some(clock) = self.clock else {
            return work();
        };
        let start = clock();
        let done = work();
        let time = clock().saturating_sub(start);
        match self.stages.iter_mut().find(|(name, _)| *name == stage) {
            Some((_, total)) => *total += time,
            None => self.stages.push((stage, time)),
        }
        done
    }

    /// The stages in the order in which they began.
    pub fn stages(&self) -> &[(&'static str, Duration)] {
        &self.stages
    }
}
