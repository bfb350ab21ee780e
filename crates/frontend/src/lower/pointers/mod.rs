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

mod text;
mod value;

use std::collections::BTreeSet;
use std::ops::Range;

use crate::Unit;
use crate::declarations::{Declarations, Function, Scope, Symbol};
use crate::regions::Region;
use crate::syntax::Type;
use crate::token::{Text, TokenKind};

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

    /// What callers in the text pass for a parameter.
    fn passed(&mut self, function: &Function, index: usize, rest: &[Step], leads: &mut Vec<Lead>) {
        for (caller, arguments) in self.calls(function) {
            if let Some(range) = arguments.get(index) {
                self.value(&caller, range.clone(), rest, leads);
            }
        }
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
        body: Range<usize>,
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
}
