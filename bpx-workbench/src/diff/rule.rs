//! Defines the kinds of changes and their stable ids.

/// The level of a change; a comparison at one level includes the levels before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// Changes of the acceptance and the meaning of bytes.
    Wire,
    /// Changes of names in JSON, queries and dumps, and of values that writers compute.
    Model,
    /// Changes of texts and names that no program reads.
    Source,
}

impl Level {
    /// All levels, the narrowest first.
    pub const ALL: &'static [Self] = &[Self::Wire, Self::Model, Self::Source];

    /// Returns the stable name of the level, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Model => "model",
            Self::Source => "source",
        }
    }

    /// Returns the level with a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }
}

/// A kind of change.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// The stable id.
    pub id: &'static str,
    /// The level of such changes.
    pub level: Level,
    /// A description of the change.
    pub doc: &'static str,
}

macro_rules! rules {
    ($($name:ident $id:literal $level:ident $doc:literal)*) => {
        $(pub(super) static $name: Rule = Rule { id: $id, level: Level::$level, doc: $doc };)*

        /// All kinds of changes, level by level.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    STRUCTURE_KIND "structure.kind" Wire "the structure changed between fields, a switch and bit fields"
    STRUCTURE_PARAMETERS "structure.parameters" Wire "the number of parameters changed"
    STRUCTURE_SIZE "structure.size" Wire "the size of the bit fields changed"
    STRUCTURE_ROOT "structure.root" Wire "files begin with another structure"
    STRUCTURE_ADDED "structure.added" Wire "a structure was added"
    STRUCTURE_REMOVED "structure.removed" Wire "a structure was removed"
    STRUCTURE_REPLACED "structure.replaced" Wire "a structure with another name has most fields of a removed structure"
    FIELD_ADDED "field.added" Wire "a field was added"
    FIELD_REMOVED "field.removed" Wire "a field was removed"
    FIELD_MOVED "field.moved" Wire "the offset or the order of a field changed"
    FIELD_TYPE "field.type" Wire "the type of a field changed"
    FIELD_SIZE "field.size" Wire "the width of a number or an array changed"
    FIELD_SIGN "field.sign" Wire "a number gained or lost its sign"
    FIELD_ENDIAN "field.endian" Wire "the byte order of a number changed"
    FIELD_COUNT "field.count" Wire "the number of elements, or its expression, changed"
    FIELD_CONDITION "field.condition" Wire "the condition under which a field is present changed"
    FIELD_DEFAULT "field.default" Wire "the value of an absent field changed"
    FIELD_ARGUMENTS "field.arguments" Wire "the arguments for the structure of a field changed"
    FIELD_CHILDREN "field.children" Wire "elements became the children of a tree, or are no longer its children"
    BITS_ADDED "bits.added" Wire "a bit field was added"
    BITS_REMOVED "bits.removed" Wire "a bit field was removed"
    BITS_MOVED "bits.moved" Wire "the first bit of a bit field changed"
    BITS_WIDTH "bits.width" Wire "the width of a bit field changed"
    RESERVED_USED "reserved.used" Wire "reserved bytes got a meaning"
    RESERVED_ADDED "reserved.added" Wire "bytes became reserved"
    MAGIC_CHANGED "magic.changed" Wire "the signature changed"
    VERSION_CHANGED "version.changed" Wire "the supported versions changed"
    CONSTRAINT_ADDED "constraint.added" Wire "a rule was added"
    CONSTRAINT_REMOVED "constraint.removed" Wire "a rule was removed"
    CONSTRAINT_TIGHTENED "constraint.tightened" Wire "a rule allows less"
    CONSTRAINT_LOOSENED "constraint.loosened" Wire "a rule allows more"
    CONSTRAINT_CHANGED "constraint.changed" Wire "a rule allows other values"
    CONSTRAINT_EXCUSED "constraint.excused" Wire "lenient readers began or stopped excusing a rule"
    CONSTRAINT_OPAQUE "constraint.opaque" Wire "a rule became another function; the schema has only its name"
    CODE_ADDED "code.added" Wire "a value became allowed and got a name"
    CODE_REMOVED "code.removed" Wire "a value is no longer allowed"
    CODE_RENUMBERED "code.renumbered" Wire "the value of a name changed"
    CODE_REPLACED "code.replaced" Wire "the name and the meaning of a value changed"
    CODES_ADDED "codes.added" Wire "a set of codes was added that no field uses"
    CODES_REMOVED "codes.removed" Wire "a set of codes was removed that no field used"
    CODES_KIND "codes.kind" Wire "codes became flags, or flags became codes"
    CASE_ADDED "case.added" Wire "a case was added"
    CASE_REMOVED "case.removed" Wire "a case was removed"
    CASE_MOVED "case.moved" Wire "the order of the cases changed"
    CASE_CONDITION "case.condition" Wire "the condition of a case changed"
    CASE_ATTEMPT "case.attempt" Wire "a case gained or lost `attempt`"
    REGION_ADDED "region.added" Wire "a value that followed the previous field got an offset of its own"
    REGION_REMOVED "region.removed" Wire "a value with an offset of its own now follows the previous field"
    REGION_TABLE "region.table" Wire "another array describes the regions"
    REGION_PLACE "region.place" Wire "the expression for the beginning of a region changed"
    REGION_SIZE "region.size" Wire "the expression for the size of a region changed"
    REGION_CONTENT_SIZE "region.content-size" Wire "the expression for the content size of a region changed"
    TRANSFORM_ADDED "transform.added" Wire "a transform was added"
    TRANSFORM_REMOVED "transform.removed" Wire "a transform was removed"
    TRANSFORM_CHANGED "transform.changed" Wire "the algorithm, condition or order of transforms changed"
    CHECK_ADDED "check.added" Wire "a checksum of contents was added"
    CHECK_REMOVED "check.removed" Wire "a checksum of contents was removed"
    CHECK_CHANGED "check.changed" Wire "the algorithm, condition, order or field of a checksum of contents changed"
    SUM_ADDED "sum.added" Wire "a structure gained a checksum"
    SUM_REMOVED "sum.removed" Wire "a structure lost its checksum"
    SUM_CHANGED "sum.changed" Wire "the algorithm, range or excuse of a checksum changed"
    STRUCTURE_RENAMED "structure.renamed" Model "a structure was renamed"
    FIELD_RENAMED "field.renamed" Model "a field was renamed; its position and type are the same"
    FIELD_ORDER "field.order" Model "bit fields are listed in another order"
    REGION_WRITTEN "region.written" Model "writers order, align or share the bytes of regions differently"
    SETTING_CHANGED "setting.changed" Model "writers set other numbers after placing all bytes"
    FIELD_DERIVED "field.derived" Model "writers compute a value differently, or did not compute the value before"
    CASE_RENAMED "case.renamed" Model "a case was renamed"
    CODES_ATTACHED "codes.attached" Model "values gained names"
    CODES_DETACHED "codes.detached" Model "values lost their names"
    CODES_RENAMED "codes.renamed" Model "a set of codes was renamed"
    CODE_NAMED "code.named" Model "an allowed value got a name"
    CODE_UNNAMED "code.unnamed" Model "an allowed value lost its name"
    CODE_RENAMED "code.renamed" Model "a value was renamed"
    CONSTRAINT_VERDICT "constraint.verdict" Model "the same values break a rule, but with another class of fault"
    LABEL_CHANGED "label.changed" Source "the specification spells a name differently"
    DOC_CHANGED "doc.changed" Source "the documentation changed"
    SECTIONS_RENUMBERED "sections.renumbered" Source "the numbers of sections of the specification changed"
    SPEC_CHANGED "spec.changed" Source "the section of the specification or the interpretation changed"
    RULE_CODE "rule.code" Source "a rule was renamed"
    CONSTANT_RENAMED "constant.renamed" Source "a number in an expression was renamed"
    PARAMETER_RENAMED "parameter.renamed" Source "a parameter was renamed"
}
