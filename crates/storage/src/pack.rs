//! Buffers: what statements access of an array while a loop runs, copied into a small array before
//! the loop and back after it.
//!
//! A *tile* is one run of the loop: the iterations of the loops around it. Let `F` lead from a tile
//! to the cells that are accessed in it. In dimension `d` these begin at `lo_d(tile)`, and there are
//! at most `max { c' - c : c, c' in F_d(tile) } + 1` of them, whatever the tile: as long is the
//! buffer, and the cell `c` is at `c - lo(tile)` in it. Dimensions of length one are left out.

use crate::copies::joined;
use crate::text::Spelling;
use crate::{
    Names, Problem, Result, can_be_replaced, cells, copy_accesses, exist, forget_subscripts, fresh,
    in_one_piece, is_known, is_sure, statement_id, text, wrong,
};
use presburger::{Aff, Dim, Map, MultiAff, MultiPwAff, PwAff, Set, Space, Tuple};
use scop::{
    Access, AccessId, Array, ArrayId, Body, Pack, Packed, Packing, Scop, Statement, StmtId, Storage,
};

/// At most this many bytes of a buffer are on the stack.
const ON_STACK: i64 = 1 << 16;

/// A statement that copies between an array and a buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Copy {
    /// The position of the buffer in the list that was wanted.
    pub buffer: usize,
    /// Whether it copies back.
    pub back: bool,
    /// The statement.
    pub statement: StmtId,
}

/// The program with buffers, and the statements that copy. An error comes with the position of the wish that it is about.
pub fn pack(
    program: &Scop,
    packings: &[Packing],
    names: &Names<'_>,
) -> std::result::Result<(Packed, Vec<Copy>), (usize, Problem)> {
    let mut packed = Packed {
        scop: program.clone(),
        packs: Vec::new(),
    };
    let mut copies = Vec::new();
    for (at, packing) in packings.iter().enumerate() {
        let done = one(program, packing, names, &mut packed);
        let pack = done.map_err(|problem| (at, problem))?;
        for (copy, back) in [(pack.copy_in, false), (pack.copy_out, true)] {
            copies.extend(copy.map(|statement| Copy {
                buffer: at,
                back,
                statement,
            }));
        }
        packed.packs.push(pack);
    }
    Ok((packed, copies))
}

fn one(program: &Scop, packing: &Packing, names: &Names<'_>, packed: &mut Packed) -> Result<Pack> {
    let is_taken = names.is_taken;
    let array = &program[packing.array];
    can_pack(program, packing, packed, names)?;
    let footprint = Footprint::of(program, packing)?;
    let layout = footprint.layout(program, packing, array)?;
    let name = fresh(&format!("{}_pack", array.source_name), |name| {
        is_taken(name) || is_known(&packed.scop, name)
    });
    let to = scop::ArrayId::new(packed.scop.arrays.len());
    let used = layout.accessed.params()?.intersect(&program.context)?;
    let extents = cells::only_where_used(program, &layout.extents, &used.coalesce()?)?;
    let new = cells::array_like(array, &name, &extents, ON_STACK)?;
    packed.scop.arrays.push(new);
    let buffer = layout.cells.set_range_tuple_name(Some(&name))?;
    for (id, tile) in &packing.tiles {
        let old = &program[*id];
        let mut moved: Vec<(AccessId, Vec<PwAff>)> = Vec::new();
        for (access_id, access) in old.accesses() {
            if access.array != packing.array {
                continue;
            }
            let relation = key(tile, access)?.apply_range(&buffer)?;
            let relation = relation.intersect_domain(&access.relation.domain()?)?;
            let subscripts = MultiPwAff::from_pw_multi_aff(&relation.as_pw_multi_aff()?)?;
            let subscripts = (0..layout.extents.len()).map(|dim| subscripts.at(dim));
            moved.push((access_id, subscripts.collect::<presburger::Result<_>>()?));
            let new = &mut packed.scop.statements[id.index()].accesses[access_id.index()];
            new.array = to;
            new.relation = relation;
        }
        let statement = &mut packed.scop.statements[id.index()];
        if !old.body.text.is_empty() {
            let moved: Vec<(AccessId, &[PwAff])> =
                moved.iter().map(|(id, list)| (*id, &list[..])).collect();
            statement.body = text::moved(old, &statement.body, array, &name, &moved, names)?;
            let mut buffered: Vec<ArrayId> = { packed.packs.iter() }
                .filter(|pack| pack.tiles.iter().any(|(user, _)| user == id))
                .map(|pack| pack.from)
                .collect();
            buffered.push(packing.array);
            forget_subscripts(old, statement, program, &buffered)?;
        }
    }
    let mut copy = |cells: &Option<Map>, back: bool| -> Result<Option<StmtId>> {
        match cells {
            Some(cells) if !cells.is_empty()? => {
                let pair = (packing.array, to);
                let tiles = &packing.names[..];
                let made = copying(&mut packed.scop, pair, (cells, tiles), &buffer, back, names)?;
                Ok(Some(made))
            }
            _ => Ok(None),
        }
    };
    let copy_in = copy(&from_outside(program, packing, &footprint)?, false)?;
    let copy_out = copy(&footprint.written, true)?;
    Ok(Pack {
        from: packing.array,
        to,
        tiles: packing.tiles.clone(),
        cells: buffer.intersect_domain(&layout.accessed)?,
        copy_in,
        copy_out,
    })
}

/// The tile and the cell of an access, as one tuple.
fn key(tile: &Map, access: &Access) -> Result<Map> {
    let cell = access.relation.set_range_tuple_name(None)?;
    Ok(tile.flat_range_product(&cell)?)
}

/// That it is known what is accessed, and that the text can say so.
fn can_pack(program: &Scop, packing: &Packing, packed: &Packed, names: &Names<'_>) -> Result<()> {
    let array = &program[packing.array];
    let name = &array.source_name;
    let refuse = |why: &str| {
        let message = format!("`{name}` cannot be packed: {why}");
        Err(wrong(message, "leave it where it is"))
    };
    if array.part_of.is_some() || array.source_name.contains('.') {
        return refuse("it is part of a structure");
    }
    if let Err(why) = can_be_replaced(program, array, names) {
        return refuse(&why);
    }
    for (id, _) in &packing.tiles {
        let statement = &program[*id];
        for access in statement
            .accesses
            .iter()
            .filter(|one| one.array == packing.array)
        {
            let is_known = access.exact && (!access.is_write() || access.is_must());
            if !is_known || !access.relation.is_single_valued()? {
                let why = format!("what `{}` accesses depends on data", statement.name);
                return refuse(&why);
            }
            let cells = access
                .relation
                .range()?
                .intersect_params(&program.context)?;
            if !is_sure(program, access) && !exist(array, &cells)? {
                let why = format!(
                    "`{}` may access cells that are not there, which cannot be copied",
                    statement.name
                );
                return refuse(&why);
            }
        }
        let known = packed
            .packs
            .iter()
            .filter(|pack| pack.from == packing.array);
        if known.flat_map(|pack| &pack.tiles).any(|(one, _)| one == id) {
            return refuse(&format!("`{}` uses another buffer for it", statement.name));
        }
    }
    Ok(())
}

/// The cells that are to be copied in: all that are read, but for a variable of the function only
/// those that are not computed in the tile itself. Before that they may have no value at all.
fn from_outside(program: &Scop, packing: &Packing, footprint: &Footprint) -> Result<Option<Map>> {
    let array = &program[packing.array];
    if !matches!(array.storage, Storage::Region | Storage::Local) {
        return Ok(footprint.read.clone());
    }
    let options = dependence::Options {
        kinds: vec![dependence::DependenceKind::Flow],
        split_by_depth: false,
        array: Some(packing.array),
        ..dependence::Options::default()
    };
    let flows = dependence::dependences(program, &options)?;
    let tile_of = |id: StmtId| packing.tiles.iter().find(|(one, _)| *one == id);
    let mut found: Option<Map> = None;
    for (id, tile) in &packing.tiles {
        for (access_id, access) in program[*id].accesses() {
            if access.array != packing.array || access.is_write() {
                continue;
            }
            let mut outside = access.relation.domain()?;
            outside = outside.intersect_params(&program.context)?;
            for flow in flows.iter().filter(|flow| flow.sink == (*id, access_id)) {
                let Some((_, source)) = tile_of(flow.source.0) else {
                    continue;
                };
                let there = flow.relation.reverse()?.apply_range(source)?;
                outside = outside.subtract(&there.intersect(tile)?.domain()?)?;
            }
            let cells = cells_of(tile, access, &outside)?;
            found = Some(joined(found, cells)?.coalesce()?);
        }
    }
    Ok(found)
}

/// The cells that instances access, for each tile.
fn cells_of(tile: &Map, access: &Access, instances: &Set) -> Result<Map> {
    let cells = access.relation.set_range_tuple_name(None)?;
    let tile = tile.intersect_domain(instances)?;
    Ok(tile.reverse()?.apply_range(&cells)?)
}

/// What is accessed in a tile.
struct Footprint {
    read: Option<Map>,
    written: Option<Map>,
}

/// How a buffer is laid out.
struct Layout {
    extents: Vec<PwAff>,
    /// The tiles and cells that are accessed.
    accessed: Set,
    /// From a tile and a cell, accessed or not, to the cell of the buffer.
    cells: Map,
}

impl Footprint {
    fn of(program: &Scop, packing: &Packing) -> Result<Footprint> {
        let mut found = Footprint {
            read: None,
            written: None,
        };
        for (id, tile) in &packing.tiles {
            let tile = tile.intersect_params(&program.context)?;
            for access in &program[*id].accesses {
                if access.array != packing.array {
                    continue;
                }
                let cells = cells_of(&tile, access, &tile.domain()?)?;
                let known = match access.is_write() {
                    true => &mut found.written,
                    false => &mut found.read,
                };
                *known = Some(joined(known.take(), cells)?.coalesce()?);
            }
        }
        if let Some(read) = &found.read
            && let Some(hull) = in_one_piece(read)?
        {
            let tiles = read.domain()?.simple_hull()?.to_set();
            let hull = hull.intersect_domain(&tiles)?;
            if exist(&program[packing.array], &hull.range()?)? {
                found.read = Some(hull);
            }
        }
        Ok(found)
    }

    fn all(&self) -> Result<Option<Map>> {
        Ok(match (&self.read, &self.written) {
            (Some(read), Some(written)) => Some(read.union(written)?.coalesce()?),
            (Some(one), None) | (None, Some(one)) => Some(one.clone()),
            (None, None) => None,
        })
    }

    fn layout(&self, program: &Scop, packing: &Packing, array: &Array) -> Result<Layout> {
        let unbounded = || {
            wrong(
                format!(
                    "what the loop accesses of `{}` has no bounded size",
                    array.source_name
                ),
                "pack before a loop inside, such as one over the points of a tile",
            )
        };
        let Some(all) = self.all()? else {
            return Err(unbounded());
        };
        let (n, rank) = (all.space().n_in(), array.rank());
        let domain = Space::unnamed(n + rank);
        let both = Aff::vars_on_domain(&domain)?;
        let to_tile = MultiAff::from_aff_list(&domain, Tuple::anonymous(n), &both[..n])?;
        let (mut extents, mut subscripts) = (Vec::new(), Vec::new());
        for &dim in &packing.order {
            let behind = rank - dim - 1;
            let alone =
                { all.project_out(Dim::Out(dim + 1), behind)? }.project_out(Dim::Out(0), dim)?;
            let own = PwAff::from_aff(&both[n + dim]);
            if let Some((first, size)) = first(&alone, program)? {
                if size == 1 {
                    continue;
                }
                let first = PwAff::from_aff(&first).pullback_multi_aff(&to_tile)?;
                subscripts.push(own.sub(&first)?);
                let params = Space::params_only(Vec::new());
                let size = Aff::val_on_domain(&params, &size.into())?;
                extents.push(PwAff::from_aff(&size));
                continue;
            }
            let Some(size) = size(&alone, program)? else {
                return Err(unbounded());
            };
            let first = alone.dim_min(0)?.coalesce()?;
            let first = first.pullback_multi_aff(&to_tile)?;
            subscripts.push(own.sub(&first)?);
            extents.push(size);
        }
        // What is accessed may have many pieces: each subscript would have them again.
        let tuple = Tuple::anonymous(subscripts.len());
        let cells = MultiPwAff::from_pw_aff_list(&Set::universe(domain)?, tuple, &subscripts)?;
        Ok(Layout {
            extents,
            accessed: all.wrap()?.flatten().set_tuple_name(None)?,
            cells: cells.as_map()?,
        })
    }
}

/// Where the values of one dimension begin in a tile, as one affine function, and how many there
/// are from there on at most, if that is a number. The least value itself may be different functions
/// for different tiles, and nobody wants to compute these in a subscript.
fn first(values: &Map, program: &Scop) -> Result<Option<(Aff, i64)>> {
    let n = values.space().n_in();
    let all = values
        .wrap()?
        .flatten()
        .intersect_params(&program.context)?;
    let own = Aff::var_on_domain(all.space(), Dim::Set(n))?;
    let tile = values.domain()?;
    let mut best: Option<(Aff, i64)> = None;
    for constraint in all.simple_hull()?.constraints()? {
        let aff = constraint.aff();
        if aff.involves_locals() || !aff.coefficient(Dim::In(n))?.is_one() {
            continue;
        }
        // `own >= own - aff`
        let least = own.sub(aff)?;
        let distance = all.max_val(&own.sub(&least)?)?;
        let Some(distance) = distance
            .to_i64()
            .filter(|distance| (0..cells::MANY).contains(distance))
        else {
            continue;
        };
        let mut bound = Aff::val_on_domain(tile.space(), &least.constant())?;
        for at in 0..n {
            let var = Aff::var_on_domain(tile.space(), Dim::Set(at))?;
            bound = bound.add(&var.scale(&least.coefficient(Dim::In(at))?)?)?;
        }
        for (at, name) in least.space().params().iter().enumerate() {
            let factor = least.coefficient(Dim::Param(at))?;
            if !factor.is_zero() {
                let space = tile.add_param(name)?.space().clone();
                let place = space.find_param(name).unwrap_or(0);
                let var = Aff::var_on_domain(&space, Dim::Param(place))?;
                bound = bound.add(&var.scale(&factor)?)?;
            }
        }
        if best.as_ref().is_none_or(|(_, known)| distance + 1 < *known) {
            best = Some((bound, distance + 1));
        }
    }
    // Where tiles begin at multiples of a number, the bounds may be those of a multiple of it.
    for at in 0..n {
        let apart = own.sub(&Aff::var_on_domain(all.space(), Dim::Set(at))?)?;
        let (least, most) = (all.min_val(&apart)?.to_i64(), all.max_val(&apart)?.to_i64());
        let (Some(least), Some(most)) = (least, most) else {
            continue;
        };
        let size = most.saturating_sub(least).saturating_add(1);
        if (1..=cells::MANY).contains(&size) && best.as_ref().is_none_or(|(_, known)| size < *known)
        {
            let var = Aff::var_on_domain(tile.space(), Dim::Set(at))?;
            best = Some((var.add_constant(&least.into())?, size));
        }
    }
    Ok(best)
}

/// How many values of one dimension there are in a tile at most.
fn size(values: &Map, program: &Scop) -> Result<Option<PwAff>> {
    let pairs = values.reverse()?.apply_range(values)?;
    let distances = pairs.deltas()?.intersect_params(&program.context)?;
    // A number is found without a case for each parameter.
    let own = Aff::var_on_domain(distances.space(), Dim::Set(0))?;
    let most = distances.max_val(&own)?.to_i64();
    if let Some(most) = most.filter(|most| (0..cells::MANY).contains(most)) {
        let size = Aff::val_on_domain(&Space::params_only(Vec::new()), &(most + 1).into())?;
        return Ok(Some(PwAff::from_aff(&size)));
    }
    let most = match distances.dim_max(0) {
        Ok(most) => most,
        Err(presburger::Error::Unbounded(_)) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let size = cells::plus(&most, 1)?;
    Ok(Some(cells::at_least_one(&size, program)?))
}

/// Adds a statement that copies the cells of a tile.
fn copying(
    scop: &mut Scop,
    (array, buffer): (scop::ArrayId, scop::ArrayId),
    (cells, tiles): (&Map, &[String]),
    place: &Map,
    back: bool,
    known: &Names<'_>,
) -> Result<StmtId> {
    let (is_taken, is_macro) = (known.is_taken, known.is_macro);
    let n = cells.space().n_in();
    let way = if back { "out" } else { "in" };
    let base = &scop[buffer].source_name;
    let name = fresh(&format!("{base}_{way}"), |name| {
        is_taken(name) || is_known(scop, name)
    });
    let domain = cells.wrap()?.flatten();
    let mut names: Vec<String> = Vec::new();
    for at in 0..domain.n_dim() {
        let own = { tiles.get(at) }.filter(|name| !names.contains(name) && !is_macro(name));
        names.push(match own {
            Some(name) => name.clone(),
            None => fresh(&format!("c{}", at.saturating_sub(n)), |name| {
                is_taken(name) || is_known(scop, name) || names.iter().any(|one| one == name)
            }),
        });
    }
    let domain = domain.set_tuple_name(Some(&name))?;
    let domain = domain.set_dim_names(&names.iter().map(String::as_str).collect::<Vec<_>>())?;
    let vars = Aff::vars_on_domain(domain.space())?;
    let own = vars.iter().map(|aff| PwAff::alloc(&domain, aff));
    let own: Vec<PwAff> = own.collect::<presburger::Result<_>>()?;
    let place = place
        .set_domain_tuple_name(Some(&name))?
        .intersect_domain(&domain)?;
    let there = MultiPwAff::from_pw_multi_aff(&place.as_pw_multi_aff()?)?;
    let there: Vec<PwAff> = (0..scop[buffer].rank())
        .map(|dim| there.at(dim))
        .collect::<presburger::Result<_>>()?;
    let in_array = (array, &own[n..]);
    let in_buffer = (buffer, &there[..]);
    let (read, written) = match back {
        true => (in_buffer, in_array),
        false => (in_array, in_buffer),
    };
    let mut body = Body::default();
    let spelling = |array: ArrayId, rank: usize| Spelling::plain(&scop[array].source_name, rank);
    text::reference(&mut body, &spelling(written.0, written.1.len()), written.1);
    body.text.push_str(" = ");
    text::reference(&mut body, &spelling(read.0, read.1.len()), read.1);
    body.text.push(';');
    let id = statement_id(scop);
    let mut statement = Statement::new(domain.clone());
    let tuple = Tuple::anonymous(own.len() - n).with_name(Some(&scop[array].name));
    let cell = MultiAff::from_aff_list(domain.space(), tuple, &vars[n..])?.as_map()?;
    let cell = cell.intersect_domain(&domain)?;
    let (read, write) = match back {
        true => (Access::read(buffer, place), Access::write(array, cell)),
        false => (Access::read(array, cell), Access::write(buffer, place)),
    };
    statement.accesses = copy_accesses(scop, &domain, read, write)?;
    statement.body = body;
    scop.statements.push(statement);
    Ok(id)
}
