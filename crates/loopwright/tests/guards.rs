//! Conditions on addresses, by running: arguments that may overlap lie at every distance from -2 times their size to 2 times
//! their size, in bytes. Whenever a condition holds, the new loops compute what the original ones do; whenever it
//! does not, there is an input for which they do not.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use loopwright::guard::{compose, depths};
use loopwright::program::{Request, read};
use loopwright::readback::prove;
use loopwright::rewrite::{Choices, rewrite};
use loopwright::transform::{Recipe, transform};

/// A function `kernel` whose arguments may overlap.
struct Kernel {
    name: &'static str,
    /// What it needs before it, such as types.
    before: &'static str,
    /// Its parameters.
    parameters: &'static str,
    /// Its region.
    region: &'static str,
    script: &'static str,
    /// Another script whose new loops show what may go wrong, if those of the first happen not to:
    /// loops that may run in any order run in that of the source.
    witness: Option<&'static str>,
    /// What is given for the parameters, where `p[0]`, `p[1]`, … are addresses.
    arguments: &'static str,
    /// How many addresses there are.
    objects: usize,
    /// How many bytes each object has, for an `n`.
    bytes: &'static str,
    /// Which values `n` has.
    sizes: &'static [u32],
    /// Whether the condition fails only where some input shows it.
    exact: bool,
    relax_reductions: bool,
}

const PLAIN: Kernel = Kernel {
    name: "",
    before: "",
    parameters: "int n, T *a, T *b",
    region: "",
    script: "",
    witness: None,
    arguments: "n, (T *)p[0], (T *)p[1]",
    objects: 2,
    bytes: "n * (long)sizeof(T)",
    sizes: &[0, 1, 2, 5],
    exact: true,
    relax_reductions: false,
};

// No two ways of computing something have the same result by chance, as sums and products with zero would.
macro_rules! with_mix {
    ($text:literal) => {
        concat!(
            "#define M(x, y) (((x) ^ 0x55) * ((y) + 0x2b) + ((y) ^ ((x) >> 1)))\n",
            $text
        )
    };
}

const BYTE: &str = with_mix!("typedef unsigned char T;\n");
const WORD: &str = with_mix!("typedef unsigned T;\n");
const LONG: &str = with_mix!("typedef unsigned long T;\n");
const TRIPLE: &str = with_mix!("typedef struct triple { unsigned x, y, z; } T;\n");

const COPY: &str = "  for (int i = 0; i < n; i++)\n    b[i] = a[i];\n";
const SHIFTED: &str = "  for (int i = 1; i < n; i++)\n    b[i] = a[i - 1];\n";

fn kernels() -> Vec<Kernel> {
    let reversed = |name, before, region| Kernel {
        name,
        before,
        region,
        script: "reverse(S0.i)",
        ..PLAIN
    };
    vec![
        reversed("copy-1", BYTE, COPY),
        reversed("copy-4", WORD, COPY),
        reversed("copy-8", LONG, COPY),
        reversed("copy-12", TRIPLE, COPY),
        reversed("shifted-1", BYTE, SHIFTED),
        reversed("shifted-4", WORD, SHIFTED),
        reversed("shifted-8", LONG, SHIFTED),
        reversed("shifted-12", TRIPLE, SHIFTED),
        Kernel {
            parameters: "long n, T *a, T *b",
            ..reversed(
                "long-n",
                WORD,
                "  for (long i = 0; i < n; i++)\n    b[i] = a[i] + 1;\n",
            )
        },
        Kernel {
            sizes: &[1, 2, 5],
            ..reversed(
                "fields-12",
                TRIPLE,
                "  for (int i = 0; i < n; i++)\n    b[i].x = a[i].y + 3;\n",
            )
        },
        Kernel {
            name: "parallel",
            before: WORD,
            region: "  for (int i = 0; i < n; i++)\n    b[i] = 3 * a[i] + 1;\n",
            script: "parallel(S0.i)",
            witness: Some("reverse(S0.i)"),
            ..PLAIN
        },
        Kernel {
            name: "tiles",
            before: WORD,
            parameters: "int n, T a[][4], T b[][4]",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < 4; j++)\n      b[i][j] = 3 * a[i][j] + 1;\n",
            script: "tile(S0, 2, 2)",
            arguments: "n, (T (*)[4])p[0], (T (*)[4])p[1]",
            bytes: "n * 4 * (long)sizeof(T)",
            sizes: &[1, 2, 3],
            ..PLAIN
        },
        Kernel {
            name: "transposed-rows",
            before: WORD,
            parameters: "T a[][3], T b[][3]",
            region: "  for (int i = 0; i < 3; i++)\n    for (int j = 0; j < 3; j++)\n      b[i][j] = 3 * a[j][i] + 1;\n",
            script: "interchange(S0.i, S0.j)",
            arguments: "(T (*)[3])p[0], (T (*)[3])p[1]",
            bytes: "(void)n, 9 * (long)sizeof(T)",
            sizes: &[3],
            ..PLAIN
        },
        Kernel {
            name: "transposed",
            before: WORD,
            parameters: "int n, T a[n][n], T b[n][n]",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      b[i][j] = 3 * a[j][i] + 1;\n",
            script: "interchange(S0.i, S0.j)",
            arguments: "(int)n, (void *)p[0], (void *)p[1]",
            bytes: "n * n * (long)sizeof(T)",
            sizes: &[1, 2, 3, 4],
            ..PLAIN
        },
        Kernel {
            name: "transposed-12",
            before: "typedef unsigned T;\n",
            parameters: "int n, T a[n][n][3], T b[n][n][3]",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      for (int k = 0; k < 3; k++)\n        b[i][j][k] = 3 * a[j][i][k] + 1;\n",
            script: "interchange(S0.i, S0.j)",
            arguments: "(int)n, (void *)p[0], (void *)p[1]",
            bytes: "n * n * 3 * (long)sizeof(T)",
            sizes: &[1, 2, 3],
            ..PLAIN
        },
        Kernel {
            name: "product",
            before: WORD,
            parameters: "int n, T a[n][n], T b[n][n], T c[n][n]",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++) {\n      c[i][j] = 9;\n      for (int k = 0; k < n; k++)\nMult:   c[i][j] = M(c[i][j], M(a[i][k], b[k][j]));\n    }\n",
            script: "realign(S0, Mult, 0)\ninterchange(Mult.j, Mult.k)",
            arguments: "(int)n, (void *)p[0], (void *)p[1], (void *)p[2]",
            objects: 3,
            bytes: "n * n * (long)sizeof(T)",
            sizes: &[1, 2],
            ..PLAIN
        },
        Kernel {
            name: "filters",
            before: WORD,
            parameters: "int n, T *a, T *b, T *c",
            region: "  for (int i = 1; i < n - 1; i++)\n    b[i] = M(M(a[i - 1], a[i]), a[i + 1]);\n  for (int i = 1; i < n - 1; i++)\n    c[i] = M(b[i], a[i]);\n",
            script: "fuse(S0, S1)",
            arguments: "n, (T *)p[0], (T *)p[1], (T *)p[2]",
            objects: 3,
            sizes: &[3, 4, 5],
            ..PLAIN
        },
        Kernel {
            name: "filters-bytes",
            before: BYTE,
            parameters: "int n, T *a, T *b, T *c",
            region: "  for (int i = 1; i < n - 1; i++)\n    b[i] = M(M(a[i - 1], a[i]), a[i + 1]);\n  for (int i = 1; i < n - 1; i++)\n    c[i] = M(b[i], a[i]);\n",
            script: "fuse(S0, S1)",
            arguments: "n, (T *)p[0], (T *)p[1], (T *)p[2]",
            objects: 3,
            sizes: &[4, 6],
            ..PLAIN
        },
        Kernel {
            name: "sum",
            before: WORD,
            parameters: "int n, T *a, T *s",
            region: "  for (int i = 0; i < n; i++)\n    *s += a[i];\n",
            script: "reverse(S0.i)",
            relax_reductions: true,
            ..PLAIN
        },
        // Figure 7 of the paper: an image, and its edges one row and one column later in the same loops.
        Kernel {
            name: "figure-7",
            before: WORD,
            parameters: "int l, int w, T img[l][w], T tmp[l][w]",
            region: "  for (int i = 1; i < l - 1; i++)\n    for (int j = 1; j < w - 1; j++)\nS1:   tmp[i][j] = M(M(img[i - 1][j - 1], img[i - 1][j]), M(img[i][j + 1], M(img[i + 1][j - 1], img[i + 1][j + 1])));\n  for (int i = 1; i < l - 2; i++)\n    for (int j = 2; j < w - 1; j++)\nS2:   img[i][j] = M(M(tmp[i - 1][j], tmp[i + 1][j - 1]), M(tmp[i + 1][j], tmp[i - 1][j - 1]));\n",
            script: "fuse(S1, S2, 1)\nfuse(S1, S2, 2)\nshift(S2, i, 1)\nshift(S2, j, 1)",
            arguments: "(int)n, 5, (void *)p[0], (void *)p[1]",
            bytes: "n * 5 * (long)sizeof(T)",
            sizes: &[4, 5, 6],
            ..PLAIN
        },
        Kernel {
            name: "rows-of-sums",
            before: WORD,
            parameters: "int n, T a[n][n], T *s",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      s[i] = 3 * s[i] + a[i][j];\n",
            script: "interchange(S0.i, S0.j)",
            arguments: "(int)n, (void *)p[0], (T *)p[1]",
            bytes: "n * n * (long)sizeof(T)",
            sizes: &[1, 2, 3],
            ..PLAIN
        },
        Kernel {
            name: "temporary",
            before: WORD,
            parameters: "int n, T *a, T *t",
            region: "  for (int i = 0; i < n; i++) {\n    t[0] = 3 * a[i];\n    a[i] = M(t[0], 1);\n  }\n  t[0] = 1;\n",
            script: "reverse(S0.i)",
            arguments: "n, (T *)p[0], (T *)p[1]",
            // If `t` is in `a`, some results are overwritten: what they are computed from counts although nobody sees them.
            exact: false,
            ..PLAIN
        },
        // Writes to `b` change places without effect, unless `a` is read between them.
        Kernel {
            name: "rewritten",
            before: WORD,
            parameters: "int n, T *a, T *b",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      b[2 * i + 2 * j + 1] = M(i, j);\n  for (int i = 0; i < n; i++)\n    for (int j = 0; j < n; j++)\n      b[2 * i + 2 * j + 1] = M(a[2 * i + j + 2], M(b[2 * i + 2 * j + 2], 7));\n",
            script: "fuse(S0, S1, 1)\nfuse(S0, S1, 2)",
            bytes: "(4 * n + 2) * (long)sizeof(T)",
            sizes: &[2, 3],
            exact: false,
            ..PLAIN
        },
        Kernel {
            name: "two-types",
            before: WORD,
            parameters: "int n, unsigned char *a, T *b",
            region: "  for (int i = 0; i < n; i++)\n    b[i] = 3 * a[i];\n",
            script: "reverse(S0.i)",
            arguments: "n, (unsigned char *)p[0], (T *)p[1]",
            ..PLAIN
        },
        Kernel {
            name: "global",
            before: "typedef unsigned T;\nT g[64];\n",
            parameters: "int n, T *a",
            region: "  for (int i = 0; i < n; i++)\n    g[i + 24] = 3 * a[i];\n",
            script: "reverse(S0.i)",
            arguments: "n, (T *)p[0]",
            objects: 1,
            ..PLAIN
        },
        Kernel {
            name: "other-rows",
            before: WORD,
            parameters: "int n, int m, T a[n][m], T b[m][n]",
            region: "  for (int i = 0; i < n; i++)\n    for (int j = 0; j < m; j++)\n      b[j][i] = 3 * a[i][j];\n",
            script: "interchange(S0.i, S0.j)",
            arguments: "(int)n, 2, (void *)p[0], (void *)p[1]",
            bytes: "n * 2 * (long)sizeof(T)",
            sizes: &[1, 2, 3],
            exact: false,
            ..PLAIN
        },
        Kernel {
            name: "packed",
            before: WORD,
            parameters: "T a[][4], T b[][4], T c[][4]",
            region: "  for (int i = 0; i < 4; i++)\n    for (int j = 0; j < 4; j++)\n      for (int k = 0; k < 4; k++)\n        c[i][j] += a[i][k] * b[k][j];\n",
            script: "interchange(S0.j, S0.k)\npack(b, S0.i)",
            arguments: "(T (*)[4])p[0], (T (*)[4])p[1], (T (*)[4])p[2]",
            objects: 3,
            bytes: "(void)n, 16 * (long)sizeof(T)",
            sizes: &[4],
            exact: false,
            ..PLAIN
        },
    ]
}

/// Random loops over two or three arrays.
fn random(seed: u64) -> Kernel {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |n: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % n
    };
    let leak = |text: String| -> &'static str { Box::leak(text.into_boxed_str()) };
    let objects = 2 + below(2) as usize;
    let is_deep = below(3) == 0;
    let count = 1 + below(2);
    let mut region = String::new();
    for _ in 0..count {
        let mut cell = || {
            let array = ["a", "b", "c"][below(3) as usize % objects];
            let (x, y, z) = (1 + below(2), 1 + below(2), below(3));
            match is_deep {
                true => format!("{array}[{x} * i + {y} * j + {z}]"),
                false => format!("{array}[{x} * i + {z}]"),
            }
        };
        region += "  for (int i = 0; i < n; i++)\n";
        if is_deep {
            region += "    for (int j = 0; j < n; j++)\n";
        }
        region += &format!("      {} = M({}, M({}, 7));\n", cell(), cell(), cell());
    }
    let script = match (count, is_deep, below(3)) {
        (1, true, 0) => "interchange(S0.i, S0.j)",
        (1, true, 1) => "tile(S0, 2, 2)",
        (1, _, _) => "reverse(S0.i)",
        (_, true, 1) => "fuse(S0, S1, 1)\nfuse(S0, S1, 2)",
        _ => "fuse(S0, S1)",
    };
    Kernel {
        name: leak(format!("random-{seed}")),
        before: if below(2) == 0 { BYTE } else { WORD },
        parameters: match objects {
            2 => "int n, T *a, T *b",
            _ => "int n, T *a, T *b, T *c",
        },
        region: leak(region),
        script,
        arguments: match objects {
            2 => "n, (T *)p[0], (T *)p[1]",
            _ => "n, (T *)p[0], (T *)p[1], (T *)p[2]",
        },
        objects,
        bytes: match objects {
            2 => "(2 * n + 4) * (long)sizeof(T)",
            _ => "3 * (long)sizeof(T)",
        },
        sizes: if objects == 2 { &[2, 3, 4] } else { &[2, 3] },
        // Much of what such loops compute is overwritten.
        exact: false,
        ..PLAIN
    }
}

/// Runs so many of them that are legal if arrays lie apart: whatever the condition says, results are right.
fn run_random(wanted: usize) -> Result<(), String> {
    let (mut done, mut tried) = (0, 0);
    while done < wanted {
        tried += 1;
        let kernel = random(tried);
        if !kernel.is_legal_apart() {
            continue;
        }
        let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
        let run = kernel.run(directory.path());
        run.map_err(|why| format!("seed {tried}: {why}"))?;
        done += 1;
    }
    println!("{done} of {tried} random kernels are legal where arrays lie apart");
    Ok(())
}

impl Kernel {
    /// Whether the script is legal if arrays do not overlap, and all of them are used.
    fn is_legal_apart(&self) -> bool {
        let mut names = ["a[", "b[", "c["].iter().take(self.objects);
        if !names.all(|name| self.region.contains(name)) {
            return false;
        }
        let mut program = read(&self.source(), &Request::default());
        let recipe = Recipe {
            script: Some(("script.lw", self.script)),
            ..Recipe::default()
        };
        let done = transform(&mut program, &Request::default(), &recipe);
        done.orders().is_some()
    }

    fn is_random(&self) -> bool {
        self.name.starts_with("random")
    }

    fn source(&self) -> String {
        let Kernel {
            before,
            parameters,
            region,
            ..
        } = self;
        format!("{before}void kernel({parameters}) {{\n#pragma scop\n{region}#pragma endscop\n}}\n")
    }

    /// The new loops alone, and behind the condition, with the condition.
    fn written(&self, script: &str) -> Result<(String, String, Option<String>), String> {
        let source = self.source();
        let mut program = read(&source, &Request::default());
        let recipe = Recipe {
            script: Some(("script.lw", script)),
            guard: true,
            relax_reductions: self.relax_reductions,
            ..Recipe::default()
        };
        let done = transform(&mut program, &Request::default(), &recipe);
        let complaint = || format!("{:#?}", program.diagnostics.first());
        let orders = done.orders().ok_or_else(complaint)?;
        if program.has_errors() {
            return Err(complaint());
        }
        let guards = done.guards();
        let choices = Choices {
            guarded: depths(&program, &guards),
            ..Choices::default()
        };
        let new = rewrite(&program, &orders, &choices).map_err(|error| error.message)?;
        prove(&program, &new, &Request::default()).map_err(|error| format!("{error:#?}"))?;
        let guarded = compose(&program, &new, &guards, None).map_err(|error| error.message)?;
        let condition = guards.into_iter().flatten().next();
        let condition = condition.and_then(|guard| guard.condition);
        if let Some(condition) = &condition {
            let region = &source
                [source.find("scop\n").unwrap() + 4..source.find("#pragma endscop").unwrap()];
            let behind = format!("}} else {{{region}");
            assert!(
                guarded.text.contains(&behind),
                "the original is not there:\n{}",
                guarded.text
            );
            assert!(!condition.is_empty());
        }
        Ok((new.text, guarded.text, condition))
    }

    /// The program that runs all of them at all distances.
    fn driver(&self, always: bool) -> String {
        let mut text = String::from("#include <stdio.h>\n#include <string.h>\n");
        text += &self.before.replace("T g[64];", "extern T g[64];");
        for name in ["original", "fresh", "witness", "guarded"] {
            let _ = writeln!(text, "void {name}({});", self.parameters);
        }
        let is_global = self.before.contains("g[64]");
        let _ = writeln!(
            text,
            "extern int taken;\nint taken;\nenum {{ SIZE = 1 << 12 }};\n\
             static unsigned char start[SIZE], memory[4][SIZE];\n\
             static unsigned long state = 1;\n\
             static unsigned char byte(void) {{\n  state = state * 6364136223846793005UL + 1442695040888963407UL;\n  return (unsigned char)(state >> 56);\n}}"
        );
        // Every run begins with the same memory.
        let arena = match is_global {
            true => "(unsigned char *)g",
            false => "work",
        };
        let size = match is_global {
            true => "(long)sizeof g",
            false => "(long)SIZE",
        };
        let _ = writeln!(
            text,
            "static unsigned char work[SIZE] __attribute__((aligned(64)));\n\
             static void run(int which, long n, const long *at) {{\n\
             \x20 unsigned char *base = {arena}, *p[4] = {{ 0 }};\n  (void)work; (void)n; (void)p;\n\
             \x20 memcpy(base, start, (unsigned long){size});\n\
             \x20 for (int k = 0; k < {objects}; k++) p[k] = base + at[k];\n\
             \x20 switch (which) {{\n\
             \x20 case 0: original({call}); break;\n  case 1: fresh({call}); break;\n\
             \x20 case 2: witness({call}); break;\n  default: taken = {taken}; guarded({call}); break;\n  }}\n\
             \x20 memcpy(memory[which], base, (unsigned long){size});\n}}",
            objects = self.objects,
            taken = i32::from(always),
            call = self.arguments,
        );
        let middle = if is_global {
            "24 * (long)sizeof(T)"
        } else {
            "SIZE / 2"
        };
        let _ = writeln!(
            text,
            "static long holds, fails, runs;\n\
             static int at_distances(long n, const long *at) {{\n\
             \x20 int is_safe = -1, differs = 0;\n  runs++;\n\
             \x20 for (int seed = 0; seed < 12; seed++) {{\n\
             \x20   for (int k = 0; k < {size}; k++) start[k] = byte();\n\
             \x20   for (int which = 0; which < 4; which++) run(which, n, at);\n\
             \x20   if (is_safe >= 0 && is_safe != taken) {{ printf(\"the condition depends on data\\n\"); return 1; }}\n\
             \x20   is_safe = taken;\n\
             \x20   int same = !memcmp(memory[0], memory[1], {size});\n\
             \x20   if (memcmp(memory[0], memory[3], {size})) {{ printf(\"n = %ld, at %ld %ld %ld: wrong\\n\", n, at[0], at[1], at[2]); return 1; }}\n\
             \x20   if (is_safe && !same) {{ printf(\"n = %ld, at %ld %ld %ld: unsafe\\n\", n, at[0], at[1], at[2]); return 1; }}\n\
             \x20   if (is_safe && memcmp(memory[0], memory[2], {size})) {{ printf(\"n = %ld, at %ld %ld %ld: unsafe in another order\\n\", n, at[0], at[1], at[2]); return 1; }}\n\
             \x20   differs |= !same || memcmp(memory[0], memory[2], {size});\n\
             \x20   if (!is_safe && differs) break;\n    if (is_safe && seed == 2) break;\n  }}\n\
             \x20 if ({exact} && !is_safe && !differs) {{ printf(\"n = %ld, at %ld %ld %ld: not exact\\n\", n, at[0], at[1], at[2]); return 1; }}\n\
             \x20 if (is_safe) holds++; else fails++;\n  return 0;\n}}",
            exact = i32::from(self.exact),
        );
        let _ = writeln!(
            text,
            "int main(void) {{\n  static const long sizes[] = {{ {} }};",
            {
                let sizes: Vec<String> = self.sizes.iter().map(u32::to_string).collect();
                sizes.join(", ")
            }
        );
        let _ = writeln!(
            text,
            "  for (unsigned s = 0; s < sizeof sizes / sizeof *sizes; s++) {{\n    long n = sizes[s], bytes = ({});\n\
             \x20   long at[4] = {{ {middle}, {middle}, {middle}, 0 }};\n    if (bytes < 2) bytes = 2;",
            self.bytes
        );
        let inner = match (self.objects, is_global) {
            (1, _) => {
                "for (at[0] = {m} - 2 * bytes; at[0] <= {m} + 2 * bytes; at[0]++) if (at_distances(n, at)) return 1;"
            }
            (2, _) => {
                "for (at[1] = {m} - 2 * bytes; at[1] <= {m} + 2 * bytes; at[1]++) if (at_distances(n, at)) return 1;"
            }
            _ => {
                "for (at[1] = {m} - 2 * bytes; at[1] <= {m} + 2 * bytes; at[1]++)\n      for (at[2] = {m} - 2 * bytes; at[2] <= {m} + 2 * bytes; at[2]++) if (at_distances(n, at)) return 1;"
            }
        };
        let _ = writeln!(
            text,
            "    {}\n  }}\n  printf(\"%ld safe, %ld unsafe\\n\", holds, fails);\n  return {} ? !runs : !(holds && fails);\n}}",
            inner.replace("{m}", middle),
            i32::from(self.is_random()),
        );
        text
    }

    fn run(&self, directory: &Path) -> Result<(), String> {
        let (fresh, guarded, condition) = self.written(self.script)?;
        if condition.is_none() && !self.is_random() {
            return Err("there is no condition".into());
        }
        let witness = match self.witness {
            Some(script) => self.written(script)?.0,
            None => fresh.clone(),
        };
        // The text as it is compiles without a warning; for the run it tells which branch it took.
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let marked = if let Some(condition) = &condition {
            let head = guarded.find("if (").ok_or("no condition")?;
            let end = guarded[head..].find(") {\n").ok_or("no branch")? + head;
            let written = &guarded[head + "if (".len()..end];
            assert_eq!(flat(written), flat(condition), "{guarded}");
            format!(
                "extern int taken;\n{}if (({written}) && (taken = 1)) {{\n{}",
                &guarded[..head],
                &guarded[end + 4..]
            )
        } else {
            guarded.clone()
        };
        let extern_ = |text: &str| text.replace("T g[64];", "extern T g[64];");
        let files = [
            ("original", self.source()),
            ("fresh", extern_(&fresh)),
            ("witness", extern_(&witness)),
            ("guarded", extern_(&marked)),
            ("plain", extern_(&guarded)),
            ("driver", self.driver(condition.is_none())),
        ];
        let mut objects = Vec::new();
        for (name, text) in &files {
            let object = compiled(directory, name, text)?;
            if *name != "plain" {
                objects.push(object);
            }
        }
        let said =
            linked_and_run(directory, &objects).map_err(|why| format!("{why}\n{guarded}"))?;
        let condition = condition.as_deref().unwrap_or("1");
        println!("{}: {} `{condition}`", self.name, said.trim());
        Ok(())
    }
}

/// Loops that are legal for some parameters only run for all small ones: the values of the condition are those for which the
/// new loops do what the original ones do.
fn parameters() -> Result<(), String> {
    let kernel = Kernel {
        name: "parameters",
        before: WORD,
        parameters: "int n, int k, T *restrict a",
        region: "  for (int i = 0; i < n; i++)\n    a[i + 8] = M(a[i + k + 8], 3);\n",
        script: "reverse(S0.i)",
        ..PLAIN
    };
    let (fresh, guarded, condition) = kernel.written(kernel.script)?;
    let condition = condition.ok_or("there is no condition")?;
    let driver = format!(
        "#include <stdio.h>\n#include <string.h>\n{before}\
         void original(int n, int k, T *a);\nvoid fresh(int n, int k, T *a);\nvoid guarded(int n, int k, T *a);\n\
         int main(void) {{\n  int safe = 0, unsafe = 0;\n\
         for (int n = -1; n <= 7; n++)\n  for (int k = -8; k <= 8; k++) {{\n\
         T x[32], y[32], z[32];\n  for (unsigned i = 0; i < 32; i++) x[i] = y[i] = z[i] = i * 2654435761u + 7;\n\
         original(n, k, x); fresh(n, k, y); guarded(n, k, z);\n\
         if (memcmp(x, z, sizeof x)) {{ printf(\"wrong for %d, %d\\n\", n, k); return 1; }}\n\
         if (!memcmp(x, y, sizeof x) != ({condition})) {{ printf(\"not exact for %d, %d\\n\", n, k); return 1; }}\n\
         if ({condition}) safe++; else unsafe++;\n  }}\n\
         printf(\"%d safe, %d unsafe\\n\", safe, unsafe);\n  return !(safe && unsafe);\n}}\n",
        before = kernel.before,
    );
    let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut objects = Vec::new();
    let files = [
        ("original", kernel.source()),
        ("fresh", fresh),
        ("guarded", guarded),
        ("driver", driver),
    ];
    for (name, text) in &files {
        objects.push(compiled(directory.path(), name, text)?);
    }
    let said = linked_and_run(directory.path(), &objects)?;
    println!("parameters: {} `{condition}`", said.trim());
    Ok(())
}

/// Compiles a file whose function `kernel` gets another name, without a warning.
fn compiled(directory: &Path, name: &str, text: &str) -> Result<PathBuf, String> {
    let flags = [
        "-std=gnu11",
        "-O1",
        "-fno-strict-aliasing",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-Wno-unknown-pragmas",
        "-Wno-unused-label",
        "-Wno-unused-but-set-parameter",
    ];
    let file = directory.join(format!("{name}.c"));
    let object = directory.join(format!("{name}.o"));
    fs::write(&file, text).map_err(|error| error.to_string())?;
    let done = Command::new("cc")
        .args(flags)
        .arg(format!("-Dkernel={name}"))
        .arg("-c")
        .arg(&file)
        .arg("-o")
        .arg(&object)
        .output();
    let done = done.map_err(|error| error.to_string())?;
    match done.status.success() {
        true => Ok(object),
        false => {
            let errors = String::from_utf8_lossy(&done.stderr).into_owned();
            Err(format!("{name}.c:\n{errors}\n{text}"))
        }
    }
}

/// What a program prints that ends well.
fn linked_and_run(directory: &Path, objects: &[PathBuf]) -> Result<String, String> {
    let program = directory.join("program");
    let done = Command::new("cc")
        .args(objects)
        .arg("-o")
        .arg(&program)
        .output();
    let done = done.map_err(|error| error.to_string())?;
    if !done.status.success() {
        return Err(String::from_utf8_lossy(&done.stderr).into_owned());
    }
    let done = Command::new(&program).output();
    let done = done.map_err(|error| error.to_string())?;
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    match done.status.success() {
        true => Ok(said),
        false => Err(format!("{said}{}", done.status)),
    }
}

fn main() {
    let arguments = Arguments::from_args();
    if Command::new("cc").arg("--version").output().is_err() {
        println!("there is no C compiler: nothing is tested");
        return;
    }
    let trials = kernels().into_iter().map(|kernel| {
        Trial::test(kernel.name, move || {
            let directory = tempfile::tempdir().map_err(|error| error.to_string())?;
            kernel.run(directory.path()).map_err(Failed::from)
        })
    });
    let mut trials: Vec<Trial> = trials.collect();
    let wanted = std::env::var("RANDOM_GUARDS");
    let wanted = wanted.ok().and_then(|text| text.parse().ok()).unwrap_or(15);
    trials.push(Trial::test("random", move || {
        run_random(wanted).map_err(Failed::from)
    }));
    trials.push(Trial::test("parameters", || {
        parameters().map_err(Failed::from)
    }));
    libtest_mimic::run(&arguments, trials).exit();
}
