/*
 * Records of bpat, written by `bpx schema export bpat --target c`.
 *
 * Of every record there are: a type with its values, *_read and *_write, *_validate for its rules, and
 * *_bytes, its layout. Nothing is read past the given size, and no address needs an alignment.
 *
 * Not here, because their size varies:
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

#ifndef BPAT_EXPORT
#define BPAT_EXPORT

/* Species: Which creature the skeleton belongs to (`BpatHeader`). */
#define BPAT_SPECIES_HUMANOID UINT64_C(0x0) /* A person. */
#define BPAT_SPECIES_HORSE UINT64_C(0x1) /* A horse. */
#define BPAT_SPECIES_ELEPHANT UINT64_C(0x2) /* An elephant. */
#define BPAT_SPECIES_HUMANOID_SWORD UINT64_C(0x3) /* A person with a sword: occurs in files, but is not in the specification. */
#define BPAT_SPECIES_HUMANOID_SPEAR UINT64_C(0x4) /* A person with a spear: not in the specification. */
#define BPAT_SPECIES_HUMANOID_SKELETON UINT64_C(0x5) /* A skeleton: not in the specification. */

/* The name of a value, or a null pointer. */
static inline const char *bpat_species_name(uint64_t value)
{
    switch (value) {
    case BPAT_SPECIES_HUMANOID: return "humanoid";
    case BPAT_SPECIES_HORSE: return "horse";
    case BPAT_SPECIES_ELEPHANT: return "elephant";
    case BPAT_SPECIES_HUMANOID_SWORD: return "humanoid_sword";
    case BPAT_SPECIES_HUMANOID_SPEAR: return "humanoid_spear";
    case BPAT_SPECIES_HUMANOID_SKELETON: return "humanoid_skeleton";
    default: return NULL;
    }
}

#define BPAT_CLIP_SIZE 32

/* Clip: One animation (`BpatClipEntry`): 32 bytes. */
typedef struct bpat_clip {
    uint32_t name_offset; /* Offset of the name in the string table, in bytes. */
    uint32_t name_length; /* Size of the name in bytes, without its NUL. */
    uint32_t frame_count; /* Number of frames, at least 1. */
    uint32_t frame_offset; /* Number of the first frame, counted over all clips. */
    float fps; /* Frames a second; any bits. */
    uint8_t loops; /* 1 when the clip starts over at its end, 0 when not. */
    uint8_t pad[3]; /* Always zero. */
    uint32_t reserved[2]; /* Always zero. */
} bpat_clip;

typedef struct bpat_clip_bytes {
    uint8_t name_offset[4];
    uint8_t name_length[4];
    uint8_t frame_count[4];
    uint8_t frame_offset[4];
    uint8_t fps[4];
    uint8_t loops[1];
    uint8_t pad[3];
    uint8_t reserved[8];
} bpat_clip_bytes;

static_assert(sizeof(bpat_clip_bytes) == BPAT_CLIP_SIZE, "size");
static_assert(offsetof(bpat_clip_bytes, name_offset) == 0, "offset");
static_assert(offsetof(bpat_clip_bytes, name_length) == 4, "offset");
static_assert(offsetof(bpat_clip_bytes, frame_count) == 8, "offset");
static_assert(offsetof(bpat_clip_bytes, frame_offset) == 12, "offset");
static_assert(offsetof(bpat_clip_bytes, fps) == 16, "offset");
static_assert(offsetof(bpat_clip_bytes, loops) == 20, "offset");
static_assert(offsetof(bpat_clip_bytes, pad) == 21, "offset");
static_assert(offsetof(bpat_clip_bytes, reserved) == 24, "offset");

/* Reads the values, whatever they are; false when there are fewer than BPAT_CLIP_SIZE bytes. */
static inline bool bpat_clip_read(bpat_clip *value, const uint8_t *bytes, size_t size)
{
    if (size < BPAT_CLIP_SIZE)
        return false;
    value->name_offset = (uint32_t)schema_get(bytes + 0, 4, false);
    value->name_length = (uint32_t)schema_get(bytes + 4, 4, false);
    value->frame_count = (uint32_t)schema_get(bytes + 8, 4, false);
    value->frame_offset = (uint32_t)schema_get(bytes + 12, 4, false);
    schema_get_float(&value->fps, bytes + 16, false);
    value->loops = (uint8_t)schema_get(bytes + 20, 1, false);
    memcpy(value->pad, bytes + 21, 3);
    for (size_t i = 0; i < 2; i++)
        value->reserved[i] = (uint32_t)schema_get(bytes + 24 + i * 4, 4, false);
    return true;
}

/* Writes BPAT_CLIP_SIZE bytes. */
static inline void bpat_clip_write(const bpat_clip *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->name_offset);
    schema_put(bytes + 4, 4, false, (uint64_t)value->name_length);
    schema_put(bytes + 8, 4, false, (uint64_t)value->frame_count);
    schema_put(bytes + 12, 4, false, (uint64_t)value->frame_offset);
    schema_put_float(bytes + 16, false, &value->fps);
    schema_put(bytes + 20, 1, false, (uint64_t)value->loops);
    memcpy(bytes + 21, value->pad, 3);
    for (size_t i = 0; i < 2; i++)
        schema_put(bytes + 24 + i * 4, 4, false, (uint64_t)value->reserved[i]);
}

/* Checks BPAT_CLIP_SIZE bytes that lie at an offset. */
static inline void bpat_clip_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 8, 4, false);
        if (!(value >= UINT64_C(0x1) && value <= UINT64_C(0xffffffff)))
            schema_report(faults, "out-of-range", "bpat.frame-count", "Clip.frame_count", at + 8);
    }
    {
        const uint64_t value = schema_get(bytes + 20, 1, false);
        if (!(value <= UINT64_C(0x1)))
            schema_report(faults, "out-of-range", "bpat.loops", "Clip.loops", at + 20);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 3; i++) {
            const uint64_t value = schema_get(bytes + 21 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "bpat.reserved", "Clip.pad", at + 21);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 2; i++) {
            const uint64_t value = schema_get(bytes + 24 + i * 4, 4, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "bpat.reserved", "Clip.reserved", at + 24);
    }
}

/* Checks every rule; true when none is broken. */
static inline bool bpat_clip_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_CLIP_SIZE)
        schema_report(faults, "truncated", "truncated", "Clip", 0);
    else
        bpat_clip_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_HEADER_SIZE 64

/* Header: What the file holds and where (`BpatHeader`): 64 bytes. Offsets count bytes from the beginning of the file. The place of the socket data is not stated: it follows the palettes. */
typedef struct bpat_header {
    uint8_t magic[4]; /* Always `BPAT`. */
    uint32_t version; /* Always 1. The versions 2 and 3 exist, with other layouts. */
    uint32_t species_id; /* Which creature. */
    uint32_t bone_count; /* Number of bones, which is the number of matrices in a frame: 1 to 64. */
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

/* Reads the values, whatever they are; false when there are fewer than BPAT_HEADER_SIZE bytes. */
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

/* Checks BPAT_HEADER_SIZE bytes that lie at an offset. */
static inline void bpat_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    if (!(memcmp(bytes + 0, (const uint8_t[]){ 66, 80, 65, 84 }, 4) == 0))
        schema_report(faults, "bad-magic", "bpat.magic", "Header.magic", at + 0);
    {
        const uint64_t value = schema_get(bytes + 4, 4, false);
        if (!(value == UINT64_C(0x1)))
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
        const uint64_t value = schema_get(bytes + 40, 8, false);
        if (!(value % UINT64_C(0x10) == 0))
            schema_report(faults, "out-of-range", "bpat.alignment", "Header.socket_table_offset", at + 40);
    }
    {
        const uint64_t value = schema_get(bytes + 48, 8, false);
        if (!(value % UINT64_C(0x10) == 0))
            schema_report(faults, "out-of-range", "bpat.alignment", "Header.string_table_offset", at + 48);
    }
    {
        const uint64_t value = schema_get(bytes + 56, 8, false);
        if (!(value % UINT64_C(0x10) == 0))
            schema_report(faults, "out-of-range", "bpat.alignment", "Header.palette_data_offset", at + 56);
    }
}

/* Checks every rule; true when none is broken. */
static inline bool bpat_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPAT_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "Header", 0);
    else
        bpat_header_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPAT_MATRIX_SIZE 64

/* Matrix: Pose of a bone (`Layout`): 64 bytes, row by row. The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`: the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a `QMatrix4x4`, which are column by column; see I-76.) */
typedef struct bpat_matrix {
    float rows[16]; /* Four rows of four. */
} bpat_matrix;

typedef struct bpat_matrix_bytes {
    uint8_t rows[64];
} bpat_matrix_bytes;

static_assert(sizeof(bpat_matrix_bytes) == BPAT_MATRIX_SIZE, "size");
static_assert(offsetof(bpat_matrix_bytes, rows) == 0, "offset");

/* Reads the values, whatever they are; false when there are fewer than BPAT_MATRIX_SIZE bytes. */
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

/* Checks BPAT_MATRIX_SIZE bytes that lie at an offset. */
static inline void bpat_matrix_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; true when none is broken. */
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
    uint32_t anchor_bone; /* Number of the bone that it follows, from 0. */
    float local_offset[3]; /* Where it is, in the space of the bone: x, y, z. */
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

/* Reads the values, whatever they are; false when there are fewer than BPAT_SOCKET_SIZE bytes. */
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

/* Checks BPAT_SOCKET_SIZE bytes that lie at an offset. */
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

/* Checks every rule; true when none is broken. */
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
    float rows[12]; /* Three rows of four. */
} bpat_socket_matrix;

typedef struct bpat_socket_matrix_bytes {
    uint8_t rows[48];
} bpat_socket_matrix_bytes;

static_assert(sizeof(bpat_socket_matrix_bytes) == BPAT_SOCKET_MATRIX_SIZE, "size");
static_assert(offsetof(bpat_socket_matrix_bytes, rows) == 0, "offset");

/* Reads the values, whatever they are; false when there are fewer than BPAT_SOCKET_MATRIX_SIZE bytes. */
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

/* Checks BPAT_SOCKET_MATRIX_SIZE bytes that lie at an offset. */
static inline void bpat_socket_matrix_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; true when none is broken. */
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
    X("Clip", bpat_clip, BPAT_CLIP_SIZE) \
    X("Header", bpat_header, BPAT_HEADER_SIZE) \
    X("Matrix", bpat_matrix, BPAT_MATRIX_SIZE) \
    X("Socket", bpat_socket, BPAT_SOCKET_SIZE) \
    X("SocketMatrix", bpat_socket_matrix, BPAT_SOCKET_MATRIX_SIZE)

#endif
