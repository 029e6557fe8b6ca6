/* Just enough JSON for questions: the members of one object, in any order, whose values are texts, numbers, or passed over. */
#ifndef JSON_H
#define JSON_H

#include "hex.h"

#include <stdbool.h>
#include <string.h>

/* A part of the line; an escape takes at least as much room as its meaning, so that texts are unescaped in place. */
typedef struct json_text {
    char *at;
    size_t size;
} json_text;

/* A value: a text without its quotes and escapes, or anything else as it is spelled. */
typedef struct json_value {
    json_text text;
    bool is_text;
} json_value;

/* A place in the line, which ends with a zero. */
typedef struct json_scanner {
    char *at;
    bool ok;
} json_scanner;

static inline bool json_is(json_text text, const char *word)
{
    return text.size == strlen(word) && memcmp(text.at, word, text.size) == 0;
}

/* The character after white space. */
static inline char json_next(json_scanner *json)
{
    json->at += strspn(json->at, " \t\r\n");
    return *json->at;
}

/* Passes a character, when it is there. */
static inline bool json_pass(json_scanner *json, char wanted)
{
    if (json_next(json) != wanted)
        return false;
    json->at++;
    return true;
}

static inline uint32_t json_unit(json_scanner *json)
{
    uint32_t unit = 0;
    for (int i = 0; i < 4; i++) {
        const int digit = hex_digit(*json->at);
        if (digit < 0) {
            json->ok = false;
            return 0;
        }
        unit = unit * 16 + (uint32_t)digit;
        json->at++;
    }
    return unit;
}

/* The character of \u, which two of them are when the first is half of one, as UTF-8. */
static inline char *json_unicode(json_scanner *json, char *out)
{
    uint32_t one = json_unit(json);
    if (one >= 0xd800 && one < 0xe000) {
        const bool pair = one < 0xdc00 && json->ok && json->at[0] == '\\' && json->at[1] == 'u';
        json->at += pair ? 2 : 0;
        const uint32_t low = pair ? json_unit(json) : 0;
        json->ok = json->ok && low >= 0xdc00 && low < 0xe000;
        one = 0x10000 + ((one & 0x3ff) << 10) + (low & 0x3ff);
    }
    const int more = one < 0x80 ? 0 : one < 0x800 ? 1 : one < 0x10000 ? 2 : 3;
    const uint32_t lead[] = {0, 0xc0, 0xe0, 0xf0};
    *out++ = (char)(lead[more] | one >> 6 * more);
    for (int i = more - 1; i >= 0; i--)
        *out++ = (char)(0x80 | (one >> 6 * i & 0x3f));
    return out;
}

/* A text after its first quote. */
static inline json_text json_string(json_scanner *json)
{
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    char *const start = json->at, *out = json->at;
    while (json->ok && *json->at != '"') {
        if ((unsigned char)*json->at < 0x20) {
            /* The end of the line too. */
            json->ok = false;
        } else if (*json->at != '\\') {
            *out++ = *json->at++;
        } else if (json->at++, *json->at == 'u') {
            json->at++;
            out = json_unicode(json, out);
        } else {
            const char *escape = *json->at != 0 ? strchr(escapes, *json->at) : NULL;
            json->ok = escape != NULL;
            if (json->ok) {
                *out++ = meant[escape - escapes];
                json->at++;
            }
        }
    }
    json->at += json->ok ? 1 : 0;
    return (json_text){start, (size_t)(out - start)};
}

/* A value; lists and objects are passed over, whatever is in them. */
static inline json_value json_any(json_scanner *json)
{
    if (json_pass(json, '"'))
        return (json_value){json_string(json), true};
    char *const start = json->at;
    size_t depth = 0;
    do {
        const char one = json_next(json);
        if (one == '"') {
            json->at++;
            json_string(json);
        } else if (one == '[' || one == '{') {
            depth++;
            json->at++;
        } else if (depth > 0 && one != 0 && strchr("]},:", one) != NULL) {
            depth -= one == ']' || one == '}' ? 1 : 0;
            json->at++;
        } else {
            const size_t size = strcspn(json->at, "[]{},:\" \t\r\n");
            json->ok = json->ok && size > 0;
            json->at += size;
        }
    } while (json->ok && depth > 0);
    return (json_value){{start, (size_t)(json->at - start)}, false};
}

/* The next member of an object whose brace was passed; false at its end, or when there is none. */
static inline bool json_member(json_scanner *json, json_text *name, json_value *value, bool first)
{
    if (json_pass(json, '}'))
        return false;
    json->ok = (first || json_pass(json, ',')) && json_pass(json, '"');
    if (!json->ok)
        return false;
    *name = json_string(json);
    json->ok = json->ok && json_pass(json, ':');
    *value = json->ok ? json_any(json) : (json_value){{json->at, 0}, false};
    return json->ok;
}

/* A number without a sign, a point or an exponent. */
static inline uint64_t json_number(json_scanner *json, json_value value)
{
    uint64_t number = 0;
    json->ok = json->ok && !value.is_text && value.text.size > 0 && value.text.size < 20;
    for (size_t i = 0; json->ok && i < value.text.size; i++) {
        json->ok = value.text.at[i] >= '0' && value.text.at[i] <= '9';
        number = number * 10 + (uint64_t)(value.text.at[i] - '0');
    }
    return number;
}

#endif
