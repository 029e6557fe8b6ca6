//! A small schema with each kind of part, and functions that change it.

use bpx_schema::schema::{
    Algorithm, Binary, BitField, Body, Case, Code, Codes, CodesLink, Constraint, Endian, Expr, Field, FieldChecksum,
    Length, Link, Model, Placement, Region, RegionChecksum, RegionStep, Rule, Structure, Text, Type, VarintForm,
};

pub fn algorithm(name: &'static str) -> Algorithm {
    Algorithm::from_name(name)
}

pub fn int(size: u8) -> Type {
    Type::Int { size, signed: false, endian: Endian::Little }
}

pub fn named(name: &'static str, args: Vec<Expr>) -> Type {
    Type::Named { link: Link::Name(name.into()), args: args.into() }
}

pub fn field(name: &'static str, ty: Type) -> Field {
    Field::new(name.into(), ty)
}

pub fn path(text: &str) -> Expr {
    Expr::Path(text.split('.').map(|part| Text::Owned(part.to_owned())).collect())
}

pub fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, vec![a, b].into())
}

pub fn equals(name: &str, value: i64) -> Expr {
    binary(Binary::Eq, path(name), Expr::Int(value))
}

pub fn has(name: &str, flag: i64) -> Expr {
    binary(Binary::Ne, binary(Binary::And, path(name), Expr::Int(flag)), Expr::Int(0))
}

pub fn rule(code: &'static str, rule: Rule) -> Constraint {
    Constraint::new(rule, code.into(), "".into(), "".into())
}

pub fn code(name: &'static str, value: u64) -> Code {
    Code { name: name.into(), value, doc: "".into() }
}

fn codes_of(name: &'static str, codes: Vec<Code>) -> Codes {
    Codes { name: name.into(), doc: "".into(), spec: "".into(), flags: false, codes: codes.into() }
}

fn kinds() -> Codes {
    codes_of("Kind", vec![code("One", 1), code("Two", 2), code("Three", 3)])
}

fn sorts() -> Codes {
    codes_of("Sort", vec![code("Low", 1), code("High", 2)])
}

fn case(name: &'static str, value: i64, fields: Vec<Field>) -> Case {
    Case {
        name: name.into(),
        doc: "".into(),
        when: Some(equals("kind", value)),
        attempt: "".into(),
        fields: fields.into(),
    }
}

fn bits(name: &'static str, bit: u16, bits: u16) -> BitField {
    BitField {
        name: name.into(),
        label: "".into(),
        doc: "".into(),
        bit,
        bits,
        order: Endian::Little,
        codes: None,
        constraints: vec![].into(),
    }
}

fn ruled(field: Field, rules: Vec<Constraint>) -> Field {
    Field { constraints: rules.into(), ..field }
}

fn counted(field: Field, count: Expr) -> Field {
    Field { len: Some(Length::Count(count)), ..field }
}

fn fixed(field: Field, count: u64) -> Field {
    Field { len: Some(Length::Fixed(count)), ..field }
}

pub fn structure(name: &'static str, body: Body) -> Structure {
    Structure::new(name.into(), body)
}

/// Returns the schema: a file with items, a switch, texts, regions and a checksum.
pub fn base() -> Model {
    let mut file = structure("File", Body::Fields(file_fields().into()));
    file.rules = vec![rule("file.few", Rule::Assert(binary(Binary::Lt, path("count"), Expr::Int(9))))].into();
    file.sums = vec![FieldChecksum {
        algorithm: algorithm("byte-sum"),
        stored: vec!["sum".into()].into(),
        over: ("flags".into(), Some("items".into())),
        skip: vec![].into(),
        fill: vec![].into(),
        or_skip: vec![].into(),
        or_zero: vec![].into(),
        more: vec![].into(),
        code: "file.sum".into(),
        spec: "".into(),
    }]
    .into();
    let item = structure(
        "Item",
        Body::Fields(
            vec![
                ruled(field("a", int(2)), vec![rule("item.a", Rule::Range(0, 99))]),
                field("b", int(2)),
                ruled(fixed(field("pad", int(1)), 2), vec![rule("item.pad", Rule::Zero)]),
                field("packed", named("Packed", vec![])),
                ruled(field("d", int(1)), vec![rule("item.d", Rule::MultipleOf(2))]),
            ]
            .into(),
        ),
    );
    let mut body = structure(
        "Body",
        Body::Switch(
            vec![
                case("One", 1, vec![field("x", int(1))]),
                case("Two", 2, vec![field("y", int(2))]),
                case("Three", 3, vec![fixed(field("z", int(1)), 2)]),
            ]
            .into(),
        ),
    );
    body.params = vec!["kind".into()].into();
    let entry = structure(
        "Entry",
        Body::Fields(
            vec![
                field("at", int(1)),
                field("size", int(1)),
                field("how", int(1)),
                field("length", int(1)),
                field("check", int(4)),
                field("spare", int(1)),
            ]
            .into(),
        ),
    );
    let part = structure("Part", Body::Fields(vec![Field { len: Some(Length::Rest), ..field("data", int(1)) }].into()));
    let packed = structure("Packed", Body::Bits(vec![bits("low", 0, 3), bits("mid", 3, 2), bits("high", 5, 2)].into()));
    let structures = [file, item, body, entry, part, Structure { size: Some(1), ..packed }];
    let map = structures.into_iter().map(|one| (one.name.to_string(), one)).collect();
    let mut model = Model { root: "File".into(), structures: map, codes: Vec::new() };
    for record in ["Item", "Entry"] {
        model.structures.get_mut(record).unwrap().size = Some(0);
    }
    layout(&mut model);
    model
}

fn file_fields() -> Vec<Field> {
    vec![
        ruled(fixed(field("magic", int(1)), 2), vec![rule("file.magic", Rule::Magic(b"RF".to_vec().into()))]),
        ruled(field("version", int(1)), vec![rule("file.version", Rule::Supported(vec![1, 2].into()))]),
        field("sum", int(4)),
        field("flags", int(2)),
        field("count", int(1)),
        counted(field("items", named("Item", vec![])), path("count")),
        Field {
            codes: Some(CodesLink::Owned(std::sync::Arc::new(kinds()))),
            ..ruled(field("kind", int(1)), vec![rule("file.kind", Rule::Known)])
        },
        field("body", named("Body", vec![path("kind")])),
        Field { when: Some(has("flags", 1)), otherwise: Some(5), ..field("extra", int(1)) },
        Field {
            codes: Some(CodesLink::Owned(std::sync::Arc::new(sorts()))),
            ..ruled(field("sort", int(1)), vec![rule("file.sort", Rule::Known)])
        },
        field("title", Type::CString),
        field("length", Type::Varint { bits: 16, form: VarintForm::Uleb }),
        ruled(field("ratio", Type::Float { size: 4, endian: Endian::Little }), vec![rule("file.ratio", Rule::Finite)]),
        field("table_count", int(1)),
        counted(field("table", named("Entry", vec![])), path("table_count")),
        Field {
            region: Some(Region {
                each: Some("table".into()),
                at: Some(path("entry.at")),
                search: None,
                size: Some(path("entry.size")),
                steps: vec![RegionStep { when: has("entry.how", 1), transform: algorithm("zlib") }].into(),
                content_size: Some(path("entry.length")),
                checks: vec![RegionChecksum {
                    when: has("entry.how", 2),
                    algorithms: vec![algorithm("crc32")].into(),
                    stored: path("entry.check"),
                }]
                .into(),
                place: Placement::DEFAULT,
                joined: None,
                self_ending: false,
            })
            .into(),
            ..field("parts", named("Part", vec![]))
        },
    ]
}

/// Lays out records anew: offsets and sizes of all structures that have a size, inner ones first.
pub fn layout(model: &mut Model) {
    // Records of a test nest a few deep.
    for _ in 0..4 {
        let sizes: Vec<(String, Option<u64>)> = model.structures.iter().map(|(n, s)| (n.clone(), s.size)).collect();
        for structure in model.structures.values_mut().filter(|structure| structure.size.is_some()) {
            let Body::Fields(fields) = &mut structure.body else { continue };
            let mut offset = 0;
            for field in fields.to_mut() {
                let element = match &field.ty {
                    Type::Named { link, .. } => {
                        sizes.iter().find(|(name, _)| name == link.name()).and_then(|(_, size)| *size).unwrap_or(0)
                    }
                    ty => ty.fixed_size().unwrap_or(0),
                };
                field.offset = Some(offset);
                offset += element * field.fixed_len().unwrap_or(0);
            }
            structure.size = Some(offset);
        }
    }
}

pub fn of<'m>(model: &'m mut Model, name: &str) -> &'m mut Structure {
    model.structures.get_mut(name).unwrap()
}

/// Returns the fields of a structure.
pub fn fields<'m>(model: &'m mut Model, name: &str) -> &'m mut Vec<Field> {
    match &mut of(model, name).body {
        Body::Fields(fields) => fields.to_mut(),
        _ => panic!("{name} has no fields"),
    }
}

/// One field of a structure.
pub fn get<'m>(model: &'m mut Model, structure: &str, name: &str) -> &'m mut Field {
    fields(model, structure).iter_mut().find(|field| field.name == *name).unwrap()
}

pub fn cases(model: &mut Model) -> &mut Vec<Case> {
    match &mut of(model, "Body").body {
        Body::Switch(cases) => cases.to_mut(),
        _ => panic!("no cases"),
    }
}

pub fn packed(model: &mut Model) -> &mut Vec<BitField> {
    match &mut of(model, "Packed").body {
        Body::Bits(fields) => fields.to_mut(),
        _ => panic!("no bits"),
    }
}

pub fn region(model: &mut Model) -> &mut Region {
    get(model, "File", "parts").region.as_mut().unwrap()
}

/// Returns the codes of `sort`.
pub fn codes(model: &mut Model) -> &mut Codes {
    match get(model, "File", "sort").codes.as_mut().unwrap() {
        CodesLink::Owned(codes) => std::sync::Arc::make_mut(codes),
        CodesLink::Static(_) => panic!("not owned"),
    }
}

/// Returns the rule of a field.
pub fn only_rule<'m>(model: &'m mut Model, structure: &str, name: &str) -> &'m mut Rule {
    &mut get(model, structure, name).constraints.to_mut()[0].rule
}
