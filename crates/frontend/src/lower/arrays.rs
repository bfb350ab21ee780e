//! The memory of a region: which variables it is made of, their shapes and types.

use scop::{Diagnostic, PartOf, Span, Storage};

use super::names::Meaning;
use super::pointers::{Holder, Root, Step};
use super::quasi::Quasi;
use super::{Lowered, Lowering, Reported};
use crate::codes;
use crate::declarable::UNKNOWN;
use crate::declarations::Function;
use crate::syntax::{BaseKind, Declarator, Type};
use crate::token::Text;

/// An array before its extents are built.
pub(super) struct ArrayDraft {
    /// Unique, and a name in isl's notation.
    pub name: String,
    pub source_name: String,
    pub element: String,
    /// One per dimension; over the parameters.
    pub extents: Vec<Option<Quasi>>,
    pub storage: Storage,
    pub span: Option<Span>,
    pub location: Location,
    /// The variable that it is a field of, if that is declared in the region.
    pub part_of: Option<PartOf>,
    /// What it was made for: the variable, its place, and the fields on the way.
    pub(super) key: (Text, Option<Span>, Vec<Text>),
}

/// How one gets to the memory of an array.
#[derive(Clone, Debug, Default)]
pub(super) struct Location {
    /// The last pointer on the way; nothing if all of it is a variable.
    pub pointer: Option<Holder>,
    /// How many subscripts come before that pointer: they choose one of several.
    pub chosen: usize,
    /// The fields after that pointer, or after the variable.
    pub fields: Vec<Text>,
    /// The structure that these are fields of.
    pub record: Option<Text>,
    /// Bit-fields and fields of unions: they share memory with their neighbours.
    pub is_bits: bool,
}

impl ArrayDraft {
    pub(super) fn rank(&self) -> usize {
        self.extents.len()
    }
}

/// The way from a variable to an element.
struct Walk<'w> {
    name: &'w Text,
    span: Span,
    /// A whole array is meant, or a part of one.
    partly: bool,
    is_argument: bool,
    /// Where the variable is declared.
    declared: Span,
    fields: Vec<Text>,
    extents: Vec<Option<Quasi>>,
    path: Vec<Step>,
    location: Location,
}

impl<'a> Lowering<'a> {
    /// The memory of a name without subscripts; nothing when it means none.
    pub(super) fn scalar(&mut self, name: &Text, span: Span) -> Lowered<Option<usize>> {
        let changed = self.names.is_changed(name);
        match self.names.meaning(name) {
            Meaning::Iterator(_) | Meaning::Value(_) | Meaning::Constant(_) => Ok(None),
            Meaning::Undeclared if !changed => Ok(None),
            Meaning::Variable(variable) if self.names.is_volatile(variable.ty) => {
                Err(self.unsupported(span, "an access to `volatile` memory"))
            }
            Meaning::Variable(variable)
                if !changed
                    && variable.storage != Storage::Region
                    && self.names.is_integer(variable.ty) =>
            {
                Ok(None)
            }
            _ if self.names.is_counter(name) && !self.kept.names.contains(name) => {
                self.errors.push(
                    Diagnostic::error(
                        codes::COUNTER_AFTER_LOOP,
                        format!("the counter `{name}` is used outside its loop"),
                        span,
                    )
                    .note("the value of a counter after its loop is not modelled")
                    .help("use another variable, or write its value here instead"),
                );
                Err(Reported)
            }
            _ => self.array(name, &[], span, false),
        }
    }

    /// The array that a variable with these steps means, `None` for a subscript.
    pub(super) fn array(
        &mut self,
        name: &Text,
        steps: &[Option<&Text>],
        span: Span,
        partly: bool,
    ) -> Lowered<Option<usize>> {
        let variable = match self.names.meaning(name) {
            Meaning::Variable(variable) => {
                Some((variable.ty.clone(), variable.storage, variable.span))
            }
            Meaning::Undeclared => None,
            Meaning::Iterator(_) | Meaning::Value(_) | Meaning::Constant(_) => {
                if partly && steps.is_empty() {
                    return Ok(None);
                }
                return Err(self.no_array(span, name));
            }
        };
        let mut fields = Vec::new();
        let mut extents = Vec::new();
        let mut location = Location::default();
        let mut part_of = None;
        let (element, storage, place) = match variable {
            // It may be a member, or something with operators of its own.
            None if self.unit.is_cplusplus && !name.starts_with("lw_") => {
                let what = format!("`{name}`, which is declared nowhere in sight of this C++,");
                return Err(self.unsupported(span, &what));
            }
            None => {
                fields.extend(steps.iter().flatten().map(|field| (*field).clone()));
                extents.resize(steps.iter().filter(|step| step.is_none()).count(), None);
                if partly && extents.is_empty() {
                    return Ok(None);
                }
                (UNKNOWN.to_string(), Storage::Global, None)
            }
            Some((ty, storage, place)) => {
                let mut walk = Walk {
                    name,
                    span,
                    partly,
                    is_argument: matches!(storage, Storage::Argument { .. }),
                    declared: place,
                    fields: Vec::new(),
                    extents: Vec::new(),
                    path: Vec::new(),
                    location: Location::default(),
                };
                let element = self.walk_type(&ty, steps, &mut walk)?;
                (fields, extents, location) = (walk.fields, walk.extents, walk.location);
                let Some(element) = element else {
                    return Ok(None);
                };
                if storage == Storage::Region && !fields.is_empty() {
                    part_of = Some(part_of_type(&ty));
                }
                (element, storage, Some(place))
            }
        };
        let key = (name.clone(), place, fields);
        if let Some(known) = self.arrays.iter().position(|array| array.key == key) {
            if self.arrays[known].rank() != extents.len() {
                return Err(self.no_array(span, name));
            }
            return Ok(Some(known));
        }
        self.judge_pointer(name, storage, &location, span);
        // A variable of the region needs a name of its own to be declared around new loops.
        let known = |array: &&ArrayDraft| array.key.0 == *name;
        let hides = self.means_something_outside(name) || self.arrays.iter().any(|one| known(&one));
        let mut same = self.arrays.iter().filter(known);
        let own = same.find(|array| array.key.1 == place);
        let mut source_name = match (storage, own) {
            (_, Some(own)) => root(&own.source_name).to_string(),
            (Storage::Region, None) if hides => self.fresh_name(name),
            _ => name.to_string(),
        };
        // A variable of a function that is called has the name of that before its own.
        let mut model_name = source_name.replace('.', "_");
        for field in &key.2 {
            source_name = format!("{source_name}.{field}");
            model_name = format!("{model_name}_{field}");
        }
        let base = model_name.clone();
        let mut suffix = 1;
        while self.arrays.iter().any(|array| array.name == model_name) {
            model_name = format!("{base}_{suffix}");
            suffix += 1;
        }
        self.arrays.push(ArrayDraft {
            name: model_name,
            source_name,
            element,
            extents,
            storage,
            span: place,
            location,
            part_of,
            key,
        });
        Ok(Some(self.arrays.len() - 1))
    }

    /// Says what is taken for granted of a pointer.
    fn judge_pointer(&mut self, name: &Text, storage: Storage, location: &Location, span: Span) {
        let Some(holder) = &location.pointer else {
            return;
        };
        let roots = self.pointers.roots(holder);
        let is_unknown = |root: &Root| matches!(root, Root::Elsewhere(_));
        let Some(symbol) = self.region.symbol(name) else {
            return;
        };
        if location.chosen > 0
            && (roots.iter().all(|root| matches!(root, Root::Argument(_)))
                || roots.iter().any(is_unknown))
        {
            let message = format!("assuming that the rows of `{name}` do not overlap");
            if !self.warnings.iter().any(|one| one.message == message) {
                self.warnings
                    .push(Diagnostic::warning(codes::ROWS_APART, message, span).note(
                        "this is an array of pointers, which could point to the same memory",
                    ));
            }
        } else if roots.iter().any(is_unknown)
            && matches!(storage, Storage::Local | Storage::Global)
        {
            self.warnings.push(
                Diagnostic::warning(
                    codes::TARGET_APART,
                    format!("assuming that `{name}` does not overlap other arrays"),
                    span,
                )
                .label(symbol.span, "this pointer is set elsewhere")
                .help("to promise this, pass it to the function as a `restrict` argument"),
            );
        }
    }

    /// Whether a name stands for something where the region begins, or may do so: a function need
    /// not be declared.
    fn means_something_outside(&self, name: &str) -> bool {
        let known = &self.unit.declarations;
        let tokens = self.unit.tokens.get(self.region.tokens.range());
        let mut pairs = tokens.unwrap_or(&[]).windows(2);
        self.region.symbol(name).is_some()
            || known.typedefs.contains_key(name)
            || known.constants.contains_key(name)
            || known.functions.contains_key(name)
            || pairs.any(|pair| pair[0].is_word(name) && pair[1].is_punct("("))
    }

    /// A name like `name` that nothing in the region has, and no macro.
    fn fresh_name(&self, name: &str) -> String {
        let tokens = self.unit.tokens.get(self.region.tokens.range());
        let taken = |new: &str| {
            tokens
                .unwrap_or(&[])
                .iter()
                .any(|token| *token.text == *new)
                || self.means_something_outside(new)
                || self.unit.named.contains_key(new)
                || self.unit.macros.iter().any(|one| *one.name == *new)
                || self.arrays.iter().any(|array| array.source_name == new)
        };
        let mut number = 1;
        loop {
            let new = format!("{name}_{number}");
            if !taken(&new) {
                return new;
            }
            number += 1;
        }
    }

    /// Whether the function of the region and the text outside of functions each have a structure of
    /// this name, and a variable that is declared there need not have that of the function.
    fn is_hidden_tag(&self, name: &str, declared: Option<Span>) -> bool {
        let declarations = &self.unit.declarations;
        let is_in = |function: &Function, span: Span| {
            let tokens = function
                .body
                .and_then(|body| self.unit.tokens.get(body.range()));
            let ends = tokens.and_then(|tokens| tokens.first().zip(tokens.last()));
            ends.is_some_and(|(first, last)| {
                let whole = first.place.outermost().to(last.place.outermost());
                whole.file == span.file && whole.start <= span.start && span.end <= whole.end
            })
        };
        let same = declarations.records.iter().filter(|one| one.name == *name);
        let places: Vec<Span> = same.map(|one| one.span).collect();
        let Some(own) = self.region.function.as_ref().filter(|_| places.len() > 1) else {
            return false;
        };
        let is_outside = |span: &Span| {
            let mut functions = declarations.functions.values().chain([own]);
            !functions.any(|function| is_in(function, *span))
        };
        let mut inside = places.iter().filter(|span| is_in(own, **span));
        let Some(inner) = inside.next() else {
            return false;
        };
        let is_behind = |place: Span| is_in(own, place) && inner.start <= place.start;
        places.iter().any(is_outside) && !declared.is_some_and(is_behind)
    }

    /// What a variable of the region is called in the text of statements, if not by its name.
    pub(super) fn new_name(&self, name: &Text) -> Option<&str> {
        let Meaning::Variable(variable) = self.names.meaning(name) else {
            return None;
        };
        let array = (self.arrays.iter())
            .find(|array| array.key.0 == *name && array.key.1 == Some(variable.span))?;
        let new = root(&array.source_name);
        (array.storage == Storage::Region && *new != **name).then_some(new)
    }

    /// Follows subscripts and fields through a type; the type of the element that is left.
    /// Nothing if `partly` and what is left is no array after all.
    fn walk_type(
        &mut self,
        ty: &Type,
        steps: &[Option<&Text>],
        walk: &mut Walk<'_>,
    ) -> Lowered<Option<String>> {
        let (name, span) = (walk.name, walk.span);
        let declarations = &self.unit.declarations;
        let mut is_volatile = self.names.is_volatile(ty);
        let written = Type::Base(ty.base().clone());
        let mut ty = declarations.resolve(ty);
        for step in steps {
            ty = match (step, ty) {
                (None, Type::Array { .. } | Type::Pointer { .. }) => self.element(ty, walk),
                (Some(field), Type::Base(base)) if base.kind == BaseKind::Record => {
                    let record = declarations.record(&base.name);
                    let Some(record) = record else {
                        return Err(self.unsupported(
                            span,
                            "a field of a structure whose definition is missing",
                        ));
                    };
                    let is_its_own = walk.location.record.is_none();
                    let declared = is_its_own.then_some(walk.declared);
                    if self.is_hidden_tag(&base.name, declared) {
                        let what = "a field of a structure whose tag hides another one";
                        return Err(self.unsupported_with(span, what, "rename one of the two"));
                    }
                    // All of its fields are the same memory, which none of them need cover.
                    if record.is_union {
                        walk.location.is_bits = true;
                        // One without a tag is known by the name that it was given.
                        let is_same =
                            |one: &Type| matches!(one, Type::Base(one) if one.name == base.name);
                        let name = match is_same(declarations.resolve(&written)) {
                            true => &written.base().name,
                            false => &base.name,
                        };
                        return Ok(Some(name.to_string()));
                    }
                    let Some(found) = record.fields.iter().find(|one| one.name == **field) else {
                        return Err(self.no_array(span, field));
                    };
                    // The fields of a union without a name are also those of what it stands in.
                    let shares = declarations.records.iter().any(|record| {
                        let mut fields = record.fields.iter();
                        record.is_union && fields.any(|one| one.name_span == found.name_span)
                    });
                    if shares {
                        walk.fields.push("shared".into());
                        walk.location.record.get_or_insert(record.name.clone());
                        walk.location.fields.push("shared".into());
                        walk.location.is_bits = true;
                        return Ok(Some(UNKNOWN.into()));
                    }
                    // Neighbouring bit-fields are one piece of memory.
                    let is_bits = record.bit_fields.contains(field);
                    let own: Text = if is_bits {
                        "bits".into()
                    } else {
                        (*field).clone()
                    };
                    walk.fields.push(own.clone());
                    walk.path
                        .push(Step::Field(record.name.clone(), (*field).clone()));
                    walk.location.record.get_or_insert(record.name.clone());
                    walk.location.fields.push(own);
                    walk.location.is_bits |= is_bits;
                    is_volatile |= self.names.is_volatile(&found.ty);
                    // Whichever is used first, their memory is of one type.
                    let is_one =
                        |one: &&Declarator| is_bits && record.bit_fields.contains(&one.name);
                    let first = record.fields.iter().find(is_one);
                    declarations.resolve(&first.unwrap_or(found).ty)
                }
                _ => return Err(self.no_array(span, name)),
            };
            is_volatile |= self.names.is_volatile(ty);
        }
        let mut left = 0;
        while let Type::Array { .. } | Type::Pointer { .. } = ty {
            ty = self.element(ty, walk);
            is_volatile |= self.names.is_volatile(ty);
            left += 1;
        }
        if left > 0 && !walk.partly {
            return Err(self.pointer(span, "cannot model part of an array used as a value"));
        }
        if walk.partly && left == 0 && steps.is_empty() {
            return Ok(None);
        }
        match ty {
            Type::Base(base) if is_volatile || base.is_volatile => {
                Err(self.unsupported(span, "an access to `volatile` memory"))
            }
            Type::Base(base) if base.kind == BaseKind::Record && !walk.partly => {
                Err(self.unsupported(span, "a whole structure as a value"))
            }
            Type::Base(base) => Ok(Some(base.name.to_string())),
            _ => Err(self.no_array(span, name)),
        }
    }

    /// The elements of an array, or what a pointer points to.
    fn element<'t>(&mut self, ty: &'t Type, walk: &mut Walk<'_>) -> &'t Type
    where
        'a: 't,
    {
        let (is_pointer, extent, element) = match ty {
            Type::Array {
                element, extent, ..
            } => {
                let (all, own) = (self.region.span, walk.declared);
                let is_own = all.file == own.file && all.range().contains(&own.range().start);
                let extent = extent.as_ref().and_then(|one| match is_own {
                    true => self.names.value_anywhere(one),
                    false => self.names.value_elsewhere(one),
                });
                // The outermost array of a parameter is a pointer.
                let is_pointer = walk.is_argument && walk.path.is_empty();
                let extent = extent.filter(|extent| !extent.mentions(&|_| true));
                (is_pointer, extent, element)
            }
            Type::Pointer { to, .. } => (true, None, to),
            _ => return ty,
        };
        if is_pointer {
            walk.location = Location {
                pointer: Some(self.pointers.holder(walk.name, &walk.path)),
                chosen: walk.extents.len(),
                ..Location::default()
            };
        }
        walk.path.push(match is_pointer {
            true => Step::Deref,
            false => Step::Element,
        });
        walk.extents.push(extent);
        self.unit.declarations.resolve(element)
    }

    fn no_array(&mut self, span: Span, name: &str) -> Reported {
        self.errors.push(Diagnostic::error(
            codes::BAD_SUBSCRIPT,
            format!("these subscripts or fields do not match the type of `{name}`"),
            span,
        ));
        Reported
    }
}

/// The variable that a field belongs to.
fn root(source_name: &str) -> &str {
    source_name.split('.').next().unwrap_or(source_name)
}

/// How a variable is declared that has fields.
fn part_of_type(mut ty: &Type) -> PartOf {
    let mut rank = 0;
    while let Type::Array { element, .. } = ty {
        rank += 1;
        ty = element;
    }
    PartOf {
        ctype: ty.base().name.to_string(),
        rank,
    }
}
