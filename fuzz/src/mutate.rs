//! Turns texts into other texts: at the level of bytes, of tokens, and of whole texts.

use crate::random::Random;
use crate::seeds::{NESTS, NUMBERS, TEXTS, TOKENS};

/// No text grows longer than this.
const LONGEST: usize = 20_000;

/// A text of the corpus with some mutations; now and then with none.
pub fn text(random: &mut Random) -> String {
    let text = *random.pick(TEXTS);
    some(text, LONGEST, random)
}

/// The text with some mutations; now and then with none.
pub fn some(text: &str, longest: usize, random: &mut Random) -> String {
    let mut text = text.to_string();
    let times = [0, 1, 1, 1, 2, 2, 3, 5, 12][random.below(9)];
    for _ in 0..times {
        text = mutate(&text, random);
    }
    if text.len() > longest {
        let end = (0..=longest).rev().find(|&end| text.is_char_boundary(end));
        text.truncate(end.unwrap_or(0));
    }
    text
}

fn mutate(text: &str, random: &mut Random) -> String {
    match random.below(16) {
        0..=1 => bytes(text, random),
        2..=4 => replace_token(text, random),
        5..=6 => insert_token(text, random),
        7 => delete_tokens(text, random),
        8 => swap_tokens(text, random),
        9 => repeat_tokens(text, random),
        10..=11 => splice(text, random),
        12 => nest(text, random),
        13..=14 => number(text, random),
        _ => truncate(text, random),
    }
}

/// Words, numbers, runs of spaces, and single characters otherwise.
fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| match c {
        c if c.is_ascii_digit() => 0,
        c if c.is_alphanumeric() || c == '_' || c == '\'' => 1,
        c if c.is_whitespace() => 2,
        '<' | '>' | '=' | '!' => 3,
        _ => 4,
    };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut previous = None;
    for (at, c) in text.char_indices() {
        if previous.is_some_and(|p| p != class(c) || p == 4) {
            tokens.push(&text[start..at]);
            start = at;
        }
        previous = Some(class(c));
    }
    if start < text.len() {
        tokens.push(&text[start..]);
    }
    tokens
}

fn bytes(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.below(bytes.len());
    match random.below(4) {
        0 if !bytes.is_empty() => bytes[at] ^= 1 << random.below(8),
        1 if !bytes.is_empty() => bytes[at] = random.bits() as u8,
        2 if !bytes.is_empty() => {
            bytes.remove(at);
        }
        _ => bytes.insert(at, random.bits() as u8),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn any_token(random: &mut Random) -> &'static str {
    if random.once_in(5) {
        *random.pick(NUMBERS)
    } else {
        *random.pick(TOKENS)
    }
}

fn replace_token(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    if !tokens.is_empty() {
        let at = random.below(tokens.len());
        tokens[at] = if random.once_in(3) {
            tokens[random.below(tokens.len())]
        } else {
            any_token(random)
        };
    }
    tokens.concat()
}

fn insert_token(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    tokens.insert(random.below(tokens.len() + 1), any_token(random));
    tokens.concat()
}

fn delete_tokens(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    let at = random.below(tokens.len());
    let end = (at + 1 + random.below(3)).min(tokens.len());
    tokens.drain(at.min(end)..end);
    tokens.concat()
}

fn swap_tokens(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    if !tokens.is_empty() {
        let (a, b) = (random.below(tokens.len()), random.below(tokens.len()));
        tokens.swap(a, b);
    }
    tokens.concat()
}

fn repeat_tokens(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let at = random.below(tokens.len());
    let end = (at + 1 + random.below(8)).min(tokens.len());
    let times = *random.pick(&[2, 2, 3, 10, 100]);
    let part = tokens[at.min(end)..end].concat().repeat(times);
    tokens[..at].concat() + &part + &tokens[end..].concat()
}

fn splice(text: &str, random: &mut Random) -> String {
    let (ours, theirs) = (tokens(text), tokens(*random.pick(TEXTS)));
    let head = &ours[..random.below(ours.len() + 1)];
    let tail = &theirs[random.below(theirs.len() + 1)..];
    match random.below(3) {
        0 => head.concat() + &tail.concat(),
        1 => {
            head.concat()
                + &tail[..random.below(tail.len() + 1)].concat()
                + &ours[head.len()..].concat()
        }
        _ => {
            // The disjuncts of both.
            let inner = theirs.concat().replace(['{', '}'], " ");
            text.replacen('}', &format!("; {inner} }}"), 1)
        }
    }
}

fn nest(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let at = random.below(tokens.len());
    let end = (at + 1 + random.below(5)).min(tokens.len());
    let depth = *random.pick(&[1, 2, 3, 5, 20, 60, 200, 1500]);
    let mut middle = tokens[at.min(end)..end].concat();
    let (open, close) = *random.pick(NESTS);
    if random.once_in(2) {
        middle = open.repeat(depth) + &middle + &close.repeat(depth);
    } else {
        for _ in 0..depth.min(60) {
            let (open, close) = random.pick(NESTS);
            middle = format!("{open}{middle}{close}");
        }
    }
    tokens[..at].concat() + &middle + &tokens[end..].concat()
}

fn number(text: &str, random: &mut Random) -> String {
    let mut tokens = tokens(text);
    let is_number = |token: &&str| token.starts_with(|c: char| c.is_ascii_digit());
    let numbers: Vec<usize> = (0..tokens.len())
        .filter(|&i| is_number(&tokens[i]))
        .collect();
    let long: String;
    let new = if random.once_in(12) {
        let digits = *random.pick(&[40, 400, 4000]);
        long = (0..digits)
            .map(|_| char::from(b'0' + random.below(10) as u8))
            .collect();
        &long
    } else {
        *random.pick(NUMBERS)
    };
    match numbers.is_empty() {
        true => tokens.insert(random.below(tokens.len() + 1), new),
        false => tokens[*random.pick(&numbers)] = new,
    }
    tokens.concat()
}

fn truncate(text: &str, random: &mut Random) -> String {
    let tokens = tokens(text);
    let at = random.below(tokens.len() + 1);
    if random.once_in(3) {
        tokens[at..].concat()
    } else {
        tokens[..at].concat()
    }
}
