//! Holds a model against what C does.

use std::collections::{BTreeSet, HashMap, HashSet};

use frontend::{Region, Unit};
use presburger::{Dim, Map, Point};
use scop::{Access, Array, Scop, Storage};

use super::interpret::{Cell, Event, Trace, run};

type Verdict<T> = Result<T, String>;

/// Runs the region for several values of its parameters and compares each time; how many
/// executions of statements were compared.
pub fn compare_all(unit: &Unit, region: &Region, scop: &Scop) -> Verdict<usize> {
    let mut compared = 0;
    let mut rounds = 0;
    for values in candidates(scop)? {
        compared += compare(unit, region, scop, &values)
            .map_err(|wrong| format!("for {values:?}: {wrong}"))?;
        rounds += 1;
    }
    if rounds == 0 {
        return Err("no values of the parameters were found".into());
    }
    Ok(compared)
}

/// Small values of the parameters that the context allows.
fn candidates(scop: &Scop) -> Verdict<Vec<Vec<(String, i64)>>> {
    let names: Vec<&str> = scop.parameters.iter().map(|one| &*one.name).collect();
    let mut tried: Vec<Vec<i64>> = Vec::new();
    let mut state = 7u64;
    for value in [4, 1, 5, 0, 3, -1, 12] {
        tried.push(vec![value; names.len()]);
        let next = |_: &&str| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
            (state >> 33) as i64 % 7
        };
        tried.push(names.iter().map(next).collect());
    }
    let mut found: Vec<Vec<(String, i64)>> = Vec::new();
    for values in tried {
        let values: Vec<(String, i64)> = names.iter().map(|n| n.to_string()).zip(values).collect();
        let mut point = scop.context.clone();
        for (name, value) in &values {
            point = point.fix_param(name, *value).map_err(say)?;
        }
        if !point.is_empty().map_err(say)? && !found.contains(&values) {
            found.push(values);
        }
        if found.len() == 6 {
            break;
        }
    }
    Ok(found)
}

fn say(error: presburger::Error) -> String {
    error.to_string()
}

/// The cells of one access, by instance, or the relation when they cannot be listed.
struct Cells<'a> {
    access: &'a Access,
    listed: Option<HashMap<Vec<i64>, BTreeSet<Cell>>>,
    relation: Map,
    /// The extents behind the first one, when the model has more dimensions than the source.
    inner: Option<Vec<i64>>,
}

fn compare(unit: &Unit, region: &Region, scop: &Scop, values: &[(String, i64)]) -> Verdict<usize> {
    let parameters: HashMap<String, i64> = values.iter().cloned().collect();
    let wholes: HashSet<_> = scop.statements.iter().filter_map(|one| one.span).collect();
    let trace = run(unit, region, &parameters, &wholes)?;
    let events = relevant(unit, &trace, scop)?;
    let pairs: Vec<(&str, i64)> = values.iter().map(|(n, v)| (&**n, *v)).collect();
    let instances = scop.schedule.instances(&pairs).map_err(say)?;
    let ranks = ranks(&events);
    let mut cells: Vec<Vec<Cells<'_>>> = Vec::new();
    for statement in &scop.statements {
        let mut of_statement = Vec::new();
        for access in &statement.accesses {
            of_statement.push(list(unit, scop, access, values, &ranks)?);
        }
        cells.push(of_statement);
    }
    for (event, instance) in events.iter().zip(&instances) {
        let name = instance.space().tuple().and_then(|t| t.name());
        let id = name
            .and_then(|name| scop.find_statement(name))
            .ok_or("an instance of no statement")?;
        let text = unit.files.slice(event.span);
        if scop[id].span != Some(event.span) {
            return Err(format!(
                "`{text}` is executed where the model has {instance}"
            ));
        }
        agree(event, instance, &cells[id.index()], scop, &trace)
            .map_err(|wrong| format!("{instance} `{text}`: {wrong}"))?;
    }
    if events.len() != instances.len() {
        return Err(format!(
            "{} statements are executed, the model has {}; the next are {:?} and {:?}",
            events.len(),
            instances.len(),
            events
                .get(instances.len())
                .map(|event| unit.files.slice(event.span)),
            instances.get(events.len()).map(Point::to_string),
        ));
    }
    Ok(events.len())
}

/// How many subscripts the source gives an array.
fn ranks(events: &[Event]) -> HashMap<(String, Option<scop::Span>), usize> {
    let cells = events
        .iter()
        .flat_map(|event| event.reads.iter().chain(&event.writes));
    cells
        .map(|cell| ((cell.variable.clone(), cell.place), cell.subscripts.len()))
        .collect()
}

/// The events without what a model need not speak of: names for values, parameters.
fn relevant(unit: &Unit, trace: &Trace, scop: &Scop) -> Verdict<Vec<Event>> {
    let memory: HashSet<(String, Option<scop::Span>)> = scop
        .arrays
        .iter()
        .map(|array| (declared_name(unit, array), array.span))
        .collect();
    let written = trace.events.iter().flat_map(|event| &event.writes);
    let written: HashSet<&String> = written.map(|cell| &cell.variable).collect();
    // Elements that nothing changes are parameters, and not always ones that matter.
    let is_load = |cell: &Cell| {
        !cell.subscripts.is_empty()
            && !memory.contains(&(cell.variable.clone(), cell.place))
            && !written.contains(&cell.variable)
    };
    let mut events = Vec::new();
    for event in &trace.events {
        let mut event = event.clone();
        event.reads.retain(|cell| !is_load(cell));
        let own = |cell: &Cell| {
            cell.place
                .is_some_and(|place| event.span.start <= place.start && place.end <= event.span.end)
        };
        let is_name = |cell: &Cell| {
            !memory.contains(&(cell.variable.clone(), cell.place))
                && cell.subscripts.is_empty()
                && trace.integers.contains(cell)
                && !trace.assigned.contains(cell)
        };
        if let Some(cell) = &event.declares {
            if is_name(cell) {
                continue;
            }
            event.reads.retain(|cell| !is_name(cell));
        } else {
            let skip = |cell: &Cell| own(cell) || is_name(cell);
            event.reads.retain(|cell| !skip(cell));
            event.writes.retain(|cell| !own(cell));
        }
        for cell in event.reads.iter().chain(&event.writes) {
            if !memory.contains(&(cell.variable.clone(), cell.place)) {
                return Err(format!("the model knows nothing of {cell:?}"));
            }
        }
        events.push(event);
    }
    Ok(events)
}

/// The name of an array where it is declared; the model renames what hides something else.
fn declared_name(unit: &Unit, array: &Array) -> String {
    match (array.storage, array.span) {
        (Storage::Region, Some(span)) => {
            let fields = array.source_name.find('.');
            let fields = fields.map_or("", |at| &array.source_name[at..]);
            format!("{}{fields}", unit.files.slice(span))
        }
        _ => array.source_name.clone(),
    }
}

fn list<'a>(
    unit: &Unit,
    scop: &Scop,
    access: &'a Access,
    values: &[(String, i64)],
    ranks: &HashMap<(String, Option<scop::Span>), usize>,
) -> Verdict<Cells<'a>> {
    let array = &scop[access.array];
    let mut relation = access.relation.clone();
    for (name, value) in values {
        relation = relation.fix_param(name, *value).map_err(say)?;
    }
    let depth = relation.space().n_in();
    let mut listed: HashMap<Vec<i64>, BTreeSet<Cell>> = HashMap::new();
    let inner = inner_extents(unit, array, values, ranks)?;
    let variable = declared_name(unit, array);
    let mut bad = None;
    let points = match access.is_must() || is_bounded(&relation) {
        true => Some(relation.wrap().map_err(say)?.points().map_err(say)?),
        false => None,
    };
    for point in points.iter().flatten() {
        let Some(coordinates) = point.to_i64s() else {
            bad = Some(point.to_string());
            continue;
        };
        let (instance, cell) = coordinates.split_at(depth);
        let cell = Cell {
            variable: variable.clone(),
            place: array.span,
            subscripts: linear(cell, inner.as_deref()),
        };
        listed.entry(instance.to_vec()).or_default().insert(cell);
    }
    match bad {
        Some(point) => Err(format!("{point} is large")),
        None => Ok(Cells {
            access,
            listed: points.map(|_| listed),
            relation,
            inner,
        }),
    }
}

fn is_bounded(relation: &Map) -> bool {
    relation.range().and_then(|range| range.is_bounded()) == Ok(true)
        && relation.domain().and_then(|domain| domain.is_bounded()) == Ok(true)
}

/// The extents behind the first one, when the model has more dimensions than the source.
fn inner_extents(
    unit: &Unit,
    array: &Array,
    values: &[(String, i64)],
    ranks: &HashMap<(String, Option<scop::Span>), usize>,
) -> Verdict<Option<Vec<i64>>> {
    let rank = ranks.get(&(declared_name(unit, array), array.span));
    if rank.is_none_or(|rank| *rank == array.rank()) {
        return Ok(None);
    }
    let mut inner = Vec::new();
    for extent in &array.extents[1..] {
        let extent = extent.as_ref().ok_or("a row of unknown length")?;
        let domain = extent.domain().map_err(say)?;
        let mut point = domain;
        for (name, value) in values {
            point = point.fix_param(name, *value).map_err(say)?;
        }
        let point = point.sample_point().map_err(say)?.ok_or("no extent")?;
        let value = extent.eval(&point).map_err(say)?;
        let value: i64 = value.to_string().parse().map_err(|_| "a large extent")?;
        inner.push(value);
    }
    Ok(Some(inner))
}

fn linear(subscripts: &[i64], inner: Option<&[i64]>) -> Vec<i64> {
    let Some(inner) = inner else {
        return subscripts.to_vec();
    };
    let mut sum = subscripts[0];
    for (subscript, extent) in subscripts[1..].iter().zip(inner) {
        sum = sum * extent + subscript;
    }
    vec![sum]
}

fn agree(
    event: &Event,
    instance: &Point,
    cells: &[Cells<'_>],
    scop: &Scop,
    trace: &Trace,
) -> Verdict<()> {
    let coordinates = instance.to_i64s().ok_or("a large instance")?;
    for (is_write, done) in [(false, &event.reads), (true, &event.writes)] {
        let what = if is_write { "written" } else { "read" };
        let mut said: BTreeSet<&Cell> = BTreeSet::new();
        let mut open = Vec::new();
        for one in cells.iter().filter(|one| one.access.is_write() == is_write) {
            let Some(listed) = &one.listed else {
                open.push(one);
                continue;
            };
            for cell in listed.get(&coordinates).into_iter().flatten() {
                // A loop that is kept as a whole writes its counter.
                let is_counter = is_write && trace.counters.contains(cell);
                if one.access.is_must() && !is_counter && !done.contains(cell) {
                    return Err(format!("{} is not {what}", show(cell)));
                }
                said.insert(cell);
            }
        }
        for cell in done.iter().filter(|cell| !said.contains(cell)) {
            let mut covered = false;
            for one in &open {
                covered |= reaches(one, &coordinates, cell, scop)?;
            }
            if !covered {
                return Err(format!(
                    "{} is {what}, the model does not say so",
                    show(cell)
                ));
            }
        }
    }
    Ok(())
}

fn show(cell: &Cell) -> String {
    format!("{}{:?}", cell.variable, cell.subscripts)
}

/// The subscripts of a model with these extents for the one subscript of the source.
fn apart(subscripts: &[i64], inner: Option<&[i64]>) -> Vec<i64> {
    let (Some(inner), [place]) = (inner, subscripts) else {
        return subscripts.to_vec();
    };
    let (mut place, mut found) = (*place, Vec::new());
    for extent in inner.iter().rev() {
        found.push(place.rem_euclid((*extent).max(1)));
        place = place.div_euclid((*extent).max(1));
    }
    found.push(place);
    found.reverse();
    found
}

/// Whether an unbounded access means the cell.
fn reaches(cells: &Cells<'_>, instance: &[i64], cell: &Cell, scop: &Scop) -> Verdict<bool> {
    let array = &scop[cells.access.array];
    // Memory that goes by several names.
    if array.source_name.contains(" or ") {
        let mut names = array.source_name.split(" or ");
        return Ok(!cells.access.exact && names.any(|name| name == cell.variable));
    }
    let subscripts = apart(&cell.subscripts, cells.inner.as_deref());
    let fields = |name: &str| name.find('.').map(|at| name[at..].to_string());
    if fields(&array.source_name) != fields(&cell.variable) {
        return Ok(false);
    }
    if array.span != cell.place
        || (array.span.is_none() && array.source_name != cell.variable)
        || array.rank() != subscripts.len()
    {
        return Ok(false);
    }
    let mut relation = cells.relation.clone();
    for (dim, value) in instance.iter().enumerate() {
        relation = relation.fix(Dim::In(dim), *value).map_err(say)?;
    }
    for (dim, value) in subscripts.iter().enumerate() {
        relation = relation.fix(Dim::Out(dim), *value).map_err(say)?;
    }
    Ok(!relation.is_empty().map_err(say)?)
}
