//! What happens when the user interrupts a run of other programs: they are ended and their files
//! removed before this program ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use loopwright::trial::Stop;

static STOP: OnceLock<Stop> = OnceLock::new();
static CANCELLED: OnceLock<Arc<AtomicBool>> = OnceLock::new();
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// With this, an interruption ends what is running.
pub fn stop() -> &'static Stop {
    STOP.get_or_init(Stop::default)
}

/// From now on an interruption ends what is running. To be called before any thread is started:
/// all of them leave the signals to the one that waits for them.
#[cfg(unix)]
pub fn prepare() {
    on_signals(|signal| {
        IS_INTERRUPTED.store(true, Ordering::SeqCst);
        stop().stop();
        // As shells see a program that a signal ended.
        std::process::exit(128 + signal);
    });
}

/// The same for a command that has something to keep: the first interruption ends what is running and raises the
/// flag, so that the command comes to its end; the second one ends it as it is.
#[cfg(unix)]
pub fn prepare_to_finish() {
    on_signals(|signal| {
        if cancelled().swap(true, Ordering::SeqCst) {
            std::process::exit(128 + signal);
        }
        stop().stop();
    });
}

/// Raised by the first interruption after [`prepare_to_finish`].
pub fn cancelled() -> &'static Arc<AtomicBool> {
    CANCELLED.get_or_init(Arc::default)
}

/// Does something at each signal that asks for an end.
#[cfg(unix)]
fn on_signals(act: impl Fn(i32) + Send + 'static) {
    use nix::sys::signal::{SigSet, Signal};
    let signals: SigSet = [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP]
        .into_iter()
        .collect();
    if signals.thread_block().is_err() {
        return;
    }
    std::thread::spawn(move || {
        while let Ok(signal) = signals.wait() {
            act(signal as i32);
        }
    });
}

#[cfg(not(unix))]
pub fn prepare() {}

#[cfg(not(unix))]
pub fn prepare_to_finish() {}

/// Leaves the end of the program to the interruption if there is one: who waits for a program that
/// was ended sees that first, and files are still being removed.
pub fn give_way() {
    while IS_INTERRUPTED.load(Ordering::SeqCst) {
        std::thread::park();
    }
}
