/// The parameters of a cyclic redundancy check (CRC), in the form in which catalogues of CRCs list them.
///
/// In JSON, the numbers except the width are hexadecimal texts, such as `"polynomial": "0x4c11db7"`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "json",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case", deny_unknown_fields, try_from = "as_json::JsonCrcParameters")
)]
pub struct CrcParameters {
    /// Degree of the polynomial, which is the width of the value in bits, from 1 to 64.
    pub width: u32,
    /// The polynomial without its highest term. The most significant bit belongs to the highest remaining term.
    #[cfg_attr(feature = "json", serde(serialize_with = "as_json::serialize_hex"))]
    pub polynomial: u64,
    /// The value of the register before the first byte.
    #[cfg_attr(feature = "json", serde(serialize_with = "as_json::serialize_hex"))]
    pub initial: u64,
    /// Whether the register takes the least significant bit of a byte first.
    pub reflect_in: bool,
    /// Whether the bits of the value are reversed at the end.
    pub reflect_out: bool,
    /// The number that is combined with the value at the end, by exclusive or.
    #[cfg_attr(feature = "json", serde(serialize_with = "as_json::serialize_hex"))]
    pub xor_out: u64,
}

impl CrcParameters {
    /// Returns whether the width is from 1 to 64 bits, and all numbers fit into the width.
    #[must_use]
    pub const fn is_sound(&self) -> bool {
        if self.width == 0 || self.width > 64 {
            return false;
        }
        let most = u64::MAX >> (64 - self.width);
        self.polynomial <= most && self.initial <= most && self.xor_out <= most
    }
}

#[cfg(feature = "json")]
mod as_json {
    use super::CrcParameters;
    use serde::{Deserialize, Serializer};

    pub(super) fn serialize_hex<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{number:#x}"))
    }

    /// The parameters as a schema in JSON states them.
    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case", deny_unknown_fields)]
    pub(super) struct JsonCrcParameters {
        width: u32,
        polynomial: String,
        initial: String,
        reflect_in: bool,
        reflect_out: bool,
        xor_out: String,
    }

    impl TryFrom<JsonCrcParameters> for CrcParameters {
        type Error = String;

        fn try_from(parts: JsonCrcParameters) -> Result<Self, String> {
            let number = |text: String| {
                let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
                let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
                number
                    .ok_or_else(|| format!("expected a number of at most 64 bits, such as `0x4c11db7`, found `{text}`"))
            };
            let JsonCrcParameters { width, polynomial, initial, reflect_in, reflect_out, xor_out } = parts;
            let (polynomial, initial, xor_out) = (number(polynomial)?, number(initial)?, number(xor_out)?);
            let made = Self { width, polynomial, initial, reflect_in, reflect_out, xor_out };
            let message = || {
                format!(
                    "expected from 1 to 64 bits, and numbers that fit into this width, found {width} bits, \
                        polynomial {polynomial:#x}, initial {initial:#x}, xor-out {xor_out:#x}"
                )
            };
            if made.is_sound() { Ok(made) } else { Err(message()) }
        }
    }
}
