/* The rows of a house as JSON: what the command line and the service both answer. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/doc.h"
#include "src/domain/row_json.h"
#include "src/domain/waitlist.h"
#include "tests/lib/builders.h"
#include "tests/lib/golden.h"
#include "tests/lib/sale_builders.h"

struct desk_of_papers {
    struct office office;
    struct json_out *doc;
};

static int set_up(void **state)
{
    static struct desk_of_papers papers;
    office_open(&papers.office);
    papers.doc = json_out_new();
    json_object_begin(papers.doc);
    *state = &papers;
    return 0;
}

static int tear_down(void **state)
{
    struct desk_of_papers *papers = *state;
    json_out_free(&papers->doc);
    office_close(&papers->office);
    return 0;
}

static void says(struct desk_of_papers *papers, const char *part)
{
    const char *text = json_out_text(papers->doc, NULL);
    if (!strstr(text, part))
        fail_msg("no %s in %s", part, text);
}

static const struct doc_at now = {.show = "hamlet", .now = NOW};

static void a_show_is_told_with_its_counts(void **state)
{
    struct desk_of_papers *papers = *state;
    const struct show_count count = {.available = 3, .held = 2, .sold = 1, .blocked = 4};
    const struct show show = a_show(papers->office.arena);
    doc_show_open(papers->doc, "show", &show);
    doc_counts(papers->doc, &count);
    json_object_end(papers->doc);
    json_object_end(papers->doc);
    says(papers, "{\"show\":{\"id\":");
    says(papers, "\"hold_ttl\":900,\"extension\":300,\"ceiling\":7200,\"gap_rule\":true");
    says(papers, "\"available\":3,\"held\":2,\"sold\":1,\"blocked\":4}}");
}

static void a_hold_past_its_time_is_over(void **state)
{
    struct desk_of_papers *papers = *state;
    struct hold *hold = office_hold(&papers->office, 1, 2);
    const struct doc_at later = {.show = "hamlet", .now = hold->expires_at};
    doc_hold(papers->doc, "early", hold, &now);
    doc_hold(papers->doc, "late", hold, &later);
    json_object_end(papers->doc);
    says(papers, "\"early\":{");
    says(papers, "\"seats\":[\"A-1\",\"A-2\"],\"status\":\"active\"");
    says(papers, "\"status\":\"expired\"");
    says(papers, "\"seconds_left\":0}}");
    says(papers, "\"reason\":null,\"ended_at\":null,\"sale\":null");
}

static void a_sale_is_told_with_tickets_and_payments(void **state)
{
    struct desk_of_papers *papers = *state;
    const struct sale *sale = office_sold(&papers->office, 2);
    const struct doc_sale_extra counted = {.counted = true, .change = 160, .given_back = 0};
    doc_sale(papers->doc, "sale", sale, &now, &counted);
    json_object_end(papers->doc);
    says(papers, "\"show\":\"hamlet\",\"status\":\"paid\"");
    says(papers, "\"due\":0,\"currency\":\"EUR\"");
    says(papers, "\"seat\":\"A-1\",\"status\":\"valid\",\"type\":\"adult\",\"price\":4200");
    says(papers, "\"tender\":\"cash\"");
    says(papers, "\"change\":160,\"given_back\":0}}");
    assert_null(strstr(json_out_text(papers->doc, NULL), "provisional"));
}

static void a_sale_of_a_till_alone_says_whether_it_is_final(void **state)
{
    struct desk_of_papers *papers = *state;
    const struct sale *sale = office_sold(&papers->office, 1);
    const struct doc_sale_extra alone = {.alone = true, .provisional = true, .mark = {7, 1, 42}};
    doc_sale(papers->doc, "sale", sale, &now, &alone);
    json_object_end(papers->doc);
    says(papers, "\"provisional\":true,\"journal\":\"J7-1-42-");
    assert_null(strstr(json_out_text(papers->doc, NULL), "given_back"));
}

static void whoever_waits_is_told_with_his_wishes(void **state)
{
    struct desk_of_papers *papers = *state;
    struct waiter waiter = {.id = an_id(7), .party = 3, .aisle = true, .joined_at = NOW};
    strcpy(waiter.name, "Ada");
    doc_waiter(papers->doc, "waiter", &waiter, &now);
    json_object_end(papers->doc);
    says(papers, "\"name\":\"Ada\",\"email\":null,\"phone\":null,\"party\":3");
    says(papers, "\"aisle\":true,\"together\":false");
}

static void a_bag_is_told_with_its_fee(void **state)
{
    struct desk_of_papers *papers = *state;
    struct checked checked = {
        .checkin = {.ticket = an_id(8), .entry = 1, .weight_g = 27500, .fee = 5000},
        .rule = {.limit_g = 25000, .fee = 5000},
        .currency = "EUR"};
    checked.checkin.status = CHECKIN_WAITING;
    doc_checkin(papers->doc, "checkin", &checked);
    checked.checkin.status = CHECKIN_COMPLETED;
    checked.checkin.paid = 5000;
    checked.checkin.tender = TENDER_CARD;
    doc_checkin(papers->doc, "paid", &checked);
    json_object_end(papers->doc);
    says(papers, "\"status\":\"WAITING_FOR_PAYMENT\",\"entry\":1,\"weight_g\":27500");
    says(papers, "\"fee\":5000,\"paid\":0,\"tender\":null,\"currency\":\"EUR\"");
    says(papers, "\"paid\":5000,\"tender\":\"card\"");
}

static void a_seat_is_told_as_it_is_now(void **state)
{
    struct desk_of_papers *papers = *state;
    struct scene *scene = a_row(papers->office.arena, ".mw");
    struct snapshot *map = &scene->snapshot;
    json_key(papers->doc, "seats");
    json_array_begin(papers->doc);
    for (int i = 0; i < map->plan->seat_count; i++)
        doc_seat(papers->doc, map, i, NOW);
    doc_seat(papers->doc, map, 1, ANOTHER_DAY);
    map->show.price_count = 0;
    doc_seat(papers->doc, map, 0, NOW);
    json_array_end(papers->doc);
    json_object_end(papers->doc);
    says(papers, "\"number\":\"1\",\"status\":\"available\"");
    says(papers, "\"number\":\"2\",\"status\":\"held\"");
    says(papers, "\"number\":\"2\",\"status\":\"available\""); /* a day later */
    says(papers, "\"price\":4200");
    says(papers, "\"price\":null");
    says(papers, "\"accessible\":true");
}

static void strangers_are_not_told_which_seats_go_together(void **state)
{
    struct desk_of_papers *papers = *state;
    struct scene *scene = a_row(papers->office.arena, ".mx");
    scene->snapshot.state[1].held_until = NOW + 90001;
    json_key(papers->doc, "seats");
    json_array_begin(papers->doc);
    for (int i = 0; i < scene->snapshot.plan->seat_count; i++)
        doc_public_seat(papers->doc, &scene->snapshot, i, NOW);
    json_array_end(papers->doc);
    json_object_end(papers->doc);
    says(papers, "\"number\":\"2\",\"status\":\"held\"");
    says(papers, "\"number\":\"3\",\"status\":\"sold\"");
    const char *text = json_out_text(papers->doc, NULL);
    assert_null(strstr(text, "\"hold\""));
    assert_null(strstr(text, "\"sale\""));
    assert_int_equal(doc_public_end(0), 0);
    assert_int_equal(doc_public_end(60000), 60000);
    assert_int_equal(doc_public_end(60001), 120000);
}

static void labels_are_a_list(void **state)
{
    struct desk_of_papers *papers = *state;
    static const char *const labels[] = {"A-1", "A \"2\""};
    doc_labels(papers->doc, "seats", labels, COUNT_OF(labels));
    json_object_end(papers->doc);
    says(papers, "{\"seats\":[\"A-1\",\"A \\\"2\\\"\"]}");
}

/* ---- every answer, whole ------------------------------------------------------------------- */

/* A value that no other field of the row has, as far as its range goes. */
static void fill_field(const struct row_field *field, int i, void *row)
{
    void *at = field_in(field, row);
    if (field->kind == FIELD_TEXT)
        snprintf(at, field->size, "%s", field->column ? field->column : "apart");
    else if (field->kind == FIELD_ID || field->kind == FIELD_BYTES)
        memset(at, i + 1, field->size);
    else if (field->high == INT64_MAX)
        field_set_number(field, NOW + 1001 * i, row);
    else
        field_set_number(field, field->high > UINT8_MAX ? 100 + i : 1, row);
}

static void fill_row(const struct row_shape *shape, void *row)
{
    for (int i = 0; i < shape->count; i++)
        fill_field(&shape->fields[i], i, row);
}

static void tell_hold(struct json_out *doc, void *row)
{
    struct hold_seat seat = {.label = "A-1", .live = true};
    struct hold *hold = row;
    hold->seats = &seat;
    hold->seat_count = hold->version > 0;
    doc_hold(doc, "hold", hold, &now);
}

static void tell_sale(struct json_out *doc, void *row)
{
    struct sale *sale = row;
    struct ticket ticket = {.label = "A-1"};
    struct payment payment = {0};
    const char *const qr[] = {NULL};
    const struct doc_sale_extra extra = {
        .alone = true, .mark = {7, 1, 42}, .counted = true, .change = 5, .given_back = 6, .qr = qr};
    if (sale->version) {
        fill_row(&shape_ticket, &ticket);
        fill_row(&shape_payment, &payment);
    }
    sale->tickets = &ticket;
    sale->payments = &payment;
    sale->ticket_count = sale->payment_count = 1;
    doc_sale(doc, "sale", sale, &now, &extra);
}

static void tell_show(struct json_out *doc, void *row)
{
    doc_show_open(doc, "show", row);
    json_object_end(doc);
}

static void tell_waiter(struct json_out *doc, void *row)
{
    doc_waiter(doc, "waiter", row, &now);
}

static void tell_customer(struct json_out *doc, void *row)
{
    doc_customer(doc, "customer", row);
}

static void tell_voucher(struct json_out *doc, void *row)
{
    doc_voucher(doc, "voucher", row, &now);
}

static void tell_staff(struct json_out *doc, void *row)
{
    doc_staff(doc, "staff", row, &now);
}

static void tell_shift(struct json_out *doc, void *row)
{
    doc_shift(doc, "shift", row);
}

static void tell_checkin(struct json_out *doc, void *row)
{
    struct checked checked = {.checkin = *(struct checkin *)row, .rule = {.limit_g = 25000}};
    doc_checkin(doc, "checkin", &checked);
}

static void tell_intent(struct json_out *doc, void *row)
{
    struct intent *intent = row;
    struct intent_seat seat = {.label = "A-1", .type = TYPE_ADULT};
    intent->seats = &seat;
    intent->seat_count = 1;
    doc_checkout(doc, "checkout", intent);
    doc_fee(doc, "payment", intent);
}

static void tell_conflict(struct json_out *doc, void *row)
{
    struct conflict *conflict = row;
    struct conflict_seat seat = {.label = "A-1"};
    conflict->seats = &seat;
    conflict->seat_count = 1;
    doc_conflict(doc, "conflict", conflict);
}

static void tell_event(struct json_out *doc, void *row)
{
    doc_event(doc, "event", row, &now);
}

static void tell_key(struct json_out *doc, void *row)
{
    doc_ticket_key(doc, "key", row, &now);
}

/* A row as an answer has it. */
struct told {
    const struct row_shape *shape;
    void (*tell)(struct json_out *doc, void *row);
};

static const struct told told[] = {
    {&shape_hold, tell_hold},      {&shape_sale, tell_sale},         {&shape_show, tell_show},
    {&shape_waiter, tell_waiter},  {&shape_customer, tell_customer}, {&shape_voucher, tell_voucher},
    {&shape_staff, tell_staff},    {&shape_shift, tell_shift},       {&shape_checkin, tell_checkin},
    {&shape_intent, tell_intent},  {&shape_conflict, tell_conflict}, {&shape_event, tell_event},
    {&shape_ticket_key, tell_key},
};

enum { ROW_ROOM = 4096 };

/* A line each for the row with something in every field, and with nothing. */
static const char *tell_twice(struct arena *arena, const struct told *which)
{
    _Alignas(8) uint8_t full[ROW_ROOM] = {0}, empty[ROW_ROOM] = {0};
    struct json_out *doc = json_out_new();
    const char *text;
    fill_row(which->shape, full);
    json_object_begin(doc);
    which->tell(doc, full);
    json_object_end(doc);
    text = arena_printf(arena, "%s\n", json_out_text(doc, NULL));
    json_out_reset(doc);
    json_object_begin(doc);
    which->tell(doc, empty);
    json_object_end(doc);
    text = arena_printf(arena, "%s%s\n", text, json_out_text(doc, NULL));
    json_out_free(&doc);
    return text;
}

/* Programs read them: members, their order, and what is null. */
static void every_answer_is_as_it_was(void **state)
{
    struct desk_of_papers *papers = *state;
    const char *all = "";
    for (int i = 0; i < COUNT_OF(told); i++)
        all = arena_printf(papers->office.arena, "%s%s", all,
                           tell_twice(papers->office.arena, &told[i]));
    assert_golden("answers.json", all);
    json_object_end(papers->doc);
}

/* ---- no field is forgotten ----------------------------------------------------------------- */

/* What no answer tells of a row, by its columns, or tells otherwise: a show and a seat by their
 * names, times as they are now, sums with others. Everything else SHOWS, or was forgotten. */
static const struct untold {
    const struct row_shape *shape;
    const char *columns;
} untold[] = {
    {&shape_hold, "show_no status ceiling_at paying_until"},
    {&shape_sale, "show_no"},
    {&shape_ticket, "sale version show_no seat_no class_no sold_at sold_by till ended_at ended_by"
                    " ended_till kept late"},
    {&shape_payment, "sale late_at"},
    {&shape_show, "no hall_no hold_ttl_ms extend_ms ceiling_ms"},
    {&shape_waiter, "show_no class_no till"},
    {&shape_customer, ""},
    {&shape_voucher, "show_no"},
    {&shape_voucher_loan, "device version till"},
    {&shape_staff, "version failures locked_until pin_hash badge"},
    {&shape_shift, "expected_cash expected_card expected_voucher"
                   " counted_cash counted_card counted_voucher"},
    {&shape_checkin, "version show_no till tender given auth voucher shift late_at"},
    {&shape_intent, "version print here wanted told show_no entry asked voucher name email made_at"
                    " next_at tries"},
    {&shape_conflict, "version seq heading reason at show_no sale proposal note"},
    {&shape_event, "show_no seat_no was became held_ms"},
    {&shape_ticket_key, "version kind mark public show_no"},
    {&shape_abuse, "rule"},
};

static bool is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += length)
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static void every_field_shows_or_is_known_not_to(void **state)
{
    (void)state;
    for (int r = 0; r < COUNT_OF(untold); r++)
        for (int i = 0; i < untold[r].shape->count; i++) {
            const struct row_field *field = &untold[r].shape->fields[i];
            if (!field->column)
                continue;
            if (is_among(untold[r].columns, field->column) == field->is_shown)
                fail_msg("%s.%s %s", untold[r].shape->name, field->column,
                         field->is_shown ? "shows, and is on the list of what does not"
                                         : "is told by no answer: say SHOWS, or say here why not");
        }
}

/* Each that shows is in the answer about its row. A ticket and a payment are in their order's. */
static void every_field_that_shows_is_told(void **state)
{
    struct desk_of_papers *papers = *state;
    for (int t = 0; t < COUNT_OF(told); t++) {
        const char *text = tell_twice(papers->office.arena, &told[t]);
        for (int i = 0; i < told[t].shape->count; i++) {
            const struct row_field *field = &told[t].shape->fields[i];
            if (field->is_shown &&
                !strstr(text, arena_printf(papers->office.arena, "\"%s\":", field_member(field))))
                fail_msg("%s.%s is not in %s", told[t].shape->name, field_member(field), text);
        }
    }
    json_object_end(papers->doc);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_show_is_told_with_its_counts),
        TEST(a_hold_past_its_time_is_over),
        TEST(a_sale_is_told_with_tickets_and_payments),
        TEST(a_sale_of_a_till_alone_says_whether_it_is_final),
        TEST(whoever_waits_is_told_with_his_wishes),
        TEST(a_bag_is_told_with_its_fee),
        TEST(a_seat_is_told_as_it_is_now),
        TEST(strangers_are_not_told_which_seats_go_together),
        TEST(labels_are_a_list),
        TEST(every_answer_is_as_it_was),
        TEST(every_field_shows_or_is_known_not_to),
        TEST(every_field_that_shows_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
