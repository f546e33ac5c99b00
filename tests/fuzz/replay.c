/*
 * Replays a corpus through a fuzz target as an ordinary test, one TAP line a file. The target
 * fuzz_NAME reads tests/fuzz/corpus/NAME. In a --enable-fuzzing build libFuzzer takes this place.
 */
#include "config.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PATH_TEXT = 4096 };

static bool replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    /* Exactly as large as the input, so that the address sanitizer sees a read past its end. */
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    bool whole = size >= 0 && data && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    if (whole)
        LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return whole;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static const char *target_name(const char *program)
{
    const char *base = strrchr(program, '/');
    base = base ? base + 1 : program;
    return strncmp(base, "fuzz_", 5) == 0 ? base + 5 : base;
}

int main(int argc, char **argv)
{
    const char *srcdir = getenv("srcdir");
    char dir[PATH_TEXT / 2], path[PATH_TEXT];
    snprintf(dir, sizeof dir, "%s/tests/fuzz/corpus/%s", srcdir ? srcdir : ".",
             target_name(argv[0]));
    struct dirent **entries;
    int count = scandir(dir, &entries, is_visible, alphasort);
    if (count <= 0) {
        printf("1..1\nnot ok 1 - no corpus in %s\n", dir);
        return 1;
    }
    LLVMFuzzerTestOneInput((const uint8_t *)"", 0);
    int failed = 0;
    printf("1..%d\n", count);
    for (int i = 0; i < count; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name);
        bool ok = replay(path);
        printf("%s %d - %s\n", ok ? "ok" : "not ok", i + 1, entries[i]->d_name);
        failed += !ok;
        free(entries[i]);
    }
    free(entries);
    return failed > 0;
}
