//! Limits on work: how many operations, until when, and until somebody says stop. They apply to
//! everything that a closure does on its thread.
//!
//! The unit of operations is one elementary step on a matrix (a pivot touches one unit per row).
//! Budgets nest: an inner one cannot spend more than the outer one has left, and what it spends is
//! spent of the outer one too; a deadline or a cancel flag of an outer one holds inside.
//!
//! There are two uses. A [`Budget`] is a limit: who exceeds it gets an error. An [`attempt`] is
//! work that can be done without, which is given up when its [`Effort`] is spent. The two never
//! mix: an attempt that ends because a budget around it is used up, a deadline has passed or a
//! flag was raised is an error like any other, so that no answer depends on how much of a budget
//! happened to be left, or on the clock.

use crate::error::{Error, Stop};
use crate::number::Run;
use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

thread_local! {
    /// What the innermost budget of this thread has left; `None` outside of any budget.
    static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
    /// Steps until deadlines and flags are looked at again; 0 once one of them has said stop.
    static PULSE: Cell<u64> = const { Cell::new(u64::MAX) };
    /// The deadlines and flags in force, the innermost last.
    static WATCHES: RefCell<Vec<Watch>> = const { RefCell::new(Vec::new()) };
}

/// Steps between two looks at the clock: some tens of microseconds where a step is short, a millisecond
/// where it is long; a look takes as much as a step or two.
const INTERVAL: u64 = 1024;

/// What ends work besides the number of its operations.
#[derive(Debug)]
struct Watch {
    deadline: Option<Instant>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Watch {
    fn look(&self) -> Run<()> {
        if self
            .cancel
            .as_ref()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(Stop::Cancelled);
        }
        if let (Some(deadline), Some(now)) = (self.deadline, now())
            && now >= deadline
        {
            return Err(Stop::Late);
        }
        Ok(())
    }
}

/// The time, where there is a clock.
fn now() -> Option<Instant> {
    match cfg!(all(target_family = "wasm", target_os = "unknown")) {
        true => None,
        false => Some(Instant::now()),
    }
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
///
/// The number of operations does not depend on the machine, so that what is refused once is always
/// refused. Time and other people are a [`deadline`](Budget::deadline) and a
/// [`cancel`](Budget::cancel) flag.
#[derive(Debug, Clone)]
pub struct Budget {
    operations: Option<u64>,
    deadline: Option<Duration>,
    cancel: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// No limit; one to add a deadline or a flag to.
    ///
    /// ```
    /// # use presburger::{Budget, Set};
    /// let set: Set = "{ [i] : 0 <= i <= 1000 }".parse()?;
    /// assert_eq!(Budget::unlimited().run(|| set.is_empty()), Ok(false));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn unlimited() -> Budget {
        Budget {
            operations: None,
            deadline: None,
            cancel: None,
        }
    }

    /// A budget of so many elementary matrix steps (a million take some tens of milliseconds, more with big integers).
    pub fn operations(operations: u64) -> Budget {
        Budget {
            operations: Some(operations),
            ..Budget::unlimited()
        }
    }

    /// The budget of an entry in the table of efforts.
    ///
    /// ```
    /// # use presburger::{Budget, Effort, Set};
    /// let set: Set = "{ [i] : 0 <= i <= 1000 }".parse()?;
    /// assert_eq!(Budget::of(Effort::Glance).run(|| set.is_empty()), Ok(false));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn of(effort: Effort) -> Budget {
        Budget::operations(effort.operations())
    }

    /// Allows the work this much time, counted from [`run`](Budget::run); afterwards operations
    /// fail with [`Error::DeadlineExceeded`]. The clock is looked at every thousand steps, which
    /// take about a millisecond at most.
    ///
    /// There is no clock on `wasm32-unknown-unknown`, where a deadline has no effect.
    ///
    /// ```
    /// use presburger::{Budget, Error, Set};
    /// use std::time::Duration;
    /// let set: Set = "{ [i, j] : 0 <= i <= j <= 1000 }".parse()?;
    /// let budget = Budget::unlimited().deadline(Duration::ZERO);
    /// assert_eq!(budget.run(|| set.complement()), Err(Error::DeadlineExceeded));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn deadline(mut self, limit: Duration) -> Budget {
        self.deadline = Some(limit);
        self
    }

    /// Ends the work when the flag is raised, by a callback or another thread; operations then
    /// fail with [`Error::Cancelled`].
    ///
    /// ```
    /// use presburger::{Budget, Error, Set};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// let set: Set = "{ [i, j, k] : 0 <= i, j, k <= 1000000 }".parse()?;
    /// let flag = Arc::new(AtomicBool::new(false));
    /// let listed = Budget::unlimited().cancel(flag.clone()).run(|| {
    ///     set.for_each_point(|point| {
    ///         // Enough seen: as a user's Ctrl-C would.
    ///         flag.store(true, Ordering::Relaxed);
    ///         true
    ///     })
    /// });
    /// assert_eq!(listed, Err(Error::Cancelled));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn cancel(mut self, flag: Arc<AtomicBool>) -> Budget {
        self.cancel = Some(flag);
        self
    }

    /// Runs `work`; operations inside fail with [`Error::BudgetExhausted`] once it is used up,
    /// with [`Error::DeadlineExceeded`] once its time is over and with [`Error::Cancelled`] once
    /// its flag is raised. Work that `work` gives to other threads is not limited by it.
    ///
    /// [`Error::BudgetExhausted`]: crate::Error::BudgetExhausted
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        /// Gives the outer budget back what is left, also when `work` panics.
        struct Restore {
            outer: Option<u64>,
            granted: Option<u64>,
            is_watched: bool,
        }
        impl Drop for Restore {
            fn drop(&mut self) {
                if let Some(granted) = self.granted {
                    let left = LEFT.get().unwrap_or(0);
                    LEFT.set(self.outer.map(|outer| outer - (granted - left)));
                }
                if self.is_watched {
                    WATCHES.with_borrow_mut(Vec::pop);
                    // What is still in force says how it goes on.
                    PULSE.set(0);
                }
            }
        }
        let outer = LEFT.get();
        let granted = self
            .operations
            .map(|operations| outer.map_or(operations, |outer| outer.min(operations)));
        let is_watched = self.deadline.is_some() || self.cancel.is_some();
        if is_watched {
            // A limit beyond what a clock can show is none.
            let end = |limit| now().and_then(|now| now.checked_add(limit));
            let watch = Watch {
                deadline: self.deadline.and_then(end),
                cancel: self.cancel,
            };
            WATCHES.with_borrow_mut(|watches| watches.push(watch));
            PULSE.set(0);
        }
        let _restore = Restore {
            outer,
            granted,
            is_watched,
        };
        if granted.is_some() {
            LEFT.set(granted);
        }
        work()
    }
}

/// How much work something is worth: the one table of efforts.
///
/// The first group is for [`attempt`]s, from cheap to dear; a spent effort means that the result is
/// longer or the loop less pretty, never that it is wrong. The second group is for whole jobs under
/// a [`Budget`], where a spent effort is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Effort {
    /// One of many questions that are trivial or not worth asking, one for each pair of dimensions:
    /// less than a millisecond. Those that pay off are answered at a glance.
    Glance,
    /// A question about one constraint, or one pair of statements, whose answer makes a result
    /// shorter: is this implied, does one come before the other. A few milliseconds, because there
    /// are as many questions as there are constraints or pairs.
    Question,
    /// Something short that is written down, put more simply: a condition, an expression, the
    /// function of a statement. There is one for each place in the result, and simplifying it needs
    /// several questions.
    Expression,
    /// A whole relation in a better form: fewer conjunctions, all equalities, tight bounds, a
    /// function in few pieces. There is one for each statement or dependence, and what comes after
    /// it is easier.
    Relation,
    /// The decision whether there is a loop at all. Once for each loop, and worth much: a loop
    /// instead of an assignment is slower wherever it runs, so this may take some tenths of a second.
    Loop,
    /// A job of its own: making a model of one region of a program. A text can be short and its
    /// sets beyond all bounds; who waits for some seconds wants to know.
    Model,
    /// A job of its own: all the steps of one script. A script takes more steps than a model.
    Script,
    /// A job of its own: judging, writing or proving one result. The proof comes last, and giving it
    /// up loses all that was done before, so it may take some twenty seconds.
    Proof,
}

impl Effort {
    /// The number of elementary matrix steps, see [`Budget::operations`].
    ///
    /// ```
    /// # use presburger::Effort;
    /// assert!(Effort::Question.operations() < Effort::Relation.operations());
    /// ```
    pub const fn operations(self) -> u64 {
        match self {
            Effort::Glance => 10_000,
            Effort::Question => 60_000,
            Effort::Expression => 100_000,
            Effort::Relation => 300_000,
            Effort::Loop => 5_000_000,
            Effort::Model => 100_000_000,
            Effort::Script => 400_000_000,
            Effort::Proof => 500_000_000,
        }
    }
}

/// Errors among which a used up budget can be told from all others.
///
/// ```
/// use presburger::{Error, Exhaustion};
/// enum Mine {
///     Sets(Error),
///     Other,
/// }
/// impl Exhaustion for Mine {
///     fn is_exhaustion(&self) -> bool {
///         matches!(self, Mine::Sets(error) if error.is_exhaustion())
///     }
/// }
/// assert!(Mine::Sets(Error::BudgetExhausted).is_exhaustion());
/// assert!(!Mine::Other.is_exhaustion());
/// ```
pub trait Exhaustion {
    /// Whether this says that a budget is used up, and nothing else.
    fn is_exhaustion(&self) -> bool;
}

// A deadline that has passed or a flag that was raised is no exhaustion: nobody may go on then.
impl Exhaustion for Error {
    fn is_exhaustion(&self) -> bool {
        matches!(self, Error::BudgetExhausted)
    }
}

impl Exhaustion for Stop {
    fn is_exhaustion(&self) -> bool {
        matches!(self, Stop::Exhausted)
    }
}

/// Runs work that can be done without, and gives it up when `effort` is spent.
///
/// `Ok(None)` says exactly that. Every other error is passed on, and so is the exhaustion of
/// another budget: of one around this attempt that has nothing left, whatever the effort here was,
/// or of one that `work` itself sets as a limit.
///
/// ```
/// use presburger::{attempt, Budget, Effort, Error, Set};
/// let set: Set = "{ [i] : 0 <= i < 10 or 10 <= i < 20 }".parse()?;
/// let short = attempt(Effort::Relation, || set.coalesce())?.unwrap_or(set.clone());
/// assert_eq!(short.n_basic_set(), 1);
///
/// // A mistake is no lack of time,
/// let other: Set = "{ A[i] }".parse()?;
/// assert!(attempt(Effort::Relation, || set.union(&other)).is_err());
/// // and the time that a caller allows is none to be silent about.
/// let late = Budget::operations(0).run(|| attempt(Effort::Relation, || set.complement()));
/// assert_eq!(late, Err(Error::BudgetExhausted));
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn attempt<T, E: Exhaustion>(
    effort: Effort,
    work: impl FnOnce() -> Result<T, E>,
) -> Result<Option<T>, E> {
    // `spend` leaves nothing of a budget that it refuses: so one that has something left, inside
    // or around, is not the one that ended the work.
    let mut is_spent = false;
    let result = Budget::of(effort).run(|| {
        let result = work();
        is_spent = LEFT.get() == Some(0);
        result
    });
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.is_exhaustion() && is_spent && LEFT.get() != Some(0) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Takes `cost` steps from the budget in force.
#[inline]
pub(crate) fn spend(cost: usize) -> Run<()> {
    let pulse = PULSE.get();
    if pulse > cost as u64 {
        PULSE.set(pulse - cost as u64);
    } else {
        look()?;
    }
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

/// Looks at all deadlines and flags in force, and sets the time for the next look.
#[cold]
fn look() -> Run<()> {
    WATCHES.with_borrow(|watches| {
        PULSE.set(0);
        watches.iter().try_for_each(Watch::look)?;
        PULSE.set(if watches.is_empty() {
            u64::MAX
        } else {
            INTERVAL
        });
        Ok(())
    })
}

/// Takes `cost` steps from the budget in force, or what is left of it: for work that cannot fail
/// itself, the next [`spend`] will.
#[inline]
pub(crate) fn charge(cost: usize) {
    PULSE.set(PULSE.get().saturating_sub(cost as u64));
    if let Some(left) = LEFT.get() {
        LEFT.set(Some(left.saturating_sub(cost as u64)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Outcome = Result<Option<()>, Stop>;

    fn work(cost: usize) -> Run<()> {
        (0..cost).try_for_each(|_| spend(1))
    }

    fn left() -> u64 {
        LEFT.get().expect("under a budget")
    }

    const GLANCE: usize = Effort::Glance.operations() as usize;

    #[test]
    fn an_attempt_gives_up_its_own_effort_only() {
        assert_eq!(attempt(Effort::Glance, || work(GLANCE)), Ok(Some(())));
        assert_eq!(attempt(Effort::Glance, || work(GLANCE + 1)), Ok(None));
        assert_eq!(LEFT.get(), None, "no budget stays in force");
    }

    #[test]
    fn an_attempt_is_charged_to_the_budget_around_it() {
        Budget::operations(3 * GLANCE as u64).run(|| {
            assert_eq!(attempt(Effort::Glance, || work(7)), Ok(Some(())));
            assert_eq!(left(), 3 * GLANCE as u64 - 7);
            assert_eq!(attempt(Effort::Glance, || work(GLANCE + 1)), Ok(None));
            assert_eq!(left(), 2 * GLANCE as u64 - 7);
        });
    }

    #[test]
    fn the_end_of_the_budget_around_is_passed_on() {
        // The outer one is the smaller one, the same, and just larger.
        for (outer, expected) in [
            (GLANCE - 1, Err(Stop::Exhausted)),
            (GLANCE, Err(Stop::Exhausted)),
            (GLANCE + 1, Ok(None)),
        ] {
            let got: Outcome = Budget::operations(outer as u64)
                .run(|| attempt(Effort::Glance, || work(GLANCE + 1)));
            assert_eq!(got, expected, "of {outer}");
        }
    }

    #[test]
    fn an_attempt_in_an_attempt_does_not_hide_the_end_of_the_outer_one() {
        let mut rounds = 0;
        let got: Outcome = attempt(Effort::Question, || {
            for _ in 0..100 {
                assert_eq!(attempt(Effort::Glance, || work(GLANCE + 1))?, None);
                rounds += 1;
            }
            Ok(())
        });
        assert_eq!(got, Ok(None));
        let whole = Effort::Question.operations() / Effort::Glance.operations();
        assert_eq!(rounds, whole - 1, "the last one ends with the outer one");
    }

    #[test]
    fn the_end_of_a_limit_inside_is_passed_on() {
        let got: Outcome = attempt(Effort::Glance, || Budget::operations(5).run(|| work(6)));
        assert_eq!(got, Err(Stop::Exhausted));
        // One that is larger than the effort is not what ended the work.
        let more = Effort::Glance.operations() + 1;
        let got: Outcome = attempt(Effort::Glance, || {
            Budget::operations(more).run(|| work(GLANCE + 1))
        });
        assert_eq!(got, Ok(None));
    }

    #[test]
    fn other_errors_are_passed_on() {
        for stop in [Stop::Overflow, Stop::TooLarge, Stop::Unbounded] {
            let got: Outcome = attempt(Effort::Glance, || {
                // Also where nothing of the effort is left.
                charge(GLANCE);
                Err(stop)
            });
            assert_eq!(got, Err(stop));
        }
    }

    #[test]
    fn a_deadline_that_has_passed_ends_everything_inside() {
        let got = Budget::unlimited().deadline(Duration::ZERO).run(|| {
            assert_eq!(spend(0), Err(Stop::Late));
            assert_eq!(spend(1), Err(Stop::Late), "and goes on to");
            // No inner budget prolongs it, and no attempt swallows it.
            let inner = Budget::unlimited().deadline(Duration::from_secs(1000));
            assert_eq!(inner.run(|| spend(1)), Err(Stop::Late));
            attempt(Effort::Glance, || work(1))
        });
        assert_eq!(got, Err(Stop::Late));
        assert_eq!(work(10), Ok(()), "no deadline stays in force");
        assert_eq!(PULSE.get(), u64::MAX - 9);
    }

    #[test]
    fn a_deadline_to_come_changes_nothing() {
        for limit in [Duration::from_secs(100_000), Duration::MAX] {
            let budget = Budget::operations(10).deadline(limit);
            assert_eq!(budget.clone().run(|| work(10)), Ok(()));
            assert_eq!(budget.run(|| work(11)), Err(Stop::Exhausted));
        }
    }

    #[test]
    fn a_flag_is_seen_after_an_interval_at_the_latest() {
        let flag = Arc::new(AtomicBool::new(false));
        Budget::unlimited().cancel(flag.clone()).run(|| {
            assert_eq!(work(3 * INTERVAL as usize), Ok(()));
            flag.store(true, Ordering::Relaxed);
            let mut done = 0;
            let got = (0..).try_for_each(|_| {
                spend(1)?;
                done += 1;
                Ok(())
            });
            assert_eq!(got, Err(Stop::Cancelled));
            assert!(done <= INTERVAL, "{done} steps");
            // A long single step is looked at when it ends, even one that cannot fail itself.
            flag.store(false, Ordering::Relaxed);
            assert_eq!(work(1), Ok(()), "a flag can be lowered");
            flag.store(true, Ordering::Relaxed);
            charge(INTERVAL as usize);
            assert_eq!(spend(0), Err(Stop::Cancelled));
        });
    }

    #[test]
    fn a_flag_around_holds_inside_a_deadline() {
        let flag = Arc::new(AtomicBool::new(true));
        let got = Budget::unlimited().cancel(flag).run(|| {
            let inner = Budget::operations(7).deadline(Duration::from_secs(100_000));
            inner.run(|| attempt(Effort::Glance, || work(1)))
        });
        assert_eq!(got, Err(Stop::Cancelled));
    }

    #[test]
    fn another_thread_can_raise_the_flag() {
        let flag = Arc::new(AtomicBool::new(false));
        let raised = flag.clone();
        let thread = std::thread::spawn(move || raised.store(true, Ordering::Relaxed));
        // Ends because of the flag or not at all.
        let got: Run<()> = Budget::unlimited().cancel(flag).run(|| {
            loop {
                spend(1)?;
            }
        });
        assert_eq!(got, Err(Stop::Cancelled));
        thread.join().expect("it only stores");
    }

    #[test]
    fn a_panic_leaves_the_budget_around_in_force() {
        Budget::operations(100).run(|| {
            let caught = std::panic::catch_unwind(|| {
                let _: Outcome = attempt(Effort::Glance, || {
                    work(10)?;
                    panic!("on purpose")
                });
            });
            assert!(caught.is_err());
            assert_eq!(left(), 90);
        });
    }
}
