//! What is demanded of single dimensions of a schedule.
//!
//! Dimensions are counted from the outermost loop inwards, rows of all bands around a statement together. Statements, iterators and
//! parameters are numbers here; [`Strategy`](crate::Strategy) has their names.

/// How the row of a dimension is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Objective {
    /// Dependences reach as little far as possible, and none runs backwards: such rows can be tiled together (Pluto).
    #[default]
    Distance,
    /// As many dependences as possible are ordered, so that loops inside are parallel (Feautrier).
    Carry,
}

/// Which statements have to get a loop of their own by each row of a band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Independence {
    /// All that have loops left.
    #[default]
    All,
    /// Those that have most loops left. Others can wait: the band may be wider for some of them, and leave loops
    /// for below (isl).
    Needed,
}

/// What is multiplied by a coefficient in the date of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Of {
    /// The iterator with this number.
    Iterator(usize),
    /// The parameter with this number.
    Parameter(usize),
    /// 1: the coefficient is the constant.
    One,
}

/// `Σ factor * coefficient + constant >= 0`, or `= 0`, on the coefficients of dates.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Demanded {
    /// Factor, statement, and which of its coefficients.
    pub terms: Vec<(i64, usize, Of)>,
    /// What does not depend on coefficients.
    pub constant: i64,
    /// Whether the sum is zero, rather than not negative.
    pub equality: bool,
}

/// What is demanded of one dimension; nothing by default.
///
/// ```
/// use optimizer::schedule::{Demanded, Of, Options, Rule};
///
/// // The outermost loop of statement 0 runs over its second iterator.
/// let one = Demanded { terms: vec![(1, 0, Of::Iterator(1))], constant: -1, equality: true };
/// let rule = Rule { demanded: vec![one], ..Rule::default() };
/// let options = Options { rules: vec![rule], ..Options::default() };
/// assert_eq!(options.rules.len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Rule {
    /// How the row is chosen, if not as in all dimensions.
    pub objective: Option<Objective>,
    /// The statements that share this loop, as far as dependences allow it; those in different groups do not, and those in none
    /// have it for themselves.
    pub groups: Option<Vec<Vec<usize>>>,
    /// What holds for the coefficients.
    pub demanded: Vec<Demanded>,
}

impl Rule {
    /// The group of a statement; statements in none have a group of their own.
    pub(super) fn group(&self, statement: usize) -> Option<usize> {
        let groups = self.groups.as_ref()?;
        let found = groups.iter().position(|group| group.contains(&statement));
        Some(found.unwrap_or(groups.len() + statement))
    }
}
