//! What the program around a region says about OpenMP's directives in it.
//!
//! A directive that is right by itself may be wrong where it stands: threads cannot start in the
//! vector lanes of a loop around the region, a variable that each thread has for itself is another
//! one in the threads of a parallel loop, and a macro may change the words of a clause.

use std::collections::{BTreeMap, BTreeSet};

use scop::Span;

use crate::declarations::{Function, Scope, Symbol};
use crate::lower::declared;
use crate::openmp::OpenMp;
use crate::parse::TAGGED;
use crate::source::{OPENMP_ALONE, tokens_of};
use crate::syntax::Type;
use crate::token::{Text, Token, TokenKind};
use crate::{Region, Unit};

/// What stands around a region.
///
/// ```
/// use frontend::surroundings::Surroundings;
/// use frontend::{Options, read};
///
/// let text = "_Thread_local int t;
/// void f(int n, int a[n]) {
/// #pragma scop
///   for (int i = 0; i < n; i++)
///     a[i] = t;
/// #pragma endscop
/// }";
/// let unit = read(text, &Options::default()).unwrap();
/// let around = Surroundings::of(&unit, &unit.regions[0]);
/// let words = ["a", "t"].map(String::from).into();
/// assert!(around.obstacle("omp parallel for", &words, None).is_some());
/// assert_eq!(around.obstacle("omp simd", &words, None), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Surroundings {
    /// Why no threads can start in the region.
    no_threads: Option<String>,
    /// A directive that is about loops of the region and loops around it.
    pub across: Option<Span>,
    /// A directive in the region whose meaning depends on threads that run all of it.
    pub shared: Option<Span>,
    /// Variables that each thread has for itself.
    per_thread: BTreeSet<String>,
    /// Functions that use such variables.
    using: BTreeSet<String>,
    /// Functions that have directives of their own, or ask about threads.
    threads: BTreeSet<String>,
    /// Variables whose accesses are atomic.
    atomic: BTreeSet<String>,
    /// The macros of the program, and whether they have parameters.
    macros: BTreeMap<String, bool>,
    /// Labels that something outside the region jumps to.
    targets: BTreeSet<String>,
    /// What of the program looks at the flags and modes of floating-point arithmetic, or sets them.
    arithmetic: Option<String>,
}

/// What is the same for all regions of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Everywhere {
    threads: BTreeSet<String>,
    arithmetic: Option<String>,
}

impl Everywhere {
    fn of(unit: &Unit) -> Everywhere {
        Everywhere {
            threads: functions_using(unit, is_about_threads, variants(unit)),
            arithmetic: arithmetic(unit),
        }
    }
}

/// The names that are those of variables in a region, whatever functions have them elsewhere.
fn variables(unit: &Unit, region: &Region) -> BTreeSet<Text> {
    let mut names = BTreeSet::new();
    for symbol in &region.symbols {
        match symbol.ty {
            Type::Function { .. } => names.remove(&symbol.name),
            _ => names.insert(symbol.name.clone()),
        };
    }
    let own = declared(&region.statements);
    names.extend(own.iter().cloned());
    let inside = unit.tokens.get(region.tokens.range()).unwrap_or(&[]);
    // Fields and tags have names of their own.
    let is_apart = |at: usize| {
        let before = at.checked_sub(1).and_then(|at| inside.get(at));
        before.is_some_and(begins_other_name)
    };
    let declarations = region.declarations.as_deref();
    // Types and constants of the function around the region.
    let is_local = |name: &Text| {
        declarations
            .is_some_and(|own| own.typedefs.contains_key(name) || own.constants.contains_key(name))
    };
    names.extend(inside.iter().map(|one| one.text.clone()));
    for (at, token) in inside.iter().enumerate() {
        let is_called = inside.get(at + 1).is_some_and(|next| next.is_punct("("));
        let is_variable = region.symbol(&token.text).is_some() || own.contains(&token.text);
        let is_other = is_apart(at) || is_local(&token.text) || is_variable && !is_called;
        if !is_other {
            names.remove(&token.text);
        }
    }
    names
}

/// Functions and macros for the flags and modes of floating-point arithmetic.
const ARITHMETIC: &[&str] = &[
    "feclearexcept",
    "fedisableexcept",
    "feenableexcept",
    "fegetenv",
    "fegetexcept",
    "fegetexceptflag",
    "fegetmode",
    "fegetround",
    "feholdexcept",
    "feraiseexcept",
    "fesetenv",
    "fesetexcept",
    "fesetexceptflag",
    "fesetmode",
    "fesetround",
    "fetestexcept",
    "fetestexceptflag",
    "feupdateenv",
    "_MM_SET_DENORMALS_ZERO_MODE",
    "_MM_SET_EXCEPTION_MASK",
    "_MM_SET_EXCEPTION_STATE",
    "_MM_SET_FLUSH_ZERO_MODE",
    "_MM_SET_ROUNDING_MODE",
    "_mm_getcsr",
    "_mm_setcsr",
    "__builtin_ia32_ldmxcsr",
    "__builtin_ia32_stmxcsr",
];

/// What assembly calls the registers and instructions for these.
const REGISTERS: &[&str] = &[
    "mxcsr", "fldcw", "fldenv", "frstor", "xrstor", "fpcr", "fpscr", "fcsr", "fsrm", "fsflags",
];

impl Surroundings {
    /// What stands around a region of a program.
    pub fn of(unit: &Unit, region: &Region) -> Surroundings {
        let tokens = &unit.tokens;
        let place = |token: &Token| token.place.outermost();
        let is_begin =
            |token: &Token| token.kind == TokenKind::Pragma && place(token) == region.begin;
        let (per_thread, using) = per_thread(unit, region);
        let everywhere = unit.everywhere.get_or_init(|| Everywhere::of(unit));
        let mut found = Surroundings {
            per_thread,
            using,
            threads: everywhere.threads.clone(),
            macros: macros(unit),
            arithmetic: everywhere.arithmetic.clone(),
            ..Surroundings::default()
        };
        let variables = variables(unit, region);
        found.using.retain(|name| !variables.contains(&**name));
        found.threads.extend(calling_back(unit, region));
        found.threads.retain(|name| !variables.contains(&**name));
        for symbol in &region.symbols {
            match is_atomic(unit, symbol) {
                true => found.atomic.insert(symbol.name.to_string()),
                false => found.atomic.remove(&*symbol.name),
            };
        }
        let body = region.function.as_ref().and_then(|one| one.body);
        let (Some(body), Some(begin)) = (body, tokens.iter().position(is_begin)) else {
            return found;
        };
        let body = body.range();
        for at in body.start..begin {
            found.enclose(tokens, at, begin);
        }
        found.vector_function(&tokens[..body.start]);
        found.inside(tokens, begin, region.end);
        for (at, token) in tokens
            .iter()
            .enumerate()
            .take(body.end)
            .skip(body.start + 1)
        {
            // Before something that is no operand `&&` asks for the address of a label.
            let before = &tokens[at - 1];
            let takes_address = token.is_punct("&&")
                && before.kind == TokenKind::Punct
                && !before.is_punct(")")
                && !before.is_punct("]");
            let jumps = token.is_word("goto") || takes_address;
            let target = tokens
                .get(at + 1)
                .filter(|next| jumps && next.kind == TokenKind::Ident);
            let is_inside =
                |span: Span| region.span.start <= span.start && span.end <= region.span.end;
            if let Some(target) = target
                && !is_inside(place(token))
            {
                found.targets.insert(target.text.to_string());
            }
        }
        found
    }

    /// Why a directive cannot stand before a loop of the region with these words in it, names of
    /// functions and labels included; `counter` is what it counts with if that is declared outside.
    pub fn obstacle(
        &self,
        directive: &str,
        words: &BTreeSet<String>,
        counter: Option<&str>,
    ) -> Option<String> {
        let omp = OpenMp::parse(directive).ok()?;
        if let Some(why) = self.no_threads.as_ref().filter(|_| omp.parallel) {
            return Some(why.clone());
        }
        if let Some(what) = self.arithmetic.as_ref().filter(|_| omp.parallel) {
            return Some(format!(
                "each thread has its own flags and modes of floating-point arithmetic, and the \
                 program has to do with them: {what}"
            ));
        }
        let tokens = tokens_of(directive).unwrap_or_default();
        for (at, token) in tokens.iter().enumerate() {
            let is_called = tokens.get(at + 1).is_some_and(|next| next.is_punct("("));
            let expands = self.macros.get(&*token.text);
            if expands.is_some_and(|has_parameters| !has_parameters || is_called) {
                let name = &token.text;
                return Some(format!(
                    "the macro `{name}` changes what the directive says"
                ));
            }
        }
        let sums = omp.reductions.iter().map(|one| &one.name);
        let named = omp
            .private
            .iter()
            .chain(&omp.last_private)
            .chain(sums.clone());
        let counter = counter.map(String::from);
        let mut own = named.chain(&counter).collect::<BTreeSet<_>>();
        if omp.parallel {
            own.extend(words);
        }
        if let Some(name) = own.into_iter().find(|name| self.per_thread.contains(*name)) {
            return Some(format!(
                "each thread has its own `{name}`, with another value"
            ));
        }
        let called = words.iter().find(|word| self.using.contains(*word));
        if let Some(name) = called.filter(|_| omp.parallel) {
            return Some(format!(
                "`{name}` uses a variable that each thread has for itself"
            ));
        }
        if let Some(name) = words.iter().find(|word| self.notices_threads(word)) {
            return Some(format!(
                "`{name}` has to do with the threads that run it, and would notice others"
            ));
        }
        if let Some(name) = sums
            .chain(&counter)
            .find(|name| self.atomic.contains(*name))
        {
            return Some(format!("OpenMP does not take `{name}`, which is `_Atomic`"));
        }
        let target = words.iter().find(|word| self.targets.contains(*word))?;
        Some(format!(
            "something outside the region jumps to `{target}` in it"
        ))
    }

    /// Whether a word is replaced by the text of a macro.
    pub(crate) fn is_macro(&self, word: &str) -> bool {
        self.macros.contains_key(word)
    }

    /// Whether each thread has a variable of this name for itself, or a function uses one.
    pub(crate) fn is_per_thread(&self, name: &str) -> bool {
        self.per_thread.contains(name) || self.using.contains(name)
    }

    /// Whether what a function does depends on the threads that run it.
    pub(crate) fn notices_threads(&self, name: &str) -> bool {
        name.starts_with("omp_") || self.threads.contains(name)
    }

    /// The same for a directive that stands in the region, at `span`.
    pub fn obstacle_at(&self, unit: &Unit, span: Span) -> Option<String> {
        let tokens = &unit.tokens;
        let at = tokens.iter().position(|token| {
            token.kind == TokenKind::Pragma
                && (token.span() == span || token.place.outermost() == span)
        });
        let Some(at) = at else {
            return Some("it is not found in the text".into());
        };
        let inside = &tokens[at + 1..statement_end(tokens, at + 1)];
        let names = inside.iter().filter(|token| token.kind == TokenKind::Ident);
        let words = names.map(|token| token.text.to_string()).collect();
        let counter = match inside {
            [word, open, name, assigned, ..]
                if word.is_word("for") && open.is_punct("(") && assigned.is_punct("=") =>
            {
                Some(&*name.text)
            }
            _ => None,
        };
        self.obstacle(&tokens[at].text, &words, counter)
    }

    /// Takes note of the pragma at `at` if it is about a statement that holds the region.
    fn enclose(&mut self, tokens: &[Token], at: usize, begin: usize) {
        let pragma = &tokens[at];
        if pragma.kind != TokenKind::Pragma || statement_end(tokens, at + 1) <= begin {
            return;
        }
        let words = tokens_of(&pragma.text).unwrap_or_default();
        let is_omp = words.first().is_some_and(|word| word.is_word("omp"));
        let alone = |word: &Token| OPENMP_ALONE.contains(&&*word.text);
        if !is_omp || words.get(1).is_none_or(alone) {
            return;
        }
        let is_clause = |index: usize| words.get(index + 1).is_some_and(|next| next.is_punct("("));
        let mut kinds = words.iter().enumerate();
        let kinds = kinds
            .by_ref()
            .take_while(|(index, word)| word.kind == TokenKind::Ident && !is_clause(*index));
        let kinds: Vec<&str> = kinds.map(|(_, word)| &*word.text).collect();
        if let Some(kind) = ["simd", "loop"].into_iter().find(|one| kinds.contains(one)) {
            self.no_threads = Some(format!(
                "no threads can start in the loop around the region that is `omp {kind}`"
            ));
        }
        let about = words.windows(3).filter(|three| {
            (three[0].is_word("collapse") || three[0].is_word("ordered")) && three[1].is_punct("(")
        });
        // A number that is not known may be any.
        let depths = about.map(|three| three[2].text.parse().unwrap_or(usize::MAX));
        if let Some(depth) = depths.max()
            && loops_around(tokens, at + 1, begin).is_some_and(|loops| loops < depth)
        {
            self.across = Some(pragma.place.outermost());
        }
    }

    /// Takes note of directives in a region that loops written anew cannot do without: parallel and
    /// vector loops as well as what is in them can run one after the other.
    fn inside(&mut self, tokens: &[Token], begin: usize, end: Span) {
        let mut covered = begin;
        for (at, token) in tokens.iter().enumerate().skip(begin + 1) {
            if token.kind != TokenKind::Pragma || at < covered {
                continue;
            }
            let span = token.place.outermost();
            if span == end {
                return;
            }
            let words = tokens_of(&token.text).unwrap_or_default();
            let mut words = words.iter().map(|word| &*word.text);
            match (words.next(), words.next()) {
                (Some("omp"), Some("parallel" | "simd")) => {
                    covered = statement_end(tokens, at + 1);
                }
                (Some("omp"), _) => {
                    self.shared.get_or_insert(span);
                }
                _ => {}
            }
        }
    }

    /// Takes note of `declare simd` before a function whose body begins after these tokens.
    fn vector_function(&mut self, before: &[Token]) {
        let head = before.iter().rev();
        let mut head = head.take_while(|token| !token.is_punct(";") && !token.is_punct("}"));
        let is_vector = head.any(|token| {
            let is_pragma = token.kind == TokenKind::Pragma;
            let words = tokens_of(&token.text).filter(|_| is_pragma);
            let words = words.unwrap_or_default();
            let mut words = words.iter().map(|word| &*word.text);
            (words.next(), words.next(), words.next())
                == (Some("omp"), Some("declare"), Some("simd"))
        });
        if is_vector {
            self.no_threads =
                Some("no threads can start in a function that is `omp declare simd`".into());
        }
    }
}

/// How many loops stand around a region whose first statement is the body of the innermost one;
/// `None` if other things stand between.
fn loops_around(tokens: &[Token], mut at: usize, begin: usize) -> Option<usize> {
    let mut loops = 0;
    while at < begin {
        let token = &tokens[at];
        if token.is_word("for") {
            loops += 1;
            at = after_parentheses(tokens, at + 1);
        } else if token.is_punct("{") || token.kind == TokenKind::Pragma {
            at += 1;
        } else {
            return None;
        }
    }
    Some(loops)
}

/// The index behind the parentheses that open at `at`.
fn after_parentheses(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate().skip(at) {
        if ["(", "[", "{"].iter().any(|open| token.is_punct(open)) {
            depth += 1;
        } else if [")", "]", "}"].iter().any(|close| token.is_punct(close)) {
            depth = depth.saturating_sub(1);
        }
        if depth == 0 {
            return index + 1;
        }
    }
    tokens.len()
}

/// The index behind the statement that begins at `at`, pragmas before it included.
pub(crate) fn statement_end(tokens: &[Token], mut at: usize) -> usize {
    // `else` and `do` are the only ones with something behind the inner statement.
    let mut unfinished = Vec::new();
    while let Some(token) = tokens.get(at) {
        let mut is_done = false;
        if token.kind == TokenKind::Pragma {
            at += 1;
        } else if token.is_punct("{") {
            at = after_parentheses(tokens, at);
            is_done = true;
        } else if ["for", "while", "switch", "if"]
            .iter()
            .any(|word| token.is_word(word))
        {
            if token.is_word("if") {
                unfinished.push("else");
            }
            at = after_parentheses(tokens, at + 1);
        } else if token.is_word("do") {
            unfinished.push("while");
            at += 1;
        } else if tokens.get(at + 1).is_some_and(|next| next.is_punct(":"))
            && token.kind == TokenKind::Ident
        {
            at += 2;
        } else {
            while tokens.get(at).is_some_and(|token| !token.is_punct(";")) {
                let opens = ["(", "[", "{"].iter().any(|open| tokens[at].is_punct(open));
                at = match opens {
                    true => after_parentheses(tokens, at),
                    false if tokens[at].is_punct("}") => return at,
                    false => at + 1,
                };
            }
            at += 1;
            is_done = true;
        }
        while is_done {
            match unfinished.pop() {
                None => return at,
                Some("else") if tokens.get(at).is_some_and(|next| next.is_word("else")) => {
                    at += 1;
                    is_done = false;
                }
                Some("while") => {
                    while tokens.get(at).is_some_and(|token| !token.is_punct(";")) {
                        at += 1;
                    }
                    at += 1;
                }
                Some(_) => {}
            }
        }
    }
    tokens.len()
}

/// The variables of a region that each thread has for itself, and the functions of the program
/// that use some.
fn per_thread(unit: &Unit, region: &Region) -> (BTreeSet<String>, BTreeSet<String>) {
    let mut declared = BTreeSet::new();
    for pragma in unit
        .tokens
        .iter()
        .filter(|token| token.kind == TokenKind::Pragma)
    {
        let words = tokens_of(&pragma.text).unwrap_or_default();
        if let [omp, what, names @ ..] = &words[..]
            && omp.is_word("omp")
            && what.is_word("threadprivate")
        {
            let names = names.iter().filter(|one| one.kind == TokenKind::Ident);
            declared.extend(names.map(|one| one.text.clone()));
        }
    }
    let is_own = |symbol: &Symbol| {
        let outlives = symbol.scope == Scope::Global || symbol.is_static || symbol.is_extern;
        symbol.is_thread_local || outlives && declared.contains(&symbol.name)
    };
    let globals = unit.declarations.globals.iter();
    let globals = globals
        .filter(|symbol| is_own(symbol))
        .map(|symbol| symbol.name.clone());
    let globals: BTreeSet<Text> = globals.collect();
    let using = match globals.is_empty() {
        true => BTreeSet::new(),
        false => {
            let is_one = |token: &Token| globals.contains(&token.text);
            functions_using(unit, is_one, BTreeSet::new())
        }
    };
    let mut found: BTreeSet<String> = globals.iter().map(ToString::to_string).collect();
    // A macro of the library, for one that each thread has.
    found.insert("errno".into());
    for symbol in &region.symbols {
        match is_own(symbol) {
            true => found.insert(symbol.name.to_string()),
            false => found.remove(&*symbol.name),
        };
    }
    (found, using)
}

/// What shows that a program looks at the flags and modes of floating-point arithmetic.
///
/// Flags are never cleared by arithmetic, so the order of a loop does not matter to them, and calls
/// that ask for them keep their places; but what one thread sets no other one sees.
fn arithmetic(unit: &Unit) -> Option<String> {
    let is_header = |name: &str| name.rsplit(['/', '\\']).next() == Some("fenv.h");
    let missing = unit.missing.iter().map(|one| &*one.name);
    let mut headers = missing.chain(unit.files.iter().map(|(_, file)| &*file.name));
    if headers.any(is_header) {
        return Some("it includes <fenv.h>".into());
    }
    unit.tokens.iter().find_map(|token| match token.kind {
        TokenKind::Ident if ARITHMETIC.contains(&&*token.text) => {
            Some(format!("it calls `{}`", token.text))
        }
        TokenKind::Str => {
            let mut registers = REGISTERS.iter();
            let named = registers.find(|one| token.text.contains(**one))?;
            Some(format!("it speaks of `{named}`, as assembly does"))
        }
        TokenKind::Pragma if token.text.contains("FENV_") => {
            let words = tokens_of(&token.text).unwrap_or_default();
            let words: Vec<&str> = words.iter().map(|word| &*word.text).collect();
            match words[..] {
                ["STDC", "FENV_ACCESS", "OFF"] => None,
                ["STDC", "FENV_ACCESS" | "FENV_ROUND", ..] => Some(format!("`{}`", token.text)),
                _ => None,
            }
        }
        _ => None,
    })
}

/// Whether a token is a directive of OpenMP, or a question of the program about threads.
fn is_about_threads(token: &Token) -> bool {
    match token.kind {
        TokenKind::Ident => token.text.starts_with("omp_"),
        TokenKind::Pragma => token.text.split_whitespace().next() == Some("omp"),
        _ => false,
    }
}

/// The functions that calls in threads replace by others: `omp declare variant`.
fn variants(unit: &Unit) -> BTreeSet<Text> {
    let mut found = BTreeSet::new();
    for (at, token) in unit.tokens.iter().enumerate() {
        if token.kind != TokenKind::Pragma || !token.text.contains("variant") {
            continue;
        }
        let words = tokens_of(&token.text).unwrap_or_default();
        let words: Vec<&str> = words.iter().map(|word| &*word.text).collect();
        match words[..] {
            ["omp", "declare", "variant", ..] => {
                let behind = unit.tokens[at + 1..].windows(2);
                let mut names = behind.filter(|pair| pair[1].is_punct("("));
                let names = names.by_ref().map(|pair| &pair[0]);
                let mut names = names.filter(|one| !one.text.starts_with("__attribute"));
                found.extend(names.next().map(|name| name.text.clone()));
            }
            ["omp", "begin", "declare", "variant", ..] => {
                found.extend(unit.declarations.functions.keys().cloned());
            }
            _ => {}
        }
    }
    found
}

/// The functions with some tokens in them, or with calls of functions that have them or are `found`
/// already.
fn functions_using(
    unit: &Unit,
    has: impl Fn(&Token) -> bool,
    mut found: BTreeSet<Text>,
) -> BTreeSet<String> {
    loop {
        let before = found.len();
        for function in unit.declarations.functions.values() {
            let body = function.body.map(|body| body.range());
            let body = body.and_then(|body| unit.tokens.get(body));
            let has_one = body.unwrap_or_default().iter().any(&has);
            if has_one || functions_named(unit, function).any(|name| found.contains(name)) {
                found.insert(function.name.clone());
            }
        }
        if found.len() == before {
            return found.iter().map(ToString::to_string).collect();
        }
    }
}

/// The functions that the body of one names: not those whose names its parameters, its variables, fields,
/// tags or labels have.
fn functions_named<'a>(unit: &'a Unit, function: &Function) -> impl Iterator<Item = &'a Text> {
    let body = function.body.and_then(|body| unit.tokens.get(body.range()));
    let body = body.unwrap_or_default();
    let before = |at: usize| at.checked_sub(1).and_then(|at| body.get(at));
    // Something that may be a type: `int f`, `double *f`.
    let is_type = |one: &Token| {
        let words = ["return", "else", "do", "case", "sizeof", "goto"];
        one.kind == TokenKind::Ident && !words.contains(&&*one.text)
    };
    let is_declared = |at: usize| match before(at) {
        Some(star) if star.is_punct("*") => before(at - 1).is_some_and(is_type),
        other => other.is_some_and(is_type),
    };
    let is_function = |at: &usize| unit.declarations.functions.contains_key(&body[*at].text);
    let uses: Vec<usize> = (0..body.len()).filter(is_function).collect();
    let declared = uses.iter().filter(|at| is_declared(**at));
    let mut hidden: BTreeSet<&Text> = declared.map(|at| &body[*at].text).collect();
    let parameters = function.parameters.iter();
    let hides = |name: &Text| parameters.clone().any(|one| one.name == *name);
    hidden.extend(
        { uses.iter() }
            .map(|at| &body[*at].text)
            .filter(|name| hides(name)),
    );
    let is_apart = move |at: &usize| {
        let is_label = body.get(at + 1).is_some_and(|next| next.is_punct(":"));
        is_label || before(*at).is_some_and(begins_other_name)
    };
    let uses = uses.into_iter().filter(move |at| !is_apart(at));
    let names = uses.map(|at| &body[at].text);
    names.filter(move |name| !hidden.contains(*name))
}

/// Whether the name behind this token is that of a field, a tag or a label.
fn begins_other_name(token: &Token) -> bool {
    let signs = [".", "->"];
    let mut words = TAGGED.iter().chain(&["goto"]);
    signs.iter().any(|sign| token.is_punct(sign)) || words.any(|word| token.is_word(word))
}

/// The function around a region, which gets the directives of its new loops, and those of the functions
/// named in the region that may call it.
fn calling_back(unit: &Unit, region: &Region) -> BTreeSet<String> {
    let Some(own) = region.function.as_ref().map(|one| &one.name) else {
        return BTreeSet::new();
    };
    let functions = &unit.declarations.functions;
    let reaches = |name: &Text| {
        let mut seen = BTreeSet::from([name]);
        let mut left = vec![name];
        while let Some(name) = left.pop() {
            if name == own {
                return true;
            }
            let function = functions.get(name);
            for name in function
                .into_iter()
                .flat_map(|one| functions_named(unit, one))
            {
                if seen.insert(name) {
                    left.push(name);
                }
            }
        }
        false
    };
    let words = unit.tokens.get(region.tokens.range()).unwrap_or(&[]).iter();
    let words = words.map(|word| &word.text);
    let named: BTreeSet<&Text> = words.filter(|name| functions.contains_key(*name)).collect();
    let named = named.into_iter().filter(|name| reaches(name));
    named.map(ToString::to_string).collect()
}

fn is_atomic(unit: &Unit, symbol: &Symbol) -> bool {
    let mut ty = &symbol.ty;
    while let Type::Array { element, .. } = ty {
        ty = element;
    }
    let is_one = |ty: &Type| match ty {
        // Those of <stdatomic.h>, which need not be at hand.
        Type::Base(base) => base.is_atomic || base.name.starts_with("atomic_"),
        _ => false,
    };
    is_one(ty) || is_one(unit.declarations.resolve(ty))
}

/// The macros that are defined somewhere in the text or at its end, and whether they have
/// parameters.
fn macros(unit: &Unit) -> BTreeMap<String, bool> {
    let known = unit.macros.iter();
    let known = known.map(|one| (one.name.to_string(), one.parameters.is_some()));
    let mut macros: BTreeMap<String, bool> = known.collect();
    for (name, has_parameters) in &unit.named {
        let known = macros.entry(name.to_string()).or_insert(*has_parameters);
        *known &= has_parameters;
    }
    macros
}
