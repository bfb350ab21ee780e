//! Functions and macros for the smaller or the larger of two numbers, told by what they do.

use crate::Unit;
use crate::syntax::Type;
use crate::token::Token;

/// One of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// `a < b ? a : b`
    Smaller,
    /// `a > b ? a : b`
    Larger,
}

impl Unit {
    /// Which of its two arguments a function or macro chooses, if its definition is at hand and
    /// says so: `a < b ? a : b`, or the same with `if`.
    ///
    /// ```
    /// use frontend::extreme::Extreme;
    /// use frontend::{Options, read};
    ///
    /// let text = "static int min(int a, int b) { return b < a ? b : a; }
    /// #define MAX(a, b) (((a) > (b)) ? (a) : (b))
    /// static int imax(int a, int b) { return a - b; }
    /// #pragma scop
    /// #pragma endscop
    /// ";
    /// let unit = read(text, &Options::default()).unwrap();
    /// assert_eq!(unit.extreme("min"), Some(Extreme::Smaller));
    /// assert_eq!(unit.extreme("MAX"), Some(Extreme::Larger));
    /// assert_eq!(unit.extreme("imax"), None);
    /// ```
    pub fn extreme(&self, name: &str) -> Option<Extreme> {
        if let Some(found) = self.macros.iter().find(|one| &*one.name == name) {
            let [a, b] = &found.parameters.as_ref()?[..] else {
                return None;
            };
            return chosen(a, b, &found.body);
        }
        let function = self.declarations.function(name)?;
        if !self.is_believed(function) {
            return None;
        }
        let [a, b] = &function.parameters[..] else {
            return None;
        };
        // Not all integers are among the numbers of type `float`.
        let is_exact = |ty: &Type| match self.declarations.resolve(ty) {
            Type::Base(base) => &*base.name != "float",
            _ => false,
        };
        if ![&a.ty, &b.ty, &function.result].into_iter().all(is_exact) {
            return None;
        }
        let body = self.tokens.get(function.body?.range())?;
        chosen(&a.name, &b.name, body)
    }

    /// Whether the program says what a function does.
    pub(crate) fn defines(&self, name: &str) -> bool {
        let function = self.declarations.function(name);
        function.is_some_and(|function| function.body.is_some())
    }
}

fn chosen(a: &str, b: &str, body: &[Token]) -> Option<Extreme> {
    // Parentheses and braces do not matter in anything this short, nor does `else` after `return`.
    let words = body.iter().map(|token| &*token.text);
    let words: Vec<&str> = words
        .filter(|word| !["(", ")", "{", "}", "else"].contains(word))
        .collect();
    let (left, order, right, yes, no) = match words[..] {
        [left, order, right, "?", yes, ":", no]
        | ["return", left, order, right, "?", yes, ":", no, ";"]
        | [
            "if",
            left,
            order,
            right,
            "return",
            yes,
            ";",
            "return",
            no,
            ";",
        ] => (left, order, right, yes, no),
        _ => return None,
    };
    let is_pair = |one: &str, other: &str| (one, other) == (a, b) || (one, other) == (b, a);
    if a == b || !is_pair(left, right) || !is_pair(yes, no) {
        return None;
    }
    match (order, yes == left) {
        ("<" | "<=", true) | (">" | ">=", false) => Some(Extreme::Smaller),
        ("<" | "<=", false) | (">" | ">=", true) => Some(Extreme::Larger),
        _ => None,
    }
}
