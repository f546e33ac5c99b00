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

enum { ROW_ROOM = 1024, BYTES_ROOM = 4096 };

static const struct row_shape *const shapes[] = {
    &shape_hold,       &shape_sale,      &shape_ticket, &shape_payment, &shape_shift,
    &shape_shift_move, &shape_customer,  &shape_waiter, &shape_voucher, &shape_staff,
    &shape_ticket_key, &shape_admission, &shape_scan,   &shape_checkin,
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

static void a_number_outside_its_range_is_not_read(void **state)
{
    struct sale sale = {.status = (enum sale_status)(SALE_REFUNDED + 1)}, read;
    uint8_t bytes[BYTES_ROOM];
    struct byte_writer to = {.at = bytes, .end = bytes + sizeof bytes};
    put_row(&to, &shape_sale, &sale);
    struct byte_reader from = {.at = bytes, .end = to.at};
    take_row(&from, &shape_sale, &read);
    assert_true(from.bad);
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
        {&shape_hold, row_types_hold},           {&shape_sale, row_types_sale},
        {&shape_ticket, row_types_ticket},       {&shape_payment, row_types_payment},
        {&shape_shift, row_types_shift},         {&shape_shift_move, row_types_shift_move},
        {&shape_customer, row_types_customer},   {&shape_waiter, row_types_waiter},
        {&shape_voucher, row_types_voucher},     {&shape_ticket_key, row_types_ticket_key},
        {&shape_admission, row_types_admission}, {&shape_scan, row_types_scan},
        {&shape_checkin, row_types_checkin},
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_survives_the_bytes),
        cmocka_unit_test(no_two_fields_share_memory_or_a_column),
        cmocka_unit_test(a_number_outside_its_range_is_not_read),
        cmocka_unit_test(the_version_is_the_one_that_was_read),
        cmocka_unit_test(the_letters_are_those_of_the_columns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
