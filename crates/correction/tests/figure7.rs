//! Figure 7 of Bastoul, *Mapping Deviation* (2016): where the two images of figure 1 may lie for the fused and
//! shifted filters to be legal.

use correction::{Look, Object, Part, unsafe_distances};
use presburger::{Dim, PwAff, Result, Set};
use scop::{Access, Array, ArrayId, ScheduleTree, Scop, Statement};

/// Figure 1.
fn filters() -> Result<Scop> {
    let first = "S1[i, j] : 1 <= i < L - 1 and 1 <= j < W - 1";
    let second = "S2[i, j] : 1 <= i < L - 2 and 2 <= j < W - 1";
    let set = |set: &str| format!("[L, W] -> {{ {set} }}").parse::<Set>();
    let (mut s1, mut s2) = (Statement::new(set(first)?), Statement::new(set(second)?));
    let (img, tmp) = (ArrayId::new(0), ArrayId::new(1));
    let access = |domain: &str, array: &str, (x, y): (i64, i64)| {
        let (tuple, condition) = domain.split_once(" : ").unwrap();
        format!("[L, W] -> {{ {tuple} -> {array}[i + {x}, j + {y}] : {condition} }}").parse()
    };
    for x in -1..=1 {
        for y in -1..=1 {
            s1.accesses
                .push(Access::read(img, access(first, "Img", (x, y))?));
        }
    }
    s1.accesses
        .push(Access::write(tmp, access(first, "Tmp", (0, 0))?));
    for offset in [(-1, 0), (1, -1), (1, 0), (-1, -1)] {
        s2.accesses
            .push(Access::read(tmp, access(second, "Tmp", offset)?));
    }
    s2.accesses
        .push(Access::write(img, access(second, "Img", (0, 0))?));
    let order = format!(
        "[L, W] -> {{ {}; {} }}",
        first.replace(" : ", " -> [0, i, j] : "),
        second.replace(" : ", " -> [1, i, j] : ")
    );
    Ok(Scop {
        name: "filters".into(),
        parameters: vec![scop::Parameter::new("L"), scop::Parameter::new("W")],
        context: "[L, W] -> { : L >= 1 and W >= 1 }".parse()?,
        arrays: vec![image("Img")?, image("Tmp")?],
        schedule: ScheduleTree::from_map(&order.parse()?)?,
        statements: vec![s1, s2],
        span: None,
    })
}

/// An image with rows of `W` elements.
fn image(name: &str) -> Result<Array> {
    let mut image = Array::new(name, 2);
    let width: PwAff = "[L, W] -> { [(W)] }".parse()?;
    image.extents[1] = Some(width);
    Ok(image)
}

/// The distances of the second image from the first in rows, with which the corrected order is legal.
fn safe_rows(scop: &Scop, look: Look) -> Result<Set> {
    let object = |array| Object {
        parts: vec![Part {
            array,
            field: None,
            bytes: 4,
            within: 0..4,
        }],
    };
    let objects = [&object(ArrayId::new(0)), &object(ArrayId::new(1))];
    let options = legality::Options::default();
    let found = unsafe_distances(scop, &corrected()?, &objects, look, &options)?.unwrap();
    let rows = found.possible.subtract(&found.parameters)?;
    let [rest, row] = [&found.distances[0][1], &found.distances[0][0]];
    let rows = rows.fix_param(rest, 0)?;
    let at = rows.space().find_param(rest).unwrap();
    let rows = rows.project_out(Dim::Param(at), 1)?;
    let at = rows.space().find_param(row).unwrap();
    rows.from_params()?
        .move_dims(Dim::Set(0), Dim::Param(at), 1)
}

/// Both filters in the same loops, the second one later by one in both.
fn corrected() -> Result<ScheduleTree> {
    let order = "[L, W] -> { S1[i, j] -> [i, j, 0] : 1 <= i < L - 1 and 1 <= j < W - 1; \
                 S2[i, j] -> [i + 1, j + 1, 1] : 1 <= i < L - 2 and 2 <= j < W - 1 }";
    ScheduleTree::from_map(&order.parse()?)
}

#[test]
fn the_test_of_figure_7_is_sufficient() -> Result<()> {
    let scop = filters()?;
    for look in [Look::Bytes, Look::Elements, Look::Values] {
        let safe = safe_rows(&scop, look)?;
        let paper: Set = "[L, W] -> { [C] : C >= L or C <= -L }".parse()?;
        assert!(
            paper.intersect_params(&scop.context)?.is_subset(&safe)?,
            "{safe}"
        );
        // It is not necessary: S1[i, j] and S2[i + C, j] write the same cell, and change places for C < -1 only.
        let exact = "[L, W] -> { [C] : C >= -1 or C <= 2 - L or W < 4 }";
        let exact = exact.parse::<Set>()?.intersect_params(&scop.context)?;
        assert!(
            safe.intersect_params(&scop.context)?.is_equal(&exact)?,
            "{safe}"
        );
    }
    Ok(())
}

/// The instances of both statements, and their order.
type Instance = (i64, i64, bool);

/// Runs instances on a memory in which the images begin at these rows.
fn run(order: &[Instance], w: i64, (img, tmp): (i64, i64)) -> Vec<u64> {
    let mut memory: Vec<u64> = (0..64 * w as u64).map(|cell| cell * 7919 + 1).collect();
    let at = |base: i64, i: i64, j: i64| ((base + i) * w + j) as usize;
    let mix = |values: &[u64]| {
        let step = |sum: u64, value: &u64| sum.wrapping_mul(0x100_0000_01b3) ^ value.rotate_left(9);
        values.iter().fold(0xcbf2_9ce4_8422_2325, step)
    };
    for &(i, j, is_first) in order {
        if is_first {
            let around = (-1..=1).flat_map(|x| (-1..=1).map(move |y| (x, y)));
            let values: Vec<u64> = around.map(|(x, y)| memory[at(img, i + x, j + y)]).collect();
            memory[at(tmp, i, j)] = mix(&values);
        } else {
            let offsets = [(-1, 0), (1, -1), (1, 0), (-1, -1)];
            let values = offsets.map(|(x, y)| memory[at(tmp, i + x, j + y)]);
            memory[at(img, i, j)] = mix(&values);
        }
    }
    memory
}

#[test]
fn running_agrees_with_the_distances() -> Result<()> {
    let scop = filters()?;
    let safe = safe_rows(&scop, Look::Bytes)?;
    let (mut equal, mut different) = (0, 0);
    for (l, w) in [(5, 5), (6, 5), (8, 6), (6, 3)] {
        let mut order: Vec<Instance> = Vec::new();
        order.extend((1..l - 1).flat_map(|i| (1..w - 1).map(move |j| (i, j, true))));
        order.extend((1..l - 2).flat_map(|i| (2..w - 1).map(move |j| (i, j, false))));
        let mut new = order.clone();
        new.sort_by_key(|&(i, j, is_first)| match is_first {
            true => (i, j, 0),
            false => (i + 1, j + 1, 1),
        });
        for distance in -2 * l..=2 * l {
            let places = (24, 24 + distance);
            let is_same = run(&order, w, places) == run(&new, w, places);
            let point: Set =
                format!("[L, W] -> {{ [{distance}] : L = {l} and W = {w} }}").parse()?;
            assert_eq!(point.is_subset(&safe)?, is_same, "{l} {w} {distance}");
            match is_same {
                true => equal += 1,
                false => different += 1,
            }
        }
    }
    assert!(equal > 20 && different > 5, "{equal} {different}");
    Ok(())
}
