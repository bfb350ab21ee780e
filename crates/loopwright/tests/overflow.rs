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
//! - `// script: reverse(S0.i); shift(S0.i, 3)` is a script; there may be many.
//!
//! Where the new text says for which parameters it is right, values beyond 2^40 are left out.

mod compiler;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Failed, Trial};

/// Longer than any of these programs takes, on a slow machine.
const PATIENCE: Duration = Duration::from_secs(60);

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
            let (text, own) = (text.clone(), ty.to_string());
            trials.push(Trial::test(format!("{name}_{ty}"), move || {
                check(&text, &own)
            }));
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
    let source: String = text
        .lines()
        .filter(|line| !line.starts_with("// "))
        .map(|line| with_type(line, ty) + "\n")
        .collect();
    std::fs::write(place("0.c"), &source)?;
    let scripts = text.lines().filter_map(|line| line.strip_prefix("// script:"));
    let mut narrow = vec![false];
    let mut texts = Vec::new();
    for (index, script) in scripts.enumerate() {
        let file = place("script.lw");
        std::fs::write(&file, script.replace(';', "\n"))?;
        let new = place(&format!("{}.c", index + 1));
        let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        command.arg("transform").arg(place("0.c")).arg(&file);
        let output = command.arg("-o").arg(&new).output()?;
        let messages = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            return Err(format!("{script}: {}\n{messages}\n{source}", output.status).into());
        }
        narrow.push(messages.contains("LW0009"));
        texts.push(std::fs::read_to_string(&new)?);
        let says = texts.last().is_some_and(|text| text.contains("/* for "));
        if says != messages.contains("LW0009") {
            return Err(format!("{script}: the message and the comment differ").into());
        }
    }
    if texts.is_empty() {
        return Err("no scripts".into());
    }
    let mut values = head(text, "values");
    values.push_str(&head(text, &format!("values {ty}")));
    std::fs::write(place("main.c"), program(ty, &values, &narrow))?;
    let binary = place("main");
    let mut compiler = Command::new("cc");
    compiler
        .args(["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-I"])
        .arg(scratch.path())
        .args(["-Wno-unknown-pragmas", "-Wno-unused-label", "-Wno-type-limits"])
        .args(compiler::sanitizers())
        .arg(place("main.c"))
        .arg("-o")
        .arg(&binary);
    let shown = texts.join("\n");
    let output = compiler.output()?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr);
        return Err(format!("it does not compile:\n{messages}\n{shown}").into());
    }
    let mut child = Command::new(&binary)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > PATIENCE {
            child.kill()?;
            let output = child.wait_with_output()?;
            let said = String::from_utf8_lossy(&output.stdout);
            return Err(format!("it does not end: {said}\n{shown}").into());
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    let messages = String::from_utf8_lossy(&output.stderr);
    match output.status.success() && said.ends_with("done\n") {
        true => Ok(()),
        false => Err(format!("{}: {said}{messages}\n{shown}", output.status).into()),
    }
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
         #include <string.h>\n",
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
        "int main(void) {{\n  static const {ty} values[] = {{ {} }};\n  int ran = 0;\n  \
         setbuf(stdout, NULL);\n  for (unsigned v = 0; v < sizeof values / sizeof *values; v++) {{\n    \
         {ty} n = values[v];\n    int wanted[64] = {{0}}, found[64] = {{0}};\n    \
         printf(\"%lld:\", (long long)n);\n    f0(n, wanted);\n    \
         for (int k = 0; k < 64; k++) ran += wanted[k] != 0;\n",
        list.join(", ")
    );
    for (index, narrow) in narrow.iter().enumerate().skip(1) {
        let limit = match narrow {
            true => "(double)n < 1e12 && (double)n > -1e12",
            false => "1",
        };
        let _ = write!(
            text,
            "    if ({limit}) {{\n      printf(\" {index}\");\n      memset(found, 0, sizeof found);\n      \
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
