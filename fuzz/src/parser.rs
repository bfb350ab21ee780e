//! Mutated texts for everything that can be read.
//!
//! Each text goes to each type. What is read is printed and read again, and must be equal.

use crate::driver::{self, Options, Outcome, Session, Summary};
use crate::mutate;
use presburger::{
    Aff, BasicMap, BasicSet, Budget, Error, Map, MultiAff, MultiPwAff, MultiUnionPwAff, MultiVal,
    Object, Point, PwAff, PwMultiAff, Set, UnionMap, UnionPwAff, UnionPwMultiAff, UnionSet, Value,
};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;

/// Steps for reading, and again for comparing.
const BUDGET: u64 = 300_000;

/// Runs the fuzzer.
pub fn fuzz(options: Options) -> Summary {
    driver::run("parser", options, |session, random| {
        let text = mutate::text(random);
        session.leave_trace(&text);
        for reader in READERS {
            if !session.finished() && run(session, reader, &text) {
                let text = minimise(&text, reader);
                println!("  minimised for {}: {text:?}", reader.name);
            }
        }
    })
}

struct Reader {
    name: &'static str,
    check: fn(&str) -> Result<Outcome, String>,
}

fn run(session: &mut Session, reader: &Reader, text: &str) -> bool {
    session.name(reader.name);
    session.operand(Arc::new(text.to_string()));
    session.execute(|| (reader.check)(text))
}

/// Removes what can go from `text` while the reader still fails in the same way.
fn minimise(text: &str, reader: &Reader) -> String {
    let kind = |text: &str| match std::panic::catch_unwind(|| (reader.check)(text)) {
        Ok(Ok(_)) => None,
        Ok(Err(wrong)) => Some(wrong.split(':').next().unwrap_or_default().to_string()),
        Err(_) => Some("panic".to_string()),
    };
    let wanted = kind(text);
    let mut text: Vec<char> = text.chars().collect();
    let mut size = text.len().div_ceil(2);
    let start = std::time::Instant::now();
    while size > 0 && start.elapsed().as_secs() < 20 {
        let mut at = 0;
        let mut smaller = false;
        while at < text.len() {
            let mut candidate = text.clone();
            candidate.drain(at..(at + size).min(text.len()));
            if kind(&candidate.iter().collect::<String>()) == wanted {
                (text, smaller) = (candidate, true);
            } else {
                at += size;
            }
        }
        if !smaller {
            size /= 2;
        }
    }
    text.into_iter().collect()
}

const READERS: &[Reader] = &[
    Reader {
        name: "Object",
        check: object,
    },
    Reader {
        name: "BasicSet",
        check: |text| round_trip(text, BasicSet::is_equal),
    },
    Reader {
        name: "BasicMap",
        check: |text| round_trip(text, BasicMap::is_equal),
    },
    Reader {
        name: "Set",
        check: |text| round_trip(text, Set::is_equal),
    },
    Reader {
        name: "Map",
        check: |text| round_trip(text, Map::is_equal),
    },
    Reader {
        name: "UnionSet",
        check: |text| round_trip(text, UnionSet::is_equal),
    },
    Reader {
        name: "UnionMap",
        check: |text| round_trip(text, UnionMap::is_equal),
    },
    Reader {
        name: "Aff",
        check: |text| {
            round_trip(text, |a: &Aff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "PwAff",
        check: |text| {
            round_trip(text, |a: &PwAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "MultiAff",
        check: |text| {
            round_trip(text, |a: &MultiAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "PwMultiAff",
        check: |text| {
            round_trip(text, |a: &PwMultiAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "MultiPwAff",
        check: |text| {
            round_trip(text, |a: &MultiPwAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "UnionPwAff",
        check: |text| {
            round_trip(text, |a: &UnionPwAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "UnionPwMultiAff",
        check: |text| {
            round_trip(text, |a: &UnionPwMultiAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "MultiUnionPwAff",
        check: |text| {
            round_trip(text, |a: &MultiUnionPwAff, b| {
                Ok(a.involves_nan() && b.involves_nan() || a.is_equal(b)?)
            })
        },
    },
    Reader {
        name: "MultiVal",
        check: |text| round_trip(text, |a: &MultiVal, b| Ok(a.to_string() == b.to_string())),
    },
    Reader {
        name: "Value",
        check: |text| round_trip(text, |a: &Value, b| Ok(a.is_nan() && b.is_nan() || a == b)),
    },
    Reader {
        name: "Point",
        check: |text| round_trip(text, |a: &Point, b| Ok(a == b)),
    },
];

/// Whether the error is one of size, which is no verdict on the text.
pub fn is_exhausted(error: &Error) -> bool {
    matches!(error, Error::BudgetExhausted) || error.to_string().contains("65536 bits")
}

fn round_trip<T>(
    text: &str,
    equal: impl Fn(&T, &T) -> presburger::Result<bool>,
) -> Result<Outcome, String>
where
    T: FromStr<Err = Error> + Display,
{
    let within = || Budget::operations(BUDGET);
    let first = match within().run(|| text.parse::<T>()) {
        Ok(first) => first,
        Err(error) => return verdict(text, &error),
    };
    let printed = first.to_string();
    let second = match within().run(|| printed.parse::<T>()) {
        Ok(second) => second,
        Err(error) if is_exhausted(&error) => return Ok(Outcome::Exhausted),
        Err(error) => return Err(format!("does not read back: {error}: {printed}")),
    };
    match within().run(|| equal(&first, &second)) {
        Ok(true) => Ok(Outcome::Done),
        Ok(false) => Err(format!(
            "reads back differently: {printed} and then {second}"
        )),
        Err(error) if is_exhausted(&error) => Ok(Outcome::Exhausted),
        Err(error) => Err(format!("reads back incomparably: {error}: {printed}")),
    }
}

/// Errors have a place in the text, and print.
fn verdict(text: &str, error: &Error) -> Result<Outcome, String> {
    let message = error.to_string();
    match error {
        Error::Parse(parse) => {
            let span = &parse.span;
            let inside = span.start <= span.end && span.end <= text.len();
            let whole = text.is_char_boundary(span.start) && text.is_char_boundary(span.end);
            if !inside || !whole || parse.line == 0 || parse.column == 0 || message.is_empty() {
                return Err(format!("an error without a place: {span:?} {message}"));
            }
            Ok(Outcome::Refused)
        }
        error if is_exhausted(error) => Ok(Outcome::Exhausted),
        _ => Ok(Outcome::Refused),
    }
}

fn object(text: &str) -> Result<Outcome, String> {
    if let Ok((_, used)) = Budget::operations(BUDGET).run(|| Object::parse_prefix(text))
        && text.get(..used).is_none()
    {
        return Err(format!("a prefix of {used} bytes"));
    }
    round_trip(text, |a: &Object, b| match (a, b) {
        (Object::Set(a), Object::Set(b)) => a.is_equal(b),
        (Object::Map(a), Object::Map(b)) => a.is_equal(b),
        (Object::Polynomial(a), Object::Polynomial(b)) => a.is_equal(b),
        (Object::Value(a), Object::Value(b)) => Ok(a.is_nan() && b.is_nan() || a == b),
        // The empty relation prints as `{ }`, like the empty set.
        (Object::Map(a), Object::Set(b)) => Ok(a.is_empty()? && b.is_empty()?),
        _ => Ok(false),
    })
}
