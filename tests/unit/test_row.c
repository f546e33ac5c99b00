/* The tables of the rows: what is described once is carried whole, whatever the row. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/attr.h"
#include "src/domain/entity.h"
#include "src/domain/row/row.h"
#include "src/domain/row_bytes.h"

enum { ROW_ROOM = 2048, BYTES_ROOM = 4096 };

static const struct row_shape *const shapes[] = {
    &shape_hold,       &shape_sale,      &shape_ticket,       &shape_payment, &shape_shift,
    &shape_shift_move, &shape_customer,  &shape_waiter,       &shape_voucher, &shape_staff,
    &shape_ticket_key, &shape_admission, &shape_scan,         &shape_checkin, &shape_show,
    &shape_intent,     &shape_conflict,  &shape_voucher_loan, &shape_event,   &shape_abuse,
};

/* A value that its field may have, and that no other field of the row has. */
static void set_field(const struct row_shape *shape, int i, void *row)
{
    const struct row_field *field = &shape->fields[i];
    void *at = field_in(field, row);
    if (field->kind == FIELD_TEXT)
        snprintf(at, field->size, "%d%s", i, shape->name);
    else if (field->kind == FIELD_ID || field->kind == FIELD_BYTES)
        memset(at, i + 1, field->size);
    else
        field_set_number(field, field->high - i < field->low ? field->high : field->high - i, row);
}

static void same_fields(const struct row_shape *shape, const void *a, const void *b)
{
    for (int i = 0; i < shape->count; i++) {
        const struct row_field *field = &shape->fields[i];
        if (memcmp(field_of(field, a), field_of(field, b), field->size) != 0)
            fail_msg("%s: field %d (%s) was lost", shape->name, i, field->column);
    }
}

static void every_field_survives_the_bytes(void **state)
{
    for (int s = 0; s < COUNT_OF(shapes); s++) {
        _Alignas(8) uint8_t row[ROW_ROOM] = {0}, read[ROW_ROOM];
        uint8_t bytes[BYTES_ROOM];
        assert_true(shapes[s]->size <= sizeof row);
        for (int i = 0; i < shapes[s]->count; i++)
            set_field(shapes[s], i, row);
        struct byte_writer to = {.at = bytes, .end = bytes + sizeof bytes};
        put_row(&to, shapes[s], row);
        assert_false(to.bad);
        struct byte_reader from = {.at = bytes, .end = to.at};
        take_row(&from, shapes[s], read);
        assert_true(!from.bad && from.at == from.end);
        same_fields(shapes[s], row, read);
    }
}

static void no_two_fields_share_memory_or_a_column(void **state)
{
    for (int s = 0; s < COUNT_OF(shapes); s++)
        for (int i = 0; i < shapes[s]->count; i++)
            for (int k = 0; k < i; k++) {
                const struct row_field *a = &shapes[s]->fields[i], *b = &shapes[s]->fields[k];
                assert_true(a->offset >= b->offset + b->size || b->offset >= a->offset + a->size);
                assert_true(!a->column || !b->column || strcmp(a->column, b->column) != 0);
            }
}

static bool is_read(const struct row_shape *shape, const void *row)
{
    _Alignas(8) uint8_t read[ROW_ROOM];
    uint8_t bytes[BYTES_ROOM];
    struct byte_writer to = {.at = bytes, .end = bytes + sizeof bytes};
    put_row(&to, shape, row);
    struct byte_reader from = {.at = bytes, .end = to.at};
    take_row(&from, shape, read);
    return !from.bad;
}

/* Of each number that may not have every value its memory has room for. */
static void a_number_outside_its_range_is_not_read(void **state)
{
    int tried = 0;
    for (int s = 0; s < COUNT_OF(shapes); s++)
        for (int i = 0; i < shapes[s]->count; i++) {
            _Alignas(8) uint8_t row[ROW_ROOM] = {0};
            const struct row_field *field = &shapes[s]->fields[i];
            for (int k = 0; k < shapes[s]->count; k++)
                set_field(shapes[s], k, row);
            if (field_has_length(field) || field->kind == FIELD_FLAG)
                continue;
            field_set_number(field, field->high, row);
            assert_true(is_read(shapes[s], row));
            field_set_number(field, field->high + (field->high < INT64_MAX), row);
            if (field_takes_number(field, field_number(field, row)))
                continue;
            tried++;
            if (is_read(shapes[s], row))
                fail_msg("%s: %s may be anything", shapes[s]->name, field->column);
        }
    assert_true(tried > 10);
}

static void the_version_is_the_one_that_was_read(void **state)
{
    assert_int_equal(row_version(&shape_ticket, &(struct ticket){.version = 7}), 7);
    assert_int_equal(row_version(&shape_payment, &(struct payment){.amount = 5}), 0);
}

/* A till's copy of the house has a letter a column. */
static void the_letters_are_those_of_the_columns(void **state)
{
    static const struct {
        const struct row_shape *shape;
        const char *letters;
    } rows[] = {
        {&shape_hold, row_types_hold},
        {&shape_sale, row_types_sale},
        {&shape_ticket, row_types_ticket},
        {&shape_payment, row_types_payment},
        {&shape_shift, row_types_shift},
        {&shape_shift_move, row_types_shift_move},
        {&shape_customer, row_types_customer},
        {&shape_waiter, row_types_waiter},
        {&shape_voucher, row_types_voucher},
        {&shape_voucher_loan, row_types_voucher_loan},
        {&shape_ticket_key, row_types_ticket_key},
        {&shape_admission, row_types_admission},
        {&shape_scan, row_types_scan},
        {&shape_checkin, row_types_checkin},
        {&shape_show, row_types_show},
    };
    static const char letter[] = {
        [FIELD_TEXT] = 't',     [FIELD_ID] = 'b',   [FIELD_NUMBER] = 'i', [FIELD_VERSION] = 'i',
        [FIELD_OPTIONAL] = 'i', [FIELD_FLAG] = 'i', [FIELD_BYTES] = 'b',
    };
    for (int r = 0; r < COUNT_OF(rows); r++) {
        const char *at = rows[r].letters;
        for (int i = 0; i < rows[r].shape->count; i++)
            if (rows[r].shape->fields[i].column)
                assert_int_equal(*at++, letter[rows[r].shape->fields[i].kind]);
        assert_int_equal(*at, '\0');
    }
}

static const struct row_field *field_at(const struct row_shape *shape, size_t offset)
{
    for (int i = 0; i < shape->count; i++)
        if (shape->fields[i].offset == offset)
            return &shape->fields[i];
    return NULL;
}

/* A drawer is counted by tender. */
static void a_shift_has_columns_for_every_tender(void **state)
{
    (void)state;
    for (int tender = 0; tender < TENDER_COUNT; tender++) {
        const size_t at = sizeof(int64_t) * (size_t)tender;
        assert_non_null(field_at(&shape_shift, offsetof(struct shift, expected) + at));
        assert_non_null(field_at(&shape_shift, offsetof(struct shift, counted) + at));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_survives_the_bytes),
        cmocka_unit_test(no_two_fields_share_memory_or_a_column),
        cmocka_unit_test(a_number_outside_its_range_is_not_read),
        cmocka_unit_test(the_version_is_the_one_that_was_read),
        cmocka_unit_test(the_letters_are_those_of_the_columns),
        cmocka_unit_test(a_shift_has_columns_for_every_tender),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
