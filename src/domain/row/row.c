/* The tables of the rows, made from their descriptions. */
#include "config.h"

#include "src/domain/row/row.h"

#include <string.h>

#include "src/base/attr.h"
#include "src/domain/abuse.h"
#include "src/domain/checkin.h"
#include "src/domain/conflict.h"
#include "src/domain/door.h"
#include "src/domain/entity.h"
#include "src/domain/intent.h"

/* ---- what comes from outside ------------------------------------------------------------------
 */

bool field_takes_number(const struct row_field *field, int64_t number)
{
    return number >= field->low && number <= field->high;
}

bool field_takes_length(const struct row_field *field, size_t size)
{
    return field->kind == FIELD_TEXT ? size < field->size : size == field->size;
}

enum rc row_refused(const struct row_shape *shape, const struct row_field *field, const char *where,
                    struct err *err)
{
    return err_set(err, RC_CORRUPT, "ROW",
                   "%s has a row (%s) with a %s that cannot be: it was not written by Loge; put it "
                   "right, or restore a backup",
                   where, shape->name, field->column);
}

/* ---- numbers of any size --------------------------------------------------------------------- */

int64_t field_number(const struct row_field *field, const void *row)
{
    const uint8_t *at = field_of(field, row);
    uint32_t word = 0;
    int64_t number = 0;
    if (field->size == sizeof number)
        memcpy(&number, at, sizeof number);
    else if (field->size == sizeof word)
        memcpy(&word, at, sizeof word);
    else
        word = *at;
    if (field->size == sizeof number)
        return number;
    return field->low < 0 ? (int64_t)(int32_t)word : (int64_t)word;
}

void field_set_number(const struct row_field *field, int64_t number, void *row)
{
    const uint32_t word = (uint32_t)number;
    uint8_t *at = field_in(field, row);
    if (field->size == sizeof number)
        memcpy(at, &number, sizeof number);
    else if (field->size == sizeof word)
        memcpy(at, &word, sizeof word);
    else
        *at = (uint8_t)number;
}

uint32_t row_version(const struct row_shape *shape, const void *row)
{
    for (int i = 0; i < shape->count; i++)
        if (shape->fields[i].kind == FIELD_VERSION)
            return (uint32_t)field_number(&shape->fields[i], row);
    return 0;
}

/* ---- the tables ------------------------------------------------------------------------------ */

/* clang-format off */
/* A line is one element of an array. The words before it are its first members, so the brace of an
 * element is opened by the line before it, and behind the last line by none. */
#define FIELD(of_member, of_kind, least, most, of_column)       \
    .offset = offsetof(struct ROW, of_member),                  \
    .size = sizeof(((struct ROW *)0)->of_member),               \
    .kind = of_kind,                                            \
    .low = least,                                               \
    .high = most,                                               \
    .column = of_column }, {
#define SHAPE(name)                                                                  \
    const struct row_shape shape_##name = {#name, sizeof(struct name), name##_fields, \
                                           (int)COUNT_OF(name##_fields) - 1}

/* The words of an enum, for those that have some. */
#define WORDS(type) enum type:                                      type##_name
#define WORD_OF(member)                                                                         \
    _Generic(((struct ROW *)0)->member, WORDS(act), WORDS(approval), WORDS(checkin_status),     \
             WORDS(conflict_outcome), WORDS(hold_end), WORDS(hold_status), WORDS(intent_here),  \
             WORDS(intent_there), WORDS(move_kind), WORDS(price_type), WORDS(role),             \
             WORDS(sale_status), WORDS(show_status), WORDS(source), WORDS(tender),              \
             WORDS(ticket_status), WORDS(voucher_kind), WORDS(wait_status), default: NULL)

#define FIXED                                 .is_fixed = true,
#define OWNED                                 .is_owned = true,
#define ASKED                                 .is_asked = true,
#define SHOWS                                 .is_shown = true,
#define OR_NULL                               .may_be_null = true,
#define AS(name)                              .json = #name,
#define ID(member, column)                    FIELD(member, FIELD_ID, 0, 0, #column)
#define SEEN(member, column)                  FIELD(member, FIELD_VERSION, 0, UINT32_MAX, #column)
#define TEXT(member, column, room)            FIELD(member, FIELD_TEXT, 0, 0, #column)
#define CHOICE(member, column, type, last)    .word = WORD_OF(member), FIELD(member, FIELD_NUMBER, 0, last, #column)
#define BYTE(member, column, last)            FIELD(member, FIELD_NUMBER, 0, last, #column)
#define INT(member, column)                   FIELD(member, FIELD_NUMBER, INT32_MIN, INT32_MAX, #column)
#define INT_WITHIN(member, column, low, high) FIELD(member, FIELD_NUMBER, low, high, #column)
#define INT_OR_NULL(member, column)           FIELD(member, FIELD_OPTIONAL, INT32_MIN, INT32_MAX, #column)
#define WORD(member, column)                  FIELD(member, FIELD_NUMBER, 0, UINT32_MAX, #column)
#define LONG(member, column)                  FIELD(member, FIELD_NUMBER, INT64_MIN, INT64_MAX, #column)
#define MONEY(member, column)                 LONG(member, column)
#define PART_MONEY(member, column)            LONG(member, column)
#define TIME(member, column)                  .is_time = true, LONG(member, column)
#define FLAG(member, column)                  FIELD(member, FIELD_FLAG, 0, 1, #column)
#define BYTES(member, column, room)           FIELD(member, FIELD_BYTES, 0, 0, #column)
#define JOURNAL_MONEY(member)                 FIELD(member, FIELD_NUMBER, INT64_MIN, INT64_MAX, NULL)
#define JOURNAL_TEXT(member, room)            FIELD(member, FIELD_TEXT, 0, 0, NULL)

#define ROW abuse
static const struct row_field abuse_fields[] = {{
#include "src/domain/row/abuse.def"
}};
SHAPE(abuse);
#undef ROW

#define ROW event
static const struct row_field event_fields[] = {{
#include "src/domain/row/event.def"
}};
SHAPE(event);
#undef ROW

#define ROW hold
static const struct row_field hold_fields[] = {{
#include "src/domain/row/hold.def"
}};
SHAPE(hold);
#undef ROW

#define ROW sale
static const struct row_field sale_fields[] = {{
#include "src/domain/row/sale.def"
}};
SHAPE(sale);
#undef ROW

#define ROW ticket
static const struct row_field ticket_fields[] = {{
#include "src/domain/row/ticket.def"
}};
SHAPE(ticket);
#undef ROW

#define ROW payment
static const struct row_field payment_fields[] = {{
#include "src/domain/row/payment.def"
}};
SHAPE(payment);
#undef ROW

#define ROW shift
static const struct row_field shift_fields[] = {{
#include "src/domain/row/shift.def"
}};
SHAPE(shift);
#undef ROW

#define ROW shift_move
static const struct row_field shift_move_fields[] = {{
#include "src/domain/row/shift_move.def"
}};
SHAPE(shift_move);
#undef ROW

#define ROW intent
static const struct row_field intent_fields[] = {{
#include "src/domain/row/intent.def"
}};
SHAPE(intent);
#undef ROW

#define ROW show
static const struct row_field show_fields[] = {{
#include "src/domain/row/show.def"
}};
SHAPE(show);
#undef ROW

#define ROW customer
static const struct row_field customer_fields[] = {{
#include "src/domain/row/customer.def"
}};
SHAPE(customer);
#undef ROW

#define ROW waiter
static const struct row_field waiter_fields[] = {{
#include "src/domain/row/waiter.def"
}};
SHAPE(waiter);
#undef ROW

#define ROW voucher
static const struct row_field voucher_fields[] = {{
#include "src/domain/row/voucher.def"
}};
SHAPE(voucher);
#undef ROW

#define ROW voucher_loan
static const struct row_field voucher_loan_fields[] = {{
#include "src/domain/row/voucher_loan.def"
}};
SHAPE(voucher_loan);
#undef ROW

#define ROW staff
static const struct row_field staff_fields[] = {{
#include "src/domain/row/staff.def"
}};
SHAPE(staff);
#undef ROW

#define ROW ticket_key
static const struct row_field ticket_key_fields[] = {{
#include "src/domain/row/ticket_key.def"
}};
SHAPE(ticket_key);
#undef ROW

#define ROW admission
static const struct row_field admission_fields[] = {{
#include "src/domain/row/admission.def"
}};
SHAPE(admission);
#undef ROW

#define ROW scan
static const struct row_field scan_fields[] = {{
#include "src/domain/row/scan.def"
}};
SHAPE(scan);
#undef ROW

#define ROW conflict
static const struct row_field conflict_fields[] = {{
#include "src/domain/row/conflict.def"
}};
SHAPE(conflict);
#undef ROW

#define ROW checkin
static const struct row_field checkin_fields[] = {{
#include "src/domain/row/checkin.def"
}};
SHAPE(checkin);
#undef ROW
/* clang-format on */
