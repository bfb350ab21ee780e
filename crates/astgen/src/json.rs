//! The tree as JSON, for tools in other languages, and back.
//!
//! The outermost object has the version of the format and the code:
//!
//! ```text
//! { "version": 1, "code": NODE, "type": "int", "parameters": "[n] -> { : n <= 9 }" }
//! NODE  { "for": { "iterator": "c0", "init": EXPR, "cond": EXPR, "step": 1, "body": NODE, ATTRIBUTES } }
//!       { "if": { "cond": EXPR, "then": NODE, "else": NODE } }      "else" only if there is one
//!       { "block": [NODE, …] }
//!       { "mark": "word", "body": NODE }
//!       { "user": "S", "arguments": [EXPR, …] }
//! EXPR  12            a number
//!       "c0"          a parameter or a counter
//!       { "op": "add", "operands": [EXPR, …] }
//! ```
//!
//! The last two of these are written by `loopwright codegen` and need not be there: the type of
//! counters, and the parameters for which everything fits it, if not all. A reader of the tree ignores
//! them. The attributes of a loop are there if they are not the usual: `"member"` (a number), `"name"` and
//! `"label"` (texts), `"coincident"`, `"parallel"`, `"vector"` (true). Operations have the names of
//! [`Op`]'s variants in lower case, with `_` between words. Keys that a reader does not know are an
//! error: they could change what the code does.

use crate::ast::{Expr, For, If, LoopAttributes, Node, Op, User};
use crate::error::{Error, Result};
use serde_json::{Map, Value, json};

/// What is written, and the only version that is read.
const VERSION: u64 = 1;
/// Deeper trees are refused, so that walking them may recurse; readers of JSON stop there, too.
const MAX_DEPTH: usize = 128;

const OPERATIONS: [(Op, &str); 22] = [
    (Op::Neg, "neg"),
    (Op::Add, "add"),
    (Op::Sub, "sub"),
    (Op::Mul, "mul"),
    (Op::FdivQ, "fdiv_q"),
    (Op::PdivQ, "pdiv_q"),
    (Op::Div, "div"),
    (Op::PdivR, "pdiv_r"),
    (Op::ZdivR, "zdiv_r"),
    (Op::Min, "min"),
    (Op::Max, "max"),
    (Op::Cond, "cond"),
    (Op::Select, "select"),
    (Op::And, "and"),
    (Op::Or, "or"),
    (Op::Eq, "eq"),
    (Op::Le, "le"),
    (Op::Lt, "lt"),
    (Op::Ge, "ge"),
    (Op::Gt, "gt"),
    (Op::Call, "call"),
    (Op::Access, "access"),
];

impl Node {
    /// The tree as JSON; the head of `json.rs` describes the format.
    ///
    /// ```
    /// use astgen::ast::Node;
    /// let schedule = "[n] -> { S[i] -> [i] : 0 <= i < n }".parse()?;
    /// let ast = astgen::Generator::new().from_map(&schedule)?;
    /// let json = ast.to_json();
    /// assert_eq!(json["code"]["for"]["body"]["user"], "S");
    /// assert_eq!(Node::from_json(&json)?, ast);
    /// # Ok::<(), astgen::Error>(())
    /// ```
    pub fn to_json(&self) -> Value {
        json!({ "version": VERSION, "code": node(self) })
    }

    /// The tree that JSON describes; an error with the place of what is not as it should be.
    pub fn from_json(value: &Value) -> Result<Node> {
        let reader = Reader { path: "$".into() };
        let fields = reader.object(value, &["version", "code", "type", "parameters"])?;
        match fields.get("version").and_then(Value::as_u64) {
            Some(VERSION) => {}
            _ => return Err(reader.at("version").expected("version 1")),
        }
        let code = reader.field(fields, "code")?;
        reader.at("code").node(code, 0)
    }
}

fn node(from: &Node) -> Value {
    match from {
        Node::Block(nodes) => json!({ "block": nodes.iter().map(node).collect::<Vec<_>>() }),
        Node::Mark(word, body) => json!({ "mark": word, "body": node(body) }),
        Node::User(user) => {
            json!({ "user": user.name, "arguments": exprs(&user.arguments) })
        }
        Node::If(found) => {
            let mut fields = json!({ "cond": expr(&found.cond), "then": node(&found.then) });
            if let Some(otherwise) = &found.otherwise {
                fields["else"] = node(otherwise);
            }
            json!({ "if": fields })
        }
        Node::For(found) => {
            let mut fields = json!({
                "iterator": found.iterator,
                "init": expr(&found.init),
                "cond": expr(&found.cond),
                "step": found.step,
                "body": node(&found.body),
            });
            let attributes = &found.attributes;
            if let Some(member) = attributes.member {
                fields["member"] = json!(member.index());
            }
            for (key, text) in [("name", &attributes.iterator), ("label", &attributes.label)] {
                if let Some(text) = text {
                    fields[key] = json!(text);
                }
            }
            for (key, set) in flags(attributes) {
                if set {
                    fields[key] = json!(true);
                }
            }
            json!({ "for": fields })
        }
    }
}

fn flags(attributes: &LoopAttributes) -> [(&'static str, bool); 3] {
    [
        ("coincident", attributes.coincident),
        ("parallel", attributes.parallel),
        ("vector", attributes.vector),
    ]
}

fn exprs(from: &[Expr]) -> Vec<Value> {
    from.iter().map(expr).collect()
}

fn expr(from: &Expr) -> Value {
    match from {
        Expr::Int(value) => json!(value),
        Expr::Id(name) => json!(name),
        Expr::Op(op, operands) => {
            let name = OPERATIONS.iter().find(|(other, _)| other == op);
            let name = name.map_or("", |(_, name)| name);
            json!({ "op": name, "operands": exprs(operands) })
        }
    }
}

/// Where in the text a value is.
struct Reader {
    path: String,
}

impl Reader {
    fn at(&self, key: &str) -> Reader {
        Reader {
            path: format!("{}.{key}", self.path),
        }
    }

    fn expected(&self, what: &str) -> Error {
        Error::Invalid(format!("expected {what} at `{}`", self.path))
    }

    fn object<'v>(&self, value: &'v Value, keys: &[&str]) -> Result<&'v Map<String, Value>> {
        let fields = value
            .as_object()
            .ok_or_else(|| self.expected("an object"))?;
        match fields.keys().find(|key| !keys.contains(&key.as_str())) {
            None => Ok(fields),
            Some(key) => Err(Error::Invalid(format!(
                "unknown key `{key}` at `{}`",
                self.path
            ))),
        }
    }

    fn field<'v>(&self, fields: &'v Map<String, Value>, key: &str) -> Result<&'v Value> {
        let found = fields.get(key);
        found.ok_or_else(|| self.expected(&format!("a key `{key}`")))
    }

    fn text(&self, fields: &Map<String, Value>, key: &str) -> Result<String> {
        let value = self.field(fields, key)?;
        let text = value.as_str().map(String::from);
        text.ok_or_else(|| self.at(key).expected("a text"))
    }

    fn node(&self, value: &Value, depth: usize) -> Result<Node> {
        if depth > MAX_DEPTH {
            return Err(Error::Invalid("the tree is nested too deeply".into()));
        }
        let inner = |fields: &Map<String, Value>, key: &str| {
            self.at(key).node(self.field(fields, key)?, depth + 1)
        };
        let kind = value.as_object().and_then(|fields| {
            let kinds = ["for", "if", "block", "mark", "user"];
            kinds.into_iter().find(|kind| fields.contains_key(*kind))
        });
        match kind {
            Some("for") => {
                let fields = self.object(value, &["for"])?;
                self.at("for")
                    .loop_of(self.field(fields, "for")?, depth + 1)
            }
            Some("if") => {
                let fields = self.object(value, &["if"])?;
                let here = self.at("if");
                let fields = here.object(self.field(fields, "if")?, &["cond", "then", "else"])?;
                let branch = |key: &str, value: &Value| here.at(key).node(value, depth + 1);
                let cond = here.at("cond").expr(here.field(fields, "cond")?, 0)?;
                let then = branch("then", here.field(fields, "then")?)?;
                let otherwise = fields.get("else").map(|value| branch("else", value));
                let otherwise = otherwise.transpose()?;
                Ok(Node::If(Box::new(If {
                    cond,
                    then,
                    otherwise,
                })))
            }
            Some("block") => {
                let fields = self.object(value, &["block"])?;
                let here = self.at("block");
                let nodes = self.field(fields, "block")?.as_array();
                let nodes = nodes.ok_or_else(|| here.expected("a list"))?;
                let nodes = nodes.iter().enumerate();
                let nodes = nodes.map(|(i, node)| here.at(&i.to_string()).node(node, depth + 1));
                Ok(Node::Block(nodes.collect::<Result<_>>()?))
            }
            Some("mark") => {
                let fields = self.object(value, &["mark", "body"])?;
                let word = self.text(fields, "mark")?;
                Ok(Node::Mark(word, Box::new(inner(fields, "body")?)))
            }
            Some("user") => {
                let fields = self.object(value, &["user", "arguments"])?;
                let here = self.at("arguments");
                let arguments = here.exprs(self.field(fields, "arguments")?, 0)?;
                let name = self.text(fields, "user")?;
                Ok(Node::User(User { name, arguments }))
            }
            _ => Err(self.expected("one of `for`, `if`, `block`, `mark`, `user`")),
        }
    }

    fn loop_of(&self, value: &Value, depth: usize) -> Result<Node> {
        let required = ["iterator", "init", "cond", "step", "body"];
        let optional = [
            "member",
            "name",
            "label",
            "coincident",
            "parallel",
            "vector",
        ];
        let keys: Vec<&str> = required.into_iter().chain(optional).collect();
        let fields = self.object(value, &keys)?;
        let step = self.field(fields, "step")?.as_i64();
        let step = step.filter(|step| *step > 0);
        let maybe = |key: &str| match fields.get(key) {
            None => Ok(None),
            Some(_) => self.text(fields, key).map(Some),
        };
        let flag = |key: &str| match fields.get(key) {
            None => Ok(false),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| self.at(key).expected("true or false")),
        };
        let member = match fields.get("member") {
            None => None,
            Some(number) => {
                let number = number.as_u64().and_then(|n| u32::try_from(n).ok());
                let number = number.ok_or_else(|| self.at("member").expected("a number"))?;
                Some(scop::MemberId(number))
            }
        };
        Ok(Node::For(Box::new(For {
            iterator: self.text(fields, "iterator")?,
            init: self.at("init").expr(self.field(fields, "init")?, 0)?,
            cond: self.at("cond").expr(self.field(fields, "cond")?, 0)?,
            step: step.ok_or_else(|| self.at("step").expected("a positive number"))?,
            body: self.at("body").node(self.field(fields, "body")?, depth)?,
            attributes: LoopAttributes {
                member,
                iterator: maybe("name")?,
                label: maybe("label")?,
                coincident: flag("coincident")?,
                parallel: flag("parallel")?,
                vector: flag("vector")?,
            },
        })))
    }

    fn exprs(&self, value: &Value, depth: usize) -> Result<Vec<Expr>> {
        let list = value.as_array().ok_or_else(|| self.expected("a list"))?;
        let list = list.iter().enumerate();
        list.map(|(i, expr)| self.at(&i.to_string()).expr(expr, depth))
            .collect()
    }

    fn expr(&self, value: &Value, depth: usize) -> Result<Expr> {
        if depth > MAX_DEPTH {
            return Err(Error::Invalid("an expression is nested too deeply".into()));
        }
        if let Some(name) = value.as_str() {
            return Ok(Expr::Id(name.into()));
        }
        if value.is_number() {
            let number = value.as_i64();
            return number
                .map(Expr::Int)
                .ok_or_else(|| self.expected("a number of 64 bits"));
        }
        let fields = self.object(value, &["op", "operands"])?;
        let name = self.text(fields, "op")?;
        let op = OPERATIONS.iter().find(|(_, other)| *other == name);
        let (op, _) = op.ok_or_else(|| self.at("op").expected("the name of an operation"))?;
        let here = self.at("operands");
        let operands = here.exprs(self.field(fields, "operands")?, depth + 1)?;
        let fits = match op {
            Op::Neg => operands.len() == 1,
            Op::Cond | Op::Select => operands.len() == 3,
            Op::Min | Op::Max | Op::Call | Op::Access => !operands.is_empty(),
            _ => operands.len() == 2,
        };
        match fits {
            true => Ok(Expr::Op(*op, operands)),
            false => Err(here.expected(&format!("the operands of `{name}`"))),
        }
    }
}
