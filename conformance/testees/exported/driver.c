/*
 * Asks an exported header what it makes of records.
 *
 * Compiled with HEADER, the file, and RECORDS, the macro that lists its records. Reads lines "NAME HEX" and answers each
 * with the faults, "kind code offset;", then "=" and the record as it is written again, or "=" alone when it was not read.
 */
#include HEADER

#include "hex.h"

enum { ROOM = 1024 };

static char line[1 << 20];

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
            uint8_t *again = new_bytes(record_size);                     \
            type##_write(&value, again);                                 \
            print_hex(again, record_size);                               \
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
        uint8_t *bytes = unhex(space + 1, strlen(space + 1), &size);
        if (bytes == NULL)
            return 4;
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
