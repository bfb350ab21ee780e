//! The integer types of C, as a data model with 32 bits in `int` and 64 in `long` has them (LP64).

/// A type that C computes integers in: what is narrower is promoted to `int`.
///
/// The order is that of the usual arithmetic conversions: two operands are converted to the larger
/// one of their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Type {
    /// `int`
    Int,
    /// `unsigned`
    Unsigned,
    /// `long`
    Long,
    /// `unsigned long`
    UnsignedLong,
}

impl Type {
    /// All of them.
    pub const ALL: [Type; 4] = [Type::Int, Type::Unsigned, Type::Long, Type::UnsignedLong];

    /// As C writes it.
    ///
    /// ```
    /// assert_eq!(emit::Type::UnsignedLong.name(), "unsigned long");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Unsigned => "unsigned",
            Type::Long => "long",
            Type::UnsignedLong => "unsigned long",
        }
    }

    /// The values that it has.
    pub(crate) fn range(self) -> Range {
        match self {
            Type::Int => Range::signed(32),
            Type::Unsigned => Range::unsigned(32),
            Type::Long => Range::signed(64),
            Type::UnsignedLong => Range::unsigned(64),
        }
    }

    pub(crate) fn is_unsigned(self) -> bool {
        matches!(self, Type::Unsigned | Type::UnsignedLong)
    }

    /// The type that two operands are converted to.
    pub(crate) fn common(self, other: Type) -> Type {
        self.max(other)
    }

    /// The type of a number in decimal digits, without its sign.
    pub(crate) fn of_literal(value: i64) -> Type {
        match value.unsigned_abs() <= i32::MAX as u64 {
            true => Type::Int,
            false => Type::Long,
        }
    }
}

/// The least and the largest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    pub least: i128,
    pub most: i128,
}

impl Range {
    fn signed(bits: u32) -> Range {
        Range {
            least: -(1 << (bits - 1)),
            most: (1 << (bits - 1)) - 1,
        }
    }

    fn unsigned(bits: u32) -> Range {
        Range {
            least: 0,
            most: (1 << bits) - 1,
        }
    }

    pub(crate) fn holds(self, other: Range) -> bool {
        self.least <= other.least && other.most <= self.most
    }
}

/// A type by name: what C computes with a variable of it in, and which values it has. `None` if
/// nothing is known of the name; then it has at most the values of `long`.
pub(crate) fn by_name(name: &str) -> Option<(Type, Range)> {
    let narrow = |range| Some((Type::Int, range));
    let whole = |ty: Type| Some((ty, ty.range()));
    match name {
        "int8_t" => return narrow(Range::signed(8)),
        "uint8_t" => return narrow(Range::unsigned(8)),
        "int16_t" => return narrow(Range::signed(16)),
        "uint16_t" => return narrow(Range::unsigned(16)),
        "int32_t" => return whole(Type::Int),
        "uint32_t" => return whole(Type::Unsigned),
        "int64_t" | "ptrdiff_t" | "ssize_t" | "intptr_t" | "intmax_t" => return whole(Type::Long),
        "uint64_t" | "size_t" | "uintptr_t" | "uintmax_t" => return whole(Type::UnsignedLong),
        "bool" | "_Bool" => {
            return narrow(Range { least: 0, most: 1 });
        }
        _ => {}
    }
    let words: Vec<&str> = name.split_whitespace().collect();
    let known = ["signed", "unsigned", "char", "short", "int", "long"];
    if words.is_empty() || !words.iter().all(|word| known.contains(word)) {
        return None;
    }
    let is_unsigned = words.contains(&"unsigned");
    let of = |bits| match is_unsigned {
        true => Range::unsigned(bits),
        false => Range::signed(bits),
    };
    if words.contains(&"char") {
        // A plain `char` may be either.
        return narrow(match is_unsigned || words.contains(&"signed") {
            true => of(8),
            false => Range {
                least: Range::signed(8).least,
                most: Range::unsigned(8).most,
            },
        });
    }
    match (words.contains(&"short"), words.contains(&"long")) {
        (true, _) => narrow(of(16)),
        (_, true) if is_unsigned => whole(Type::UnsignedLong),
        (_, true) => whole(Type::Long),
        _ if is_unsigned => whole(Type::Unsigned),
        _ => whole(Type::Int),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What <limits.h> and <stdint.h> say.
    #[test]
    fn ranges_are_those_of_c() {
        let of = |name: &str| by_name(name).map(|(ty, range)| (ty, range.least, range.most));
        let int = Some((Type::Int, -2147483648, 2147483647));
        assert_eq!(of("int"), int);
        assert_eq!(of("signed"), int);
        assert_eq!(of("unsigned short int"), Some((Type::Int, 0, 65535)));
        assert_eq!(of("signed char"), Some((Type::Int, -128, 127)));
        // With or without a sign, as the compiler likes.
        assert_eq!(of("char"), Some((Type::Int, -128, 255)));
        assert_eq!(of("unsigned"), Some((Type::Unsigned, 0, 4294967295)));
        let long = Some((Type::Long, i64::MIN.into(), i64::MAX.into()));
        assert_eq!(of("long long"), long);
        assert_eq!(of("ptrdiff_t"), long);
        assert_eq!(of("size_t"), Some((Type::UnsignedLong, 0, u64::MAX.into())));
        assert_eq!(of("index_t"), None);
        assert_eq!(of("float"), None);
    }

    #[test]
    fn operands_are_converted_as_in_c() {
        assert_eq!(Type::Int.common(Type::Unsigned), Type::Unsigned);
        assert_eq!(Type::Unsigned.common(Type::Long), Type::Long);
        assert_eq!(Type::Long.common(Type::UnsignedLong), Type::UnsignedLong);
        assert_eq!(Type::of_literal(2147483647), Type::Int);
        assert_eq!(Type::of_literal(2147483648), Type::Long);
        // -2147483648 is the negation of a `long`.
        assert_eq!(Type::of_literal(-2147483648), Type::Long);
    }
}
