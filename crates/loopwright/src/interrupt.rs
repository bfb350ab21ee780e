//! What happens when the user interrupts a run of other programs: they are ended and their files
//! removed before this program ends.

use std::sync::OnceLock;

use loopwright::trial::Stop;

static STOP: OnceLock<Stop> = OnceLock::new();

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
            stop().stop();
            // As shells see a program that a signal ended.
            std::process::exit(128 + signal as i32);
        }
    });
}

#[cfg(not(unix))]
pub fn prepare() {}
