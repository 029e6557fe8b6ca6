//! Declarations and rules of the formats: from their schemas, and from the registry of rules.

use crate::clause::Format;
use crate::source::{self, Source};
use bpx_formats::bpx::Layout;
use bpx_formats::bpx::model::ModelSection;
use bpx_formats::bpx::package::{ObjectHeaderV1, PackageSection};
use bpx_formats::bpx::shader::ShaderSection;
use bpx_formats::bpx::texture::TextureSection;
use bpx_formats::bpx::v0;
use bpx_formats::rules::rules;
use bpx_formats::{blk, bpat, gpb};
use bpx_schema::report::decoding_rules;
use bpx_schema::schema::{Body, Codes, Field, Length, Link, Model, Structure, Type};
use bpx_schema::value::Coded;
use bpx_schema::{Codec, Record};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that a clause may name, but functions.
#[derive(Default)]
pub(crate) struct Declared {
    /// Structures and sets of codes.
    types: BTreeSet<String>,
    /// Fields (`Structure.field`) and cases (`Switch::Case`).
    members: BTreeMap<String, Member>,
    /// Numbers of codes (`Set::Name`).
    values: BTreeMap<String, u64>,
    /// Codes of rules.
    rules: BTreeSet<String>,
    /// Codes of the rules that every format has, where another format answers for them.
    decoding: BTreeSet<String>,
    /// Numbers of readings that rules are excused by.
    pub(crate) readings: BTreeSet<String>,
    /// Sections of the texts that declarations and their rules name.
    pub(crate) sections: BTreeSet<String>,
    /// Types that the sources declare.
    pub(crate) in_sources: BTreeSet<String>,
}

/// A field or a case; sizes are in bits.
pub(crate) struct Member {
    /// Width, when it is fixed.
    pub(crate) bits: Option<u64>,
    /// Structure, its size, and where the field begins, when all of it is fixed.
    pub(crate) place: Option<(String, u64, u64)>,
}

impl Declared {
    /// Of a format. Roots are what no other structure leads to; a declaration that is forgotten here is found in the
    /// sources.
    pub(crate) fn of(format: Format) -> Self {
        let mut declared = Self::default();
        match format {
            Format::Bpx => declared.add_bpx(),
            Format::Bpat => declared.add("", &[<bpat::Layout as Codec>::schema()]),
            Format::Blk => {
                let files = [<blk::File as Codec>::schema(), <blk::Inner as Codec>::schema()];
                let names = [<blk::NameMapFile as Codec>::schema(), <blk::NameList as Codec>::schema()];
                declared.add("", &[files, names].concat());
            }
            Format::Gpb => declared.add("", &[<gpb::Bundle as Codec>::schema()]),
        }
        declared.in_sources.extend(source::of(format).iter().flat_map(Source::declarations));
        declared.add_rules(format);
        declared
    }

    fn add_bpx(&mut self) {
        let declared = self;
        let roots = [<Layout as Codec>::schema(), <ObjectHeaderV1 as Record>::record_schema()];
        declared.add("", &roots);
        for codes in [TextureSection::codes(), ModelSection::codes(), ShaderSection::codes(), PackageSection::codes()] {
            declared.add_codes("", codes);
        }
        declared.add("v0::", &[<v0::Layout as Codec>::schema()]);
        for codes in [
            v0::TextureSection::codes(),
            v0::ModelSection::codes(),
            v0::ShaderSection::codes(),
            v0::PackageSection::codes(),
        ] {
            declared.add_codes("v0::", codes);
        }
    }

    /// Adds what roots lead to, under a module. What is the same as without the module is shared, and not added again.
    fn add(&mut self, module: &str, roots: &[&'static Structure]) {
        let mut structures = BTreeMap::new();
        for root in roots {
            structures.extend(Model::from_root(root).structures);
        }
        for structure in structures.values() {
            self.add_structure(module, structure);
        }
    }

    fn add_structure(&mut self, module: &str, structure: &Structure) {
        self.sections.insert(structure.spec.to_string());
        let name = format!("{module}{}", structure.name);
        let members = members(structure);
        let size = members.iter().map(|(_, bits)| *bits).sum::<Option<u64>>();
        let mut begin = 0;
        for (member, bits) in members {
            // Cases of a switch lie all in the same place.
            let fixed = size.filter(|_| !matches!(structure.body, Body::Switch(_)));
            let place = fixed.map(|size| (name.clone(), size, begin));
            begin += bits.unwrap_or_default();
            self.members.insert(format!("{module}{member}"), Member { bits, place });
        }
        self.types.insert(name);
        for field in fields(structure) {
            self.add_field(module, field);
        }
        if let Body::Switch(cases) = &structure.body {
            let attempts = cases.iter().filter(|case| !case.attempt.is_empty());
            self.readings.extend(attempts.map(|case| case.attempt.to_string()));
        }
        let Body::Bits(bits) = &structure.body else { return };
        for bits in bits.iter() {
            if let Some(codes) = &bits.codes {
                self.add_codes(module, codes.get());
            }
        }
    }

    fn add_field(&mut self, module: &str, field: &Field) {
        self.sections.insert(field.spec.to_string());
        if let Some(codes) = &field.codes {
            self.add_codes(module, codes.get());
        }
    }

    fn add_codes(&mut self, module: &str, codes: &Codes) {
        self.sections.insert(codes.spec.to_string());
        let named = |code: &bpx_schema::schema::Code, module: &str| format!("{module}{}::{}", codes.name, code.name);
        let shared = |code| self.values.get(&named(code, "")) == Some(&code.value);
        if self.types.contains(&*codes.name) && codes.codes.iter().all(shared) {
            return;
        }
        self.types.insert(format!("{module}{}", codes.name));
        self.values.extend(codes.codes.iter().map(|code| (named(code, module), code.value)));
    }

    fn add_rules(&mut self, format: Format) {
        for rule in rules(format.of_library()) {
            if decoding_rules().contains(&&rule) {
                self.decoding.insert(rule.code.to_string());
                continue;
            }
            self.rules.insert(rule.code.to_string());
            self.sections.insert(rule.clause.to_string());
            if !rule.reading.is_empty() {
                self.readings.insert(rule.reading.to_string());
            }
        }
        // The clauses of BPX cover what every decoder reports.
        if format == Format::Bpx {
            self.rules.append(&mut self.decoding);
        }
    }

    /// Returns all that has to be covered: fields, cases, codes and rules.
    pub(crate) fn parts(&self) -> BTreeSet<String> {
        self.members.keys().chain(self.values.keys()).chain(&self.rules).cloned().collect()
    }

    /// Returns all names.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        self.parts().into_iter().chain(self.types.iter().chain(&self.decoding).cloned()).collect()
    }

    /// Returns the number of a code.
    pub(crate) fn value(&self, name: &str) -> Option<u64> {
        self.values.get(name).copied()
    }

    /// Returns a field or a case.
    pub(crate) fn member(&self, name: &str) -> Option<&Member> {
        self.members.get(name)
    }
}

fn fields(structure: &Structure) -> Vec<&Field> {
    match &structure.body {
        Body::Fields(fields) => fields.iter().collect(),
        Body::Switch(cases) => cases.iter().flat_map(|case| case.fields.iter()).collect(),
        Body::Bits(_) => Vec::new(),
    }
}

/// Fields, cases or bit fields, and the width of each in bits when it is fixed.
fn members(structure: &Structure) -> Vec<(String, Option<u64>)> {
    let name = &structure.name;
    match &structure.body {
        Body::Fields(fields) => fields.iter().map(|field| (format!("{name}.{}", field.name), width(field))).collect(),
        Body::Switch(cases) => {
            cases.iter().map(|case| (format!("{name}::{}", case.name), case.fields.iter().map(width).sum())).collect()
        }
        Body::Bits(bits) => {
            bits.iter().map(|bits| (format!("{name}.{}", bits.name), Some(u64::from(bits.bits)))).collect()
        }
    }
}

fn width(field: &Field) -> Option<u64> {
    let count = match field.len {
        None if field.when.is_none() && field.region.is_none() => 1,
        Some(Length::Fixed(count)) => count,
        _ => return None,
    };
    let bits = match &field.ty {
        Type::Named { link: Link::Static(schema), .. } => size(schema())?,
        ty => ty.fixed_size()? * 8,
    };
    Some(bits * count)
}

/// Returns the size in bits; of a switch, that of all its cases when it is the same.
fn size(structure: &Structure) -> Option<u64> {
    if !matches!(structure.body, Body::Switch(_)) {
        return structure.size.map(|size| size * 8);
    }
    let cases = members(structure);
    let (_, first) = cases.first()?;
    first.filter(|_| cases.iter().all(|(_, bits)| bits == first))
}
