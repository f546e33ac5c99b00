/*
 * Rows, each described once.
 *
 * A file NAME.def in this folder describes one kind of row: a line for each field says its kind,
 * the member of the C struct, the column in both stores, and the range. From that line come the
 * member (members.h, included by entity.h), the table below that every carrier of rows goes by
 * (journal bytes, PostgreSQL's composite types, SQLite's parameters, both stores' readers), and the
 * column lists in SQL (data/sql2c.awk replaces `{columns sale s}` and its sisters). Fields stand in
 * the order of the columns, in which every carrier has them.
 *
 *   ID(member, column)                a uuid; zero is NULL
 *   SEEN(member, column)              the version that was read; 0: the row is new
 *   TEXT(member, column, room)
 *   CHOICE(member, column, enum, last)
 *   BYTE(member, column, last)
 *   INT(member, column)               INT_WITHIN(..., low, high), INT_OR_NULL: 0 is NULL
 *   WORD(member, column)              32 bits without a sign
 *   LONG(member, column)
 *   MONEY(member, column)             minor units
 *   PART_MONEY(member[i], column)     one of an array that the struct declares itself
 *   TIME(member, column)              wall milliseconds; 0: not yet, or none
 *   FLAG(member, column)
 *   BYTES(member, column, room)       of one length
 *   JOURNAL_TEXT(member, room)        travels in the journal and has no column
 *   JOURNAL_MONEY(member)             the same
 *   INTS(...), LONGS(...), IDS(...)   arrays, of the rows sync_*.def, which only SQL reads: a
 * program writes them itself (pg_sync_rows.c)
 *
 * Words before a line, in this order:
 *
 *   FIXED       set when the row is made, and left out of `{changes NAME}`
 *   OWNED       changed by whoever made the row, or a supervisor (`{owned NAME r s}`)
 *   ASKED       a person says it: part of the act's fingerprint (src/engine/fingerprint.h)
 *   SHOWS       told in every answer about the row (src/domain/row_json.h, data/openapi.json)
 *   OR_NULL     there null when it is empty, or no id, time or number
 *   AS(name)    there under this name, and not its column's
 */
#ifndef LOGE_DOMAIN_ROW_ROW_H
#define LOGE_DOMAIN_ROW_ROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/err.h"

enum field_kind {
    FIELD_TEXT,
    FIELD_ID,
    FIELD_NUMBER,
    FIELD_VERSION,
    FIELD_OPTIONAL, /* a number; 0 is NULL */
    FIELD_FLAG,
    FIELD_BYTES,
};

struct row_field {
    uint16_t offset, size;
    enum field_kind kind;
    int64_t low, high;             /* of a number; a field whose low is 0 is unsigned */
    const char *column;            /* NULL: it has none */
    const char *json;              /* how answers call it, if not as its column */
    const char *(*word)(unsigned); /* of an enum that has words */
    bool is_time;
    bool is_fixed, is_owned, is_asked, is_shown, may_be_null; /* the words before its line */
};

struct row_shape {
    const char *name;
    size_t size; /* of the struct */
    const struct row_field *fields;
    int count;
};

/* The version that was read; 0: the row is new, or of a kind that never changes. */
uint32_t row_version(const struct row_shape *shape, const void *row);

/* May the field have this value? Asked of whatever comes from outside. */
bool field_takes_number(const struct row_field *field, int64_t number);
bool field_takes_length(const struct row_field *field, size_t size); /* of a text, id or bytes */
static inline bool field_has_length(const struct row_field *field)
{
    return field->kind == FIELD_TEXT || field->kind == FIELD_ID || field->kind == FIELD_BYTES;
}
/* The one sentence about a row that is not taken. where: of which house, or file. */
enum rc row_refused(const struct row_shape *shape, const struct row_field *field, const char *where,
                    struct err *err);

/* A number, a version, an optional number or a flag, whatever its size. */
int64_t field_number(const struct row_field *field, const void *row);
void field_set_number(const struct row_field *field, int64_t number, void *row);
static inline void *field_in(const struct row_field *field, void *row)
{
    return (uint8_t *)row + field->offset;
}
static inline const void *field_of(const struct row_field *field, const void *row)
{
    return (const uint8_t *)row + field->offset;
}

/* How answers call a field. */
static inline const char *field_member(const struct row_field *field)
{
    return field->json ? field->json : field->column;
}

/* One letter a column, as replica.h has them: i number, t text, b bytes. */
extern const char row_types_hold[], row_types_sale[], row_types_ticket[], row_types_payment[],
    row_types_shift[], row_types_shift_move[], row_types_customer[], row_types_waiter[],
    row_types_voucher[], row_types_voucher_loan[], row_types_ticket_key[], row_types_admission[],
    row_types_scan[], row_types_checkin[], row_types_show[];

extern const struct row_shape shape_hold, shape_sale, shape_ticket, shape_payment, shape_shift,
    shape_shift_move, shape_customer, shape_waiter, shape_voucher, shape_voucher_loan, shape_staff,
    shape_ticket_key, shape_admission, shape_scan, shape_checkin, shape_show, shape_intent,
    shape_conflict, shape_event, shape_abuse;

#endif
