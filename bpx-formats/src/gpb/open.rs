//! A file that was read, whose objects can be found by their ids.

use super::examine::examine_file;
use super::{Animations, Bundle, Camera, Font, Light, Mesh, Node, Object, ObjectKind, Scene};
use crate::source::part;
use bpx_schema::Limits;
use bpx_schema::codec::{Codec, Tree};
use bpx_schema::report::{Class, Error, Mode, Report, Result, Severity, Validator, Verdict};
use bpx_schema::source::ReadAt;
use std::collections::HashMap;

/// A bundle, and the objects to which its references lead.
#[derive(Debug, Clone)]
pub struct Gpb {
    bundle: Bundle,
    slots: Vec<Slot>,
    ids: HashMap<Vec<u8>, usize>,
    end: u64,
}

/// Identifies an object of a bundle that can have a reference, by its numbers in the bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Mesh(usize),
    Scene(usize),
    Animations(usize),
    /// Number of the object, of the tree, and of the node in the tree.
    Node(usize, usize, usize),
    Camera(usize, usize, usize),
    Light(usize, usize, usize),
    Font,
}

/// An object of a bundle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Found<'a> {
    /// A mesh.
    Mesh(&'a Mesh),
    /// A scene.
    Scene(&'a Scene),
    /// The object that contains all animations.
    Animations(&'a Animations),
    /// A node: the tree that contains it, and its number in the tree.
    Node(&'a Tree<Node>, usize),
    /// A camera.
    Camera(&'a Camera),
    /// A light.
    Light(&'a Light),
    /// A font.
    Font(&'a Font),
}

impl Slot {
    pub(super) fn kind(self) -> ObjectKind {
        match self {
            Self::Mesh(_) => ObjectKind::Mesh,
            Self::Scene(_) => ObjectKind::Scene,
            Self::Animations(_) => ObjectKind::Animations,
            Self::Node(..) => ObjectKind::Node,
            Self::Camera(..) => ObjectKind::Camera,
            Self::Light(..) => ObjectKind::Light,
            Self::Font => ObjectKind::Font,
        }
    }
}

/// Returns the trees of an object.
fn object_trees(object: &Object) -> &[Tree<Node>] {
    match object {
        Object::Scene(scene) => &scene.nodes,
        Object::Node(tree) => std::slice::from_ref(tree),
        Object::Animations(_) => &[],
    }
}

/// Returns all objects of a bundle that can have a reference, in the order of the file.
pub(super) fn reference_slots(bundle: &Bundle) -> Vec<Slot> {
    let mut slots: Vec<_> = (0..bundle.meshes.len()).map(Slot::Mesh).collect();
    for (number, object) in bundle.objects.iter().enumerate() {
        match object {
            Object::Scene(_) => slots.push(Slot::Scene(number)),
            Object::Animations(_) => slots.push(Slot::Animations(number)),
            Object::Node(_) => {}
        }
        for (place, tree) in object_trees(object).iter().enumerate() {
            add_tree_slots(tree, (number, place), &mut slots);
        }
    }
    slots.extend(bundle.font.as_ref().map(|_| Slot::Font));
    slots
}

fn add_tree_slots(tree: &Tree<Node>, (object, place): (usize, usize), slots: &mut Vec<Slot>) {
    // Camera and light of a node follow its children.
    let close = |open: &mut Vec<usize>, before: usize, slots: &mut Vec<Slot>| {
        while let Some(at) = open.pop() {
            let Some(slot) = tree.get(at) else { continue };
            if slot.subtree_end() > before {
                open.push(at);
                break;
            }
            slots.extend((slot.value().camera.kind != 0).then_some(Slot::Camera(object, place, at)));
            slots.extend((slot.value().light.kind != 0).then_some(Slot::Light(object, place, at)));
        }
    };
    let mut open = Vec::new();
    for at in 0..tree.nodes().len() {
        close(&mut open, at, slots);
        slots.push(Slot::Node(object, place, at));
        open.push(at);
    }
    close(&mut open, tree.nodes().len(), slots);
}

impl Gpb {
    /// Opens a file that can be decoded, even if the file breaks rules.
    ///
    /// # Errors
    /// The first fault after which the file cannot be decoded.
    pub fn open(file: &[u8], limits: Limits) -> Result<Self> {
        let mut validator = Validator::new(Mode::Lenient);
        let opened = examine_file(file, limits, &mut validator)?;
        let report = validator.finish(Ok(()))?;
        first_error(&report, is_fatal).map_or(Ok(opened), Err)
    }

    /// Opens a file that breaks no rule.
    ///
    /// # Errors
    /// The first fault of [`open`](Self::open), or else the first broken rule that is an error in this mode.
    pub fn open_valid(file: &[u8], mode: Mode, limits: Limits) -> Result<Self> {
        let mut validator = Validator::new(mode);
        let opened = examine_file(file, limits, &mut validator)?;
        let report = validator.finish(Ok(()))?;
        // A rule may be broken before the bytes that cannot be decoded.
        first_error(&report, is_fatal).or_else(|| first_error(&report, |_| true)).map_or(Ok(opened), Err)
    }

    /// Combines a bundle with the offsets where its objects begin, and the offset where it ends.
    pub(super) fn new(bundle: Bundle, offsets: Vec<u64>, end: u64) -> Self {
        let slots = reference_slots(&bundle);
        let places: HashMap<_, _> = slots
            .iter()
            .zip(offsets)
            .enumerate()
            .map(|(index, (slot, at))| ((slot.kind() as u32, at), index))
            .collect();
        let mut ids = HashMap::new();
        for reference in &bundle.references {
            if let Some(slot) = places.get(&(reference.kind, u64::from(reference.offset))) {
                ids.entry(reference.id.clone()).or_insert(*slot);
            }
        }
        Self { bundle, slots, ids, end }
    }

    /// Returns the whole content of the file.
    #[must_use]
    pub fn bundle(&self) -> &Bundle {
        &self.bundle
    }

    /// Returns the offset of the first byte after the last object.
    #[must_use]
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns the object with an id.
    #[must_use]
    pub fn find(&self, id: &[u8]) -> Option<Found<'_>> {
        let slot = self.ids.get(id).and_then(|index| self.slots.get(*index))?;
        let tree = |object: usize, place: usize| object_trees(self.bundle.objects.get(object)?).get(place);
        let node = |object, place, at| tree(object, place)?.get(at).map(bpx_schema::codec::TreeSlot::value);
        Some(match *slot {
            Slot::Mesh(mesh) => Found::Mesh(self.bundle.meshes.get(mesh)?),
            Slot::Scene(object) => match self.bundle.objects.get(object)? {
                Object::Scene(scene) => Found::Scene(scene),
                _ => return None,
            },
            Slot::Animations(object) => match self.bundle.objects.get(object)? {
                Object::Animations(animations) => Found::Animations(animations),
                _ => return None,
            },
            Slot::Node(object, place, at) => Found::Node(tree(object, place)?, at),
            Slot::Camera(object, place, at) => Found::Camera(&node(object, place, at)?.camera),
            Slot::Light(object, place, at) => Found::Light(&node(object, place, at)?.light),
            Slot::Font => Found::Font(self.bundle.font.as_ref()?),
        })
    }

    /// Returns the object that `xref`, a `#` with an id, names.
    #[must_use]
    pub fn resolve(&self, xref: &[u8]) -> Option<Found<'_>> {
        self.find(xref.strip_prefix(b"#")?)
    }

    /// Returns the encoded bytes of the file, without the bytes after the last object.
    ///
    /// # Errors
    /// Returns an error when a count does not fit.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.write_with(Limits::default())
    }

    /// Returns the encoded bytes of the file, within `limits`. A deep file needs the limits that it was opened with.
    ///
    /// # Errors
    /// Returns the errors of [`Self::write`].
    pub fn write_with(&self, limits: Limits) -> Result<Vec<u8>> {
        self.bundle.to_vec_with([], limits)
    }
}

/// Returns whether a file with an error of a class cannot be decoded.
fn is_fatal(class: Class) -> bool {
    class.verdict() >= Verdict::Malformed
}

/// Returns the first error in the file whose class `counts` accepts.
fn first_error(report: &Report, counts: impl Fn(Class) -> bool) -> Option<Error> {
    let faults = report.findings().iter().filter(|one| one.severity == Severity::Error && counts(one.class));
    let fault = faults.min_by_key(|one| one.location.file);
    fault.map(|fault| fault.clone().into())
}

/// Returns a fault of a value that is not in a file yet.
#[cold]
pub(super) fn value_fault(class: Class, message: impl Into<String>) -> Error {
    Error::unlocated_fault(class, message)
}

/// Checks that a file can be read, and returns its bytes unchanged.
///
/// # Errors
/// Returns the errors of [`Gpb::open`], and errors of reading the source.
pub fn rewrite(source: &dyn ReadAt, limits: Limits) -> Result<Vec<u8>> {
    let whole = part(source, 0, source.size(), limits)?;
    Gpb::open(&whole, limits)?;
    Ok(whole.into_owned())
}
