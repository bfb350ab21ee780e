//! Where arrays may lie for an order to be legal although they overlap (section 5.2 of the paper).
//!
//! *Objects* are what a program reaches by a name: memory behind a pointer, a variable. All of them are taken for parts of one
//! memory, in which the first lies at 0 and each of the others at a distance that is a parameter. Two accesses to
//! different objects, at least one of them a write, then depend on each other for some distances, and the order
//! is illegal for those with which it violates a dependence: the violated pairs, projected on parameters and distances.
//! For example, `for (i = 0; i < n; i++) b[i] = a[i];` may run backwards if `b` begins at `a`, or at least `n` elements before or
//! behind it.
//!
//! Memory is looked at in two ways.
//!
//! - *In bytes*: an access touches all bytes of its element, so that elements may overlap in part. All pairs of accesses to
//!   different objects count ([`Look::Bytes`]). That is enough where all pairs of one object are executed in the order of the program
//!   as well ([`keeps_order`]): then no pair at all changes places. Otherwise it is not: in `w s r` with two writes `w` and `s` to one object and
//!   a read of another, `s` and `w` may change places without effect as long as nobody reads between a later write, and then `r` does.
//! - *In elements*: objects of elements of one size lie at distances of whole elements, and only pairs that change a
//!   value count ([`Look::Values`]).
//!
//! Cells have one subscript if rows have constant lengths. If they have one length that is a parameter, the memory has
//! such rows as well, a distance is a number of rows and what is left, and a cell behind the end of a row is in the next one.

use dependence::Options as Wanted;
use legality::{Options, breaking};
use std::ops::Range;

use presburger::{Aff, Map, PwAff, Result, Set, Space, Tuple, Value};
use scop::{Array, ArrayId, ScheduleTree, Scop, Storage};

/// What a program reaches by one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// The array, or the arrays that are fields of it.
    pub parts: Vec<Part>,
}

/// An array that is all of an object, or a field of its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The array.
    pub array: ArrayId,
    /// Which field it is of structures.
    pub field: Option<String>,
    /// How many bytes an element has, or the structure that it is a field of.
    pub bytes: i64,
    /// Which of them are its own.
    pub within: Range<i64>,
}

/// For which parameters and distances an order is illegal.
#[derive(Clone, Debug)]
pub struct Unsafe {
    /// The parameters that say where each object after the first begins: in rows, if these have a length that is a
    /// parameter, then in bytes or elements. They are at least 0 and less than the length of a row, but for the first one.
    pub distances: Vec<Vec<String>>,
    /// For which of them and of the program's parameters it is.
    pub parameters: Set,
    /// Which of them there are: of several, those after the first are not negative and less than the length of a row.
    pub possible: Set,
    /// The lengths of rows, from the outermost ones inwards; of the innermost ones in bytes or elements. There are as many as
    /// distances of an object after its first.
    pub rows: Vec<Aff>,
}

/// How accesses to overlapping objects are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Byte by byte: all pairs of accesses to different objects count, at distances in bytes.
    Bytes,
    /// The same pairs at distances in elements, which are of one size.
    Elements,
    /// Pairs that change a value, at distances in elements.
    Values,
}

/// The distances of objects from the first with which an order is illegal that is legal for objects that lie apart; nothing if where their
/// cells lie is no affine function, or if they have elements of different sizes and distances are in elements.
///
/// ```
/// use correction::{Look, Object, Part, unsafe_distances};
/// # use scop::{Access, Array, ArrayId, Scop, ScheduleTree, Statement};
/// # let mut s = Statement::new("[N] -> { S[i] : 0 <= i < N }".parse()?);
/// # let (a, b) = (ArrayId::new(0), ArrayId::new(1));
/// # s.accesses = vec![
/// #     Access::read(a, "[N] -> { S[i] -> A[i] : 0 <= i < N }".parse()?),
/// #     Access::write(b, "[N] -> { S[i] -> B[i] : 0 <= i < N }".parse()?),
/// # ];
/// # let scop = Scop {
/// #     name: "f".into(),
/// #     parameters: vec![scop::Parameter::new("N")],
/// #     context: "[N] -> { : }".parse()?,
/// #     arrays: vec![Array::new("A", 1), Array::new("B", 1)],
/// #     schedule: ScheduleTree::from_map(&"[N] -> { S[i] -> [i] : 0 <= i < N }".parse()?)?,
/// #     statements: vec![s],
/// #     span: None,
/// # };
/// // for (i = 0; i < N; i++) S: B[i] = A[i], backwards
/// let backwards = ScheduleTree::from_map(&"[N] -> { S[i] -> [-i] : 0 <= i < N }".parse()?)?;
/// let object = |array| Object { parts: vec![Part { array, field: None, bytes: 8, within: 0..8 }] };
/// let objects = [&object(a), &object(b)];
/// let find = |look| unsafe_distances(&scop, &backwards, &objects, look, &Default::default());
/// let illegal = find(Look::Bytes)?.unwrap().parameters;
/// let all = "[N, C1] -> { : 0 < C1 < 8N and N > 1 or -8N < C1 < 0 and N > 1 }";
/// assert!(illegal.is_equal(&all.parse()?)?);
/// let illegal = find(Look::Values)?.unwrap().parameters;
/// assert!(illegal.is_equal(&"[N, C1] -> { : 0 < C1 < N or -N < C1 < 0 }".parse()?)?);
/// # Ok::<(), presburger::Error>(())
/// ```
pub fn unsafe_distances(
    scop: &Scop,
    new: &ScheduleTree,
    objects: &[&Object],
    look: Look,
    options: &Options,
) -> Result<Option<Unsafe>> {
    let grain = match look {
        Look::Bytes => Grain::Bytes,
        Look::Elements | Look::Values => Grain::Elements,
    };
    let Some(memory) = Memory::of(scop, objects, grain)? else {
        return Ok(None);
    };
    let together = memory.together()?;
    let every_pair = look != Look::Values;
    let mut illegal = Set::empty(memory.possible.space().clone())?;
    let mut arrays: Vec<ArrayId> = memory.places.iter().map(|place| place.joint).collect();
    arrays.sort_unstable();
    arrays.dedup();
    let mut dependences = Vec::new();
    for array in arrays {
        let wanted = Wanted {
            array: Some(array),
            ..Wanted::default()
        };
        dependences.extend(dependence::dependences(&together, &wanted)?);
    }
    if every_pair {
        dependences.retain(|one| {
            let [source, sink] = [one.source, one.sink].map(|(statement, access)| {
                let array = scop[statement][access].array;
                memory.object(array)
            });
            source != sink
        });
    }
    let Some(broken) = breaking(&together, &dependences, new, options, every_pair)? else {
        return Ok(None);
    };
    for one in broken {
        illegal = illegal.union(&one.parameters)?;
    }
    memory.unsafe_for(illegal).map(Some)
}

/// Whether all dependent accesses to an object are executed in the order of the program, also those whose order does not matter as long as
/// nothing else is in the same memory.
pub fn keeps_order(
    scop: &Scop,
    new: &ScheduleTree,
    object: &Object,
    options: &Options,
) -> Result<bool> {
    for part in &object.parts {
        let wanted = Wanted {
            array: Some(part.array),
            ..Wanted::default()
        };
        let dependences = dependence::dependences(scop, &wanted)?;
        let broken = breaking(scop, &dependences, new, options, true)?;
        if broken.is_none_or(|broken| !broken.is_empty()) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The distances in bytes of the second object from the first with which both have a byte that the program writes by one of
/// them; nothing if where their cells lie is no affine function.
pub fn shared(scop: &Scop, first: &Object, second: &Object) -> Result<Option<Unsafe>> {
    let Some(memory) = Memory::of(scop, &[first, second], Grain::Bytes)? else {
        return Ok(None);
    };
    let mut shared = Set::empty(memory.possible.space().clone())?;
    for (_, _, one) in scop.accesses() {
        for (_, _, other) in scop.accesses() {
            let is_written = one.is_write() || other.is_write();
            let (Some(a), Some(b)) = (memory.object(one.array), memory.object(other.array)) else {
                continue;
            };
            if !is_written || (a, b) != (0, 1) {
                continue;
            }
            let cells = [one, other].map(|access| memory.cells(access.array, &access.relation));
            let [one, other] = cells;
            let both = one?.range()?.intersect(&other?.range()?)?;
            shared = shared.union(&both.params()?)?;
        }
    }
    memory.unsafe_for(shared).map(Some)
}

/// How memory is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Grain {
    Bytes,
    Elements,
}

/// Objects in one memory.
struct Memory<'a> {
    scop: &'a Scop,
    grain: Grain,
    places: Vec<Place>,
    /// The parameters that say where each object after the first begins.
    distances: Vec<Vec<String>>,
    /// The lengths of rows but for the outermost subscript, in elements; none if all cells are in one row.
    rows: Vec<Length>,
    /// Whether these rows are structures: cells have no subscript for them.
    are_rows: bool,
    /// The program's parameters and the distances, with what is known about them.
    possible: Set,
}

/// The coefficients of the program's parameters in the length of a row, and a constant.
type Length = (Vec<Value>, Value);

/// An array in it.
struct Place {
    array: ArrayId,
    object: usize,
    /// The array of the model that its cells are in.
    joint: ArrayId,
    /// How many bytes, or elements, there are from one to the next.
    width: i64,
    /// Which of them are its own.
    within: Range<i64>,
}

impl<'a> Memory<'a> {
    fn of(scop: &'a Scop, objects: &[&Object], grain: Grain) -> Result<Option<Memory<'a>>> {
        let parts = || {
            let objects = objects.iter().enumerate();
            objects.flat_map(|(number, object)| object.parts.iter().map(move |one| (number, one)))
        };
        let mut bytes = parts().map(|(_, part)| part.bytes);
        let first = bytes.next();
        let is_uniform = bytes.all(|bytes| Some(bytes) == first);
        if grain == Grain::Elements && !is_uniform {
            return Ok(None);
        }
        let all = || parts().map(|(_, part)| &scop[part.array]);
        let is_whole = |(_, part): (usize, &Part)| part.within == (0..part.bytes);
        let has_fields = grain == Grain::Bytes && !parts().all(is_whole);
        // Structures are rows of bytes.
        let are_rows = has_fields && is_uniform && all().all(|array| array.rank() < 2);
        let rows = match all().all(|array| constant_rows(array).is_some()) {
            true if are_rows => {
                let none = scop.parameters.iter().map(|_| Value::from(0)).collect();
                vec![(none, Value::from(first.unwrap_or(1)))]
            }
            true => Vec::new(),
            false => match common_rows(scop, all())? {
                Some(rows) if is_uniform => rows,
                _ => return Ok(None),
            },
        };
        let mut places: Vec<Place> = Vec::new();
        for (object, part) in parts() {
            // Fields of elements that lie on each other are apart; bytes are bytes.
            let field = |one: &&(usize, &Part)| grain == Grain::Bytes || one.1.field == part.field;
            let joint = parts().find(|one| field(&one));
            places.push(Place {
                array: part.array,
                object,
                joint: joint.map_or(part.array, |(_, part)| part.array),
                width: match grain {
                    Grain::Bytes if !are_rows => part.bytes,
                    _ => 1,
                },
                within: match grain {
                    Grain::Bytes => part.within.clone(),
                    Grain::Elements => 0..1,
                },
            });
        }
        let mut count = 0;
        let mut distances = Vec::new();
        for _ in 1..objects.len() {
            let mut own = Vec::new();
            for _ in 0..=rows.len() {
                count += 1;
                own.push(free_name(scop, count));
            }
            distances.push(own);
        }
        let mut memory = Memory {
            scop,
            grain,
            places,
            distances,
            rows,
            are_rows,
            possible: scop.context.clone(),
        };
        memory.possible = memory.possible()?;
        Ok(Some(memory))
    }

    fn unsafe_for(&self, parameters: Set) -> Result<Unsafe> {
        Ok(Unsafe {
            distances: self.distances.clone(),
            parameters: parameters.intersect(&self.possible)?.coalesce()?,
            possible: self.possible.clone(),
            rows: (1..=self.rows.len())
                .map(|dim| self.length(dim, &self.possible.space().clone(), self.unit()))
                .collect::<Result<_>>()?,
        })
    }

    fn object(&self, array: ArrayId) -> Option<usize> {
        let place = self.places.iter().find(|place| place.array == array)?;
        Some(place.object)
    }

    /// All parameters of the new memory.
    fn parameters(&self) -> Vec<&str> {
        let own = self.scop.parameters.iter().map(|one| one.name.as_str());
        let distances = self.distances.iter().flatten().map(String::as_str);
        own.chain(distances).collect()
    }

    fn possible(&self) -> Result<Set> {
        let names = self.parameters();
        let mut possible = self.scop.context.align_params(&names);
        for own in &self.distances {
            for (dim, name) in own.iter().enumerate().skip(1) {
                let space = possible.space().clone();
                let distance = parameter(&space, name)?;
                let length = self.length(dim, &space, self.unit())?;
                possible = possible.intersect(&distance.nonneg_set()?)?;
                possible = possible.intersect(&distance.lt_set(&length)?)?;
            }
        }
        Ok(possible)
    }

    /// The units in the elements of a row: bytes, if these count.
    fn unit(&self) -> i64 {
        self.places.first().map_or(1, |place| place.width)
    }

    /// The length of a row of the subscript `dim`, the outermost one being 0, on a space.
    fn length(&self, dim: usize, space: &Space, unit: i64) -> Result<Aff> {
        let (coefficients, constant) = &self.rows[dim - 1];
        let mut sum = Aff::val_on_domain(space, constant)?;
        for (one, coefficient) in self.scop.parameters.iter().zip(coefficients) {
            sum = sum.add(&parameter(space, &one.name)?.scale(coefficient)?)?;
        }
        match dim == self.rows.len() {
            true => sum.scale(&Value::from(unit)),
            false => Ok(sum),
        }
    }

    /// The program with its cells in the new memory.
    fn together(&self) -> Result<Scop> {
        let mut scop = self.scop.clone();
        for name in self.distances.iter().flatten() {
            let mut distance = scop::Parameter::new(name);
            distance.ctype = "long".into();
            scop.parameters.push(distance);
        }
        scop.context = self.possible.clone();
        for place in &self.places {
            let array = &mut scop.arrays[place.joint.index()];
            array.extents = vec![None; self.rows.len() + 1];
            array.storage = Storage::Argument { restrict: false };
            array.behind_pointer = true;
            array.unread_later = false;
        }
        for statement in &mut scop.statements {
            for access in &mut statement.accesses {
                let Some(place) = self.places.iter().find(|one| one.array == access.array) else {
                    continue;
                };
                access.relation = self.cells(access.array, &access.relation)?;
                access.array = place.joint;
                // Numbers that overlap in part are no sums.
                if self.grain == Grain::Bytes {
                    statement.reduction = None;
                }
            }
        }
        Ok(scop)
    }

    /// Where the cells of an array are in the memory.
    fn cells(&self, array: ArrayId, cells: &Map) -> Result<Map> {
        let Some(place) = self.places.iter().find(|place| place.array == array) else {
            return Ok(cells.clone());
        };
        cells.apply_range(&self.placed(place)?)
    }

    /// From the cells of an array to the memory.
    fn placed(&self, place: &Place) -> Result<Map> {
        let (array, joint) = (&self.scop[place.array], &self.scop[place.joint]);
        let rank = self.rows.len() + 1;
        let names = self.parameters().into_iter().map(Into::into).collect();
        let tuple = |array: &Array, rank| Tuple::anonymous(rank).with_name(Some(&array.name));
        let map = Space::map(names, tuple(array, array.rank()), tuple(joint, rank));
        let space = map.wrap()?;
        let all = Aff::vars_on_domain(&space)?;
        let (subscripts, new) = all.split_at(array.rank());
        let distance = |dim: usize| match place.object.checked_sub(1) {
            Some(object) => parameter(&space, &self.distances[object][dim]),
            None => Aff::zero_on_domain(&space),
        };
        let number = |number: i64| Aff::val_on_domain(&space, &Value::from(number));
        let width = Value::from(place.width);
        if self.rows.is_empty() {
            let mut begin = distance(0)?;
            let mut step = place.width;
            let lengths = constant_rows(array).unwrap_or_default();
            for (dim, subscript) in subscripts.iter().enumerate().rev() {
                begin = begin.add(&subscript.scale(&Value::from(step))?)?;
                if let Some(length) = dim.checked_sub(1).and_then(|dim| lengths.get(dim)) {
                    step = step.saturating_mul(*length);
                }
            }
            let end = begin.add(&number(place.within.end)?)?;
            let begin = begin.add(&number(place.within.start)?)?;
            let inside = new[0].ge_set(&begin)?.intersect(&new[0].lt_set(&end)?)?;
            return inside.unwrap();
        }
        // From the innermost subscript outwards: each may carry into the next row.
        let zero = number(0)?;
        let missing = match self.are_rows {
            true => 0,
            false => rank.saturating_sub(subscripts.len()),
        };
        let subscript = |dim: usize| match dim.checked_sub(missing) {
            Some(dim) => subscripts.get(dim).unwrap_or(&zero),
            None => &zero,
        };
        let mut cases = vec![(Set::universe(space.clone())?, 0)];
        for dim in (0..rank).rev() {
            let is_last = dim + 1 == rank;
            let (scale, own) = match is_last {
                true => (width.clone(), place.within.clone()),
                false => (Value::from(1), 0..1),
            };
            let mut next = Vec::new();
            for (case, carried) in &cases {
                let begin = subscript(dim).scale(&scale)?.add(&distance(dim)?)?;
                let begin = begin.add(&number(*carried)?)?;
                let carries: &[i64] = match (dim, place.object) {
                    (0, _) | (_, 0) => &[0],
                    _ => &[0, 1],
                };
                for &carry in carries {
                    let mut begin = begin.clone();
                    let mut case = case.clone();
                    if dim > 0 {
                        let length = self.length(dim, &space, place.width)?;
                        begin = begin.sub(&length.scale(&Value::from(carry))?)?;
                        case = case.intersect(&new[dim].nonneg_set()?)?;
                        case = case.intersect(&new[dim].lt_set(&length)?)?;
                    }
                    let end = begin.add(&number(own.end)?)?;
                    let begin = begin.add(&number(own.start)?)?;
                    case = case.intersect(&new[dim].ge_set(&begin)?)?;
                    case = case.intersect(&new[dim].lt_set(&end)?)?;
                    next.push((case, carry));
                }
            }
            cases = next;
        }
        let mut inside = Set::empty(space)?;
        for (case, _) in cases {
            inside = inside.union(&case)?;
        }
        inside.unwrap()
    }
}

/// A parameter as a function on a space.
fn parameter(space: &Space, name: &str) -> Result<Aff> {
    match space.find_param(name) {
        Some(at) => Aff::var_on_domain(space, presburger::Dim::Param(at)),
        None => Aff::zero_on_domain(space),
    }
}

/// The lengths of the rows of an array, but for the outermost subscript, if all are constant.
fn constant_rows(array: &Array) -> Option<Vec<i64>> {
    let rows = array.extents.iter().skip(1);
    rows.map(|extent| {
        let extent = extent.as_ref()?.as_aff().ok()?;
        extent.constant().to_i64().filter(|_| extent.is_cst())
    })
    .collect()
}

/// The lengths of rows that all arrays have that have rows; arrays of one subscript are to stay in one row.
fn common_rows<'a>(
    scop: &Scop,
    arrays: impl Iterator<Item = &'a Array>,
) -> Result<Option<Vec<Length>>> {
    let mut common: Option<(&[Option<PwAff>], usize)> = None;
    let mut short = Vec::new();
    for array in arrays {
        if array.rank() < 2 {
            short.push(array);
            continue;
        }
        let rows = &array.extents[1..];
        match common {
            None => common = Some((rows, array.rank())),
            Some((known, _)) if known == rows => {}
            Some(_) => return Ok(None),
        }
    }
    let Some((rows, _)) = common else {
        return Ok(None);
    };
    let mut lengths = Vec::new();
    for row in rows {
        let Some(length) = row.as_ref().and_then(|row| row.as_aff().ok()) else {
            return Ok(None);
        };
        // On the space of the parameters alone.
        let names: Vec<&str> = { scop.parameters.iter() }
            .map(|one| one.name.as_str())
            .collect();
        let space = Space::params_only(Vec::new()).add_params(&names)?;
        let mut coefficients = Vec::new();
        let mut sum = Aff::val_on_domain(&space, &length.constant())?;
        for name in &names {
            let own = length.domain_space().find_param(name);
            let coefficient = match own {
                Some(at) => length.coefficient(presburger::Dim::Param(at))?,
                None => Value::from(0),
            };
            sum = sum.add(&parameter(&space, name)?.scale(&coefficient)?)?;
            coefficients.push(coefficient);
        }
        if !PwAff::from_aff(&sum).is_equal(&PwAff::from_aff(&length))? {
            return Ok(None);
        }
        lengths.push((coefficients, length.constant()));
    }
    // The last row is the one that they lie in.
    if let Some((coefficients, constant)) = lengths.last() {
        for (_, _, access) in scop.accesses() {
            let array = &scop[access.array];
            if !short.iter().any(|one| one.name == array.name) || array.rank() == 0 {
                continue;
            }
            let cells = access.relation.range()?.intersect_params(&scop.context)?;
            let space = cells.space().clone();
            let mut length = Aff::val_on_domain(&space, constant)?;
            for (one, coefficient) in scop.parameters.iter().zip(coefficients) {
                length = length.add(&parameter(&space, &one.name)?.scale(coefficient)?)?;
            }
            let cell = Aff::var_on_domain(&space, presburger::Dim::Set(0))?;
            let inside = cell.nonneg_set()?.intersect(&cell.lt_set(&length)?)?;
            if !cells.is_subset(&inside)? {
                return Ok(None);
            }
        }
    }
    Ok(Some(lengths))
}

/// `C1`, or something like it that is no parameter of the program.
pub(crate) fn free_name(scop: &Scop, i: usize) -> String {
    let mut name = format!("C{i}");
    while scop.parameters.iter().any(|one| one.name == name) {
        name.push('_');
    }
    name
}
