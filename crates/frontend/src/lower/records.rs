//! Whole structures: what is done with one is done with each of its fields.

use scop::{AccessKind, Span};

use super::accesses::{AccessDraft, Guard, Step, Subscript, chain};
use super::names::Meaning;
use super::{Lowered, Lowering};
use crate::declarations::Declarations;
use crate::syntax::{BaseKind, BinaryOp, Expr, ExprKind, Record, Type, UnaryOp};
use crate::token::Text;

/// The most fields that a structure is taken apart into.
const MAX_FIELDS: usize = 64;

/// The way from a structure to one of its fields: names, and nothing for each subscript.
type Path = Vec<Option<Text>>;

impl<'a> Lowering<'a> {
    /// The accesses to a whole structure; whether the expression means one.
    pub(super) fn access_record(
        &mut self,
        expr: &'a Expr,
        kind: AccessKind,
        guard: &Guard,
        out: &mut Vec<AccessDraft<'a>>,
    ) -> Lowered<bool> {
        let Some(record) = self.record_of(expr) else {
            return Ok(false);
        };
        let Some((base, steps)) = chain(expr) else {
            return Ok(false);
        };
        let Some(name) = base.as_name() else {
            return Ok(false);
        };
        if self.names.is_hidden(name) {
            return Ok(true);
        }
        let Some(paths) = fields_of(&self.unit.declarations, &record) else {
            return Err(self.no_value(expr.span));
        };
        let mut done = Vec::new();
        for path in &paths {
            let own = path.iter().map(Option::as_ref);
            let way: Vec<Option<&Text>> = steps
                .iter()
                .map(|step| match step {
                    Step::Index { .. } => None,
                    Step::Field(field) => Some(*field),
                })
                .chain(own)
                .collect();
            let Some(array) = self.array(name, &way, expr.span, false)? else {
                return Err(self.no_value(expr.span));
            };
            // Bit-fields share theirs.
            if done.contains(&array) {
                continue;
            }
            done.push(array);
            let mut subscripts = Vec::new();
            for step in &steps {
                if let Step::Index { terms, .. } = step {
                    subscripts.push(self.subscript(terms.clone()));
                }
            }
            let inner = path.iter().filter(|step| step.is_none());
            subscripts.extend(inner.map(|_| Subscript::Every));
            self.push(array, subscripts, kind, expr.span, guard, out);
        }
        Ok(true)
    }

    fn no_value(&mut self, span: Span) -> super::Reported {
        self.unsupported(span, "a whole structure with unions or pointers as a value")
    }

    /// The structure that the value of an expression is.
    pub(super) fn record_of(&self, expr: &Expr) -> Option<Record> {
        let declarations = &self.unit.declarations;
        match declarations.resolve(self.type_of(expr)?) {
            Type::Base(base) if base.kind == BaseKind::Record => {
                declarations.record(&base.name).cloned()
            }
            _ => None,
        }
    }

    /// The type of an expression that means memory, as far as it is known.
    pub(super) fn type_of<'t>(&'t self, expr: &'t Expr) -> Option<&'t Type> {
        let declarations = &self.unit.declarations;
        let target = |ty: &'t Type| match declarations.resolve(ty) {
            Type::Array { element, .. } => Some(&**element),
            Type::Pointer { to, .. } => Some(&**to),
            _ => None,
        };
        match &expr.kind {
            ExprKind::Name(name) => match self.names.meaning(name) {
                Meaning::Variable(variable) => Some(variable.ty),
                _ => None,
            },
            ExprKind::Index(base, _) | ExprKind::Unary(UnaryOp::Deref, base) => {
                target(self.type_of(base)?)
            }
            ExprKind::Field { base, arrow, name } => {
                let mut ty = self.type_of(base)?;
                if *arrow {
                    ty = target(ty)?;
                }
                let Type::Base(base) = declarations.resolve(ty) else {
                    return None;
                };
                let record = declarations.record(&base.name)?;
                let field = record.fields.iter().find(|field| field.name == *name)?;
                Some(&field.ty)
            }
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
                let pointer = |ty: &&Type| self.names.is_pointer(ty);
                let left = self.type_of(left).filter(pointer);
                left.or_else(|| self.type_of(right).filter(pointer))
            }
            ExprKind::Cast(ty, _) => Some(&ty.ty),
            _ => None,
        }
    }
}

/// The ways to all fields that are no structures themselves; nothing if one of them is a pointer or
/// shares its memory, or if there are too many.
fn fields_of(declarations: &Declarations, record: &Record) -> Option<Vec<Path>> {
    let mut paths = Vec::new();
    add_fields(declarations, record, &Vec::new(), &mut paths)?;
    Some(paths)
}

fn add_fields(
    declarations: &Declarations,
    record: &Record,
    way: &Path,
    paths: &mut Vec<Path>,
) -> Option<()> {
    if record.is_union || way.len() > 16 {
        return None;
    }
    for field in &record.fields {
        let mut path = way.clone();
        path.push(Some(field.name.clone()));
        let mut ty = declarations.resolve(&field.ty);
        while let Type::Array {
            element, extent, ..
        } = ty
        {
            // The last one of a structure may go on behind it.
            extent.as_ref()?;
            path.push(None);
            ty = declarations.resolve(element);
        }
        let Type::Base(base) = ty else {
            return None;
        };
        match base.kind {
            BaseKind::Record => {
                let inner = declarations.record(&base.name)?;
                add_fields(declarations, inner, &path, paths)?;
            }
            _ if base.is_volatile || paths.len() >= MAX_FIELDS => return None,
            _ => paths.push(path),
        }
    }
    Some(())
}
