//! Checks the manifest and the folder of a published package.

use super::member::Member;
use std::fs::read_to_string;
use std::path::Path;

/// Categories of crates.io that fit the project. The registry drops other categories without an error.
const CATEGORIES: [&str; 10] = [
    "command-line-utilities",
    "data-structures",
    "development-tools",
    "development-tools::procedural-macro-helpers",
    "development-tools::testing",
    "encoding",
    "game-development",
    "parser-implementations",
    "rendering::data-formats",
    "text-processing",
];

const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The largest number of keywords or categories that crates.io accepts.
const MOST_KEYWORDS: usize = 5;
const LONGEST_KEYWORD: usize = 20;

/// Returns the faults of published members, each with the name of its package.
pub(crate) fn metadata_faults(members: &[Member], root: &Path) -> Vec<String> {
    let published = members.iter().filter(|member| member.is_published);
    let found = published.flat_map(|member| {
        let all = text_faults(member).into_iter().chain(list_faults(member)).chain(dependency_faults(member, members));
        all.chain(folder_faults(member, root)).map(|fault| format!("{}: {fault}", member.name))
    });
    found.collect()
}

fn text_faults(member: &Member) -> Vec<String> {
    let stated = [
        ("description", &member.description),
        ("rust-version", &member.rust_version),
        ("readme", &member.readme),
        ("license", &member.license),
    ];
    let missing = stated.into_iter().filter(|(_, text)| text.is_empty());
    let mut faults: Vec<_> = missing.map(|(key, _)| format!("expected `{key}`, found none")).collect();
    let documentation = format!("https://docs.rs/{}", member.name);
    if member.documentation != documentation {
        faults.push(format!("expected documentation {documentation:?}, found {:?}", member.documentation));
    }
    if !member.shows_features {
        faults.push("expected `all-features` and `--cfg docsrs` for docs.rs, found neither or one".to_owned());
    }
    faults
}

fn list_faults(member: &Member) -> Vec<String> {
    let mut faults = Vec::new();
    for (key, list) in [("keywords", &member.keywords), ("categories", &member.categories)] {
        if !(1..=MOST_KEYWORDS).contains(&list.len()) {
            faults.push(format!("expected 1 to {MOST_KEYWORDS} {key}, found {}", list.len()));
        }
    }
    for word in member.keywords.iter().filter(|word| !is_keyword(word)) {
        faults.push(format!(
            "expected a keyword of at most {LONGEST_KEYWORD} letters, digits, `-` and `_`, found {word:?}"
        ));
    }
    for category in member.categories.iter().filter(|category| !CATEGORIES.contains(&category.as_str())) {
        faults.push(format!("expected a category that xtask lists, found {category:?}"));
    }
    faults
}

fn is_keyword(word: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    word.len() <= LONGEST_KEYWORD
        && word.starts_with(|first: char| first.is_ascii_alphanumeric())
        && word.bytes().all(is_allowed)
}

fn dependency_faults(member: &Member, members: &[Member]) -> Vec<String> {
    let mut faults = Vec::new();
    for sibling in &member.siblings {
        // A registry removes dependencies for tests that have no version.
        if sibling.is_for_tests && sibling.requirement == "*" {
            continue;
        }
        match members.iter().find(|other| other.name == sibling.name) {
            Some(other) if !other.is_published => {
                faults.push(format!("expected dependencies that are published, found `{}`", sibling.name));
            }
            Some(other) if sibling.requirement != format!("^{}", other.version) => faults.push(format!(
                "expected version {:?} of `{}`, found {:?}",
                other.version, sibling.name, sibling.requirement
            )),
            Some(_) => {}
            None => faults.push(format!("expected a member of the workspace, found `{}`", sibling.name)),
        }
    }
    faults
}

/// Returns the faults of the files in the folder of a member. A file that cannot be read counts as empty, which is a
/// fault too.
fn folder_faults(member: &Member, root: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    for name in LICENCES {
        let [ours, wanted] = [&member.folder, root].map(|folder| read_to_string(folder.join(name)).unwrap_or_default());
        if ours.is_empty() || ours != wanted {
            faults.push(format!("expected the text of {name} of the workspace, found another or none"));
        }
    }
    let readme = read_to_string(member.folder.join(&member.readme)).unwrap_or_default();
    for wanted in [format!("# {}\n", member.name), format!("Rust {} or later", member.rust_version)] {
        if !readme.contains(&wanted) {
            faults.push(format!("expected {:?} in the README, found nothing of it", wanted.trim_end()));
        }
    }
    let Some(library) = &member.library else { return faults };
    let code = read_to_string(library).unwrap_or_default();
    let docs: String = code.lines().filter(|line| line.starts_with("//! |")).collect();
    for feature in member.features.iter().filter(|feature| !docs.contains(&format!("`{feature}`"))) {
        faults.push(format!("expected feature `{feature}` in the table of the crate's documentation, found none"));
    }
    if !code.contains("#![cfg_attr(docsrs, feature(doc_cfg))]") {
        faults.push("expected `#![cfg_attr(docsrs, feature(doc_cfg))]` in the library, found none".to_owned());
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::super::member::Sibling;
    use super::*;
    use crate::command::workspace_root;

    /// A member without faults.
    fn sound() -> Member {
        let members = super::super::workspace_members().unwrap();
        members.into_iter().find(|member| member.name == "bpx-model").unwrap()
    }

    fn faults_of(sound: &Member, change: impl FnOnce(&mut Member)) -> Vec<String> {
        let mut member = sound.clone();
        change(&mut member);
        let private = Member { name: "tests".to_owned(), version: "0.1.0".to_owned(), ..Member::default() };
        metadata_faults(&[member, private], &workspace_root().unwrap())
    }

    fn sibling(name: &str, requirement: &str, is_for_tests: bool) -> Vec<Sibling> {
        vec![Sibling { name: name.to_owned(), requirement: requirement.to_owned(), is_for_tests }]
    }

    #[test]
    fn each_gap_is_a_fault() {
        let sound = sound();
        assert_eq!(faults_of(&sound, |_| {}), Vec::<String>::new());
        type Change = fn(&mut Member);
        let changes: [(Change, &str); 11] = [
            (|member| member.description.clear(), "expected `description`, found none"),
            (|member| member.license.clear(), "expected `license`, found none"),
            (|member| member.documentation.clear(), "expected documentation \"https://docs.rs/bpx-model\", found \"\""),
            (|member| member.shows_features = false, "found neither or one"),
            (|member| member.keywords.clear(), "expected 1 to 5 keywords, found 0"),
            (|member| member.keywords = vec!["two words".to_owned()], "found \"two words\""),
            (|member| member.categories = vec!["fun".to_owned()], "found \"fun\""),
            (|member| member.features.push("new".to_owned()), "expected feature `new` in the table"),
            (|member| member.siblings = sibling("tests", "^0.1.0", false), "that are published, found `tests`"),
            (|member| member.siblings = sibling("other", "*", false), "a member of the workspace, found `other`"),
            (|member| member.siblings = sibling("bpx-model", "*", false), "of `bpx-model`, found \"*\""),
        ];
        for (change, wanted) in changes {
            let found = faults_of(&sound, change);
            assert!(found.len() == 1 && found.iter().all(|fault| fault.contains(wanted)), "{wanted}: {found:?}");
        }
        assert_eq!(faults_of(&sound, |member| member.siblings = sibling("tests", "*", true)), Vec::<String>::new());
        assert_eq!(faults_of(&sound, |member| member.folder.clear()).len(), 4, "two licences, two parts of the README");
    }
}
