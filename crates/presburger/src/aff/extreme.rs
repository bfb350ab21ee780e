//! The least and greatest values of functions, over all points and parameters.

use super::expr::Expr;
use super::function::Function;
use crate::error::{Error, Result};
use crate::number::{Big, Coeff};
use crate::value::Value;

/// Which end of the values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extreme {
    Min,
    Max,
}

impl Function {
    /// The extreme of value `i`: NaN on an empty domain, an infinity if there is no bound.
    ///
    /// A rational value has the extreme of its numerator divided by its denominator.
    pub(crate) fn optimum_of(&self, i: usize, extreme: Extreme) -> Result<Value> {
        let mut best: Option<Value> = None;
        for piece in self.pieces.iter() {
            let Some(value) = optimum_on(&piece.domain, &piece.values[i], extreme)? else {
                continue;
            };
            best = Some(match best {
                None => value,
                Some(old) if extreme == Extreme::Min => old.min(&value),
                Some(old) => old.max(&value),
            });
        }
        Ok(best.unwrap_or_else(Value::nan))
    }
}

fn optimum_on(
    domain: &crate::relation::Relation,
    value: &Expr,
    extreme: Extreme,
) -> Result<Option<Value>> {
    let Some(form) = value.to_form() else {
        return Ok(Some(Value::nan()));
    };
    let den = form.den.clone();
    let numerator = form.scale(&den, &Big::one())?;
    let goal = if extreme == Extreme::Max {
        numerator.neg()
    } else {
        numerator
    };
    match domain.minimum(&goal) {
        Ok(None) => Ok(None),
        Ok(Some(least)) => {
            let least = if extreme == Extreme::Max {
                least.neg()
            } else {
                least
            };
            Ok(Some(Value::ratio(least, den)))
        }
        Err(Error::Unbounded(_)) => Ok(Some(match extreme {
            Extreme::Min => Value::neginfty(),
            Extreme::Max => Value::infty(),
        })),
        Err(error) => Err(error),
    }
}
