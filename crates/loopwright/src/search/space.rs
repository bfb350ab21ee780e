//! The versions of a region among which the fastest is looked for: schedules, and loops made of their bands.

use std::collections::{HashMap, VecDeque};

use dependence::Dependence;
use optimizer::loops::{Plan, Variants};
use optimizer::schedule::Fusion;
use optimizer::space::Space;
use optimizer::{Proposals, Strategy};
use presburger::Result;
use scop::{ScheduleTree, Scop};

use crate::optimize;
use crate::program::Request;

/// One version: a schedule, and what becomes of each of its bands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Version {
    pub schedule: usize,
    pub plans: Vec<Plan>,
}

/// All versions of a region. Schedules are found when they are asked for, one after the other.
pub(super) struct Versions<'a> {
    scop: &'a Scop,
    dependences: &'a [Dependence],
    options: &'a optimizer::Options,
    sources: VecDeque<Source>,
    schedules: Vec<Schedule<'a>>,
    /// The number of each schedule that is known.
    known: HashMap<String, usize>,
}

/// Where a schedule comes from.
enum Source {
    Fused(&'static str, Fusion),
    Preset(&'static str),
}

struct Schedule<'a> {
    name: String,
    variants: Variants<'a>,
}

/// More interleavings are not looked at, one by one.
const MOST_INTERLEAVINGS: usize = 200;

impl<'a> Versions<'a> {
    /// The versions of a region: interleavings, the ones with most statements in shared loops first, and schedules of
    /// other strategies; only the interleavings if all of them are wanted.
    pub fn new(
        scop: &'a Scop,
        dependences: &'a [Dependence],
        request: &Request<'_>,
        options: &'a optimizer::Options,
        exhaustive: bool,
    ) -> Result<Versions<'a>> {
        let mut sources = VecDeque::new();
        if !exhaustive {
            sources.push_back(Source::Fused("fused where it pays", Fusion::Smart));
            sources.push_back(Source::Fused("fused as far as possible", Fusion::Max));
            sources.push_back(Source::Fused("not fused", Fusion::None));
            let others = Strategy::PRESETS.iter().skip(1);
            sources.extend(others.map(|name| Source::Preset(name)));
        }
        if scop.statements.len() > 1 {
            let space = crate::space::options(request, None);
            let space = Space::of_program(scop, dependences, &space)?;
            for one in space.iter(1).take(MOST_INTERLEAVINGS) {
                // The others are lost if there are too many to look at.
                let Ok(one) = one else {
                    break;
                };
                sources.push_back(Source::Fused("", Fusion::Interleaving(one)));
            }
        } else if exhaustive {
            sources.push_back(Source::Fused("fused as far as possible", Fusion::Max));
        }
        Ok(Versions {
            scop,
            dependences,
            options,
            sources,
            schedules: Vec::new(),
            known: HashMap::new(),
        })
    }

    /// How many schedules, or groups of them, have not been looked at.
    pub fn n_left(&self) -> usize {
        self.sources.len()
    }

    /// The numbers of the next schedules; none if there are no more.
    pub fn more(&mut self) -> Option<Result<Vec<usize>>> {
        let source = self.sources.pop_front()?;
        Some(self.find(&source))
    }

    fn find(&mut self, source: &Source) -> Result<Vec<usize>> {
        let mut options = self.options.clone();
        let name = match source {
            Source::Fused(name, fusion) => {
                options.schedule.fusion = fusion.clone();
                match fusion {
                    Fusion::Interleaving(one) => {
                        let names: Vec<&str> = { self.scop.statements.iter() }
                            .map(|one| &*one.name)
                            .collect();
                        one.words(&names)
                    }
                    _ => (*name).to_string(),
                }
            }
            Source::Preset(name) => {
                let strategy = Strategy::preset(name).unwrap_or_default();
                match strategy.options(self.scop, &options.schedule) {
                    Ok(schedule) => options.schedule = schedule,
                    // Presets name no statements.
                    Err(_) => return Ok(Vec::new()),
                }
                format!("strategy {name}")
            }
        };
        let trees = Proposals::new(self.scop, self.dependences, &options).schedules()?;
        let mut numbers = Vec::new();
        for tree in trees {
            numbers.extend(self.add(name.clone(), &tree)?);
        }
        Ok(numbers)
    }

    /// The number of a schedule, if it is a new one.
    fn add(&mut self, name: String, tree: &ScheduleTree) -> Result<Option<usize>> {
        let text = tree.to_string();
        if self.known.contains_key(&text) {
            return Ok(None);
        }
        let number = self.schedules.len();
        self.known.insert(text, number);
        let variants = Variants::new(self.scop, tree, &self.options.loops)?;
        self.schedules.push(Schedule { name, variants });
        Ok(Some(number))
    }

    /// The versions of a schedule that differ most, what the model takes first; only this one and the one
    /// without tiles, copies and buffers for `few`.
    pub fn families(&self, schedule: usize, few: bool) -> Vec<Version> {
        let variants = &self.schedules[schedule].variants;
        let mut all = variants.families();
        if few {
            let plain = variants.plain();
            all.truncate(1);
            if !all.contains(&plain) {
                all.push(plain);
            }
        }
        let version = |plans| Version { schedule, plans };
        all.into_iter().map(version).collect()
    }

    /// The versions one step away.
    pub fn neighbours(&self, version: &Version) -> Vec<Version> {
        let schedule = version.schedule;
        let all = self.schedules[schedule].variants.neighbours(&version.plans);
        let version = |plans| Version { schedule, plans };
        all.into_iter().map(version).collect()
    }

    /// Versions with the plans of one for all bands but one, and that of the other one there; both are of one schedule.
    pub fn crossed(one: &Version, other: &Version) -> Vec<Version> {
        let mut all = Vec::new();
        for (a, b) in [(one, other), (other, one)] {
            let pairs = a.plans.iter().zip(&b.plans).enumerate();
            for (at, _) in pairs.filter(|(_, (a, b))| a != b) {
                let mut child = a.clone();
                child.plans[at] = b.plans[at].clone();
                if child != *one && child != *other && !all.contains(&child) {
                    all.push(child);
                }
            }
        }
        all
    }

    /// What a version is like, in numbers.
    pub fn features(&self, version: &Version) -> Result<Vec<f64>> {
        let variants = &self.schedules[version.schedule].variants;
        variants.features(&version.plans)
    }

    /// The script that makes a version.
    pub fn script(&self, version: &Version) -> Result<String> {
        let variants = &self.schedules[version.schedule].variants;
        optimize::script(self.scop, &variants.loops(&version.plans)?)
    }

    /// What a version is, in words.
    pub fn words(&self, version: &Version) -> String {
        let Schedule { name, variants } = &self.schedules[version.schedule];
        let loops = variants.words(&version.plans);
        match self.scop.statements.len() {
            0 | 1 => loops,
            _ => format!("{name}; {loops}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_exchange_plans_band_by_band() {
        let plan = |member| Plan {
            points: vec![member],
            ..Plan::default()
        };
        let version = |plans: &[usize]| Version {
            schedule: 0,
            plans: plans.iter().map(|&one| plan(one)).collect(),
        };
        let crossed = Versions::crossed(&version(&[1, 2, 3]), &version(&[1, 5, 6]));
        assert_eq!(crossed, [version(&[1, 5, 3]), version(&[1, 2, 6])]);
        // One that differs in one band has nothing new to give.
        assert!(Versions::crossed(&version(&[1, 2]), &version(&[1, 3])).is_empty());
        assert!(Versions::crossed(&version(&[1]), &version(&[1])).is_empty());
    }
}
