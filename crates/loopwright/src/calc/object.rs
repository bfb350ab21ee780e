//! What the calculator computes with.

use std::fmt;
use std::sync::Arc;

use presburger::{Bound, UnionMap, UnionPwQPolynomial, UnionSet, Value};
use scop::ScheduleTree;

/// The most elements that a list may have, those of lists in it included.
const MAX_LIST: usize = 1_000_000;
/// How deeply lists may nest.
const MAX_LIST_DEPTH: usize = 50;

/// A value of the calculator.
#[derive(Debug, Clone)]
pub enum Object {
    /// A union of sets, or a condition on the parameters.
    Set(UnionSet),
    /// A union of relations.
    Map(UnionMap),
    /// A rational number, infinity or NaN.
    Number(Value),
    /// A truth value.
    Bool(bool),
    /// A string.
    Text(Arc<str>),
    /// Several values.
    List(List),
    /// The answer of `card`: a function to numbers.
    Count(UnionPwQPolynomial),
    /// The largest or smallest of several functions, as `ub` gives it.
    Bound(Bound),
    /// The answer of `schedule`.
    Schedule(ScheduleTree),
}

impl Object {
    /// The word for this kind of value, as `typeof` gives it.
    pub fn kind(&self) -> &'static str {
        match self {
            Object::Set(_) => "set",
            Object::Map(_) => "map",
            Object::Number(_) => "value",
            Object::Bool(_) => "boolean",
            Object::Text(_) => "string",
            Object::List(_) => "list",
            Object::Count(_) => "piecewise quasipolynomial",
            Object::Bound(_) => "piecewise quasipolynomial fold",
            Object::Schedule(_) => "schedule",
        }
    }

    /// The kind with its article, for messages.
    pub(crate) fn a_kind(&self) -> String {
        match self {
            Object::Number(_) => "a number".into(),
            Object::Count(_) => "a count".into(),
            Object::Bound(_) => "a bound".into(),
            _ => format!("a {}", self.kind()),
        }
    }

    /// A list `(value, boolean)`, such as `M^+` gives, stands for its first element.
    pub(crate) fn without_flag(&self) -> &Object {
        match self {
            Object::List(list) => match &list.elements[..] {
                [first, Object::Bool(_)] => first.without_flag(),
                _ => self,
            },
            _ => self,
        }
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Object::Set(set) => write!(f, "{set}"),
            Object::Map(map) => write!(f, "{map}"),
            Object::Number(value) => write!(f, "{value}"),
            Object::Bool(true) => f.write_str("True"),
            Object::Bool(false) => f.write_str("False"),
            Object::Text(text) => f.write_str(text),
            Object::Count(count) => write!(f, "{count}"),
            Object::Bound(bound) => write!(f, "{bound}"),
            Object::Schedule(tree) => f.write_str(tree.for_isl().to_string().trim_end()),
            Object::List(list) => {
                f.write_str("(")?;
                for (i, element) in list.elements.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write!(f, "{element}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl From<presburger::Object> for Object {
    fn from(object: presburger::Object) -> Object {
        match object {
            presburger::Object::Set(set) => Object::Set(set),
            presburger::Object::Map(map) => Object::Map(map),
            presburger::Object::Polynomial(function) => Object::Count(function),
            presburger::Object::Value(value) => Object::Number(value),
            other => Object::Text(other.to_string().into()),
        }
    }
}

/// Several values in order; lists in lists are neither deep nor large, so that printing
/// and dropping them is safe.
#[derive(Debug, Clone)]
pub struct List {
    elements: Arc<[Object]>,
    /// Number of elements, those of lists inside included.
    size: usize,
    depth: usize,
}

impl List {
    /// A list of these elements; `None` if it would be too large or nest too deeply.
    pub fn new(elements: Vec<Object>) -> Option<List> {
        let inner = elements.iter().filter_map(|element| match element {
            Object::List(list) => Some(list),
            _ => None,
        });
        let (size, depth) = inner.fold((elements.len(), 0), |(size, depth), list| {
            (size + list.size, depth.max(list.depth))
        });
        (size <= MAX_LIST && depth < MAX_LIST_DEPTH).then(|| List {
            elements: elements.into(),
            size,
            depth: depth + 1,
        })
    }

    /// The elements in order.
    pub fn elements(&self) -> &[Object] {
        &self.elements
    }
}
