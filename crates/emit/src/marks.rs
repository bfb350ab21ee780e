//! Marks in a text under construction: where statements and their filled holes begin and end.
//!
//! Lines are cut and indented after statements have been filled in, so places are not counted but
//! marked with characters that C has no use for, and found when the text is complete.

use crate::Placed;

const STATEMENT: char = '\u{1}';
const STATEMENT_END: char = '\u{2}';
const HOLE: char = '\u{3}';
const HOLE_END: char = '\u{4}';

/// Whether a text has characters that would be taken for marks.
pub(crate) fn are_in(text: &str) -> bool {
    text.contains(is_one)
}

/// Whether a character is a mark.
pub(crate) fn is_one(c: char) -> bool {
    [STATEMENT, STATEMENT_END, HOLE, HOLE_END].contains(&c)
}

pub(crate) fn statement(text: &str) -> String {
    format!("{STATEMENT}{text}{STATEMENT_END}")
}

pub(crate) fn hole(text: &str) -> String {
    format!("{HOLE}{text}{HOLE_END}")
}

/// The text without marks, and what they say of the instances in it, which come in its order.
pub(crate) fn removed(text: &str, instances: Vec<(String, Vec<String>)>) -> (String, Vec<Placed>) {
    let mut out = String::with_capacity(text.len());
    let mut placed: Vec<Placed> = Vec::with_capacity(instances.len());
    let mut instances = instances.into_iter();
    for c in text.chars() {
        let at = out.len();
        match (c, placed.last_mut()) {
            (STATEMENT, _) => {
                let (statement, arguments) = instances.next().unwrap_or_default();
                placed.push(Placed {
                    statement,
                    range: at..at,
                    arguments,
                    holes: Vec::new(),
                });
            }
            (STATEMENT_END, Some(last)) => last.range.end = at,
            (HOLE, Some(last)) => last.holes.push(at..at),
            (HOLE_END, Some(last)) => {
                if let Some(hole) = last.holes.last_mut() {
                    hole.end = at;
                }
            }
            _ => out.push(c),
        }
    }
    (out, placed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_say_where() {
        let text = format!("  {}\n", statement(&format!("a[{}] = 0;", hole("i + 1"))));
        let (text, placed) = removed(&text, vec![("S".into(), vec!["i + 1".into()])]);
        assert_eq!(text, "  a[i + 1] = 0;\n");
        let [only] = &placed[..] else {
            panic!("{placed:?}")
        };
        assert_eq!(&text[only.range.clone()], "a[i + 1] = 0;");
        assert_eq!(&text[only.holes[0].clone()], "i + 1");
    }
}
