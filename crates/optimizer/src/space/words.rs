//! Interleavings in words.
//!
//! ```text
//! {R, S} then T              R and S share their loops, T comes after them
//! {R then S} then T          R and S share the outermost loop, and are apart inside it
//! {{R, S} then T}            all share the outermost loop, and R and S those inside it as well
//! ```
//!
//! Braces are a loop. Inside are names with commas between them, which share all loops that are
//! spoken of, or parts with `then` between them: names and braces, the loops of the next level. A name alone has its loops for
//! itself.

use super::{Interleaving, Order};

/// See [`Interleaving::words`].
pub(super) fn words<T: AsRef<str>>(interleaving: &Interleaving, names: &[T]) -> String {
    let all: Vec<usize> = (0..interleaving.outermost().len()).collect();
    sequence(interleaving, &all, names)
}

fn sequence<T: AsRef<str>>(interleaving: &Interleaving, elements: &[usize], names: &[T]) -> String {
    let classes = interleaving.classes().into_iter();
    let classes = classes.map(|(class, below)| {
        let own: Vec<usize> = class.iter().map(|&i| elements[i]).collect();
        if let [only] = own[..] {
            return names[only].as_ref().to_string();
        }
        match below {
            Some(below) if below.levels().iter().any(|level| level.n_classes() > 1) => {
                format!("{{{}}}", sequence(&below, &own, names))
            }
            _ => {
                let names: Vec<&str> = own.iter().map(|&one| names[one].as_ref()).collect();
                format!("{{{}}}", names.join(", "))
            }
        }
    });
    classes.collect::<Vec<String>>().join(" then ")
}

/// See [`Interleaving::parse`].
pub(super) fn parse<T: AsRef<str>>(
    text: &str,
    names: &[T],
    levels: usize,
) -> Result<Interleaving, String> {
    let mut reader = Reader {
        tokens: tokens(text)?,
        next: 0,
        names,
        ranks: vec![vec![None; names.len()]; levels.max(1)],
    };
    reader.sequence(0)?;
    if let Some(token) = reader.peek() {
        return Err(format!("expected `then`, found `{token}`"));
    }
    let mut orders = Vec::with_capacity(levels);
    for level in &reader.ranks {
        let missing = level.iter().position(Option::is_none);
        if let Some(name) = missing.and_then(|one| names.get(one)) {
            return Err(format!("`{}` is missing", name.as_ref()));
        }
        let ranks = level.iter().flatten().map(|rank| *rank as i64);
        orders.push(Order::from_values(&ranks.collect::<Vec<i64>>()));
    }
    Interleaving::new(orders).ok_or_else(|| "nothing is said of any statement".into())
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in text.chars().chain([' ']) {
        let is_part = c.is_alphanumeric() || c == '_' || c == '.';
        if is_part {
            word.push(c);
            continue;
        }
        if !word.is_empty() {
            tokens.push(std::mem::take(&mut word));
        }
        match c {
            '{' | '}' | ',' => tokens.push(c.into()),
            c if c.is_whitespace() => {}
            c => return Err(format!("unexpected character `{c}`")),
        }
    }
    Ok(tokens)
}

struct Reader<'a, T> {
    tokens: Vec<String>,
    next: usize,
    names: &'a [T],
    /// By level and statement; any numbers in the right order.
    ranks: Vec<Vec<Option<usize>>>,
}

impl<T: AsRef<str>> Reader<'_, T> {
    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.next).map(String::as_str)
    }

    fn accept(&mut self, token: &str) -> bool {
        let is_next = self.peek() == Some(token);
        self.next += usize::from(is_next);
        is_next
    }

    /// Parts with `then` between them, the classes of a level; the statements in them.
    fn sequence(&mut self, level: usize) -> Result<Vec<usize>, String> {
        let mut all = self.class(level)?;
        while self.accept("then") {
            all.extend(self.class(level)?);
        }
        Ok(all)
    }

    /// A name, or what is in braces: a class of a level.
    fn class(&mut self, level: usize) -> Result<Vec<usize>, String> {
        let rank = self.next;
        if !self.accept("{") {
            let one = self.name()?;
            self.ranks[level..]
                .iter_mut()
                .for_each(|ranks| ranks[one] = Some(rank));
            return Ok(vec![one]);
        }
        let is_list = self.tokens.get(self.next + 1).map(String::as_str) == Some(",");
        let deepest = level + 1 == self.ranks.len();
        let own = if is_list {
            let mut own = Vec::new();
            loop {
                let one = self.name()?;
                self.ranks[level..]
                    .iter_mut()
                    .for_each(|ranks| ranks[one] = Some(rank));
                own.push(one);
                if !self.accept(",") {
                    break own;
                }
            }
        } else if deepest {
            let one = self.class(level)?;
            if self.peek() == Some("then") {
                let depth = level + 2;
                let message = "inside these braces divides the loops of level";
                return Err(format!(
                    "`then` {message} {depth}, but there are only {}",
                    depth - 1
                ));
            }
            one
        } else {
            self.sequence(level + 1)?
        };
        if !self.accept("}") {
            let found = self
                .peek()
                .map_or("the end".into(), |token| format!("`{token}`"));
            return Err(format!("expected `}}`, found {found}"));
        }
        own.iter()
            .for_each(|&one| self.ranks[level][one] = Some(rank));
        Ok(own)
    }

    fn name(&mut self) -> Result<usize, String> {
        let Some(token) = self.tokens.get(self.next) else {
            return Err("expected a statement, found the end".into());
        };
        let mut names = self.names.iter();
        let Some(one) = names.position(|name| name.as_ref() == token) else {
            return Err(match token.as_str() {
                "{" | "}" | "," | "then" => format!("expected a statement, found `{token}`"),
                _ => format!("there is no statement `{token}`"),
            });
        };
        if self.ranks.iter().any(|level| level[one].is_some()) {
            return Err(format!("`{token}` occurs twice"));
        }
        self.next += 1;
        Ok(one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["R", "S", "T", "S3.x"];

    fn interleaving(levels: &[[i64; 4]]) -> Interleaving {
        Interleaving::new(levels.iter().map(|row| Order::from_values(row)).collect()).unwrap()
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        let cases: [(&[[i64; 4]], &str); 8] = [
            (&[[0, 0, 0, 0]], "{R, S, T, S3.x}"),
            (&[[3, 2, 1, 0]], "S3.x then T then S then R"),
            (&[[1, 0, 1, 0]], "{S, S3.x} then {R, T}"),
            (&[[0, 0, 1, 1], [0, 0, 1, 2]], "{R, S} then {T then S3.x}"),
            (&[[0, 0, 0, 0], [0, 0, 1, 2]], "{{R, S} then T then S3.x}"),
            (&[[0, 0, 0, 0], [0, 0, 0, 0]], "{R, S, T, S3.x}"),
            (
                &[[0, 0, 0, 1], [0, 0, 0, 1], [0, 1, 1, 2]],
                "{{R then {S, T}}} then S3.x",
            ),
            (
                &[[0, 0, 0, 0], [1, 1, 0, 0], [3, 2, 0, 1]],
                "{{T then S3.x} then {S then R}}",
            ),
        ];
        for (levels, text) in cases {
            let own = interleaving(levels);
            assert_eq!(own.words(&NAMES), text);
            assert_eq!(Interleaving::parse(text, &NAMES, levels.len()), Ok(own));
        }
    }

    #[test]
    fn all_interleavings_have_words_of_their_own() {
        let mut seen = std::collections::BTreeSet::new();
        let values = |code: usize| [code % 3, code / 3 % 3, code / 9 % 3].map(|v| v as i64);
        for (a, b) in (0..27).flat_map(|a| (0..27).map(move |b| (a, b))) {
            let levels = [a, b].map(|code| Order::from_values(&values(code)));
            if let Some(own) = Interleaving::new(levels.to_vec()) {
                let text = own.words(&NAMES[..3]);
                assert_eq!(
                    Interleaving::parse(&text, &NAMES[..3], 2).as_ref(),
                    Ok(&own)
                );
                seen.insert((own, text));
            }
        }
        assert_eq!(crate::space::interleavings(3, 2), seen.len() as i64);
    }

    #[test]
    fn what_is_wrong_is_said() {
        let cases = [
            ("", "expected a statement, found the end"),
            ("R then", "expected a statement, found the end"),
            ("R, S, T, S3.x", "expected `then`, found `,`"),
            ("{R, S then T, S3.x}", "expected `}`, found `then`"),
            ("{R, S", "expected `}`, found the end"),
            ("R then R", "`R` occurs twice"),
            ("{R, R}", "`R` occurs twice"),
            ("R then S then T", "`S3.x` is missing"),
            ("R then Q", "there is no statement `Q`"),
            ("R & S", "unexpected character `&`"),
            (
                "{R then S} then T then S3.x",
                "`then` inside these braces divides the loops of level 2, but there are only 1",
            ),
            ("{} then R", "expected a statement, found `}`"),
        ];
        for (text, error) in cases {
            let found = Interleaving::parse(text, &NAMES, 1);
            assert_eq!(found, Err(error.to_string()), "{text}");
        }
    }
}
