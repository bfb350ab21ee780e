//! Schedule trees (section 6): every kind of node.

use crate::algorithm::Algorithm;
use crate::ast::Node as Code;
use crate::build::{After, Build, domain_of, statements, unbroken, with_equalities};
use crate::error::{Error, Result};
use crate::graft::{self, Graft};
use crate::strip::{self, Strips};
use presburger::{Map, Set, Space, Tuple, UnionMap, UnionSet};
use scop::schedule::{Band, Kind, Node};
use std::collections::HashMap;

impl Algorithm<'_> {
    /// Code for a subtree and the instances that reach it.
    pub(crate) fn visit(
        &self,
        node: &Node,
        executed: Vec<Map>,
        build: &Build,
    ) -> Result<Vec<Graft>> {
        let leaf = Node::leaf();
        let child = node.child().unwrap_or(&leaf);
        match node.kind() {
            Kind::Leaf => self.terminate(executed, build),
            Kind::Domain(domain) => {
                let mut maps = Vec::new();
                for set in domain.sets() {
                    let set = match self.context {
                        Some(context) => set.intersect_params(&unbroken(context)?)?,
                        None => set,
                    };
                    maps.push(Map::from_domain_and_range(&build.universe()?, &set)?);
                }
                self.visit(child, nonempty(maps)?, build)
            }
            Kind::Band(band) if band.size() == 0 => self.visit(child, executed, build),
            Kind::Band(band) => self.band(band, child, executed, build),
            Kind::Sequence | Kind::Set => {
                let mut grafts = Vec::new();
                for child in node.children() {
                    grafts.extend(self.visit(child, executed.clone(), build)?);
                }
                Ok(grafts)
            }
            Kind::Filter(filter) => self.visit(child, filtered(executed, filter)?, build),
            Kind::Mark(word) => {
                let grafts = self.visit(child, executed, build)?;
                if grafts.is_empty() {
                    return Ok(grafts);
                }
                let mut graft = graft::fuse(grafts, build)?;
                graft.node = Code::Mark(word.clone(), Box::new(graft.node));
                Ok(vec![graft])
            }
            Kind::Context(set) => {
                let set = self.in_build(set, build)?;
                let mut inner = build.clone();
                inner.generated = build.generated.intersect(&set)?;
                let executed = crate::build::restrict(&executed, &unbroken(&set)?)?;
                let grafts = self.visit(child, executed, &inner)?;
                let known = build.generated.space();
                let new: Vec<String> = set
                    .space()
                    .params()
                    .iter()
                    .filter(|name| known.find_param(name).is_none())
                    .map(|name| name.to_string())
                    .collect();
                grafts
                    .into_iter()
                    .map(|graft| graft::inside(graft, &new, &inner))
                    .collect()
            }
            Kind::Guard(set) => {
                let set = self.in_build(set, build)?;
                let mut inner = build.clone();
                inner.pending = build.pending.intersect(&set)?;
                let executed = crate::build::restrict(&executed, &set)?;
                self.visit(child, executed, &inner)
            }
            Kind::Extension(extension) => {
                let here = domain_of(&executed, build)?;
                let mut all = executed;
                for map in extension.maps() {
                    let map = map.set_domain_tuple_name(None)?.flatten_domain()?;
                    if map.space().n_in() != build.n {
                        let message = format!(
                            "an extension is for {} outer dimensions, there are {}",
                            map.space().n_in(),
                            build.n
                        );
                        return Err(Error::Invalid(message));
                    }
                    let map = map.preimage_domain_multi_aff(&build.values)?;
                    let map = map.intersect_domain(&here)?;
                    if map.is_empty()? {
                        continue;
                    }
                    match all.iter_mut().find(|other| other.has_equal_space(&map)) {
                        Some(other) => *other = other.union(&map)?,
                        None => all.push(map),
                    }
                }
                self.visit(child, all, build)
            }
            Kind::Expansion { expansion, .. } => {
                let executed = UnionMap::from_maps(executed)?.apply_range(expansion)?;
                self.visit(child, nonempty(executed.maps())?, build)
            }
        }
    }

    fn band(
        &self,
        band: &Band,
        child: &Node,
        executed: Vec<Map>,
        build: &Build,
    ) -> Result<Vec<Graft>> {
        let Strips {
            dates,
            members,
            options,
        } = strip::mined(band, child, build.n, &statements(&executed))?;
        let size = members.len();
        let mut inner = build.extended(size)?;
        inner.options = options;
        inner.attributes.truncate(build.n);
        inner.attributes.extend(members);
        inner.separate = build.separate || wants_full_tiles(band, child);
        inner.after = After::Tree(child.clone());
        let mut maps = Vec::with_capacity(executed.len());
        for map in executed {
            maps.push(dated(&map, &dates, size)?);
        }
        let grafts = self.next_dimension(maps, &inner)?;
        grafts
            .into_iter()
            .map(|graft| graft.shortened(build.n))
            .collect()
    }

    /// A set of parameters or of outer dates in terms of the dimensions of the build.
    fn in_build(&self, set: &Set, build: &Build) -> Result<Set> {
        if set.is_params() {
            return Ok(build.universe()?.intersect_params(set)?);
        }
        let set = set.set_tuple_name(None)?.flatten();
        if set.n_dim() != build.n {
            let message = format!(
                "a condition on {} dimensions, there are {}",
                set.n_dim(),
                build.n
            );
            return Err(Error::Invalid(message));
        }
        Ok(set.preimage_multi_aff(&build.values)?)
    }
}

/// Whether a loop of a band, or below it, is to have code of its own for full tiles. What decides
/// that a tile is full may be known outside of the loop that asks.
fn wants_full_tiles(band: &Band, child: &Node) -> bool {
    band.members.iter().any(|member| member.separate) || wanted_below(child)
}

fn wanted_below(node: &Node) -> bool {
    let here = match node.kind() {
        Kind::Band(band) => band.members.iter().any(|member| member.separate),
        _ => false,
    };
    here || node.children().iter().any(wanted_below)
}

/// The relation with the dates of a band behind its own.
pub(crate) fn dated(map: &Map, dates: &UnionMap, size: usize) -> Result<Map> {
    let back = map.reverse()?;
    let domain = back.domain()?;
    let wanted = domain
        .space()
        .map_to(&Space::set(Vec::new(), presburger::Tuple::anonymous(size)))?;
    let own = dates.extract_map(&wanted)?;
    let dated = back.flat_range_product(&own)?;
    if !domain.is_subset(&own.domain()?)? {
        let message = format!("the band has no dates for some of {}", domain);
        return Err(Error::Invalid(message));
    }
    with_equalities(&dated.reverse()?)
}

fn nonempty(maps: Vec<Map>) -> Result<Vec<Map>> {
    let mut kept = Vec::with_capacity(maps.len());
    for map in maps {
        if !map.is_empty()? {
            kept.push(map);
        }
    }
    Ok(kept)
}

/// What is executed of the instances of a filter.
pub(crate) fn filtered(executed: Vec<Map>, filter: &UnionSet) -> Result<Vec<Map>> {
    let mut kept = Vec::new();
    let sets = filter.sets();
    // A filter of parameters only is a condition for all.
    let condition = match &sets[..] {
        [only] if only.is_params() => Some(only.clone()),
        _ => None,
    };
    let by_tuple: HashMap<Option<&Tuple>, &Set> =
        sets.iter().map(|set| (set.space().tuple(), set)).collect();
    for map in executed {
        let map = match &condition {
            Some(condition) => map.intersect_params(condition)?,
            None => match by_tuple.get(&map.space().tuple()) {
                Some(set) => map.intersect_range(set)?,
                None => continue,
            },
        };
        if !map.is_empty()? {
            kept.push(map);
        }
    }
    Ok(kept)
}
