#![doc = include_str!("../../STRATEGIES.md")]

mod parse;
mod print;

use crate::schedule::{
    ConcurrentStart, Demanded, Fusion, Independence, Objective, Of, Options, Rule,
};
use scop::Scop;
use std::fmt;

/// What can stand in a strategy, in Markdown.
pub const REFERENCE: &str = include_str!("../../STRATEGIES.md");

/// A name in a strategy, and where it is; equal if the names are.
#[derive(Clone, Debug)]
pub struct Name {
    /// The name itself.
    pub text: String,
    /// Its line, from 1.
    pub line: usize,
    /// Its column, from 1.
    pub column: usize,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

/// Which statements share loops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Policy {
    /// [`Fusion::Max`]
    Max,
    /// [`Fusion::Smart`]
    Smart,
    /// [`Fusion::None`]
    None,
}

/// A coefficient in the date of a statement, `S.i`, with a factor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is multiplied by.
    pub factor: i64,
    /// The statement.
    pub statement: Name,
    /// The iterator or parameter; `1` for the constant.
    pub of: Name,
}

/// `Σ terms + constant >= 0`, or `= 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The coefficients.
    pub terms: Vec<Term>,
    /// What does not depend on them.
    pub constant: i64,
    /// Whether the sum is zero.
    pub equality: bool,
}

/// What a strategy says of one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Dimension {
    /// How its row is chosen.
    pub objective: Option<Objective>,
    /// Which statements share it.
    pub groups: Option<Vec<Vec<Name>>>,
    /// What its coefficients satisfy.
    pub conditions: Vec<Condition>,
}

/// How programs are scheduled; see the [module](self).
///
/// ```
/// use optimizer::Strategy;
///
/// let strategy: Strategy = "preset isl\nfuse none\ndimension 1\n  S.i - S.j >= 0\n".parse()?;
/// assert_eq!(strategy.to_string().parse::<Strategy>()?, strategy);
///
/// let wrong = "fuse some".parse::<Strategy>().unwrap_err();
/// assert_eq!(wrong.to_string(), "line 1, column 6: expected `max`, `smart` or `none`, found `some`");
/// # Ok::<(), optimizer::StrategyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Which statements share loops.
    pub fusion: Policy,
    /// How rows are chosen.
    pub objective: Objective,
    /// See [`Options::independence`].
    pub independence: Independence,
    /// See [`Options::largest`].
    pub largest: i64,
    /// See [`Options::reversal`].
    pub reversal: bool,
    /// See [`Options::temporaries`].
    pub temporaries: bool,
    /// See [`Options::split`].
    pub split: bool,
    /// See [`Options::inputs`].
    pub inputs: bool,
    /// See [`Options::concurrent_start`].
    pub diamonds: ConcurrentStart,
    /// What is said of single dimensions.
    pub dimensions: Vec<Dimension>,
}

impl Default for Strategy {
    /// The preset `default`.
    fn default() -> Strategy {
        Strategy {
            fusion: Policy::Smart,
            objective: Objective::Distance,
            independence: Independence::All,
            largest: 20,
            reversal: true,
            temporaries: true,
            split: true,
            inputs: false,
            diamonds: ConcurrentStart::No,
            dimensions: Vec::new(),
        }
    }
}

/// What is wrong with a strategy, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for StrategyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let StrategyError {
            line,
            column,
            message,
        } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl std::error::Error for StrategyError {}

impl Strategy {
    /// The names of the presets.
    ///
    /// ```
    /// use optimizer::Strategy;
    /// assert!(Strategy::PRESETS.iter().all(|name| Strategy::preset(name).is_some()));
    /// ```
    pub const PRESETS: [&str; 4] = ["default", "pluto", "feautrier", "isl"];

    /// The preset of this name.
    ///
    /// `pluto` is the scheduler of Bondhugula et al. (2008): no negative coefficients, nothing private, nothing split.
    /// `feautrier` orders as much as possible by each row of all statements, so that what is left is parallel.
    /// `isl` makes wide bands: statements of fewer loops wait.
    ///
    /// ```
    /// use optimizer::Strategy;
    /// assert_eq!(Strategy::preset("default"), Some(Strategy::default()));
    /// assert!(Strategy::preset("best").is_none());
    /// ```
    pub fn preset(name: &str) -> Option<Strategy> {
        let default = Strategy::default();
        let plain = Strategy {
            temporaries: false,
            split: false,
            ..default.clone()
        };
        match name {
            "default" => Some(default),
            "pluto" => Some(Strategy {
                reversal: false,
                ..plain
            }),
            "feautrier" => Some(Strategy {
                fusion: Policy::Max,
                objective: Objective::Carry,
                ..plain
            }),
            "isl" => Some(Strategy {
                independence: Independence::Needed,
                ..plain
            }),
            _ => None,
        }
    }

    /// What it says as options for a program. What it does not speak of is that of `others`.
    ///
    /// Fails if it names a statement, an iterator or a parameter that the program does not have.
    ///
    /// ```
    /// # let scop = scop::Scop {
    /// #     name: "f".into(), parameters: vec![], context: "{ : }".parse().unwrap(), arrays: vec![], statements: vec![],
    /// #     schedule: scop::ScheduleTree::new("{}".parse().unwrap(), scop::schedule::Node::leaf()), span: None,
    /// # };
    /// use optimizer::{Strategy, schedule::{Fusion, Options}};
    ///
    /// let strategy: Strategy = "fuse max".parse()?;
    /// assert_eq!(strategy.options(&scop, &Options::default())?.fusion, Fusion::Max);
    ///
    /// let strategy: Strategy = "dimension 1\nS.i = 1".parse()?;
    /// let error = strategy.options(&scop, &Options::default()).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 1: no statement is called `S`");
    /// # Ok::<(), optimizer::StrategyError>(())
    /// ```
    pub fn options(&self, scop: &Scop, others: &Options) -> Result<Options, StrategyError> {
        let rules = self.dimensions.iter().map(|one| one.rule(scop));
        Ok(Options {
            fusion: match self.fusion {
                Policy::Max => Fusion::Max,
                Policy::Smart => Fusion::Smart,
                Policy::None => Fusion::None,
            },
            objective: self.objective,
            independence: self.independence,
            largest: self.largest,
            reversal: self.reversal,
            temporaries: self.temporaries,
            split: self.split,
            inputs: self.inputs,
            concurrent_start: self.diamonds,
            rules: rules.collect::<Result<Vec<Rule>, StrategyError>>()?,
            ..others.clone()
        })
    }
}

impl Dimension {
    fn rule(&self, scop: &Scop) -> Result<Rule, StrategyError> {
        let mut groups = Vec::new();
        let mut taken: Vec<usize> = Vec::new();
        for group in self.groups.iter().flatten() {
            let mut own = Vec::with_capacity(group.len());
            for name in group {
                let statement = name.statement(scop)?;
                if taken.contains(&statement) {
                    return Err(name.error(format!("`{}` is in two groups", name.text)));
                }
                taken.push(statement);
                own.push(statement);
            }
            groups.push(own);
        }
        let mut demanded = Vec::with_capacity(self.conditions.len());
        for condition in &self.conditions {
            let terms = condition.terms.iter().map(|term| {
                let statement = term.statement.statement(scop)?;
                Ok((
                    term.factor,
                    statement,
                    term.of.coefficient(scop, statement)?,
                ))
            });
            demanded.push(Demanded {
                terms: terms.collect::<Result<Vec<_>, StrategyError>>()?,
                constant: condition.constant,
                equality: condition.equality,
            });
        }
        Ok(Rule {
            objective: self.objective,
            groups: self.groups.as_ref().map(|_| groups),
            demanded,
        })
    }
}

impl Name {
    fn error(&self, message: String) -> StrategyError {
        StrategyError {
            line: self.line,
            column: self.column,
            message,
        }
    }

    fn statement(&self, scop: &Scop) -> Result<usize, StrategyError> {
        let mut statements = scop.statements.iter();
        let found = statements.position(|one| one.name == self.text);
        found.ok_or_else(|| self.error(format!("no statement is called `{}`", self.text)))
    }

    fn coefficient(&self, scop: &Scop, statement: usize) -> Result<Of, StrategyError> {
        if self.text == "1" {
            return Ok(Of::One);
        }
        let statement = &scop.statements[statement];
        let mut iterators = statement.iterators.iter();
        if let Some(i) = iterators.position(|one| *one == self.text) {
            return Ok(Of::Iterator(i));
        }
        let mut parameters = scop.parameters.iter();
        let found = parameters.position(|one| one.name == self.text);
        found.map(Of::Parameter).ok_or_else(|| {
            let (name, own) = (&self.text, &statement.name);
            self.error(format!(
                "`{name}` is neither a loop around `{own}` nor a parameter"
            ))
        })
    }
}
