/* Asks `bpx_answer` all cases, or those whose ids begin with an argument; prints what differs, and the counts. */
#include "cases.h"

#include <stdio.h>
#include <string.h>

static int is_one_of(const char *word, const char *const *words)
{
    for (; *words; words++)
        if (!strcmp(word, *words))
            return 1;
    return 0;
}

const char *bpx_judge(const struct bpx_case *question, int result, const struct bpx_answer *answer)
{
    static const char *const writes[] = {"encode", "roundtrip", "canonicalize", "record", NULL};
    char digest[65];
    if (result == BPX_REJECT)
        return question->reject ? NULL : "rejected";
    if (!question->accept)
        return "accepted";
    for (const struct bpx_value *value = question->values; value->path; value++) {
        const char *found = answer->model ? bpx_value_at(answer->model, value->path) : NULL;
        if (!answer->model)
            return "no-model";
        if (!found || !bpx_is_wanted(found, value->json))
            return value->path;
    }
    if (!is_one_of(question->op, writes) || (!question->same_bytes && !question->sha256))
        return NULL;
    if (!answer->bytes.at)
        return "no-bytes";
    if (question->same_bytes && (answer->bytes.size != question->input.size ||
                                 memcmp(answer->bytes.at, question->input.at, question->input.size)))
        return "other-bytes";
    bpx_sha256(answer->bytes, digest);
    return question->sha256 && strcmp(question->sha256, digest) ? "other-bytes" : NULL;
}

int main(int count, char **arguments)
{
    static const char *const levels[] = {"must", "should", "may"};
    const char *beginning = count > 1 ? arguments[1] : "";
    size_t passed = 0, failed = 0, skipped = 0, binding = 0;
    for (size_t i = 0; i < bpx_case_count; i++) {
        const struct bpx_case *question = &bpx_cases[i];
        struct bpx_answer answer = {0};
        if (strncmp(question->id, beginning, strlen(beginning)))
            continue;
        /* Both need a runner that reads what was written. */
        const int unable = question->decodes || !strcmp(question->op, "unpack");
        const int result = unable ? BPX_SKIP : bpx_answer(question, &answer);
        if (result == BPX_SKIP) {
            skipped++;
            continue;
        }
        const char *wrong = bpx_judge(question, result, &answer);
        if (!wrong) {
            passed++;
            continue;
        }
        failed++;
        binding += question->level == BPX_MUST;
        printf("%s fails: %s (%s)\n    %s\n    expected %s", question->id, wrong, levels[question->level], question->title,
               question->verdict);
        printf(answer.message ? ": %s\n" : "\n", answer.message);
    }
    printf("%zu passed, %zu failed, %zu skipped of %zu\n", passed, failed, skipped, passed + failed + skipped);
    return binding ? 1 : passed + failed + skipped == 0 ? 2 : 0;
}
