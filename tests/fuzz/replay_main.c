/*
 * Feeds files to a fuzz target one by one, as libFuzzer does when it is given file names, so that
 * `make check` replays every corpus with any compiler. Arguments are files or folders of files.
 */
#include "config.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void give_up(const char *path)
{
    perror(path);
    exit(1);
}

/* The buffer is exactly as large as the file: a sanitizer sees the first byte read past its end. */
static void replay_file(const char *path, size_t size)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = malloc(size ? size : 1);
    if (!file || !data || fread(data, 1, size, file) != size)
        give_up(path);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static void replay(const char *path);

static void replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    if (!folder)
        give_up(path);
    for (struct dirent *entry; (entry = readdir(folder));) {
        char inside[4096];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name);
        replay(inside);
    }
    closedir(folder);
}

static void replay(const char *path)
{
    struct stat info;
    if (stat(path, &info) < 0)
        give_up(path);
    if (S_ISDIR(info.st_mode))
        replay_folder(path);
    else
        replay_file(path, (size_t)info.st_size);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    return 0;
}
