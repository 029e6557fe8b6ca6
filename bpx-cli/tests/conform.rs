//! The suite against the codecs of the command itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic)]

use assert_cmd::Command;

fn bpx() -> Command {
    let mut command = Command::cargo_bin("bpx").unwrap();
    command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    command
}

#[test]
fn the_command_passes_its_own_suite() {
    let testee = format!("'{}' conform testee", assert_cmd::cargo::cargo_bin("bpx").display());
    let run = ["conform", "run", "--diagnostics", "--report", "json", "--testee", &testee];
    let out = bpx().args(run).output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(report["surprises"], serde_json::json!([]));
    assert!(report["summary"]["all"]["passed"].as_u64().unwrap() > 10);
    assert_eq!((&report["summary"]["all"]["skipped"], out.status.code()), (&0.into(), Some(0)));
}

#[test]
fn programs_that_do_not_greet_are_reported() {
    let out = bpx().args(["conform", "run", "--testee", "echo hello"]).output().unwrap();
    let said = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("sends no valid greeting"), "{said}");
}

/// An impossible run is reported with a hint before it begins.
#[test]
fn mistakes_of_the_command_line() {
    let testee = format!("'{}' conform testee", assert_cmd::cargo::cargo_bin("bpx").display());
    let run = ["run", "--testee", &testee];
    let with = |more: &[&'static str]| [&run[..], more].concat();
    let mistakes: [(Vec<&str>, i32, &str); 13] = [
        (with(&["--memory", "17592186044416"]), 2, "expected at most 17592186044415"),
        (vec!["list", "--format", "BPX"], 2, "there are blk, bpat, bpx, gpb"),
        (vec!["list", "--feature", "gzip"], 2, "zlib"),
        (vec!["list", "--clause", "8.3"], 2, "docs/clauses.md"),
        (vec!["list", "--case", "bpx.nothing"], 2, "`bpx conform list`"),
        (vec!["list", "--format", "blk", "--feature", "xz"], 2, "leave one out"),
        (vec!["list", "--suite", "no-such-folder"], 4, "no-such-folder"),
        (vec!["run", "--testee", "./no-such-program"], 2, "the command does not exist"),
        (vec!["run", "--oneshot", "true"], 2, "`{in}`"),
        (with(&["--known", "no-such-list.toml"]), 4, "no-such-list.toml"),
        (with(&["--today", "yesterday"]), 2, "2027-06-01"),
        (with(&["--reading", "I-30"]), 2, "such as I-30=base-1"),
        (with(&["--reading", "I-30=base-2"]), 2, "expected an option of I-30 (base-0, base-1)"),
    ];
    for (args, code, expected) in mistakes {
        let out = bpx().arg("conform").args(&args).output().unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        assert_eq!(out.status.code(), Some(code), "{args:?}: {said}");
        assert!(said.contains(expected) && out.stdout.is_empty(), "{args:?}: {said}");
    }
}

#[test]
fn cases_are_listed_by_what_they_are() {
    let list = |args: &[&str]| {
        let out = bpx().args(["conform", "list", "--json"]).args(args).output().unwrap();
        serde_json::from_slice::<Vec<serde_json::Value>>(&out.stdout).unwrap()
    };
    let all = list(&[]).len();
    type Holds = fn(&serde_json::Value) -> bool;
    let filters: [(&[&str], Holds); 5] = [
        (&["--negative"], |case| case["negative"] == true),
        (&["--op", "unpack"], |case| case["op"] == "unpack"),
        (&["--level", "should", "--format", "gpb"], |case| case["level"] == "should" && case["format"] == "gpb"),
        (&["--feature", "xz"], |case| case["features"].as_array().unwrap().contains(&"xz".into())),
        (&["--clause", "bpx2-8.3-*"], |case| case["clauses"].to_string().contains("\"bpx2-8.3-")),
    ];
    for (args, holds) in filters {
        let found = list(args);
        assert!(!found.is_empty() && found.len() < all && found.iter().all(holds), "{args:?}");
    }
}

/// A program that accepts every file.
#[cfg(unix)]
const TAKES_ALL: &str = r#"sh -c 'read -r line; echo "{\"protocol\":1,\"name\":\"all\",\"formats\":{\"bpx\":[2]},\"ops\":[\"validate\"]}"; while read -r line; do n=${line#*\"seq\":}; echo "{\"seq\":${n%%[,\}]*},\"result\":\"ok\"}"; done'"#;

/// Returns the ids of the matching cases that a program fails which accepts every file of version 2.
fn refused(pattern: &str) -> Vec<String> {
    let out = bpx().args(["conform", "list", "--case", pattern, "--json"]).output().unwrap();
    let list: serde_json::Value = serde_json::from_slice(&out.stdout).unwrap();
    let cases = list.as_array().unwrap().iter();
    let asked = cases.filter(|case| case["op"] == "validate" && case["negative"] == true && case["version"] == 2);
    asked.map(|case| case["id"].as_str().unwrap().to_owned()).collect()
}

#[cfg(unix)]
#[test]
fn known_failures_are_listed_and_reasons_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("known.toml");
    let run = |options: &[&str]| {
        let mut command = bpx();
        command.args(["conform", "run", "--case", "bpx.header.checksum.*", "--today", "2026-11-21"]);
        command.args(["--testee", TAKES_ALL, "--known"]).arg(&list).args(options).output().unwrap()
    };
    let out = run(&["--fix"]);
    assert_eq!(out.status.code(), Some(0));
    assert!(String::from_utf8(out.stderr).unwrap().contains("1 entries have no reason yet"));
    let text = std::fs::read_to_string(&list).unwrap();
    let asked = refused("bpx.header.checksum.*");
    let words: Vec<_> = asked.iter().map(|id| format!("    \"{id}\",\n")).collect();
    let entry = |case: &str, why: &str| {
        format!("[[fail]]\ncase = {case}\ngot = \"accepted\"\nwhy = \"{why}\"\nuntil = \"2027-11-21\"\n")
    };
    assert_eq!(text, entry(&format!("[\n{}]", words.concat()), ""));
    let out = run(&[]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8(out.stderr).unwrap().contains("expected a reason, found none"));

    // A pattern and its reason stay.
    let reasoned = entry("\"bpx.header.checksum.*\"", "it takes every file");
    std::fs::write(&list, &reasoned).unwrap();
    let out = run(&[]);
    let said = String::from_utf8(out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(0));
    assert!(said.contains(&format!(" 0 failed, {} known, 0 skipped", asked.len())), "{said}");
    assert_eq!(run(&["--fix"]).status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(&list).unwrap(), reasoned);
    assert_eq!(run(&["--today", "2027-11-22"]).status.code(), Some(2), "one day, not two");
}

#[cfg(unix)]
#[test]
fn several_programs_are_asked_for_one_page() {
    let ours = format!("'{}' conform testee", assert_cmd::cargo::cargo_bin("bpx").display());
    let mut command = bpx();
    command.args(["conform", "run", "--case", "bpx.header.version.3", "--testee", TAKES_ALL, "--testee", &ours]);
    let out = command.args(["--report", "html"]).output().unwrap();
    let page = String::from_utf8(out.stdout).unwrap();
    assert_eq!(out.status.code(), Some(1), "{page}");
    assert!(page.contains(">all</a></th>") && page.contains(">bpx-formats "), "{page}");
    assert!(page.contains("<td class=\"bad\">1</td>") && page.contains("Nothing failed."), "{page}");
    let junit = command.args(["--report", "junit"]).output().unwrap();
    assert_eq!(junit.status.code(), Some(2), "it is about one program");
}

/// Details of a correct refusal are notes, or failures with an option; cases of another reading are left out.
#[cfg(unix)]
#[test]
fn notes_and_readings() {
    let wrong = r#"sh -c 'read -r line; echo "{\"protocol\":1,\"name\":\"t\",\"formats\":{\"bpx\":[2]},\"ops\":[\"validate\"]}"; while read -r line; do n=${line#*\"seq\":}; echo "{\"seq\":${n%%[,\}]*},\"result\":\"reject\",\"class\":\"overlap\",\"offset\":1}"; done'"#;
    let run = |case: &str, options: &[&str]| {
        let out = bpx().args(["conform", "run", "--testee", wrong, "--case", case]).args(options).output().unwrap();
        (out.status.code(), String::from_utf8(out.stdout).unwrap())
    };
    let (code, said) = run("bpx.header.version.3", &[]);
    assert!(code == Some(0) && said.contains("1 passed with a note"), "{said}");
    let (code, said) = run("bpx.header.version.3", &["--diagnostics"]);
    assert!(code == Some(1) && said.contains("bpx.header.version.3 fails: class overlap"), "{said}");
    let (code, said) = run("bpx.package.*", &["--reading", "I-30=base-1", "--report", "json"]);
    let report: serde_json::Value = serde_json::from_str(&said).unwrap();
    let skipped = |case: &&serde_json::Value| case["symptom"] == "follows another reading of I-30";
    let skipped = report["cases"].as_array().unwrap().iter().filter(skipped).count();
    assert!(skipped > 3 && report["testee"]["readings"]["I-30"] == "base-1", "{code:?} {skipped}");
}

#[test]
fn reports_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let report = |name: &str, status: &str| {
        let path = folder.path().join(name);
        let json = serde_json::json!({ "cases": [{ "id": "bpx.a", "status": status, "symptom": "" }] });
        std::fs::write(&path, json.to_string()).unwrap();
        path
    };
    let (good, bad) = (report("good.json", "passed"), report("bad.json", "failed"));
    let compare = |old, new| bpx().args(["conform", "compare"]).args([old, new]).output().unwrap();
    let broken = compare(&good, &bad);
    assert_eq!((broken.status.code(), &*broken.stdout), (Some(1), &b"broken bpx.a (failed)\n"[..]));
    let fixed = compare(&bad, &good);
    assert_eq!((fixed.status.code(), &*fixed.stdout), (Some(0), &b"fixed bpx.a (passed)\n"[..]));
    assert_eq!(compare(&good, &good).stdout, b"no differences\n");
    let skipped = report("skipped.json", "skipped");
    assert_eq!(compare(&good, &skipped).status.code(), Some(1), "what passed is not asked any more");
    let changed = compare(&bad, &skipped);
    assert_eq!((changed.status.code(), &*changed.stdout), (Some(0), &b"changed bpx.a (skipped)\n"[..]));
    let other = folder.path().join("other.json");
    for case in [r#"{ "name": "a", "result": 1 }"#, r#"{ "id": "bpx.a" }"#, r#"{ "id": "bpx.a", "status": "well" }"#] {
        std::fs::write(&other, format!(r#"{{ "cases": [{case}] }}"#)).unwrap();
        let refused = compare(&good, &other);
        let said = String::from_utf8(refused.stderr).unwrap();
        assert!(said.contains("other.json: expected a report of `bpx conform run --report json`"), "{case}: {said}");
        assert_eq!((refused.status.code(), &*refused.stdout), (Some(1), &b""[..]), "{case}");
    }
}

#[test]
fn a_question_without_a_number_is_refused() {
    for seq in ["", r#", "seq": "7""#] {
        let question = format!(r#"{{ "cmd": "run", "op": "validate", "hex": ""{seq} }}"#);
        let out = bpx().args(["conform", "testee"]).write_stdin(question).output().unwrap();
        let said = String::from_utf8(out.stderr).unwrap();
        assert!(said.contains("expected a question of the suite with a number `seq`"), "{said}");
        assert_eq!((out.status.code(), &*out.stdout), (Some(2), &b""[..]));
    }
}

/// The signal goes to the command alone, as that of a terminal to its group does.
#[cfg(target_os = "linux")]
#[test]
fn programs_end_when_the_command_is_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let number = folder.path().join("number");
    let program = format!("sh -c 'echo $$ > {0}.new; mv {0}.new {0}; sleep 3600'", number.display());
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("bpx"))
        .args(["conform", "run", "--testee", &program])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let pause = || std::thread::sleep(std::time::Duration::from_millis(2));
    while !number.exists() {
        assert!(child.try_wait().unwrap().is_none());
        pause();
    }
    let process = std::path::Path::new("/proc").join(std::fs::read_to_string(&number).unwrap().trim());
    assert!(process.exists());
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT).unwrap();
    let status = child.wait().unwrap();
    assert_eq!(std::os::unix::process::ExitStatusExt::signal(&status), Some(2));
    // It has ended; its parent may not have waited for it yet.
    let is_alive = || std::fs::read_to_string(process.join("stat")).is_ok_and(|stat| !stat.contains(") Z "));
    for _ in 0..1000 {
        if !is_alive() {
            return;
        }
        pause();
    }
    panic!("{} is alive", process.display());
}
