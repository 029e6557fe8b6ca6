/* The number that digits are; false when they are none. Two digits a byte are packed, others are ASCII. */
static inline bool schema_digits(uint64_t *value, const uint8_t *bytes, size_t size, unsigned base, bool packed)
{
    size_t at = 0;
    bool after = false;
    *value = 0;
    while (!packed && at < size && bytes[at] == ' ')
        at++;
    for (; at < size; at++) {
        const uint8_t byte = bytes[at];
        unsigned digits[2] = { 16, 16 };
        int count = 1;
        if (packed) {
            digits[0] = byte >> 4;
            digits[1] = byte & 0xf;
            count = 2;
        } else if (byte >= '0' && byte <= '9') {
            digits[0] = byte - (unsigned)'0';
        } else if (byte >= 'A' && byte <= 'F') {
            digits[0] = byte - (unsigned)'A' + 10;
        } else if (byte >= 'a' && byte <= 'f') {
            digits[0] = byte - (unsigned)'a' + 10;
        } else if (byte == ' ' || byte == 0) {
            after = true;
            continue;
        }
        if (after)
            return false;
        for (int i = 0; i < count; i++) {
            if (digits[i] >= base || *value > (UINT64_MAX - digits[i]) / base)
                return false;
            *value = *value * base + digits[i];
        }
    }
    return true;
}
