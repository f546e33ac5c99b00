#include "config.h"

#include "src/api/route.h"

#include <string.h>

#include "src/base/text.h"

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool is_plain(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
            return false;
    return text_valid(text, length);
}

const char *route_decode(const char *text, size_t length, struct arena *arena)
{
    char *out = arena_alloc(arena, length + 1);
    size_t used = 0;
    for (size_t i = 0; i < length; i++) {
        int high = -1, low = -1;
        if (text[i] == '%' && i + 2 < length) {
            high = digit_of(text[i + 1]);
            low = digit_of(text[i + 2]);
        }
        if (text[i] != '%') {
            out[used++] = text[i];
        } else if (high < 0 || low < 0) {
            return NULL;
        } else {
            out[used++] = (char)(high * 16 + low);
            i += 2;
        }
    }
    return is_plain(out, used) ? out : NULL;
}

static size_t part_length(const char *at)
{
    return strcspn(at, "/");
}

static bool is_variable(const char *pattern)
{
    return *pattern == '{';
}

/* Both stand behind a '/'. */
static bool same_part(const char *pattern, const char *path)
{
    size_t length = part_length(path);
    if (is_variable(pattern))
        return length > 0;
    return part_length(pattern) == length && memcmp(pattern, path, length) == 0;
}

static bool matches(const char *pattern, const char *path)
{
    while (*pattern == '/' && *path == '/') {
        pattern++;
        path++;
        if (!same_part(pattern, path))
            return false;
        pattern += part_length(pattern);
        path += part_length(path);
    }
    return !*pattern && !*path;
}

static bool takes(const struct route *route, const char *method)
{
    return strcmp(route->method, method) == 0 ||
           (strcmp(method, "HEAD") == 0 && strcmp(route->method, "GET") == 0);
}

static bool climbs(const char *part)
{
    return strcmp(part, ".") == 0 || strcmp(part, "..") == 0 || strchr(part, '/') != NULL;
}

static bool take_parts(const char *pattern, const char *path, struct arena *arena,
                       const char *part[ROUTE_PARTS])
{
    int count = 0;
    while (*pattern == '/') {
        pattern++;
        path++;
        if (is_variable(pattern)) {
            const char *text = route_decode(path, part_length(path), arena);
            if (!text || climbs(text) || count == ROUTE_PARTS)
                return false;
            part[count++] = text;
        }
        pattern += part_length(pattern);
        path += part_length(path);
    }
    return true;
}

enum route_found route_find(const struct route *table, const char *method, const char *path,
                            struct arena *arena, const char *part[ROUTE_PARTS],
                            const struct route **route)
{
    enum route_found found = ROUTE_NONE;
    if (strlen(path) >= URL_MAX || !is_plain(path, strlen(path)))
        return ROUTE_BAD_PATH;
    for (; table->method; table++) {
        if (!matches(table->path, path))
            continue;
        found = ROUTE_OTHER_METHOD;
        if (!takes(table, method))
            continue;
        if (!take_parts(table->path, path, arena, part))
            return ROUTE_BAD_PATH;
        *route = table;
        return ROUTE_FOUND;
    }
    return found;
}

const char *route_methods(const struct route *table, const char *path, struct arena *arena)
{
    const char *methods = "";
    for (; table->method; table++)
        if (matches(table->path, path))
            methods = arena_printf(arena, "%s%s%s%s", methods, *methods ? ", " : "", table->method,
                                   strcmp(table->method, "GET") == 0 ? ", HEAD" : "");
    return methods;
}
