//! Scripts with what they make of a program: `cases/*.case`.
//!
//! A file has a C text and any number of scripts with what is expected of each, in sections that
//! begin with `=== KIND NAME`:
//!
//! - `c`: the program, for all scripts after it;
//! - `file PATH`: a script that those after it can import; they stand in `case.lw`;
//! - `script NAME`: a script; `normalised` after the name selects that view;
//! - `vectors`: the schedule in isl's notation, as written by hand from the definitions; compared on
//!   the instances of the program;
//! - `order N`: the instances in order, when all parameters are N;
//! - `code`: the loops that `astgen` writes;
//! - `structure`: the loops as `--dry-run` shows them;
//! - `error`: code, line and column, message; then labels elsewhere, notes and help, one to a line;
//! - `warnings`: the same for what is said of a script that works (nothing, where this is missing).
//!
//! Whatever is expected, a script that works is checked against itself: the tree makes sense and
//! runs every instance once, in the order of the vectors, and so does the code made of it.

use std::path::{Path, PathBuf};

use frontend::{ModelOptions, read};
use libtest_mimic::{Failed, Trial};
use presburger::{Dim, Point, UnionMap};
use scop::{Diagnostic, Scop, SourceMap, Span};
use script::{Diagnostics, Imported, Outcome};

fn main() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of cases")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "case")
        })
        .collect();
    files.sort();
    let mut trials = Vec::new();
    for path in &files {
        trials.extend(read_cases(path).into_iter().map(|case| {
            let name = case.name.clone();
            Trial::test(name, move || case.check())
        }));
    }
    assert!(trials.len() >= 90, "only {} cases", trials.len());
    libtest_mimic::run(&libtest_mimic::Arguments::from_args(), trials).exit();
}

struct Case {
    name: String,
    c: String,
    files: Vec<(String, String)>,
    script: String,
    is_normalised: bool,
    expected: Vec<(String, String)>,
}

fn read_cases(path: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(path).expect("a case");
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut c = String::new();
    let mut files = Vec::new();
    let mut cases: Vec<Case> = Vec::new();
    for section in text.split("\n=== ").skip(1) {
        let (head, body) = section.split_once('\n').unwrap_or((section, ""));
        let mut words = head.split_whitespace();
        match words.next() {
            Some("c") => c = format!("{}\n", body.trim_end()),
            Some("file") => {
                let path = words.next().unwrap_or("?").to_string();
                files.push((path, format!("{}\n", body.trim_end())));
            }
            Some("script") => cases.push(Case {
                name: format!("{stem}/{}", words.next().unwrap_or("?")),
                c: c.clone(),
                files: files.clone(),
                script: format!("{}\n", body.trim_end()),
                is_normalised: words.next() == Some("normalised"),
                expected: Vec::new(),
            }),
            Some(_) => {
                let case = cases.last_mut().expect("a script before what is expected");
                case.expected.push((head.into(), body.trim_end().into()));
            }
            None => panic!("{stem}: a section without a kind"),
        }
    }
    cases
}

impl Case {
    fn check(&self) -> Result<(), Failed> {
        let unit = read(&self.c, &frontend::Options::default())
            .map_err(|rejected| rejected.to_string())?;
        let modelled = unit
            .model(&unit.regions[0], &ModelOptions::default())
            .map_err(|errors| format!("{errors:?}"))?;
        let scop = modelled.scop;
        let options = script::Options {
            normalised: self.is_normalised,
            loader: Some(&|path: &str, from: &str| self.load(path, from)),
        };
        let outcome = script::parse(&self.script, "case.lw")
            .and_then(|script| script::run(&script, &scop, &options));
        let wants_error = self.expected.iter().any(|(kind, _)| kind == "error");
        let outcome = match outcome {
            Ok(_) if wants_error => return Err("no error".into()),
            Ok(outcome) => outcome,
            Err(errors) => return self.compare_error(&errors),
        };
        let warnings = self.expected.iter().find(|(kind, _)| kind == "warnings");
        let found = described(&outcome.warnings, &outcome.files)?;
        same(found.trim_end(), warnings.map_or("", |(_, text)| text))?;
        if self.expected.is_empty() {
            return Err("nothing is expected of this script".into());
        }
        for (head, expected) in &self.expected {
            let mut words = head.split_whitespace();
            match words.next() {
                Some("vectors") => check_vectors(&outcome, &scop, expected)?,
                Some("order") => {
                    let n = words.next().and_then(|n| n.parse().ok()).ok_or("order N")?;
                    let found = instances(&outcome, &scop, n)?;
                    same(&found.join(" "), &one_line(expected))?;
                }
                Some("code") => {
                    let code = astgen::Generator::new()
                        .context(scop.context.clone())
                        .from_tree(&outcome.schedule)
                        .map_err(|error| error.to_string())?;
                    same(code.to_string().trim_end(), expected)?;
                }
                Some("structure") => same(
                    outcome.structure().map_err(|e| e.to_string())?.trim_end(),
                    expected,
                )?,
                Some("tree") => same(outcome.schedule.to_string().trim_end(), expected)?,
                Some("text") => same(outcome.vectors().trim_end(), expected)?,
                Some("warnings") => {}
                Some("steps") => {
                    let steps: Vec<&str> = outcome
                        .steps
                        .iter()
                        .map(|step| step.text.as_str())
                        .collect();
                    same(&steps.join("\n"), expected)?;
                }
                _ => return Err(format!("no such section: {head}").into()),
            }
        }
        for n in [1, 4, 5] {
            check_itself(&outcome, &scop, n)?;
        }
        Ok(())
    }

    /// Files stand beside the one that imports them.
    fn load(&self, path: &str, from: &str) -> Result<Imported, String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let mut name: Vec<&str> = Vec::new();
        let joined = folder.join(path);
        for part in joined.iter().filter_map(|part| part.to_str()) {
            match part {
                ".." => drop(name.pop()),
                part => name.push(part),
            }
        }
        let name = name.join("/");
        if name == "case.lw" {
            let text = self.script.clone();
            return Ok(Imported { name, text });
        }
        let file = self.files.iter().find(|(path, _)| *path == name);
        let (_, text) = file.ok_or("no such file")?;
        let text = text.clone();
        Ok(Imported { name, text })
    }

    fn compare_error(&self, errors: &Diagnostics) -> Result<(), Failed> {
        let found = described(&errors.list, &errors.files)?;
        let expected = self.expected.iter().find(|(kind, _)| kind == "error");
        let expected = expected.map_or("", |(_, text)| text.as_str());
        same(found.trim_end(), expected)
    }
}

/// Diagnostics as the cases write them. Files other than the script are named.
fn described(list: &[Diagnostic], files: &SourceMap) -> Result<String, Failed> {
    let place = |span: Span| -> Result<String, Failed> {
        let file = files.get(span.file);
        let file = file.ok_or("a place is in no file")?;
        let before = file.text.get(..span.range().start).ok_or("outside")?;
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Ok(match file.name.as_str() {
            "case.lw" => format!("{line}:{column}"),
            name => format!("{name}:{line}:{column}"),
        })
    };
    let mut text = String::new();
    for one in list {
        let span = one.span.ok_or("no place")?;
        text += &format!("{} {} {}\n", one.code, place(span)?, one.message);
        for label in one.labels.iter().filter(|label| label.span != span) {
            text += &format!("at {}: {}\n", place(label.span)?, label.text);
        }
        for note in &one.notes {
            text += &format!("note: {note}\n");
        }
        for help in &one.help {
            text += &format!("help: {help}\n");
        }
    }
    Ok(text)
}

fn same(found: &str, expected: &str) -> Result<(), Failed> {
    match found == expected {
        true => Ok(()),
        false => Err(format!("expected:\n{expected}\nfound:\n{found}").into()),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check_vectors(outcome: &Outcome, scop: &Scop, expected: &str) -> Result<(), Failed> {
    let expected: UnionMap = one_line(expected)
        .parse()
        .map_err(|error| format!("{error}"))?;
    let domain = scop.schedule.domain();
    let expected = expected
        .intersect_domain(domain)
        .map_err(|error| error.to_string())?;
    let found = outcome.vector_map().map_err(|error| error.to_string())?;
    let is_equal = found
        .is_equal(&expected)
        .map_err(|error| error.to_string())?;
    match is_equal {
        true => Ok(()),
        false => Err(format!("expected:\n{expected}\nfound:\n{}", outcome.vectors()).into()),
    }
}

fn named(point: &Point) -> Option<String> {
    let name = point.space().tuple()?.name()?.to_string();
    let n = point.space().n_out();
    let values: Option<Vec<String>> = (0..n)
        .map(|i| Some(point.coordinate(Dim::Set(i)).ok()?.to_string()))
        .collect();
    Some(format!("{name}[{}]", values?.join(",")))
}

fn parameters(scop: &Scop, n: i64) -> Vec<(&str, i64)> {
    let names = scop.parameters.iter();
    names.map(|one| (one.name.as_str(), n)).collect()
}

fn instances(outcome: &Outcome, scop: &Scop, n: i64) -> Result<Vec<String>, Failed> {
    let run = outcome
        .schedule
        .instances(&parameters(scop, n))
        .map_err(|error| error.to_string())?;
    Ok(run.iter().filter_map(named).collect())
}

/// The tree, the vectors and the code say the same.
fn check_itself(outcome: &Outcome, scop: &Scop, n: i64) -> Result<(), Failed> {
    let text = |error: presburger::Error| error.to_string();
    if let Some(problem) = outcome.schedule.verify().map_err(text)?.first() {
        return Err(problem.to_string().into());
    }
    let values = parameters(scop, n);
    let run = outcome.schedule.instances(&values).map_err(text)?;
    let mut fixed = outcome.vector_map().map_err(text)?.maps();
    for map in &mut fixed {
        for (name, value) in &values {
            *map = map.fix_param(name, *value).map_err(text)?;
        }
    }
    let fixed = UnionMap::from_maps(fixed).map_err(text)?;
    let mut dated = Vec::new();
    for point in fixed.domain().map_err(text)?.points().map_err(text)? {
        let alone = presburger::UnionSet::from_sets([point.to_set()]).map_err(text)?;
        let date = fixed
            .intersect_domain(&alone)
            .map_err(text)?
            .range()
            .map_err(text)?;
        let date = date.sample_point().map_err(text)?.ok_or("no date")?;
        let size = date.space().n_out();
        let mut values: Vec<i64> = (0..size)
            .map(|i| {
                date.coordinate(Dim::Set(i))
                    .ok()
                    .and_then(|value| value.to_i64())
            })
            .collect::<Option<_>>()
            .ok_or("a date is no number")?;
        values.resize(64, 0);
        dated.push((values, named(&point).ok_or("no name")?));
    }
    dated.sort();
    if let Some(two) = dated.windows(2).find(|two| two[0].0 == two[1].0) {
        return Err(format!("{} and {} share a date", two[0].1, two[1].1).into());
    }
    let sorted: Vec<String> = dated.into_iter().map(|(_, name)| name).collect();
    let run: Vec<String> = run.iter().filter_map(named).collect();
    same(&run.join(" "), &sorted.join(" "))?;
    let count = scop.schedule.domain().clone();
    let mut all = 0;
    for set in count.sets() {
        let mut set = set;
        for (name, value) in &values {
            set = set.fix_param(name, *value).map_err(text)?;
        }
        all += set.points().map_err(text)?.len();
    }
    if all != sorted.len() {
        return Err(format!("{all} instances, {} are run", sorted.len()).into());
    }
    let code = astgen::Generator::new()
        .from_tree(&outcome.schedule)
        .map_err(|error| error.to_string())?;
    let trace =
        astgen::interpret::run(&code, &values, 1_000_000).map_err(|error| error.to_string())?;
    let trace: Vec<String> = trace
        .iter()
        .map(|(name, values)| {
            let values: Vec<String> = values.iter().map(|value| value.to_string()).collect();
            format!("{name}[{}]", values.join(","))
        })
        .collect();
    same(&trace.join(" "), &sorted.join(" "))
}
