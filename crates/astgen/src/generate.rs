//! The generator as callers see it: what they choose, and the inputs that it takes. What it does
//! with them is in `algorithm.rs`.

use crate::algorithm::Algorithm;
use crate::ast::Node;
use crate::build::{After, Build, domain_names, unbroken, with_equalities};
use crate::error::{Error, Result};
use crate::hook::Hook;
use crate::input::Input;
use crate::options::Options;
use crate::settings::Settings;
use presburger::{Dim, Map, Set, Space, Tuple, UnionMap};
use scop::ScheduleTree;

/// Makes code from schedules.
#[derive(Clone, Debug)]
pub struct Generator {
    context: Option<Set>,
    settings: Settings,
    prefix: String,
    pub(crate) hook: Hook,
}

impl Default for Generator {
    fn default() -> Generator {
        Generator::new()
    }
}

impl Generator {
    /// A generator with isl's defaults.
    pub fn new() -> Generator {
        Generator {
            context: None,
            settings: Settings::default(),
            prefix: "c".into(),
            hook: Hook::default(),
        }
    }

    /// With this knowledge of the parameters.
    pub fn context(mut self, context: Set) -> Generator {
        self.context = Some(context);
        self
    }

    /// With these choices.
    ///
    /// ```
    /// # use astgen::{Generator, Settings};
    /// let schedule = "[M, N] -> { S[i] -> [i] : 0 <= i <= M and i <= N }".parse()?;
    /// let settings = Settings { atomic_upper_bound: false, ..Settings::default() };
    /// let ast = Generator::new().settings(settings).from_map(&schedule)?;
    /// assert_eq!(ast.to_string(), "for (int c0 = 0; M >= c0 && N >= c0; c0 += 1)\n  S(c0);\n");
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn settings(mut self, settings: Settings) -> Generator {
        self.settings = settings;
        self
    }

    /// Code for an input.
    pub fn from_input(&self, input: &Input) -> Result<Node> {
        match input {
            Input::Tree(tree) => self.from_tree(tree),
            Input::Flat {
                schedule,
                context,
                options,
            } => {
                let context = match &self.context {
                    Some(more) => context.intersect(more)?,
                    None => context.clone(),
                };
                self.clone()
                    .context(context)
                    .from_map_with(schedule, options)
            }
        }
    }

    /// Code for a flat schedule, a relation from instances to dates.
    pub fn from_map(&self, schedule: &UnionMap) -> Result<Node> {
        self.from_map_with(schedule, &UnionMap::from_maps([])?)
    }

    /// Code for a flat schedule with options, `{ [i, j] -> separate[0] }`.
    pub fn from_map_with(&self, schedule: &UnionMap, options: &UnionMap) -> Result<Node> {
        let algorithm = self.algorithm();
        let maps = schedule.maps();
        let statements = maps.iter().filter_map(Map::domain_tuple_name);
        let root = self.root(&schedule.space(), statements, After::Leaf)?;
        let context = unbroken(&self.context_of(&schedule.space())?)?;
        let mut groups: Vec<(Option<Tuple>, Vec<Map>)> = Vec::new();
        for map in &maps {
            let tuple = map.space().tuple().cloned();
            let map = map.intersect_params(&context)?;
            if !self.settings.allow_repetition {
                check_single_valued(&map)?;
            }
            match groups
                .iter_mut()
                .find(|(other, _)| same_tuple(other, &tuple))
            {
                Some((_, maps)) => maps.push(map),
                None => groups.push((tuple, vec![map])),
            }
        }
        let mut grafts = Vec::new();
        for (tuple, schedules) in groups {
            let n = tuple.map_or(0, |tuple| tuple.len());
            let mut build = root.extended(n)?;
            build.options = Options::from_map(options, n, &domain_names(&schedules))?;
            let mut executed = Vec::new();
            for map in schedules {
                let map = map
                    .reverse()?
                    .set_domain_tuple_name(None)?
                    .flatten_domain()?;
                executed.push(with_equalities(&map)?);
            }
            for graft in algorithm.next_dimension(executed, &build)? {
                grafts.push(graft.shortened(0)?);
            }
        }
        algorithm.finish(grafts, &root)
    }

    /// Code for a schedule tree.
    pub fn from_tree(&self, tree: &ScheduleTree) -> Result<Node> {
        let algorithm = self.algorithm();
        let sets = tree.domain().sets();
        let statements = sets.iter().filter_map(Set::tuple_name);
        let root = self.root(&tree.domain().space(), statements, After::Leaf)?;
        let tree = tree.numbered();
        let grafts = algorithm.visit(tree.root(), Vec::new(), &root)?;
        algorithm.finish(grafts, &root)
    }

    fn algorithm(&self) -> Algorithm<'_> {
        Algorithm {
            context: self.context.as_ref(),
            hook: &self.hook,
        }
    }

    fn context_of(&self, space: &Space) -> Result<Set> {
        match &self.context {
            Some(context) => Ok(context.clone()),
            None => Ok(Set::universe(Space::params_only(space.params().to_vec()))?),
        }
    }

    fn root<'a>(
        &self,
        space: &'a Space,
        statements: impl Iterator<Item = &'a str>,
        after: After,
    ) -> Result<Build> {
        // A parameter or a statement may have the name of a counter.
        let params = space.params().iter().map(|name| &name[..]);
        let taken: Vec<&str> = params.chain(statements).collect();
        let mut prefix = self.prefix.clone();
        let clashes = |prefix: &str| {
            taken.iter().any(|name| {
                let rest = name.strip_prefix(prefix);
                rest.is_some_and(|rest| {
                    !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit())
                })
            })
        };
        while clashes(&prefix) {
            prefix.push('_');
        }
        Build::new(&self.context_of(space)?, prefix, after, self.settings)
    }
}

/// An error if an instance has several dates. Statements without coordinates may: a barrier is
/// meant to be executed again and again.
fn check_single_valued(schedule: &Map) -> Result<()> {
    let n = schedule.space().n_out();
    if schedule.space().n_in() == 0 || schedule.is_single_valued()? {
        return Ok(());
    }
    for dimension in 0..n {
        let outer = schedule.project_out(Dim::Out(dimension + 1), n - dimension - 1)?;
        if !outer.is_single_valued()? {
            let statement = schedule.domain_tuple_name().unwrap_or("").to_string();
            return Err(Error::NotSingleValued {
                dimension,
                statement,
            });
        }
    }
    Ok(())
}

fn same_tuple(a: &Option<Tuple>, b: &Option<Tuple>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => a.name() == b.name() && a.len() == b.len(),
        (None, None) => true,
        _ => false,
    }
}

impl From<std::convert::Infallible> for Error {
    fn from(never: std::convert::Infallible) -> Error {
        match never {}
    }
}
