//! Collects the rules that schemas declare.

use super::{Class, DeclaredRule, RegionRule, Rule, Severity, code_in_field};
use crate::schema::{
    AbsentPool, Body, Claim, Constraint, Expr, Field, Link, Model, Region, Relation, RelationKind, Structure, Text,
    Type,
};

/// Returns the rules of compiled structures, and of the structures in them, like [`rules_of_model`].
#[must_use]
pub fn declared_rules(roots: &[&'static Structure]) -> Vec<Rule> {
    roots.iter().flat_map(|root| rules_of_model(&Model::from_root(root))).collect()
}

/// Returns the rules that a schema declares for fields, relations, structures, checksums and regions, in the order of
/// the structures.
///
/// A case of a switch that is [attempted](crate::schema::Case::attempt) has no rule of its own. If the bytes do not
/// form the case, the decoder reports the fault under its own rule, as a fault that an interpretation excuses.
#[must_use]
pub fn rules_of_model(model: &Model) -> Vec<Rule> {
    let mut found = Vec::new();
    for structure in model.structures.values() {
        RuleCollector { structure, found: &mut found }.add_rules();
    }
    found
}

/// Returns the rule with a code that a structure itself declares, not one of the structures in it.
#[must_use]
pub fn find_rule(structure: &'static Structure, code: &str) -> Option<Rule> {
    let mut found = Vec::new();
    RuleCollector { structure, found: &mut found }.add_rules();
    found.into_iter().find(|rule| rule.code == code)
}

impl DeclaredRule {
    /// Returns the rule. If the structure does not declare the code, panics in debug builds, and returns a rule without a
    /// section in other builds; constants of the macros are always declared.
    #[must_use]
    pub fn rule(self) -> Rule {
        let rule = find_rule(self.structure, self.code);
        debug_assert!(rule.is_some(), "`{}` declares no rule `{}`", self.structure.name, self.code);
        rule.unwrap_or_else(|| Rule {
            code: Text::Borrowed(self.code),
            ..Rule::of_list("", (Class::Inconsistent, &[]), Severity::Error, "", "", "")
        })
    }
}

/// Collects the rules of a structure.
struct RuleCollector<'a> {
    structure: &'a Structure,
    found: &'a mut Vec<Rule>,
}

impl RuleCollector<'_> {
    fn add_rules(&mut self) {
        let structure = self.structure;
        match &structure.body {
            Body::Fields(fields) => fields.iter().for_each(|field| self.add_field_rules(field)),
            Body::Switch(cases) => {
                cases.iter().flat_map(|case| case.fields.iter()).for_each(|field| self.add_field_rules(field));
            }
            Body::Bits(bits) => {
                for bits in bits.iter() {
                    let flags = bits.codes.as_ref().is_some_and(|codes| codes.get().flags);
                    self.add_constraints(&bits.constraints, &bits.name, &bits.doc, flags, None);
                }
            }
        }
        self.add_constraints(&structure.rules, "", &structure.doc, false, None);
        for derived in structure.derived.iter() {
            self.add_constraints(derived.rule.as_slice(), &derived.target.join("."), "", false, Some(&derived.value));
        }
        for sum in structure.sums.iter() {
            let sentence =
                format!("`{}` is the checksum of the bytes that it covers.", self.member_name(&sum.stored.join(".")));
            self.add(sum.code.clone(), (Class::ChecksumMismatch, &[]), sum.spec.clone(), sentence);
        }
    }

    fn add_field_rules(&mut self, field: &Field) {
        let flags = field.codes.as_ref().is_some_and(|codes| codes.get().flags);
        self.add_constraints(&field.constraints, &field.name, &field.doc, flags, field.derived.as_ref());
        field.relations.iter().for_each(|relation| self.add_relation_rules(field, relation));
        // A single field elsewhere, without an array, follows the rules of every decoder.
        if let Some(region) = field.region.as_ref().filter(|region| region.each.is_some() || region.is_stored()) {
            self.add_region_rules(field, region);
        }
    }

    /// Adds the rules of a field, or of the whole structure if `name` is empty. `flags` is true if the codes of the
    /// field are flags.
    fn add_constraints(&mut self, rules: &[Constraint], name: &str, doc: &str, flags: bool, computed: Option<&Expr>) {
        for rule in rules {
            let (own, also) = constraint_classes(rule, flags, computed);
            let classes = (rule.class_or(own), also);
            let mut sentence = requirement_sentence(rule, &self.member_name(name), computed);
            if let Some(doc) = first_sentence(doc) {
                sentence.push(' ');
                sentence.push_str(doc);
            }
            self.add(rule.code.clone(), classes, rule.spec.clone(), sentence);
            if let Some(added) = self.found.last_mut() {
                added.reading = rule.lenient.clone();
                added.severity = rule.severity;
            }
        }
    }

    /// Adds the rules of a relation of a field.
    fn add_relation_rules(&mut self, field: &Field, relation: &Relation) {
        let (name, pool) = (self.member_name(&field.name), &relation.pool);
        let doc = first_sentence(&field.doc).unwrap_or("");
        let mut add = |claim: &Claim, classes: (Class, &'static [Class]), sentence: String| {
            let sentence = format!("{sentence} {doc}").trim_end().to_owned();
            self.add(claim.code.clone(), classes, claim.spec.clone(), sentence);
            if let Some(added) = self.found.last_mut() {
                (added.reading, added.severity) = (claim.lenient.clone(), claim.severity);
            }
        };
        let is_fault = relation.absent == AbsentPool::Fault;
        let sentence = match &relation.kind {
            RelationKind::Text(_) => format!("`{name}` is the offset of a text of `{pool}`."),
            RelationKind::Index { .. } => format!("`{name}` is the number of an element of `{pool}`."),
            RelationKind::Count { multiple: true, .. } => {
                format!("The length of `{name}` is a multiple of the number of elements of `{pool}`.")
            }
            RelationKind::Count { .. } => format!("`{name}` is the number of elements of `{pool}`."),
            RelationKind::Needs { key } => format!("A file with `{name}` has an element {key} of `{pool}`."),
            RelationKind::Single { key } => {
                format!("A file with `{name}` has at most one element of `{pool}` with the key {key}.")
            }
            RelationKind::Referred { key, by } => {
                format!("In a file with `{name}`, an element of `{by}` refers to each element {key} of `{pool}`.")
            }
            RelationKind::Unique => format!("No two values of `{name}` are the same."),
            RelationKind::Sorted => format!("No value of `{name}` is less than the previous value."),
            RelationKind::Tree(_) => format!("No element of `{name}` contains itself."),
        };
        add(&relation.claim, relation_classes(&relation.kind, is_fault), sentence);
        if let RelationKind::Text(rules) = &relation.kind {
            if let Some(claim) = &rules.shared {
                let sentence = format!("The texts of `{pool}` at `{name}` have no more bytes in total than the limit.");
                add(claim, (Class::LimitExceeded, &[]), sentence);
            }
            if let Some(claim) = &rules.filled {
                add(claim, (Class::OutOfRange, &[]), format!("The text at `{name}` is not empty."));
            }
            if let Some(claim) = &rules.file_path {
                let sentence = format!("The text at `{name}` can be the name of a file below a folder.");
                add(claim, (Class::UnsafePath, &[]), sentence);
            }
            if let Some(claim) = &rules.unique {
                add(claim, (Class::Duplicate, &[]), format!("The texts at `{name}` differ from each other."));
            }
        }
        if let RelationKind::Tree(rules) = &relation.kind {
            let sentence = format!("An element of `{name}` has at most one parent.");
            add(&rules.parents, (Class::Duplicate, &[]), sentence);
            let sentence = format!("Every element of `{name}` except the first has a parent.");
            add(&rules.orphan, (Class::BadReference, &[]), sentence);
            let sentence = format!("Elements of `{name}` nest no deeper than the limits allow.");
            add(&rules.depth, (Class::TooDeep, &[]), sentence);
        }
        if let AbsentPool::Missing(claim) = &relation.absent {
            add(claim, (Class::Missing, &[]), format!("A file with references in `{name}` has the part `{pool}`."));
        }
    }

    /// Adds the rules that the runtime names after a field: a field of regions, or a field that is stored in another
    /// form.
    fn add_region_rules(&mut self, field: &Field, region: &Region) {
        let array = region.each.as_ref().and_then(|each| self.structure.field(each));
        let element = match array.map(|field| &field.ty) {
            Some(Type::Named { link: Link::Static(schema), .. }) => Some(schema()),
            _ => None,
        };
        // A single field is blamed itself.
        let sections = |exprs: &[Option<&Expr>]| {
            if region.each.is_none() { vec![field.spec.clone()] } else { region_sections(element, exprs) }
        };
        let content = format!("`{}`", self.member_name(&field.name));
        let places =
            if region.each.is_none() { Vec::new() } else { sections(&[region.at.as_ref(), region.size.as_ref()]) };
        for spec in places {
            let sentence = format!("The stored bytes of {content} lie in the enclosing space.");
            self.add_region_rule(field, RegionRule::Bounds, &[], spec, sentence);
        }
        if region.each.is_some() || !region.steps.is_empty() {
            let sentence = format!("Reading {content} stays within the limits.");
            self.add_region_rule(field, RegionRule::Limit, &[], Text::default(), sentence);
        }
        if !region.steps.is_empty() {
            let also = &[Class::UnsupportedFeature, Class::LimitExceeded];
            let sentence = format!("The compressed bytes of {content} form a stream.");
            self.add_region_rule(field, RegionRule::Stream, also, Text::default(), sentence);
        }
        if region.content_size.is_some() {
            for spec in sections(&[region.content_size.as_ref()]) {
                let sentence = format!("The content of {content} has the stated size.");
                self.add_region_rule(field, RegionRule::ContentSize, &[], spec, sentence);
            }
        }
        // The runtime uses the place of the first check, even if another one applies.
        let stored = region.checks.first().map(|check| &check.stored);
        for spec in stored.into_iter().flat_map(|stored| sections(&[Some(stored)])) {
            let sentence = format!("The content of {content} has the stated checksum.");
            self.add_region_rule(field, RegionRule::ContentChecksum, &[], spec.clone(), sentence);
            for excused in region.checks.iter().flat_map(|check| check.algorithms.iter().skip(1)) {
                let sentence = format!(
                    "The checksum of {content} is not computed by {}, which readers also accept.",
                    excused.name()
                );
                let code = code_in_field(field, excused.name());
                self.add(code, (RegionRule::ContentChecksum.class(), &[]), spec.clone(), sentence);
                if let Some(added) = self.found.last_mut() {
                    added.severity = Severity::Note;
                }
            }
        }
    }

    fn add_region_rule(
        &mut self,
        field: &Field,
        rule: RegionRule,
        also: &'static [Class],
        clause: Text,
        sentence: String,
    ) {
        self.add(rule.code(field), (rule.class(), also), clause, sentence);
    }

    fn member_name(&self, member: &str) -> String {
        if member.is_empty() { self.structure.name.to_string() } else { format!("{}.{member}", self.structure.name) }
    }

    fn add(&mut self, code: Text, (class, also): (Class, &'static [Class]), clause: Text, sentence: String) {
        let (severity, reading) = (Severity::Error, Text::default());
        self.found.push(Rule { code, class, also, severity, clause, reading, sentence: sentence.into() });
    }
}

/// Returns the sections of the specification that a finding about a region may name. These are the sections of the
/// element's members that state the offset, the sizes or the checksum of the region.
fn region_sections(element: Option<&'static Structure>, exprs: &[Option<&Expr>]) -> Vec<Text> {
    let mut sections = Vec::new();
    let mut open: Vec<_> = exprs.to_vec();
    while let Some(expr) = open.pop() {
        let member = match expr {
            Some(Expr::If(operands)) => {
                open.extend(operands.iter().skip(1).map(Some));
                continue;
            }
            Some(Expr::Path(path)) if path.len() > 1 => path.last(),
            _ => None,
        };
        let member = member.and_then(|name| element?.field(name));
        let section = member.map_or(Text::Borrowed(""), |field| field.spec.clone());
        if !sections.contains(&section) {
            sections.push(section);
        }
    }
    sections
}

/// Returns the class of a rule's usual fault, and the classes of its other faults.
fn constraint_classes(rule: &Constraint, flags: bool, computed: Option<&Expr>) -> (Class, &'static [Class]) {
    use crate::schema::Rule as Kind;
    match &rule.rule {
        Kind::Zero => (Class::ReservedNotZero, &[]),
        Kind::Magic(_) => (Class::BadMagic, &[]),
        Kind::OneOf(_) | Kind::Range(..) | Kind::MultipleOf(_) => (Class::OutOfRange, &[]),
        Kind::Supported(_) => (Class::UnsupportedVersion, &[]),
        Kind::Known if flags => (Class::UnknownFlag, &[]),
        Kind::Known => (Class::UnknownCode, &[]),
        Kind::Finite => (Class::NotFinite, &[]),
        Kind::Digits | Kind::Utf8 | Kind::Text(_) => (Class::BadText, &[]),
        Kind::Computed if computed.is_some_and(Expr::needs_counts) => (Class::CountMismatch, &[Class::Overflow]),
        Kind::Computed | Kind::Assert(_) | Kind::Each(..) => (Class::Inconsistent, &[Class::Overflow]),
        Kind::Custom(_) => (Class::Inconsistent, &[]),
    }
}

/// Returns the class of a relation's usual fault, and the classes of its other faults.
fn relation_classes(kind: &RelationKind, is_fault: bool) -> (Class, &'static [Class]) {
    use Class::{
        BadReference, BadText, CountMismatch, Duplicate, Inconsistent, LimitExceeded, Missing, OutOfBounds,
        Unterminated,
    };
    match kind {
        RelationKind::Text(rules) => match (rules.largest.is_some() || rules.shared.is_some(), is_fault) {
            (true, false) => (BadText, &[OutOfBounds, Unterminated, LimitExceeded]),
            (true, true) => (BadReference, &[BadText, OutOfBounds, Unterminated, LimitExceeded]),
            (false, true) => (BadReference, &[OutOfBounds, Unterminated, BadText]),
            (false, false) => (OutOfBounds, &[Unterminated, BadText]),
        },
        RelationKind::Index { .. } | RelationKind::Referred { .. } => (BadReference, &[]),
        RelationKind::Count { multiple: true, .. } | RelationKind::Sorted | RelationKind::Tree(_) => {
            (Inconsistent, &[])
        }
        RelationKind::Count { .. } => (CountMismatch, &[]),
        RelationKind::Needs { .. } => (Missing, &[]),
        RelationKind::Single { .. } | RelationKind::Unique => (Duplicate, &[]),
    }
}

/// Returns a sentence that states what a rule requires of a value.
fn requirement_sentence(rule: &Constraint, name: &str, computed: Option<&Expr>) -> String {
    use crate::schema::Rule as Kind;
    match &rule.rule {
        Kind::Zero => format!("`{name}` is zero."),
        Kind::Magic(magic) => format!("`{name}` is the signature \"{}\".", magic.escape_ascii()),
        Kind::OneOf(allowed) => format!("`{name}` is one of the values {:?}.", &**allowed),
        Kind::Supported(versions) => format!("`{name}` is one of the supported versions {:?}.", &**versions),
        Kind::Range(low, high) => format!("`{name}` is from {low} to {high}."),
        Kind::MultipleOf(factor) => format!("`{name}` is a multiple of {factor}."),
        Kind::Known => format!("`{name}` is known."),
        Kind::Finite => format!("`{name}` is finite."),
        Kind::Digits => format!("`{name}` is a number in digits."),
        Kind::Utf8 => format!("`{name}` is UTF-8."),
        Kind::Text(form) => format!("`{name}` is a text in {}.", form.encoding.name()),
        Kind::Computed => match computed {
            Some(expr) => format!("`{name}` is `{expr}`."),
            None => format!("`{name}` is the value that a writer computes."),
        },
        Kind::Assert(expr) => format!("In `{name}`, `{expr}` holds."),
        Kind::Each(array, expr) => format!("`{expr}` holds for each element `entry` of `{name}.{array}`."),
        Kind::Custom(function) => format!("`{name}` passes the check of the function `{function}`."),
    }
}

/// Returns the first sentence of a comment, if there is one.
fn first_sentence(doc: &str) -> Option<&str> {
    let doc = doc.trim().split("\n\n").next()?;
    let end = doc.find(". ").map_or(doc.len(), |end| end + 1);
    doc.get(..end).filter(|sentence| !sentence.is_empty())
}
