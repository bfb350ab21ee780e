//! Linear expressions as text.

use crate::number::{Coeff, is_zero_row};

/// What a coefficient multiplies.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub text: String,
    /// A name, so that `2i` needs no `*`.
    pub is_name: bool,
}

/// `row[0] + Σ row[1 + i] * atoms[i]`, positive terms first, the constant last.
pub(super) fn linear<T: Coeff>(row: &[T], atoms: &[Atom]) -> String {
    let mut text = String::new();
    let terms = || row[1..].iter().zip(atoms).filter(|(a, _)| !a.is_zero());
    for (coefficient, atom) in terms().filter(|(a, _)| a.is_pos()) {
        push_term(&mut text, coefficient, Some(atom));
    }
    // `5 - i` rather than `-i + 5`.
    let constant_first = text.is_empty() && row[0].is_pos();
    if constant_first {
        push_term(&mut text, &row[0], None);
    }
    for (coefficient, atom) in terms().filter(|(a, _)| a.is_neg()) {
        push_term(&mut text, coefficient, Some(atom));
    }
    if text.is_empty() || (!constant_first && !row[0].is_zero()) {
        push_term(&mut text, &row[0], None);
    }
    text
}

fn push_term<T: Coeff>(text: &mut String, coefficient: &T, atom: Option<&Atom>) {
    let sign = match (text.is_empty(), coefficient.is_neg()) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    };
    let size = coefficient.abs();
    text.push_str(sign);
    match atom {
        None => text.push_str(&size.to_string()),
        Some(atom) if size.is_one() => text.push_str(&atom.text),
        Some(atom) if atom.is_name => text.push_str(&format!("{size}{}", atom.text)),
        Some(atom) => text.push_str(&format!("{size}*{}", atom.text)),
    }
}

/// The same in parentheses unless it is a single name.
pub(super) fn linear_factor<T: Coeff>(row: &[T], atoms: &[Atom]) -> String {
    let text = linear(row, atoms);
    if atoms.iter().any(|atom| atom.is_name && atom.text == text) {
        text
    } else {
        format!("({text})")
    }
}

/// `floor(expression/denominator)`
pub(super) fn floor<T: Coeff>(denominator: &T, row: &[T], atoms: &[Atom]) -> Atom {
    Atom {
        text: format!("floor({}/{denominator})", linear_factor(row, atoms)),
        is_name: false,
    }
}

/// Whether an expression has no variables.
pub(super) fn is_constant<T: Coeff>(row: &[T]) -> bool {
    is_zero_row(&row[1..])
}
