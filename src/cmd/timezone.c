#include "config.h"

#include "src/cmd/timezone.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "src/base/text.h"

/* What TZ means when it is not set. */
static const char unset[] = ":/etc/localtime";

#define NAME_LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+-/"

/* Of a name that begins with a letter and has no dots no path leaves the folder. */
static bool is_name(const char *name)
{
    return *name && *name != '/' && strlen(name) < ZONE_TEXT &&
           strspn(name, NAME_LETTERS) == strlen(name);
}

static bool is_zone_file(const char *name)
{
    static const char magic[] = {'T', 'Z', 'i', 'f'};
    const char *folder = getenv("TZDIR");
    char path[PATH_MAX], head[sizeof magic];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "/usr/share/zoneinfo", name);
    FILE *file = fopen(path, "rbe");
    bool read = file && fread(head, 1, sizeof head, file) == sizeof head;
    if (file)
        fclose(file);
    return read && memcmp(head, magic, sizeof magic) == 0;
}

/* The C library knows UTC without the tz database. */
bool timezone_known(const char *name)
{
    return is_name(name) && (strcmp(name, "UTC") == 0 || is_zone_file(name));
}

static bool take_name(const char *name, char out[ZONE_TEXT])
{
    if (!timezone_known(name))
        return false;
    text_copy(out, ZONE_TEXT, name);
    return true;
}

static bool name_of_link(char out[ZONE_TEXT])
{
    static const char folder[] = "zoneinfo/";
    char target[PATH_MAX];
    ssize_t length = readlink("/etc/localtime", target, sizeof target - 1);
    if (length <= 0)
        return false;
    target[length] = '\0';
    const char *name = strstr(target, folder);
    return name && take_name(name + sizeof folder - 1, out);
}

static bool name_of_file(char out[ZONE_TEXT])
{
    char line[ZONE_TEXT] = "";
    FILE *file = fopen("/etc/timezone", "re");
    bool read = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    line[strcspn(line, "\n")] = '\0';
    return read && take_name(line, out);
}

void timezone_of_machine(char out[ZONE_TEXT])
{
    const char *set = getenv("TZ");
    bool is_set = set && strcmp(set, unset) != 0;
    if (is_set && take_name(set + (*set == ':'), out))
        return;
    if (!is_set && (name_of_link(out) || name_of_file(out)))
        return;
    text_copy(out, ZONE_TEXT, "UTC");
}

void timezone_make_room(void)
{
    setenv("TZ", unset, 0);
}

void timezone_use(const char *name)
{
    const char *set = getenv("TZ");
    if ((set && strcmp(set, name) == 0) || !timezone_known(name))
        return;
    setenv("TZ", name, 1);
    tzset();
}
