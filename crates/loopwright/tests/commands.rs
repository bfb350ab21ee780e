//! Runs the sessions in `tests/commands`: each `$ loopwright …` in a `NAME.txt` must print what
//! follows it, on both streams together, and then `[exit code N]` unless that is 0. What stands
//! before the first command is prose.
//!
//! A line may differ from the expected one if both end in ways to write the same set or map.
//! `UPDATE_EXPECT=1 cargo test -p loopwright --test commands` writes the files anew: read the
//! difference before you commit it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use presburger::{UnionMap, UnionSet};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::from_args();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands");
    let mut sessions: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    sessions.retain(|path| path.extension().is_some_and(|extension| extension == "txt"));
    sessions.sort();
    assert!(sessions.len() >= 5, "only {} sessions", sessions.len());
    // The commands are lines for a shell.
    let ignored = cfg!(not(unix));
    let trials = sessions.into_iter().map(|session| {
        let name = session.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&session)).with_ignored_flag(ignored)
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

fn check(session: &Path) -> Result<(), Failed> {
    let expected = fs::read_to_string(session)?;
    let (prose, commands) = match expected.strip_prefix("$ ") {
        Some(commands) => ("", commands),
        None => expected.split_once("\n$ ").ok_or("no command")?,
    };
    let mut found = prose.to_string();
    for command in commands.split("\n$ ") {
        let line = command.lines().next().unwrap_or_default();
        if !found.is_empty() {
            found.push('\n');
        }
        found += &format!("$ {line}\n{}", run(session, line)?);
        // Lines end with a line break; commands are split at it.
        found.truncate(found.trim_end_matches('\n').len());
    }
    found.push('\n');
    if env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(session, found)?;
        return Ok(());
    }
    let same = expected.lines().count() == found.lines().count()
        && expected
            .lines()
            .zip(found.lines())
            .all(|(expected, found)| expected == found || is_same_object(expected, found));
    match same {
        true => Ok(()),
        false => Err(format!("expected\n{expected}\nfound\n{found}").into()),
    }
}

fn run(session: &Path, command: &str) -> Result<String, Failed> {
    let program = Path::new(env!("CARGO_BIN_EXE_loopwright"));
    let folder = session.parent().ok_or("a session is in a folder")?;
    let mut path = program
        .parent()
        .ok_or("a program is in a folder")?
        .as_os_str()
        .to_owned();
    path.push(":/usr/bin:/bin");
    let output = Command::new("/bin/sh")
        .args(["-c", &format!("( {command} ) 2>&1")])
        .current_dir(folder)
        .env("PATH", path)
        .env_remove("CLICOLOR_FORCE")
        .output()?;
    let mut text = String::from_utf8(output.stdout)?;
    match output.status.code() {
        Some(0) => {}
        Some(code) => text += &format!("[exit code {code}]\n"),
        None => return Err("ended by a signal".into()),
    }
    if text.contains("panicked") || text.contains('\x1b') {
        return Err(text.into());
    }
    Ok(text)
}

/// `      read  [n] -> { … }` twice, with the same words before equal objects.
fn is_same_object(a: &str, b: &str) -> bool {
    let split = |line: &str| {
        let at = line.find(['[', '{']).unwrap_or(line.len());
        (line[..at].to_string(), line[at..].to_string())
    };
    let ((words, a), (others, b)) = (split(a), split(b));
    let sets = (a.parse::<UnionSet>(), b.parse::<UnionSet>());
    let maps = (a.parse::<UnionMap>(), b.parse::<UnionMap>());
    words == others
        && match (sets, maps) {
            ((Ok(a), Ok(b)), _) => a.is_equal(&b) == Ok(true),
            (_, (Ok(a), Ok(b))) => a.is_equal(&b) == Ok(true),
            _ => false,
        }
}
