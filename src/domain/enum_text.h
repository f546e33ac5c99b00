/* A pair of functions from one table of names: TYPE_name(value) and TYPE_parse(text, out). */
#ifndef LOGE_DOMAIN_ENUM_TEXT_H
#define LOGE_DOMAIN_ENUM_TEXT_H

#include <assert.h>
#include <stdbool.h>
#include <string.h>

#include "src/base/attr.h"

/* Index of text in names, or -1. */
static inline int enum_find(const char *const *names, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return i;
    return -1;
}

/* Each of the count values has its name, or this does not compile. */
#define ENUM_TEXT(type, names, count)                                         \
    _Static_assert(COUNT_OF(names) == (count), "every " #type " has a name"); \
    const char *type##_name(enum type value)                                  \
    {                                                                         \
        assert((unsigned)value < (unsigned)COUNT_OF(names));                  \
        return (names)[value];                                                \
    }                                                                         \
    bool type##_parse(const char *text, enum type *out)                       \
    {                                                                         \
        int found = enum_find((names), COUNT_OF(names), text);                \
        if (found >= 0)                                                       \
            *out = (enum type)found;                                          \
        return found >= 0;                                                    \
    }

#endif
