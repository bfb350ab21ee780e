//! What stands around the loops of a text that is read back: the rest of the program, which is to
//! stay as it was, and the preprocessor's directives between the loops, which are to change the
//! meaning of nothing but the loops.

use std::collections::BTreeSet;
use std::ops::Range;

use frontend::Unit;
use frontend::lexer::{Item, lex};
use frontend::macros::Macro;
use frontend::openmp::OpenMp;
use frontend::token::{Token, TokenKind};
use scop::{FileId, Span};

use crate::program::{Nest, Program};
use crate::rewrite::{Region, Rewritten};

/// Proves it for a new text that was read as `unit`.
pub(crate) fn is_kept(program: &Program, new: &Rewritten, unit: &Unit) -> Result<(), String> {
    let mut order: Vec<(&Nest, &Region)> = program.nests.iter().zip(&new.regions).collect();
    order.sort_by_key(|(nest, _)| nest.scop().span.map(|span| span.start));
    let main = program.files.get(FileId::MAIN);
    let old = main.map_or("", |file| file.text.as_str());
    let changed = || "the text outside the regions has changed".to_string();
    let (mut old_end, mut new_end) = (0, 0);
    for (nest, region) in order {
        let span = nest.scop().span.ok_or_else(changed)?.range();
        let read = unit.regions.get(region.number.wrapping_sub(1));
        let own = read.ok_or_else(changed)?.span.range();
        let (before, after) = (
            old.get(old_end..span.start),
            new.text.get(new_end..own.start),
        );
        if before.is_none() || before != after {
            return Err(changed());
        }
        (old_end, new_end) = (span.end, own.end);
        directives(nest, region, unit, &new.text, own)?;
    }
    match old.get(old_end..) == new.text.get(new_end..) {
        true => Ok(()),
        false => Err(changed()),
    }
}

/// Between the loops of a region stand no directives but those of OpenMP, which are proved
/// elsewhere, macros that are gone behind it and that no statement has a use for, and the number of
/// the line behind them.
fn directives(
    nest: &Nest,
    region: &Region,
    unit: &Unit,
    text: &str,
    own: Range<usize>,
) -> Result<(), String> {
    let is_between = |span: Span| {
        let is_main = span.file == FileId::MAIN;
        let span = span.range();
        let statements = region.statements.iter();
        let mut statements = statements.map(|placed| &placed.range);
        // The marks of a region that nobody has marked take no space.
        is_main
            && !span.is_empty()
            && own.start <= span.start
            && span.end <= own.end
            && !statements.any(|one| one.start <= span.start && span.end <= one.end)
    };
    let pragmas = unit
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Pragma && is_between(token.place.outermost()));
    for pragma in pragmas {
        let is_script = pragma.text.split_whitespace().next() == Some("loopwright");
        if !OpenMp::is_one(&pragma.text) && !is_script {
            return Err(format!("unexpected `#pragma {}`", pragma.text));
        }
    }
    let mut words = None;
    let mut defined: BTreeSet<&str> = BTreeSet::new();
    let items = lex(FileId::MAIN, text);
    for item in &items {
        let Item::Directive(directive) = item else {
            continue;
        };
        if !is_between(directive.span) {
            continue;
        }
        let mut tokens = directive.tokens.iter().map(|token| &*token.text);
        let (Some(what), Some(name)) = (tokens.next(), tokens.next()) else {
            return Err("empty directive".into());
        };
        match what {
            "pragma" => {}
            "define" => {
                let words = words.get_or_insert_with(|| words_of(nest, unit, &is_between));
                if nest.macros.contains(name) || words.contains(name) || !defined.insert(name) {
                    return Err(format!(
                        "the macro `{name}` changes the meaning of other names"
                    ));
                }
            }
            "undef" if defined.remove(name) => {}
            "line"
                if nest
                    .line_behind
                    .is_some_and(|line| line.to_string() == name) => {}
            _ => return Err(format!("unexpected `#{what} {name}`")),
        }
    }
    match defined.first() {
        Some(name) => Err(format!("the macro `{name}` is not undefined")),
        None => Ok(()),
    }
}

/// The words of the statements of a region, and of the macros of the program, which may stand for
/// words in them.
fn words_of(nest: &Nest, unit: &Unit, is_between: &dyn Fn(Span) -> bool) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut add = |token: &Token| {
        if token.kind == TokenKind::Ident {
            words.insert(token.text.to_string());
        }
    };
    for statement in &nest.scop().statements {
        for item in lex(FileId::MAIN, &statement.body.text) {
            match item {
                Item::Token(token) => add(&token),
                Item::Directive(directive) => directive.tokens.iter().for_each(&mut add),
            }
        }
    }
    let others = |one: &&Macro| !is_between(one.span);
    for one in unit.macros.iter().filter(others) {
        one.body.iter().for_each(&mut add);
    }
    words
}
