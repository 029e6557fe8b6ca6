//! A program that only pretends to read a format fails: one that accepts everything, one that refuses everything, and
//! one that returns its input.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used)]

use bpx_schema::value::{bytes_from_hex, hex};
use conformance::runner::{CaseResult, Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Op, Suite};
use sha2::{Digest, Sha256};
use std::path::Path;

/// Makes a program in the language of the shell that can do anything, as it says; it answers each question, whose line
/// is
/// `$line` and whose number is `$n`, with what `body` prints.
fn liar(body: &str) -> Program {
    let ops = r#"["identify","decode","validate","encode","roundtrip","canonicalize","unpack","record"]"#;
    let formats = r#"{"bpx":[],"blk":[],"bpat":[],"gpb":[]}"#;
    let hello = format!(r#"{{"protocol":1,"name":"liar","formats":{formats},"ops":{ops}}}"#);
    let loops = format!(
        "read -r line; echo '{hello}'; while read -r line; do case $line in *'\"bye\"'*) exit;; esac; \
         n=${{line#*\\\"seq\\\":}}; n=${{n%%[,\\}}]*}}; {body}; done"
    );
    Program::Persistent(format!("sh -c '{}'", loops.replace('\'', r"'\''")))
}

/// The result of each case.
fn asked(program: &Program) -> Vec<(Case, CaseResult)> {
    let cases = Suite::load(Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().cases;
    let list: Vec<&Case> = cases.iter().collect();
    let (_, results) = run_cases(program, &list, &RunOptions::default(), &|_| {}).unwrap();
    cases.into_iter().zip(results).collect()
}

/// Fails unless there are cases of the operations, and none of them passes.
fn score_nothing(results: &[(Case, CaseResult)], ops: &[Op]) {
    for op in ops {
        let mut of_op = results.iter().filter(|(case, _)| case.op == *op).peekable();
        assert!(of_op.peek().is_some(), "no case asks to {}", op.name());
        let passed: Vec<&str> =
            of_op.filter(|(_, one)| one.status == Status::Passed).map(|(case, _)| &*case.id).collect();
        assert_eq!(passed, [""; 0], "{}", op.name());
    }
}

#[test]
fn a_plausible_answer_to_everything_is_right_by_chance_only() {
    // The model and the bytes of a file that exists, whatever was asked.
    let head = r#"{\"signature\":\"425058\",\"version\":2,\"section_count\":1,\"file_size\":\"40\"}"#;
    let model = format!(r#"{{\"format\":\"bpx\",\"version\":2,\"header\":{head},\"sections\":[]}}"#);
    let bytes = "425058586c0100002800000000000000000000000200000000000000000000000000000000000000";
    let file = bytes_from_hex(bytes).unwrap();
    let program = liar(&format!(
        r#"case $line in *\"validate\"*) echo "{{\"seq\":$n,\"result\":\"ok\"}}";; *) echo "{{\"seq\":$n,\"result\":\"ok\",\"model\":{model},\"hex\":\"{bytes}\"}}";; esac"#
    ));
    let results = asked(&program);
    score_nothing(&results, &[Op::Decode, Op::Unpack]);
    for (case, result) in &results {
        if case.is_negative() {
            assert_eq!((result.status, &*result.symptom), (Status::Failed, "accepted"), "{}", case.id);
        }
        let wants = |bytes: &[u8]| {
            case.expect.same_bytes && case.input == bytes
                || case.expect.sha256.as_ref().is_some_and(|wanted| *wanted == hex(&Sha256::digest(bytes)))
        };
        // All but what asks for this very file.
        if (case.expect.same_bytes || case.expect.sha256.is_some()) && !wants(&file) {
            assert_eq!(&*result.symptom, "other-bytes", "{}", case.id);
        }
    }
}

#[test]
fn bytes_that_are_handed_back_are_no_model() {
    // `hex` or `path` of the question, and what follows.
    let program = liar(
        r#"case $line in *\"hex\":*) x=${line#*\"hex\":}; echo "{\"seq\":$n,\"result\":\"ok\",\"hex\":$x";; *\"path\":*) x=${line#*\"path\":}; echo "{\"seq\":$n,\"result\":\"ok\",\"path\":$x";; *) echo "{\"seq\":$n,\"result\":\"ok\"}";; esac"#,
    );
    let results = asked(&program);
    score_nothing(&results, &[Op::Decode, Op::Encode, Op::Unpack]);
    // A program may return the file unchanged if the case asks for an unchanged file.
    let same = results.iter().filter(|(case, _)| case.expect.same_bytes);
    assert!(same.clone().all(|(_, result)| result.status == Status::Passed));
    let negative = results.iter().filter(|(case, _)| case.is_negative());
    assert!(negative.clone().count() > 10 && negative.clone().all(|(_, result)| result.symptom == "accepted"));
}

#[test]
fn who_refuses_or_passes_on_everything_passes_nothing_that_is_sound() {
    let refused = asked(&liar(r#"echo "{\"seq\":$n,\"result\":\"reject\"}""#));
    for (case, result) in &refused {
        let expected = if case.expect.allows_rejection() { Status::Passed } else { Status::Failed };
        assert_eq!(result.status, expected, "{}", case.id);
    }
    let sound: Vec<_> = refused.into_iter().filter(|(case, _)| !case.expect.allows_rejection()).collect();
    score_nothing(&sound, &[Op::Decode, Op::Encode, Op::Unpack]);
    let skipped = asked(&liar(r#"echo "{\"seq\":$n,\"result\":\"skip\",\"reason\":\"no\"}""#));
    assert!(skipped.iter().all(|(_, result)| result.status == Status::Skipped));
}
