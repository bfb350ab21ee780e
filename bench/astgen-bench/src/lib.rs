//! Schedules made from the kernels of the repository, as inputs of a code generator: the order of
//! the source, loops fused into bands, tiled, skewed, in wavefronts, with full tiles apart.
//!
//! Nothing here asks whether an order is legal: a generator must write the loops of any order.
//!
//! ```
//! let kernel = astgen_bench::kernels::named("gemm");
//! let made = astgen_bench::schedules(&kernel, 32, Vec::new())?;
//! assert!(made.iter().any(|one| one.name == "gemm.tiled.st"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod programs;

#[allow(missing_docs)]
#[path = "../../../kernels/kernels.rs"]
pub mod kernels;

use frontend::ModelOptions;
use kernels::Kernel;
use presburger::{
    Aff, Dim, Map, MultiUnionPwAff, PwAff, Result, Set, Space, Tuple, UnionPwAff, UnionSet, Value,
};
use scop::schedule::{Band, Node, TwoDPlusOne, Vector};
use scop::{ScheduleTree, Scop};
use std::ops::Range;

/// What is made from kernels, or why it cannot be.
pub type Made<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// An input: a name that ends like that of a file, `.st` or `.in`, and its text.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The kernel, the variant and the kind of file.
    pub name: String,
    /// A schedule tree in isl's YAML, or a flat schedule with context and options.
    pub text: String,
}

/// What is done to the bands of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Variant {
    Fused,
    Tiled,
    /// With parameters that are bounded as those of type `int` are.
    TiledInt,
    /// Statements of fewer loops run on the diagonal, not in the first iteration.
    TiledDiagonal,
    Separated,
    Wavefront,
    /// Inner dates have those of outer loops added.
    Skewed,
    SkewedWavefront,
    /// Tiles without a point outside the schedule have loops of their own.
    Isolated,
}

const VARIANTS: [(&str, Variant); 9] = [
    ("fused", Variant::Fused),
    ("tiled", Variant::Tiled),
    ("tiled-int", Variant::TiledInt),
    ("tiled-diagonal", Variant::TiledDiagonal),
    ("separated", Variant::Separated),
    ("wavefront", Variant::Wavefront),
    ("skewed", Variant::Skewed),
    ("skewed-wavefront", Variant::SkewedWavefront),
    ("isolated", Variant::Isolated),
];

/// More pieces than this are no full tiles that somebody would write down.
const MAX_ISOLATED: usize = 4;
/// Bands of more members are not tiled.
const MAX_TILED: usize = 4;

/// All schedules of a kernel, with tiles of this size; `definitions` are macros for its sizes, `N=9`.
pub fn schedules(kernel: &Kernel, tile: i64, definitions: Vec<String>) -> Made<Vec<Schedule>> {
    let mut found = Vec::new();
    for (i, (_, scop)) in models(kernel, definitions)?.iter().enumerate() {
        let name = match i {
            0 => kernel.name.clone(),
            _ => format!("{}-{}", kernel.name, i + 1),
        };
        let tree = scop.schedule.for_isl();
        found.push(Schedule {
            name: format!("{name}.original.st"),
            text: tree.to_string(),
        });
        let vectors = TwoDPlusOne::from_tree(&scop.schedule)?;
        // Dates of different lengths would have no order.
        let depth = vectors.vectors.iter().map(|v| v.dates.len()).max();
        let padded = vectors.vectors.iter();
        let padded = padded.map(|vector| vector.clone().padded(depth.unwrap_or(0)));
        let padded = TwoDPlusOne {
            vectors: padded.collect::<Result<_>>()?,
        };
        found.push(Schedule {
            name: format!("{name}.flat.in"),
            text: format!("{}\n{}\n{{ }}\n", padded.map()?, scop.context),
        });
        for (word, variant) in VARIANTS {
            if let Some(tree) = variant_of(scop, &vectors.vectors, variant, tile)? {
                found.push(Schedule {
                    name: format!("{name}.{word}.st"),
                    text: tree.for_isl().to_string(),
                });
            }
        }
    }
    Ok(found)
}

/// The models of a kernel's regions, and where in its text these are, their pragmas included.
fn models(kernel: &Kernel, definitions: Vec<String>) -> Made<Vec<(Range<usize>, Scop)>> {
    let options = frontend::Options {
        headers: &kernels::header,
        definitions,
        ..frontend::Options::default()
    };
    let unit = frontend::read(&kernel.text, &options).map_err(|error| error.to_string())?;
    let options = ModelOptions {
        context: kernel.context().map(str::parse).transpose()?,
        ..ModelOptions::default()
    };
    let mut scops = Vec::new();
    for region in &unit.regions {
        let modelled = unit.model(region, &options);
        let scop = modelled.map_err(|errors| errors[0].to_string())?.scop;
        scops.push((region.begin.range().start..region.end.range().end, scop));
    }
    Ok(scops)
}

/// The tree of a variant, if it is another one than those before it.
fn variant_of(
    scop: &Scop,
    vectors: &[Vector],
    variant: Variant,
    tile: i64,
) -> Result<Option<ScheduleTree>> {
    let mut nests: Vec<Vec<&Vector>> = Vec::new();
    for vector in vectors {
        match nests.last_mut() {
            Some(nest) if nest[0].positions.first() == vector.positions.first() => {
                nest.push(vector);
            }
            _ => nests.push(vec![vector]),
        }
    }
    let mut parts = Vec::new();
    let mut differs = false;
    for nest in &nests {
        let domain = UnionSet::from_sets(nest.iter().map(|vector| vector.domain.clone()))?;
        let Some((node, own)) = nest_of(nest, &domain, variant, tile)? else {
            return Ok(None);
        };
        differs = differs || own;
        parts.push((domain, node));
    }
    if !differs {
        return Ok(None);
    }
    let below = match parts.len() {
        1 => parts.remove(0).1,
        _ => Node::sequence(parts),
    };
    let below = match variant {
        Variant::TiledInt => Node::context(int_context(scop)?, below),
        _ => below,
    };
    Ok(Some(ScheduleTree::new(
        scop.schedule.domain().clone(),
        below,
    )))
}

/// What is known of the parameters if their type is `int`.
fn int_context(scop: &Scop) -> Result<Set> {
    let mut context = scop.context.params()?;
    for i in 0..context.space().n_param() {
        context = context.lower_bound(Dim::Param(i), i64::from(i32::MIN))?;
        context = context.upper_bound(Dim::Param(i), i64::from(i32::MAX))?;
    }
    // As isl has it: a set of dates, of which there are none yet.
    Set::universe(Space::unnamed(0))?.intersect_params(&context)
}

/// The loops of one nest, and whether the variant has anything to do with them; nothing if the
/// variant cannot be had.
fn nest_of(
    nest: &[&Vector],
    domain: &UnionSet,
    variant: Variant,
    tile: i64,
) -> Result<Option<(Node, bool)>> {
    let depth = nest.iter().map(|v| v.dates.len()).max().unwrap_or(0);
    let inner = match nest {
        [_] => Node::leaf(),
        _ => Node::sequence(nest.iter().map(|vector| {
            let own = UnionSet::from(vector.domain.clone());
            (own, Node::leaf())
        })),
    };
    if depth == 0 {
        return Ok(Some((inner, false)));
    }
    let skewed = matches!(variant, Variant::Skewed | Variant::SkewedWavefront);
    let diagonal = variant == Variant::TiledDiagonal;
    // For each statement its dates in the common loops.
    let mut dates: Vec<Vec<PwAff>> = Vec::new();
    for vector in nest {
        let mut own = vector.dates.clone();
        while own.len() < depth {
            let zero = PwAff::from_aff(&Aff::zero_on_domain(vector.domain.space())?);
            own.push(match own.last() {
                Some(last) if diagonal => last.clone(),
                _ => zero,
            });
        }
        if skewed {
            for k in 1..depth {
                own[k] = own[k].add(&own[k - 1])?;
            }
        }
        dates.push(
            own.iter()
                .map(|date| date.coalesce())
                .collect::<Result<_>>()?,
        );
    }
    let point = band_of(&dates, |_, date| Ok(date.clone()))?;
    let uneven = nest.iter().any(|vector| vector.dates.len() < depth);
    if variant == Variant::Fused {
        return Ok(Some((Node::band(point, inner), depth > 1)));
    }
    if depth > MAX_TILED {
        return Ok(None);
    }
    let size = Value::from(tile);
    let tile_number = |date: &PwAff| date.scale_down(&size)?.floor();
    let wavefront = matches!(variant, Variant::Wavefront | Variant::SkewedWavefront);
    let mut tiles = match wavefront {
        // The sum of the first two goes outside.
        true => {
            let mut numbers = Vec::new();
            for own in &dates {
                let mut own: Vec<PwAff> = own.iter().map(tile_number).collect::<Result<_>>()?;
                if depth > 1 {
                    own[0] = own[0].add(&own[1])?;
                }
                numbers.push(own);
            }
            band_of(&numbers, |_, date| Ok(date.clone()))?
        }
        false => band_of(&dates, |_, date| tile_number(date)?.scale(&size))?,
    };
    let mut point = point;
    match variant {
        Variant::Separated => point.options = Some("{ separate[x] }".parse()?),
        Variant::Isolated => {
            let Some(full) = full_tiles(&point, domain, tile)? else {
                return Ok(None);
            };
            tiles.options = Some(UnionSet::from(full));
        }
        _ => {}
    }
    let differs = match variant {
        Variant::TiledDiagonal => uneven,
        Variant::Separated => nest.len() > 1,
        Variant::Skewed | Variant::Wavefront | Variant::SkewedWavefront => depth > 1,
        _ => true,
    };
    let below = Node::band(point, inner);
    Ok(Some((Node::band(tiles, below), differs)))
}

/// A band with a member for each date.
fn band_of(dates: &[Vec<PwAff>], member: impl Fn(usize, &PwAff) -> Result<PwAff>) -> Result<Band> {
    let depth = dates.first().map_or(0, Vec::len);
    let mut members = Vec::with_capacity(depth);
    for k in 0..depth {
        let own = dates.iter().map(|own| member(k, &own[k]));
        members.push(UnionPwAff::from_pw_affs(own.collect::<Result<Vec<_>>>()?)?);
    }
    let schedule = MultiUnionPwAff::from_union_pw_aff_list(Tuple::anonymous(depth), &members)?;
    let mut band = Band::new(schedule);
    band.permutable = true;
    Ok(band)
}

/// `isolate[[] -> [t]]` for the tiles that are all inside of what is executed.
fn full_tiles(point: &Band, domain: &UnionSet, tile: i64) -> Result<Option<Set>> {
    let n = point.size();
    let mut executed = Set::empty(Space::unnamed(n))?;
    for map in point.dates()?.intersect_domain(domain)?.maps() {
        executed = executed.union(&map.range()?)?;
    }
    let executed = executed.coalesce()?;
    // From the tiles that occur to all of their points.
    let size = Value::from(tile);
    let numbers: Vec<Aff> = Aff::vars_on_domain(&Space::unnamed(n))?
        .iter()
        .map(|date| date.scale_down(&size)?.floor()?.scale(&size))
        .collect::<Result<_>>()?;
    let tile_of = Map::from_aff_list(&Space::unnamed(n), &numbers)?;
    let tiles = executed.apply(&tile_of)?;
    let points = tile_of.reverse()?.intersect_domain(&tiles)?;
    let partial = points.subtract_range(&executed)?.domain()?;
    let full = tiles.subtract(&partial)?.coalesce()?;
    if full.is_empty()? || full.n_basic_set() > MAX_ISOLATED {
        return Ok(None);
    }
    let pair = Map::from_domain_and_range(&Set::universe(Space::unnamed(0))?, &full)?;
    Ok(Some(pair.wrap()?.set_tuple_name(Some("isolate"))?))
}
