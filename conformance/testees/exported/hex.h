/* Bytes as hexadecimal digits, for the programs here. */
#ifndef HEX_H
#define HEX_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static inline int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Memory of exactly this size, so that a sanitizer sees what reads past it. */
static inline uint8_t *new_bytes(size_t size)
{
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    if (bytes == NULL)
        exit(3);
    return bytes;
}

/* The bytes of digits, in memory of their own; a null pointer when they are no pairs of digits. */
static inline uint8_t *unhex(const char *text, size_t digits, size_t *size)
{
    if (digits % 2 != 0)
        return NULL;
    *size = digits / 2;
    uint8_t *bytes = new_bytes(*size);
    for (size_t i = 0; i < *size; i++) {
        const int high = hex_digit(text[2 * i]);
        const int low = hex_digit(text[2 * i + 1]);
        if (high < 0 || low < 0) {
            free(bytes);
            return NULL;
        }
        bytes[i] = (uint8_t)(high * 16 + low);
    }
    return bytes;
}

static inline void print_hex(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
}

#endif
