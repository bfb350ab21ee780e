//! Questions of `#if` that the text alone does not answer.
//!
//! Whether `__GNUC__` or `INT_MAX` is defined, and as what, is up to the compiler and to headers that
//! are not at hand. The compiler can be asked ([`Headers::macros`](crate::Headers::macros)), and is,
//! but only when such a question comes up. What depends on its options as well, as `_OPENMP` does,
//! stays open unless these are known. An open condition in a region is an error; outside of regions it
//! makes several programs of a text, see [`worlds`](crate::worlds).

use rustc_hash::FxHashMap;

use super::{Macro, MissingHeader, Preprocessor};
use crate::lexer::{Item, lex};
use crate::token::{Text, Token, TokenKind};
use scop::FileId;
use std::rc::Rc;

/// What the compiler and the headers that are not at hand define.
pub(super) struct Known {
    macros: FxHashMap<Text, Rc<Macro>>,
    /// Its options are those that the program will be compiled with.
    with_options: bool,
    /// How many headers were not at hand when it was asked.
    headers: usize,
}

/// Macros of other compilers and platforms: where ours does not define them, nobody does.
const PLATFORMS: &[&str] = &[
    "_AIX",
    "_CRAYC",
    "_MSC_VER",
    "_WIN32",
    "_WIN64",
    "__ANDROID__",
    "__APPLE__",
    "__ARMCC_VERSION",
    "__BORLANDC__",
    "__COVERITY__",
    "__CUDACC__",
    "__CUDA_ARCH__",
    "__CYGWIN__",
    "__DECC",
    "__DOXYGEN__",
    "__DragonFly__",
    "__EMSCRIPTEN__",
    "__FreeBSD__",
    "__HAIKU__",
    "__HIPCC__",
    "__HP_cc",
    "__IBMC__",
    "__ICC",
    "__INTEL_COMPILER",
    "__INTEL_LLVM_COMPILER",
    "__MINGW32__",
    "__MINGW64__",
    "__NVCC__",
    "__NVCOMPILER",
    "__NetBSD__",
    "__OPENCL_VERSION__",
    "__OpenBSD__",
    "__PENCIL__",
    "__PGI",
    "__PPC__",
    "__SUNPRO_C",
    "__SUNPRO_CC",
    "__SYCL_DEVICE_ONLY__",
    "__TINYC__",
    "__WATCOMC__",
    "__WIN32",
    "__WIN32__",
    "__aarch64__",
    "__alpha__",
    "__arm__",
    "__clang__",
    "__clang_analyzer__",
    "__cplusplus",
    "__hpux",
    "__i386",
    "__i386__",
    "__ia64__",
    "__lint__",
    "__linux__",
    "__llvm__",
    "__loongarch__",
    "__mips__",
    "__powerpc64__",
    "__powerpc__",
    "__ppc__",
    "__riscv",
    "__s390__",
    "__sgi",
    "__sparc__",
    "__sun",
    "__svr4__",
    "__wasm__",
    "__x86_64__",
    "__xlC__",
    "__xlc__",
];

/// Macros that options of a compiler change where it defines them.
const OPTIONS: &[&str] = &[
    "_FORTIFY_SOURCE",
    "_GNU_SOURCE",
    "_OPENACC",
    "_OPENMP",
    "_REENTRANT",
    "__CHAR8_TYPE__",
    "__CHAR_UNSIGNED__",
    "__DEPRECATED",
    "__EXCEPTIONS",
    "__FAST_MATH__",
    "__FINITE_MATH_ONLY__",
    "__GXX_EXPERIMENTAL_CXX0X__",
    "__GXX_RTTI",
    "__GXX_WEAK__",
    "__NO_INLINE__",
    "__OPTIMIZE_SIZE__",
    "__OPTIMIZE__",
    "__PIC__",
    "__PIE__",
    "__STDC_HOSTED__",
    "__STDC_VERSION__",
    "__STRICT_ANSI__",
    "__pic__",
    "__pie__",
    "linux",
    "unix",
];

/// Names that are not reserved and that headers of the C standard define as macros that people ask
/// for, or what these names begin with.
const STANDARD: &[&str] = &[
    "BUFSIZ",
    "CHAR_",
    "CLOCKS_PER_SEC",
    "CMPLX",
    "DBL_",
    "DECIMAL_DIG",
    "EDOM",
    "EILSEQ",
    "EOF",
    "ERANGE",
    "EXIT_",
    "FE_",
    "FILENAME_MAX",
    "FLT_",
    "FOPEN_MAX",
    "FP_",
    "HUGE_VAL",
    "I",
    "INFINITY",
    "INT16_",
    "INT32_",
    "INT64_",
    "INT8_",
    "INTMAX_",
    "INTPTR_",
    "INT_",
    "LDBL_",
    "LLONG_",
    "LONG_",
    "MATH_",
    "MB_LEN_MAX",
    "M_",
    "NAN",
    "NULL",
    "PATH_MAX",
    "PRI",
    "PTRDIFF_",
    "RAND_MAX",
    "SCHAR_",
    "SHRT_",
    "SIG",
    "SIZE_MAX",
    "SSIZE_MAX",
    "UCHAR_MAX",
    "UINT16_",
    "UINT32_",
    "UINT64_",
    "UINT8_",
    "UINTMAX_",
    "UINTPTR_",
    "UINT_",
    "ULLONG_MAX",
    "ULONG_MAX",
    "USHRT_MAX",
    "WCHAR_",
    "WINT_",
    "alloca",
    "assert",
    "bool",
    "complex",
    "errno",
    "false",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "offsetof",
    "signbit",
    "static_assert",
    "stderr",
    "stdin",
    "stdout",
    "true",
];

impl Preprocessor<'_> {
    /// Whether a name is defined as a macro; nothing if that is not known.
    pub(super) fn is_defined(&mut self, name: &str) -> Option<bool> {
        if self.macros.contains_key(name) {
            return Some(true);
        }
        // Compilers that have these operators say so, but do not list them.
        if name.starts_with("__has_") || name == "_Pragma" {
            return None;
        }
        let is_reserved = is_reserved(name);
        let is_other_language = match self.is_cplusplus() {
            true => name == "__STDC_VERSION__",
            false => name == "__cplusplus",
        };
        if self.undefined.contains(name) || is_other_language {
            return Some(false);
        }
        // What is known of PolyBench is not known of other headers of the program.
        let is_strange = |one: &MissingHeader| !one.angled && !one.name.ends_with("polybench.h");
        if !is_reserved && self.missing.iter().any(is_strange) {
            return None;
        }
        let headers = self.missing.iter().filter(|one| one.angled).count();
        if !is_reserved && headers == 0 {
            return Some(false);
        }
        // Any header may define any name; where nobody can be asked, it is those that it should.
        let is_expected = is_reserved || is_standard(name);
        let known = match self.ask(headers, name) {
            Some(known) => known,
            None if is_expected => return None,
            None => return Some(false),
        };
        let has_it = known.macros.contains_key(name);
        let is_sure = known.with_options || !depends_on_options(name, has_it);
        is_sure.then_some(has_it)
    }

    /// What a name stands for in a condition, if it is the compiler that defines it.
    pub(super) fn given_by_compiler(&mut self, name: &str) -> Option<Rc<Macro>> {
        if self.is_defined(name) != Some(true) || self.macros.contains_key(name) {
            return None;
        }
        let known = self.known.as_ref()?.as_ref()?;
        known.macros.get(name).cloned()
    }

    /// Asks the compiler, if it has not been asked yet about these headers.
    fn ask(&mut self, headers: usize, name: &str) -> Option<&Known> {
        let is_enough = |known: &Option<Known>| match known {
            Some(known) => known.headers == headers || known.macros.contains_key(name),
            None => true,
        };
        if !self.known.as_ref().is_some_and(is_enough) {
            let angled = self.missing.iter().filter(|one| one.angled);
            let names: Vec<&str> = angled.map(|one| &*one.name).collect();
            let answer = self.headers.macros(&names, self.is_cplusplus());
            self.known = Some(answer.map(|answer| Known {
                macros: definitions(&answer.text),
                with_options: answer.with_options,
                headers,
            }));
        }
        self.known.as_ref()?.as_ref()
    }

    /// The first name in a condition whose meaning is not known.
    pub(super) fn open_name(&mut self, tokens: &[Token]) -> Option<Token> {
        let names = tokens.iter().filter(|one| one.kind == TokenKind::Ident);
        let mut names = names.filter(|one| !one.is_word("defined"));
        let is_open = |one: &&Token| match &*one.text {
            "true" => !self.knows_truth(one),
            name => name.starts_with("__has_") || self.is_defined(name).is_none(),
        };
        names.find(is_open).cloned()
    }

    /// Whether `true` is known to be a macro, or to be 1 without one. It is 1 in C++ and since C23, and 0
    /// like any other name before.
    fn knows_truth(&mut self, name: &Token) -> bool {
        if name.painted {
            return false;
        }
        self.is_cplusplus()
            || self.missing.iter().any(|one| one.name == "stdbool.h")
            || self.is_defined("true") == Some(true)
    }

    /// Notes what a branch of an open condition may define.
    pub(super) fn note_open(&mut self, word: &Token, rest: &[Token]) {
        let source = self.sources.last();
        let is_open = source.is_some_and(|one| one.conditionals.iter().any(|one| one.is_open));
        let Some(name) = rest.first().filter(|_| is_open) else {
            return;
        };
        if word.is_word("define") {
            self.left.insert(name.text.clone());
        } else if word.is_word("undef") {
            self.left.remove(&name.text);
        }
    }
}

/// The macros that lines of `#define` make.
pub(super) fn definitions(text: &str) -> FxHashMap<Text, Rc<Macro>> {
    let mut macros = FxHashMap::default();
    for item in lex(FileId::NONE, text) {
        if let Item::Directive(directive) = item
            && let Some((word, rest)) = directive.tokens.split_first()
            && word.is_word("define")
            && let Ok(one) = Macro::read(rest, directive.span)
        {
            macros.insert(one.name.clone(), Rc::new(one));
        }
    }
    macros
}

/// Whether the standard keeps a name for compilers and their headers.
fn is_reserved(name: &str) -> bool {
    let second = name.strip_prefix('_').and_then(|rest| rest.chars().next());
    second.is_some_and(|c| c == '_' || c.is_ascii_uppercase()) || ["linux", "unix"].contains(&name)
}

pub(crate) fn is_standard(name: &str) -> bool {
    STANDARD.iter().any(
        |one| match one.ends_with('_') || *one == "PRI" || *one == "SIG" {
            true => name.starts_with(one),
            false => name == *one,
        },
    )
}

fn depends_on_options(name: &str, is_defined: bool) -> bool {
    // What there is of the language depends on its version.
    let is_of_language = name.starts_with("__cpp_") || name.starts_with("__STDCPP_");
    if is_of_language
        || OPTIONS.contains(&name)
        || name.starts_with("__SANITIZE_")
        || name.starts_with("__SSP")
    {
        return true;
    }
    // `__AVX2__`, `__FP_FAST_FMA`: an instruction set, a mode of arithmetic, ...
    let may_come = is_reserved(name) || name.starts_with("FP_FAST_");
    !is_defined && may_come && !PLATFORMS.contains(&name)
}
