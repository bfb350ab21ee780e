//! A schedule tree cut into placements: some instances of one statement that arrive at one leaf
//! with one affine function for each band member on the way.
//!
//! Two placements have the nodes on the way to where their leaves part in common. So their dates
//! are compared member by member, and what parts them decides the rest; no relation between all
//! instances is ever built.

use crate::Date;
use presburger::{Aff, MultiAff, Point, PwMultiAff, Result, Set, Tuple, UnionMap};
use scop::schedule::{Kind, Member, Node, Path, ScheduleTree};
use scop::{Scop, StmtId};
use std::cmp::Ordering;

/// A step on the way to a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// The part taken of a sequence (or of a set, which is not ordered) of several parts.
    Part { index: usize, ordered: bool },
    /// A band member, as an index into [`Placements::members`]; its date is the next one of
    /// [`Placement::dates`].
    Member(usize),
}

/// A band member of the tree.
#[derive(Clone, Debug)]
pub(crate) struct Loop {
    /// The way to the band.
    pub(crate) path: Path,
    /// The position in the band.
    pub(crate) position: usize,
    pub(crate) attributes: Member,
}

impl Loop {
    /// Whether it is claimed that its iterations do not depend on each other.
    pub(crate) fn is_claimed(&self) -> bool {
        self.attributes.parallel || self.attributes.vector
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Placement {
    /// `None` for instances of no statement of the program.
    pub(crate) statement: Option<StmtId>,
    pub(crate) domain: Set,
    pub(crate) steps: Vec<Step>,
    /// One for each band member among the steps, on the space of the domain.
    pub(crate) dates: Vec<Aff>,
    /// Counted from left to right.
    pub(crate) leaf: usize,
}

/// All placements of a tree.
#[derive(Clone, Debug)]
pub(crate) struct Placements {
    pub(crate) all: Vec<Placement>,
    /// For each statement of the program.
    pub(crate) of_statement: Vec<Vec<usize>>,
    pub(crate) members: Vec<Loop>,
    /// The parameters that instances and dates depend on.
    pub(crate) parameters: Vec<String>,
    /// Instances with several dates at one leaf, which are executed several times there.
    pub(crate) repeated: Vec<(Option<StmtId>, Set)>,
}

/// What parts two placements after the band members that they have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parting {
    /// Different parts of a sequence: the order of the first with regard to the second.
    Ordered(Ordering),
    /// Different parts of a set.
    Unordered,
    /// Nothing: they are at one leaf.
    SameLeaf,
}

impl Placements {
    pub(crate) fn new(scop: &Scop, tree: &ScheduleTree) -> Result<Placements> {
        let mut walk = Walk {
            scop,
            found: Placements {
                all: Vec::new(),
                of_statement: vec![Vec::new(); scop.statements.len()],
                members: Vec::new(),
                parameters: Vec::new(),
                repeated: Vec::new(),
            },
            leaves: 0,
        };
        walk.visit(tree.root(), Path::root(), &[], &mut Vec::new())?;
        Ok(walk.found)
    }

    /// The band members that both have in common, in order, and what parts them then.
    pub(crate) fn compare(&self, a: usize, b: usize) -> (Vec<usize>, Parting) {
        let (x, y) = (&self.all[a], &self.all[b]);
        let mut common = Vec::new();
        for steps in x.steps.iter().zip(&y.steps) {
            match steps {
                (Step::Member(member), _) => common.push(*member),
                (Step::Part { index: i, ordered }, Step::Part { index: j, .. }) if i != j => {
                    return match ordered {
                        true => (common, Parting::Ordered(i.cmp(j))),
                        false => (common, Parting::Unordered),
                    };
                }
                _ => {}
            }
        }
        (common, Parting::SameLeaf)
    }

    /// The placement of an instance, which has values of the parameters.
    pub(crate) fn find(&self, statement: StmtId, instance: &Point) -> Result<Option<&Placement>> {
        Ok(self.positions(statement, instance)?.first().copied())
    }

    /// All placements of an instance, which has values of the parameters.
    pub(crate) fn positions(&self, statement: StmtId, instance: &Point) -> Result<Vec<&Placement>> {
        let mut found = Vec::new();
        for &index in self
            .of_statement
            .get(statement.index())
            .into_iter()
            .flatten()
        {
            let placement = &self.all[index];
            if placement.domain.contains(instance)? {
                found.push(placement);
            }
        }
        Ok(found)
    }

    /// The first member in which two instances differ, with its values; both are in the same
    /// iterations of all loops before it.
    pub(crate) fn order(
        &self,
        (a, x): (&Placement, &Point),
        (b, y): (&Placement, &Point),
    ) -> Result<Order> {
        let mut next = 0;
        for steps in a.steps.iter().zip(&b.steps) {
            match steps {
                (Step::Member(member), _) => {
                    let (s, t) = (a.dates[next].eval(x)?, b.dates[next].eval(y)?);
                    next += 1;
                    match s.partial_cmp(&t) {
                        Some(Ordering::Equal) | None => {}
                        Some(order) => return Ok(Order::Loop(*member, order)),
                    }
                }
                (Step::Part { index: i, ordered }, Step::Part { index: j, .. }) if i != j => {
                    return Ok(match ordered {
                        true => Order::Sequence(i.cmp(j)),
                        false => Order::Open,
                    });
                }
                _ => {}
            }
        }
        Ok(match x == y {
            true => Order::Same,
            false => Order::Open,
        })
    }
}

/// What orders two instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// The band member.
    Loop(usize, Ordering),
    /// A sequence.
    Sequence(Ordering),
    /// Nothing.
    Open,
    /// They are one.
    Same,
}

impl Order {
    /// Whether the first comes strictly before the second.
    pub(crate) fn is_before(self) -> bool {
        matches!(
            self,
            Order::Loop(_, Ordering::Less) | Order::Sequence(Ordering::Less)
        )
    }
}

impl Placement {
    /// The position of a band member among the dates.
    pub(crate) fn date_of(&self, member: usize) -> Option<&Aff> {
        let members = self.steps.iter().filter_map(|step| match step {
            Step::Member(member) => Some(*member),
            Step::Part { .. } => None,
        });
        let position = members.into_iter().position(|one| one == member)?;
        self.dates.get(position)
    }

    /// The date of an instance, which has values of the parameters.
    pub(crate) fn date(&self, instance: &Point) -> Result<Date> {
        let mut dates = self.dates.iter();
        let mut date = Vec::with_capacity(self.steps.len());
        for step in &self.steps {
            match (step, step_date(step, &mut dates)) {
                (Step::Part { index, .. }, _) => date.push((*index as i64).into()),
                (Step::Member(_), Some(aff)) => date.push(aff.eval(instance)?),
                (Step::Member(_), None) => {}
            }
        }
        Ok(Date(date))
    }
}

fn step_date<'a>(step: &Step, dates: &mut impl Iterator<Item = &'a Aff>) -> Option<&'a Aff> {
    match step {
        Step::Member(_) => dates.next(),
        Step::Part { .. } => None,
    }
}

/// Some instances of one statement on the way down.
#[derive(Clone)]
struct Row {
    domain: Set,
    dates: Vec<Aff>,
}

impl Row {
    /// The row with fewer instances; `None` if there are none left.
    fn within(mut self, set: &Set) -> Result<Option<Row>> {
        if !set.plain_is_universe() {
            self.domain = self.domain.intersect(set)?;
            if self.domain.is_empty()? {
                return Ok(None);
            }
        }
        Ok(Some(self))
    }

    /// Instances to dates.
    fn map(&self) -> Result<presburger::Map> {
        let tuple = Tuple::anonymous(self.dates.len());
        let dates = MultiAff::from_aff_list(self.domain.space(), tuple, &self.dates)?;
        dates.as_map()?.intersect_domain(&self.domain)
    }
}

struct Walk<'a> {
    scop: &'a Scop,
    found: Placements,
    leaves: usize,
}

impl Walk<'_> {
    fn visit(
        &mut self,
        node: &Node,
        path: Path,
        rows: &[Row],
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        let before = steps.len();
        let below: Vec<Row> = match node.kind() {
            Kind::Leaf => {
                for row in rows {
                    self.place(row, steps);
                }
                self.leaves += 1;
                return Ok(());
            }
            Kind::Sequence | Kind::Set => {
                let ordered = matches!(node.kind(), Kind::Sequence);
                for (index, child) in node.children().iter().enumerate() {
                    if node.children().len() > 1 {
                        steps.push(Step::Part { index, ordered });
                    }
                    self.visit(child, path.child(index), rows, steps)?;
                    steps.truncate(before);
                }
                return Ok(());
            }
            Kind::Domain(domain) => {
                let mut all = Vec::new();
                for domain in domain.sets().into_iter().filter(|set| !set.is_params()) {
                    if !domain.is_empty()? {
                        let dates = Vec::new();
                        all.push(Row { domain, dates });
                    }
                }
                all
            }
            Kind::Filter(filter) => filtered(rows, &filter.sets())?,
            Kind::Guard(set) if set.is_params() || set.n_dim() == 0 => {
                let condition = set.params()?;
                let mut kept = Vec::new();
                for row in rows {
                    let domain = row.domain.intersect_params(&condition)?;
                    if !domain.is_empty()? {
                        let dates = row.dates.clone();
                        kept.push(Row { domain, dates });
                    }
                }
                kept
            }
            Kind::Band(band) => {
                let mut rows = rows.to_vec();
                for position in 0..band.size() {
                    steps.push(Step::Member(self.found.members.len()));
                    self.found.members.push(Loop {
                        path: path.clone(),
                        position,
                        attributes: band.members.get(position).cloned().unwrap_or_default(),
                    });
                    rows = dated(&rows, &band.schedule.at(position)?)?;
                }
                rows
            }
            Kind::Context(_) | Kind::Mark(_) => rows.to_vec(),
            kind @ (Kind::Guard(_) | Kind::Extension(_) | Kind::Expansion { .. }) => {
                self.rare(rows, kind)?
            }
        };
        if let Some(child) = node.child() {
            self.visit(child, path.child(0), &below, steps)?;
        }
        steps.truncate(before);
        Ok(())
    }

    /// Adds the placement of a row that has arrived at a leaf.
    fn place(&mut self, row: &Row, steps: &[Step]) {
        let statement = self.statement(&row.domain);
        let index = self.found.all.len();
        let of_dates = row.dates.iter().flat_map(|date| date.space().params());
        for name in row.domain.space().params().iter().chain(of_dates) {
            if !self.found.parameters.iter().any(|known| *known == **name) {
                self.found.parameters.push(name.to_string());
            }
        }
        if let Some(statement) = statement {
            self.found.of_statement[statement.index()].push(index);
        }
        self.found.all.push(Placement {
            statement,
            domain: row.domain.clone(),
            steps: steps.to_vec(),
            dates: row.dates.clone(),
            leaf: self.leaves,
        });
    }

    /// The statement that has such instances.
    fn statement(&self, instances: &Set) -> Option<StmtId> {
        let statement = self.scop.find_statement(instances.tuple_name()?)?;
        let domain = &self.scop.statements.get(statement.index())?.domain;
        let same = domain.space().has_equal_tuples(instances.space());
        same.then_some(statement)
    }

    /// Below nodes that change instances or look at dates: by relations, as [`Kind::dates_below`]
    /// says, and back.
    fn rare(&mut self, rows: &[Row], kind: &Kind) -> Result<Vec<Row>> {
        let maps = rows.iter().map(Row::map).collect::<Result<Vec<_>>>()?;
        let mut below = Vec::new();
        for map in kind.dates_below(&UnionMap::from_maps(maps)?)?.maps() {
            if map.is_empty()? {
                continue;
            }
            let mut map = map;
            if !map.is_single_valued()? {
                let first = map.lexmin()?;
                let again = map.subtract(&first)?.domain()?;
                self.found.repeated.push((self.statement(&again), again));
                map = first;
            }
            for (domain, dates) in PwMultiAff::from_map(&map)?.pieces() {
                let dates = (0..dates.size())
                    .map(|i| dates.at(i))
                    .collect::<Result<Vec<_>>>()?;
                below.push(Row { domain, dates });
            }
        }
        Ok(below)
    }
}

/// What passes a filter.
fn filtered(rows: &[Row], filter: &[Set]) -> Result<Vec<Row>> {
    if let [only] = filter
        && only.is_params()
    {
        let mut kept = Vec::new();
        for row in rows {
            let domain = row.domain.intersect_params(only)?;
            if !domain.is_empty()? {
                let dates = row.dates.clone();
                kept.push(Row { domain, dates });
            }
        }
        return Ok(kept);
    }
    let mut kept = Vec::new();
    for row in rows {
        let same = |set: &&Set| set.space().has_equal_tuples(row.domain.space());
        if let Some(set) = filter.iter().find(same) {
            kept.extend(row.clone().within(set)?);
        }
    }
    Ok(kept)
}

/// The rows with one more date; instances that have none are left behind.
fn dated(rows: &[Row], dates: &presburger::UnionPwAff) -> Result<Vec<Row>> {
    let dates = dates.pw_affs();
    let mut found = Vec::new();
    for row in rows {
        let tuple = row.domain.space().tuple();
        let Some(date) = dates.iter().find(|d| d.space().domain_tuple() == tuple) else {
            continue;
        };
        for (domain, aff) in date.pieces() {
            if aff.is_nan() {
                continue;
            }
            let Some(row) = row.clone().within(&domain)? else {
                continue;
            };
            // A fraction is a date only where it is an integer.
            let row = match aff.denominator().is_one() {
                true => Some(row),
                false => row.within(&aff.as_map()?.domain()?)?,
            };
            if let Some(mut row) = row {
                row.dates.push(aff);
                found.push(row);
            }
        }
    }
    Ok(found)
}
