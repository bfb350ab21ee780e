//! Code with the condition under which it is meant to run, and how conditions are shared and
//! written (sections 4.4 and 5.9).

use crate::ast::{If, Node};
use crate::build::{Build, involves, shortened, simplified};
use crate::error::Result;
use presburger::{BasicSet, Constraint, Dim, Effort, Set, attempt};

/// Conditions nest at most this deep: of a hundred statements, each with a condition that implies
/// the one before, nobody could read the last one, nor could a compiler.
const MAX_NESTED: usize = 16;

/// A piece of code that must only run where `guard` holds; the code itself does not check it.
#[derive(Clone, Debug)]
pub(crate) struct Graft {
    pub node: Node,
    pub guard: Set,
    /// What holds whenever the code executes anything, because its loops see to it.
    pub enforced: Set,
}

impl Graft {
    /// With a guard of the first `n` dimensions only.
    pub fn shortened(self, n: usize) -> Result<Graft> {
        Ok(Graft {
            guard: shortened(&self.guard, n)?,
            enforced: shortened(&self.enforced, n)?,
            ..self
        })
    }

    /// With a guard that does not have the dimension `dim`.
    pub fn without_dim(self, dim: usize) -> Result<Graft> {
        Ok(Graft {
            guard: self.guard.project_out(Dim::Set(dim), 1)?,
            enforced: self.enforced.project_out(Dim::Set(dim), 1)?,
            ..self
        })
    }
}

/// A condition that all guards imply, in terms of dimensions other than `except`.
pub(crate) fn shared(grafts: &[Graft], build: &Build, except: Option<usize>) -> Result<Set> {
    let universe = build.universe()?;
    let Some((first, rest)) = grafts.split_first() else {
        return Ok(universe);
    };
    if grafts.iter().all(|graft| graft.guard.plain_is_universe()) {
        return Ok(universe);
    }
    let free = match except {
        Some(dim) => !first.guard.involves_dims(Dim::Set(dim), 1)?,
        None => true,
    };
    if free {
        let mut all_equal = true;
        for graft in rest {
            all_equal = all_equal && graft.guard.is_equal(&first.guard)?;
        }
        if all_equal {
            return Ok(first.guard.clone());
        }
    }
    // Where something is executed, each by itself: its guard need not say what its loops do.
    let mut places = Vec::with_capacity(grafts.len());
    for graft in grafts {
        let place = graft.guard.intersect(&graft.enforced)?;
        places.push(place.intersect(&build.generated)?);
    }
    let mut kept: Vec<Constraint> = Vec::new();
    for graft in grafts {
        let guard = graft.guard.compute_divs()?;
        let hull = guard.unshifted_simple_hull()?.eliminate_unknown()?;
        for constraint in hull.constraints()? {
            if kept.contains(&constraint)
                || except.is_some_and(|dim| involves(constraint.aff(), dim))
            {
                continue;
            }
            let set =
                BasicSet::from_constraints(&build.space(), std::slice::from_ref(&constraint))?;
            let set = set.to_set();
            let everywhere = || -> Result<bool> {
                for place in &places {
                    if !place.is_subset(&set)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            };
            if attempt(Effort::Question, everywhere)? == Some(true) {
                kept.push(constraint);
            }
        }
    }
    let hull = BasicSet::from_constraints(&build.space(), &kept)?;
    simplified(&hull.to_set(), &build.generated)
}

/// One piece of code for several.
pub(crate) fn fuse(grafts: Vec<Graft>, build: &Build) -> Result<Graft> {
    let guard = shared(&grafts, build, None)?;
    let mut inner = build.clone();
    inner.generated = build.generated.intersect(&guard)?;
    let nodes = with_conditions(grafts, &inner)?;
    let node = Node::block(nodes);
    let enforced = build.universe()?;
    Ok(Graft {
        node,
        guard,
        enforced,
    })
}

/// The same code with conditions on the parameters `new` written: they mean nothing outside of
/// the place where `build` is.
pub(crate) fn inside(graft: Graft, new: &[String], build: &Build) -> Result<Graft> {
    let outside = without_params(&graft.guard, new)?;
    let enforced = without_params(&graft.enforced, new)?;
    if outside.space().n_param() == graft.guard.space().n_param() {
        return Ok(Graft { enforced, ..graft });
    }
    let mut inner = build.clone();
    inner.generated = build.generated.intersect(&outside)?;
    let node = Node::block(with_conditions(vec![graft], &inner)?);
    Ok(Graft {
        node,
        guard: outside,
        enforced,
    })
}

/// The shadow of a set on the parameters other than these.
fn without_params(set: &Set, names: &[String]) -> Result<Set> {
    let mut set = set.clone();
    for name in names {
        if let Some(i) = set.space().find_param(name) {
            set = set.project_out(Dim::Param(i), 1)?;
        }
    }
    Ok(set)
}

/// Code in which the conditions are written, as far as they are not guaranteed.
pub(crate) fn with_conditions(grafts: Vec<Graft>, build: &Build) -> Result<Vec<Node>> {
    let mut forest = Forest {
        items: Vec::new(),
        open: Vec::new(),
    };
    for graft in grafts {
        let guard = simplified(&graft.guard, &build.generated)?;
        if guard.is_empty()? {
            continue;
        }
        forest.insert(
            guard,
            graft.node,
            &graft.enforced,
            build,
            build.settings.allow_else,
        )?;
    }
    write(forest.items, build, &build.universe()?)
}

/// A tree of conditions under construction.
struct Forest {
    items: Vec<Item>,
    /// Conditions that can still be extended: each is the last item of a branch of the one before.
    open: Vec<Open>,
}

enum Item {
    Code(Node),
    Case {
        guard: Set,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
}

struct Open {
    /// Whether it is in the branch `then` of the one before.
    in_then: bool,
    /// Where its branches are executed, the conditions around it included.
    holds: Set,
    fails: Set,
}

impl Forest {
    fn insert(
        &mut self,
        guard: Set,
        node: Node,
        enforced: &Set,
        build: &Build,
        allow_else: bool,
    ) -> Result<()> {
        if guard.plain_is_universe() && (self.open.is_empty() || enforced.plain_is_universe()) {
            self.open.clear();
            self.items.push(Item::Code(node));
            return Ok(());
        }
        // Where its loops do not do anything it may be left out.
        let here = guard.intersect(&build.generated)?.intersect(enforced)?;
        let mut place = None;
        let open = self.open.iter().take(MAX_NESTED - 1).enumerate();
        for (k, open) in open.rev() {
            if here.is_subset(&open.holds)? {
                place = Some((k, true));
                break;
            }
            if allow_else && here.is_subset(&open.fails)? {
                place = Some((k, false));
                break;
            }
        }
        let (around, in_then) = match place {
            Some((k, then)) => {
                self.open.truncate(k + 1);
                let open = &self.open[k];
                (
                    if then {
                        open.holds.clone()
                    } else {
                        open.fails.clone()
                    },
                    then,
                )
            }
            None => {
                self.open.clear();
                (build.generated.clone(), true)
            }
        };
        let rest = simplified(&guard, &around)?;
        let list = self.branch(in_then);
        if rest.plain_is_universe() {
            list.push(Item::Code(node));
            return Ok(());
        }
        let holds = around.intersect(&rest)?;
        let fails = around.subtract(&rest)?;
        list.push(Item::Case {
            guard: rest,
            then: vec![Item::Code(node)],
            otherwise: Vec::new(),
        });
        self.open.push(Open {
            in_then,
            holds,
            fails,
        });
        Ok(())
    }

    /// The branch of the innermost open condition, or the list of all.
    fn branch(&mut self, in_then: bool) -> &mut Vec<Item> {
        let mut choices: Vec<bool> = self.open.iter().skip(1).map(|open| open.in_then).collect();
        if !self.open.is_empty() {
            choices.push(in_then);
        }
        let mut list = &mut self.items;
        for choice in choices {
            let last = list.len().wrapping_sub(1);
            match list.get(last) {
                Some(Item::Case { .. }) => {}
                _ => unreachable!("an open condition is the last item of its list"),
            }
            list = match &mut list[last] {
                Item::Case {
                    then, otherwise, ..
                } => match choice {
                    true => then,
                    false => otherwise,
                },
                Item::Code(_) => unreachable!("an open condition is the last item of its list"),
            };
        }
        list
    }
}

/// The nodes of items, where `around` holds in addition to what the build guarantees.
fn write(items: Vec<Item>, build: &Build, around: &Set) -> Result<Vec<Node>> {
    let mut nodes = Vec::with_capacity(items.len());
    for item in items {
        match item {
            Item::Code(Node::Block(inner)) => nodes.extend(inner),
            Item::Code(node) => nodes.push(node),
            Item::Case {
                guard,
                then,
                otherwise,
            } => {
                let condition = build.position(around)?.condition(&guard)?;
                let then = write(then, build, &around.intersect(&guard)?)?;
                let Some(cond) = condition else {
                    nodes.extend(then);
                    continue;
                };
                let otherwise = match otherwise.is_empty() {
                    true => None,
                    false => {
                        let fails = around.subtract(&guard)?;
                        Some(Node::block(write(otherwise, build, &fails)?))
                    }
                };
                let then = Node::block(then);
                nodes.push(Node::If(Box::new(If {
                    cond,
                    then,
                    otherwise,
                })));
            }
        }
    }
    Ok(nodes)
}
