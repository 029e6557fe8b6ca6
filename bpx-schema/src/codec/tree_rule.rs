//! Checks the rule that the elements of a list form one tree.

use super::region::element_location;
use super::{Codec, Decoder, ElementStarts};
use crate::report::{Class, Location, Path, Segment, claim_finding};
use crate::schema::{Claim, Field, Relation, RelationKind, memory_size};
use std::ops::Range;

/// The reason why the elements of a list do not form one tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeFault {
    /// The root is a child of the element.
    RootIsChild,
    /// The child with this number is a child of the element, and of another element too.
    TwoParents(usize),
    /// The element has no parent.
    NoParent,
    /// The element contains itself.
    Cycle,
    /// The element nests deeper than this limit of levels.
    TooDeep(u32),
}

/// The mark of an element without a parent.
const NONE: usize = usize::MAX;

/// Returns each element of a list that breaks the rule that the `len` elements form one tree, with the fault. The first
/// element is the root, and `children` returns the range of the children of an element. A range outside of the list
/// breaks another rule; the function then compares only the ranges of other elements.
#[must_use]
pub fn tree_faults(
    len: usize,
    children: impl Fn(usize) -> Range<usize> + Copy,
    max_depth: u32,
) -> Vec<(usize, TreeFault)> {
    let mut faults = Vec::new();
    let mut parents = vec![NONE; len];
    // With more children than elements, some element has two parents, which is reported; continuing could
    // take very long. Memory cannot hold a list that clips the bound.
    let (mut left, mut is_sound) = (len.saturating_mul(2), true);
    for (index, range) in (0..len).map(|index| (index, children(index))).filter(|(_, range)| !range.is_empty()) {
        let Some(slots) = parents.get_mut(range.clone()) else {
            is_sound = false;
            continue;
        };
        let Some(rest) = left.checked_sub(slots.len()) else { return faults };
        left = rest;
        let twice = slots.iter().zip(range).find(|(parent, child)| **parent != NONE || *child == 0);
        match twice.map(|(_, child)| child) {
            None => slots.fill(index),
            Some(0) => faults.push((index, TreeFault::RootIsChild)),
            Some(child) => faults.push((index, TreeFault::TwoParents(child))),
        }
    }
    // A fault of this kind causes others that add no information.
    if is_sound && faults.is_empty() {
        faults.extend(first_unreached(children, &parents, max_depth));
    }
    faults
}

/// Returns the first element that the root does not reach within `max_depth` levels, with the fault.
fn first_unreached(
    children: impl Fn(usize) -> Range<usize>,
    parents: &[usize],
    max_depth: u32,
) -> Option<(usize, TreeFault)> {
    let root = 0..parents.len().min(1);
    let (mut level, mut reached, mut depth) = (vec![root], 0, 0);
    level.retain(|range| !range.is_empty());
    // Each element has at most one parent, so none is counted twice.
    while let Some(first) = level.first() {
        if depth == max_depth {
            return Some((first.start, TreeFault::TooDeep(max_depth)));
        }
        depth += 1;
        reached += level.iter().map(Range::len).sum::<usize>();
        level = level.into_iter().flatten().map(&children).filter(|range| !range.is_empty()).collect();
    }
    if reached == parents.len() {
        return None;
    }
    // Elements that the root does not reach have no parent, or form a cycle.
    let orphan = (1..parents.len()).find(|index| parents.get(*index) == Some(&NONE));
    let cycle = || (1..parents.len()).find(|index| !leads_up(parents, *index));
    let fault = orphan.map(|index| (index, TreeFault::NoParent));
    fault.or_else(|| cycle().map(|index| (index, TreeFault::Cycle)))
}

/// Returns whether the ancestors of an element lead to the root.
fn leads_up(parents: &[usize], element: usize) -> bool {
    let ancestors = std::iter::successors(Some(element), |index| parents.get(*index).copied());
    ancestors.take(parents.len()).any(|ancestor| ancestor == 0)
}

impl Decoder<'_, '_> {
    /// Reports the elements of a list that form no tree, by the relation with this number. `start` is the beginning of
    /// the list, and `starts` has the beginnings of its elements. `of` returns the number of an element's first child,
    /// and the number of its children.
    pub fn check_tree<T: Codec>(
        &mut self,
        (field, relation): (&Field, usize),
        (start, starts, list): (Location, &ElementStarts, &[T]),
        of: impl Fn(&T) -> (i128, i128),
    ) {
        let Some(relation) = field.relations.get(relation) else { return };
        let children = |index: usize| list.get(index).map_or(0..0, |one| tree_range(of(one)));
        for (index, fault) in tree_faults(list.len(), children, self.budget().limits().max_depth) {
            let index = index as u64;
            let place = starts.location(self, index);
            let at = place.unwrap_or_else(|| element_location(T::schema(), start, index, self.is_packed()));
            self.report_tree_fault((field, relation), (index, at), fault);
        }
    }

    /// Reports the fault of an element, at the location of the element.
    pub(crate) fn report_tree_fault(
        &mut self,
        (field, relation): (&Field, &Relation),
        (index, at): (u64, Location),
        fault: TreeFault,
    ) {
        let RelationKind::Tree(rules) = &relation.kind else { return };
        let (claim, class, message): (&Claim, _, _) = match fault {
            TreeFault::RootIsChild => {
                (&relation.claim, Class::Inconsistent, "the root is a child of this element".to_owned())
            }
            TreeFault::Cycle => (&relation.claim, Class::Inconsistent, "the element contains itself".to_owned()),
            TreeFault::TwoParents(child) => {
                (&rules.parents, Class::Duplicate, format!("element {child} is a child of another element too"))
            }
            TreeFault::NoParent => (&rules.orphan, Class::BadReference, "the element has no parent".to_owned()),
            TreeFault::TooDeep(max) => {
                (&rules.depth, Class::TooDeep, format!("expected at most {max} levels of elements, found more"))
            }
        };
        let path = Path::new(vec![Segment::Field(field.name.clone()), Segment::Index(index)]);
        self.report(claim_finding(claim, class, (path, at), message));
    }
}

/// Returns the numbers of the children, from the number of the first child and the number of children. A number that no
/// list has becomes the largest number.
pub(crate) fn tree_range((first, count): (i128, i128)) -> Range<usize> {
    if count <= 0 {
        return 0..0;
    }
    let number = |value: i128| memory_size(value);
    let end = number(first.saturating_add(count));
    // A range that begins at the largest number lies outside of any list, and is not empty.
    number(first).min(usize::MAX - 1)..if first < 0 { usize::MAX } else { end }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// Each element has the number of its first child and that after its last one.
    fn faults<const N: usize>(children: [(usize, usize); N]) -> Vec<(usize, TreeFault)> {
        tree_faults(N, |index| children[index].0..children[index].1, 3)
    }

    #[test]
    fn trees_have_no_faults() {
        assert_eq!(faults([]), []);
        assert_eq!(faults([(0, 0)]), []);
        assert_eq!(faults([(2, 4), (0, 0), (1, 2), (0, 0)]), []);
    }

    #[test]
    fn each_fault_has_an_element() {
        assert_eq!(faults([(1, 2), (0, 1)]), [(1, TreeFault::RootIsChild)]);
        assert_eq!(faults([(1, 3), (2, 3), (0, 0)]), [(1, TreeFault::TwoParents(2))]);
        assert_eq!(faults([(1, 2), (0, 0), (0, 0)]), [(2, TreeFault::NoParent)]);
        assert_eq!(faults([(1, 2), (0, 0), (3, 4), (2, 3)]), [(2, TreeFault::Cycle)]);
        assert_eq!(faults([(1, 2), (2, 3), (0, 0)]), []);
        assert_eq!(faults([(1, 2), (2, 3), (3, 4), (0, 0)]), [(3, TreeFault::TooDeep(3))]);
    }

    #[test]
    fn ranges_outside_of_the_list_are_the_fault_of_another_rule() {
        assert_eq!(faults([(1, 9), (0, 0)]), []);
        assert_eq!(tree_range((-1, 2)), usize::MAX - 1..usize::MAX);
        assert_eq!(tree_range((i128::MAX, i128::MAX)), usize::MAX - 1..usize::MAX);
        assert_eq!((tree_range((7, 0)), tree_range((7, 2))), (0..0, 7..9));
    }
}
