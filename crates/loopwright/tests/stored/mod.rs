//! What running says about programs with other storage.

use legality::{AccessRef, Loss, Violation, brute};
use loopwright::transform::Changed;
use presburger::Point;
use scop::{ScheduleTree, Scop};

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
    // In the orders that the schedule leaves open it happens as late or as early as it can.
    let point = |end: &Option<(AccessRef, Point)>| end.as_ref().map(|(_, point)| point.clone());
    let ends = [point(&lost.wanted), point(&lost.found)].into_iter();
    let mut ends: Vec<Point> = ends.flatten().chain([lost.instance.clone()]).collect();
    if lost.loss == Loss::Late {
        ends.reverse();
    }
    let mut orders = vec![brute::latest(tree, &values, &ends).map_err(oracle::text)?];
    if !lost.unordered {
        ends.reverse();
        orders.push(brute::latest(tree, &values, &ends).map_err(oracle::text)?);
        orders.push(tree.instances(&values).map_err(oracle::text)?);
    }
    let instance = lost.instance.to_i64s().ok_or("a large instance")?;
    let reader = (lost.access.statement, instance);
    // What a copy does not find is missing at the end, and what a buffer keeps is missing elsewhere.
    let is_copy = reader.0.index() >= scop.statements.len() || changed.packed.is_some();
    for order in orders {
        let found = brute::stored_differences_in(scop, stored, &order, &values);
        let found = found.map_err(oracle::text)?;
        if !found.readers.contains(&reader) && (!is_copy || found.is_empty()) {
            return Err(format!("{sentence}: not so: {found:?}"));
        }
    }
    let is_open = lost.unordered && changed.packed.is_none();
    match is_open && is_ordered(tree, &values, &ends)? {
        true => Err(format!("{sentence}: that it is unordered is wrong")),
        false => Ok(()),
    }
}

/// Whether a schedule has an order for all instances next to each other in a list.
fn is_ordered(
    tree: &ScheduleTree,
    values: &[(&str, i64)],
    instances: &[Point],
) -> Result<bool, String> {
    let dates = { instances.iter() }.map(|one| brute::occurrences(tree, one, values));
    let dates: Vec<_> = dates.collect::<Result<_, _>>().map_err(oracle::text)?;
    let mut pairs = dates.windows(2).zip(instances.windows(2));
    Ok(pairs.all(|(dates, points)| {
        let mut both = { dates[0].iter() }.flat_map(|a| dates[1].iter().map(move |b| (a, b)));
        points[0] == points[1] || both.all(|(a, b)| a.order(b).is_some())
    }))
}
