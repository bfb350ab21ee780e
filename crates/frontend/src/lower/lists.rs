//! Variables of the region that are declared with lists of values: `double w[3] = {1, 2, 1};`.
//!
//! Each element gets its value by a statement of its own, `w[0] = 1;`, those without one in the list
//! get zero, as in C.

use scop::{AccessKind, Body};

use super::accesses::{Draft, Guard, Subscript};
use super::quasi::Quasi;
use super::{Lowered, Lowering, Nest, Part};
use crate::constant::fold;
use crate::parse::has_designators;
use crate::syntax::{BaseKind, Declarator, Expr, ExprKind, Type};
use crate::token::Text;

/// The most elements that get their values one by one.
const MAX_ELEMENTS: usize = 64;

/// An element of a variable.
#[derive(Clone)]
struct Element<'a> {
    /// How to write it behind the variable's name.
    text: String,
    /// The way to it: names of fields, nothing for a subscript.
    steps: Vec<Option<&'a Text>>,
    subscripts: Vec<i128>,
    /// Zero if there is none.
    value: Option<&'a Expr>,
}

impl<'a> Lowering<'a> {
    /// The statements that give a variable the values in a list.
    pub(super) fn initial_list(
        &mut self,
        declarator: &'a Declarator,
        init: &'a Expr,
        nest: &Nest,
    ) -> Lowered<Vec<Part>> {
        let mut elements = Vec::new();
        let whole = Element {
            text: String::new(),
            steps: Vec::new(),
            subscripts: Vec::new(),
            value: Some(init),
        };
        let spread = match self.has_designators(init) {
            true => None,
            false => self.spread(&declarator.ty, whole, &mut elements),
        };
        if spread.is_none() {
            let what = "a list of values of this kind";
            return Err(self.unsupported_with(
                init.span,
                what,
                "declare the variable without it and assign its elements",
            ));
        }
        let mut parts = Vec::new();
        for element in elements {
            parts.push(self.initial_element(declarator, element, nest)?);
        }
        self.names.bind_variable(declarator);
        Ok(parts)
    }

    fn initial_element(
        &mut self,
        declarator: &'a Declarator,
        element: Element<'a>,
        nest: &Nest,
    ) -> Lowered<Part> {
        let guard = Guard::of(nest);
        let mut accesses = Vec::new();
        if let Some(value) = element.value {
            self.read(value, &guard, &mut accesses)?;
        }
        let span = element.value.map_or(declarator.span, |value| value.span);
        // The values do not see the variable.
        let mark = self.names.enter();
        self.names.bind_variable(declarator);
        let array = self.array(&declarator.name, &element.steps, declarator.span, false)?;
        if let Some(array) = array {
            // Neighbours in the same unit would be read, which have no value yet.
            if self.arrays[array].location.is_bits {
                return Err(self.unsupported(span, "a list of values of bit-fields"));
            }
            let at = |number: &i128| Subscript::Affine(Quasi::Const(*number));
            let subscripts = element.subscripts.iter().map(at).collect();
            let write = AccessKind::Write;
            self.push(array, subscripts, write, span, &guard, &mut accesses);
        }
        let name = self.new_name(&declarator.name).map(String::from);
        self.names.leave(mark);
        let name = name.unwrap_or_else(|| declarator.name.to_string());
        let place = format!("{name}{}", element.text);
        let body = match element.value {
            Some(value) => self.body_of_initialiser(declarator, Some(place), value, nest)?,
            None => Body {
                text: format!("{place} = 0;"),
                holes: Vec::new(),
            },
        };
        let draft = Draft {
            name: self.statement_name(None),
            label: None,
            iterators: nest.iterators.clone(),
            domain: nest.domain.clone(),
            accesses,
            reduction: None,
            readers: std::mem::take(&mut self.readers),
            body,
            span,
        };
        Ok(self.add(draft))
    }

    /// The numbers that a value of some type is made of; nothing if the list leaves out braces, or
    /// for unions, pointers, and what is too large.
    fn spread(&self, ty: &'a Type, of: Element<'a>, out: &mut Vec<Element<'a>>) -> Option<()> {
        let declarations = &self.unit.declarations;
        let list = match of.value.map(|value| &value.kind) {
            Some(ExprKind::List(values)) => Some(&values[..]),
            Some(_) => None,
            None => Some(&[][..]),
        };
        match declarations.resolve(ty) {
            Type::Array {
                element, extent, ..
            } => {
                let list = list?;
                let length = fold(extent.as_ref()?, declarations, &self.unit.tokens)?;
                let length = usize::try_from(length).ok()?;
                if length > MAX_ELEMENTS || list.len() > length {
                    return None;
                }
                for at in 0..length {
                    let mut one = of.clone();
                    one.text += &format!("[{at}]");
                    one.steps.push(None);
                    one.subscripts.push(i128::try_from(at).ok()?);
                    one.value = list.get(at);
                    self.spread(element, one, out)?;
                }
                Some(())
            }
            Type::Base(base) if base.kind == BaseKind::Record => {
                let record = declarations.record(&base.name)?;
                let list = list?;
                if record.is_union || list.len() > record.fields.len() {
                    return None;
                }
                for (at, field) in record.fields.iter().enumerate() {
                    if field.name.is_empty() {
                        return None;
                    }
                    let mut one = of.clone();
                    one.text += &format!(".{}", field.name);
                    one.steps.push(Some(&field.name));
                    one.value = list.get(at);
                    self.spread(&field.ty, one, out)?;
                }
                Some(())
            }
            Type::Base(base) if !base.is_volatile && out.len() < MAX_ELEMENTS => {
                let value = match list {
                    Some([]) => None,
                    Some([one]) if !matches!(one.kind, ExprKind::List(_)) => Some(one),
                    Some(_) => return None,
                    None => of.value,
                };
                out.push(Element { value, ..of });
                Some(())
            }
            _ => None,
        }
    }

    /// Whether a list says which elements it is about, `{[2] = 1}`: the tree does not have it.
    fn has_designators(&self, list: &Expr) -> bool {
        let tokens = self.unit.tokens.get(list.tokens.range());
        tokens.is_none_or(has_designators)
    }
}
