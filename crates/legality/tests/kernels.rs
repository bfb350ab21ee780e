//! Every kernel of the repository: its own order is legal; run backwards it is what running says.

mod support;

use legality::{Options, Violation, brute, check, first_break};
use scop::schedule::{Kind, Node};
use scop::{ScheduleTree, Scop};
use std::time::Instant;
use support::{all_of, kernel, kernels};

/// The tree with all members of the outermost bands, or of all, backwards.
fn backwards(tree: &ScheduleTree, outermost: bool) -> ScheduleTree {
    fn visit(node: &Node, outermost: bool) -> Node {
        if let Kind::Band(band) = node.kind() {
            let mut band = band.clone();
            for i in 0..band.size() {
                let date = band.schedule.at(i).unwrap().neg().unwrap();
                band.schedule = band.schedule.set_at(i, &date).unwrap();
            }
            let child = node.child().expect("a band has a child");
            let child = match outermost {
                true => child.clone(),
                false => visit(child, outermost),
            };
            return Node::band(band, child);
        }
        let children = node.children().iter();
        let children = children.map(|child| visit(child, outermost)).collect();
        node.with_children(children).expect("the same kind of node")
    }
    ScheduleTree::from_root(visit(tree.root(), outermost)).expect("the same root")
}

#[test]
fn the_own_order_of_a_kernel_is_legal() {
    for kernels::Kernel { name, .. } in kernels::all() {
        let scop = kernel(&name);
        let dependences = all_of(&scop);
        let start = Instant::now();
        let verdict = check(&scop, &dependences, &scop.schedule, &Options::default()).unwrap();
        println!(
            "{name}: {} dependences in {:?}",
            verdict.checked(),
            start.elapsed()
        );
        let sentences: Vec<String> = verdict
            .violations()
            .iter()
            .map(|v| v.sentence(&scop))
            .collect();
        assert!(verdict.is_legal(), "{name}: {sentences:#?}");
        assert_eq!(verdict.checked(), dependences.len());
    }
}

#[test]
fn violations_of_kernels_run_backwards_are_real() {
    let (mut legal, mut illegal) = (0, 0);
    for kernels::Kernel { name, .. } in kernels::all() {
        let scop = kernel(&name);
        let dependences = all_of(&scop);
        for outermost in [true, false] {
            let tree = backwards(&scop.schedule, outermost);
            let start = Instant::now();
            let verdict = check(&scop, &dependences, &tree, &Options::default()).unwrap();
            let time = start.elapsed();
            let found = verdict.violations().first().map(|v| v.sentence(&scop));
            println!(
                "{name}: {} in {time:?}",
                found.as_deref().unwrap_or("legal")
            );
            match verdict.is_legal() {
                true => legal += 1,
                false => illegal += 1,
            }
            for violation in verdict.violations() {
                is_real(&scop, &tree, violation, &name);
            }
        }
    }
    assert!(
        legal > 10 && illegal > 30,
        "{legal} legal, {illegal} illegal"
    );
}

fn is_real(scop: &Scop, tree: &ScheduleTree, violation: &Violation, name: &str) {
    let problem = brute::is_real(scop, tree, violation).unwrap();
    assert_eq!(problem, None, "{name}: {}", violation.sentence(scop));
    let steps = [scop.schedule.clone(), tree.clone()];
    let first = first_break(scop, &steps, violation).unwrap();
    assert_eq!(first, Some(1), "{name}");
}
