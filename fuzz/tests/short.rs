//! A short, deterministic run of all fuzzers.

use presburger_fuzz::driver::{Options, Summary};
use presburger_fuzz::{c, codegen, operations, parser};
use std::time::Duration;

fn options(executions: u64) -> Options {
    // The limits are for a busy machine and a build without optimisation.
    let (time, limit) = (Duration::from_secs(300), Duration::from_secs(120));
    Options {
        executions,
        time,
        limit,
        ..Options::default()
    }
}

fn check(summary: &Summary) {
    assert!(
        summary.failures.is_empty(),
        "{}",
        summary.failures.join("\n")
    );
    assert!(
        summary.done > summary.executions / 50,
        "hardly anything was computed: {summary:?}"
    );
}

#[test]
fn texts() {
    check(&parser::fuzz(options(40_000)));
}

#[test]
fn c_texts() {
    check(&c::fuzz(options(1_500)));
}

#[test]
fn schedules() {
    check(&codegen::fuzz(options(400)));
}

#[test]
fn random_operations() {
    check(&operations::fuzz(options(1_500)));
}
