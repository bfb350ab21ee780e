//! A program around a function: it makes up arguments, calls the function, takes the time and prints what
//! the function has computed, in a few numbers.
//!
//! Floating-point cells are multiples of 1/256 in (0, 1], exact in binary, those on the diagonal of a matrix
//! larger by the length of a row, so that factorisations have no zero pivots; integers are small. What is
//! printed of an array are sums with weights that differ from cell to cell: a wrong cell and two exchanged
//! ones both show.

use std::collections::BTreeMap;
use std::fmt::Write;

use frontend::declarations::Function;
use frontend::syntax::{BaseKind, Type};
use presburger::{Dim, Point, PwAff, Set, Value};
use scop::{ArrayId, Scop, Storage, list};

use crate::program::Program;

/// Why there is no such program.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unknown {
    pub message: String,
    pub help: String,
}

fn unknown<T>(message: impl Into<String>) -> Result<T, Unknown> {
    Err(Unknown {
        message: message.into(),
        help: "give a C file with a `main` that calls it: `--driver FILE`".into(),
    })
}

/// A program for the function of the one region of a program, with these sizes. The file `source` is to have the function.
pub(super) fn driver(
    program: &Program,
    sizes: &BTreeMap<String, i64>,
    source: &str,
) -> Result<String, Unknown> {
    let [nest] = &program.nests[..] else {
        return unknown("the program has no `main`, and several regions");
    };
    let function = nest.region.as_ref().and_then(|one| one.function.as_ref());
    let Some(function) = function else {
        return unknown("the program has no `main`, and the region is in no function");
    };
    let scop = nest.scop();
    let name = &function.name;
    if function.variadic {
        return unknown(format!(
            "`{name}` takes arguments that its head does not name"
        ));
    }
    let missing = missing_sizes(scop, function, sizes);
    if !missing.is_empty() {
        let names = list::sentence(missing.iter().map(list::quoted));
        let options = missing.iter().map(|name| format!("--size {name}=1000"));
        return Err(Unknown {
            message: format!("the program has no `main`, and the size of {names} is not known"),
            help: format!(
                "give sizes, such as `{}`",
                options.collect::<Vec<_>>().join(" ")
            ),
        });
    }
    let mut maker = Maker {
        scop,
        sizes,
        fills: String::new(),
        sums: String::new(),
        memory: String::new(),
        frees: String::new(),
        salt: 0,
    };
    let mut arguments = Vec::new();
    for (at, parameter) in function.parameters.iter().enumerate() {
        arguments.push(maker.argument(at, &parameter.name, &parameter.ty, name)?);
    }
    for (at, array) in scop.arrays.iter().enumerate() {
        if array.storage == Storage::Global && !array.source_name.contains(['.', '>']) {
            maker.global(ArrayId::new(at))?;
        }
    }
    let mut start = String::new();
    for (name, value) in sizes {
        let is_argument = function.parameters.iter().any(|one| *one.name == **name);
        let is_global = { scop.parameters.iter() }.any(|one| one.text() == name);
        if !is_argument && is_global {
            let _ = writeln!(start, "    {name} = {value};");
        }
    }
    let Maker {
        fills,
        sums,
        memory,
        frees,
        ..
    } = maker;
    // By way of a pointer that may change, so that the compiler makes no function for these arguments.
    let call = format!("lw_function({})", arguments.join(", "));
    let is_value = matches!(&function.result, Type::Base(base)
        if matches!(base.kind, BaseKind::Integer { .. } | BaseKind::Floating));
    let (keep, show) = match is_value {
        true => (
            format!("lw_result = (double){call};"),
            "    printf(\"result=%.17g\\n\", lw_result);\n",
        ),
        false => (format!("{call};"), ""),
    };
    Ok(format!(
        "{HELPERS}#include \"{source}\"

int main(void)
{{
    __typeof__({name}) *volatile lw_function = {name};
    double lw_result = 0, lw_best = 1e30, lw_spent = 0;
{memory}{start}    for (int lw_runs = 0; lw_runs < 20 && lw_spent < 0.02; lw_runs++) {{
{fills}        double lw_start = lw_seconds();
        {keep}
        double lw_time = lw_seconds() - lw_start;
        lw_spent += lw_time;
        if (lw_time < lw_best)
            lw_best = lw_time;
    }}
    (void)lw_result;
{show}{sums}    fprintf(stderr, \"time=%.9f\\n\", lw_best);
{frees}    return 0;
}}
"
    ))
}

/// The sizes that nobody has given: integers among the arguments, and parameters of the region.
fn missing_sizes(scop: &Scop, function: &Function, sizes: &BTreeMap<String, i64>) -> Vec<String> {
    let is_integer =
        |ty: &Type| matches!(ty, Type::Base(base) if matches!(base.kind, BaseKind::Integer { .. }));
    let arguments = function.parameters.iter().filter(|one| is_integer(&one.ty));
    let names = arguments.map(|one| one.name.to_string());
    let others = scop.parameters.iter().map(|one| one.text().to_string());
    let mut missing = Vec::new();
    for name in names.chain(others) {
        if !sizes.contains_key(&name) && !missing.contains(&name) {
            missing.push(name);
        }
    }
    missing
}

struct Maker<'a> {
    scop: &'a Scop,
    sizes: &'a BTreeMap<String, i64>,
    fills: String,
    sums: String,
    memory: String,
    frees: String,
    salt: usize,
}

/// The kinds of cells.
#[derive(Clone, Copy, PartialEq)]
enum Cell {
    Floating,
    Integer,
}

impl Maker<'_> {
    /// What is given for a parameter of the function.
    fn argument(
        &mut self,
        at: usize,
        name: &str,
        ty: &Type,
        function: &str,
    ) -> Result<String, Unknown> {
        if let Some(value) = self.sizes.get(name) {
            return Ok(value.to_string());
        }
        let array = { self.scop.arrays.iter() }.position(|one| {
            one.source_name == name && matches!(one.storage, Storage::Argument { .. })
        });
        match ty {
            Type::Base(base) if base.kind == BaseKind::Floating => {
                Ok(format!("{}", 1.25 + 0.25 * at as f64))
            }
            Type::Base(base) if base.kind == BaseKind::Named => {
                let element = array.map(|at| self.scop.arrays[at].element.clone());
                match element.as_deref().and_then(cell) {
                    Some(Cell::Floating) => Ok(format!("{}", 1.25 + 0.25 * at as f64)),
                    _ => unknown(format!(
                        "nobody knows a value for the argument `{name}` of `{function}`"
                    )),
                }
            }
            Type::Pointer { .. } | Type::Array { .. } => {
                let Some(array) = array else {
                    return unknown(format!(
                        "nobody knows how large `{name}` is: the region in `{function}` does not use it"
                    ));
                };
                let memory = format!("lw_memory{at}");
                self.array(ArrayId::new(array), &memory)?;
                // Whatever the function calls the type of its cells.
                Ok(format!("(void *){memory}"))
            }
            _ => unknown(format!(
                "nobody knows a value for the argument `{name}` of `{function}`"
            )),
        }
    }

    /// Memory for an array, what is in it, and what is printed of it.
    fn array(&mut self, id: ArrayId, memory: &str) -> Result<(), Unknown> {
        let array = &self.scop[id];
        let name = &array.source_name;
        let Some(kind) = cell(&array.element) else {
            return unknown(format!(
                "`{name}` has elements of the type `{}`",
                array.element
            ));
        };
        let Some(extents) = self.extents(id) else {
            return unknown(format!("nobody knows how large `{name}` is"));
        };
        let cells = extents
            .iter()
            .try_fold(1i64, |all, one| all.checked_mul((*one).max(0)));
        let Some(cells) = cells.filter(|cells| *cells <= MOST_CELLS) else {
            return unknown(format!("`{name}` is too large"));
        };
        let element = array.element.clone();
        let _ = writeln!(
            self.memory,
            "    {element} *{memory} = lw_memory({}, sizeof({element}));",
            cells.max(1)
        );
        let _ = writeln!(self.frees, "    free({memory});");
        self.fill(kind, &element, memory, &cells.max(1).to_string(), &extents);
        let is_written = { self.scop.statements.iter() }
            .flat_map(|one| &one.accesses)
            .any(|one| one.array == id && one.is_write());
        if is_written {
            self.sum(kind, memory, &cells.max(1).to_string(), name);
        }
        Ok(())
    }

    /// What is in a variable outside of functions, and what is printed of it.
    fn global(&mut self, id: ArrayId) -> Result<(), Unknown> {
        let array = &self.scop[id];
        let name = array.source_name.clone();
        let element = array.element.clone();
        let Some(kind) = cell(&element) else {
            return unknown(format!("`{name}` has elements of the type `{element}`"));
        };
        if array.behind_pointer {
            return unknown(format!("`{name}` is a pointer, and nobody knows to what"));
        }
        let extents = self.extents(id).unwrap_or_default();
        let memory = format!("(({element} *)&{name})");
        let cells = format!("sizeof({name}) / sizeof({element})");
        let is_written = { self.scop.statements.iter() }
            .flat_map(|one| &one.accesses)
            .any(|one| one.array == id && one.is_write());
        if array.rank() > 0 || is_written {
            self.fill(kind, &element, &memory, &cells, &extents);
        }
        if is_written {
            self.sum(kind, &memory, &cells, &name);
        }
        Ok(())
    }

    fn fill(&mut self, kind: Cell, element: &str, memory: &str, cells: &str, extents: &[i64]) {
        self.salt += 1;
        let salt = self.salt;
        let value = match (kind, extents) {
            (Cell::Integer, _) => format!("lw_datum({salt}, lw_p) % 8"),
            (Cell::Floating, [rows, columns]) if rows == columns => {
                format!(
                    "lw_value({salt}, lw_p) + (lw_p % {} == 0 ? {columns} : 0)",
                    columns + 1
                )
            }
            (Cell::Floating, _) => format!("lw_value({salt}, lw_p)"),
        };
        let _ = write!(
            self.fills,
            "        for (size_t lw_p = 0; lw_p < {cells}; lw_p++)\n            {memory}[lw_p] = ({element})({value});\n"
        );
    }

    fn sum(&mut self, kind: Cell, memory: &str, cells: &str, name: &str) {
        let add = match kind {
            Cell::Floating => "lw_add((double)",
            Cell::Integer => "lw_mix((uint64_t)",
        };
        let show = match kind {
            Cell::Floating => "lw_show",
            Cell::Integer => "lw_show_mixed",
        };
        let _ = write!(
            self.sums,
            "    for (size_t lw_p = 0; lw_p < {cells}; lw_p++)\n        {add}{memory}[lw_p], lw_p);\n    {show}(\"{name}\");\n"
        );
    }

    /// The extents of an array: what its declaration says, and else as much as is accessed.
    fn extents(&self, id: ArrayId) -> Option<Vec<i64>> {
        let array = &self.scop[id];
        let mut extents = Vec::with_capacity(array.rank());
        for (dim, extent) in array.extents.iter().enumerate() {
            let declared = extent.as_ref().and_then(|extent| self.value(extent));
            let extent = match declared {
                Some(extent) => extent,
                None => self.accessed(id, dim)?,
            };
            extents.push(extent);
        }
        Some(extents)
    }

    /// The value of an extent for the sizes.
    fn value(&self, extent: &PwAff) -> Option<i64> {
        let space = extent.domain_space();
        let names = space.params().iter();
        let values = names.map(|name| {
            let mut known = self.scop.parameters.iter();
            let parameter = known.find(|one| *one.name == **name)?;
            self.sizes.get(parameter.text()).copied()
        });
        let values: Vec<i64> = values.collect::<Option<_>>()?;
        let point = Point::new(space, values).ok()?;
        extent.eval(&point).ok()?.to_i64()
    }

    /// The largest subscript in a dimension, and one more.
    fn accessed(&self, id: ArrayId, dim: usize) -> Option<i64> {
        let mut extent = 0;
        for statement in &self.scop.statements {
            let own = statement.accesses.iter().filter(|one| one.array == id);
            for access in own {
                let relation = access.relation.intersect_domain(&statement.domain).ok()?;
                let relation = relation.intersect_params(&self.scop.context).ok()?;
                let cells = relation.range().ok()?;
                if self.with_sizes(&cells)?.is_empty().ok()? {
                    continue;
                }
                extent = extent.max(self.largest(&cells, dim)?.checked_add(1)?);
            }
        }
        Some(extent)
    }

    /// The largest value of a dimension of a set for the sizes.
    fn largest(&self, set: &Set, dim: usize) -> Option<i64> {
        let mut set = self.with_sizes(set)?;
        let behind = set.space().n_out().checked_sub(dim + 1)?;
        if behind > 0 {
            set = set.project_out(Dim::Set(dim + 1), behind).ok()?;
        }
        if dim > 0 {
            set = set.project_out(Dim::Set(0), dim).ok()?;
        }
        let point = set.lexmax().ok()?.sample_point().ok()??;
        point.coordinate(Dim::Set(0)).ok()?.to_i64()
    }

    fn with_sizes(&self, set: &Set) -> Option<Set> {
        let mut set = set.clone();
        for parameter in &self.scop.parameters {
            let value = *self.sizes.get(parameter.text())?;
            let is_known = set
                .space()
                .params()
                .iter()
                .any(|one| **one == *parameter.name);
            if is_known {
                set = set.fix_param(&parameter.name, Value::from(value)).ok()?;
            }
        }
        Some(set)
    }
}

/// More cells do not fit into any memory.
const MOST_CELLS: i64 = 1 << 36;

/// What kind of cells have a type.
fn cell(element: &str) -> Option<Cell> {
    let words: Vec<&str> = element.split_whitespace().collect();
    let known = [
        "const", "volatile", "signed", "unsigned", "char", "short", "int", "long", "_Bool", "bool",
        "float", "double",
    ];
    if words.is_empty() || !words.iter().all(|word| known.contains(word)) {
        return None;
    }
    let is_floating = words.contains(&"float") || words.contains(&"double");
    Some(if is_floating {
        Cell::Floating
    } else {
        Cell::Integer
    })
}

const HELPERS: &str = r#"/* Calls a function with arguments that are made up, and prints what it computes. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#define LW_OWN_SOURCE
#endif
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef LW_OWN_SOURCE
#undef LW_OWN_SOURCE
#undef _GNU_SOURCE
#endif

static double lw_total, lw_size;
static size_t lw_odd;
static uint64_t lw_mixed;

static inline uint32_t lw_scramble(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

static inline int lw_datum(uint32_t salt, size_t p)
{
    return (int)(lw_scramble((uint32_t)p * 0x9e3779b1u + salt * 0x85ebca6bu) & 255u);
}

static inline double lw_value(uint32_t salt, size_t p)
{
    return (lw_datum(salt, p) + 1) / 256.0;
}

static inline void lw_add(double x, size_t p)
{
    double weight = 1 + (lw_scramble((uint32_t)p) & 1023u) / 1024.0;
    if (!isfinite(x)) {
        lw_odd += (p + 1) * (isnan(x) ? 1 : 2);
        return;
    }
    lw_total += weight * x;
    lw_size += weight * fabs(x);
}

static inline void lw_mix(uint64_t x, size_t p)
{
    lw_mixed = (lw_mixed ^ (x + p)) * 0x100000001b3u;
}

static void lw_show(const char *name)
{
    printf("%s sum=%.17g size=%.17g infinite=%zu\n", name, lw_total, lw_size, lw_odd);
    lw_total = lw_size = 0;
    lw_odd = 0;
}

static void lw_show_mixed(const char *name)
{
    printf("%s mixed=x%016llx\n", name, (unsigned long long)lw_mixed);
    lw_mixed = 0;
}

static void *lw_memory(size_t cells, size_t size)
{
    void *memory = NULL;
    if (posix_memalign(&memory, 64, cells * size) != 0) {
        fprintf(stderr, "no memory for %zu cells\n", cells);
        exit(1);
    }
    return memory;
}

/* With several threads, time passes for all of them. */
static double lw_seconds(void)
{
    struct timespec now;
#ifdef LW_THREADS
    clock_gettime(CLOCK_MONOTONIC, &now);
#else
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
#endif
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Not each of them is needed by each program. */
void lw_unused(void);
void lw_unused(void)
{
    lw_add(lw_value(0, 0), 0);
    lw_mix(0, 0);
    lw_show("");
    lw_show_mixed("");
    free(lw_memory(1, 1));
}

"#;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Request, read};

    fn made(text: &str, sizes: &[(&str, i64)]) -> Result<String, Unknown> {
        let program = read(text, &Request::default());
        assert!(!program.has_errors(), "{:?}", program.diagnostics);
        let sizes = sizes.iter().map(|(name, value)| (name.to_string(), *value));
        driver(&program, &sizes.collect(), "version.c")
    }

    #[test]
    fn memory_is_as_large_as_what_is_declared_or_accessed() {
        let text = "void f(int n, double A[n][2 * n], float *b, long c[]) {
#pragma scop
  for (int i = 0; i < n; i++)
    A[i][i + 1] = b[3 * i + 2] + c[5];
#pragma endscop
}";
        let made = made(text, &[("n", 7)]).unwrap();
        for memory in [
            "double *lw_memory1 = lw_memory(98, sizeof(double));",
            "float *lw_memory2 = lw_memory(21, sizeof(float));",
            "long *lw_memory3 = lw_memory(6, sizeof(long));",
            "lw_function(7, (void *)lw_memory1, (void *)lw_memory2, (void *)lw_memory3);",
        ] {
            assert!(made.contains(memory), "{memory}: {made}");
        }
        // What is only read is not printed.
        assert_eq!(made.matches("    lw_show(\"").count(), 2, "{made}");
        assert!(made.contains("lw_show(\"A\");") && !made.contains("lw_show(\"b\");"));
    }

    #[test]
    fn what_cannot_be_made_up_is_said() {
        let body =
            "{\n#pragma scop\n  for (int i = 0; i < n; i++)\n    a[i] = 0;\n#pragma endscop\n}";
        let cases = [
            ("void f(int n, double a[n])", "the size of `n` is not known"),
            (
                "struct s { int x; }; void f(int n, double a[n], struct s s)",
                "a value for the argument `s`",
            ),
            (
                "void f(int n, double a[n], double *other)",
                "how large `other` is",
            ),
        ];
        for (head, words) in cases {
            let sizes: &[(&str, i64)] = if words.contains("`n`") {
                &[]
            } else {
                &[("n", 4)]
            };
            let why = made(&format!("{head} {body}"), sizes).unwrap_err();
            assert!(why.message.contains(words), "{head}: {why:?}");
        }
    }
}
