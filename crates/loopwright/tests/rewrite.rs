//! The cases in `tests/rewrite`: a program, perhaps a script, and the text that must come of it, byte
//! for byte. They are about what is kept: comments, labels, line ends, encodings, and all outside
//! of the regions.
//!
//! A `NAME.case` has prose, then parts that begin with lines `--- script`, `--- before`, `--- after`,
//! `--- then` (a second script for the result) and `--- finally` (what that makes of it). Without a
//! script the program is written anew as it is; with `--- error` instead of `--- after` it must be
//! refused with such a message. Lines of the prose say how the parts become files:
//!
//! - `line ends: CRLF`, for all of the program, or `line ends: CRLF inside` for those of the region;
//! - `encoding: Latin-1`, and `mark: yes` for a byte order mark;
//! - `escapes: yes`: `\x0b` and the like in the parts are characters.
//!
//! `UPDATE_EXPECT=1 cargo test -p loopwright --test rewrite` writes the results anew: read the
//! difference before you commit it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rewrite");
    let mut cases: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("the folder of cases")
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "case")
        })
        .collect();
    cases.sort();
    assert!(cases.len() >= 15, "{} cases", cases.len());
    let trials = cases.into_iter().map(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        Trial::test(name.into_owned(), move || check(&path))
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}

/// The prose, and the parts with their titles.
type Case = (String, Vec<(String, String)>);

fn read(text: &str) -> Result<Case, Failed> {
    let mut sections = text.split("--- ");
    let prose = sections.next().unwrap_or_default().to_string();
    let mut parts = Vec::new();
    for section in sections {
        let (title, body) = section.split_once('\n').ok_or("a part without lines")?;
        parts.push((title.to_string(), body.to_string()));
    }
    Ok((prose, parts))
}

fn check(path: &Path) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let (prose, mut parts) = read(&text)?;
    let part = |parts: &[(String, String)], wanted: &str| {
        let found = parts.iter().find(|(title, _)| title == wanted);
        found.map(|(_, body)| body.clone())
    };
    let form = Form::new(&prose);
    let before = part(&parts, "before").ok_or("no program")?;
    let scratch = tempfile::tempdir()?;
    let mut source = scratch.path().join("before.c");
    fs::write(&source, form.bytes(&before))?;
    let mut found = Vec::new();
    for (script, result) in [("script", "after"), ("then", "finally")] {
        let script = part(&parts, script);
        if result == "finally" && script.is_none() {
            continue;
        }
        let output = run(&source, script.as_deref(), scratch.path(), result)?;
        match output {
            Ok(bytes) => {
                source = scratch.path().join(format!("{result}.c"));
                found.push((result, form.text(&bytes)?));
            }
            Err(messages) => {
                let mut errors = messages.lines().filter(|line| line.starts_with("error"));
                let first = errors.next().unwrap_or_default();
                found.push(("error", format!("{first}\n")));
                break;
            }
        }
    }
    if env::var_os("UPDATE_EXPECT").is_some() {
        parts.retain(|(title, _)| ["script", "before", "then"].contains(&title.as_str()));
        for (title, body) in found.into_iter().rev() {
            let after = if title == "finally" { "then" } else { "before" };
            let at = parts
                .iter()
                .position(|(title, _)| title == after)
                .unwrap_or(0);
            parts.insert(at + 1, (title.into(), body));
        }
        let parts = parts
            .iter()
            .map(|(title, body)| format!("--- {title}\n{body}"));
        fs::write(path, prose + &parts.collect::<String>())?;
        return Ok(());
    }
    for (title, body) in &found {
        let expected = part(&parts, title).ok_or_else(|| format!("found {title}\n{body}"))?;
        if expected != *body {
            return Err(format!("expected {title}\n{expected}\nfound\n{body}").into());
        }
    }
    let expected = parts
        .iter()
        .filter(|(title, _)| ["after", "error", "finally"].contains(&title.as_str()));
    match expected.count() == found.len() {
        true => Ok(()),
        false => Err("some results are missing".into()),
    }
}

/// The new program, the same on the standard output and in a file; otherwise the messages.
fn run(
    source: &Path,
    script: Option<&str>,
    folder: &Path,
    name: &str,
) -> Result<Result<Vec<u8>, String>, Failed> {
    let path = folder.join(format!("{name}.c"));
    let command = || -> Result<Command, Failed> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loopwright"));
        match script {
            None => command.arg("emit").arg(source),
            Some(script) => {
                let file = folder.join(format!("{name}.lw"));
                fs::write(&file, script)?;
                command.arg("transform").arg(source).arg(file)
            }
        };
        Ok(command)
    };
    let output = command()?.output()?;
    if !output.status.success() {
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        return match output.status.code() {
            Some(2) => Ok(Err(messages)),
            code => Err(format!("exit code {code:?}\n{messages}").into()),
        };
    }
    let again = command()?.arg("-o").arg(&path).output()?;
    let bytes = fs::read(&path)?;
    match again.status.success() && bytes == output.stdout {
        true => Ok(Ok(bytes)),
        false => Err("the standard output and the file differ".into()),
    }
}

/// How a part becomes a file.
struct Form {
    ends: Option<&'static str>,
    is_latin: bool,
    has_mark: bool,
    has_escapes: bool,
}

impl Form {
    fn new(prose: &str) -> Form {
        let has = |line: &str| prose.lines().any(|other| other == line);
        Form {
            ends: match () {
                () if has("line ends: CRLF") => Some("all"),
                () if has("line ends: CRLF inside") => Some("inside"),
                () => None,
            },
            is_latin: has("encoding: Latin-1"),
            has_mark: has("mark: yes"),
            has_escapes: has("escapes: yes"),
        }
    }

    fn bytes(&self, part: &str) -> Vec<u8> {
        let mut text = part.to_string();
        if self.has_escapes {
            for byte in 0..32_u8 {
                text = text.replace(&format!("\\x{byte:02x}"), &char::from(byte).to_string());
            }
        }
        text = match self.ends {
            None => text,
            Some("all") => text.replace('\n', "\r\n"),
            Some(_) => inside(&text, |region| region.replace('\n', "\r\n")),
        };
        let mut bytes = match self.has_mark {
            true => b"\xef\xbb\xbf".to_vec(),
            false => Vec::new(),
        };
        match self.is_latin {
            true => bytes.extend(text.chars().map(|c| u8::try_from(c).expect("Latin-1"))),
            false => bytes.extend(text.bytes()),
        }
        bytes
    }

    fn text(&self, bytes: &[u8]) -> Result<String, Failed> {
        let bytes = match self.has_mark {
            true => bytes
                .strip_prefix(b"\xef\xbb\xbf")
                .ok_or("the mark is lost")?,
            false => bytes,
        };
        let mut text = match self.is_latin {
            true => bytes.iter().map(|&byte| char::from(byte)).collect(),
            false => String::from_utf8(bytes.to_vec())?,
        };
        text = match self.ends {
            None => text,
            Some("all") => text.replace("\r\n", "\n"),
            Some(_) => inside(&text, |region| region.replace("\r\n", "\n")),
        };
        if self.has_escapes {
            for byte in (0..32_u8).filter(|byte| *byte != b'\n') {
                text = text.replace(char::from(byte), &format!("\\x{byte:02x}"));
            }
        }
        // Whatever is not as it was shows in the comparison, but this would not.
        match self.bytes(&text)
            == [
                if self.has_mark {
                    &b"\xef\xbb\xbf"[..]
                } else {
                    b""
                },
                bytes,
            ]
            .concat()
        {
            true => Ok(text),
            false => Err(format!("line ends or encodings are mixed: {text:?}").into()),
        }
    }
}

/// The text with what is between the pragmas of a region, the first one's line end too, changed.
fn inside(text: &str, change: impl Fn(&str) -> String) -> String {
    let begin = text
        .find("#pragma scop")
        .map_or(0, |at| at + "#pragma scop".len());
    let end = text.find("#pragma endscop").unwrap_or(text.len());
    format!(
        "{}{}{}",
        &text[..begin],
        change(&text[begin..end]),
        &text[end..]
    )
}
