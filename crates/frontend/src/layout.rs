//! Where fields of structures are in memory.

use scop::{ElementBytes, FileId, Span};

use crate::Unit;
use crate::regions::Region;
use crate::syntax::{BaseKind, Type};

/// Where a field is in the structures of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldBytes {
    /// How many bytes there are from one structure to the next.
    pub structure: i64,
    /// How many bytes of a structure are before the field.
    pub offset: i64,
    /// How many bytes the field has.
    pub size: i64,
}

impl Unit {
    /// Where a field is in the structures that a variable points to, or is an array of: for `p.x`, the field `x` of `*p`.
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
    /// let found = unit.field_bytes(&unit.regions[0], "a.x").unwrap();
    /// assert_eq!((found.structure, found.offset, found.size), (12, 4, 4));
    /// assert_eq!(unit.field_bytes(&unit.regions[0], "a.z"), None);
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn field_bytes(&self, region: &Region, field: &str) -> Option<FieldBytes> {
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
        let (mut part, mut offset) = (record, 0_i64);
        for name in fields.split('.') {
            let Type::Base(base) = part else { return None };
            let record = unit.declarations.record(&base.name)?;
            let mut end = 0;
            let mut found = None;
            for field in &record.fields {
                let (size, alignment) = unit.size_and_alignment(&field.ty, 0)?;
                let begin = up_to(end, alignment)?;
                if *field.name == *name {
                    found = Some((&field.ty, begin));
                }
                end = begin.checked_add(size)?;
            }
            let (ty, begin) = found?;
            offset = offset.checked_add(begin)?;
            part = unit.declarations.resolve(ty);
        }
        let Type::Base(_) = part else { return None };
        Some(FieldBytes {
            structure: unit.size_and_alignment(record, 0)?.0,
            offset,
            size: unit.size_and_alignment(part, 0)?.0,
        })
    }

    /// The unsigned integer type that an address fits, as text in the place of a region can call it: `uintptr_t` if the program
    /// includes its header before, and what GCC and Clang call it otherwise.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "void f(int n, double *a) {\n#pragma scop\na[0] = n;\n#pragma endscop\n}\n";
    /// let unit = read(text, &Options::default())?;
    /// assert_eq!(unit.address_type(&unit.regions[0]), "__UINTPTR_TYPE__");
    /// let unit = read(&format!("#include <stdint.h>\n{text}"), &Options::default())?;
    /// assert_eq!(unit.address_type(&unit.regions[0]), "uintptr_t");
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn address_type(&self, region: &Region) -> &'static str {
        const NAME: &str = "uintptr_t";
        let is_before = |span: Span| span.file != FileId::MAIN || span.start < region.begin.start;
        let is_included = { self.missing.iter() }.any(|one| {
            one.angled && ["stdint.h", "inttypes.h"].contains(&&*one.name) && is_before(one.span)
        });
        let is_known = is_included || self.declarations.typedefs.contains_key(NAME);
        let is_other =
            region.symbol(NAME).is_some() || self.macros.iter().any(|one| *one.name == *NAME);
        match is_known && !is_other {
            true => NAME,
            false => "__UINTPTR_TYPE__",
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
