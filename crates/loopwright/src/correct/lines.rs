//! Deviations as lines of a script.

use correction::Correction;
use script::Part;
use std::collections::BTreeMap;

use super::order::Unit;
use super::{Means, Search};

pub(super) struct Lines<'a> {
    pub search: &'a Search<'a>,
    pub prefix: &'a str,
    pub units: &'a [Unit],
    pub parts: &'a [Part],
}

impl Lines<'_> {
    /// Lines with the effect of a correction; nothing if the language cannot say it.
    pub fn of(&self, correction: &Correction) -> Option<(Means, Vec<String>)> {
        let mut lines = Vec::new();
        for (unit, amounts) in self.units.iter().zip(&correction.deviations) {
            lines.extend(self.shifts(unit, amounts)?);
        }
        let is_shifted = !lines.is_empty();
        let positions: Vec<Vec<i64>> = { correction.vectors.iter() }
            .map(|vector| vector.positions.clone())
            .collect();
        let wanted = canonical(&positions);
        let own: Vec<Vec<i64>> = { self.parts.iter() }
            .map(|part| part.vector.positions.clone())
            .collect();
        if canonical(&own) == wanted {
            return Some((Means::Shift, lines));
        }
        let (means, places) = self.places(&wanted, &own)?;
        lines.extend(places);
        let means = match is_shifted {
            true => Means::Move,
            false => means,
        };
        Some((means, lines))
    }

    fn shifts(&self, unit: &Unit, amounts: &[i64]) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        let part = &self.parts[*unit.parts.first()?];
        let mut is_plain = unit.parts.len() == 1;
        for (level, &amount) in amounts.iter().skip(1).step_by(2).enumerate() {
            if amount == 0 {
                continue;
            }
            let one = part.loops.get(level)?;
            match &one.name {
                Some(name) if one.is_real => {
                    lines.push(format!("shift({}, {name}, {amount})", unit.name))
                }
                _ => is_plain = false,
            }
        }
        let needed = amounts.iter().skip(1).step_by(2).any(|amount| *amount != 0);
        if !needed {
            return Some(Vec::new());
        }
        let text = |lines: &[String]| format!("{}\n{}\n", self.prefix, lines.join("\n"));
        if is_plain && self.search.outcome(&text(&lines)).is_some() {
            return Some(lines);
        }
        // Loops without names, or in several places.
        let depth = part.loops.len();
        let last = amounts
            .iter()
            .skip(1)
            .step_by(2)
            .rposition(|amount| *amount != 0)?;
        let names: Vec<String> = (1..=depth.min(last + 1)).map(|k| format!("j{k}")).collect();
        let entries = names.iter().zip(amounts.iter().skip(1).step_by(2));
        let entries = entries.map(|(name, amount)| match amount {
            0 => name.clone(),
            amount if *amount < 0 => format!("{name} - {}", -amount),
            amount => format!("{name} + {amount}"),
        });
        let entries: Vec<String> = entries.collect();
        let line = format!(
            "affine({}, {{ [{}] -> [{}] }})",
            unit.name,
            names.join(", "),
            entries.join(", ")
        );
        Some(vec![line])
    }

    /// Lines that lead to positions.
    fn places(&self, wanted: &[Vec<i64>], own: &[Vec<i64>]) -> Option<(Means, Vec<String>)> {
        for (means, line) in self.candidates(wanted, own) {
            let text = format!("{}\n{line}\n", self.prefix);
            if self.leads_to(&text, wanted) {
                return Some((means, vec![line]));
            }
        }
        let lines = self.placed(wanted, own)?;
        let text = format!("{}\n{}\n", self.prefix, lines.join("\n"));
        self.leads_to(&text, wanted)
            .then_some((means_of(wanted, own), lines))
    }

    fn leads_to(&self, text: &str, wanted: &[Vec<i64>]) -> bool {
        let Some(outcome) = self.search.outcome(text) else {
            return false;
        };
        let positions = outcome
            .parts()
            .into_iter()
            .map(|part| part.vector.positions);
        canonical(&positions.collect::<Vec<_>>()) == wanted
    }

    /// Operations that people would write.
    fn candidates(&self, wanted: &[Vec<i64>], own: &[Vec<i64>]) -> Vec<(Means, String)> {
        let mut found = Vec::new();
        let first = |unit: &Unit| unit.parts[0];
        // Which units share how many loops, in the order of the new positions.
        let mut units: Vec<&Unit> = self.units.iter().collect();
        units.sort_by_key(|unit| &wanted[first(unit)]);
        let same = |a: &[i64], b: &[i64]| a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let mut groups: BTreeMap<&[i64], Vec<&Unit>> = BTreeMap::new();
        for unit in &units {
            for k in 0..own[first(unit)].len() {
                groups.entry(&own[first(unit)][..k]).or_default().push(unit);
            }
        }
        for group in groups.values().filter(|group| group.len() > 1) {
            let names: Vec<&str> = group.iter().map(|unit| &unit.name[..]).collect();
            if names.len() <= 8 {
                found.push((Means::Reorder, format!("reorder({})", names.join(", "))));
            }
        }
        for a in &units {
            for b in &units {
                let before = same(&own[first(a)], &own[first(b)]);
                let after = same(&wanted[first(a)], &wanted[first(b)]);
                if a.name != b.name && after < before {
                    let (one, other) = (&a.name, &b.name);
                    let line = match after + 1 == before.min(own[first(a)].len()) {
                        true => format!("distribute({one}, {other})"),
                        false => format!("distribute({one}, {other}, {after})"),
                    };
                    found.push((Means::Distribute, line));
                }
            }
        }
        found.truncate(40);
        found
    }

    /// The positions of everything that has others than before.
    fn placed(&self, wanted: &[Vec<i64>], own: &[Vec<i64>]) -> Option<Vec<String>> {
        let mut lines = Vec::new();
        for unit in self.units {
            let (new, old) = (&wanted[unit.parts[0]], &own[unit.parts[0]]);
            let last = (0..new.len()).rposition(|k| new[k] != old[k]);
            let Some(last) = last else { continue };
            if unit.parts.iter().any(|&part| wanted[part] != *new) {
                return None;
            }
            let positions: Vec<String> = new[..=last].iter().map(i64::to_string).collect();
            lines.push(format!("place({}, [{}])", unit.name, positions.join(", ")));
        }
        Some(lines)
    }
}

/// What a change of positions is called.
fn means_of(wanted: &[Vec<i64>], own: &[Vec<i64>]) -> Means {
    let shared = |positions: &[Vec<i64>], a: usize, b: usize| {
        let both = positions[a].iter().zip(&positions[b]);
        both.take_while(|(a, b)| a == b).count()
    };
    let mut pairs = (0..own.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    match pairs.any(|(a, b)| shared(wanted, a, b) < shared(own, a, b)) {
        true => Means::Distribute,
        false => Means::Reorder,
    }
}

/// Positions as small as may be: in each place of the same outer loops from 0 on.
pub(crate) fn canonical(positions: &[Vec<i64>]) -> Vec<Vec<i64>> {
    let rank = |one: &[i64], k: usize| {
        let mut places: Vec<i64> = { positions.iter() }
            .filter(|other| other.len() > k && other[..k] == one[..k])
            .map(|other| other[k])
            .collect();
        places.sort_unstable();
        places.dedup();
        places.iter().take_while(|place| **place < one[k]).count() as i64
    };
    let all = positions.iter();
    all.map(|one| (0..one.len()).map(|k| rank(one, k)).collect())
        .collect()
}
