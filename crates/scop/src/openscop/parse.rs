//! From the text of a file to the model.

use super::cursor::Cursor;
use super::extension::Hints;
use super::relation::{self, Matrix};
use super::{Extension, OpenScop, build};
use crate::schedule::TwoDPlusOne;
use crate::{
    Access, AccessKind, Array, ArrayId, Body, Certainty, Parameter, ScheduleTree, Scop, Statement,
};
use presburger::{Aff, Error, Map, Name, Result, Set, Tuple, UnionMap, Value};
use std::collections::{BTreeMap, BTreeSet};

/// The scops of a text, at least one.
pub(super) fn parse(text: &str) -> Result<Vec<OpenScop>> {
    let mut cursor = Cursor::new(text);
    let mut scops = Vec::new();
    while cursor.peek().is_some() || scops.is_empty() {
        // Tools that write one may say something before and after it.
        let place = cursor.place();
        let is_meant = |line: &str| line.to_ascii_lowercase().contains("openscop");
        while !matches!(cursor.peek(), Some("<OpenScop>") | None) && !is_meant(cursor.rest()) {
            cursor.line();
        }
        match cursor.peek() {
            Some("<OpenScop>") => cursor.word(),
            None if !scops.is_empty() => break,
            None => return Err(cursor.error_at(place, "expected <OpenScop>")),
            Some(_) => return Err(cursor.error("expected <OpenScop>")),
        };
        let raw = read(&mut cursor)?;
        scops.push(raw.model(&cursor)?);
    }
    Ok(scops)
}

/// What stands in the file.
struct Raw {
    language: String,
    place: usize,
    context: Vec<Matrix>,
    parameters: Vec<Name>,
    statements: Vec<RawStatement>,
    extensions: Vec<Extension>,
}

struct RawStatement {
    place: usize,
    domain: Vec<Matrix>,
    scattering: Option<Vec<Matrix>>,
    accesses: Vec<RawAccess>,
    extensions: Vec<Extension>,
}

struct RawAccess {
    place: usize,
    keyword: Keyword,
    matrices: Vec<Matrix>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Read,
    Write,
    MayWrite,
}

fn read(cursor: &mut Cursor<'_>) -> Result<Raw> {
    let language = match cursor.peek() {
        Some("CONTEXT") | None => return Err(cursor.error("expected the name of a language")),
        Some(_) => cursor
            .line()
            .split('#')
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned(),
    };
    if cursor.peek() != Some("CONTEXT") {
        return Err(cursor.error("expected CONTEXT"));
    }
    let place = cursor.place();
    cursor.word();
    let context = relation::read(cursor)?;
    let parameters = read_parameters(cursor, context.first().map(|m| m.shape.parameters))?;
    let n = cursor.count("the number of statements")?;
    let statements = (0..n)
        .map(|_| read_statement(cursor, parameters.len()))
        .collect::<Result<_>>()?;
    let mut extensions = Vec::new();
    loop {
        if cursor.peek() == Some("</OpenScop>") {
            cursor.word();
            return Ok(Raw {
                language,
                place,
                context,
                parameters,
                statements,
                extensions,
            });
        }
        match cursor.block()? {
            Some(extension) => extensions.push(extension),
            None => return Err(cursor.error("expected an extension or </OpenScop>")),
        }
    }
}

fn read_parameters(cursor: &mut Cursor<'_>, expected: Option<usize>) -> Result<Vec<Name>> {
    if cursor.count("1 if parameters are given, 0 if not")? == 0 {
        let names = (0..expected.unwrap_or(0)).map(|i| Name::from(format!("p{i}")));
        return Ok(names.collect());
    }
    cursor.peek();
    let place = cursor.place();
    let block = match cursor.block()? {
        Some(block) if block.name == "strings" => block,
        _ => return Err(cursor.error_at(place, "expected <strings>")),
    };
    let names: Vec<Name> = words(&block.text).into_iter().map(Name::from).collect();
    let distinct: BTreeSet<&Name> = names.iter().collect();
    if distinct.len() != names.len() {
        return Err(cursor.error_at(place, "two parameters have the same name"));
    }
    match expected {
        Some(n) if n != names.len() => {
            let message = format!("{} names for {n} parameters", names.len());
            Err(cursor.error_at(place, message))
        }
        _ => Ok(names),
    }
}

/// The words of a block without its comments.
fn words(text: &str) -> Vec<&str> {
    let lines = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or_default());
    lines.flat_map(str::split_whitespace).collect()
}

fn read_statement(cursor: &mut Cursor<'_>, parameters: usize) -> Result<RawStatement> {
    cursor.peek();
    let place = cursor.place();
    let n = cursor.count("the number of relations of a statement")?;
    let mut domain = None;
    let mut scattering = None;
    let mut accesses = Vec::new();
    for _ in 0..n {
        let keyword = cursor.peek().unwrap_or("the end of the text");
        let place = cursor.place();
        cursor.word();
        let kind = match keyword {
            "DOMAIN" | "SCATTERING" => None,
            "READ" => Some(Keyword::Read),
            "WRITE" => Some(Keyword::Write),
            "MAY_WRITE" => Some(Keyword::MayWrite),
            other => {
                let message =
                    format!("expected DOMAIN, SCATTERING, READ, WRITE or MAY_WRITE, found {other}");
                return Err(cursor.error_at(place, message));
            }
        };
        let matrices = relation::read(cursor)?;
        let slot = match (kind, keyword) {
            (Some(keyword), _) => {
                accesses.push(RawAccess {
                    place,
                    keyword,
                    matrices,
                });
                continue;
            }
            (None, "DOMAIN") => &mut domain,
            _ => &mut scattering,
        };
        if slot.is_some() {
            return Err(cursor.error_at(place, format!("a second {keyword}")));
        }
        *slot = Some(matrices);
    }
    // Without a domain nothing is said about the iterators.
    let domain = domain.unwrap_or_else(|| {
        let scattering = scattering.iter().flatten();
        let accesses = accesses.iter().flat_map(|one: &RawAccess| &one.matrices);
        let other: Option<&Matrix> = scattering.chain(accesses).next();
        let shape = relation::Shape {
            outputs: other.map_or(0, |matrix| matrix.shape.inputs),
            inputs: 0,
            locals: 0,
            parameters,
        };
        let rows = Vec::new();
        vec![Matrix { shape, rows }]
    });
    let n = cursor.count("the number of extensions of a statement")?;
    let mut extensions = Vec::new();
    for _ in 0..n {
        match cursor.block()? {
            Some(extension) => extensions.push(extension),
            // Some write the text of the statement without tags.
            None if cursor.peek().is_some_and(|word| !word.starts_with('<')) => {
                let text = format!("0\n{}\n", cursor.line());
                let name = "body".into();
                extensions.push(Extension { name, text });
            }
            None => return Err(cursor.error("expected an extension of the statement")),
        }
    }
    Ok(RawStatement {
        place,
        domain,
        scattering,
        accesses,
        extensions,
    })
}

/// What a `<body>` says.
#[derive(Default)]
struct RawBody {
    iterators: Vec<String>,
    text: String,
}

fn read_body(text: &str) -> RawBody {
    let mut lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#') && !line.trim().is_empty());
    let count = lines
        .next()
        .and_then(|line| line.trim().parse::<usize>().ok());
    let iterators = match count {
        None | Some(0) => Vec::new(),
        Some(_) => lines
            .next()
            .unwrap_or_default()
            .split_whitespace()
            .map(String::from)
            .collect(),
    };
    let text: Vec<&str> = lines.map(str::trim).collect();
    RawBody {
        iterators,
        text: text.join("\n"),
    }
}

impl Raw {
    fn model(self, cursor: &Cursor<'_>) -> Result<OpenScop> {
        let hints = self.hints(cursor)?;
        let placed = |place: usize, error: Error| match error {
            Error::Invalid(message) => cursor.error_at(place, message),
            error => error,
        };
        let context = build::context(&self.context, &self.parameters)
            .map_err(|error| placed(self.place, error))?;
        let mut arrays = Arrays::new(&self, &hints);
        let mut statements = Vec::new();
        let mut dates = Vec::new();
        let mut statement_extensions = Vec::new();
        for (i, raw) in self.statements.iter().enumerate() {
            let statement = self
                .statement(cursor, i, raw, &hints, &mut arrays)
                .map_err(|error| placed(raw.place, error))?;
            if let Some(matrices) = &raw.scattering {
                let date = self.dates(&statement, matrices);
                dates.push(date.map_err(|error| placed(raw.place, error))?);
            }
            let known = |e: &&Extension| e.name != "body";
            statement_extensions.push(raw.extensions.iter().filter(known).cloned().collect());
            statements.push(statement);
        }
        let schedule = if dates.is_empty() {
            textual_order(&statements)
        } else if dates.len() < statements.len() {
            Err(Error::Invalid("a statement has no SCATTERING".into()))
        } else {
            schedule(dates, &hints)
        };
        let schedule = schedule.map_err(|error| placed(self.place, error))?;
        let parameters = self.parameters.iter().map(|name| hints.parameter(name));
        let scop = Scop {
            name: hints.name().unwrap_or("scop").into(),
            parameters: parameters.collect::<Vec<Parameter>>(),
            context,
            arrays: arrays.finish(),
            statements,
            schedule,
            span: hints.span(),
        };
        let known = ["arrays", "scatnames", "loopwright"];
        let extensions = self.extensions;
        Ok(OpenScop {
            language: self.language,
            scop,
            extensions: extensions
                .into_iter()
                .filter(|e| !known.contains(&&e.name[..]))
                .collect(),
            statement_extensions,
        })
    }

    fn hints(&self, cursor: &Cursor<'_>) -> Result<Hints> {
        let found = self.extensions.iter().find(|e| e.name == "loopwright");
        let Some(extension) = found else {
            return Ok(Hints::default());
        };
        Hints::read(&extension.text, self.statements.len())
            .map_err(|message| cursor.error_at(self.place, format!("in <loopwright>: {message}")))
    }

    fn statement(
        &self,
        cursor: &Cursor<'_>,
        i: usize,
        raw: &RawStatement,
        hints: &Hints,
        arrays: &mut Arrays,
    ) -> Result<Statement> {
        let body = raw.extensions.iter().find(|e| e.name == "body");
        let mut body = body.map(|e| read_body(&e.text)).unwrap_or_default();
        let depth = raw
            .domain
            .first()
            .map_or(body.iterators.len(), |m| m.shape.outputs);
        let distinct: BTreeSet<&String> = body.iterators.iter().collect();
        if distinct.len() != depth || body.iterators.len() != depth {
            body.iterators = (0..depth).map(|k| format!("i{k}")).collect();
        }
        let name = hints.statement_name(i).map(String::from);
        let name = name.unwrap_or_else(|| arrays.unused_name(format!("S{i}")));
        let tuple = Tuple::named(&name, body.iterators.iter().map(|name| &name[..]));
        let domain = build::set(&raw.domain, &tuple, &self.parameters)?;
        let mut accesses = Vec::new();
        for (k, access) in raw.accesses.iter().enumerate() {
            let access = self
                .access(access, &domain, arrays)
                .map_err(|error| match error {
                    Error::Invalid(message) => cursor.error_at(access.place, message),
                    error => error,
                })?;
            accesses.push(hints.access(i, k, raw.accesses.len(), access));
        }
        let mut statement = Statement {
            iterators: body.iterators,
            accesses,
            body: Body {
                text: body.text,
                holes: Vec::new(),
            },
            name,
            ..Statement::new(domain)
        };
        hints.finish_statement(i, &mut statement);
        Ok(statement)
    }

    fn access(&self, raw: &RawAccess, domain: &Set, arrays: &mut Arrays) -> Result<Access> {
        let mut number = None;
        let mut matrices = Vec::new();
        for matrix in &raw.matrices {
            let (id, rest) = array_number(matrix)?;
            if number.is_some_and(|number| number != id) {
                return Err(invalid("an access to two arrays"));
            }
            number = Some(id);
            matrices.push(rest);
        }
        let (Some(number), Some(first)) = (number, matrices.first()) else {
            return Err(invalid("an access without a matrix"));
        };
        let rank = first.shape.outputs;
        let array = arrays.get(number, rank)?;
        let cells = Tuple::anonymous(rank).with_name(Some(&arrays.list[array.index()].name));
        let Some(instances) = domain.space().tuple() else {
            return Err(invalid("a domain without a tuple"));
        };
        let relation = build::map(&matrices, instances, &cells, &self.parameters)?;
        Ok(Access {
            array,
            kind: match raw.keyword {
                Keyword::Read => AccessKind::Read,
                Keyword::Write | Keyword::MayWrite => AccessKind::Write,
            },
            certainty: match raw.keyword {
                Keyword::Read | Keyword::Write => Certainty::Must,
                Keyword::MayWrite => Certainty::May,
            },
            relation: relation.intersect_domain(domain)?,
            span: None,
            exact: true,
        })
    }

    /// From the instances of a statement to their dates.
    fn dates(&self, statement: &Statement, matrices: &[Matrix]) -> Result<Map> {
        let length = matrices.first().map_or(0, |m| m.shape.outputs);
        let Some(instances) = statement.domain.space().tuple() else {
            return Err(invalid("a domain without a tuple"));
        };
        let dates = Tuple::anonymous(length);
        let map = build::map(matrices, instances, &dates, &self.parameters)?;
        map.intersect_domain(&statement.domain)
    }
}

/// Takes the number of the array out of the first output dimension.
fn array_number(matrix: &Matrix) -> Result<(i64, Matrix)> {
    if matrix.shape.outputs == 0 {
        return Err(invalid(
            "an access has the number of an array as its first output",
        ));
    }
    let number = matrix.rows.iter().find_map(|row| {
        let (first, rest) = row.numbers.split_first()?;
        let (constant, between) = rest.split_last()?;
        let fixes = row.is_equality && !first.is_zero() && between.iter().all(Value::is_zero);
        let number = -&(constant / first);
        fixes.then(|| number.to_i64()).flatten()
    });
    let Some(number) = number.filter(|&number| number > 0) else {
        return Err(invalid("no equality identifies the accessed array"));
    };
    let mut rest = matrix.clone();
    rest.shape.outputs -= 1;
    for row in &mut rest.rows {
        let first = row.numbers.remove(0);
        if let Some(constant) = row.numbers.last_mut() {
            *constant = &*constant + &(&first * &Value::from(number));
        }
    }
    let is_void = |numbers: &[Value]| numbers.iter().all(Value::is_zero);
    rest.rows.retain(|row| !is_void(&row.numbers));
    Ok((number, rest))
}

/// The arrays that accesses speak of, by number.
struct Arrays {
    list: Vec<Array>,
    by_number: BTreeMap<i64, ArrayId>,
    /// Names from `<arrays>`.
    names: BTreeMap<i64, String>,
    taken: BTreeSet<String>,
}

impl Arrays {
    fn new(raw: &Raw, hints: &Hints) -> Arrays {
        let table = raw.extensions.iter().find(|e| e.name == "arrays");
        let table = table.map(|e| words(&e.text)).unwrap_or_default();
        // The number of arrays, then pairs.
        let mut names = BTreeMap::new();
        for pair in table.get(1..).unwrap_or_default().chunks_exact(2) {
            if let Ok(number) = pair[0].parse() {
                names.insert(number, pair[1].to_owned());
            }
        }
        let mut arrays = Arrays {
            list: hints.arrays(),
            by_number: BTreeMap::new(),
            names,
            taken: hints.statement_names(),
        };
        for (i, array) in arrays.list.iter().enumerate() {
            arrays.by_number.insert(i as i64 + 1, ArrayId::new(i));
            arrays.taken.insert(array.name.clone());
        }
        // In the order of their numbers, not of their use.
        let mut used: BTreeMap<i64, usize> = BTreeMap::new();
        for access in raw.statements.iter().flat_map(|s| &s.accesses) {
            if let Some(Ok((number, rest))) = access.matrices.first().map(array_number) {
                used.entry(number).or_insert(rest.shape.outputs);
            }
        }
        for (number, rank) in used {
            if !arrays.by_number.contains_key(&number) {
                arrays.add(number, rank);
            }
        }
        arrays
    }

    fn add(&mut self, number: i64, rank: usize) {
        let source_name = self.names.get(&number).cloned();
        let source_name = source_name.unwrap_or_else(|| format!("A{number}"));
        let identifier = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let name = self.unused_name(source_name.chars().map(identifier).collect());
        self.by_number.insert(number, ArrayId::new(self.list.len()));
        self.list.push(Array {
            source_name,
            ..Array::new(name, rank)
        });
    }

    /// The array with a number.
    fn get(&self, number: i64, rank: usize) -> Result<ArrayId> {
        let Some(&id) = self.by_number.get(&number) else {
            return Err(invalid(format!("array {number} is not known")));
        };
        match self.list.get(id.index()) {
            Some(array) if array.rank() == rank => Ok(id),
            Some(array) => Err(invalid(format!(
                "{rank} subscripts for {}, which has {} elsewhere",
                array.name,
                array.rank()
            ))),
            None => Err(invalid(format!("array {number} is not known"))),
        }
    }

    fn unused_name(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn finish(self) -> Vec<Array> {
        self.list
    }
}

/// The tree behind scatterings: that of the hints if it says the same, otherwise one made of
/// loops and positions, or of a single band if there is no such structure.
fn schedule(dates: Vec<Map>, hints: &Hints) -> Result<ScheduleTree> {
    let map = UnionMap::from_maps(dates.clone())?;
    if let Some(tree) = hints.schedule() {
        let vectors = TwoDPlusOne::from_tree(&tree).and_then(|vectors| vectors.map());
        if let Some(vectors) = if_valid(vectors)?
            && vectors.is_equal(&map)?
        {
            return Ok(tree);
        }
    }
    let vectors = TwoDPlusOne::from_map(&map).and_then(|vectors| vectors.to_tree());
    if let Some(tree) = if_valid(vectors)? {
        return Ok(tree);
    }
    let length = dates.iter().map(|m| m.space().n_out()).max().unwrap_or(0);
    let mut filled = Vec::new();
    for map in dates {
        let n = map.space().n_out();
        let mut map = map.insert_dims(presburger::Dim::Out(n), length - n)?;
        for i in n..length {
            map = map.fix(presburger::Dim::Out(i), 0)?;
        }
        filled.push(map);
    }
    ScheduleTree::from_map(&UnionMap::from_maps(filled)?)
}

/// What there is where the operation applies at all. Other errors, a spent budget above all, say
/// nothing about that.
fn if_valid<T>(result: Result<T>) -> Result<Option<T>> {
    match result {
        Err(Error::Invalid(_)) => Ok(None),
        result => result.map(Some),
    }
}

/// Without scatterings: one statement after the other, each in the order of its iterators.
fn textual_order(statements: &[Statement]) -> Result<ScheduleTree> {
    let mut maps = Vec::new();
    for (i, statement) in statements.iter().enumerate() {
        let instances = statement.domain.space();
        let mut dates = vec![Aff::val_on_domain(instances, &Value::from(i as i64))?];
        for iterator in Aff::vars_on_domain(instances)? {
            dates.extend([iterator, Aff::zero_on_domain(instances)?]);
        }
        let map = Map::from_aff_list(instances, &dates)?;
        maps.push(map.intersect_domain(&statement.domain)?);
    }
    TwoDPlusOne::from_map(&UnionMap::from_maps(maps)?)?.to_tree()
}

fn invalid(message: impl Into<String>) -> Error {
    Error::Invalid(message.into())
}
