//! The comments of a region, and what they belong to.
//!
//! | where a comment is | what it belongs to |
//! |---|---|
//! | within a statement | the text of the statement, which has it already |
//! | in the head of a loop | the loop |
//! | behind something on its line | the statement or the head or end of a loop before it |
//! | alone, before something | the statement or loop after it |
//! | alone, at the end of a block | the statement or loop before it |
//! | first in the region, with an empty line below | the region |
//! | last in the region | the region |
//!
//! Conditions and declarations are not kept as such: what is said before them is said of the first
//! statement or loop after that.

use std::ops::Range;

use scop::{Body, Scop, Span, StmtId};

use crate::Unit;
use crate::lexer::line_ends;
use crate::regions::Region;
use crate::source::without_splices;
use crate::syntax::{Stmt, StmtKind};

/// The comments of a region.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remarks {
    /// Those at its beginning.
    pub top: Vec<String>,
    /// Those at its end.
    pub bottom: Vec<String>,
    /// Those on statements, by [`StmtId`].
    pub statements: Vec<Remark>,
    /// Those on loops, in the order of the text.
    pub loops: Vec<LoopRemark>,
}

/// The comments on something. They are as in the source, with `/* */` or `//`; further lines are
/// indented relative to the first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// On lines of their own before it.
    pub before: Vec<String>,
    /// On its line, behind it; behind the head of a loop.
    pub beside: Vec<String>,
    /// Behind the closing brace of a loop.
    pub closing: Vec<String>,
    /// On lines of their own after it.
    pub after: Vec<String>,
}

impl Remark {
    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        let lists = [&self.before, &self.beside, &self.closing, &self.after];
        lists.iter().all(|list| list.is_empty())
    }
}

/// The comments on a loop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoopRemark {
    /// What the loop counts.
    pub counter: String,
    /// The label in front of it.
    pub label: Option<String>,
    /// The statements in it.
    pub statements: Vec<StmtId>,
    /// What is said of it.
    pub remark: Remark,
}

impl Unit {
    /// The comments of a region, of which `scop` is the model.
    ///
    /// ```
    /// use frontend::{ModelOptions, Options, read};
    ///
    /// let text = "void f(int n, double a[n]) {
    /// #pragma scop
    ///   /* all of them */
    ///   for (int i = 0; i < n; i++) // from 0
    ///     a[i] = 0; // nothing
    /// #pragma endscop
    /// }";
    /// let unit = read(text, &Options::default())?;
    /// let region = &unit.regions[0];
    /// let scop = unit.model(region, &ModelOptions::default()).unwrap().scop;
    /// let remarks = unit.remarks(region, &scop);
    /// assert_eq!(remarks.loops[0].remark.before, ["/* all of them */"]);
    /// assert_eq!(remarks.loops[0].remark.beside, ["// from 0"]);
    /// assert_eq!(remarks.statements[0].beside, ["// nothing"]);
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn remarks(&self, region: &Region, scop: &Scop) -> Remarks {
        let text = self
            .files
            .get(region.span.file)
            .map_or("", |file| &file.text);
        let mut listing = Listing {
            text,
            region,
            scop,
            loops: Vec::new(),
        };
        region
            .statements
            .iter()
            .for_each(|one| listing.find_loops(one, None, 0));
        listing.remarks()
    }
}

/// A loop of the source.
struct Loop {
    whole: Span,
    head: Span,
    /// Where the body begins: after the brace, if it has one.
    open: u32,
    remark: LoopRemark,
}

#[derive(Clone, Copy, Debug)]
enum Owner {
    Statement(usize),
    Loop(usize),
}

struct Listing<'a> {
    text: &'a str,
    region: &'a Region,
    scop: &'a Scop,
    loops: Vec<Loop>,
}

impl Listing<'_> {
    /// The loops that the model has as loops: those in a statement that is kept as a whole belong
    /// to its text.
    fn find_loops(&mut self, statement: &Stmt, label: Option<&str>, depth: usize) {
        match &statement.kind {
            StmtKind::Block(body) => {
                // A label is about the loop after the pragmas that follow it.
                let label = label.filter(|_| {
                    let first = body.first().map(|one| &one.kind);
                    matches!(first, Some(StmtKind::Pragma(_)))
                });
                for (index, one) in body.iter().enumerate() {
                    let is_last = index + 1 == body.len();
                    self.find_loops(one, label.filter(|_| is_last), depth);
                }
            }
            StmtKind::Label(name, body) => self.find_loops(body, Some(name), depth),
            StmtKind::If(_, yes, no) => {
                self.find_loops(yes, None, depth);
                no.iter().for_each(|no| self.find_loops(no, None, depth));
            }
            StmtKind::For(head) => {
                let whole = statement.span;
                let ids = self.scop.statements().filter(|(_, one)| {
                    one.span.is_some_and(|span| {
                        span.file == whole.file
                            && whole.start <= span.start
                            && span.end <= whole.end
                    })
                });
                let ids: Vec<StmtId> = ids.map(|(id, _)| id).collect();
                let is_whole = |id: &StmtId| self.scop[*id].span == Some(whole);
                let first = ids.first().map(|id| &self.scop[*id]);
                let counter = first.and_then(|one| one.iterators.get(depth).cloned());
                let Some(counter) = counter.filter(|_| !ids.iter().any(is_whole)) else {
                    return;
                };
                let body = head.body.span;
                let is_block = matches!(head.body.kind, StmtKind::Block(_));
                let brace = self
                    .text
                    .get(body.range())
                    .is_some_and(|text| text.starts_with(['{', '<']));
                self.loops.push(Loop {
                    whole,
                    head: head.head,
                    open: body.start + u32::from(is_block && brace),
                    remark: LoopRemark {
                        counter,
                        label: label.map(String::from),
                        statements: ids,
                        remark: Remark::default(),
                    },
                });
                self.find_loops(&head.body, None, depth + 1);
            }
            _ => {}
        }
    }

    fn remarks(mut self) -> Remarks {
        let mut remarks = Remarks {
            statements: vec![Remark::default(); self.scop.statements.len()],
            ..Remarks::default()
        };
        let comments = &self.region.source.comments;
        let on_top = self.on_top();
        for (index, &comment) in comments.iter().enumerate() {
            let words = self.words(comment);
            if index < on_top {
                remarks.top.push(words);
                continue;
            }
            let list = match self.place(comment) {
                Some(Place::Known) => continue,
                Some(Place::At(owner, position)) => {
                    let remark = match owner {
                        Owner::Statement(index) => &mut remarks.statements[index],
                        Owner::Loop(index) => &mut self.loops[index].remark.remark,
                    };
                    match position {
                        Position::Before => &mut remark.before,
                        Position::Beside => &mut remark.beside,
                        Position::Closing => &mut remark.closing,
                        Position::After => &mut remark.after,
                    }
                }
                Some(Place::Bottom) => &mut remarks.bottom,
                None => &mut remarks.top,
            };
            list.push(words);
        }
        let loops = self.loops.into_iter().map(|one| one.remark);
        remarks.loops = loops.filter(|one| !one.remark.is_empty()).collect();
        remarks
    }

    /// How many comments stand before all code with an empty line below them.
    fn on_top(&self) -> usize {
        let source = &self.region.source;
        let code = source.tokens.first().map(|token| token.span().start);
        let line = source.directives.first().map(|line| line.span.start);
        let first = code.into_iter().chain(line).min();
        let first = first.unwrap_or(self.region.span.end);
        let mut count = 0;
        for (index, comment) in source.comments.iter().enumerate() {
            if comment.end > first {
                break;
            }
            let next = source
                .comments
                .get(index + 1)
                .map_or(first, |next| next.start.min(first));
            let gap = self
                .text
                .get(comment.end as usize..next as usize)
                .unwrap_or("");
            if line_ends(gap).count() >= 2 {
                count = index + 1;
            }
        }
        count
    }

    /// What a comment belongs to; nothing if there is nothing.
    fn place(&self, comment: Span) -> Option<Place> {
        let at = |owner, position| Some(Place::At(owner, position));
        let within = |span: Span| span.start < comment.start && comment.end <= span.end;
        let spans = self.scop.statements.iter().map(|one| one.span);
        for (index, span) in spans.enumerate() {
            if !span.is_some_and(within) {
                continue;
            }
            let words = self.text.get(comment.range()).unwrap_or("");
            return match is_kept(&self.scop.statements[index].body, words) {
                true => Some(Place::Known),
                false => at(Owner::Statement(index), Position::Before),
            };
        }
        if let Some(index) = self.loops.iter().rposition(|one| within(one.head)) {
            return at(Owner::Loop(index), Position::Before);
        }
        // Of what ends at the same place the first is the innermost: a statement.
        let mut ends = self.ends();
        ends.retain(|(end, ..)| *end <= comment.start);
        let last = ends.iter().rev().max_by_key(|(end, ..)| *end);
        if let Some((end, owner, position)) = last {
            let between = self.text.get(*end as usize..comment.start as usize);
            if between.is_some_and(|text| !text.contains(['\n', '\r'])) {
                return at(*owner, *position);
            }
        }
        let source = &self.region.source;
        let next = source
            .tokens
            .iter()
            .find(|token| token.span().start >= comment.end);
        let Some(next) = next else {
            return Some(Place::Bottom);
        };
        let starts = self.starts();
        let starts = starts.iter().filter(|(start, _)| *start >= comment.end);
        let following = starts.min_by_key(|(start, _)| *start);
        let before = ends
            .iter()
            .filter(|(_, owner, position)| {
                matches!(
                    (owner, position),
                    (Owner::Statement(_), _) | (_, Position::Closing)
                )
            })
            .max_by_key(|(end, ..)| *end);
        match (following, before) {
            (Some((_, owner)), _) if !next.is_punct("}") => at(*owner, Position::Before),
            (_, Some((_, owner, _))) => at(*owner, Position::After),
            (Some((_, owner)), None) => at(*owner, Position::Before),
            (None, None) => None,
        }
    }

    /// Where statements and loops begin, outermost first.
    fn starts(&self) -> Vec<(u32, Owner)> {
        let loops = self.loops.iter().enumerate();
        let loops = loops.map(|(index, one)| (one.whole.start, Owner::Loop(index)));
        let statements = self.scop.statements.iter().enumerate();
        let statements =
            statements.filter_map(|(index, one)| Some((one.span?.start, Owner::Statement(index))));
        loops.chain(statements).collect()
    }

    /// After what a comment may stand on the same line: statements first, then heads and ends of
    /// loops.
    fn ends(&self) -> Vec<(u32, Owner, Position)> {
        let mut ends = Vec::new();
        for (index, one) in self.scop.statements.iter().enumerate() {
            if let Some(span) = one.span {
                ends.push((span.end, Owner::Statement(index), Position::Beside));
            }
        }
        for (index, one) in self.loops.iter().enumerate().rev() {
            ends.push((one.whole.end, Owner::Loop(index), Position::Closing));
            ends.push((one.head.end, Owner::Loop(index), Position::Beside));
            ends.push((one.open, Owner::Loop(index), Position::Beside));
        }
        ends
    }

    /// The text of a comment with its further lines indented relative to the first.
    fn words(&self, comment: Span) -> String {
        let text = self.text.get(comment.range()).unwrap_or("");
        // Its signs may be spread over lines, which are indented anew.
        let is_whole = text.starts_with("//") || text.starts_with("/*") && text.ends_with("*/");
        let text: &str = match is_whole {
            true => text,
            false => &without_splices(text),
        };
        let line = self.text[..comment.range().start]
            .rfind(['\n', '\r'])
            .map_or(0, |at| at + 1);
        let column = self.text[line..comment.range().start].chars().count();
        let mut lines = text.lines();
        let mut words = lines.next().unwrap_or("").trim_end().to_string();
        for line in lines {
            let blanks = line
                .chars()
                .take(column)
                .take_while(|c| [' ', '\t'].contains(c))
                .count();
            words.push('\n');
            words.push_str(line[blanks..].trim_end());
        }
        words
    }
}

/// Whether the text of a statement has a comment where nothing is filled in.
fn is_kept(body: &Body, comment: &str) -> bool {
    let mut found = body.text.match_indices(comment).map(|(at, _)| at);
    found.any(|at| {
        let is_lost = |hole: Range<usize>| at < hole.end && hole.start < at + comment.len();
        !body.ranges().any(is_lost)
    })
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Position {
    Before,
    Beside,
    Closing,
    After,
}

enum Place {
    /// It is in the text of a statement.
    Known,
    At(Owner, Position),
    Bottom,
}
