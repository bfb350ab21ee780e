//! The files in `tests/meaning`: whole programs in C that print what they compute, each about
//! something that C means and that a careless reader would miss. What `loopwright` makes of them,
//! as they are and by scripts, is compiled with sanitizers and OpenMP, run with several threads,
//! and must print the same.
//!
//! Folders are causes of mistakes. Lines at the head of a file say what is expected of it:
//!
//! ```text
//! // About: one sentence
//! // refused: LW0203        `emit` refuses it with this code; otherwise `emit` must succeed
//! // script: reverse(S.i)   one more script, besides those made from the loops of the program
//! // legal                  the script of the line before must be accepted
//! // illegal                the script of the line before must be found to be illegal
//! // args: --pure f         more arguments for every command
//! // frees                  memory that is never freed is an error; `malloc` may fail
//! // hidden: folder         where the compiler finds headers and `loopwright` does not
//! ```
//!
//! A script that is illegal or does not fit a program shows nothing, so scripts are tried until
//! some were accepted. `MEANING=all` tries all of them.

mod compiler;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};

/// How many scripts must be accepted before no more are tried.
const ENOUGH: usize = 2;
/// How many are tried for that.
const TRIES: usize = 8;
/// How long a program may run.
const LIMIT: Duration = Duration::from_secs(60);

/// What is not as it should be.
type Wrong = Box<dyn std::error::Error + Send + Sync>;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/meaning");
    let mut files = Vec::new();
    find(&folder, &mut files);
    files.sort();
    assert!(!files.is_empty(), "no programs in {}", folder.display());
    if !compiler::is_there() {
        eprintln!("skipped: there is no C compiler `cc`");
        files.clear();
    }
    let trials = files.into_iter().map(|path| {
        let name = path
            .strip_prefix(&folder)
            .unwrap_or(&path)
            .with_extension("");
        Trial::test(name.to_string_lossy(), move || Ok(check(&path)?))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of programs") {
        let path = entry.expect("an entry").path();
        match path.extension() {
            _ if path.is_dir() => find(&path, files),
            Some(extension) if extension == "c" => files.push(path),
            Some(extension) if extension == "cpp" && compiler::has_cplusplus() => files.push(path),
            _ => {}
        }
    }
}

/// What is demanded of a script.
#[derive(Clone, Copy, PartialEq)]
enum Wanted {
    /// To be legal.
    Legal,
    /// To be illegal.
    Illegal,
    /// Nothing but not to be wrong.
    Nothing,
}

/// What the head of a program says.
#[derive(Default)]
struct Head {
    refused: Option<String>,
    scripts: Vec<(String, Option<usize>, Wanted)>,
    arguments: Vec<String>,
    hidden: Option<String>,
    frees: bool,
}

impl Head {
    fn read(text: &str) -> Result<Head, Wrong> {
        let mut head = Head::default();
        let mut about = false;
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            let line = line.trim();
            if let Some(code) = line.strip_prefix("refused:") {
                head.refused = Some(code.trim().to_string());
            } else if let Some(script) = line.strip_prefix("script:") {
                let script = script.trim().replace(';', "\n");
                head.scripts.push((script, None, Wanted::Nothing));
            } else if let Some(arguments) = line.strip_prefix("args:") {
                let words = arguments.split_whitespace().map(String::from);
                head.arguments.extend(words);
            } else if let Some(folder) = line.strip_prefix("hidden:") {
                head.hidden = Some(folder.trim().to_string());
            } else if let ("legal" | "illegal", Some((_, _, wanted))) =
                (line, head.scripts.last_mut())
            {
                *wanted = match line {
                    "legal" => Wanted::Legal,
                    _ => Wanted::Illegal,
                };
            } else if line == "frees" {
                head.frees = true;
            } else {
                about |= line.starts_with("About:");
            }
        }
        match about {
            true => Ok(head),
            false => Err("a line `// About: ...` is missing".into()),
        }
    }
}

fn check(path: &Path) -> Result<(), Wrong> {
    let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
    let head = Head::read(&text)?;
    let case = Case {
        path,
        head: &head,
        scratch: tempfile::tempdir()?,
    };
    let before = case.run(path)?;
    if before.is_empty() {
        return Err("the program prints nothing".into());
    }
    let new = case
        .scratch
        .path()
        .join("emitted")
        .with_extension(case.extension());
    let emitted = case.loopwright("emit", |command| command.arg("-o").arg(&new))?;
    if let Some(code) = &head.refused {
        let messages = String::from_utf8_lossy(&emitted.stderr);
        return match emitted.status.code() {
            Some(2) if messages.contains(code.as_str()) => Ok(()),
            _ => Err(format!("not refused with {code}: {}\n{messages}", emitted.status).into()),
        };
    }
    succeeded("loopwright emit", emitted)?;
    case.compare(&before, &new, "emit")?;
    let all = std::env::var("MEANING").is_ok_and(|value| value == "all");
    let mut accepted = 0;
    for (index, (script, region, wanted)) in case.scripts()?.iter().enumerate() {
        let is_enough = accepted >= ENOUGH || index >= TRIES + head.scripts.len();
        if is_enough && !all && *wanted == Wanted::Nothing {
            continue;
        }
        if case.script(&before, script, *region, *wanted)? {
            accepted += 1;
        }
    }
    Ok(())
}

struct Case<'a> {
    path: &'a Path,
    head: &'a Head,
    scratch: tempfile::TempDir,
}

impl Case<'_> {
    /// Of the program, and of what is made of it.
    fn extension(&self) -> &str {
        let extension = self.path.extension().and_then(|one| one.to_str());
        extension.unwrap_or("c")
    }

    /// Runs a command of `loopwright` on the program.
    fn loopwright(
        &self,
        command: &str,
        more: impl FnOnce(&mut Command) -> &mut Command,
    ) -> Result<Output, Wrong> {
        let mut process = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        process.arg(command).arg(self.path);
        process.args(&self.head.arguments);
        let output = limited(more(&mut process))?;
        let messages = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0..=2) if !messages.contains("panicked at") => Ok(output),
            _ => Err(format!("loopwright {command}: {}\n{messages}", output.status).into()),
        }
    }

    /// Whether a script was accepted; an error if its result is not what it should be.
    fn script(
        &self,
        before: &str,
        script: &str,
        region: Option<usize>,
        wanted: Wanted,
    ) -> Result<bool, Wrong> {
        let (file, new) = (
            self.scratch.path().join("script.lw"),
            self.scratch
                .path()
                .join("transformed")
                .with_extension(self.extension()),
        );
        std::fs::write(&file, script)?;
        let output = self.loopwright("transform", |command| {
            if let Some(region) = region {
                command.arg("--region").arg(region.to_string());
            }
            command.arg(&file).arg("-o").arg(&new)
        });
        let output = output.map_err(|why| format!("{script}: {why}"))?;
        let messages = String::from_utf8_lossy(&output.stderr);
        let is_wanted = match wanted {
            Wanted::Legal => output.status.code() == Some(0),
            Wanted::Illegal => output.status.code() == Some(1),
            Wanted::Nothing => true,
        };
        if !is_wanted {
            return Err(format!("{script}: {}\n{messages}", output.status).into());
        }
        if !output.status.success() {
            return Ok(false);
        }
        // It is said for which parameters it is right, and the program may be run with others.
        if messages.contains("LW0010") && wanted != Wanted::Legal {
            return Ok(false);
        }
        self.compare(before, &new, script)?;
        Ok(true)
    }

    /// The scripts of the head, then those made from the loops, in an order that the name of the
    /// file gives.
    fn scripts(&self) -> Result<Vec<(String, Option<usize>, Wanted)>, Wrong> {
        let shown = self.loopwright("show", |command| command.args(["--format", "json"]))?;
        let shown: serde_json::Value = serde_json::from_str(&succeeded("loopwright show", shown)?)?;
        let mut made = BTreeSet::new();
        let regions = shown["regions"].as_array().into_iter().flatten();
        let several = regions.clone().count() > 1;
        for (index, region) in regions.enumerate() {
            let number = several.then_some(index + 1);
            let statements = region["model"]["statements"].as_array();
            for statement in statements.into_iter().flatten() {
                let name = statement["name"].as_str().unwrap_or_default();
                let loops = statement["iterators"].as_array().into_iter().flatten();
                let loops: Vec<&str> = loops.filter_map(|one| one.as_str()).collect();
                let made_here = scripts_of(name, &loops).into_iter();
                made.extend(made_here.map(|script| (script, number)));
            }
        }
        // Not of the whole path: the same scripts are to be tried wherever the corpus lies.
        let name = self.path.file_name().unwrap_or_default();
        let seed = name.to_string_lossy().bytes().fold(7u64, next);
        let mut made: Vec<_> = made.into_iter().collect();
        made.sort_by_key(|(script, _)| script.bytes().fold(seed, next));
        let mut all = self.head.scripts.clone();
        let made = made.into_iter();
        all.extend(made.map(|(script, region)| (script, region, Wanted::Nothing)));
        Ok(all)
    }

    fn compare(&self, before: &str, new: &Path, how: &str) -> Result<(), Wrong> {
        let after = self.run(new).map_err(|why| format!("{how}: {}", why))?;
        match before == after {
            true => Ok(()),
            false => {
                let written = String::from_utf8_lossy(&std::fs::read(new)?).into_owned();
                Err(format!("{how}: {before} became {after} with\n{written}").into())
            }
        }
    }

    /// What a program prints.
    fn run(&self, source: &Path) -> Result<String, Wrong> {
        let binary = self.scratch.path().join("program");
        let (compiler, standard) = match self.extension() {
            "cpp" => ("c++", "-std=gnu++20"),
            _ => ("cc", "-std=gnu11"),
        };
        let mut command = Command::new(compiler);
        let folder = self.path.parent().unwrap_or(Path::new("."));
        if let Some(hidden) = &self.head.hidden {
            command.arg("-I").arg(folder.join(hidden));
        }
        command
            .args([standard, "-O1", "-w"])
            .args(compiler::sanitizers())
            .arg("-I")
            .arg(folder)
            .arg(source)
            .arg("-o")
            .arg(&binary);
        if compiler::has_openmp() {
            command.arg("-fopenmp");
        }
        let written =
            || String::from_utf8_lossy(&std::fs::read(source).unwrap_or_default()).into_owned();
        let compiled = limited(command.arg("-lm"))?;
        succeeded(compiler, compiled).map_err(|why| format!("{}\n{}", why, written()))?;
        let mut program = Command::new(&binary);
        program.env("OMP_NUM_THREADS", "3");
        let options = match self.head.frees {
            true => "detect_leaks=1:allocator_may_return_null=1",
            false => "detect_leaks=0",
        };
        program.env("ASAN_OPTIONS", options);
        let output = succeeded("the program", limited(&mut program)?);
        output.map_err(|why| format!("{}\n{}", why, written()).into())
    }
}

/// Scripts on the loops around a statement.
fn scripts_of(statement: &str, loops: &[&str]) -> Vec<String> {
    let mut scripts = Vec::new();
    for one in loops {
        let target = format!("{statement}.{one}");
        scripts.push(format!("reverse({target})"));
        scripts.push(format!("stripmine({target}, 3)"));
        scripts.push(format!("shift({target}, 5)"));
        scripts.push(format!("unroll({target}, 2)"));
        scripts.push(format!("peel({target}, 1)"));
        scripts.push(format!("parallel({target})"));
        scripts.push(format!("parallel({target}, reduction)"));
        scripts.push(format!("vectorize({target}, 4)"));
        scripts.push(format!("distribute({target})"));
    }
    for pair in loops.windows(2) {
        let (outer, inner) = (pair[0], pair[1]);
        scripts.push(format!(
            "interchange({statement}.{outer}, {statement}.{inner})"
        ));
        scripts.push(format!("tile({statement}.{outer}, 2, 3)"));
        scripts.push(format!("skew({statement}.{inner}, {statement}.{outer})"));
    }
    scripts
}

/// A step of a hash that is the same everywhere (FNV-1a).
fn next(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
}

/// The output of a process, which is killed if it takes too long.
fn limited(command: &mut Command) -> Result<Output, Wrong> {
    let files = (tempfile::tempfile()?, tempfile::tempfile()?);
    let mut child = command
        .stdin(Stdio::null())
        .stdout(files.0.try_clone()?)
        .stderr(files.1.try_clone()?)
        .spawn()?;
    let begun = Instant::now();
    let mut pause = Duration::from_millis(2);
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if begun.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Err(format!("{command:?} takes more than {LIMIT:?}").into());
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    let read = |mut file: std::fs::File| -> std::io::Result<Vec<u8>> {
        use std::io::{Read, Seek};
        let mut bytes = Vec::new();
        file.rewind()?;
        file.take(1 << 20).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    Ok(Output {
        status,
        stdout: read(files.0)?,
        stderr: read(files.1)?,
    })
}

fn succeeded(what: &str, output: Output) -> Result<String, Wrong> {
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(format!("{what} fails: {}\n{messages}", output.status).into())
}
