//! A tuple of values.

use super::function::Function;
use crate::error::{Error, Result};
use crate::space::{Space, Tuple};
use crate::value::Value;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A tuple of numbers, such as tile sizes or the greatest values of a function.
///
/// ```
/// # use presburger::{MultiVal, Value};
/// let sizes: MultiVal = "{ [32, infty] }".parse()?;
/// assert_eq!(sizes.values()[0], Value::from(32));
/// assert_eq!(sizes.to_string(), "{ [32, infty] }");
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct MultiVal {
    tuple: Tuple,
    values: Arc<[Value]>,
}

impl MultiVal {
    /// The tuple with these values, one for each dimension.
    ///
    /// ```
    /// # use presburger::{MultiVal, Tuple, Value};
    /// let v = MultiVal::new(Tuple::named("A", ["x"]), vec![Value::from(3)])?;
    /// assert_eq!(v.to_string(), "{ A[3] }");
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn new(tuple: Tuple, values: Vec<Value>) -> Result<MultiVal> {
        if tuple.len() != values.len() {
            return Err(Error::invalid(format!(
                "{} values for {tuple}",
                values.len()
            )));
        }
        Ok(MultiVal {
            tuple,
            values: values.into(),
        })
    }

    /// The tuple the values are in.
    ///
    /// ```
    /// # use presburger::MultiVal;
    /// let v: MultiVal = "{ A[3] }".parse()?;
    /// assert_eq!(v.tuple().name(), Some("A"));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn tuple(&self) -> &Tuple {
        &self.tuple
    }

    /// The values in order.
    ///
    /// ```
    /// # use presburger::{MultiVal, Value};
    /// let v: MultiVal = "{ A[3, 1/2] }".parse()?;
    /// assert_eq!(v.values(), [Value::from(3), Value::rational(1, 2)]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    pub(crate) fn check_tuple(&self, tuple: &Tuple) -> Result<()> {
        if self.tuple == *tuple {
            return Ok(());
        }
        let space = |tuple: &Tuple| Space::set(Vec::new(), tuple.clone());
        Err(space(tuple).mismatch(&space(&self.tuple)))
    }
}

impl FromStr for MultiVal {
    type Err = Error;
    fn from_str(text: &str) -> Result<MultiVal> {
        let (space, values) = Function::read_constants(text)?;
        match space.tuple() {
            Some(tuple) if space.is_set() => MultiVal::new(tuple.clone(), values),
            _ => Err(Error::invalid("the text is not a tuple of values")),
        }
    }
}

impl fmt::Display for MultiVal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{ ")?;
        self.tuple
            .write_with(f, &mut self.values.iter().map(Value::to_string))?;
        f.write_str(" }")
    }
}

impl fmt::Debug for MultiVal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
