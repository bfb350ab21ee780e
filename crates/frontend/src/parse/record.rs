//! Structures, unions and enumerations.

use super::{Enumerator, Parsed, Parser};
use crate::codes;
use crate::syntax::{BaseKind, Declarator, Expr, ExprKind, Purity, Record, Type, UnaryOp};
use crate::token::{Text, TokenKind};

impl Parser<'_> {
    /// `: 3` after a field; whether it is there.
    pub(super) fn bit_width(&mut self) -> Parsed<bool> {
        let has_width = self.eat(":");
        if has_width {
            self.constant()?;
        }
        Ok(has_width)
    }

    /// `struct tag { ... }`, `enum tag { ... }` and their uses.
    pub(super) fn tagged(&mut self) -> Parsed<(BaseKind, Text)> {
        let start = self.position;
        let word = self.bump().map_or("struct", |token| match &*token.text {
            "union" => "union",
            "enum" => "enum",
            _ => "struct",
        });
        self.attributes(&mut Purity::default());
        let tag = match self.peek() {
            Some(token)
                if token.kind == TokenKind::Ident
                    && !super::declaration::is_keyword(&token.text) =>
            {
                self.bump_name();
                token.text.to_string()
            }
            // The token where it stands tells it from all others.
            _ => format!("(unnamed {start})"),
        };
        let name: Text = format!("{word} {tag}").into();
        // Base classes, the type of an enumeration.
        let is_typed = self.at(":") && !(self.at_ahead(1, "int") && self.at_ahead(2, "{"));
        if self.at(":") && !self.at_ahead(1, ":") {
            while self.peek().is_some() && !self.at("{") && !self.at(";") {
                self.bump_name();
            }
        }
        let defined = self.at("{");
        if !defined && self.position == start + 1 {
            return Err(self.unexpected(codes::EXPECTED_TOKEN, "expected a tag or `{`"));
        }
        if word == "enum" {
            if defined {
                let known = self.enumerators.len();
                self.enumerators()?;
                // Its constants are not of type `int`, or may not be.
                let own = &self.enumerators[known..];
                let is_small =
                    |one: &Enumerator| one.base.as_ref().is_none_or(|one| small(one, own));
                if is_typed || self.is_cplusplus && !own.iter().all(is_small) {
                    let unknown = self.node(start, ExprKind::Opaque)?;
                    for one in &mut self.enumerators[known..] {
                        one.base = Some(unknown.clone());
                    }
                }
            }
            // Whether it has a sign, and how wide it is, is up to the compiler.
            return Ok((BaseKind::Named, name));
        }
        if defined {
            let (fields, bit_fields) = self.fields();
            let record = Record {
                name: name.clone(),
                is_union: word == "union",
                fields,
                bit_fields,
                span: self.span_from(start),
            };
            self.records.push(record);
        }
        Ok((BaseKind::Record, name))
    }

    /// The fields, and the names of those with a width.
    fn fields(&mut self) -> (Vec<Declarator>, Vec<Text>) {
        self.bump();
        let mut fields = Vec::new();
        let mut bits = Vec::new();
        while self.peek().is_some() && !self.eat("}") {
            let start = self.position;
            match self.field(&mut fields, &mut bits) {
                Ok(()) => {}
                Err(_) => {
                    self.position = start;
                    self.skip_declaration();
                }
            }
            if self.position == start {
                self.bump();
            }
        }
        (fields, bits)
    }

    fn field(&mut self, fields: &mut Vec<Declarator>, bits: &mut Vec<Text>) -> Parsed<()> {
        if self
            .peek()
            .is_some_and(|token| token.kind == TokenKind::Pragma)
            || self.at(";")
        {
            self.bump();
            return Ok(());
        }
        let records = self.records.len();
        let (mut storage, base) = self.specifiers()?;
        if self.eat(";") {
            // The fields of a nested record without a name are those of the outer one.
            let unnamed = self.records.get(records..).and_then(|new| new.last());
            if let Some(inner) = unnamed.filter(|inner| inner.name == base.name) {
                fields.extend(inner.fields.iter().cloned());
                bits.extend(inner.bit_fields.iter().cloned());
            }
            return Ok(());
        }
        loop {
            let mut declarator = self.declarator(Type::Base(base.clone()), &mut storage.purity)?;
            if self.bit_width()? {
                bits.push(declarator.name.clone());
            }
            self.attributes(&mut storage.purity);
            self.retype(&mut declarator);
            if !declarator.name.is_empty() {
                fields.push(declarator);
            }
            if !self.eat(",") {
                break;
            }
        }
        self.expect(";", "after the field")
    }

    fn enumerators(&mut self) -> Parsed<()> {
        self.bump();
        let mut base = None;
        let mut offset = 0;
        while !self.eat("}") {
            let span = self.here();
            let name = self.name("a name in the enumeration")?;
            self.attributes(&mut Purity::default());
            if self.eat("=") {
                base = Some(self.constant()?);
                offset = 0;
            }
            if self.scoped {
                self.declare_name(&name, false);
                self.declare_variable(&name);
            } else {
                self.constants.insert(name.clone());
            }
            self.enumerators.push(Enumerator {
                name,
                base: base.clone(),
                offset,
                span,
            });
            offset += 1;
            if !self.eat(",") {
                self.expect("}", "or `,` after a constant")?;
                break;
            }
        }
        Ok(())
    }
}

/// Whether the value of a constant is surely an `int`: a small number, or one of the others. In C++ one
/// that is not gives all of an enumeration another type.
fn small(value: &Expr, others: &[Enumerator]) -> bool {
    match &value.kind {
        ExprKind::Int(number) => i32::try_from(*number).is_ok(),
        ExprKind::Unary(UnaryOp::Minus, inner) => small(inner, others),
        ExprKind::Name(name) => others.iter().any(|one| one.name == *name),
        _ => false,
    }
}
