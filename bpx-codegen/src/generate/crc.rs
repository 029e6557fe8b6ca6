//! Declares CRCs that a schema defines, as types with their parameters.

use super::attributes::comment_lines;
use super::item::RustItem;
use super::names::type_ident;
use bpx_model::{Algorithm, CrcParameters, Structure};
use std::collections::BTreeSet;

/// Returns types for all CRCs that a schema defines and its structures use.
pub(super) fn crc_items(structures: &[&Structure]) -> Vec<RustItem> {
    let regions = structures.iter().flat_map(|one| one.all_fields()).filter_map(|field| field.region.as_ref());
    let checks = regions.flat_map(|region| &*region.checks).flat_map(|check| &*check.algorithms);
    let sums = structures.iter().flat_map(|one| &*one.sums).map(|sum| &sum.algorithm);
    let named = sums.chain(checks).filter_map(|one| Some((one.name(), one.crc()?)));
    named.collect::<BTreeSet<_>>().into_iter().map(|(name, crc)| crc_item(name, crc)).collect()
}

/// Returns the name of the type of a CRC that the schema defines.
pub(super) fn type_of(algorithm: &Algorithm) -> Option<String> {
    algorithm.crc().map(|_| type_ident(algorithm.name()))
}

fn doc_line(text: &str) -> String {
    comment_lines(&text.replace('\n', " "), "///")
}

fn crc_item(name: &str, crc: CrcParameters) -> RustItem {
    let CrcParameters { width, polynomial, initial, reflect_in, reflect_out, xor_out } = crc;
    let ty = type_ident(name);
    let (of_parameters, of_type) =
        (doc_line(&format!("The parameters of `{name}`.")), doc_line(&format!("The checksum `{name}`.")));
    let text = format!(
        "{of_parameters}#[derive(Debug)]
pub enum {ty}Parameters {{}}

impl Parameters for {ty}Parameters {{
    const NAME: &'static str = {name:?};
    const WIDTH: u32 = {width};
    const POLYNOMIAL: u64 = {polynomial:#x};
    const INITIAL: u64 = {initial:#x};
    const REFLECT_IN: bool = {reflect_in};
    const REFLECT_OUT: bool = {reflect_out};
    const XOR_OUT: u64 = {xor_out:#x};
}}

{of_type}pub type {ty} = Crc<{ty}Parameters>;
"
    );
    RustItem { name: name.to_owned(), text, todo: Vec::new(), needs: vec!["Crc", "Parameters"] }
}
