//! Reports files that a caller opens as another type or version.

use super::head::header_member;
use crate::bpx::MainHeader;
use bpx_schema::Codec;
use bpx_schema::report::{Class, Error, find_rule};
use bpx_schema::schema::Rule;

/// Returns the error for a file of this type and version that a caller opens as the kind of file whose header is
/// declared as `T`. `file` is the name of this kind of file for messages.
#[cold]
pub(in crate::bpx) fn refused_type<T: Codec>(file: &str, kind: u8, version: u32) -> Error {
    let broken = T::schema().all_rules().find_map(|rule| match &rule.rule {
        Rule::Magic(wanted) if **wanted != [kind] => {
            let wanted = wanted.escape_ascii();
            let message = format!("expected a file of type '{wanted}', found {:?}", char::from(kind));
            Some((rule, MainHeader::KIND, message))
        }
        Rule::Supported(versions) if versions.find(i64::from(version)).is_none() => {
            let wanted: Vec<_> = versions.iter().map(i64::to_string).collect();
            let message = format!("expected {file} of version {}, found version {version}", wanted.join(" or "));
            Some((rule, MainHeader::VERSION, message))
        }
        _ => None,
    });
    let broken = broken.and_then(|(rule, field, message)| Some((find_rule(T::schema(), &rule.code)?, field, message)));
    let Some((rule, field, message)) = broken else {
        let (_, at) = header_member(MainHeader::KIND);
        return Error::fault(Class::BadMagic, at, format!("expected {file}")).in_field("kind").in_field("header");
    };
    let (path, at) = header_member(field);
    rule.finding(at, message).with_path(path).into()
}
