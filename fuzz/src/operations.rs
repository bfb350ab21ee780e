//! Random operations on random objects.
//!
//! A case fills a pool with objects of one [theme](crate::generate::Theme) and applies operations
//! of the public interface and laws to what the pool holds; results go back to the pool.

use crate::api::OPERATIONS;
use crate::driver::{self, Options, Outcome, Summary};
use crate::generate::Theme;
use crate::laws::LAWS;
use crate::parser::is_exhausted;
use crate::pool::{Context, Pool, fill};
use crate::random::Random;
use presburger::{Budget, Error};

/// Steps for one operation or law.
const BUDGET: u64 = 2_000_000;
/// Operations on one pool.
const OPERATIONS_PER_CASE: usize = 60;

/// Runs the fuzzer.
pub fn fuzz(options: Options) -> Summary {
    driver::run("operations", options, |session, random| {
        let theme = Theme::new(random);
        let mut context = Context {
            pool: Pool::default(),
            random: Random::new(random.bits()),
            recorder: session.recorder(),
            dims: theme.dims(),
        };
        session.name("reading the objects of the case");
        session.execute(|| {
            Budget::operations(BUDGET).run(|| fill(&mut context, &theme));
            Ok(Outcome::Done)
        });
        for _ in 0..OPERATIONS_PER_CASE {
            if session.finished() {
                return;
            }
            if context.random.once_in(3) {
                let (name, law) = context.random.pick(LAWS);
                if session.skips(name) {
                    continue;
                }
                session.name(name);
                session.execute(
                    || match Budget::operations(BUDGET).run(|| law(&mut context)) {
                        Some(Ok(true)) => Ok(Outcome::Done),
                        Some(Ok(false)) => Err(format!("broken law: {name}")),
                        Some(Err(error)) => Ok(outcome(&error)),
                        None => Ok(Outcome::Refused),
                    },
                );
            } else {
                let (name, operation) = context.random.pick(OPERATIONS);
                if session.skips(name) {
                    continue;
                }
                session.name(name);
                session.execute(|| {
                    match Budget::operations(BUDGET).run(|| operation(&mut context)) {
                        Some(Ok(())) => Ok(Outcome::Done),
                        Some(Err(error)) => Ok(outcome(&error)),
                        None => Ok(Outcome::Refused),
                    }
                });
            }
        }
    })
}

fn outcome(error: &Error) -> Outcome {
    if is_exhausted(error) {
        Outcome::Exhausted
    } else {
        Outcome::Refused
    }
}
