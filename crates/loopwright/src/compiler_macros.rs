//! What the system's C compiler defines: asked once, when a condition of a program needs it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use frontend::CompilerMacros;

/// Answers that have been given, by what was asked.
static KNOWN: Mutex<Vec<(String, Option<CompilerMacros>)>> = Mutex::new(Vec::new());

/// The macros that the compiler has after these headers, which it looks for in these folders too.
///
/// The compiler is `$CC`, or `cc`. Where the variable has more words than one, the others are the
/// options that the program will be compiled with.
pub fn ask(headers: &[&str], folders: &[PathBuf], is_cplusplus: bool) -> Option<CompilerMacros> {
    let mut text = String::new();
    for header in headers.iter().filter(|name| !name.contains(['>', '\n'])) {
        let lines = format!("#if __has_include(<{header}>)\n#include <{header}>\n#endif\n");
        text.push_str(&lines);
    }
    answer(text, folders, is_cplusplus)
}

/// Which of these headers the compiler finds.
pub fn finds(headers: &[&str], folders: &[PathBuf], is_cplusplus: bool) -> Vec<bool> {
    let mut text = String::new();
    let is_name = |name: &str| !name.contains(['>', '\n']);
    for (index, header) in headers.iter().enumerate() {
        if is_name(header) {
            let found =
                format!("#if __has_include(<{header}>)\n#define {FOUND}{index} 1\n#endif\n");
            text.push_str(&found);
        }
    }
    let answer = answer(text, folders, is_cplusplus);
    let lines: Vec<&str> = answer.iter().flat_map(|one| one.text.lines()).collect();
    let is_found = |index| lines.contains(&&*format!("#define {FOUND}{index} 1"));
    (0..headers.len()).map(is_found).collect()
}

/// What begins the names of macros that say whether a header was found.
const FOUND: &str = "LOOPWRIGHT_FOUND_";

/// What the compiler has defined behind a text.
fn answer(text: String, folders: &[PathBuf], is_cplusplus: bool) -> Option<CompilerMacros> {
    let language = match is_cplusplus {
        true => "-xc++",
        false => "-xc",
    };
    // What is asked for in each language.
    let key = format!("{language} {text}");
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, answer)) = known.iter().find(|(asked, _)| *asked == key) {
        return answer.clone();
    }
    let answer = run(&text, folders, language);
    known.push((key, answer.clone()));
    answer
}

fn run(text: &str, folders: &[PathBuf], language: &str) -> Option<CompilerMacros> {
    let compiler = std::env::var("CC").unwrap_or_default();
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap_or("cc"));
    let options: Vec<&str> = words.collect();
    command.args(&options).args(["-dM", "-E", language, "-"]);
    for folder in folders {
        command.arg("-I").arg(folder);
    }
    let child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = child.ok()?;
    // The pipe is closed behind it, which ends what the compiler reads.
    let written = child.stdin.take()?.write_all(text.as_bytes());
    let output = child.wait_with_output().ok()?;
    if written.is_err() || !output.status.success() {
        return None;
    }
    Some(CompilerMacros {
        text: String::from_utf8_lossy(&output.stdout).into_owned(),
        with_options: !options.is_empty(),
    })
}
