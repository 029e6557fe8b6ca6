/* A small reader of BPX containers, versions 1 and 2, without compression. A command for each case:
   cc -O2 -o bpx-c bpx.c; bpx conform run --oneshot './bpx-c {op} {in}' --format bpx */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse(const char *class, const char *why) {
    printf("{\"result\":\"reject\",\"class\":\"%s\",\"message\":\"%s\"}\n", class, why);
    return 1;
}

static uint64_t number(const uint8_t *at, int size) {
    uint64_t value = 0;
    while (size-- > 0) value = value << 8 | at[size];
    return value;
}

static uint32_t sum(const uint8_t *bytes, uint64_t size) {
    uint32_t total = 0;
    while (size-- > 0) total += *bytes++;
    return total;
}

static int check(const uint8_t *data, uint64_t size) {
    if (size < 40) return refuse("truncated", "no whole header");
    if (memcmp(data, "BPX", 3)) return refuse("bad-magic", "no BPX file");
    uint64_t version = number(data + 20, 4), count = number(data + 16, 4), end = 40 + 24 * count;
    if (version != 1 && version != 2) return refuse("unsupported-version", "unknown version");
    if (end > size) return refuse("truncated", "no room for the section table");
    uint32_t total = sum(data, 4) + sum(data + 8, end - 8);
    if (total != number(data + 4, 4)) return refuse("checksum-mismatch", "the header's checksum differs");
    if (number(data + 8, 8) > size) return refuse("truncated", "the file is cut off");
    for (const uint8_t *entry = data + 40; entry < data + end; entry += 24) {
        uint64_t pointer = number(entry, 8), length = number(entry + 12, 4);
        if (entry[21] & 7) return 89; /* compressed, or under a CRC-32: not for this reader */
        if (pointer > size || length > size - pointer) return refuse("out-of-bounds", "a section ends after the file");
        int wrong = entry[21] & 8 && sum(data + pointer, length) != number(entry + 16, 4);
        if (wrong) return refuse("checksum-mismatch", "the checksum of a section differs");
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc != 3 || strcmp(argv[1], "validate")) return 89;
    FILE *file = fopen(argv[2], "rb");
    if (!file || fseek(file, 0, SEEK_END)) return 2;
    long size = ftell(file);
    uint8_t *data = malloc(size > 0 ? size : 1);
    rewind(file);
    if (size < 0 || !data || fread(data, 1, size, file) != (size_t)size) return 2;
    return check(data, size);
}
