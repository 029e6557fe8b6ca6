//! Reads `#[schema(sum(..))]`: checksums over fields.

use super::algorithm::NamedAlgorithm;
use super::values::{for_each_word, parse_byte, parse_list, parse_members, parse_text};
use proc_macro2::Span;
use syn::parse::ParseStream;
use syn::{Error, Ident, Result, Token, parenthesized};

/// `sum(byte_sum, over(header, table), over(..), stored = header.checksum, skip(..), fill(.. = 0), or_skip(..), or_zero(..))`
pub(crate) struct SumAttr {
    pub(crate) algorithm: NamedAlgorithm,
    /// The first field and the last field of the range; `None` if the range continues to the end of the file.
    pub(crate) over: (Ident, Option<Ident>),
    /// The first and the last field of each further range.
    pub(crate) more: Vec<(Ident, Ident)>,
    pub(crate) stored: Vec<Ident>,
    pub(crate) skip: Vec<Vec<Ident>>,
    /// Members whose bytes the sum replaces by one repeated byte.
    pub(crate) fill: Vec<(Vec<Ident>, u8)>,
    pub(crate) or_skip: Vec<Vec<Ident>>,
    pub(crate) or_zero: Vec<Vec<Ident>>,
    pub(crate) spec: String,
}

impl SumAttr {
    pub(super) fn read(span: Span, input: ParseStream<'_>) -> Result<Self> {
        let (mut algorithm, mut over, mut stored, mut spec) = (None, None, None, String::new());
        let mut more = Vec::new();
        let (mut skip, mut fill, mut or_skip, mut or_zero) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for_each_word(input, |key, input| {
            match key.to_string().as_str() {
                "over" => match (&over, parse_sum_range(input)?) {
                    (None, range) => over = Some(range),
                    (Some((_, Some(_))), (first, Some(last))) => more.push((first, last)),
                    _ => {
                        let message = "a sum up to the end of the file must have a single range: exclude fields \
                            inside of the range with `skip(..)`";
                        return Err(Error::new(key.span(), message));
                    }
                },
                "stored" => {
                    input.parse::<Token![=]>()?;
                    stored = Some(parse_members(input)?);
                }
                "skip" => skip = parse_list(input, parse_members)?,
                "fill" => fill = parse_list(input, parse_fill)?,
                "or_skip" => or_skip = parse_list(input, parse_members)?,
                "or_zero" => or_zero = parse_list(input, parse_members)?,
                "spec" => spec = parse_text(input)?,
                _ => algorithm = Some(NamedAlgorithm::checksum_after(key, input)?),
            }
            Ok(())
        })?;
        let missing = |what| {
            Error::new(span, format!("a sum needs {what}: `sum(byte_sum, over(first, last), stored = field.member)`"))
        };
        Ok(Self {
            algorithm: algorithm.ok_or_else(|| missing("an algorithm"))?,
            over: over.ok_or_else(|| missing("`over(first, last)`"))?,
            stored: stored.ok_or_else(|| missing("`stored = ..`"))?,
            more,
            skip,
            fill,
            or_skip,
            or_zero,
            spec,
        })
    }

    /// Returns the members that the attribute names.
    pub(crate) fn member_paths(&self) -> Vec<&Vec<Ident>> {
        let mut paths = vec![&self.stored];
        for more in [&self.skip, &self.or_skip, &self.or_zero] {
            paths.extend(more);
        }
        paths.extend(self.fill.iter().map(|(path, _)| path));
        paths
    }

    /// Returns the fields that the attribute names.
    pub(crate) fn fields(&self) -> Vec<&Ident> {
        let mut fields = self.range_ends();
        fields.extend(self.member_fields());
        fields
    }

    /// Returns the fields that hold the stored value, or that the sum leaves out or replaces.
    pub(crate) fn member_fields(&self) -> Vec<&Ident> {
        self.member_paths().into_iter().filter_map(|path| path.first()).collect()
    }

    /// Returns the ends of the ranges.
    pub(crate) fn range_ends(&self) -> Vec<&Ident> {
        let mut ends = vec![&self.over.0];
        ends.extend(&self.over.1);
        ends.extend(self.more.iter().flat_map(|(first, last)| [first, last]));
        ends
    }

    /// Returns the ranges, each as its first and its last field; `None` as the last field for the end of the file.
    pub(crate) fn ranges(&self) -> Vec<(&Ident, Option<&Ident>)> {
        let more = self.more.iter().map(|(first, last)| (first, Some(last)));
        std::iter::once((&self.over.0, self.over.1.as_ref())).chain(more).collect()
    }
}

/// Reads `header.checksum = b' '`
fn parse_fill(input: ParseStream<'_>) -> Result<(Vec<Ident>, u8)> {
    let path = parse_members(input)?;
    input.parse::<Token![=]>()?;
    Ok((path, parse_byte(input)?))
}

/// Reads `(first, last)`, `(only)`, or `(first, ..)` for a range up to the end of the file
fn parse_sum_range(input: ParseStream<'_>) -> Result<(Ident, Option<Ident>)> {
    let content;
    parenthesized!(content in input);
    let first: Ident = content.parse()?;
    if content.is_empty() {
        return Ok((first.clone(), Some(first)));
    }
    content.parse::<Token![,]>()?;
    let last = if content.peek(Token![..]) {
        content.parse::<Token![..]>()?;
        None
    } else {
        Some(content.parse()?)
    };
    if content.is_empty() {
        Ok((first, last))
    } else {
        Err(content.error("expected the range of a sum, `over(first, last)`"))
    }
}
