//! Running a tree: the instances one by one, for given values of the parameters.
//!
//! This shares nothing with the relations that are derived from trees, so that tests can hold
//! one against the other. It is slow: points are looked up one at a time.

use super::dates::as_params;
use super::{Kind, Node, ScheduleTree};
use presburger::{Error, Name, Point, Result, Set, Space, Tuple, UnionMap, UnionSet, Value};

impl ScheduleTree {
    /// The instances in the order in which they are executed when the parameters have these
    /// values. What the tree does not order (the parts of a `set`, instances that arrive at a leaf
    /// together) comes in the order of the text and of the coordinates.
    ///
    /// ```
    /// # use scop::ScheduleTree;
    /// let tree: ScheduleTree = r#"
    /// domain: "[n] -> { S[i] : 0 <= i < n }"
    /// child: { schedule: "[{ S[i] -> [(-i)] }]" }
    /// "#.parse()?;
    /// let order: Vec<String> = tree.instances(&[("n", 3)])?.iter().map(|p| p.to_string()).collect();
    /// assert_eq!(order, ["{ S[2] }", "{ S[1] }", "{ S[0] }"]);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn instances(&self, parameters: &[(&str, i64)]) -> Result<Vec<Point>> {
        let names = parameters.iter().map(|(name, _)| Name::from(*name));
        let mut values = Set::universe(Space::params_only(names.collect()))?;
        for (name, value) in parameters {
            values = values.fix_param(name, *value)?;
        }
        let machine = Machine { values };
        let mut trace = Vec::new();
        machine.run(self.root(), Vec::new(), &[], &mut trace)?;
        Ok(trace)
    }
}

struct Machine {
    /// The values of the parameters, as a set.
    values: Set,
}

impl Machine {
    /// Executes `instances`, which agree on the outer `dates`.
    fn run(
        &self,
        node: &Node,
        instances: Vec<Point>,
        dates: &[Value],
        trace: &mut Vec<Point>,
    ) -> Result<()> {
        let instances = match node.kind() {
            Kind::Leaf => {
                trace.extend(instances);
                return Ok(());
            }
            Kind::Sequence | Kind::Set => {
                for child in node.children() {
                    self.run(child, instances.clone(), dates, trace)?;
                }
                return Ok(());
            }
            Kind::Band(band) => {
                let mut dated = Vec::with_capacity(instances.len());
                let functions: Vec<UnionMap> = (0..band.size())
                    .map(|i| self.put_values_map(&band.schedule.at(i)?.as_union_map()?))
                    .collect::<Result<_>>()?;
                for instance in instances {
                    let date: Vec<Value> = functions
                        .iter()
                        .map(|function| date_of(function, &instance))
                        .collect::<Result<_>>()?;
                    dated.push((date, instance));
                }
                dated.sort_by(|(a, _), (b, _)| compare(a, b));
                let child = node.child().cloned().unwrap_or_else(Node::leaf);
                for group in dated.chunk_by(|(a, _), (b, _)| a == b) {
                    let Some((date, _)) = group.first() else {
                        continue;
                    };
                    let dates = [dates, date].concat();
                    let instances = group.iter().map(|(_, instance)| instance.clone());
                    self.run(&child, instances.collect(), &dates, trace)?;
                }
                return Ok(());
            }
            Kind::Domain(domain) => self.put_values(domain)?.points()?,
            Kind::Filter(filter) => match as_params(filter) {
                Some(condition) => self.when(&condition.params()?, instances)?,
                None => {
                    let filter = self.put_values(filter)?;
                    let mut kept = Vec::new();
                    for instance in instances {
                        if filter.contains(&instance)? {
                            kept.push(instance);
                        }
                    }
                    kept
                }
            },
            Kind::Guard(set) if set.is_params() => self.when(set, instances)?,
            Kind::Guard(set) => {
                let set = set.set_tuple_name(None)?.intersect_params(&self.values)?;
                let here = point(dates)?.to_set();
                let holds = set.n_dim() == dates.len()
                    && !set.project_out_all_params()?.intersect(&here)?.is_empty()?;
                if holds { instances } else { Vec::new() }
            }
            Kind::Extension(extension) => {
                let anonymous: Vec<presburger::Map> = extension
                    .maps()
                    .iter()
                    .map(|map| map.set_domain_tuple_name(None))
                    .collect::<Result<_>>()?;
                let extension = self.put_values_map(&UnionMap::from_maps(anonymous)?)?;
                let added = extension.apply(&point(dates)?.to_set().into())?.points()?;
                instances.into_iter().chain(added).collect()
            }
            Kind::Expansion { expansion, .. } => {
                let expansion = self.put_values_map(expansion)?;
                let mut expanded = Vec::new();
                for instance in instances {
                    expanded.extend(expansion.apply(&instance.to_set().into())?.points()?);
                }
                expanded
            }
            Kind::Context(_) | Kind::Mark(_) => instances,
        };
        match node.child() {
            Some(child) => self.run(child, instances, dates, trace),
            None => Ok(()),
        }
    }

    /// The instances, if the condition on parameters holds.
    fn when(&self, condition: &Set, instances: Vec<Point>) -> Result<Vec<Point>> {
        match condition.intersect(&self.values)?.is_empty()? {
            true => Ok(Vec::new()),
            false => Ok(instances),
        }
    }

    fn put_values(&self, set: &UnionSet) -> Result<UnionSet> {
        let set = set.drop_unused_params()?;
        self.check(&set.space())?;
        set.intersect_params(&self.values)?.project_out_all_params()
    }

    fn put_values_map(&self, map: &UnionMap) -> Result<UnionMap> {
        let map = map.drop_unused_params()?;
        self.check(&map.space())?;
        map.intersect_params(&self.values)?.project_out_all_params()
    }

    /// Every parameter must have a value.
    fn check(&self, space: &Space) -> Result<()> {
        let known = |name: &str| self.values.space().find_param(name).is_some();
        match space.params().iter().find(|name| !known(name)) {
            None => Ok(()),
            Some(name) => Err(Error::Invalid(format!("no value for the parameter {name}"))),
        }
    }
}

/// The only value of a function at an instance.
fn date_of(function: &UnionMap, instance: &Point) -> Result<Value> {
    let dates = function.apply(&instance.to_set().into())?.points()?;
    match &dates[..] {
        [date] => date.coordinate(presburger::Dim::Set(0)),
        dates => {
            let message = format!("{instance} has {} dates in a band", dates.len());
            Err(Error::Invalid(message))
        }
    }
}

/// The dates as a point.
fn point(dates: &[Value]) -> Result<Point> {
    let space = Space::set(Vec::new(), Tuple::anonymous(dates.len()));
    Point::new(space, dates.iter().cloned())
}

fn compare(a: &[Value], b: &[Value]) -> std::cmp::Ordering {
    a.iter()
        .zip(b)
        .map(|(a, b)| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal))
        .find(|order| order.is_ne())
        .unwrap_or(std::cmp::Ordering::Equal)
}
