//! Joins and wraps the lines of documentation, as Markdown does, so that schemas do not depend on where a source breaks
//! lines.

/// Adds a line to documentation. A line that continues a paragraph is joined to the paragraph.
pub(crate) fn add_line(doc: &mut String, line: &str) {
    let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
    let last = doc.rsplit_once('\n').map_or(doc.as_str(), |(_, last)| last);
    let ends_block = last.is_empty() || last.starts_with(['#', '|', '<']) || last.starts_with(FENCE);
    if is_in_code(doc) || ends_block || begins_block(line.trim_start()) {
        if !doc.is_empty() {
            doc.push('\n');
        }
        doc.push_str(line);
    } else {
        doc.push(' ');
        doc.push_str(line.trim_start());
    }
}

/// Returns the lines of documentation, broken between words where a line has more than `width` characters.
#[cfg(feature = "generate")]
pub(crate) fn wrapped_lines(doc: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut in_code = false;
    for line in doc.lines() {
        in_code ^= line.starts_with(FENCE);
        let mut current = String::new();
        for word in line.split_inclusive(' ') {
            let is_full = current.chars().count() + word.trim_end().chars().count() > width;
            // A word that would begin a list or a heading stays where it is.
            if is_full && !current.trim().is_empty() && !in_code && !line.starts_with('|') && !begins_block(word) {
                lines.push(std::mem::take(&mut current).trim_end().to_owned());
            }
            current.push_str(word);
        }
        lines.push(current);
    }
    lines
}

/// Begins and ends a block of code.
const FENCE: &str = "```";

fn is_in_code(doc: &str) -> bool {
    doc.lines().filter(|line| line.starts_with(FENCE)).count() % 2 == 1
}

/// Returns whether a line cannot continue a paragraph.
fn begins_block(line: &str) -> bool {
    let after_number = line.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let is_numbered = after_number.len() < line.len() && after_number.starts_with(['.', ')']);
    let signs = ["#", "|", ">", "<", FENCE, "*", "-", "+"];
    line.is_empty() || is_numbered || signs.iter().any(|sign| line.starts_with(sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str) -> String {
        let mut doc = String::new();
        text.lines().for_each(|line| add_line(&mut doc, line));
        doc
    }

    #[test]
    fn lines_of_a_paragraph_are_one() {
        assert_eq!(joined(" One\n two.\n\n Three\n four."), "One two.\n\nThree four.");
        assert_eq!(joined(" * a\n   b\n * c\n\n 1. d\n    e\n 2. f"), "* a b\n* c\n\n1. d e\n2. f");
        assert_eq!(joined(" # Title\n Text\n more.\n | a |\n | b |\n text"), "# Title\nText more.\n| a |\n| b |\ntext");
        let code = "Code:\n```\none\ntwo\n```\nText";
        assert_eq!(joined(code), code);
    }

    #[cfg(feature = "generate")]
    #[test]
    fn wrapped_lines_are_joined_to_the_same_text() {
        let text =
            "One two three four, from 1 - 2 to 3.\n* A list\n| a long row of a table |\n```\nlet a = b + c;\n```";
        let lines = wrapped_lines(text, 12);
        assert_eq!(lines[..3], ["One two", "three four,", "from 1 - 2"]);
        assert_eq!(joined(&lines.join("\n")), text);
    }
}
