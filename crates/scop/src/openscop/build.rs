//! From matrices to sets and relations: local dimensions are dimensions like any other first, and
//! projected out when all constraints stand.

use super::relation::{Matrix, Row};
use presburger::{
    Aff, BasicSet, Constraint, Dim, Error, Map, MultiAff, Name, Result, Set, Space, Tuple, Value,
};

/// The set that a union of matrices without input dimensions describes.
pub(super) fn set(matrices: &[Matrix], tuple: &Tuple, parameters: &[Name]) -> Result<Set> {
    let space = Space::set(parameters.to_vec(), tuple.clone());
    let mut set = Set::empty(space)?;
    for matrix in matrices {
        check(matrix, tuple.len(), 0, parameters.len())?;
        set = set.union(&in_space_of(&points(matrix, parameters)?, tuple)?)?;
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
        set = set.union(&points(matrix, parameters)?.params()?)?;
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
        let set = points(&inputs_first(matrix), parameters)?;
        map = map.union(&in_space_of(&set, &pair)?.unwrap()?)?;
    }
    for (i, name) in named_dims(domain) {
        map = map.set_dim_name(Dim::In(i), &name)?;
    }
    Ok(map)
}

/// The points of a matrix in an anonymous tuple of its outputs and inputs.
fn points(matrix: &Matrix, parameters: &[Name]) -> Result<Set> {
    let visible = matrix.shape.outputs + matrix.shape.inputs;
    let all = visible + matrix.shape.locals;
    let space = Space::set(parameters.to_vec(), Tuple::anonymous(all));
    let constraint = |row: &Row| {
        let (dims, others) = row.numbers.split_at(all);
        let (factors, constant) = others.split_at(parameters.len());
        let constant = constant.first().cloned().unwrap_or_else(Value::zero);
        let aff = Aff::from_coefficients(&space, &[factors, dims].concat(), &constant)?;
        Ok(match row.is_equality {
            true => Constraint::zero(aff),
            false => Constraint::non_negative(aff),
        })
    };
    let constraints = matrix
        .rows
        .iter()
        .map(constraint)
        .collect::<Result<Vec<_>>>()?;
    let with_locals = BasicSet::from_constraints(&space, &constraints)?.to_set();
    with_locals.project_out(Dim::Set(visible), matrix.shape.locals)
}

/// The set with its dimensions in another tuple of the same size.
fn in_space_of(set: &Set, tuple: &Tuple) -> Result<Set> {
    let space = Space::set(set.space().params().to_vec(), tuple.clone());
    let dims = Aff::vars_on_domain(&space)?;
    let function = MultiAff::from_aff_list(&space, Tuple::anonymous(tuple.len()), &dims)?;
    set.preimage_multi_aff(&function)
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
