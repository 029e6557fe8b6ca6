//! Documents of our own, compared with the declarations of an invented format: different divisions of the same bytes,
//! and each kind of difference.
#![allow(missing_docs, dead_code, clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use bpx_documents::{DeclaredUse, DeclaredUses, Difference, KnownDifferences};
use bpx_schema::Codec;
use bpx_schema::schema::Model;
use bpx_schema::{Record, structure};

/// How a chest is locked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
#[schema(spec = "1.1")]
enum LockKind {
    Open = 0,
    Bolted = 1,
    Keyed = 2,
}

#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "1")]
struct Chest {
    #[schema(name = "Lock", codes = LockKind, known)]
    kind: u8,
    #[br(if(kind != 0), args(kind))]
    fastening: Option<Lock>,
    size: Extent,
    purse: Purse,
    ledger: Ledger,
    label: Label,
}

/// Divides what the first table of the document lists.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(kind: u8))]
#[schema(spec = "1")]
enum Lock {
    #[br(pre_assert(kind == 1))]
    Bolt { strength: u16 },
    #[br(pre_assert(kind == 2))]
    Key { strength: u16, teeth: u32 },
}

/// The document has a width and a height of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "1", size = 4)]
struct Extent {
    width: u16,
    height: u16,
}

/// A header, and a list after it.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "2")]
struct Purse {
    #[br(temp)]
    #[bw(calc = coins.len())]
    #[schema(name = "CoinCount")]
    count: u16,
    owner: u32,
    #[br(count = count)]
    coins: Vec<Coin>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "2", size = 4)]
struct Coin {
    worth: u16,
    year: u16,
}

/// Two tables are about it, in sections of its own.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(spec = "3")]
struct Ledger {
    debts: u32,
    #[schema(name = "Rate")]
    rate: f32,
    credits: u32,
}

/// The document has other names for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "4", size = 6)]
struct Label {
    ink: u16,
    paper: u32,
}

/// What the declarations above are, in another order of thought.
const DOCUMENT: &str = "\
# 1 Chest

All sizes are in bits.

| Name | Type | Size | Notes |
|---|---|---|---|
| Lock | Unsigned | 8 | |
| Strength | Unsigned | 16 | if locked |
| Teeth | Unsigned | 32 | if keyed |
| Frame | Frame | 32 | |
| Purse | Purse | varies | |
| Ledger | Ledger | 96 | |
| Label | Label | 48 | |

## 1.1 Lock

| Name | Value |
|---|---|
| Open | 0 |
| Bolted | 1 |
| Keyed | 2 |

## 1.2 Frame

| Name | Type | Size | Notes |
|---|---|---|---|
| Width | Unsigned | 16 | |
| Height | Unsigned | 16 | |

# 2 Purse

| Name | Type | Size | Notes |
|---|---|---|---|
| CoinCount | Unsigned | 16 | |
| Owner | Unsigned | 32 | |

| Name | Type | Size | Notes |
|---|---|---|---|
| Worth | Unsigned | 16 | |
| Year | Unsigned | 16 | |

# 3 Ledger

## 3.1 Left

| Name | Type | Size | Notes |
|---|---|---|---|
| Debts | Unsigned | 32 | |
| Rate | float | 32 | |

## 3.2 Right

| Name | Type | Size | Notes |
|---|---|---|---|
| Credits | Unsigned | 32 | |

# 4 Label

| Name | Type | Size | Notes |
|---|---|---|---|
| Ink | Unsigned | 16 | |
| Paper | Unsigned | 32 | |

# 5 Overview

| Name | Type | Required | Single Time |
|---|---|---|---|
| Planks | 1 | Yes | No |
| Hinges | 2 | No | Yes |
";

fn uses() -> Vec<DeclaredUses> {
    let one = |name: &str, ty, required, single| DeclaredUse { name: name.to_owned(), ty, required, single };
    vec![DeclaredUses {
        spec: "5".to_owned(),
        list: vec![one("Planks", 1, true, false), one("Hinges", 2, false, true)],
    }]
}

fn differences(text: &str) -> Vec<Difference> {
    bpx_documents::differences(&bpx_documents::read(&[("chest.md", text)]), &Model::from_root(Chest::schema()), &uses())
}

/// Returns the reported differences when lines of the document are replaced.
fn difference_lines(changes: &[(&str, &str)]) -> Vec<String> {
    let mut text = DOCUMENT.to_owned();
    for (from, to) in changes {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
    }
    differences(&text).iter().map(|one| format!("{} {one}", one.id)).collect()
}

#[test]
fn the_same_bytes_in_other_tables_are_no_difference() {
    assert_eq!(difference_lines(&[]), <[&str; 0]>::default());
}

#[test]
fn fields_that_a_switch_holds_are_compared() {
    let lines_after_change = |from: &str, to: &str| difference_lines(&[(from, to)]);
    assert_eq!(
        lines_after_change("| Teeth | Unsigned | 32", "| Teeth | Unsigned | 8"),
        ["field.resized 1 Chest.Teeth: 8 bits in the document, 32 declared"]
    );
    assert_eq!(
        lines_after_change("| Strength | Unsigned | 16 | if locked |\n", ""),
        ["field.extra 1 Chest.strength: declared, but not in the table"]
    );
    assert_eq!(
        lines_after_change(
            "| Teeth | Unsigned | 32 | if keyed |\n",
            "| Teeth | Unsigned | 32 | |\n| Rust | Unsigned | 8 | |\n"
        ),
        ["field.missing 1 Chest.Rust: `Chest` does not declare it"]
    );
    assert_eq!(
        difference_lines(&[
            ("| Strength |", "| _ |"),
            ("| Teeth | Unsigned | 32", "| Strength | Unsigned | 16"),
            ("| _ | Unsigned | 16", "| Teeth | Unsigned | 32")
        ]),
        ["field.reordered 1 Chest.Strength: declared before the field that it follows in the document"]
    );
}

#[test]
fn fields_of_a_row_with_a_table_of_its_own_are_compared() {
    assert_eq!(
        difference_lines(&[("| Width | Unsigned | 16", "| Width | Unsigned | 24")]),
        ["field.resized 1 Chest.Width: 24 bits in the document, 16 declared"]
    );
    // No structure has these fields any more: the table has no declaration.
    assert_eq!(
        difference_lines(&[("| Width |", "| Span |"), ("| Height |", "| Rise |")]),
        [
            "field.renamed 1 Chest.Frame: declared as `size`",
            "table.undeclared 1.2 Frame: no declaration implements this table",
        ]
    );
}

#[test]
fn a_header_says_nothing_of_the_list_after_it() {
    assert_eq!(
        difference_lines(&[("| Owner | Unsigned | 32 | |\n", "")]),
        ["field.extra 2 Purse.owner: declared, but not in the table"]
    );
    // With a list in it, the table is of the whole.
    assert_eq!(
        difference_lines(&[(
            "| Owner | Unsigned | 32 | |\n",
            "| Owner | Unsigned | 32 | |\n| Seal | Unsigned | varies | |\n"
        )]),
        [
            "field.extra 2 Purse.coins: declared, but not in the table",
            "field.missing 2 Purse.Seal: `Purse` does not declare it",
        ]
    );
    assert_eq!(
        difference_lines(&[("| Worth | Unsigned | 16", "| Worth | Unsigned | 8")]),
        ["field.resized 2 Purse #2.Worth: 8 bits in the document, 16 declared"]
    );
}

#[test]
fn several_tables_are_about_one_structure() {
    assert_eq!(
        difference_lines(&[("| Rate | float | 32 | |\n", "")]),
        ["field.extra 3.1 Left.rate: declared, but not in the table"]
    );
    assert_eq!(
        difference_lines(&[("| Rate | float", "| Rate | Unsigned")]),
        ["field.retyped 3.1 Left.Rate: `Unsigned` in the document, a float declared"]
    );
    // A section around the table counts when it has all of its fields.
    assert_eq!(
        difference_lines(&[("| Credits |", "| Gifts |")]),
        [
            "field.extra 3.1 Left.credits: declared, but not in the table",
            "table.undeclared 3.2 Right: no declaration implements this table",
        ]
    );
}

#[test]
fn sizes_match_fields_with_other_names() {
    assert_eq!(
        difference_lines(&[("| Ink |", "| Pigment |"), ("| Paper |", "| Sheet |")]),
        ["field.renamed 4 Label.Pigment: declared as `ink`", "field.renamed 4 Label.Sheet: declared as `paper`"]
    );
    assert_eq!(
        difference_lines(&[("| Ink |", "| Pigment |"), ("| Paper | Unsigned | 32", "| Sheet | Unsigned | 16")]),
        ["table.undeclared 4 Label: no declaration implements this table"]
    );
}

#[test]
fn values_are_compared() {
    assert_eq!(
        difference_lines(&[("| Keyed | 2 |", "| Keyed | 3 |")]),
        ["value.differs 1.1 Lock.Keyed: 3 in the document, 2 declared"]
    );
    assert_eq!(
        difference_lines(&[("| Keyed |", "| Locked |")]),
        ["value.renamed 1.1 Lock.Locked: 2 is declared as `Keyed`"]
    );
    assert_eq!(
        difference_lines(&[("| Keyed | 2 |\n", "")]),
        ["value.extra 1.1 Lock.Keyed: declared as 2, but not in the table"]
    );
    assert_eq!(
        difference_lines(&[("| Keyed | 2 |\n", "| Keyed | 2 |\n| Welded | 3 |\n")]),
        ["value.missing 1.1 Lock.Welded: `LockKind` does not declare 3"]
    );
    // A number under another known name does not hide that its own is gone.
    assert_eq!(
        difference_lines(&[("| Bolted | 1 |\n", ""), ("| Keyed | 2 |", "| Keyed | 1 |")]),
        [
            "value.extra 1.1 Lock.Bolted: declared as 1, but not in the table",
            "value.differs 1.1 Lock.Keyed: 1 in the document, 2 declared",
        ]
    );
    assert_eq!(
        difference_lines(&[
            ("## 1.1 Lock", "## 1.1 Mood"),
            ("| Lock | Unsigned", "| Bar | Unsigned"),
            ("# 1 Chest", "# 9 Chest")
        ])
        .into_iter()
        .filter(|one| one.starts_with("codes"))
        .collect::<Vec<_>>(),
        <[&str; 0]>::default(),
        "the section of the set is named"
    );
    // Another revision may number and call the set otherwise, as long as most values are the same.
    assert_eq!(difference_lines(&[("## 1.1 Lock", "## 1.7 Mood")]), <[&str; 0]>::default());
    assert_eq!(
        difference_lines(&[
            ("## 1.1 Lock", "## 1.7 Mood"),
            ("| Keyed | 2 |", "| Glad | 7 |"),
            ("| Bolted | 1 |", "| Sad | 8 |")
        ]),
        ["codes.undeclared 1.7 Mood: no declaration names these values"]
    );
}

#[test]
fn sections_are_compared() {
    assert_eq!(
        difference_lines(&[("| Planks | 1 | Yes", "| Planks | 1 | No")]),
        ["use.required 5 Overview.Planks: optional in the document, required declared"]
    );
    assert_eq!(
        difference_lines(&[("| Hinges | 2 | No | Yes |", "| Hinges | 2 | No | No |")]),
        ["use.single 5 Overview.Hinges: any number in the document, once declared"]
    );
    assert_eq!(
        difference_lines(&[("| Hinges | 2 |", "| Hinges | 3 |")]),
        ["use.differs 5 Overview.Hinges: 3 in the document, 2 declared"]
    );
    assert_eq!(
        difference_lines(&[("| Hinges |", "| Bands |")]),
        ["use.renamed 5 Overview.Bands: 2 is declared as `Hinges`"]
    );
    assert_eq!(
        difference_lines(&[("| Hinges | 2 | No | Yes |\n", "")]),
        ["use.extra 5 Overview.Hinges: declared as type 2, but not in the table"]
    );
    assert_eq!(
        difference_lines(&[("| Hinges | 2 | No | Yes |\n", "| Hinges | 2 | No | Yes |\n| Nails | 3 | No | No |\n")]),
        ["use.missing 5 Overview.Nails: a section of type 3 is not declared"]
    );
    // Another revision may number them otherwise, as long as some are the same.
    assert_eq!(difference_lines(&[("# 5 Overview", "# 6 Overview")]), <[&str; 0]>::default());
    assert_eq!(
        difference_lines(&[
            ("# 5 Overview", "# 6 Overview"),
            ("| Planks | 1 |", "| Sails | 1 |"),
            ("| Hinges |", "| Ropes |")
        ]),
        ["uses.undeclared 6 Overview: no declaration lists these sections"]
    );
}

#[test]
fn exactly_the_known_differences_are_fine() {
    let found = differences(
        &DOCUMENT.replace("| Keyed | 2 |", "| Keyed | 3 |").replace("| Planks | 1 | Yes", "| Planks | 1 | No"),
    );
    let judge = |list: &str| toml::from_str::<KnownDifferences>(list).unwrap().judge(found.clone());
    let entry = |id: &str, at: &str, why: &str| format!("[[known]]\nid = {id:?}\nat = [{at:?}]\nwhy = {why:?}\n");
    let value = entry("value.differs", "1.1 Lock.Keyed: 3 in the document, 2 declared", "a slip");
    let section = entry("use.required", "5 Overview.*", "another");
    let fine = judge(&format!("{value}{section}"));
    assert!(fine.is_fine() && fine.listed == 2, "{fine:?}");

    let unlisted = judge(&value);
    assert_eq!((unlisted.unlisted.len(), unlisted.unlisted[0].id, unlisted.is_fine()), (1, "use.required", false));
    // Another number, or another kind, is another difference.
    let number = judge(&format!("{}{section}", value.replace("2 declared", "1 declared")));
    assert_eq!((number.unlisted.len(), number.stale.len(), number.is_fine()), (1, 1, false));
    assert_eq!(judge(&format!("{value}{}", section.replace("required", "single"))).stale.len(), 1);
    let stale = judge(&format!("{value}{section}{}", entry("field.extra", "*", "gone")));
    assert_eq!((stale.stale, stale.unlisted.len()), (vec![("field.extra".to_owned(), "*".to_owned())], 0));
    let nothing = judge(&format!("{value}{section}[[known]]\nid = \"x\"\nat = []\nwhy = \"nothing\"\n"));
    assert!(!nothing.is_fine(), "{nothing:?}");
    let unreasoned = judge(&format!("{value}{}", section.replace("another", " ")));
    assert_eq!((unreasoned.listed, unreasoned.unreasoned.len(), unreasoned.is_fine()), (2, 1, false));
    assert!(toml::from_str::<KnownDifferences>(&value.replace("why", "reason")).is_err());
}

#[test]
fn a_fixed_list_has_what_is_there() {
    let changed = DOCUMENT.replace("| Keyed | 2 |", "| Keyed | 3 |").replace("| Bolted | 1 |", "| Bolted | 4 |");
    let found = differences(&changed.replace("| Planks | 1 | Yes", "| Planks | 1 | No"));
    let list = "[[known]]\nid = \"use.required\"\nat = [\"gone\", \"5 *\"]\nwhy = \"as \\\"said\\\"\"\n\n\
                [[known]]\nid = \"field.extra\"\nat = [\"*\"]\nwhy = \"gone\"\n";
    let fixed = toml::from_str::<KnownDifferences>(list).unwrap().updated_for(&found).text();
    let expected = "[[known]]\nid = \"use.required\"\nat = [\"5 *\"]\nwhy = \"as \\\"said\\\"\"\n\n\
                    [[known]]\nid = \"value.differs\"\nat = [\n    \"1.1 Lock.Bolted: 4 in the document, 1 declared\",\n    \
                    \"1.1 Lock.Keyed: 3 in the document, 2 declared\",\n]\nwhy = \"\"\n";
    assert_eq!(fixed, expected);
    // It is read as it was written; what is new fails until it has a reason.
    let read: KnownDifferences = toml::from_str(&fixed).unwrap();
    let judged = read.judge(found.clone());
    assert!(judged.unlisted.is_empty() && judged.stale.is_empty() && judged.unreasoned.len() == 1, "{judged:?}");
    assert_eq!(read.updated_for(&found), read, "nothing to do");
}

/// The lists of the texts, which are not in the repository: all entries have reasons and the written form.
#[test]
fn lists_of_the_texts_have_reasons() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs");
    let readings = std::fs::read_to_string(format!("{docs}/interpretations.md")).unwrap();
    for name in ["bpx-2021", "bpx-2019", "bpat", "blk", "gpb"] {
        let text = std::fs::read_to_string(format!("{docs}/spec/{name}.toml")).unwrap();
        let list: KnownDifferences = toml::from_str(&text).unwrap();
        let lines: String =
            text.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
        assert_eq!(list.text(), lines, "{name}");
        for entry in &list.entries {
            assert!(!entry.why.trim().is_empty(), "{name}: {entry:?}");
            let cited = entry.why.split("(I-").nth(1).and_then(|rest| rest.split(')').next());
            assert!(cited.is_none_or(|id| readings.contains(&format!("### I-{id}: "))), "{name}: {entry:?}");
        }
    }
}
