//! How many bytes an element of an array has, as far as the name of its type tells.

use crate::Array;
use presburger::{Result, Set};

/// Bounds on the size of a type in bytes: the same number where the size is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementBytes {
    /// It is no smaller: what is further away than memory is large divided by this is outside of it.
    pub least: i64,
    /// It is no larger: so much memory is enough. `None` is for structures, unions, and types that
    /// nothing explains, which may have any size.
    pub most: Option<i64>,
}

impl ElementBytes {
    /// The size of a type, by the name that C gives it, where `int` has 32 bits and `long` has 64.
    ///
    /// ```
    /// use scop::ElementBytes;
    /// let long = ElementBytes { least: 8, most: Some(8) };
    /// assert_eq!(ElementBytes::of("unsigned long"), long);
    /// let any = ElementBytes { least: 1, most: None };
    /// assert_eq!(ElementBytes::of("struct point"), any);
    /// ```
    pub fn of(ctype: &str) -> ElementBytes {
        let mut words: Vec<&str> = ctype.split_whitespace().collect();
        words.retain(|word| !["const", "volatile", "restrict"].contains(word));
        let count = words.len();
        words.retain(|word| !["signed", "unsigned"].contains(word));
        let has_sign = words.len() < count;
        let is_complex = words.last() == Some(&"_Complex");
        if is_complex {
            words.pop();
        }
        let (least, most) = match words[..] {
            ["char" | "_Bool" | "bool" | "int8_t" | "uint8_t" | "u_char"] => (1, 1),
            ["short"] | ["short", "int"] => (2, 2),
            ["int16_t" | "uint16_t" | "u_short" | "ushort" | "_Float16"] => (2, 2),
            [] if has_sign => (4, 4),
            ["int" | "float" | "int32_t" | "uint32_t" | "u_int" | "uint" | "_Float32"] => (4, 4),
            ["long" | "double" | "_Float64"] => (8, 8),
            ["long", "long" | "int"] | ["long", "long", "int"] => (8, 8),
            ["int64_t" | "uint64_t" | "size_t" | "ssize_t" | "ptrdiff_t"] => (8, 8),
            ["intptr_t" | "uintptr_t" | "intmax_t" | "uintmax_t"] => (8, 8),
            ["u_long" | "ulong" | "time_t"] => (8, 8),
            ["__int128" | "__float128" | "_Float128"] => (16, 16),
            // Compilers choose.
            ["long", "double"] => (8, 16),
            ["float_t"] => (4, 16),
            ["double_t"] => (8, 16),
            ["enum", _] => (1, 16),
            _ => {
                return ElementBytes {
                    least: 1,
                    most: None,
                };
            }
        };
        let parts = if is_complex { 2 } else { 1 };
        ElementBytes {
            least: parts * least,
            most: Some(parts * most),
        }
    }
}

impl Array {
    /// How many bytes one of its elements has.
    ///
    /// ```
    /// assert_eq!(scop::Array::new("a", 2).element_bytes().most, Some(8));
    /// ```
    pub fn element_bytes(&self) -> ElementBytes {
        ElementBytes::of(&self.element)
    }

    /// How many bytes it has at most for these parameters; `None` if there is no bound.
    ///
    /// ```
    /// let mut a = scop::Array::new("a", 1);
    /// a.extents = vec![Some("[n] -> { [(2 * n)] }".parse()?)];
    /// assert_eq!(a.most_bytes(&"[n] -> { : n <= 10 }".parse()?)?, Some(160));
    /// assert_eq!(a.most_bytes(&"[n] -> { : n >= 10 }".parse()?)?, None);
    /// # Ok::<(), presburger::Error>(())
    /// ```
    pub fn most_bytes(&self, parameters: &Set) -> Result<Option<i128>> {
        let mut bytes = self.element_bytes().most.map(i128::from);
        for extent in &self.extents {
            let most = match extent {
                Some(extent) => extent.intersect_params(parameters)?.max_val()?.to_i64(),
                None => None,
            };
            let most = most.map(|most| i128::from(most.max(0)));
            bytes = bytes.zip(most).and_then(|(a, b)| a.checked_mul(b));
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `sizeof` says with GCC on x86-64.
    #[test]
    fn sizes_are_those_of_c() {
        let sizes = [
            ("char", 1),
            ("signed char", 1),
            ("_Bool", 1),
            ("unsigned short int", 2),
            ("unsigned", 4),
            ("const float", 4),
            ("unsigned long long", 8),
            ("size_t", 8),
            ("__int128", 16),
            ("float _Complex", 8),
            ("double _Complex", 16),
        ];
        for (name, size) in sizes {
            let expected = ElementBytes {
                least: size,
                most: Some(size),
            };
            assert_eq!(ElementBytes::of(name), expected, "{name}");
        }
        assert_eq!(ElementBytes::of("long double _Complex").most, Some(32));
    }

    #[test]
    fn what_nothing_explains_may_have_any_size() {
        for name in ["", "word", "unknown", "struct p", "union long", "double x"] {
            let bytes = ElementBytes::of(name);
            assert_eq!((bytes.least, bytes.most), (1, None), "{name}");
        }
    }
}
