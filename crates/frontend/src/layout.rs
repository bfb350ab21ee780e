//! How many bytes there are from one structure of an array to the next.

use scop::ElementBytes;

use crate::Unit;
use crate::regions::Region;
use crate::syntax::{BaseKind, Type};

impl Unit {
    /// The size of the structures that a variable points to, or is an array of, and that have a field: of `p.x` that of `*p`.
    /// Nothing if that is not known, or the field is reached through another pointer. Compilers
    /// lay out structures like this unless attributes say otherwise.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "struct v { char c; int x, y; };
    /// void f(int n, struct v *a) {
    /// #pragma scop
    ///   for (int i = 0; i < n; i++)
    ///     a[i].x = a[i].y;
    /// #pragma endscop
    /// }";
    /// let unit = read(text, &Options::default())?;
    /// assert_eq!(unit.record_bytes(&unit.regions[0], "a.x"), Some(12));
    /// assert_eq!(unit.record_bytes(&unit.regions[0], "a.z"), None);
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn record_bytes(&self, region: &Region, field: &str) -> Option<i64> {
        let unit = &*self.within(region);
        let (variable, fields) = field.split_once('.')?;
        let symbol = region.symbol(variable)?;
        let mut ty = unit.declarations.resolve(&symbol.ty);
        if let Type::Pointer { to, .. } = ty {
            ty = to;
        } else if let Type::Array { element, .. } = ty {
            ty = element;
        }
        let record = unit.declarations.resolve(ty);
        let mut part = record;
        for name in fields.split('.') {
            let Type::Base(base) = part else { return None };
            let record = unit.declarations.record(&base.name)?;
            let field = record.fields.iter().find(|one| *one.name == *name)?;
            part = unit.declarations.resolve(&field.ty);
        }
        match part {
            Type::Base(_) => unit.size_and_alignment(record, 0).map(|(size, _)| size),
            _ => None,
        }
    }

    fn size_and_alignment(&self, ty: &Type, depth: usize) -> Option<(i64, i64)> {
        if depth > 16 {
            return None;
        }
        match self.declarations.resolve(ty) {
            Type::Pointer { .. } => Some((8, 8)),
            Type::Base(base) if base.kind == BaseKind::Record => {
                let record = self.declarations.record(&base.name)?;
                if record.is_union || !record.bit_fields.is_empty() {
                    return None;
                }
                let (mut size, mut most) = (0_i64, 1_i64);
                for field in &record.fields {
                    let (own, alignment) = self.size_and_alignment(&field.ty, depth + 1)?;
                    size = up_to(size, alignment)?.checked_add(own)?;
                    most = most.max(alignment);
                }
                up_to(size, most)
                    .filter(|size| *size > 0)
                    .map(|size| (size, most))
            }
            Type::Base(base) => {
                let size = ElementBytes::of(&base.name);
                let known = size.most == Some(size.least);
                known.then_some((size.least, size.least.min(8)))
            }
            _ => None,
        }
    }
}

/// The next multiple of an alignment.
fn up_to(size: i64, alignment: i64) -> Option<i64> {
    let rest = size.checked_rem(alignment)?;
    match rest {
        0 => Some(size),
        rest => size.checked_add(alignment - rest),
    }
}
