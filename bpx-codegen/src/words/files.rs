//! Words for bytes that have offsets of their own, or that are stored in another form.

use super::place::AttributePlace;
use super::word::{AttributeWord, WordFamily, WordKey};

pub(super) const WORDS: &[AttributeWord] = &[
    AttributeWord {
        name: "region",
        family: WordFamily::Schema,
        places: AttributePlace::SEQUENCE,
        syntax: &[
            "#[schema(region(at = expression))]",
            "#[schema(region(at = find_last(b\"PK\\x05\\x06\", within = 65557)))]",
            "#[schema(region(size = expression, transform(zlib if condition), content_size = expression, check(crc32, stored = member)))]",
            "#[schema(region(each = table, at = entry.offset, size = entry.size, place(align = 16, after = other, reverse, share, padded), set(entry.block = region.offset / 16)))]",
            "#[schema(region(joined(chunks, entry.data), transform(zlib)))]",
            "#[schema(region(transform(zlib), self_ending))]",
        ],
        meaning: "States the offset and the form of the bytes of a field. The bytes begin at an offset, at a \
            signature that a reader searches for, or after the field before; they form one region for each element \
            of a table, or lie in parts in the elements of a list. `place` states where a writer puts the bytes; \
            with `reverse`, the last region comes first, also among the elements of a list; with `padded`, zeros \
            follow each region up to the alignment; with `share`, regions with the same bytes are stored once; `after` \
            names the field whose bytes come before. `set` states numbers by facts of the placed bytes: \
            `region.offset`, `region.stored_size`, `region.content_size`, `region.checksum`, and `regions.offset`, the \
            offset of the first region of the field. `transform` names compressions, `check` a checksum of the \
            content, as it is before compression. With `self_ending`, no number states the size of the stored bytes: a \
            stream of `zlib`, `deflate` or a transform of the author ends by itself, and other bytes follow. Offsets \
            count from the beginning of the enclosing part that has a size of its own, or else from the beginning of \
            the file.",
        reader: "Reads the field in a space of its own, from the decompressed content.",
        writer: "Stores the content, places the stored bytes, and sets the numbers that state their offset, size and \
            checksum.",
        validator: "Reports bytes outside of the file, wrong sizes, wrong checksums and broken streams.",
        schema: "Offset, size, transforms and checksums.",
        example: "regions",
        is_rule: false,
        may_repeat: false,
        key: WordKey::Region,
    },
    AttributeWord {
        name: "set",
        family: WordFamily::Schema,
        places: &[AttributePlace::Structure],
        syntax: &["#[schema(set(header.file_size = file.end))]"],
        meaning: "Sets numbers about the whole file after a writer has placed all bytes: `file.end` is the offset after \
            the last part, `file.size` the size of the file. In a part that is a space of its own, the numbers are about \
            the part.",
        reader: "",
        writer: "Sets the number, but `to_vec` does not. An edit changes an old number by as much as the file changed. If a \
            rule with `on` rejects the number, the writer computes it anew.",
        validator: "",
        schema: "The expression.",
        example: "regions",
        is_rule: false,
        may_repeat: false,
        key: WordKey::Set,
    },
];
