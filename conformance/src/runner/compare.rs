//! Compares values of a model with the values that a case expects.
//!
//! In an expectation, an object with the one member `f32`, `bits` or `any` is not an object of the model. The object
//! gives a number that is rounded to 32 bits, the bits of a float that no number of JSON gives, or a list of correct
//! values. `docs/adapters-reference.md` states these rules for authors of adapters.

use serde_json::Value as Json;

/// Returns the value at a path such as `sections[1].header.kind`; the empty path is the whole model.
#[must_use]
pub fn value_at<'a>(model: &'a Json, path: &str) -> Option<&'a Json> {
    path.split('.').try_fold(model, |value, part| {
        let (name, indexes) = part.split_at(part.find('[').unwrap_or(part.len()));
        let value = if name.is_empty() { value } else { value.get(name)? };
        indexes
            .split_terminator(']')
            .try_fold(value, |value, index| value.get(index.strip_prefix('[')?.parse::<usize>().ok()?))
    })
}

/// Returns whether a value of the model satisfies the expectation `wanted`.
#[must_use]
pub fn is_wanted(found: &Json, wanted: &Json) -> bool {
    if let Some((form, inner)) = expected_form(wanted) {
        return match form {
            ExpectedForm::Float32 => rounded_float(found).is_some_and(|found| Some(found) == rounded_float(inner)),
            ExpectedForm::Bits => float_bits(found).is_some_and(|found| Some(found) == float_bits(wanted)),
            ExpectedForm::Any => inner.as_array().is_some_and(|list| list.iter().any(|one| is_wanted(found, one))),
        };
    }
    match (found, wanted) {
        (Json::Array(found), Json::Array(wanted)) => {
            found.len() == wanted.len() && found.iter().zip(wanted).all(|(found, wanted)| is_wanted(found, wanted))
        }
        (Json::Object(found), Json::Object(wanted)) => {
            wanted.iter().all(|(name, wanted)| found.get(name).is_some_and(|found| is_wanted(found, wanted)))
        }
        (Json::String(found), Json::String(wanted)) => found == wanted,
        (Json::Number(_) | Json::String(_), Json::Number(_)) | (Json::Number(_), Json::String(_)) => {
            same_number(found, wanted)
        }
        _ => found == wanted,
    }
}

/// A form of expectation that plain JSON does not have.
enum ExpectedForm {
    Float32,
    Bits,
    Any,
}

fn expected_form(wanted: &Json) -> Option<(ExpectedForm, &Json)> {
    let object = wanted.as_object().filter(|object| object.len() == 1)?;
    let (name, inner) = object.iter().next()?;
    let form = match &**name {
        "f32" => ExpectedForm::Float32,
        "bits" => ExpectedForm::Bits,
        "any" => ExpectedForm::Any,
        _ => return None,
    };
    Some((form, inner))
}

/// Returns the float of 32 bits that is nearest to a number.
fn rounded_float(value: &Json) -> Option<f32> {
    // A value out of range becomes infinite, which no number in an expectation is.
    value.as_f64().map(|value| value as f32).filter(|value| value.is_finite())
}

/// Returns the bits that a value `{"bits": "0x7fc00001"}` states.
fn float_bits(value: &Json) -> Option<u64> {
    let digits = value.as_object()?.get("bits")?.as_str()?;
    let digits = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"))?;
    u64::from_str_radix(digits, 16).ok()
}

/// Compares numbers by value: 10 equals 10.0, and a text of decimal digits is a whole number.
fn same_number(found: &Json, wanted: &Json) -> bool {
    match (integer_value(found), integer_value(wanted)) {
        (Some(found), Some(wanted)) => found == wanted,
        (None, None) => found.as_f64().is_some_and(|found| Some(found) == wanted.as_f64()),
        _ => false,
    }
}

/// Returns the exact whole number that a value states.
fn integer_value(value: &Json) -> Option<i128> {
    /// 2 to the power of 127, the least float that does not fit into `i128`.
    const END: f64 = 170_141_183_460_469_231_731_687_303_715_884_105_728.0;
    match value {
        Json::Number(number) => {
            let float = || number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() < END);
            let whole = number.as_i64().map(i128::from).or_else(|| number.as_u64().map(i128::from));
            whole.or_else(|| float().map(|value| value as i128))
        }
        Json::String(text) => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let decimal = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
            decimal.then(|| text.parse().ok()).flatten()
        }
        _ => None,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{is_wanted, value_at};
    use serde_json::Value as Json;

    /// Fails unless each answer is right, or wrong, as the text says.
    fn check(wanted: &str, right: &[&str], wrong: &[&str]) {
        let wanted: Json = serde_json::from_str(wanted).unwrap();
        for (answers, expected) in [(right, true), (wrong, false)] {
            for answer in answers {
                let found = serde_json::from_str(answer).unwrap();
                assert_eq!(is_wanted(&found, &wanted), expected, "{answer} for {wanted}");
            }
        }
    }

    #[test]
    fn numbers_are_compared_as_numbers() {
        check("10.0", &["10", "10.0", "1e1", "\"10\""], &["10.5", "\"10.0\"", "true", "null", "[10]"]);
        check("64", &["64", "64.0", "\"64\""], &["65", "\"64.0\"", "\"0x40\"", "\"\"", "\" 64\""]);
        check("\"64\"", &["\"64\"", "64", "64.0"], &["\"064\"", "63", "\"64.0\""]);
        check("-0.5", &["-0.5", "-5e-1"], &["0.5", "\"-0.5\"", "0"]);
        check("0", &["0", "-0.0", "0.0"], &["\"\"", "false", "null"]);
    }

    #[test]
    fn whole_numbers_are_exact() {
        // 2^53 + 1 and 2^64 - 4 are not doubles.
        check("9007199254740993", &["\"9007199254740993\""], &["9007199254740992", "9007199254740992.0"]);
        check(
            "\"18446744073709551612\"",
            &["18446744073709551612", "\"18446744073709551612\""],
            &["18446744073709551613", "18446744073709551615", "1.8446744073709552e19"],
        );
        check(
            "\"-9223372036854775805\"",
            &["-9223372036854775805"],
            &["-9223372036854775806", "-9223372036854775808.0"],
        );
    }

    #[test]
    fn floats_of_32_bits_are_rounded() {
        // Python and JavaScript print the float as the double of the same value.
        check(
            "{\"f32\": 29.97}",
            &["29.97", "29.969999313354492"],
            &["29.969997", "29.98", "\"29.97\"", "{\"f32\": 29.97}"],
        );
        check("{\"f32\": 10}", &["10", "10.0"], &["10.1", "null"]);
        check(
            "[{\"f32\": 0.1}, {\"f32\": 1e-7}]",
            &["[0.1, 1e-7]", "[0.10000000149011612, 1.0000000116860974e-7]"],
            &["[0.1]"],
        );
        check("{\"f32\": 3.4028235e38}", &["3.4028234663852886e38"], &["3.5e38", "1e300"]);
        // A double is compared as it is.
        check("29.97", &["29.97"], &["29.969999313354492"]);
    }

    #[test]
    fn bits_are_compared_as_numbers() {
        let right = ["{\"bits\": \"0x7fc00001\"}", "{\"bits\": \"0x7FC00001\"}", "{\"bits\": \"0X000000007fc00001\"}"];
        check(
            "{\"bits\": \"0x7fc00001\"}",
            &right,
            &["{\"bits\": \"0x7fc00000\"}", "null", "\"0x7fc00001\"", "2143289345"],
        );
    }

    #[test]
    fn any_of_several_values_is_right() {
        check(
            "{\"any\": [\"Translate\", 17]}",
            &["\"Translate\"", "17", "17.0", "\"17\""],
            &["\"translate\"", "18", "null"],
        );
        check("[{\"any\": [1, [{\"any\": [2, 3]}]]}]", &["[1]", "[[3]]"], &["[2]", "[[]]"]);
    }

    #[test]
    fn members_of_objects_may_be_more_and_elements_of_arrays_may_not() {
        check(
            "{\"a\": 1, \"b\": []}",
            &["{\"b\": [], \"a\": 1.0, \"c\": 2}"],
            &["{\"a\": 1}", "{\"a\": 1, \"b\": [0]}"],
        );
        check("{}", &["{}", "{\"a\": 1}"], &["[]", "null"]);
    }

    #[test]
    fn a_path_leads_into_the_model() {
        let model: Json = serde_json::from_str("{\"a\": [{\"b\": [[1, 2]]}]}").unwrap();
        let at = |path| value_at(&model, path).map(ToString::to_string);
        assert_eq!(at("a[0].b[0][1]").as_deref(), Some("2"));
        assert_eq!(at("").as_deref(), Some(&*model.to_string()));
        for path in ["a[1]", "a.b", "a[0].c", "a[x]"] {
            assert_eq!(at(path), None, "{path}");
        }
    }
}
