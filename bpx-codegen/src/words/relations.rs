//! Words for relations of values to other parts of a file.

use super::place::AttributePlace;
use super::word::{AttributeWord, WordFamily, WordKey};

pub(super) const WORDS: &[AttributeWord] = &[
    AttributeWord {
        name: "pool",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(pool(\"bones\"))]", "#[schema(pool(\"parts\", key = kind))]"],
        meaning: "Names a list, texts or bytes as a pool, so that other fields can refer to the pool. With `key`, \
            relations also find an element by the value of this member.",
        reader: "",
        writer: "",
        validator: "Collects the elements that references are compared with.",
        schema: "The name of the pool.",
        example: "relations",
        is_rule: false,
        may_repeat: false,
        key: WordKey::Pool,
    },
    AttributeWord {
        name: "text_in",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &[
            "#[schema(text_in(\"names\", code = \"..\", whole, largest = 100, shared(code = \"..\"), filled(code = \"..\"), file_path(code = \"..\"), unique(code = \"..\")))]",
        ],
        meaning: "Expects the offset of a text in a pool. `whole` requires a NUL and UTF-8, `largest` limits the \
            number of bytes, `filled` rejects an empty text, `file_path` rejects a text that cannot be the name of a \
            file below a folder on every usual system, `unique` rejects equal texts, and `shared` limits the number \
            of bytes that all references read together. `code`, `spec`, `lenient`, `severity` and `if(condition)` \
            may follow.",
        reader: "",
        writer: "",
        validator: "Looks up every reference after the whole file is read.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::TextIn,
    },
    AttributeWord {
        name: "index_in",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(index_in(\"bones\", first = 1, required, key = 3, code = \"..\"))]"],
        meaning: "Expects the number of an element of a pool. With `first = 1`, numbers count from 1. A number below \
            the first one means no element, unless `required` is stated; `key` requires an element with this key. \
            `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Compares every number with the pool after the whole file is read.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::IndexIn,
    },
    AttributeWord {
        name: "count_of",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &[
            "#[schema(count_of(\"bones\", key = 3, code = \"..\"))]",
            "#[schema(count_of(\"bones\", multiple, code = \"..\"))]",
        ],
        meaning: "Expects the number of elements of a pool, or of the pool's elements with a key. With `multiple`, \
            on a list of structures, expects that the length of the list is a multiple of the number of elements, \
            unless that number is 0. `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Compares the number with the pool after the whole file is read.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::CountOf,
    },
    AttributeWord {
        name: "needs",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(needs(\"parts\", key = 3, code = \"..\"))]"],
        meaning: "Expects that a pool has an element with this key, whatever the field states. `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Looks for the element after the whole file is read. Reports a missing element at the table that \
            describes the regions of the file, or at the field in a file without such a table.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::Needs,
    },
    AttributeWord {
        name: "single",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(single(\"parts\", key = 3, code = \"..\"))]"],
        meaning: "Expects that a pool has no more than one element with this key, whatever the field states. `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Counts the elements after the whole file is read. Reports each element after the first one at \
            its key.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::Single,
    },
    AttributeWord {
        name: "referred",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(referred(\"parts\", key = 3, by = \"names\", code = \"..\"))]"],
        meaning: "Expects that an `index_in` refers to each element of a pool with this key, whatever the field \
                  states. The elements of the pool of `by` hold these references; without this pool, the rule does \
                  not apply. `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Looks for references after the whole file is read. Reports an element without a reference at its \
            key.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::Referred,
    },
    AttributeWord {
        name: "unique",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(unique(code = \"..\"))]"],
        meaning: "Expects that no two values of the field in the file are the same. `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Compares all values with each other after the whole file is read.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::Unique,
    },
    AttributeWord {
        name: "sorted",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &["#[schema(sorted(code = \"..\"))]"],
        meaning: "Expects that no value of the field is less than the value before it in the file; bytes are \
            compared from the first byte on. `code`, `spec`, `lenient`, `severity` and `if(condition)` may follow.",
        reader: "",
        writer: "",
        validator: "Compares each value with the value before it after the whole file is read.",
        schema: "The relation.",
        example: "relations",
        is_rule: false,
        may_repeat: true,
        key: WordKey::Sorted,
    },
    AttributeWord {
        name: "tree",
        family: WordFamily::Schema,
        places: AttributePlace::BYTES,
        syntax: &[
            "#[schema(tree(first = first_child, count = child_count, code = \"..\", parents(code = \"..\"), orphan(code = \"..\"), depth(code = \"..\")))]",
        ],
        meaning: "Expects that the structures of a list form one tree, whose root is the first structure. Two \
            members of a structure state the number of its first child and the number of its children, which follow \
            each other. `code` is the code for an element that contains itself or the root, `parents` for an element \
            whose child also has another parent, `orphan` for an element without a parent, and `depth` for a tree \
            that is deeper than the limits allow. `code`, `spec`, `lenient` and `severity` may follow.",
        reader: "",
        writer: "",
        validator: "Follows all children after the structure is read. Does not report children outside of the list, \
            which need a rule of their own.",
        schema: "The relation.",
        example: "tree_of_elements",
        is_rule: false,
        may_repeat: false,
        key: WordKey::Tree,
    },
];
