//! How long a command may compute: no set operation goes on for ever without a word.

use std::time::Duration;

use clap::Args;
use presburger::Budget;

/// Seconds that a command may take unless it is told otherwise.
const SECONDS: u64 = 20;

/// The limit on time that all commands have.
#[derive(Args)]
pub struct Timeout {
    /// Stop computing after this many seconds, 20 by default; 0 is no limit
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u64>,
}

impl Timeout {
    /// The limit, if there is one.
    pub fn limit(&self) -> Option<Duration> {
        // A build for tests is many times slower, and says nothing about time.
        let seconds = match cfg!(debug_assertions) {
            true => 30 * SECONDS,
            false => SECONDS,
        };
        match self.timeout.unwrap_or(seconds) {
            0 => None,
            seconds => Some(Duration::from_secs(seconds)),
        }
    }

    /// Computes within the limit.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.limit() {
            None => work(),
            Some(limit) => Budget::unlimited().deadline(limit).run(work),
        }
    }
}
