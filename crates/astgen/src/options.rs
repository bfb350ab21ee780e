//! How loops are wanted: `separate`, `atomic`, `whole`, `unroll`, `isolate`, `separation_class`.

use crate::build::{Build, sharp};
use crate::error::{Error, Result};
use presburger::{Dim, Map, Set, UnionMap};
use scop::schedule::{Band, LoopType, Unroll};

/// The options in force.
#[derive(Clone, Debug)]
pub(crate) enum Options {
    None,
    /// Of a flat schedule: from dates to `separate[dimension]` and the like.
    Flat {
        kinds: Vec<(LoopType, Map)>,
        /// From dates to `[dimension, class]`.
        classes: Vec<Map>,
        /// For each dimension, its position in the schedule of the input.
        positions: Vec<usize>,
    },
    /// Of a band.
    Band {
        /// The first dimension of the band.
        first: usize,
        types: Vec<LoopType>,
        /// The same for the isolated part.
        isolated_types: Vec<LoopType>,
        isolate: Option<Set>,
    },
}

fn kind(name: &str) -> Option<LoopType> {
    match name {
        "atomic" => Some(LoopType::Atomic),
        "whole" => Some(LoopType::Whole),
        "separate" => Some(LoopType::Separate),
        "unroll" => Some(LoopType::Unroll),
        _ => None,
    }
}

/// More classes than this are a mistake.
const MAX_CLASSES: usize = 1000;

/// The values of the second output dimension.
fn class_numbers(map: &Map) -> Result<Vec<i64>> {
    let mut found = Vec::new();
    let mut too_many = false;
    let numbers = map.range()?.project_out(Dim::Set(0), 1)?;
    let numbers = numbers.project_out_all_params()?;
    if !numbers.is_bounded()? {
        let message = "there is no bound on the numbers of separation classes";
        return Err(Error::Invalid(message.into()));
    }
    numbers.for_each_point(|point| {
        found.extend(point.to_i64s().and_then(|values| values.first().copied()));
        too_many = found.len() > MAX_CLASSES;
        !too_many
    })?;
    match too_many {
        true => Err(Error::Invalid("too many separation classes".into())),
        false => Ok(found),
    }
}

/// What an option is wanted of is part of it: `{ separat[0] }`.
fn unknown(option: &Set, statements: &str) -> Error {
    Error::UnknownOption {
        option: option.to_string(),
        statements: statements.to_string(),
    }
}

impl Options {
    /// From `{ [i, j] -> separate[x] : … }` for a schedule of `n` dimensions.
    pub fn from_map(options: &UnionMap, n: usize, statements: &str) -> Result<Options> {
        let (mut kinds, mut classes) = (Vec::new(), Vec::new());
        for map in options.maps() {
            let name = map.range_tuple_name().unwrap_or("").to_string();
            let (n_in, n_out) = (map.space().n_in(), map.space().n_out());
            if n_in != n {
                // For a schedule of another length: as in isl, not about this one.
                continue;
            }
            let wanted = map.range()?;
            let map = map.flatten();
            match (kind(&name), name.as_str(), n_out) {
                (Some(kind), _, 1) => kinds.push((kind, map.set_range_tuple_name(None)?)),
                (_, "separation_class", 2) => classes.push(map.set_range_tuple_name(None)?),
                _ => return Err(unknown(&wanted, statements)),
            }
        }
        // What is unrolled stays so whatever else is wanted.
        kinds.sort_by_key(|(kind, _)| *kind != LoopType::Unroll);
        Ok(Options::Flat {
            kinds,
            classes,
            positions: (0..n).collect(),
        })
    }

    /// Of a band whose first dimension is `first`.
    pub fn from_band(band: &Band, first: usize, statements: &str) -> Result<Options> {
        let mut types = Vec::with_capacity(band.size());
        for (i, member) in band.members.iter().enumerate() {
            types.push(match member.unroll {
                Some(Unroll::Full) => LoopType::Unroll,
                _ => band.loop_type(i)?,
            });
        }
        let mut isolated_types = vec![LoopType::Default; band.size()];
        let mut isolate = None;
        for set in band.options.iter().flat_map(|options| options.sets()) {
            let tuple = set.space().tuple().cloned();
            let Some(tuple) = tuple else { continue };
            if tuple.name() == Some("isolate") && tuple.as_pair().is_some() {
                let set = set.set_tuple_name(None)?.flatten();
                if set.n_dim() != first + band.size() {
                    let message = format!(
                        "isolate has {} dimensions, there are {}",
                        set.n_dim(),
                        first + band.size()
                    );
                    return Err(Error::Invalid(message));
                }
                isolate = Some(sharp(&set)?);
                continue;
            }
            let name = tuple.name().unwrap_or("");
            let Some((left, right)) = tuple.as_pair() else {
                if kind(name).is_none() || tuple.len() != 1 {
                    return Err(unknown(&set, statements));
                }
                continue;
            };
            let kind = right.name().and_then(kind);
            let isolated = left.name() == Some("isolate") && left.is_empty();
            match kind.filter(|_| isolated && right.len() == 1) {
                None => return Err(unknown(&set, statements)),
                Some(kind) => {
                    for (i, wanted) in isolated_types.iter_mut().enumerate() {
                        if !set.flatten().fix(Dim::Set(0), i as i64)?.is_empty()? {
                            *wanted = kind;
                        }
                    }
                }
            }
        }
        Ok(Options::Band {
            first,
            types,
            isolated_types,
            isolate,
        })
    }

    /// Whether all statements share the loop of the current dimension.
    pub fn is_whole(&self, build: &Build) -> bool {
        match self {
            Options::Band { first, types, .. } => {
                let position = build.depth.checked_sub(*first);
                let kind = position.and_then(|position| types.get(position));
                kind == Some(&LoopType::Whole)
            }
            _ => false,
        }
    }

    /// Whether dimension `dim` is wanted as copies, without a loop.
    pub fn is_unrolled(&self, dim: usize) -> Result<bool> {
        match self {
            Options::None => Ok(false),
            Options::Flat {
                kinds, positions, ..
            } => {
                let Some(position) = positions.get(dim) else {
                    return Ok(false);
                };
                for (kind, map) in kinds {
                    let here = map.fix(Dim::Out(0), *position as i64)?;
                    if *kind == LoopType::Unroll && !here.is_empty()? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Options::Band { first, types, .. } => {
                let position = dim.checked_sub(*first);
                let kind = position.and_then(|position| types.get(position));
                Ok(kind == Some(&LoopType::Unroll))
            }
        }
    }

    /// Whether nothing is wanted of the loops of the current dimension.
    pub fn is_free(&self, build: &Build) -> bool {
        match self {
            Options::None => true,
            Options::Flat { kinds, classes, .. } => kinds.is_empty() && classes.is_empty(),
            Options::Band {
                first,
                types,
                isolate,
                ..
            } => {
                let position = build.depth.checked_sub(*first);
                let kind = position.and_then(|position| types.get(position));
                isolate.is_none() && matches!(kind, None | Some(LoopType::Default))
            }
        }
    }

    /// Whether dimensions may not be inserted, because the options speak of dates.
    pub fn is_isolating(&self) -> bool {
        matches!(
            self,
            Options::Band {
                isolate: Some(_),
                ..
            }
        )
    }

    /// With a dimension inserted at `at`, as a part of the one before it.
    pub fn inserted(&self, at: usize) -> Result<Options> {
        match self {
            Options::None => Ok(Options::None),
            Options::Flat {
                kinds,
                classes,
                positions,
            } => {
                let widen = |map: &Map| map.insert_dims(Dim::In(at), 1);
                let mut positions = positions.clone();
                let like = positions.get(at - 1).copied().unwrap_or(0);
                positions.insert(at, like);
                Ok(Options::Flat {
                    kinds: kinds
                        .iter()
                        .map(|(kind, map)| Ok((*kind, widen(map)?)))
                        .collect::<Result<_>>()?,
                    classes: classes
                        .iter()
                        .map(|map| Ok(widen(map)?))
                        .collect::<Result<_>>()?,
                    positions,
                })
            }
            Options::Band {
                first,
                types,
                isolated_types,
                isolate,
            } => {
                let (mut types, mut isolated) = (types.clone(), isolated_types.clone());
                let at = at - first;
                types.insert(at, types[at - 1]);
                isolated.insert(at, isolated[at - 1]);
                Ok(Options::Band {
                    first: *first,
                    types,
                    isolated_types: isolated,
                    isolate: isolate.clone(),
                })
            }
        }
    }

    /// The part of the schedule that is isolated, if one is.
    pub fn isolated(&self, build: &Build) -> Result<Option<Set>> {
        match self {
            Options::Band {
                isolate: Some(set), ..
            } => {
                let set = set.align_params(&[]).preimage_multi_aff(&build.values)?;
                Ok(Some(set))
            }
            _ => Ok(None),
        }
    }

    /// The separation classes at the current depth: parts of the schedule that have loops of their
    /// own, each with all other options.
    pub fn separation_classes(&self, build: &Build) -> Result<Vec<Set>> {
        let Options::Flat {
            classes, positions, ..
        } = self
        else {
            return Ok(Vec::new());
        };
        let Some(position) = positions.get(build.depth) else {
            return Ok(Vec::new());
        };
        let mut parts: Vec<(i64, Set)> = Vec::new();
        for map in classes {
            let here = map.fix(Dim::Out(0), *position as i64)?;
            for class in class_numbers(&here)? {
                let set = here.fix(Dim::Out(1), class)?.domain()?;
                let set = build.local(&set.preimage_multi_aff(&build.values)?)?;
                match parts.iter_mut().find(|(other, _)| *other == class) {
                    Some((_, part)) => *part = part.union(&set)?,
                    None => parts.push((class, set)),
                }
            }
        }
        parts.sort_by_key(|(class, _)| *class);
        parts
            .into_iter()
            .map(|(_, set)| Ok(set.coalesce_bounded()?))
            .collect()
    }

    /// Parts of the schedule and how their loops at the current depth are wanted; what is in
    /// none of them is as the generator likes.
    pub fn parts(&self, build: &Build, isolated: bool) -> Result<Vec<(LoopType, Set)>> {
        match self {
            Options::None => Ok(Vec::new()),
            Options::Band {
                first,
                types,
                isolated_types,
                ..
            } => {
                let types = if isolated { isolated_types } else { types };
                let wanted = build.depth.checked_sub(*first).and_then(|i| types.get(i));
                Ok(match wanted {
                    None | Some(LoopType::Default) => Vec::new(),
                    Some(kind) => vec![(*kind, build.universe()?)],
                })
            }
            Options::Flat {
                kinds, positions, ..
            } => {
                let Some(position) = positions.get(build.depth) else {
                    return Ok(Vec::new());
                };
                let mut parts = Vec::new();
                let mut add = |kind, map: &Map| -> Result<()> {
                    let set = map.fix(Dim::Out(0), *position as i64)?.domain()?;
                    if !set.is_empty()? {
                        let set = set.preimage_multi_aff(&build.values)?;
                        // Each part of the option stands for itself.
                        for part in build.local(&set)?.coalesce_bounded()?.basic_sets() {
                            parts.push((kind, part.to_set()));
                        }
                    }
                    Ok(())
                };
                for (kind, map) in kinds {
                    add(*kind, map)?;
                }
                Ok(parts)
            }
        }
    }
}
