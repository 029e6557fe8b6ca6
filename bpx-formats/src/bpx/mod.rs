//! BPX: a container of sections, in versions 1 and 2.

pub mod container;
pub mod content;
pub mod header;
pub mod layout;
pub mod sd;
pub mod section;
pub mod strings;
pub mod table;

pub use self::container::{Container, verify};
pub use self::content::Content;
pub use self::header::{FileKind, MainHeader};
pub use self::layout::Layout;
pub use self::section::{SectionFlag, SectionHeader, StandardSection};
