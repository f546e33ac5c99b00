/* The rows of a house as JSON: what the command line and the service both answer. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/doc.h"
#include "src/domain/waitlist.h"
#include "tests/lib/builders.h"
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
