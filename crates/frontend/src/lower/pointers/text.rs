//! What the tokens around a name say: no tree is needed for it, so that any C will do.

use std::ops::Range;

use super::{Owner, Pointers, Step};
use crate::declarations::Function;
use crate::token::{Text, Token, TokenKind};

impl Pointers<'_> {
    /// The function whose body a token stands in.
    pub(super) fn function_at(&self, at: usize) -> Option<Function> {
        let mut all = self.unit.declarations.functions.values();
        let own = self.region.function.as_ref();
        let holds = |one: &&Function| one.body.is_some_and(|body| body.range().contains(&at));
        own.filter(holds).or_else(|| all.find(holds)).cloned()
    }

    /// The arguments after the parenthesis at `open`.
    pub(super) fn arguments(&self, open: usize) -> Vec<Range<usize>> {
        let end = self.closing(open);
        let mut found = Vec::new();
        let mut from = open + 1;
        while from < end {
            let to = self.end_of_expression(from, end);
            found.push(from..to);
            from = to + 1;
        }
        found
    }

    /// The parenthesis, bracket or brace that closes the one at `open`.
    pub(super) fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.unit.tokens.iter().enumerate().skip(open) {
            if token.kind != TokenKind::Punct {
                continue;
            }
            match &*token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index;
                    }
                }
                _ => {}
            }
        }
        self.unit.tokens.len()
    }

    /// Where an expression without commas ends.
    pub(super) fn end_of_expression(&self, from: usize, limit: usize) -> usize {
        let mut at = from;
        while at < limit {
            let token = &self.unit.tokens[at];
            if token.kind == TokenKind::Punct {
                match &*token.text {
                    "(" | "[" | "{" => at = self.closing(at),
                    ")" | "]" | "}" | "," | ";" => return at,
                    _ => {}
                }
            }
            at += 1;
        }
        limit
    }

    /// Whether the name at a token is that of a field.
    pub(super) fn is_member(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.unit.tokens.get(at));
        before.is_some_and(|token| token.is_punct(".") || token.is_punct("->"))
    }

    /// Whether the operator at a token has an operand before it.
    pub(super) fn is_binary(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.unit.tokens.get(at));
        before.is_some_and(|token| match token.kind {
            TokenKind::Ident => !["return", "case", "else", "do", "sizeof"].contains(&&*token.text),
            TokenKind::Punct => [")", "]"].contains(&&*token.text) && !self.ends_cast(at - 1),
            TokenKind::Pragma => false,
            _ => true,
        })
    }

    /// Whether the parenthesis at a token closes a cast.
    pub(super) fn ends_cast(&self, close: usize) -> bool {
        let last = close.checked_sub(1).and_then(|at| self.unit.tokens.get(at));
        let is_type = |token: &Token| {
            token.is_punct("*")
                || token.kind == TokenKind::Ident
                    && (self.declarations.typedefs.contains_key(&token.text)
                        || crate::macros::TYPE_NAMES.contains(&&*token.text)
                        || [
                            "double", "float", "char", "int", "long", "short", "unsigned",
                        ]
                        .contains(&&*token.text))
        };
        self.unit.tokens[close].is_punct(")") && last.is_some_and(is_type)
    }

    /// The places where a variable itself is set.
    pub(super) fn definitions(&self, owner: &Owner, body: &Range<usize>) -> Vec<usize> {
        let tokens = &self.unit.tokens;
        let is_set = |&at: &usize| {
            tokens[at].text == owner.1
                && tokens.get(at + 1).is_some_and(|next| next.is_punct("="))
                && !self.is_member(at)
        };
        body.clone().filter(is_set).collect()
    }

    /// The subscripts and fields after a name, and the token after them.
    pub(super) fn steps_after(&self, at: usize) -> (Vec<Step>, usize) {
        let mut steps = Vec::new();
        let mut end = at + 1;
        while let Some(token) = self.unit.tokens.get(end) {
            if token.is_punct("[") {
                steps.push(Step::Element);
                end = self.closing(end) + 1;
            } else if token.is_punct(".") || token.is_punct("->") {
                if token.is_punct("->") {
                    steps.push(Step::Element);
                }
                let Some(field) = self.unit.tokens.get(end + 1) else {
                    break;
                };
                steps.push(Step::Field(field.text.clone()));
                end += 2;
            } else {
                break;
            }
        }
        (steps, end)
    }

    /// Whether a name is declared at a token rather than used: stars and a type before it.
    pub(super) fn declares(&self, at: usize) -> bool {
        let mut first = at;
        while first
            .checked_sub(1)
            .is_some_and(|before| self.unit.tokens[before].is_punct("*"))
        {
            first -= 1;
        }
        let Some(before) = first.checked_sub(1).map(|at| &self.unit.tokens[at]) else {
            return false;
        };
        let words = ["return", "case", "else", "do", "sizeof", "goto"];
        match before.kind {
            TokenKind::Ident => {
                !words.contains(&&*before.text)
                    && (first == at
                        || self.is_type(before)
                        || before.text.starts_with("restrict")
                        || before.text.starts_with("__restrict"))
            }
            // `double *p, *q`
            TokenKind::Punct => {
                before.is_punct(",") && first < at && self.in_declaration(first - 1)
            }
            _ => false,
        }
    }

    pub(super) fn is_type(&self, token: &Token) -> bool {
        let words = [
            "double", "float", "char", "int", "long", "short", "unsigned", "signed", "void",
            "const", "_Bool", "bool", "restrict", "volatile",
        ];
        words.contains(&&*token.text)
            || self.declarations.typedefs.contains_key(&token.text)
            || crate::macros::TYPE_NAMES.contains(&&*token.text)
            || self
                .declarations
                .records
                .iter()
                .any(|record| record.name.split(' ').next_back() == Some(&*token.text))
    }

    /// Whether the statement around a token begins with a type.
    pub(super) fn in_declaration(&self, mut at: usize) -> bool {
        while let Some(before) = at.checked_sub(1) {
            let token = &self.unit.tokens[before];
            if [";", "{", "}"].iter().any(|text| token.is_punct(text))
                || token.kind == TokenKind::Pragma
            {
                break;
            }
            at = before;
        }
        let Some(first) = self.unit.tokens.get(at) else {
            return false;
        };
        let second = self.unit.tokens.get(at + 1);
        first.kind == TokenKind::Ident
            && second.is_some_and(|one| one.kind == TokenKind::Ident || one.is_punct("*"))
    }

    /// The call that the token at hand is an argument of, alone or with something added, and which.
    pub(super) fn callee_of(&self, at: usize) -> Option<(Text, usize)> {
        let mut index = 0;
        let mut depth = 0usize;
        for before in (0..at).rev() {
            let token = &self.unit.tokens[before];
            if token.kind != TokenKind::Punct {
                continue;
            }
            match &*token.text {
                ")" | "]" | "}" => depth += 1,
                "(" if depth == 0 => {
                    let callee = self.unit.tokens.get(before.checked_sub(1)?)?;
                    let is_name = callee.kind == TokenKind::Ident
                        && !self.is_type(callee)
                        && !["if", "while", "for", "switch", "return"].contains(&&*callee.text);
                    match is_name {
                        true => return Some((callee.text.clone(), index)),
                        false => index = 0,
                    }
                }
                "(" => depth -= 1,
                "[" | "{" if depth == 0 => return None,
                "[" | "{" => depth -= 1,
                "," if depth == 0 => index += 1,
                ";" => return None,
                text if depth == 0 && (text == "=" || text.len() > 1 && text.ends_with('=')) => {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    pub(super) fn is_inside_of(&self, word: &str, at: usize) -> bool {
        let mut tokens = self.unit.tokens[..at].iter().rev();
        tokens.next().is_some_and(|one| one.is_punct("("))
            && tokens.next().is_some_and(|one| one.is_word(word))
    }

    /// Where the innermost block around a token begins.
    pub(super) fn block_around(&self, from: usize, at: usize) -> usize {
        let mut open = vec![from];
        for index in from..at {
            if self.unit.tokens[index].is_punct("{") {
                open.push(index);
            } else if self.unit.tokens[index].is_punct("}") {
                open.pop();
            }
        }
        open.last().copied().unwrap_or(from)
    }

    /// The places where two variables are given each other's values: `t = a; a = b; b = t;`.
    pub(super) fn swaps(&self, body: Range<usize>, a: &Text, b: &Text) -> Vec<usize> {
        let mut found = Vec::new();
        for at in body {
            let word = |ahead: usize| self.unit.tokens.get(at + ahead);
            let texts: Vec<&str> = (0..12).filter_map(word).map(|token| &*token.text).collect();
            if let [t, "=", x, ";", x2, "=", y, ";", y2, "=", t2, ";"] = texts[..]
                && (t, x, y) == (t2, x2, y2)
                && ((x, y) == (a, b) || (x, y) == (b, a))
                && t != x
                && t != y
                && !self.is_member(at)
            {
                found.extend([at + 4, at + 8]);
            }
        }
        found
    }

    /// The calls of a function in the text: who calls, and the arguments.
    pub(super) fn calls(&self, function: &Function) -> Vec<(Function, Vec<Range<usize>>)> {
        let tokens = &self.unit.tokens;
        let is_call = |&at: &usize| {
            tokens[at].kind == TokenKind::Ident
                && tokens[at].text == function.name
                && tokens.get(at + 1).is_some_and(|next| next.is_punct("("))
                && !self.is_member(at)
        };
        (0..tokens.len())
            .filter(is_call)
            .filter_map(|at| Some((self.function_at(at)?, self.arguments(at + 1))))
            .collect()
    }

    pub(super) fn function(&self, name: &str) -> Option<Function> {
        let own = self.region.function.as_ref();
        let own = own.filter(|one| *one.name == *name);
        own.or_else(|| self.unit.declarations.function(name))
            .cloned()
    }

    /// Whether a variable of a function outlives a call.
    pub(super) fn is_kept(&self, function: &Function, name: &Text) -> bool {
        let body = function.body.map_or(0..0, |body| body.range());
        let tokens = &self.unit.tokens[body];
        let mut statement_is_static = false;
        for token in tokens {
            if token.is_punct(";") || token.is_punct("{") || token.is_punct("}") {
                statement_is_static = false;
            }
            statement_is_static |= token.is_word("static") || token.is_word("extern");
            if statement_is_static && token.text == *name {
                return true;
            }
        }
        false
    }
}
