/*
 * Records of bpx-v0, written by `bpx schema export bpx-v0 --target c`.
 *
 * Every record has a type with its values, the functions *_read and *_write, the function *_validate for
 * its rules, and the type *_bytes with its layout. No function reads past the given size, and no address
 * needs an alignment.
 *
 * This file lacks these structures, because their size varies:
 *   AssetRegistry
 *   BoneArray
 *   Content
 *   FrameArray
 *   IndexArray
 *   Layout
 *   MainHeader
 *   Strings
 *   TypeExt
 *   VertexArray
 *   VertexFormat
 *
 * This file does not check these rules, because they relate records to other parts of a file:
 *   v0.shader-index
 *   v0.shader-index
 *   v0.shader-index
 *   v0.shader-index
 *   v0.shader-index
 *   v0.shader-index
 *   v0.virtual-path
 *   v0.limit
 *   v0.unsafe-path
 *   v0.duplicate-path
 *   v0.file-id
 *   v0.bone-name
 *   v0.asset-count
 *   v0.orphan
 *   v0.shader-count
 *   v0.material
 *   v0.index-array
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

#ifndef BPX_V0_EXPORT
#define BPX_V0_EXPORT

/* Api: A rendering API (2019, sections 10.2.2 and 11.2.2). Section v0 10.2.2. */
#define BPX_V0_API_DIRECT_X UINT64_C(0x1) /* DirectX. */
#define BPX_V0_API_OPEN_GL UINT64_C(0x2) /* OpenGL. */
#define BPX_V0_API_VULKAN UINT64_C(0x4) /* Vulkan. */
#define BPX_V0_API_METAL UINT64_C(0x8) /* Metal. */

/* Returns the name of one flag, or a null pointer. */
static inline const char *bpx_v0_api_name(uint64_t value)
{
    switch (value) {
    case BPX_V0_API_DIRECT_X: return "DirectX";
    case BPX_V0_API_OPEN_GL: return "OpenGL";
    case BPX_V0_API_VULKAN: return "Vulkan";
    case BPX_V0_API_METAL: return "Metal";
    default: return NULL;
    }
}

/* ComponentType: Type of the numbers of a component (2019, section 9.2.3). Each number has 32 bits. Section v0 9.2.3. */
#define BPX_V0_COMPONENT_TYPE_FLOAT UINT64_C(0x1) /* Floats. */
#define BPX_V0_COMPONENT_TYPE_INT UINT64_C(0x2) /* Signed integers. */
#define BPX_V0_COMPONENT_TYPE_UINT UINT64_C(0x3) /* Unsigned integers. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_v0_component_type_name(uint64_t value)
{
    switch (value) {
    case BPX_V0_COMPONENT_TYPE_FLOAT: return "FLOAT";
    case BPX_V0_COMPONENT_TYPE_INT: return "INT";
    case BPX_V0_COMPONENT_TYPE_UINT: return "UINT";
    default: return NULL;
    }
}

/* FileKind: The type of a file, which is the byte after the signature (section 8.2). */
#define BPX_V0_FILE_KIND_TEXTURE UINT64_C(0x54) /* Pixels. */
#define BPX_V0_FILE_KIND_MODEL UINT64_C(0x4d) /* Vertices, bones and frames. */
#define BPX_V0_FILE_KIND_SHADER_PACKAGE UINT64_C(0x53) /* Compiled shaders and their symbols. */
#define BPX_V0_FILE_KIND_SCENE UINT64_C(0x43) /* A type that the specification names, but does not define. */
#define BPX_V0_FILE_KIND_PACKAGE UINT64_C(0x50) /* Objects, that is, files. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_v0_file_kind_name(uint64_t value)
{
    switch (value) {
    case BPX_V0_FILE_KIND_TEXTURE: return "Texture";
    case BPX_V0_FILE_KIND_MODEL: return "Model";
    case BPX_V0_FILE_KIND_SHADER_PACKAGE: return "ShaderPackage";
    case BPX_V0_FILE_KIND_SCENE: return "Scene";
    case BPX_V0_FILE_KIND_PACKAGE: return "Package";
    default: return NULL;
    }
}

/* SectionFlag: Flags of a section (2019, section 7.1.4). In later versions the same bit means xz. Section v0 7.1.4. */
#define BPX_V0_SECTION_FLAG_COMPRESSED UINT64_C(0x2) /* The content is a zlib stream. */

/* Returns the name of one flag, or a null pointer. */
static inline const char *bpx_v0_section_flag_name(uint64_t value)
{
    switch (value) {
    case BPX_V0_SECTION_FLAG_COMPRESSED: return "Compressed";
    default: return NULL;
    }
}

/* TextureFlag: Use of a texture (2019, section 8.3.2). Section v0 8.3.2. */
#define BPX_V0_TEXTURE_FLAG_ARRAY UINT64_C(0x1) /* The texture is an array of layers. */
#define BPX_V0_TEXTURE_FLAG_COMPRESSED UINT64_C(0x2) /* The loader compresses the texture for the graphics processor. */
#define BPX_V0_TEXTURE_FLAG_CUBE_MAP UINT64_C(0x4) /* The six layers of the texture are the sides of a cube. */

/* Returns the name of one flag, or a null pointer. */
static inline const char *bpx_v0_texture_flag_name(uint64_t value)
{
    switch (value) {
    case BPX_V0_TEXTURE_FLAG_ARRAY: return "Array";
    case BPX_V0_TEXTURE_FLAG_COMPRESSED: return "Compressed";
    case BPX_V0_TEXTURE_FLAG_CUBE_MAP: return "CubeMap";
    default: return NULL;
    }
}

/* TextureFormat: Format of a pixel (2019, section 8.3.1). Section v0 8.3.1. */
#define BPX_V0_TEXTURE_FORMAT_RGB UINT64_C(0x1) /* Three channels of 8 bits. */
#define BPX_V0_TEXTURE_FORMAT_RGBA UINT64_C(0x2) /* Four channels of 8 bits. */
#define BPX_V0_TEXTURE_FORMAT_GREY_SCALE UINT64_C(0x3) /* One channel of 8 bits. */
#define BPX_V0_TEXTURE_FORMAT_FLOAT UINT64_C(0x4) /* One channel, a float of 32 bits. */

/* Returns the name of a value, or a null pointer. */
static inline const char *bpx_v0_texture_format_name(uint64_t value)
{
    switch (value) {
    case BPX_V0_TEXTURE_FORMAT_RGB: return "RGB";
    case BPX_V0_TEXTURE_FORMAT_RGBA: return "RGBA";
    case BPX_V0_TEXTURE_FORMAT_GREY_SCALE: return "GREY_SCALE";
    case BPX_V0_TEXTURE_FORMAT_FLOAT: return "FLOAT";
    default: return NULL;
    }
}

#define BPX_V0_ASSEMBLY_DX_SIZE 16

/* AssemblyDX: The program for DirectX (2019, section 10.4): 16 bytes. A shader is identified by the number of its section among all sections, counted from 1; 0 means no shader. Section v0 10.4. */
typedef struct bpx_v0_assembly_dx {
    uint32_t min_version; /* Lowest version of DirectX that runs the program. */
    uint32_t vertex; /* The vertex shader. */
    uint32_t geometry; /* The geometry shader. */
    uint32_t pixel; /* The pixel shader. */
} bpx_v0_assembly_dx;

typedef struct bpx_v0_assembly_dx_bytes {
    uint8_t min_version[4];
    uint8_t vertex[4];
    uint8_t geometry[4];
    uint8_t pixel[4];
} bpx_v0_assembly_dx_bytes;

static_assert(sizeof(bpx_v0_assembly_dx_bytes) == BPX_V0_ASSEMBLY_DX_SIZE, "size");
static_assert(offsetof(bpx_v0_assembly_dx_bytes, min_version) == 0, "offset");
static_assert(offsetof(bpx_v0_assembly_dx_bytes, vertex) == 4, "offset");
static_assert(offsetof(bpx_v0_assembly_dx_bytes, geometry) == 8, "offset");
static_assert(offsetof(bpx_v0_assembly_dx_bytes, pixel) == 12, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_ASSEMBLY_DX_SIZE bytes. */
static inline bool bpx_v0_assembly_dx_read(bpx_v0_assembly_dx *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_ASSEMBLY_DX_SIZE)
        return false;
    value->min_version = (uint32_t)schema_get(bytes + 0, 4, false);
    value->vertex = (uint32_t)schema_get(bytes + 4, 4, false);
    value->geometry = (uint32_t)schema_get(bytes + 8, 4, false);
    value->pixel = (uint32_t)schema_get(bytes + 12, 4, false);
    return true;
}

/* Writes BPX_V0_ASSEMBLY_DX_SIZE bytes. */
static inline void bpx_v0_assembly_dx_write(const bpx_v0_assembly_dx *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->min_version);
    schema_put(bytes + 4, 4, false, (uint64_t)value->vertex);
    schema_put(bytes + 8, 4, false, (uint64_t)value->geometry);
    schema_put(bytes + 12, 4, false, (uint64_t)value->pixel);
}

/* Checks BPX_V0_ASSEMBLY_DX_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_assembly_dx_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_assembly_dx_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_ASSEMBLY_DX_SIZE)
        schema_report(faults, "truncated", "truncated", "AssemblyDX", 0);
    else
        bpx_v0_assembly_dx_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_ASSEMBLY_GL_SIZE 20

/* AssemblyGL: The program for OpenGL (2019, section 10.5): 20 bytes. Shaders are identified by section numbers as in `AssemblyDx`. Section v0 10.5. */
typedef struct bpx_v0_assembly_gl {
    uint32_t min_version; /* Lowest version of OpenGL that runs the program, times ten; 45 means 4.5. */
    uint32_t vertex; /* The vertex shader. */
    uint32_t geometry; /* The geometry shader. */
    uint32_t pixel; /* The pixel shader. */
    uint32_t reserved; /* Always zero. */
} bpx_v0_assembly_gl;

typedef struct bpx_v0_assembly_gl_bytes {
    uint8_t min_version[4];
    uint8_t vertex[4];
    uint8_t geometry[4];
    uint8_t pixel[4];
    uint8_t reserved[4];
} bpx_v0_assembly_gl_bytes;

static_assert(sizeof(bpx_v0_assembly_gl_bytes) == BPX_V0_ASSEMBLY_GL_SIZE, "size");
static_assert(offsetof(bpx_v0_assembly_gl_bytes, min_version) == 0, "offset");
static_assert(offsetof(bpx_v0_assembly_gl_bytes, vertex) == 4, "offset");
static_assert(offsetof(bpx_v0_assembly_gl_bytes, geometry) == 8, "offset");
static_assert(offsetof(bpx_v0_assembly_gl_bytes, pixel) == 12, "offset");
static_assert(offsetof(bpx_v0_assembly_gl_bytes, reserved) == 16, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_ASSEMBLY_GL_SIZE bytes. */
static inline bool bpx_v0_assembly_gl_read(bpx_v0_assembly_gl *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_ASSEMBLY_GL_SIZE)
        return false;
    value->min_version = (uint32_t)schema_get(bytes + 0, 4, false);
    value->vertex = (uint32_t)schema_get(bytes + 4, 4, false);
    value->geometry = (uint32_t)schema_get(bytes + 8, 4, false);
    value->pixel = (uint32_t)schema_get(bytes + 12, 4, false);
    value->reserved = (uint32_t)schema_get(bytes + 16, 4, false);
    return true;
}

/* Writes BPX_V0_ASSEMBLY_GL_SIZE bytes. */
static inline void bpx_v0_assembly_gl_write(const bpx_v0_assembly_gl *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->min_version);
    schema_put(bytes + 4, 4, false, (uint64_t)value->vertex);
    schema_put(bytes + 8, 4, false, (uint64_t)value->geometry);
    schema_put(bytes + 12, 4, false, (uint64_t)value->pixel);
    schema_put(bytes + 16, 4, false, (uint64_t)value->reserved);
}

/* Checks BPX_V0_ASSEMBLY_GL_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_assembly_gl_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 16, 4, false);
        if (!(value == 0))
            schema_report(faults, "reserved-not-zero", "assembly-gl.reserved.zero", "AssemblyGL.reserved", at + 16);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_assembly_gl_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_ASSEMBLY_GL_SIZE)
        schema_report(faults, "truncated", "truncated", "AssemblyGL", 0);
    else
        bpx_v0_assembly_gl_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_ASSET_SIZE 8

/* Asset: An asset, which has a path and a section with its bytes (2019, section 11.3): 8 bytes. Section v0 11.3. */
typedef struct bpx_v0_asset {
    uint32_t virtual_path; /* Path, as an offset in the strings section. */
    uint32_t file_id; /* Number of the File section among all sections, counted from 1. */
} bpx_v0_asset;

typedef struct bpx_v0_asset_bytes {
    uint8_t virtual_path[4];
    uint8_t file_id[4];
} bpx_v0_asset_bytes;

static_assert(sizeof(bpx_v0_asset_bytes) == BPX_V0_ASSET_SIZE, "size");
static_assert(offsetof(bpx_v0_asset_bytes, virtual_path) == 0, "offset");
static_assert(offsetof(bpx_v0_asset_bytes, file_id) == 4, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_ASSET_SIZE bytes. */
static inline bool bpx_v0_asset_read(bpx_v0_asset *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_ASSET_SIZE)
        return false;
    value->virtual_path = (uint32_t)schema_get(bytes + 0, 4, false);
    value->file_id = (uint32_t)schema_get(bytes + 4, 4, false);
    return true;
}

/* Writes BPX_V0_ASSET_SIZE bytes. */
static inline void bpx_v0_asset_write(const bpx_v0_asset *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->virtual_path);
    schema_put(bytes + 4, 4, false, (uint64_t)value->file_id);
}

/* Checks BPX_V0_ASSET_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_asset_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_asset_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_ASSET_SIZE)
        schema_report(faults, "truncated", "truncated", "Asset", 0);
    else
        bpx_v0_asset_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_BONE_SIZE 68

/* Bone: A bone (2019, section 9.5): 68 bytes. Section v0 9.5. */
typedef struct bpx_v0_bone {
    float transform[16]; /* Initial position, as a 4 x 4 matrix. */
    uint32_t name; /* Name, as an offset in the strings section. */
} bpx_v0_bone;

typedef struct bpx_v0_bone_bytes {
    uint8_t transform[64];
    uint8_t name[4];
} bpx_v0_bone_bytes;

static_assert(sizeof(bpx_v0_bone_bytes) == BPX_V0_BONE_SIZE, "size");
static_assert(offsetof(bpx_v0_bone_bytes, transform) == 0, "offset");
static_assert(offsetof(bpx_v0_bone_bytes, name) == 64, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_BONE_SIZE bytes. */
static inline bool bpx_v0_bone_read(bpx_v0_bone *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_BONE_SIZE)
        return false;
    for (size_t i = 0; i < 16; i++)
        schema_get_float(&value->transform[i], bytes + 0 + i * 4, false);
    value->name = (uint32_t)schema_get(bytes + 64, 4, false);
    return true;
}

/* Writes BPX_V0_BONE_SIZE bytes. */
static inline void bpx_v0_bone_write(const bpx_v0_bone *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 16; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->transform[i]);
    schema_put(bytes + 64, 4, false, (uint64_t)value->name);
}

/* Checks BPX_V0_BONE_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_bone_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_bone_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_BONE_SIZE)
        schema_report(faults, "truncated", "truncated", "Bone", 0);
    else
        bpx_v0_bone_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_BONE_UPDATE_SIZE 64

/* BoneUpdate: Position of a bone in a frame (2019, section 9.7.2): 64 bytes. Section v0 9.7.2. */
typedef struct bpx_v0_bone_update {
    float transform[16]; /* The position, as a 4 x 4 matrix. */
} bpx_v0_bone_update;

typedef struct bpx_v0_bone_update_bytes {
    uint8_t transform[64];
} bpx_v0_bone_update_bytes;

static_assert(sizeof(bpx_v0_bone_update_bytes) == BPX_V0_BONE_UPDATE_SIZE, "size");
static_assert(offsetof(bpx_v0_bone_update_bytes, transform) == 0, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_BONE_UPDATE_SIZE bytes. */
static inline bool bpx_v0_bone_update_read(bpx_v0_bone_update *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_BONE_UPDATE_SIZE)
        return false;
    for (size_t i = 0; i < 16; i++)
        schema_get_float(&value->transform[i], bytes + 0 + i * 4, false);
    return true;
}

/* Writes BPX_V0_BONE_UPDATE_SIZE bytes. */
static inline void bpx_v0_bone_update_write(const bpx_v0_bone_update *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 16; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->transform[i]);
}

/* Checks BPX_V0_BONE_UPDATE_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_bone_update_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_bone_update_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_BONE_UPDATE_SIZE)
        schema_report(faults, "truncated", "truncated", "BoneUpdate", 0);
    else
        bpx_v0_bone_update_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_COMPONENT_SIZE 1

/* Component: One or more numbers of a vertex (2019, section 9.2). Section v0 9.2. */
typedef struct bpx_v0_component {
    uint8_t kind; /* Type of the numbers. */
    uint8_t size; /* Number of numbers in the component. */
} bpx_v0_component;

typedef struct bpx_v0_component_bytes {
    uint8_t bits[BPX_V0_COMPONENT_SIZE];
} bpx_v0_component_bytes;

static_assert(sizeof(bpx_v0_component_bytes) == BPX_V0_COMPONENT_SIZE, "size");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_COMPONENT_SIZE bytes. */
static inline bool bpx_v0_component_read(bpx_v0_component *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_COMPONENT_SIZE)
        return false;
    value->kind = (uint8_t)schema_get_bits(bytes, 0, 4);
    value->size = (uint8_t)schema_get_bits(bytes, 4, 4);
    return true;
}

/* Writes BPX_V0_COMPONENT_SIZE bytes. */
static inline void bpx_v0_component_write(const bpx_v0_component *value, uint8_t *bytes)
{
    memset(bytes, 0, BPX_V0_COMPONENT_SIZE);
    schema_put_bits(bytes, 0, 4, value->kind);
    schema_put_bits(bytes, 4, 4, value->size);
}

/* Checks BPX_V0_COMPONENT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_component_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get_bits(bytes, 0, 4);
        if (!(bpx_v0_component_type_name(value) != NULL))
            schema_report(faults, "unknown-code", "component.kind.known", "Component.kind", at + 0);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_component_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_COMPONENT_SIZE)
        schema_report(faults, "truncated", "truncated", "Component", 0);
    else
        bpx_v0_component_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_PACKAGE_EXT_SIZE 8

/* PackageExt: Type-specific extension of a package (2019, section 11.2). Section v0 11.2. */
typedef struct bpx_v0_package_ext {
    uint32_t asset_count; /* Number of assets. */
    uint8_t compatibility; /* The rendering APIs that the package is made for. */
    uint8_t reserved[3]; /* Always zero. */
} bpx_v0_package_ext;

typedef struct bpx_v0_package_ext_bytes {
    uint8_t asset_count[4];
    uint8_t compatibility[1];
    uint8_t reserved[3];
} bpx_v0_package_ext_bytes;

static_assert(sizeof(bpx_v0_package_ext_bytes) == BPX_V0_PACKAGE_EXT_SIZE, "size");
static_assert(offsetof(bpx_v0_package_ext_bytes, asset_count) == 0, "offset");
static_assert(offsetof(bpx_v0_package_ext_bytes, compatibility) == 4, "offset");
static_assert(offsetof(bpx_v0_package_ext_bytes, reserved) == 5, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_PACKAGE_EXT_SIZE bytes. */
static inline bool bpx_v0_package_ext_read(bpx_v0_package_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_PACKAGE_EXT_SIZE)
        return false;
    value->asset_count = (uint32_t)schema_get(bytes + 0, 4, false);
    value->compatibility = (uint8_t)schema_get(bytes + 4, 1, false);
    memcpy(value->reserved, bytes + 5, 3);
    return true;
}

/* Writes BPX_V0_PACKAGE_EXT_SIZE bytes. */
static inline void bpx_v0_package_ext_write(const bpx_v0_package_ext *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->asset_count);
    schema_put(bytes + 4, 1, false, (uint64_t)value->compatibility);
    memcpy(bytes + 5, value->reserved, 3);
}

/* Checks BPX_V0_PACKAGE_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_package_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 4, 1, false);
        if (!((value & ~UINT64_C(0xf)) == 0))
            schema_report(faults, "unknown-flag", "package-ext.compatibility.known", "PackageExt.compatibility", at + 4);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 3; i++) {
            const uint64_t value = schema_get(bytes + 5 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "package-ext.reserved.zero", "PackageExt.reserved", at + 5);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_package_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_PACKAGE_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "PackageExt", 0);
    else
        bpx_v0_package_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_SECTION_HEADER_SIZE 16

/* SectionHeader: Describes one section (2019, section 7.1). Section v0 7.1. */
typedef struct bpx_v0_section_header {
    uint64_t pointer; /* Offset of the stored content from the beginning of the file, in bytes. */
    uint32_t size; /* Size of the content as stored, in bytes. */
    uint8_t kind; /* Type of the section; its meaning depends on the type of the file. */
    uint8_t flags; /* Flags of the section, which state whether the content is compressed. */
    uint8_t reserved[2]; /* Always zero. */
} bpx_v0_section_header;

typedef struct bpx_v0_section_header_bytes {
    uint8_t pointer[8];
    uint8_t size[4];
    uint8_t kind[1];
    uint8_t flags[1];
    uint8_t reserved[2];
} bpx_v0_section_header_bytes;

static_assert(sizeof(bpx_v0_section_header_bytes) == BPX_V0_SECTION_HEADER_SIZE, "size");
static_assert(offsetof(bpx_v0_section_header_bytes, pointer) == 0, "offset");
static_assert(offsetof(bpx_v0_section_header_bytes, size) == 8, "offset");
static_assert(offsetof(bpx_v0_section_header_bytes, kind) == 12, "offset");
static_assert(offsetof(bpx_v0_section_header_bytes, flags) == 13, "offset");
static_assert(offsetof(bpx_v0_section_header_bytes, reserved) == 14, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_SECTION_HEADER_SIZE bytes. */
static inline bool bpx_v0_section_header_read(bpx_v0_section_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_SECTION_HEADER_SIZE)
        return false;
    value->pointer = (uint64_t)schema_get(bytes + 0, 8, false);
    value->size = (uint32_t)schema_get(bytes + 8, 4, false);
    value->kind = (uint8_t)schema_get(bytes + 12, 1, false);
    value->flags = (uint8_t)schema_get(bytes + 13, 1, false);
    memcpy(value->reserved, bytes + 14, 2);
    return true;
}

/* Writes BPX_V0_SECTION_HEADER_SIZE bytes. */
static inline void bpx_v0_section_header_write(const bpx_v0_section_header *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 8, false, (uint64_t)value->pointer);
    schema_put(bytes + 8, 4, false, (uint64_t)value->size);
    schema_put(bytes + 12, 1, false, (uint64_t)value->kind);
    schema_put(bytes + 13, 1, false, (uint64_t)value->flags);
    memcpy(bytes + 14, value->reserved, 2);
}

/* Checks BPX_V0_SECTION_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_section_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 13, 1, false);
        if (!((value & ~UINT64_C(0x2)) == 0))
            schema_report(faults, "unknown-flag", "section-header.flags.known", "SectionHeader.flags", at + 13);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 2; i++) {
            const uint64_t value = schema_get(bytes + 14 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "section-header.reserved.zero", "SectionHeader.reserved", at + 14);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_section_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_SECTION_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "SectionHeader", 0);
    else
        bpx_v0_section_header_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_SHADER_EXT_SIZE 8

/* ShaderExt: Type-specific extension of a shader package (2019, section 10.2). Section v0 10.2. */
typedef struct bpx_v0_shader_ext {
    uint32_t shader_count; /* Number of shaders. */
    uint8_t compatibility; /* The rendering APIs that the shaders are made for. */
    uint8_t reserved[3]; /* Always zero. */
} bpx_v0_shader_ext;

typedef struct bpx_v0_shader_ext_bytes {
    uint8_t shader_count[4];
    uint8_t compatibility[1];
    uint8_t reserved[3];
} bpx_v0_shader_ext_bytes;

static_assert(sizeof(bpx_v0_shader_ext_bytes) == BPX_V0_SHADER_EXT_SIZE, "size");
static_assert(offsetof(bpx_v0_shader_ext_bytes, shader_count) == 0, "offset");
static_assert(offsetof(bpx_v0_shader_ext_bytes, compatibility) == 4, "offset");
static_assert(offsetof(bpx_v0_shader_ext_bytes, reserved) == 5, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_SHADER_EXT_SIZE bytes. */
static inline bool bpx_v0_shader_ext_read(bpx_v0_shader_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_SHADER_EXT_SIZE)
        return false;
    value->shader_count = (uint32_t)schema_get(bytes + 0, 4, false);
    value->compatibility = (uint8_t)schema_get(bytes + 4, 1, false);
    memcpy(value->reserved, bytes + 5, 3);
    return true;
}

/* Writes BPX_V0_SHADER_EXT_SIZE bytes. */
static inline void bpx_v0_shader_ext_write(const bpx_v0_shader_ext *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->shader_count);
    schema_put(bytes + 4, 1, false, (uint64_t)value->compatibility);
    memcpy(bytes + 5, value->reserved, 3);
}

/* Checks BPX_V0_SHADER_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_shader_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 4, 1, false);
        if (!((value & ~UINT64_C(0xf)) == 0))
            schema_report(faults, "unknown-flag", "shader-ext.compatibility.known", "ShaderExt.compatibility", at + 4);
    }
    {
        bool sound = true;
        for (size_t i = 0; i < 3; i++) {
            const uint64_t value = schema_get(bytes + 5 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "shader-ext.reserved.zero", "ShaderExt.reserved", at + 5);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_shader_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_SHADER_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "ShaderExt", 0);
    else
        bpx_v0_shader_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_TEXTURE_EXT_SIZE 8

/* TextureExt: Type-specific extension of a texture (2019, section 8.2): 8 bytes. Section v0 8.2. */
typedef struct bpx_v0_texture_ext {
    uint16_t array; /* Number of layers of an array or a cube map. */
    uint8_t width; /* Width: `2^(width + 1)` pixels. */
    uint8_t height; /* Height: `2^(height + 1)` pixels. */
    uint8_t format; /* Format of a pixel. */
    uint8_t flags; /* Use of the texture. */
    uint8_t mipmaps; /* Number of mip maps that the loader computes. */
    uint32_t reserved; /* Always zero. */
} bpx_v0_texture_ext;

typedef struct bpx_v0_texture_ext_bytes {
    uint8_t bits[BPX_V0_TEXTURE_EXT_SIZE];
} bpx_v0_texture_ext_bytes;

static_assert(sizeof(bpx_v0_texture_ext_bytes) == BPX_V0_TEXTURE_EXT_SIZE, "size");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_TEXTURE_EXT_SIZE bytes. */
static inline bool bpx_v0_texture_ext_read(bpx_v0_texture_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_TEXTURE_EXT_SIZE)
        return false;
    value->array = (uint16_t)schema_get_bits(bytes, 0, 16);
    value->width = (uint8_t)schema_get_bits(bytes, 16, 4);
    value->height = (uint8_t)schema_get_bits(bytes, 20, 4);
    value->format = (uint8_t)schema_get_bits(bytes, 24, 4);
    value->flags = (uint8_t)schema_get_bits(bytes, 28, 4);
    value->mipmaps = (uint8_t)schema_get_bits(bytes, 32, 8);
    value->reserved = (uint32_t)schema_get_bits(bytes, 40, 24);
    return true;
}

/* Writes BPX_V0_TEXTURE_EXT_SIZE bytes. */
static inline void bpx_v0_texture_ext_write(const bpx_v0_texture_ext *value, uint8_t *bytes)
{
    memset(bytes, 0, BPX_V0_TEXTURE_EXT_SIZE);
    schema_put_bits(bytes, 0, 16, value->array);
    schema_put_bits(bytes, 16, 4, value->width);
    schema_put_bits(bytes, 20, 4, value->height);
    schema_put_bits(bytes, 24, 4, value->format);
    schema_put_bits(bytes, 28, 4, value->flags);
    schema_put_bits(bytes, 32, 8, value->mipmaps);
    schema_put_bits(bytes, 40, 24, value->reserved);
}

/* Checks BPX_V0_TEXTURE_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_texture_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get_bits(bytes, 24, 4);
        if (!(bpx_v0_texture_format_name(value) != NULL))
            schema_report(faults, "unknown-code", "texture-ext.format.known", "TextureExt.format", at + 3);
    }
    {
        const uint64_t value = schema_get_bits(bytes, 28, 4);
        if (!((value & ~UINT64_C(0x7)) == 0))
            schema_report(faults, "unknown-flag", "texture-ext.flags.known", "TextureExt.flags", at + 3);
    }
    {
        const uint64_t value = schema_get_bits(bytes, 40, 24);
        if (!(value == 0))
            schema_report(faults, "reserved-not-zero", "texture-ext.reserved.zero", "TextureExt.reserved", at + 5);
    }
    {
        bool ok = true;
        const bool holds = ((((schema_wide)schema_get_bits(bytes + 0, 28, 4) & (schema_wide)INT64_C(4)) == (schema_wide)INT64_C(0)) || ((schema_wide)schema_get_bits(bytes + 0, 0, 16) == (schema_wide)INT64_C(6)));
        if (!ok)
            schema_report(faults, "overflow", "v0.cube-map", "TextureExt.array", at + 0);
        else if (!holds)
            schema_report(faults, "inconsistent", "v0.cube-map", "TextureExt.array", at + 0);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_texture_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_TEXTURE_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "TextureExt", 0);
    else
        bpx_v0_texture_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_UNUSED_EXT_SIZE 8

/* UnusedExt: Eight bytes without a use (2019, section 4). Section v0 4. */
typedef struct bpx_v0_unused_ext {
    uint8_t reserved[8]; /* Always zero. */
} bpx_v0_unused_ext;

typedef struct bpx_v0_unused_ext_bytes {
    uint8_t reserved[8];
} bpx_v0_unused_ext_bytes;

static_assert(sizeof(bpx_v0_unused_ext_bytes) == BPX_V0_UNUSED_EXT_SIZE, "size");
static_assert(offsetof(bpx_v0_unused_ext_bytes, reserved) == 0, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_UNUSED_EXT_SIZE bytes. */
static inline bool bpx_v0_unused_ext_read(bpx_v0_unused_ext *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_UNUSED_EXT_SIZE)
        return false;
    memcpy(value->reserved, bytes + 0, 8);
    return true;
}

/* Writes BPX_V0_UNUSED_EXT_SIZE bytes. */
static inline void bpx_v0_unused_ext_write(const bpx_v0_unused_ext *value, uint8_t *bytes)
{
    memcpy(bytes + 0, value->reserved, 8);
}

/* Checks BPX_V0_UNUSED_EXT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_unused_ext_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        bool sound = true;
        for (size_t i = 0; i < 8; i++) {
            const uint64_t value = schema_get(bytes + 0 + i * 1, 1, false);
            sound = sound && (value == 0);
        }
        if (!sound)
            schema_report(faults, "reserved-not-zero", "unused-ext.reserved.zero", "UnusedExt.reserved", at + 0);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_unused_ext_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_UNUSED_EXT_SIZE)
        schema_report(faults, "truncated", "truncated", "UnusedExt", 0);
    else
        bpx_v0_unused_ext_check(bytes, 0, faults);
    return faults->count == before;
}

#define BPX_V0_VERTEX_ARRAY_HEADER_SIZE 12

/* VertexArrayHeader: Header of vertices (2019, section 9.3): 12 bytes. Section v0 9.3. */
typedef struct bpx_v0_vertex_array_header {
    uint32_t material; /* Path of the material, as an offset in the strings section. */
    uint32_t vertex_count; /* Number of vertices. */
    uint32_t index_array; /* Number of the index array of the vertices among all sections, counted from 1; 0 for no index array. */
} bpx_v0_vertex_array_header;

typedef struct bpx_v0_vertex_array_header_bytes {
    uint8_t material[4];
    uint8_t vertex_count[4];
    uint8_t index_array[4];
} bpx_v0_vertex_array_header_bytes;

static_assert(sizeof(bpx_v0_vertex_array_header_bytes) == BPX_V0_VERTEX_ARRAY_HEADER_SIZE, "size");
static_assert(offsetof(bpx_v0_vertex_array_header_bytes, material) == 0, "offset");
static_assert(offsetof(bpx_v0_vertex_array_header_bytes, vertex_count) == 4, "offset");
static_assert(offsetof(bpx_v0_vertex_array_header_bytes, index_array) == 8, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than BPX_V0_VERTEX_ARRAY_HEADER_SIZE bytes. */
static inline bool bpx_v0_vertex_array_header_read(bpx_v0_vertex_array_header *value, const uint8_t *bytes, size_t size)
{
    if (size < BPX_V0_VERTEX_ARRAY_HEADER_SIZE)
        return false;
    value->material = (uint32_t)schema_get(bytes + 0, 4, false);
    value->vertex_count = (uint32_t)schema_get(bytes + 4, 4, false);
    value->index_array = (uint32_t)schema_get(bytes + 8, 4, false);
    return true;
}

/* Writes BPX_V0_VERTEX_ARRAY_HEADER_SIZE bytes. */
static inline void bpx_v0_vertex_array_header_write(const bpx_v0_vertex_array_header *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->material);
    schema_put(bytes + 4, 4, false, (uint64_t)value->vertex_count);
    schema_put(bytes + 8, 4, false, (uint64_t)value->index_array);
}

/* Checks BPX_V0_VERTEX_ARRAY_HEADER_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void bpx_v0_vertex_array_header_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool bpx_v0_vertex_array_header_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < BPX_V0_VERTEX_ARRAY_HEADER_SIZE)
        schema_report(faults, "truncated", "truncated", "VertexArrayHeader", 0);
    else
        bpx_v0_vertex_array_header_check(bytes, 0, faults);
    return faults->count == before;
}

/* Calls X with the name, the type and the size of every record. */
#define BPX_V0_RECORDS(X) \
    X("AssemblyDX", bpx_v0_assembly_dx, BPX_V0_ASSEMBLY_DX_SIZE) \
    X("AssemblyGL", bpx_v0_assembly_gl, BPX_V0_ASSEMBLY_GL_SIZE) \
    X("Asset", bpx_v0_asset, BPX_V0_ASSET_SIZE) \
    X("Bone", bpx_v0_bone, BPX_V0_BONE_SIZE) \
    X("BoneUpdate", bpx_v0_bone_update, BPX_V0_BONE_UPDATE_SIZE) \
    X("Component", bpx_v0_component, BPX_V0_COMPONENT_SIZE) \
    X("PackageExt", bpx_v0_package_ext, BPX_V0_PACKAGE_EXT_SIZE) \
    X("SectionHeader", bpx_v0_section_header, BPX_V0_SECTION_HEADER_SIZE) \
    X("ShaderExt", bpx_v0_shader_ext, BPX_V0_SHADER_EXT_SIZE) \
    X("TextureExt", bpx_v0_texture_ext, BPX_V0_TEXTURE_EXT_SIZE) \
    X("UnusedExt", bpx_v0_unused_ext, BPX_V0_UNUSED_EXT_SIZE) \
    X("VertexArrayHeader", bpx_v0_vertex_array_header, BPX_V0_VERTEX_ARRAY_HEADER_SIZE)

#endif
