//! What to measure next.
//!
//! There are two kinds of versions: those that somebody has thought of (*families*, which are different
//! from each other), and neighbours of versions that were found to be fast. Of both, the one that the
//! model guesses to be fastest comes first; they take turns, two neighbours for each family, so that
//! the search neither stays where it began nor spends all of its time elsewhere.

use std::collections::HashSet;
use std::hash::Hash;

use crate::Model;

/// After so many neighbours comes a version of another family.
const NEIGHBOURS: usize = 2;

/// Versions that should take so many times as long as the best one are left alone.
const HOPELESS: f64 = 2.0;

/// The neighbours of so many of the best versions are looked at.
const EXPANDED: usize = 6;

/// A search among versions that are told apart by `P`.
#[derive(Clone, Debug)]
pub struct Search<P> {
    model: Model,
    seen: HashSet<P>,
    waiting: Vec<Waiting<P>>,
    done: Vec<Done<P>>,
    /// How many neighbours came since the last family.
    neighbours: usize,
    /// Whether everything is to be measured, in the order in which it was added.
    is_exhaustive: bool,
    /// What has been taken out to be measured, with its description.
    taken: Vec<(P, Vec<f64>)>,
}

#[derive(Clone, Debug)]
struct Waiting<P> {
    version: P,
    features: Vec<f64>,
    is_family: bool,
}

#[derive(Clone, Debug)]
struct Done<P> {
    version: P,
    speedup: Option<f64>,
    is_expanded: bool,
}

impl<P: Clone + Eq + Hash> Search<P> {
    /// A search that guesses by these weights to begin with.
    pub fn new(prior: &[f64]) -> Search<P> {
        Search {
            model: Model::new(prior),
            seen: HashSet::new(),
            waiting: Vec::new(),
            done: Vec::new(),
            neighbours: 0,
            is_exhaustive: false,
            taken: Vec::new(),
        }
    }

    /// The same, but everything that is added is measured, in that order.
    ///
    /// ```
    /// let mut search = search::Search::new(&[1.0]).exhaustive();
    /// search.add('b', vec![9.0], true);
    /// search.add('a', vec![0.0], true);
    /// assert_eq!([search.next(), search.next(), search.next()], [Some('b'), Some('a'), None]);
    /// ```
    pub fn exhaustive(self) -> Search<P> {
        Search {
            is_exhaustive: true,
            ..self
        }
    }

    /// Adds a version, unless it is known: what it is like, and whether somebody has thought of it.
    pub fn add(&mut self, version: P, features: Vec<f64>, is_family: bool) -> bool {
        if !self.seen.insert(version.clone()) {
            return false;
        }
        self.waiting.push(Waiting {
            version,
            features,
            is_family,
        });
        true
    }

    /// The version to measure next; none if there is none that could be the best.
    #[allow(clippy::should_implement_trait)] // What comes next depends on what is learned in between.
    pub fn next(&mut self) -> Option<P> {
        let at = match self.is_exhaustive {
            true => (!self.waiting.is_empty()).then_some(0),
            false => self.choose(),
        }?;
        let taken = self.waiting.remove(at);
        match taken.is_family {
            true => self.neighbours = 0,
            false => self.neighbours += 1,
        }
        self.taken.push((taken.version.clone(), taken.features));
        Some(taken.version)
    }

    fn choose(&self) -> Option<usize> {
        let wants_family = self.neighbours >= NEIGHBOURS;
        let best_of = |is_family: bool| {
            let own = self.waiting.iter().enumerate();
            let own = own.filter(|(_, one)| one.is_family == is_family);
            let guessed = own.map(|(at, one)| (at, self.model.guess(&one.features)));
            // Of equals the first one.
            guessed.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
        };
        // What was thought of first is measured first, before there is anything to learn from.
        if self.model.n_learned() == 0
            && let Some(first) = self.waiting.iter().position(|one| one.is_family)
        {
            return Some(first);
        }
        let bound = self.bound();
        let hopeful = |found: &(usize, f64)| found.1 <= bound;
        let found = best_of(wants_family).filter(hopeful);
        let found = found.or_else(|| best_of(!wants_family).filter(hopeful));
        found.map(|(at, _)| at)
    }

    /// Guesses above this are not worth a measurement, as far as guesses can be trusted.
    fn bound(&self) -> f64 {
        match self.best() {
            Some((_, speedup)) => HOPELESS.ln() - speedup.ln() + 2.0 * self.model.error(),
            None => f64::INFINITY,
        }
    }

    /// Learns how many times as fast as the original a version is; nothing if it cannot be had.
    pub fn learn(&mut self, version: &P, speedup: Option<f64>) {
        let speedup = speedup.filter(|one| one.is_finite() && *one > 0.0);
        let at = self.taken.iter().position(|(one, _)| one == version);
        if let Some((_, features)) = at.map(|at| self.taken.swap_remove(at))
            && let Some(speedup) = speedup
        {
            self.model.learn(&features, -speedup.ln());
        }
        self.done.push(Done {
            version: version.clone(),
            speedup,
            is_expanded: false,
        });
    }

    /// One of the best versions whose neighbours nobody has asked for, which are to be added now.
    pub fn expand(&mut self) -> Option<P> {
        if self.is_exhaustive {
            return None;
        }
        let mut known: Vec<usize> = (0..self.done.len()).collect();
        known.retain(|&at| self.done[at].speedup.is_some());
        let speed = |at: usize| self.done[at].speedup.unwrap_or(0.0);
        known.sort_by(|&a, &b| speed(b).total_cmp(&speed(a)));
        let mut best = known.into_iter().take(EXPANDED);
        let at = best.find(|&at| !self.done[at].is_expanded)?;
        self.done[at].is_expanded = true;
        Some(self.done[at].version.clone())
    }

    /// The fastest version so far, and how many times as fast as the original it is.
    pub fn best(&self) -> Option<(&P, f64)> {
        let known = self.done.iter();
        let known = known.filter_map(|one| Some((&one.version, one.speedup?)));
        // Of equals the first one.
        known.reduce(|best, one| if one.1 > best.1 { one } else { best })
    }

    /// What the model takes the logarithm of a version's time for, compared with that of the original.
    pub fn guess(&self, features: &[f64]) -> f64 {
        self.model.guess(features)
    }

    /// How many versions wait.
    pub fn n_waiting(&self) -> usize {
        self.waiting.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A landscape of tile sizes: powers of two, best at 2^5 and 2^8, with a family at each corner.
    fn time(version: &(i32, i32)) -> f64 {
        let (a, b) = *version;
        (1.0 + 0.3 * f64::from((a - 5).pow(2)) + 0.1 * f64::from((b - 8).pow(2))) / 10.0
    }

    fn features(version: &(i32, i32)) -> Vec<f64> {
        vec![1.0, f64::from(version.0), f64::from(version.1)]
    }

    #[test]
    fn the_best_is_found_after_a_part_of_all_measurements() {
        let mut search = Search::new(&[0.0, 0.0, 0.0]);
        for corner in [(0, 0), (10, 10)] {
            search.add(corner, features(&corner), true);
        }
        let mut measured = 0;
        while let Some(version) = search.next() {
            measured += 1;
            search.learn(&version, Some(1.0 / time(&version)));
            while let Some((a, b)) = search.expand() {
                for (da, db) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    let next = (a + da, b + db);
                    if (0..=10).contains(&next.0) && (0..=10).contains(&next.1) {
                        search.add(next, features(&next), false);
                    }
                }
            }
            if search.best().is_some_and(|(best, _)| *best == (5, 8)) {
                break;
            }
        }
        assert_eq!(search.best(), Some((&(5, 8), 10.0)));
        assert!(measured < 60, "{measured} of 121");
    }

    #[test]
    fn nothing_is_measured_twice() {
        let mut search = Search::new(&[0.0]);
        assert!(search.add(1, vec![1.0], true));
        assert!(!search.add(1, vec![1.0], false));
        assert_eq!(search.next(), Some(1));
        assert!(!search.add(1, vec![1.0], true));
        assert_eq!(search.next(), None);
    }

    #[test]
    fn what_fails_teaches_nothing_and_is_never_best() {
        let mut search = Search::new(&[0.0]);
        for version in 0..3 {
            search.add(version, vec![1.0], true);
        }
        let first = search.next().unwrap();
        search.learn(&first, None);
        assert_eq!(search.best(), None);
        let second = search.next().unwrap();
        search.learn(&second, Some(f64::NAN));
        assert_eq!(search.best(), None);
        let third = search.next().unwrap();
        search.learn(&third, Some(0.5));
        assert_eq!(search.best(), Some((&third, 0.5)));
    }

    #[test]
    fn families_and_neighbours_take_turns() {
        let mut search = Search::new(&[0.0]);
        for version in 0..4 {
            search.add(version, vec![1.0], true);
        }
        for version in 10..14 {
            search.add(version, vec![1.0], false);
        }
        let mut order = Vec::new();
        while let Some(version) = search.next() {
            search.learn(&version, Some(1.0));
            order.push(version);
        }
        assert_eq!(order, [0, 10, 11, 1, 12, 13, 2, 3]);
    }

    #[test]
    fn what_the_model_calls_hopeless_is_left_alone() {
        let mut search = Search::new(&[0.0, 0.0]);
        for version in 0..10 {
            search.add(version, vec![1.0, f64::from(version)], true);
        }
        search.add(1000, vec![1.0, 1000.0], true);
        let mut measured = Vec::new();
        while let Some(version) = search.next() {
            search.learn(&version, Some(f64::exp(-0.05 * f64::from(version))));
            measured.push(version);
        }
        assert_eq!(measured.len(), 10, "{measured:?}");
    }
}
