//! From sets and relations to matrices.
//!
//! The constraints of a conjunction are read off its printed form, with all dimensions and
//! parameters under names of our own: a conjunction of chains such as
//! `0 <= v0 <= 2v1 + 3*floor((v2 + 1)/4)`, perhaps below one `exists`. A floor becomes a local
//! dimension. Before a matrix is handed out, it is read back and compared with the set.

use super::build;
use super::relation::{Matrix, Row, Shape};
use presburger::{Dim, Error, Map, Name, PwMultiAff, Result, Set, Space, Tuple, Value};
use std::collections::BTreeMap;

/// The matrices of a set in a space of tuples.
pub(super) fn set_matrices(set: &Set, parameters: &[Name]) -> Result<Vec<Matrix>> {
    let tuple = set_tuple(set)?;
    let matrices = matrices(set, &tuple, parameters, (tuple.len(), 0))?;
    confirm(build::set(&matrices, &tuple, parameters)?.is_equal(set)?)?;
    Ok(matrices)
}

/// The matrices of a condition on parameters.
pub(super) fn context_matrices(set: &Set, parameters: &[Name]) -> Result<Vec<Matrix>> {
    let matrices = matrices(set, &Tuple::anonymous(0), parameters, (0, 0))?;
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
    let tuple = set_tuple(&wrapped)?;
    let matrices = matrices(&wrapped, &tuple, parameters, (outputs, inputs))?;
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
    tuple.ok_or_else(|| Error::Invalid("a set of tuples expected".into()))
}

/// The matrices of the disjuncts of a set, whose dimensions are outputs, then inputs.
fn matrices(
    set: &Set,
    tuple: &Tuple,
    parameters: &[Name],
    (outputs, inputs): (usize, usize),
) -> Result<Vec<Matrix>> {
    let set = set.drop_unused_params()?;
    check_parameters(set.space(), parameters)?;
    let n = tuple.len();
    // Everything becomes a dimension, then a parameter v0, v1, ...: first the dimensions.
    let dims = (0..n).map(|i| Some(Name::from(format!("'{i}"))));
    let all = Tuple::from_dims(
        None,
        dims.clone()
            .chain(parameters.iter().cloned().map(Some))
            .collect(),
    );
    let condition = match set.is_params() {
        true => set,
        false => set
            .flatten()
            .set_tuple_name(None)?
            .bind(&Tuple::from_dims(None, dims.collect()))?,
    };
    let names: Vec<String> = (0..n + parameters.len()).map(|i| format!("v{i}")).collect();
    let internal = Tuple::from_dims(
        None,
        names
            .iter()
            .map(|name| Some(Name::from(&name[..])))
            .collect(),
    );
    let condition = condition.unbind_params(&all)?.bind(&internal)?;
    let mut matrices = Vec::new();
    for part in condition.basic_sets() {
        let mut reader = Reader::new(&part.to_string(), &names)?;
        reader.conjunction()?;
        let shape = Shape {
            outputs,
            inputs,
            locals: reader.n_locals(),
            parameters: parameters.len(),
        };
        matrices.push(reader.matrix(shape, n));
    }
    Ok(matrices)
}

fn check_parameters(space: &Space, parameters: &[Name]) -> Result<()> {
    let known = |name: &&Name| parameters.contains(name);
    match space.params().iter().find(|name| !known(name)) {
        None => Ok(()),
        Some(name) => {
            let message = format!("{name} is no parameter of the scop");
            Err(Error::Invalid(message))
        }
    }
}

/// A sum: the constant under the empty name.
type Sum = BTreeMap<String, Value>;

/// A local `name = floor(sum/divisor)`.
struct Floor {
    name: String,
    sum: Sum,
    divisor: Value,
}

impl Floor {
    /// `sum - divisor name`, which lies between 0 and `divisor - 1`.
    fn remainder(&self) -> Sum {
        let mut remainder = self.sum.clone();
        add(&mut remainder, &self.name, &-&self.divisor);
        remainder
    }
}

struct Reader {
    tokens: Vec<String>,
    at: usize,
    /// The variables by position: dimensions and parameters, then locals.
    variables: Vec<String>,
    n_visible: usize,
    /// The locals that are floors.
    floors: Vec<Floor>,
    constraints: Vec<(bool, Sum)>,
}

impl Reader {
    /// The reader of a condition on parameters, `[v0, v1] -> { : v0 >= 0 }`.
    fn new(text: &str, names: &[String]) -> Result<Reader> {
        let body = text.find('{').zip(text.rfind('}'));
        let body = body.and_then(|(start, end)| text.get(start + 1..end));
        let body = body.and_then(|body| body.trim().strip_prefix(':'));
        let Some(body) = body else {
            return Err(Error::Invalid(format!(
                "{text} is no condition on parameters"
            )));
        };
        Ok(Reader {
            tokens: tokens(body),
            at: 0,
            variables: names.to_vec(),
            n_visible: names.len(),
            floors: Vec::new(),
            constraints: Vec::new(),
        })
    }

    fn n_locals(&self) -> usize {
        self.variables.len() - self.n_visible
    }

    fn matrix(&self, shape: Shape, n_dims: usize) -> Matrix {
        let dims = &self.variables[..n_dims];
        let parameters = &self.variables[n_dims..self.n_visible];
        let locals = &self.variables[self.n_visible..];
        let constant = String::new();
        let columns: Vec<&String> = dims
            .iter()
            .chain(locals)
            .chain(parameters)
            .chain(std::iter::once(&constant))
            .collect();
        let floors = self.floors.iter().flat_map(|floor| self.bounds(floor));
        let rows = self.constraints.iter().cloned().chain(floors);
        let rows = rows.map(|(is_equality, sum)| Row {
            is_equality,
            numbers: columns
                .iter()
                .map(|name| sum.get(*name).cloned().unwrap_or_else(Value::zero))
                .collect(),
        });
        Matrix {
            shape,
            rows: rows.collect(),
        }
    }

    /// Reads everything: `exists (e0: a and b)`, or `a and b`, or nothing.
    fn conjunction(&mut self) -> Result<()> {
        if self.eat("exists") {
            self.expect("(")?;
            loop {
                let name = self.next()?;
                self.variables.push(name);
                if !self.eat(",") {
                    break;
                }
            }
            self.expect(":")?;
            self.chains()?;
            self.expect(")")?;
        } else if self.at < self.tokens.len() {
            self.chains()?;
        }
        match self.tokens.get(self.at) {
            None => Ok(()),
            Some(token) => Err(unexpected(token)),
        }
    }

    fn chains(&mut self) -> Result<()> {
        loop {
            self.chain()?;
            if !self.eat("and") {
                return Ok(());
            }
        }
    }

    /// `a <= b < c`
    fn chain(&mut self) -> Result<()> {
        if self.eat("true") {
            return Ok(());
        }
        if self.eat("false") {
            let minus_one = Sum::from([(String::new(), Value::from(-1))]);
            self.constraints.push((false, minus_one));
            return Ok(());
        }
        let mut left = self.sum()?;
        loop {
            let operator = match self.tokens.get(self.at).map(|t| &t[..]) {
                Some(op @ ("=" | "<=" | "<" | ">=" | ">")) => op.to_owned(),
                _ => return Ok(()),
            };
            self.at += 1;
            let right = self.sum()?;
            let (mut difference, is_strict) = match &operator[..] {
                "=" | ">=" => (minus(&left, &right), false),
                ">" => (minus(&left, &right), true),
                "<=" => (minus(&right, &left), false),
                _ => (minus(&right, &left), true),
            };
            if is_strict {
                add(&mut difference, "", &Value::from(-1));
            }
            self.constraints.push((operator == "=", difference));
            left = right;
        }
    }

    /// `2v0 - 3*floor((v1 + 1)/2) + 4`
    fn sum(&mut self) -> Result<Sum> {
        let mut sum = Sum::new();
        let mut sign = if self.eat("-") { -1 } else { 1 };
        loop {
            for (name, value) in self.term()? {
                add(&mut sum, &name, &(&value * &Value::from(sign)));
            }
            if self.eat("+") {
                sign = 1;
            } else if self.eat("-") {
                sign = -1;
            } else {
                return Ok(sum);
            }
        }
    }

    /// `2v0`, `2*floor(v0/3)`, `2*(v0 mod 3)`, `v0 mod 3`, `(v0 + 1) mod 3`, `7`
    fn term(&mut self) -> Result<Sum> {
        let mut factor = Value::one();
        let token = self.next()?;
        let mut atom = token;
        if atom.starts_with(|c: char| c.is_ascii_digit()) {
            factor = atom.parse()?;
            let is_product = self.eat("*");
            let begins_atom = |token: &String| {
                token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '(')
                    && token != "and"
                    && token != "mod"
            };
            if !is_product && !self.tokens.get(self.at).is_some_and(begins_atom) {
                return Ok(Sum::from([(String::new(), factor)]));
            }
            atom = self.next()?;
        }
        let mut value = self.atom(&atom)?;
        if self.eat("mod") {
            let divisor: Value = self.next()?.parse()?;
            let quotient = self.floor(&value, &divisor);
            add(&mut value, &quotient, &-&divisor);
        }
        for number in value.values_mut() {
            *number = &*number * &factor;
        }
        Ok(value)
    }

    fn atom(&mut self, token: &str) -> Result<Sum> {
        match token {
            "(" => {
                let sum = self.sum()?;
                self.expect(")")?;
                Ok(sum)
            }
            "floor" => {
                self.expect("(")?;
                let sum = self.sum()?;
                self.expect("/")?;
                let divisor: Value = self.next()?.parse()?;
                self.expect(")")?;
                let name = self.floor(&sum, &divisor);
                Ok(Sum::from([(name, Value::one())]))
            }
            name if self.variables.iter().any(|v| v == name) => {
                Ok(Sum::from([(name.to_owned(), Value::one())]))
            }
            other => Err(unexpected(other)),
        }
    }

    /// The local that is `floor(sum/divisor)`.
    fn floor(&mut self, sum: &Sum, divisor: &Value) -> String {
        let known = |floor: &&Floor| floor.sum == *sum && floor.divisor == *divisor;
        if let Some(floor) = self.floors.iter().find(known) {
            return floor.name.clone();
        }
        let name = format!("q{}", self.floors.len());
        self.variables.push(name.clone());
        self.floors.push(Floor {
            name: name.clone(),
            sum: sum.clone(),
            divisor: divisor.clone(),
        });
        name
    }

    /// `0 <= remainder <= divisor - 1`, unless an equation says what the remainder is.
    fn bounds(&self, floor: &Floor) -> Vec<(bool, Sum)> {
        let remainder = floor.remainder();
        let in_range = |value: &Value| value.is_nonneg() && *value < floor.divisor;
        let is_said = self.constraints.iter().any(|(is_equality, sum)| {
            let opposite = minus(&Sum::new(), sum);
            *is_equality
                && [sum, &opposite].into_iter().any(|sum| {
                    // remainder - value = 0
                    let rest = minus(&remainder, sum);
                    constant(&rest).is_some_and(|value| in_range(&value))
                })
        });
        if is_said {
            return Vec::new();
        }
        let mut rest = minus(&Sum::new(), &remainder);
        add(&mut rest, "", &(&floor.divisor - &Value::one()));
        vec![(false, remainder), (false, rest)]
    }

    fn eat(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|t| t == token);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<()> {
        match self.eat(token) {
            true => Ok(()),
            false => Err(unexpected(
                self.tokens.get(self.at).map_or("the end", |t| t),
            )),
        }
    }

    fn next(&mut self) -> Result<String> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token.ok_or_else(|| unexpected("the end"))
    }
}

fn unexpected(token: &str) -> Error {
    Error::Invalid(format!("unexpected {token} in a conjunction"))
}

fn add(sum: &mut Sum, name: &str, value: &Value) {
    let entry = sum.entry(name.to_owned()).or_insert_with(Value::zero);
    *entry = &*entry + value;
}

/// The value of a sum without variables.
fn constant(sum: &Sum) -> Option<Value> {
    let is_constant = sum
        .iter()
        .all(|(name, value)| name.is_empty() || value.is_zero());
    is_constant.then(|| sum.get("").cloned().unwrap_or_else(Value::zero))
}

fn minus(a: &Sum, b: &Sum) -> Sum {
    let mut difference = a.clone();
    for (name, value) in b {
        add(&mut difference, name, &-value);
    }
    difference
}

/// Words, numbers and operators.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        let mut token = String::from(c);
        let continues: fn(char) -> bool = if c.is_ascii_digit() {
            |c| c.is_ascii_digit()
        } else if c.is_ascii_alphabetic() {
            |c| c.is_ascii_alphanumeric() || c == '\''
        } else if c == '<' || c == '>' {
            |c| c == '='
        } else {
            |_| false
        };
        while let Some(c) = chars.next_if(|&c| continues(c)) {
            token.push(c);
        }
        tokens.push(token);
    }
    tokens
}
