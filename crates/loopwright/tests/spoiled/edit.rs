//! Changes of a text that take the places of its statements along.

use std::ops::Range;

use emit::Placed;
use loopwright::rewrite::Rewritten;

/// A part of a new text: a part of the old one as it is, or what stands in place of it.
#[derive(Clone, Debug)]
pub struct Part {
    pub old: Range<usize>,
    pub text: Option<String>,
}

/// Replaces parts of a text, none of them empty.
pub fn replaced(whole: usize, mut changes: Vec<(Range<usize>, String)>) -> Vec<Part> {
    changes.sort_by_key(|(range, _)| range.start);
    let mut parts = Vec::new();
    let mut done = 0;
    for (range, text) in changes {
        assert!(done <= range.start && range.start < range.end, "{range:?}");
        parts.push(kept(done..range.start));
        done = range.end;
        parts.push(Part {
            old: range,
            text: Some(text),
        });
    }
    parts.push(kept(done..whole));
    parts
}

/// A part of the old text.
pub fn kept(old: Range<usize>) -> Part {
    Part { old, text: None }
}

/// A text of which nothing stood there before.
pub fn added(text: &str) -> Part {
    Part {
        old: 0..0,
        text: Some(text.into()),
    }
}

/// The text made of parts. A statement is where its parts are: twice, or not at all.
pub fn apply(old: &Rewritten, parts: &[Part]) -> Rewritten {
    let mut new = old.clone();
    new.text = String::with_capacity(old.text.len());
    let mut starts = Vec::with_capacity(parts.len());
    for part in parts {
        starts.push(new.text.len());
        let text = part.text.as_deref();
        new.text
            .push_str(text.unwrap_or(&old.text[part.old.clone()]));
    }
    let places = Places {
        parts,
        starts,
        end: new.text.len(),
    };
    for region in &mut new.regions {
        let statements = std::mem::take(&mut region.statements);
        for placed in &statements {
            region.statements.extend(places.of(placed));
        }
        region.statements.sort_by_key(|placed| placed.range.start);
    }
    new
}

struct Places<'a> {
    parts: &'a [Part],
    /// Where the parts begin in the new text.
    starts: Vec<usize>,
    end: usize,
}

impl Places<'_> {
    fn of(&self, placed: &Placed) -> Vec<Placed> {
        let mut found = Vec::new();
        for part in 0..self.parts.len() {
            let Some(start) = self.start(part, placed.range.start) else {
                continue;
            };
            let Some(end) = self.next_end(part, placed.range.end) else {
                continue;
            };
            let holes = placed.holes.iter().map(|hole| {
                let start = (part..self.parts.len()).find_map(|at| self.start(at, hole.start));
                let end = self.next_end(part, hole.end);
                start.zip(end).map(|(start, end)| start..end)
            });
            if let Some(holes) = holes.collect() {
                found.push(Placed {
                    range: start..end,
                    holes,
                    ..placed.clone()
                });
            }
        }
        found
    }

    fn start(&self, part: usize, old: usize) -> Option<usize> {
        let Part { old: range, text } = &self.parts[part];
        let offset = if text.is_none() {
            old.checked_sub(range.start)?
        } else {
            0
        };
        range.contains(&old).then(|| self.starts[part] + offset)
    }

    fn next_end(&self, from: usize, old: usize) -> Option<usize> {
        (from..self.parts.len()).find_map(|part| {
            let Part { old: range, text } = &self.parts[part];
            let inside = range.start < old && old <= range.end;
            let end = self.starts.get(part + 1).copied().unwrap_or(self.end);
            inside.then(|| match text {
                Some(_) => end,
                None => self.starts[part] + old - range.start,
            })
        })
    }
}
