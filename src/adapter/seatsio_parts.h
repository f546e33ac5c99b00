/* What the files that read seats.io charts share. Nobody else includes this. */
#ifndef LOGE_ADAPTER_SEATSIO_PARTS_H
#define LOGE_ADAPTER_SEATSIO_PARTS_H

#include "src/adapter/json_in.h"
#include "src/adapter/plan_parts.h"

enum { KEY_TEXT = 32 };

struct seatsio_point {
    double x, y;
};

struct seatsio_reader {
    struct json_in in;
    struct plan_parts parts;
    struct plan_faults *notes;
    struct plan *plan;
    struct seatsio_point origin;    /* of the section that is being read */
    const json_t *section_category; /* of its seats that have none of their own */
    bool inside;                    /* of a section */
    bool open;                      /* the last section is one that rows named themselves */
    struct class_key {
        char text[KEY_TEXT];
    } keys[PLAN_CLASSES_MAX];
    LIST(bool) is_table; /* beside rows */
    LIST(const char *) row_paths;
};

#define FIELDS(fields)   (fields), COUNT_OF(fields)
#define AT(type, member) offsetof(struct type, member)

/* Of seatsio_read_point: two. */
extern const struct json_field *const seatsio_point_fields;
bool seatsio_read_point(struct seatsio_reader *reader, const char *key, const json_t *json,
                        struct seatsio_point *out);

/* A sentence about the object that is being read, with its path; fmt takes a text and a number. */
void seatsio_note(struct seatsio_reader *reader, const char *fmt, const char *label, int number);

/* What is drawn and not sold: each becomes an area. */
void seatsio_read_shape(struct seatsio_reader *reader, const json_t *json);
void seatsio_read_general(struct seatsio_reader *reader, const json_t *json);
void seatsio_read_booth(struct seatsio_reader *reader, const json_t *json);
void seatsio_read_outline(struct seatsio_reader *reader, const char *uuid, const json_t *points);

#endif
