//! Linear expressions as text, with floors and remainders in them.

use crate::number::{Coeff, is_zero_row};

/// How a text combines with a coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// `2i`
    Name,
    /// `2*floor(i/3)`
    Call,
    /// `2*(i mod 3)`
    Operation,
}

/// What a coefficient multiplies.
#[derive(Clone, Debug)]
struct Atom {
    text: String,
    kind: Kind,
}

/// A column that stands for `⌊row / denominator⌋`.
#[derive(Clone, Debug)]
struct Floor<T> {
    column: usize,
    denominator: T,
    /// Shorter than other rows: it has only columns before its own.
    row: Vec<T>,
}

/// Texts for the columns of a row. Column 0 is the constant.
#[derive(Clone, Debug)]
pub(super) struct Columns<T> {
    /// For column 1 and on.
    atoms: Vec<Atom>,
    floors: Vec<Floor<T>>,
}

impl<T: Coeff> Columns<T> {
    pub(super) fn new<'a>(names: impl IntoIterator<Item = &'a String>) -> Self {
        let mut columns = Columns {
            atoms: Vec::new(),
            floors: Vec::new(),
        };
        for name in names {
            columns.push_name(name.clone());
        }
        columns
    }

    /// Adds a column with a name.
    pub(super) fn push_name(&mut self, text: String) {
        self.atoms.push(Atom {
            text,
            kind: Kind::Name,
        });
    }

    /// Adds a column for `⌊row / denominator⌋`; the row may be longer than there are
    /// columns so far, but only with zeros.
    pub(super) fn push_floor(&mut self, denominator: &T, row: &[T]) {
        let known = 1 + self.atoms.len();
        let row = row[..known.min(row.len())].to_vec();
        let text = self.floor(denominator, &row);
        self.atoms.push(Atom {
            text,
            kind: Kind::Call,
        });
        self.floors.push(Floor {
            column: known,
            denominator: denominator.clone(),
            row,
        });
    }

    /// Number of columns without the constant.
    pub(super) fn len(&self) -> usize {
        self.atoms.len()
    }

    pub(super) fn is_name(&self, column: usize) -> bool {
        self.atoms[column - 1].kind == Kind::Name
    }

    pub(super) fn text(&self, column: usize) -> &str {
        &self.atoms[column - 1].text
    }

    /// `floor(row/denominator)`
    pub(super) fn floor(&self, denominator: &T, row: &[T]) -> String {
        format!("floor({}/{denominator})", self.factor(row))
    }

    /// The row in parentheses unless it is a single name.
    pub(super) fn factor(&self, row: &[T]) -> String {
        let text = self.linear(row);
        let is_name = self
            .atoms
            .iter()
            .any(|atom| atom.kind == Kind::Name && atom.text == text);
        if is_name { text } else { format!("({text})") }
    }

    /// The row as a sum: positive terms first, the constant last.
    pub(super) fn linear(&self, row: &[T]) -> String {
        let (row, remainders) = self.split_remainders(row);
        let columns = row[1..].iter().zip(&self.atoms);
        let terms: Vec<(&T, &Atom)> = columns
            .chain(remainders.iter().map(|(factor, atom)| (factor, atom)))
            .filter(|(coefficient, _)| !coefficient.is_zero())
            .collect();
        let mut text = String::new();
        for (coefficient, atom) in terms.iter().filter(|(a, _)| a.is_pos()) {
            push_term(&mut text, *coefficient, Some(atom));
        }
        // `5 - i` rather than `-i + 5`.
        let constant_first = text.is_empty() && row[0].is_pos();
        if constant_first {
            push_term(&mut text, &row[0], None);
        }
        for (coefficient, atom) in terms.iter().filter(|(a, _)| a.is_neg()) {
            push_term(&mut text, *coefficient, Some(atom));
        }
        if text.is_empty() || (!constant_first && !row[0].is_zero()) {
            push_term(&mut text, &row[0], None);
        }
        text
    }

    /// Takes `m * (f mod d)` out of a row that contains `m * (f - d ⌊f/d⌋)`, where that
    /// makes it shorter.
    fn split_remainders(&self, row: &[T]) -> (Vec<T>, Vec<(T, Atom)>) {
        let mut row = row.to_vec();
        let mut remainders = Vec::new();
        for floor in self.floors.iter().rev() {
            let Some(coefficient) = row.get(floor.column).filter(|a| !a.is_zero()) else {
                continue;
            };
            if !floor.denominator.divides(coefficient) {
                continue;
            }
            let factor = quotient(coefficient, &floor.denominator).neg();
            let mut rest = row.clone();
            rest[floor.column] = T::zero();
            let part = &mut rest[..floor.row.len()];
            if T::combine(part, &T::one(), &floor.row, &factor.neg()).is_err()
                || terms(&rest) + 1 >= terms(&row)
            {
                continue;
            }
            let text = format!("{} mod {}", self.factor(&floor.row), floor.denominator);
            remainders.push((
                factor,
                Atom {
                    text,
                    kind: Kind::Operation,
                },
            ));
            row = rest;
        }
        (row, remainders)
    }
}

/// `a / b` without remainder, for `b > 0`.
fn quotient<T: Coeff>(a: &T, b: &T) -> T {
    if a.is_neg() {
        a.neg().div_exact(b).neg()
    } else {
        a.div_exact(b)
    }
}

/// Number of terms with a variable.
fn terms<T: Coeff>(row: &[T]) -> usize {
    row[1..].iter().filter(|a| !a.is_zero()).count()
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
        Some(Atom { text: name, kind }) => text.push_str(&match kind {
            Kind::Name => format!("{size}{name}"),
            Kind::Call => format!("{size}*{name}"),
            Kind::Operation => format!("{size}*({name})"),
        }),
    }
}

/// Whether a row has no variables.
pub(super) fn is_constant<T: Coeff>(row: &[T]) -> bool {
    is_zero_row(&row[1..])
}
