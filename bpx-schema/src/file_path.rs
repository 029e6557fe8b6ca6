//! Checks that a text is a safe name of a file below a folder, and means the same on every usual system.

/// The maximum size of a component in bytes. Common file systems allow this size.
pub const MAX_COMPONENT: usize = 255;
/// The maximum size of a whole name in bytes. Common systems allow this size.
pub const MAX_PATH: usize = 4096;
/// The maximum number of components of a name. A much deeper tree is hard to remove, because most tools keep each
/// folder open.
pub const MAX_DEPTH: usize = 256;

/// Beginning and end of the name of a temporary file.
pub const TEMPORARY: (&str, &str) = (".bpx-", ".part");
/// Number of hexadecimal digits in a temporary name.
pub const TEMPORARY_DIGITS: usize = 16;

/// The reason why a name is not a safe name of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnsafePath {
    /// The name has no components.
    Empty,
    /// The name is not UTF-8.
    NotText,
    /// The name has more than [`MAX_PATH`] bytes.
    TooLong(usize),
    /// The name has more than [`MAX_DEPTH`] components.
    TooDeep(usize),
    /// The name contains NUL or another control character.
    Control(u32),
    /// The name begins with two slashes or backslashes, so on Windows it is the name of another machine or of a device.
    Unc,
    /// The name begins with a slash or a backslash.
    Absolute,
    /// The name begins with a letter and a colon.
    Drive,
    /// The name contains a backslash, which is a separator on Windows, and an ordinary character on other systems.
    Backslash,
    /// The name contains a colon, which on Windows separates the name of a file from the name of an alternate stream.
    Colon,
    /// The name contains a character that Windows does not allow in names of files, one of `|*?"<>`.
    Reserved(char),
    /// A component `..`.
    Parent,
    /// The name ends with a slash.
    Folder,
    /// A component has more than [`MAX_COMPONENT`] bytes.
    LongComponent(usize),
    /// A component ends with a dot or a space, which Windows drops.
    TrailingDotOrSpace(String),
    /// A component is the name of a device on Windows, such as `NUL.txt`.
    Device(String),
    /// A component is a name for temporary files, which this library removes ([`is_temporary`]).
    Temporary(String),
}

impl std::fmt::Display for UnsafePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("it is empty"),
            Self::NotText => f.write_str("it is not UTF-8"),
            Self::TooLong(found) => write!(f, "it has {found} bytes, more than {MAX_PATH}"),
            Self::TooDeep(found) => write!(f, "it has {found} components, more than {MAX_DEPTH}"),
            Self::Control(found) => write!(f, "it contains the control character U+{found:04X}"),
            Self::Unc => f.write_str("it begins with the name of another machine (UNC)"),
            Self::Absolute => f.write_str("it is absolute"),
            Self::Drive => f.write_str("it begins with a drive letter"),
            Self::Backslash => f.write_str("it contains a backslash"),
            Self::Colon => f.write_str("it contains a colon"),
            Self::Reserved(found) => write!(f, "it contains `{found}`, which Windows does not allow"),
            Self::Parent => f.write_str("it contains a parent folder (`..`)"),
            Self::Folder => f.write_str("it ends with a slash, so it is the name of a folder"),
            Self::LongComponent(found) => write!(f, "it has a component of {found} bytes, more than {MAX_COMPONENT}"),
            Self::TrailingDotOrSpace(found) => write!(f, "its component `{found}` ends in a dot or a space"),
            Self::Device(found) => write!(f, "its component `{found}` is the name of a device on Windows"),
            Self::Temporary(found) => write!(f, "its component `{found}` is reserved for temporary files"),
        }
    }
}

impl std::error::Error for UnsafePath {}

/// Checks that a text with `/` between components can be the name of a file below a folder. Returns the components,
/// without empty components and `.`, which have no effect.
///
/// # Errors
/// Returns the first reason why the text cannot be such a name.
pub fn check_file_path(name: &[u8]) -> Result<impl Iterator<Item = &str>, UnsafePath> {
    let name = std::str::from_utf8(name).map_err(|_| UnsafePath::NotText)?;
    if name.len() > MAX_PATH {
        return Err(UnsafePath::TooLong(name.len()));
    }
    // Large packages have a name for every few bytes, and nearly all consist of such characters.
    let is_plain = name.bytes().all(is_ordinary);
    if !is_plain && let Some(control) = name.chars().find(|c| c.is_control()) {
        return Err(UnsafePath::Control(control.into()));
    }
    check_prefix(name.as_bytes())?;
    if !is_plain {
        check_characters(name)?;
    }
    let parts = || name.split('/').filter(|part| !part.is_empty() && *part != ".");
    let mut depth = 0;
    for part in parts() {
        check_component(part)?;
        depth += 1;
    }
    match depth {
        0 => Err(UnsafePath::Empty),
        depth if depth > MAX_DEPTH => Err(UnsafePath::TooDeep(depth)),
        _ if name.ends_with('/') || name.ends_with("/.") => Err(UnsafePath::Folder),
        _ => Ok(parts()),
    }
}

/// Characters that Windows does not allow in names of files.
const RESERVED: &str = r#"|*?"<>"#;

/// Returns whether a byte is a character that may occur anywhere in a name.
fn is_ordinary(byte: u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'\\' | b':' | b'|' | b'*' | b'?' | b'"' | b'<' | b'>')
}

fn check_prefix(name: &[u8]) -> Result<(), UnsafePath> {
    match name {
        [b'/' | b'\\', b'/' | b'\\', ..] => Err(UnsafePath::Unc),
        [b'/' | b'\\', ..] => Err(UnsafePath::Absolute),
        [letter, b':', ..] if letter.is_ascii_alphabetic() => Err(UnsafePath::Drive),
        _ => Ok(()),
    }
}

/// Rejects a name that contains a character that is not allowed.
fn check_characters(name: &str) -> Result<(), UnsafePath> {
    if name.contains('\\') {
        return Err(UnsafePath::Backslash);
    }
    if name.contains(':') {
        return Err(UnsafePath::Colon);
    }
    name.chars().find(|c| RESERVED.contains(*c)).map_or(Ok(()), |c| Err(UnsafePath::Reserved(c)))
}

fn check_component(part: &str) -> Result<(), UnsafePath> {
    if part == ".." {
        return Err(UnsafePath::Parent);
    }
    if part.len() > MAX_COMPONENT {
        return Err(UnsafePath::LongComponent(part.len()));
    }
    if part.ends_with(['.', ' ']) {
        return Err(UnsafePath::TrailingDotOrSpace(part.to_owned()));
    }
    if is_device(part) {
        return Err(UnsafePath::Device(part.to_owned()));
    }
    if is_temporary(part) {
        return Err(UnsafePath::Temporary(part.to_owned()));
    }
    Ok(())
}

/// Returns whether a component is the name of a device on Windows. Windows ignores text after the first dot, spaces
/// before the dot, and case.
fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end_matches(' ');
    // Windows treats the superscripts as digits.
    let is_digit =
        |text| matches!(text, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "\u{b9}" | "\u{b2}" | "\u{b3}");
    let numbered = |port: &str| {
        let parts = stem.split_at_checked(port.len());
        parts.is_some_and(|(name, number)| name.eq_ignore_ascii_case(port) && is_digit(number))
    };
    ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].iter().any(|device| stem.eq_ignore_ascii_case(device))
        || numbered("COM")
        || numbered("LPT")
}

/// Returns whether a name has the form of this library's temporary files: `.bpx-`, 16 hexadecimal digits, `.part`, in
/// upper or lower case. The library removes files with such names.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    let (begin, end) = TEMPORARY;
    let Some((first, rest)) = name.split_at_checked(begin.len()) else { return false };
    let Some((digits, last)) = rest.split_at_checked(TEMPORARY_DIGITS) else { return false };
    first.eq_ignore_ascii_case(begin)
        && last.eq_ignore_ascii_case(end)
        && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_has_a_name() {
        let cases: &[(&[u8], UnsafePath)] = &[
            (b"", UnsafePath::Empty),
            (b".", UnsafePath::Empty),
            (b"./", UnsafePath::Empty),
            (b"a\xff", UnsafePath::NotText),
            (b"a\0b", UnsafePath::Control(0)),
            (b"a\nb", UnsafePath::Control(10)),
            (b"a\x7f", UnsafePath::Control(0x7f)),
            (b"a\xc2\x85", UnsafePath::Control(0x85)),
            (b"//server/share", UnsafePath::Unc),
            (b"\\\\server\\share", UnsafePath::Unc),
            (b"\\\\?\\C:\\x", UnsafePath::Unc),
            (b"/etc/passwd", UnsafePath::Absolute),
            (b"\\x", UnsafePath::Absolute),
            (b"C:x", UnsafePath::Drive),
            (b"c:/x", UnsafePath::Drive),
            (b"a\\..\\b", UnsafePath::Backslash),
            (b"a/b:stream", UnsafePath::Colon),
            (b"..", UnsafePath::Parent),
            (b"a/../../b", UnsafePath::Parent),
            (b"./../b", UnsafePath::Parent),
            (b"a/", UnsafePath::Folder),
            (b"a/.", UnsafePath::Folder),
            (b"a./b", UnsafePath::TrailingDotOrSpace("a.".to_owned())),
            (b"a/b ", UnsafePath::TrailingDotOrSpace("b ".to_owned())),
            (b".. /b", UnsafePath::TrailingDotOrSpace(".. ".to_owned())),
            (b"...", UnsafePath::TrailingDotOrSpace("...".to_owned())),
            (b"x/nul", UnsafePath::Device("nul".to_owned())),
            (b"Con.tar.gz", UnsafePath::Device("Con.tar.gz".to_owned())),
            (b"AUX .txt", UnsafePath::Device("AUX .txt".to_owned())),
            (b"com1/x", UnsafePath::Device("com1".to_owned())),
            (b"lpt\xc2\xb2", UnsafePath::Device("lpt\u{b2}".to_owned())),
            (b"a|b", UnsafePath::Reserved('|')),
            (b"a/*.txt", UnsafePath::Reserved('*')),
            (b"what?", UnsafePath::Reserved('?')),
            (b"\"a\"", UnsafePath::Reserved('"')),
            (b"a<b", UnsafePath::Reserved('<')),
            (b"a>b", UnsafePath::Reserved('>')),
            (b"a/.bpx-0123456789abcdef.part", UnsafePath::Temporary(".bpx-0123456789abcdef.part".to_owned())),
            (b".BPX-0123456789ABCDEF.PART/x", UnsafePath::Temporary(".BPX-0123456789ABCDEF.PART".to_owned())),
        ];
        for (name, reason) in cases {
            assert_eq!(check_file_path(name).err().as_ref(), Some(reason), "{}", name.escape_ascii());
        }
        let fault = |name: String| check_file_path(name.as_bytes()).err();
        assert_eq!(fault("x".repeat(256)), Some(UnsafePath::LongComponent(256)));
        assert_eq!(fault("x/".repeat(2049)), Some(UnsafePath::TooLong(4098)));
        assert_eq!(fault(["x"; MAX_DEPTH + 1].join("/")), Some(UnsafePath::TooDeep(257)));
        assert!(check_file_path(["x"; MAX_DEPTH].join("/").as_bytes()).is_ok());
        let texts: std::collections::HashSet<_> = cases.iter().map(|(_, reason)| reason.to_string()).collect();
        let reasons: std::collections::HashSet<_> = cases.iter().map(|(_, reason)| format!("{reason:?}")).collect();
        assert_eq!(texts.len(), reasons.len());
    }
}
