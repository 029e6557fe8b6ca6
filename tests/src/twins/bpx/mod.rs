//! Generated: the twins of one format.

mod container_xz_index;
pub use self::container_xz_index::*;
mod container_xz_stream;
pub use self::container_xz_stream::*;
mod content;
pub use self::content::*;
mod header;
pub use self::header::*;
mod layout;
pub use self::layout::*;
mod package_declare;
pub use self::package_declare::*;
mod sd_node;
pub use self::sd_node::*;
mod section;
pub use self::section::*;
mod strings;
pub use self::strings::*;
mod table_column;
pub use self::table_column::*;
mod table;
pub use self::table::*;
