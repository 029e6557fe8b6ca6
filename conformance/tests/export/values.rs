//! The runner compares values as the table says that the packages share.

use super::documents::SUITE;
use super::packages;
use conformance::runner::{Program, RunOptions, Status, run_cases};
use conformance::suite::{Case, Expect, Op};
use serde::Deserialize;
use test_needs::needs;

#[derive(Deserialize)]
struct Table {
    values: Vec<Row>,
    paths: Vec<Path>,
}

/// Texts of JSON.
#[derive(Deserialize)]
struct Row {
    wanted: String,
    right: Vec<String>,
    wrong: Vec<String>,
}

#[derive(Deserialize)]
struct Path {
    model: String,
    path: String,
    value: Option<String>,
}

/// Answers each question with the model in a file, by the number of the question, as it is spelled there.
const ANSWERS: &str = r#"
import json, sys
models = json.load(open(sys.argv[1]))
print('{"protocol": 1, "name": "t", "formats": {"bpx": []}, "ops": ["decode"]}', flush=True)
for line in iter(sys.stdin.readline, ""):
    ask = json.loads(line)
    if ask["cmd"] == "run":
        print('{"seq": %d, "result": "ok", "model": %s}' % (ask["seq"], models[ask["seq"]]), flush=True)
"#;

/// A case that wants a value at a path.
fn case(path: &str, wanted: &str) -> Case {
    let mut case = SUITE.cases.iter().find(|case| case.format == "bpx" && case.op == Op::Decode).unwrap().clone();
    case.features.clear();
    case.expect = Expect::default();
    case.expect.model.insert(path.to_owned(), serde_json::from_str(wanted).unwrap());
    case
}

#[needs(python3)]
#[test]
fn values_are_compared_as_the_table_says() {
    let table: Table = serde_json::from_str(&std::fs::read_to_string(packages().join("values.json")).unwrap()).unwrap();
    let (mut cases, mut models, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for row in &table.values {
        for (answers, status) in [(&row.right, Status::Passed), (&row.wrong, Status::Failed)] {
            for answer in answers {
                cases.push(case("value", &row.wanted));
                models.push(format!("{{\"value\": {answer}}}"));
                expected.push((status, format!("{answer} for {}", row.wanted)));
            }
        }
    }
    for row in &table.paths {
        // No value is found where there is none, whatever is wanted.
        let wanted = row.value.as_deref().unwrap_or("{\"any\": [null, 0, 1, 2, []]}");
        cases.push(case(&row.path, wanted));
        models.push(row.model.clone());
        let status = if row.value.is_some() { Status::Passed } else { Status::Failed };
        expected.push((status, format!("{} of {}", row.path, row.model)));
    }
    assert!(cases.len() > 100);
    let place = tempfile::tempdir().unwrap();
    let [script, answers] = ["answers.py", "models.json"].map(|name| place.path().join(name));
    std::fs::write(&script, ANSWERS).unwrap();
    std::fs::write(&answers, serde_json::to_string(&models).unwrap()).unwrap();
    let program = Program::Persistent(format!("python3 '{}' '{}'", script.display(), answers.display()));
    let cases: Vec<&Case> = cases.iter().collect();
    let (_, results) = run_cases(&program, &cases, &RunOptions::default(), &|_| {}).unwrap();
    let found: Vec<_> = results.iter().map(|result| (result.status, expected[result.case].1.clone())).collect();
    assert_eq!(found, expected);
}
