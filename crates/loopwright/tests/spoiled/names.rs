//! Spoiled directives, and names that come to mean something else.

use std::collections::BTreeSet;
use std::ops::Range;

use frontend::Unit;
use frontend::token::{Token, TokenKind};
use loopwright::rewrite;

use super::edit::{Part, added, kept};
use super::kinds::Kind;
use super::spoil::{Spoiler, Spoiling, counter};

impl Spoiler<'_> {
    pub fn pragmas(&mut self) {
        let mut names: Vec<String> = Vec::new();
        for region in &self.new.regions {
            let arrays = region.order.scop().arrays();
            names.extend(arrays.map(|(_, array)| array.source_name.clone()));
        }
        names.extend(self.loops.iter().filter_map(|one| counter(one.head)));
        names.sort();
        names.dedup();
        for at in 0..self.loops.len() {
            let Some(line) = self.loops[at].pragma.clone() else {
                continue;
            };
            self.moved(at, line.clone());
            self.words(line.clone());
            self.exchanged(at, line.clone());
            self.clauses(line, &names);
        }
        if self.loops.iter().all(|one| one.pragma.is_none()) {
            // A directive where none is wanted.
            for at in 0..self.loops.len() {
                let span = self.loops[at].span.clone();
                for text in ["#pragma omp parallel for", "#pragma omp simd"] {
                    let parts = self.before(span.clone(), text);
                    self.parts(Kind::PragmaCopied, parts);
                }
            }
        }
    }

    /// A directive before a loop.
    fn before(&self, span: Range<usize>, line: &str) -> Vec<Part> {
        vec![
            kept(0..span.start),
            added(&format!("{{\n{line}\n")),
            kept(span.clone()),
            added("\n}"),
            kept(span.end..self.text.len()),
        ]
    }

    fn moved(&mut self, at: usize, line: Range<usize>) {
        let text = self.text[line.clone()].to_string();
        for other in 0..self.loops.len() {
            if other == at || self.loops[other].pragma.is_some() {
                continue;
            }
            let span = self.loops[other].span.clone();
            let copied = self.before(span, &text);
            let moved = copied.iter().flat_map(|part| match part.text {
                None if part.old.start <= line.start && line.end <= part.old.end => {
                    vec![
                        kept(part.old.start..line.start),
                        kept(line.end..part.old.end),
                    ]
                }
                _ => vec![part.clone()],
            });
            let moved = moved.collect();
            self.parts(Kind::PragmaMoved, moved);
            self.parts(Kind::PragmaCopied, copied);
        }
    }

    fn words(&mut self, line: Range<usize>) {
        let text = self.text[line.clone()].to_string();
        let others = match () {
            _ if text.contains("parallel for simd") => [
                text.replace("parallel for simd", "parallel for"),
                text.replace("parallel for simd", "simd"),
            ],
            _ if text.contains("parallel for") => [
                text.replace("parallel for", "parallel for simd"),
                text.replace("parallel for", "simd"),
            ],
            _ => [
                text.replace("simd", "parallel for simd"),
                text.replace("simd", "parallel for"),
            ],
        };
        for other in others {
            self.change(Kind::PragmaWord, vec![(line.clone(), other)]);
        }
    }

    /// Threads in vector lanes instead of vector lanes in threads.
    fn exchanged(&mut self, at: usize, line: Range<usize>) {
        let outer = self.loops[at].span.clone();
        let inner: Vec<Range<usize>> = self
            .loops
            .iter()
            .filter_map(|one| one.pragma.clone())
            .filter(|inner| outer.contains(&inner.start))
            .collect();
        let text = &self.text[line.clone()];
        let Some(other) = text.strip_prefix("#pragma omp parallel for") else {
            return;
        };
        let other = format!("#pragma omp simd{other}");
        for inner in inner {
            let text = self.text[inner.clone()].replacen("simd", "parallel for", 1);
            let changes = vec![(line.clone(), other.clone()), (inner, text)];
            self.change(Kind::PragmaWord, changes);
        }
    }

    fn clauses(&mut self, line: Range<usize>, names: &[String]) {
        let text = self.text[line.clone()].to_string();
        for clause in ["private", "lastprivate", "firstprivate"] {
            for name in names {
                let added = format!("{text} {clause}({name})");
                self.change(Kind::ClauseAdded, vec![(line.clone(), added)]);
            }
        }
        for name in names {
            let added = format!("{text} reduction(+: {name})");
            self.change(Kind::ClauseAdded, vec![(line.clone(), added)]);
        }
        let Some(tokens) = self.directives(line.clone()).into_iter().next() else {
            return;
        };
        let is_clause =
            |text: &str| ["private", "lastprivate", "firstprivate", "reduction"].contains(&text);
        for (i, token) in tokens.iter().enumerate() {
            if !is_clause(&token.text) {
                continue;
            }
            let end = tokens[i..].iter().position(|one| &*one.text == ")");
            let Some(end) = end.map(|end| i + end) else {
                continue;
            };
            let whole = token.span().range().start..tokens[end].span().range().end;
            self.change(Kind::ClauseDropped, vec![(whole, String::new())]);
            let other = match &*token.text {
                "private" => "lastprivate",
                _ => "private",
            };
            if &*token.text != "reduction" {
                self.put(Kind::OtherClause, token.span(), other);
            }
            self.clause(&tokens[i + 2..end], names);
        }
    }

    /// What stands in the parentheses of a clause.
    fn clause(&mut self, tokens: &[Token], names: &[String]) {
        let mut depth = 0;
        for (i, token) in tokens.iter().enumerate() {
            match (&*token.text, token.kind) {
                ("[", _) => depth += 1,
                ("]", _) => depth -= 1,
                ("+" | "*" | "max" | "min", _) if depth == 0 => {
                    for other in ["+", "*", "max", "min"] {
                        if other != &*token.text {
                            self.put(Kind::ReductionOperator, token.span(), other);
                        }
                    }
                }
                (_, TokenKind::Ident) if depth == 0 => {
                    let others = names.iter().filter(|name| **name != *token.text);
                    for other in others.take(3) {
                        self.put(Kind::ClauseVariable, token.span(), other.as_str());
                    }
                    // One of several names.
                    let comma = tokens.get(i + 1).filter(|next| &*next.text == ",");
                    if let Some(comma) = comma {
                        let both = token.span().range().start..comma.span().range().end;
                        self.change(Kind::ClauseDropped, vec![(both, String::new())]);
                    }
                }
                (text, TokenKind::Int | TokenKind::Ident) => {
                    for by in ["+ 1", "- 1"] {
                        self.put(Kind::Section, token.span(), format!("{text} {by}"));
                    }
                }
                _ => {}
            }
        }
    }

    /// Names of the region that come to mean something else.
    pub fn names(&mut self, region: &rewrite::Region, unit: &Unit, span: Range<usize>) {
        let mut words = BTreeSet::new();
        for placed in &region.statements {
            let tokens = self.plain_tokens(placed.range.clone()).into_iter();
            words.extend(
                tokens
                    .filter(|one| one.kind == TokenKind::Ident)
                    .map(|one| one.text),
            );
        }
        let (end, whole) = (span.end, self.text.len());
        for word in words {
            let is_macro = unit.macros.iter().any(|one| one.name == word);
            let first = match is_macro {
                true => format!("\n#undef {word}\n#define {word} 3\n"),
                false => format!("\n#define {word} lw_other\n"),
            };
            let parts = vec![
                kept(0..span.start),
                added(&first),
                kept(span.start..end),
                added(&format!("\n#undef {word}\n")),
                kept(end..whole),
            ];
            self.parts(Kind::Redefined, parts);
        }
        let scop = region.order.scop();
        let arrays = scop.arrays().map(|(_, array)| {
            let extents = "[50]".repeat(array.rank());
            format!("{} {}{extents};", array.element, array.source_name)
        });
        let parameters = scop
            .parameters
            .iter()
            .map(|one| format!("int {} = 4;", one.name));
        let declarations: Vec<String> = arrays.chain(parameters).collect();
        let scalars = scop.arrays().filter(|(_, array)| array.rank() == 0);
        let names = scalars.map(|(_, array)| &array.source_name);
        let names: Vec<&String> = names
            .chain(scop.parameters.iter().map(|one| &one.name))
            .collect();
        for at in 0..self.loops.len() {
            let (head, loop_) = (self.loops[at].head, self.loops[at].span.clone());
            for declaration in declarations
                .iter()
                .filter(|_| self.loops[at].around.is_empty())
            {
                let parts = vec![
                    kept(0..loop_.start),
                    added(&format!("{{ {declaration} ")),
                    kept(loop_.clone()),
                    added("}"),
                    kept(loop_.end..whole),
                ];
                self.found.push(Spoiling {
                    kind: Kind::Hiding,
                    parts,
                });
            }
            for line in ["GCC ivdep", "omp for", "acc loop independent"] {
                let parts = self.before(loop_.clone(), &format!("#pragma {line}"));
                self.parts(Kind::ForeignPragma, parts);
            }
            let (Some(step), Some(condition)) = (&head.step, &head.condition) else {
                continue;
            };
            for name in &names {
                let text = format!("{}, {name} = {name} - 1", self.of(step.span));
                self.put(Kind::SideEffect, step.span, text);
                let text = format!("({name} = {name} + 1, {})", self.of(condition.span));
                self.put(Kind::SideEffect, condition.span, text);
            }
        }
        for placed in &region.statements {
            let range = placed.range.clone();
            for jump in ["break;", "return;"] {
                let parts = vec![
                    kept(0..range.start),
                    added("{ "),
                    kept(range.clone()),
                    added(&format!(" {jump} }}")),
                    kept(range.end..whole),
                ];
                self.parts(Kind::Jump, parts);
            }
        }
    }
}
