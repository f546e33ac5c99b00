/*
 * Reads JSON from strangers into structs by table: one line a key, with its type. What is missing,
 * unknown or of the wrong type becomes a fault that says where.
 */
#ifndef LOGE_ADAPTER_JSON_IN_H
#define LOGE_ADAPTER_JSON_IN_H

#include <jansson.h>

#include "src/domain/plan_text.h"

struct json_in {
    struct arena *arena;
    struct plan_faults *faults;
    char path[200]; /* where we are: "zones[2].rows[0]" */
    size_t length;
    const char *const
        *ignored; /* keys that may stand anywhere and are not looked at; may be NULL */
};

enum json_kind {
    JSON_IN_TEXT,           /* const char *, NULL when absent */
    JSON_IN_TEXT_OR_NULL,   /* the same, plan_null when null */
    JSON_IN_NUMBER,         /* double, NAN when absent */
    JSON_IN_NUMBER_OR_NULL, /* the same, NAN when null too */
    JSON_IN_WHOLE,          /* the same, a whole number */
    JSON_IN_BOOL_OR_NULL,   /* bool, false when absent or null */
    JSON_IN_LIST,           /* const json_t *, NULL when absent */
    JSON_IN_OBJECT,         /* const json_t *, NULL when absent */
    JSON_IN_VALUE,          /* const json_t * of any type, NULL when absent */
    JSON_IN_IGNORED         /* known, of any type, and not used here */
};

struct json_field {
    const char *key;
    enum json_kind kind;
    bool required;
    size_t offset;
};

enum { JSON_TEXT_LONGEST = 1000 };
#define JSON_NUMBER_MOST 1e6 /* seats farther apart than this are a slip or an attack */

/* NULL with a fault. Free with json_decref. Refuses duplicate keys and what is too large. */
json_t *json_in_load(struct json_in *in, const char *text, size_t size) MUST_USE;

/* Fills every field (absent ones with their emptiness); false when anything was at fault. */
bool json_in_object(struct json_in *in, const json_t *json, const struct json_field *fields,
                    int field_count, void *out);

/* One step down and back: size_t mark = json_in_enter_key(...); ... json_in_leave(in, mark); */
size_t json_in_enter_key(struct json_in *in, const char *key);
size_t json_in_enter_index(struct json_in *in, size_t index);
void json_in_leave(struct json_in *in, size_t mark);

void json_in_fault(struct json_in *in, const char *fmt, ...) PRINTF(2, 3);

/* Copies a name into its place; false with a fault when it is too long. key names it. */
bool json_in_name(struct json_in *in, const char *key, const char *text, char *out, size_t size);

#endif
