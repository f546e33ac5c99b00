/* Fields of what travels as bytes and is no row of the house: the head of an act, a note, an
 * intent. */
#ifndef LOGE_DOMAIN_ROW_SENT_H
#define LOGE_DOMAIN_ROW_SENT_H

#include <stddef.h>

#include "src/base/attr.h"
#include "src/domain/row/row.h"

#define SENT_FIELD(type, member, of_kind, least, most)                                       \
    {                                                                                        \
        .offset = offsetof(struct type, member), .size = sizeof(((struct type *)0)->member), \
        .kind = of_kind, .low = least, .high = most                                          \
    }
#define SENT_TEXT(type, member)            SENT_FIELD(type, member, FIELD_TEXT, 0, 0)
#define SENT_ID(type, member)              SENT_FIELD(type, member, FIELD_ID, 0, 0)
#define SENT_WITHIN(type, member, low, hi) SENT_FIELD(type, member, FIELD_NUMBER, low, hi)
#define SENT_CHOICE(type, member, last)    SENT_WITHIN(type, member, 0, last)
#define SENT_INT(type, member)             SENT_WITHIN(type, member, INT32_MIN, INT32_MAX)
#define SENT_LONG(type, member)            SENT_WITHIN(type, member, INT64_MIN, INT64_MAX)
/* size 0: part of a larger struct, which the reader sets up itself. */
#define SENT_SHAPE(name, size, fields)       \
    {                                        \
        name, size, fields, COUNT_OF(fields) \
    }

#endif
