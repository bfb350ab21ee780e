//! What happens when the user interrupts a run of other programs: they are ended and their files
//! removed before this program ends.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use loopwright::trial::Stop;

static STOP: OnceLock<Stop> = OnceLock::new();
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// With this, an interruption ends what is running.
pub fn stop() -> &'static Stop {
    STOP.get_or_init(Stop::default)
}

/// From now on an interruption ends what is running. To be called before any thread is started:
/// all of them leave the signals to the one that waits for them.
#[cfg(unix)]
pub fn prepare() {
    use nix::sys::signal::{SigSet, Signal};
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]
        .into_iter()
        .collect();
    if signals.thread_block().is_err() {
        return;
    }
    std::thread::spawn(move || {
        if let Ok(signal) = signals.wait() {
            IS_INTERRUPTED.store(true, Ordering::SeqCst);
            stop().stop();
            // As shells see a program that a signal ended.
            std::process::exit(128 + signal as i32);
        }
    });
}

#[cfg(not(unix))]
pub fn prepare() {}

/// Leaves the end of the program to the interruption if there is one: who waits for a program that
/// was ended sees that first, and files are still being removed.
pub fn give_way() {
    while IS_INTERRUPTED.load(Ordering::SeqCst) {
        std::thread::park();
    }
}
