//! Runs many cases, each of which has a seed of its own, and collects what is wrong with them.

use super::Random;
use std::env;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A program and a script for it, as far as they are made up.
pub struct Case<'a, T> {
    pub seed: u64,
    pub random: Random,
    pub c: String,
    pub script: String,
    tally: &'a Mutex<T>,
}

impl<T> Case<'_, T> {
    /// Counts something.
    pub fn add(&self, change: impl FnOnce(&mut T)) {
        change(&mut locked(self.tally));
    }

    /// Prints the case if `RANDOM_SHOW` asks for it.
    pub fn show(&self) {
        if env::var_os("RANDOM_SHOW").is_some() {
            println!("seed {}\n{}\n{}", self.seed, self.c, self.script);
        }
    }
}

/// What became of all cases.
pub struct Ran<T> {
    pub cases: usize,
    pub tally: T,
    failures: Vec<String>,
}

impl<T> Ran<T> {
    pub fn assert_no_failures(&self) {
        assert!(self.failures.is_empty(), "{}", self.failures.join("\n\n"));
    }
}

/// Runs so many cases as the environment variable `count` says, from the seed `RANDOM_SEED` on. One that
/// panics has failed. Seeds are spread by a number of the test's own, so that tests have other cases.
pub fn run<T: Default + Send>(
    count: &str,
    spread: u64,
    judge: impl Fn(&mut Case<'_, T>) -> Result<(), String> + Sync,
) -> Ran<T> {
    let (cases, first) = (number(count, 150), number("RANDOM_SEED", 1));
    let next = AtomicU64::new(0);
    let (tally, failures) = (Mutex::new(T::default()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= cases {
                break;
            }
            let seed = first + at;
            let mut case = Case {
                seed,
                random: Random(seed.wrapping_mul(spread)),
                c: String::new(),
                script: String::new(),
                tally: &tally,
            };
            let judged = catch_unwind(AssertUnwindSafe(|| judge(&mut case)));
            let judged = judged.unwrap_or_else(|_| Err("panicked".into()));
            if let Err(why) = judged {
                let failure = format!("seed {seed}: {why}\n{}\n{}", case.c, case.script);
                locked(&failures).push(failure);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(work);
        }
    });
    Ran {
        cases: cases as usize,
        tally: tally.into_inner().unwrap_or_else(PoisonError::into_inner),
        failures: failures
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner),
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    let value = env::var(name).ok().and_then(|value| value.parse().ok());
    value.unwrap_or(otherwise)
}

/// The value, also if a case has panicked while it counted.
fn locked<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}
