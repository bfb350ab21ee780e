//! Strategies as text, all settings written out.

use super::{Condition, Dimension, Name, Policy, Strategy};
use crate::schedule::{ConcurrentStart, Independence, Objective};
use std::fmt;

fn word(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

fn objective(objective: Objective) -> &'static str {
    match objective {
        Objective::Distance => "distance",
        Objective::Carry => "carry",
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fusion = match self.fusion {
            Policy::Max => "max",
            Policy::Smart => "smart",
            Policy::None => "none",
        };
        let independence = match self.independence {
            Independence::All => "all",
            Independence::Needed => "needed",
        };
        writeln!(f, "fuse {fusion}")?;
        writeln!(f, "objective {}", objective(self.objective))?;
        writeln!(f, "independent {independence}")?;
        writeln!(f, "coefficients <= {}", self.largest)?;
        writeln!(f, "reversal {}", word(self.reversal))?;
        writeln!(f, "temporaries {}", word(self.temporaries))?;
        writeln!(f, "split {}", word(self.split))?;
        writeln!(f, "inputs {}", word(self.inputs))?;
        let diamonds = match self.diamonds {
            ConcurrentStart::No => "no",
            ConcurrentStart::Partial => "partial",
            ConcurrentStart::Full => "full",
        };
        writeln!(f, "diamonds {diamonds}")?;
        for (number, dimension) in self.dimensions.iter().enumerate() {
            if *dimension != Dimension::default() || number + 1 == self.dimensions.len() {
                write!(f, "\ndimension {}\n{dimension}", number + 1)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(own) = self.objective {
            writeln!(f, "  objective {}", objective(own))?;
        }
        if let Some(groups) = &self.groups {
            let group = |group: &Vec<Name>| {
                let names: Vec<&str> = group.iter().map(|name| name.text.as_str()).collect();
                format!(" {{{}}}", names.join(", "))
            };
            let groups: String = groups.iter().map(group).collect();
            writeln!(f, "  fuse{groups}")?;
        }
        for condition in &self.conditions {
            writeln!(f, "  {condition}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut is_first = true;
        let mut sign = |factor: i64| match (std::mem::take(&mut is_first), factor < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        for term in &self.terms {
            f.write_str(sign(term.factor))?;
            if term.factor.unsigned_abs() != 1 {
                write!(f, "{} ", term.factor.unsigned_abs())?;
            }
            write!(f, "{}.{}", term.statement.text, term.of.text)?;
        }
        if self.constant != 0 || self.terms.is_empty() {
            let sign = sign(self.constant);
            write!(f, "{sign}{}", self.constant.unsigned_abs())?;
        }
        f.write_str(if self.equality { " = 0" } else { " >= 0" })
    }
}
