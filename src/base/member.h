/* Key and value in one line; a NULL key is for elements of an array. */
#ifndef LOGE_BASE_MEMBER_H
#define LOGE_BASE_MEMBER_H

#include "src/base/clock.h"
#include "src/base/json_out.h"
#include "src/base/uuid.h"

static inline void member_key(struct json_out *doc, const char *key)
{
    if (key)
        json_key(doc, key);
}

static inline void member_object(struct json_out *doc, const char *key)
{
    member_key(doc, key);
    json_object_begin(doc);
}

static inline void member_array(struct json_out *doc, const char *key)
{
    member_key(doc, key);
    json_array_begin(doc);
}

static inline void member_text(struct json_out *doc, const char *key, const char *text)
{
    member_key(doc, key);
    json_string(doc, text);
}

/* null when empty */
static inline void member_text_or_null(struct json_out *doc, const char *key, const char *text)
{
    member_text(doc, key, text && text[0] ? text : NULL);
}

static inline void member_int(struct json_out *doc, const char *key, int64_t number)
{
    member_key(doc, key);
    json_int(doc, number);
}

static inline void member_bool(struct json_out *doc, const char *key, bool on)
{
    member_key(doc, key);
    json_bool(doc, on);
}

/* ISO 8601 UTC; null for 0 */
static inline void member_time(struct json_out *doc, const char *key, int64_t at)
{
    char text[TIME_TEXT];
    member_text(doc, key, at ? time_text(at, text) : NULL);
}

/* null for the zero id */
static inline void member_uuid(struct json_out *doc, const char *key, const struct uuid *id)
{
    char text[UUID_TEXT];
    member_text(doc, key, uuid_is_zero(id) ? NULL : uuid_text(id, text));
}

#endif
