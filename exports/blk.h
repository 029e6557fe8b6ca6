/*
 * Records of blk, written by `bpx schema export blk --target c`.
 *
 * Every record has a type with its values, the functions *_read and *_write, the function *_validate for
 * its rules, and the type *_bytes with its layout. No function reads past the given size, and no address
 * needs an alignment.
 *
 * This file lacks these structures, because their size varies:
 *   Block
 *   Body
 *   Content
 *   File
 *   Frame
 *   Head
 *   Names
 *   SizedFrame
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

#ifndef BLK_EXPORT
#define BLK_EXPORT

/* Kind: The kind of a file, which the first byte states, and which decides how the file stores its body. Section Kinds of BLK files. */
#define BLK_KIND_FAT UINT64_C(0x1) /* A body with all of its names. */
#define BLK_KIND_FAT_ZST UINT64_C(0x2) /* A compressed body with all of its names; bytes may follow. */
#define BLK_KIND_SLIM UINT64_C(0x3) /* A body whose names are in a name map that several files share. */
#define BLK_KIND_SLIM_ZST UINT64_C(0x4) /* A compressed body whose names are in a name map that several files share. */
#define BLK_KIND_SLIM_ZST_DICT UINT64_C(0x5) /* A body that is compressed with a dictionary that several files share; the names are in a shared name map. */
#define BLK_KIND_FAT_DEDUP UINT64_C(0x6) /* A body with all of its names, whose blocks may share parameters. */

/* Returns the name of a value, or a null pointer. */
static inline const char *blk_kind_name(uint64_t value)
{
    switch (value) {
    case BLK_KIND_FAT: return "FAT";
    case BLK_KIND_FAT_ZST: return "FAT_ZST";
    case BLK_KIND_SLIM: return "SLIM";
    case BLK_KIND_SLIM_ZST: return "SLIM_ZST";
    case BLK_KIND_SLIM_ZST_DICT: return "SLIM_ZST_DICT";
    case BLK_KIND_FAT_DEDUP: return "FAT_DEDUP";
    default: return NULL;
    }
}

/* ParamType: Type of a parameter. Section Types. */
#define BLK_PARAM_TYPE_T UINT64_C(0x1) /* Bytes without a NUL, usually a text. */
#define BLK_PARAM_TYPE_I UINT64_C(0x2) /* A signed 32-bit integer. */
#define BLK_PARAM_TYPE_R UINT64_C(0x3) /* A 32-bit IEEE 754 float. */
#define BLK_PARAM_TYPE_P2 UINT64_C(0x4) /* Two floats. */
#define BLK_PARAM_TYPE_P3 UINT64_C(0x5) /* Three floats. */
#define BLK_PARAM_TYPE_P4 UINT64_C(0x6) /* Four floats. */
#define BLK_PARAM_TYPE_IP2 UINT64_C(0x7) /* Two integers. */
#define BLK_PARAM_TYPE_IP3 UINT64_C(0x8) /* Three integers. */
#define BLK_PARAM_TYPE_B UINT64_C(0x9) /* A truth value, which is true if the lowest byte is not 0. */
#define BLK_PARAM_TYPE_C UINT64_C(0xa) /* Blue, green, red, alpha, each one byte. */
#define BLK_PARAM_TYPE_M UINT64_C(0xb) /* A matrix with four columns of three floats. */
#define BLK_PARAM_TYPE_I64 UINT64_C(0xc) /* A signed 64-bit integer. */
#define BLK_PARAM_TYPE_IP4 UINT64_C(0xd) /* Four integers. */

/* Returns the name of a value, or a null pointer. */
static inline const char *blk_param_type_name(uint64_t value)
{
    switch (value) {
    case BLK_PARAM_TYPE_T: return "t";
    case BLK_PARAM_TYPE_I: return "i";
    case BLK_PARAM_TYPE_R: return "r";
    case BLK_PARAM_TYPE_P2: return "p2";
    case BLK_PARAM_TYPE_P3: return "p3";
    case BLK_PARAM_TYPE_P4: return "p4";
    case BLK_PARAM_TYPE_IP2: return "ip2";
    case BLK_PARAM_TYPE_IP3: return "ip3";
    case BLK_PARAM_TYPE_B: return "b";
    case BLK_PARAM_TYPE_C: return "c";
    case BLK_PARAM_TYPE_M: return "m";
    case BLK_PARAM_TYPE_I64: return "i64";
    case BLK_PARAM_TYPE_IP4: return "ip4";
    default: return NULL;
    }
}

#define BLK_PARAM_KEY_SIZE 4

/* ParamKey: Name and type of a parameter. Section Field map. */
typedef struct blk_param_key {
    uint32_t name; /* Number of the name, from 0: shared names first, then the names of the file. */
    uint8_t kind; /* Type of the value. */
} blk_param_key;

typedef struct blk_param_key_bytes {
    uint8_t bits[BLK_PARAM_KEY_SIZE];
} blk_param_key_bytes;

static_assert(sizeof(blk_param_key_bytes) == BLK_PARAM_KEY_SIZE, "size");

/* Reads the values without checking any rule; returns false if there are fewer than BLK_PARAM_KEY_SIZE bytes. */
static inline bool blk_param_key_read(blk_param_key *value, const uint8_t *bytes, size_t size)
{
    if (size < BLK_PARAM_KEY_SIZE)
        return false;
    value->name = (uint32_t)schema_get_bits(bytes, 0, 24);
    value->kind = (uint8_t)schema_get_bits(bytes, 24, 8);
    return true;
}

/* Writes BLK_PARAM_KEY_SIZE bytes. */
static inline void blk_param_key_write(const blk_param_key *value, uint8_t *bytes)
{
    memset(bytes, 0, BLK_PARAM_KEY_SIZE);
    schema_put_bits(bytes, 0, 24, value->name);
    schema_put_bits(bytes, 24, 8, value->kind);
}

/* Checks BLK_PARAM_KEY_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void blk_param_key_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get_bits(bytes, 24, 8);
        if (!(blk_param_type_name(value) != NULL))
            schema_report(faults, "unknown-code", "blk.param.type", "ParamKey.kind", at + 3);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool blk_param_key_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BLK_PARAM_KEY_SIZE)
        schema_report(faults, "truncated", "truncated", "ParamKey", 0);
    else
        blk_param_key_check(bytes, 0, faults);
    return faults->count == before;
}

#define BLK_PARAM_SIZE 8

/* Param: One parameter. Section Field map. */
typedef struct blk_param {
    blk_param_key key; /* Name and type of the parameter. */
    uint32_t value; /* The value itself, or its offset in the payload in bytes. When the highest bit of the value of a string is set, the other bits are the number of a name. */
} blk_param;

typedef struct blk_param_bytes {
    uint8_t key[4];
    uint8_t value[4];
} blk_param_bytes;

static_assert(sizeof(blk_param_bytes) == BLK_PARAM_SIZE, "size");
static_assert(offsetof(blk_param_bytes, key) == 0, "offset");
static_assert(offsetof(blk_param_bytes, value) == 4, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BLK_PARAM_SIZE bytes. */
static inline bool blk_param_read(blk_param *value, const uint8_t *bytes, size_t size)
{
    if (size < BLK_PARAM_SIZE)
        return false;
    (void)blk_param_key_read(&value->key, bytes + 0, 4);
    value->value = (uint32_t)schema_get(bytes + 4, 4, false);
    return true;
}

/* Writes BLK_PARAM_SIZE bytes. */
static inline void blk_param_write(const blk_param *value, uint8_t *bytes)
{
    blk_param_key_write(&value->key, bytes + 0);
    schema_put(bytes + 4, 4, false, (uint64_t)value->value);
}

/* Checks BLK_PARAM_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void blk_param_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    blk_param_key_check(bytes + 0, at + 0, faults);
    {
        bool ok = true;
        const bool holds = (((schema_wide)schema_get_bits(bytes + 0, 24, 8) != (schema_wide)INT64_C(9)) || ((schema_wide)schema_get(bytes + 4, 4, false) <= (schema_wide)INT64_C(1)));
        if (!ok)
            schema_report(faults, "overflow", "blk.param.bool", "Param.value", at + 4);
        else if (!holds)
            schema_report(faults, "out-of-range", "blk.param.bool", "Param.value", at + 4);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool blk_param_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BLK_PARAM_SIZE)
        schema_report(faults, "truncated", "truncated", "Param", 0);
    else
        blk_param_check(bytes, 0, faults);
    return faults->count == before;
}

/* Calls X with the name, the type and the size of every record. */
#define BLK_RECORDS(X) \
    X("Param", blk_param, BLK_PARAM_SIZE) \
    X("ParamKey", blk_param_key, BLK_PARAM_KEY_SIZE)

#endif
