//! GPB, versions 1.0 to 1.5, the format for scenes and fonts of a game framework.
//!
//! | concept | file |
//! |---|---|
//! | [`Bundle`], [`Reference`], [`ObjectKind`] | the file: a table of ids, meshes, objects or a font |
//! | [`Object`], [`Scene`] | objects at the top level |
//! | [`Node`], [`Camera`], [`Light`], [`Model`], [`MeshSkin`] | a tree of nodes with cameras, lights and models |
//! | [`Mesh`], [`MeshPart`] | vertices and indices |
//! | [`Animations`], [`Animation`], [`Channel`] | changes over time |
//! | [`Font`], [`FontSize`], [`Glyph`] | letters as images |
//! | [`Gpb`] | a file that was read: objects by id |
//! | [`GpbBuilder`] | a file that is written: offsets and references are computed |
//! | [`verify`] | every rule |
//!
//! ```no_run
//! use bpx_formats::gpb::{Found, Gpb};
//!
//! # fn main() -> bpx_schema::Result<()> {
//! let file = std::fs::read("scene.gpb")?;
//! let gpb = Gpb::open(&file, Default::default())?;
//! if let Some(Found::Node(tree, at)) = gpb.find(b"box") {
//!     let mesh = tree.get(at).and_then(|slot| gpb.resolve(&slot.value().model.mesh));
//!     println!("{mesh:?}, and {} children", tree.children(at).count());
//! }
//! # Ok(())
//! # }
//! ```

mod animation;
mod builder;
mod bundle;
mod camera;
mod describe;
mod examine;
mod font;
mod format;
pub mod json;
mod light;
mod mesh;
mod model;
mod node;
mod object;
mod open;
pub(crate) mod registry;
mod rules;
mod scene;
mod seal;
mod survey;
mod texts;

pub use self::animation::{Animation, Animations, Channel, TargetAttribute};
pub use self::builder::{GpbBuilder, NodeIds};
pub use self::bundle::{Bundle, IDENTIFIER, Name, ObjectKind, Reference};
pub use self::camera::{Camera, Lens, LensArgs};
pub use self::examine::{verify, watch};
pub use self::font::{Font, FontArgs, FontFormat, FontSize, FontSizeArgs, FontStyle, Glyph, GlyphArgs};
pub use self::format::GpbFormat;
pub use self::json::{from_json, write_json};
pub use self::light::{Lamp, LampArgs, Light};
pub use self::mesh::{Bounds, IndexFormat, Mesh, MeshPart, Primitive, VertexElement, VertexUsage};
pub use self::model::{Look, MeshSkin, Model};
pub use self::node::{Node, NodeArgs, NodeKind};
pub use self::object::{Object, ObjectArgs};
pub use self::open::{Found, Gpb, rewrite};
pub use self::scene::{Scene, SceneArgs};

#[cfg(test)]
mod tests;
