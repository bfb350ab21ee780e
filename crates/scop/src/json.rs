//! The model as JSON, for tools: sets, relations and schedules are texts in isl's notation.

use crate::{Access, Array, Hole, Parameter, Reduction, Scop, Span, Statement, Storage};
use serde_json::{Value, json};

/// A parameter; how C writes it only if that is not its name.
pub(crate) fn parameter(parameter: &Parameter) -> Value {
    let mut value = json!({
        "name": parameter.name,
        "type": parameter.ctype,
        "span": span(parameter.span),
    });
    if let Some(expression) = &parameter.expression {
        value["expression"] = json!(expression);
    }
    value
}

impl Scop {
    /// The model as a JSON object. The keys are those of the Rust types; a place is
    /// `{ "file": 0, "start": 10, "end": 20 }` in bytes, and what is unknown is `null`.
    pub fn to_json(&self) -> Value {
        let parameters = self.parameters.iter().map(parameter);
        let statements = self.statements.iter().map(|s| statement(self, s));
        json!({
            "name": self.name,
            "span": span(self.span),
            "parameters": parameters.collect::<Vec<_>>(),
            "context": self.context.to_string(),
            "arrays": self.arrays.iter().map(array).collect::<Vec<_>>(),
            "statements": statements.collect::<Vec<_>>(),
            "schedule": format!("{:#}", self.schedule),
        })
    }
}

pub(crate) fn span(span: Option<Span>) -> Value {
    match span {
        None => Value::Null,
        Some(span) => json!({ "file": span.file.0, "start": span.start, "end": span.end }),
    }
}

pub(crate) fn array(array: &Array) -> Value {
    let extents = array.extents.iter();
    let extents: Vec<Option<String>> = extents
        .map(|extent| extent.as_ref().map(|extent| extent.to_string()))
        .collect();
    let mut value = json!({
        "name": array.name,
        "source_name": array.source_name,
        "element": array.element,
        "rank": array.rank(),
        "extents": extents,
        "storage": storage(array.storage),
        "span": span(array.span),
    });
    if let (Some(part_of), Some(fields)) = (&array.part_of, value.as_object_mut()) {
        let part_of = json!({ "ctype": part_of.ctype, "rank": part_of.rank });
        fields.insert("part_of".into(), part_of);
    }
    if array.seen_by_calls {
        value["seen_by_calls"] = true.into();
    }
    if array.behind_pointer {
        value["behind_pointer"] = true.into();
    }
    if array.unread_later {
        value["unread_later"] = true.into();
    }
    if array.shared {
        value["shared"] = true.into();
    }
    if array.heap {
        value["heap"] = true.into();
    }
    value
}

fn storage(storage: Storage) -> &'static str {
    match storage {
        Storage::Argument { restrict: false } => "argument",
        Storage::Argument { restrict: true } => "restrict argument",
        Storage::Local => "local",
        Storage::Global => "global",
        Storage::Region => "region",
    }
}

fn statement(scop: &Scop, statement: &Statement) -> Value {
    let accesses = statement.accesses.iter().map(|a| access(scop, a));
    json!({
        "name": statement.name,
        "label": statement.label,
        "iterators": statement.iterators,
        "domain": statement.domain.to_string(),
        "accesses": accesses.collect::<Vec<_>>(),
        "text": statement.body.text,
        "holes": holes(statement),
        "reduction": reduction(statement.reduction),
        "span": span(statement.span),
    })
}

pub(crate) fn holes(statement: &Statement) -> Vec<Value> {
    let hole = |hole: &Hole| {
        json!({
            "start": hole.range.start,
            "end": hole.range.end,
            "value": hole.value.to_string(),
        })
    };
    statement.body.holes.iter().map(hole).collect()
}

fn access(scop: &Scop, access: &Access) -> Value {
    let array = scop.arrays.get(access.array.index());
    json!({
        "array": array.map(|array| &array.name),
        "kind": access.kind.to_string(),
        "certainty": access.certainty.to_string(),
        "relation": access.relation.to_string(),
        "exact": access.exact,
        "span": span(access.span),
    })
}

pub(crate) fn reduction(reduction: Option<Reduction>) -> Value {
    match reduction {
        None => Value::Null,
        Some(reduction) => json!({
            "operator": reduction.operator.name(),
            "read": reduction.read.index(),
            "write": reduction.write.index(),
        }),
    }
}
