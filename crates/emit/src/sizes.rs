//! Sizes by their names: `i < N` where the source says so and `N` is a macro, rather than `i <= 999`.
//!
//! Only ends of loops are written so, and only with macros from the heads of loops that count the
//! same iterators. A number that two macros explain equally well stays a number.

use astgen::ast::{Expr, Op};
use frontend::Size;

/// How far a number may be from a size that it is written with.
const NEAR: i64 = 2;
/// Smaller sizes are hardly told from other numbers.
const SMALL: i64 = 8;

/// The condition of a loop that counts upwards from `first` in steps, with sizes.
pub(crate) fn condition(condition: &Expr, first: &Expr, step: i64, sizes: &[Size]) -> Expr {
    let Expr::Op(op @ (Op::Le | Op::Lt), sides) = condition else {
        return condition.clone();
    };
    let [counter, bound] = &sides[..] else {
        return condition.clone();
    };
    // As a bound that is not reached it is often shorter: `i < N` for `i <= N - 1`.
    let shift = i64::from(*op == Op::Le);
    // With larger steps several bounds end the loop behind the same iteration.
    let slack = match (first, bound) {
        (Expr::Int(first), Expr::Int(bound)) if bound - shift >= *first => {
            let beyond = (bound - (1 - shift) - first).rem_euclid(step);
            (beyond, step - 1 - beyond)
        }
        _ => (0, 0),
    };
    let strict = bound_by_name(bound, shift, slack, sizes);
    let weak = bound_by_name(bound, shift - 1, slack, sizes);
    let length = |one: &Option<Expr>| one.as_ref().map_or(usize::MAX, |one| one.to_string().len());
    match (&strict, &weak) {
        (None, None) => condition.clone(),
        (Some(bound), _) if length(&strict) <= length(&weak) => {
            Expr::binary(Op::Lt, counter.clone(), bound.clone())
        }
        (_, Some(bound)) | (Some(bound), None) => {
            Expr::binary(Op::Le, counter.clone(), bound.clone())
        }
    }
}

/// The first value of a loop that counts downwards, with sizes.
pub(crate) fn first(first: &Expr, sizes: &[Size]) -> Expr {
    bound_by_name(first, 0, (0, 0), sizes).unwrap_or_else(|| first.clone())
}

/// `bound + shift`, or a number that is so much smaller or larger at most, if it is near a size or a minimum
/// with such a number.
fn bound_by_name(bound: &Expr, shift: i64, slack: (i64, i64), sizes: &[Size]) -> Option<Expr> {
    match bound {
        Expr::Int(number) => {
            let number = number.checked_add(shift)?;
            let (least, most) = (number.checked_sub(slack.0)?, number.checked_add(slack.1)?);
            let mut near: Vec<(i64, &Size)> = { sizes.iter() }
                .filter(|size| size.value >= SMALL)
                .map(|size| {
                    (
                        size.value.clamp(least, most).saturating_sub(size.value),
                        size,
                    )
                })
                .filter(|(distance, size)| {
                    distance.abs() <= NEAR && i32::try_from(size.value + NEAR).is_ok()
                })
                .collect();
            near.sort_by_key(|(distance, _)| distance.abs());
            let (distance, size) = *near.first()?;
            let mut others = near.iter().skip(1);
            if others.any(|(other, one)| other.abs() == distance.abs() && one.name != size.name) {
                return None;
            }
            let name = Expr::Id(size.name.clone());
            Some(match distance {
                0 => name,
                1.. => Expr::binary(Op::Add, name, Expr::Int(distance)),
                _ => Expr::binary(Op::Sub, name, Expr::Int(-distance)),
            })
        }
        Expr::Op(Op::Min, operands) => {
            let mut found = false;
            let operands = operands.iter().map(|one| {
                let by_name = bound_by_name(one, shift, (0, 0), sizes);
                found |= by_name.is_some();
                by_name.unwrap_or_else(|| plus(one, shift))
            });
            let operands = operands.collect();
            found.then_some(Expr::Op(Op::Min, operands))
        }
        _ => None,
    }
}

fn plus(expr: &Expr, shift: i64) -> Expr {
    match shift {
        0 => expr.clone(),
        _ => crate::substitute::simplified(&Expr::binary(Op::Add, expr.clone(), Expr::Int(shift))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(name: &str, value: i64) -> Size {
        Size {
            counter: "i".into(),
            name: name.into(),
            value,
        }
    }

    fn below(op: Op, bound: Expr) -> Expr {
        Expr::binary(op, Expr::Id("c".into()), bound)
    }

    #[test]
    fn ends_near_a_size_are_written_with_it() {
        let sizes = [size("N", 1000), size("M", 900)];
        for (op, number, expected) in [
            (Op::Le, 999, "c < N"),
            (Op::Lt, 1000, "c < N"),
            (Op::Le, 1000, "c <= N"),
            (Op::Le, 998, "c < N - 1"),
            (Op::Le, 899, "c < M"),
            (Op::Le, 996, "c <= 996"),
            (Op::Le, 31, "c <= 31"),
        ] {
            let written = condition(&below(op, Expr::Int(number)), &Expr::Int(0), 1, &sizes);
            assert_eq!(written.to_string(), expected, "{op:?} {number}");
        }
        let tile = Expr::binary(Op::Add, Expr::Id("t".into()), Expr::Int(31));
        let bound = Expr::Op(Op::Min, vec![Expr::Int(999), tile]);
        let written = condition(&below(Op::Le, bound), &Expr::Int(0), 1, &sizes);
        assert_eq!(
            written,
            below(
                Op::Lt,
                Expr::Op(
                    Op::Min,
                    vec![
                        Expr::Id("N".into()),
                        Expr::binary(Op::Add, Expr::Id("t".into()), Expr::Int(32)),
                    ]
                )
            )
        );
        assert_eq!(first(&Expr::Int(999), &sizes).to_string(), "N - 1");
    }

    /// Bounds that a loop with larger steps does not tell apart, and those next to them.
    #[test]
    fn steps_leave_a_choice() {
        let last = |first: i64, step: i64, bound: i64| {
            (first..=bound)
                .step_by(usize::try_from(step).expect("a step"))
                .last()
        };
        for (first, step, bound) in [
            (0, 32, 992),
            (0, 32, 1000),
            (5, 32, 997),
            (0, 7, 994),
            (1, 2, 999),
        ] {
            for value in 960..1040 {
                let end = below(Op::Le, Expr::Int(bound));
                let written = condition(&end, &Expr::Int(first), step, &[size("N", value)]);
                let text = written.to_string();
                if text == "c < N" {
                    assert_eq!(
                        last(first, step, value - 1),
                        last(first, step, bound),
                        "{value}"
                    );
                } else if let Some(rest) = text.strip_prefix("c < N") {
                    let more: i64 = rest.replace(' ', "").parse().expect("a number");
                    assert_eq!(
                        last(first, step, value + more - 1),
                        last(first, step, bound),
                        "{text} {value}"
                    );
                    assert_ne!(last(first, step, value - 1), last(first, step, bound));
                } else if let Some(rest) = text.strip_prefix("c <= N") {
                    let more: i64 = format!("0{rest}")
                        .replace(' ', "")
                        .replace("0+", "")
                        .replace("0-", "-")
                        .parse()
                        .expect("a number");
                    assert_eq!(
                        last(first, step, value + more),
                        last(first, step, bound),
                        "{text} {value}"
                    );
                }
            }
        }
        let end = below(Op::Le, Expr::Int(992));
        let written = condition(&end, &Expr::Int(0), 32, &[size("N", 1000)]);
        assert_eq!(written.to_string(), "c < N");
    }

    #[test]
    fn what_two_sizes_explain_stays_a_number() {
        let sizes = [size("N", 1000), size("M", 1000)];
        let end = below(Op::Le, Expr::Int(999));
        assert_eq!(condition(&end, &Expr::Int(0), 1, &sizes), end);
        let small = [size("STEPS", 4)];
        let end = below(Op::Lt, Expr::Int(4));
        assert_eq!(condition(&end, &Expr::Int(0), 1, &small), end);
    }
}
