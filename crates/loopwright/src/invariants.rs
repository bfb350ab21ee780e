//! What holds between the stages: models and trees make sense. Checked after every stage in debug
//! builds, and so in tests; a broken invariant is a mistake in Loopwright and ends the program.

use presburger::{Budget, Effort};
use scop::{ScheduleTree, Scop};

/// That a model makes sense.
pub(crate) fn check_model(scop: &Scop) {
    if !cfg!(debug_assertions) {
        return;
    }
    // What takes too long to look at says nothing.
    if let Ok(problems) = Budget::of(Effort::Model).run(|| scop.verify()) {
        let list: Vec<String> = problems.iter().map(|one| one.to_string()).collect();
        assert!(list.is_empty(), "the model contradicts itself: {list:#?}");
    }
}

/// That the tree that a stage made makes sense.
pub(crate) fn check_tree(tree: &ScheduleTree, stage: &str) {
    if !cfg!(debug_assertions) {
        return;
    }
    if let Ok(problems) = Budget::of(Effort::Model).run(|| tree.verify()) {
        let list: Vec<String> = problems.iter().map(|one| one.to_string()).collect();
        assert!(
            list.is_empty(),
            "the tree of {stage} is broken: {list:#?}\n{tree}"
        );
    }
}
