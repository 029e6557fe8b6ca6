use super::*;
use bpx_model::{Code, Codes, CodesLink, Constraint, Endian, Expr, Field, Length, Link, List, Rule, Text, Type};
use std::sync::Arc;

fn int(size: u8) -> Type {
    Type::Int { size, signed: false, endian: Endian::Little }
}

fn field(name: &'static str, ty: Type) -> Field {
    Field { doc: "What it is.".into(), ..Field::new(name.into(), ty) }
}

fn model(fields: Vec<Field>, size: Option<u64>) -> Model {
    let root = Structure { size, ..Structure::new("Thing".into(), Body::Fields(fields.into())) };
    Model { root: "Thing".into(), structures: [("Thing".to_owned(), root)].into(), codes: Vec::new() }
}

fn constraint(rule: Rule, code: &'static str) -> Constraint {
    Constraint::new(rule, code.into(), Text::default(), Text::default())
}

fn code(name: &'static str, value: u64) -> Code {
    Code { name: name.into(), value, doc: Text::default() }
}

#[test]
fn a_record_with_all_that_a_field_can_say() {
    let codes = Codes {
        name: "Pixel Format".into(),
        doc: "How a pixel is stored.".into(),
        spec: "3.1".into(),
        flags: false,
        codes: vec![code("RGB", 1), code("8 bit", 2)].into(),
    };
    let kind = Field {
        label: "Type".into(),
        spec: "3.1".into(),
        codes: Some(CodesLink::Owned(Arc::new(codes))),
        constraints: vec![Constraint { spec: "3.1".into(), ..constraint(Rule::Known, "thing.type.known") }].into(),
        ..field("type", int(1))
    };
    let rest = Field {
        len: Some(Length::Fixed(3)),
        constraints: vec![constraint(Rule::Zero, "thing.padding")].into(),
        ..field("rest", int(1))
    };
    let big = field("big", Type::Int { size: 4, signed: true, endian: Endian::Big });
    let declarations =
        rust_module((&model(vec![kind, rest, field("offset", int(8)), big], Some(16))).into(), "A test.", |_, _| true);
    assert_eq!(declarations.todo, []);
    let expected = r#"//! A test.
//!
//! Needs bpx-schema 0.1.0.

use bpx_schema::Record;

/// How a pixel is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]
#[repr(u8)]
#[schema(name = "Pixel Format", spec = "3.1")]
pub enum PixelFormat {
    RGB = 1,
    #[schema(name = "8 bit")]
    N8Bit = 2,
}

#[derive(Debug, Clone, PartialEq, Record)]
#[brw(little)]
#[schema(size = 16)]
pub struct Thing {
    /// What it is.
    #[schema(name = "Type", spec = "3.1", codes = PixelFormat, known)]
    pub r#type: u8,
    /// What it is.
    #[schema(reserved, code = "thing.padding")]
    pub rest: [u8; 3],
    /// What it is.
    pub offset: u64,
    /// What it is.
    #[brw(big)]
    pub big: i32,
}
"#;
    assert_eq!(declarations.text, expected.replace("0.1.0", env!("CARGO_PKG_VERSION")));
}

#[test]
fn what_cannot_be_declared_is_left_to_do() {
    let twice = Codes {
        name: "Twice".into(),
        doc: Text::default(),
        spec: Text::default(),
        flags: true,
        codes: vec![code("a", 1), code("b", 1)].into(),
    };
    let flags = Field { codes: Some(CodesLink::Owned(Arc::new(twice))), ..field("flags", int(1)) };
    let elsewhere = field("other", Type::Named { link: Link::Name("Other".into()), args: List::default() });
    let mut model = model(vec![field("nine", int(9)), flags, elsewhere], None);
    let Some(thing) = model.structures.get_mut("Thing") else { panic!() };
    let named = Rule::Assert(Expr::Path(vec!["nothing".into()].into()));
    thing.rules = vec![constraint(Rule::Custom("by_hand".into()), "thing.by-hand"), constraint(named, "own")].into();
    let declarations = rust_module((&model).into(), "A test.", |_, _| true);
    let todo: Vec<_> = declarations.todo.iter().map(|(item, line)| format!("{item}: {line}")).collect();
    let expected = [
        "Twice: `b` = 0x1 collides with `A` = 0x1",
        "Thing: the rule `thing.by-hand` is the function `by_hand`, which the schema does not contain",
        "Thing: `other` has the type `Other`, which the schema does not declare",
        "Thing: `nine` is a number whose size no type of the declaration language has",
    ];
    assert_eq!(todo, expected);
    for (_, line) in &declarations.todo {
        assert!(declarations.text.contains(&format!("\n// TODO: {line}\n")), "{line}");
    }
    assert!(declarations.text.contains("    pub nine: [u8; 9],\n"), "{}", declarations.text);
}

#[test]
fn only_what_is_wanted() {
    let declarations = rust_module((&model(vec![field("a", int(1))], Some(1))).into(), "A test.", |_, _| false);
    assert_eq!(declarations, RustModule { text: "//! A test.\n\n".to_owned(), todo: Vec::new() });
}
