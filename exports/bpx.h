/*
 * Records of bpx, written by `bpx schema export bpx --target c`.
 *
 * Every record has a type with its values, the functions *_read and *_write, the function *_validate for
 * its rules, and the type *_bytes with its layout. No function reads past the given size, and no address
 * needs an alignment.
 *
 * This file lacks these structures, because their size varies:
 *   BoneArray
 *   Content
 *   FrameArray
 *   IndexArray
 *   Layout
 *   MainHeader
 *   Node
 *   ObjectTable
 *   Scalar
 *   Shader
 *   Strings
 *   SymbolTable
 *   Table
 *   TypeExt
 *   VertexArray
 *
 * This file does not check these rules, because they relate records to other parts of a file:
 *   model.bone-name
 *   model.strings
 *   model.bone-id
 *   model.bone-array
 *   model.symbol-name
 *   model.strings
 *   package.name
 *   package.name-limit
 *   package.empty-name
 *   package.unsafe-name
 *   package.duplicate-name
 *   package.start
 *   shader.symbol-count
 *   shader.shader
 *   shader.vertex-format
 *   shader.pipeline
 *   shader.name
 *   shader.limit
 *   shader.duplicate-name
 *   model.index-array
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

#ifndef BPX_EXPORT
#define BPX_EXPORT

/* Architecture: The processor that a package is made for (section 14.2.1). */
#define BPX_ARCHITECTURE_X86_64 UINT64_C(0x0) /* 64-bit processors of Intel and AMD. */
#define BPX_ARCHITECTURE_AARCH64 UINT64_C(0x1) /* 64-bit processors of ARM. */
#define BPX_ARCHITECTURE_X86 UINT64_C(0x2) /* 32-bit processors of Intel and AMD. */
#define BPX_ARCHITECTURE_ARMV7HL UINT64_C(0x3) /* 32-bit processors of ARM, with hardware floats. */
#define BPX_ARCHITECTURE_ANY UINT64_C(0x4) /* Any. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_architecture_name(uint64_t value)
{
    switch (value) {
    case BPX_ARCHITECTURE_X86_64: return "x86_64";
    case BPX_ARCHITECTURE_AARCH64: return "aarch64";
    case BPX_ARCHITECTURE_X86: return "x86";
    case BPX_ARCHITECTURE_ARMV7HL: return "armv7hl";
    case BPX_ARCHITECTURE_ANY: return "any";
    default: return NULL;
    }
}

/* ColumnType: Content of a cell: a scalar type of structured data, or a text of fixed size. */
#define BPX_COLUMN_TYPE_NULL UINT64_C(0x0) /* Nothing; takes no bytes. */
#define BPX_COLUMN_TYPE_BOOLEAN UINT64_C(0x1) /* A truth value. */
#define BPX_COLUMN_TYPE_U_INT8 UINT64_C(0x2) /* 8 bits, unsigned. */
#define BPX_COLUMN_TYPE_U_INT16 UINT64_C(0x3) /* 16 bits, unsigned. */
#define BPX_COLUMN_TYPE_U_INT32 UINT64_C(0x4) /* 32 bits, unsigned. */
#define BPX_COLUMN_TYPE_U_INT64 UINT64_C(0x5) /* 64 bits, unsigned. */
#define BPX_COLUMN_TYPE_INT8 UINT64_C(0x6) /* 8 bits, signed. */
#define BPX_COLUMN_TYPE_INT16 UINT64_C(0x7) /* 16 bits, signed. */
#define BPX_COLUMN_TYPE_INT32 UINT64_C(0x8) /* 32 bits, signed. */
#define BPX_COLUMN_TYPE_INT64 UINT64_C(0x9) /* 64 bits, signed. */
#define BPX_COLUMN_TYPE_FLOAT UINT64_C(0xa) /* 32 bits, IEEE 754. */
#define BPX_COLUMN_TYPE_DOUBLE UINT64_C(0xb) /* 64 bits, IEEE 754. */
#define BPX_COLUMN_TYPE_VARCHAR UINT64_C(0xc) /* UTF-8, followed by zeros; the column states the size. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_column_type_name(uint64_t value)
{
    switch (value) {
    case BPX_COLUMN_TYPE_NULL: return "NULL";
    case BPX_COLUMN_TYPE_BOOLEAN: return "Boolean";
    case BPX_COLUMN_TYPE_U_INT8: return "UInt8";
    case BPX_COLUMN_TYPE_U_INT16: return "UInt16";
    case BPX_COLUMN_TYPE_U_INT32: return "UInt32";
    case BPX_COLUMN_TYPE_U_INT64: return "UInt64";
    case BPX_COLUMN_TYPE_INT8: return "Int8";
    case BPX_COLUMN_TYPE_INT16: return "Int16";
    case BPX_COLUMN_TYPE_INT32: return "Int32";
    case BPX_COLUMN_TYPE_INT64: return "Int64";
    case BPX_COLUMN_TYPE_FLOAT: return "Float";
    case BPX_COLUMN_TYPE_DOUBLE: return "Double";
    case BPX_COLUMN_TYPE_VARCHAR: return "Varchar";
    default: return NULL;
    }
}

/* FileKind: The type of a file, which is the byte after the signature (section 8.2). */
#define BPX_FILE_KIND_TEXTURE UINT64_C(0x54) /* Pixels. */
#define BPX_FILE_KIND_MODEL UINT64_C(0x4d) /* Vertices, bones and frames. */
#define BPX_FILE_KIND_SHADER_PACKAGE UINT64_C(0x53) /* Compiled shaders and their symbols. */
#define BPX_FILE_KIND_SCENE UINT64_C(0x43) /* A type that the specification names, but does not define. */
#define BPX_FILE_KIND_PACKAGE UINT64_C(0x50) /* Objects, that is, files. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_file_kind_name(uint64_t value)
{
    switch (value) {
    case BPX_FILE_KIND_TEXTURE: return "Texture";
    case BPX_FILE_KIND_MODEL: return "Model";
    case BPX_FILE_KIND_SHADER_PACKAGE: return "ShaderPackage";
    case BPX_FILE_KIND_SCENE: return "Scene";
    case BPX_FILE_KIND_PACKAGE: return "Package";
    default: return NULL;
    }
}

/* PixelFormat: Format of a pixel (section 11.3.1). */
#define BPX_PIXEL_FORMAT_RGB UINT64_C(0x1) /* Red, green and blue, 8 bits each. */
#define BPX_PIXEL_FORMAT_RGBA UINT64_C(0x2) /* Red, green, blue and opacity, 8 bits each. */
#define BPX_PIXEL_FORMAT_GREY_SCALE UINT64_C(0x3) /* Brightness, 8 bits. */
#define BPX_PIXEL_FORMAT_FLOAT UINT64_C(0x4) /* One float of 32 bits. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_pixel_format_name(uint64_t value)
{
    switch (value) {
    case BPX_PIXEL_FORMAT_RGB: return "RGB";
    case BPX_PIXEL_FORMAT_RGBA: return "RGBA";
    case BPX_PIXEL_FORMAT_GREY_SCALE: return "GreyScale";
    case BPX_PIXEL_FORMAT_FLOAT: return "Float";
    default: return NULL;
    }
}

/* Platform: The system that a package is made for (section 14.2.2). */
#define BPX_PLATFORM_LINUX UINT64_C(0x0) /* Linux. */
#define BPX_PLATFORM_MAC_OS UINT64_C(0x1) /* macOS. */
#define BPX_PLATFORM_WINDOWS UINT64_C(0x2) /* Windows. */
#define BPX_PLATFORM_ANDROID UINT64_C(0x3) /* Android. */
#define BPX_PLATFORM_ANY UINT64_C(0x4) /* Any. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_platform_name(uint64_t value)
{
    switch (value) {
    case BPX_PLATFORM_LINUX: return "Linux";
    case BPX_PLATFORM_MAC_OS: return "MacOS";
    case BPX_PLATFORM_WINDOWS: return "Windows";
    case BPX_PLATFORM_ANDROID: return "Android";
    case BPX_PLATFORM_ANY: return "Any";
    default: return NULL;
    }
}

/* SdType: The type of a value (section 10.2.1). */
#define BPX_SD_TYPE_NULL UINT64_C(0x0) /* No value. */
#define BPX_SD_TYPE_BOOLEAN UINT64_C(0x1) /* A truth value. */
#define BPX_SD_TYPE_U_INT8 UINT64_C(0x2) /* An unsigned 8-bit integer. */
#define BPX_SD_TYPE_U_INT16 UINT64_C(0x3) /* An unsigned 16-bit integer. */
#define BPX_SD_TYPE_U_INT32 UINT64_C(0x4) /* An unsigned 32-bit integer. */
#define BPX_SD_TYPE_U_INT64 UINT64_C(0x5) /* An unsigned 64-bit integer. */
#define BPX_SD_TYPE_INT8 UINT64_C(0x6) /* A signed 8-bit integer. */
#define BPX_SD_TYPE_INT16 UINT64_C(0x7) /* A signed 16-bit integer. */
#define BPX_SD_TYPE_INT32 UINT64_C(0x8) /* A signed 32-bit integer. */
#define BPX_SD_TYPE_INT64 UINT64_C(0x9) /* A signed 64-bit integer. */
#define BPX_SD_TYPE_FLOAT UINT64_C(0xa) /* A 32-bit IEEE 754 float. */
#define BPX_SD_TYPE_DOUBLE UINT64_C(0xb) /* A 64-bit IEEE 754 float. */
#define BPX_SD_TYPE_STRING UINT64_C(0xc) /* A text. */
#define BPX_SD_TYPE_ARRAY UINT64_C(0xd) /* Elements. */
#define BPX_SD_TYPE_OBJECT UINT64_C(0xe) /* Properties. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_sd_type_name(uint64_t value)
{
    switch (value) {
    case BPX_SD_TYPE_NULL: return "NULL";
    case BPX_SD_TYPE_BOOLEAN: return "Boolean";
    case BPX_SD_TYPE_U_INT8: return "UInt8";
    case BPX_SD_TYPE_U_INT16: return "UInt16";
    case BPX_SD_TYPE_U_INT32: return "UInt32";
    case BPX_SD_TYPE_U_INT64: return "UInt64";
    case BPX_SD_TYPE_INT8: return "Int8";
    case BPX_SD_TYPE_INT16: return "Int16";
    case BPX_SD_TYPE_INT32: return "Int32";
    case BPX_SD_TYPE_INT64: return "Int64";
    case BPX_SD_TYPE_FLOAT: return "Float";
    case BPX_SD_TYPE_DOUBLE: return "Double";
    case BPX_SD_TYPE_STRING: return "String";
    case BPX_SD_TYPE_ARRAY: return "Array";
    case BPX_SD_TYPE_OBJECT: return "Object";
    default: return NULL;
    }
}

/* SectionFlag: Flags of a section: its compression and its check (section 9.1.6). */
#define BPX_SECTION_FLAG_COMPRESSED_ZLIB UINT64_C(0x1) /* The content is a zlib stream. */
#define BPX_SECTION_FLAG_COMPRESSED_XZ UINT64_C(0x2) /* The content is an xz stream. */
#define BPX_SECTION_FLAG_CHECK_CRC32 UINT64_C(0x4) /* The checksum is a CRC-32 of the content. */
#define BPX_SECTION_FLAG_CHECK_WEAK UINT64_C(0x8) /* The checksum is the byte sum of the content. */

/* Returns the name of one flag, or a null pointer. */
static inline const char *bpx_section_flag_name(uint64_t value)
{
    switch (value) {
    case BPX_SECTION_FLAG_COMPRESSED_ZLIB: return "CompressedZlib";
    case BPX_SECTION_FLAG_COMPRESSED_XZ: return "CompressedXZ";
    case BPX_SECTION_FLAG_CHECK_CRC32: return "CheckCrc32";
    case BPX_SECTION_FLAG_CHECK_WEAK: return "CheckWeak";
    default: return NULL;
    }
}

/* ShaderKind: Whether a shader package holds shared symbols or a program (section 13.2.4). */
#define BPX_SHADER_KIND_ASSEMBLY UINT64_C(0x41) /* Symbols that programs share. */
#define BPX_SHADER_KIND_PROGRAM UINT64_C(0x50) /* The stages of a pipeline and their symbols. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_shader_kind_name(uint64_t value)
{
    switch (value) {
    case BPX_SHADER_KIND_ASSEMBLY: return "Assembly";
    case BPX_SHADER_KIND_PROGRAM: return "Program";
    default: return NULL;
    }
}

/* ShaderTarget: The target of a shader package (section 13.2.3), with the codes that files use. */
#define BPX_SHADER_TARGET_DX11 UINT64_C(0x1) /* DirectX 11. */
#define BPX_SHADER_TARGET_DX12 UINT64_C(0x2) /* DirectX 12. */
#define BPX_SHADER_TARGET_GL33 UINT64_C(0x3) /* OpenGL 3.3. */
#define BPX_SHADER_TARGET_GL40 UINT64_C(0x4) /* OpenGL 4.0. */
#define BPX_SHADER_TARGET_GL41 UINT64_C(0x5) /* OpenGL 4.1. */
#define BPX_SHADER_TARGET_GL42 UINT64_C(0x6) /* OpenGL 4.2. */
#define BPX_SHADER_TARGET_GL43 UINT64_C(0x7) /* OpenGL 4.3. */
#define BPX_SHADER_TARGET_GL44 UINT64_C(0x8) /* OpenGL 4.4. */
#define BPX_SHADER_TARGET_GL45 UINT64_C(0x9) /* OpenGL 4.5. */
#define BPX_SHADER_TARGET_GL46 UINT64_C(0xa) /* OpenGL 4.6. */
#define BPX_SHADER_TARGET_ES30 UINT64_C(0xb) /* OpenGL ES 3.0. */
#define BPX_SHADER_TARGET_ES31 UINT64_C(0xc) /* OpenGL ES 3.1. */
#define BPX_SHADER_TARGET_ES32 UINT64_C(0xd) /* OpenGL ES 3.2. */
#define BPX_SHADER_TARGET_VK10 UINT64_C(0xe) /* Vulkan 1.0. */
#define BPX_SHADER_TARGET_VK11 UINT64_C(0xf) /* Vulkan 1.1. */
#define BPX_SHADER_TARGET_VK12 UINT64_C(0x10) /* Vulkan 1.2. */
#define BPX_SHADER_TARGET_MT UINT64_C(0x11) /* Metal. */
#define BPX_SHADER_TARGET_ANY UINT64_C(0xff) /* Any target; for assemblies. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_shader_target_name(uint64_t value)
{
    switch (value) {
    case BPX_SHADER_TARGET_DX11: return "DX11";
    case BPX_SHADER_TARGET_DX12: return "DX12";
    case BPX_SHADER_TARGET_GL33: return "GL33";
    case BPX_SHADER_TARGET_GL40: return "GL40";
    case BPX_SHADER_TARGET_GL41: return "GL41";
    case BPX_SHADER_TARGET_GL42: return "GL42";
    case BPX_SHADER_TARGET_GL43: return "GL43";
    case BPX_SHADER_TARGET_GL44: return "GL44";
    case BPX_SHADER_TARGET_GL45: return "GL45";
    case BPX_SHADER_TARGET_GL46: return "GL46";
    case BPX_SHADER_TARGET_ES30: return "ES30";
    case BPX_SHADER_TARGET_ES31: return "ES31";
    case BPX_SHADER_TARGET_ES32: return "ES32";
    case BPX_SHADER_TARGET_VK10: return "VK10";
    case BPX_SHADER_TARGET_VK11: return "VK11";
    case BPX_SHADER_TARGET_VK12: return "VK12";
    case BPX_SHADER_TARGET_MT: return "MT";
    case BPX_SHADER_TARGET_ANY: return "Any";
    default: return NULL;
    }
}

/* Stage: A step of a pipeline (section 13.3). */
#define BPX_STAGE_VERTEX UINT64_C(0x0) /* The stage that runs for each vertex. */
#define BPX_STAGE_HULL UINT64_C(0x1) /* The stage that runs for each patch. */
#define BPX_STAGE_DOMAIN UINT64_C(0x2) /* The stage that runs for each vertex of a divided patch. */
#define BPX_STAGE_GEOMETRY UINT64_C(0x3) /* The stage that runs for each primitive. */
#define BPX_STAGE_PIXEL UINT64_C(0x4) /* The stage that runs for each pixel. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_stage_name(uint64_t value)
{
    switch (value) {
    case BPX_STAGE_VERTEX: return "Vertex";
    case BPX_STAGE_HULL: return "Hull";
    case BPX_STAGE_DOMAIN: return "Domain";
    case BPX_STAGE_GEOMETRY: return "Geometry";
    case BPX_STAGE_PIXEL: return "Pixel";
    default: return NULL;
    }
}

/* StandardSection: Section types that every file may use (section 10). */
#define BPX_STANDARD_SECTION_TABLE UINT64_C(0xfd) /* Rows and columns, as the reference crate writes them. */
#define BPX_STANDARD_SECTION_STRUCTURED_DATA UINT64_C(0xfe) /* Structured data. */
#define BPX_STANDARD_SECTION_STRINGS UINT64_C(0xff) /* Texts. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_standard_section_name(uint64_t value)
{
    switch (value) {
    case BPX_STANDARD_SECTION_TABLE: return "Table";
    case BPX_STANDARD_SECTION_STRUCTURED_DATA: return "StructuredData";
    case BPX_STANDARD_SECTION_STRINGS: return "Strings";
    default: return NULL;
    }
}

/* SymbolFlag: Use of a symbol (section 13.4.3). */
#define BPX_SYMBOL_FLAG_VERTEX_STAGE UINT64_C(0x1) /* Used by the vertex stage. */
#define BPX_SYMBOL_FLAG_HULL_STAGE UINT64_C(0x2) /* Used by the hull stage. */
#define BPX_SYMBOL_FLAG_DOMAIN_STAGE UINT64_C(0x4) /* Used by the domain stage. */
#define BPX_SYMBOL_FLAG_GEOMETRY_STAGE UINT64_C(0x8) /* Used by the geometry stage. */
#define BPX_SYMBOL_FLAG_PIXEL_STAGE UINT64_C(0x10) /* Used by the pixel stage. */
#define BPX_SYMBOL_FLAG_ASSEMBLY UINT64_C(0x20) /* Part of an assembly. */
#define BPX_SYMBOL_FLAG_EXTERNAL UINT64_C(0x40) /* Not defined by this package. */
#define BPX_SYMBOL_FLAG_INTERNAL UINT64_C(0x80) /* Defined by this package. */
#define BPX_SYMBOL_FLAG_EXTENDED_DATA UINT64_C(0x100) /* Has extended data. */
#define BPX_SYMBOL_FLAG_REGISTER UINT64_C(0x200) /* Takes a register of the pipeline. */

/* Returns the name of one flag, or a null pointer. */
static inline const char *bpx_symbol_flag_name(uint64_t value)
{
    switch (value) {
    case BPX_SYMBOL_FLAG_VERTEX_STAGE: return "VertexStage";
    case BPX_SYMBOL_FLAG_HULL_STAGE: return "HullStage";
    case BPX_SYMBOL_FLAG_DOMAIN_STAGE: return "DomainStage";
    case BPX_SYMBOL_FLAG_GEOMETRY_STAGE: return "GeometryStage";
    case BPX_SYMBOL_FLAG_PIXEL_STAGE: return "PixelStage";
    case BPX_SYMBOL_FLAG_ASSEMBLY: return "Assembly";
    case BPX_SYMBOL_FLAG_EXTERNAL: return "External";
    case BPX_SYMBOL_FLAG_INTERNAL: return "Internal";
    case BPX_SYMBOL_FLAG_EXTENDED_DATA: return "ExtendedData";
    case BPX_SYMBOL_FLAG_REGISTER: return "Register";
    default: return NULL;
    }
}

/* SymbolKind: Type of a symbol (section 13.4.4). */
#define BPX_SYMBOL_KIND_TEXTURE UINT64_C(0x0) /* A texture. */
#define BPX_SYMBOL_KIND_SAMPLER UINT64_C(0x1) /* A sampler. */
#define BPX_SYMBOL_KIND_CONSTANT_BUFFER UINT64_C(0x2) /* A buffer of constants. */
#define BPX_SYMBOL_KIND_CONSTANT UINT64_C(0x3) /* A constant outside of buffers. */
#define BPX_SYMBOL_KIND_VERTEX_FORMAT UINT64_C(0x4) /* The format of vertices; at most one in a program. */
#define BPX_SYMBOL_KIND_PIPELINE UINT64_C(0x5) /* The state of the pipeline; at most one in a program. */
#define BPX_SYMBOL_KIND_OUTPUT UINT64_C(0x6) /* An output of the pixel stage. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_symbol_kind_name(uint64_t value)
{
    switch (value) {
    case BPX_SYMBOL_KIND_TEXTURE: return "Texture";
    case BPX_SYMBOL_KIND_SAMPLER: return "Sampler";
    case BPX_SYMBOL_KIND_CONSTANT_BUFFER: return "ConstantBuffer";
    case BPX_SYMBOL_KIND_CONSTANT: return "Constant";
    case BPX_SYMBOL_KIND_VERTEX_FORMAT: return "VertexFormat";
    case BPX_SYMBOL_KIND_PIPELINE: return "Pipeline";
    case BPX_SYMBOL_KIND_OUTPUT: return "Output";
    default: return NULL;
    }
}

/* TextureFlag: Use of a texture (section 11.3.2). */
#define BPX_TEXTURE_FLAG_ARRAY UINT64_C(0x1) /* The layers of the texture form an array. */
#define BPX_TEXTURE_FLAG_COMPRESSED UINT64_C(0x2) /* The graphics processor compresses the texture when it is loaded. */
#define BPX_TEXTURE_FLAG_CUBE_MAP UINT64_C(0x4) /* The six layers of the texture are the sides of a cube. */

/* Returns the name of one flag, or a null pointer. */
static inline const char *bpx_texture_flag_name(uint64_t value)
{
    switch (value) {
    case BPX_TEXTURE_FLAG_ARRAY: return "Array";
    case BPX_TEXTURE_FLAG_COMPRESSED: return "Compressed";
    case BPX_TEXTURE_FLAG_CUBE_MAP: return "CubeMap";
    default: return NULL;
    }
}

#define BPX_BONE_SIZE 28

/* Bone: A bone (section 12.5): 28 bytes. X is right, Y is forward, Z is up. */
typedef struct bpx_bone {
    float head[3]; /* Position of the beginning of the bone, before any animation. */
    float tail[3]; /* Position of the end of the bone, before any animation. */
    uint32_t name; /* Name of the bone, as an offset in the strings section. */
} bpx_bone;

typedef struct bpx_bone_bytes {
    uint8_t head[12];
    uint8_t tail[12];
    uint8_t name[4];
} bpx_bone_bytes;

static_assert(sizeof(bpx_bone_bytes) == BPX_BONE_SIZE, "size");
static_assert(offsetof(bpx_bone_bytes, head) == 0, "offset");
static_assert(offsetof(bpx_bone_bytes, tail) == 12, "offset");
static_assert(offsetof(bpx_bone_bytes, name) == 24, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_BONE_SIZE bytes. */
static inline bool bpx_bone_read(bpx_bone *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_BONE_SIZE)
        return false;
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->head[i], bytes + 0 + i * 4, false);
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->tail[i], bytes + 12 + i * 4, false);
    value->name = (uint32_t)schema_get(bytes + 24, 4, false);
    return true;
}

/* Writes BPX_BONE_SIZE bytes. */
static inline void bpx_bone_write(const bpx_bone *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->head[i]);
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 12 + i * 4, false, &value->tail[i]);
    schema_put(bytes + 24, 4, false, (uint64_t)value->name);
}

/* Checks BPX_BONE_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_bone_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_bone_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_BONE_SIZE)
        schema_report(faults, "truncated", "truncated", "Bone", 0);
    else
        bpx_bone_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_BONE_TRANSFORM_SIZE 44

/* BoneTransform: Position of a bone in a frame (section 12.7.3): 44 bytes. X is right, Y is forward, Z is up. */
typedef struct bpx_bone_transform {
    float rotation[4]; /* Rotation as a quaternion; the specification does not state which component is the real part. */
    float position[3]; /* Position. */
    float scale[3]; /* Scale. */
    uint32_t bone; /* Number of the bone, counted from 0. */
} bpx_bone_transform;

typedef struct bpx_bone_transform_bytes {
    uint8_t rotation[16];
    uint8_t position[12];
    uint8_t scale[12];
    uint8_t bone[4];
} bpx_bone_transform_bytes;

static_assert(sizeof(bpx_bone_transform_bytes) == BPX_BONE_TRANSFORM_SIZE, "size");
static_assert(offsetof(bpx_bone_transform_bytes, rotation) == 0, "offset");
static_assert(offsetof(bpx_bone_transform_bytes, position) == 16, "offset");
static_assert(offsetof(bpx_bone_transform_bytes, scale) == 28, "offset");
static_assert(offsetof(bpx_bone_transform_bytes, bone) == 40, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_BONE_TRANSFORM_SIZE bytes. */
static inline bool bpx_bone_transform_read(bpx_bone_transform *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_BONE_TRANSFORM_SIZE)
        return false;
    for (size_t i = 0; i < 4; i++)
        schema_get_float(&value->rotation[i], bytes + 0 + i * 4, false);
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->position[i], bytes + 16 + i * 4, false);
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->scale[i], bytes + 28 + i * 4, false);
    value->bone = (uint32_t)schema_get(bytes + 40, 4, false);
    return true;
}

/* Writes BPX_BONE_TRANSFORM_SIZE bytes. */
static inline void bpx_bone_transform_write(const bpx_bone_transform *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 4; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->rotation[i]);
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 16 + i * 4, false, &value->position[i]);
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 28 + i * 4, false, &value->scale[i]);
    schema_put(bytes + 40, 4, false, (uint64_t)value->bone);
}

/* Checks BPX_BONE_TRANSFORM_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_bone_transform_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_bone_transform_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_BONE_TRANSFORM_SIZE)
        schema_report(faults, "truncated", "truncated", "BoneTransform", 0);
    else
        bpx_bone_transform_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_COLUMN_SIZE 8

/* Column: Describes the cells of one column. */
typedef struct bpx_column {
    uint32_t name; /* Name, as an offset in the strings section. */
    uint8_t kind; /* Type of the values. */
    uint16_t len; /* Number of values in a cell; for a text, the number of bytes. */
    uint8_t reserved; /* Always zero. */
} bpx_column;

typedef struct bpx_column_bytes {
    uint8_t name[4];
    uint8_t kind[1];
    uint8_t len[2];
    uint8_t reserved[1];
} bpx_column_bytes;

static_assert(sizeof(bpx_column_bytes) == BPX_COLUMN_SIZE, "size");
static_assert(offsetof(bpx_column_bytes, name) == 0, "offset");
static_assert(offsetof(bpx_column_bytes, kind) == 4, "offset");
static_assert(offsetof(bpx_column_bytes, len) == 5, "offset");
static_assert(offsetof(bpx_column_bytes, reserved) == 7, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_COLUMN_SIZE bytes. */
static inline bool bpx_column_read(bpx_column *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_COLUMN_SIZE)
        return false;
    value->name = (uint32_t)schema_get(bytes + 0, 4, false);
    value->kind = (uint8_t)schema_get(bytes + 4, 1, false);
    value->len = (uint16_t)schema_get(bytes + 5, 2, false);
    value->reserved = (uint8_t)schema_get(bytes + 7, 1, false);
    return true;
}

/* Writes BPX_COLUMN_SIZE bytes. */
static inline void bpx_column_write(const bpx_column *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->name);
    schema_put(bytes + 4, 1, false, (uint64_t)value->kind);
    schema_put(bytes + 5, 2, false, (uint64_t)value->len);
    schema_put(bytes + 7, 1, false, (uint64_t)value->reserved);
}

/* Checks BPX_COLUMN_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_column_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 4, 1, false);
        if (!(bpx_column_type_name(value) != NULL))
            schema_report(faults, "unknown-code", "column.kind.known", "Column.kind", at + 4);
    }
    {
        const uint64_t value = schema_get(bytes + 5, 2, false);
        if (!(value >= UINT64_C(0x1) && value <= UINT64_C(0xffff)))
            schema_report(faults, "out-of-range", "column.len.range", "Column.len", at + 5);
    }
    {
        const uint64_t value = schema_get(bytes + 7, 1, false);
        if (!(value == 0))
            schema_report(faults, "reserved-not-zero", "column.reserved.zero", "Column.reserved", at + 7);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_column_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_COLUMN_SIZE)
        schema_report(faults, "truncated", "truncated", "Column", 0);
    else
        bpx_column_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_MODEL_EXT_SIZE 16

/* ModelExt: Type-specific extension of the main header of a model (section 12.2): 16 bytes. */
typedef struct bpx_model_ext {
    uint64_t shader_hash; /* Hash of the virtual path of the shader package that declares the format of the vertices. */
    uint32_t symbol_name; /* Name of the symbol that declares the format in the shader package, as an offset in the strings section. */
    uint8_t reserved[4]; /* Always zero. */
} bpx_model_ext;

typedef struct bpx_model_ext_bytes {
    uint8_t shader_hash[8];
    uint8_t symbol_name[4];
    uint8_t reserved[4];
} bpx_model_ext_bytes;

static_assert(sizeof(bpx_model_ext_bytes) == BPX_MODEL_EXT_SIZE, "size");
static_assert(offsetof(bpx_model_ext_bytes, shader_hash) == 0, "offset");
static_assert(offsetof(bpx_model_ext_bytes, symbol_name) == 8, "offset");
static_assert(offsetof(bpx_model_ext_bytes, reserved) == 12, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_MODEL_EXT_SIZE bytes. */
static inline bool bpx_model_ext_read(bpx_model_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_MODEL_EXT_SIZE)
        return false;
    value->shader_hash = (uint64_t)schema_get(bytes + 0, 8, false);
    value->symbol_name = (uint32_t)schema_get(bytes + 8, 4, false);
    memcpy(value->reserved, bytes + 12, 4);
    return true;
}

/* Writes BPX_MODEL_EXT_SIZE bytes. */
static inline void bpx_model_ext_write(const bpx_model_ext *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 8, false, (uint64_t)value->shader_hash);
    schema_put(bytes + 8, 4, false, (uint64_t)value->symbol_name);
    memcpy(bytes + 12, value->reserved, 4);
}

/* Checks BPX_MODEL_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_model_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        bool sound = true;
        for (size_t i = 0; i < 4; i++) {
            const uint64_t value = schema_get(bytes + 12 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "model.reserved", "ModelExt.reserved", at + 12);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_model_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_MODEL_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "ModelExt", 0);
    else
        bpx_model_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_OBJECT_HEADER_SIZE 20

/* ObjectHeader: Size, name and offset of an object, in revision 2 (section 14.4): 20 bytes. */
typedef struct bpx_object_header {
    uint64_t size; /* Size of the object in bytes; the object may continue in the following Data sections. */
    uint32_t name; /* Name, as an offset in the strings section. */
    uint32_t start; /* Number of the Data section where the object begins, counted from 0 over all sections. */
    uint32_t offset; /* Offset of the first byte of the object in the content of that section, in bytes. */
} bpx_object_header;

typedef struct bpx_object_header_bytes {
    uint8_t size[8];
    uint8_t name[4];
    uint8_t start[4];
    uint8_t offset[4];
} bpx_object_header_bytes;

static_assert(sizeof(bpx_object_header_bytes) == BPX_OBJECT_HEADER_SIZE, "size");
static_assert(offsetof(bpx_object_header_bytes, size) == 0, "offset");
static_assert(offsetof(bpx_object_header_bytes, name) == 8, "offset");
static_assert(offsetof(bpx_object_header_bytes, start) == 12, "offset");
static_assert(offsetof(bpx_object_header_bytes, offset) == 16, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_OBJECT_HEADER_SIZE bytes. */
static inline bool bpx_object_header_read(bpx_object_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_OBJECT_HEADER_SIZE)
        return false;
    value->size = (uint64_t)schema_get(bytes + 0, 8, false);
    value->name = (uint32_t)schema_get(bytes + 8, 4, false);
    value->start = (uint32_t)schema_get(bytes + 12, 4, false);
    value->offset = (uint32_t)schema_get(bytes + 16, 4, false);
    return true;
}

/* Writes BPX_OBJECT_HEADER_SIZE bytes. */
static inline void bpx_object_header_write(const bpx_object_header *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 8, false, (uint64_t)value->size);
    schema_put(bytes + 8, 4, false, (uint64_t)value->name);
    schema_put(bytes + 12, 4, false, (uint64_t)value->start);
    schema_put(bytes + 16, 4, false, (uint64_t)value->offset);
}

/* Checks BPX_OBJECT_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_object_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_object_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_OBJECT_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "ObjectHeader", 0);
    else
        bpx_object_header_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_PACKAGE_EXT_SIZE 16

/* PackageExt: Type-specific extension of the main header of a package (section 14.2): 16 bytes, the same in both revisions. */
typedef struct bpx_package_ext {
    uint8_t architecture; /* The processor that the package is made for. */
    uint8_t platform; /* The system that the package is made for. */
    uint8_t generator[2]; /* The program that wrote the package, as two ASCII characters: `PK` is fpkg, `BP` the engine, `BD` the debug tools. The metadata depends on the program. */
    uint8_t reserved[12]; /* Always zero. */
} bpx_package_ext;

typedef struct bpx_package_ext_bytes {
    uint8_t architecture[1];
    uint8_t platform[1];
    uint8_t generator[2];
    uint8_t reserved[12];
} bpx_package_ext_bytes;

static_assert(sizeof(bpx_package_ext_bytes) == BPX_PACKAGE_EXT_SIZE, "size");
static_assert(offsetof(bpx_package_ext_bytes, architecture) == 0, "offset");
static_assert(offsetof(bpx_package_ext_bytes, platform) == 1, "offset");
static_assert(offsetof(bpx_package_ext_bytes, generator) == 2, "offset");
static_assert(offsetof(bpx_package_ext_bytes, reserved) == 4, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_PACKAGE_EXT_SIZE bytes. */
static inline bool bpx_package_ext_read(bpx_package_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_PACKAGE_EXT_SIZE)
        return false;
    value->architecture = (uint8_t)schema_get(bytes + 0, 1, false);
    value->platform = (uint8_t)schema_get(bytes + 1, 1, false);
    memcpy(value->generator, bytes + 2, 2);
    memcpy(value->reserved, bytes + 4, 12);
    return true;
}

/* Writes BPX_PACKAGE_EXT_SIZE bytes. */
static inline void bpx_package_ext_write(const bpx_package_ext *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 1, false, (uint64_t)value->architecture);
    schema_put(bytes + 1, 1, false, (uint64_t)value->platform);
    memcpy(bytes + 2, value->generator, 2);
    memcpy(bytes + 4, value->reserved, 12);
}

/* Checks BPX_PACKAGE_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_package_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 0, 1, false);
        if (!(bpx_architecture_name(value) != NULL))
            schema_report(faults, "unknown-code", "package.architecture", "PackageExt.architecture", at + 0);
    }
    {
        const uint64_t value = schema_get(bytes + 1, 1, false);
        if (!(bpx_platform_name(value) != NULL))
            schema_report(faults, "unknown-code", "package.platform", "PackageExt.platform", at + 1);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 12; i++) {
            const uint64_t value = schema_get(bytes + 4 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "package.reserved", "PackageExt.reserved", at + 4);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_package_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_PACKAGE_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "PackageExt", 0);
    else
        bpx_package_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_SECTION_HEADER_SIZE 24

/* SectionHeader: Describes one section (section 9.1). */
typedef struct bpx_section_header {
    uint64_t pointer; /* Offset of the stored content from the beginning of the file, in bytes. */
    uint32_t stored_size; /* Size of the content as stored, in bytes. */
    uint32_t content_size; /* Size of the content, in bytes. */
    uint32_t checksum; /* Checksum of the content; the flags state the algorithm. */
    uint8_t kind; /* Type of the section; its meaning depends on the type of the file. */
    uint8_t flags; /* Compression and check of the content. */
    uint8_t reserved[2]; /* Always zero. */
} bpx_section_header;

typedef struct bpx_section_header_bytes {
    uint8_t pointer[8];
    uint8_t stored_size[4];
    uint8_t content_size[4];
    uint8_t checksum[4];
    uint8_t kind[1];
    uint8_t flags[1];
    uint8_t reserved[2];
} bpx_section_header_bytes;

static_assert(sizeof(bpx_section_header_bytes) == BPX_SECTION_HEADER_SIZE, "size");
static_assert(offsetof(bpx_section_header_bytes, pointer) == 0, "offset");
static_assert(offsetof(bpx_section_header_bytes, stored_size) == 8, "offset");
static_assert(offsetof(bpx_section_header_bytes, content_size) == 12, "offset");
static_assert(offsetof(bpx_section_header_bytes, checksum) == 16, "offset");
static_assert(offsetof(bpx_section_header_bytes, kind) == 20, "offset");
static_assert(offsetof(bpx_section_header_bytes, flags) == 21, "offset");
static_assert(offsetof(bpx_section_header_bytes, reserved) == 22, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_SECTION_HEADER_SIZE bytes. */
static inline bool bpx_section_header_read(bpx_section_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_SECTION_HEADER_SIZE)
        return false;
    value->pointer = (uint64_t)schema_get(bytes + 0, 8, false);
    value->stored_size = (uint32_t)schema_get(bytes + 8, 4, false);
    value->content_size = (uint32_t)schema_get(bytes + 12, 4, false);
    value->checksum = (uint32_t)schema_get(bytes + 16, 4, false);
    value->kind = (uint8_t)schema_get(bytes + 20, 1, false);
    value->flags = (uint8_t)schema_get(bytes + 21, 1, false);
    memcpy(value->reserved, bytes + 22, 2);
    return true;
}

/* Writes BPX_SECTION_HEADER_SIZE bytes. */
static inline void bpx_section_header_write(const bpx_section_header *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 8, false, (uint64_t)value->pointer);
    schema_put(bytes + 8, 4, false, (uint64_t)value->stored_size);
    schema_put(bytes + 12, 4, false, (uint64_t)value->content_size);
    schema_put(bytes + 16, 4, false, (uint64_t)value->checksum);
    schema_put(bytes + 20, 1, false, (uint64_t)value->kind);
    schema_put(bytes + 21, 1, false, (uint64_t)value->flags);
    memcpy(bytes + 22, value->reserved, 2);
}

/* Checks BPX_SECTION_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_section_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 21, 1, false);
        if (!((value & ~UINT64_C(0xf)) == 0))
            schema_report(faults, "unknown-flag", "section-header.flags.known", "SectionHeader.flags", at + 21);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 2; i++) {
            const uint64_t value = schema_get(bytes + 22 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "section-header.reserved.zero", "SectionHeader.reserved", at + 22);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_section_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_SECTION_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "SectionHeader", 0);
    else
        bpx_section_header_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_SHADER_EXT_SIZE 16

/* ShaderExt: Type-specific extension of the main header of a shader package (section 13.2): 16 bytes. */
typedef struct bpx_shader_ext {
    uint64_t assembly; /* Hash of the name of the assembly itself, or of the assembly to which a program is linked; 0 if there is none. */
    uint16_t symbol_count; /* Number of symbols. */
    uint8_t target; /* The target. */
    uint8_t kind; /* Whether the package is an assembly or a program. */
    uint8_t reserved[4]; /* Always zero. */
} bpx_shader_ext;

typedef struct bpx_shader_ext_bytes {
    uint8_t assembly[8];
    uint8_t symbol_count[2];
    uint8_t target[1];
    uint8_t kind[1];
    uint8_t reserved[4];
} bpx_shader_ext_bytes;

static_assert(sizeof(bpx_shader_ext_bytes) == BPX_SHADER_EXT_SIZE, "size");
static_assert(offsetof(bpx_shader_ext_bytes, assembly) == 0, "offset");
static_assert(offsetof(bpx_shader_ext_bytes, symbol_count) == 8, "offset");
static_assert(offsetof(bpx_shader_ext_bytes, target) == 10, "offset");
static_assert(offsetof(bpx_shader_ext_bytes, kind) == 11, "offset");
static_assert(offsetof(bpx_shader_ext_bytes, reserved) == 12, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_SHADER_EXT_SIZE bytes. */
static inline bool bpx_shader_ext_read(bpx_shader_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_SHADER_EXT_SIZE)
        return false;
    value->assembly = (uint64_t)schema_get(bytes + 0, 8, false);
    value->symbol_count = (uint16_t)schema_get(bytes + 8, 2, false);
    value->target = (uint8_t)schema_get(bytes + 10, 1, false);
    value->kind = (uint8_t)schema_get(bytes + 11, 1, false);
    memcpy(value->reserved, bytes + 12, 4);
    return true;
}

/* Writes BPX_SHADER_EXT_SIZE bytes. */
static inline void bpx_shader_ext_write(const bpx_shader_ext *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 8, false, (uint64_t)value->assembly);
    schema_put(bytes + 8, 2, false, (uint64_t)value->symbol_count);
    schema_put(bytes + 10, 1, false, (uint64_t)value->target);
    schema_put(bytes + 11, 1, false, (uint64_t)value->kind);
    memcpy(bytes + 12, value->reserved, 4);
}

/* Checks BPX_SHADER_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_shader_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 10, 1, false);
        if (!(bpx_shader_target_name(value) != NULL))
            schema_report(faults, "unknown-code", "shader.target", "ShaderExt.target", at + 10);
    }
    {
        const uint64_t value = schema_get(bytes + 11, 1, false);
        if (!(bpx_shader_kind_name(value) != NULL))
            schema_report(faults, "unknown-code", "shader.type", "ShaderExt.kind", at + 11);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 4; i++) {
            const uint64_t value = schema_get(bytes + 12 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "shader.reserved", "ShaderExt.reserved", at + 12);
    }
    {
        bool ok = true;
        const bool holds = (((schema_wide)schema_get(bytes + 11, 1, false) != (schema_wide)INT64_C(80)) || ((schema_wide)schema_get(bytes + 10, 1, false) != (schema_wide)INT64_C(255)));
        if (!ok)
            schema_report(faults, "overflow", "shader.target-any", "ShaderExt.target", at + 10);
        else if (!holds)
            schema_report(faults, "inconsistent", "shader.target-any", "ShaderExt.target", at + 10);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_shader_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_SHADER_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "ShaderExt", 0);
    else
        bpx_shader_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_SYMBOL_SIZE 12

/* Symbol: An input, output or declaration of a shader (section 13.4): 12 bytes. */
typedef struct bpx_symbol {
    uint32_t name; /* Name of the symbol, as an offset in the strings section. */
    uint32_t extended_data; /* Extended data of the symbol, as an offset in the section of extended data; without meaning unless a flag states that the symbol has extended data. */
    uint16_t flags; /* Use of the symbol. */
    uint8_t kind; /* Type of the symbol. */
    uint8_t register_; /* The register of the symbol; without meaning unless a flag states that the symbol has a register. */
} bpx_symbol;

typedef struct bpx_symbol_bytes {
    uint8_t name[4];
    uint8_t extended_data[4];
    uint8_t flags[2];
    uint8_t kind[1];
    uint8_t register_[1];
} bpx_symbol_bytes;

static_assert(sizeof(bpx_symbol_bytes) == BPX_SYMBOL_SIZE, "size");
static_assert(offsetof(bpx_symbol_bytes, name) == 0, "offset");
static_assert(offsetof(bpx_symbol_bytes, extended_data) == 4, "offset");
static_assert(offsetof(bpx_symbol_bytes, flags) == 8, "offset");
static_assert(offsetof(bpx_symbol_bytes, kind) == 10, "offset");
static_assert(offsetof(bpx_symbol_bytes, register_) == 11, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_SYMBOL_SIZE bytes. */
static inline bool bpx_symbol_read(bpx_symbol *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_SYMBOL_SIZE)
        return false;
    value->name = (uint32_t)schema_get(bytes + 0, 4, false);
    value->extended_data = (uint32_t)schema_get(bytes + 4, 4, false);
    value->flags = (uint16_t)schema_get(bytes + 8, 2, false);
    value->kind = (uint8_t)schema_get(bytes + 10, 1, false);
    value->register_ = (uint8_t)schema_get(bytes + 11, 1, false);
    return true;
}

/* Writes BPX_SYMBOL_SIZE bytes. */
static inline void bpx_symbol_write(const bpx_symbol *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->name);
    schema_put(bytes + 4, 4, false, (uint64_t)value->extended_data);
    schema_put(bytes + 8, 2, false, (uint64_t)value->flags);
    schema_put(bytes + 10, 1, false, (uint64_t)value->kind);
    schema_put(bytes + 11, 1, false, (uint64_t)value->register_);
}

/* Checks BPX_SYMBOL_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_symbol_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 8, 2, false);
        if (!((value & ~UINT64_C(0x3ff)) == 0))
            schema_report(faults, "unknown-flag", "shader.symbol-flags", "Symbol.flags", at + 8);
    }
    {
        const uint64_t value = schema_get(bytes + 10, 1, false);
        if (!(bpx_symbol_kind_name(value) != NULL))
            schema_report(faults, "unknown-code", "shader.symbol-type", "Symbol.kind", at + 10);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_symbol_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_SYMBOL_SIZE)
        schema_report(faults, "truncated", "truncated", "Symbol", 0);
    else
        bpx_symbol_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_TABLE_HEADER_SIZE 8

/* TableHeader: The first 8 bytes of a table. */
typedef struct bpx_table_header {
    uint32_t name; /* Name of the table, as an offset in the strings section. */
    uint16_t column_count; /* Number of columns. */
    uint8_t reserved[2]; /* Always zero. */
} bpx_table_header;

typedef struct bpx_table_header_bytes {
    uint8_t name[4];
    uint8_t column_count[2];
    uint8_t reserved[2];
} bpx_table_header_bytes;

static_assert(sizeof(bpx_table_header_bytes) == BPX_TABLE_HEADER_SIZE, "size");
static_assert(offsetof(bpx_table_header_bytes, name) == 0, "offset");
static_assert(offsetof(bpx_table_header_bytes, column_count) == 4, "offset");
static_assert(offsetof(bpx_table_header_bytes, reserved) == 6, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_TABLE_HEADER_SIZE bytes. */
static inline bool bpx_table_header_read(bpx_table_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_TABLE_HEADER_SIZE)
        return false;
    value->name = (uint32_t)schema_get(bytes + 0, 4, false);
    value->column_count = (uint16_t)schema_get(bytes + 4, 2, false);
    memcpy(value->reserved, bytes + 6, 2);
    return true;
}

/* Writes BPX_TABLE_HEADER_SIZE bytes. */
static inline void bpx_table_header_write(const bpx_table_header *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->name);
    schema_put(bytes + 4, 2, false, (uint64_t)value->column_count);
    memcpy(bytes + 6, value->reserved, 2);
}

/* Checks BPX_TABLE_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_table_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        bool sound = true;
        for (size_t i = 0; i < 2; i++) {
            const uint64_t value = schema_get(bytes + 6 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "table-header.reserved.zero", "TableHeader.reserved", at + 6);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_table_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_TABLE_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "TableHeader", 0);
    else
        bpx_table_header_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_TEXTURE_EXT_SIZE 16

/* TextureExt: Type-specific extension of the main header of a texture (section 11.2): 16 bytes. */
typedef struct bpx_texture_ext {
    uint16_t array; /* Number of layers; readers use the number only if a flag states several layers (section 11.3.4). */
    uint8_t width; /* Base-2 logarithm of the width in pixels, minus 1. */
    uint8_t height; /* Base-2 logarithm of the height in pixels, minus 1. */
    uint8_t format; /* Format of a pixel. */
    uint8_t flags; /* Use of the texture. */
    uint8_t mipmaps; /* Number of smaller copies that a program computes when it loads the texture; the file contains no copies. */
    uint8_t reserved[11]; /* Always zero. */
} bpx_texture_ext;

typedef struct bpx_texture_ext_bytes {
    uint8_t bits[BPX_TEXTURE_EXT_SIZE];
} bpx_texture_ext_bytes;

static_assert(sizeof(bpx_texture_ext_bytes) == BPX_TEXTURE_EXT_SIZE, "size");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_TEXTURE_EXT_SIZE bytes. */
static inline bool bpx_texture_ext_read(bpx_texture_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_TEXTURE_EXT_SIZE)
        return false;
    value->array = (uint16_t)schema_get_bits(bytes, 0, 16);
    value->width = (uint8_t)schema_get_bits(bytes, 16, 4);
    value->height = (uint8_t)schema_get_bits(bytes, 20, 4);
    value->format = (uint8_t)schema_get_bits(bytes, 24, 4);
    value->flags = (uint8_t)schema_get_bits(bytes, 28, 4);
    value->mipmaps = (uint8_t)schema_get_bits(bytes, 32, 8);
    value->reserved[0] = (uint8_t)schema_get_bits(bytes, 40, 8);
    value->reserved[1] = (uint8_t)schema_get_bits(bytes, 48, 8);
    value->reserved[2] = (uint8_t)schema_get_bits(bytes, 56, 8);
    value->reserved[3] = (uint8_t)schema_get_bits(bytes, 64, 8);
    value->reserved[4] = (uint8_t)schema_get_bits(bytes, 72, 8);
    value->reserved[5] = (uint8_t)schema_get_bits(bytes, 80, 8);
    value->reserved[6] = (uint8_t)schema_get_bits(bytes, 88, 8);
    value->reserved[7] = (uint8_t)schema_get_bits(bytes, 96, 8);
    value->reserved[8] = (uint8_t)schema_get_bits(bytes, 104, 8);
    value->reserved[9] = (uint8_t)schema_get_bits(bytes, 112, 8);
    value->reserved[10] = (uint8_t)schema_get_bits(bytes, 120, 8);
    return true;
}

/* Writes BPX_TEXTURE_EXT_SIZE bytes. */
static inline void bpx_texture_ext_write(const bpx_texture_ext *value, uint8_t *bytes)
{
    memset(bytes, 0, BPX_TEXTURE_EXT_SIZE);
    schema_put_bits(bytes, 0, 16, value->array);
    schema_put_bits(bytes, 16, 4, value->width);
    schema_put_bits(bytes, 20, 4, value->height);
    schema_put_bits(bytes, 24, 4, value->format);
    schema_put_bits(bytes, 28, 4, value->flags);
    schema_put_bits(bytes, 32, 8, value->mipmaps);
    schema_put_bits(bytes, 40, 8, value->reserved[0]);
    schema_put_bits(bytes, 48, 8, value->reserved[1]);
    schema_put_bits(bytes, 56, 8, value->reserved[2]);
    schema_put_bits(bytes, 64, 8, value->reserved[3]);
    schema_put_bits(bytes, 72, 8, value->reserved[4]);
    schema_put_bits(bytes, 80, 8, value->reserved[5]);
    schema_put_bits(bytes, 88, 8, value->reserved[6]);
    schema_put_bits(bytes, 96, 8, value->reserved[7]);
    schema_put_bits(bytes, 104, 8, value->reserved[8]);
    schema_put_bits(bytes, 112, 8, value->reserved[9]);
    schema_put_bits(bytes, 120, 8, value->reserved[10]);
}

/* Checks BPX_TEXTURE_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_texture_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get_bits(bytes, 24, 4);
        if (!(bpx_pixel_format_name(value) != NULL))
            schema_report(faults, "unknown-code", "texture.format", "TextureExt.format", at + 3);
    }
    {
        const uint64_t value = schema_get_bits(bytes, 28, 4);
        if (!((value & ~UINT64_C(0x7)) == 0))
            schema_report(faults, "unknown-flag", "texture.flags", "TextureExt.flags", at + 3);
    }
    {
        const uint64_t value = schema_get_bits(bytes, 40, 64);
        if (!(schema_get_bits(bytes, 104, 24) == 0 && (value == 0)))
            schema_report(faults, "reserved-not-zero", "texture.reserved", "TextureExt.reserved", at + 5);
    }
    {
        bool ok = true;
        const bool holds = ((((schema_wide)schema_get_bits(bytes + 0, 28, 4) & (schema_wide)INT64_C(4)) == (schema_wide)INT64_C(0)) || ((schema_wide)schema_get_bits(bytes + 0, 0, 16) == (schema_wide)INT64_C(6)));
        if (!ok)
            schema_report(faults, "overflow", "texture.cube-layers", "TextureExt.array", at + 0);
        else if (!holds)
            schema_report(faults, "inconsistent", "texture.cube-layers", "TextureExt.array", at + 0);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_texture_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_TEXTURE_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "TextureExt", 0);
    else
        bpx_texture_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_VERTEX_ARRAY_HEADER_SIZE 20

/* VertexArrayHeader: Header of vertices (section 12.3): 20 bytes. */
typedef struct bpx_vertex_array_header {
    uint64_t material_hash; /* Hash of the virtual path of the material to apply. */
    uint32_t vertex_count; /* Number of vertices. */
    uint32_t index_array; /* Number of the index section, counted from 1 over all sections, or 0 if there is none. */
    uint8_t reserved[4]; /* Always zero. */
} bpx_vertex_array_header;

typedef struct bpx_vertex_array_header_bytes {
    uint8_t material_hash[8];
    uint8_t vertex_count[4];
    uint8_t index_array[4];
    uint8_t reserved[4];
} bpx_vertex_array_header_bytes;

static_assert(sizeof(bpx_vertex_array_header_bytes) == BPX_VERTEX_ARRAY_HEADER_SIZE, "size");
static_assert(offsetof(bpx_vertex_array_header_bytes, material_hash) == 0, "offset");
static_assert(offsetof(bpx_vertex_array_header_bytes, vertex_count) == 8, "offset");
static_assert(offsetof(bpx_vertex_array_header_bytes, index_array) == 12, "offset");
static_assert(offsetof(bpx_vertex_array_header_bytes, reserved) == 16, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_VERTEX_ARRAY_HEADER_SIZE bytes. */
static inline bool bpx_vertex_array_header_read(bpx_vertex_array_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_VERTEX_ARRAY_HEADER_SIZE)
        return false;
    value->material_hash = (uint64_t)schema_get(bytes + 0, 8, false);
    value->vertex_count = (uint32_t)schema_get(bytes + 8, 4, false);
    value->index_array = (uint32_t)schema_get(bytes + 12, 4, false);
    memcpy(value->reserved, bytes + 16, 4);
    return true;
}

/* Writes BPX_VERTEX_ARRAY_HEADER_SIZE bytes. */
static inline void bpx_vertex_array_header_write(const bpx_vertex_array_header *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 8, false, (uint64_t)value->material_hash);
    schema_put(bytes + 8, 4, false, (uint64_t)value->vertex_count);
    schema_put(bytes + 12, 4, false, (uint64_t)value->index_array);
    memcpy(bytes + 16, value->reserved, 4);
}

/* Checks BPX_VERTEX_ARRAY_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_vertex_array_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        bool sound = true;
        for (size_t i = 0; i < 4; i++) {
            const uint64_t value = schema_get(bytes + 16 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "model.vertex-reserved", "VertexArrayHeader.reserved", at + 16);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_vertex_array_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_VERTEX_ARRAY_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "VertexArrayHeader", 0);
    else
        bpx_vertex_array_header_check(bytes, 0, faults);
    return faults->count == before;
}

/* Calls X with the name, the type and the size of every record. */
#define BPX_RECORDS(X) \
    X("Bone", bpx_bone, BPX_BONE_SIZE) \
    X("BoneTransform", bpx_bone_transform, BPX_BONE_TRANSFORM_SIZE) \
    X("Column", bpx_column, BPX_COLUMN_SIZE) \
    X("ModelExt", bpx_model_ext, BPX_MODEL_EXT_SIZE) \
    X("ObjectHeader", bpx_object_header, BPX_OBJECT_HEADER_SIZE) \
    X("PackageExt", bpx_package_ext, BPX_PACKAGE_EXT_SIZE) \
    X("SectionHeader", bpx_section_header, BPX_SECTION_HEADER_SIZE) \
    X("ShaderExt", bpx_shader_ext, BPX_SHADER_EXT_SIZE) \
    X("Symbol", bpx_symbol, BPX_SYMBOL_SIZE) \
    X("TableHeader", bpx_table_header, BPX_TABLE_HEADER_SIZE) \
    X("TextureExt", bpx_texture_ext, BPX_TEXTURE_EXT_SIZE) \
    X("VertexArrayHeader", bpx_vertex_array_header, BPX_VERTEX_ARRAY_HEADER_SIZE)

#endif
