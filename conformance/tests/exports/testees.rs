//! Headers and modules as programs under test.

use super::programs::{Kaitai, here};
use conformance::known::{Known, check_results};
use conformance::runner::{CaseResult, Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Op, Suite};
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use test_needs::needs;

/// The day for the list, before all expiries: these are not checked here.
const TODAY: &str = "2026-11-22";

/// The cases that a program got, and the results.
struct Answers {
    suite: Suite,
    results: Vec<CaseResult>,
}

impl Answers {
    /// Asks the cases of the suite that are wanted.
    fn of(program: &Program, wanted: impl Fn(&Case) -> bool, options: &RunOptions) -> Self {
        let mut suite = Suite::load(&here("")).unwrap();
        suite.cases.retain(wanted);
        let cases: Vec<&Case> = suite.cases.iter().collect();
        let (_, results) = run_cases(program, &cases, options, &|_| {}).unwrap();
        Self { suite, results }
    }

    /// Asks every record of the suite.
    fn of_records(program: &Program) -> Self {
        Self::of(program, |case| case.op == Op::Record, &strict())
    }

    /// Returns ids and symptoms of the cases that are not passed: skipped ones too.
    fn others(&self) -> Vec<(&str, &str)> {
        let others = self.results.iter().filter(|result| result.status != Status::Passed);
        others.map(|result| (&*self.suite.cases[result.case].id, &*result.symptom)).collect()
    }

    /// Every record was answered, and rightly.
    fn are_all_right(&self) {
        assert_eq!(self.others(), []);
        assert!(self.results.len() > 900, "only {} records", self.results.len());
    }
}

/// Makes differences in classes and places of faults failures: exports report those of the schemas.
fn strict() -> RunOptions {
    RunOptions::default().with_diagnostics(true)
}

/// Returns the module in Python as a program under test.
fn modules() -> Program {
    let (adapter, modules) = (here("testees/exported/adapter.py"), here("../exports"));
    Program::Persistent(format!("python3 -B '{}' '{}'", adapter.display(), modules.display()))
}

/// Returns the headers of a folder as a program under test.
fn headers(compiler: &str, more: &[&str], headers: &Path, target: &Path) -> Program {
    let program = target.join("exported-c");
    let mut command = Command::new(compiler);
    command.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-pedantic"]).args(more).arg("-I").arg(headers);
    let output = command.arg(here("testees/exported/adapter.c")).arg("-o").arg(&program).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    Program::Persistent(format!("'{}'", program.display()))
}

fn headers_answer(compiler: &str, more: &[&str]) {
    let target = tempfile::tempdir().unwrap();
    let program = headers(compiler, more, &here("../exports"), target.path());
    Answers::of_records(&program).are_all_right();
}

#[needs(gcc)]
#[test]
fn headers_answer_every_record_with_gcc() {
    headers_answer("gcc", &["-O1", "-Wconversion"]);
}

#[needs(clang)]
#[test]
fn headers_answer_every_record_with_clang() {
    headers_answer("clang", &["-O1", "-Wconversion"]);
}

#[needs(gcc)]
#[test]
fn headers_answer_within_their_bytes() {
    headers_answer("gcc", &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]);
}

/// A header with another bound, another place, or other bytes gives wrong answers.
#[needs(gcc)]
#[test]
fn altered_headers_fail() {
    for (file, old, new) in [
        ("bpat.h", "value <= UINT64_C(0x40)", "value <= UINT64_C(0x41)"),
        ("bpat.h", "{ 66, 80, 65, 84 }, 4)", "{ 66, 80, 65, 84 }, 3)"),
        ("bpx.h", "schema_get(bytes + 7, 1, false)", "schema_get(bytes + 6, 1, false)"),
        (
            "bpx_v0.h",
            "schema_put(bytes + 4, 4, false, (uint64_t)value->vertex)",
            "schema_put(bytes + 4, 4, true, (uint64_t)value->vertex)",
        ),
        ("blk.h", "case BLK_PARAM_TYPE_I64: return \"i64\";", ""),
        ("blk.h", "schema_put_bits(bytes, 24, 8, ", "schema_put_bits(bytes, 24, 3, "),
        ("gpb.h", "\"VertexElement.size\", at + 4", "\"VertexElement.size\", at + 3"),
        ("gpb.h", "\"VertexElement.size\"", "\"VertexElement.usage\""),
    ] {
        let target = tempfile::tempdir().unwrap();
        for entry in here("../exports").read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "h") {
                let text = std::fs::read_to_string(&path).unwrap();
                let is_meant = path.ends_with(file);
                assert!(!is_meant || text.contains(old), "{old} is not in {file}");
                let text = if is_meant { text.replacen(old, new, 1) } else { text };
                std::fs::write(target.path().join(path.file_name().unwrap()), text).unwrap();
            }
        }
        let program = headers("gcc", &[], target.path(), target.path());
        let answers = Answers::of(&program, |case| case.op == Op::Record && file.starts_with(&case.format), &strict());
        let failed = answers.results.iter().filter(|result| result.status == Status::Failed).count();
        assert!(failed > 0, "nobody notices {new} for {old}");
    }
}

/// Lines that are not questions are not answered; questions are understood in any spelling.
#[needs(gcc)]
#[test]
fn headers_scan_questions() {
    let target = tempfile::tempdir().unwrap();
    let sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
    let program = headers("gcc", &sanitizers, &here("../exports"), target.path());
    let asked = |question: &str| {
        let mut command = Command::new("sh");
        let child = command.arg("-c").arg(program.command()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = child.stderr(Stdio::null()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(format!("{question}\n").as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap().trim_end().to_owned())
    };
    let key = r#"{ "x" : [1, {"a":"]}\"" , "b":[[]]}, null], "seq":7,"hex":"0102030\u0031", "record" : "Param\u004bey",
        "format":"b\u006ck","op":"record" , "cmd":"run","z":{}}"#;
    let answer = r#"{"seq":7,"result":"ok","hex":"01020301"}"#;
    assert_eq!(asked(&key.replace('\n', " ")), (Some(0), answer.to_owned()));
    for (said, result) in [
        (r#""record":"ParamKey","hex":"0""#, "error"),
        (r#""record":"ParamKey","hex":"0g""#, "error"),
        (r#""record":"ParamKey","path":"no-such-file""#, "error"),
        (r#""record":"ParamKey","path":".""#, "error"),
        (r#""record":"ParamKey""#, "error"),
        (r#""record":"ParamKey","hex":null"#, "error"),
        (r#""record":"ParamKey","hex":"""#, "reject"),
        (r#""record":"File","hex":"""#, "skip"),
    ] {
        let (code, line) = asked(&format!(r#"{{"cmd":"run","seq":1,"op":"record","format":"blk",{said}}}"#));
        assert!(code == Some(0) && line.starts_with(&format!(r#"{{"seq":1,"result":"{result}","#)), "{said}: {line}");
    }
    for wrong in [
        "",
        "{",
        "[]",
        "{} x",
        r#"{"a":{}"#,
        r#"{"a":}"#,
        r#"{"a":1,}"#,
        r#"{"a":[}"#,
        r#"{"a":{}"b":1}"#,
        r#"{"a":"x"#,
        r#"{"a":"\q"}"#,
        r#"{"a":"\ud800x"}"#,
        r#"{"a":"\udc00"}"#,
        r#"{"a":"\u12"}"#,
        r#"{"seq":-1}"#,
        r#"{"seq":"1"}"#,
        r#"{"seq":123456789012345678901}"#,
    ] {
        assert_eq!(asked(wrong), (Some(4), String::new()), "{wrong}");
    }
}

#[needs(python3)]
#[test]
fn modules_answer_every_record() {
    Answers::of_records(&modules()).are_all_right();
}

/// Asserts that a program fails exactly the listed cases, and that `at_least` so many pass.
fn fails_what_is_listed(name: &str, program: &Program, ops: &[Op], at_least: usize) {
    let Answers { suite, results } = Answers::of(program, |case| ops.contains(&case.op), &RunOptions::default());
    let cases: Vec<&Case> = suite.cases.iter().collect();
    let known = Known::read(&here("known").join(name).with_extension("toml")).unwrap();
    let surprises: String =
        check_results(&suite.cases, &cases, &results, &known, TODAY).iter().map(|one| format!("{one}\n")).collect();
    assert!(surprises.is_empty(), "{surprises}`cargo xtask conform-all --fix` rewrites the list; reasons are yours");
    let passed = results.iter().filter(|result| result.status == Status::Passed).count();
    assert!(passed >= at_least, "expected {at_least} cases that pass, found {passed}");
}

/// A schema has no rules that are functions. The cases that fail for this reason are listed, and no other case fails.
#[needs(python3)]
#[test]
fn modules_fail_what_is_listed() {
    fails_what_is_listed("exported-python", &modules(), &[Op::Validate], 600);
}

/// Kaitai Struct cannot express a part of each schema, which the exported files state. The cases that fail for this reason
/// are listed, and no other case fails.
#[needs(kaitai, testees)]
#[test]
fn compiled_kaitai_fails_what_is_listed() {
    let exported =
        ["bpx", "bpx_v0", "bpat", "blk", "gpb"].map(|name| here("../exports").join(name).with_extension("ksy"));
    let kaitai = Kaitai::installed();
    let program = Program::Persistent(kaitai.testee(&exported));
    fails_what_is_listed("exported-kaitai", &program, &[Op::Validate, Op::Decode], 300);
}
