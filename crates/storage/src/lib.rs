//! Programs that keep their values in other places.
//!
//! A [`Change`] says where the values of an array are to be kept: in an array with a cell for each
//! iteration of some loops (expanded), in one with fewer cells (contracted), with its dimensions
//! in another order, with cells for each group of uses that values link (renamed), or beside those
//! of other arrays (interleaved). [`apply`] makes a [`Stored`] program of it: a model with new arrays, the
//! accesses and texts of the statements changed accordingly, and statements that copy values in and
//! out where anybody else can tell.
//!
//! Nothing is proved here. Whether the program computes the same in its new order is for
//! `legality::check_stored` to say, and that the text accesses these cells is seen when it is read
//! back.
//!
//! ```
//! # use frontend::{ModelOptions, Options, read};
//! let text = "double t;
//! void f(int n, double a[n], double b[n]) {
//! #pragma scop
//!   for (int i = 0; i < n; i++) {
//!     t = a[i] * 2;
//!     b[i] = t + 1;
//!   }
//! #pragma endscop
//! }";
//! # let unit = read(text, &Options::default()).unwrap();
//! # let model = unit.model(&unit.regions[0], &ModelOptions::default()).unwrap().scop;
//! let array = model.find_array("t").unwrap();
//! let how = scop::How::Expanded(vec!["i".into()]);
//! let names = storage::Names { is_taken: &|_| false, is_macro: &|_| false, is_counter: &|_| false, undeclarable: &|_| None };
//! let stored = storage::apply(&model, &[scop::Change { array, how }], &names).unwrap();
//! assert_eq!(stored.scop.statements[1].body.text, "b[i] = t_i[0] + 1;");
//! assert_eq!(stored.scop.statements[2].body.text, "t = t_i[0];"); // with i = n - 1 in its hole
//! ```

mod cells;
mod copies;
mod pack;
mod text;
mod wanted;
mod webs;

pub use pack::{Copy, pack};
pub use webs::webs;

use presburger::{Error, Map, MultiPwAff, PwAff, Set, Tuple};
use scop::{
    Access, AccessId, Array, ArrayId, Certain, Change, How, Move, Scop, Span, Statement, StmtId,
    Storage, Stored,
};

/// Why the values of an array cannot be kept elsewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Problem {
    /// What is wrong with the wish, and advice.
    Wrong {
        /// What is wrong.
        message: String,
        /// What to do.
        help: String,
    },
    /// Sets: the budget is spent, or the numbers are too large.
    Sets(Error),
}

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem::Sets(error)
    }
}

/// A problem with advice.
fn wrong(message: impl Into<String>, help: impl Into<String>) -> Problem {
    Problem::Wrong {
        message: message.into(),
        help: help.into(),
    }
}

type Result<T> = std::result::Result<T, Problem>;

/// What is known of the names in a program.
pub struct Names<'a> {
    /// Whether something has a name already, so that nothing new may have it.
    pub is_taken: &'a dyn Fn(&str) -> bool,
    /// Whether a name is that of a macro.
    pub is_macro: &'a dyn Fn(&str) -> bool,
    /// Whether loops of the region count with a variable of that name.
    pub is_counter: &'a dyn Fn(&str) -> bool,
    /// Why no variable can be declared of a type, if that is so.
    pub undeclarable: &'a dyn Fn(&str) -> Option<String>,
}

/// That an array can have another one in its place, as far as its declaration and parameters tell.
fn can_be_replaced(
    scop: &Scop,
    array: &Array,
    names: &Names<'_>,
) -> std::result::Result<(), String> {
    if array.source_name.contains('.') && !array.is_field() {
        return Err("it is a variable of a function that the region calls".into());
    }
    if array.seen_by_calls {
        return Err("functions that the region calls access it by its name".into());
    }
    if let Some(why) = (names.undeclarable)(&array.element) {
        return Err(why);
    }
    // Not every bit pattern is one of its values, and a copy may be of a cell that nobody has written.
    if ["_Bool", "bool"].contains(&array.element.as_str()) {
        return Err("copies of a `_Bool` that nobody has written are not defined".into());
    }
    if (names.is_counter)(&array.source_name) {
        return Err("loops count with it".into());
    }
    if let Some(why) = seen_at_the_end(scop, array) {
        return Err(why);
    }
    is_no_parameter(scop, array)?;
    is_no_table(scop, array)
}

/// That no cell of an array is a parameter of the program: the text would not tell it from others.
fn is_no_parameter(scop: &Scop, array: &Array) -> std::result::Result<(), String> {
    let names_array = |text: &String| {
        let words = frontend::tokens_of(text).unwrap_or_default();
        let mut parts = array.source_name.split('.');
        parts.all(|part| words.iter().any(|word| word.is_word(part)))
    };
    let mut loads = { scop.parameters.iter() }.filter_map(|one| one.expression.as_ref());
    match loads.find(|text| names_array(text)) {
        Some(text) => Err(format!(
            "`{text}` is a parameter, the same all through the region"
        )),
        None => Ok(()),
    }
}

/// Why others may see an array before the region has ended: a call may end the program.
fn seen_at_the_end(scop: &Scop, array: &Array) -> Option<String> {
    let is_written =
        { scop.accesses() }.any(|(.., one)| one.is_write() && scop[one.array].name == array.name);
    if matches!(array.storage, Storage::Region | Storage::Local) || !is_written {
        return None;
    }
    let mut statements = scop.statements.iter();
    let ends = statements.find(|statement| {
        let mut writes = statement.accesses.iter().filter(|one| one.is_write());
        writes.any(|one| scop[one.array].source_name == frontend::OUTSIDE)
    });
    ends.map(|statement| {
        format!(
            "`{}` may end the program before it is copied back",
            statement.name
        )
    })
}

/// What stands for the rest of the program in a region with calls that may do anything, or end it.
fn outside(scop: &Scop) -> Option<ArrayId> {
    let mut arrays = scop.arrays();
    arrays
        .find(|(_, one)| one.source_name == frontend::OUTSIDE)
        .map(|(id, _)| id)
}

/// The accesses of a statement that copies: it has its place among such calls, as every statement has.
fn copy_accesses(scop: &Scop, domain: &Set, read: Access, write: Access) -> Result<Vec<Access>> {
    let mut accesses = vec![read, write];
    if let Some(outside) = outside(scop) {
        let cell = copies::relation(domain, &scop[outside].name, &[])?;
        accesses.push(Access::read(outside, cell));
    }
    Ok(accesses)
}

/// Whether an access is sure to happen where its statement is executed in the model: a call may end the
/// program before.
fn is_sure(scop: &Scop, access: &Access) -> bool {
    access.is_must() && outside(scop).is_none()
}

/// That no subscript is known from the numbers in an array, which the front end would not know in another
/// one: `a[i + dx[k]]` with constants in `dx`.
fn is_no_table(scop: &Scop, array: &Array) -> std::result::Result<(), String> {
    for statement in &scop.statements {
        let spans_of = |name: &str| -> Vec<Span> {
            let own = { statement.accesses.iter() }
                .filter(|one| one.exact && scop[one.array].name == name);
            own.filter_map(|one| one.span).collect()
        };
        let own = spans_of(&array.name);
        for other in scop.arrays.iter().filter(|one| one.name != array.name) {
            let contains = |whole: &Span| {
                own.iter().any(|span| {
                    let (a, b) = (whole.range(), span.range());
                    whole.file == span.file && a != b && a.start <= b.start && b.end <= a.end
                })
            };
            // References in macros may have spans that contain each other: the text has to say it, too.
            if spans_of(&other.name).iter().any(contains)
                && text::is_in_subscript(&statement.body.text, array, other)
            {
                let (name, other) = (&statement.name, &other.source_name);
                return Err(format!("`{name}` has it in a subscript of `{other}`"));
            }
        }
    }
    Ok(())
}

/// Leaves out what a statement reads in the subscripts of references that have moved: these are written
/// anew, from what is known of their values.
fn forget_subscripts(
    old: &Statement,
    new: &mut Statement,
    scop: &Scop,
    moved: &[ArrayId],
) -> Result<()> {
    for (id, array) in scop.arrays() {
        let mut own = old.accesses.iter().filter(|one| one.array == id);
        if moved.contains(&id) || own.clone().next().is_none() {
            continue;
        }
        let [before, after] = [&old.body, &new.body].map(|body| text::mentions(&body.text, array));
        if before == after {
            continue;
        }
        if after > 0 || own.any(Access::is_write) {
            let (name, other) = (&old.name, &array.source_name);
            let message =
                format!("`{name}` uses `{other}` in subscripts that would change, and elsewhere");
            return Err(wrong(
                message,
                "use a variable of its own in the subscripts",
            ));
        }
        for access in new.accesses.iter_mut().filter(|one| one.array == id) {
            access.relation = Map::empty(access.relation.space().clone())?;
        }
    }
    Ok(())
}

/// Whether all of these cells of an array exist, so that they may be copied.
fn exist(array: &Array, cells: &Set) -> Result<bool> {
    if cells.is_empty()? {
        return Ok(true);
    }
    let mut inside = cells.clone();
    for (dim, extent) in array.extents.iter().enumerate() {
        let Some(extent) = extent else {
            return Ok(false);
        };
        inside = inside.lower_bound(presburger::Dim::Set(dim), 0)?;
        let end = MultiPwAff::from_pw_aff(extent)
            .to_pw_multi_aff()?
            .as_set()?;
        let end = cells::on_domain(&end, cells.space())?;
        let own = presburger::Aff::var_on_domain(cells.space(), presburger::Dim::Set(dim))?;
        inside = inside.intersect(&PwAff::from_aff(&own).lt_set(&end)?)?;
    }
    Ok(cells.is_subset(&inside)?)
}

/// Of more pieces no hull is looked for.
const MANY_PIECES: usize = 16;

/// The cells of several pieces that overlap with those between them: what a stencil accesses has as many pieces
/// as it has neighbours, and copying a few more cells is simpler than leaving them out.
fn in_one_piece(cells: &Map) -> Result<Option<Map>> {
    let pieces = cells.basic_maps();
    if !(2..=MANY_PIECES).contains(&pieces.len()) {
        return Ok(None);
    }
    // Those that are connected with the first one.
    let (mut reached, mut left) = (vec![0], (1..pieces.len()).collect::<Vec<_>>());
    while let Some(at) = reached.pop() {
        let mut apart = Vec::new();
        for other in left {
            match pieces[at].intersect(&pieces[other])?.is_empty()? {
                true => apart.push(other),
                false => reached.push(other),
            }
        }
        left = apart;
    }
    match left.is_empty() {
        true => Ok(Some(cells.simple_hull()?.into())),
        false => Ok(None),
    }
}

/// At most this many bytes of an array are on the stack.
const ON_STACK: i64 = 1 << 12;

/// The program with the values of some arrays kept elsewhere. An error comes with the position of the change that it is about.
pub fn apply(
    original: &Scop,
    changes: &[Change],
    names: &Names<'_>,
) -> std::result::Result<Stored, (usize, Problem)> {
    let mut stored = Stored {
        scop: original.clone(),
        moves: Vec::new(),
    };
    for (at, change) in changes.iter().enumerate() {
        if changes[..at].iter().any(|one| one.array == change.array) {
            continue;
        }
        // All changes of one array, which follow one another.
        let own = changes.iter().enumerate().skip(at);
        let (places, own): (Vec<usize>, Vec<&Change>) =
            own.filter(|(_, one)| one.array == change.array).unzip();
        let done = one(original, &own, names, &mut stored);
        done.map_err(|(step, problem)| (places[step], problem))?;
    }
    let around = with_copies(&stored, &original.schedule);
    let last = changes.len().saturating_sub(1);
    stored.scop.schedule = around.map_err(|error| (last, error.into()))?;
    Ok(stored)
}

/// Carries out the changes of one array. An error comes with the number of the change that it is about.
fn one(
    original: &Scop,
    changes: &[&Change],
    names: &Names<'_>,
    stored: &mut Stored,
) -> std::result::Result<(), (usize, Problem)> {
    let Some(&change) = changes.first() else {
        return Ok(());
    };
    let first = |problem: Problem| (0, problem);
    let group = wanted::together(original, change).map_err(first)?;
    let has_moved = |array: ArrayId| stored.moves.iter().any(|one| one.from == array);
    // With the first of them all have moved.
    if has_moved(change.array) {
        return Ok(());
    }
    let is_beside_others = |one: &&Change| matches!(one.how, How::Interleaved(_));
    if changes.len() > 1 && changes.iter().any(is_beside_others) {
        return Err((1, twice(&original[change.array])));
    }
    for &one in &group {
        if has_moved(one) {
            return Err((0, twice(&original[one])));
        }
        can_move(original, one, names).map_err(first)?;
    }
    let found = wanted::wanted(original, changes)?;
    let last = |problem: Problem| (changes.len() - 1, problem);
    moved(original, &group, &found, names, stored).map_err(last)
}

/// Moves arrays to the cells that are wanted.
fn moved(
    original: &Scop,
    group: &[ArrayId],
    wanted: &wanted::Wanted,
    names: &Names<'_>,
    stored: &mut Stored,
) -> Result<()> {
    let is_taken = names.is_taken;
    let array = &original[wanted.array];
    let laid_out = cells::laid_out(original, wanted)?;
    // The model's names for fields are none of C's.
    let is_used = |name: &str| {
        let mut arrays = stored.scop.arrays.iter();
        arrays.any(|one| one.source_name == name) || is_no_array(&stored.scop, name)
    };
    let name = fresh(&wanted.name, |name| is_taken(name) || is_used(name));
    let known_as = fresh(&name, |name| is_known(&stored.scop, name));
    let to = ArrayId::new(stored.scop.arrays.len());
    let extents = cells::only_where_used(original, &laid_out.extents, &used(original, group)?)?;
    let new = cells::array_like(array, &name, &extents, ON_STACK)?;
    stored.scop.arrays.push(Array {
        name: known_as.clone(),
        ..new
    });
    for (id, old) in original.statements() {
        let all = laid_out.of_statement(id);
        let statement = &mut stored.scop.statements[id.index()];
        for (access, subscripts) in &all {
            let relation = cells_of(&old[*access], &known_as, subscripts)?;
            let new = &mut statement.accesses[access.index()];
            new.array = to;
            new.relation = relation;
        }
        for &from in group {
            let own = all.iter().filter(|(access, _)| old[*access].array == from);
            let own: Vec<(AccessId, &[PwAff])> = own.copied().collect();
            // A model that nobody has read from C has no text.
            if !own.is_empty() && !old.body.text.is_empty() {
                let array = &original[from];
                statement.body = text::moved(old, &statement.body, array, &name, &own, names)?;
            }
        }
        let moved = stored.moves.iter().map(|one| one.from);
        let moved: Vec<ArrayId> = moved.chain(group.iter().copied()).collect();
        forget_subscripts(old, statement, original, &moved)?;
    }
    for &from in group {
        let certain = Certain::new(original, from);
        let made = copies::Made {
            original: &certain,
            from,
            to,
        };
        let copy_in = made.copy_in(&mut stored.scop, is_taken)?;
        let copy_out = made.copy_out(&mut stored.scop, is_taken)?;
        stored.moves.push(Move {
            from,
            to,
            copy_in,
            copy_out,
        });
    }
    Ok(())
}

/// The parameters for which something accesses one of these arrays.
fn used(scop: &Scop, arrays: &[ArrayId]) -> Result<Set> {
    let mut used = scop.context.subtract(&scop.context)?;
    for (_, _, access) in scop.accesses() {
        if arrays.contains(&access.array) {
            used = used.union(&access.relation.domain()?.params()?)?;
        }
    }
    Ok(used.intersect(&scop.context)?.coalesce()?)
}

fn twice(array: &Array) -> Problem {
    let name = &array.source_name;
    wrong(
        format!("the storage of `{name}` is changed twice"),
        "say it in one operation",
    )
}

/// The access to the cells with these subscripts, instance by instance.
fn cells_of(old: &Access, name: &str, subscripts: &[PwAff]) -> Result<Map> {
    let domain = old.relation.domain()?;
    let tuple = Tuple::anonymous(subscripts.len()).with_name(Some(name));
    let cells = presburger::MultiPwAff::from_pw_aff_list(&domain, tuple, subscripts)?;
    // Subscripts are there for these instances only, in all the pieces that the access has.
    let cells = match subscripts.is_empty() {
        true => cells.as_map()?.intersect_domain(&domain)?,
        false => cells.as_map()?,
    };
    match cells.n_basic_map() > old.relation.n_basic_map() {
        true => Ok(cells.coalesce()?),
        false => Ok(cells),
    }
}

/// That it is known what happens to an array, and that its cells can be named in the text.
fn can_move(scop: &Scop, array: ArrayId, names: &Names<'_>) -> Result<()> {
    let known = &scop[array];
    let name = &known.source_name;
    let refuse = |why: &str| {
        let message = format!("the values of `{name}` cannot be kept elsewhere: {why}");
        Err(wrong(message, "leave its storage as it is"))
    };
    if let Err(why) = can_be_replaced(scop, known, names) {
        return refuse(&why);
    }
    let mut is_accessed = false;
    for (id, statement) in scop.statements() {
        let own = statement.accesses.iter().filter(|one| one.array == array);
        for (at, access) in own.enumerate() {
            is_accessed = true;
            if !access.exact || !access.relation.is_single_valued()? {
                let statement = &scop[id].name;
                return refuse(&format!(
                    "which of its cells `{statement}` accesses depends on data"
                ));
            }
            let mut earlier = { statement.accesses.iter() }
                .filter(|one| one.array == array)
                .take(at);
            if !access.is_write() && earlier.any(Access::is_write) {
                return refuse(&format!(
                    "`{}` reads what it has written itself",
                    statement.name
                ));
            }
        }
    }
    match is_accessed {
        true => Ok(()),
        false => {
            refuse("the region does not use it, or only together with what may be the same memory")
        }
    }
}

/// A name that nothing has yet.
fn fresh(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let is_free = |name: &String| !is_taken(name) && scop::can_name_variable(name);
    let first = Some(wanted.to_string()).filter(is_free);
    // Words that begin like those of compilers stay such with a number behind them.
    let stem = match scop::can_name_variable(&format!("{wanted}2")) {
        true => wanted.to_string(),
        // Some are no names at all, or not those of every compiler: `é`.
        false => {
            let is_plain = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
            format!("v{}", wanted.chars().filter(is_plain).collect::<String>())
        }
    };
    let mut others = (2..).map(|number| format!("{stem}{number}"));
    first.or_else(|| others.find(is_free)).unwrap_or(stem)
}

/// Whether a model has a name for something already.
fn is_known(scop: &Scop, name: &str) -> bool {
    scop.arrays
        .iter()
        .any(|one| one.name == name || one.source_name == name)
        || is_no_array(scop, name)
}

/// Whether a model has a name for something that is no array.
fn is_no_array(scop: &Scop, name: &str) -> bool {
    scop.statements.iter().any(|one| one.name == name)
        || scop.parameters.iter().any(|one| one.name == name)
        || { scop.statements.iter() }.any(|one| one.iterators.iter().any(|known| known == name))
}

/// An order of the original program with the copies around it.
pub fn with_copies(
    stored: &Stored,
    tree: &scop::ScheduleTree,
) -> presburger::Result<scop::ScheduleTree> {
    copies::around(stored, tree)
}

/// The statement that has a number.
fn statement_id(scop: &Scop) -> StmtId {
    StmtId::new(scop.statements.len())
}
