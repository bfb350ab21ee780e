//! The measuring part of a search: turns with the original, results that differ, and the comparison of the best at the end.

use std::path::Path;
use std::time::Instant;

use ::search::{Turns, Verdict};

use super::{CERTAIN, FINALISTS, MOST_TURNS, Pending, Prepared, SHARE, Session};
use crate::optimize::{self, Carried, carry_out};
use crate::rewrite::Rewritten;
use crate::search::bench::{Built, ROUNDED, Ran};
use crate::search::outcome::{Event, Measured, SearchError};
use crate::trial::{Agreement, Failure};

impl Session<'_> {
    /// Measures a version with each compiler.
    pub(super) fn measure(
        &mut self,
        current: &Prepared,
        built: Vec<(usize, Built)>,
    ) -> Result<(), SearchError> {
        self.say("running");
        self.measured += 1;
        let mut rows = Vec::new();
        for (by, program) in built {
            let name = self.options.compilers[by].name.clone();
            let verdict = match self.journal.get(&current.script, &name) {
                Some(known) => known.clone(),
                None => {
                    let verdict = match program {
                        Err(why) => Verdict::Failed(why),
                        Ok(program) => self.compare(by, &program, current)?,
                    };
                    self.keep(&current.script, &name, verdict.clone())?;
                    verdict
                }
            };
            let result = match verdict {
                Verdict::Measured(turns) => turns.estimate().ok_or("not measured".to_string()),
                Verdict::Refused(why) | Verdict::Failed(why) => Err(why),
            };
            rows.push(Measured {
                number: current.number,
                words: current.words.clone(),
                script: current.script.clone(),
                by: name,
                result,
            });
        }
        let version = current.version.clone();
        self.settle(Some(Pending { version, rows }));
        Ok(())
    }

    /// Runs a version and the original in turns, as long as it may be the best one and that is not certain.
    fn compare(
        &mut self,
        by: usize,
        program: &Path,
        current: &Prepared,
    ) -> Result<Verdict, SearchError> {
        let best = self.fastest();
        let least = if self.options.exhaustive { 3 } else { 1 };
        let begun = Instant::now();
        let share = self.options.budget / SHARE;
        let reference = self.reference();
        let stop = self.bench.builder.stop;
        let wants_more = |turns: &Turns| {
            let Some(found) = turns.estimate() else {
                return false;
            };
            let is_cheap = begun.elapsed() < share;
            !stop.is_stopped()
                && match turns.new.len() {
                    n if n < least => true,
                    1..3 => found.speedup > best * 0.95 && is_cheap,
                    // What nobody is sure of does not count.
                    3..CERTAIN => found.speedup > best * if is_cheap { 0.98 } else { 1.02 },
                    CERTAIN..MOST_TURNS => {
                        found.speedup > best && !found.is_faster(1.0) && is_cheap
                    }
                    _ => false,
                }
        };
        let ran = loop {
            let original = (reference, &*self.originals[reference].program);
            let expected = &self.originals[by].output;
            let ran = self
                .bench
                .take_turns((by, program), original, expected, wants_more)?;
            let Ran::Wrong(agreement, found) = &ran else {
                break ran;
            };
            let texts = (self.before, &*current.text);
            if !self.bench.is_rounding(by, texts, (expected, found))? {
                return Err(self.wrong(by, current, &agreement.to_string(), found)?);
            }
            // The next time this is known.
            let note = format!(
                "results differ by rounding, {agreement}; without contracted products they are the same"
            );
            (self.tell)(Event::Note(&note));
            let near = Agreement::within(expected, found, ROUNDED);
            let Agreement::Rounding(difference) = near else {
                return Err(self.wrong(by, current, &agreement.to_string(), found)?);
            };
            self.bench.tolerance = (10.0 * difference).clamp(self.bench.tolerance, ROUNDED);
        };
        self.running += begun.elapsed();
        Ok(match ran {
            Ran::Turns(turns) => Verdict::Measured(turns),
            Ran::Slow(seconds) => Verdict::Failed(format!("takes more than {seconds:.1} s")),
            Ran::Failed(why) => Verdict::Failed(why),
            Ran::Wrong(..) => Verdict::Failed("computes something else".into()),
        })
    }

    /// The largest speedup that was measured, certain or not, and 1 for that of the original.
    fn fastest(&self) -> f64 {
        let speedups =
            { self.rows.iter() }.filter_map(|row| Some(row.result.as_ref().ok()?.speedup));
        speedups.fold(1.0, f64::max)
    }

    /// Keeps what is needed to find out why a version that was proved computes something else.
    fn wrong(
        &self,
        by: usize,
        current: &Prepared,
        how: &str,
        found: &str,
    ) -> Result<SearchError, SearchError> {
        let folder = self
            .options
            .folder
            .join(format!("wrong-{}", current.number));
        let expected = &self.originals[by].output;
        let driver = self.bench.builder.driver.as_deref();
        let files = [
            ("original.c", Some(self.before)),
            ("version.c", Some(&*current.text)),
            ("script.lw", Some(&*current.script)),
            ("driver.c", driver),
            ("expected.txt", Some(&**expected)),
            ("found.txt", Some(found)),
        ];
        std::fs::create_dir_all(&folder).map_err(Failure::Files)?;
        for (name, text) in files {
            if let Some(text) = text {
                let bytes = frontend::bytes::encode(text);
                std::fs::write(folder.join(name), bytes).map_err(Failure::Files)?;
            }
        }
        Ok(SearchError::Wrong {
            by: self.options.compilers[by].name.clone(),
            how: how.into(),
            folder,
        })
    }

    /// The best versions compete once more: of many measurements the best one was lucky, too.
    pub(super) fn finals(&mut self) -> Result<(), SearchError> {
        let speed = |row: &Measured| row.result.as_ref().map_or(0.0, |found| found.speedup);
        let best = self.fastest();
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        order.retain(|&at| speed(&self.rows[at]) > (best * 0.95).max(1.0));
        order.sort_by(|&a, &b| speed(&self.rows[b]).total_cmp(&speed(&self.rows[a])));
        order.truncate(FINALISTS);
        for at in order {
            let row = self.rows[at].clone();
            let Some(Verdict::Measured(known)) = self.journal.get(&row.script, &row.by).cloned()
            else {
                continue;
            };
            // Beyond the budget only until one of them is certain.
            let is_late = self.started.elapsed() >= self.options.budget;
            let wanted = match is_late && self.leader.is_some() {
                true => 0,
                false => MOST_TURNS,
            };
            let missing = wanted.saturating_sub(known.new.len());
            if missing == 0 || self.bench.builder.stop.is_stopped() {
                continue;
            }
            self.say("comparing the best");
            let by = self
                .options
                .compilers
                .iter()
                .position(|one| one.name == row.by);
            let (Some(by), Ok(new)) = (by, self.carry_out(&row.script)?) else {
                continue;
            };
            let name = format!("final{at}");
            let begun = Instant::now();
            let built = self.bench.builder.build(&name, &new.text, by, &[])?;
            self.compiling += begun.elapsed();
            let Ok(program) = built else {
                continue;
            };
            let begun = Instant::now();
            let reference = self.reference();
            let original = (reference, &*self.originals[reference].program);
            let expected = &self.originals[by].output;
            let (started, budget) = (self.started, self.options.budget);
            let more = |turns: &Turns| {
                let n = turns.new.len();
                let is_certain = known.new.len() + n >= CERTAIN;
                n < missing && !(is_certain && started.elapsed() >= budget)
            };
            let ran = self
                .bench
                .take_turns((by, &program), original, expected, more)?;
            self.running += begun.elapsed();
            self.bench.builder.forget(&name);
            if let Ran::Turns(turns) = ran {
                self.keep(&row.script, &row.by, Verdict::Measured(turns))?;
                let all = self.journal.get(&row.script, &row.by);
                if let Some(Verdict::Measured(all)) = all
                    && let Some(found) = all.estimate()
                {
                    self.rows[at].result = Ok(found);
                }
            }
        }
        self.leader = None;
        for at in 0..self.rows.len() {
            self.consider(at);
        }
        Ok(())
    }

    /// The best version with its text.
    pub(super) fn winner(&mut self) -> Result<Option<(Measured, Rewritten)>, SearchError> {
        let Some(leader) = self.leader else {
            return Ok(None);
        };
        let row = self.rows[leader].clone();
        if let Some(known) = self.proved.remove(&row.script) {
            return Ok(Some((row, known)));
        }
        // It is known from before. Also after an interruption, what was proved once is proved again.
        let (program, request) = (self.program, self.request);
        let options = optimize::Options {
            choices: self.options.choices.clone(),
            ..optimize::Options::default()
        };
        match carry_out(program, &row.script, request, &options) {
            Ok(Carried::Proved(_, _, new)) => Ok(Some((row, *new))),
            Ok(Carried::Refused(_)) => Ok(None),
            Err(error) => Err(SearchError::Program(error)),
        }
    }
}
