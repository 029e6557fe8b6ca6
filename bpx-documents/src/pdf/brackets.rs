//! Finds brackets that are nested too deeply for the stack of the PDF library, in any bytes.

use crate::nesting::Nesting;

/// The largest depth of nested brackets.
const DEEPEST: usize = 500;

/// The largest size of a string or a comment between brackets, in bytes. Longer ones end a search. The limit of the
/// unpacked data of a file then permits few thousand depths with such strings, for which the stack is large enough.
const LONGEST: usize = 1 << 16;

/// The number of bytes that the search may read, for each byte of the data. Strings may overlap, if a search begins
/// inside of one; data without a purpose reads each byte about once.
const PASSES: usize = 16;

/// Checks the depth of arrays and dictionaries, wherever the library may begin to read.
///
/// A search begins at each bracket, except brackets that an earlier search has read as such, and ends at what the
/// library does not accept between brackets. Other data, such as pictures and letters, therefore end most searches soon.
pub(super) fn check_nesting(bytes: &[u8]) -> Result<(), String> {
    let mut left = bytes.len().saturating_mul(PASSES).saturating_add(LONGEST);
    let mut seen = vec![0_u64; bytes.len() / 64 + 1];
    for start in 0..bytes.len() {
        let begins = matches!(bytes.get(start..), Some([b'[', ..] | [b'<', b'<', ..]));
        if !begins || !mark_seen(&mut seen, start) {
            continue;
        }
        let (mut at, mut depth) = (start, 0_usize);
        loop {
            let rest = bytes.get(at..).unwrap_or_default();
            let token = read_token(rest);
            // A string without an end was read as far as it may be long.
            let size = token.as_ref().map_or_else(|| unread_size(rest), |(_, size)| *size);
            left = left.checked_sub(size).ok_or("a file with too many strings inside of each other")?;
            let Some((token, _)) = token else { break };
            match token {
                Token::Open => {
                    mark_seen(&mut seen, at);
                    depth += 1;
                }
                Token::Close => depth -= 1,
                Token::Other => {}
            }
            if depth > DEEPEST {
                return Err(too_deep());
            }
            if depth == 0 {
                break;
            }
            at += size;
        }
    }
    Ok(())
}

/// Checks the depth of braces in data that begins with one, as functions do.
pub(super) fn check_procedure(bytes: &[u8]) -> Result<(), String> {
    let (mut rest, mut depth) = (bytes, 0_usize);
    while let Some((first, mut after)) = rest.split_first() {
        match first {
            b'{' => depth += 1,
            b'}' if depth > 1 => depth -= 1,
            b'%' => after = comment_size(after).and_then(|size| after.get(size..)).unwrap_or_default(),
            byte if is_space(*byte) || depth > 0 && is_regular(*byte) => {}
            _ => break,
        }
        if depth > DEEPEST {
            return Err(too_deep());
        }
        rest = after;
    }
    Ok(())
}

fn too_deep() -> String {
    format!("a file whose brackets are nested more than {DEEPEST} deep")
}

/// Marks a place; returns whether the place was not marked.
fn mark_seen(seen: &mut [u64], at: usize) -> bool {
    let Some(word) = seen.get_mut(at / 64) else { return false };
    let bit = 1 << (at % 64);
    let is_new = *word & bit == 0;
    *word |= bit;
    is_new
}

enum Token {
    Open,
    Close,
    /// Any other object, space or comment.
    Other,
}

/// Reads a token at the beginning of the bytes, and returns its size; returns `None` for anything that cannot be inside
/// of brackets.
fn read_token(bytes: &[u8]) -> Option<(Token, usize)> {
    let other = |size| Some((Token::Other, size));
    match bytes {
        [b'[', ..] => Some((Token::Open, 1)),
        [b']', ..] => Some((Token::Close, 1)),
        [b'<', b'<', ..] => Some((Token::Open, 2)),
        [b'>', b'>', ..] => Some((Token::Close, 2)),
        [b'<', digits @ ..] => {
            let near = near(digits).iter();
            let count = near.take_while(|byte| byte.is_ascii_hexdigit() || is_space(**byte)).count();
            (digits.get(count) == Some(&b'>')).then_some((Token::Other, count + 2))
        }
        [b'(', ..] => other(string_size(near(bytes))?),
        [b'%', ..] => other(comment_size(near(bytes))?),
        [b'/', name @ ..] => other(1 + word_size(name)),
        [byte, ..] if is_space(*byte) => other(1),
        // The library takes any word for an object.
        [byte, ..] if is_regular(*byte) => other(word_size(bytes)),
        _ => None,
    }
}

/// Returns the number of bytes that were read for a token without an end.
fn unread_size(bytes: &[u8]) -> usize {
    match bytes {
        [b'(' | b'%', ..] => near(bytes).len(),
        [b'<', digits @ ..] => near(digits).len(),
        _ => 0,
    }
}

/// Returns the size of a word or a number at the beginning of the bytes.
fn word_size(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| is_regular(**byte)).count()
}

/// Returns the bytes in which a string or a comment must end.
fn near(bytes: &[u8]) -> &[u8] {
    bytes.get(..LONGEST).unwrap_or(bytes)
}

/// Returns the size of a comment, which ends before the end of its line.
fn comment_size(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'))
}

/// Returns the size of a string in parentheses, which may contain others.
fn string_size(bytes: &[u8]) -> Option<usize> {
    let mut depth = Nesting::NONE;
    let mut places = bytes.iter().enumerate();
    while let Some((at, byte)) = places.next() {
        match byte {
            b'\\' => drop(places.next()),
            b'(' => depth.open_bracket(),
            b')' => depth.close_bracket(),
            _ => {}
        }
        if depth == Nesting::NONE {
            return Some(at + 1);
        }
    }
    None
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | b'\t' | b'\n' | 0x0C | b'\r' | b' ')
}

/// Returns whether a byte may be part of a name.
pub(super) fn is_regular(byte: u8) -> bool {
    !is_space(byte) && !matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}
