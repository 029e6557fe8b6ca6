//! Texts and lists that are constants in compiled code.

use std::borrow::Cow;

/// A text that is constant in compiled code and owned in a schema from a file.
pub type Text = Cow<'static, str>;

/// A list that is constant in compiled code and owned in a schema from a file.
pub type List<T> = Cow<'static, [T]>;
