//! Texts and lists that compiled code has as constants.

use std::borrow::Cow;

/// A text that is constant in compiled code and owned in a schema that was read.
pub type Text = Cow<'static, str>;

/// A list that is constant in compiled code and owned in a schema that was read.
pub type List<T> = Cow<'static, [T]>;
