//! Names that nothing in the text declares, where a header is missing.
//!
//! Such a name may be a variable of the header, and is modelled as one; but it may as well be a
//! macro that stands for anything: `LIM` for `(n - i)`, `NEXT` for `(x += 1)`. So nothing is proved and
//! nothing is written before somebody says what it is.

use std::collections::BTreeSet;

use scop::Span;

use crate::Unit;
use crate::bodies::Body;
use crate::declarations::Scope;
use crate::lower::{library, promises};
use crate::macros::{MissingHeader, TYPE_NAMES, is_macro_of_library};
use crate::parse::Parser;
use crate::points_to;
use crate::regions::Region;
use crate::syntax::{Declarator, ForInit, Part, Stmt, StmtKind};
use crate::token::{Text, Token, TokenKind};

/// Headers that every system has, or that define nothing that could be mistaken.
const SYSTEM: &[&str] = &[
    "aio.h",
    "alloca.h",
    "arpa/inet.h",
    "assert.h",
    "complex.h",
    "cpio.h",
    "cpuid.h",
    "ctype.h",
    "dirent.h",
    "dlfcn.h",
    "emmintrin.h",
    "err.h",
    "errno.h",
    "execinfo.h",
    "fcntl.h",
    "features.h",
    "fenv.h",
    "float.h",
    "fmtmsg.h",
    "fnmatch.h",
    "ftw.h",
    "getopt.h",
    "glob.h",
    "grp.h",
    "iconv.h",
    "immintrin.h",
    "inttypes.h",
    "iso646.h",
    "langinfo.h",
    "libgen.h",
    "limits.h",
    "linux/limits.h",
    "locale.h",
    "malloc.h",
    "math.h",
    "memory.h",
    "mm_malloc.h",
    "mpi.h",
    "mqueue.h",
    "net/if.h",
    "netdb.h",
    "netinet/in.h",
    "nl_types.h",
    "numa.h",
    "omp.h",
    "poll.h",
    "pthread.h",
    "pwd.h",
    "regex.h",
    "sched.h",
    "search.h",
    "semaphore.h",
    "setjmp.h",
    "signal.h",
    "smmintrin.h",
    "spawn.h",
    "stdalign.h",
    "stdarg.h",
    "stdatomic.h",
    "stdbit.h",
    "stdbool.h",
    "stdckdint.h",
    "stddef.h",
    "stdint.h",
    "stdio.h",
    "stdlib.h",
    "stdnoreturn.h",
    "string.h",
    "strings.h",
    "sys/cdefs.h",
    "sys/ioctl.h",
    "sys/mman.h",
    "sys/param.h",
    "sys/resource.h",
    "sys/select.h",
    "sys/stat.h",
    "sys/time.h",
    "sys/times.h",
    "sys/types.h",
    "sys/uio.h",
    "sys/utsname.h",
    "sys/wait.h",
    "syslog.h",
    "tgmath.h",
    "threads.h",
    "time.h",
    "tmmintrin.h",
    "uchar.h",
    "unistd.h",
    "utime.h",
    "values.h",
    "wchar.h",
    "wctype.h",
    "x86intrin.h",
    "xmmintrin.h",
];

/// Words that a compiler knows by itself.
const BUILT_IN: &[&str] = &[
    "__func__",
    "__FUNCTION__",
    "__PRETTY_FUNCTION__",
    "NULL",
    "true",
    "false",
];

/// Types that systems have and programs define for themselves.
const COMMON_TYPES: &[&str] = &[
    "u_char", "u_int", "u_long", "u_short", "uint", "ulong", "ushort",
];

/// Macros and variables of the system's headers that are of type `int`, whatever their values are.
const INTEGERS: &[&str] = &[
    "BUFSIZ",
    "CHAR_MAX",
    "CHAR_MIN",
    "DBL_DECIMAL_DIG",
    "DBL_DIG",
    "DBL_MANT_DIG",
    "DBL_MAX_10_EXP",
    "DBL_MAX_EXP",
    "DBL_MIN_10_EXP",
    "DBL_MIN_EXP",
    "DECIMAL_DIG",
    "EOF",
    "EXIT_FAILURE",
    "EXIT_SUCCESS",
    "FILENAME_MAX",
    "FLT_DECIMAL_DIG",
    "FLT_DIG",
    "FLT_EVAL_METHOD",
    "FLT_MANT_DIG",
    "FLT_MAX_10_EXP",
    "FLT_MAX_EXP",
    "FLT_MIN_10_EXP",
    "FLT_MIN_EXP",
    "FLT_RADIX",
    "FOPEN_MAX",
    "LDBL_DECIMAL_DIG",
    "LDBL_DIG",
    "LDBL_MANT_DIG",
    "LDBL_MAX_10_EXP",
    "LDBL_MAX_EXP",
    "LDBL_MIN_10_EXP",
    "LDBL_MIN_EXP",
    "L_tmpnam",
    "MB_LEN_MAX",
    "NAME_MAX",
    "PATH_MAX",
    "RAND_MAX",
    "SEEK_CUR",
    "SEEK_END",
    "SEEK_SET",
    "TMP_MAX",
    "optind",
    "optopt",
];

/// Whether it is known without asking what kind of thing a header declares.
pub(crate) fn is_of_system(header: &MissingHeader) -> bool {
    SYSTEM.contains(&&*header.name)
}

/// A name that may be a macro.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unknown<'u> {
    pub name: &'u Text,
    pub span: Span,
    /// The header that may define it.
    pub header: &'u str,
}

impl Unit {
    /// A name in a region that may be a macro of a header that nobody finds, or another type than
    /// the system's of that name.
    pub(crate) fn unknown_in_region<'u>(&'u self, region: &'u Region) -> Option<Unknown<'u>> {
        let header = self.unfound.first()?;
        let tokens = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        let is_open = |one: &&Token| {
            one.kind == TokenKind::Ident
                && COMMON_TYPES.contains(&&*one.text)
                && !self.declarations.typedefs.contains_key(&one.text)
                && region.symbol(&one.text).is_none()
        };
        if let Some(token) = tokens.iter().find(is_open) {
            return Some(Unknown {
                name: &token.text,
                span: token.place.outermost(),
                header: &header.name,
            });
        }
        self.unknown(&region.statements, &[], |name| {
            region.symbol(name).is_some()
        })
    }

    /// The same for the body of a function.
    pub(crate) fn unknown_in_body<'u>(
        &'u self,
        body: &'u Stmt,
        parameters: &'u [Declarator],
    ) -> Option<Unknown<'u>> {
        let globals = &self.declarations.globals;
        let is_global = |name: &str| globals.iter().any(|one| one.name == *name);
        self.unknown(std::slice::from_ref(body), parameters, is_global)
    }

    /// The same for the function around a region, whose variables a macro may use in any way.
    pub(crate) fn unknown_around(&self, region: &Region) -> Option<(Text, Span, &str)> {
        // What C++ calls a header is not looked for as one of C.
        let mut unfound = self.unfound.iter();
        let header = unfound.find(|one| !one.angled || !self.is_cplusplus)?;
        let function = region.function.as_ref()?;
        let body = Body::read(&mut Parser::within(self), &self.tokens, function);
        if let Some(unknown) = self.unknown_in_body(&body.tree, &function.parameters) {
            return Some((unknown.name.clone(), unknown.span, &header.name));
        }
        let opaque = body.opaque_parts(&self.tokens, self.is_cplusplus);
        let mut words = opaque.iter().flat_map(|one| self.tokens.get(one.range()));
        let first = words.next()?.first()?;
        Some((first.text.clone(), first.place.outermost(), &header.name))
    }

    fn unknown<'u>(
        &'u self,
        statements: &'u [Stmt],
        parameters: &'u [Declarator],
        is_variable: impl Fn(&str) -> bool,
    ) -> Option<Unknown<'u>> {
        let header = self.unfound.first()?;
        let names = self.undeclared(statements, parameters, is_variable);
        let (name, span) = names.into_iter().next()?;
        Some(Unknown {
            name,
            span,
            header: &header.name,
        })
    }

    /// A name in a region that may be a type of a header that is not at hand: `(u_char)-i`.
    pub(crate) fn may_be_type(&self, region: &Region) -> Option<&Token> {
        let is_variable = |name: &str| region.symbol(name).is_some();
        let tokens = self.tokens.get(region.tokens.range()).unwrap_or(&[]);
        // Those of the function hide types where it is read.
        let is_global = |name: &Text| {
            { region.symbol(name) }.is_some_and(|one| one.scope == Scope::Global)
                || self.declarations.constants.contains_key(name)
                || self.declarations.functions.contains_key(name)
        };
        let is_both = |one: &&Token| TYPE_NAMES.contains(&&*one.text) && is_global(&one.text);
        if let Some(token) = tokens.iter().find(is_both) {
            return Some(token);
        }
        if self.missing.is_empty() {
            return None;
        }
        let names = self.undeclared(&region.statements, &[], is_variable);
        let names: BTreeSet<&Text> = names.into_iter().map(|(name, _)| name).collect();
        let signs = ["-", "+", "*", "&", "(", "~", "!"];
        let mut places = tokens.windows(4).filter(|four| {
            let begins = |one: &Token| match one.kind {
                TokenKind::Punct => signs.contains(&&*one.text),
                kind => kind != TokenKind::Pragma,
            };
            four[0].is_punct("(")
                && four[1].kind == TokenKind::Ident
                && four[2].is_punct(")")
                && begins(&four[3])
        });
        places.find_map(|four| names.contains(&four[1].text).then_some(&four[1]))
    }

    /// The names that nothing declares.
    fn undeclared<'u>(
        &self,
        statements: &'u [Stmt],
        parameters: &'u [Declarator],
        is_variable: impl Fn(&str) -> bool,
    ) -> Vec<(&'u Text, Span)> {
        let mut own: BTreeSet<&Text> = parameters.iter().map(|one| &one.name).collect();
        let mut names = Vec::new();
        for statement in statements {
            statement.parts(&mut |part| match part {
                Part::Expr(expr) => names.extend(expr.as_name().map(|name| (name, expr.span))),
                Part::Stmt(statement) => {
                    let declaration = match &statement.kind {
                        StmtKind::Declaration(declaration) => declaration,
                        StmtKind::For(head) => match &head.init {
                            ForInit::Declaration(declaration) => declaration,
                            _ => return,
                        },
                        _ => return,
                    };
                    own.extend(declaration.declarators.iter().map(|one| &one.name));
                }
            });
        }
        let is_known = |name: &Text| {
            own.contains(name)
                || is_variable(name)
                || self.declarations.function(name).is_some()
                || self.declarations.constants.contains_key(name)
                || self.undefined.contains(name)
                || is_of_library(name)
        };
        names.retain(|(name, _)| !is_known(name));
        names
    }
}

impl Unit {
    /// Whether a name that nothing declares may stand for anything: the compiler defines it, or a header of
    /// the system, which nobody has read. `M_PI` is no integer.
    pub(crate) fn is_foreign(&self, name: &str) -> bool {
        let reserved = { name.strip_prefix('_') }.and_then(|rest| rest.chars().next());
        let reserved = reserved.is_some_and(|next| next == '_' || next.is_ascii_uppercase());
        // Nothing is proved of a name that may come from another header that is not at hand.
        let is_strange = |one: &MissingHeader| !is_of_system(one);
        let of_program = self.missing.iter().any(is_strange);
        let is_open = match of_program {
            true => reserved && !name.starts_with("_PB_"),
            false => reserved || !self.missing.is_empty(),
        };
        is_open
            && !INTEGERS.contains(&name)
            && !self.undefined.contains(name)
            && !self.declarations.is_unvalued(name)
    }
}

/// Whether a name is the compiler's, or one of the C library.
pub(crate) fn is_of_library(name: &str) -> bool {
    name.starts_with("__builtin_")
        || name.starts_with("__atomic_")
        || name.starts_with("__sync_")
        || BUILT_IN.contains(&name)
        || promises::is_of_pencil(name)
        || is_macro_of_library(name)
        || library::standard(name).is_some()
        || library::FILLING.contains(&name)
        || library::HARMLESS.contains(&name)
        || points_to::is_of_library(name)
}
