//! Runs the pages in `tests/storage`: programs with scripts that change where values are kept.
//!
//! A page has a block of C and, for each script, a block of script (```` ```lw ````) and a line that says
//! what becomes of it:
//!
//! ```text
//! > legal
//! > LW0509: S[1] overwrites t_cells, where the value of S[0] is, before T[0] reads it when n = 2
//! > LW0429: no loop contains all uses of `t`
//! ```
//!
//! Every verdict is held against running the program with symbolic values: a legal one computes the
//! same at all small sizes, an illegal one something else at the size of its message. Legal ones are
//! written and proved as well.

#[allow(dead_code)]
mod oracle;
mod stored;

use std::fs;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::program::{Request, read};
use loopwright::readback;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};

fn main() {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/storage");
    let mut trials = Vec::new();
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        let page = fs::read_to_string(&path).expect("a page");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let cases = cases(&page);
        assert!(!cases.is_empty(), "{name} has no scripts");
        for (number, case) in cases.into_iter().enumerate() {
            let name = format!("{name} {}", number + 1);
            trials.push(Trial::test(name, move || {
                case.judge().map_err(Failed::from)
            }));
        }
    }
    libtest_mimic::run(&arguments, trials).exit();
}

/// A script and what becomes of the program.
struct Case {
    c: String,
    script: String,
    expected: String,
}

/// The cases of a page.
fn cases(page: &str) -> Vec<Case> {
    let (mut c, mut script, mut cases) = (String::new(), String::new(), Vec::new());
    let mut block: Option<&str> = None;
    for line in page.lines() {
        match (block, line) {
            (Some(_), "```") => block = None,
            (Some("c"), line) => c += &format!("{line}\n"),
            (Some("lw"), line) => script += &format!("{line}\n"),
            (None, "```c") => (block, c) = (Some("c"), String::new()),
            (None, "```lw") => (block, script) = (Some("lw"), String::new()),
            (None, line) => {
                if let Some(expected) = line.strip_prefix("> ") {
                    cases.push(Case {
                        c: c.clone(),
                        script: script.clone(),
                        expected: expected.into(),
                    });
                }
            }
            _ => {}
        }
    }
    cases
}

impl Case {
    fn judge(&self) -> Result<(), String> {
        let request = Request::default();
        let mut program = read(&self.c, &request);
        if program.has_errors() {
            return Err(format!("{:?}", program.diagnostics));
        }
        let scop = program.nests[0].scop().clone();
        let recipe = Recipe {
            script: Some(("page.lw", &self.script)),
            ..Recipe::default()
        };
        let done = transform(&mut program, &request, &recipe);
        let errors = program
            .diagnostics
            .iter()
            .filter(|one| one.severity == scop::Severity::Error);
        let said = errors
            .map(|one| format!("{}: {}", one.code, one.message))
            .next();
        let said = said.unwrap_or_else(|| "legal".into());
        let Some(changed) = done.regions.first() else {
            return self.compare(&said);
        };
        let verdict = changed.verdict.as_ref().ok_or("no verdict")?;
        let new = changed.program(&scop);
        for violation in verdict.violations() {
            stored::is_real(&scop, new, changed, violation)?;
        }
        if verdict.is_legal() {
            for values in oracle::small_values(&scop, 4)? {
                let values = oracle::borrowed(&values);
                let differences = stored::differences(&scop, new, changed, &values)?;
                if !differences.is_empty() {
                    return Err(format!("{values:?}: legal, but {differences:?}"));
                }
            }
            let orders = done.orders().ok_or("no order")?;
            let written = rewrite(&program, &orders, &Choices::default());
            let written = written.map_err(|error| error.to_string())?;
            readback::prove(&program, &written, &request)
                .map_err(|error| format!("{error} {:?}\n{}", error.notes, written.text))?;
        }
        self.compare(&said)
    }

    fn compare(&self, said: &str) -> Result<(), String> {
        match said == self.expected {
            true => Ok(()),
            false => Err(format!("said `{said}`, not `{}`", self.expected)),
        }
    }
}
