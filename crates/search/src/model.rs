//! A guess of times, which becomes better with each measurement.
//!
//! A version is described by a few numbers `f`, and the logarithm of its time is taken for a sum `w · f`. Before
//! anything is measured, the weights `w` are those that somebody has chosen; with measurements `y` they
//! minimise `Σ (y − w · f)² + λ Σ (w − w₀)²` (ridge regression): what is not measured stays as it was.

/// Weights, and what they were learned from.
///
/// ```
/// use search::Model;
///
/// let mut model = Model::new(&[0.0, 0.0]);
/// assert_eq!(model.guess(&[1.0, 3.0]), 0.0);
/// for x in [0.0, 1.0, 2.0, 4.0, 5.0, 6.0] {
///     model.learn(&[1.0, x], 5.0 - 2.0 * x);
/// }
/// assert!((model.guess(&[1.0, 3.0]) + 1.0).abs() < 0.3);
/// ```
#[derive(Clone, Debug)]
pub struct Model {
    prior: Vec<f64>,
    weights: Vec<f64>,
    /// `Σ f fᵀ + λ I`, and `Σ f y + λ w₀`.
    square: Vec<Vec<f64>>,
    right: Vec<f64>,
    learned: Vec<(Vec<f64>, f64)>,
}

/// How many measurements the first guess is worth.
const LAMBDA: f64 = 0.3;

impl Model {
    /// A model with these weights to begin with.
    pub fn new(prior: &[f64]) -> Model {
        let n = prior.len();
        let mut square = vec![vec![0.0; n]; n];
        for (k, row) in square.iter_mut().enumerate() {
            row[k] = LAMBDA;
        }
        Model {
            prior: prior.to_vec(),
            weights: prior.to_vec(),
            square,
            right: prior.iter().map(|weight| weight * LAMBDA).collect(),
            learned: Vec::new(),
        }
    }

    /// The logarithm of the time of a version.
    pub fn guess(&self, features: &[f64]) -> f64 {
        let products = self.weights.iter().zip(features).map(|(w, f)| w * f);
        products.sum()
    }

    /// How far guesses are off, as far as is known.
    pub fn error(&self) -> f64 {
        let n = self.learned.len();
        if n <= self.prior.len() {
            return f64::INFINITY;
        }
        let squares = self
            .learned
            .iter()
            .map(|(f, y)| (y - self.guess(f)).powi(2));
        (squares.sum::<f64>() / (n - self.prior.len()) as f64).sqrt()
    }

    /// How much was learned.
    pub fn n_learned(&self) -> usize {
        self.learned.len()
    }

    /// Learns the logarithm of a time that was measured.
    pub fn learn(&mut self, features: &[f64], value: f64) {
        if features.len() != self.prior.len() || !value.is_finite() {
            return;
        }
        for (i, f) in features.iter().enumerate() {
            for (j, g) in features.iter().enumerate() {
                self.square[i][j] += f * g;
            }
            self.right[i] += f * value;
        }
        self.learned.push((features.to_vec(), value));
        if let Some(weights) = solve(self.square.clone(), self.right.clone()) {
            self.weights = weights;
        }
    }
}

/// The solution of a system of linear equations, by Gauss's elimination with pivots.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for k in 0..n {
        let pivot = (k..n).max_by(|&a, &b| rows[a][k].abs().total_cmp(&rows[b][k].abs()))?;
        if rows[pivot][k].abs() < 1e-12 {
            return None;
        }
        rows.swap(k, pivot);
        right.swap(k, pivot);
        for i in k + 1..n {
            let factor = rows[i][k] / rows[k][k];
            for j in k..n {
                rows[i][j] -= factor * rows[k][j];
            }
            right[i] -= factor * right[k];
        }
    }
    let mut solution = vec![0.0; n];
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| rows[k][j] * solution[j]).sum();
        solution[k] = (right[k] - known) / rows[k][k];
    }
    Some(solution)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equations_are_solved() {
        let rows = vec![
            vec![0.0, 2.0, 1.0],
            vec![1.0, 1.0, 0.0],
            vec![3.0, 0.0, 1.0],
        ];
        let found = solve(rows, vec![7.0, 3.0, 6.0]).unwrap();
        for (one, expected) in found.iter().zip([1.0, 2.0, 3.0]) {
            assert!((one - expected).abs() < 1e-9, "{found:?}");
        }
        assert_eq!(solve(vec![vec![0.0]], vec![1.0]), None);
    }

    #[test]
    fn what_is_measured_outweighs_the_first_guess() {
        // The first guess has the wrong sign.
        let mut model = Model::new(&[0.0, 1.0]);
        assert_eq!(model.error(), f64::INFINITY);
        for k in 0..20 {
            let x = f64::from(k % 5);
            model.learn(&[1.0, x], 0.5 - 0.7 * x);
        }
        assert!((model.guess(&[1.0, 2.0]) + 0.9).abs() < 0.05);
        assert!(model.error() < 0.05);
    }

    #[test]
    fn a_feature_that_never_changed_keeps_its_weight() {
        let mut model = Model::new(&[0.0, 0.0, 2.5]);
        for k in 0..10 {
            model.learn(&[1.0, f64::from(k), 0.0], f64::from(k));
        }
        let difference = model.guess(&[1.0, 3.0, 1.0]) - model.guess(&[1.0, 3.0, 0.0]);
        assert!((difference - 2.5).abs() < 1e-9);
    }
}
