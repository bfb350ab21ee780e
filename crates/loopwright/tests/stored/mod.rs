//! What running says about programs with other storage.

use legality::{Violation, brute};
use loopwright::transform::Changed;
use scop::Scop;

use crate::oracle;

/// How a run of the new program differs from one of the original.
pub fn differences(
    scop: &Scop,
    stored: &Scop,
    changed: &Changed,
    values: &[(&str, i64)],
) -> Result<brute::Differences, String> {
    let tree = &changed.outcome.schedule;
    brute::stored_differences(scop, stored, tree, values).map_err(oracle::text)
}

/// That a violation happens in the smallest case that it has.
pub fn is_real(
    scop: &Scop,
    stored: &Scop,
    changed: &Changed,
    violation: &Violation,
) -> Result<(), String> {
    let sentence = violation.sentence(stored);
    let tree = &changed.outcome.schedule;
    let Violation::Lost(lost) = violation else {
        // Orders are judged without buffers first.
        let plain = changed.stored.as_ref().map_or(scop, |stored| &stored.scop);
        let mut wrong = None;
        let example = violation.counterexample();
        let is_plain = example.is_none_or(|example| {
            let mut ends = [&example.source, &example.sink].into_iter();
            ends.all(|point| {
                let name = point.space().tuple().and_then(|tuple| tuple.name());
                name.is_some_and(|name| plain.find_statement(name).is_some())
            })
        });
        for program in [stored, plain] {
            if is_plain || std::ptr::eq(program, stored) {
                // A cell of an array is none of its buffer.
                match brute::is_real(program, tree, violation) {
                    Ok(None) => return Ok(()),
                    Ok(judged) => wrong = judged,
                    Err(error) => wrong = Some(error.to_string()),
                }
            }
        }
        return Err(format!("{sentence}: {wrong:?}"));
    };
    let values = lost.parameters.iter();
    let values = values.map(|(name, value)| Some((name.as_str(), value.to_i64()?)));
    let values: Vec<(&str, i64)> = values.collect::<Option<_>>().ok_or("a large size")?;
    if values.iter().any(|(_, value)| value.abs() > 12) {
        return Ok(());
    }
    let differences = differences(scop, stored, changed, &values)?;
    let instance = lost.instance.to_i64s().ok_or("a large instance")?;
    let reader = (lost.access.statement, instance);
    // What a copy does not find is missing at the end, and what a buffer keeps is missing elsewhere.
    let is_copy = reader.0.index() >= scop.statements.len() || changed.packed.is_some();
    match differences.readers.contains(&reader) || is_copy && !differences.is_empty() {
        true => Ok(()),
        false => Err(format!("{sentence}: not so: {differences:?}")),
    }
}
