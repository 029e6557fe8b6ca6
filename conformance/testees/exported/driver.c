/*
 * Asks an exported header what it makes of records.
 *
 * Compiled with HEADER, the file, and RECORDS, the macro that lists its records. Reads lines "NAME HEX" and answers each
 * with the faults, "kind code offset;", then "=" and the record as it is written again, or "=" alone when it was not read.
 */
#include HEADER

#include <stdio.h>
#include <stdlib.h>

enum { ROOM = 64 };

static char line[1 << 20];

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The bytes of hexadecimal digits, in memory of exactly that size, so that a sanitizer sees what reads past it. */
static uint8_t *unhex(const char *text, size_t *size)
{
    *size = strlen(text) / 2;
    uint8_t *bytes = malloc(*size > 0 ? *size : 1);
    if (bytes == NULL)
        exit(3);
    for (size_t i = 0; i < *size; i++) {
        const int high = digit(text[2 * i]);
        const int low = digit(text[2 * i + 1]);
        if (high < 0 || low < 0)
            exit(4);
        bytes[i] = (uint8_t)(high * 16 + low);
    }
    return bytes;
}

static void print_faults(const schema_faults *faults)
{
    for (size_t i = 0; i < faults->count && i < ROOM; i++)
        printf("%s %s %zu;", faults->list[i].kind, faults->list[i].code, faults->list[i].offset);
    printf("=");
}

/* Answers when the record has this name. */
#define ANSWER(name, type, record_size)                                  \
    if (!answered && strcmp(line, name) == 0) {                          \
        type value;                                                      \
        type##_validate(bytes, size, &faults);                           \
        print_faults(&faults);                                           \
        if (type##_read(&value, bytes, size)) {                          \
            uint8_t *again = malloc(record_size);                        \
            if (again == NULL)                                           \
                exit(3);                                                 \
            type##_write(&value, again);                                 \
            for (size_t i = 0; i < (record_size); i++)                   \
                printf("%02x", again[i]);                                \
            free(again);                                                 \
        }                                                                \
        answered = true;                                                 \
    }

int main(void)
{
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        char *space = strchr(line, ' ');
        if (space == NULL)
            return 4;
        *space = 0;
        size_t size;
        uint8_t *bytes = unhex(space + 1, &size);
        schema_fault list[ROOM];
        schema_faults faults = {list, ROOM, 0};
        bool answered = false;
        RECORDS(ANSWER)
        if (!answered)
            return 5;
        printf("\n");
        free(bytes);
    }
    return 0;
}
