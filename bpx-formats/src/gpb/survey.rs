//! Collects facts that no single field of a file states: the offsets of objects, their ids, and the texts that name
//! objects.

use super::{
    Animations, Camera, Font, Light, Mesh, MeshSkin, Model, Name, Node as SceneNode, ObjectKind, Reference, Scene,
};
use bpx_schema::codec::Tree;
use bpx_schema::report::{Finding, Path, Relations, Segment};
use bpx_schema::schema::{Structure, Text};
use bpx_schema::value::{Coded, LeafValue};
use bpx_schema::watch::{Leaf, NodeKind, ValueNode, Watch};
use bpx_schema::{Codec, field_name};
use std::collections::HashMap;

/// The values of a reference.
#[derive(Debug, Clone, Default)]
pub(super) struct SeenReference {
    pub(super) id: Vec<u8>,
    pub(super) kind: Option<ObjectKind>,
    pub(super) offset: u32,
    /// Offset of the reference's field `offset` in the file.
    pub(super) offset_at: u64,
}

/// An object that can have a reference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    pub(super) kind: ObjectKind,
    /// Offset in bytes where the object begins in the file.
    pub(super) at: u64,
    pub(super) trail: usize,
}

/// A text that names an object.
#[derive(Debug, Clone)]
pub(super) struct Mention {
    pub(super) text: Vec<u8>,
    pub(super) wanted: WantedObject,
    pub(super) at: u64,
    pub(super) trail: usize,
    pub(super) field: Segment,
}

/// The object that a text must name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WantedObject {
    Mesh,
    Joint,
    /// The node that has the active camera.
    Camera,
    /// The parent node, by its number in the list of objects; `None` at the top.
    Parent(Option<usize>),
}

/// Facts about a file that the rules compare.
pub(super) struct Facts {
    pub(super) references: Vec<SeenReference>,
    /// Types and offsets of the objects, in the order of the file.
    pub(super) places: Vec<Place>,
    pub(super) mentions: Vec<Mention>,
    names: HashMap<(ObjectKind, u64), usize>,
    /// Steps of paths, each with the number of the step before. Steps that no fact needs are removed.
    trail: Vec<(usize, Option<Segment>)>,
}

impl Facts {
    /// Returns the path that ends with a step.
    pub(super) fn path_of(&self, mut trail: usize) -> Path {
        let mut segments = Vec::new();
        while let Some((before, segment)) = self.trail.get(trail).filter(|_| trail > 0) {
            segments.extend(segment.clone());
            trail = *before;
        }
        segments.reverse();
        Path::new(segments)
    }

    /// Returns the reference that leads to an object.
    pub(super) fn name_of(&self, place: &Place) -> Option<&SeenReference> {
        self.names.get(&(place.kind, place.at)).and_then(|index| self.references.get(*index))
    }
}

/// A listener that collects facts, and passes all events on to another listener.
pub(super) struct Survey<'w> {
    pub(super) inner: &'w mut dyn Watch,
    pub(super) facts: Facts,
    /// Whether the id of each object is reported as its first member.
    naming: bool,
    kept: usize,
    open: Vec<OpenNode>,
}

/// A value that is being read.
struct OpenNode {
    structure: Text,
    field: Text,
    trail: usize,
    /// For a node, its number in the list of objects.
    node: Option<usize>,
}

impl<'w> Survey<'w> {
    pub(super) fn new(inner: &'w mut dyn Watch) -> Self {
        let facts = Facts {
            references: Vec::new(),
            places: Vec::new(),
            mentions: Vec::new(),
            names: HashMap::new(),
            trail: vec![(0, None)],
        };
        Self { inner, facts, naming: false, kept: 0, open: Vec::new() }
    }

    /// Makes the survey report the id of each object as its first member.
    pub(super) fn with_names(mut self) -> Self {
        self.naming = true;
        self
    }

    /// Adds an object that begins at the offset `at`.
    fn place_object(&mut self, kind: ObjectKind, at: u64) {
        let place = Place { kind, at, trail: self.current_offset() };
        self.kept = self.kept.max(place.trail);
        self.facts.places.push(place);
        let Some(id) = self.facts.name_of(&place).filter(|_| self.naming).map(|seen| seen.id.clone()) else { return };
        let at = bpx_schema::report::Location { file: at, content: None };
        self.inner.leaf(&Leaf::added_member("id", at, LeafValue::Text(&id)));
    }

    fn current_offset(&self) -> usize {
        self.open.last().map_or(0, |open| open.trail)
    }

    fn note_mention(&mut self, text: &[u8], wanted: WantedObject, leaf: &Leaf<'_>) {
        let trail = self.current_offset();
        self.kept = self.kept.max(trail);
        let (at, field) = (leaf.at.file, leaf.segment.clone());
        self.facts.mentions.push(Mention { text: text.to_vec(), wanted, at, trail, field });
    }

    /// Adds a text that names an object.
    fn note_text(&mut self, text: &[u8], (structure, name): (&str, &str), leaf: &Leaf<'_>) {
        let is_joint = || self.open.iter().nth_back(1).is_some_and(|list| list.field == field_name!(MeshSkin, joints));
        if is_structure::<Model>(structure) && name == field_name!(Model, mesh) && !text.is_empty() {
            self.note_mention(text, WantedObject::Mesh, leaf);
        } else if is_structure::<Scene>(structure) && name == field_name!(Scene, active_camera) && !text.is_empty() {
            self.note_mention(text, WantedObject::Camera, leaf);
        } else if is_structure::<Name>(structure) && is_joint() {
            self.note_mention(text, WantedObject::Joint, leaf);
        } else if is_structure::<Tree<SceneNode>>(structure) && name == field_name!(SceneNode, parent_id) {
            let around = self.open.iter().rev().skip(1).find_map(|open| open.node);
            self.note_mention(text, WantedObject::Parent(around), leaf);
        }
    }

    fn note_reference(&mut self, leaf: &Leaf<'_>) {
        let Segment::Field(name) = &leaf.segment else { return };
        let Some((index, seen)) = self.facts.references.iter_mut().enumerate().next_back() else { return };
        match &leaf.value {
            LeafValue::Text(id) if name == field_name!(Reference, id) => seen.id = id.to_vec(),
            LeafValue::Int(kind) if name == field_name!(Reference, kind) => {
                seen.kind = u64::try_from(*kind).ok().and_then(ObjectKind::from_raw);
            }
            LeafValue::Int(offset) if name == field_name!(Reference, offset) => {
                // It is declared with 32 bits.
                let Ok(offset) = u32::try_from(*offset) else { return };
                (seen.offset, seen.offset_at) = (offset, leaf.at.file);
                if let Some(kind) = seen.kind {
                    self.facts.names.entry((kind, offset.into())).or_insert(index);
                }
            }
            _ => {}
        }
    }
}

type Schema = fn() -> &'static Structure;

/// The structures to which references lead, each with the type that the references state.
const OBJECTS: [(Schema, ObjectKind); 5] = [
    (Scene::schema, ObjectKind::Scene),
    (Tree::<SceneNode>::schema, ObjectKind::Node),
    (Animations::schema, ObjectKind::Animations),
    (Mesh::schema, ObjectKind::Mesh),
    (Font::schema, ObjectKind::Font),
];

/// Returns whether `structure` is the name of the structure `T`.
fn is_structure<T: Codec>(structure: &str) -> bool {
    structure == T::schema().name
}

impl Watch for Survey<'_> {
    fn relations(&mut self) -> Option<(&mut Relations, &Path)> {
        self.inner.relations()
    }

    fn open(&mut self, node: &ValueNode<'_>) {
        self.inner.open(node);
        let (structure, field) = match (node.structure, node.field, self.open.last()) {
            // An element has the type of its array.
            (None, None, Some(array)) => (array.structure.clone(), array.field.clone()),
            (structure, field, _) => (
                structure.map_or(Text::Borrowed(""), |one| one.name.clone()),
                field.map_or(Text::Borrowed(""), |field| field.name.clone()),
            ),
        };
        let trail = self.facts.trail.len();
        self.facts.trail.push((self.current_offset(), node.segment.clone()));
        self.open.push(OpenNode { structure: structure.clone(), field, trail, node: None });
        if node.kind != NodeKind::Structure {
            return;
        }
        if is_structure::<Reference>(&structure) {
            self.facts.references.push(SeenReference::default());
        } else if let Some((_, kind)) = OBJECTS.into_iter().find(|(schema, _)| structure == schema().name) {
            if kind == ObjectKind::Node
                && let Some(open) = self.open.last_mut()
            {
                open.node = Some(self.facts.places.len());
            }
            self.place_object(kind, node.at.file);
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.inner.leaf(leaf);
        let Segment::Field(name) = &leaf.segment else { return };
        let Some(open) = self.open.last() else { return };
        let structure = open.structure.clone();
        match &leaf.value {
            _ if is_structure::<Reference>(&structure) => self.note_reference(leaf),
            LeafValue::Text(text) => self.note_text(text, (&*structure, &**name), leaf),
            LeafValue::Int(0) => {}
            LeafValue::Int(_) if is_structure::<Camera>(&structure) && name == field_name!(Camera, kind) => {
                self.place_object(ObjectKind::Camera, leaf.at.file);
            }
            LeafValue::Int(_) if is_structure::<Light>(&structure) && name == field_name!(Light, kind) => {
                self.place_object(ObjectKind::Light, leaf.at.file);
            }
            _ => {}
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        self.inner.close(node, size);
        if let Some(open) = self.open.pop()
            && open.trail > self.kept
        {
            self.facts.trail.truncate(open.trail);
        }
    }

    fn report(&mut self, finding: Finding) {
        self.inner.report(finding);
    }
}
