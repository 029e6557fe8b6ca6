/*
 * Hands the questions of the suite about records to the exported headers, all of them in one program:
 *     cc -std=c11 -I exports -o exported-c adapter.c
 *
 * A header knows structure and field of a fault. That is its path when the field is one of the record itself; of a record
 * within it, the path is not reported.
 */
#include "bpat.h"
#include "blk.h"
#include "bpx.h"
#include "bpx_v0.h"
#include "gpb.h"

#include "json.h"

#define HELLO                                                                                          \
    "{\"protocol\":1,\"name\":\"exported-c\",\"version\":\"1\",\"language\":\"C\",\"ops\":[\"record\"]," \
    "\"formats\":{\"bpx\":[0,1,2],\"bpat\":[1],\"blk\":[],\"gpb\":[]}}"

/* A question; what it does not say is empty. */
typedef struct question {
    json_text cmd, op, format, record, hex, path;
    uint64_t seq, version;
    bool has_version;
    bool has_hex;
} question;

static char line[1 << 20];

static bool parse(question *ask)
{
    json_scanner json = {line, true};
    *ask = (question){0};
    json_text *const texts[] = {&ask->cmd, &ask->op, &ask->format, &ask->record, &ask->hex, &ask->path};
    static const char *const names[] = {"cmd", "op", "format", "record", "hex", "path"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        texts[i]->at = line;
    json_text name;
    json_value value;
    json.ok = json_pass(&json, '{');
    for (bool first = true; json.ok && json_member(&json, &name, &value, first); first = false) {
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (value.is_text && json_is(name, names[i]))
                *texts[i] = value.text;
        if (value.is_text && json_is(name, "hex"))
            ask->has_hex = true;
        if (json_is(name, "seq"))
            ask->seq = json_number(&json, value);
        if (json_is(name, "version")) {
            ask->version = json_number(&json, value);
            ask->has_version = true;
        }
    }
    return json.ok && json_next(&json) == 0;
}

/* No record comes near to this size, in bytes. */
enum { MOST = 1 << 20 };

/* The bytes of a question; a null pointer when it has none, or they cannot be read. */
static uint8_t *bytes_of(const question *ask, size_t *size)
{
    if (ask->path.size == 0)
        return ask->has_hex ? unhex(ask->hex.at, ask->hex.size, size) : NULL;
    ask->path.at[ask->path.size] = 0;
    FILE *file = fopen(ask->path.at, "rb");
    if (file == NULL)
        return NULL;
    uint8_t *bytes = new_bytes(MOST);
    *size = fread(bytes, 1, MOST, file);
    if (ferror(file) || !feof(file)) {
        free(bytes);
        bytes = NULL;
    }
    fclose(file);
    return bytes;
}

/* Words of a header, which need no escapes. */
static void print_fault(const schema_fault *fault, const char *record)
{
    printf("\"result\":\"reject\",\"class\":\"%s\",\"message\":\"%s\",\"offset\":%zu", fault->kind, fault->code, fault->offset);
    const size_t size = strlen(record);
    if (strncmp(fault->field, record, size) == 0 && (fault->field[size] == 0 || fault->field[size] == '.'))
        printf(",\"at\":\"%s\"", fault->field + size + (fault->field[size] == '.' ? 1 : 0));
}

/* Answers when the record has this name. */
#define ANSWER(name, type, record_size)                                  \
    if (json_is(record, name)) {                                         \
        type value;                                                      \
        if (!type##_validate(bytes, size, &faults)) {                    \
            print_fault(&first, name);                                   \
        } else if (type##_read(&value, bytes, size)) {                   \
            uint8_t *again = new_bytes(record_size);                     \
            type##_write(&value, again);                                 \
            printf("\"result\":\"ok\",\"hex\":\"");                      \
            print_hex(again, record_size);                               \
            printf("\"");                                                \
            free(again);                                                 \
        } else {                                                         \
            printf("\"result\":\"error\",\"message\":\"not read\"");     \
        }                                                                \
        return true;                                                     \
    }

/* Answers with one header; false when it has no such record. */
#define HEADER(name, RECORDS)                                            \
    static bool name(json_text record, const uint8_t *bytes, size_t size) \
    {                                                                    \
        schema_fault first = {"", "", "", 0};                            \
        schema_faults faults = {&first, 1, 0};                           \
        RECORDS(ANSWER)                                                  \
        return false;                                                    \
    }

HEADER(ask_bpat, BPAT_RECORDS)
HEADER(ask_blk, BLK_RECORDS)
HEADER(ask_bpx, BPX_RECORDS)
HEADER(ask_bpx_v0, BPX_V0_RECORDS)
HEADER(ask_gpb, GPB_RECORDS)

static bool answered(const question *ask, const uint8_t *bytes, size_t size)
{
    if (!json_is(ask->op, "record"))
        return false;
    if (json_is(ask->format, "bpx"))
        return (ask->has_version && ask->version == 0 ? ask_bpx_v0 : ask_bpx)(ask->record, bytes, size);
    return (json_is(ask->format, "bpat") && ask_bpat(ask->record, bytes, size))
        || (json_is(ask->format, "blk") && ask_blk(ask->record, bytes, size))
        || (json_is(ask->format, "gpb") && ask_gpb(ask->record, bytes, size));
}

int main(void)
{
    while (fgets(line, sizeof line, stdin) != NULL) {
        question ask;
        if (!parse(&ask)) {
            fprintf(stderr, "no question of the suite\n");
            return 4;
        }
        if (json_is(ask.cmd, "bye"))
            return 0;
        if (json_is(ask.cmd, "hello")) {
            printf(HELLO "\n");
        } else {
            size_t size = 0;
            uint8_t *bytes = bytes_of(&ask, &size);
            printf("{\"seq\":%llu,", (unsigned long long)ask.seq);
            if (bytes == NULL)
                printf("\"result\":\"error\",\"message\":\"neither digits in `hex` nor a readable `path`\"");
            else if (!answered(&ask, bytes, size))
                printf("\"result\":\"skip\",\"reason\":\"no such record\"");
            printf("}\n");
            free(bytes);
        }
        fflush(stdout);
    }
    return 0;
}
