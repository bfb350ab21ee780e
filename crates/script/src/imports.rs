//! `import`: other scripts, from files or from the standard library.

use crate::codes;
use crate::interpret::Interpreter;
use crate::library::{Imported, MODULES, library};
use crate::operators::Op;
use crate::parser::parse_text;
use crate::suggest::suggest;
use crate::syntax::{Import, Named};
use scop::{Diagnostic, Span};

/// How deep files may import each other.
pub(crate) const MAX_IMPORTS: usize = 20;

impl Interpreter<'_, '_> {
    /// Carries out another script, unless that has been done before.
    pub(crate) fn import(&mut self, import: &Import, span: Span) -> Op<()> {
        let Imported { name, text } = match import {
            Import::Library(path) => module(path, span)?,
            Import::File(path) => self.load(path, span)?,
        };
        if self.importing.contains(&name) {
            let way = self.importing.join(" → ");
            let message = format!("\"{name}\" imports itself: {way} → {name}");
            return Err(refused(
                message,
                "move shared definitions into a third file",
                span,
            ));
        }
        if self.imported.contains(&name) {
            return Ok(());
        }
        if self.importing.len() > MAX_IMPORTS {
            let message = format!("files import each other more than {MAX_IMPORTS} deep");
            return Err(refused(message, "merge some of the files", span));
        }
        self.imported.push(name.clone());
        let file = self.files.add(&*name, &*text);
        let items = parse_text(&text, file).map_err(|errors| {
            let mut errors = errors.into_iter();
            let first = errors.next();
            let fallback = || Diagnostic::error(codes::IMPORT_FAILED, "cannot be read", span);
            Box::new(first.unwrap_or_else(fallback).label(span, "imported here"))
        })?;
        self.importing.push(name);
        for item in &items {
            self.item(item)
                .map_err(|error| Box::new(error.label(span, "imported here")))?;
        }
        self.importing.pop();
        Ok(())
    }

    /// A file, as it is found from the script that names it.
    fn load(&self, path: &str, span: Span) -> Op<Imported> {
        let Some(loader) = self.options.loader else {
            let help = "use `import std.…`";
            return Err(refused("cannot import files here".into(), help, span));
        };
        let from = self.files.get(span.file);
        let from = from.map_or("", |file| file.name.as_str());
        loader(path, from).map_err(|why| {
            let help = "paths are relative to the importing script";
            refused(format!("cannot read \"{path}\": {why}"), help, span)
        })
    }
}

/// A module of the standard library.
fn module(path: &[Named], span: Span) -> Op<Imported> {
    let path: Vec<&str> = path.iter().map(|part| part.name.as_str()).collect();
    let name = path.join(".");
    let unknown = format!("there is no module `{name}`");
    let ["std", module] = path[..] else {
        let help = "modules are named `std.…`; put file names in quotes: `import \"file.lw\"`";
        return Err(refused(unknown, help, span));
    };
    let Some(text) = library(module) else {
        let known: Vec<&str> = MODULES.iter().map(|(name, _)| *name).collect();
        let help = suggest(module, &known, "the modules of `std`");
        return Err(refused(unknown, help, span));
    };
    let text = text.to_string();
    Ok(Imported { name, text })
}

fn refused(message: String, help: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::IMPORT_FAILED, message, span).help(help))
}
