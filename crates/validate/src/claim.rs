//! What a text must execute.

use legality::Legal;
use presburger::{PwAff, Result, Set, UnionMap, UnionSet};
use scop::ScheduleTree;
use scop::schedule::Placements;
use std::collections::HashMap;

/// A schedule, as far as a proof needs it.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The statements; a record names one by its index.
    pub statements: Vec<Expected>,
    /// From instances to dates. Dates of different length are not comparable.
    pub dates: UnionMap,
    /// The same from more than the instances, where one function has the dates of all of a statement.
    pub(crate) functions: UnionMap,
    /// The tree behind the dates, if it leaves open what the dates decide.
    pub tree: Option<ScheduleTree>,
    /// The values of the parameters for which the text is meant.
    pub context: Set,
}

/// A statement of a schedule.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The tuple name of its instances.
    pub name: String,
    /// The instances.
    pub domain: Set,
    /// The different values of the holes in its text, as functions of the instance: a statement
    /// with a thousand references has few different subscripts.
    pub holes: Vec<PwAff>,
}

/// The different functions of a list in their order, and for each entry of the list which of
/// them it is.
///
/// ```
/// use presburger::PwAff;
///
/// let [i, next]: [PwAff; 2] = ["{ S[i] -> [i] }".parse()?, "{ S[i] -> [i + 1] }".parse()?];
/// let (different, places) = validate::different([&i, &next, &i]);
/// assert_eq!(different, [i, next]);
/// assert_eq!(places, [0, 1, 0]);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn different<'a>(values: impl IntoIterator<Item = &'a PwAff>) -> (Vec<PwAff>, Vec<usize>) {
    let mut known: HashMap<&PwAff, usize> = HashMap::new();
    let mut different = Vec::new();
    let mut places = Vec::new();
    for value in values {
        let place = known.entry(value).or_insert_with(|| {
            different.push(value.clone());
            different.len() - 1
        });
        places.push(*place);
    }
    (different, places)
}

impl Claim {
    /// A schedule that is legal for a program.
    pub fn of_legal(legal: &Legal) -> Result<Claim> {
        let scop = legal.scop();
        let statements = scop.statements.iter().map(|statement| {
            let holes = statement.body.holes.iter();
            Expected {
                name: statement.name.clone(),
                domain: statement.domain.clone(),
                holes: different(holes.map(|hole| &hole.value)).0,
            }
        });
        Ok(Claim {
            statements: statements.collect(),
            ..Claim::of_tree(legal.schedule(), &scop.context)?
        })
    }

    /// A schedule tree without a program, for parameters in `context`.
    pub fn of_tree(tree: &ScheduleTree, context: &Set) -> Result<Claim> {
        let mut claim = Claim::of_map(&tree.map()?, context)?;
        claim.functions = Placements::new(tree)?.functions()?;
        claim.tree = Some(tree.clone());
        Ok(claim)
    }

    /// A flat schedule without a program, for parameters in `context`.
    pub fn of_map(dates: &UnionMap, context: &Set) -> Result<Claim> {
        let domain: UnionSet = dates.domain()?;
        let statements = domain.sets().into_iter().map(|domain| Expected {
            name: domain.tuple_name().unwrap_or_default().into(),
            domain,
            holes: Vec::new(),
        });
        Ok(Claim {
            statements: statements.collect(),
            dates: dates.clone(),
            functions: dates.clone(),
            tree: None,
            context: context.clone(),
        })
    }
}
