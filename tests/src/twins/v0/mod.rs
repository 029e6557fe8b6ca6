//! Generated: the twins of one format.

mod content;
pub use self::content::*;
mod header;
pub use self::header::*;
mod layout;
pub use self::layout::*;
mod model;
pub use self::model::*;
mod package;
pub use self::package::*;
mod section;
pub use self::section::*;
mod shader;
pub use self::shader::*;
mod strings;
pub use self::strings::*;
mod texture;
pub use self::texture::*;
mod type_ext;
pub use self::type_ext::*;
