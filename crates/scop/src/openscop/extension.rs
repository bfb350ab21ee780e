//! The extension `<loopwright>`: what a model has and OpenScop has no place for, as JSON.

use super::write::body_line;
use crate::json;
use crate::{
    Access, AccessId, Array, Certainty, FileId, Hole, Parameter, PartOf, Reduction,
    ReductionOperator, ScheduleTree, Scop, Span, Statement, Storage,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The text of the extension.
pub(super) fn write(scop: &Scop) -> String {
    let parameters = scop.parameters.iter().map(json::parameter);
    let access = |access: &Access| {
        json!({
            "certainty": access.certainty.to_string(),
            "exact": access.exact,
            "span": json::span(access.span),
        })
    };
    let statement = |statement: &Statement| {
        json!({
            "name": statement.name,
            "label": statement.label,
            "span": json::span(statement.span),
            "text": statement.body.text,
            "holes": json::holes(statement),
            "reduction": json::reduction(statement.reduction),
            "accesses": statement.accesses.iter().map(access).collect::<Vec<_>>(),
        })
    };
    let value = json!({
        "name": scop.name,
        "span": json::span(scop.span),
        "parameters": parameters.collect::<Vec<_>>(),
        "arrays": scop.arrays.iter().map(json::array).collect::<Vec<_>>(),
        "statements": scop.statements.iter().map(statement).collect::<Vec<_>>(),
        "schedule": scop.schedule.to_string(),
    });
    // No closing tag may appear inside; in JSON this can only be in a string.
    let text = format!("{value:#}").replace('<', "\\u003c");
    text + "\n"
}

/// What the extension says. It is believed where it fits the rest of the file.
#[derive(Default)]
pub(super) struct Hints {
    value: Value,
}

impl Hints {
    /// Reads the extension. What it says of statements is dropped if their number has changed.
    pub(super) fn read(text: &str, n_statements: usize) -> Result<Hints, String> {
        let mut value: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let n = value["statements"].as_array().map_or(0, Vec::len);
        if n != n_statements
            && let Some(object) = value.as_object_mut()
        {
            object.remove("statements");
            object.remove("schedule");
        }
        let mut names = BTreeSet::new();
        let all = ["arrays", "statements"].map(|key| value[key].as_array());
        let all = all.into_iter().flatten().flatten();
        for name in all.filter_map(|item| item["name"].as_str()) {
            if !names.insert(name) {
                return Err(format!("the name {name} is used twice"));
            }
        }
        Ok(Hints { value })
    }

    pub(super) fn name(&self) -> Option<&str> {
        self.value["name"].as_str()
    }

    pub(super) fn span(&self) -> Option<Span> {
        span(&self.value["span"])
    }

    pub(super) fn parameter(&self, name: &str) -> Parameter {
        let known = self.value["parameters"].as_array();
        let known = known.and_then(|list| list.iter().find(|p| p["name"] == *name));
        let mut parameter = Parameter::new(name);
        if let Some(known) = known {
            if let Some(ctype) = known["type"].as_str() {
                parameter.ctype = ctype.into();
            }
            parameter.span = span(&known["span"]);
            parameter.expression = known["expression"].as_str().map(String::from);
        }
        parameter
    }

    /// The arrays, in the order of their numbers; none unless all are well described.
    pub(super) fn arrays(&self) -> Vec<Array> {
        let list = self.value["arrays"].as_array();
        let arrays = list.and_then(|list| list.iter().map(array).collect::<Option<Vec<Array>>>());
        arrays.unwrap_or_default()
    }

    fn statement(&self, i: usize) -> &Value {
        &self.value["statements"][i]
    }

    pub(super) fn statement_name(&self, i: usize) -> Option<&str> {
        self.statement(i)["name"]
            .as_str()
            .filter(|name| !name.is_empty())
    }

    pub(super) fn statement_names(&self) -> BTreeSet<String> {
        let list = self.value["statements"].as_array().into_iter().flatten();
        list.filter_map(|s| s["name"].as_str().map(String::from))
            .collect()
    }

    /// Adds what is known of access `k` out of `n` of statement `i`.
    pub(super) fn access(&self, i: usize, k: usize, n: usize, mut access: Access) -> Access {
        let known = &self.statement(i)["accesses"];
        if known.as_array().is_none_or(|known| known.len() != n) {
            return access;
        }
        let known = &known[k];
        // Whether a write is certain is in the file itself.
        if !access.is_write() && known["certainty"] == "may" {
            access.certainty = Certainty::May;
        }
        access.exact = known["exact"].as_bool().unwrap_or(true);
        access.span = span(&known["span"]);
        access
    }

    /// Adds what is known of statement `i`, if its text is still the same.
    pub(super) fn finish_statement(&self, i: usize, statement: &mut Statement) {
        let known = self.statement(i);
        statement.label = known["label"].as_str().map(String::from);
        statement.span = span(&known["span"]);
        statement.reduction = reduction(&known["reduction"], statement);
        let Some(text) = known["text"].as_str() else {
            return;
        };
        if body_line(text) == statement.body.text {
            statement.body.text = text.into();
            let holes = known["holes"].as_array().into_iter().flatten();
            let holes: Option<Vec<Hole>> = holes.map(hole).collect();
            statement.body.holes = holes.unwrap_or_default();
        }
    }

    pub(super) fn schedule(&self) -> Option<ScheduleTree> {
        self.value["schedule"].as_str()?.parse().ok()
    }
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

fn span(value: &Value) -> Option<Span> {
    let small = |value: &Value| u32::try_from(value.as_u64()?).ok();
    let file = FileId(small(&value["file"])?);
    let (start, end) = (small(&value["start"])?, small(&value["end"])?);
    Some(Span::new(file, start as usize, end as usize))
}

fn array(value: &Value) -> Option<Array> {
    let extents = value["extents"]
        .as_array()?
        .iter()
        .map(|extent| match extent {
            Value::Null => Some(None),
            extent => Some(Some(extent.as_str()?.parse().ok()?)),
        });
    Some(Array {
        name: value["name"].as_str()?.into(),
        source_name: value["source_name"].as_str()?.into(),
        element: value["element"].as_str()?.into(),
        extents: extents.collect::<Option<_>>()?,
        storage: match value["storage"].as_str()? {
            "argument" => Storage::Argument { restrict: false },
            "restrict argument" => Storage::Argument { restrict: true },
            "local" => Storage::Local,
            "global" => Storage::Global,
            "region" => Storage::Region,
            _ => return None,
        },
        part_of: match &value["part_of"] {
            Value::Null => None,
            part_of => Some(PartOf {
                ctype: part_of["ctype"].as_str()?.into(),
                rank: number(&part_of["rank"])?,
            }),
        },
        span: span(&value["span"]),
        seen_by_calls: value["seen_by_calls"].as_bool().unwrap_or(false),
        unread_later: value["unread_later"].as_bool().unwrap_or(false),
        shared: value["shared"].as_bool().unwrap_or(false),
        behind_pointer: value["behind_pointer"].as_bool().unwrap_or(false),
        heap: value["heap"].as_bool().unwrap_or(false),
    })
}

fn reduction(value: &Value, statement: &Statement) -> Option<Reduction> {
    let operator = value["operator"].as_str()?;
    let operators = ReductionOperator::ALL.into_iter();
    let access = |value: &Value| {
        let id = AccessId::new(number(value)?);
        statement
            .accesses
            .get(id.index())
            .map(|access| (id, access))
    };
    let (read, (write, written)) = (access(&value["read"])?, access(&value["write"])?);
    (read.1.array == written.array).then_some(())?;
    Some(Reduction {
        operator: operators.into_iter().find(|o| o.name() == operator)?,
        read: read.0,
        write,
    })
}

fn hole(value: &Value) -> Option<Hole> {
    Some(Hole {
        range: number(&value["start"])?..number(&value["end"])?,
        value: value["value"].as_str()?.parse().ok()?,
    })
}
