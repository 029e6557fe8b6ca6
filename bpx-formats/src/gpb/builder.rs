//! Builds bundles from meshes, scenes, nodes, animations and fonts.

use super::open::value_fault;
use super::seal::seal_references;
use super::{Animations, Bundle, Font, Gpb, IDENTIFIER, Mesh, Node, Object, Scene};
use bpx_schema::codec::TreeBuilder;
use bpx_schema::report::{Class, Mode, Result};
use bpx_schema::{Codec, Limits};

/// Builds a bundle. The builder computes references, offsets and the ids of parents.
///
/// ```
/// use bpx_formats::gpb::{Found, Gpb, GpbBuilder, Node, NodeKind};
///
/// let mut file = GpbBuilder::new(5);
/// file.scene("__SCENE__", [0.1, 0.1, 0.1]);
/// file.open_node("car".into(), Node::new(NodeKind::Node, Node::IDENTITY));
/// file.open_node("wheel".into(), Node::new(NodeKind::Node, Node::IDENTITY));
/// file.close_node();
/// file.close_node();
/// let bytes = file.write()?;
/// let read = Gpb::open(&bytes, Default::default())?;
/// assert!(matches!(read.find(b"wheel"), Some(Found::Node(_, 1))));
/// # Ok::<(), bpx_schema::Error>(())
/// ```
#[derive(Debug)]
pub struct GpbBuilder {
    bundle: Bundle,
    /// Ids of the meshes, in the order of the file.
    mesh_ids: Vec<Option<Vec<u8>>>,
    ids: Vec<Option<Vec<u8>>>,
    tree: TreeBuilder<Node>,
    open: Vec<NodeIds>,
    /// Describes the fault of the last call that came in the wrong order.
    misplaced: Option<&'static str>,
}

/// The ids of a node, and of its camera and light.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeIds {
    /// Id of the node.
    pub node: Vec<u8>,
    /// Id of the node's camera, if the node has a camera.
    pub camera: Option<Vec<u8>>,
    /// Id of the node's light, if the node has a light.
    pub light: Option<Vec<u8>>,
}

impl From<&str> for NodeIds {
    fn from(node: &str) -> Self {
        Self { node: node.as_bytes().to_vec(), camera: None, light: None }
    }
}

impl GpbBuilder {
    /// Creates an empty bundle of version 1.`minor`, where `minor` is from 0 to 5.
    #[must_use]
    pub fn new(minor: u8) -> Self {
        let (references, meshes, objects, font) = (Vec::new(), Vec::new(), Vec::new(), None);
        Self {
            bundle: Bundle { identifier: *IDENTIFIER, major: 1, minor, references, meshes, objects, font },
            mesh_ids: Vec::new(),
            ids: Vec::new(),
            tree: TreeBuilder::default(),
            open: Vec::new(),
            misplaced: None,
        }
    }

    /// Adds a mesh.
    pub fn mesh(&mut self, id: impl AsRef<[u8]>, mesh: Mesh) {
        self.mesh_ids.push(Some(id.as_ref().to_vec()));
        self.bundle.meshes.push(mesh);
    }

    /// Begins a scene, which contains the nodes that follow. Nodes before the first scene are objects at the top of the
    /// bundle.
    pub fn scene(&mut self, id: impl AsRef<[u8]>, ambient_color: [f32; 3]) {
        self.ids.push(Some(id.as_ref().to_vec()));
        self.bundle.objects.push(Object::Scene(Scene { nodes: Vec::new(), active_camera: Vec::new(), ambient_color }));
    }

    /// Sets the node whose camera is the camera of the scene.
    pub fn active_camera(&mut self, node: impl AsRef<[u8]>) {
        match self.bundle.objects.last_mut() {
            Some(Object::Scene(scene)) => scene.active_camera = [b"#", node.as_ref()].concat(),
            _ => self.misplaced = Some("expected a scene before its active camera, found none"),
        }
    }

    /// Begins a node inside of the open node. The id of the open node becomes the parent id.
    pub fn open_node(&mut self, ids: NodeIds, mut node: Node) {
        if self.bundle.minor >= 2 {
            node.parent_id = self.open.last().map_or_else(Vec::new, |parent| parent.node.clone());
        }
        self.ids.push(Some(ids.node.clone()));
        self.tree.open(node);
        self.open.push(ids);
    }

    /// Ends the open node that was begun last.
    pub fn close_node(&mut self) {
        let Some(ids) = self.open.pop() else {
            self.misplaced = Some("expected an open node to close, found none");
            return;
        };
        self.tree.close();
        self.ids.extend(ids.camera.map(Some));
        self.ids.extend(ids.light.map(Some));
        if self.open.is_empty() {
            let tree = std::mem::take(&mut self.tree).finish();
            match self.bundle.objects.last_mut() {
                Some(Object::Scene(scene)) => scene.nodes.push(tree),
                _ => self.bundle.objects.push(Object::Node(tree)),
            }
        }
    }

    /// Adds an object that contains all animations.
    pub fn animations(&mut self, id: impl AsRef<[u8]>, animations: Animations) {
        self.ids.push(Some(id.as_ref().to_vec()));
        self.bundle.objects.push(Object::Animations(animations));
    }

    /// Adds the font of a font bundle, which contains no other objects.
    pub fn font(&mut self, id: impl AsRef<[u8]>, font: Font) {
        self.ids.push(Some(id.as_ref().to_vec()));
        self.bundle.font = Some(font);
    }

    /// Returns the bytes of the file.
    ///
    /// # Errors
    /// The first rule that the file would break; `Inconsistent` when calls came in the wrong order, when nodes are
    /// still open, or when a camera or a light has an id but does not exist, or exists without an id.
    pub fn write(&self) -> Result<Vec<u8>> {
        self.write_with(Limits::default())
    }

    /// Returns the bytes of the file, within `limits` instead of the default limits.
    ///
    /// # Errors
    /// Returns the errors of [`Self::write`].
    pub fn write_with(&self, limits: Limits) -> Result<Vec<u8>> {
        if let Some(misplaced) = self.misplaced {
            return Err(value_fault(Class::Inconsistent, misplaced));
        }
        if !self.open.is_empty() {
            return Err(value_fault(
                Class::Inconsistent,
                format!("expected all nodes to be closed, found {} open nodes", self.open.len()),
            ));
        }
        let mut bundle = self.bundle.clone();
        let ids = [&*self.mesh_ids, &*self.ids].concat();
        if ids.len() != super::open::reference_slots(&bundle).len() {
            return Err(value_fault(
                Class::Inconsistent,
                "expected an id for each camera and light that exists, and no id for a missing camera or light",
            ));
        }
        seal_references(&mut bundle, &ids)?;
        let bytes = bundle.to_vec_with([], limits)?;
        Gpb::open_valid(&bytes, Mode::Lenient, Limits::none())?;
        Ok(bytes)
    }
}
