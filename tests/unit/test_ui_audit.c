/* The audit screen: newest first, narrowed by words, each event whole, nothing to change. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/till.h"
#include "ui/audit_filter.h"

/* ---- what is typed ------------------------------------------------------------------------ */

static struct audit_filter read(const char *text)
{
    struct audit_filter filter = {.actor = "before"};
    char wrong[SEAT_TEXT];
    if (!audit_filter_read(text, &filter, wrong))
        fail_msg("%s: %s", text, wrong);
    return filter;
}

static void words_narrow_by_what_stands_before_them(void **state)
{
    struct audit_filter filter = read(" till T3  by anna seat \"Boxes Left-A-1\" show hamlet ");
    assert_string_equal(filter.till, "T3");
    assert_string_equal(filter.actor, "anna");
    assert_string_equal(filter.seat, "Boxes Left-A-1");
    assert_string_equal(filter.show, "hamlet");
    assert_string_equal(filter.order, "");
}

static void a_word_alone_is_an_order_or_a_person(void **state)
{
    assert_string_equal(read("b-7k3qm9").order, "B-7K3QM9");
    assert_string_equal(read("anna").actor, "anna");
    assert_string_equal(read("order b-7k3qm9").order, "B-7K3QM9");
    assert_true(read("by t-101010").order[0] == '\0');
}

static void nothing_typed_narrows_nothing(void **state)
{
    struct audit_filter filter = read("  ");
    assert_true(audit_filter_is_empty(&filter));
}

static void a_word_that_is_not_understood_changes_nothing(void **state)
{
    static const char *const wrongs[] = {"colour blue", "by anna tiil T3", "by anna mark", "seat"};
    struct audit_filter filter = {.till = "T1"};
    char wrong[SEAT_TEXT];
    for (int i = 0; i < COUNT_OF(wrongs) - 1; i++)
        assert_false(audit_filter_read(wrongs[i], &filter, wrong));
    assert_string_equal(wrong, "mark");
    assert_string_equal(filter.till, "T1");
}

static void what_is_too_long_for_its_place_is_refused(void **state)
{
    struct audit_filter filter;
    char wrong[SEAT_TEXT];
    assert_false(audit_filter_read("till a-till-name-of-very-many-letters", &filter, wrong));
}

/* ---- the screen --------------------------------------------------------------------------- */

enum { EVENTS = 500 };

struct records {
    struct till *till;
    int limit, asked;
    char actor[PERSON_TEXT], till_name[TILL_TEXT], show[SLUG_TEXT], seat[SEAT_TEXT], order[48];
};

static void copy(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text ? text : "");
}

static struct event an_event(struct records *records, int n)
{
    struct event event = {.id = EVENTS - n,
                          .at = records->till->clock.wall - (int64_t)n * 3600000,
                          .act = n % 2 ? ACT_SELL : ACT_HOLD,
                          .actor = "anna",
                          .till = "T3",
                          .role = ROLE_CLERK,
                          .show = 1,
                          .seat = 40 + n,
                          .version = 3,
                          .from = n % 2 ? SEAT_HELD : SEAT_AVAILABLE,
                          .to = n % 2 ? SEAT_SOLD : SEAT_HELD,
                          .held_ms = n % 2 ? 92000 : 0,
                          .subject = {{1, 2}},
                          .key = {{9}}};
    snprintf(event.label, sizeof event.label, "Stalls-A-%d", n + 1);
    if (n == 1) {
        strcpy(event.approver, "mark");
        event.approval = APPROVAL_HOUSE;
        strcpy(event.reason, "house seats");
        strcpy(event.client, "shop");
        strcpy(event.address, "192.0.2.7");
    }
    if (n == 3) {
        strcpy(event.approver, "mark");
        event.approval = APPROVAL_TILL;
    }
    if (n == 2)
        event = (struct event){.id = 498,
                               .at = event.at,
                               .act = ACT_SHIFT_CLOSE,
                               .actor = "joe",
                               .till = "T1",
                               .role = ROLE_CLERK,
                               .seat = -1,
                               .note = "cash 812.00 EUR counted, 812.00 EUR expected"};
    return event;
}

static void answer_log(struct records *records, const struct cmd *cmd, struct evt *evt)
{
    records->asked++;
    records->limit = cmd->u.audit.filter.limit;
    copy(records->actor, sizeof records->actor, cmd->u.audit.filter.actor);
    copy(records->till_name, sizeof records->till_name, cmd->u.audit.filter.till);
    copy(records->show, sizeof records->show, cmd->u.audit.show);
    copy(records->seat, sizeof records->seat, cmd->u.audit.seat);
    copy(records->order, sizeof records->order, cmd->u.audit.order);
    evt->u.events.count = records->limit < EVENTS ? records->limit : EVENTS;
    evt->u.events.at = arena_array(evt->arena, EVENTS, sizeof *evt->u.events.at);
    for (int i = 0; i < evt->u.events.count; i++)
        evt->u.events.at[i] = an_event(records, i);
}

static bool serve(void *ctx, const struct cmd *cmd, struct evt *evt)
{
    if (cmd->kind == CMD_AUDIT)
        answer_log(ctx, cmd, evt);
    return cmd->kind == CMD_AUDIT;
}

static int a_log(void **state)
{
    struct records *records = x_alloc(sizeof *records);
    records->till = till_new(24, 80, TIER_ASCII);
    fake_counter_serve(records->till->fake, serve, records);
    till_sign_in(records->till, "mark");
    till_keys(records->till, "g u");
    *state = records;
    return 0;
}

static int away(void **state)
{
    struct records *records = *state;
    till_free(&records->till);
    free(records);
    return 0;
}

static void the_newest_stands_first(void **state)
{
    struct records *records = *state;
    assert_int_equal(records->limit, 200);
    till_golden(records->till, "audit-80x24-ascii");
    till_resize(records->till, 12, 40);
    till_golden(records->till, "audit-40x12-ascii");
}

static void a_row_opens_with_before_and_after(void **state)
{
    struct records *records = *state;
    till_keys(records->till, "Down Enter");
    till_golden(records->till, "audit-event-80x24-ascii");
    till_keys(records->till, "Down");
    assert_true(till_shows(records->till, "cash 812.00 EUR counted"));
    till_keys(records->till, "Esc");
    assert_true(till_shows(records->till, "3/200"));
}

static void who_signed_by_a_tills_word_is_told_so(void **state)
{
    struct records *records = *state;
    till_keys(records->till, "Down Down Down Enter");
    till_assert_shows(records->till, "Signed by     mark (per T3)");
    till_keys(records->till, "Up Up");
    till_assert_shows(records->till, "Signed by     mark");
    assert_false(till_shows(records->till, "per T3"));
}

static void words_behind_the_slash_are_asked_for(void **state)
{
    struct records *records = *state;
    till_keys(records->till, "/");
    till_type(records->till, "by joe till T1");
    till_keys(records->till, "Enter");
    assert_string_equal(records->actor, "joe");
    assert_string_equal(records->till_name, "T1");
    assert_true(till_shows(records->till, "only: by joe till T1"));
    till_keys(records->till, "Esc");
    assert_string_equal(records->actor, "");
    assert_string_equal(console_screen(records->till->console), "audit");
}

static void wrong_words_are_said_and_ask_nothing(void **state)
{
    struct records *records = *state;
    till_keys(records->till, "/");
    till_type(records->till, "colour blue");
    till_keys(records->till, "Enter");
    assert_int_equal(records->asked, 1);
    assert_true(strncmp(till_message(records->till), "\"colour\" is not understood.", 27) == 0);
}

static void a_scanned_code_finds_its_order(void **state)
{
    struct records *records = *state;
    till_scan(records->till, "B-7K3QM9");
    assert_string_equal(records->order, "B-7K3QM9");
}

static void one_key_follows_a_seat(void **state)
{
    struct records *records = *state;
    till_keys(records->till, "Down s");
    assert_string_equal(records->seat, "Stalls-A-2");
    assert_string_equal(records->show, "hamlet");
    till_keys(records->till, "Down Down s"); /* the end of a shift */
    assert_string_equal(till_message(records->till), "This event is not about a seat.");
}

static void the_end_of_the_list_asks_for_more(void **state)
{
    struct records *records = *state;
    till_keys(records->till, ">");
    assert_int_equal(records->limit, 400);
    assert_true(till_shows(records->till, "200/400"));
    till_keys(records->till, "> >");
    assert_true(till_shows(records->till, "500/500"));
    till_keys(records->till, "> Down");
    assert_int_equal(records->asked, 3);
}

static void no_key_changes_anything(void **state)
{
    struct records *records = *state;
    for (int key = '!'; key < 127; key++) {
        struct key_event event = {.kind = KEY_EVENT_PRESS, .code = key};
        console_key(records->till->console, &event);
        till_hear(records->till);
        till_keys(records->till, "Esc");
        if (strcmp(console_screen(records->till->console), "audit") != 0)
            till_keys(records->till, "g u");
    }
    for (int kind = CMD_HOLD; kind < CMD_LINE; kind++)
        assert_int_equal(fake_counter_count(records->till->fake, (enum cmd_kind)kind), 0);
}

int main(void)
{
#define LOG(name) cmocka_unit_test_setup_teardown(name, a_log, away)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_narrow_by_what_stands_before_them),
        cmocka_unit_test(a_word_alone_is_an_order_or_a_person),
        cmocka_unit_test(nothing_typed_narrows_nothing),
        cmocka_unit_test(a_word_that_is_not_understood_changes_nothing),
        cmocka_unit_test(what_is_too_long_for_its_place_is_refused),
        LOG(the_newest_stands_first),
        LOG(a_row_opens_with_before_and_after),
        LOG(who_signed_by_a_tills_word_is_told_so),
        LOG(words_behind_the_slash_are_asked_for),
        LOG(wrong_words_are_said_and_ask_nothing),
        LOG(a_scanned_code_finds_its_order),
        LOG(one_key_follows_a_seat),
        LOG(the_end_of_the_list_asks_for_more),
        LOG(no_key_changes_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
