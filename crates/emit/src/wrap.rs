//! Long lines in several.
//!
//! A line is broken at blanks behind operators, commas and semicolons, where C takes a line end for a
//! blank: never in strings, comments and directives.

use frontend::token::Token;

use crate::marks;

/// How long lines may be.
const WIDTH: usize = 100;

/// A line, which begins at this column, in parts that fit, if they can be had; `further` is how much
/// further the second part and those behind it begin.
pub(crate) fn parts(line: &str, column: usize, further: usize) -> Vec<String> {
    let whole = || vec![line.to_string()];
    let bare: String = line.chars().filter(|c| !marks::is_one(*c)).collect();
    let is_code = !bare.trim_start().starts_with('#') && !bare.contains(['\n', '\\']);
    if column + bare.len() <= WIDTH || !is_code {
        return whole();
    }
    let tokens = frontend::tokens_of(&bare).unwrap_or_default();
    // Comments behind it do not count.
    let end = tokens.last().map_or(0, |token| token.span().range().end);
    let mut rest = breaks(&bare, &tokens);
    let mut cuts = Vec::new();
    let (mut start, mut at) = (0, column);
    while end.saturating_sub(start) + at > WIDTH {
        let fits = |one: &&Break| one.at > start && one.at - start + at <= WIDTH;
        // Rather outside of parentheses than at the end of a line.
        let worth = |one: &&Break| one.at as i64 - one.cost;
        let best = rest.iter().filter(fits).max_by_key(worth);
        // Where nothing fits the first one is the best.
        let next = best.or_else(|| rest.iter().find(|one| one.at > start));
        let Some(Break { at: cut, .. }) = next else {
            break;
        };
        cuts.push(*cut);
        (start, at) = (cut + 1, column + further);
        rest.retain(|one| one.at >= start);
    }
    cut(line, &cuts)
}

/// A blank where a line can end.
#[derive(Debug)]
struct Break {
    /// Where it is, in bytes.
    at: usize,
    /// By how many characters a line may be shorter to end elsewhere.
    cost: i64,
}

fn breaks(line: &str, tokens: &[Token]) -> Vec<Break> {
    let mut breaks = Vec::new();
    let mut depth = 0;
    for pair in tokens.windows(2) {
        let [token, next] = pair else { continue };
        if token.is_punct("(") || token.is_punct("[") {
            depth += 1;
        } else if token.is_punct(")") || token.is_punct("]") {
            depth -= 1;
        }
        let at = token.span().range().end;
        let is_blank = line.get(at..next.span().range().start) == Some(" ");
        let goes_on = [
            ";", ",", "=", "+=", "-=", "*=", "/=", "&&", "||", "?", ":", "+", "-", "*", "/", "<",
            "<=", ">", ">=", "==", "!=",
        ];
        if is_blank && goes_on.iter().any(|sign| token.is_punct(sign)) {
            let is_one_of = |signs: &[&str]| signs.iter().any(|sign| token.is_punct(sign));
            // The parts of the head of a loop and of conditions stay together.
            let inside = depth - i64::from(is_one_of(&[";", "&&", "||"]));
            let cost = match () {
                _ if is_one_of(&["*", "/"]) => 16,
                _ if is_one_of(&["+", "-"]) => 6,
                _ => 0,
            };
            let cost = 16 * inside + cost;
            breaks.push(Break { at, cost });
        }
    }
    breaks
}

/// A line cut at these blanks, which are counted without marks.
fn cut(line: &str, cuts: &[usize]) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut at = 0;
    for c in line.chars() {
        let is_mark = marks::is_one(c);
        match parts.last_mut() {
            Some(_) if !is_mark && cuts.contains(&at) => parts.push(String::new()),
            Some(part) => part.push(c),
            None => {}
        }
        if !is_mark {
            at += c.len_utf8();
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_broken_behind_operators() {
        let term = "lw_max(alpha_one, beta_two) + lw_min(gamma_three, delta_four)";
        let line = format!("for (int i = {term}; i < {term}; i++)");
        let parts = parts(&line, 4, 4);
        assert_eq!(parts.len(), 2, "{parts:?}");
        assert!(parts[0].ends_with(';'), "{parts:?}");
        assert_eq!(parts.join(" "), line);
    }

    #[test]
    fn short_lines_strings_and_directives_stay() {
        for line in [
            "a[i] = b[i] + c[i];".to_string(),
            format!("f(\"{}\");", "a + b ".repeat(30)),
            format!("#pragma omp parallel for private({})", "a, ".repeat(60)),
            format!("x = 1; // {}", "a + b ".repeat(30)),
        ] {
            assert_eq!(parts(&line, 0, 4), [line]);
        }
    }
}
