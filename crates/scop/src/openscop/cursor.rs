//! Walking through the text of an OpenScop file: words, lines of numbers, tagged blocks.

use super::Extension;
use crate::yaml::error_at;
use presburger::{Error, Result};

/// A place in the text; comments run from `#` to the end of the line.
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    pub(super) fn place(&self) -> usize {
        self.at
    }

    pub(super) fn error_at(&self, at: usize, message: impl Into<String>) -> Error {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |i| i + 1);
        error_at(line, before[start..].chars().count() + 1, message)
    }

    /// An error about the next word.
    pub(super) fn error(&mut self, message: impl Into<String>) -> Error {
        self.skip_blank();
        self.error_at(self.at, message)
    }

    /// Skips white space and comments, over lines.
    fn skip_blank(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            if !self.text[self.at..].starts_with('#') {
                return;
            }
            self.at += self.rest_of_line().len();
        }
    }

    /// What is left of the line of the next word.
    pub(super) fn rest(&mut self) -> &'a str {
        self.skip_blank();
        self.rest_of_line()
    }

    fn rest_of_line(&self) -> &'a str {
        let rest = &self.text[self.at..];
        &rest[..rest.find('\n').unwrap_or(rest.len())]
    }

    /// The next word without moving.
    pub(super) fn peek(&mut self) -> Option<&'a str> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| c.is_whitespace() || c == '#');
        let word = &rest[..end.unwrap_or(rest.len())];
        (!word.is_empty()).then_some(word)
    }

    pub(super) fn word(&mut self) -> Option<&'a str> {
        let word = self.peek()?;
        self.at += word.len();
        Some(word)
    }

    /// A small number that is not negative.
    pub(super) fn count(&mut self, what: &str) -> Result<usize> {
        let found = self.peek().and_then(|word| word.parse::<u32>().ok());
        match found {
            Some(number) => {
                self.word();
                Ok(number as usize)
            }
            None => Err(self.error(format!("expected {what}"))),
        }
    }

    /// The words of the next line that has any, with their places.
    pub(super) fn words_of_line(&mut self) -> Vec<(usize, &'a str)> {
        self.skip_blank();
        let line = self.rest_of_line();
        let code = &line[..line.find('#').unwrap_or(line.len())];
        let start = self.at;
        self.at += line.len();
        code.split_whitespace()
            .map(|word| {
                (
                    start + (word.as_ptr() as usize - code.as_ptr() as usize),
                    word,
                )
            })
            .collect()
    }

    /// The rest of the next line that is not blank.
    pub(super) fn line(&mut self) -> &'a str {
        self.skip_blank();
        let line = self.rest_of_line();
        self.at += line.len();
        line.trim_end()
    }

    /// A block from `<name>` to `</name>`, if one begins at the next word.
    pub(super) fn block(&mut self) -> Result<Option<Extension>> {
        let Some(word) = self.peek() else {
            return Ok(None);
        };
        let name = word.strip_prefix('<').and_then(|w| w.strip_suffix('>'));
        let Some(name) = name.filter(|name| !name.starts_with('/') && !name.is_empty()) else {
            return Ok(None);
        };
        let inside = self.at + word.len();
        let end_tag = format!("</{name}>");
        let Some(length) = self.text[inside..].find(&end_tag) else {
            return Err(self.error(format!("<{name}> is not closed")));
        };
        let text = &self.text[inside..inside + length];
        self.at = inside + length + end_tag.len();
        let text = text.trim_start_matches([' ', '\t', '\r']);
        Ok(Some(Extension {
            name: name.into(),
            text: text.strip_prefix('\n').unwrap_or(text).into(),
        }))
    }
}
