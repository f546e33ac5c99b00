#include "config.h"

#include "src/cmd/till_room.h"

#include <fcntl.h>
#include <libgen.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "src/base/paths.h"
#include "src/cmd/intl.h"

#define MEGABYTE ((int64_t)1024 * 1024)

/* An act writes some ten kilobytes; the last megabyte is for what the house answers. */
static const int64_t reserve_bytes = MEGABYTE, low_water_bytes = 4 * MEGABYTE;

static void reserve_name(const char *path, char out[PATH_TEXT + 16])
{
    snprintf(out, PATH_TEXT + 16, "%s.reserve", path);
}

/* -1: nobody can tell. */
static int64_t room_at(const char *path)
{
    char folder[PATH_TEXT];
    struct statvfs disk;
    snprintf(folder, sizeof folder, "%s", path);
    if (statvfs(dirname(folder), &disk) != 0)
        return -1;
    return (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
}

void till_room_keep(const char *path)
{
    char name[PATH_TEXT + 16];
    reserve_name(path, name);
    if (room_at(path) < low_water_bytes + reserve_bytes)
        return;
    int fd = open(name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0)
        return;
    if (posix_fallocate(fd, 0, reserve_bytes) != 0)
        (void)unlink(name);
    close(fd);
}

void till_room_yield(const char *path)
{
    char name[PATH_TEXT + 16];
    int64_t room = room_at(path);
    reserve_name(path, name);
    if (room >= 0 && room < reserve_bytes)
        (void)unlink(name);
}

bool till_room_left(const char *path, char *sentence, size_t size)
{
    int64_t room = room_at(path);
    if (room < 0 || room >= low_water_bytes)
        return true;
    snprintf(
        sentence, size,
        _("The disk of this till is almost full (%lld kB free): nothing more can be sold until "
          "there is room, or the house is back. Nothing was changed."),
        (long long)(room / 1024));
    return false;
}
