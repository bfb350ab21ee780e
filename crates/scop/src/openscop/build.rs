//! From matrices to sets and relations.
//!
//! All columns become dimensions of one anonymous set first; names come in afterwards, so that
//! no name can be mistaken for notation.

use super::relation::{Matrix, Row};
use presburger::{Aff, Dim, Error, Map, MultiAff, Name, Result, Set, Space, Tuple, Value};
use std::fmt::Write;

/// The set that a union of matrices without input dimensions describes.
pub(super) fn set(matrices: &[Matrix], tuple: &Tuple, parameters: &[Name]) -> Result<Set> {
    let space = Space::set(parameters.to_vec(), tuple.clone());
    let mut set = Set::empty(space)?;
    for matrix in matrices {
        check(matrix, tuple.len(), 0, parameters.len())?;
        let part = points(matrix, parameters)?.unbind_params(&bound(tuple))?;
        set = set.union(&in_space_of(&part, tuple)?)?;
    }
    for (i, name) in named_dims(tuple) {
        set = set.set_dim_name(Dim::Set(i), &name)?;
    }
    Ok(set)
}

fn named_dims(tuple: &Tuple) -> impl Iterator<Item = (usize, Name)> {
    let names = tuple.dim_names().into_iter().enumerate();
    names.filter_map(|(i, name)| Some((i, name?)))
}

/// The condition on parameters that a union of matrices describes.
pub(super) fn context(matrices: &[Matrix], parameters: &[Name]) -> Result<Set> {
    let mut set = Set::empty(Space::params_only(parameters.to_vec()))?;
    for matrix in matrices {
        check(matrix, 0, 0, parameters.len())?;
        set = set.union(&points(matrix, parameters)?)?;
    }
    Ok(set)
}

/// The relation that a union of matrices describes.
pub(super) fn map(
    matrices: &[Matrix],
    domain: &Tuple,
    range: &Tuple,
    parameters: &[Name],
) -> Result<Map> {
    let space = Space::map(parameters.to_vec(), domain.clone(), range.clone());
    let mut map = Map::empty(space)?;
    let pair = Tuple::pair(domain.clone(), range.clone());
    for matrix in matrices {
        check(matrix, range.len(), domain.len(), parameters.len())?;
        // In relations the inputs come first.
        let matrix = inputs_first(matrix);
        let set = points(&matrix, parameters)?.unbind_params(&bound(&pair))?;
        map = map.union(&in_space_of(&set, &pair)?.unwrap()?)?;
    }
    for (i, name) in named_dims(domain) {
        map = map.set_dim_name(Dim::In(i), &name)?;
    }
    Ok(map)
}

/// Names for dimensions while they are parameters: no C identifier looks like this.
fn internal(i: usize) -> Name {
    format!("'{i}").into()
}

fn internal_names(n: usize) -> Vec<Option<Name>> {
    (0..n).map(|i| Some(internal(i))).collect()
}

/// An anonymous tuple of the size of `tuple`, with internal names.
fn bound(tuple: &Tuple) -> Tuple {
    Tuple::from_dims(None, internal_names(tuple.len()))
}

/// The points of a matrix as a condition on parameters: the outputs and inputs by internal names,
/// and the parameters.
fn points(matrix: &Matrix, parameters: &[Name]) -> Result<Set> {
    let n = matrix.shape.outputs + matrix.shape.inputs;
    let set: Set = text(matrix).parse()?;
    let mut names = internal_names(n);
    names.extend(parameters.iter().cloned().map(Some));
    set.bind(&Tuple::from_dims(None, names))
}

/// The set with its dimensions in another tuple of the same size.
fn in_space_of(set: &Set, tuple: &Tuple) -> Result<Set> {
    let space = Space::set(set.space().params().to_vec(), tuple.clone());
    let dims = (0..tuple.len()).map(|i| Aff::var_on_domain(&space, Dim::Set(i)));
    let dims = dims.collect::<Result<Vec<Aff>>>()?;
    let function = MultiAff::from_aff_list(&space, Tuple::anonymous(tuple.len()), &dims)?;
    set.preimage_multi_aff(&function)
}

/// `{ [x0, x1, x2] : exists (l0 : x0 - x2 >= 0) }`
fn text(matrix: &Matrix) -> String {
    let shape = &matrix.shape;
    let dims = shape.outputs + shape.inputs;
    let variables: Vec<String> = (0..dims)
        .map(|i| format!("x{i}"))
        .chain((0..shape.locals).map(|i| format!("l{i}")))
        .chain((0..shape.parameters).map(|i| format!("p{i}")))
        .collect();
    let (locals, visible): (Vec<&str>, Vec<&str>) = variables
        .iter()
        .map(|v| &v[..])
        .partition(|v| v.starts_with('l'));
    let rows: Vec<String> = matrix
        .rows
        .iter()
        .map(|row| row_text(row, &variables))
        .collect();
    let mut condition = rows.join(" and ");
    if condition.is_empty() {
        condition.push_str("true");
    }
    if !locals.is_empty() {
        condition = format!("exists ({} : {condition})", locals.join(", "));
    }
    format!("{{ [{}] : {condition} }}", visible.join(", "))
}

fn row_text(row: &Row, variables: &[String]) -> String {
    let mut text = String::new();
    for (number, variable) in row.numbers.iter().zip(variables) {
        if !number.is_zero() {
            write!(text, "{number}{variable} + ").expect("writing to a string does not fail");
        }
    }
    let constant = row.numbers.last().cloned().unwrap_or_else(Value::zero);
    let operator = if row.is_equality { "=" } else { ">=" };
    format!("{text}{constant} {operator} 0")
}

fn inputs_first(matrix: &Matrix) -> Matrix {
    let (outputs, inputs) = (matrix.shape.outputs, matrix.shape.inputs);
    let mut matrix = matrix.clone();
    for row in &mut matrix.rows {
        row.numbers[..outputs + inputs].rotate_left(outputs);
    }
    matrix
}

fn check(matrix: &Matrix, outputs: usize, inputs: usize, parameters: usize) -> Result<()> {
    let shape = &matrix.shape;
    let found = [shape.outputs, shape.inputs, shape.parameters];
    let expected = [outputs, inputs, parameters];
    for ((what, found), expected) in ["output dimensions", "input dimensions", "parameters"]
        .into_iter()
        .zip(found)
        .zip(expected)
    {
        if found != expected {
            return Err(Error::Invalid(format!("{found} {what}, not {expected}")));
        }
    }
    Ok(())
}
