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
