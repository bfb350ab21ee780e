//! The memory of a region: which variables it is made of, their shapes and types.

use scop::{Diagnostic, Span, Storage};

use super::names::Meaning;
use super::quasi::Quasi;
use super::{Lowered, Lowering, Reported};
use crate::codes;
use crate::syntax::{BaseKind, ExprKind, Type};
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
    /// What it was made for: the variable, its place, and the fields on the way.
    key: (Text, Option<Span>, Vec<Text>),
}

impl ArrayDraft {
    pub(super) fn rank(&self) -> usize {
        self.extents.len()
    }
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
            _ if self.names.is_counter(name) => {
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
        let (element, storage, place) = match variable {
            None => {
                fields.extend(steps.iter().flatten().map(|field| (*field).clone()));
                extents.resize(steps.iter().filter(|step| step.is_none()).count(), None);
                if partly && extents.is_empty() {
                    return Ok(None);
                }
                ("unknown".to_string(), Storage::Global, None)
            }
            Some((ty, storage, place)) => {
                let element =
                    self.walk_type(&ty, steps, &mut fields, &mut extents, name, span, partly)?;
                let Some(element) = element else {
                    return Ok(None);
                };
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
        self.judge_pointer(name, storage, span)?;
        // A variable of the region needs a name of its own to be declared around new loops.
        let known = |array: &ArrayDraft| array.key.0 == *name;
        let hides = self.region.symbol(name).is_some() || self.arrays.iter().any(known);
        let mut source_name = match storage {
            Storage::Region if hides => self.fresh_name(name),
            _ => name.to_string(),
        };
        let mut model_name = source_name.clone();
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
            key,
        });
        Ok(Some(self.arrays.len() - 1))
    }

    /// A pointer that is no argument: where it leads is known when it was allocated, and wrong
    /// to guess when it was set to a part of another array.
    fn judge_pointer(&mut self, name: &Text, storage: Storage, span: Span) -> Lowered<()> {
        let Some(symbol) = self.region.symbol(name) else {
            return Ok(());
        };
        let is_pointer = matches!(self.names.resolve(&symbol.ty), Type::Pointer { .. });
        if !is_pointer || !matches!(storage, Storage::Local | Storage::Global) {
            return Ok(());
        }
        let mut into = None;
        let mut allocates = false;
        if let Some(init) = &symbol.init {
            init.walk(&mut |inner| match &inner.kind {
                ExprKind::Call(callee, _) => {
                    allocates |= callee
                        .as_name()
                        .is_some_and(|callee| callee.contains("alloc"));
                }
                ExprKind::Name(other) => {
                    let other = self.region.symbol(other);
                    let array = other.filter(|other| self.names.is_pointer(&other.ty));
                    into = into.or(array);
                }
                _ => {}
            });
        }
        if allocates {
            return Ok(());
        }
        if let Some(other) = into {
            self.errors.push(
                Diagnostic::error(
                    codes::POINTER,
                    format!("`{name}` points into `{}`", other.name),
                    span,
                )
                .label(symbol.span, "set here")
                .note("two names for the same memory hide dependences")
                .help(format!("access `{}` directly", other.name)),
            );
            return Err(Reported);
        }
        self.warnings.push(
            Diagnostic::warning(
                codes::TARGET_APART,
                format!("assuming that `{name}` does not overlap other arrays"),
                span,
            )
            .label(symbol.span, "this pointer is set elsewhere")
            .help("to promise this, pass it to the function as a `restrict` argument"),
        );
        Ok(())
    }

    /// A name like `name` that nothing in the region has.
    fn fresh_name(&self, name: &str) -> String {
        let tokens = self.unit.tokens.get(self.region.tokens.range());
        let taken = |new: &str| {
            tokens
                .unwrap_or(&[])
                .iter()
                .any(|token| *token.text == *new)
                || self.region.symbol(new).is_some()
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

    /// What a variable of the region is called in the text of statements, if not by its name.
    pub(super) fn new_name(&self, name: &Text) -> Option<&str> {
        let Meaning::Variable(variable) = self.names.meaning(name) else {
            return None;
        };
        let array = (self.arrays.iter())
            .find(|array| array.key.0 == *name && array.key.1 == Some(variable.span))?;
        let new = array.source_name.split('.').next()?;
        (array.storage == Storage::Region && *new != **name).then_some(new)
    }

    /// Follows subscripts and fields through a type; the type of the element that is left.
    /// Nothing if `partly` and what is left is no array after all.
    #[expect(clippy::too_many_arguments, reason = "one walk, two results")]
    fn walk_type(
        &mut self,
        ty: &Type,
        steps: &[Option<&Text>],
        fields: &mut Vec<Text>,
        extents: &mut Vec<Option<Quasi>>,
        name: &Text,
        span: Span,
        partly: bool,
    ) -> Lowered<Option<String>> {
        let declarations = &self.unit.declarations;
        let mut ty = declarations.resolve(ty);
        let mut pointers = 0;
        for step in steps {
            match (step, ty) {
                (
                    None,
                    Type::Array {
                        element, extent, ..
                    },
                ) => {
                    let extent = extent
                        .as_ref()
                        .and_then(|extent| self.names.value_elsewhere(extent));
                    extents.push(extent.filter(|extent| !extent.mentions(&|_| true)));
                    ty = declarations.resolve(element);
                }
                (None, Type::Pointer { to, .. }) => {
                    pointers += 1;
                    extents.push(None);
                    ty = declarations.resolve(to);
                }
                (Some(field), Type::Base(base)) if base.kind == BaseKind::Record => {
                    let record = declarations.record(&base.name);
                    let Some(record) = record else {
                        return Err(self.unsupported(
                            span,
                            "a field of a structure whose definition is missing",
                        ));
                    };
                    if record.is_union {
                        return Err(self.unsupported(span, "a field of a union"));
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
                        return Err(self.unsupported(span, "a field of a union"));
                    }
                    fields.push((*field).clone());
                    ty = declarations.resolve(&found.ty);
                }
                _ => return Err(self.no_array(span, name)),
            }
        }
        let mut left = 0;
        loop {
            match ty {
                Type::Array {
                    element, extent, ..
                } => {
                    let extent = extent
                        .as_ref()
                        .and_then(|extent| self.names.value_elsewhere(extent));
                    extents.push(extent.filter(|extent| !extent.mentions(&|_| true)));
                    ty = declarations.resolve(element);
                }
                Type::Pointer { to, .. } => {
                    pointers += 1;
                    extents.push(None);
                    ty = declarations.resolve(to);
                }
                _ => break,
            }
            left += 1;
        }
        if left > 0 && !partly {
            return Err(self.pointer(span, "cannot model part of an array used as a value"));
        }
        if partly && left == 0 && steps.is_empty() {
            return Ok(None);
        }
        match ty {
            Type::Base(base) if base.is_volatile => {
                Err(self.unsupported(span, "an access to `volatile` memory"))
            }
            Type::Base(base) if base.kind == BaseKind::Record && !partly => {
                Err(self.unsupported(span, "a whole structure as a value"))
            }
            Type::Base(base) => {
                if pointers > 1
                    && !self.warnings.iter().any(|one| {
                        one.code == codes::ROWS_APART && one.message.contains(&format!("`{name}`"))
                    })
                {
                    self.warnings.push(
                        Diagnostic::warning(
                            codes::ROWS_APART,
                            format!("assuming that the rows of `{name}` do not overlap"),
                            span,
                        )
                        .note("this is an array of pointers, which could point to the same memory"),
                    );
                }
                Ok(Some(base.name.to_string()))
            }
            _ => Err(self.no_array(span, name)),
        }
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
