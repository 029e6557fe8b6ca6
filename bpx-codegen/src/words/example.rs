//! Declarations that show the words of the attributes in use. Each one is compiled and run as a test of the page.

/// A declaration and code that uses it, as the body of a function.
#[derive(Debug)]
#[non_exhaustive]
pub struct Example {
    /// The name by which words refer to the example.
    pub name: &'static str,
    /// The title of the example on the page.
    pub title: &'static str,
    /// Rust.
    pub code: &'static str,
}

macro_rules! example {
    ($name:literal, $title:literal) => {
        Example { name: $name, title: $title, code: include_str!(concat!("examples/", $name, ".rs")) }
    };
}

/// All examples, in the order of the page.
pub const EXAMPLES: &[Example] = &[
    example!("record", "A record"),
    example!("rules", "Rules and codes"),
    example!("texts", "Texts"),
    example!("bits", "Bits"),
    example!("list", "A list and a condition"),
    example!("ends", "Lists with an end"),
    example!("cases", "Cases"),
    example!("tree", "A tree"),
    example!("orders", "Byte order and width from the file"),
    example!("padding", "Padding"),
    example!("sum", "A computed count and a checksum"),
    example!("relations", "References"),
    example!("tree_of_elements", "A tree of elements"),
    example!("regions", "Regions"),
    example!("runtime", "Another path of the runtime"),
];
