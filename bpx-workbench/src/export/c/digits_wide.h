/* The number that an expression takes digits for. */
static inline schema_wide schema_digits_number(const uint8_t *bytes, size_t size, unsigned base, bool packed)
{
    uint64_t value;
    return schema_digits(&value, bytes, size, base, packed) ? (schema_wide)value : -1;
}
