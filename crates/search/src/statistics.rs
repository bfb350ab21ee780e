//! What follows from measured times.
//!
//! A machine that has other work to do is now fast and now slow, for seconds at a time. So two versions run in
//! turns, and each pair of runs, which see the same machine, gives one quotient. Of the quotients the median
//! counts; those far from it, as the spread of the others goes (the median of the distances from the median,
//! which a few wild values do not move), are dropped: something happened during one of the two runs.
//!
//! How certain the median is follows from ranks and needs no assumption about how times are
//! distributed: each quotient is above the true median with a chance of one half, so that the
//! `r`-th smallest of `n` is above it with the chance that fewer than `r` of `n` coins show heads. With eight
//! quotients, all above 1, the new version is faster beyond doubt.

/// The times of runs of two versions in turns, in seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Turns {
    /// Those of the version that is judged.
    pub new: Vec<f64>,
    /// Those of the one that it is compared with.
    pub old: Vec<f64>,
}

/// What follows from turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many times as fast as the old version the new one is.
    pub speedup: f64,
    /// It is between this and `high` with a certainty of 99 %.
    pub low: f64,
    /// The other end.
    pub high: f64,
    /// The time of a run of the new version.
    pub seconds: f64,
    /// How many turns were dropped.
    pub dropped: usize,
}

/// No clock tells less.
const SHORTEST: f64 = 1e-9;

/// How far from the median a quotient may be: so many times the usual distance, and at least this much.
const FAR: f64 = 5.0;
const NEAR: f64 = 0.01;

/// The chance that one end of the interval is wrong.
const CHANCE: f64 = 0.005;

impl Turns {
    /// What follows; nothing without a turn.
    ///
    /// ```
    /// use search::Turns;
    ///
    /// // Something happened during the fourth run.
    /// let turns = Turns {
    ///     new: vec![1.0, 1.01, 0.99, 3.0, 1.0, 1.02, 0.98, 1.0, 1.0],
    ///     old: vec![2.0, 2.01, 2.02, 1.99, 1.98, 2.0, 2.0, 2.01, 2.0],
    /// };
    /// let found = turns.estimate().unwrap();
    /// assert!((found.speedup - 2.0).abs() < 0.05 && found.low > 1.9 && found.dropped == 1);
    /// ```
    pub fn estimate(&self) -> Option<Estimate> {
        let pairs = self.new.iter().zip(&self.old);
        let usable = pairs.filter(|(new, old)| new.is_finite() && old.is_finite());
        let clamped = usable.map(|(new, old)| (new.max(SHORTEST), old.max(SHORTEST)));
        let turns: Vec<(f64, f64)> = clamped.collect();
        let quotients: Vec<f64> = turns.iter().map(|(new, old)| (old / new).ln()).collect();
        let middle = median(&quotients)?;
        let distances: Vec<f64> = quotients.iter().map(|one| (one - middle).abs()).collect();
        // Of three or fewer nobody can tell which one is odd.
        let most = match quotients.len() {
            0..=3 => f64::INFINITY,
            _ => (FAR * median(&distances)?).max(NEAR),
        };
        let is_kept = |(_, distance): &(usize, &f64)| **distance <= most;
        let kept = distances.iter().enumerate().filter(is_kept);
        let kept: Vec<usize> = kept.map(|(at, _)| at).collect();
        let mut own: Vec<f64> = kept.iter().map(|&at| quotients[at]).collect();
        let times: Vec<f64> = kept.iter().map(|&at| turns[at].0).collect();
        own.sort_by(f64::total_cmp);
        let (low, high) = match rank(own.len()) {
            0 => (0.0, f64::INFINITY),
            rank => (own[rank - 1].exp(), own[own.len() - rank].exp()),
        };
        Some(Estimate {
            speedup: median(&own)?.exp(),
            low,
            high,
            seconds: median(&times)?,
            dropped: turns.len() - kept.len(),
        })
    }
}

impl Estimate {
    /// Whether the new version is faster, beyond doubt and by at least this factor.
    ///
    /// ```
    /// use search::Turns;
    ///
    /// let same = Turns { new: vec![1.0; 9], old: vec![1.0; 9] };
    /// assert!(!same.estimate().unwrap().is_faster(1.0));
    /// let faster = Turns { new: vec![1.0; 9], old: vec![1.5; 9] };
    /// assert!(faster.estimate().unwrap().is_faster(1.4));
    /// // Two runs prove nothing.
    /// let few = Turns { new: vec![1.0; 2], old: vec![1.5; 2] };
    /// assert!(!few.estimate().unwrap().is_faster(1.0));
    /// ```
    pub fn is_faster(&self, by: f64) -> bool {
        self.low > by
    }
}

/// The largest `r` for which the chance that fewer than `r` of so many coins show heads is small; 0 if there is none.
fn rank(n: usize) -> usize {
    let mut term = 0.5_f64.powi(n.min(1000) as i32);
    let mut chance = 0.0;
    for heads in 0..n {
        chance += term;
        if chance > CHANCE {
            return heads;
        }
        term *= (n - heads) as f64 / (heads + 1) as f64;
    }
    n
}

/// The middle one of some numbers, or what is between the two in the middle.
pub(crate) fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    match n {
        0 => None,
        _ if n % 2 == 1 => Some(sorted[n / 2]),
        _ => Some((sorted[n / 2 - 1] + sorted[n / 2]) / 2.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, between 0 and 1.
    struct Noise(u64);

    impl Noise {
        fn next(&mut self) -> f64 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }
    }

    #[test]
    fn ranks_are_those_of_the_binomial_distribution() {
        // From tables of the sign test, 1 % on both sides together: one more than the critical values there.
        let table = [
            (1, 0),
            (7, 0),
            (8, 1),
            (11, 1),
            (12, 2),
            (15, 3),
            (20, 4),
            (30, 8),
        ];
        for (n, expected) in table {
            assert_eq!(rank(n), expected, "{n}");
        }
    }

    #[test]
    fn a_machine_that_becomes_slower_does_not_matter() {
        // From turn to turn everything takes a tenth longer.
        let drift = |base: f64| (0..12).map(move |k| base * 1.1_f64.powi(k));
        let turns = Turns {
            new: drift(1.0).collect(),
            old: drift(1.3).collect(),
        };
        let found = turns.estimate().unwrap();
        assert!((found.speedup - 1.3).abs() < 1e-9, "{found:?}");
        assert!(found.is_faster(1.29) && !found.is_faster(1.31) && found.dropped == 0);
    }

    #[test]
    fn wild_runs_do_not_matter() {
        let mut noise = Noise(1);
        let mut turns = Turns::default();
        for k in 0..15 {
            let wild = if k % 5 == 0 { 7.0 } else { 1.0 };
            turns.new.push((1.0 + 0.02 * noise.next()) * wild);
            turns.old.push(1.5 + 0.02 * noise.next());
        }
        let found = turns.estimate().unwrap();
        assert_eq!(found.dropped, 3);
        assert!(
            (found.speedup - 1.5).abs() < 0.03 && found.low > 1.4,
            "{found:?}"
        );
    }

    /// Of equal versions one is called faster at most once in a hundred trials, as promised (twice that allowed here).
    #[test]
    fn equal_versions_are_rarely_taken_for_different_ones() {
        let mut noise = Noise(7);
        let trials = 4000;
        let mut wrong = 0;
        for _ in 0..trials {
            let mut turns = Turns::default();
            for _ in 0..9 {
                // Skewed, as times are: sometimes much is added, never taken away.
                let mut time = || 1.0 + 0.05 * noise.next() - 0.03 * noise.next().ln();
                turns.new.push(time());
                turns.old.push(time());
            }
            wrong += usize::from(turns.estimate().unwrap().is_faster(1.0));
        }
        assert!(wrong * 100 <= 2 * trials, "{wrong} of {trials}");
        assert!(wrong > 0, "no trial can fail");
    }

    #[test]
    fn a_difference_of_a_tenth_is_seen_through_noise() {
        let mut noise = Noise(3);
        let mut seen = 0;
        for _ in 0..200 {
            let mut turns = Turns::default();
            for _ in 0..15 {
                turns.new.push(1.0 + 0.1 * noise.next());
                turns.old.push(1.1 + 0.1 * noise.next());
            }
            seen += usize::from(turns.estimate().unwrap().is_faster(1.0));
        }
        assert!(seen > 180, "{seen}");
    }

    #[test]
    fn nothing_follows_from_nothing() {
        assert_eq!(Turns::default().estimate(), None);
        let odd = Turns {
            new: vec![f64::NAN, 0.0],
            old: vec![1.0, 0.0],
        };
        let found = odd.estimate().unwrap();
        assert_eq!((found.speedup, found.low), (1.0, 0.0));
    }
}
