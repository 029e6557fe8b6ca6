//! Reports of runs: a text for terminals, HTML and Markdown for readers, JSON and JUnit for programs.

mod causes;
mod compared;
mod excerpt;
mod html;
mod json;
mod junit;
mod locate;
mod markdown;
mod run;
mod summary;
mod text;

pub use self::causes::{FailureGroup, Pair, RefusedFiles, failure_groups};
pub use self::html::html;
pub use self::json::json;
pub use self::junit::junit;
pub use self::markdown::markdown;
pub use self::run::Report;
pub use self::summary::{Count, Summary};
pub use self::text::text;
