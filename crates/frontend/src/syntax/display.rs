//! Trees as S-expressions.

use std::fmt::{self, Display, Formatter, Result, Write};

use super::*;

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match &self.kind {
            ExprKind::Name(name) => f.write_str(name),
            ExprKind::Int(value) => write!(f, "{value}"),
            ExprKind::Float(text) | ExprKind::Str(text) => f.write_str(text),
            ExprKind::Unary(operator, operand) => write!(f, "({} {operand})", operator.symbol()),
            ExprKind::Binary(operator, left, right) => {
                write!(f, "({} {left} {right})", operator.symbol())
            }
            ExprKind::Assign(operator, left, right) => {
                let symbol = operator.map_or("", BinaryOp::symbol);
                write!(f, "({symbol}= {left} {right})")
            }
            ExprKind::Step { up, prefix, target } => {
                let symbol = if *up { "++" } else { "--" };
                if *prefix {
                    write!(f, "({symbol} {target})")
                } else {
                    write!(f, "({target} {symbol})")
                }
            }
            ExprKind::Conditional(condition, Some(yes), no) => {
                write!(f, "(? {condition} {yes} {no})")
            }
            ExprKind::Conditional(condition, None, no) => write!(f, "(?: {condition} {no})"),
            ExprKind::Call(callee, arguments) => {
                write!(f, "(call {callee}")?;
                list(f, arguments)
            }
            ExprKind::Index(base, index) => write!(f, "([] {base} {index})"),
            ExprKind::Field { base, arrow, name } => {
                write!(f, "({} {base} {name})", if *arrow { "->" } else { "." })
            }
            ExprKind::Cast(ty, operand) => write!(f, "(cast {} {operand})", ty.ty),
            ExprKind::SizeOf(operand) => write!(f, "(sizeof {operand})"),
            ExprKind::SizeOfType(ty) => write!(f, "(sizeof-type {})", ty.ty),
            ExprKind::Comma(left, right) => write!(f, "(, {left} {right})"),
            ExprKind::List(values) => {
                f.write_str("(list")?;
                list(f, values)
            }
            ExprKind::Compound(ty, values) => {
                write!(f, "(compound {}", ty.ty)?;
                list(f, values)
            }
            ExprKind::Alias(alias) => write!(f, "(alias {} {})", alias.name, alias.value),
            ExprKind::Statements(statements) => {
                f.write_str("(statements")?;
                for one in statements {
                    write!(f, " {one}")?;
                }
                f.write_char(')')
            }
            ExprKind::Opaque => f.write_str("(opaque)"),
        }
    }
}

/// Writes `values` after blanks, and the closing parenthesis.
fn list(f: &mut Formatter<'_>, values: &[Expr]) -> Result {
    for value in values {
        write!(f, " {value}")?;
    }
    f.write_char(')')
}

impl Display for Stmt {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        statement(f, self, 0)
    }
}

fn statement(f: &mut Formatter<'_>, stmt: &Stmt, depth: usize) -> Result {
    write!(f, "{:1$}", "", 2 * depth)?;
    let nested = |f: &mut Formatter<'_>, stmt: &Stmt| {
        f.write_char('\n')?;
        statement(f, stmt, depth + 1)
    };
    match &stmt.kind {
        StmtKind::Expr(expr) => return write!(f, "{expr}"),
        StmtKind::Empty => f.write_str("(empty")?,
        StmtKind::Block(statements) => {
            f.write_str("(block")?;
            for stmt in statements {
                nested(f, stmt)?;
            }
        }
        StmtKind::For(head) => {
            match &head.init {
                ForInit::None => f.write_str("(for _")?,
                ForInit::Expr(expr) => write!(f, "(for {expr}")?,
                ForInit::Declaration(declaration) => write!(f, "(for {declaration}")?,
            }
            for clause in [&head.condition, &head.step] {
                match clause {
                    Some(expr) => write!(f, " {expr}")?,
                    None => f.write_str(" _")?,
                }
            }
            nested(f, &head.body)?;
        }
        StmtKind::If(condition, then, otherwise) => {
            write!(f, "(if {condition}")?;
            nested(f, then)?;
            if let Some(otherwise) = otherwise {
                nested(f, otherwise)?;
            }
        }
        StmtKind::While(condition, body) => {
            write!(f, "(while {condition}")?;
            nested(f, body)?;
        }
        StmtKind::DoWhile(body, condition) => {
            write!(f, "(do-while {condition}")?;
            nested(f, body)?;
        }
        StmtKind::Switch(value, body) => {
            write!(f, "(switch {value}")?;
            nested(f, body)?;
        }
        StmtKind::Case(value, body) => {
            write!(f, "(case {value}")?;
            nested(f, body)?;
        }
        StmtKind::Default(body) => {
            f.write_str("(default")?;
            nested(f, body)?;
        }
        StmtKind::Label(name, body) => {
            write!(f, "(label {name}")?;
            nested(f, body)?;
        }
        StmtKind::Goto(name) => write!(f, "(goto {name}")?,
        StmtKind::Break => f.write_str("(break")?,
        StmtKind::Continue => f.write_str("(continue")?,
        StmtKind::Return(None) => f.write_str("(return")?,
        StmtKind::Return(Some(value)) => write!(f, "(return {value}")?,
        StmtKind::Declaration(declaration) => return write!(f, "{declaration}"),
        StmtKind::Pragma(text) => write!(f, "(pragma {:?}", &**text)?,
        StmtKind::Opaque => f.write_str("(opaque")?,
    }
    f.write_char(')')
}

impl Display for Declaration {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str("(declare")?;
        let storage = &self.storage;
        for (set, word) in [
            (storage.is_static, " static"),
            (storage.is_extern, " extern"),
            (storage.is_typedef, " typedef"),
            (storage.is_constexpr, " constexpr"),
        ] {
            if set {
                f.write_str(word)?;
            }
        }
        for declarator in &self.declarators {
            write!(f, " {declarator}")?;
        }
        f.write_char(')')
    }
}

impl Display for Declarator {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = if self.name.is_empty() {
            "_"
        } else {
            &self.name
        };
        write!(f, "({name} {}", self.ty)?;
        if let Some(init) = &self.init {
            write!(f, " {init}")?;
        }
        f.write_char(')')
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Type::Base(base) => write!(f, "{base}"),
            Type::Pointer {
                to,
                restrict,
                is_const,
                is_reference,
            } => {
                f.write_str("(pointer")?;
                words(
                    f,
                    &[
                        (*restrict, "restrict"),
                        (*is_const, "const"),
                        (*is_reference, "reference"),
                    ],
                )?;
                write!(f, " {to})")
            }
            Type::Array {
                element,
                extent,
                restrict,
                at_least,
            } => {
                f.write_str("(array")?;
                words(f, &[(*restrict, "restrict"), (*at_least, "static")])?;
                match extent {
                    Some(extent) => write!(f, " {extent} {element})"),
                    None => write!(f, " _ {element})"),
                }
            }
            Type::Function {
                result,
                parameters,
                variadic,
            } => {
                write!(f, "(function {result}")?;
                for parameter in parameters {
                    write!(f, " {parameter}")?;
                }
                words(f, &[(*variadic, "...")])?;
                f.write_char(')')
            }
        }
    }
}

fn words(f: &mut Formatter<'_>, words: &[(bool, &str)]) -> Result {
    for (set, word) in words {
        if *set {
            write!(f, " {word}")?;
        }
    }
    Ok(())
}

impl fmt::Display for BaseType {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.is_const {
            f.write_str("const-")?;
        }
        if self.is_volatile {
            f.write_str("volatile-")?;
        }
        f.write_str(&self.name.replace(' ', "-"))
    }
}
