//! The instances of a schedule in its order, found point by point.

use astgen::Input;
use astgen::interpret::Instance;
use presburger::{Dim, Error, Point, Set, Space, UnionMap};

pub struct Oracle {
    /// From instances to dates.
    dates: UnionMap,
    /// What holds of the parameters.
    context: Set,
    pub params: Vec<String>,
}

/// The instances of one run, with equal dates together.
pub type Expected = Vec<Vec<Instance>>;

impl Oracle {
    pub fn new(input: &Input) -> Result<Oracle, Error> {
        let (dates, context) = match input {
            Input::Flat {
                schedule, context, ..
            } => (schedule.clone(), context.clone()),
            Input::Tree(tree) => {
                let dates = tree.map()?;
                let mut context = Set::universe(Space::params_only(Vec::new()))?;
                for (_, node) in tree.nodes() {
                    if let scop::schedule::Kind::Context(set) = node.kind() {
                        context = context.intersect(&set.params()?)?;
                    }
                }
                (dates, context)
            }
        };
        let mut params: Vec<String> = dates
            .space()
            .params()
            .iter()
            .map(|p| p.to_string())
            .collect();
        for param in context.space().params() {
            if !params.iter().any(|p| **p == **param) {
                params.push(param.to_string());
            }
        }
        Ok(Oracle {
            dates,
            context,
            params,
        })
    }

    /// The parameters with their values.
    pub fn named(&self, values: &[i64]) -> Vec<(&str, i64)> {
        self.params
            .iter()
            .map(String::as_str)
            .zip(values.iter().copied())
            .collect()
    }

    /// Whether no instance is ever executed.
    pub fn is_empty(&self) -> Result<bool, Error> {
        self.dates.intersect_params(&self.context)?.is_empty()
    }

    /// Values of the parameters that satisfy the context.
    pub fn valuations(&self) -> Result<Vec<Vec<i64>>, Error> {
        let n = self.params.len();
        let names: Vec<&str> = self.params.iter().map(String::as_str).collect();
        let space = Space::params_only(self.params.iter().map(|p| p.as_str().into()).collect());
        let possible = self
            .dates
            .params()?
            .intersect(&self.context)?
            .align_params(&names);
        let mut found: Vec<Vec<i64>> = Vec::new();
        let mut candidates: Vec<Vec<i64>> = Vec::new();
        for value in [4, 7, 2, 1, 0, 10, 25] {
            candidates.push(vec![value; n]);
        }
        let mut state: u64 = 12345;
        for _ in 0..20 {
            candidates.push(
                (0..n)
                    .map(|_| {
                        state = state
                            .wrapping_mul(6364136223846793005)
                            .wrapping_add(1442695040888963407);
                        ((state >> 33) % 16) as i64 - 2
                    })
                    .collect(),
            );
        }
        for least in [Some(9), None, Some(3)] {
            let mut set = possible.clone();
            for i in 0..n {
                if let Some(least) = least {
                    set = set.lower_bound(Dim::Param(i), least)?;
                }
            }
            if let Some(point) = set.sample_point()? {
                let values: Option<Vec<i64>> = (0..n)
                    .map(|i| point.coordinate(Dim::Param(i)).ok()?.to_i64())
                    .collect();
                candidates.insert(0, values.unwrap_or_default());
            }
        }
        let context = self.context.align_params(&names);
        for values in candidates {
            if values.len() == n
                && !found.contains(&values)
                && (n == 0 || context.contains(&Point::new(space.clone(), values.clone())?)?)
            {
                found.push(values);
            }
        }
        Ok(found)
    }

    /// The instances for these values; `None` if there are more than `limit`.
    pub fn expected(&self, values: &[i64], limit: usize) -> Result<Option<Expected>, Error> {
        let mut all: Vec<(Vec<i64>, Instance)> = Vec::new();
        for map in self.dates.maps() {
            let mut map = map;
            for (name, value) in self.params.iter().zip(values) {
                if map.space().find_param(name).is_some() {
                    map = map.fix_param(name, *value)?;
                }
            }
            let map = map.project_out_all_params()?;
            let name = map.domain_tuple_name().unwrap_or("").to_string();
            let n = map.space().n_in();
            if map.is_empty()? {
                continue;
            }
            let set = map.wrap()?;
            let mut full = false;
            set.for_each_point(|point| {
                // Numbers that a machine cannot count with: nothing to compare.
                let Some(coordinates) = point.to_i64s() else {
                    full = true;
                    return false;
                };
                let (instance, date) = coordinates.split_at(n.min(coordinates.len()));
                all.push((date.to_vec(), (name.clone(), instance.to_vec())));
                full = all.len() > limit;
                !full
            })?;
            if full {
                return Ok(None);
            }
        }
        all.sort();
        let mut groups: Expected = Vec::new();
        for group in all.chunk_by(|a, b| a.0 == b.0) {
            groups.push(group.iter().map(|(_, instance)| instance.clone()).collect());
        }
        Ok(Some(groups))
    }
}

/// Whether a trace has the instances in the expected order; a message if not.
pub fn compare(expected: &Expected, trace: &[Instance]) -> Result<(), String> {
    let mut at = 0;
    for group in expected {
        let mut got: Vec<Instance> = trace.iter().skip(at).take(group.len()).cloned().collect();
        got.sort();
        if got != *group {
            return Err(format!("at {at}: expected {group:?}, executed {got:?}"));
        }
        at += group.len();
    }
    match trace.len() - at {
        0 => Ok(()),
        more => Err(format!("{more} too many at the end: {:?}", trace.get(at))),
    }
}

/// Runs code, which must execute the instances of the schedule in its order.
pub fn assert_runs(input: &Input, code: &astgen::ast::Node) {
    let oracle = Oracle::new(input).expect("a schedule");
    let mut executed = 0;
    for values in oracle.valuations().expect("values") {
        let Some(run) = oracle.expected(&values, 5000).expect("points") else {
            continue;
        };
        let parameters = oracle.named(&values);
        let trace = astgen::interpret::run(code, &parameters, 100_000).expect("a run");
        if let Err(message) = compare(&run, &trace) {
            panic!("{parameters:?}: {message}\n{code}");
        }
        executed += trace.len();
    }
    assert!(executed > 0, "nothing was executed");
}
