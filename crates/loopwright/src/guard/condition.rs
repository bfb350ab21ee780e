//! Conditions as text, and the proof that the text says what the set does.
//!
//! Sets of parameters are written by the code that writes all conditions, which chooses types in which nothing overflows, and
//! the text is read back by the front end. Distances are variables of type `long`, declared before the condition:
//! differences of addresses as unsigned numbers, which wrap around, converted to a signed type.

use std::collections::BTreeSet;

use astgen::ast::{Expr, If, Node, User};
use correction::Unsafe;
use legality::Legal;
use presburger::{Aff, Dim, PwAff, Set, Value};
use scop::{Parameter, ScheduleTree, Scop, Statement};

use super::objects::{Named, typed};
use super::{Found, Problem, simple};
use crate::program::{Nest, Program, Request, read};

/// Conditions under way, with the variables that they need.
#[derive(Clone)]
pub(super) struct Names<'a> {
    reserved: BTreeSet<String>,
    address_type: &'a str,
    declarations: Vec<String>,
    /// Checks of what is known of sizes, by objects.
    checked: BTreeSet<String>,
}

impl<'a> Names<'a> {
    pub fn new(program: &Program, nest: &'a Nest) -> Names<'a> {
        let mut reserved = frontend::identifiers(&program.files, program.sources);
        reserved.extend(program.nests.iter().flat_map(|nest| nest.hidden.clone()));
        reserved.extend(nest.macros.iter().cloned());
        Names {
            reserved,
            address_type: nest.address_type,
            declarations: Vec::new(),
            checked: BTreeSet::new(),
        }
    }

    /// The declarations of all variables so far.
    pub fn declarations(self) -> Vec<String> {
        self.declarations
    }

    /// A variable with a new name.
    fn declare(&mut self, name: &str, value: &str) -> String {
        // What two conditions need is declared once.
        let end = format!(" = {value};");
        let known = self.declarations.iter().find(|one| one.ends_with(&end));
        if let Some(known) = known.and_then(|one| one.strip_suffix(&end)?.split(' ').next_back()) {
            return known.to_string();
        }
        let mut name = name.to_string();
        while !self.reserved.insert(name.clone()) {
            name.push('_');
        }
        self.declarations
            .push(format!("const long {name} = {value};"));
        name
    }

    /// The condition that parameters are among those for which an order is legal; nothing if they always are.
    pub fn parameters(&mut self, scop: &Scop, known: &Set, legal: &Set) -> Found<Option<String>> {
        written(&scop.parameters, scop.parameters.len(), known, legal)
    }

    /// The condition that two objects are not at distances that are unsafe.
    pub fn distance(
        &mut self,
        nest: &Nest,
        [first, second]: [&Named; 2],
        found: &Unsafe,
    ) -> Found<Option<String>> {
        let scop = nest.scop();
        let mut parameters = scop.parameters.clone();
        let Some(own) = found.distances.first() else {
            return Ok(None);
        };
        let ty = self.address_type;
        let (a, b) = (&first.address, &second.address);
        let difference = format!("(long)(({ty}){b} - ({ty}){a})");
        let joint = format!("{}_{}", second.name, first.name);
        let mut names = Vec::new();
        match &own[..] {
            [_] => names.push(self.declare(&format!("lw_{joint}"), &difference)),
            [_, inner @ ..] => {
                let mut left = self.declare(&format!("lw_{joint}"), &difference);
                // From the innermost subscript outwards: what is left of a row, and how many rows.
                let mut inside = Vec::new();
                for (dim, length) in found.rows.iter().enumerate().rev().take(inner.len()) {
                    let is_last = dim + 1 == found.rows.len();
                    let row = self.row(scop, length)?;
                    let rest = self.declare(
                        &format!("lw_{joint}_{}", if is_last { "rest" } else { "row" }),
                        &format!("{left} % {row} + ({left} % {row} < 0 ? {row} : 0)"),
                    );
                    left = self.declare(
                        &format!("lw_{joint}_rows"),
                        &format!("({left} - {rest}) / {row}"),
                    );
                    inside.push(rest);
                }
                names.push(left);
                names.extend(inside.into_iter().rev());
            }
            [] => return Ok(None),
        }
        let mut known = found.possible.intersect_params(&typed(nest)?)?;
        let mut illegal = found.parameters.clone();
        for (old, new) in own.iter().zip(&names) {
            let mut parameter = Parameter::new(new);
            parameter.ctype = "long".into();
            parameters.push(parameter);
            for set in [&mut known, &mut illegal] {
                if let Some(at) = set.space().find_param(old) {
                    *set = set.set_dim_name(Dim::Param(at), new)?;
                }
            }
        }
        known = known.intersect(&in_memory(scop, [first, second], &names, &known)?)?;
        let legal = known.subtract(&illegal)?.coalesce()?;
        let text = written(&parameters, scop.parameters.len(), &known, &legal)?;
        Ok(self.with_sizes([first, second], text))
    }

    /// The length of a row, or 1 where there is none.
    fn row(&mut self, scop: &Scop, length: &Aff) -> Found<String> {
        if let Some(length) = length
            .constant()
            .to_i64()
            .filter(|one| length.is_cst() && *one > 0)
        {
            return Ok(format!("{length}"));
        }
        let not_plain = || Problem::Text("the length of a row is no plain expression".into());
        let length = wrapping(scop, length, 1).ok_or_else(not_plain)?;
        Ok(self.declare(
            "lw_row",
            &format!("(long)({length}) > 0 ? (long)({length}) : 1"),
        ))
    }

    /// The same condition, if structures have the size that is thought of.
    fn with_sizes(&mut self, objects: [&Named; 2], text: Option<String>) -> Option<String> {
        let mut parts: Vec<String> = Vec::new();
        for object in objects {
            let is_record = object.object.parts.iter().any(|part| part.field.is_some());
            if let Some(bytes) = object.bytes().filter(|_| is_record)
                && text.is_some()
                && self.checked.insert(object.name.clone())
            {
                parts.push(format!("sizeof({}[0]) == {bytes}", object.name));
            }
        }
        parts.extend(text);
        all(&parts)
    }

    /// The condition that the ranges of two objects do not meet: what lies between the first and the last row of each.
    pub fn ranges(&mut self, nest: &Nest, [first, second]: [&Named; 2]) -> Found<String> {
        let one = self.range(nest, first)?;
        let other = self.range(nest, second)?;
        Ok(apart(&one, &other))
    }

    /// The condition that a parameter is not among what lies between the first and the last row of an object.
    pub fn apart_from(&mut self, nest: &Nest, object: &Named, parameter: &str) -> Found<String> {
        let range = self.range(nest, object)?;
        let begin = format!("({})&{parameter}", self.address_type);
        let end = format!("{begin} + sizeof({parameter})");
        Ok(apart(&range, &(vec![begin], vec![end])))
    }

    /// Where the rows of an object may begin, and where they may end: at the first and the last of these.
    fn range(&mut self, nest: &Nest, object: &Named) -> Found<Ends> {
        let scop = nest.scop();
        let unknown = |why: &str| Problem::Unknown(Default::default(), why.into());
        let (mut begins, mut ends) = (BTreeSet::new(), BTreeSet::new());
        for part in &object.object.parts {
            let array = &scop[part.array];
            if let Some(why) = object
                .unknown
                .filter(|_| array.rank() != 1 || part.bytes > 0)
            {
                return Err(unknown(why));
            }
            // From one row to the next.
            let mut step = match part.bytes {
                0 => format!("sizeof({}[0])", object.name),
                bytes => format!("{bytes}UL"),
            };
            for extent in array.extents.iter().skip(1) {
                let extent = extent.as_ref().and_then(|one| one.as_aff().ok());
                let extent = extent.and_then(|one| wrapping(scop, &one, 1));
                let extent =
                    extent.ok_or_else(|| unknown("the length of a row is no plain expression"))?;
                step = format!("{step} * ({extent})");
            }
            let address = format!("({}){}", self.address_type, object.address);
            if array.rank() == 0 {
                ends.insert(format!("{address} + {step}"));
                begins.insert(address);
                continue;
            }
            for (_, _, access) in scop.accesses().filter(|one| one.2.array == part.array) {
                let cells = access.relation.range()?.intersect_params(&typed(nest)?)?;
                if cells.is_empty()? {
                    continue;
                }
                let is_bounded = |error| match error {
                    presburger::Error::Unbounded(_) => {
                        unknown("nobody knows which of its elements are used")
                    }
                    error => Problem::Sets(error),
                };
                let least = cells.dim_min(0).map_err(is_bounded)?;
                let most = cells.dim_max(0).map_err(is_bounded)?;
                for (bounds, after, into) in [(least, 0, &mut begins), (most, 1, &mut ends)] {
                    for (_, row) in bounds.pieces() {
                        let row = row.add_constant(&Value::from(after))?;
                        let row = wrapping(scop, &row, 1);
                        let row =
                            row.ok_or_else(|| unknown("where it begins is no plain expression"))?;
                        into.insert(match &*row {
                            "0UL" => address.clone(),
                            row => format!("{address} + {step} * ({row})"),
                        });
                    }
                }
            }
        }
        Ok((begins.into_iter().collect(), ends.into_iter().collect()))
    }
}

/// Where something may begin, and where it may end.
type Ends = (Vec<String>, Vec<String>);

/// The condition that all that lies between the first beginning and the last end of one is before or behind that of
/// another.
fn apart(one: &Ends, other: &Ends) -> String {
    let before = |(_, ends): &Ends, (begins, _): &Ends| {
        let pairs = ends
            .iter()
            .flat_map(|end| begins.iter().map(move |begin| (end, begin)));
        let pairs: Vec<String> = pairs
            .map(|(end, begin)| format!("{end} <= {begin}"))
            .collect();
        pairs.join(" && ")
    };
    let (a, b) = (before(one, other), before(other, one));
    if a.is_empty() || b.is_empty() {
        return "1".into();
    }
    let grouped = |text: String| match text.contains("&&") {
        true => format!("({text})"),
        false => text,
    };
    format!("{} || {}", grouped(a), grouped(b))
}

/// A multiple of an affine form in arithmetic that wraps around; nothing if it has floors.
fn wrapping(scop: &Scop, form: &Aff, unit: i64) -> Option<String> {
    let space = form.domain_space();
    let mut terms = Vec::new();
    let mut sum = Aff::val_on_domain(&space, &form.constant()).ok()?;
    for (at, name) in space.params().iter().enumerate() {
        let coefficient = form.coefficient(Dim::Param(at)).ok()?;
        if coefficient.is_zero() {
            continue;
        }
        let term = Aff::var_on_domain(&space, Dim::Param(at)).ok()?;
        sum = sum.add(&term.scale(&coefficient).ok()?).ok()?;
        let parameter = scop.parameters.iter().find(|one| one.name == **name)?;
        let text = match parameter.expression.as_deref() {
            Some(expression) => format!("({expression})"),
            None => parameter.name.clone(),
        };
        let coefficient = coefficient.to_i64()?.checked_mul(unit)?;
        terms.push((coefficient, Some(text)));
    }
    if !PwAff::from_aff(&sum)
        .is_equal(&PwAff::from_aff(form))
        .ok()?
    {
        return None;
    }
    let constant = form.constant().to_i64()?.checked_mul(unit)?;
    if constant != 0 || terms.is_empty() {
        terms.push((constant, None));
    }
    let mut text = String::new();
    for (coefficient, name) in terms {
        let sign = match (text.is_empty(), coefficient < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        let size = coefficient.unsigned_abs();
        text += sign;
        text += &match name {
            Some(name) => format!("{size}UL * {name}"),
            None => format!("{size}UL"),
        };
    }
    Some(text)
}

/// The parameters and distances that memory is large enough for: all that a program uses lies within 2^61 bytes, which is
/// more than any machine has addresses for.
fn in_memory(scop: &Scop, objects: [&Named; 2], distances: &[String], known: &Set) -> Found<Set> {
    let mut possible = known.clone();
    if let Some(at) = distances
        .first()
        .and_then(|name| known.space().find_param(name))
    {
        let at = Dim::Param(at);
        // Rows have at least one element.
        let farthest = match distances.len() {
            1 => FARTHEST,
            _ => FARTHEST / objects[0].bytes().unwrap_or(1),
        };
        possible = possible
            .lower_bound(at, -farthest)?
            .upper_bound(at, farthest)?;
    }
    let parts = objects.iter().flat_map(|object| &object.object.parts);
    for part in parts {
        let farthest = FARTHEST / part.bytes.max(1);
        for (_, _, access) in scop.accesses() {
            let is_sure = access.is_must() && access.exact;
            if access.array != part.array || !is_sure {
                continue;
            }
            let cells = access.relation.range()?;
            for dim in 0..cells.n_dim() {
                let dim = Dim::Set(dim);
                let behind = cells.lower_bound(dim, farthest)?.params()?;
                let before = cells.upper_bound(dim, -farthest)?.params()?;
                possible = possible.subtract(&behind)?.subtract(&before)?;
            }
        }
    }
    Ok(possible)
}

/// No two bytes of a program are farther apart.
const FARTHEST: i64 = 1 << 61;

/// Several conditions in one.
pub(super) fn all(conditions: &[String]) -> Option<String> {
    match conditions {
        [] => None,
        [one] => Some(one.clone()),
        several => {
            let parts = several.iter().map(|one| match one.contains("||") {
                true => format!("({one})"),
                false => one.clone(),
            });
            Some(parts.collect::<Vec<_>>().join(" && "))
        }
    }
}

/// The condition in C that parameters of which something is known are in a set; nothing if they always are. The first
/// `own` of them are those of the program.
fn written(parameters: &[Parameter], own: usize, known: &Set, set: &Set) -> Found<Option<String>> {
    if known.is_subset(set)? {
        return Ok(None);
    }
    let names: Vec<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    let known = &known.align_params(&names);
    let set = &set.align_params(&names).intersect(known)?;
    let condition = simple::condition(known, set, own).map_err(|error| match error {
        astgen::Error::Sets(error) => Problem::Sets(error),
        error => Problem::Text(error.to_string()),
    })?;
    let text = text(&question(parameters, known, set)?, &condition)?;
    let named: Vec<Parameter> = { parameters.iter() }
        .map(|one| Parameter {
            expression: None,
            ..one.clone()
        })
        .collect();
    let plain = match parameters.iter().any(|one| one.expression.is_some()) {
        true => self::text(&question(&named, known, set)?, &condition)?,
        false => text.clone(),
    };
    prove(&named, known, set, &plain)?;
    Ok(Some(text))
}

/// A program that does something if parameters are in a set.
fn question(parameters: &[Parameter], known: &Set, wanted: &Set) -> Found<Scop> {
    let names: Vec<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    let domain = wanted.align_params(&names).from_params()?;
    let domain = domain.set_tuple_name(Some(MARK))?;
    let mut statement = Statement::new(domain.clone());
    statement.body.text = format!("{MARK};");
    let schedule = domain.identity()?.set_range_tuple_name(None)?;
    Ok(Scop {
        name: "guard".into(),
        parameters: parameters.to_vec(),
        context: known.align_params(&names),
        arrays: Vec::new(),
        statements: vec![statement],
        schedule: ScheduleTree::from_map(&presburger::UnionMap::from_maps([schedule])?)?,
        span: None,
    })
}

/// What a condition is followed by.
const MARK: &str = "lw_mark";

/// The condition of such a program.
fn text(scop: &Scop, condition: &Expr) -> Found<String> {
    let failed = |why: String| Problem::Text(why);
    let mark = Node::User(User {
        name: MARK.into(),
        arguments: Vec::new(),
    });
    let node = Node::If(Box::new(If {
        cond: condition.clone(),
        then: mark,
        otherwise: None,
    }));
    let options = emit::Options {
        margin: String::new(),
        ..emit::Options::default()
    };
    let written = emit::write(&Legal::original(scop), &node, &options);
    let written = written.map_err(|error| match error {
        emit::Error::Sets(error) => Problem::Sets(error),
        error => failed(error.to_string()),
    })?;
    if let Some(only) = &written.only {
        let only = emit::conditions(only);
        return Err(failed(format!("its values fit a type only for {only}")));
    }
    let inside = written.text.split_once("if (");
    let inside = inside.and_then(|(before, rest)| {
        let (condition, _) = rest.rsplit_once(')')?;
        before.trim().is_empty().then_some(condition)
    });
    let condition = inside.ok_or_else(|| failed("it needs more than one condition".into()))?;
    Ok(condition.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Reads a condition back and proves that it says what the set does.
fn prove(parameters: &[Parameter], known: &Set, set: &Set, condition: &str) -> Found<()> {
    let failed = |why: &str| Problem::Text(format!("`{condition}` {why}"));
    let declared = parameters.iter().map(|one| {
        let ty = match &*one.ctype {
            "size_t" => "unsigned long",
            other => other,
        };
        format!("{ty} {}, ", one.name)
    });
    let declared: String = declared.collect();
    let program = format!(
        "void lw_f({declared}int *{MARK}) {{\n#pragma scop\n  if ({condition})\n    {MARK}[0] = 0;\n#pragma endscop\n}}\n"
    );
    let read = read(&program, &Request::default());
    let Some(nest) = read.nests.first() else {
        let why = read.diagnostics.first().map(|one| one.message.clone());
        return Err(failed(&format!(
            "cannot be read back: {}",
            why.unwrap_or_default()
        )));
    };
    let scop = nest.scop();
    if let Some(invalid) = &nest.invalid
        && !invalid.intersect(known)?.is_empty()?
    {
        return Err(failed("does not fit its type"));
    }
    let names: Vec<&str> = parameters.iter().map(|one| one.name.as_str()).collect();
    let mut domain = Set::empty(scop.context.space().clone())?;
    for statement in &scop.statements {
        domain = domain.union(&statement.domain.params()?)?;
    }
    let (read, wanted) = (domain.align_params(&names), set.align_params(&names));
    let known = known.align_params(&names);
    match read
        .intersect(&known)?
        .is_equal(&wanted.intersect(&known)?)?
    {
        true => Ok(()),
        false => Err(failed("is not the condition that was meant")),
    }
}
