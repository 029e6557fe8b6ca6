//! Compares the expectation of a case with the answer of the program.

use crate::runner::compare::{is_wanted, value_at};
use crate::runner::{CaseResult, Status};
use crate::suite::Case;
use bpx_schema::value::{bytes_from_hex, hex};
use serde_json::Value as Json;

/// The largest number of differing values to show.
pub(super) const SHOWN: usize = 6;
/// The largest number of characters of a value to show.
const LENGTH: usize = 160;
/// The number of bytes to show where written bytes differ.
const BYTES: usize = 8;

/// One part of the expectation of a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ComparedRow {
    /// Name of the part.
    pub what: String,
    /// The expected value; empty if the case expects none.
    pub expected: String,
    /// The found value; empty if the program gave none.
    pub found: String,
    /// Whether the expected and the found value differ.
    pub differs: bool,
    /// Whether the part is a value or bytes, which reports show only if they differ.
    pub is_content: bool,
}

/// A value of a model that differs from the expected value.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ModelDifference<'a> {
    /// Path of the value.
    pub path: String,
    /// The value that is expected.
    pub wanted: &'a Json,
    /// The found value; `None` if the model has no value there.
    pub found: Option<&'a Json>,
}

/// The answer of a program as it was given.
#[derive(Debug, Clone, Default)]
pub(super) struct GivenAnswer(Json);

impl GivenAnswer {
    /// Returns the answer in a result.
    pub(super) fn of(result: &CaseResult) -> Self {
        // What JSON cannot express was not in the answer, which is JSON.
        Self(result.answer.as_ref().and_then(|answer| serde_json::to_value(answer).ok()).unwrap_or_default())
    }

    /// Returns a member that is a text; empty if it is missing.
    pub(super) fn text_of(&self, name: &str) -> &str {
        self.0.get(name).and_then(Json::as_str).unwrap_or_default()
    }

    /// Returns the offset of the fault that the program reports.
    pub(super) fn fault_offset(&self) -> Option<u64> {
        self.0.get("offset").and_then(Json::as_u64)
    }

    /// Returns the words of the program: its message or its reason, then its findings.
    pub(super) fn message_words(&self) -> String {
        let findings = self.0.get("findings").and_then(Json::as_array).into_iter().flatten();
        let words = [self.text_of("message"), self.text_of("reason")].into_iter().map(str::to_owned);
        let all = words.chain(findings.map(Json::to_string)).filter(|words| !words.is_empty());
        all.collect::<Vec<_>>().join("\n")
    }

    /// Returns the answer, with its written bytes converted by `shown`.
    pub(super) fn json_with(mut self, shown: impl Fn(&[u8]) -> Json) -> Json {
        if let Some(bytes) = self.written_bytes()
            && let Some(member) = self.0.get_mut("hex")
        {
            *member = shown(&bytes);
        }
        self.0
    }

    fn written_bytes(&self) -> Option<Vec<u8>> {
        bytes_from_hex(self.0.get("hex")?.as_str()?)
    }
}

/// Returns rows that compare the expected answer with the answer of the program: the verdict, all details that either
/// answer has, and the values and bytes that differ.
pub(super) fn compared_rows(case: &Case, result: &CaseResult) -> Vec<ComparedRow> {
    let (expect, said) = (&case.expect, GivenAnswer::of(result));
    let mut rows = vec![ComparedRow {
        what: "verdict".to_owned(),
        expected: expect.verdict.to_string(),
        found: describe_outcome(result, &said),
        differs: match said.text_of("result") {
            "ok" => !expect.allows_acceptance(),
            "reject" => {
                let verdict = said.text_of("verdict");
                let other = !verdict.is_empty() && expect.verdict.words().iter().all(|word| word != verdict);
                !expect.allows_rejection() || other
            }
            _ => result.status == Status::Failed,
        },
        is_content: false,
    }];
    let mut row = |what: &str, expected: Vec<String>, found: String| {
        let differs = !expected.is_empty() && !found.is_empty() && !expected.contains(&found);
        if !expected.is_empty() || !found.is_empty() {
            rows.push(ComparedRow {
                what: what.to_owned(),
                expected: expected.join(" or "),
                found,
                differs,
                is_content: false,
            });
        }
    };
    let hexadecimal = |offset: Option<u64>| offset.map(|offset| format!("{offset:#x}"));
    row(
        "class",
        expect.class.iter().flat_map(|class| class.words().to_vec()).collect(),
        said.text_of("class").to_owned(),
    );
    row("path", expect.path.iter().cloned().collect(), said.text_of("at").to_owned());
    row(
        "offset",
        hexadecimal(expect.offset).into_iter().collect(),
        // The empty text means that the program states no offset.
        hexadecimal(said.fault_offset()).unwrap_or_default(),
    );
    rows.extend(content_rows(case, result, &said));
    rows
}

/// Returns the values and the bytes that differ.
fn content_rows(case: &Case, result: &CaseResult, said: &GivenAnswer) -> Vec<ComparedRow> {
    let content = |what: String, expected: String, found: String| ComparedRow {
        what,
        expected,
        found,
        differs: true,
        is_content: true,
    };
    let differences = model_differences(case, result);
    let shown = differences.iter().take(SHOWN).map(|one| {
        let what = if one.path.is_empty() { "model".to_owned() } else { one.path.clone() };
        let found = one.found.map_or_else(|| "not in the model".to_owned(), |found| shorten_text(&found.to_string()));
        content(what, shorten_text(&one.wanted.to_string()), found)
    });
    let mut rows: Vec<ComparedRow> = shown.collect();
    if let Some(more) = differences.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        rows.push(content(format!("{more} more values"), String::new(), "others".to_owned()));
    }
    if let Some(place) = first_differing_offset(case, result) {
        // The offset is that of written bytes.
        let written = said.written_bytes().unwrap_or_default();
        let part = |bytes: &[u8]| match bytes.get(place..) {
            None | Some([]) => "the end".to_owned(),
            Some(rest) => hex(rest.get(..BYTES).unwrap_or(rest)),
        };
        rows.push(content(format!("bytes at {place:#x}"), part(&case.input), part(&written)));
    }
    rows
}

/// Returns the innermost values of the model that differ from the expected values.
pub(super) fn model_differences<'a>(case: &'a Case, result: &'a CaseResult) -> Vec<ModelDifference<'a>> {
    let mut differences = Vec::new();
    if let Some(crate::protocol::Reply::Ok { model: Some(model), .. }) = &result.answer {
        for (path, wanted) in &case.expect.model {
            compare_values(path.clone(), wanted, value_at(model, path), &mut differences);
        }
    }
    differences
}

fn compare_values<'a>(
    path: String,
    wanted: &'a Json,
    found: Option<&'a Json>,
    differences: &mut Vec<ModelDifference<'a>>,
) {
    if found.is_some_and(|found| is_wanted(found, wanted)) {
        return;
    }
    match (wanted, found) {
        (Json::Object(wanted), Some(Json::Object(found))) => {
            for (name, wanted) in wanted {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                compare_values(path, wanted, found.get(name), differences);
            }
        }
        (Json::Array(wanted), Some(Json::Array(found))) if wanted.len() == found.len() => {
            for (index, (wanted, found)) in wanted.iter().zip(found).enumerate() {
                compare_values(format!("{path}[{index}]"), wanted, Some(found), differences);
            }
        }
        _ => differences.push(ModelDifference { path, wanted, found }),
    }
}

/// Returns the first offset at which written bytes differ from the expected bytes.
pub(super) fn first_differing_offset(case: &Case, result: &CaseResult) -> Option<usize> {
    let written =
        GivenAnswer::of(result).written_bytes().filter(|written| case.expect.same_bytes && *written != case.input)?;
    Some(written.iter().zip(&case.input).take_while(|(a, b)| a == b).count())
}

/// Describes the difference in one line, in the words of the judge if no value shows the difference.
pub(super) fn describe_difference(case: &Case, result: &CaseResult) -> String {
    let [expected, found] = describe_sides(case, result);
    if found == result.detail { found } else { format!("expected {expected}, found {found}") }
}

/// Describes the expected and the found answer in one line each: the values and bytes that differ, or else verdict,
/// class and place. If nothing differs, the second line has the words of the judge.
pub(super) fn describe_sides(case: &Case, result: &CaseResult) -> [String; 2] {
    let rows = compared_rows(case, result);
    let is_shown = rows.iter().any(|row| row.differs) || result.detail.is_empty();
    let parts: Vec<&ComparedRow> = rows.iter().filter(|row| row.is_content).collect();
    let parts = if parts.is_empty() { rows.iter().collect() } else { parts };
    let side = |side: &dyn Fn(&ComparedRow) -> &str| {
        let sides = parts.iter().map(|row| (&*row.what, side(row))).filter(|(_, text)| !text.is_empty());
        let texts = sides.map(|(what, text)| match what {
            "verdict" | "class" => text.to_owned(),
            "path" => format!("at {text}"),
            "offset" => format!("offset {text}"),
            what => format!("{what} = {text}"),
        });
        texts.collect::<Vec<_>>().join(", ")
    };
    let found = if is_shown { side(&|row| &row.found) } else { result.detail.clone() };
    [side(&|row| &row.expected), found]
}

/// Returns the outcome in a few words.
fn describe_outcome(result: &CaseResult, said: &GivenAnswer) -> String {
    match (said.text_of("result"), said.text_of("verdict")) {
        ("ok", _) => "accepted".to_owned(),
        ("warn", _) => "accepted with findings".to_owned(),
        ("reject", "") => "refused".to_owned(),
        ("reject", verdict) => format!("refused as {verdict}"),
        _ => result.symptom.clone(),
    }
}

/// Shortens a long text.
pub(super) fn shorten_text(text: &str) -> String {
    match text.char_indices().nth(LENGTH) {
        // The end is that of a character.
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
