//! One case: reading its arguments and putting the result and the verdict into an answer.

use presburger::{BasicSet, Budget, Dim, Error, Map, Result, Set, UnionMap, UnionSet, Value};
#[cfg(feature = "functions")]
use presburger::{MultiAff, PwAff, PwMultiAff, UnionPwMultiAff};
use serde_json::{Value as Json, json};
use std::fmt;
use std::str::FromStr;

/// Why there is no answer. The harness counts budgets and missing operations apart.
pub enum Failure {
    Unsupported,
    Library(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Library(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Unsupported => write!(f, "unsupported"),
            Failure::Library(Error::BudgetExhausted) => write!(f, "budget"),
            Failure::Library(error) => write!(f, "{error}"),
        }
    }
}

pub type Answer = std::result::Result<Json, Failure>;

/// The texts of a request; `expect` is missing where isl has no answer.
pub struct Case<'a> {
    pub args: &'a [&'a str],
    pub expect: Option<&'a str>,
    /// For the comparison, apart from what the operation itself may spend.
    pub budget: Budget,
}

impl Case<'_> {
    pub fn arg<T: FromStr<Err = Error>>(&self, index: usize) -> Result<T> {
        self.args[index].parse()
    }

    pub fn number(&self, index: usize) -> usize {
        self.args[index]
            .parse()
            .expect("the harness sends small numbers")
    }

    /// The dimension named by a type at `index` and a position after it.
    pub fn dim(&self, index: usize) -> Dim {
        let position = self.number(index + 1);
        match self.args[index] {
            "param" => Dim::Param(position),
            "in" => Dim::In(position),
            _ => Dim::Out(position),
        }
    }

    /// A result that must equal isl's.
    pub fn equal<T: Object>(&self, result: Result<T>) -> Answer {
        let result = result?;
        let equal = self.against(|expected| result.same(expected))?;
        Ok(json!({ "result": result.to_string(), "equal": equal, "pieces": result.pieces() }))
    }

    /// A result with freedom: what is fixed about it, `shown`, must equal what isl finds.
    pub fn specified<T: Object>(
        &self,
        result: Result<T>,
        shown: impl FnOnce(&T) -> Result<T>,
    ) -> Answer {
        let result = result?;
        let equal = self.against(|expected| shown(&result)?.same(expected))?;
        Ok(json!({ "result": result.to_string(), "equal": equal, "pieces": result.pieces() }))
    }

    /// A result that must fulfil `rule`, whatever isl found.
    pub fn judged<T: fmt::Display>(
        &self,
        result: Result<T>,
        rule: impl FnOnce(&T) -> Result<bool>,
    ) -> Answer {
        let result = result?;
        let right = self.verdict(|| rule(&result).map(Some))?;
        Ok(json!({ "result": result.to_string(), "equal": right }))
    }

    pub fn truth(&self, result: Result<bool>) -> Answer {
        let text = result?.to_string();
        Ok(json!({ "equal": self.expect.map(|expected| expected == text), "result": text }))
    }

    pub fn value(&self, result: Result<Value>) -> Answer {
        let text = result?.to_string();
        Ok(json!({ "equal": self.expect.map(|expected| expected == text), "result": text }))
    }

    fn against(&self, same: impl FnOnce(&str) -> Result<bool>) -> Result<Option<bool>> {
        self.verdict(|| self.expect.map(same).transpose())
    }

    /// A comparison that runs out of budget is no verdict; isl's then decides alone.
    pub fn verdict(&self, compare: impl FnOnce() -> Result<Option<bool>>) -> Result<Option<bool>> {
        match self.budget.clone().run(compare) {
            Err(Error::BudgetExhausted) => Ok(None),
            verdict => verdict,
        }
    }
}

/// Something the library reads, writes and compares.
pub trait Object: Sized + FromStr<Err = Error> + fmt::Display {
    fn is_same(&self, other: &Self) -> Result<bool>;

    /// The number of conjunctions, of a function those of the domains.
    fn pieces(&self) -> Option<usize>;

    /// Whether this is a function without a domain, which travels as `{  }`.
    fn is_nowhere(&self) -> Result<bool> {
        Ok(false)
    }

    fn same(&self, expected: &str) -> Result<bool> {
        let nothing = expected.trim_matches(['{', '}', ' ']).is_empty();
        if nothing && self.is_nowhere()? {
            return Ok(true);
        }
        self.is_same(&expected.parse()?)
    }
}

macro_rules! objects {
    ($($t:ty: $pieces:expr),*) => {$(
        impl Object for $t {
            fn is_same(&self, other: &Self) -> Result<bool> {
                self.is_equal(other)
            }
            fn pieces(&self) -> Option<usize> {
                let pieces: fn(&$t) -> Option<usize> = $pieces;
                pieces(self)
            }
        }
    )*};
}
objects!(
    Set: |set| Some(set.n_basic_set()),
    Map: |map| Some(map.n_basic_map()),
    BasicSet: |_| None,
    UnionSet: |union| Some(union.sets().iter().map(Set::n_basic_set).sum()),
    UnionMap: |union| Some(union.maps().iter().map(Map::n_basic_map).sum())
);
#[cfg(feature = "functions")]
objects!(MultiAff: |_| None);

#[cfg(feature = "functions")]
macro_rules! partial_functions {
    ($($t:ty: $pieces:expr),*) => {$(
        impl Object for $t {
            fn is_same(&self, other: &Self) -> Result<bool> {
                self.is_equal(other)
            }
            fn pieces(&self) -> Option<usize> {
                let pieces: fn(&$t) -> Option<usize> = $pieces;
                pieces(self)
            }
            fn is_nowhere(&self) -> Result<bool> {
                self.domain()?.is_empty()
            }
        }
    )*};
}
#[cfg(feature = "functions")]
partial_functions!(
    PwAff: |f| Some(f.pieces().iter().map(|(domain, _)| domain.n_basic_set()).sum()),
    PwMultiAff: |f| Some(f.pieces().iter().map(|(domain, _)| domain.n_basic_set()).sum()),
    UnionPwMultiAff: |_| None
);
