//! The files in `tests/overflow`: small loops whose counters come close to the ends of their types.
//! What `loopwright transform` makes of each by each of its scripts must do the same as the source,
//! for all values listed: compiled with the sanitizer for undefined behaviour, which ends a program
//! that overflows, and within some seconds, because a counter that never passes its bound runs for
//! ever.
//!
//! At the head of a file:
//!
//! - `// types: int unsigned` stand for `T` in it, one after the other;
//! - `// values: 0 INT_MAX` are what `f` is called with, those of `// values long: …` for that type
//!   only;
//! - `// spoiled: int` are types for which the new texts are spoiled as well;
//! - `// script: reverse(S0.i); shift(S0.i, 3)` is a script; there may be many.
//!
//! Where the new text says for which parameters it is right, values beyond 2^40 are left out.
//!
//! Then the new texts are spoiled: each `long` becomes an `int`, each conversion and each `L` of a
//! number goes, one at a time. What then overflows, runs for ever or does something else when it is
//! run must be refused by the proof that reads it back.

mod compiler;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::program::{Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, Rewritten, rewrite};
use loopwright::transform::{Recipe, transform};

/// Longer than any of these programs takes, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The same for a single text.
const LITTLE_PATIENCE: Duration = Duration::from_secs(5);

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/overflow");
    let mut files: Vec<PathBuf> = std::fs::read_dir(&folder)
        .expect("the folder of loops")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
        .collect();
    files.sort();
    assert!(files.len() >= 6, "{} files", files.len());
    if !compiler::is_there() {
        eprintln!("skipped: there is no C compiler `cc`");
        files.clear();
    }
    let mut trials = Vec::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("a file that can be read");
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        for ty in head(&text, "types").split_whitespace() {
            let mut add = |name: String, check: fn(&str, &str) -> Result<(), Failed>| {
                let (text, ty) = (text.clone(), ty.to_string());
                trials.push(Trial::test(name, move || check(&text, &ty)));
            };
            add(format!("{name}_{ty}"), check);
            if head(&text, "spoiled")
                .split_whitespace()
                .any(|one| one == ty)
            {
                add(format!("{name}_{ty}_narrowed"), check_narrowed);
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// What stands behind a word at the head of a file, lines joined.
fn head(text: &str, word: &str) -> String {
    let prefix = format!("// {word}:");
    let lines = text.lines().filter_map(|line| line.strip_prefix(&prefix));
    lines.collect::<Vec<_>>().join(" ")
}

fn check(text: &str, ty: &str) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let place = |name: &str| scratch.path().join(name);
    let source = source(text, ty);
    std::fs::write(place("0.c"), &source)?;
    let mut narrow = vec![false];
    let mut texts = Vec::new();
    for (index, script) in scripts(text).enumerate() {
        let file = place("script.lw");
        std::fs::write(&file, &script)?;
        let new = place(&format!("{}.c", index + 1));
        let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        command.arg("transform").arg(place("0.c")).arg(&file);
        let output = command.arg("-o").arg(&new).output()?;
        let messages = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{script}: {}\n{messages}\n{source}", output.status).into());
        }
        narrow.push(messages.contains("LW0010"));
        texts.push(std::fs::read_to_string(&new)?);
        let says = texts.last().is_some_and(|text| text.contains("/* for "));
        if says != messages.contains("LW0010") {
            return Err(format!("{script}: the message and the comment differ").into());
        }
    }
    if texts.is_empty() {
        return Err("no scripts".into());
    }
    let shown = texts.join("\n");
    std::fs::write(place("main.c"), program(ty, &values(text, ty), &narrow))?;
    compile(scratch.path(), &["-Wall", "-Wextra", "-Werror"])
        .map_err(|why| format!("{why}\n{shown}"))?;
    let why = run(&place("main"), None, PATIENCE)?;
    why.map_or(Ok(()), |why| Err(format!("{why}\n{shown}").into()))
}

/// The text spoiled in all ways, judged by the proof and by running it.
fn check_narrowed(text: &str, ty: &str) -> Result<(), Failed> {
    let scratch = tempfile::tempdir()?;
    let place = |name: &str| scratch.path().join(name);
    let source = source(text, ty);
    std::fs::write(place("0.c"), &source)?;
    let mut spoiled: Vec<(String, bool)> = Vec::new();
    for script in scripts(text) {
        let request = Request::default();
        let mut program = read(&source, &request);
        let recipe = Recipe {
            script: Some(("script", &script)),
            ..Recipe::default()
        };
        let done = transform(&mut program, &request, &recipe);
        let Some(orders) = done.orders() else {
            return Err(format!("{script}: {:?}", program.diagnostics).into());
        };
        let new = rewrite(&program, &orders, &Choices::default()).map_err(|error| error.message)?;
        prove(&program, &new, &request).map_err(|error| error.notes.join("; "))?;
        for text in narrowed(&new.text) {
            let new = Rewritten {
                text,
                ..new.clone()
            };
            let accepted = prove(&program, &new, &request).is_ok();
            spoiled.push((new.text, accepted));
        }
    }
    for (index, (text, _)) in spoiled.iter().enumerate() {
        std::fs::write(place(&format!("{}.c", index + 1)), text)?;
    }
    let narrow = vec![false; spoiled.len() + 1];
    std::fs::write(place("main.c"), program(ty, &values(text, ty), &narrow))?;
    compile(scratch.path(), &["-w"])?;
    let (mut bad, mut refused) = (0, 0);
    for (index, (text, accepted)) in spoiled.iter().enumerate() {
        refused += usize::from(!accepted);
        let why = run(&place("main"), Some(index + 1), LITTLE_PATIENCE)?;
        if let Some(why) = why {
            bad += 1;
            if *accepted {
                return Err(format!("this was proved: {why}\n{text}").into());
            }
        }
    }
    println!(
        "{} spoiled, {bad} of them wrong, {refused} refused",
        spoiled.len()
    );
    match bad >= 5 {
        true => Ok(()),
        false => Err(format!("only {bad} of {} are wrong", spoiled.len()).into()),
    }
}

/// The text with one type narrower, in all ways; places stay where they are.
fn narrowed(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let replaced = |at: usize, old: &str, new: &str| {
        let mut text = text.to_string();
        text.replace_range(at..at + old.len(), new);
        text
    };
    let (Some(start), Some(end)) = (text.find("#pragma scop"), text.find("#pragma endscop")) else {
        return all;
    };
    let inside = |at: &usize| (start..end).contains(at);
    for (old, new) in [
        ("(long ", "(int  "),
        ("(long)", "      "),
        ("(long)", "(int) "),
    ] {
        let places = text.match_indices(old).map(|(at, _)| at).filter(inside);
        all.extend(places.map(|at| replaced(at, old, new)));
    }
    let letters = text.match_indices('L').map(|(at, _)| at).filter(inside);
    let digit = |at: &usize| text[..*at].ends_with(|c: char| c.is_ascii_digit());
    all.extend(letters.filter(digit).map(|at| replaced(at, "L", " ")));
    all
}

/// The program of a file, for a type.
fn source(text: &str, ty: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with("// "));
    lines.map(|line| with_type(line, ty) + "\n").collect()
}

fn scripts(text: &str) -> impl Iterator<Item = String> + '_ {
    let lines = text.lines();
    let scripts = lines.filter_map(|line| line.strip_prefix("// script:"));
    scripts.map(|script| script.replace(';', "\n"))
}

fn values(text: &str, ty: &str) -> String {
    head(text, "values") + &head(text, &format!("values {ty}"))
}

/// Compiles `main.c` in a folder.
fn compile(folder: &Path, options: &[&str]) -> Result<(), String> {
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=c99", "-O1"])
        .args(options)
        .args([
            "-Wno-unknown-pragmas",
            "-Wno-unused-label",
            "-Wno-type-limits",
        ])
        .args(compiler::sanitizers())
        .arg("-I")
        .arg(folder)
        .arg(folder.join("main.c"))
        .arg("-o")
        .arg(folder.join("main"));
    let output = compiler.output().map_err(|error| error.to_string())?;
    match output.status.success() {
        true => Ok(()),
        false => {
            let messages = String::from_utf8_lossy(&output.stderr);
            Err(format!("it does not compile:\n{messages}"))
        }
    }
}

/// Runs a program, for one of its texts or all; says what is wrong if something is.
fn run(binary: &Path, only: Option<usize>, patience: Duration) -> Result<Option<String>, Failed> {
    let mut child = Command::new(binary)
        .args(only.map(|only| only.to_string()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    let mut ended = true;
    while child.try_wait()?.is_none() {
        if start.elapsed() > patience {
            ended = false;
            child.kill()?;
            break;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    Ok(match ended {
        false => Some(format!("it does not end: {said}")),
        true if output.status.success() && said.ends_with("done\n") => None,
        true => Some(format!("{}: {said}{messages}", output.status)),
    })
}

/// A line with a type in place of the word `T`.
fn with_type(line: &str, ty: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut new = String::new();
    let mut rest = line;
    while let Some(at) = rest.find('T') {
        let (before, after) = (&rest[..at], &rest[at + 1..]);
        let alone = !before.ends_with(is_word) && !after.starts_with(is_word);
        new.push_str(before);
        new.push_str(if alone { ty } else { "T" });
        rest = after;
    }
    new + rest
}

/// Calls the function of each text with each value, and compares what it does to an array with what
/// the source does.
fn program(ty: &str, values: &str, narrow: &[bool]) -> String {
    let mut text = String::from(
        "#include <limits.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n\
         #include <stdlib.h>\n#include <string.h>\n",
    );
    for index in 0..narrow.len() {
        let _ = write!(
            text,
            "#define f f{index}\n#include \"{index}.c\"\n#undef f\n"
        );
    }
    let list: Vec<&str> = values.split_whitespace().collect();
    let _ = write!(
        text,
        "int main(int argc, char **argv) {{\n  int only = argc > 1 ? atoi(argv[1]) : 0;\n  static const {ty} values[] = {{ {} }};\n  int ran = 0;\n  \
         setbuf(stdout, NULL);\n  for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {{\n    \
         {ty} n = values[v];\n    int wanted[64] = {{0}}, found[64] = {{0}};\n    \
         printf(\"%lld:\", (long long)n);\n    f0(n, wanted);\n    \
         for (int k = 0; k < 64; k++) ran += wanted[k] != 0;\n",
        list.join(", ")
    );
    for (index, narrow) in narrow.iter().enumerate().skip(1) {
        let limit = match narrow {
            true => "(double)n < 2e12 && (double)n > -2e12",
            false => "1",
        };
        let _ = write!(
            text,
            "    if ((!only || only == {index}) && {limit}) {{\n      printf(\" {index}\");\n      memset(found, 0, sizeof found);\n      \
             f{index}(n, found);\n      if (memcmp(found, wanted, sizeof found)) {{ printf(\" differs\\n\"); \
             return 1; }}\n    }}\n"
        );
    }
    text.push_str(
        "    printf(\"\\n\");\n  }\n  if (!ran) { printf(\"nothing was done\\n\"); return 1; }\n  \
         printf(\"done\\n\");\n  return 0;\n}\n",
    );
    text
}
