//! The order of execution.
//!
//! For each statement in the text, the executions are points `[new date | old date]`: when the text
//! executes something, and when the schedule wants it. Two statements `a` and `b` of the text are in
//! order if no pair of their points has `new(a) < new(b)` and `old(a) > old(b)`, both
//! lexicographically.
//!
//! Pairs are split at the first new date that differs, and then looked at old date by old date.
//! Dates that are numbers, the positions in sequences, and old dates that are new dates, the
//! counters of loops that scan the schedule as it is, decide nearly all of them without any sets.
//!
//! A text that was unrolled has hundreds of statements. They are not compared one by one: the text
//! is cut in two, and what holds for a simple set around the points of either half holds for all
//! pairs of theirs. Where it does not hold, the halves are halved.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use presburger::{Dim, Effort, Map, UnionMap, attempt};
use scop::schedule::Kind;

use crate::dated::{Dated, Shape};
use crate::{Claim, Failure, Result, example};

/// Proves that no two executions are in the wrong order; `dates` are those of the text. Returns
/// whether no two statements of the text execute an instance at the same old date, either.
pub(crate) fn kept(dated: &[Dated<'_>], dates: &UnionMap, claim: &Claim) -> Result<bool> {
    // Dates of different lengths are not comparable.
    let mut lengths: BTreeMap<usize, Vec<&Dated<'_>>> = BTreeMap::new();
    for one in dated {
        lengths.entry(one.length()).or_default().push(one);
    }
    let mut is_strict = true;
    for mut statements in lengths.into_values() {
        // In the order of the text: those of one loop or part are next to each other.
        statements.sort_by_key(|one| &one.shape.numbers[..one.shape.new]);
        let mut order = Order {
            statements,
            around: RefCell::default(),
            dates,
            claim,
            is_strict: true,
        };
        order.within(0..order.statements.len(), 0)?;
        is_strict &= order.is_strict;
    }
    Ok(is_strict)
}

/// From the first statement and the one behind the last to a set around the points of all of them.
type Hulls = BTreeMap<(usize, usize), Option<Rc<Shape>>>;

/// The statements whose dates have the same length.
struct Order<'a> {
    statements: Vec<&'a Dated<'a>>,
    /// Sets around the points of several of them, if they are found easily.
    around: RefCell<Hulls>,
    dates: &'a UnionMap,
    claim: &'a Claim,
    /// Whether each pair of executions of one statement has different old dates.
    is_strict: bool,
}

/// What is known of the old dates of two executions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    /// The first one is earlier.
    Earlier,
    /// The first one is not later.
    NotLater,
    /// The first one may be later.
    PerhapsLater,
}

impl Order<'_> {
    /// Pairs of some statements whose new dates before `dim` are equal.
    fn within(&mut self, range: Range<usize>, dim: usize) -> Result<()> {
        let Some(first) = self
            .statements
            .get(range.start)
            .filter(|_| !range.is_empty())
        else {
            return Ok(());
        };
        if dim == first.shape.new {
            return self.apart(range);
        }
        let number = |at: usize| self.statements[at].shape.numbers[dim];
        if range.clone().all(|at| number(at).is_some()) {
            let mut parts: Vec<Range<usize>> = Vec::new();
            for at in range {
                match parts.last_mut() {
                    Some(last) if number(last.start) == number(at) => last.end = at + 1,
                    _ => parts.push(at..at + 1),
                }
            }
            for part in &parts {
                self.within(part.clone(), dim + 1)?;
            }
            self.sequence(&parts, dim)
        } else if range.clone().all(|at| number(at).is_none()) {
            self.between(range.clone(), range.clone(), dim, true)?;
            self.within(range, dim + 1)
        } else {
            for first in range.clone() {
                for second in range.clone() {
                    self.one_by_one(first, second, dim)?;
                }
            }
            Ok(())
        }
    }

    /// Parts that follow one another.
    fn sequence(&mut self, parts: &[Range<usize>], dim: usize) -> Result<()> {
        if parts.len() < 2 {
            return Ok(());
        }
        let (first, second) = parts.split_at(parts.len() / 2);
        self.sequence(first, dim)?;
        self.sequence(second, dim)?;
        let whole = |parts: &[Range<usize>]| parts[0].start..parts[parts.len() - 1].end;
        self.between(whole(first), whole(second), dim, false)
    }

    /// Executions of the first statements before executions of the second ones: pairs with equal new
    /// dates before `dim`, and an earlier one there if `strict`.
    fn between(
        &mut self,
        first: Range<usize>,
        second: Range<usize>,
        dim: usize,
        strict: bool,
    ) -> Result<()> {
        if first.len() == 1 && second.len() == 1 {
            return self.exactly(first.start, second.start, dim, strict);
        }
        if let (Some(a), Some(b)) = (self.around(first.clone())?, self.around(second.clone())?) {
            let pair = Pair { a: &a, b: &b };
            let roughly = || pair.compare(dim, strict, |_| Ok(false));
            if attempt(Effort::Question, roughly)? == Some(Found::Earlier) {
                return Ok(());
            }
        }
        let halves = |range: Range<usize>| {
            let middle = range.start + range.len() / 2;
            (range.start..middle, middle..range.end)
        };
        if first.len() >= second.len() {
            let (one, other) = halves(first);
            self.between(one, second.clone(), dim, strict)?;
            self.between(other, second, dim, strict)
        } else {
            let (one, other) = halves(second);
            self.between(first.clone(), one, dim, strict)?;
            self.between(first, other, dim, strict)
        }
    }

    /// All points of some statements, and perhaps more.
    fn around(&self, range: Range<usize>) -> Result<Option<Rc<Shape>>> {
        if range.len() == 1 {
            return Ok(Some(self.statements[range.start].shape.clone()));
        }
        let key = (range.start, range.end);
        if let Some(known) = self.around.borrow().get(&key) {
            return Ok(known.clone());
        }
        let middle = range.start + range.len() / 2;
        let (first, second) = (range.start..middle, middle..range.end);
        let around = match (self.around(first)?, self.around(second)?) {
            (Some(a), Some(b)) => attempt(Effort::Relation, || a.around(&b))?.map(Rc::new),
            _ => None,
        };
        self.around.borrow_mut().insert(key, around.clone());
        Ok(around)
    }

    /// The pairs of two statements.
    fn exactly(&mut self, first: usize, second: usize, dim: usize, strict: bool) -> Result<()> {
        let (a, b) = (self.statements[first], self.statements[second]);
        let pair = Pair {
            a: &a.shape,
            b: &b.shape,
        };
        let found = pair.compare(dim, strict, |pairs| self.is_open(a, b, pairs))?;
        if found != Found::Earlier && a.copy.statement == b.copy.statement {
            self.is_strict = false;
        }
        Ok(())
    }

    /// The pairs of two statements whose new dates before `dim` are equal.
    fn one_by_one(&mut self, first: usize, second: usize, dim: usize) -> Result<()> {
        let (a, b) = (self.statements[first], self.statements[second]);
        for dim in dim..a.shape.new {
            match (a.shape.numbers[dim], b.shape.numbers[dim]) {
                (Some(x), Some(y)) if x == y => continue,
                (Some(x), Some(y)) if x > y => return Ok(()),
                (Some(_), Some(_)) => return self.exactly(first, second, dim, false),
                _ => self.exactly(first, second, dim, true)?,
            }
        }
        match first == second {
            true => Ok(()),
            false => self.is_apart(a, b),
        }
    }

    /// Proves that statements whose new dates have the same numbers never have the same dates.
    fn apart(&self, range: Range<usize>) -> Result<()> {
        for first in range.clone() {
            for second in first + 1..range.end {
                self.is_apart(self.statements[first], self.statements[second])?;
            }
        }
        Ok(())
    }

    fn is_apart(&self, a: &Dated<'_>, b: &Dated<'_>) -> Result<()> {
        let (a, b) = (&a.shape, &b.shape);
        match (Pair { a, b }).pairs(a.new, false)?.is_empty()? {
            true => Ok(()),
            false => Err(Failure::NotRecords(
                "two statements of the text run at the same time".into(),
            )),
        }
    }

    /// Pairs that the dates have in another order: wrong unless the tree leaves their order open.
    fn is_open(&self, a: &Dated<'_>, b: &Dated<'_>, pairs: Map) -> Result<bool> {
        let (new, claim) = (self.dates, self.claim);
        if let Some(tree) = &claim.tree
            && tree
                .nodes()
                .into_iter()
                .any(|(_, node)| matches!(node.kind(), Kind::Set) && node.children().len() > 1)
        {
            let first = UnionMap::from_maps([a.copy.target.clone()])?;
            let second = UnionMap::from_maps([b.copy.target.clone()])?;
            // From instances to when the text executes them.
            let (when_a, when_b) = (
                first.reverse()?.apply_range(new)?,
                second.reverse()?.apply_range(new)?,
            );
            let executed = when_a.lex_lt_union_map(&when_b)?;
            let wanted = tree.before()?.intersect_params(&claim.context)?;
            if executed.is_disjoint(&wanted.reverse()?)? {
                return Ok(true);
            }
        }
        let example = example(&pairs.wrap()?.into())?;
        Err(Failure::Order {
            first: claim.statements[a.copy.statement].name.clone(),
            second: claim.statements[b.copy.statement].name.clone(),
            example,
        })
    }
}

/// Executions of `a` that come before executions of `b`.
struct Pair<'a> {
    a: &'a Shape,
    b: &'a Shape,
}

impl Pair<'_> {
    /// Pairs with equal new dates before `dim`, and an earlier one there if `strict`.
    fn pairs(&self, dim: usize, strict: bool) -> Result<Map> {
        let mut pairs = Map::from_domain_and_range(&self.a.points, &self.b.points)?;
        for dim in 0..dim {
            if self.a.numbers[dim].is_none() || self.b.numbers[dim].is_none() {
                pairs = pairs.equate(Dim::In(dim), Dim::Out(dim))?;
            }
        }
        Ok(match strict {
            true => pairs.order_lt(Dim::In(dim), Dim::Out(dim))?,
            false => pairs,
        })
    }

    /// In what order the schedule has these pairs. Where the second one comes first, `is_open` says
    /// whether that does not matter.
    fn compare(
        &self,
        dim: usize,
        strict: bool,
        is_open: impl Fn(Map) -> Result<bool>,
    ) -> Result<Found> {
        let (a, b) = (self.a, self.b);
        let mut pairs: Option<Map> = None;
        let mut found = Found::Earlier;
        for old in a.new..a.points.n_dim() {
            match (a.numbers[old], b.numbers[old]) {
                (Some(x), Some(y)) if x == y => continue,
                (Some(x), Some(y)) if x < y => return Ok(found),
                _ => {}
            }
            // The old dates as new dates, if both have the same formula.
            let same = a.same[old].filter(|_| a.same[old] == b.same[old]);
            match same {
                Some(new) if new < dim => continue,
                Some(new) if new == dim && strict => return Ok(found),
                _ => {}
            }
            let here = match pairs {
                Some(pairs) => pairs,
                None => {
                    let mut pairs = self.pairs(dim, strict)?;
                    for old in a.new..old {
                        pairs = pairs.equate(Dim::In(old), Dim::Out(old))?;
                    }
                    pairs
                }
            };
            let later = here.order_gt(Dim::In(old), Dim::Out(old))?;
            if !later.is_empty()? {
                if !is_open(later)? {
                    return Ok(Found::PerhapsLater);
                }
                found = Found::PerhapsLater;
            }
            let here = here.equate(Dim::In(old), Dim::Out(old))?;
            if here.is_empty()? {
                return Ok(found);
            }
            pairs = Some(here);
        }
        Ok(match found {
            Found::Earlier => Found::NotLater,
            _ => found,
        })
    }
}
