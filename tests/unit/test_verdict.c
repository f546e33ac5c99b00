/* The codes people and programs rely on, and the numbers that stand in databases and journals. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/attr.h"
#include "src/domain/verdict.h"

struct pin {
    int number;
    const char *code;
    int exit;
};

static const struct pin pins[] = {
    {0, "OK", 0},
    {1, "SEAT_TAKEN", 1},
    {2, "SINGLE_SEAT_GAP", 1},
    {3, "SEAT_BLOCKED", 1},
    {4, "HOLD_EXPIRED", 1},
    {5, "NOT_HOLDER", 1},
    {6, "HOLD_NOT_FOUND", 3},
    {7, "SEAT_NOT_FOUND", 3},
    {8, "SHOW_NOT_OPEN", 1},
    {9, "DUPLICATE_SEAT", 1},
    {10, "NOT_ALLOWED", 4},
    {11, "VERSION_CONFLICT", 1},
    {12, "NOT_ENOUGH_SEATS", 1},
    {13, "RATE_LIMITED", 1},
    {14, "UNAVAILABLE", 5},
    {15, "INVALID", 2},
    {16, "INVALID", 3},
    {17, "CEILING_REACHED", 1},
    {18, "KEY_REUSED", 1},
    {19, "SEATS_IN_USE", 1},
    {20, "PAYMENT_PENDING", 1},
    {21, "ALREADY_PAID", 1},
    {22, "NOT_PAID", 1},
    {23, "TICKET_NOT_VALID", 1},
    {24, "FEE_DUE", 1},
    {25, "CHECKIN_COMPLETE", 1},
    {26, "SHIFT_OPEN", 1},
    {27, "SHIFT_CLOSED", 1},
    {28, "VOUCHER_NOT_VALID", 1},
    {29, "AMOUNT_MISMATCH", 1},
    {30, "ALREADY_EXISTS", 1},
    {31, "STATE_CONFLICT", 1},
    {32, "NOT_POSSIBLE", 1},
    {33, "HELD_ELSEWHERE", 1},
};

static void no_number_code_or_exit_ever_changes(void **state)
{
    (void)state;
    assert_int_equal(COUNT_OF(pins), VERDICT_COUNT);
    for (int i = 0; i < COUNT_OF(pins); i++) {
        assert_int_equal(pins[i].number, i);
        assert_string_equal(verdict_code((enum verdict)i), pins[i].code);
        assert_int_equal(verdict_exit((enum verdict)i), pins[i].exit);
    }
}

static void every_code_has_a_sentence(void **state)
{
    (void)state;
    for (int i = 0; i < VERDICT_COUNT; i++)
        assert_true(strlen(verdict_sentence((enum verdict)i)) > 0);
}

static char *text_of(const char *name)
{
    const char *folder = getenv("srcdir");
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "../..", name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    long size = ftell(file);
    rewind(file);
    char *text = x_alloc((size_t)size + 1);
    assert_int_equal(fread(text, 1, (size_t)size, file), size);
    fclose(file);
    return text;
}

static void they_name_every_code(const char *name, char quote)
{
    char *text = text_of(name), quoted[64];
    for (int i = VERDICT_OK + 1; i < VERDICT_COUNT; i++) {
        snprintf(quoted, sizeof quoted, "%c%s%c", quote, verdict_code((enum verdict)i), quote);
        if (!strstr(text, quoted))
            fail_msg("%s does not name %s", name, quoted);
    }
    free(text);
}

static void the_documents_name_every_code(void **state)
{
    (void)state;
    they_name_every_code("README.md", '`');
    they_name_every_code("data/openapi.json", '"');
}

/* They stand in loge.entry, entry_state and the answers of apply(). */
static void the_numbers_bear_these_names(void **state)
{
    (void)state;
    assert_int_equal(VERDICT_SEAT_TAKEN, 1);
    assert_int_equal(VERDICT_HOLD_EXPIRED, 4);
    assert_int_equal(VERDICT_NOT_HOLDER, 5);
    assert_int_equal(VERDICT_VERSION_CONFLICT, 11);
    assert_int_equal(VERDICT_INVALID, 15);
    assert_int_equal(VERDICT_NOT_FOUND, 16);
    assert_int_equal(VERDICT_CEILING_REACHED, 17);
    assert_int_equal(VERDICT_HELD_ELSEWHERE, 33);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_number_code_or_exit_ever_changes),
        cmocka_unit_test(every_code_has_a_sentence),
        cmocka_unit_test(the_numbers_bear_these_names),
        cmocka_unit_test(the_documents_name_every_code),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
