//! The prompt of `loopwright calc` on a terminal.
//!
//! Ctrl-C drops what has been typed, Ctrl-D on an empty line ends it. Input goes on
//! over several lines until it ends with `;`.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::path::PathBuf;

use loopwright::calc::{is_complete, operations};
use loopwright::exit::Exit;
use rustyline::completion::{Completer, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::calc_command::Console;

/// How many inputs the history keeps.
const HISTORY: usize = 10_000;

/// Talks until the user has enough; an error says how to end.
pub fn run(console: &mut Console) -> Result<(), Exit> {
    console.calculator.name_results();
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .max_history_size(HISTORY)
        .map(|config| config.history_ignore_space(true).build());
    let editor: rustyline::Result<Editor<Assistant, FileHistory>> =
        config.and_then(Editor::with_config);
    let Ok(mut editor) = editor else {
        return Err(Exit::Internal);
    };
    editor.set_helper(Some(Assistant {
        variables: Vec::new(),
        in_colour: env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
    }));
    let history = history_file();
    if let Some(path) = &history {
        let _ = editor.load_history(path);
    }
    println!(
        "loopwright {} calculator; `help;` lists the operations, Ctrl-D ends",
        env!("CARGO_PKG_VERSION")
    );
    loop {
        match editor.readline("> ") {
            Ok(text) => {
                if !text.trim().is_empty() {
                    let _ = editor.add_history_entry(text.as_str());
                    // Saved at once: a long computation may be interrupted.
                    if let Some(path) = &history {
                        let _ = editor.append_history(path);
                    }
                }
                // The error has been shown; the prompt comes back.
                let _ = console.run_source("<input>", &text);
                if console.calculator.has_quit() {
                    return Ok(());
                }
                if let Some(assistant) = editor.helper_mut() {
                    let names = console.calculator.variables().map(String::from);
                    assistant.variables = names.collect();
                }
            }
            Err(ReadlineError::Interrupted) => {}
            Err(ReadlineError::Eof) => return Ok(()),
            Err(error) => {
                eprintln!("error: cannot read from the terminal: {error}");
                return Err(Exit::BadInput);
            }
        }
    }
}

/// `calc_history` in the user's state directory, which is made if need be.
fn history_file() -> Option<PathBuf> {
    let set = |name: &str| {
        env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let state = set("XDG_STATE_HOME")
        .or_else(|| set("LOCALAPPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".local").join("state")))?;
    let directory = state.join("loopwright");
    fs::create_dir_all(&directory).ok()?;
    Some(directory.join("calc_history"))
}

/// Completes names and knows when a statement is whole.
struct Assistant {
    variables: Vec<String>,
    in_colour: bool,
}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = &line[..position];
        let start = before
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '\''))
            .map_or(0, |i| {
                i + before[i..].chars().next().map_or(1, char::len_utf8)
            });
        let begun = &before[start..];
        let variables = self.variables.iter().map(String::as_str);
        let operations = operations::names().map(|name: &str| name);
        let mut names: Vec<&str> = variables
            .chain(operations)
            .filter(|name| name.starts_with(begun))
            .collect();
        names.sort_unstable();
        names.dedup();
        let pair = |name: &str| Pair {
            display: name.into(),
            replacement: name.into(),
        };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

impl Validator for Assistant {
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if is_complete(context.input()) {
            ValidationResult::Valid(None)
        } else {
            ValidationResult::Incomplete
        })
    }
}

impl Highlighter for Assistant {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> Cow<'b, str> {
        if self.in_colour {
            Cow::Owned(format!("\x1b[1;34m{prompt}\x1b[0m"))
        } else {
            Cow::Borrowed(prompt)
        }
    }
}

impl Hinter for Assistant {
    type Hint = String;
}

impl Helper for Assistant {}
