/* Up to 64 bits, most significant first: the first bit is the highest one of the first byte. */
static inline uint64_t schema_get_bits_big(const uint8_t *bytes, size_t first, size_t width)
{
    uint64_t value = 0;
    for (size_t i = 0; i < width; i++)
        value = value << 1 | (uint64_t)((bytes[(first + i) / 8] >> (7 - (first + i) % 8)) & 1);
    return value;
}

static inline void schema_put_bits_big(uint8_t *bytes, size_t first, size_t width, uint64_t value)
{
    for (size_t i = 0; i < width; i++) {
        const uint8_t bit = (uint8_t)(1u << (7 - (first + i) % 8));
        uint8_t *byte = &bytes[(first + i) / 8];
        *byte = (uint8_t)((value >> (width - 1 - i)) & 1 ? *byte | bit : *byte & ~bit);
    }
}

/* As schema_remainder_bits. */
static inline uint64_t schema_remainder_bits_big(const uint8_t *bytes, size_t first, size_t width, uint64_t divisor)
{
    uint64_t rest = 0;
    for (size_t i = 0; i < width; i++)
        rest = (rest << 1 | schema_get_bits_big(bytes, first + i, 1)) % divisor;
    return rest;
}
