//! A calculator for integer sets and relations, in the manner of barvinok's `iscc`.
//!
//! The language is that of iscc: statements end with `;`, objects are in isl's notation,
//! `S := …` gives a value a name, an expression alone prints its value. [`operations`] lists
//! what there is.
//!
//! **Invariant:** no input makes it panic or overflow the stack, and a statement either has
//! its whole effect or none: a failed one leaves all variables as they were.

mod binary;
mod evaluate;
mod flow;
mod lexer;
mod object;
pub mod operations;
mod parser;
mod syntax;
#[cfg(test)]
mod tests;
mod unary;

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use presburger::Budget;

pub use object::{List, Object};

use evaluate::{Scope, unreadable};
use scop::codes::calc as codes;
use scop::{Diagnostic, FileId, SourceMap, Span};
use syntax::Statement;

/// How deeply files may take in files.
const MAX_SOURCES: usize = 20;

/// The files that `source`, `read` and `write` reach.
pub trait Files {
    /// All of the text of a file.
    fn read(&self, path: &str) -> io::Result<String>;
    /// Makes the text that of a file.
    fn write(&self, path: &str, text: &str) -> io::Result<()>;
}

/// No files at all.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str) -> io::Result<String> {
        Err(io::Error::other("files are not available here"))
    }

    fn write(&self, _: &str, _: &str) -> io::Result<()> {
        Err(io::Error::other("files are not available here"))
    }
}

/// What a statement has to show.
#[derive(Debug)]
pub enum Effect<'a> {
    /// A value to print.
    Value(&'a Object),
    /// The value of an expression, with the name that it got.
    Named(&'a str, &'a Object),
    /// The text of `help`.
    Help(&'a str),
}

/// Takes what statements have to show; an error ends the run.
pub type Sink<'a> = dyn FnMut(Effect<'_>) -> io::Result<()> + 'a;

/// Why a run ended early.
#[derive(Debug)]
pub enum Stop {
    /// A statement failed.
    Error(Box<Diagnostic>),
    /// The results could not be written.
    Output(io::Error),
}

impl From<Box<Diagnostic>> for Stop {
    fn from(diagnostic: Box<Diagnostic>) -> Stop {
        Stop::Error(diagnostic)
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

/// Variables and settings of a calculation.
pub struct Calculator<F> {
    files: F,
    sources: SourceMap,
    variables: BTreeMap<String, Object>,
    budget: Option<u64>,
    timeout: Option<Duration>,
    /// Number of results that have got a name so far; `None` if they get none.
    named: Option<usize>,
    has_quit: bool,
    n_sources: usize,
}

impl<F: Files> Calculator<F> {
    /// A calculator without variables.
    pub fn new(files: F) -> Calculator<F> {
        Calculator {
            files,
            sources: SourceMap::default(),
            variables: BTreeMap::new(),
            budget: None,
            timeout: None,
            named: None,
            has_quit: false,
            n_sources: 0,
        }
    }

    /// With a bound on the operations of every statement.
    pub fn with_budget(mut self, operations: Option<u64>) -> Calculator<F> {
        self.budget = operations;
        self
    }

    /// With a bound on the time of every statement.
    pub fn with_timeout(mut self, limit: Option<Duration>) -> Calculator<F> {
        self.timeout = limit;
        self
    }

    /// From now on gives names `$0`, `$1`, … to the values of expressions, as at iscc's prompt.
    pub fn name_results(&mut self) {
        self.named = Some(0);
    }

    /// The names that have a value.
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.variables.keys().map(String::as_str)
    }

    /// Whether the last statement was `quit`.
    pub fn has_quit(&self) -> bool {
        self.has_quit
    }

    /// All that has been run, which diagnostics point into.
    pub fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// Runs all statements of a text, with the name to show for it.
    pub fn run(&mut self, name: &str, text: &str, sink: &mut Sink<'_>) -> Result<(), Stop> {
        let file = self.sources.add(name, text);
        self.run_file(file, sink)
    }

    /// A text that arrives piece by piece: see [`extend`](Calculator::extend) and
    /// [`step`](Calculator::step).
    pub fn begin(&mut self, name: &str) -> FileId {
        self.sources.add(name, "")
    }

    /// Adds to such a text; returns all of it.
    pub fn extend(&mut self, file: FileId, text: &str) -> &str {
        self.sources.extend(file, text);
        self.text(file)
    }

    fn text(&self, file: FileId) -> &str {
        self.sources.get(file).map_or("", |source| &source.text)
    }

    fn run_file(&mut self, file: FileId, sink: &mut Sink<'_>) -> Result<(), Stop> {
        self.has_quit = false;
        let mut offset = 0;
        while let Some(next) = self.step(file, offset, sink)? {
            offset = next;
        }
        Ok(())
    }

    /// Runs the statement at `offset`; returns the offset of the next one, or `None` at the
    /// end and after `quit`.
    pub fn step(
        &mut self,
        file: FileId,
        offset: usize,
        sink: &mut Sink<'_>,
    ) -> Result<Option<usize>, Stop> {
        let work = || {
            let mut budget = match self.budget {
                Some(operations) => Budget::operations(operations),
                None => Budget::unlimited(),
            };
            if let Some(limit) = self.timeout {
                budget = budget.deadline(limit);
            }
            budget.run(|| self.compute(file, offset))
        };
        let computed = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
            let text = self.text(file);
            let end = lexer::statement_end(text, offset).unwrap_or(text.len());
            let start = lexer::token_at(text, offset).start;
            let message = "the program failed on this statement";
            let error = Diagnostic::error(codes::FAILED, message, Span::new(file, start, end));
            Err(Box::new(error.note(
                "this is a bug in Loopwright, please report it with the statement",
            )))
        })?;
        let Some((statement, value, next)) = computed else {
            return Ok(None);
        };
        self.perform(file, statement, value, sink)?;
        Ok((!self.has_quit).then_some(next))
    }

    /// Reads a statement and computes its value, without any effect.
    #[allow(clippy::type_complexity)]
    fn compute(
        &self,
        file: FileId,
        offset: usize,
    ) -> Result<Option<(Statement, Option<Object>, usize)>, Box<Diagnostic>> {
        let is_variable = |name: &str| self.variables.contains_key(name);
        let read = parser::statement(file, self.text(file), offset, &is_variable)?;
        let Some((statement, next)) = read else {
            return Ok(None);
        };
        let scope = Scope {
            variables: &self.variables,
            files: &self.files,
        };
        let value = match &statement {
            Statement::Assign(_, expr)
            | Statement::Evaluate(expr)
            | Statement::Print(expr)
            | Statement::Assert(expr)
            | Statement::Write(_, _, expr) => Some(scope.evaluate(expr)?),
            _ => None,
        };
        Ok(Some((statement, value, next)))
    }

    fn perform(
        &mut self,
        file: FileId,
        statement: Statement,
        value: Option<Object>,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        match (statement, value) {
            (Statement::Assign(name, _), Some(value)) => {
                self.variables.insert(name, value);
            }
            (Statement::Evaluate(_), Some(value)) => match &mut self.named {
                Some(count) => {
                    let name = format!("${count}");
                    *count += 1;
                    sink(Effect::Named(&name, &value))?;
                    self.variables.insert(name, value);
                }
                None => sink(Effect::Value(&value))?,
            },
            (Statement::Print(_), Some(value)) => sink(Effect::Value(&value))?,
            (Statement::Assert(expr), Some(value)) => check(expr.span, &value)?,
            (Statement::Write(path, span, _), Some(value)) => self
                .files
                .write(&path, &format!("{value}\n"))
                .map_err(|error| {
                    let message = format!("cannot write {path}: {error}");
                    Box::new(Diagnostic::error(codes::BAD_FILE, message, span))
                })?,
            (Statement::Source(path, span), _) => self.take_in(file, &path, span, sink)?,
            (Statement::Help(topic), _) => show_help(topic, sink)?,
            (Statement::Quit, _) => self.has_quit = true,
            _ => {}
        }
        Ok(())
    }

    /// `source "file";`
    fn take_in(
        &mut self,
        outer: FileId,
        path: &str,
        span: Span,
        sink: &mut Sink<'_>,
    ) -> Result<(), Stop> {
        if self.n_sources == MAX_SOURCES {
            let message = format!("files take in files more than {MAX_SOURCES} deep");
            return Err(Stop::Error(Box::new(
                Diagnostic::error(codes::BAD_FILE, message, span)
                    .help("does a file `source` itself?"),
            )));
        }
        let text = self
            .files
            .read(path)
            .map_err(|error| unreadable(path, span, &error))?;
        let inner = self.sources.add(path, text);
        // Results in files get no names, as in iscc.
        let named = self.named.take();
        self.n_sources += 1;
        let result = self.run_file(inner, sink);
        self.n_sources -= 1;
        self.named = named;
        result.map_err(|stop| match stop {
            Stop::Error(error) if error.span.is_some_and(|span| span.file == inner) => {
                let outer = self.sources.get(outer).map_or("", |source| &source.name);
                Stop::Error(Box::new(
                    error.note(format!("in a file taken in by {outer}")),
                ))
            }
            other => other,
        })
    }
}

/// Whether the text holds at least one whole statement, and nothing begun after the last:
/// what a prompt needs to know. `help` and `quit` need no `;` there.
pub fn is_complete(text: &str) -> bool {
    let mut offset = 0;
    loop {
        if lexer::is_blank(&text[offset..]) {
            return true;
        }
        match lexer::statement_end(text, offset) {
            Some(end) => offset = end,
            None => break,
        }
    }
    let rest = text[offset..].trim();
    let first = rest.split_whitespace().next().unwrap_or_default();
    matches!(first, "help" | "quit" | "exit") && !rest.contains(":=")
}

fn check(span: Span, value: &Object) -> Result<(), Stop> {
    Err(Stop::Error(Box::new(match value.without_flag() {
        Object::Bool(true) => return Ok(()),
        Object::Bool(false) => Diagnostic::error(codes::NOT_TRUE, "assertion failed", span),
        other => {
            let message = format!("`assert` takes a boolean, this is {}", other.a_kind());
            Diagnostic::error(codes::WRONG_KIND, message, span)
                .help("compare it with something, as in `assert S = { };`")
        }
    })))
}

fn show_help(topic: Option<(String, Span)>, sink: &mut Sink<'_>) -> Result<(), Stop> {
    let name = topic.as_ref().map(|(name, _)| name.as_str());
    match (operations::help(name), topic) {
        (Some(text), _) => Ok(sink(Effect::Help(&text))?),
        (None, topic) => {
            let (name, span) = topic.unzip();
            let message = format!("there is no operation `{}`", name.unwrap_or_default());
            let error = Diagnostic::error(codes::UNKNOWN_NAME, message, span);
            Err(Stop::Error(Box::new(error.help("`help;` lists them all"))))
        }
    }
}
