//! Functions of the C library that only compute a value from their arguments.
//!
//! The names are reserved: a function that the program does not define itself is that of the
//! library. Where the text declares it, it must have the type of the library's.

use super::numbers::Number;
use crate::syntax::{BaseKind, Type};

/// What is known of a function of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standard {
    /// The types of its parameters, a letter each: `d`ouble, `f`loat, `L`ong double, `c`omplex,
    /// `i`nteger, `p`ointer; nothing for a macro that takes any type.
    parameters: &'static str,
    /// It leaves a number in `errno` when something goes wrong.
    pub sets_errno: bool,
}

/// Functions of <math.h> with variants for `float` and `long double`, and their parameters.
const MATHEMATICS: &[(&str, &[&str])] = &[
    (
        "d",
        &[
            "acos",
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atanh",
            "cbrt",
            "ceil",
            "cos",
            "cosh",
            "erf",
            "erfc",
            "exp",
            "exp2",
            "expm1",
            "fabs",
            "floor",
            "ilogb",
            "llrint",
            "llround",
            "log",
            "log10",
            "log1p",
            "log2",
            "logb",
            "lrint",
            "lround",
            "nearbyint",
            "rint",
            "round",
            "sin",
            "sinh",
            "sqrt",
            "tan",
            "tanh",
            "tgamma",
            "trunc",
        ],
    ),
    (
        "dd",
        &[
            "atan2",
            "copysign",
            "fdim",
            "fmax",
            "fmin",
            "fmod",
            "hypot",
            "nextafter",
            "pow",
            "remainder",
        ],
    ),
    ("di", &["ldexp", "scalbn", "scalbln"]),
    ("ddd", &["fma"]),
    (
        "c",
        &[
            "cabs", "cacos", "cacosh", "carg", "casin", "casinh", "catan", "catanh", "ccos",
            "ccosh", "cexp", "cimag", "clog", "conj", "cproj", "creal", "csin", "csinh", "csqrt",
            "ctan", "ctanh",
        ],
    ),
    ("cc", &["cpow"]),
];

/// Those that never fail.
const NEVER_FAIL: &[&str] = &[
    "atan",
    "cabs",
    "cbrt",
    "ceil",
    "cimag",
    "conj",
    "copysign",
    "creal",
    "fabs",
    "floor",
    "fmax",
    "fmin",
    "nearbyint",
    "rint",
    "round",
    "trunc",
];

/// Other functions, of <stdlib.h>, <ctype.h>, <string.h>, and their parameters.
const OTHERS: &[(&str, &[&str])] = &[
    (
        "i",
        &[
            "abs", "labs", "llabs", "imaxabs", "isalnum", "isalpha", "isblank", "iscntrl",
            "isdigit", "isgraph", "islower", "isprint", "ispunct", "isspace", "isupper",
            "isxdigit", "tolower", "toupper",
        ],
    ),
    ("p", &["strlen"]),
    ("pp", &["strcmp"]),
    ("ppi", &["memcmp", "strncmp"]),
];

/// Macros that take numbers of any type.
const MACROS: &[&str] = &[
    "fpclassify",
    "isfinite",
    "isgreater",
    "isgreaterequal",
    "isinf",
    "isless",
    "islessequal",
    "islessgreater",
    "isnan",
    "isnormal",
    "isunordered",
    "signbit",
    "__builtin_expect",
];

/// Functions of the library that leave numbers and characters where the addresses lead that they get,
/// change nothing else, and keep none of these.
pub(crate) const FILLING: &[&str] = &[
    "clock_gettime",
    "fgets",
    "fread",
    "frexp",
    "fscanf",
    "gettimeofday",
    "memset",
    "modf",
    "remquo",
    "scanf",
    "sincos",
    "snprintf",
    "sprintf",
    "sscanf",
    "time",
];

/// Those that change no variables of the program at all.
pub(crate) const HARMLESS: &[&str] = &[
    "abort",
    "atof",
    "atoi",
    "atol",
    "clock",
    "exit",
    "fclose",
    "feof",
    "ferror",
    "fflush",
    "fgetc",
    "fopen",
    "fprintf",
    "fputc",
    "fputs",
    "free",
    "fwrite",
    "getc",
    "getchar",
    "memcmp",
    "omp_get_max_threads",
    "omp_get_num_threads",
    "omp_get_thread_num",
    "omp_get_wtime",
    "printf",
    "putc",
    "putchar",
    "puts",
    "rand",
    "srand",
    "strcmp",
    "strlen",
    "strncmp",
    "vprintf",
];

/// Functions that people write for integers, as macros in headers that are not at hand.
pub(crate) const COMMON: &[&str] = &[
    "max", "MAX", "min", "MIN", "imin", "imax", "floord", "ceild",
];

/// The function of the library that has this name.
pub(crate) fn standard(name: &str) -> Option<Standard> {
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    if MACROS.contains(&name) || name == "expect" {
        return Some(Standard {
            parameters: "",
            sets_errno: false,
        });
    }
    let find = |table: &[(&'static str, &[&str])], name: &str| {
        let mut rows = table.iter();
        rows.find(|(_, names)| names.contains(&name))
            .map(|(parameters, _)| *parameters)
    };
    if let Some(parameters) = find(OTHERS, name) {
        return Some(Standard {
            parameters,
            sets_errno: false,
        });
    }
    // `expf`, `expl`; no name is another one with such a letter.
    let variants = [name.strip_suffix('f'), name.strip_suffix('l')];
    let double = find(MATHEMATICS, name).map(|parameters| (parameters, name));
    let variant = || {
        let mut variants = variants.into_iter().flatten();
        variants.find_map(|base| find(MATHEMATICS, base).map(|parameters| (parameters, base)))
    };
    let (parameters, base) = double.or_else(variant)?;
    Some(Standard {
        parameters,
        sets_errno: !NEVER_FAIL.contains(&base),
    })
}

/// The numbers that a function of the library returns, as far as its name tells.
pub(super) fn result(name: &str) -> Number {
    let integer = |bits| Number::Integer { bits, signed: true };
    match standard(name).map(|found| found.parameters) {
        None | Some("c" | "cc") => Number::Unknown,
        Some("d" | "dd" | "ddd" | "di") => match name {
            _ if name.starts_with("ll") || name.starts_with("lr") => integer(64),
            _ if name.starts_with("ilogb") => integer(32),
            _ => {
                let is_variant = |letter| {
                    name.strip_suffix(letter)
                        .is_some_and(|base| standard(base).is_some())
                };
                match (is_variant('f'), is_variant('l')) {
                    (true, _) => Number::Floating(1),
                    (_, true) => Number::Floating(3),
                    _ => Number::Floating(2),
                }
            }
        },
        Some(_) if name.starts_with("lab") => integer(64),
        Some(_) if ["llabs", "imaxabs", "strlen"].contains(&name) => integer(64),
        Some(_) => integer(32),
    }
}

impl Standard {
    /// Whether it converts its arguments to the types of parameters.
    pub(super) fn converts(self) -> bool {
        !self.parameters.is_empty()
    }

    /// Whether a declaration with these types of parameters may be the library's.
    pub(crate) fn takes<'t>(self, types: impl ExactSizeIterator<Item = &'t Type>) -> bool {
        if self.parameters.is_empty() {
            return true;
        }
        let fits = |(ty, letter): (&Type, char)| match (ty, letter) {
            (Type::Pointer { .. } | Type::Array { .. }, 'p') => true,
            (Type::Base(base), 'd') => base.kind == BaseKind::Floating,
            (Type::Base(base), 'c') => base.kind == BaseKind::Complex,
            (Type::Base(base), 'i') => {
                matches!(base.kind, BaseKind::Integer { .. } | BaseKind::Named)
            }
            _ => false,
        };
        types.len() == self.parameters.len() && types.zip(self.parameters.chars()).all(fits)
    }
}
