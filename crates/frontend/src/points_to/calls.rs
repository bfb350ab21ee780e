//! From trees to constraints: calls.

use super::allocators::Allocation;
use super::graph::{Indirect, Kind, NodeId, ObjectId, Target};
use super::value::is_pointer;
use super::{Base, Place, PointsTo, Site, Value};
use crate::bodies::typing::Shape;
use crate::bodies::{Body, Meaning};
use crate::lower::library;
use crate::syntax::{Expr, ExprKind};
use crate::token::Text;

/// Functions of the C library that return new memory.
const ALLOCATORS: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "aligned_alloc",
    "memalign",
    "valloc",
    "alloca",
    "__builtin_alloca",
    "strdup",
    "strndup",
];

/// Functions that return their first argument, or a pointer into what it leads to.
pub(super) const RETURNING: &[&str] = &[
    "memset",
    "memcpy",
    "memmove",
    "mempcpy",
    "memchr",
    "strcpy",
    "strncpy",
    "strcat",
    "strncat",
    "strchr",
    "strrchr",
    "strstr",
    "__builtin_assume_aligned",
    "__builtin_expect",
];

/// Those of them that write where the first one leads to.
const WRITING: &[&str] = &["memset", "memcpy", "memmove"];

/// Those of them that copy what the second one leads to, perhaps the bytes of a pointer.
const COPYING: &[&str] = &[
    "memcpy", "memmove", "mempcpy", "strcpy", "strncpy", "strcat", "strncat",
];

/// Allocators that copy what their argument leads to.
const DUPLICATING: &[&str] = &["strdup", "strndup"];

/// Whether a function that is not in the text says that it returns new memory: `xmalloc`,
/// `polybench_alloc_data`, `allocate_rows`; not `is_allocated`, `find_allocation`, `dealloc`.
fn says_that_it_allocates(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut found = name.match_indices("alloc");
    found.any(|(at, word)| {
        let (before, after) = (&name[..at], &name[at + word.len()..]);
        let is_another = ["ated", "ation", "ator", "able"]
            .iter()
            .any(|end| after.starts_with(end));
        !is_another && !before.ends_with("de") && !before.ends_with("un")
    })
}

/// Functions that write down what they get, and what is where the addresses lead that they get.
const WRITING_DOWN: &[&str] = &[
    "fprintf", "fputc", "fputs", "fwrite", "printf", "putc", "putchar", "puts", "snprintf",
    "sprintf", "vprintf",
];

/// Whether a call of a function that writes something down may write addresses that it gets: its
/// format has a `%p`, or is not known.
pub(super) fn tells_addresses(name: &str, arguments: &[Expr]) -> bool {
    let format = arguments.iter().find_map(|one| match &one.kind {
        ExprKind::Str(text) => Some(text),
        _ => None,
    });
    let is_before = |sign: char| sign.is_ascii_digit() || "-+ #.*$'hljztLq\"".contains(sign);
    let has_pointer = |format: &Text| {
        let mut conversions = format.split('%').skip(1);
        conversions.any(|one| one.trim_start_matches(is_before).starts_with('p'))
    };
    name.contains("printf") && format.is_none_or(has_pointer)
}

/// Whether a function of the C library has this name.
pub(crate) fn is_of_library(name: &str) -> bool {
    ALLOCATORS.contains(&name) || RETURNING.contains(&name)
}

impl<'a> PointsTo<'a> {
    /// What a call gives.
    pub(super) fn call(
        &mut self,
        body: &'a Body,
        expr: &'a Expr,
        callee: &'a Expr,
        arguments: &'a [Expr],
    ) -> Value {
        let values: Vec<Value> = arguments.iter().map(|one| self.value(body, one)).collect();
        let name = callee
            .as_name()
            .filter(|_| body.meaning(callee) == Meaning::Outside);
        let name = name.map(|name| self.unit.declarations.canonical(name));
        let name = name.filter(|name| self.types.global(name).is_none());
        let Some(name) = name else {
            return self.indirect(body, callee, &values);
        };
        match self.by_name.get(&name) {
            Some(&index) => self.direct(body, expr, index, &values),
            None => {
                if WRITING.contains(&&*name)
                    && let Some(first) = values.first()
                {
                    let base = Base::Through(self.scalar(first));
                    let place = Place {
                        base,
                        path: Vec::new(),
                    };
                    self.writes.push((expr.tokens.start, vec![place]));
                }
                let is_known =
                    library::HARMLESS.contains(&&*name) || library::FILLING.contains(&&*name);
                if is_known && !RETURNING.contains(&&*name) {
                    return self.input_output(body, &name, arguments, &values);
                }
                self.library(&name, &values)
            }
        }
    }

    /// A call of a function of the text.
    fn direct(&mut self, body: &'a Body, expr: &'a Expr, index: usize, values: &[Value]) -> Value {
        let arguments: Vec<NodeId> = values.iter().map(|value| self.scalar(value)).collect();
        self.pass(index, values, &arguments);
        self.sites.push(Site {
            callee: index,
            arguments,
        });
        let result = self.known[index].result;
        let shape = self.types.of(body, expr);
        let place = Place {
            base: Base::Object(result),
            path: Vec::new(),
        };
        let allocation = self.allocation(index);
        if allocation != Allocation::None {
            let (object, node) = self.new_memory();
            // It holds what the function has put into it.
            let made = self.load(&place, &[]);
            let of = |base: Base| Place {
                base,
                path: Vec::new(),
            };
            let held = |base: Base| Value {
                nodes: Vec::new(),
                places: vec![of(base)],
            };
            let (inside, outside) = (Base::Through(made), Base::Object(object));
            let element = self.types.element(Some(body), shape);
            self.assign(&[of(outside)], element, &held(inside));
            if allocation == Allocation::Shared {
                self.assign(&[of(inside)], element, &held(outside));
                self.copies.push((object, made));
            }
            return Value {
                nodes: vec![node],
                places: Vec::new(),
            };
        }
        match self.types.record_of(shape) {
            Some(_) => Value {
                nodes: Vec::new(),
                places: vec![place],
            },
            None => Value {
                nodes: vec![self.load(&place, &[])],
                places: Vec::new(),
            },
        }
    }

    /// Gives parameters their values.
    fn pass(&mut self, index: usize, values: &[Value], arguments: &[NodeId]) {
        let body = self.known[index].body;
        let count = self.known[index].function.parameters.len();
        for (at, value) in values.iter().enumerate() {
            match self.own_object(index, at as u32).filter(|_| at < count) {
                Some(object) => {
                    let variable = &body.variables[at];
                    let shape =
                        self.types
                            .variable(Some(body), &variable.declarator, variable.scope);
                    self.set(Base::Passed(object), shape, value);
                }
                None => self.graph.escape(arguments[at]),
            }
        }
    }

    /// A call through a pointer.
    fn indirect(&mut self, body: &'a Body, callee: &'a Expr, values: &[Value]) -> Value {
        let pointer = self.value(body, callee);
        let pointer = self.scalar(&pointer);
        let arguments = values.iter().map(|value| self.scalar(value)).collect();
        let result = self.graph.node();
        let arguments: Vec<NodeId> = arguments;
        let mut nodes = vec![result];
        // It may be a function in the function, whose body is not read.
        if body.is_odd {
            arguments.iter().for_each(|&node| self.graph.escape(node));
            nodes.push(self.anywhere);
            // What that one returns stands in the body of this one.
            let own = self.known.iter().find(|one| std::ptr::eq(one.body, body));
            if let Some(own) = own {
                let place = Place {
                    base: Base::Object(own.result),
                    path: Vec::new(),
                };
                nodes.push(self.load(&place, &[]));
            }
        }
        self.graph.call(pointer, Indirect { arguments, result });
        Value {
            nodes,
            places: Vec::new(),
        }
    }

    /// A pointer has been found to lead to a function that is called through it.
    pub(super) fn reach(&mut self, call: usize, index: usize) {
        let Indirect { arguments, result } = self.graph.indirect[call].clone();
        let values: Vec<Value> = arguments
            .iter()
            .map(|&node| Value {
                nodes: vec![node],
                places: Vec::new(),
            })
            .collect();
        self.pass(index, &values, &arguments);
        self.sites.push(Site {
            callee: index,
            arguments,
        });
        let place = Place {
            base: Base::Object(self.known[index].result),
            path: Vec::new(),
        };
        let returned = self.load(&place, &[]);
        self.graph.edge(returned, result, false);
    }

    /// Whoever has got the address of a function may call it.
    pub(super) fn call_from_anywhere(&mut self, index: usize) {
        let count = self.known[index].function.parameters.len();
        for at in 0..count {
            if let Some(object) = self.own_object(index, at as u32) {
                let cell = self.graph.cell(object, &[]);
                let node = self.graph.passed(cell);
                self.graph.add_anything(node);
            }
        }
        let place = Place {
            base: Base::Object(self.known[index].result),
            path: Vec::new(),
        };
        let returned = self.load(&place, &[]);
        self.graph.escape(returned);
    }

    /// A call of a function that is not in the text.
    fn library(&mut self, name: &Text, values: &[Value]) -> Value {
        let nodes: Vec<NodeId> = values.iter().map(|value| self.scalar(value)).collect();
        let first = nodes.first().copied();
        if RETURNING.contains(&&**name) {
            if let (true, [to, from, ..]) = (COPYING.contains(&&**name), &nodes[..]) {
                self.copy_contents(*from, *to);
            }
            return Value {
                nodes: first.into_iter().collect(),
                places: Vec::new(),
            };
        }
        if &**name == "posix_memalign" {
            let (_, new) = self.new_memory();
            if let Some(to) = first {
                self.graph.store(to, &[], new);
            }
            return Value::default();
        }
        if ALLOCATORS.contains(&&**name) {
            let (object, new) = self.new_memory();
            let mut value = Value {
                nodes: vec![new],
                places: Vec::new(),
            };
            if name.starts_with("realloc") {
                // What it held before, perhaps in the same place.
                let cell = self.graph.cell(object, &[]);
                let to = self.graph.node();
                self.graph.add_cell(to, cell);
                if let Some(old) = first {
                    self.copy_contents(old, to);
                    value.nodes.push(old);
                }
            } else if let (true, Some(old)) = (DUPLICATING.contains(&&**name), first) {
                self.copy_contents(old, new);
            }
            return value;
        }
        let is_harmless = library::standard(name).is_some() || library::COMMON.contains(&&**name);
        if !is_harmless {
            nodes.iter().for_each(|&node| self.graph.escape(node));
        }
        let mut given = match says_that_it_allocates(name) && !self.unit.is_open() {
            true => vec![self.new_memory().1],
            false => vec![self.anywhere],
        };
        // What it got, perhaps in the same place.
        if name.to_lowercase().contains("realloc") {
            given.extend(nodes);
        }
        Value {
            nodes: given,
            places: Vec::new(),
        }
    }

    /// A call of a function that keeps none of the addresses that it gets, but may write down what it
    /// finds there, or read from where nobody knows what is to be left there.
    fn input_output(
        &mut self,
        body: &'a Body,
        name: &Text,
        arguments: &'a [Expr],
        values: &[Value],
    ) -> Value {
        let tells = tells_addresses(name, arguments);
        let is_filling = library::FILLING.contains(&&**name);
        for (argument, value) in arguments.iter().zip(values) {
            let mut node = self.scalar(value);
            if tells || !is_pointer(self.types.of(body, argument)) {
                self.graph.escape(node);
                continue;
            }
            // A block may be more than the field that it begins with.
            if matches!(&**name, "fread" | "fwrite") {
                let whole = self.graph.node();
                self.graph.whole(node, whole);
                node = whole;
            }
            if WRITING_DOWN.contains(&&**name) {
                let held = self.graph.node();
                self.graph.load(node, &[], held);
                self.graph.escape(held);
            }
            if is_filling {
                self.graph.store(node, &[], self.anywhere);
            }
        }
        Value {
            nodes: vec![self.anywhere],
            places: Vec::new(),
        }
    }

    /// All that the targets of one pointer hold is held by those of another one.
    fn copy_contents(&mut self, from: NodeId, to: NodeId) {
        let (whole_from, whole_to) = (self.graph.node(), self.graph.node());
        self.graph.whole(from, whole_from);
        self.graph.whole(to, whole_to);
        let held = self.graph.node();
        self.graph.load(whole_from, &[], held);
        self.graph.store(whole_to, &[], held);
    }

    pub(super) fn new_object(&mut self) -> ObjectId {
        self.graph.object(Kind::New)
    }

    /// New memory, and a pointer to it.
    fn new_memory(&mut self) -> (ObjectId, NodeId) {
        let object = self.new_object();
        let cell = self.graph.cell(object, &[]);
        let node = self.graph.node();
        self.graph.add(
            node,
            Target {
                cell,
                is_direct: true,
            },
        );
        (object, node)
    }

    /// The shape of what a function returns.
    pub(super) fn result_shape(&self, index: usize) -> Shape<'a> {
        let known = &self.known[index];
        self.types.shape(Some(known.body), &known.function.result)
    }
}
