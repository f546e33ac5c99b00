#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/entity.h"
#include "src/domain/seat.h"
#include "tests/lib/builders.h"

/* Written down again by hand: the table must say this and nothing else. */
static const struct {
    const char *from, *act, *to;
} allowed[] = {
    {"available", "hold", "held"},
    {"blocked", "hold", "held"},
    {"held", "extend", "held"},
    {"held", "transfer", "held"},
    {"held", "sell", "sold"},
    {"held", "exchange", "sold"},
    {"held", "release", "available"},
    {"held", "override", "available"},
    {"held", "expire", "available"},
    {"available", "block", "blocked"},
    {"blocked", "unblock", "available"},
    {"sold", "refund", "available"},
    {"sold", "exchange", "available"},
    {"sold", "exchange", "sold"},
    {"available", "lend", "available"},
    {"available", "take-back", "available"},
    {"held", "take-back", "held"},
    {"sold", "take-back", "sold"},
    {"blocked", "take-back", "blocked"},
};

static bool is_allowed(enum seat_status from, enum act act, enum seat_status to)
{
    for (int i = 0; i < COUNT_OF(allowed); i++)
        if (strcmp(allowed[i].from, seat_status_name(from)) == 0 &&
            strcmp(allowed[i].act, act_name(act)) == 0 &&
            strcmp(allowed[i].to, seat_status_name(to)) == 0)
            return true;
    return false;
}

static void a_seat_changes_only_as_the_table_says(void **state)
{
    int found = 0;
    for (int from = 0; from < SEAT_STATUS_COUNT; from++)
        for (int act = 0; act < ACT_COUNT; act++)
            for (int to = 0; to < SEAT_STATUS_COUNT; to++) {
                bool may = seat_transition(from, act, to);
                assert_int_equal(may, is_allowed(from, act, to));
                found += may;
            }
    assert_int_equal(found, COUNT_OF(allowed));
}

static void numbers_outside_the_enums_are_no_transition(void **state)
{
    assert_false(seat_transition(SEAT_STATUS_COUNT, ACT_HOLD, SEAT_HELD));
    assert_false(seat_transition(SEAT_AVAILABLE, ACT_COUNT, SEAT_HELD));
    assert_false(seat_transition(SEAT_AVAILABLE, ACT_HOLD, SEAT_STATUS_COUNT));
    assert_false(seat_transition((enum seat_status) - 1, ACT_HOLD, SEAT_HELD));
}

static bool is_free(struct seat_state seat, enum channel channel)
{
    return seat_is_free(&seat, NOW, channel, 0);
}

static void an_available_seat_is_free_and_a_sold_one_is_not(void **state)
{
    assert_true(is_free((struct seat_state){.status = SEAT_AVAILABLE}, CHANNEL_COUNTER));
    assert_false(is_free((struct seat_state){.status = SEAT_SOLD}, CHANNEL_COUNTER));
    assert_false(is_free((struct seat_state){.status = SEAT_STATUS_COUNT}, CHANNEL_COUNTER));
}

static void a_held_seat_is_free_from_the_moment_its_time_is_over(void **state)
{
    struct seat_state seat = {.status = SEAT_HELD, .held_until = NOW + 1};
    assert_false(is_free(seat, CHANNEL_WEB));
    seat.held_until = NOW;
    assert_true(is_free(seat, CHANNEL_WEB));
    assert_true(seat_hold_over(&seat, NOW));
}

static void a_blocked_seat_is_free_only_to_the_channels_it_is_open_to(void **state)
{
    struct seat_state seat = {.status = SEAT_BLOCKED};
    assert_false(is_free(seat, CHANNEL_COUNTER));
    seat.open_to = CHANNEL_COUNTER | CHANNEL_WAITLIST;
    assert_true(is_free(seat, CHANNEL_COUNTER));
    assert_true(is_free(seat, CHANNEL_WAITLIST));
    assert_false(is_free(seat, CHANNEL_WEB));
}

static void a_lent_seat_is_free_only_to_its_till(void **state)
{
    struct seat_state seat = {.status = SEAT_AVAILABLE, .allotment = 4};
    assert_false(seat_is_free(&seat, NOW, CHANNEL_COUNTER, 0));
    assert_false(seat_is_free(&seat, NOW, CHANNEL_COUNTER, 5));
    assert_true(seat_is_free(&seat, NOW, CHANNEL_COUNTER, 4));
}

/* Each enum: the names in order, and the text that is none of them. */
#define CHECK_NAMES(type, ...)                                        \
    do {                                                              \
        const char *const names[] = {__VA_ARGS__};                    \
        enum type value = (enum type)99;                              \
        for (int i = 0; i < COUNT_OF(names); i++) {                   \
            assert_string_equal(type##_name((enum type)i), names[i]); \
            assert_true(type##_parse(names[i], &value));              \
            assert_int_equal(value, i);                               \
        }                                                             \
        value = (enum type)99;                                        \
        assert_false(type##_parse("nonsense", &value));               \
        assert_int_equal(value, 99);                                  \
    } while (0)

static void seat_words_are_read_back_as_written(void **state)
{
    CHECK_NAMES(seat_status, "available", "held", "sold", "blocked");
    CHECK_NAMES(source, "counter", "web", "scanner", "offline_sync", "waitlist");
    CHECK_NAMES(act, "hold", "extend", "sell", "release", "override", "expire", "transfer", "block",
                "unblock", "refund", "exchange", "shift_open", "shift_move", "shift_close",
                "show_add", "show_status", "plan_import", "staff", "customer", "voucher",
                "wait_join", "wait_leave", "wait_serve", "reprint", "pay");
}

static void people_read_words_and_not_names_of_acts(void **state)
{
    for (int act = 0; act < ACT_COUNT; act++) {
        assert_non_null(act_word((enum act)act));
        assert_null(strpbrk(act_word((enum act)act), "_-"));
        assert_true(strlen(act_word((enum act)act)) <= 11);
    }
}

static void words_of_the_house_are_read_back_as_written(void **state)
{
    CHECK_NAMES(role, "scanner", "clerk", "supervisor", "manager", "service");
    CHECK_NAMES(show_status, "draft", "open", "closed");
    CHECK_NAMES(price_type, "adult", "child", "senior", "student", "comp");
    CHECK_NAMES(hold_status, "active", "paying", "converted", "expired", "cancelled");
    CHECK_NAMES(hold_end, "", "ttl_expired", "user_cancelled", "payment_failed", "admin_override",
                "sync_conflict");
    CHECK_NAMES(sale_status, "paid", "due", "part_refunded", "refunded");
    CHECK_NAMES(ticket_status, "valid", "refunded", "exchanged", "reprinted");
    CHECK_NAMES(tender, "cash", "card", "voucher");
    CHECK_NAMES(voucher_kind, "amount", "percent", "gift");
    CHECK_NAMES(move_kind, "drop", "paid_in", "paid_out");
    CHECK_NAMES(wait_status, "waiting", "offered", "served", "left");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_seat_changes_only_as_the_table_says),
        cmocka_unit_test(numbers_outside_the_enums_are_no_transition),
        cmocka_unit_test(an_available_seat_is_free_and_a_sold_one_is_not),
        cmocka_unit_test(a_held_seat_is_free_from_the_moment_its_time_is_over),
        cmocka_unit_test(a_blocked_seat_is_free_only_to_the_channels_it_is_open_to),
        cmocka_unit_test(a_lent_seat_is_free_only_to_its_till),
        cmocka_unit_test(seat_words_are_read_back_as_written),
        cmocka_unit_test(people_read_words_and_not_names_of_acts),
        cmocka_unit_test(words_of_the_house_are_read_back_as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
