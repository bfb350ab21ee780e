//! What is known of the macros of PolyBench when its headers are not at hand.
//!
//! These definitions hold only as long as the program does not define the name itself. An array
//! parameter gets the extents that are variables (`ni`), not those that are constants (`NI`),
//! because the constants come from the same headers.

/// Definitions that stand in for `polybench.h` and the header of a kernel.
pub(crate) const FALLBACKS: &str = "\
#define POLYBENCH_1D(var, d1, n1) var[n1]
#define POLYBENCH_2D(var, d1, d2, n1, n2) var[n1][n2]
#define POLYBENCH_3D(var, d1, d2, d3, n1, n2, n3) var[n1][n2][n3]
#define POLYBENCH_4D(var, d1, d2, d3, d4, n1, n2, n3, n4) var[n1][n2][n3][n4]
#define POLYBENCH_5D(var, d1, d2, d3, d4, d5, n1, n2, n3, n4, n5) var[n1][n2][n3][n4][n5]
#define POLYBENCH_1D_ARRAY_DECL(var, type, d1, n1) type var[n1]
#define POLYBENCH_2D_ARRAY_DECL(var, type, d1, d2, n1, n2) type var[n1][n2]
#define POLYBENCH_3D_ARRAY_DECL(var, type, d1, d2, d3, n1, n2, n3) type var[n1][n2][n3]
#define POLYBENCH_4D_ARRAY_DECL(var, type, d1, d2, d3, d4, n1, n2, n3, n4) \\
  type var[n1][n2][n3][n4]
#define POLYBENCH_5D_ARRAY_DECL(var, type, d1, d2, d3, d4, d5, n1, n2, n3, n4, n5) \\
  type var[n1][n2][n3][n4][n5]
#define POLYBENCH_ARRAY(var) var
#define POLYBENCH_LOOP_BOUND(constant, variable) variable
#define SCALAR_VAL(x) x
#define SQRT_FUN(x) sqrt(x)
#define EXP_FUN(x) exp(x)
#define POW_FUN(x, y) pow(x, y)
";

/// The limits of integer types that `limits.h` and `stdint.h` define, for types of 32 bits in `int`
/// and 64 in `long`.
pub(crate) const LIMITS: &str = "\
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MIN (-9223372036854775807L - 1L)
#define LONG_MAX 9223372036854775807L
#define ULONG_MAX 18446744073709551615UL
#define LLONG_MIN (-9223372036854775807L - 1L)
#define LLONG_MAX 9223372036854775807L
#define ULLONG_MAX 18446744073709551615UL
#define INT8_MIN (-128)
#define INT8_MAX 127
#define UINT8_MAX 255
#define INT16_MIN (-32768)
#define INT16_MAX 32767
#define UINT16_MAX 65535
#define INT32_MIN (-2147483647 - 1)
#define INT32_MAX 2147483647
#define UINT32_MAX 4294967295U
#define INT64_MIN (-9223372036854775807L - 1L)
#define INT64_MAX 9223372036854775807L
#define UINT64_MAX 18446744073709551615UL
#define INTPTR_MIN (-9223372036854775807L - 1L)
#define INTPTR_MAX 9223372036854775807L
#define UINTPTR_MAX 18446744073709551615UL
#define PTRDIFF_MIN (-9223372036854775807L - 1L)
#define PTRDIFF_MAX 9223372036854775807L
#define SIZE_MAX 18446744073709551615UL
";

/// Type names that programs use without a declaration in sight when headers are missing.
pub(crate) const TYPE_NAMES: &[&str] = &[
    "DATA_TYPE",
    "FILE",
    "__int128_t",
    "__uint128_t",
    "bool",
    "char16_t",
    "char32_t",
    "clock_t",
    "double_t",
    "float_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "int_fast16_t",
    "int_fast32_t",
    "int_fast64_t",
    "int_fast8_t",
    "int_least16_t",
    "int_least32_t",
    "int_least64_t",
    "int_least8_t",
    "intmax_t",
    "intptr_t",
    "mode_t",
    "off_t",
    "pid_t",
    "ptrdiff_t",
    "size_t",
    "ssize_t",
    "time_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uint_fast16_t",
    "uint_fast32_t",
    "uint_fast64_t",
    "uint_fast8_t",
    "uint_least16_t",
    "uint_least32_t",
    "uint_least64_t",
    "uint_least8_t",
    "uintmax_t",
    "uintptr_t",
    "wchar_t",
    "wctype_t",
    "wint_t",
];
