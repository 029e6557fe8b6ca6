/*
 * Records of bpat, written by `bpx schema export bpat --target c`.
 *
 * Every record has a type with its values, the functions *_read and *_write, the function *_validate for
 * its rules, and the type *_bytes with its layout. No function reads past the given size, and no address
 * needs an alignment.
 *
 * This file lacks these structures, because their size varies:
 *   BoneParents
 *   Clip
 *   Frame
 *   Layout
 *   Palette
 *   SocketFrame
 *   SocketPalette
 */
#ifndef SCHEMA_PRELUDE
#define SCHEMA_PRELUDE

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static_assert(sizeof(float) == 4 && sizeof(double) == 8, "numbers as in IEEE 754");

/* A broken rule. */
typedef struct schema_fault {
    /* Kind of fault, such as "out-of-range". */
    const char *kind;
    /* Stable name of the rule. */
    const char *code;
    /* Structure and field. */
    const char *field;
    /* Offset in bytes from the beginning of what was checked. */
    size_t offset;
} schema_fault;

/* Room for faults: `list` has room for `room` of them, and `count` says how many there were. */
typedef struct schema_faults {
    schema_fault *list;
    size_t room;
    size_t count;
} schema_faults;

static inline void schema_report(schema_faults *faults, const char *kind, const char *code, const char *field,
                                 size_t offset)
{
    if (faults->count < faults->room) {
        schema_fault *fault = &faults->list[faults->count];
        fault->kind = kind;
        fault->code = code;
        fault->field = field;
        fault->offset = offset;
    }
    faults->count++;
}

/* A number of 1 to 8 bytes. */
static inline uint64_t schema_get(const uint8_t *bytes, size_t size, bool big)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++)
        value = (value << 8) | bytes[big ? i : size - 1 - i];
    return value;
}

/* The same, in two's complement. */
static inline int64_t schema_get_signed(const uint8_t *bytes, size_t size, bool big)
{
    const uint64_t value = schema_get(bytes, size, big);
    const uint64_t ones = UINT64_MAX >> (64 - 8 * size);
    return value > ones / 2 ? -(int64_t)(ones - value) - 1 : (int64_t)value;
}

static inline void schema_put(uint8_t *bytes, size_t size, bool big, uint64_t value)
{
    for (size_t i = 0; i < size; i++, value >>= 8)
        bytes[big ? size - 1 - i : i] = (uint8_t)value;
}

/* Numbers with a point move bit by bit, so that no NaN changes. */
static inline void schema_get_float(float *value, const uint8_t *bytes, bool big)
{
    const uint32_t bits = (uint32_t)schema_get(bytes, 4, big);
    memcpy(value, &bits, 4);
}

static inline void schema_get_double(double *value, const uint8_t *bytes, bool big)
{
    const uint64_t bits = schema_get(bytes, 8, big);
    memcpy(value, &bits, 8);
}

static inline void schema_put_float(uint8_t *bytes, bool big, const float *value)
{
    uint32_t bits;
    memcpy(&bits, value, 4);
    schema_put(bytes, 4, big, bits);
}

static inline void schema_put_double(uint8_t *bytes, bool big, const double *value)
{
    uint64_t bits;
    memcpy(&bits, value, 8);
    schema_put(bytes, 8, big, bits);
}

/* Up to 64 bits, least significant first. */
static inline uint64_t schema_get_bits(const uint8_t *bytes, size_t first, size_t width)
{
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value |= (uint64_t)((bytes[(first + i) / 8] >> ((first + i) % 8)) & 1) << i;
    return value;
}

static inline void schema_put_bits(uint8_t *bytes, size_t first, size_t width, uint64_t value)
{
    for (size_t i = 0; i < width; i++) {
        const uint8_t bit = (uint8_t)(1u << ((first + i) % 8));
        uint8_t *byte = &bytes[(first + i) / 8];
        *byte = (uint8_t)((value >> i) & 1 ? *byte | bit : *byte & ~bit);
    }
}

/* What is left of a number of any width when it is divided by another one, of up to 63 bits. */
static inline uint64_t schema_remainder_bits(const uint8_t *bytes, size_t first, size_t width, uint64_t divisor)
{
    uint64_t rest = 0;
    while (width-- > 0)
        rest = (rest << 1 | schema_get_bits(bytes, first + width, 1)) % divisor;
    return rest;
}

static inline bool schema_is_utf8(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size;) {
        const uint8_t lead = bytes[i++];
        if (lead < 0x80)
            continue;
        if (lead < 0xc2 || lead > 0xf4)
            return false;
        const size_t more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3;
        if (more > size - i)
            return false;
        /* The second byte rules out long forms, surrogates, and what Unicode does not have. */
        const uint8_t low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
        const uint8_t high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
        if (bytes[i] < low || bytes[i] > high)
            return false;
        for (size_t k = 1; k < more; k++)
            if (bytes[i + k] < 0x80 || bytes[i + k] > 0xbf)
                return false;
        i += more;
    }
    return true;
}

#endif

#ifndef SCHEMA_WIDE
#define SCHEMA_WIDE

#ifndef __SIZEOF_INT128__
#error "rules across fields need a compiler with integers of 128 bits"
#endif

/* Expressions have 128 bits, and every operation is checked: without a result, `*ok` becomes false. */
__extension__ typedef __int128 schema_wide;

#define SCHEMA_WIDE_MAX ((schema_wide)((((schema_wide)1 << 126) - 1) * 2 + 1))
#define SCHEMA_WIDE_MIN (-SCHEMA_WIDE_MAX - 1)

static inline schema_wide schema_none(bool *ok)
{
    *ok = false;
    return 0;
}

static inline schema_wide schema_add(bool *ok, schema_wide a, schema_wide b)
{
    return (b > 0 ? a > SCHEMA_WIDE_MAX - b : a < SCHEMA_WIDE_MIN - b) ? schema_none(ok) : a + b;
}

static inline schema_wide schema_sub(bool *ok, schema_wide a, schema_wide b)
{
    return (b > 0 ? a < SCHEMA_WIDE_MIN + b : a > SCHEMA_WIDE_MAX + b) ? schema_none(ok) : a - b;
}

static inline schema_wide schema_mul(bool *ok, schema_wide a, schema_wide b)
{
    if (a == 0 || b == 0)
        return 0;
    if (a == -1)
        return b == SCHEMA_WIDE_MIN ? schema_none(ok) : -b;
    const schema_wide low = a > 0 ? SCHEMA_WIDE_MIN / a : SCHEMA_WIDE_MAX / a;
    const schema_wide high = a > 0 ? SCHEMA_WIDE_MAX / a : SCHEMA_WIDE_MIN / a;
    return b < low || b > high ? schema_none(ok) : a * b;
}

static inline schema_wide schema_div(bool *ok, schema_wide a, schema_wide b)
{
    return b == 0 || (b == -1 && a == SCHEMA_WIDE_MIN) ? schema_none(ok) : a / b;
}

static inline schema_wide schema_rem(bool *ok, schema_wide a, schema_wide b)
{
    return b == 0 || (b == -1 && a == SCHEMA_WIDE_MIN) ? schema_none(ok) : a % b;
}

/* A shift to the right that rounds down, as two's complement does. */
static inline schema_wide schema_shr(bool *ok, schema_wide a, schema_wide b)
{
    if (b < 0 || b > 127)
        return schema_none(ok);
    return a < 0 ? -((-(a + 1)) >> (int)b) - 1 : a >> (int)b;
}

static inline schema_wide schema_shl(bool *ok, schema_wide a, schema_wide b)
{
    schema_wide value = a;
    if (b < 0 || b > 127)
        return schema_none(ok);
    for (int i = 0; i < (int)b; i++)
        value = schema_mul(ok, value, 2);
    return value;
}

/* The whole number that a float is. */
static inline schema_wide schema_whole(bool *ok, double value)
{
    const double end = 170141183460469231731687303715884105728.0;
    if (!(value >= -end && value < end) || value != (double)(schema_wide)value)
        return schema_none(ok);
    return (schema_wide)value;
}

/* The index of one of so many elements. */
static inline size_t schema_index(bool *ok, schema_wide index, schema_wide count)
{
    return (size_t)(index < 0 || index >= count ? schema_none(ok) : index);
}

/* A float of 2, 4 or 8 bytes, for expressions. */
static inline double schema_float(const uint8_t *bytes, size_t size, bool big)
{
    float narrow;
    double wide;
    if (size == 2) {
        const uint32_t half = (uint32_t)schema_get(bytes, 2, big), fraction = half & 0x3ff;
        const uint32_t exponent = half >> 10 & 0x1f;
        const uint32_t bits = (exponent == 0x1f ? 0xff : exponent + 112) << 23 | fraction << 13;
        memcpy(&narrow, &bits, 4);
        wide = exponent == 0 ? (double)fraction / 16777216.0 : (double)narrow;
        return half & 0x8000 ? -wide : wide;
    }
    if (size == 4) {
        schema_get_float(&narrow, bytes, big);
        return (double)narrow;
    }
    schema_get_double(&wide, bytes, big);
    return wide;
}

#endif

#ifndef BPAT_EXPORT
#define BPAT_EXPORT

/* Species: The creature that the skeleton belongs to (`BpatHeader`). */
#define BPAT_SPECIES_HUMANOID UINT64_C(0x0) /* A person. */
#define BPAT_SPECIES_HORSE UINT64_C(0x1) /* A horse. */
#define BPAT_SPECIES_ELEPHANT UINT64_C(0x2) /* An elephant. */
#define BPAT_SPECIES_HUMANOID_SWORD UINT64_C(0x3) /* A humanoid with a sword, which occurs in files but is not in the specification. */
#define BPAT_SPECIES_HUMANOID_SPEAR UINT64_C(0x4) /* A humanoid with a spear, which is not in the specification. */
#define BPAT_SPECIES_HUMANOID_SKELETON UINT64_C(0x5) /* A skeleton, which is not in the specification. */
#define BPAT_SPECIES_HUMANOID_CASTER UINT64_C(0x6) /* A humanoid that casts spells; since version 2. */
#define BPAT_SPECIES_HUMANOID_STAVE_CASTER UINT64_C(0x7) /* A humanoid that casts spells with a staff; since version 2. */
#define BPAT_SPECIES_SHEEP UINT64_C(0x8) /* A sheep; since version 2. */
#define BPAT_SPECIES_WOLF UINT64_C(0x9) /* A wolf; since version 2. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpat_species_name(uint64_t value)
{
    switch (value) {
    case BPAT_SPECIES_HUMANOID: return "humanoid";
    case BPAT_SPECIES_HORSE: return "horse";
    case BPAT_SPECIES_ELEPHANT: return "elephant";
    case BPAT_SPECIES_HUMANOID_SWORD: return "humanoid_sword";
    case BPAT_SPECIES_HUMANOID_SPEAR: return "humanoid_spear";
    case BPAT_SPECIES_HUMANOID_SKELETON: return "humanoid_skeleton";
    case BPAT_SPECIES_HUMANOID_CASTER: return "humanoid_caster";
    case BPAT_SPECIES_HUMANOID_STAVE_CASTER: return "humanoid_stave_caster";
    case BPAT_SPECIES_SHEEP: return "sheep";
    case BPAT_SPECIES_WOLF: return "wolf";
    default: return NULL;
    }
}

#define BPAT_BONE_PARENT_SIZE 1

/* BoneParent: The parent of a bone (`Layout`): one byte. */
typedef struct bpat_bone_parent {
    uint8_t parent; /* Number of an earlier bone, or 255 for a bone without a parent. */
} bpat_bone_parent;

typedef struct bpat_bone_parent_bytes {
    uint8_t parent[1];
} bpat_bone_parent_bytes;

static_assert(sizeof(bpat_bone_parent_bytes) == BPAT_BONE_PARENT_SIZE, "size");
static_assert(offsetof(bpat_bone_parent_bytes, parent) == 0, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_BONE_PARENT_SIZE bytes. */
static inline bool bpat_bone_parent_read(bpat_bone_parent *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_BONE_PARENT_SIZE)
        return false;
    value->parent = (uint8_t)schema_get(bytes + 0, 1, false);
    return true;
}

/* Writes BPAT_BONE_PARENT_SIZE bytes. */
static inline void bpat_bone_parent_write(const bpat_bone_parent *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 1, false, (uint64_t)value->parent);
}

/* Checks BPAT_BONE_PARENT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_bone_parent_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_bone_parent_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_BONE_PARENT_SIZE)
        schema_report(faults, "truncated", "truncated", "BoneParent", 0);
    else
        bpat_bone_parent_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_COLUMN_MATRIX_SIZE 64

/* ColumnMatrix: A matrix of a file with a bind palette (`Layout`): 64 bytes, column by column. The element in row r and column c is `columns[c][r]`. The translation is `columns[3][0]`, `columns[3][1]`, `columns[3][2]`, which are the floats 12, 13 and 14. */
typedef struct bpat_column_matrix {
    float columns[16]; /* Four columns of four numbers. */
} bpat_column_matrix;

typedef struct bpat_column_matrix_bytes {
    uint8_t columns[64];
} bpat_column_matrix_bytes;

static_assert(sizeof(bpat_column_matrix_bytes) == BPAT_COLUMN_MATRIX_SIZE, "size");
static_assert(offsetof(bpat_column_matrix_bytes, columns) == 0, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_COLUMN_MATRIX_SIZE bytes. */
static inline bool bpat_column_matrix_read(bpat_column_matrix *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_COLUMN_MATRIX_SIZE)
        return false;
    for (size_t i = 0; i < 16; i++)
        schema_get_float(&value->columns[i], bytes + 0 + i * 4, false);
    return true;
}

/* Writes BPAT_COLUMN_MATRIX_SIZE bytes. */
static inline void bpat_column_matrix_write(const bpat_column_matrix *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 16; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->columns[i]);
}

/* Checks BPAT_COLUMN_MATRIX_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_column_matrix_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_column_matrix_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_COLUMN_MATRIX_SIZE)
        schema_report(faults, "truncated", "truncated", "ColumnMatrix", 0);
    else
        bpat_column_matrix_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_CONTACT_SIZE 8

/* Contact: The heights of a creature's feet in one frame (`Layout`): 8 bytes. */
typedef struct bpat_contact {
    float sole_y; /* The y coordinate of the lowest point of the soles, relative to the bind pose. */
    float foot_y; /* The y coordinate of the lowest origin of a foot bone. */
} bpat_contact;

typedef struct bpat_contact_bytes {
    uint8_t sole_y[4];
    uint8_t foot_y[4];
} bpat_contact_bytes;

static_assert(sizeof(bpat_contact_bytes) == BPAT_CONTACT_SIZE, "size");
static_assert(offsetof(bpat_contact_bytes, sole_y) == 0, "offset");
static_assert(offsetof(bpat_contact_bytes, foot_y) == 4, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_CONTACT_SIZE bytes. */
static inline bool bpat_contact_read(bpat_contact *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_CONTACT_SIZE)
        return false;
    schema_get_float(&value->sole_y, bytes + 0, false);
    schema_get_float(&value->foot_y, bytes + 4, false);
    return true;
}

/* Writes BPAT_CONTACT_SIZE bytes. */
static inline void bpat_contact_write(const bpat_contact *value, uint8_t *bytes)
{
    schema_put_float(bytes + 0, false, &value->sole_y);
    schema_put_float(bytes + 4, false, &value->foot_y);
}

/* Checks BPAT_CONTACT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_contact_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_contact_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_CONTACT_SIZE)
        schema_report(faults, "truncated", "truncated", "Contact", 0);
    else
        bpat_contact_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_HEADER_SIZE 64

/* Header: The header with counts and offsets of the parts (`BpatHeader`): 64 bytes. Offsets count bytes from the beginning of the file. The header does not state the offset of the socket data, because the socket data follows the palettes. */
typedef struct bpat_header {
    uint8_t magic[4]; /* Always `BPAT`. */
    uint32_t version; /* 1, 2 or 3. The number decides the size of a clip, and whether an extension follows the header. */
    uint32_t species_id; /* The code of the creature. */
    uint32_t bone_count; /* Number of bones, from 1 to 64, which is the number of matrices in a frame. */
    uint32_t socket_count; /* Number of sockets; 0 for a file without sockets. */
    uint32_t clip_count; /* Number of clips, at least 1. */
    uint32_t frame_total; /* Number of frames of all clips together. */
    uint32_t string_table_size; /* Size of the string table in bytes, every NUL included. */
    uint64_t clip_table_offset; /* Offset of the clips. */
    uint64_t socket_table_offset; /* Offset of the sockets; 0 for a file without sockets. */
    uint64_t string_table_offset; /* Offset of the string table. */
    uint64_t palette_data_offset; /* Offset of the palettes. */
} bpat_header;

typedef struct bpat_header_bytes {
    uint8_t magic[4];
    uint8_t version[4];
    uint8_t species_id[4];
    uint8_t bone_count[4];
    uint8_t socket_count[4];
    uint8_t clip_count[4];
    uint8_t frame_total[4];
    uint8_t string_table_size[4];
    uint8_t clip_table_offset[8];
    uint8_t socket_table_offset[8];
    uint8_t string_table_offset[8];
    uint8_t palette_data_offset[8];
} bpat_header_bytes;

static_assert(sizeof(bpat_header_bytes) == BPAT_HEADER_SIZE, "size");
static_assert(offsetof(bpat_header_bytes, magic) == 0, "offset");
static_assert(offsetof(bpat_header_bytes, version) == 4, "offset");
static_assert(offsetof(bpat_header_bytes, species_id) == 8, "offset");
static_assert(offsetof(bpat_header_bytes, bone_count) == 12, "offset");
static_assert(offsetof(bpat_header_bytes, socket_count) == 16, "offset");
static_assert(offsetof(bpat_header_bytes, clip_count) == 20, "offset");
static_assert(offsetof(bpat_header_bytes, frame_total) == 24, "offset");
static_assert(offsetof(bpat_header_bytes, string_table_size) == 28, "offset");
static_assert(offsetof(bpat_header_bytes, clip_table_offset) == 32, "offset");
static_assert(offsetof(bpat_header_bytes, socket_table_offset) == 40, "offset");
static_assert(offsetof(bpat_header_bytes, string_table_offset) == 48, "offset");
static_assert(offsetof(bpat_header_bytes, palette_data_offset) == 56, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_HEADER_SIZE bytes. */
static inline bool bpat_header_read(bpat_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_HEADER_SIZE)
        return false;
    memcpy(value->magic, bytes + 0, 4);
    value->version = (uint32_t)schema_get(bytes + 4, 4, false);
    value->species_id = (uint32_t)schema_get(bytes + 8, 4, false);
    value->bone_count = (uint32_t)schema_get(bytes + 12, 4, false);
    value->socket_count = (uint32_t)schema_get(bytes + 16, 4, false);
    value->clip_count = (uint32_t)schema_get(bytes + 20, 4, false);
    value->frame_total = (uint32_t)schema_get(bytes + 24, 4, false);
    value->string_table_size = (uint32_t)schema_get(bytes + 28, 4, false);
    value->clip_table_offset = (uint64_t)schema_get(bytes + 32, 8, false);
    value->socket_table_offset = (uint64_t)schema_get(bytes + 40, 8, false);
    value->string_table_offset = (uint64_t)schema_get(bytes + 48, 8, false);
    value->palette_data_offset = (uint64_t)schema_get(bytes + 56, 8, false);
    return true;
}

/* Writes BPAT_HEADER_SIZE bytes. */
static inline void bpat_header_write(const bpat_header *value, uint8_t *bytes)
{
    memcpy(bytes + 0, value->magic, 4);
    schema_put(bytes + 4, 4, false, (uint64_t)value->version);
    schema_put(bytes + 8, 4, false, (uint64_t)value->species_id);
    schema_put(bytes + 12, 4, false, (uint64_t)value->bone_count);
    schema_put(bytes + 16, 4, false, (uint64_t)value->socket_count);
    schema_put(bytes + 20, 4, false, (uint64_t)value->clip_count);
    schema_put(bytes + 24, 4, false, (uint64_t)value->frame_total);
    schema_put(bytes + 28, 4, false, (uint64_t)value->string_table_size);
    schema_put(bytes + 32, 8, false, (uint64_t)value->clip_table_offset);
    schema_put(bytes + 40, 8, false, (uint64_t)value->socket_table_offset);
    schema_put(bytes + 48, 8, false, (uint64_t)value->string_table_offset);
    schema_put(bytes + 56, 8, false, (uint64_t)value->palette_data_offset);
}

/* Checks BPAT_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    if (!(memcmp(bytes + 0, (const uint8_t[]){ 66, 80, 65, 84 }, 4) == 0))
        schema_report(faults, "bad-magic", "bpat.magic", "Header.magic", at + 0);
    {
        const uint64_t value = schema_get(bytes + 4, 4, false);
        if (!(value == UINT64_C(0x1) || value == UINT64_C(0x2) || value == UINT64_C(0x3)))
            schema_report(faults, "unsupported-version", "bpat.version", "Header.version", at + 4);
    }
    {
        const uint64_t value = schema_get(bytes + 8, 4, false);
        if (!(bpat_species_name(value) != NULL))
            schema_report(faults, "unknown-code", "bpat.species", "Header.species_id", at + 8);
    }
    {
        const uint64_t value = schema_get(bytes + 12, 4, false);
        if (!(value >= UINT64_C(0x1) && value <= UINT64_C(0x40)))
            schema_report(faults, "out-of-range", "bpat.bone-count", "Header.bone_count", at + 12);
    }
    {
        const uint64_t value = schema_get(bytes + 20, 4, false);
        if (!(value >= UINT64_C(0x1) && value <= UINT64_C(0xffffffff)))
            schema_report(faults, "out-of-range", "bpat.clip-count", "Header.clip_count", at + 20);
    }
    {
        const uint64_t value = schema_get(bytes + 32, 8, false);
        if (!(value % UINT64_C(0x10) == 0))
            schema_report(faults, "out-of-range", "bpat.alignment", "Header.clip_table_offset", at + 32);
    }
    {
        const uint64_t value = schema_get(bytes + 56, 8, false);
        if (!(value % UINT64_C(0x10) == 0))
            schema_report(faults, "out-of-range", "bpat.alignment", "Header.palette_data_offset", at + 56);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "Header", 0);
    else
        bpat_header_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_MARKERS_SIZE 20

/* Markers: Moments of a clip, as fractions of the clip from 0 to 1, or -1 for a moment that is not set (`BpatClipEntry`): 20 bytes. */
typedef struct bpat_markers {
    float anticipation_start; /* The moment when the creature begins to prepare. */
    float weapon_release; /* The moment when the weapon leaves the hand. */
    float contact; /* The moment when the blow meets its target. */
    float recover_unlocked; /* The moment from which the creature may recover. */
    float exit_safe; /* The moment from which the clip may end. */
} bpat_markers;

typedef struct bpat_markers_bytes {
    uint8_t anticipation_start[4];
    uint8_t weapon_release[4];
    uint8_t contact[4];
    uint8_t recover_unlocked[4];
    uint8_t exit_safe[4];
} bpat_markers_bytes;

static_assert(sizeof(bpat_markers_bytes) == BPAT_MARKERS_SIZE, "size");
static_assert(offsetof(bpat_markers_bytes, anticipation_start) == 0, "offset");
static_assert(offsetof(bpat_markers_bytes, weapon_release) == 4, "offset");
static_assert(offsetof(bpat_markers_bytes, contact) == 8, "offset");
static_assert(offsetof(bpat_markers_bytes, recover_unlocked) == 12, "offset");
static_assert(offsetof(bpat_markers_bytes, exit_safe) == 16, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_MARKERS_SIZE bytes. */
static inline bool bpat_markers_read(bpat_markers *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_MARKERS_SIZE)
        return false;
    schema_get_float(&value->anticipation_start, bytes + 0, false);
    schema_get_float(&value->weapon_release, bytes + 4, false);
    schema_get_float(&value->contact, bytes + 8, false);
    schema_get_float(&value->recover_unlocked, bytes + 12, false);
    schema_get_float(&value->exit_safe, bytes + 16, false);
    return true;
}

/* Writes BPAT_MARKERS_SIZE bytes. */
static inline void bpat_markers_write(const bpat_markers *value, uint8_t *bytes)
{
    schema_put_float(bytes + 0, false, &value->anticipation_start);
    schema_put_float(bytes + 4, false, &value->weapon_release);
    schema_put_float(bytes + 8, false, &value->contact);
    schema_put_float(bytes + 12, false, &value->recover_unlocked);
    schema_put_float(bytes + 16, false, &value->exit_safe);
}

/* Checks BPAT_MARKERS_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_markers_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        bool ok = true;
        const bool holds = ((schema_float(bytes + 0, 4, false) == (-1.0)) || ((schema_float(bytes + 0, 4, false) >= 0.0) && (schema_float(bytes + 0, 4, false) <= 1.0)));
        if (!ok)
            schema_report(faults, "overflow", "bpat.marker", "Markers.anticipation_start", at + 0);
        else if (!holds)
            schema_report(faults, "out-of-range", "bpat.marker", "Markers.anticipation_start", at + 0);
    }
    {
        bool ok = true;
        const bool holds = ((schema_float(bytes + 4, 4, false) == (-1.0)) || ((schema_float(bytes + 4, 4, false) >= 0.0) && (schema_float(bytes + 4, 4, false) <= 1.0)));
        if (!ok)
            schema_report(faults, "overflow", "bpat.marker", "Markers.weapon_release", at + 4);
        else if (!holds)
            schema_report(faults, "out-of-range", "bpat.marker", "Markers.weapon_release", at + 4);
    }
    {
        bool ok = true;
        const bool holds = ((schema_float(bytes + 8, 4, false) == (-1.0)) || ((schema_float(bytes + 8, 4, false) >= 0.0) && (schema_float(bytes + 8, 4, false) <= 1.0)));
        if (!ok)
            schema_report(faults, "overflow", "bpat.marker", "Markers.contact", at + 8);
        else if (!holds)
            schema_report(faults, "out-of-range", "bpat.marker", "Markers.contact", at + 8);
    }
    {
        bool ok = true;
        const bool holds = ((schema_float(bytes + 12, 4, false) == (-1.0)) || ((schema_float(bytes + 12, 4, false) >= 0.0) && (schema_float(bytes + 12, 4, false) <= 1.0)));
        if (!ok)
            schema_report(faults, "overflow", "bpat.marker", "Markers.recover_unlocked", at + 12);
        else if (!holds)
            schema_report(faults, "out-of-range", "bpat.marker", "Markers.recover_unlocked", at + 12);
    }
    {
        bool ok = true;
        const bool holds = ((schema_float(bytes + 16, 4, false) == (-1.0)) || ((schema_float(bytes + 16, 4, false) >= 0.0) && (schema_float(bytes + 16, 4, false) <= 1.0)));
        if (!ok)
            schema_report(faults, "overflow", "bpat.marker", "Markers.exit_safe", at + 16);
        else if (!holds)
            schema_report(faults, "out-of-range", "bpat.marker", "Markers.exit_safe", at + 16);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_markers_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_MARKERS_SIZE)
        schema_report(faults, "truncated", "truncated", "Markers", 0);
    else
        bpat_markers_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_MATRIX_SIZE 64

/* Matrix: Pose of a bone (`Layout`): 64 bytes, row by row. The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`, which are the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a `QMatrix4x4`, which are column by column; see I-76.) */
typedef struct bpat_matrix {
    float rows[16]; /* Four rows of four numbers. */
} bpat_matrix;

typedef struct bpat_matrix_bytes {
    uint8_t rows[64];
} bpat_matrix_bytes;

static_assert(sizeof(bpat_matrix_bytes) == BPAT_MATRIX_SIZE, "size");
static_assert(offsetof(bpat_matrix_bytes, rows) == 0, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_MATRIX_SIZE bytes. */
static inline bool bpat_matrix_read(bpat_matrix *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_MATRIX_SIZE)
        return false;
    for (size_t i = 0; i < 16; i++)
        schema_get_float(&value->rows[i], bytes + 0 + i * 4, false);
    return true;
}

/* Writes BPAT_MATRIX_SIZE bytes. */
static inline void bpat_matrix_write(const bpat_matrix *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 16; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->rows[i]);
}

/* Checks BPAT_MATRIX_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_matrix_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_matrix_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_MATRIX_SIZE)
        schema_report(faults, "truncated", "truncated", "Matrix", 0);
    else
        bpat_matrix_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_SOCKET_SIZE 32

/* Socket: A point that follows a bone (`BpatSocketEntry`): 32 bytes. */
typedef struct bpat_socket {
    uint32_t name_offset; /* Offset of the name in the string table, in bytes. */
    uint32_t name_length; /* Size of the name in bytes, without its NUL. */
    uint32_t anchor_bone; /* Number of the bone that the socket follows, from 0. */
    float local_offset[3]; /* Position of the socket in the space of the bone: x, y, z. */
    uint32_t reserved[2]; /* Always zero. */
} bpat_socket;

typedef struct bpat_socket_bytes {
    uint8_t name_offset[4];
    uint8_t name_length[4];
    uint8_t anchor_bone[4];
    uint8_t local_offset[12];
    uint8_t reserved[8];
} bpat_socket_bytes;

static_assert(sizeof(bpat_socket_bytes) == BPAT_SOCKET_SIZE, "size");
static_assert(offsetof(bpat_socket_bytes, name_offset) == 0, "offset");
static_assert(offsetof(bpat_socket_bytes, name_length) == 4, "offset");
static_assert(offsetof(bpat_socket_bytes, anchor_bone) == 8, "offset");
static_assert(offsetof(bpat_socket_bytes, local_offset) == 12, "offset");
static_assert(offsetof(bpat_socket_bytes, reserved) == 24, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_SOCKET_SIZE bytes. */
static inline bool bpat_socket_read(bpat_socket *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_SOCKET_SIZE)
        return false;
    value->name_offset = (uint32_t)schema_get(bytes + 0, 4, false);
    value->name_length = (uint32_t)schema_get(bytes + 4, 4, false);
    value->anchor_bone = (uint32_t)schema_get(bytes + 8, 4, false);
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->local_offset[i], bytes + 12 + i * 4, false);
    for (size_t i = 0; i < 2; i++)
        value->reserved[i] = (uint32_t)schema_get(bytes + 24 + i * 4, 4, false);
    return true;
}

/* Writes BPAT_SOCKET_SIZE bytes. */
static inline void bpat_socket_write(const bpat_socket *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->name_offset);
    schema_put(bytes + 4, 4, false, (uint64_t)value->name_length);
    schema_put(bytes + 8, 4, false, (uint64_t)value->anchor_bone);
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 12 + i * 4, false, &value->local_offset[i]);
    for (size_t i = 0; i < 2; i++)
        schema_put(bytes + 24 + i * 4, 4, false, (uint64_t)value->reserved[i]);
}

/* Checks BPAT_SOCKET_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_socket_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        bool sound = true;
        for (size_t i = 0; i < 2; i++) {
            const uint64_t value = schema_get(bytes + 24 + i * 4, 4, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "bpat.reserved", "Socket.reserved", at + 24);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_socket_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_SOCKET_SIZE)
        schema_report(faults, "truncated", "truncated", "Socket", 0);
    else
        bpat_socket_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_SOCKET_MATRIX_SIZE 48

/* SocketMatrix: Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a `Matrix` whose last row is 0, 0, 0, 1. */
typedef struct bpat_socket_matrix {
    float rows[12]; /* Three rows of four numbers. */
} bpat_socket_matrix;

typedef struct bpat_socket_matrix_bytes {
    uint8_t rows[48];
} bpat_socket_matrix_bytes;

static_assert(sizeof(bpat_socket_matrix_bytes) == BPAT_SOCKET_MATRIX_SIZE, "size");
static_assert(offsetof(bpat_socket_matrix_bytes, rows) == 0, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPAT_SOCKET_MATRIX_SIZE bytes. */
static inline bool bpat_socket_matrix_read(bpat_socket_matrix *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_SOCKET_MATRIX_SIZE)
        return false;
    for (size_t i = 0; i < 12; i++)
        schema_get_float(&value->rows[i], bytes + 0 + i * 4, false);
    return true;
}

/* Writes BPAT_SOCKET_MATRIX_SIZE bytes. */
static inline void bpat_socket_matrix_write(const bpat_socket_matrix *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 12; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->rows[i]);
}

/* Checks BPAT_SOCKET_MATRIX_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpat_socket_matrix_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpat_socket_matrix_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_SOCKET_MATRIX_SIZE)
        schema_report(faults, "truncated", "truncated", "SocketMatrix", 0);
    else
        bpat_socket_matrix_check(bytes, 0, faults);
    return faults->count == before;
}

/* Calls X with the name, the type and the size of every record. */
#define BPAT_RECORDS(X) \
    X("BoneParent", bpat_bone_parent, BPAT_BONE_PARENT_SIZE) \
    X("ColumnMatrix", bpat_column_matrix, BPAT_COLUMN_MATRIX_SIZE) \
    X("Contact", bpat_contact, BPAT_CONTACT_SIZE) \
    X("Header", bpat_header, BPAT_HEADER_SIZE) \
    X("Markers", bpat_markers, BPAT_MARKERS_SIZE) \
    X("Matrix", bpat_matrix, BPAT_MATRIX_SIZE) \
    X("Socket", bpat_socket, BPAT_SOCKET_SIZE) \
    X("SocketMatrix", bpat_socket_matrix, BPAT_SOCKET_MATRIX_SIZE)

#endif
