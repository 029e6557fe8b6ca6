//! Each kind of change, made by hand: `diff` reports exactly that one, with effects that were derived by hand.

use super::build::*;
use super::oracle;
use bpx_schema::report::Severity;
use bpx_schema::schema::{
    Binary, Body, Case, Codes, Constraint, DerivedMember, Endian, Expr, Field, FieldChecksum, Length, Model,
    NumberSetting, Placement, Region, Rule, Structure, Type, VarintForm,
};
use bpx_workbench::diff::{Direction, Level, Options, RULES, changes_text, diff};

/// Rule, effect on old readers of new files, effect on new readers of old files, and the change.
type Row = (&'static str, &'static str, &'static str, fn(&mut Model));

const SAME: &str = "same";
const MORE: &str = "accepts-more";
const LESS: &str = "rejects";
const DIFF: &str = "reads-differently";
const ASK: &str = "unknown";

/// Of a structure: `structure.*`, and what concerns all of it.
const STRUCTURES: &[Row] = &[
    ("structure.kind", DIFF, DIFF, |m| {
        let case = Case { when: None, fields: fields(m, "Part").clone().into(), ..cases(m)[0].clone() };
        of(m, "Part").body = Body::Switch(vec![case].into());
    }),
    // Of the root: others are given values by those that hold them.
    ("structure.parameters", DIFF, DIFF, |m| of(m, "File").params = vec!["new".into()].into()),
    ("structure.size", DIFF, DIFF, |m| {
        of(m, "Packed").size = Some(2);
        layout(m);
    }),
    // Also of values that the root does not reach: a document does not say what holds them.
    ("structure.added", LESS, MORE, |m| {
        let part = structure("Unused", Body::Fields(vec![].into()));
        m.structures.insert("Unused".into(), part);
    }),
    ("structure.removed", MORE, LESS, |m| {
        m.structures.remove("Lonely");
    }),
    ("structure.replaced", SAME, SAME, |m| {
        let mut part = m.structures.remove("Stray").unwrap();
        part.name = "Other".into();
        m.structures.insert("Other".into(), part);
    }),
    ("structure.renamed", SAME, SAME, |m| {
        let mut part = m.structures.remove("Part").unwrap();
        part.name = "Piece".into();
        m.structures.insert("Piece".into(), part);
        get(m, "File", "parts").ty = named("Piece", vec![]);
    }),
    ("sum.added", MORE, LESS, |m| {
        let sum = FieldChecksum { stored: vec!["length".into()].into(), ..of(m, "File").sums[0].clone() };
        let sum =
            FieldChecksum { stored: vec!["count".into()].into(), over: ("title".into(), Some("title".into())), ..sum };
        of(m, "File").sums.to_mut().push(sum);
    }),
    ("sum.removed", LESS, MORE, |m| of(m, "File").sums = vec![].into()),
    ("sum.changed", LESS, LESS, |m| of(m, "File").sums.to_mut()[0].algorithm = algorithm("crc32")),
    ("parameter.renamed", SAME, SAME, |m| {
        of(m, "Body").params = vec!["tag".into()].into();
        for (case, value) in cases(m).iter_mut().zip(1..) {
            case.when = Some(equals("tag", value));
        }
    }),
];

const FIELDS: &[Row] = &[
    ("field.added", DIFF, DIFF, |m| fields(m, "File").insert(4, field("new", int(1)))),
    ("field.removed", DIFF, DIFF, |m| {
        fields(m, "Item").remove(1);
        layout(m);
    }),
    ("field.moved", DIFF, DIFF, |m| {
        fields(m, "Item").swap(0, 1);
        layout(m);
    }),
    ("field.type", DIFF, DIFF, |m| get(m, "File", "length").ty = int(2)),
    ("field.type", DIFF, DIFF, |m| get(m, "File", "length").ty = Type::Varint { bits: 16, form: VarintForm::Sleb }),
    ("field.size", DIFF, DIFF, |m| get(m, "File", "flags").ty = int(4)),
    ("field.size", LESS, MORE, |m| get(m, "File", "length").ty = Type::Varint { bits: 32, form: VarintForm::Uleb }),
    ("field.sign", DIFF, DIFF, |m| {
        get(m, "Item", "b").ty = Type::Int { size: 2, signed: true, endian: Endian::Little };
    }),
    ("field.endian", DIFF, DIFF, |m| {
        get(m, "Item", "b").ty = Type::Int { size: 2, signed: false, endian: Endian::Big };
    }),
    ("field.count", DIFF, DIFF, |m| {
        get(m, "File", "items").len = Some(Length::Count(binary(Binary::Add, path("count"), Expr::Int(1))));
    }),
    ("field.condition", DIFF, DIFF, |m| get(m, "File", "extra").when = Some(has("flags", 2))),
    ("field.default", DIFF, DIFF, |m| get(m, "File", "extra").otherwise = Some(6)),
    ("field.arguments", DIFF, DIFF, |m| {
        get(m, "File", "body").ty = named("Body", vec![binary(Binary::Sub, Expr::Int(4), path("kind"))]);
    }),
    ("field.children", DIFF, DIFF, |m| get(m, "Node", "nodes").children = false),
    ("field.renamed", SAME, SAME, |m| get(m, "Item", "b").name = "better".into()),
    ("field.order", SAME, SAME, |m| packed(m).swap(0, 1)),
    ("field.derived", SAME, SAME, |m| {
        get(m, "File", "table_count").derived = Some(Expr::Len(vec!["table".into()].into()));
    }),
    ("field.derived", SAME, SAME, |m| get(m, "Tally", "again").derived = Some(path("twice"))),
    ("label.changed", SAME, SAME, |m| get(m, "Item", "b").label = "B".into()),
    ("doc.changed", SAME, SAME, |m| get(m, "Item", "b").doc = "What it is.".into()),
    ("spec.changed", SAME, SAME, |m| get(m, "Item", "b").spec = "7".into()),
    ("sections.renumbered", SAME, SAME, |m| {
        for name in ["at", "size", "how"] {
            get(m, "Entry", name).spec = "3".into();
        }
    }),
    ("constant.renamed", SAME, SAME, |m| {
        let flag = binary(Binary::And, path("flags"), Expr::Const("EXTRA".into(), 1));
        get(m, "File", "extra").when = Some(binary(Binary::Ne, flag, Expr::Int(0)));
    }),
    ("bits.added", DIFF, DIFF, |m| {
        let mut top = packed(m)[2].clone();
        (top.name, top.bit, top.bits) = ("top".into(), 7, 1);
        packed(m).push(top);
    }),
    ("bits.removed", DIFF, DIFF, |m| drop(packed(m).pop())),
    ("bits.moved", DIFF, DIFF, |m| packed(m)[2].bit = 6),
    ("bits.width", DIFF, DIFF, |m| packed(m)[2].bits = 3),
];

const CONSTRAINTS: &[Row] = &[
    ("reserved.used", LESS, MORE, |m| get(m, "Item", "pad").constraints = vec![].into()),
    ("reserved.used", DIFF, DIFF, |m| {
        // Two bytes become a byte that counts and one that does not.
        get(m, "Item", "pad").len = Some(Length::Fixed(1));
        fields(m, "Item").insert(2, field("new", int(1)));
        layout(m);
    }),
    ("reserved.added", MORE, LESS, |m| {
        get(m, "Entry", "spare").constraints = vec![rule("entry.spare", Rule::Zero)].into();
    }),
    ("magic.changed", LESS, LESS, |m| *only_rule(m, "File", "magic") = Rule::Magic(b"RG".to_vec().into())),
    ("version.changed", LESS, MORE, |m| *only_rule(m, "File", "version") = Rule::Supported(vec![1, 2, 3].into())),
    ("version.changed", LESS, LESS, |m| *only_rule(m, "File", "version") = Rule::Supported(vec![3].into())),
    ("constraint.added", MORE, LESS, |m| {
        get(m, "Item", "b").constraints = vec![rule("item.b", Rule::Range(0, 5))].into();
    }),
    ("constraint.removed", LESS, MORE, |m| get(m, "Item", "a").constraints = vec![].into()),
    ("constraint.tightened", MORE, LESS, |m| *only_rule(m, "Item", "a") = Rule::Range(0, 50)),
    ("constraint.tightened", MORE, LESS, |m| *only_rule(m, "Item", "d") = Rule::MultipleOf(4)),
    ("constraint.loosened", LESS, MORE, |m| *only_rule(m, "Item", "a") = Rule::Range(0, 500)),
    ("constraint.changed", LESS, LESS, |m| *only_rule(m, "Item", "a") = Rule::Range(50, 500)),
    ("constraint.changed", LESS, LESS, |m| {
        let few = binary(Binary::Lt, path("count"), Expr::Int(2));
        of(m, "File").rules = vec![rule("file.few", Rule::Assert(few))].into();
    }),
    ("constraint.changed", LESS, LESS, |m| {
        get(m, "Tally", "twice").derived = Some(binary(Binary::Mul, path("half"), Expr::Int(3)));
    }),
    ("constraint.changed", LESS, LESS, |m| {
        of(m, "Tally").derived.to_mut()[0].value = binary(Binary::Add, path("half"), Expr::Int(2));
    }),
    ("constraint.added", MORE, LESS, |m| {
        get(m, "Tally", "again").constraints = vec![rule("tally.again", Rule::Computed)].into();
    }),
    ("constraint.removed", LESS, MORE, |m| of(m, "Tally").derived.to_mut()[0].rule = None),
    ("constraint.excused", LESS, MORE, |m| get(m, "Item", "a").constraints.to_mut()[0].lenient = "I-1".into()),
    ("constraint.opaque", ASK, ASK, |m| *only_rule(m, "Entry", "how") = Rule::Custom("other".into())),
    // Notes and warnings reject nothing.
    ("constraint.added", SAME, SAME, |m| {
        let note = Constraint { severity: Severity::Note, ..rule("item.b", Rule::Range(0, 5)) };
        get(m, "Item", "b").constraints = vec![note].into();
    }),
    ("constraint.loosened", LESS, MORE, |m| {
        get(m, "Item", "a").constraints.to_mut()[0].severity = Severity::Warning;
    }),
    ("constraint.verdict", SAME, SAME, |m| *only_rule(m, "File", "version") = Rule::OneOf(vec![2, 1].into())),
    ("rule.code", SAME, SAME, |m| get(m, "Item", "a").constraints.to_mut()[0].code = "item.first".into()),
    ("code.added", LESS, MORE, |m| codes(m).codes.to_mut().push(code("Four", 4))),
    ("code.removed", MORE, LESS, |m| drop(codes(m).codes.to_mut().pop())),
    ("code.renumbered", DIFF, DIFF, |m| {
        codes(m).codes.to_mut()[0].value = 5;
    }),
    ("code.renamed", SAME, SAME, |m| codes(m).codes.to_mut()[0].name = "Lowest".into()),
    ("code.replaced", DIFF, DIFF, |m| codes(m).codes.to_mut()[0].name = "First".into()),
    ("codes.added", LESS, MORE, |m| {
        let codes = codes(m).clone();
        m.codes.push(Codes { name: "Opcode".into(), ..codes });
    }),
    ("codes.removed", MORE, LESS, |m| drop(m.codes.pop())),
    ("codes.kind", LESS, MORE, |m| codes(m).flags = true),
    ("codes.renamed", SAME, SAME, |m| codes(m).name = "Order".into()),
    ("codes.attached", SAME, SAME, |m| {
        get(m, "Item", "b").codes = get(m, "File", "kind").codes.clone();
    }),
    ("codes.detached", SAME, SAME, |m| get(m, "Entry", "length").codes = None),
    ("code.named", SAME, SAME, |m| entry_codes(m).codes.to_mut().push(code("Four", 4))),
    ("code.unnamed", SAME, SAME, |m| drop(entry_codes(m).codes.to_mut().pop())),
];

const CASES: &[Row] = &[
    ("case.added", LESS, MORE, |m| {
        let mut case = cases(m)[0].clone();
        (case.name, case.when) = ("Zero".into(), Some(equals("kind", 0)));
        case.fields.to_mut()[0].name = "zero".into();
        cases(m).push(case);
    }),
    ("case.removed", MORE, LESS, |m| drop(cases(m).pop())),
    ("case.added", DIFF, DIFF, |m| {
        let mut case = cases(m)[0].clone();
        (case.name, case.when) = ("Small".into(), Some(binary(Binary::Lt, path("kind"), Expr::Int(3))));
        case.fields.to_mut()[0].name = "small".into();
        cases(m).insert(0, case);
    }),
    ("case.moved", SAME, SAME, |m| cases(m).swap(0, 1)),
    ("case.condition", DIFF, DIFF, |m| cases(m)[0].when = Some(equals("kind", 7))),
    ("case.attempt", DIFF, DIFF, |m| cases(m)[0].attempt = "I-2".into()),
    ("case.renamed", SAME, SAME, |m| cases(m)[0].name = "First".into()),
];

const REGIONS: &[Row] = &[
    ("region.added", DIFF, DIFF, |m| get(m, "File", "extra").region = Some(elsewhere()).into()),
    ("region.removed", DIFF, DIFF, |m| get(m, "Far", "far").region = None.into()),
    ("region.table", DIFF, DIFF, |m| region(m).each = Some("others".into())),
    ("region.place", DIFF, DIFF, |m| region(m).at = Some(binary(Binary::Add, path("entry.at"), Expr::Int(1)))),
    ("region.size", DIFF, DIFF, |m| region(m).size = Some(path("entry.length"))),
    ("region.content-size", LESS, MORE, |m| region(m).content_size = None),
    ("transform.added", DIFF, DIFF, |m| {
        let mut step = region(m).steps[0].clone();
        (step.when, step.transform) = (has("entry.how", 4), algorithm("xz"));
        region(m).steps.to_mut().push(step);
    }),
    ("transform.removed", DIFF, DIFF, |m| region(m).steps = vec![].into()),
    ("transform.changed", DIFF, DIFF, |m| region(m).steps.to_mut()[0].transform = algorithm("xz")),
    ("check.added", MORE, LESS, |m| {
        let mut check = region(m).checks[0].clone();
        check.when = has("entry.how", 4);
        region(m).checks.to_mut().push(check);
    }),
    ("check.removed", LESS, MORE, |m| region(m).checks = vec![].into()),
    ("check.changed", LESS, LESS, |m| {
        region(m).checks.to_mut()[0].algorithms = vec![algorithm("byte-sum")].into();
    }),
    ("region.written", SAME, SAME, |m| region(m).place.reverse = true),
    ("setting.changed", SAME, SAME, |m| {
        let set = NumberSetting {
            field: "parts".into(),
            target: vec!["entry".into(), "at".into()].into(),
            value: path("region.offset"),
        };
        m.structures.get_mut("File").unwrap().settings = vec![set].into();
    }),
];

fn elsewhere() -> Region {
    Region {
        each: None,
        at: Some(path("flags")),
        search: None,
        size: None,
        steps: vec![].into(),
        content_size: None,
        checks: vec![].into(),
        place: Placement::DEFAULT,
        joined: None,
        self_ending: false,
    }
}

fn entry_codes(model: &mut Model) -> &mut Codes {
    match get(model, "Entry", "length").codes.as_mut() {
        Some(bpx_schema::schema::CodesLink::Owned(codes)) => std::sync::Arc::make_mut(codes),
        _ => panic!("no codes"),
    }
}

/// Returns structures with values that writers compute: readers compare two of them, one that lies in a nested
/// structure.
fn tally() -> [Structure; 2] {
    let computed = |name, value| Field { derived: Some(value), ..field(name, int(1)) };
    let mut twice = computed("twice", binary(Binary::Mul, path("half"), Expr::Int(2)));
    twice.constraints = vec![rule("tally.twice", Rule::Computed)].into();
    let list =
        vec![field("half", int(1)), twice, computed("again", path("half")), field("sums", named("Sums", vec![]))];
    let derived = vec![DerivedMember {
        target: vec!["sums".into(), "total".into()].into(),
        value: binary(Binary::Add, path("half"), Expr::Int(1)),
        rule: Some(rule("tally.total", Rule::Computed)),
    }];
    let tally = Structure { derived: derived.into(), ..structure("Tally", Body::Fields(list.into())) };
    [tally, structure("Sums", Body::Fields(vec![field("total", int(1))].into()))]
}

/// Returns the base, and parts that some changes need: rules that are functions, a tree, a field elsewhere, a second
/// table.
fn old() -> Model {
    let mut model = base();
    let lonely = structure("Lonely", Body::Fields(vec![].into()));
    let mut nodes =
        Field { len: Some(Length::Count(path("n"))), children: true, ..field("nodes", named("Node", vec![])) };
    nodes.children = true;
    let node = structure("Node", Body::Fields(vec![field("n", int(1)), nodes].into()));
    let far = Field { region: Some(elsewhere()).into(), ..field("far", int(1)) };
    let far = structure("Far", Body::Fields(vec![field("flags", int(1)), field("near", int(1)), far].into()));
    let stray = structure("Stray", Body::Fields(vec![field("first", int(1)), field("second", int(1))].into()));
    for one in [lonely, node, far, stray] {
        model.structures.insert(one.name.to_string(), one);
    }
    get(&mut model, "Entry", "how").constraints = vec![rule("entry.how", Rule::Custom("how".into()))].into();
    get(&mut model, "Entry", "length").codes = get(&mut model, "File", "kind").codes.clone();
    for name in ["at", "size", "how"] {
        get(&mut model, "Entry", name).spec = "2".into();
    }
    let loose = Codes { name: "Loose".into(), ..codes(&mut model).clone() };
    model.codes.push(loose);
    let parts = fields(&mut model, "File").iter().position(|field| field.name == "parts").unwrap();
    let others = Field { len: Some(Length::Count(Expr::Int(0))), ..field("others", named("Entry", vec![])) };
    fields(&mut model, "File").insert(parts, others);
    for tally in tally() {
        model.structures.insert(tally.name.to_string(), tally);
    }
    fields(&mut model, "File").push(field("tally", named("Tally", vec![])));
    fields(&mut model, "File").push(field("tree", named("Node", vec![])));
    fields(&mut model, "File").push(field("far", named("Far", vec![])));
    model
}

fn rows() -> impl Iterator<Item = &'static Row> {
    [STRUCTURES, FIELDS, CONSTRAINTS, CASES, REGIONS].into_iter().flatten()
}

#[test]
fn every_rule_has_a_change() {
    // It takes schemas that files begin with, see below.
    for rule in RULES.iter().filter(|rule| rule.id != "structure.root") {
        assert!(rows().any(|row| row.0 == rule.id), "no change for {}", rule.id);
    }
    let mut ids: Vec<_> = RULES.iter().map(|rule| rule.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), RULES.len(), "ids are distinct");
}

#[test]
fn the_page_lists_the_rules() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/schema-diff.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, table) = page.split_once("## Rules\n").unwrap();
    let listed: Vec<_> = table.lines().filter(|line| line.contains('`')).map(str::to_owned).collect();
    let row = |rule: &&bpx_workbench::diff::Rule| format!("| {} | `{}` | {} |", rule.level.name(), rule.id, rule.doc);
    assert_eq!(listed, RULES.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn the_same_schema_has_no_changes() {
    assert!(diff(&old(), &old(), &Options::default()).unwrap().is_empty());
}

/// Directions that no file shows, with the reason.
const WITHOUT: &[(&str, &str)] = &[
    // A structure without its parameter is never read.
    ("structure.parameters", "old-reads-new"),
    // No structure is known to contain them.
    ("structure.added", "old-reads-new"),
    ("structure.removed", "new-reads-old"),
    // No expression uses the value.
    ("field.default", "old-reads-new"),
    ("field.default", "new-reads-old"),
    // Elements and children are read alike, up to the limit of depth.
    ("field.children", "old-reads-new"),
    ("field.children", "new-reads-old"),
    // A lower bound of a count: expressions are not solved.
    ("constraint.changed", "old-reads-new"),
    // Files that are made state what is computed, also where no reader compares it.
    ("constraint.added", "new-reads-old"),
    ("constraint.removed", "old-reads-new"),
    // No field has them.
    ("codes.added", "old-reads-new"),
    ("codes.removed", "new-reads-old"),
    // There is no case that bytes could be left to.
    ("case.attempt", "old-reads-new"),
    ("case.attempt", "new-reads-old"),
];

/// Returns how many times moved fields are reported: each by itself, or those after a change together.
fn moved_fields(row: &Row) -> usize {
    match row.0 {
        "structure.size" | "field.added" | "field.removed" => 1,
        "field.size" if row.1 == DIFF => 1,
        // The other field lies elsewhere too.
        "field.moved" => 2,
        _ => 0,
    }
}

#[test]
fn files_that_begin_with_another_structure_are_reported() {
    let holder = |name: &'static str, held: &'static str| {
        structure(name, Body::Fields(vec![field("one", named(held, vec![]))].into()))
    };
    let model = |root: &'static str, one: Structure, two: Structure| {
        let structures = [one, two].into_iter().map(|one| (one.name.to_string(), one)).collect();
        Model { root: root.into(), structures, codes: Vec::new() }
    };
    let leaf = |name: &'static str| structure(name, Body::Fields(vec![field("value", int(1))].into()));
    let (old, new) = (model("A", holder("A", "B"), leaf("B")), model("B", holder("B", "A"), leaf("A")));
    let changes = diff(&old, &new, &Options::default()).unwrap();
    let root = changes.iter().find(|change| change.rule.id == "structure.root").unwrap();
    assert_eq!((&*root.old, &*root.new, root.effects.old_reads_new.name()), ("A", "B", DIFF));
}

#[test]
fn each_change_is_reported_once_and_alone_and_shown() {
    let (mut directions, mut shown) = (0, 0);
    let mut without = Vec::new();
    for row in rows() {
        let (old, mut new) = (old(), old());
        row.3(&mut new);
        let changes = diff(&old, &new, &Options::default().with_samples(90)).unwrap();
        let reported: Vec<_> = changes.iter().map(|change| change.rule.id).collect();
        let moved = changes.iter().filter(|change| change.rule.id == "field.moved").count();
        assert_eq!(moved, moved_fields(row), "{}", changes_text(&changes));
        let others: Vec<_> = reported.iter().filter(|id| **id != "field.moved").collect();
        assert_eq!(others, if row.0 == "field.moved" { vec![] } else { vec![&row.0] }, "{}", changes_text(&changes));
        let change = changes.iter().find(|change| change.rule.id == row.0).unwrap();
        assert_eq!(
            (change.effects.old_reads_new.name(), change.effects.new_reads_old.name()),
            (row.1, row.2),
            "{}",
            row.0
        );
        assert!(change.rule.level == Level::Wire || !change.is_breaking());
        for direction in Direction::ALL {
            let witness = change.witnesses.iter().find(|witness| witness.direction == direction);
            if !matches!(change.effects.of(direction).name(), LESS | DIFF) {
                assert_eq!(witness, None, "{}", row.0);
                continue;
            }
            directions += 1;
            match witness {
                Some(witness) => oracle::confirm(&old, &new, witness),
                None => without.push((row.0, direction.name())),
            }
            shown += usize::from(witness.is_some());
        }
    }
    println!("{shown} of {directions} directions have a witness");
    assert_eq!(without, WITHOUT);
}
