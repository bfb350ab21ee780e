//! Loops with OpenMP directives: what each iteration has for itself, and what it must not touch.

use std::collections::{BTreeSet, HashMap};

use frontend::openmp::OpenMp;
use frontend::syntax::{For, Type};
use frontend::token::{Text, Token};

use super::machine::{Cell, Flow, Home, Machine, Manner, Path, Place, Variable, Watch, element};
use super::number::{Kind, Number, Wrong};

/// The first index and the number of elements, if they are known.
type Section = Option<(i128, i128)>;

impl<'a> Machine<'a> {
    /// A loop with a directive.
    pub fn shared(&mut self, head: &'a For, directive: &OpenMp) -> Result<Flow, Wrong> {
        if self.manner == Manner::Ends {
            return self.counted(head);
        }
        if directive.parallel && self.watches.iter().any(|watch| watch.is_vector) {
            return Err("a parallel loop in a vector loop".into());
        }
        self.watches.push(Watch {
            first: self.copies,
            iteration: 0,
            is_header: true,
            is_vector: directive.simd,
            touched: HashMap::new(),
        });
        let counter = self.begin(head)?;
        let mut last = Vec::new();
        while self.goes_on(head)? {
            self.burn()?;
            last = self.scoped(|machine| machine.iteration(head, directive, counter.as_ref()))?;
            self.step(head)?;
        }
        self.watches.pop();
        for (outer, copy) in last {
            let mut cells = self.memory.remove(&copy).unwrap_or_default();
            let begins = matches!(&copy, Home::Inside(number) if self.copied.contains_key(number));
            if !begins && self.cells_of(outer.ty)? != Some(cells.len()) {
                // Nobody knows what it is now.
                self.copies += 1;
                self.stale.insert(outer.cell.home.clone(), self.copies);
                cells.insert(Path::default(), Number::Real(0.5 + self.copies as f64));
                self.memory.remove(&outer.cell.home);
            }
            let known = self.memory.entry(outer.cell.home).or_default();
            known.extend(cells);
        }
        Ok(Flow::Normal)
    }

    /// One iteration of a loop with a directive; the variables whose value is kept if it is the
    /// last one, with their copies.
    fn iteration(
        &mut self,
        head: &'a For,
        directive: &OpenMp,
        counter: Option<&Cell>,
    ) -> Result<Vec<(Place<'a>, Home)>, Wrong> {
        let mut last = Vec::new();
        let names: BTreeSet<&String> = directive
            .private
            .iter()
            .chain(&directive.first_private)
            .chain(&directive.last_private)
            .collect();
        for name in names {
            let outer = self.variable(&Text::from(name.as_str()));
            // The counter of the loop is private in any case.
            if Some(&outer.cell) == counter {
                continue;
            }
            let copy = self.copy(&outer);
            if let Home::Inside(number) = copy
                && directive.first_private.contains(name)
            {
                self.copied.insert(number, outer.cell.home.clone());
            }
            if directive.last_private.contains(name) {
                last.push((outer, copy));
            }
        }
        let mut sums = Vec::new();
        for one in &directive.reductions {
            let outer = self.variable(&Text::from(one.name.as_str()));
            let base = outer.ty.map(element);
            let kind = Kind::of(&self.unit.declarations, base);
            let copy = self.copy(&outer);
            if let Home::Inside(number) = copy {
                let neutral = Number::neutral(&one.operator, kind)?;
                self.neutral.insert(number, neutral);
            }
            let mut sections = Vec::new();
            for (first, length) in &one.sections {
                sections.push(self.number(first).zip(self.number(length)));
            }
            self.within(outer.ty, &sections)?;
            sums.push((outer, copy, &one.operator, sections));
        }
        self.watch(false);
        let flow = self.statement(&head.body)?;
        if let Flow::Break = flow {
            return Err("a loop with a directive is left".into());
        }
        self.watch(true);
        for (outer, copy, operator, sections) in sums {
            let mut cells: Vec<(Path, Number)> = self
                .memory
                .remove(&copy)
                .unwrap_or_default()
                .into_iter()
                .collect();
            cells.sort_by(|a, b| a.0.cmp(&b.0));
            for (path, value) in cells {
                for (subscript, section) in path.1.iter().zip(&sections) {
                    let inside = section.is_none_or(|(first, length)| {
                        (first..first + length).contains(&i128::from(*subscript))
                    });
                    if !inside {
                        return Err("a cell outside of the section of a reduction".into());
                    }
                }
                let cell = Cell {
                    home: outer.cell.home.clone(),
                    path,
                };
                let old = self.held(&outer.name, &cell, outer.ty.map(element));
                self.set(&cell, Number::joined(operator, old, value)?);
            }
        }
        Ok(last)
    }

    fn watch(&mut self, is_header: bool) {
        if let Some(watch) = self.watches.last_mut() {
            watch.is_header = is_header;
            watch.iteration += usize::from(!is_header);
        }
    }

    /// A number or a name in a clause, or one more or less.
    fn number(&self, tokens: &[Token]) -> Option<i128> {
        let single = |token: &Token| {
            let known = self.parameters.get(&*token.text).copied();
            known.or_else(|| token.text.parse().ok())
        };
        match tokens {
            [token] => single(token),
            [a, op, b] if &*op.text == "+" => Some(single(a)? + single(b)?),
            [a, op, b] if &*op.text == "-" => Some(single(a)? - single(b)?),
            _ => None,
        }
    }

    /// That a section of an array is one.
    fn within(&mut self, mut ty: Option<&'a Type>, sections: &[Section]) -> Result<(), Wrong> {
        for section in sections {
            let Some(Type::Array {
                element, extent, ..
            }) = ty
            else {
                return Ok(());
            };
            ty = Some(element);
            let (Some((first, length)), Some(extent)) = (section, extent) else {
                continue;
            };
            let extent = self.value(extent)?.integer();
            if *first < 0 || *length < 0 || first + length > extent {
                return Err("a section that is not in its array".into());
            }
        }
        Ok(())
    }

    /// How many cells a variable has, if that is known.
    fn cells_of(&mut self, mut ty: Option<&'a Type>) -> Result<Option<usize>, Wrong> {
        let mut cells = 1;
        while let Some(Type::Array {
            element, extent, ..
        }) = ty
        {
            let Some(extent) = extent else {
                return Ok(None);
            };
            cells *= self.value(extent)?.integer();
            ty = Some(element);
        }
        Ok(usize::try_from(cells).ok())
    }

    fn copy(&mut self, outer: &Place<'a>) -> Home {
        self.copies += 1;
        let home = Home::Inside(self.copies);
        if let Home::Inside(number) = outer.cell.home
            && let Some(extents) = self.extents.get(&number)
        {
            self.extents.insert(self.copies, extents.clone());
        }
        self.scopes.push(Variable {
            name: outer.name.clone(),
            ty: outer.ty,
            home: home.clone(),
        });
        home
    }
}
