//! Which affine dates respect a dependence: conditions on their coefficients.
//!
//! A dependence is a relation between instances `x` of a source and `y` of a sink; the statements have
//! the dates `θ(x)` and `θ'(y)`, affine in iterators and parameters `n`. That `θ'(y) - θ(x) >= 0` holds
//! for all pairs is a condition on infinitely many points. By Farkas' lemma it is equivalent to finitely
//! many conditions on the coefficients of `θ` and `θ'`. The usual way introduces a multiplier for each
//! constraint of the dependence and eliminates them again. Here they never appear: the relation is given
//! by its [generators](presburger::Generators), and a form is non-negative on a polyhedron if and only
//! if it is non-negative at its vertices, non-negative along its rays and constant along its lines. Each
//! of these is one condition, and none of them is redundant if the generators are minimal.
//!
//! For `{ S[i] -> S[i + 1] : 0 <= i }` the generators are the point `(0, 1)` and the ray `(1, 1)`. With
//! `θ(i) = a i + b` they say `a >= 0` and `0 >= 0`.
//!
//! Existentials and floors are projected out, as if they were rational: the conditions then hold for a
//! few pairs too many, which is safe.
//!
//! P. Feautrier, *Some efficient solutions to the affine scheduling problem*, 1992; A. Schrijver,
//! *Theory of Linear and Integer Programming*, 1986, chapters 7 and 8.

use presburger::{Effort, Error, Generators, Map, Result, Set, Value, attempt};

/// What is demanded of the distance `θ'(y) - θ(x)` of all pairs of a dependence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Demand {
    /// It is not negative.
    Weak,
    /// It is at least 1.
    Strong,
    /// It is zero.
    Zero,
    /// It is at most `u · n + w`.
    Bounded,
}

/// A linear condition on coefficients: `source · θ + sink · θ' + bound · (u, w) + constant >= 0`, or
/// `= 0`. The coefficients of a date are those of the iterators, of the parameters, and the constant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Condition {
    /// The factors of the coefficients of the source's date.
    pub source: Vec<i64>,
    /// The factors of the coefficients of the sink's date.
    pub sink: Vec<i64>,
    /// The factors of `u` and `w`, if the demand is [`Demand::Bounded`]; empty otherwise.
    pub bound: Vec<i64>,
    /// What does not depend on coefficients.
    pub constant: i64,
    /// Whether the form is zero, rather than not negative.
    pub equality: bool,
}

impl Condition {
    /// Whether dates, given by their coefficients, satisfy it; with a bound, `u` and `w` are zero.
    ///
    /// ```
    /// # use optimizer::farkas::{Demand, Pairs};
    /// let pairs = Pairs::of(&"{ S[i] -> T[i] : 0 <= i <= 9 }".parse()?, &"{ : }".parse()?, &[])?;
    /// let strong = pairs.conditions(Demand::Strong);
    /// assert!(strong.iter().all(|condition| condition.holds_at(&[1, 0], &[1, 1])));
    /// assert!(!strong.iter().all(|condition| condition.holds_at(&[1, 0], &[1, 0])));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn holds_at(&self, source: &[i64], sink: &[i64]) -> bool {
        let factors = self.source.iter().chain(&self.sink);
        let products = factors.zip(source.iter().chain(sink));
        let sum: i128 = products.map(|(a, b)| i128::from(*a) * i128::from(*b)).sum();
        match sum + i128::from(self.constant) {
            0 => true,
            value => value > 0 && !self.equality,
        }
    }
}

/// The distances of all pairs of a dependence for given dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spread {
    /// All are zero.
    Zero,
    /// All are positive: the dependence is carried.
    Positive,
    /// None is negative.
    NonNegative,
    /// Some may be negative.
    Mixed,
}

/// The pairs of a dependence as generators.
///
/// ```
/// use optimizer::farkas::{Demand, Pairs};
///
/// let relation = "[N] -> { S[i] -> T[j] : 0 <= i < N and j = i + 1 }".parse()?;
/// let pairs = Pairs::of(&relation, &"[N] -> { : }".parse()?, &["N"])?;
/// // At N = 1, i = 0, j = 1, with θ = (i, N, 1) and θ' = (j, N, 1):
/// let conditions = pairs.conditions(Demand::Weak);
/// let at_the_vertex = conditions.iter().find(|c| c.sink[2] == 1).unwrap();
/// assert_eq!(at_the_vertex.source, [0, -1, -1]);
/// assert_eq!(at_the_vertex.sink, [1, 1, 1]);
/// # Ok::<(), presburger::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pairs {
    parameters: usize,
    source: usize,
    sink: usize,
    /// Rows `[t | parameters… | source… | sink…]`, sorted.
    rays: Vec<Vec<i64>>,
    lines: Vec<Vec<i64>>,
}

impl Pairs {
    /// The pairs of a relation for parameters in `context`, which are those named in `parameters`.
    ///
    /// Fails if a generator does not fit a machine word.
    pub fn of(relation: &Map, context: &Set, parameters: &[&str]) -> Result<Pairs> {
        let relation = relation.intersect_params(context)?.align_params(parameters);
        let space = relation.space();
        if space.n_param() != parameters.len() {
            let message = format!("{relation} has parameters that are not listed");
            return Err(Error::Invalid(message));
        }
        let mut found = relation.generators()?;
        if relation.n_basic_map() > 1 {
            found = smaller(found, 1 + space.n_total())?;
        }
        Pairs::from_generators(parameters.len(), space.n_in(), space.n_out(), &found)
    }

    /// The pairs of a relation between instances of one statement, as far as its one date can tell them
    /// apart: all sources are moved to the origin. In deep nests this has far fewer generators.
    ///
    /// ```
    /// # use optimizer::farkas::{Demand, Pairs};
    /// let relation = "[N] -> { S[i, j] -> S[k, j + 1] : 0 <= i < k < N and 0 <= j < N }".parse()?;
    /// let all = Pairs::of(&relation, &"[N] -> { : }".parse()?, &["N"])?;
    /// let distances = Pairs::of_distances(&relation, &["N"])?;
    /// assert!(distances.len() < all.len());
    /// assert_eq!(distances.own_conditions(Demand::Weak)?, all.own_conditions(Demand::Weak)?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn of_distances(relation: &Map, parameters: &[&str]) -> Result<Pairs> {
        let distances = relation.deltas()?.align_params(parameters);
        let n = distances.n_dim();
        if distances.space().n_param() != parameters.len() {
            let message = format!("{relation} has parameters that are not listed");
            return Err(Error::Invalid(message));
        }
        let mut found = distances.generators()?;
        for row in found.rays.iter_mut().chain(&mut found.lines) {
            let at = 1 + parameters.len();
            row.splice(at..at, vec![Value::from(0); n]);
        }
        Pairs::from_generators(parameters.len(), n, n, &found)
    }

    fn from_generators(
        parameters: usize,
        source: usize,
        sink: usize,
        found: &Generators,
    ) -> Result<Pairs> {
        let mut rays = small(&found.rays)?;
        let mut lines = small(&found.lines)?;
        rays.sort();
        rays.dedup();
        lines.sort();
        lines.dedup();
        Ok(Pairs {
            parameters,
            source,
            sink,
            rays,
            lines,
        })
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.rays.iter().all(|ray| ray[0] == 0)
    }

    /// The number of generators.
    pub fn len(&self) -> usize {
        self.rays.len() + self.lines.len()
    }

    /// The convex hull of several dependences between the same statements: a demand holds for all of
    /// them if and only if it holds for the hull.
    ///
    /// ```
    /// # use optimizer::farkas::Pairs;
    /// let of = |text: &str| Pairs::of(&text.parse()?, &"{ : }".parse()?, &[]);
    /// let hull = Pairs::hull(&[of("{ S[0] -> T[1] }")?, of("{ S[0] -> T[5] }")?, of("{ S[0] -> T[3] }")?])?;
    /// assert_eq!(hull, of("{ S[0] -> T[i] : 1 <= i <= 5 }")?);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn hull(list: &[Pairs]) -> Result<Pairs> {
        let [first, rest @ ..] = list else {
            return Err(Error::Invalid("a hull of no dependences".into()));
        };
        if rest.is_empty() {
            return Ok(first.clone());
        }
        let shape = (first.parameters, first.source, first.sink);
        if rest
            .iter()
            .any(|one| (one.parameters, one.source, one.sink) != shape)
        {
            return Err(Error::Invalid("dependences of different spaces".into()));
        }
        let all = |rows: fn(&Pairs) -> &Vec<Vec<i64>>| {
            let mut all: Vec<Vec<i64>> = list.iter().flat_map(rows).cloned().collect();
            all.sort();
            all.dedup();
            large(&all)
        };
        let found = Generators {
            rays: all(|pairs| &pairs.rays),
            lines: all(|pairs| &pairs.lines),
        };
        let (parameters, source, sink) = shape;
        let found = smaller(found, 1 + parameters + source + sink)?;
        Pairs::from_generators(parameters, source, sink, &found)
    }

    /// The conditions under which a demand holds for all pairs. Between instances of one statement, use
    /// [`own_conditions`](Pairs::own_conditions).
    pub fn conditions(&self, demand: Demand) -> Vec<Condition> {
        let rays = self
            .rays
            .iter()
            .map(|row| self.condition(row, demand, false));
        let lines = self
            .lines
            .iter()
            .map(|row| self.condition(row, demand, true));
        rays.chain(lines).flatten().collect()
    }

    /// The conditions under which a demand holds for all pairs of instances of one statement, whose date
    /// is that of the source and of the sink: `source` is zero, and the coefficients of parameters and
    /// the constant, which cancel, do not matter.
    ///
    /// ```
    /// # use optimizer::farkas::{Demand, Pairs};
    /// let relation = "[N] -> { S[i, j] -> S[i + 1, j - 1] : 0 <= i, j < N }".parse()?;
    /// let pairs = Pairs::of(&relation, &"[N] -> { : }".parse()?, &["N"])?;
    /// let conditions = pairs.own_conditions(Demand::Strong)?;
    /// let [only] = &conditions[..] else { panic!() };
    /// assert_eq!((&only.sink[..], only.constant), (&[1, -1, 0, 0][..], -1));
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn own_conditions(&self, demand: Demand) -> Result<Vec<Condition>> {
        if self.source != self.sink {
            let message = "the source and the sink of a dependence are different statements";
            return Err(Error::Invalid(message.into()));
        }
        let merged = |mut condition: Condition| {
            for (sink, source) in condition.sink.iter_mut().zip(&mut condition.source) {
                *sink += std::mem::take(source);
            }
            condition
        };
        let conditions: Vec<Condition> = self.conditions(demand).into_iter().map(merged).collect();
        let row = |condition: &Condition| {
            let mut row = condition.sink[..self.sink].to_vec();
            row.extend(&condition.bound);
            row.push(condition.constant);
            row
        };
        let of_kind = |equality: bool| {
            let mut rows: Vec<Vec<i64>> = conditions
                .iter()
                .filter(|condition| condition.equality == equality)
                .map(row)
                .collect();
            rows.sort();
            rows.dedup();
            rows
        };
        let (mut rays, lines) = (of_kind(false), of_kind(true));
        // That 1 >= 0 holds anyway makes others redundant.
        let bounds = match demand {
            Demand::Bounded => self.parameters + 1,
            _ => 0,
        };
        let width = self.sink + bounds + 1;
        let mut always = vec![0; width];
        always[width - 1] = 1;
        rays.push(always.clone());
        let found = Generators {
            rays: large(&rays),
            lines: large(&lines),
        };
        let found = smaller(found, width)?;
        let condition = |row: &Vec<i64>, equality: bool| {
            let mut sink = row[..self.sink].to_vec();
            sink.resize(self.sink + self.parameters + 1, 0);
            Condition {
                source: vec![0; sink.len()],
                sink,
                bound: row[self.sink..width - 1].to_vec(),
                constant: row[width - 1],
                equality,
            }
        };
        let (mut rays, mut lines) = (small(&found.rays)?, small(&found.lines)?);
        rays.retain(|row| *row != always);
        rays.sort();
        lines.sort();
        let rays = rays.iter().map(|row| condition(row, false));
        let lines = lines.iter().map(|row| condition(row, true));
        Ok(rays.chain(lines).collect())
    }

    /// How far apart given dates, as lists of coefficients, put the pairs.
    ///
    /// ```
    /// # use optimizer::farkas::{Pairs, Spread};
    /// let pairs = Pairs::of(&"{ S[i] -> S[j] : 0 <= i < j <= 9 }".parse()?, &"{ : }".parse()?, &[])?;
    /// assert_eq!(pairs.spread(&[1, 0], &[1, 0]), Spread::Positive);
    /// assert_eq!(pairs.spread(&[0, 0], &[0, 0]), Spread::Zero);
    /// assert_eq!(pairs.spread(&[1, 0], &[1, -1]), Spread::NonNegative);
    /// assert_eq!(pairs.spread(&[-1, 0], &[-1, 0]), Spread::Mixed);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn spread(&self, source: &[i64], sink: &[i64]) -> Spread {
        let distance = |row: &Vec<i64>| -> i128 {
            let conditions = self.condition(row, Demand::Weak, false);
            let Some(condition) = conditions else {
                return 0;
            };
            let dot = |a: &[i64], b: &[i64]| -> i128 {
                let products = a.iter().zip(b);
                let products = products.map(|(a, b)| i128::from(*a) * i128::from(*b));
                products.sum()
            };
            dot(&condition.source, source) + dot(&condition.sink, sink)
        };
        if self.lines.iter().any(|line| distance(line) != 0) {
            return Spread::Mixed;
        }
        let (mut all_zero, mut points_positive) = (true, true);
        for ray in &self.rays {
            let distance = distance(ray);
            if distance < 0 {
                return Spread::Mixed;
            }
            all_zero &= distance == 0;
            points_positive &= distance > 0 || ray[0] == 0;
        }
        match (all_zero, points_positive) {
            (true, _) => Spread::Zero,
            (_, true) => Spread::Positive,
            _ => Spread::NonNegative,
        }
    }

    /// What a demand says at one generator; `None` if it says nothing.
    fn condition(&self, row: &[i64], demand: Demand, is_line: bool) -> Option<Condition> {
        let (t, rest) = row.split_first()?;
        let (parameters, rest) = rest.split_at(self.parameters);
        let (x, y) = rest.split_at(self.source);
        let side = |instance: &[i64], sign: i64| -> Vec<i64> {
            let all = instance.iter().chain(parameters).chain([t]);
            all.map(|value| sign * value).collect()
        };
        let sign = if demand == Demand::Bounded { -1 } else { 1 };
        let bound = match demand {
            Demand::Bounded => parameters.iter().chain([t]).copied().collect(),
            _ => Vec::new(),
        };
        let condition = Condition {
            source: side(x, -sign),
            sink: side(y, sign),
            bound,
            constant: if demand == Demand::Strong { -t } else { 0 },
            equality: is_line || demand == Demand::Zero,
        };
        let factors = condition.source.iter().chain(&condition.sink);
        let says = factors.chain(&condition.bound).any(|factor| *factor != 0);
        says.then_some(condition)
    }
}

/// The same cone with as few generators as possible.
fn minimal(found: &Generators, dimension: usize) -> Result<Generators> {
    found.dual(dimension)?.dual(dimension)
}

/// The same cone with as few generators as possible, if that is not too much work: in many dimensions it can take far longer than
/// what it saves.
fn smaller(found: Generators, dimension: usize) -> Result<Generators> {
    let least = attempt(Effort::Loop, || minimal(&found, dimension))?;
    Ok(least.unwrap_or(found))
}

fn small(rows: &[Vec<Value>]) -> Result<Vec<Vec<i64>>> {
    // Half a word, so that sums of two do not overflow.
    let fits = |value: &Value| value.to_i64().filter(|value| value.abs() < i64::MAX / 4);
    let rows = rows.iter();
    rows.map(|row| row.iter().map(fits).collect::<Option<Vec<i64>>>())
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| Error::Invalid("a generator does not fit a machine word".into()))
}

fn large(rows: &[Vec<i64>]) -> Vec<Vec<Value>> {
    let rows = rows.iter();
    rows.map(|row| row.iter().map(|&value| Value::from(value)).collect())
        .collect()
}
