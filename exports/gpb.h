/*
 * Records of gpb, written by `bpx schema export gpb --target c`.
 *
 * Every record has a type with its values, the functions *_read and *_write, the function *_validate for
 * its rules, and the type *_bytes with its layout. No function reads past the given size, and no address
 * needs an alignment.
 *
 * This file lacks these structures, because their size varies:
 *   Animation
 *   Animations
 *   Bundle
 *   Camera
 *   Channel
 *   Font
 *   FontSize
 *   Glyph
 *   Lamp
 *   Lens
 *   Light
 *   Look
 *   Mesh
 *   MeshPart
 *   MeshSkin
 *   Model
 *   Name
 *   Node
 *   Object
 *   Reference
 *   Scene
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

#ifndef GPB_EXPORT
#define GPB_EXPORT

/* FontFormat: Meaning of a pixel in the texture of a font (`enum FontFormat`). Section Enums. */
#define GPB_FONT_FORMAT_BITMAP UINT64_C(0x0) /* The share of the pixel that the letter covers. */
#define GPB_FONT_FORMAT_DISTANCE_FIELD UINT64_C(0x1) /* The distance of the pixel from the outline. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_font_format_name(uint64_t value)
{
    switch (value) {
    case GPB_FONT_FORMAT_BITMAP: return "BITMAP";
    case GPB_FONT_FORMAT_DISTANCE_FIELD: return "DISTANCE_FIELD";
    default: return NULL;
    }
}

/* FontStyle: Weight and slant of the letters (`enum FontStyle`). Section Enums. */
#define GPB_FONT_STYLE_PLAIN UINT64_C(0x0) /* Regular weight, upright. */
#define GPB_FONT_STYLE_BOLD UINT64_C(0x1) /* Bold, upright. */
#define GPB_FONT_STYLE_ITALIC UINT64_C(0x2) /* Regular weight, slanted. */
#define GPB_FONT_STYLE_BOLD_ITALIC UINT64_C(0x4) /* Bold, slanted. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_font_style_name(uint64_t value)
{
    switch (value) {
    case GPB_FONT_STYLE_PLAIN: return "PLAIN";
    case GPB_FONT_STYLE_BOLD: return "BOLD";
    case GPB_FONT_STYLE_ITALIC: return "ITALIC";
    case GPB_FONT_STYLE_BOLD_ITALIC: return "BOLD_ITALIC";
    default: return NULL;
    }
}

/* IndexFormat: Size of an index (`enum IndexFormat`). Section Enums. */
#define GPB_INDEX_FORMAT_INDEX8 UINT64_C(0x1401) /* One byte. */
#define GPB_INDEX_FORMAT_INDEX16 UINT64_C(0x1403) /* Two bytes. */
#define GPB_INDEX_FORMAT_INDEX32 UINT64_C(0x1405) /* Four bytes. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_index_format_name(uint64_t value)
{
    switch (value) {
    case GPB_INDEX_FORMAT_INDEX8: return "INDEX8";
    case GPB_INDEX_FORMAT_INDEX16: return "INDEX16";
    case GPB_INDEX_FORMAT_INDEX32: return "INDEX32";
    default: return NULL;
    }
}

/* NodeKind: Purpose of a node (`enum NodeType`). Section Enums. */
#define GPB_NODE_KIND_NODE UINT64_C(0x1) /* A coordinate system in the scene. */
#define GPB_NODE_KIND_JOINT UINT64_C(0x2) /* A joint of a skin. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_node_kind_name(uint64_t value)
{
    switch (value) {
    case GPB_NODE_KIND_NODE: return "NODE";
    case GPB_NODE_KIND_JOINT: return "JOINT";
    default: return NULL;
    }
}

/* ObjectKind: The type of the object at the offset of a reference (`Object Definitions`). */
#define GPB_OBJECT_KIND_SCENE UINT64_C(0x1) /* A scene. */
#define GPB_OBJECT_KIND_NODE UINT64_C(0x2) /* A node at any level. */
#define GPB_OBJECT_KIND_ANIMATIONS UINT64_C(0x3) /* An object that contains all animations. */
#define GPB_OBJECT_KIND_CAMERA UINT64_C(0x20) /* A camera, which is stored inside of its node. */
#define GPB_OBJECT_KIND_LIGHT UINT64_C(0x21) /* A light, which is stored inside of its node. */
#define GPB_OBJECT_KIND_MESH UINT64_C(0x22) /* A mesh. */
#define GPB_OBJECT_KIND_FONT UINT64_C(0x80) /* A font. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_object_kind_name(uint64_t value)
{
    switch (value) {
    case GPB_OBJECT_KIND_SCENE: return "Scene";
    case GPB_OBJECT_KIND_NODE: return "Node";
    case GPB_OBJECT_KIND_ANIMATIONS: return "Animations";
    case GPB_OBJECT_KIND_CAMERA: return "Camera";
    case GPB_OBJECT_KIND_LIGHT: return "Light";
    case GPB_OBJECT_KIND_MESH: return "Mesh";
    case GPB_OBJECT_KIND_FONT: return "Font";
    default: return NULL;
    }
}

/* Primitive: Types of primitives, which indices form (`enum PrimitiveType`). Section Enums. */
#define GPB_PRIMITIVE_POINTS UINT64_C(0x0) /* Points. */
#define GPB_PRIMITIVE_LINES UINT64_C(0x1) /* Two indices form a line. */
#define GPB_PRIMITIVE_LINE_STRIP UINT64_C(0x3) /* Each index forms a line with the index before. */
#define GPB_PRIMITIVE_TRIANGLES UINT64_C(0x4) /* Three indices form a triangle. */
#define GPB_PRIMITIVE_TRIANGLE_STRIP UINT64_C(0x5) /* Each index forms a triangle with the two indices before. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_primitive_name(uint64_t value)
{
    switch (value) {
    case GPB_PRIMITIVE_POINTS: return "POINTS";
    case GPB_PRIMITIVE_LINES: return "LINES";
    case GPB_PRIMITIVE_LINE_STRIP: return "LINE_STRIP";
    case GPB_PRIMITIVE_TRIANGLES: return "TRIANGLES";
    case GPB_PRIMITIVE_TRIANGLE_STRIP: return "TRIANGLE_STRIP";
    default: return NULL;
    }
}

/* TargetAttribute: The property that a channel changes, and the number of floats of each key (`5 AnimationChannel`). */
#define GPB_TARGET_ATTRIBUTE_NONE UINT64_C(0x0) /* No property; readers skip the channel. */
#define GPB_TARGET_ATTRIBUTE_SCALE UINT64_C(0x1) /* 3 floats. */
#define GPB_TARGET_ATTRIBUTE_SCALE_X UINT64_C(0x2) /* 1 float. */
#define GPB_TARGET_ATTRIBUTE_SCALE_Y UINT64_C(0x3) /* 1 float. */
#define GPB_TARGET_ATTRIBUTE_SCALE_Z UINT64_C(0x4) /* 1 float. */
#define GPB_TARGET_ATTRIBUTE_ROTATE UINT64_C(0x8) /* 4 floats: x, y, z, w. */
#define GPB_TARGET_ATTRIBUTE_TRANSLATE UINT64_C(0x9) /* 3 floats. */
#define GPB_TARGET_ATTRIBUTE_TRANSLATE_X UINT64_C(0xa) /* 1 float. */
#define GPB_TARGET_ATTRIBUTE_TRANSLATE_Y UINT64_C(0xb) /* 1 float. */
#define GPB_TARGET_ATTRIBUTE_TRANSLATE_Z UINT64_C(0xc) /* 1 float. */
#define GPB_TARGET_ATTRIBUTE_ROTATE_TRANSLATE UINT64_C(0x10) /* 7 floats. */
#define GPB_TARGET_ATTRIBUTE_SCALE_ROTATE_TRANSLATE UINT64_C(0x11) /* 10 floats. */
#define GPB_TARGET_ATTRIBUTE_SCALE_TRANSLATE UINT64_C(0x12) /* 6 floats. */
#define GPB_TARGET_ATTRIBUTE_SCALE_ROTATE UINT64_C(0x13) /* 7 floats. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_target_attribute_name(uint64_t value)
{
    switch (value) {
    case GPB_TARGET_ATTRIBUTE_NONE: return "None";
    case GPB_TARGET_ATTRIBUTE_SCALE: return "Scale";
    case GPB_TARGET_ATTRIBUTE_SCALE_X: return "ScaleX";
    case GPB_TARGET_ATTRIBUTE_SCALE_Y: return "ScaleY";
    case GPB_TARGET_ATTRIBUTE_SCALE_Z: return "ScaleZ";
    case GPB_TARGET_ATTRIBUTE_ROTATE: return "Rotate";
    case GPB_TARGET_ATTRIBUTE_TRANSLATE: return "Translate";
    case GPB_TARGET_ATTRIBUTE_TRANSLATE_X: return "TranslateX";
    case GPB_TARGET_ATTRIBUTE_TRANSLATE_Y: return "TranslateY";
    case GPB_TARGET_ATTRIBUTE_TRANSLATE_Z: return "TranslateZ";
    case GPB_TARGET_ATTRIBUTE_ROTATE_TRANSLATE: return "RotateTranslate";
    case GPB_TARGET_ATTRIBUTE_SCALE_ROTATE_TRANSLATE: return "ScaleRotateTranslate";
    case GPB_TARGET_ATTRIBUTE_SCALE_TRANSLATE: return "ScaleTranslate";
    case GPB_TARGET_ATTRIBUTE_SCALE_ROTATE: return "ScaleRotate";
    default: return NULL;
    }
}

/* VertexUsage: Meaning of a part of a vertex (`enum VertexUsage`). Section Enums. */
#define GPB_VERTEX_USAGE_POSITION UINT64_C(0x1) /* Position. */
#define GPB_VERTEX_USAGE_NORMAL UINT64_C(0x2) /* Direction of the surface. */
#define GPB_VERTEX_USAGE_COLOR UINT64_C(0x3) /* Colour. */
#define GPB_VERTEX_USAGE_TANGENT UINT64_C(0x4) /* Direction along the surface. */
#define GPB_VERTEX_USAGE_BINORMAL UINT64_C(0x5) /* Direction along the surface, across the tangent. */
#define GPB_VERTEX_USAGE_BLENDWEIGHTS UINT64_C(0x6) /* Weights of the joints that move the vertex. */
#define GPB_VERTEX_USAGE_BLENDINDICES UINT64_C(0x7) /* Numbers of the joints that move the vertex, as floats. */
#define GPB_VERTEX_USAGE_TEXCOORD0 UINT64_C(0x8) /* Position on a texture. */
#define GPB_VERTEX_USAGE_TEXCOORD1 UINT64_C(0x9) /* Position on the second texture. */
#define GPB_VERTEX_USAGE_TEXCOORD2 UINT64_C(0xa) /* Position on the third texture. */
#define GPB_VERTEX_USAGE_TEXCOORD3 UINT64_C(0xb) /* Position on the fourth texture. */
#define GPB_VERTEX_USAGE_TEXCOORD4 UINT64_C(0xc) /* Position on the fifth texture. */
#define GPB_VERTEX_USAGE_TEXCOORD5 UINT64_C(0xd) /* Position on the sixth texture. */
#define GPB_VERTEX_USAGE_TEXCOORD6 UINT64_C(0xe) /* Position on the seventh texture. */
#define GPB_VERTEX_USAGE_TEXCOORD7 UINT64_C(0xf) /* Position on the eighth texture. */

/* Returns the name of a value, or a null pointer. */
static inline const char *gpb_vertex_usage_name(uint64_t value)
{
    switch (value) {
    case GPB_VERTEX_USAGE_POSITION: return "POSITION";
    case GPB_VERTEX_USAGE_NORMAL: return "NORMAL";
    case GPB_VERTEX_USAGE_COLOR: return "COLOR";
    case GPB_VERTEX_USAGE_TANGENT: return "TANGENT";
    case GPB_VERTEX_USAGE_BINORMAL: return "BINORMAL";
    case GPB_VERTEX_USAGE_BLENDWEIGHTS: return "BLENDWEIGHTS";
    case GPB_VERTEX_USAGE_BLENDINDICES: return "BLENDINDICES";
    case GPB_VERTEX_USAGE_TEXCOORD0: return "TEXCOORD0";
    case GPB_VERTEX_USAGE_TEXCOORD1: return "TEXCOORD1";
    case GPB_VERTEX_USAGE_TEXCOORD2: return "TEXCOORD2";
    case GPB_VERTEX_USAGE_TEXCOORD3: return "TEXCOORD3";
    case GPB_VERTEX_USAGE_TEXCOORD4: return "TEXCOORD4";
    case GPB_VERTEX_USAGE_TEXCOORD5: return "TEXCOORD5";
    case GPB_VERTEX_USAGE_TEXCOORD6: return "TEXCOORD6";
    case GPB_VERTEX_USAGE_TEXCOORD7: return "TEXCOORD7";
    default: return NULL;
    }
}

#define GPB_BOUNDS_SIZE 40

/* Bounds: A box and a sphere that contain a mesh (`34 Mesh`): 40 bytes. */
typedef struct gpb_bounds {
    float min[3]; /* Corner of the box with the smallest coordinates. */
    float max[3]; /* Corner of the box with the largest coordinates. */
    float center[3]; /* Centre of the sphere. */
    float radius; /* Radius of the sphere. */
} gpb_bounds;

typedef struct gpb_bounds_bytes {
    uint8_t min[12];
    uint8_t max[12];
    uint8_t center[12];
    uint8_t radius[4];
} gpb_bounds_bytes;

static_assert(sizeof(gpb_bounds_bytes) == GPB_BOUNDS_SIZE, "size");
static_assert(offsetof(gpb_bounds_bytes, min) == 0, "offset");
static_assert(offsetof(gpb_bounds_bytes, max) == 12, "offset");
static_assert(offsetof(gpb_bounds_bytes, center) == 24, "offset");
static_assert(offsetof(gpb_bounds_bytes, radius) == 36, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than GPB_BOUNDS_SIZE bytes. */
static inline bool gpb_bounds_read(gpb_bounds *value, const uint8_t *bytes, size_t size)
{
    if (size < GPB_BOUNDS_SIZE)
        return false;
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->min[i], bytes + 0 + i * 4, false);
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->max[i], bytes + 12 + i * 4, false);
    for (size_t i = 0; i < 3; i++)
        schema_get_float(&value->center[i], bytes + 24 + i * 4, false);
    schema_get_float(&value->radius, bytes + 36, false);
    return true;
}

/* Writes GPB_BOUNDS_SIZE bytes. */
static inline void gpb_bounds_write(const gpb_bounds *value, uint8_t *bytes)
{
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 0 + i * 4, false, &value->min[i]);
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 12 + i * 4, false, &value->max[i]);
    for (size_t i = 0; i < 3; i++)
        schema_put_float(bytes + 24 + i * 4, false, &value->center[i]);
    schema_put_float(bytes + 36, false, &value->radius);
}

/* Checks GPB_BOUNDS_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void gpb_bounds_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    (void)bytes, (void)at, (void)faults;
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool gpb_bounds_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < GPB_BOUNDS_SIZE)
        schema_report(faults, "truncated", "truncated", "Bounds", 0);
    else
        gpb_bounds_check(bytes, 0, faults);
    return faults->count == before;
}

#define GPB_VERTEX_ELEMENT_SIZE 8

/* VertexElement: A part of every vertex of a mesh (`34 Mesh`): 8 bytes. */
typedef struct gpb_vertex_element {
    uint32_t usage; /* Meaning of the numbers. */
    uint32_t size; /* Number of floats, from 1 to 4. */
} gpb_vertex_element;

typedef struct gpb_vertex_element_bytes {
    uint8_t usage[4];
    uint8_t size[4];
} gpb_vertex_element_bytes;

static_assert(sizeof(gpb_vertex_element_bytes) == GPB_VERTEX_ELEMENT_SIZE, "size");
static_assert(offsetof(gpb_vertex_element_bytes, usage) == 0, "offset");
static_assert(offsetof(gpb_vertex_element_bytes, size) == 4, "offset");

/* Reads the values without checking any rule; returns false if there are fewer than GPB_VERTEX_ELEMENT_SIZE bytes. */
static inline bool gpb_vertex_element_read(gpb_vertex_element *value, const uint8_t *bytes, size_t size)
{
    if (size < GPB_VERTEX_ELEMENT_SIZE)
        return false;
    value->usage = (uint32_t)schema_get(bytes + 0, 4, false);
    value->size = (uint32_t)schema_get(bytes + 4, 4, false);
    return true;
}

/* Writes GPB_VERTEX_ELEMENT_SIZE bytes. */
static inline void gpb_vertex_element_write(const gpb_vertex_element *value, uint8_t *bytes)
{
    schema_put(bytes + 0, 4, false, (uint64_t)value->usage);
    schema_put(bytes + 4, 4, false, (uint64_t)value->size);
}

/* Checks GPB_VERTEX_ELEMENT_SIZE bytes, of which the first has the offset `at` in reports. */
static inline void gpb_vertex_element_check(const uint8_t *bytes, size_t at, schema_faults *faults)
{
    {
        const uint64_t value = schema_get(bytes + 0, 4, false);
        if (!(gpb_vertex_usage_name(value) != NULL))
            schema_report(faults, "unknown-code", "gpb.bad-vertex-usage", "VertexElement.usage", at + 0);
    }
    {
        const uint64_t value = schema_get(bytes + 4, 4, false);
        if (!(value >= UINT64_C(0x1) && value <= UINT64_C(0x4)))
            schema_report(faults, "out-of-range", "gpb.bad-vertex-size", "VertexElement.size", at + 4);
    }
}

/* Checks every rule; returns true if no rule is broken. */
static inline bool gpb_vertex_element_validate(const uint8_t *bytes, size_t size, schema_faults *faults)
{
    const size_t before = faults->count;
    if (size < GPB_VERTEX_ELEMENT_SIZE)
        schema_report(faults, "truncated", "truncated", "VertexElement", 0);
    else
        gpb_vertex_element_check(bytes, 0, faults);
    return faults->count == before;
}

/* Calls X with the name, the type and the size of every record. */
#define GPB_RECORDS(X) \
    X("Bounds", gpb_bounds, GPB_BOUNDS_SIZE) \
    X("VertexElement", gpb_vertex_element, GPB_VERTEX_ELEMENT_SIZE)

#endif
