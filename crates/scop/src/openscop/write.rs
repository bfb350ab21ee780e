//! From the model to the text of a file.

use super::constraints::{context_matrices, map_matrices, set_matrices};
use super::relation::{self, Matrix, Row};
use super::{Extension, OpenScop, extension};
use crate::schedule::TwoDPlusOne;
use crate::{Access, AccessKind, Certainty, Scop, Statement};
use presburger::{Map, Name, Result, Set, Space, Value};
use std::fmt::Write;

pub(super) fn write(file: &OpenScop) -> Result<String> {
    let scop = &file.scop;
    let parameters: Vec<Name> = scop
        .parameters
        .iter()
        .map(|p| Name::from(&p.name[..]))
        .collect();
    let mut out = format!("<OpenScop>\n\n# Language\n{}\n\n# Context\n", file.language);
    relation::write(
        &mut out,
        "CONTEXT",
        &context_matrices(&scop.context, &parameters)?,
    );
    out.push_str("# Parameters are provided\n1\n");
    let names = format!("{}\n", parameters.join(" "));
    out.push_str(&block("strings", &names));
    writes(
        &mut out,
        format_args!("\n# Number of statements\n{}\n\n", scop.statements.len()),
    );
    let vectors = TwoDPlusOne::from_tree(&scop.schedule)?;
    for (i, statement) in scop.statements.iter().enumerate() {
        writes(&mut out, format_args!("# {}\n", statement.name));
        let scattering = scattering(statement, &vectors)?;
        let extensions = file.statement_extensions.get(i);
        let extensions = extensions.map_or(&[][..], |list| &list[..]);
        write_statement(&mut out, statement, &scattering, extensions, &parameters)?;
    }
    out.push_str(&scatnames(scop, &vectors));
    out.push_str(&block("arrays", &arrays(scop)));
    for extension in &file.extensions {
        writes(&mut out, format_args!("\n{extension}"));
    }
    out.push('\n');
    out.push_str(&block("loopwright", &extension::write(scop)));
    out.push_str("\n</OpenScop>\n");
    Ok(out)
}

fn writes(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments)
        .expect("writing to a string does not fail");
}

fn block(name: &str, text: &str) -> String {
    let (name, text) = (name.to_owned(), text.to_owned());
    Extension { name, text }.to_string()
}

fn write_statement(
    out: &mut String,
    statement: &Statement,
    scattering: &Map,
    extensions: &[Extension],
    parameters: &[Name],
) -> Result<()> {
    let n = 2 + statement.accesses.len();
    writes(out, format_args!("# Number of relations\n{n}\n\n"));
    relation::write(out, "DOMAIN", &set_matrices(&statement.domain, parameters)?);
    relation::write(out, "SCATTERING", &map_matrices(scattering, parameters)?);
    for access in &statement.accesses {
        relation::write(
            out,
            keyword(access),
            &access_matrices(access, statement, parameters)?,
        );
    }
    let n = 1 + extensions.len();
    writes(
        out,
        format_args!("# Number of extensions of the statement\n{n}\n"),
    );
    let iterators = statement.iterators.join(" ");
    let iterators = match statement.depth() {
        0 => String::new(),
        _ => format!("# Iterators\n{iterators}\n"),
    };
    let (depth, text) = (statement.depth(), body_line(&statement.body.text));
    out.push_str(&block(
        "body",
        &format!("# Number of iterators\n{depth}\n{iterators}# Text\n{text}\n"),
    ));
    for extension in extensions {
        writes(out, format_args!("{extension}"));
    }
    out.push('\n');
    Ok(())
}

/// The text of a statement as it can stand in a `<body>`: on one line, or nothing if it would be
/// misread.
pub(super) fn body_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.starts_with('#') || line.contains("</body>") {
        true => String::new(),
        false => line,
    }
}

fn keyword(access: &Access) -> &'static str {
    match (access.kind, access.certainty) {
        (AccessKind::Read, _) => "READ",
        (AccessKind::Write, Certainty::Must) => "WRITE",
        (AccessKind::Write, Certainty::May) => "MAY_WRITE",
    }
}

/// The dates of a statement; without instances, the date nobody sees.
fn scattering(statement: &Statement, vectors: &TwoDPlusOne) -> Result<Map> {
    let dates = match statement.domain.space().tuple() {
        Some(tuple) => vectors.map_of(tuple)?,
        None => None,
    };
    match dates {
        Some(dates) => on_domain(&dates, statement),
        None => {
            let nowhere = Set::empty(Space::unnamed(1))?;
            Map::from_domain_and_range(&statement.domain, &nowhere)
        }
    }
}

/// A relation that agrees with `relation` on the instances of a statement, and that need not say
/// again which these are: its equations alone, if they are enough.
fn on_domain(relation: &Map, statement: &Statement) -> Result<Map> {
    let domain = &statement.domain;
    let equations = Map::from(relation.affine_hull()?);
    let equations = match equations.intersect_domain(domain)?.is_equal(relation)? {
        true => equations,
        false => relation.clone(),
    };
    equations.gist_domain(domain)
}

/// The matrices of an access, with the number of the array as first output dimension.
fn access_matrices(
    access: &Access,
    statement: &Statement,
    parameters: &[Name],
) -> Result<Vec<Matrix>> {
    let relation = on_domain(&access.relation, statement)?;
    let mut matrices = map_matrices(&relation, parameters)?;
    if matrices.is_empty() {
        // The number of the array must stand somewhere: a matrix without points.
        let space = access.relation.space();
        let shape = relation::Shape {
            outputs: space.n_out(),
            inputs: space.n_in(),
            locals: 0,
            parameters: parameters.len(),
        };
        let mut numbers = vec![Value::zero(); shape.columns() - 2];
        numbers.push(Value::from(-1));
        let never = Row {
            is_equality: false,
            numbers,
        };
        matrices.push(Matrix {
            shape,
            rows: vec![never],
        });
    }
    for matrix in &mut matrices {
        for row in &mut matrix.rows {
            row.numbers.insert(0, Value::zero());
        }
        matrix.shape.outputs += 1;
        let mut numbers = vec![Value::zero(); matrix.shape.columns() - 1];
        if let Some(first) = numbers.first_mut() {
            *first = Value::from(-1);
        }
        if let Some(constant) = numbers.last_mut() {
            *constant = Value::from(access.array.index() as i64 + 1);
        }
        let array = Row {
            is_equality: true,
            numbers,
        };
        matrix.rows.insert(0, array);
    }
    Ok(matrices)
}

fn scatnames(scop: &Scop, vectors: &TwoDPlusOne) -> String {
    let lengths = vectors.vectors.iter().map(|one| 2 * one.dates.len() + 1);
    let length = lengths.max().unwrap_or(1);
    let deepest = scop.statements.iter().max_by_key(|s| s.depth());
    let iterators = deepest.map_or(&[][..], |s| &s.iterators[..]);
    let names = (0..length).map(|i| match (i % 2, iterators.get(i / 2)) {
        (0, _) => format!("b{}", i / 2),
        (_, Some(name)) => name.clone(),
        (_, None) => format!("t{}", i / 2),
    });
    block(
        "scatnames",
        &format!("{}\n", names.collect::<Vec<_>>().join(" ")),
    )
}

fn arrays(scop: &Scop) -> String {
    let mut text = format!(
        "# Number of arrays\n{}\n# Numbers and names\n",
        scop.arrays.len()
    );
    for (i, array) in scop.arrays.iter().enumerate() {
        // A name is one word here.
        let name: String = array.source_name.split_whitespace().collect();
        let name = if name.is_empty() { &array.name } else { &name };
        writes(&mut text, format_args!("{} {name}\n", i + 1));
    }
    text
}
