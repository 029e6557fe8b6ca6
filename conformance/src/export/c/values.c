/* Compares values of a model with those that a case wants, in texts of JSON. What is not JSON equals nothing. */
#include "cases.h"

#include <stdlib.h>
#include <string.h>

static const char *blank(const char *at)
{
    return at + strspn(at, " \t\r\n");
}

/* Returns the end of a text, which begins after its quote. */
static const char *text_end(const char *at)
{
    while (*at && *at != '"')
        at += at[0] == '\\' && at[1] ? 2 : 1;
    return *at ? at + 1 : NULL;
}

/* Returns the end of a value, or null. */
static const char *value_end(const char *at)
{
    size_t depth = 0;
    at = blank(at);
    do {
        at += strspn(at, " \t\r\n,:");
        if (*at == '"') {
            at = text_end(at + 1);
            if (!at)
                return NULL;
        } else if (*at == '[' || *at == '{') {
            depth++;
            at++;
        } else if (*at == ']' || *at == '}') {
            if (!depth)
                return NULL;
            depth--;
            at++;
        } else {
            const size_t size = strcspn(at, " \t\r\n,:]}");
            if (!size)
                return NULL;
            at += size;
        }
    } while (depth);
    return at;
}

/* Appends a character in UTF-8. */
static char *put(char *to, unsigned long code)
{
    if (code < 0x80) {
        *to++ = (char)code;
        return to;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const int marks[] = {0, 0xc0, 0xe0, 0xf0};
    *to++ = (char)(marks[more] | (int)(code >> (6 * more)));
    for (int part = more - 1; part >= 0; part--)
        *to++ = (char)(0x80 | ((code >> (6 * part)) & 0x3f));
    return to;
}

static unsigned long unit(const char *at)
{
    char digits[5] = {0};
    strncpy(digits, at, 4);
    return strtoul(digits, NULL, 16);
}

/* Returns a text without its quotes and escapes, which the caller frees, and its size; null if it is none. */
static char *text(const char *at, size_t *size)
{
    at = blank(at);
    const char *end = *at == '"' ? text_end(at + 1) : NULL;
    char *made = end ? malloc((size_t)(end - at) + 1) : NULL;
    if (!made)
        return NULL;
    char *to = made;
    for (at++; at < end - 1; at++) {
        if (*at != '\\') {
            *to++ = *at;
            continue;
        }
        static const char names[] = "bfnrt", means[] = "\b\f\n\r\t";
        const char *name = strchr(names, *++at);
        if (*at != 'u') {
            *to++ = name ? means[name - names] : *at;
            continue;
        }
        unsigned long code = unit(at + 1);
        at += 4;
        if (code >= 0xd800 && code < 0xdc00 && at[1] == '\\' && at[2] == 'u') {
            code = 0x10000 + ((code - 0xd800) << 10) + (unit(at + 3) - 0xdc00);
            at += 6;
        }
        to = put(to, code);
    }
    *to = 0;
    *size = (size_t)(to - made);
    return made;
}

static int same_text(const char *a, const char *b)
{
    size_t sizes[2] = {0, 0};
    char *texts[2] = {text(a, &sizes[0]), text(b, &sizes[1])};
    const int same = texts[0] && texts[1] && sizes[0] == sizes[1] && !memcmp(texts[0], texts[1], sizes[0]);
    free(texts[0]);
    free(texts[1]);
    return same;
}

/* Returns the first member or element after a bracket, or null. */
static const char *first(const char *at, char open)
{
    at = blank(at);
    if (*at != open)
        return NULL;
    at = blank(at + 1);
    return *at == ']' || *at == '}' || !*at ? NULL : at;
}

/* Returns what follows an element or the value of a member, or null. */
static const char *next(const char *at)
{
    at = value_end(at);
    at = at ? blank(at) : "";
    return *at == ',' ? blank(at + 1) : NULL;
}

/* Returns the value of a member that begins with its name. */
static const char *member_value(const char *at)
{
    at = value_end(at);
    at = at ? blank(at) : "";
    return *at == ':' ? blank(at + 1) : "";
}

/* Returns the value of a member by its name, which is a text of JSON; null if there is none. */
static const char *member(const char *object, const char *name)
{
    for (const char *at = first(object, '{'); at; at = next(member_value(at)))
        if (same_text(at, name))
            return member_value(at);
    return NULL;
}

/* A number as its digits without zeros at the ends, and the power of ten after them. */
struct number {
    int negative;
    char digits[400];
    size_t count;
    long power;
};

static int number(const char *at, int in_text, struct number *made)
{
    const char end = in_text ? '"' : 0;
    long shift = 0;
    int point = 0, any = 0;
    memset(made, 0, sizeof *made);
    at = blank(at);
    if (in_text && *at++ != '"')
        return 0;
    made->negative = *at == '-';
    for (at += made->negative; (*at >= '0' && *at <= '9') || (*at == '.' && !in_text && !point); at++) {
        if (*at == '.') {
            point = 1;
            continue;
        }
        any = 1;
        shift -= point;
        if (made->count == 0 && *at == '0')
            continue;
        if (made->count == sizeof made->digits)
            return 0;
        made->digits[made->count++] = *at;
    }
    if (!in_text && (*at == 'e' || *at == 'E'))
        shift += strtol(at + 1, (char **)&at, 10);
    if (!any || (end ? *at != end : *at && !strchr(" \t\r\n,]}", *at)))
        return 0;
    for (; made->count && made->digits[made->count - 1] == '0'; made->count--)
        shift++;
    made->power = made->count ? shift : 0;
    made->negative = made->negative && made->count;
    return 1;
}

static int is_text(const char *at)
{
    return *blank(at) == '"';
}

/* Compares numbers as such: 10 is 10.0, and a text of decimal digits is a whole number. */
static int same_number(const char *found, const char *wanted)
{
    struct number a, b;
    if (!number(found, is_text(found), &a) || !number(wanted, is_text(wanted), &b))
        return 0;
    if (a.power < 0 && b.power < 0)
        return strtod(blank(found), NULL) == strtod(blank(wanted), NULL);
    const int same = a.count == b.count && !memcmp(a.digits, b.digits, a.count);
    return same && a.power == b.power && a.negative == b.negative;
}

static int same_float(const char *found, const char *wanted)
{
    struct number a;
    if (is_text(found) || !number(found, 0, &a))
        return 0;
    const double value = strtod(blank(found), NULL);
    if (value > 3.4028235677973366e38 || value < -3.4028235677973366e38)
        return 0;
    return (float)value == (float)strtod(blank(wanted), NULL);
}

/* Returns the bits that a value {"bits": "0x7fc00001"} states. */
static int bits(const char *at, unsigned long long *made)
{
    size_t size = 0;
    const char *stated = member(at, "\"bits\"");
    char *digits = stated ? text(stated, &size) : NULL;
    const int fine = digits && size > 2 && digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X') &&
                     strspn(digits + 2, "0123456789abcdefABCDEF") == size - 2;
    *made = fine ? strtoull(digits + 2, NULL, 16) : 0;
    free(digits);
    return fine;
}

/* Returns the value of an object with this one member, or null. */
static const char *form(const char *wanted, const char *name)
{
    const char *at = first(wanted, '{');
    return at && same_text(at, name) && !next(member_value(at)) ? member_value(at) : NULL;
}

int bpx_is_wanted(const char *found, const char *wanted)
{
    unsigned long long a, b;
    const char *inner;
    found = blank(found);
    wanted = blank(wanted);
    if ((inner = form(wanted, "\"f32\"")))
        return same_float(found, inner);
    if (form(wanted, "\"bits\""))
        return bits(found, &a) && bits(wanted, &b) && a == b;
    if ((inner = form(wanted, "\"any\""))) {
        for (const char *one = first(inner, '['); one; one = next(one))
            if (bpx_is_wanted(found, one))
                return 1;
        return 0;
    }
    if (*wanted == '[') {
        if (*found != '[')
            return 0;
        const char *one = first(found, '['), *other = first(wanted, '[');
        for (; one && other; one = next(one), other = next(other))
            if (!bpx_is_wanted(one, other))
                return 0;
        return !one && !other;
    }
    if (*wanted == '{') {
        if (*found != '{')
            return 0;
        for (const char *at = first(wanted, '{'); at; at = next(member_value(at))) {
            const char *value = member(found, at);
            if (!value || !bpx_is_wanted(value, member_value(at)))
                return 0;
        }
        return 1;
    }
    if (is_text(found) && is_text(wanted))
        return same_text(found, wanted);
    if (strchr("tfn", *wanted) && *wanted) {
        const size_t size = strcspn(wanted, " \t\r\n,]}");
        return strcspn(found, " \t\r\n,]}") == size && !memcmp(found, wanted, size);
    }
    return same_number(found, wanted);
}

const char *bpx_value_at(const char *model, const char *path)
{
    while (model && *path) {
        path += *path == '.';
        if (*path == '[') {
            char *end;
            unsigned long index = strtoul(path + 1, &end, 10);
            for (model = first(model, '['); model && index; index--)
                model = next(model);
            path = *end ? end + 1 : end;
            continue;
        }
        const size_t size = strcspn(path, ".[");
        char *name = malloc(size + 3);
        if (!name)
            return NULL;
        name[0] = name[size + 1] = '"';
        memcpy(name + 1, path, size);
        name[size + 2] = 0;
        model = member(model, name);
        free(name);
        path += size;
    }
    return model;
}
