//! Trees printed as lists in parentheses.

use crate::text::syntax::{
    Body, Comparison, Disjunct, Element, ElementKind, Existential, Expr, ExprKind, Formula,
    FormulaKind, Object, Piece, PieceKind, Shape, Sign, Tuple, TupleBody, ValueKind,
};

/// Prints a tree as a list in parentheses.
pub(super) trait Sexp {
    fn sexp(&self) -> String;
}

fn joined<T: Sexp>(nodes: &[T], separator: &str) -> String {
    let texts: Vec<String> = nodes.iter().map(Sexp::sexp).collect();
    texts.join(separator)
}

impl Sexp for Object {
    fn sexp(&self) -> String {
        let params: Vec<String> = self
            .params
            .iter()
            .map(|param| match &param.definition[..] {
                [] => param.name.name.clone(),
                pieces => format!("{}={}", param.name.name, joined(pieces, "; ")),
            })
            .collect();
        let params = match params.is_empty() {
            true => String::new(),
            false => format!("[{}] ", params.join(" ")),
        };
        let body = match &self.body {
            Body::Disjuncts(disjuncts) => format!("{{{}}}", joined(disjuncts, "; ")),
            Body::Tuple {
                tuple,
                domain: None,
            } => format!("(tuple {})", tuple.sexp()),
            Body::Tuple {
                tuple,
                domain: Some(domain),
            } => format!("(tuple {} on {})", tuple.sexp(), domain.sexp()),
            Body::Value(value) => {
                let sign = if value.negative { "-" } else { "" };
                match &value.kind {
                    ValueKind::Infinity => format!("{sign}infty"),
                    ValueKind::NaN => "nan".to_owned(),
                    ValueKind::Rational {
                        numerator,
                        denominator,
                    } => match denominator {
                        None => format!("{sign}{}", numerator.sexp()),
                        Some(denominator) => {
                            format!("{sign}{}/{}", numerator.sexp(), denominator.sexp())
                        }
                    },
                }
            }
        };
        format!("{params}{body}")
    }
}

impl Sexp for Disjunct {
    fn sexp(&self) -> String {
        let rational = if self.rational { "rat " } else { "" };
        let shape = match &self.shape {
            Shape::Params => "params".to_owned(),
            Shape::Set(tuple) => tuple.sexp(),
            Shape::Map(left, right) => format!("{} -> {}", left.sexp(), right.sexp()),
            Shape::Polynomial {
                domain: None,
                value,
            } => format!("poly {}", value.sexp()),
            Shape::Polynomial {
                domain: Some(domain),
                value,
            } => format!("{} -> {}", domain.sexp(), value.sexp()),
        };
        match &self.condition {
            None => format!("{rational}{shape}"),
            Some(condition) => format!("{rational}{shape} : {}", condition.sexp()),
        }
    }
}

impl Sexp for Tuple {
    fn sexp(&self) -> String {
        let name = self.name.as_ref().map_or("", |name| &name.name);
        match &self.body {
            TupleBody::Elements(elements) => format!("{name}[{}]", joined(elements, " ")),
            TupleBody::Wrapped(left, right) => {
                format!("{name}[{} -> {}]", left.sexp(), right.sexp())
            }
        }
    }
}

impl Sexp for Element {
    fn sexp(&self) -> String {
        match &self.kind {
            ElementKind::Any => "*".to_owned(),
            ElementKind::Fresh(name) => name.name.clone(),
            ElementKind::Define(name, pieces) => format!("{}={}", name.name, joined(pieces, "; ")),
            ElementKind::Pieces(pieces) => format!("=({})", joined(pieces, "; ")),
            ElementKind::Function(object) => object.sexp(),
        }
    }
}

impl Sexp for Piece {
    fn sexp(&self) -> String {
        let end = |end: &Option<Expr>| end.as_ref().map_or(String::new(), Sexp::sexp);
        match &self.kind {
            PieceKind::Value {
                value,
                condition: None,
            } => value.sexp(),
            PieceKind::Value {
                value,
                condition: Some(condition),
            } => format!("{} if {}", value.sexp(), condition.sexp()),
            PieceKind::Range { lower, upper } => format!("{}..{}", end(lower), end(upper)),
        }
    }
}

impl Sexp for Formula {
    fn sexp(&self) -> String {
        match &self.kind {
            FormulaKind::True => "true".to_owned(),
            FormulaKind::False => "false".to_owned(),
            FormulaKind::Compare { first, rest } => {
                let mut text = format!("({}", joined(first, ","));
                for (operator, list) in rest {
                    text += &format!(" {} {}", operator.sexp(), joined(list, ","));
                }
                text + ")"
            }
            FormulaKind::Not(inner) => format!("(not {})", inner.sexp()),
            FormulaKind::And(operands) => format!("(and {})", joined(operands, " ")),
            FormulaKind::Or(operands) => format!("(or {})", joined(operands, " ")),
            FormulaKind::Implies(a, b) => format!("(=> {} {})", a.sexp(), b.sexp()),
            FormulaKind::Exists { variables, body } => {
                format!("(exists {} {})", joined(variables, " "), body.sexp())
            }
        }
    }
}

impl Sexp for Existential {
    fn sexp(&self) -> String {
        match &self.definition {
            None => self.name.name.clone(),
            Some(definition) => format!("{}={}", self.name.name, definition.sexp()),
        }
    }
}

impl Sexp for Comparison {
    fn sexp(&self) -> String {
        match self {
            Comparison::Less => "<",
            Comparison::LessEqual => "<=",
            Comparison::Equal => "=",
            Comparison::GreaterEqual => ">=",
            Comparison::Greater => ">",
            Comparison::NotEqual => "!=",
            Comparison::LexLess => "<<",
            Comparison::LexLessEqual => "<<=",
            Comparison::LexGreater => ">>",
            Comparison::LexGreaterEqual => ">>=",
        }
        .to_owned()
    }
}

impl Sexp for Expr {
    fn sexp(&self) -> String {
        let pair = |name: &str, a: &Expr, b: &Expr| format!("({name} {} {})", a.sexp(), b.sexp());
        match &self.kind {
            ExprKind::Integer(digits) => digits.clone(),
            ExprKind::Infinity => "infty".to_owned(),
            ExprKind::NaN => "nan".to_owned(),
            ExprKind::Variable(name) => name.clone(),
            ExprKind::Negate(inner) => format!("-{}", inner.sexp()),
            ExprKind::Sum(terms) => {
                let terms: Vec<String> = terms
                    .iter()
                    .map(|(sign, term)| match sign {
                        Sign::Plus => term.sexp(),
                        Sign::Minus => format!("-{}", term.sexp()),
                    })
                    .collect();
                format!("(+ {})", terms.join(" "))
            }
            ExprKind::Product(factors) => format!("(* {})", joined(factors, " ")),
            ExprKind::Power(base, exponent) => format!("(^ {} {})", base.sexp(), exponent.digits),
            ExprKind::Quotient(a, b) => pair("/", a, b),
            ExprKind::FloorQuotient(a, b) => pair("//", a, b),
            ExprKind::Modulo(a, b) => pair("%", a, b),
            ExprKind::Floor(inner) => format!("(floor {})", inner.sexp()),
            ExprKind::Ceil(inner) => format!("(ceil {})", inner.sexp()),
            ExprKind::Min(arguments) => format!("(min {})", joined(arguments, " ")),
            ExprKind::Max(arguments) => format!("(max {})", joined(arguments, " ")),
            ExprKind::Conditional {
                condition,
                then,
                otherwise,
            } => format!(
                "(if {} {} {})",
                condition.sexp(),
                then.sexp(),
                otherwise.sexp()
            ),
            ExprKind::Piecewise(pieces) => format!("(pieces {})", joined(pieces, "; ")),
        }
    }
}
