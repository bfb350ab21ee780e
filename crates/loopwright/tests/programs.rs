//! The files in `tests/programs`: whole programs in C that print what they compute. What
//! `loopwright` makes of each is compiled with sanitizers and warnings, run, and must print the same.
//!
//! Lines `// script: …` at the head of a file are a script for `loopwright transform`; a file without
//! any is written anew by `loopwright emit`. Lines `// then: …` are a script for the result of the
//! first, which must find its labels there. Lines `// has: …` say what must stand in the new text.

mod compiler;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of programs")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 8, "{} programs", files.len());
    if !compiler::is_there() {
        eprintln!("skipped: there is no C compiler `cc`");
        files.clear();
    }
    let trials = files.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(path)?;
    let lines = |prefix: &str| -> Vec<String> {
        let found = text.lines().filter_map(|line| line.strip_prefix(prefix));
        found.map(|line| line.trim().to_string()).collect()
    };
    let scratch = tempfile::tempdir()?;
    let new = scratch.path().join("after.c");
    let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
    let script = lines("// script:");
    if script.is_empty() {
        command.arg("emit").arg(path);
    } else {
        let file = scratch.path().join("script.lw");
        std::fs::write(&file, script.join("\n"))?;
        command.arg("transform").arg(path).arg(file);
    }
    succeeded("loopwright", command.arg("-o").arg(&new).output()?)?;
    let then = lines("// then:");
    if !then.is_empty() {
        let file = scratch.path().join("then.lw");
        std::fs::write(&file, then.join("\n"))?;
        let first = scratch.path().join("first.c");
        std::fs::rename(&new, &first)?;
        let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        command.arg("transform").arg(&first).arg(file);
        succeeded("loopwright", command.arg("-o").arg(&new).output()?)?;
    }
    let written = std::fs::read_to_string(&new)?;
    for wanted in lines("// has:") {
        let body = written.lines().filter(|line| !line.starts_with("// has:"));
        if !body.map(str::trim).any(|line| line == wanted) {
            return Err(format!("no line `{wanted}` in\n{written}").into());
        }
    }
    let run = |source: &Path| -> Result<String, Failed> {
        let binary = source.with_extension("out");
        let binary = scratch.path().join(binary.file_name().unwrap_or_default());
        let mut command = Command::new("cc");
        command
            .args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror"])
            .args(["-Wno-unknown-pragmas", "-Wno-unused-label"])
            .args(compiler::sanitizers())
            .arg(source)
            .arg("-o")
            .arg(&binary);
        succeeded("cc", command.output()?).map_err(|why| format!("{why:?}\n{written}"))?;
        let output = Command::new(&binary).output()?;
        succeeded("the program", output).map_err(|why| format!("{why:?}\n{written}").into())
    };
    let (before, after) = (run(path)?, run(&new)?);
    match !before.is_empty() && before == after {
        true => Ok(()),
        false => Err(format!("{before} became {after} with\n{written}").into()),
    }
}

fn succeeded(what: &str, output: Output) -> Result<String, Failed> {
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let messages = String::from_utf8_lossy(&output.stderr);
    Err(format!("{what} fails: {}\n{messages}", output.status).into())
}
