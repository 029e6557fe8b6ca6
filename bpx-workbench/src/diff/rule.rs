//! The kinds of changes, by stable ids.

/// What a change concerns; each level includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Bytes: whether they are accepted, and what they mean.
    Wire,
    /// Names in JSON, queries and dumps, and what writers compute.
    Model,
    /// Texts and names that no program reads.
    Source,
}

impl Level {
    /// Every level, the narrowest first.
    pub const ALL: &'static [Self] = &[Self::Wire, Self::Model, Self::Source];

    /// Returns the stable name, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Model => "model",
            Self::Source => "source",
        }
    }

    /// Returns the level with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }
}

/// A kind of change.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Stable name.
    pub id: &'static str,
    /// The level that it concerns.
    pub level: Level,
    /// What happened, in a few words.
    pub doc: &'static str,
}

macro_rules! rules {
    ($($name:ident $id:literal $level:ident $doc:literal)*) => {
        $(pub(super) static $name: Rule = Rule { id: $id, level: Level::$level, doc: $doc };)*

        /// Every kind of change, level by level.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    STRUCTURE_KIND "structure.kind" Wire "fields became a switch, or bit fields, or the other way round"
    STRUCTURE_PARAMETERS "structure.parameters" Wire "another number of parameters"
    STRUCTURE_SIZE "structure.size" Wire "bit fields lie in another number of bytes"
    STRUCTURE_ROOT "structure.root" Wire "files begin with another structure"
    STRUCTURE_ADDED "structure.added" Wire "a structure that was not there"
    STRUCTURE_REMOVED "structure.removed" Wire "a structure that is gone"
    STRUCTURE_REPLACED "structure.replaced" Wire "a structure of an unlike name has most fields of one that is gone"
    FIELD_ADDED "field.added" Wire "a field that was not there"
    FIELD_REMOVED "field.removed" Wire "a field that is gone"
    FIELD_MOVED "field.moved" Wire "a field lies at another offset, or comes before or after others than it did"
    FIELD_TYPE "field.type" Wire "a number became a text, a structure, or the like"
    FIELD_SIZE "field.size" Wire "a number or an array of numbers has another width"
    FIELD_SIGN "field.sign" Wire "a number gained or lost its sign"
    FIELD_ENDIAN "field.endian" Wire "a number has another byte order"
    FIELD_COUNT "field.count" Wire "another number of elements, or another way to say it"
    FIELD_CONDITION "field.condition" Wire "present under another condition"
    FIELD_DEFAULT "field.default" Wire "another value when absent"
    FIELD_ARGUMENTS "field.arguments" Wire "other parameters for the structure that it holds"
    FIELD_CHILDREN "field.children" Wire "elements became the children of a tree, or no longer are"
    BITS_ADDED "bits.added" Wire "a bit field that was not there"
    BITS_REMOVED "bits.removed" Wire "a bit field that is gone"
    BITS_MOVED "bits.moved" Wire "a bit field begins at another bit"
    BITS_WIDTH "bits.width" Wire "a bit field has another width"
    RESERVED_USED "reserved.used" Wire "bytes that had to be zero have a meaning"
    RESERVED_ADDED "reserved.added" Wire "bytes have to be zero"
    MAGIC_CHANGED "magic.changed" Wire "another signature"
    VERSION_CHANGED "version.changed" Wire "other versions are supported"
    CONSTRAINT_ADDED "constraint.added" Wire "a rule that was not there"
    CONSTRAINT_REMOVED "constraint.removed" Wire "a rule that is gone"
    CONSTRAINT_TIGHTENED "constraint.tightened" Wire "a rule allows less"
    CONSTRAINT_LOOSENED "constraint.loosened" Wire "a rule allows more"
    CONSTRAINT_CHANGED "constraint.changed" Wire "a rule allows other values"
    CONSTRAINT_EXCUSED "constraint.excused" Wire "lenient readers excuse a rule that they did not, or no longer do"
    CONSTRAINT_OPAQUE "constraint.opaque" Wire "a rule is another function, of which a schema knows no more than the name"
    CODE_ADDED "code.added" Wire "a value is allowed, and has a name"
    CODE_REMOVED "code.removed" Wire "a value is no longer allowed"
    CODE_RENUMBERED "code.renumbered" Wire "a name has another value"
    CODE_REPLACED "code.replaced" Wire "a value has another name and another meaning"
    CODES_ADDED "codes.added" Wire "a set of codes that was not there, and that no field has"
    CODES_REMOVED "codes.removed" Wire "a set of codes that is gone, and that no field had"
    CODES_KIND "codes.kind" Wire "codes became flags, or the other way round"
    CASE_ADDED "case.added" Wire "a case that was not there"
    CASE_REMOVED "case.removed" Wire "a case that is gone"
    CASE_MOVED "case.moved" Wire "a case is asked before or after others than it was"
    CASE_CONDITION "case.condition" Wire "a case is taken under another condition"
    CASE_ATTEMPT "case.attempt" Wire "a case is only attempted, or no longer is"
    REGION_ADDED "region.added" Wire "a value that followed the one before lies elsewhere"
    REGION_REMOVED "region.removed" Wire "a value that lay elsewhere follows the one before"
    REGION_TABLE "region.table" Wire "another array describes the regions"
    REGION_PLACE "region.place" Wire "another way to say where a region begins"
    REGION_SIZE "region.size" Wire "another way to say how long a region is"
    REGION_CONTENT_SIZE "region.content-size" Wire "another way to say how long the content of a region is"
    TRANSFORM_ADDED "transform.added" Wire "contents can be stored in one more way"
    TRANSFORM_REMOVED "transform.removed" Wire "contents can be stored in one way less"
    TRANSFORM_CHANGED "transform.changed" Wire "another algorithm, condition or order of transforms"
    CHECK_ADDED "check.added" Wire "contents have one more checksum"
    CHECK_REMOVED "check.removed" Wire "contents have one checksum less"
    CHECK_CHANGED "check.changed" Wire "another algorithm, condition, order or place of checksums of contents"
    SUM_ADDED "sum.added" Wire "a structure has a checksum"
    SUM_REMOVED "sum.removed" Wire "a structure has a checksum no longer"
    SUM_CHANGED "sum.changed" Wire "another algorithm, range or excuse of a checksum"
    STRUCTURE_RENAMED "structure.renamed" Model "another name for a structure"
    FIELD_RENAMED "field.renamed" Model "another name for a field of the same place, type and size"
    FIELD_ORDER "field.order" Model "bit fields are listed in another order"
    REGION_WRITTEN "region.written" Model "writers put the bytes of regions into another order, or align or share them otherwise"
    SETTING_CHANGED "setting.changed" Model "writers set other numbers when all bytes have their places"
    FIELD_DERIVED "field.derived" Model "writers compute a value that was given, or in another way"
    CASE_RENAMED "case.renamed" Model "another name for a case"
    CODES_ATTACHED "codes.attached" Model "values have names"
    CODES_DETACHED "codes.detached" Model "values have names no longer"
    CODES_RENAMED "codes.renamed" Model "another name for a set of codes"
    CODE_NAMED "code.named" Model "a value has a name, and was allowed before"
    CODE_UNNAMED "code.unnamed" Model "a value has no name any more, and is still allowed"
    CODE_RENAMED "code.renamed" Model "another name for a value"
    CONSTRAINT_VERDICT "constraint.verdict" Model "the same values break a rule, and are another kind of fault"
    LABEL_CHANGED "label.changed" Source "the specification spells a name in another way"
    DOC_CHANGED "doc.changed" Source "other words for what something means"
    SECTIONS_RENUMBERED "sections.renumbered" Source "sections of the specification have other numbers"
    SPEC_CHANGED "spec.changed" Source "another section of the specification, or another interpretation"
    RULE_CODE "rule.code" Source "another name for a rule"
    CONSTANT_RENAMED "constant.renamed" Source "another name for a number in an expression"
    PARAMETER_RENAMED "parameter.renamed" Source "another name for a parameter"
}
