//! Reports of runs: HTML and Markdown for readers, JSON and JUnit for programs.

mod escape;
mod excerpt;
mod html;
mod json;
mod junit;
mod locate;
mod markdown;
mod run;
mod summary;

pub use self::html::html;
pub use self::json::json;
pub use self::junit::junit;
pub use self::markdown::markdown;
pub use self::run::Report;
pub use self::summary::{Count, Summary};
