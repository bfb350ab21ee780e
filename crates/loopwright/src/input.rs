//! The arguments that say which program to work on, and its files.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use frontend::bytes::{decode, encode, shown};
use loopwright::exit::Exit;
use loopwright::program::{Program, Request, read};
use loopwright::report;
use scop::{Diagnostic, Severity, SourceFile};

use crate::timeout::Timeout;
use crate::watched::Watched;

/// What commands that read a program have in common.
#[derive(Args)]
pub struct InputArguments {
    #[command(flatten)]
    pub source: SourceArguments,

    /// Limit the work for each region, in set operations (a million take a few milliseconds)
    #[arg(long, value_name = "N")]
    budget: Option<u64>,

    #[command(flatten)]
    timeout: Timeout,
}

/// Which program, and how it is read.
#[derive(Args)]
pub struct SourceArguments {
    /// A C file with `#pragma scop` and `#pragma endscop` around loop nests, or an OpenScop
    /// file; `-` is standard input
    pub file: PathBuf,

    /// Select one region of the file, counted from 1
    #[arg(short, long, value_name = "N")]
    region: Option<usize>,

    /// Select the regions in this function
    #[arg(short, long, value_name = "NAME")]
    function: Option<String>,

    /// Find the regions: the largest runs of loops that can be modelled, in one function or in
    /// the whole file, and say of each other loop why it is in none. Regions that are marked stay
    /// what they are; what is written has no pragmas that the file does not have
    #[arg(long, value_name = "FUNCTION", num_args = 0..=1, require_equals = true)]
    auto: Option<Option<String>>,

    /// Define a macro, as for a compiler
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    definitions: Vec<String>,

    /// Undefine a macro, as for a compiler
    #[arg(short = 'U', value_name = "NAME")]
    undefined: Vec<String>,

    /// Also search this directory for headers; those of the system are not needed
    #[arg(short = 'I', value_name = "DIR")]
    folders: Vec<PathBuf>,

    /// What is known about the parameters, such as `[n] -> { : n > 3 }`
    #[arg(long, value_name = "SET")]
    context: Option<String>,

    /// Promise that a function only computes a value from its arguments
    #[arg(long = "pure", value_name = "NAME")]
    pure_functions: Vec<String>,
}

/// More than any text that people or generators write.
const LARGEST: u64 = 256 << 20;

impl InputArguments {
    /// The name of the file for messages.
    pub fn name(&self) -> String {
        self.source.name()
    }

    /// What a compiler must be told to see the same program.
    pub fn compiler_flags(&self) -> impl Iterator<Item = String> {
        self.source.compiler_flags()
    }

    pub fn is_standard_input(&self) -> bool {
        self.source.is_standard_input()
    }

    /// Reads the program and lets `work` look at it.
    pub fn with_program<T>(&self, work: impl FnOnce(Program, &Request<'_>) -> T) -> T {
        self.with_watched_program(&Watched::default(), work)
    }

    /// The same, with a record of the files that were asked for.
    pub fn with_watched_program<T>(
        &self,
        watched: &Watched,
        work: impl FnOnce(Program, &Request<'_>) -> T,
    ) -> T {
        let source = &self.source;
        source.with_request(watched, self.budget, |request| {
            if !source.is_standard_input() {
                watched.add(&source.file);
            }
            self.timeout.run(|| work(source.read(request), request))
        })
    }
}

impl SourceArguments {
    /// The name of the file for messages.
    pub fn name(&self) -> String {
        match self.is_standard_input() {
            true => "<stdin>".into(),
            false => self.file.display().to_string(),
        }
    }

    /// Makes a request of the arguments.
    pub fn with_request<T>(
        &self,
        watched: &Watched,
        budget: Option<u64>,
        work: impl FnOnce(&Request<'_>) -> T,
    ) -> T {
        let name = self.name();
        let headers = Folders {
            folders: &self.folders,
            watched,
        };
        let request = Request {
            name: &name,
            definitions: self.all_definitions(),
            headers: &headers,
            context: self.context.clone(),
            pure_functions: self.pure_functions.clone(),
            region: self.region,
            function: self.function.clone(),
            auto: self.auto.clone(),
            budget,
            ..Request::default()
        };
        work(&request)
    }

    /// Reads the program.
    pub fn read(&self, request: &Request<'_>) -> Program {
        match self.text() {
            Ok(text) => read(&text, request),
            Err(error) => Program::failed(*error),
        }
    }

    /// What `-D` and `-U` say; the latter come last, as they do for a compiler's own macros.
    fn all_definitions(&self) -> Vec<String> {
        let undefined = self.undefined.iter().map(|name| format!("!{name}"));
        self.definitions.iter().cloned().chain(undefined).collect()
    }

    /// What a compiler must be told to see the same program.
    pub fn compiler_flags(&self) -> impl Iterator<Item = String> {
        let definitions = self.definitions.iter().map(|one| format!("-D{one}"));
        let folders = self
            .folders
            .iter()
            .map(|one| format!("-I{}", one.display()));
        let undefined = self.undefined.iter().map(|one| format!("-U{one}"));
        definitions.chain(undefined).chain(folders)
    }

    pub fn is_standard_input(&self) -> bool {
        self.file.as_os_str() == "-"
    }

    fn text(&self) -> Result<String, Box<Diagnostic>> {
        let name = self.name();
        let bytes = match self.is_standard_input() {
            true => contents(io::stdin().lock()),
            false => File::open(&self.file).and_then(contents),
        };
        let bytes = bytes.map_err(|error| {
            let message = format!("cannot read `{name}`: {}", cause(&error, &self.file));
            Box::new(report::error(report::UNREADABLE, message))
        })?;
        if bytes.len() as u64 > LARGEST {
            let message = format!("`{name}` is too large");
            return Err(Box::new(report::error(report::NOT_TEXT, message)));
        }
        if bytes.contains(&0) {
            let message = format!("`{name}` is a binary file");
            let error = report::error(report::NOT_TEXT, message);
            return Err(Box::new(error.help("give a C or OpenScop file")));
        }
        Ok(decode(bytes))
    }
}

/// The text of a file; otherwise why there is none.
pub fn read_text(path: &Path) -> Result<String, String> {
    let bytes = File::open(path).and_then(contents);
    let bytes = bytes.map_err(|error| cause(&error, path))?;
    if bytes.len() as u64 > LARGEST {
        return Err("it is too large".into());
    }
    match bytes.contains(&0) {
        true => Err("it is a binary file".into()),
        false => {
            let text = decode(bytes);
            // The mark with which some editors begin a text is no part of a script.
            Ok(text
                .strip_prefix('\u{feff}')
                .map_or(text.clone(), String::from))
        }
    }
}

fn contents(input: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The usual causes in plain words.
fn cause(error: &io::Error, path: &Path) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ if path.is_dir() => "it is a directory".into(),
        _ => error.to_string(),
    }
}

/// Headers beside the file that includes them, then in the given folders.
struct Folders<'a> {
    folders: &'a [PathBuf],
    watched: &'a Watched,
}

impl frontend::Headers for Folders<'_> {
    fn macros(&self, headers: &[&str], is_cplusplus: bool) -> Option<frontend::CompilerMacros> {
        crate::compiler_macros::ask(headers, self.folders, is_cplusplus)
    }

    fn known(&self, headers: &[&str], is_cplusplus: bool) -> Vec<bool> {
        crate::compiler_macros::finds(headers, self.folders, is_cplusplus)
    }

    fn load(&self, request: frontend::Request<'_>) -> Option<SourceFile> {
        let beside = Path::new(request.from).parent().map(Path::to_path_buf);
        let beside = beside.filter(|_| !request.angled);
        let folders = beside.iter().chain(self.folders);
        folders.into_iter().find_map(|folder| {
            let path = folder.join(request.name);
            self.watched.add(&path);
            // Only files: a pipe might never end.
            let bytes = path.is_file().then(|| File::open(&path).and_then(contents));
            let bytes = bytes?.ok().filter(|bytes| bytes.len() as u64 <= LARGEST)?;
            Some(SourceFile {
                name: path.display().to_string(),
                text: decode(bytes),
            })
        })
    }
}

/// Shows what there is to say. Notes alone are not worth a line:
/// they help to understand errors and warnings.
pub fn complain(program: &Program) {
    let important = |diagnostic: &Diagnostic| diagnostic.severity != Severity::Note;
    if !program.diagnostics.iter().any(important) {
        return;
    }
    let mut errors = anstream::stderr().lock();
    for diagnostic in &program.diagnostics {
        let message = report::render(diagnostic, &program.files);
        let _ = writeln!(errors, "{}\n", shown(&message));
    }
    let mut codes: Vec<scop::Code> = errors_in_text(program).collect();
    codes.dedup();
    if let Some(code) = codes.first() {
        let which = match codes.len() {
            1 => "this error",
            _ => "the first error",
        };
        let _ = writeln!(
            errors,
            "for more about {which}, run `loopwright explain {code}`"
        );
    }
}

/// The errors that need more words than those about options and files.
fn errors_in_text(program: &Program) -> impl Iterator<Item = scop::Code> {
    let errors = program.diagnostics.iter();
    errors
        .filter(|one| one.severity == Severity::Error && one.span.is_some())
        .map(|one| one.code)
}

/// Writes the results; returns how it ended.
pub fn print(text: &str) -> Exit {
    let mut out = anstream::stdout().lock();
    let done = out.write_all(shown(text).as_bytes());
    delivered(done.and_then(|()| out.flush()))
}

/// Writes a program to the standard output, byte for byte: colours are no concern of it, and
/// control characters in it are not for the terminal to take out.
pub fn print_program(text: &str) -> Exit {
    let mut out = io::stdout().lock();
    let done = out.write_all(&encode(text));
    delivered(done.and_then(|()| out.flush()))
}

fn delivered(result: io::Result<()>) -> Exit {
    match result {
        Ok(()) => Exit::Fine,
        // Whoever read our output has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Fine,
        Err(error) => {
            let _ = writeln!(
                anstream::stderr(),
                "error: cannot write the results: {error}"
            );
            Exit::BadInput
        }
    }
}

/// Writes a file as a whole or not at all; returns how it ended.
pub fn write_file(path: &Path, text: &str) -> Exit {
    match write_whole(path, text) {
        Ok(()) => Exit::Fine,
        Err(error) => {
            let _ = writeln!(
                anstream::stderr(),
                "error: cannot write `{}`: {error}",
                path.display()
            );
            Exit::BadInput
        }
    }
}

/// Writes beside the file and renames, so that there is never half a file.
///
/// What is there and is no file, as `/dev/null` or a pipe, is written to and stays what it is; a link
/// stays a link.
pub fn write_whole(path: &Path, text: &str) -> io::Result<()> {
    let known = fs::metadata(path).ok();
    if known.as_ref().is_some_and(|known| !known.is_file()) {
        return fs::write(path, encode(text));
    }
    let path = match known {
        Some(_) => fs::canonicalize(path)?,
        None => path.to_path_buf(),
    };
    let mut name = path
        .file_name()
        .ok_or_else(|| io::Error::other("not a file name"))?
        .to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let beside = path.with_file_name(name);
    let mut result = fs::write(&beside, encode(text));
    if let (Ok(()), Some(known)) = (&result, &known) {
        result = fs::set_permissions(&beside, known.permissions());
    }
    let result = result.and_then(|()| fs::rename(&beside, &path));
    if result.is_err() {
        let _ = fs::remove_file(&beside);
    }
    result
}
