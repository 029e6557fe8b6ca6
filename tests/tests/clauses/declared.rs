//! What the formats declare and report: from their schemas, and from the text of their sources.

use crate::source::{self, Source};
use bpx_formats::bpx::Layout;
use bpx_formats::bpx::model::ModelSection;
use bpx_formats::bpx::package::{ObjectHeaderV1, PackageSection};
use bpx_formats::bpx::shader::ShaderSection;
use bpx_formats::bpx::texture::TextureSection;
use bpx_schema::report::Class;
use bpx_schema::schema::{Body, Codes, CodesLink, Field, Length, Link, Model, Structure, Type};
use bpx_schema::value::Coded;
use bpx_schema::{Codec, Record};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that a clause may name, but functions.
pub(crate) struct Declared {
    structures: BTreeMap<String, Structure>,
    codes: BTreeMap<String, Codes>,
    /// Codes of rules.
    rules: BTreeSet<String>,
    /// Numbers of readings that rules are excused by.
    pub(crate) readings: BTreeSet<String>,
    /// Types that the sources declare.
    pub(crate) in_sources: BTreeSet<String>,
}

impl Declared {
    /// Of BPX. Roots are what no other structure leads to; a declaration that is forgotten here is found in the
    /// sources.
    pub(crate) fn bpx() -> Self {
        let roots = [<Layout as Codec>::schema(), <ObjectHeaderV1 as Record>::schema()];
        let mut structures = BTreeMap::new();
        for root in roots {
            structures.extend(Model::of(root).structures);
        }
        let mut declared = Self {
            structures,
            codes: BTreeMap::new(),
            rules: BTreeSet::new(),
            readings: BTreeSet::new(),
            in_sources: BTreeSet::new(),
        };
        for codes in [TextureSection::codes(), ModelSection::codes(), ShaderSection::codes(), PackageSection::codes()] {
            declared.codes.insert(codes.name.to_string(), codes.clone());
        }
        declared.add_schemas();
        for source in source::formats() {
            declared.add_source(&source);
        }
        declared
    }

    fn add_schemas(&mut self) {
        let structures = self.structures.clone();
        for structure in structures.values() {
            for rule in structure.rules.iter() {
                self.rule(&rule.code, &rule.lenient);
            }
            for sum in structure.sums.iter() {
                self.rule(&sum.code, "");
            }
            for field in fields(structure) {
                self.add_field(field);
            }
            let Body::Bits(bits) = &structure.body else { continue };
            for bits in bits.iter() {
                bits.constraints.iter().for_each(|rule| self.rule(&rule.code, &rule.lenient));
                let codes = bits.codes.iter().map(CodesLink::get);
                self.codes.extend(codes.map(|codes| (codes.name.to_string(), codes.clone())));
            }
        }
    }

    fn add_field(&mut self, field: &Field) {
        field.constraints.iter().for_each(|rule| self.rule(&rule.code, &rule.lenient));
        if let Some(codes) = &field.codes {
            self.codes.insert(codes.get().name.to_string(), codes.get().clone());
        }
        let Some(region) = &field.region else { return };
        // The runtime calls the rules of regions after their field.
        let stated = [
            ("bounds", true),
            ("limit", true),
            ("stream", !region.steps.is_empty()),
            ("content-size", region.content_size.is_some()),
            ("checksum", !region.checks.is_empty()),
        ];
        let stated = stated.into_iter().filter(|(_, stated)| *stated).map(|(rule, _)| rule);
        let excused = region.checks.iter().flat_map(|check| check.algorithms.iter().skip(1));
        for rule in stated.chain(excused.map(|algorithm| algorithm.name())) {
            self.rule(&format!("{}.{rule}", field.name), "");
        }
    }

    fn add_source(&mut self, source: &Source) {
        self.rules.extend(source.rules());
        self.readings.extend(source.readings());
        for class in Class::ALL.iter().filter(|class| source.faults().contains(&format!("{class:?}"))) {
            self.rule(class.name(), "");
        }
        self.in_sources.extend(source.declarations());
    }

    fn rule(&mut self, code: &str, lenient: &str) {
        self.rules.insert(code.to_owned());
        self.readings.extend(Some(lenient).filter(|lenient| !lenient.is_empty()).map(str::to_owned));
    }

    /// All that has to be covered: fields, cases, codes and rules.
    pub(crate) fn parts(&self) -> BTreeSet<String> {
        let members = self.structures.values().flat_map(members).map(|(name, _)| name);
        let codes = self.codes.values();
        let values = codes.flat_map(|set| set.codes.iter().map(|code| format!("{}::{}", set.name, code.name)));
        members.chain(values).chain(self.rules.iter().cloned()).collect()
    }

    /// All names.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let mut names = self.parts();
        names.extend(self.structures.keys().cloned());
        names.extend(self.codes.keys().cloned());
        names
    }

    /// Number of a code, by `Set::Name`.
    pub(crate) fn value(&self, name: &str) -> Option<u64> {
        let (set, code) = name.split_once("::")?;
        self.codes.get(set)?.codes.iter().find(|known| known.name == code).map(|known| known.value)
    }

    /// Width in bits of a field or a case, when it has a fixed one.
    pub(crate) fn bits(&self, name: &str) -> Option<u64> {
        let (structure, _) = name.split_once("::").or_else(|| name.split_once('.'))?;
        members(self.structures.get(structure)?).into_iter().find(|(known, _)| known == name)?.1
    }

    /// Of a structure of fixed size: its size, and where a field begins, in bits.
    pub(crate) fn place(&self, name: &str) -> Option<(&str, u64, u64)> {
        let (structure, member) = name.split_once('.')?;
        let structure = self.structures.get(structure)?;
        let begin = match &structure.body {
            Body::Fields(_) => structure.field(member)?.offset? * 8,
            Body::Bits(bits) => u64::from(bits.iter().find(|bits| bits.name == member)?.bit),
            Body::Switch(_) => return None,
        };
        Some((&structure.name, structure.size? * 8, begin))
    }
}

fn fields(structure: &Structure) -> Vec<&Field> {
    match &structure.body {
        Body::Fields(fields) => fields.iter().collect(),
        Body::Switch(cases) => cases.iter().flat_map(|case| case.fields.iter()).collect(),
        Body::Bits(_) => Vec::new(),
    }
}

/// Fields (`Structure.field`), cases (`Switch::Case`) or bit fields, and the width of each in bits when it is fixed.
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
        None => 1,
        Some(Length::Fixed(count)) => count,
        Some(Length::Count(_) | Length::Rest) => return None,
    };
    let size = match &field.ty {
        Type::Named { link: Link::Static(schema), .. } => return size(schema()).map(|bits| bits * count),
        ty => ty.fixed_size()?,
    };
    Some(size * count * 8)
}

/// Size in bits; of a switch, that of all its cases when it is the same.
fn size(structure: &Structure) -> Option<u64> {
    match &structure.body {
        Body::Switch(_) => {
            let cases = members(structure);
            let (_, first) = cases.first()?;
            first.filter(|_| cases.iter().all(|(_, bits)| bits == first))
        }
        Body::Fields(_) | Body::Bits(_) => structure.size.map(|size| size * 8),
    }
}
