//! From text to values.

use super::{Content, Entry, Value, error_at};
use presburger::Result;
use std::cell::Cell;

/// How deep values may nest; more would be a bug or an attack.
const MAX_DEPTH: usize = 256;

/// Reads one value that makes up the whole text.
pub fn parse(text: &str) -> Result<Value> {
    let mut reader = Reader {
        text,
        at: 0,
        line_starts: std::iter::once(0)
            .chain(text.match_indices('\n').map(|(i, _)| i + 1))
            .collect(),
        depth: 0,
        known: Cell::new((0, 1)),
    };
    reader.skip_blank();
    if reader.rest().starts_with("---") && reader.column(reader.at) == 1 {
        reader.skip_line();
        reader.skip_blank();
    }
    let value = reader.block(0)?;
    reader.skip_blank();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.error_at(reader.at, "expected the end of the text")),
    }
}

struct Reader<'a> {
    text: &'a str,
    /// Offset of the next character.
    at: usize,
    /// Offsets of the first characters of the lines.
    line_starts: Vec<usize>,
    depth: usize,
    /// A place whose column is known: its offset and column. Long lines are not counted from
    /// their beginning for every value on them.
    known: Cell<(usize, usize)>,
}

impl<'a> Reader<'a> {
    /// A value at the next character. Lines that are not indented by `margin` columns at least do
    /// not belong to it.
    fn block(&mut self, margin: usize) -> Result<Value> {
        self.deeper(|reader| match reader.peek() {
            Some('-') if reader.at_dash() => reader.block_list(),
            Some(_) if reader.key_end(reader.at).is_some() => reader.block_map(),
            _ => {
                let value = reader.inline(margin)?;
                reader.skip_spaces();
                match reader.peek() {
                    None | Some('\n' | '\r' | '#') => Ok(value),
                    Some(_) => Err(reader.error_at(reader.at, "expected the end of the line")),
                }
            }
        })
    }

    fn block_list(&mut self) -> Result<Value> {
        let (start, column) = (self.at, self.column(self.at));
        let mut items = Vec::new();
        while self.column(self.at) == column && self.at_dash() {
            self.at += 1;
            self.skip_spaces();
            let item = self.after_mark(column, false)?;
            items.push(item);
            self.skip_blank();
        }
        self.check_dedent(column)?;
        Ok(self.value(start, Content::List(items)))
    }

    fn block_map(&mut self) -> Result<Value> {
        let (start, column) = (self.at, self.column(self.at));
        let mut entries: Vec<Entry> = Vec::new();
        while self.column(self.at) == column
            && let Some(end) = self.key_end(self.at)
        {
            let entry = self.key(end, &entries)?;
            self.skip_spaces();
            let value = self.after_mark(column, true)?;
            entries.push(Entry { value, ..entry });
            self.skip_blank();
        }
        self.check_dedent(column)?;
        Ok(self.value(start, Content::Map(entries)))
    }

    /// The value after a dash or a colon; the mark's block is at `column`.
    fn after_mark(&mut self, column: usize, is_map: bool) -> Result<Value> {
        let mark = self.at;
        let on_this_line = !matches!(self.peek(), None | Some('\n' | '\r' | '#'));
        if on_this_line {
            // `- key: value` begins a mapping on the line of the dash, `a: b: c` does not.
            return match is_map {
                true => {
                    let value = self.inline(column + 1)?;
                    self.skip_spaces();
                    match self.peek() {
                        None | Some('\n' | '\r' | '#') => Ok(value),
                        Some(_) => Err(self.error_at(self.at, "expected the end of the line")),
                    }
                }
                false => self.block(column + 1),
            };
        }
        self.skip_blank();
        let next = self.column(self.at);
        let dash_below_key = is_map && next == column && self.at_dash();
        if self.peek().is_some() && (next > column || dash_below_key) {
            return self.block(column + 1);
        }
        Ok(self.value(mark, plain(String::new())))
    }

    /// What follows a block at `column` must not be further right.
    fn check_dedent(&self, column: usize) -> Result<()> {
        if self.peek().is_some() && self.column(self.at) >= column {
            // At the same column there would have been another item or key.
            return Err(self.error_at(self.at, "expected a key or an item of the list"));
        }
        Ok(())
    }

    /// Reads a key that ends at `end`, and its colon.
    fn key(&mut self, end: usize, earlier: &[Entry]) -> Result<Entry> {
        let start = self.at;
        let key = self.text[start..end].trim_matches(['"', '\'']).to_owned();
        if earlier.iter().any(|entry| entry.key == key) {
            return Err(self.error_at(start, format!("the key {key} is given twice")));
        }
        self.at = end;
        self.skip_spaces();
        self.at += 1; // the colon
        Ok(Entry {
            key,
            value: self.value(self.at, plain(String::new())),
            line: self.line(start),
            column: self.column(start),
        })
    }

    /// A value that begins here and is no block.
    fn inline(&mut self, margin: usize) -> Result<Value> {
        match self.peek() {
            Some('"' | '\'') => self.quoted(),
            Some('{' | '[') if self.is_flow(self.at) => self.flow(),
            _ => Ok(self.plain_block(margin)),
        }
    }

    /// A plain scalar up to the end of the line, and further while brackets are open or the lines
    /// are indented by `margin`.
    fn plain_block(&mut self, margin: usize) -> Value {
        let start = self.at;
        let mut end = start;
        let mut open = 0usize;
        loop {
            let line_end = self.line_end();
            let line = &self.text[self.at..line_end];
            let code = match comment(line) {
                Some(i) => &line[..i],
                None => line,
            };
            for c in code.chars() {
                match c {
                    '{' | '[' | '(' => open += 1,
                    '}' | ']' | ')' => open = open.saturating_sub(1),
                    _ => {}
                }
            }
            end = match code.trim_end() {
                "" => end,
                code => self.at + code.len(),
            };
            self.at = line_end;
            self.skip_blank();
            let belongs = || {
                self.column(self.at) >= margin && !self.at_dash() && self.key_end(self.at).is_none()
            };
            if self.peek().is_none() || (open == 0 && !belongs()) {
                break;
            }
        }
        self.at = end;
        self.value(start, plain(without_comments(&self.text[start..end])))
    }

    fn flow(&mut self) -> Result<Value> {
        self.deeper(|reader| {
            let start = reader.at;
            match reader.peek() {
                Some('"' | '\'') => reader.quoted(),
                Some('{') if reader.is_flow(start) => reader.flow_map(),
                Some('[') if reader.is_flow(start) => reader.flow_list(),
                _ => reader.plain_flow(),
            }
        })
    }

    fn flow_map(&mut self) -> Result<Value> {
        let start = self.at;
        let mut entries: Vec<Entry> = Vec::new();
        self.at += 1;
        loop {
            self.skip_blank();
            if self.eat('}') {
                return Ok(self.value(start, Content::Map(entries)));
            }
            let Some(end) = self.key_end(self.at) else {
                return Err(self.error_at(self.at, "expected a key or }"));
            };
            let entry = self.key(end, &entries)?;
            self.skip_blank();
            let value = match self.peek() {
                Some(',' | '}') => self.value(self.at, plain(String::new())),
                _ => self.flow()?,
            };
            entries.push(Entry { value, ..entry });
            self.skip_blank();
            if !self.eat(',') && self.peek() != Some('}') {
                return Err(self.error_at(self.at, "expected a comma or }"));
            }
        }
    }

    fn flow_list(&mut self) -> Result<Value> {
        let start = self.at;
        let mut items = Vec::new();
        self.at += 1;
        loop {
            self.skip_blank();
            if self.eat(']') {
                return Ok(self.value(start, Content::List(items)));
            }
            items.push(self.flow()?);
            self.skip_blank();
            if !self.eat(',') && self.peek() != Some(']') {
                return Err(self.error_at(self.at, "expected a comma or ]"));
            }
        }
    }

    /// A plain scalar up to a comma or closing bracket that is not its own.
    fn plain_flow(&mut self) -> Result<Value> {
        let start = self.at;
        let mut open = 0usize;
        let rest = self.rest();
        let mut length = rest.len();
        for (i, c) in rest.char_indices() {
            match c {
                '{' | '[' | '(' => open += 1,
                '}' | ']' | ')' if open > 0 => open -= 1,
                ',' | '}' | ']' if open == 0 => {
                    length = i;
                    break;
                }
                _ => {}
            }
        }
        let text = rest[..length].trim_end();
        if text.is_empty() {
            return Err(self.error_at(start, "expected a value"));
        }
        self.at = start + text.len();
        Ok(self.value(start, plain(without_comments(text))))
    }

    fn quoted(&mut self) -> Result<Value> {
        let start = self.at;
        let Some(quote) = self.peek() else {
            return Err(self.error_at(start, "expected a quoted text"));
        };
        let mut text = String::new();
        let mut chars = self.text[start + 1..].char_indices().peekable();
        while let Some((i, c)) = chars.next() {
            if c == quote {
                if quote == '\'' && chars.next_if(|&(_, c)| c == '\'').is_some() {
                    text.push('\'');
                    continue;
                }
                self.at = start + 1 + i + 1;
                let quoted = Content::Scalar { text, quoted: true };
                return Ok(self.value(start, quoted));
            }
            match (c, quote) {
                ('\\', '"') => match chars.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, 't')) => text.push('\t'),
                    Some((_, c)) => text.push(c),
                    None => break,
                },
                _ => text.push(c),
            }
        }
        Err(self.error_at(start, "unterminated quotation"))
    }

    /// Whether the bracket at `at` begins a YAML collection and not an object of isl.
    fn is_flow(&self, at: usize) -> bool {
        let inside = at + 1 + self.blank_length(at + 1);
        match self.text[at..].chars().next() {
            Some('{') => self.key_end(inside).is_some(),
            Some('[') => {
                if self.text[inside..].starts_with('{') {
                    return self
                        .key_end(inside + 1 + self.blank_length(inside + 1))
                        .is_some();
                }
                match self.closing(at) {
                    Some(end) => !self.text[end..].trim_start().starts_with("->"),
                    None => true,
                }
            }
            _ => false,
        }
    }

    /// The offset after the bracket that closes the one at `at`.
    fn closing(&self, at: usize) -> Option<usize> {
        let mut open = 0usize;
        let mut quote = None;
        for (i, c) in self.text[at..].char_indices() {
            match (quote, c) {
                (Some(q), c) if q == c => quote = None,
                (Some(_), _) => {}
                (None, '"') => quote = Some('"'),
                (None, '[' | '{') => open += 1,
                (None, ']' | '}') => {
                    open -= 1;
                    if open == 0 {
                        return Some(at + i + 1);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The end of a key at `at`: a word or quoted word, a colon, and a space after it.
    fn key_end(&self, at: usize) -> Option<usize> {
        let rest = &self.text[at..];
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        let length = match rest.chars().next()? {
            quote @ ('"' | '\'') => {
                let inner = rest[1..].find(|c| !word(c))?;
                (inner > 0 && rest[1 + inner..].starts_with(quote)).then_some(inner + 2)?
            }
            c if c.is_ascii_alphabetic() || c == '_' => {
                rest.find(|c| !word(c)).unwrap_or(rest.len())
            }
            _ => return None,
        };
        let after = rest[length..].trim_start_matches(' ').strip_prefix(':')?;
        let ends = after.is_empty() || after.starts_with([' ', '\t', '\r', '\n', '"', '[', '{']);
        ends.then_some(at + length)
    }

    fn at_dash(&self) -> bool {
        let rest = self.rest().strip_prefix('-');
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n']))
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth == MAX_DEPTH {
            return Err(self.error_at(self.at, format!("nested more than {MAX_DEPTH} deep")));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn skip_spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn skip_line(&mut self) {
        self.at = self.line_end();
    }

    /// Skips white space, line ends and comments.
    fn skip_blank(&mut self) {
        self.at += self.blank_length(self.at);
    }

    fn blank_length(&self, at: usize) -> usize {
        let mut rest = &self.text[at..];
        loop {
            rest = rest.trim_start();
            match rest.strip_prefix('#') {
                Some(comment) => rest = &comment[comment.find('\n').unwrap_or(comment.len())..],
                None => return self.text.len() - at - rest.len(),
            }
        }
    }

    fn line_end(&self) -> usize {
        self.at + self.rest().find('\n').unwrap_or(self.rest().len())
    }

    fn line(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    fn column(&self, at: usize) -> usize {
        let start = self.line_starts[self.line(at) - 1];
        let (known, column) = match self.known.get() {
            (known, column) if start <= known && known <= at => (known, column),
            _ => (start, 1),
        };
        let column = column + self.text[known..at].chars().count();
        self.known.set((at, column));
        column
    }

    fn value(&self, at: usize, content: Content) -> Value {
        Value {
            content,
            line: self.line(at),
            column: self.column(at),
        }
    }

    fn error_at(&self, at: usize, message: impl Into<String>) -> presburger::Error {
        error_at(self.line(at), self.column(at), message)
    }
}

fn plain(text: String) -> Content {
    Content::Scalar {
        text,
        quoted: false,
    }
}

/// Where a comment begins in a line: at a `#` after white space.
fn comment(line: &str) -> Option<usize> {
    line.match_indices('#')
        .map(|(i, _)| i)
        .find(|&i| i == 0 || line[..i].ends_with([' ', '\t']))
}

/// The text with spaces in place of comments, so that places in it stay what they are.
fn without_comments(text: &str) -> String {
    if !text.contains('#') {
        return text.to_owned();
    }
    let lines = text.split('\n').map(|line| match comment(line) {
        Some(i) => &line[..i],
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}
