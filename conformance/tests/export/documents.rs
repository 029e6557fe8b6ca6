use super::folder;
use conformance::export::{Change, Difference, Export, Version, is_export};
use conformance::suite::{Explanations, Files, Level, Suite};
use serde_json::Value as Json;
use std::path::Path;
use std::sync::LazyLock;

/// The suite, which is loaded once.
pub(super) static SUITE: LazyLock<Suite> = LazyLock::new(|| Suite::load(folder()).unwrap());
/// The suite as documents.
pub(super) static EXPORT: LazyLock<Export> = LazyLock::new(|| Export::of(&SUITE, &Files::folder(folder())).unwrap());

#[test]
fn the_program_carries_the_suite() {
    let (folder, embedded) = (Files::folder(folder()), Files::embedded().unwrap());
    for below in ["cases", "docs/clauses"] {
        let mut names = folder.toml_below(below).unwrap();
        names.retain(|name| !["lock", "coverage", "derived"].map(|one| format!("cases/{one}.toml")).contains(name));
        assert_eq!(embedded.toml_below(below).unwrap(), names);
        for name in names {
            assert_eq!(embedded.read(&name).unwrap(), folder.read(&name).unwrap(), "{name}");
        }
    }
    let sources = SUITE.cases.iter().filter_map(|case| case.source.as_ref());
    for name in sources.map(|name| format!("golden/{name}.src")).chain(["golden/blk/shared/dict.src".to_owned()]) {
        assert_eq!(embedded.read(&name).unwrap(), folder.read(&name).unwrap(), "{name}");
    }
    assert_eq!(Explanations::read(&embedded).unwrap(), Explanations::read(&folder).unwrap());
    assert_eq!(Version::read(&embedded).unwrap(), Version::read(&folder).unwrap());
    assert!(!embedded.has_file("cases/none.toml") && embedded.read("cases/none.toml").is_err());
}

/// A package of the crate has no folder outside of it.
#[test]
fn the_documents_are_in_the_folder_of_the_package() {
    for name in ["clauses.toml", "interpretations.md", "clauses/blk.toml", "clauses/bpat.toml", "clauses/gpb.toml"] {
        let inside = std::fs::read_to_string(folder().join("docs").join(name)).unwrap();
        assert_eq!(inside, std::fs::read_to_string(folder().join("../docs").join(name)).unwrap(), "{name}");
    }
    let count = |docs: &Path| std::fs::read_dir(docs).unwrap().count();
    assert_eq!(count(&folder().join("docs/clauses")), count(&folder().join("../docs/clauses")));
}

#[test]
fn documents_are_written_and_read_back() {
    let target = tempfile::tempdir().unwrap();
    std::fs::create_dir(target.path().join("bytes")).unwrap();
    std::fs::write(target.path().join("bytes/of.an.older.case.bin"), "").unwrap();
    EXPORT.write(target.path()).unwrap();
    assert!(is_export(target.path()) && !is_export(folder()));
    let read = Export::read(target.path()).unwrap();
    for (found, written) in read.formats.iter().zip(&EXPORT.formats) {
        for (found, written) in found.cases.iter().zip(&written.cases) {
            assert_eq!(found, written);
        }
    }
    assert_eq!(read, *EXPORT);
    assert_eq!(std::fs::read_dir(target.path().join("bytes")).unwrap().count(), EXPORT.files.len());
    let (suite, texts) = (read.suite().unwrap(), &*SUITE);
    assert_eq!(suite.cases.len(), texts.cases.len());
    for (case, text) in suite.cases.iter().zip(&texts.cases) {
        // The hash is about question, bytes and expectation.
        assert_eq!((&case.id, case.hash()), (&text.id, text.hash()));
        let described = |case: &conformance::suite::Case| {
            (case.title.clone(), case.level, case.features.clone(), case.clauses.clone(), case.flags.clone())
        };
        assert_eq!(described(case), described(text), "{}", case.id);
    }
    let (explained, all) = (read.explanations(), Explanations::load(folder()).unwrap());
    assert_eq!((&explained.flags, explained.version), (&all.flags, Some(EXPORT.version)));
    assert!(explained.readings.len() > 50, "{} readings", explained.readings.len());
    for (number, reading) in &explained.readings {
        assert_eq!(*reading, all.readings[number], "{number}");
    }
    for case in &suite.cases {
        assert!(case.clauses.iter().all(|id| explained.clauses[id].text == all.clauses[id].text), "{}", case.id);
    }
}

/// An export may come from another author: the names in it lead to no other files.
#[test]
fn names_of_files_stay_in_the_folder() {
    let around = tempfile::tempdir().unwrap();
    let target = around.path().join("export");
    let outside = around.path().join("outside.json");
    std::fs::create_dir(&target).unwrap();
    let read = |change: &dyn Fn(&mut Export)| {
        let mut export = EXPORT.clone();
        change(&mut export);
        export.write(&target).unwrap();
        Export::read(&target).map(drop)
    };
    assert!(read(&|_| {}).is_ok());
    let index = std::fs::read_to_string(target.join("suite.json")).unwrap();
    std::fs::copy(target.join("blk.json"), &outside).unwrap();
    let absolute = outside.to_str().unwrap().to_owned();
    for name in [&*absolute, "../outside.json", "bytes/../../outside.json", "/dev/zero"] {
        let error = read(&|export| export.formats[0].cases[0].file = Some(name.to_owned())).unwrap_err().to_string();
        assert!(error.contains("outside of the folder"), "{name}: {error}");
        std::fs::write(target.join("suite.json"), index.replace("blk.json", name)).unwrap();
        let error = Export::read(&target).unwrap_err().to_string();
        assert!(error.contains("outside of the folder"), "{name}: {error}");
    }
    let error = read(&|export| export.formats[0].cases[0].file = Some("bytes".to_owned())).unwrap_err().to_string();
    assert!(error.contains("expected a file"), "{error}");
    // A format names the document that a copy of the export has.
    let document = std::fs::read_to_string(&outside).unwrap();
    std::fs::write(target.join("suite.json"), &index).unwrap();
    std::fs::write(target.join("blk.json"), document.replacen("\"blk\"", "\"../blk\"", 1)).unwrap();
    let error = Export::read(&target).unwrap_err().to_string();
    assert!(error.contains("outside of the folder"), "{error}");
    #[cfg(unix)]
    for place in [&*absolute, "/dev/zero"] {
        let _ = std::fs::remove_file(target.join("bytes/link"));
        std::os::unix::fs::symlink(place, target.join("bytes/link")).unwrap();
        assert!(read(&|export| export.formats[0].cases[0].file = Some("bytes/link".to_owned())).is_err(), "{place}");
    }
}

/// Every member is one that the schema describes, and every id in a case is explained.
#[test]
fn documents_are_as_the_schema_says() {
    let schema: Json = serde_json::from_str(include_str!("../../src/export/suite.schema.json")).unwrap();
    let known = |part: &str, value: &Json, at: &str| {
        let part = &schema["$defs"][part];
        for name in value.as_object().unwrap().keys() {
            assert!(part["properties"].get(name).is_some(), "{at}: `{name}` is not in the schema");
        }
        for name in part["required"].as_array().unwrap() {
            assert!(value.get(name.as_str().unwrap()).is_some(), "{at}: expected {name}");
        }
    };
    for format in &EXPORT.formats {
        let document = serde_json::to_value(format).unwrap();
        known("format", &document, &format.format);
        for case in document["cases"].as_array().unwrap() {
            let id = case["id"].as_str().unwrap();
            known("case", case, id);
            known("expect", &case["expect"], id);
            assert_eq!(["hex", "file", "model"].iter().filter(|name| case.get(name).is_some()).count(), 1, "{id}");
            for name in ["clauses", "readings", "flags"] {
                for one in case.get(name).and_then(Json::as_array).into_iter().flatten() {
                    assert!(document[name].get(one.as_str().unwrap()).is_some(), "{id}: {one} is not explained");
                }
            }
        }
        for (number, reading) in document["readings"].as_object().unwrap() {
            known("reading", reading, number);
            let is_said = |name: &str| reading[name].as_str().unwrap().len() > 4;
            assert!(is_said("title") && is_said("text"), "{number}: {reading}");
        }
    }
    for (name, bytes) in &EXPORT.files {
        assert!(bytes.len() > conformance::export::INLINE && name.starts_with("bytes/"), "{name}");
    }
}

#[test]
fn the_version_follows_from_what_is_different() {
    let old = &*EXPORT;
    let since = |change: &dyn Fn(&mut Export)| {
        let mut new = old.clone();
        change(&mut new);
        let difference = Difference::between(old, &new);
        (difference.change, difference.least.to_string(), difference.lines)
    };
    let Version { major, minor, patch } = old.version;
    let id = old.formats[0].cases[0].id.clone();
    let line = |what: &str| vec![format!("{what} {id}")];
    let raised = |major, minor, patch| Version { major, minor, patch }.to_string();
    assert_eq!(since(&|_| {}), (Change::None, old.version.to_string(), vec![]));

    // A changed expectation, another level, and a case that is gone.
    let mut changed = old.suite().unwrap().cases[0].clone();
    changed.expect.offset = Some(99);
    let meant = since(&|new| new.formats[0].cases[0].hash = changed.hash());
    assert_eq!(meant, (Change::Major, raised(major + 1, 0, 0), line("major: changed")));
    let other = if changed.level == Level::Must { Level::May } else { Level::Must };
    assert_eq!(since(&|new| new.formats[0].cases[0].level = other), meant);
    let gone = since(&|new| drop(new.formats[0].cases.remove(0)));
    assert_eq!(gone, (Change::Major, raised(major + 1, 0, 0), line("major: removed")));
    // A new case.
    let mut without = old.clone();
    without.formats[0].cases.remove(0);
    let new = Difference::between(&without, old);
    assert_eq!(
        (new.change, new.least.to_string(), new.lines),
        (Change::Minor, raised(major, minor + 1, 0), line("minor: added"))
    );
    // Other words, of a case and of what it cites.
    let words = since(&|new| new.formats[0].cases[0].title.push('!'));
    assert_eq!(words, (Change::Patch, raised(major, minor, patch + 1), line("patch: other words")));
    let words = since(&|new| new.formats[0].flags.values_mut().next().unwrap().harm.push('!'));
    assert_eq!(words, (Change::Patch, raised(major, minor, patch + 1), vec![]));
}

#[test]
fn versions_are_three_numbers() {
    let version = |text: &str| Version::try_from(text.to_owned());
    assert_eq!(version("1.20.3").unwrap().to_string(), "1.20.3");
    assert!(version("1.10.0").unwrap() > version("1.9.9").unwrap());
    for wrong in ["", "1", "1.2", "1.2.3.4", "1.2.x", "1.-2.3"] {
        assert!(version(wrong).unwrap_err().contains("expected a version"), "{wrong}");
    }
}
