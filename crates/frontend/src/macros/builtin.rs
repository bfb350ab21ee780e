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

/// Type names that programs use without a declaration in sight when headers are missing.
pub(crate) const TYPE_NAMES: &[&str] = &[
    "DATA_TYPE",
    "FILE",
    "bool",
    "double_t",
    "float_t",
    "int16_t",
    "int32_t",
    "int64_t",
    "int8_t",
    "intmax_t",
    "intptr_t",
    "ptrdiff_t",
    "size_t",
    "ssize_t",
    "time_t",
    "uint16_t",
    "uint32_t",
    "uint64_t",
    "uint8_t",
    "uintmax_t",
    "uintptr_t",
    "wchar_t",
];
