//! The objects that a region reaches by different names, and which of them may overlap.

use correction::{Object, Part};
use frontend::FieldBytes;
use frontend::declarations::Scope;
use presburger::{Result, Set};
use scop::{Array, Scop};

use crate::overlap::{is_unknown, may_be_one};
use crate::program::Nest;

/// What C reaches by one name.
#[derive(Clone, Debug)]
pub(super) struct Named {
    /// The name of a pointer, an array or a variable.
    pub name: String,
    /// Its address in C.
    pub address: String,
    /// The arrays of the model that it holds.
    pub object: Object,
    /// Why nobody knows where its cells lie, if so.
    pub unknown: Option<&'static str>,
}

impl Named {
    /// How many bytes an element has; nothing if that is not known, or differs.
    pub fn bytes(&self) -> Option<i64> {
        let bytes = self.object.parts.first()?.bytes;
        let mut others = self.object.parts.iter();
        (self.unknown.is_none() && bytes > 0 && others.all(|one| one.bytes == bytes))
            .then_some(bytes)
    }
}

/// All objects of a region, in the order of the model.
pub(super) fn of(nest: &Nest) -> Vec<Named> {
    let scop = nest.scop();
    let mut objects: Vec<Named> = Vec::new();
    for (id, array) in scop.arrays() {
        let (name, field) = match array.source_name.split_once('.') {
            Some((name, field)) => (name, Some(field.to_string())),
            None => (array.source_name.as_str(), None),
        };
        let name = name.trim_start_matches('*');
        let size = array.element_bytes();
        let size = Some(size.least).filter(|_| size.most == Some(size.least));
        let place = match &field {
            Some(_) => nest.fields.get(&array.name).copied(),
            None => size.map(|size| FieldBytes {
                structure: size,
                offset: 0,
                size,
            }),
        };
        let has_rows = array.extents.iter().skip(1).all(Option::is_some);
        let unknown = match () {
            _ if !is_word(name) => Some("it is memory with several names"),
            _ if field.is_some() && place.is_none() => Some("it is reached by a field"),
            _ if !has_rows => Some("the model does not say how long its rows are"),
            _ => None,
        };
        let part = Part {
            array: id,
            field,
            bytes: place.map_or(0, |place| place.structure),
            within: place.map_or(0..0, |place| place.offset..place.offset + place.size),
        };
        match objects.iter_mut().find(|one| one.name == name) {
            Some(known) => {
                known.object.parts.push(part);
                known.unknown = known.unknown.or(unknown);
            }
            None => objects.push(Named {
                name: name.into(),
                address: match is_variable(array) {
                    true => format!("&{name}"),
                    false => name.into(),
                },
                object: Object { parts: vec![part] },
                unknown,
            }),
        }
    }
    objects
}

/// Whether C means the memory by the name, and not what a pointer leads to.
fn is_variable(array: &Array) -> bool {
    !array.behind_pointer && array.rank() == 0
}

fn is_word(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Whether two objects may overlap in a way that matters: nothing says that they do not, and one of them is written.
pub(super) fn may_overlap(scop: &Scop, first: &Named, second: &Named) -> bool {
    let [first, second] = [&first.object, &second.object];
    let pairs = first
        .parts
        .iter()
        .flat_map(|a| second.parts.iter().map(move |b| (a, b)));
    let mut pairs = pairs.map(|(a, b)| (&scop[a.array], &scop[b.array]));
    pairs.any(|(a, b)| may_be_one(a, b)) && (is_written(scop, first) || is_written(scop, second))
}

/// Whether the region writes it.
pub(super) fn is_written(scop: &Scop, object: &Object) -> bool {
    let mut accesses = scop.accesses();
    accesses.any(|(_, _, access)| {
        access.is_write() && object.parts.iter().any(|part| part.array == access.array)
    })
}

/// Whether all accesses to it happen for sure, to cells that are known.
pub(super) fn is_sure(scop: &Scop, object: &Object) -> bool {
    let mut accesses = scop.accesses();
    accesses.all(|(_, _, access)| {
        let is_own = object.parts.iter().any(|part| part.array == access.array);
        !is_own || access.is_must() && access.exact
    })
}

/// For each object the number of the group that it is in: objects that may overlap, directly or through others.
pub(super) fn groups(scop: &Scop, objects: &[Named]) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..objects.len()).collect();
    for i in 0..objects.len() {
        for j in i + 1..objects.len() {
            if may_overlap(scop, &objects[i], &objects[j]) {
                let (old, new) = (groups[j], groups[i]);
                let members = groups.iter_mut().filter(|one| **one == old);
                members.for_each(|one| *one = new);
            }
        }
    }
    groups
}

/// The parameters that are in memory that pointers may lead to, as C writes them, with their types.
pub(super) fn in_memory(nest: &Nest) -> Vec<(String, String)> {
    let is_global = |name: &str| {
        let symbol = nest.region.as_ref().and_then(|region| region.symbol(name));
        symbol.is_some_and(|symbol| symbol.scope == Scope::Global && symbol.value.is_none())
    };
    let parameters = nest.scop().parameters.iter();
    // What has parentheses is a call, or some other value.
    let is_load = |one: &&scop::Parameter| {
        let expression = one.expression.as_ref();
        expression.is_some_and(|expression| !expression.contains('('))
    };
    let in_memory = parameters.filter(|one| is_load(one) || is_global(&one.name));
    in_memory
        .map(|one| (one.text().to_string(), one.ctype.clone()))
        .collect()
}

/// Whether the region may write a number of a type by writing an object: nothing says where it is, and its elements are of
/// the same type, but for the sign, or characters.
pub(super) fn may_hold(scop: &Scop, named: &Named, ty: &str) -> bool {
    let base = |ty: &str| {
        let words = ty.split_whitespace();
        let words =
            words.filter(|word| !["const", "volatile", "signed", "unsigned"].contains(word));
        let base = words
            .filter(|word| *word != "int")
            .collect::<Vec<_>>()
            .join(" ");
        base.replace("size_t", "long")
    };
    named.object.parts.iter().any(|part| {
        let array = &scop[part.array];
        let element = base(&array.element);
        is_unknown(array)
            && is_written(scop, &named.object)
            && (element == base(ty) || element == "char" || part.field.is_some())
    })
}

/// The parameters that a region is run with, as far as their types and its own arithmetic tell.
pub(super) fn typed(nest: &Nest) -> Result<Set> {
    let mut typed = nest.scop().context.clone();
    if let Some(known) = &nest.typed {
        typed = typed.intersect(known)?;
    }
    match &nest.invalid {
        Some(invalid) => typed.subtract(invalid),
        None => Ok(typed),
    }
}
