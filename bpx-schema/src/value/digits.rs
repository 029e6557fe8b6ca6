/// Returns the two hexadecimal digits of a byte.
pub(crate) fn hex_digits(byte: u8) -> [u8; 2] {
    let digit = |nibble: u8| if nibble < 10 { b'0' + nibble } else { b'a' + (nibble - 10) };
    [digit(byte >> 4), digit(byte & 0xF)]
}
