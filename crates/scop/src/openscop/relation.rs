//! Unions of integer matrices.

use super::cursor::Cursor;
use presburger::{Result, Value};
use std::fmt;

/// More columns would be a bug or an attack: sets of a thousand dimensions take forever.
const MAX_COLUMNS: usize = 256;

/// The numbers of the columns of a matrix, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) outputs: usize,
    pub(super) inputs: usize,
    pub(super) locals: usize,
    pub(super) parameters: usize,
}

impl Shape {
    /// With the column for equality or inequality and that for the constant.
    pub(super) fn columns(&self) -> usize {
        2 + self.outputs + self.inputs + self.locals + self.parameters
    }
}

/// A constraint: `row = 0` or `row >= 0`.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) is_equality: bool,
    /// Outputs, inputs, locals, parameters, constant.
    pub(super) numbers: Vec<Value>,
}

/// One matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    pub(super) shape: Shape,
    pub(super) rows: Vec<Row>,
}

/// Reads a union: the number of matrices, if there is more than one, and the matrices.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Vec<Matrix>> {
    let words = cursor.words_of_line();
    let place = words.first().map_or(cursor.place(), |(at, _)| *at);
    match &words[..] {
        [(at, word)] => {
            let Ok(count) = word.parse::<u32>() else {
                return Err(cursor.error_at(*at, "expected the size of a matrix"));
            };
            (0..count)
                .map(|_| {
                    let words = cursor.words_of_line();
                    read_matrix(cursor, &words)
                })
                .collect()
        }
        [] => Err(cursor.error_at(place, "expected the size of a matrix")),
        words => Ok(vec![read_matrix(cursor, words)?]),
    }
}

fn read_matrix(cursor: &mut Cursor<'_>, words: &[(usize, &str)]) -> Result<Matrix> {
    let place = words.first().map_or(cursor.place(), |(at, _)| *at);
    let mut numbers = Vec::with_capacity(6);
    for (at, word) in words {
        match word.parse::<u16>() {
            Ok(number) => numbers.push(usize::from(number)),
            Err(_) => return Err(cursor.error_at(*at, "expected a size below 65536")),
        }
    }
    let [rows, columns, outputs, inputs, locals, parameters] = numbers[..] else {
        let message =
            "expected six numbers: rows, columns, output, input and local dimensions, parameters";
        return Err(cursor.error_at(place, message));
    };
    let shape = Shape {
        outputs,
        inputs,
        locals,
        parameters,
    };
    if columns > MAX_COLUMNS {
        let message = format!("more than {MAX_COLUMNS} columns");
        return Err(cursor.error_at(place, message));
    }
    if columns != shape.columns() {
        let message = format!("expected {} columns for these dimensions", shape.columns());
        return Err(cursor.error_at(place, message));
    }
    let rows = (0..rows).map(|_| read_row(cursor, columns));
    let rows = rows.collect::<Result<_>>()?;
    Ok(Matrix { shape, rows })
}

fn read_row(cursor: &mut Cursor<'_>, columns: usize) -> Result<Row> {
    let words = cursor.words_of_line();
    let place = words.first().map_or(cursor.place(), |(at, _)| *at);
    if words.len() != columns {
        let message = format!("expected a row of {columns} numbers");
        return Err(cursor.error_at(place, message));
    }
    let mut numbers = Vec::with_capacity(columns);
    for (at, word) in words {
        let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
        let is_number = !digits.is_empty()
            && digits.len() < 10_000
            && digits.bytes().all(|b| b.is_ascii_digit());
        match word.trim_start_matches('+').parse::<Value>() {
            Ok(number) if is_number => numbers.push(number),
            _ => return Err(cursor.error_at(at, "expected an integer")),
        }
    }
    let kind = numbers.remove(0);
    let is_equality = match kind.to_i64() {
        Some(0) => true,
        Some(1) => false,
        _ => {
            return Err(cursor.error_at(place, "expected 0 for an equality or 1 for an inequality"));
        }
    };
    Ok(Row {
        is_equality,
        numbers,
    })
}

impl fmt::Display for Matrix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape {
            outputs,
            inputs,
            locals,
            parameters,
        } = self.shape;
        let columns = self.shape.columns();
        let rows = self.rows.len();
        writeln!(
            f,
            "{rows} {columns} {outputs} {inputs} {locals} {parameters}"
        )?;
        let texts: Vec<Vec<String>> = self
            .rows
            .iter()
            .map(|row| row.numbers.iter().map(|n| n.to_string()).collect())
            .collect();
        let width = texts.iter().flatten().map(String::len).max().unwrap_or(1);
        for (row, numbers) in self.rows.iter().zip(&texts) {
            write!(f, "{}", if row.is_equality { "  0 " } else { "  1 " })?;
            let groups = [outputs, inputs, locals, parameters, 1];
            let mut numbers = numbers.iter();
            for group in groups.into_iter().filter(|&group| group > 0) {
                f.write_str(" ")?;
                for number in numbers.by_ref().take(group) {
                    write!(f, " {number:>width$}")?;
                }
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// Writes a union with its name.
pub(super) fn write(out: &mut String, keyword: &str, matrices: &[Matrix]) {
    use fmt::Write;
    let mut text = format!("{keyword}\n");
    if matrices.len() != 1 {
        text.push_str(&format!("# Number of parts\n{}\n", matrices.len()));
    }
    for matrix in matrices {
        write!(text, "{matrix}").expect("writing to a string does not fail");
    }
    text.push('\n');
    out.push_str(&text);
}
