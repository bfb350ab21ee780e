//! Where pointers lead: which names may mean the same memory.
//!
//! A pointer is apart from other memory only if every definition of it shows that. All definitions
//! in the text count, wherever they stand: a region in a loop also sees what comes after it. They
//! are found by name in the tokens of the function (of all functions for a global variable, and of
//! all callers for a parameter), so that any C around a region can be looked at. A definition leads
//! to [`Root`]s or to other pointers, whose roots are those of this one, too:
//!
//! ```c
//! double *p = malloc(n), *q;   // p: what this `malloc` returns
//! q = p + 1;                   // q: the roots of p, so p and q may overlap
//! ```
//!
//! What a caller that is not in the text passes is taken to lie apart from all else, as is what a
//! pointer leads to that nothing in the text sets.

use std::collections::BTreeSet;

use crate::Unit;
use crate::declarations::{Declarations, Function, Scope, Symbol};
use crate::parse::Parser;
use crate::regions::Region;
use crate::syntax::{BaseKind, Type};
use crate::token::{Text, Token, TokenKind};
use crate::visible::visible_at;

/// One step from a variable towards memory.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// `p[i]`, `*p`: any element.
    Element,
    /// `.x`
    Field(Text),
}

/// A variable: the function that it belongs to, nothing for a global one, and its name.
type Owner = (Option<Text>, Text);

/// Something that holds a pointer: a variable, or what is some steps away from it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Holder {
    owner: Owner,
    path: Vec<Step>,
}

/// Memory that a pointer leads into.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Root {
    /// A variable.
    Object(Owner),
    /// What the call or literal at this token makes; `directly` if it is what the holder is set to.
    New {
        token: usize,
        directly: bool,
    },
    /// What a caller passes that nobody knows.
    Argument(Holder),
    /// What something sets that is not in the text.
    Elsewhere(Holder),
    Anything,
}

/// Whether two pointers have a root in common.
pub(super) fn meet(a: &BTreeSet<Root>, b: &BTreeSet<Root>) -> bool {
    a.iter().any(|one| match one {
        Root::New { token, .. } => [true, false].into_iter().any(|directly| {
            let token = *token;
            b.contains(&Root::New { token, directly })
        }),
        _ => b.contains(one),
    })
}

/// What a definition says of a pointer.
enum Lead {
    Root(Root),
    Holder(Holder),
}

/// Functions of the C library that return new memory.
const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "memalign",
    "valloc",
    "alloca",
    "__builtin_alloca",
    "strdup",
];

/// Functions that return their first argument.
const RETURNING: &[&str] = &[
    "memset",
    "memcpy",
    "memmove",
    "strcpy",
    "strncpy",
    "__builtin_assume_aligned",
];

/// Functions that change nothing of what they get, or end it.
const HARMLESS: &[&str] = &[
    "free", "printf", "fprintf", "puts", "sizeof", "assert", "if", "while", "return", "switch",
    "fwrite", "strlen", "memcmp", "strcmp",
];

/// The answers for one region.
pub(super) struct Pointers<'a> {
    unit: &'a Unit,
    region: &'a Region,
    /// Lookups add the types that they meet.
    declarations: Declarations,
}

impl<'a> Pointers<'a> {
    pub(super) fn new(unit: &'a Unit, region: &'a Region) -> Pointers<'a> {
        Pointers {
            unit,
            region,
            declarations: unit.declarations.clone(),
        }
    }

    fn function_name(&self) -> Option<Text> {
        self.region.function.as_ref().map(|one| one.name.clone())
    }

    /// The variable that a name of the region means.
    pub(super) fn owner(&self, name: &Text) -> Owner {
        let is_global = |symbol: &Symbol| symbol.scope == Scope::Global || symbol.is_extern;
        match self.region.symbol(name) {
            Some(symbol) if !is_global(symbol) => (self.function_name(), name.clone()),
            _ => (None, name.clone()),
        }
    }

    /// The pointer that is some steps away from a variable of the region.
    pub(super) fn holder(&self, name: &Text, path: &[Step]) -> Holder {
        Holder {
            owner: self.owner(name),
            path: path.to_vec(),
        }
    }

    /// All memory that a pointer may lead into.
    pub(super) fn roots(&mut self, holder: &Holder) -> BTreeSet<Root> {
        self.closure(holder, None)
    }

    /// Whether two pointers never lead to the same memory because all that happens to them after
    /// they were set to different memory is that they change places.
    pub(super) fn only_change_places(&mut self, a: &Holder, b: &Holder) -> bool {
        let (true, Some(function)) = (
            a.path.is_empty() && b.path.is_empty() && a.owner.0 == b.owner.0,
            a.owner.0.as_ref().and_then(|name| self.function(name)),
        ) else {
            return false;
        };
        let Some(body) = function.body else {
            return false;
        };
        let swaps = self.swaps(body.range(), &a.owner.1, &b.owner.1);
        let Some(&first) = swaps.iter().min() else {
            return false;
        };
        let block = |at: usize| self.block_around(body.range().start, at);
        let mut set_in = Vec::new();
        for holder in [a, b] {
            let mut places: Vec<usize> = self.definitions(&holder.owner, &body.range());
            places.retain(|at| !swaps.contains(at));
            let mut parameters = function.parameters.iter();
            let is_parameter = parameters.any(|one| one.name == holder.owner.1);
            match (&places[..], is_parameter) {
                ([], true) => set_in.push(body.range().start),
                (&[at], false) if at < first => set_in.push(block(at)),
                _ => return false,
            }
        }
        if set_in[0] != set_in[1] || set_in[0] == block(first) {
            return false;
        }
        let apart = self.closure(a, Some(&swaps));
        let others = self.closure(b, Some(&swaps));
        !apart.contains(&Root::Anything)
            && !others.contains(&Root::Anything)
            && !meet(&apart, &others)
    }

    /// The places where two variables are given each other's values: `t = a; a = b; b = t;`.
    fn swaps(&self, body: std::ops::Range<usize>, a: &Text, b: &Text) -> Vec<usize> {
        let mut found = Vec::new();
        for at in body {
            let word = |ahead: usize| self.unit.tokens.get(at + ahead);
            let texts: Vec<&str> = (0..12).filter_map(word).map(|token| &*token.text).collect();
            if let [t, "=", x, ";", x2, "=", y, ";", y2, "=", t2, ";"] = texts[..]
                && (t, x, y) == (t2, x2, y2)
                && ((x, y) == (a, b) || (x, y) == (b, a))
                && t != x
                && t != y
                && !self.is_member(at)
            {
                found.extend([at + 4, at + 8]);
            }
        }
        found
    }

    /// Where the innermost block around a token begins.
    fn block_around(&self, from: usize, at: usize) -> usize {
        let mut open = vec![from];
        for index in from..at {
            if self.unit.tokens[index].is_punct("{") {
                open.push(index);
            } else if self.unit.tokens[index].is_punct("}") {
                open.pop();
            }
        }
        open.last().copied().unwrap_or(from)
    }

    /// Follows all leads; definitions at the tokens in `without` say nothing.
    fn closure(&mut self, holder: &Holder, without: Option<&[usize]>) -> BTreeSet<Root> {
        let mut roots = BTreeSet::new();
        let mut seen = BTreeSet::from([holder.clone()]);
        let mut open = vec![holder.clone()];
        while let Some(next) = open.pop() {
            // So many leads are as good as none.
            if seen.len() > 64 {
                roots.insert(Root::Anything);
                break;
            }
            let is_first = next == *holder;
            for lead in self.leads(&next, without.unwrap_or(&[])) {
                match lead {
                    Lead::Holder(one) => {
                        if seen.insert(one.clone()) {
                            open.push(one);
                        }
                    }
                    Lead::Root(Root::New { token, directly }) => {
                        let is_element = next.path.contains(&Step::Element);
                        let directly = directly && (is_first || is_element);
                        roots.insert(Root::New { token, directly });
                    }
                    Lead::Root(root) => {
                        roots.insert(root);
                    }
                }
            }
        }
        roots
    }

    fn function(&self, name: &str) -> Option<Function> {
        let own = self.region.function.as_ref();
        let own = own.filter(|one| *one.name == *name);
        own.or_else(|| self.unit.declarations.function(name))
            .cloned()
    }

    /// What the definitions of a pointer say.
    fn leads(&mut self, holder: &Holder, without: &[usize]) -> Vec<Lead> {
        let mut leads = Vec::new();
        let (scope, name) = &holder.owner;
        match scope {
            Some(function_name) => {
                let Some(function) = self.function(function_name) else {
                    return vec![Lead::Root(Root::Anything)];
                };
                let mut parameters = function.parameters.iter();
                let parameter = parameters.position(|one| one.name == *name);
                if let Some(index) = parameter {
                    leads.push(Lead::Root(Root::Argument(holder.clone())));
                    let promised = matches!(
                        function.parameters[index].ty,
                        Type::Pointer { restrict: true, .. } | Type::Array { restrict: true, .. }
                    );
                    if !promised || !holder.path.is_empty() {
                        self.passed(&function, index, &holder.path, &mut leads);
                    }
                }
                if let Some(body) = function.body {
                    self.defined_in(&function, body.range(), holder, without, &mut leads);
                }
                // Something must set it, in a way that is not understood.
                if leads.is_empty() && without.is_empty() {
                    leads.push(Lead::Root(Root::Anything));
                }
            }
            None => {
                let before = leads.len();
                self.defined_outside(holder, &mut leads);
                let functions: Vec<Function> = self
                    .unit
                    .declarations
                    .functions
                    .values()
                    .filter(|one| one.body.is_some())
                    .cloned()
                    .collect();
                for function in functions {
                    if let Some(body) = function.body
                        && self.unit.tokens[body.range()]
                            .iter()
                            .any(|token| token.text == *name)
                    {
                        self.defined_in(&function, body.range(), holder, without, &mut leads);
                    }
                }
                if leads.len() == before {
                    leads.push(Lead::Root(Root::Elsewhere(holder.clone())));
                }
            }
        }
        leads
    }

    /// Whether two parameters that nothing sets but callers may lead to the same memory in some
    /// call; nothing if they are no such parameters.
    pub(super) fn same_in_a_call(&mut self, a: &Holder, b: &Holder) -> Option<bool> {
        if a == b || a.owner.0 != b.owner.0 || !a.path.is_empty() || !b.path.is_empty() {
            return None;
        }
        let function = self.function(a.owner.0.as_ref()?)?;
        let body = function.body?.range();
        let index = |holder: &Holder| {
            let mut parameters = function.parameters.iter();
            parameters.position(|one| one.name == holder.owner.1)
        };
        let (first, second) = (index(a)?, index(b)?);
        for holder in [a, b] {
            let mut leads = Vec::new();
            self.defined_in(&function, body.clone(), holder, &[], &mut leads);
            if !leads.is_empty() {
                return None;
            }
        }
        for (caller, arguments) in self.calls(&function) {
            let mut roots = Vec::new();
            for index in [first, second] {
                let mut leads = Vec::new();
                if let Some(range) = arguments.get(index) {
                    self.value(&caller, range.clone(), &[], &mut leads);
                }
                let mut all = BTreeSet::new();
                for lead in leads {
                    match lead {
                        Lead::Root(root) => {
                            all.insert(root);
                        }
                        Lead::Holder(holder) => all.extend(self.closure(&holder, None)),
                    }
                }
                roots.push(all);
            }
            let anywhere = |one: &BTreeSet<Root>| one.contains(&Root::Anything);
            if meet(&roots[0], &roots[1]) || roots.iter().any(anywhere) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The calls of a function in the text: who calls, and the arguments.
    fn calls(&self, function: &Function) -> Vec<(Function, Vec<std::ops::Range<usize>>)> {
        let tokens = &self.unit.tokens;
        let is_call = |&at: &usize| {
            tokens[at].kind == TokenKind::Ident
                && tokens[at].text == function.name
                && tokens.get(at + 1).is_some_and(|next| next.is_punct("("))
                && !self.is_member(at)
        };
        (0..tokens.len())
            .filter(is_call)
            .filter_map(|at| Some((self.function_at(at)?, self.arguments(at + 1))))
            .collect()
    }

    /// What callers in the text pass for a parameter.
    fn passed(&mut self, function: &Function, index: usize, rest: &[Step], leads: &mut Vec<Lead>) {
        for (caller, arguments) in self.calls(function) {
            if let Some(range) = arguments.get(index) {
                self.value(&caller, range.clone(), rest, leads);
            }
        }
    }

    /// The function whose body a token stands in.
    fn function_at(&self, at: usize) -> Option<Function> {
        let mut all = self.unit.declarations.functions.values();
        let own = self.region.function.as_ref();
        let holds = |one: &&Function| one.body.is_some_and(|body| body.range().contains(&at));
        own.filter(holds).or_else(|| all.find(holds)).cloned()
    }

    /// The arguments after the parenthesis at `open`.
    fn arguments(&self, open: usize) -> Vec<std::ops::Range<usize>> {
        let end = self.closing(open);
        let mut found = Vec::new();
        let mut from = open + 1;
        while from < end {
            let to = self.end_of_expression(from, end);
            found.push(from..to);
            from = to + 1;
        }
        found
    }

    /// The parenthesis, bracket or brace that closes the one at `open`.
    fn closing(&self, open: usize) -> usize {
        let mut depth = 0usize;
        for (index, token) in self.unit.tokens.iter().enumerate().skip(open) {
            if token.kind != TokenKind::Punct {
                continue;
            }
            match &*token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return index;
                    }
                }
                _ => {}
            }
        }
        self.unit.tokens.len()
    }

    /// Where an expression without commas ends.
    fn end_of_expression(&self, from: usize, limit: usize) -> usize {
        let mut at = from;
        while at < limit {
            let token = &self.unit.tokens[at];
            if token.kind == TokenKind::Punct {
                match &*token.text {
                    "(" | "[" | "{" => at = self.closing(at),
                    ")" | "]" | "}" | "," | ";" => return at,
                    _ => {}
                }
            }
            at += 1;
        }
        limit
    }

    /// Whether the name at a token is that of a field.
    fn is_member(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.unit.tokens.get(at));
        before.is_some_and(|token| token.is_punct(".") || token.is_punct("->"))
    }

    /// Whether the operator at a token has an operand before it.
    fn is_binary(&self, at: usize) -> bool {
        let before = at.checked_sub(1).and_then(|at| self.unit.tokens.get(at));
        before.is_some_and(|token| match token.kind {
            TokenKind::Ident => !["return", "case", "else", "do", "sizeof"].contains(&&*token.text),
            TokenKind::Punct => [")", "]"].contains(&&*token.text) && !self.ends_cast(at - 1),
            TokenKind::Pragma => false,
            _ => true,
        })
    }

    /// Whether the parenthesis at a token closes a cast.
    fn ends_cast(&self, close: usize) -> bool {
        let last = close.checked_sub(1).and_then(|at| self.unit.tokens.get(at));
        let is_type = |token: &Token| {
            token.is_punct("*")
                || token.kind == TokenKind::Ident
                    && (self.declarations.typedefs.contains_key(&token.text)
                        || crate::macros::TYPE_NAMES.contains(&&*token.text)
                        || [
                            "double", "float", "char", "int", "long", "short", "unsigned",
                        ]
                        .contains(&&*token.text))
        };
        self.unit.tokens[close].is_punct(")") && last.is_some_and(is_type)
    }

    /// The places where a variable itself is set.
    fn definitions(&self, owner: &Owner, body: &std::ops::Range<usize>) -> Vec<usize> {
        let tokens = &self.unit.tokens;
        let is_set = |&at: &usize| {
            tokens[at].text == owner.1
                && tokens.get(at + 1).is_some_and(|next| next.is_punct("="))
                && !self.is_member(at)
        };
        body.clone().filter(is_set).collect()
    }

    /// What an initialiser outside of functions says.
    fn defined_outside(&mut self, holder: &Holder, leads: &mut Vec<Lead>) {
        let unit = self.unit;
        let symbol = unit.declarations.globals.iter();
        let places: Vec<_> = symbol
            .filter(|symbol| symbol.name == holder.owner.1)
            .map(|symbol| symbol.span)
            .collect();
        for at in 0..unit.tokens.len() {
            if unit.tokens[at].text == holder.owner.1 && places.contains(&unit.tokens[at].span()) {
                self.occurrence(None, at, holder, leads);
            }
        }
    }

    /// What a function does with a variable.
    fn defined_in(
        &mut self,
        function: &Function,
        body: std::ops::Range<usize>,
        holder: &Holder,
        without: &[usize],
        leads: &mut Vec<Lead>,
    ) {
        for at in body {
            let token = &self.unit.tokens[at];
            if token.kind == TokenKind::Ident
                && token.text == holder.owner.1
                && !self.is_member(at)
                && !without.contains(&at)
            {
                self.occurrence(Some(function), at, holder, leads);
            }
        }
    }

    /// What one use of a variable does to a pointer that it holds.
    fn occurrence(
        &mut self,
        function: Option<&Function>,
        at: usize,
        holder: &Holder,
        leads: &mut Vec<Lead>,
    ) {
        let unit = self.unit;
        let (mut steps, mut end) = self.steps_after(at);
        // `(*p).x`, and `double (*p)[10]` where it is declared.
        let around = |back: usize, text: &str| {
            at.checked_sub(back)
                .is_some_and(|at| unit.tokens[at].is_punct(text))
        };
        if around(1, "*")
            && around(2, "(")
            && unit.tokens.get(at + 1).is_some_and(|one| one.is_punct(")"))
        {
            let type_before = at.checked_sub(3).map(|at| &unit.tokens[at]);
            let is_declared = type_before.is_some_and(|one| {
                one.is_punct("*") || one.kind == TokenKind::Ident && !one.is_word("return")
            });
            let (more, after) = self.steps_after(at + 1);
            end = after;
            match is_declared {
                true => steps.clear(),
                false => {
                    steps = vec![Step::Element];
                    steps.extend(more);
                }
            }
            self.used(function, at, holder, steps, end, leads);
            return;
        }
        let is_prefix = |text: &str| around(1, text) && !self.is_binary(at - 1);
        // `*p` is an element, `*p[i]` one of an element.
        if is_prefix("*") && function.is_some() && !self.declares(at) {
            steps.push(Step::Element);
        }
        self.used(function, at, holder, steps, end, leads);
    }

    /// The same for a use of what is `steps` away from the variable; `end` is the token after it.
    fn used(
        &mut self,
        function: Option<&Function>,
        at: usize,
        holder: &Holder,
        steps: Vec<Step>,
        end: usize,
        leads: &mut Vec<Lead>,
    ) {
        let unit = self.unit;
        let before = |back: usize| at.checked_sub(back).and_then(|at| unit.tokens.get(at));
        let is_prefix = |text: &str| {
            before(1).is_some_and(|token| token.is_punct(text)) && !self.is_binary(at - 1)
        };
        let next = unit.tokens.get(end);
        if next.is_some_and(|token| token.is_punct("=")) {
            if holder.path.starts_with(&steps) {
                let from = end + 1;
                let to = self.end_of_expression(from, unit.tokens.len());
                let mut rest = &holder.path[steps.len()..];
                if unit
                    .tokens
                    .get(from)
                    .is_some_and(|token| token.is_punct("{"))
                {
                    // A list gives all parts of a variable their values.
                    let mut deep = rest.iter().skip_while(|step| **step == Step::Element);
                    if deep.any(|step| *step == Step::Element) {
                        leads.push(Lead::Root(Root::Anything));
                    }
                    rest = &[];
                }
                match function {
                    Some(function) => self.value(function, from..to, rest, leads),
                    None => self.value_outside(from..to, rest, leads),
                }
            }
            return;
        }
        if is_prefix("&") {
            // The address of what holds the pointer: others may set it.
            let reaches = holder.path.starts_with(&steps);
            let callee = self.callee_of(at);
            match callee {
                _ if !reaches => {}
                Some((name, 0)) if &*name == "posix_memalign" => {
                    leads.push(Lead::Root(Root::New {
                        token: at,
                        directly: true,
                    }));
                }
                Some((name, index)) => {
                    let mut path = vec![Step::Element];
                    path.extend_from_slice(&holder.path[steps.len()..]);
                    self.set_by(&name, index, path, leads);
                }
                None => leads.push(Lead::Root(Root::Anything)),
            }
            return;
        }
        // The memory that the pointer stands in is handed on.
        let is_handed_on = steps.is_empty()
            && holder.path.contains(&Step::Element)
            && !self.declares(at)
            && !next.is_some_and(|token| token.is_punct("=="))
            && function.is_some();
        if is_handed_on {
            match self.callee_of(at) {
                Some((name, _)) if HARMLESS.contains(&&*name) => {}
                Some((name, index)) => self.set_by(&name, index, holder.path.clone(), leads),
                None if before(1).is_some_and(|token| token.is_word("return")) => {}
                None if self.is_inside_of("sizeof", at) => {}
                None => leads.push(Lead::Root(Root::Anything)),
            }
        }
    }

    /// The subscripts and fields after a name, and the token after them.
    fn steps_after(&self, at: usize) -> (Vec<Step>, usize) {
        let mut steps = Vec::new();
        let mut end = at + 1;
        while let Some(token) = self.unit.tokens.get(end) {
            if token.is_punct("[") {
                steps.push(Step::Element);
                end = self.closing(end) + 1;
            } else if token.is_punct(".") || token.is_punct("->") {
                if token.is_punct("->") {
                    steps.push(Step::Element);
                }
                let Some(field) = self.unit.tokens.get(end + 1) else {
                    break;
                };
                steps.push(Step::Field(field.text.clone()));
                end += 2;
            } else {
                break;
            }
        }
        (steps, end)
    }

    /// Whether a name is declared at a token rather than used: stars and a type before it.
    fn declares(&self, at: usize) -> bool {
        let mut first = at;
        while first
            .checked_sub(1)
            .is_some_and(|before| self.unit.tokens[before].is_punct("*"))
        {
            first -= 1;
        }
        let Some(before) = first.checked_sub(1).map(|at| &self.unit.tokens[at]) else {
            return false;
        };
        let words = ["return", "case", "else", "do", "sizeof", "goto"];
        match before.kind {
            TokenKind::Ident => {
                !words.contains(&&*before.text)
                    && (first == at
                        || self.is_type(before)
                        || before.text.starts_with("restrict")
                        || before.text.starts_with("__restrict"))
            }
            // `double *p, *q`
            TokenKind::Punct => {
                before.is_punct(",") && first < at && self.in_declaration(first - 1)
            }
            _ => false,
        }
    }

    fn is_type(&self, token: &Token) -> bool {
        let words = [
            "double", "float", "char", "int", "long", "short", "unsigned", "signed", "void",
            "const", "_Bool", "bool", "restrict", "volatile",
        ];
        words.contains(&&*token.text)
            || self.declarations.typedefs.contains_key(&token.text)
            || crate::macros::TYPE_NAMES.contains(&&*token.text)
            || self
                .declarations
                .records
                .iter()
                .any(|record| record.name.split(' ').next_back() == Some(&*token.text))
    }

    /// Whether the statement around a token begins with a type.
    fn in_declaration(&self, mut at: usize) -> bool {
        while let Some(before) = at.checked_sub(1) {
            let token = &self.unit.tokens[before];
            if [";", "{", "}"].iter().any(|text| token.is_punct(text))
                || token.kind == TokenKind::Pragma
            {
                break;
            }
            at = before;
        }
        let Some(first) = self.unit.tokens.get(at) else {
            return false;
        };
        let second = self.unit.tokens.get(at + 1);
        first.kind == TokenKind::Ident
            && second.is_some_and(|one| one.kind == TokenKind::Ident || one.is_punct("*"))
    }

    /// The call that the token at hand is an argument of, alone or with something added, and which.
    fn callee_of(&self, at: usize) -> Option<(Text, usize)> {
        let mut index = 0;
        let mut depth = 0usize;
        for before in (0..at).rev() {
            let token = &self.unit.tokens[before];
            if token.kind != TokenKind::Punct {
                continue;
            }
            match &*token.text {
                ")" | "]" | "}" => depth += 1,
                "(" if depth == 0 => {
                    let callee = self.unit.tokens.get(before.checked_sub(1)?)?;
                    let is_name = callee.kind == TokenKind::Ident
                        && !self.is_type(callee)
                        && !["if", "while", "for", "switch", "return"].contains(&&*callee.text);
                    match is_name {
                        true => return Some((callee.text.clone(), index)),
                        false => index = 0,
                    }
                }
                "(" => depth -= 1,
                "[" | "{" if depth == 0 => return None,
                "[" | "{" => depth -= 1,
                "," if depth == 0 => index += 1,
                ";" => return None,
                text if depth == 0 && (text == "=" || text.len() > 1 && text.ends_with('=')) => {
                    return None;
                }
                _ => {}
            }
        }
        None
    }

    fn is_inside_of(&self, word: &str, at: usize) -> bool {
        let mut tokens = self.unit.tokens[..at].iter().rev();
        tokens.next().is_some_and(|one| one.is_punct("("))
            && tokens.next().is_some_and(|one| one.is_word(word))
    }

    /// What a function that gets the memory of a pointer may set it to.
    fn set_by(&mut self, name: &str, index: usize, path: Vec<Step>, leads: &mut Vec<Lead>) {
        if HARMLESS.contains(&name) {
            return;
        }
        match self.function(name) {
            Some(function) if function.body.is_some() && index < function.parameters.len() => {
                let parameter = function.parameters[index].name.clone();
                leads.push(Lead::Holder(Holder {
                    owner: (Some(function.name), parameter),
                    path,
                }));
            }
            _ => leads.push(Lead::Root(Root::Anything)),
        }
    }

    fn value_outside(
        &mut self,
        range: std::ops::Range<usize>,
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let symbols = self.unit.declarations.globals.clone();
        self.value_among(&symbols, None, range, rest, leads);
    }

    /// Where the value of an expression in a function leads, `rest` further on.
    fn value(
        &mut self,
        function: &Function,
        range: std::ops::Range<usize>,
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let unit = self.unit;
        let mut parser = Parser::new(&unit.tokens);
        for name in unit.declarations.typedefs.keys() {
            parser.add_type_name(name.clone());
        }
        let (locals, _) = visible_at(
            &mut parser,
            &unit.tokens,
            &mut self.declarations,
            function,
            range.start,
        );
        let mut symbols = unit.declarations.globals.clone();
        symbols.extend(locals);
        self.value_among(&symbols, Some(function), range, rest, leads);
    }

    fn value_among(
        &mut self,
        symbols: &[Symbol],
        function: Option<&Function>,
        range: std::ops::Range<usize>,
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let unit = self.unit;
        let before = leads.len();
        let mut is_known = false;
        let mut at = range.start;
        while at < range.end {
            let token = &unit.tokens[at];
            let next = unit.tokens.get(at + 1);
            let is_call = next.is_some_and(|next| next.is_punct("("));
            match token.kind {
                // What a subscript is made of leads nowhere.
                TokenKind::Punct if token.is_punct("[") => at = self.closing(at),
                TokenKind::Str => leads.push(Lead::Root(Root::New {
                    token: at,
                    directly: true,
                })),
                TokenKind::Ident if token.is_word("sizeof") => {
                    if is_call {
                        at = self.closing(at + 1);
                    }
                }
                TokenKind::Ident if self.is_type(token) => {
                    // `(int[]) { ... }`
                    let mut close = at;
                    while close < range.end && !unit.tokens[close].is_punct(")") {
                        close += 1;
                    }
                    if unit
                        .tokens
                        .get(close + 1)
                        .is_some_and(|one| one.is_punct("{"))
                    {
                        leads.push(Lead::Root(Root::New {
                            token: at,
                            directly: true,
                        }));
                        if !rest.is_empty() {
                            leads.push(Lead::Root(Root::Anything));
                        }
                        at = close;
                    }
                }
                TokenKind::Ident if is_call && RETURNING.contains(&&*token.text) => {
                    if let Some(first) = self.arguments(at + 1).into_iter().next() {
                        self.value_among(symbols, function, first, rest, leads);
                    }
                    at = self.closing(at + 1);
                }
                TokenKind::Ident if is_call => {
                    is_known |= self.returned(at, rest, leads);
                    at = self.closing(at + 1);
                }
                TokenKind::Ident if !self.is_member(at) => {
                    let found = symbols.iter().rev().find(|one| one.name == token.text);
                    // A designator of an initialiser has no name before it.
                    if let Some(symbol) = found {
                        let (steps, end) = self.steps_after(at);
                        self.variable(symbol, function, at, &steps, rest, leads);
                        at = end - 1;
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let is_zero = range.clone().all(|at| {
            let token = &unit.tokens[at];
            token.kind == TokenKind::Punct
                || ["0", "NULL", "nullptr"].contains(&&*token.text)
                || self.is_type(token)
        });
        if leads.len() == before && !is_zero && !is_known {
            leads.push(Lead::Root(Root::Anything));
        }
    }

    /// Where a variable leads that stands in an expression.
    fn variable(
        &mut self,
        symbol: &Symbol,
        function: Option<&Function>,
        at: usize,
        steps: &[Step],
        rest: &[Step],
        leads: &mut Vec<Lead>,
    ) {
        let before = |back: usize| at.checked_sub(back).map(|at| &self.unit.tokens[at]);
        let is_address = before(1).is_some_and(|one| one.is_punct("&")) && !self.is_binary(at - 1);
        let is_element = before(1).is_some_and(|one| one.is_punct("*")) && !self.is_binary(at - 1);
        let is_global = symbol.scope == Scope::Global || symbol.is_extern;
        let scope = function.filter(|_| !is_global).map(|one| one.name.clone());
        let owner = (scope, symbol.name.clone());
        let mut steps = steps.to_vec();
        if is_element {
            steps.push(Step::Element);
        }
        // Where the last pointer on the way stands, and what the expression is.
        let is_parameter = symbol.scope == Scope::Parameter;
        let Some((last, ty)) = self.follow(&symbol.ty, is_parameter, &steps) else {
            leads.push(Lead::Root(Root::Anything));
            return;
        };
        let into = |last: Option<usize>| match last {
            Some(length) => Lead::Holder(Holder {
                owner: owner.clone(),
                path: steps[..length].to_vec(),
            }),
            None => Lead::Root(Root::Object(owner.clone())),
        };
        let holder = |more: &[Step]| {
            let path = [&steps[..], more].concat();
            Lead::Holder(Holder {
                owner: owner.clone(),
                path,
            })
        };
        // Through another type than its own, a variable holds who knows what.
        let further = match rest {
            [Step::Element, rest @ ..] if is_address => rest,
            rest => rest,
        };
        let whole = [&steps[..], further].concat();
        if self.follow(&symbol.ty, is_parameter, &whole).is_none() {
            leads.push(Lead::Root(Root::Anything));
            return;
        }
        let is_decayed = matches!(ty, Type::Array { .. }) && !(is_parameter && steps.is_empty());
        match ty {
            _ if is_address => match rest.split_first() {
                Some((Step::Element, rest)) => leads.push(holder(rest)),
                _ => leads.push(into(last)),
            },
            Type::Array { .. } if is_decayed && rest.is_empty() => leads.push(into(last)),
            Type::Array { .. } | Type::Pointer { .. } => leads.push(holder(rest)),
            Type::Base(base) => match base.kind {
                BaseKind::Record => leads.push(holder(rest)),
                BaseKind::Named => leads.push(Lead::Root(Root::Anything)),
                // A number.
                _ => {}
            },
            Type::Function { .. } => {}
        }
    }

    /// The type some steps on, resolved, and how many steps lead to the last pointer followed.
    fn follow(
        &self,
        ty: &Type,
        is_parameter: bool,
        steps: &[Step],
    ) -> Option<(Option<usize>, Type)> {
        let mut ty = self.declarations.resolve(ty);
        let mut last = None;
        for (index, step) in steps.iter().enumerate() {
            ty = match (step, ty) {
                (Step::Element, Type::Array { element, .. }) => {
                    if index == 0 && is_parameter {
                        last = Some(0);
                    }
                    self.declarations.resolve(element)
                }
                (Step::Element, Type::Pointer { to, .. }) => {
                    last = Some(index);
                    self.declarations.resolve(to)
                }
                (Step::Field(name), Type::Base(base)) => {
                    let record = self.declarations.record(&base.name)?;
                    let field = record.fields.iter().find(|one| one.name == *name)?;
                    self.declarations.resolve(&field.ty)
                }
                _ => return None,
            };
        }
        Some((last, ty.clone()))
    }

    /// Where the value of a call leads; whether that is known even if it leads nowhere.
    fn returned(&mut self, at: usize, rest: &[Step], leads: &mut Vec<Lead>) -> bool {
        let name = &self.unit.tokens[at].text;
        let new = Lead::Root(Root::New {
            token: at,
            directly: true,
        });
        let function = self.function(name).filter(|one| one.body.is_some());
        let Some(function) = function else {
            // New memory holds no pointers yet; of other functions only the name is known.
            if ALLOCATORS.contains(&&**name) || name.contains("alloc") {
                if rest.is_empty() {
                    leads.push(new);
                }
            } else {
                leads.push(Lead::Root(Root::Anything));
            }
            return true;
        };
        let body = function.body.map_or(0..0, |body| body.range());
        let mut inner = Vec::new();
        for at in body {
            if self.unit.tokens[at].is_word("return") {
                let to = self.end_of_expression(at + 1, self.unit.tokens.len());
                self.value(&function, at + 1..to, rest, &mut inner);
            }
        }
        if !rest.is_empty() {
            leads.append(&mut inner);
            return true;
        }
        // Every call makes memory of its own if all that is returned is new.
        let mut is_new = !inner.is_empty();
        for lead in &inner {
            is_new &= match lead {
                Lead::Root(Root::New { .. }) => true,
                Lead::Holder(holder) => {
                    let is_static = self.is_kept(&function, &holder.owner.1);
                    holder.owner.0.as_ref() == Some(&function.name)
                        && !is_static
                        && self
                            .closure(holder, None)
                            .iter()
                            .all(|root| matches!(root, Root::New { .. }))
                }
                Lead::Root(_) => false,
            };
        }
        match is_new {
            true => leads.push(new),
            false => leads.append(&mut inner),
        }
        false
    }

    /// Whether a variable of a function outlives a call.
    fn is_kept(&self, function: &Function, name: &Text) -> bool {
        let body = function.body.map_or(0..0, |body| body.range());
        let tokens = &self.unit.tokens[body];
        let mut statement_is_static = false;
        for token in tokens {
            if token.is_punct(";") || token.is_punct("{") || token.is_punct("}") {
                statement_is_static = false;
            }
            statement_is_static |= token.is_word("static") || token.is_word("extern");
            if statement_is_static && token.text == *name {
                return true;
            }
        }
        false
    }
}
