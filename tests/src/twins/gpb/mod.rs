//! Generated: the twins of one format.

mod animation;
pub use self::animation::*;
mod bundle;
pub use self::bundle::*;
mod camera;
pub use self::camera::*;
mod font;
pub use self::font::*;
mod light;
pub use self::light::*;
mod mesh;
pub use self::mesh::*;
mod model;
pub use self::model::*;
mod node;
pub use self::node::*;
mod object;
pub use self::object::*;
mod scene;
pub use self::scene::*;
