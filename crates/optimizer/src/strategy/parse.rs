//! Reading strategies.

use super::{Condition, Dimension, Name, Policy, Strategy, StrategyError, Term};
use crate::schedule::{ConcurrentStart, Independence, Objective};
use std::str::FromStr;

/// Numbers beyond are no coefficients that anybody wants.
const LARGEST: i64 = 1_000_000;
/// Nor are there more dimensions.
const DEEPEST: i64 = 100;

type Outcome<T> = Result<T, StrategyError>;

impl FromStr for Strategy {
    type Err = StrategyError;

    fn from_str(text: &str) -> Outcome<Strategy> {
        let mut reader = Reader {
            strategy: Strategy::default(),
            said: Vec::new(),
            dimension: None,
        };
        for (number, line) in text.lines().enumerate() {
            let line = Line::new(line, number + 1)?;
            if !line.tokens.is_empty() {
                reader.line(line)?;
            }
        }
        Ok(reader.strategy)
    }
}

struct Reader {
    strategy: Strategy,
    /// The settings so far, of the last dimension or of all.
    said: Vec<String>,
    /// The last dimension.
    dimension: Option<usize>,
}

impl Reader {
    fn line(&mut self, mut line: Line<'_>) -> Outcome<()> {
        let first = line.peek();
        let is_condition = line.tokens.get(1).is_some_and(|next| next.text == ".")
            || !first
                .text
                .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if is_condition {
            let condition = line.condition()?;
            let own = self.dimension().ok_or_else(|| {
                first.error("a condition belongs to a dimension: write `dimension 1` before it")
            })?;
            own.conditions.push(condition);
            return line.end();
        }
        line.next();
        match first.text {
            "dimension" => return self.start(line),
            "preset" => {
                if !self.said.is_empty() || self.dimension.is_some() {
                    return Err(first.error("`preset` comes first"));
                }
                let name = line.next();
                let found = Strategy::preset(name.text);
                self.strategy = found
                    .ok_or_else(|| name.expected("`default`, `pluto`, `feautrier` or `isl`"))?;
            }
            "fuse" if self.dimension.is_some() => {
                let mut groups = Vec::new();
                while line.peek().text == "{" {
                    groups.push(line.group()?);
                }
                if groups.is_empty() {
                    return Err(line.peek().expected("`{`"));
                }
                if let Some(own) = self.dimension() {
                    own.groups = Some(groups);
                }
            }
            "objective" => {
                let word = line.next();
                let objective = match word.text {
                    "distance" => Objective::Distance,
                    "carry" => Objective::Carry,
                    _ => return Err(word.expected("`distance` or `carry`")),
                };
                match self.dimension() {
                    Some(own) => own.objective = Some(objective),
                    None => self.strategy.objective = objective,
                }
            }
            "fuse" | "independent" | "coefficients" | "reversal" | "temporaries" | "split"
            | "inputs" | "diamonds" => {
                if self.dimension.is_some() {
                    let message = format!("`{}` comes before the first dimension", first.text);
                    return Err(first.error(&message));
                }
                self.setting(first.text, &mut line)?;
            }
            _ => return Err(first.expected("a setting, `dimension` or a condition")),
        }
        if self.said.iter().any(|one| one == first.text) {
            return Err(first.error(&format!("`{}` is said twice", first.text)));
        }
        self.said.push(first.text.to_string());
        line.end()
    }

    fn dimension(&mut self) -> Option<&mut Dimension> {
        self.strategy.dimensions.get_mut(self.dimension?)
    }

    /// What follows `dimension`.
    fn start(&mut self, mut line: Line<'_>) -> Outcome<()> {
        let at = line.peek();
        let number = line.number()?;
        if !(1..=DEEPEST).contains(&number) {
            return Err(at.error(&format!("dimensions are counted from 1 to {DEEPEST}")));
        }
        let index = number as usize - 1;
        if self.dimension.is_some_and(|last| last >= index) {
            return Err(at.error("dimensions come in ascending order"));
        }
        let all = &mut self.strategy.dimensions;
        all.resize(index + 1, Dimension::default());
        self.dimension = Some(index);
        self.said.clear();
        line.end()
    }

    fn setting(&mut self, name: &str, line: &mut Line<'_>) -> Outcome<()> {
        let strategy = &mut self.strategy;
        let flag = match name {
            "fuse" => {
                let word = line.next();
                strategy.fusion = match word.text {
                    "max" => Policy::Max,
                    "smart" => Policy::Smart,
                    "none" => Policy::None,
                    _ => return Err(word.expected("`max`, `smart` or `none`")),
                };
                return Ok(());
            }
            "independent" => {
                let word = line.next();
                strategy.independence = match word.text {
                    "all" => Independence::All,
                    "needed" => Independence::Needed,
                    _ => return Err(word.expected("`all` or `needed`")),
                };
                return Ok(());
            }
            "diamonds" => {
                let word = line.next();
                strategy.diamonds = match word.text {
                    "no" => ConcurrentStart::No,
                    "partial" => ConcurrentStart::Partial,
                    "full" => ConcurrentStart::Full,
                    _ => return Err(word.expected("`no`, `partial` or `full`")),
                };
                return Ok(());
            }
            "coefficients" => {
                let sign = line.next();
                if sign.text != "<=" {
                    return Err(sign.expected("`<=`"));
                }
                let at = line.peek();
                strategy.largest = line.number()?;
                return match strategy.largest {
                    1.. => Ok(()),
                    _ => Err(at.error("there are no loops without coefficients")),
                };
            }
            "reversal" => &mut strategy.reversal,
            "temporaries" => &mut strategy.temporaries,
            "split" => &mut strategy.split,
            _ => &mut strategy.inputs,
        };
        let word = line.next();
        *flag = match word.text {
            "yes" => true,
            "no" => false,
            _ => return Err(word.expected("`yes` or `no`")),
        };
        Ok(())
    }
}

/// A word, a number or a sign, and where it is; empty at the end of a line.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    line: usize,
    column: usize,
}

impl Token<'_> {
    fn error(&self, message: &str) -> StrategyError {
        StrategyError {
            line: self.line,
            column: self.column,
            message: message.to_string(),
        }
    }

    fn expected(&self, what: &str) -> StrategyError {
        match self.text {
            "" => self.error(&format!("expected {what}, found the end of the line")),
            text => self.error(&format!("expected {what}, found `{text}`")),
        }
    }

    fn name(&self) -> Name {
        Name {
            text: self.text.to_string(),
            line: self.line,
            column: self.column,
        }
    }

    fn is_name(&self) -> bool {
        self.text
            .starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
    }
}

struct Line<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    end: Token<'a>,
}

impl<'a> Line<'a> {
    fn new(text: &'a str, line: usize) -> Outcome<Line<'a>> {
        let text = text.split('#').next().unwrap_or_default();
        let mut tokens = Vec::new();
        let mut rest = text;
        let column = |rest: &str| text[..text.len() - rest.len()].chars().count() + 1;
        loop {
            rest = rest.trim_start();
            let Some(first) = rest.chars().next() else {
                break;
            };
            let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let length = match first {
                c if c.is_ascii_digit() => rest.find(|c: char| !c.is_ascii_digit()),
                c if is_word(c) => rest.find(|c: char| !is_word(c)),
                '<' | '>' if rest[1..].starts_with('=') => Some(2),
                '{' | '}' | ',' | '.' | '+' | '-' | '*' | '=' => Some(1),
                other => {
                    let at = Token {
                        text: "",
                        line,
                        column: column(rest),
                    };
                    return Err(at.error(&format!("`{other}` means nothing here")));
                }
            };
            let (token, after) = rest.split_at(length.unwrap_or(rest.len()));
            tokens.push(Token {
                text: token,
                line,
                column: column(rest),
            });
            rest = after;
        }
        Ok(Line {
            tokens,
            next: 0,
            end: Token {
                text: "",
                line,
                column: text.trim_end().chars().count() + 1,
            },
        })
    }

    fn peek(&self) -> Token<'a> {
        self.tokens.get(self.next).copied().unwrap_or(self.end)
    }

    fn next(&mut self) -> Token<'a> {
        let token = self.peek();
        self.next += 1;
        token
    }

    /// Whether the next token is this one, which is then read.
    fn reads(&mut self, text: &str) -> bool {
        let reads = self.peek().text == text;
        self.next += usize::from(reads);
        reads
    }

    fn end(&self) -> Outcome<()> {
        match self.peek().text {
            "" => Ok(()),
            _ => Err(self.peek().expected("the end of the line")),
        }
    }

    fn number(&mut self) -> Outcome<i64> {
        let token = self.next();
        if !token.text.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(token.expected("a number"));
        }
        let number = token.text.parse().ok();
        number
            .filter(|number| *number <= LARGEST)
            .ok_or_else(|| token.error(&format!("`{}` is too large", token.text)))
    }

    fn word(&mut self, what: &str) -> Outcome<Name> {
        let token = self.next();
        match token.is_name() {
            true => Ok(token.name()),
            false => Err(token.expected(what)),
        }
    }

    /// `{S, T}`
    fn group(&mut self) -> Outcome<Vec<Name>> {
        self.next();
        let mut names = vec![self.word("a statement")?];
        while !self.reads("}") {
            if !self.reads(",") {
                return Err(self.peek().expected("`,` or `}`"));
            }
            names.push(self.word("a statement")?);
        }
        Ok(names)
    }

    fn condition(&mut self) -> Outcome<Condition> {
        let (mut terms, mut constant) = self.sum()?;
        let relation = self.next();
        if !matches!(relation.text, ">=" | "<=" | "=") {
            return Err(relation.expected("`>=`, `<=` or `=`"));
        }
        let (right, other) = self.sum()?;
        terms.extend(right.into_iter().map(|term| Term {
            factor: -term.factor,
            ..term
        }));
        constant -= other;
        if relation.text == "<=" {
            terms.iter_mut().for_each(|term| term.factor = -term.factor);
            constant = -constant;
        }
        Ok(Condition {
            terms,
            constant,
            equality: relation.text == "=",
        })
    }

    fn sum(&mut self) -> Outcome<(Vec<Term>, i64)> {
        let (mut terms, mut constant) = (Vec::new(), 0);
        let mut sign = if self.reads("-") { -1 } else { 1 };
        loop {
            let is_number = self.peek().text.starts_with(|c: char| c.is_ascii_digit());
            let factor = match is_number {
                true => sign * self.number()?,
                false => sign,
            };
            let is_constant = is_number && !self.reads("*") && !self.peek().is_name();
            if is_constant {
                constant += factor;
            } else {
                let statement = self.word("a statement")?;
                let dot = self.next();
                if dot.text != "." {
                    return Err(dot.expected("`.`"));
                }
                let of = self.next();
                if !of.is_name() && of.text != "1" {
                    return Err(of.expected("an iterator, a parameter or `1`"));
                }
                terms.push(Term {
                    factor,
                    statement,
                    of: of.name(),
                });
            }
            sign = match self.peek().text {
                "+" => 1,
                "-" => -1,
                _ => return Ok((terms, constant)),
            };
            self.next();
        }
    }
}
