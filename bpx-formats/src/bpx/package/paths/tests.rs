use super::*;

#[test]
fn ordinary_names_pass_and_are_normalised() {
    let cases = [
        ("a", "a"),
        ("./bin/app", "bin/app"),
        ("a//b", "a/b"),
        ("a/./b", "a/b"),
        (".hidden", ".hidden"),
        ("...x", "...x"),
        ("a b/c.tar.gz", "a b/c.tar.gz"),
        ("\u{e9}t\u{e9}", "\u{e9}t\u{e9}"),
        ("console/com10/com/nul_", "console/com10/com/nul_"),
        (".bpx-settings/x.part", ".bpx-settings/x.part"),
        ("\u{ff5c}\u{2217}!'()[]{}#%&+,;=@^`~$", "\u{ff5c}\u{2217}!'()[]{}#%&+,;=@^`~$"),
    ];
    for (name, path) in cases {
        assert_eq!(check(name).map(|safe| safe.to_string()), Ok(path.to_owned()), "{name}");
    }
    assert_eq!(check("a/b/c").unwrap().split(), ("a/b", "c"));
    assert_eq!(check("c").unwrap().split(), ("", "c"));
    assert!(check("x".repeat(MAX_COMPONENT)).is_ok());
}

fn found(names: &[&str]) -> Vec<(usize, usize, ClashKind)> {
    let paths: Vec<_> = names.iter().map(|name| check(name).unwrap()).collect();
    clashes(paths.iter().enumerate()).iter().map(|clash| (clash.name, clash.with, clash.kind)).collect()
}

#[test]
fn clashes_leave_the_later_name() {
    use ClashKind::{Case, FileAndFolder, Same};
    assert_eq!(found(&["a", "b", "a b", "a.b", "c/a", "c/b"]), []);
    assert_eq!(found(&["a/b", "./a//b"]), [(0, 1, Same)]);
    assert_eq!(found(&["Read", "x", "read", "READ"]), [(0, 3, Case), (2, 3, Case)]);
    assert_eq!(found(&["\u{c9}t", "\u{e9}T"]), [(0, 1, Case)]);
    assert_eq!(found(&["STRASSE", "Strasse"]), [(0, 1, Case)]);
    assert_eq!(found(&["a", "a/b"]), [(0, 1, FileAndFolder)]);
    assert_eq!(found(&["A/b/c", "a"]), [(0, 1, FileAndFolder)]);
    // Names that sort between a name and what lies below it.
    assert_eq!(found(&["a", "a!", "a-b/c", "a/b"]), [(0, 3, FileAndFolder)]);
    assert_eq!(found(&["a/x", "a/y", "a!", "a"]), [(0, 3, FileAndFolder), (1, 3, FileAndFolder)]);
    assert_eq!(found(&["a/b", "a/c", "a/b/d"]), [(0, 2, FileAndFolder)]);
}

/// The spellings of Unicode's own tables, with what decides them.
#[test]
fn other_spellings_of_a_text_clash() {
    use ClashKind::{FileAndFolder, Spelling};
    let same = [
        ("\u{e9}", "e\u{301}", "composed and decomposed"),
        ("\u{c9}", "e\u{301}", "decomposed in another case"),
        ("\u{1e69}", "s\u{307}\u{323}", "marks in another order"),
        ("\u{ac00}", "\u{1100}\u{1161}", "syllables of Hangul"),
        ("\u{f900}", "\u{8c48}", "a character for compatibility and its own"),
        ("stra\u{df}e", "STRASSE", "sharp s"),
        ("\u{1e9e}", "ss", "capital sharp s"),
        ("\u{17f}", "s", "long s"),
        ("\u{fb01}le", "file", "a ligature"),
        ("\u{3c2}", "\u{3c3}", "final sigma"),
        ("\u{3b1}\u{345}", "\u{3b1}\u{3b9}", "iota below"),
        ("\u{149}", "\u{2bc}n", "n with an apostrophe"),
    ];
    for (name, other, what) in same {
        assert_eq!(found(&[name, other]), [(0, 1, Spelling)], "{what}");
        let (file, inside) = (name.to_owned(), format!("{other}/x"));
        assert_eq!(found(&[&file, &inside]), [(0, 1, FileAndFolder)], "{what}");
    }
    // Compatible characters are other files everywhere.
    assert_eq!(found(&["x2", "x\u{b2}", "\u{ff41}", "a", "\u{2460}", "1"]), []);
}
