//! Loops, conditions and statements as text.

mod directives;

use std::collections::BTreeSet;
use std::fmt::Write;

use astgen::ast::{Expr, For, Node, Op, User};
use frontend::Size;
use legality::Legal;
use scop::{ArrayId, Scop};

use crate::arithmetic::{self, Arithmetic, Declared, Header, Rules};
use crate::constants;
use crate::declarations::{Declarations, chosen, declarations};
use crate::macros::Macros;
use crate::marks;
use crate::place::Place;
use crate::remarks::{self, Comments};
use crate::share::{self, Home};
use crate::substitute::instance;
use crate::types::Type;
use crate::{Error, Options, Result, Sequential, Written, sizes, wrap};
use directives::{allocated_in, ask};

/// What stands at the beginning of a region whose order nobody has proved.
const UNCHECKED: &str = "not checked by Loopwright: --unchecked";

/// Writes a region: with signed counters if all that is computed fits, or else with others that make
/// it fit; with a remark for which parameters it is right where neither does.
pub(crate) fn write(
    legal: &Legal,
    ast: &Node,
    names: &[String],
    options: &Options,
) -> Result<Written> {
    // A loop that is not written as a parallel one is no home.
    let write_by = |rules| -> Result<Written> {
        let homes = homes(legal, ast, options);
        match write_by(rules, legal, ast, names, options, &homes)? {
            Some(written) => Ok(written),
            None => write_by(rules, legal, ast, names, options, &[])?.ok_or_else(lost),
        }
    };
    let first = write_by(Rules::Signed)?;
    if first.only.is_some() {
        let second = write_by(Rules::Natural)?;
        if second.only.is_none() {
            return Ok(second);
        }
    }
    match &first.only {
        Some(only) if only.is_empty()? => Err(Error::NoType),
        _ => Ok(first),
    }
}

/// The arrays that loops allocate in their bodies, but for those that the program itself allocates.
fn homes<'a>(legal: &Legal, ast: &'a Node, options: &Options) -> Vec<Home<'a>> {
    let mut homes = match options.pragmas {
        true => share::homes(legal, ast),
        false => Vec::new(),
    };
    homes.retain(|(_, id)| {
        let name = &legal.scop()[*id].source_name;
        options.allocations.iter().all(|one| one.name != *name)
    });
    homes
}

/// Nothing if a loop that is the home of an array has no directive.
fn write_by(
    rules: Rules,
    legal: &Legal,
    ast: &Node,
    names: &[String],
    options: &Options,
    homes: &[Home<'_>],
) -> Result<Option<Written>> {
    let scop = legal.scop();
    let mut known = scop.context.clone();
    if let Some(valid) = &options.valid {
        known = known.intersect(valid)?;
    }
    let outermost = Place::new(arithmetic::parameters(scop), &known)?;
    let mut asked = Vec::new();
    if options.pragmas {
        ask(legal, ast, homes, &mut asked);
    }
    let wanted = constants::choose(scop, ast, names, options);
    let mut arithmetic = Arithmetic::new(ast, names, &outermost, rules, asked, wanted)?;
    let mut writer = Writer {
        legal,
        scop,
        options,
        names: names.iter(),
        count: names.len(),
        open: Vec::new(),
        wide: Vec::new(),
        is_parallel: false,
        is_vector: false,
        macros: Macros::new(scop, options),
        text: String::new(),
        headers: std::mem::take(&mut arithmetic.loops).into_iter(),
        conditions: std::mem::take(&mut arithmetic.conditions).into_iter(),
        places: std::mem::take(&mut arithmetic.places).into_iter(),
        constants: std::mem::take(&mut arithmetic.constants).into_iter(),
        declared: Vec::new(),
        all_declared: BTreeSet::new(),
        arithmetic,
        instances: Vec::new(),
        sequential: Vec::new(),
        comments: Comments::new(scop, ast, names, &options.remarks),
        labels: BTreeSet::new(),
        homes,
        allocations: Vec::new(),
        is_homeless: false,
    };
    let parameters = outermost.parameters()?;
    let mut declarations = declarations(scop, options, &parameters, homes, &mut |size| {
        let typed = writer.arithmetic.expr(size, &outermost)?;
        Ok(writer.own_macros(&chosen(&typed)))
    })?;
    writer.allocations = std::mem::take(&mut declarations.inside);
    let depth = usize::from(!declarations.first.is_empty());
    match ast {
        Node::Block(nodes) => nodes.iter().try_for_each(|node| writer.node(node, depth))?,
        node => writer.node(node, depth)?,
    }
    if writer.is_homeless {
        return Ok(None);
    }
    let only = match writer.arithmetic.failing() {
        Some(failing) => Some(outermost.except(failing)?),
        None => None,
    };
    let (macros, code) = (writer.macros, writer.text);
    let mut text = String::new();
    if !legal.is_checked() {
        let _ = writeln!(text, "{}/* {UNCHECKED} */", options.margin);
    }
    if let Some(only) = &only {
        let only = crate::conditions(only);
        let _ = writeln!(text, "{}/* for {only} */", options.margin);
    }
    text.push_str(&macros.definitions());
    if declarations.first.is_empty() {
        text.push_str(&code);
    } else {
        let inside = format!("{}{}", options.margin, options.indent);
        let _ = writeln!(text, "{}{{", options.margin);
        for line in &declarations.first {
            let _ = writeln!(text, "{inside}{line}");
        }
        text.push_str(&code);
        for line in &declarations.last {
            let _ = writeln!(text, "{inside}{line}");
        }
        let _ = writeln!(text, "{}}}", options.margin);
    }
    text.push_str(&macros.removals());
    let (text, statements) = marks::removed(&text, writer.instances);
    Ok(Some(Written {
        text,
        statements,
        sequential: writer.sequential,
        constants: writer.all_declared,
        only,
    }))
}

struct Writer<'a> {
    legal: &'a Legal,
    /// That of the schedule.
    scop: &'a Scop,
    options: &'a Options,
    names: std::slice::Iter<'a, String>,
    /// How many loops there are.
    count: usize,
    /// The counters of the loops around the place at hand: generated name, name in the text.
    open: Vec<(String, String)>,
    /// Those of them that are not `int`.
    wide: Vec<String>,
    /// Whether a loop around it is parallel.
    is_parallel: bool,
    /// Whether one runs in vector lanes.
    is_vector: bool,
    macros: Macros,
    text: String,
    /// How the loops that are still to be written begin.
    headers: std::vec::IntoIter<Header>,
    conditions: std::vec::IntoIter<Expr>,
    /// The places of the statements that are still to be written.
    places: std::vec::IntoIter<Place>,
    /// The constants of the scopes that are still to be written.
    constants: std::vec::IntoIter<Vec<Declared>>,
    /// The constants that are declared around the place at hand.
    declared: Vec<String>,
    /// All that have been declared.
    all_declared: BTreeSet<String>,
    arithmetic: Arithmetic,
    /// The instances in the text: the statements and the values of their iterators.
    instances: Vec<(String, Vec<String>)>,
    sequential: Vec<Sequential>,
    comments: Comments,
    /// The labels in the text: in C a label is there once.
    labels: BTreeSet<String>,
    homes: &'a [Home<'a>],
    /// The declarations of arrays that have homes.
    allocations: Vec<(ArrayId, Declarations)>,
    /// Whether a home has no directive.
    is_homeless: bool,
}

impl<'a> Writer<'a> {
    fn line(&mut self, depth: usize, text: &str) {
        let Options { margin, indent, .. } = self.options;
        let before = format!("{margin}{}", indent.repeat(depth));
        let further = indent.repeat(2);
        for (number, part) in wrap::parts(text, before.len(), further.len())
            .iter()
            .enumerate()
        {
            let further = if number == 0 { "" } else { &*further };
            let _ = writeln!(self.text, "{before}{further}{part}");
        }
    }

    fn node(&mut self, node: &'a Node, depth: usize) -> Result<()> {
        match node {
            Node::Block(nodes) => nodes.iter().try_for_each(|node| self.node(node, depth)),
            Node::Mark(label, node) => match self.label(Some(label)) {
                label if label.is_empty() => self.node(node, depth),
                label => {
                    self.line(depth, &format!("{label}{{"));
                    self.node(node, depth + 1)?;
                    self.line(depth, "}");
                    Ok(())
                }
            },
            Node::User(user) => {
                let constants = self.constants.next().ok_or_else(lost)?;
                if constants.is_empty() {
                    return self.instance(user, depth);
                }
                self.line(depth, "{");
                let outside = self.declare(constants, depth + 1);
                self.instance(user, depth + 1)?;
                self.leave(outside);
                self.line(depth, "}");
                Ok(())
            }
            Node::For(found) => self.counted_loop(found, depth),
            Node::If(found) => {
                let condition = self.conditions.next().ok_or_else(lost)?;
                let condition = self.own_macros(&condition);
                let constants = self.constants.next().ok_or_else(lost)?;
                let braces = found.otherwise.is_some()
                    || !constants.is_empty()
                    || self.needs_braces(&found.then);
                let open = if braces { " {" } else { "" };
                self.line(depth, &format!("if ({condition}){open}"));
                let outside = self.declare(constants, depth + 1);
                self.node(&found.then, depth + 1)?;
                self.leave(outside);
                if let Some(otherwise) = &found.otherwise {
                    let constants = self.constants.next().ok_or_else(lost)?;
                    self.line(depth, "} else {");
                    let outside = self.declare(constants, depth + 1);
                    self.node(otherwise, depth + 1)?;
                    self.leave(outside);
                }
                if braces {
                    self.line(depth, "}");
                }
                Ok(())
            }
        }
    }

    /// An instance of a statement.
    fn instance(&mut self, user: &User, depth: usize) -> Result<()> {
        let statement = self
            .scop
            .find_statement(&user.name)
            .map(|id| &self.scop[id])
            .ok_or_else(|| Error::UnknownStatement(user.name.clone()))?;
        let place = self.places.next().ok_or_else(lost)?;
        let mut arguments = Vec::with_capacity(user.arguments.len());
        for (at, argument) in user.arguments.iter().enumerate() {
            let name = statement.iterators.get(at);
            arguments.push(match name.filter(|name| self.declared.contains(name)) {
                Some(name) => Expr::Id(name.clone()),
                None => arithmetic::renamed(argument, &self.open),
            });
        }
        let filled = instance(statement, &arguments, &mut |value, is_subscript| {
            let sum = place.as_sum(value)?;
            let value = sum.as_ref().unwrap_or(value);
            let typed = match is_subscript {
                true => self.arithmetic.expr(value, &place)?,
                false => self.arithmetic.operand(value, &place)?,
            };
            Ok(self.own_macros(&typed))
        })?;
        let mut text = marks::statement(&filled);
        // They say which instance it is, to those who prove that the text is right.
        let mut values = Vec::with_capacity(arguments.len());
        for argument in &arguments {
            let typed = self.arithmetic.expr(argument, &place)?;
            values.push(self.own_macros(&typed).to_string());
        }
        self.instances.push((user.name.clone(), values));
        let label = self.label(statement.label.as_ref());
        // Nothing in a region goes to a label; copies do without.
        let mut are_new = self.options.labels;
        for inner in frontend::labels_in(&statement.body.text) {
            are_new &= self.labels.insert(inner);
        }
        if !are_new {
            text = without_labels(text);
        }
        self.statement(depth, &label, &text, &user.name)
    }

    /// Writes the constants of a scope. What was declared outside of it is for [`Writer::leave`].
    fn declare(&mut self, constants: Vec<Declared>, depth: usize) -> (usize, usize) {
        let outside = (self.declared.len(), self.wide.len());
        for Declared { ty, name, value } in constants {
            let value = self.own_macros(&value);
            self.line(depth, &format!("const {} {name} = {value};", ty.name()));
            if ty != Type::Int {
                self.wide.push(name.clone());
            }
            self.all_declared.insert(name.clone());
            self.declared.push(name);
        }
        outside
    }

    fn leave(&mut self, (declared, wide): (usize, usize)) {
        self.declared.truncate(declared);
        self.wide.truncate(wide);
    }

    /// A label that is not in the text yet, with a colon; otherwise nothing.
    fn label(&mut self, label: Option<&String>) -> String {
        match label {
            Some(label) if self.options.labels && self.labels.insert(label.clone()) => {
                format!("{label}: ")
            }
            _ => String::new(),
        }
    }

    fn comment_lines(&mut self, depth: usize, comments: &[String]) -> Result<()> {
        for line in remarks::lines(comments) {
            if marks::are_in(line) {
                return Err(Error::Comment);
            }
            self.line(depth, line);
        }
        Ok(())
    }

    /// Lines of text with comments behind them.
    fn beside(&mut self, depth: usize, text: &str, comments: &[String]) -> Result<()> {
        let comments = comments.join(" ");
        let mut lines = comments.lines();
        let first = lines.next().unwrap_or("");
        if marks::are_in(&comments) {
            return Err(Error::Comment);
        }
        self.line(depth, format!("{text} {first}").trim_end());
        lines.for_each(|line| self.line(depth, line));
        Ok(())
    }

    /// A copy of a statement, with its label and comments. Its lines are indented anew, but for
    /// those that begin within a string.
    fn statement(&mut self, depth: usize, label: &str, text: &str, name: &str) -> Result<()> {
        let remark = self.comments.of_statement(name);
        self.comment_lines(depth, &remark.before)?;
        let mut lines = Vec::new();
        let mut start = 0;
        for end in frontend::free_line_breaks(text)
            .into_iter()
            .chain([text.len()])
        {
            lines.push(text.get(start..end).unwrap_or("").trim_end());
            start = end + 1;
        }
        let rest = lines.iter().skip(1).filter(|line| !line.is_empty());
        let width = |line: &&str| line.len() - line.trim_start().len();
        let margin = rest.map(width).min().unwrap_or(0);
        let last = lines.len() - 1;
        for (number, line) in lines.into_iter().enumerate() {
            let (depth, line) = match number {
                0 => (depth, format!("{label}{line}")),
                _ => (depth + 1, line.get(margin..).unwrap_or("").to_string()),
            };
            match number == last {
                true => self.beside(depth, &line, &remark.beside)?,
                false => self.line(depth, &line),
            }
        }
        self.comment_lines(depth, &remark.after)
    }

    fn counted_loop(&mut self, found: &'a For, depth: usize) -> Result<()> {
        let remark = self.comments.of_loop(self.number());
        self.comment_lines(depth, &remark.before)?;
        let mut label = self.label(found.attributes.label.as_ref());
        let name = self
            .names
            .next()
            .cloned()
            .unwrap_or_else(|| found.iterator.clone());
        let mut header = self.headers.next().ok_or_else(lost)?;
        let sizes = self.sizes(found, &name);
        match found.step > 0 {
            true => {
                let (first, step) = (&header.first, found.step);
                header.condition = sizes::condition(&header.condition, first, step, &sizes);
            }
            false => header.first = sizes::first(&header.first, &sizes),
        }
        let first = self.own_macros(&header.first);
        self.open.push((found.iterator.clone(), name.clone()));
        if header.ty != Type::Int {
            self.wide.push(name.clone());
        }
        let condition = self.own_macros(&header.condition);
        let outside = depth;
        let mut depth = depth;
        if let Some(guard) = &header.guard {
            let guard = self.own_macros(guard);
            self.line(depth, &format!("if ({guard}) {{"));
            depth += 1;
        }
        let (was_parallel, was_vector) = (self.is_parallel, self.is_vector);
        let own = allocated_in(self.homes, found);
        let directive = self.directive(found, &name, &header);
        self.is_homeless |= directive.is_none() && !own.is_empty();
        if let Some(directive) = directive {
            self.is_parallel |= directive.starts_with("parallel");
            self.is_vector |= directive.contains("simd");
            if !label.is_empty() {
                self.line(depth, label.trim_end());
                label.clear();
            }
            self.line(depth, &format!("#pragma omp {directive}"));
        }
        let declares = match self.is_declared(&name, header.ty) {
            true => String::new(),
            false => format!("{} ", header.ty.name()),
        };
        let step = match found.step {
            1 => format!("{name}++"),
            -1 => format!("{name}--"),
            step if step < 0 => format!("{name} -= {}", step.unsigned_abs()),
            step => format!("{name} += {step}"),
        };
        let own = self.allocations.iter().filter(|(id, _)| own.contains(id));
        let own: Vec<Declarations> = own.map(|(_, lines)| lines.clone()).collect();
        let constants = self.constants.next().ok_or_else(lost)?;
        let braces = self.needs_braces(&found.body) || !own.is_empty() || !constants.is_empty();
        let open = if braces { " {" } else { "" };
        let head = format!("{label}for ({declares}{name} = {first}; {condition}; {step}){open}");
        self.beside(depth, &head, &remark.beside)?;
        for line in own.iter().flat_map(|one| &one.first) {
            self.line(depth + 1, line);
        }
        let outer = self.declare(constants, depth + 1);
        self.node(&found.body, depth + 1)?;
        self.leave(outer);
        for line in own.iter().flat_map(|one| &one.last) {
            self.line(depth + 1, line);
        }
        match braces {
            true => self.beside(depth, "}", &remark.closing)?,
            false => self.comment_lines(depth, &remark.closing)?,
        }
        self.comment_lines(depth, &remark.after)?;
        if header.guard.is_some() {
            self.line(outside, "}");
        }
        self.open.pop();
        if header.ty != Type::Int {
            self.wide.pop();
        }
        self.is_parallel = was_parallel;
        self.is_vector = was_vector;
        Ok(())
    }

    /// The sizes that a loop may be written with: of the iterator that it counts, or else of those of
    /// the statements in it.
    fn sizes(&self, found: &For, name: &str) -> Vec<Size> {
        let users = share::users(&found.body).into_iter();
        let ids = users.filter_map(|user| self.scop.find_statement(&user.name));
        let statements: BTreeSet<_> = ids.collect();
        let counted: BTreeSet<&String> = { statements.iter() }
            .flat_map(|id| &self.scop[*id].iterators)
            .collect();
        let is_own = counted.iter().any(|one| **one == name);
        let sizes = { self.options.sizes.iter() }.filter(|size| match is_own {
            true => size.counter == name,
            false => counted.contains(&size.counter),
        });
        sizes.cloned().collect()
    }

    /// The number of the next loop in the text.
    fn number(&self) -> usize {
        self.count - self.names.len()
    }

    /// Whether the program has a variable of this name that a loop can count with, as wide as it
    /// must be.
    fn is_declared(&self, name: &str, ty: Type) -> bool {
        let mut declared = self.options.declared.iter();
        declared.any(|(known, own)| known == name && ty <= *own)
    }

    /// Whether a condition stands before the loop that is written next.
    fn is_guarded(&self) -> bool {
        let next = self.headers.as_slice().first();
        next.is_some_and(|header| header.guard.is_some())
    }

    /// Whether a body, which is written next, is more than one plain statement.
    fn needs_braces(&self, node: &Node) -> bool {
        match node {
            Node::Block(nodes) => match &nodes[..] {
                [one] => self.needs_braces(one),
                _ => true,
            },
            // With a label it has braces of its own.
            Node::Mark(_, node) => self.needs_braces(node),
            Node::For(found) => self.kind(found).is_some() || self.is_guarded(),
            Node::If(_) => true,
            Node::User(user) => self.scop.find_statement(&user.name).is_some_and(|id| {
                let is_plain = frontend::is_expression_statement(&self.scop[id].body.text);
                // Comments on lines of their own are easily taken for the end of a body.
                !is_plain || self.comments.has_lines(&user.name)
            }),
        }
    }

    /// The name of a parameter as C writes it, also after a conversion.
    fn as_written(&self, name: &str) -> String {
        let (conversion, own) = match name.rsplit_once(')') {
            Some((conversion, own)) => (&name[..=conversion.len()], own),
            None => ("", name),
        };
        let mut parameters = self.scop.parameters.iter();
        match parameters.find(|one| one.name == own) {
            Some(parameter) => format!("{conversion}{}", parameter.text()),
            None => name.to_string(),
        }
    }

    /// An expression with the macros of this text.
    fn own_macros(&mut self, expr: &Expr) -> Expr {
        let (op, operands) = match expr {
            Expr::Op(op, operands) => (op, operands),
            Expr::Id(name) => return Expr::Id(self.as_written(name)),
            Expr::Int(_) => return expr.clone(),
        };
        // A function of the program may be for `int` alone.
        let is_narrow = operands.iter().all(|one| self.is_narrow(one));
        let operands: Vec<Expr> = operands.iter().map(|one| self.own_macros(one)).collect();
        let call = |name: &str, operands: Vec<Expr>| {
            let mut all = vec![Expr::Id(name.into())];
            all.extend(operands);
            Expr::Op(Op::Call, all)
        };
        let pairwise = |name: &str, operands: Vec<Expr>| {
            let joined = operands
                .into_iter()
                .reduce(|left, right| call(name, vec![left, right]));
            joined.unwrap_or(Expr::Int(0))
        };
        match op {
            Op::Min => {
                let own = self.options.minimum.as_ref();
                let own = own.filter(|_| is_narrow);
                self.macros.uses_minimum |= own.is_none();
                pairwise(own.unwrap_or(&self.macros.minimum), operands)
            }
            Op::Max => {
                let own = self.options.maximum.as_ref();
                let own = own.filter(|_| is_narrow);
                self.macros.uses_maximum |= own.is_none();
                pairwise(own.unwrap_or(&self.macros.maximum), operands)
            }
            Op::FdivQ => {
                self.macros.uses_floor = true;
                call(&self.macros.floor, operands)
            }
            _ => Expr::Op(*op, operands),
        }
    }

    /// Whether an expression is made of nothing but `int`, given that the parameters are.
    fn is_narrow(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Int(value) => Type::of_literal(*value) == Type::Int,
            Expr::Id(name) => {
                let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
                is_name && !self.wide.contains(name)
            }
            Expr::Op(_, operands) => operands.iter().all(|one| self.is_narrow(one)),
        }
    }
}

fn lost() -> Error {
    Error::Expression("the tree and its types differ".into())
}

/// The text of a statement without labels, its marks where they were.
fn without_labels(mut text: String) -> String {
    // Marks are no C.
    let blank = |c: char| match marks::is_one(c) {
        true => " ".repeat(c.len_utf8()),
        false => c.to_string(),
    };
    let plain: String = text.chars().map(blank).collect();
    for range in frontend::label_ranges(&plain).into_iter().rev() {
        // What looks blank behind the colon may be a mark.
        let end = range.start + text[range.clone()].find(':').map_or(0, |colon| colon + 1);
        let blanks = text[end..].len() - text[end..].trim_start_matches(' ').len();
        let end = end + blanks;
        text.replace_range(range.start..end, "");
    }
    text
}
