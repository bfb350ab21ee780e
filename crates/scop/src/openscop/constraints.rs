//! From sets and relations to matrices.
//!
//! A row is a constraint of a conjunction whose existentials, floors among them, have become
//! dimensions of their own: the local ones. Before a matrix is handed out, it is read back and
//! compared with the set.

use super::build;
use super::relation::{Matrix, Row, Shape};
use presburger::{
    BasicSet, Constraint, Dim, Error, Map, Name, PwMultiAff, Result, Set, Space, Tuple, Value,
};

/// The matrices of a set in a space of tuples.
pub(super) fn set_matrices(set: &Set, parameters: &[Name]) -> Result<Vec<Matrix>> {
    let tuple = set_tuple(set)?;
    let matrices = matrices(set, parameters, (tuple.len(), 0))?;
    confirm(build::set(&matrices, &tuple, parameters)?.is_equal(set)?)?;
    Ok(matrices)
}

/// The matrices of a condition on parameters.
pub(super) fn context_matrices(set: &Set, parameters: &[Name]) -> Result<Vec<Matrix>> {
    let matrices = matrices(set, parameters, (0, 0))?;
    confirm(build::context(&matrices, parameters)?.is_equal(set)?)?;
    Ok(matrices)
}

/// The matrices of a relation: its range is the output.
pub(super) fn map_matrices(map: &Map, parameters: &[Name]) -> Result<Vec<Matrix>> {
    let (outputs, inputs) = (map.space().n_out(), map.space().n_in());
    let map = &map.drop_unused_params()?;
    check_parameters(map.space(), parameters)?;
    if let Some(matrix) = function_matrix(map, parameters)? {
        return Ok(vec![matrix]);
    }
    // Outputs come first in a row.
    let wrapped = map.reverse()?.wrap()?;
    let matrices = matrices(&wrapped, parameters, (outputs, inputs))?;
    let tuple_of = |tuple: Option<&Tuple>| tuple.cloned().unwrap_or(Tuple::anonymous(0));
    let (domain, range) = (
        tuple_of(map.space().domain_tuple()),
        tuple_of(map.space().tuple()),
    );
    confirm(build::map(&matrices, &domain, &range, parameters)?.is_equal(map)?)?;
    Ok(matrices)
}

/// The matrix of an affine function without floors on the whole space: the row of an output
/// dimension stands in its place, as some readers expect.
fn function_matrix(map: &Map, parameters: &[Name]) -> Result<Option<Matrix>> {
    if map.n_basic_map() != 1 || !map.is_single_valued()? {
        return Ok(None);
    }
    let function = PwMultiAff::from_map(map)?;
    let Ok(function) = function.as_multi_aff() else {
        return Ok(None);
    };
    if function.involves_locals() || !function.as_map()?.is_equal(map)? {
        return Ok(None);
    }
    let shape = Shape {
        outputs: map.space().n_out(),
        inputs: map.space().n_in(),
        locals: 0,
        parameters: parameters.len(),
    };
    let mut rows = Vec::with_capacity(shape.outputs);
    for k in 0..shape.outputs {
        let value = function.at(k)?;
        if !value.denominator().is_one() {
            return Ok(None);
        }
        let mut numbers = vec![Value::zero(); shape.outputs];
        numbers[k] = Value::from(-1);
        for i in 0..shape.inputs {
            numbers.push(value.coefficient(Dim::In(i))?);
        }
        for name in parameters {
            numbers.push(match value.space().find_param(name) {
                Some(i) => value.coefficient(Dim::Param(i))?,
                None => Value::zero(),
            });
        }
        numbers.push(value.constant());
        rows.push(Row {
            is_equality: true,
            numbers,
        });
    }
    Ok(Some(Matrix { shape, rows }))
}

fn confirm(is_equal: bool) -> Result<()> {
    match is_equal {
        true => Ok(()),
        false => Err(Error::Invalid("a set was not written as what it is".into())),
    }
}

fn set_tuple(set: &Set) -> Result<Tuple> {
    let tuple = set.space().tuple().cloned();
    tuple.ok_or_else(|| Error::Invalid("expected a set of tuples".into()))
}

/// The matrices of the disjuncts of a set, whose dimensions are outputs, then inputs.
fn matrices(
    set: &Set,
    parameters: &[Name],
    (outputs, inputs): (usize, usize),
) -> Result<Vec<Matrix>> {
    let set = set.drop_unused_params()?;
    check_parameters(set.space(), parameters)?;
    let names: Vec<&str> = parameters.iter().map(|name| &name[..]).collect();
    let parts = set.align_params(&names).basic_sets();
    let matrix = |part: &BasicSet| {
        let lifted = part.lift()?;
        let n = lifted.space().n_out();
        let rows = lifted
            .constraints()?
            .iter()
            .map(row)
            .collect::<Result<_>>()?;
        let shape = Shape {
            outputs,
            inputs,
            locals: n - outputs - inputs,
            parameters: parameters.len(),
        };
        Ok(Matrix { shape, rows })
    };
    parts.iter().map(matrix).collect()
}

/// The row of a constraint without floors.
fn row(constraint: &Constraint) -> Result<Row> {
    let aff = constraint.aff();
    let space = aff.domain_space();
    let dims = (0..space.n_out()).map(Dim::In);
    let columns = dims.chain((0..space.n_param()).map(Dim::Param));
    let mut numbers = columns
        .map(|column| aff.coefficient(column))
        .collect::<Result<Vec<Value>>>()?;
    numbers.push(aff.constant());
    Ok(Row {
        is_equality: constraint.is_equality(),
        numbers,
    })
}

fn check_parameters(space: &Space, parameters: &[Name]) -> Result<()> {
    let known = |name: &&Name| parameters.contains(name);
    match space.params().iter().find(|name| !known(name)) {
        None => Ok(()),
        Some(name) => {
            let message = format!("{name} is not a parameter of the scop");
            Err(Error::Invalid(message))
        }
    }
}
