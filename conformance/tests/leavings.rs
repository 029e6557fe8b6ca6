//! Files and processes that programs leave do not block the runner, and are removed.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use conformance::runner::{CaseResult, Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Suite};
use conformance::testee::Bounds;
use std::path::Path;
use std::sync::LazyLock;

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().cases);

/// Returns a case with files to unpack.
fn unpack() -> &'static Case {
    CASES.iter().find(|case| case.id == "bpx.unpack.files").unwrap()
}

/// Returns a case with a file that has to come back unchanged.
fn roundtrip() -> &'static Case {
    CASES.iter().find(|case| case.op.name() == "roundtrip" && case.expect.same_bytes).unwrap()
}

/// Makes a program in the language of the shell, which does `body` for the question in `$line` with the number `$n`.
/// `answer` answers that all is well, with more members of the answer.
fn persistent(body: &str) -> Program {
    let hello =
        r#"{"protocol":1,"name":"t","formats":{"bpx":[],"blk":[],"bpat":[],"gpb":[]},"ops":["unpack","roundtrip"]}"#;
    let answer = r#"answer() { echo "{\"seq\":$n,\"result\":\"ok\"$1}"; }"#;
    let loops = format!(
        "{answer}; read -r line; echo '{hello}'; while read -r line; do case $line in *'\"bye\"'*) exit;; esac; \
         n=${{line#*\\\"seq\\\":}}; n=${{n%%[,\\}}]*}}; {body}; done"
    );
    Program::Persistent(format!("sh -c '{}'", loops.replace('\'', r"'\''")))
}

fn ask(program: &Program, case: &Case) -> CaseResult {
    let bounds = Bounds::default().with_files(1 << 20);
    let options = RunOptions::default().with_bounds(bounds);
    let (_, mut results) = run_cases(program, &[case], &options, &|_| {}).unwrap();
    results.remove(0)
}

#[track_caller]
fn unfit(program: &Program, case: &Case, detail: &str) {
    let result = ask(program, case);
    assert_eq!((result.status, &*result.symptom), (Status::Failed, "unfit-file"), "{}", result.detail);
    assert!(result.detail.contains(detail), "no `{detail}` in {}", result.detail);
}

#[test]
fn an_answer_may_name_a_file_in_the_folder_for_temporary_files() {
    let case = roundtrip();
    let escaped: String = case.input.iter().map(|byte| format!(r"\\{byte:03o}")).collect();
    let write = format!(r#"printf "{escaped}" > "$TMPDIR/file"; answer ",\"path\":\"$TMPDIR/file\"""#);
    let result = ask(&persistent(&write), case);
    assert_eq!(result.status, Status::Passed, "{}: {}", result.symptom, result.detail);
    // A file that is not there.
    unfit(&persistent(r#"answer ",\"path\":\"$TMPDIR/none\"""#), case, "cannot be read: ");
}

#[test]
fn an_answer_may_name_nothing_else() {
    let case = roundtrip();
    let regular = ", not a regular file";
    let answers = [
        ("/dev/zero", "", "`/dev/zero` is not in the folder of the question"),
        ("/etc/hostname", "", "is not in the folder of the question"),
        ("$TMPDIR/../x", "", "is not in the folder of the question"),
        ("$TMPDIR", "", "is not in the folder of the question"),
        ("$TMPDIR/x", r#"mkfifo "$TMPDIR/x""#, regular),
        ("$TMPDIR/x", r#"ln -s /dev/zero "$TMPDIR/x""#, regular),
        ("$TMPDIR/x", r#"mkdir "$TMPDIR/x""#, regular),
        ("$TMPDIR/d/hostname", r#"ln -s /etc "$TMPDIR/d""#, "cannot be read: a path led outside of the filesystem"),
        ("$TMPDIR/x", r#"truncate -s 1T "$TMPDIR/x""#, "at most 1048576 bytes of all files"),
    ];
    for (path, make, detail) in answers {
        let make = if make.is_empty() { ":" } else { make };
        unfit(&persistent(&format!(r#"{make}; answer ",\"path\":\"{path}\"""#)), case, detail);
    }
}

#[test]
fn what_is_unpacked_is_looked_at_within_bounds() {
    let case = unpack();
    let there = r#"f=${line#*\"folder\":\"}; f=${f%%\"*}; cd "$f""#;
    let leavings = [
        ("mkfifo x", "`x` is a pipe, a socket or a device"),
        ("ln -s /dev/zero x", "`x` is a symbolic link"),
        ("truncate -s 1T x", "`x` has 1099511627776 bytes"),
        ("i=0; while test $i -lt 70; do mkdir d; cd d; i=$((i+1)); done", "folders are nested more than 64 deep"),
    ];
    for (make, detail) in leavings {
        unfit(&persistent(&format!("{there}; {make}; cd /; answer")), case, detail);
    }
    for (make, detail) in leavings {
        unfit(&Program::Oneshot(format!("sh -c \"cd '{{out}}'; {}\"", make.replace('$', r"\$"))), case, detail);
    }
}

#[test]
fn what_a_command_writes_is_looked_at_within_bounds() {
    let case = roundtrip();
    for (make, detail) in [
        ("mkfifo {out}", "is a pipe, a socket or a device"),
        ("ln -s /dev/zero {out}", "is a symbolic link"),
        ("truncate -s 1T {out}", "has 1099511627776 bytes"),
        ("mkdir {out}", "is a folder"),
    ] {
        unfit(&Program::Oneshot(make.to_owned()), case, detail);
    }
    let nothing = ask(&Program::Oneshot("true {in}".to_owned()), case);
    assert_eq!(&*nothing.symptom, "no-bytes");
}

/// Processes whose command line ends in a word.
fn processes(word: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    entries
        .filter(|entry| {
            std::fs::read(entry.path().join("cmdline"))
                .is_ok_and(|line| line.ends_with(format!("\0{word}\0").as_bytes()))
        })
        .count()
}

/// Programs of the name that have ended and that this process has not waited for.
fn zombies(name: &str) -> usize {
    let of_us = format!("({name}) Z {} ", std::process::id());
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let stats = entries.filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok());
    stats.filter(|stat| stat.contains(&of_us)).count()
}

#[test]
fn what_programs_start_ends_with_them() {
    let case = roundtrip();
    // Durations that no other process sleeps for.
    let programs = [
        (persistent("sleep 86401 & answer"), "86401"),
        (persistent("sleep 86402 & kill -9 $$"), "86402"),
        (Program::Oneshot("sh -c 'sleep 86403 & sleep 86403 & cp {in} {out}'".to_owned()), "86403"),
        (persistent("(sleep 86404 &); sleep 86404 & sleep 86404"), "86404"),
    ];
    for (program, word) in &programs {
        let bounds = Bounds::default().with_time(std::time::Duration::from_millis(500));
        let options = RunOptions::default().with_bounds(bounds);
        let (_, results) = run_cases(program, &[case, case, case], &options, &|_| {}).unwrap();
        assert_eq!(results.len(), 3);
        assert_eq!(processes(word), 0, "{word}");
    }
    assert_eq!(zombies("sleep"), 0);
}
