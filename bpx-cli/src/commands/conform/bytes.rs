use super::select;
use crate::args::BytesArgs;
use crate::exit::{Exit, Failure};
use crate::output;
use conformance::suite::Suite;
use std::io::IsTerminal;
use std::path::Path;

/// The largest number of ids in a hint.
const HINTS: usize = 3;

/// Writes the bytes of a case.
pub(super) fn run(args: &BytesArgs) -> Result<Exit, Failure> {
    let suite = select::load_suite(args.suite.as_deref())?;
    let found = suite.cases.iter().find(|case| case.id == args.case);
    let case = found.ok_or_else(|| Failure::Usage(unknown_case(&suite, &args.case)))?;
    let missing = |what: &str| Failure::Usage(format!("{} has no {what}", case.id));
    let bytes = match (args.names, args.dict) {
        (true, _) => case.names.as_ref().ok_or_else(|| missing("shared names"))?,
        (_, true) => case.dict.as_ref().ok_or_else(|| missing("dictionary"))?,
        _ => &case.input,
    };
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    if path == Path::new("-") && std::io::stdout().is_terminal() {
        return Err(Failure::Usage(
            "expected a file for the bytes, found a terminal: name a file with `-o FILE`".to_owned(),
        ));
    }
    output::save_file(path, None, bytes)?;
    Ok(Exit::Fine)
}

/// Returns the message for an id that no case has, with the most similar ids.
fn unknown_case(suite: &Suite, id: &str) -> String {
    let mut near: Vec<(usize, &str)> =
        suite.cases.iter().map(|case| (edit_distance(id, &case.id), &*case.id)).collect();
    near.sort_unstable();
    let near: Vec<&str> = near.into_iter().take(HINTS).map(|(_, id)| id).collect();
    format!(
        "expected the id of a case, found `{id}`; similar ids: {}; `bpx conform list` lists all ids",
        near.join(", ")
    )
}

/// Returns the number of characters to insert, remove or replace to change one text into the other.
fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, one) in a.chars().enumerate() {
        let mut left = index + 1;
        let mut corner = index;
        let mut next = vec![left];
        for (other, above) in b.iter().zip(row.iter().skip(1)) {
            left = (corner + usize::from(one != *other)).min(left.min(*above) + 1);
            corner = *above;
            next.push(left);
        }
        row = next;
    }
    // Each row begins with a number, so that it has a last one.
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn distances() {
        let known = [("", "", 0), ("ab", "", 2), ("", "ab", 2), ("kitten", "sitting", 3), ("ab.c", "ab.d", 1)];
        for (a, b, wanted) in known {
            assert_eq!((edit_distance(a, b), edit_distance(b, a)), (wanted, wanted), "{a}, {b}");
        }
    }
}
