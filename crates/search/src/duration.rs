//! Times as people write them: `2m`, `90s`, `1h30m`.

use std::fmt;
use std::time::Duration;

/// A time from a number with a unit, or several of them, the largest first.
///
/// ```
/// use search::parse_duration;
/// use std::time::Duration;
///
/// assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
/// assert_eq!(parse_duration("1h30m"), Ok(Duration::from_secs(5400)));
/// assert_eq!(parse_duration("0.5s"), Ok(Duration::from_millis(500)));
/// let wrong = parse_duration("120").unwrap_err();
/// assert_eq!(wrong, "expected a time such as `90s`, `2m` or `1h30m`");
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || "expected a time such as `90s`, `2m` or `1h30m`".to_string();
    let mut rest = text.trim();
    let mut seconds = 0.0;
    let mut last = f64::INFINITY;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.'));
        let (number, behind) = rest.split_at(end.ok_or_else(wrong)?);
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let end = behind.find(|c: char| !c.is_ascii_alphabetic());
        let (unit, behind) = behind.split_at(end.unwrap_or(behind.len()));
        let factor = match unit {
            "ms" => 1e-3,
            "s" => 1.0,
            "m" | "min" => 60.0,
            "h" => 3600.0,
            _ => return Err(wrong()),
        };
        if factor >= last {
            return Err(wrong());
        }
        last = factor;
        seconds += number * factor;
        rest = behind;
    }
    match seconds <= MOST {
        true => Ok(Duration::from_secs_f64(seconds)),
        false => Err("at most 1000 hours".into()),
    }
}

const MOST: f64 = 3.6e6;

/// A time in words, to about two digits.
///
/// ```
/// use search::Span;
///
/// assert_eq!(Span(0.000_025).to_string(), "25 µs");
/// assert_eq!(Span(0.0123).to_string(), "12.3 ms");
/// assert_eq!(Span(1.5).to_string(), "1.50 s");
/// assert_eq!(Span(125.0).to_string(), "2 m 5 s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span(pub f64);

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0;
        if seconds < 1e-3 {
            write!(f, "{:.0} µs", seconds * 1e6)
        } else if seconds < 1.0 {
            write!(f, "{:.1} ms", seconds * 1e3)
        } else if seconds < 100.0 {
            write!(f, "{seconds:.2} s")
        } else {
            let whole = seconds.round() as u64;
            write!(f, "{} m {} s", whole / 60, whole % 60)
        }
    }
}
