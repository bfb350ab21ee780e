//! Relations with large moduli, case by case.
//!
//! `y = (x + 1) mod 1000` relates 999 to 0, and other numbers to the next one. As one polyhedron this is nearly every pair:
//! that `y - x - 1` is a multiple of 1000 is lost. It has two values, and each of them is an equation.

use presburger::{Aff, BasicSet, Constraint, Dim, Map, Result, Set, Value};

/// Multiples of smaller numbers are left alone: they are strides, not rings.
const SMALL: i64 = 8;
/// A form with more values than this is left alone.
const MOST: i64 = 4;

/// How many moduli of a conjunction are looked at.
const AGAIN: usize = 4;

/// The same pairs, with equations in place of large moduli whose forms have few values.
pub(super) fn cases(pairs: &Map) -> Result<Map> {
    let mut all: Option<Map> = None;
    let mut is_changed = false;
    for conjunction in pairs.basic_maps() {
        let parts = parts(conjunction.to_map(), AGAIN)?;
        is_changed |= parts.len() > 1;
        for part in parts {
            all = Some(match all {
                Some(all) => all.union(&part)?,
                None => part,
            });
        }
    }
    Ok(all.filter(|_| is_changed).unwrap_or_else(|| pairs.clone()))
}

/// The cases of a conjunction.
fn parts(conjunction: Map, again: usize) -> Result<Vec<Map>> {
    let Some(cases) = equations(&conjunction)?.filter(|_| again > 0) else {
        return Ok(vec![conjunction]);
    };
    let mut all = Vec::new();
    for case in cases {
        all.extend(parts(case, again - 1)?);
    }
    Ok(all)
}

/// The cases of one modulus of a conjunction; `None` if it has none of interest.
fn equations(conjunction: &Map) -> Result<Option<Vec<Map>>> {
    let set = conjunction.wrap()?;
    let [basic] = &set.basic_sets()[..] else {
        return Ok(None);
    };
    for (form, modulus) in basic.congruences()? {
        let multiple = modulus.to_i64().filter(|step| *step > SMALL);
        if let Some(step) = multiple.filter(|_| form.floors().is_empty()) {
            let case = |value: i64| {
                let Some(value) = value.checked_mul(-step) else {
                    return Ok(set.clone());
                };
                let zero = Constraint::zero(form.add_constant(&Value::from(value))?);
                set.intersect(&BasicSet::from_constraints(set.space(), &[zero])?.to_set())
            };
            let found = values(&set, &form, step, &case)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        for (coefficient, argument) in form.floors() {
            let is_large = coefficient.to_i64().is_some_and(|c| c.abs() > SMALL);
            if is_large && argument.floors().is_empty() {
                let case = |value: i64| with_floor(basic, &argument, value);
                let found = values(&set, &argument.floor()?, 1, &case)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
    }
    Ok(None)
}

/// The pairs for each value of a form, a number times `step`; `None` if there are too many. `case` restricts them to one.
fn values(
    set: &Set,
    form: &Aff,
    step: i64,
    case: &dyn Fn(i64) -> Result<Set>,
) -> Result<Option<Vec<Map>>> {
    let (least, greatest) = (set.min_val(form)?, set.max_val(form)?);
    let (Some(least), Some(greatest)) = (least.to_i64(), greatest.to_i64()) else {
        return Ok(None);
    };
    let (first, last) = (least.div_euclid(step), greatest.div_euclid(step));
    if last - first >= MOST || first == last {
        return Ok(None);
    }
    let mut cases = Vec::new();
    for value in first..=last {
        let case = case(value)?;
        if !case.is_empty()? {
            cases.push(case.unwrap()?);
        }
    }
    Ok(Some(cases))
}

/// The points at which the floor of a form without floors has a value, described without this floor.
fn with_floor(basic: &BasicSet, argument: &Aff, value: i64) -> Result<Set> {
    let number = Value::from(value);
    let mut constraints = Vec::new();
    for constraint in basic.constraints()? {
        let mut form = constraint.aff().clone();
        for (coefficient, own) in form.floors() {
            if own.plain_is_equal(argument)? {
                let floor = argument.floor()?.scale(&coefficient)?;
                form = form.sub(&floor)?.add_constant(&(&coefficient * &number))?;
            }
        }
        constraints.push(match constraint.is_equality() {
            true => Constraint::zero(form),
            false => Constraint::non_negative(form),
        });
    }
    // 0 <= d (argument - value) < d
    let space = basic.space();
    let mut d = argument.constant().denominator();
    let dims = (0..space.n_param()).map(Dim::Param);
    for dim in dims.chain((0..space.n_out()).map(Dim::In)) {
        let own = argument.coefficient(dim)?.denominator();
        d = &(&d * &own) / &d.gcd(&own)?;
    }
    let above = argument.add_constant(&-&number)?.scale(&d)?;
    let below = above.neg()?.add_constant(&(&d - &Value::one()))?;
    constraints.extend([above, below].map(Constraint::non_negative));
    Ok(BasicSet::from_constraints(space, &constraints)?.to_set())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: usize) {
        let pairs: Map = text.parse().unwrap();
        let found = cases(&pairs).unwrap();
        assert!(found.is_equal(&pairs).unwrap(), "{found}");
        assert_eq!(found.n_basic_map(), expected, "{found}");
        if expected > 1 {
            let text = found.to_string();
            assert!(
                !text.contains("mod 100") && !text.contains("floor"),
                "{text}"
            );
        }
    }

    #[test]
    fn rings_are_two_equations() {
        check("{ S[i] -> S[(i + 1) mod 1000] : 0 <= i < 1000 }", 2);
        check(
            "[n] -> { S[t, i] -> S[t + 1, j] : 0 <= t < n and 0 <= i, j < 100 and (j - i - 1) mod 100 = 0 }",
            2,
        );
        check(
            "{ S[i] -> S[(999 + i) mod 1000] : 0 <= i < 1000 and i mod 3 = 0 }",
            2,
        );
    }

    #[test]
    fn strides_and_wide_ranges_stay() {
        check("{ S[i] -> S[i + 1] : i mod 2 = 0 and 0 <= i < 1000 }", 1);
        check(
            "{ S[i] -> T[j] : (i - j) mod 100 = 0 and 0 <= i, j < 1000 }",
            1,
        );
        check(
            "[n] -> { S[i] -> T[j] : (i - j) mod 100 = 0 and 0 <= i, j < n }",
            1,
        );
    }
}
