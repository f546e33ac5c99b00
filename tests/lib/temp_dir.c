#include "config.h"

#include "tests/lib/temp_dir.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void temp_dir_make(char *path, size_t size)
{
    const char *base = getenv("TMPDIR");
    int length = snprintf(path, size, "%s/loge-test-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= size || !mkdtemp(path)) {
        perror("mkdtemp");
        abort();
    }
}

void temp_dir_remove(const char *path)
{
    DIR *folder = opendir(path);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    rmdir(path);
}

void temp_dir_in_memory(void)
{
    if (!getenv("TMPDIR") && access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 1);
}
