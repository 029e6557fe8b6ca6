//! Every table is accounted for.

use super::document;
use bpx_documents::{Account, State, account, declare};

fn of(text: &str) -> Account {
    let document = document(text);
    account(&document, &declare(&document))
}

#[test]
fn each_table_has_a_state_and_reasons() {
    let account = of(
        "# Format\n\nNumbers are little-endian.\n\n## Mark\n\n| Name | Type |\n|---|---|\n| id | u32 |\n\n\
        ## Text\n\n| Name | Size |\n|---|---|\n| letters | 16 |\n\n## Places\n\n| Who | Where |\n|---|---|\n| Ann | here |\n",
    );
    let states: Vec<_> = account.tables.iter().map(|one| (one.name.as_str(), one.state, one.line)).collect();
    let expected = [("Mark", State::Understood, 7), ("Text", State::Open, 13), ("Places", State::Ignored, 19)];
    assert_eq!(states, expected);
    assert_eq!(
        (account.totals.seen, account.totals.understood, account.totals.open, account.totals.ignored),
        (3, 1, 1, 1)
    );
    assert!(account.is_open());
    assert_eq!(account.tables[1].structure, "Text");
    assert_eq!(
        account.tables[1].reasons[0],
        "the document does not state the unit of sizes, and types and offsets do not show the unit"
    );
    let shown = account.to_string();
    assert!(shown.contains("text.md:13: Text (structure): open\n"), "{shown}");
    assert!(shown.contains("expected columns of fields, types or values, found `Who`, `Where`"), "{shown}");
    assert!(shown.ends_with("3 tables seen: 1 understood, 1 open, 1 ignored"), "{shown}");
}

#[test]
fn nothing_is_open_in_a_complete_document() {
    let account = of("# Format\n\nNumbers are little-endian.\n\n## Mark\n\n| Name | Type |\n|---|---|\n| id | u32 |\n");
    assert!(!account.is_open(), "{account}");
    assert_eq!(account.to_string(), "1 tables seen: 1 understood, 0 open, 0 ignored");
}
