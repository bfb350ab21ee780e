//! Whether new text can declare variables of a type, so that they are read back as what they are.
//!
//! A model calls a type by the words that stand for it in the end: `double` for
//! `typedef double real; real x;`. These are no words of C where a type has no name, and they may
//! mean something else where they are written: names of types and tags have scopes. Of a type that
//! only a compiler knows it cannot be told what it is to copy its values.

use crate::Unit;
use crate::lower::declared;
use crate::parse::{Parser, UNEXPLAINED, is_keyword};
use crate::regions::Region;
use crate::source::tokens_of;
use crate::syntax::{BaseKind, BaseType, Type};
use crate::token::{Token, TokenKind};

impl Unit {
    /// Why text in the place of the region cannot declare variables whose elements have a type that
    /// its model names so; nothing if it can.
    ///
    /// ```
    /// use frontend::{Options, read};
    ///
    /// let text = "enum colour { RED, GREEN };
    /// union word { int whole; char bytes[4]; };
    /// void f(int *a) {
    /// #pragma scop
    ///   a[0] = 1;
    /// #pragma endscop
    /// }";
    /// let unit = read(text, &Options::default())?;
    /// let region = &unit.regions[0];
    /// assert_eq!(unit.undeclarable(region, "unsigned long"), None);
    /// assert_eq!(unit.undeclarable(region, "enum colour"), None);
    /// let why = unit.undeclarable(region, "union word").unwrap();
    /// assert_eq!(why, "it is a union, of which a value may be one part or another");
    /// let why = unit.undeclarable(region, "real").unwrap();
    /// assert_eq!(why, "what `real` is is declared nowhere in sight");
    /// # Ok::<(), frontend::Rejected>(())
    /// ```
    pub fn undeclarable(&self, region: &Region, element: &str) -> Option<String> {
        let unit = &*self.within(region);
        // Only names that nothing declares have elements of such a type.
        if element == UNKNOWN {
            return Some("it is declared nowhere in sight".into());
        }
        if element.contains(UNEXPLAINED) || element.contains('(') {
            return Some("its type has no name that new text could use".into());
        }
        let other = || Some(format!("`{element}` means something else in the region"));
        let declaration = tokens_of(&format!("{element} x")).unwrap_or_default();
        let Some((_, tokens)) = declaration.split_last() else {
            return other();
        };
        let is_hidden = |token: &Token| {
            unit.named.contains_key(&token.text)
                || unit.doubtful.contains(&token.text)
                || tokens.len() == 1 && is_variable(region, token)
        };
        let mut names = tokens.iter().filter(|token| !is_keyword(&token.text));
        if names.any(is_hidden) {
            return other();
        }
        if unit.has_several(tokens) {
            return Some(format!(
                "several types of the program are called `{element}`"
            ));
        }
        let Some(base) = unit.base_of(&declaration) else {
            return other();
        };
        match base.kind {
            _ if *base.name != *element => other(),
            BaseKind::Integer { .. } | BaseKind::Floating | BaseKind::Complex => None,
            BaseKind::Named if unit.declarations.is_enumeration(&base) => None,
            BaseKind::Named if unit.declarations.is_unexplained(&Type::Base(base)) => {
                Some(format!(
                    "only a compiler knows what `{element}` is, which an attribute or an expression has made"
                ))
            }
            BaseKind::Named => Some(format!("what `{element}` is is declared nowhere in sight")),
            BaseKind::Record => Some(match unit.declarations.record(element) {
                Some(record) if record.is_union => {
                    "it is a union, of which a value may be one part or another".into()
                }
                _ => "it is a structure".into(),
            }),
            BaseKind::Void => Some("its type has no values".into()),
        }
    }

    /// The type of the name that a declaration ends with.
    fn base_of(&self, declaration: &[Token]) -> Option<BaseType> {
        let mut parser = Parser::new(declaration);
        for name in self.declarations.typedefs.keys() {
            parser.add_type_name(name.clone());
        }
        let (_, base) = parser.specifiers().ok()?;
        let is_all = parser.position() + 1 == declaration.len();
        match self.declarations.resolve(&Type::Base(base)) {
            Type::Base(base) if is_all => Some(base.clone()),
            _ => None,
        }
    }

    /// Whether several types of the program have the tag that tokens end with: which one is meant
    /// depends on the place.
    fn has_several(&self, tokens: &[Token]) -> bool {
        let [_, tag] = tokens else { return false };
        let defines = |three: &&[Token]| {
            ["struct", "union", "enum"].contains(&&*three[0].text)
                && three[1].text == tag.text
                && (three[2].is_punct("{") || three[2].is_punct(":"))
        };
        !is_keyword(&tag.text) && self.tokens.windows(3).filter(defines).count() > 1
    }
}

/// What a model says of the elements of names that nothing declares.
pub(crate) const UNKNOWN: &str = "unknown";

/// Whether a name is that of a variable where a region begins, or in it.
fn is_variable(region: &Region, name: &Token) -> bool {
    name.kind == TokenKind::Ident
        && (region.symbol(&name.text).is_some()
            || declared(&region.statements).contains(&name.text))
}
