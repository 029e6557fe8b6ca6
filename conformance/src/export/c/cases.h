/* The conformance suite as tables. Write `bpx_answer`, compile all files, and run the program. */
#ifndef BPX_CASES_H
#define BPX_CASES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes, or none: then `at` is null. */
struct bpx_bytes {
    const unsigned char *at;
    size_t size;
};

/* A value that is wanted of the model: where, and what, in JSON. */
struct bpx_value {
    const char *path;
    const char *json;
};

enum bpx_level { BPX_MUST, BPX_SHOULD, BPX_MAY };

struct bpx_case {
    const char *id;
    const char *title;
    /* identify, decode, validate, encode, roundtrip, canonicalize, unpack or record */
    const char *op;
    const char *format;
    /* For record: the name of the structure; else null. */
    const char *record;
    /* The version of the format, or -1 if it does not matter. */
    long version;
    enum bpx_level level;
    /* The features that are needed; a null ends them. */
    const char *const *features;
    /* The file; for encode, the JSON of the model. */
    struct bpx_bytes input;
    /* For BLK: the names that files share, and the dictionary of the compression. */
    struct bpx_bytes names;
    struct bpx_bytes dict;
    /* What is allowed, in words, and whether that is to accept and to refuse the bytes. */
    const char *verdict;
    int accept;
    int reject;
    /* The values of the model; the path of the last is null. */
    const struct bpx_value *values;
    /* Whether the bytes that are written have to be those of the input. */
    int same_bytes;
    /* The SHA-256 of the bytes that are written, or null. */
    const char *sha256;
    /* Whether a reader is needed to judge what is written. */
    int decodes;
};

extern const char bpx_suite_version[];
extern const struct bpx_case bpx_cases[];
extern const size_t bpx_case_count;

enum bpx_result { BPX_OK, BPX_REJECT, BPX_SKIP };

/* What a program says to a case. What the pointers lead to has to last until the next question. */
struct bpx_answer {
    /* Why it was refused or skipped, or null. */
    const char *message;
    /* For decode and identify: the model in JSON. */
    const char *model;
    /* For encode, roundtrip, canonicalize and record: the bytes that were written. */
    struct bpx_bytes bytes;
};

/* Yours: answers a case; returns one of `bpx_result`. The answer is empty before. */
int bpx_answer(const struct bpx_case *question, struct bpx_answer *answer);

/* Returns whether a value is one that a case wants; both are texts of JSON. */
int bpx_is_wanted(const char *found, const char *wanted);

/* Returns the value at a path in a model, or null; the empty path is the whole model. */
const char *bpx_value_at(const char *model, const char *path);

/* Returns what is wrong with an answer in a word, or null. */
const char *bpx_judge(const struct bpx_case *question, int result, const struct bpx_answer *answer);

/* Writes the SHA-256 of bytes in hexadecimal. */
void bpx_sha256(struct bpx_bytes bytes, char text[65]);

#ifdef __cplusplus
}
#endif

#endif
