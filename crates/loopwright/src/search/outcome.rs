//! What a search came to, for people and for tools.

use std::path::PathBuf;
use std::time::Duration;

use ::search::report::{Report, Row};
use ::search::{Estimate, JournalError};
use scop::Diagnostic;
use serde_json::{Value, json};

use crate::rewrite::Rewritten;
use crate::trial::Failure;

/// Something that happens in a search.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// How long the original takes with a compiler.
    Original(&'a str, f64),
    /// A version was measured, or known from before; whether it is the best so far.
    Measured(&'a Measured, bool),
    /// Something else is done now: how many versions were measured, how many were not legal or not proved, and how many were known.
    Working {
        /// Measured in this search.
        measured: usize,
        /// Not legal, or not proved.
        refused: usize,
        /// Known from an earlier search.
        known: usize,
        /// What is done.
        doing: &'static str,
    },
    /// Something worth knowing.
    Note(&'a str),
}

/// A version, as far as it was measured with one compiler.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Its number, from 1.
    pub number: usize,
    /// What it is.
    pub words: String,
    /// The script that makes it.
    pub script: String,
    /// The compiler; empty where none was needed.
    pub by: String,
    /// What came out, otherwise why there is nothing.
    pub result: Result<Estimate, String>,
}

/// Why a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// There is nothing left that could be faster.
    Finished,
    /// Its time is over.
    Budget,
    /// As many versions as were wanted are measured.
    Most,
    /// The user interrupted it.
    Interrupted,
    /// It cannot go on, for this reason: measurements cannot be kept, say.
    Failed(String),
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Searched {
    /// The best version, if one is faster than the original beyond doubt: how it was measured, and the program with it.
    pub best: Option<(Measured, Rewritten)>,
    /// The time of the original with each compiler.
    pub originals: Vec<(String, f64)>,
    /// All versions.
    pub rows: Vec<Measured>,
    /// How many versions were measured in this search.
    pub measured: usize,
    /// How many were not legal, or not proved.
    pub refused: usize,
    /// How many were known from before.
    pub known: usize,
    /// Versions that were not written as they should have been: faults of Loopwright, each with its script.
    pub faults: Vec<(String, String)>,
    /// Why it ended.
    pub stopped: Stopped,
    /// How long it took, and how much of it compilers and programs took.
    pub time: Duration,
    /// How long compilers ran.
    pub compiling: Duration,
    /// How long programs ran.
    pub running: Duration,
    /// Where measurements are.
    pub journal: PathBuf,
}

impl Searched {
    /// What a version that was measured costs beyond its compilers and its runs, on the average.
    pub fn overhead(&self) -> Duration {
        let own = self.time.saturating_sub(self.compiling + self.running);
        own / u32::try_from(self.measured.max(1)).unwrap_or(u32::MAX)
    }

    /// The best compiler's time of the original.
    pub fn original(&self) -> Option<&(String, f64)> {
        self.originals.iter().min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Why a search is not possible, or must not go on.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// Something is wrong with the program; the message.
    #[error("{}", .0.message)]
    Program(Box<Diagnostic>),
    /// There is nothing to run; a message, and help.
    #[error("{0}")]
    Driver(String, String),
    /// Measurements cannot be kept.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A compiler, or the original program.
    #[error(transparent)]
    Failure(#[from] Failure),
    /// The original does not compile or run; with which compiler, and why.
    #[error("the original cannot be measured with `{0}`: {1}")]
    Original(String, String),
    /// The original prints something else each time; how.
    #[error("the original prints something else each time: {0}")]
    Restless(String),
    /// A version that was proved computes something else.
    #[error("a version that was proved computes something else with `{by}`: {how}")]
    Wrong {
        /// The compiler.
        by: String,
        /// How results differ.
        how: String,
        /// Where both programs are, with their results and the script.
        folder: PathBuf,
    },
    /// The user interrupted it before anything was found.
    #[error("interrupted")]
    Interrupted,
}

/// The version of the document; a change that a reader must know of makes it another one.
const VERSION: u32 = 1;

/// What a search came to, for tools.
pub fn json(name: &str, done: &Searched) -> Value {
    let originals = done.originals.iter();
    let originals = originals.map(|(by, seconds)| json!({ "compiler": by, "seconds": seconds }));
    let best = done.best.as_ref().map(|(one, _)| version(one));
    json!({
        "version": VERSION,
        "file": name,
        "originals": originals.collect::<Vec<_>>(),
        "best": best,
        "versions": done.rows.iter().map(version).collect::<Vec<_>>(),
        "measured": done.measured,
        "refused": done.refused,
        "known": done.known,
        "stopped": match &done.stopped {
            Stopped::Finished => "finished",
            Stopped::Budget => "budget",
            Stopped::Most => "most",
            Stopped::Interrupted => "interrupted",
            Stopped::Failed(_) => "failed",
        },
        "seconds": {
            "all": done.time.as_secs_f64(),
            "compiling": done.compiling.as_secs_f64(),
            "running": done.running.as_secs_f64(),
            "beyond": done.overhead().as_secs_f64(),
        },
        "journal": done.journal.display().to_string(),
    })
}

fn version(one: &Measured) -> Value {
    let mut value = json!({
        "number": one.number,
        "words": one.words,
        "compiler": one.by,
        "script": one.script,
    });
    match &one.result {
        Ok(found) => {
            value["speedup"] = json!(found.speedup);
            value["seconds"] = json!(found.seconds);
            // Before there are enough turns nothing is certain.
            if found.low > 0.0 {
                value["between"] = json!([found.low, found.high]);
            }
        }
        Err(why) => value["failed"] = json!(why),
    }
    value
}

/// What a search came to, as a page.
pub fn report(name: &str, done: &Searched, about: Vec<(String, String)>, result: String) -> Report {
    let rows = done.rows.iter().map(|one| Row {
        number: one.number,
        words: one.words.clone(),
        by: one.by.clone(),
        result: one.result.clone(),
        text: one.script.clone(),
    });
    let mut texts = Vec::new();
    if let Some((best, new)) = &done.best {
        let code: Vec<String> = new.pieces().into_values().collect();
        texts.push(("The script".to_string(), best.script.clone()));
        texts.push(("The code".to_string(), code.join("\n")));
    }
    Report {
        title: format!("Versions of {name}"),
        about,
        rows: rows.collect(),
        result,
        texts,
    }
}
