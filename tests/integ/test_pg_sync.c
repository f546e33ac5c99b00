/* Journals of tills come home to a house on PostgreSQL. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/domain/bytes.h"
#include "src/base/text.h"
#include "src/domain/shift_text.h"
#include "src/engine/desk_office.h"
#include "tests/lib/pg_tills.h"

static void hold_two(struct house_fixture *home, const char *first, const char *second)
{
    house_hold(home, first, second, NULL);
    ASSERT_VERDICT(home, VERDICT_OK);
}

/* What the house says of itself. */
#define OURS "house = (SELECT house FROM me)"

static const char *word(struct pg_shop *shop, const char *sql)
{
    static char out[200];
    char whole[1200];
    snprintf(whole, sizeof whole,
             "WITH me AS (SELECT max(house) AS house FROM loge.house) SELECT (%s) FROM me", sql);
    return pg_server_ask(shop->root, whole, out, sizeof out);
}

static long long ask(struct pg_shop *shop, const char *sql)
{
    return atoll(word(shop, sql));
}

/* ---- what fits ------------------------------------------------------------------------------- */

static void a_sale_comes_home_whole(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
    assert_int_equal(ask(shop, "SELECT total FROM loge.sale WHERE " OURS), 8800);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.ticket WHERE status = 0 AND " OURS), 2);
    assert_int_equal(ask(shop, "SELECT sum(amount) FROM loge.payment WHERE " OURS), 8800);
    assert_int_equal(ask(shop, "SELECT source FROM loge.hold WHERE " OURS), SOURCE_OFFLINE_SYNC);
    assert_string_equal(word(shop,
                             "SELECT string_agg(DISTINCT actor || '@' || till, ' ') FROM loge.event"
                             " WHERE act IN (0, 2) AND " OURS),
                        "anna@till-1");
    assert_string_equal(word(shop, "SELECT max(brought_by) FROM loge.entry WHERE " OURS), "anna");
    assert_int_equal(till->file.core.meta.first_open, 3);
    assert_int_equal(till->file.core.mode.uploaded, true);
}

static void a_seat_that_moved_and_is_free_again_is_taken(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    hold_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    const struct uuid hold = shop->house.out.hold->id;
    desk_hold_release(&shop->house.desk, &shop->house.meta, &hold, NULL, 0, END_USER_CANCELLED,
                      &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_REBASED);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
}

static void a_hold_whose_time_is_over_is_expired(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    hold_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_shop_pass(shop, 3600000);
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_EXPIRED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "available");
}

/* A promotion of ten percent beside five euros off by hand: only what the promotion gave counts. */
static void a_promotion_counts_what_it_gave_and_no_other_discount(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    const struct voucher ten = {.code = "TEN", .kind = VOUCHER_PERCENT, .value = 1000};
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    desk_voucher_put(&shop->house.desk, &shop->house.meta, &ten, NULL, &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_pull(till);
    house_become(&till->home, "mark", ROLE_SUPERVISOR);
    house_reason(&till->home, "a friend of the house");
    hold_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    const struct desk_sell wish = {.hold = till->home.out.hold->id,
                                   .voucher = "TEN",
                                   .discount = {.kind = DISCOUNT_ORDER, .value = 500}};
    desk_sell(&till->home.desk, &till->home.meta, &wish, &till->home.out);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    struct voucher used;
    bool found;
    struct store *file = till->home.desk.store;
    assert_int_equal(file->ops->voucher_read(file, "TEN", &used, &found, NULL), RC_OK);
    assert_true(found && used.used > 0);
    pg_till_push(shop, till);
    assert_int_equal(ask(shop, "SELECT used FROM loge.voucher WHERE " OURS), used.used);
    assert_int_equal(ask(shop, "SELECT uses FROM loge.voucher WHERE " OURS), 1);
}

/* The house gave the money back and may have sold the seat again: paper that was printed alone
 * since then admits nobody. */
static void a_ticket_that_was_refunded_meanwhile_does_not_live_again(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    char code[CODE_TEXT];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    text_copy(code, sizeof code, till->home.out.sale->code);
    pg_till_push(shop, till);
    house_reason(&till->home, "lost");
    desk_reprint(&till->home.desk, &till->home.meta, code, "Stalls-A-1", &till->home.out);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    house_become(&shop->house, "ruth", ROLE_MANAGER);
    house_reason(&shop->house, "ill");
    desk_refund(&shop->house.desk, &shop->house.meta, code, NULL, 0, false, TENDER_CASH,
                &shop->house.out);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 3, ENTRY_CONFLICT);
    assert_int_equal(till->heading[3], MERGE_PAPER);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.ticket WHERE status = 0 AND " OURS), 0);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "available");
    assert_int_equal(pg_server_count(shop->root, "SELECT count(*) FROM qa.invariants()"), 0);
}

/* The hold is long over when the sale comes home; it was in time when it was made. */
static void a_sale_of_yesterday_counts(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    const int64_t sold_at = till->home.time.wall;
    pg_shop_pass(shop, 24 * 3600000);
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT sold_at FROM loge.sale WHERE " OURS), sold_at);
}

/* Yesterday was reported, so the tickets are counted today, and marked. */
static void a_day_that_is_over_keeps_its_figures_when_a_till_comes_home(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    const struct report_filter by_day = {.group = REPORT_BY_DAY};
    struct store *house = shop->house.desk.store;
    struct report_row *rows;
    struct err err;
    int count;
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_shop_pass(shop, 24 * 3600000);
    pg_till_push(shop, till);
    assert_int_equal(house->ops->report(house, &by_day, shop->house.arena, &rows, &count, &err),
                     RC_OK);
    assert_int_equal(count, 1);
    assert_true(rows[0].at <= shop->house.time.wall);
    assert_true(rows[0].at > shop->house.time.wall - 24 * 3600000);
    assert_int_equal(rows[0].gross, 8800);
    assert_int_equal(rows[0].late, 8800);
}

static int money_rows(struct store *store, struct arena *arena, const struct report_filter *filter,
                      struct report_row **rows)
{
    struct err err;
    int count;
    assert_int_equal(store->ops->report(store, filter, arena, rows, &count, &err), RC_OK);
    return count;
}

/* Yesterday's tender report was read: what a till took and gave back then is money of today, the
 * moment on its receipt stays, and the till's own copy says the same once it has heard. */
static void money_of_a_day_that_is_over_counts_when_its_till_comes_home(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct house_fixture *home = &till->home;
    struct report_filter by_tender = {.group = REPORT_BY_TENDER};
    struct report_row *rows;
    house_sell_two(home, "Stalls-A-1", "Stalls-A-2");
    const int64_t paid_at = home->time.wall;
    house_sell_two(home, "Stalls-C-4", "Stalls-C-5");
    house_reason(home, "ill");
    desk_refund(&home->desk, &home->meta, home->out.sale->code, NULL, 0, false, TENDER_CASH,
                &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    pg_shop_pass(shop, 24 * 3600000);
    pg_till_push(shop, till);
    pg_till_pull(till);
    struct store *const copies[] = {shop->house.desk.store, home->desk.store};
    for (int i = 0; i < 2; i++) {
        by_tender.from = 0;
        by_tender.until = shop->house.time.wall;
        assert_int_equal(money_rows(copies[i], shop->house.arena, &by_tender, &rows), 0);
        by_tender.from = shop->house.time.wall;
        by_tender.until = 0;
        assert_int_equal(money_rows(copies[i], shop->house.arena, &by_tender, &rows), 1);
        assert_int_equal(rows[0].gross, 8800);
        assert_int_equal(rows[0].refunded, 8800);
        assert_int_equal(rows[0].late, 8800);
    }
    assert_int_equal(ask(shop, "SELECT min(at) FROM loge.payment WHERE " OURS), paid_at);
}

static void what_comes_home_the_same_day_stands_at_its_hour(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    const int64_t sold_at = till->home.time.wall;
    pg_till_push(shop, till);
    assert_int_equal(ask(shop, "SELECT max(sold_at) FROM loge.ticket WHERE " OURS), sold_at);
    assert_int_equal(ask(shop, "SELECT max(late) FROM loge.ticket WHERE " OURS), 0);
    assert_int_equal(ask(shop, "SELECT max(late_at) FROM loge.payment WHERE " OURS), 0);
}

/* A till whose clock is a day ahead: its money has the house's time all the same. */
static void a_tills_clock_is_set_right(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    till->home.time.wall += 26 * 3600000;
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT sold_at FROM loge.sale WHERE " OURS), shop->house.time.wall);
}

/* ---- money ----------------------------------------------------------------------------------- */

static void a_whole_evening_comes_home(void **state)
{
    static const int64_t counted[TENDER_COUNT] = {10000 + 8800 - 500};
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct house_fixture *home = &till->home;
    desk_shift_open(&home->desk, &home->meta, 10000, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    house_sell_two(home, "Stalls-A-1", "Stalls-A-2");
    house_reason(home, "coins");
    desk_shift_move(&home->desk, &home->meta, MOVE_DROP, 500, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    desk_shift_close(&home->desk, &home->meta, counted, 0, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    pg_till_push(shop, till);
    for (int seq = 1; seq <= 5; seq++)
        ASSERT_ENTRY(till, seq, ENTRY_ACCEPTED);
    assert_int_equal(
        ask(shop, "SELECT expected_cash FROM loge.shift WHERE closed_at > 0 AND " OURS),
        counted[TENDER_CASH]);
    assert_int_equal(ask(shop, "SELECT sum(p.amount) FROM loge.payment AS p JOIN loge.shift AS s"
                               " ON s.house = p.house AND s.id = p.shift WHERE p." OURS),
                     8800);
}

/* What the house has of a shift: its paper, and its row. */
static const char *cash_up(struct pg_shop *shop, const struct uuid *id)
{
    struct store *store = shop->house.desk.store;
    struct arena *arena = shop->house.arena;
    struct shift shift;
    const struct shift_paper paper = {
        .house = "House", .shift = &shift, .columns = 80, .arena = arena};
    char sql[200], text[UUID_TEXT];
    struct err err;
    bool found;
    assert_int_equal(store->ops->shift_read(store, id, NULL, &shift, &found, &err), RC_OK);
    assert_true(found);
    snprintf(sql, sizeof sql,
             "SELECT md5(row_to_json(s)::text) FROM loge.shift AS s WHERE id = '%s' AND " OURS,
             uuid_text(id, text));
    return arena_printf(arena, "%s%lld%s", shift_text(&paper), (long long)shift.version,
                        word(shop, sql));
}

#define TAKEN_IN                                                                    \
    "SELECT coalesce(sum(p.amount), 0) FROM loge.payment AS p JOIN loge.shift AS s" \
    " ON s.house = p.house AND s.id = p.shift WHERE p." OURS

static struct uuid standin_of_till_1(struct pg_shop *shop)
{
    struct uuid id;
    assert_true(
        uuid_parse(word(shop, "SELECT id FROM loge.shift WHERE NOT sealed AND reason = 'sync'"
                              " AND " OURS),
                   &id));
    return id;
}

/* A supervisor counts the drawer at the house while the till, cut off, sells on in the same shift
 * and closes it once more. */
static void a_sealed_shift_keeps_its_figures(struct pg_shop *shop, int entries)
{
    static const int64_t counted[TENDER_COUNT] = {10000 + 8800};
    static const int64_t later[TENDER_COUNT] = {10000 + 2 * 8800 - 500};
    struct pg_till *till = &shop->till[0];
    struct house_fixture *home = &till->home, *house = &shop->house;
    struct shift own;
    struct err err;
    bool found;
    desk_shift_open(&home->desk, &home->meta, 10000, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    const struct uuid sealed = home->out.shift->id;
    house_sell_two(home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    house_become(house, "mark", ROLE_SUPERVISOR);
    snprintf(house->meta.actor.till, TILL_TEXT, "till-1");
    desk_shift_close(&house->desk, &house->meta, counted, 0, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    const char *before = cash_up(shop, &sealed);

    till->file.core.limits.entries = entries;
    house_sell_two(home, "Stalls-B-1", "Stalls-B-2");
    house_reason(home, "coins");
    desk_shift_move(&home->desk, &home->meta, MOVE_DROP, 500, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    desk_shift_close(&home->desk, &home->meta, later, 0, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    desk_shift_open(&home->desk, &home->meta, 2000, &home->out);
    ASSERT_VERDICT(home, VERDICT_OK);
    house_sell_two(home, "Stalls-C-4", "Stalls-C-5");
    pg_shop_pass(shop, 60000);
    pg_till_push(shop, till);
    for (uint64_t seq = 1; seq < till->file.core.meta.first_open; seq++)
        ASSERT_ENTRY(till, seq, ENTRY_ACCEPTED);
    assert_int_equal(till->file.core.mode.uploaded, true);

    assert_string_equal(cash_up(shop, &sealed), before);
    const struct uuid standin = standin_of_till_1(shop);
    assert_non_null(strstr(cash_up(shop, &standin), "CAME HOME LATE"));
    assert_int_equal(ask(shop, TAKEN_IN " AND s.sealed"), 8800);
    assert_int_equal(ask(shop, TAKEN_IN " AND s.reason = 'sync'"), 8800);
    assert_int_equal(ask(shop, TAKEN_IN " AND s.closed_at = 0 AND s.float_amount = 2000"), 8800);
    assert_int_equal(ask(shop, TAKEN_IN),
                     ask(shop, "SELECT sum(amount) FROM loge.payment WHERE " OURS));
    assert_int_equal(ask(shop, "SELECT sum(m.amount) FROM loge.shift_move AS m JOIN loge.shift AS s"
                               " ON s.house = m.house AND s.id = m.shift WHERE s.reason = 'sync'"
                               " AND m." OURS),
                     500);
    pg_till_pull(till); /* and the till has it as the house does */
    struct store *file = home->desk.store;
    assert_int_equal(file->ops->shift_read(file, &sealed, NULL, &own, &found, &err), RC_OK);
    assert_int_equal(own.taken[TENDER_CASH], 8800);
    assert_int_equal(own.counted[TENDER_CASH], counted[TENDER_CASH]);
    assert_int_equal(own.moved[MOVE_DROP], 0);
    assert_int_equal(file->ops->shift_read(file, &standin, NULL, &own, &found, &err), RC_OK);
    assert_true(found);
    assert_int_equal(own.taken[TENDER_CASH], 8800);
    assert_int_equal(own.moved[MOVE_DROP], 500);
}

static void a_shift_closed_at_the_house_keeps_its_figures(void **state)
{
    a_sealed_shift_keeps_its_figures(*state, 100);
}

static void it_keeps_them_when_the_till_comes_home_piece_by_piece(void **state)
{
    a_sealed_shift_keeps_its_figures(*state, 1);
}

/* A sale that is given back, money for the bank and a longer hold, so many entries in a batch. */
static void an_evening_comes_home(struct pg_shop *shop, int entries)
{
    struct pg_till *till = &shop->till[0];
    struct house_fixture *home = &till->home;
    till->file.core.limits.entries = entries;
    desk_shift_open(&home->desk, &home->meta, 10000, &home->out);
    house_sell_two(home, "Stalls-A-1", "Stalls-A-2");
    house_reason(home, "ill");
    desk_refund(&home->desk, &home->meta, home->out.sale->code, NULL, 0, false, TENDER_CASH,
                &home->out);
    desk_shift_move(&home->desk, &home->meta, MOVE_DROP, 2000, &home->out);
    hold_two(home, "Stalls-C-4", "Stalls-C-5");
    const struct uuid hold = home->out.hold->id;
    desk_hold_extend(&home->desk, &home->meta, &hold, 300000, &home->out);
    pg_till_push(shop, till);
    for (uint64_t seq = 1; seq <= 7; seq++)
        ASSERT_ENTRY(till, seq, ENTRY_ACCEPTED);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "available");
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.ticket WHERE status = 0 AND " OURS), 0);
    assert_int_equal(ask(shop, "SELECT sum(amount) FROM loge.payment WHERE " OURS), 0);
    assert_int_equal(ask(shop, "SELECT paid * 100 + status FROM loge.sale WHERE " OURS),
                     SALE_REFUNDED);
    assert_int_equal(ask(shop, "SELECT amount FROM loge.shift_move WHERE " OURS), 2000);
    assert_int_equal(ask(shop, "SELECT expires_at FROM loge.hold WHERE status = 0 AND " OURS),
                     home->out.hold->expires_at);
}

static void what_a_till_sold_it_may_take_back(void **state)
{
    an_evening_comes_home(*state, 100);
}

/* Each act changes what another batch has brought. */
static void what_comes_home_piece_by_piece_says_the_same(void **state)
{
    an_evening_comes_home(*state, 1);
}

static void a_paid_sale_takes_held_seats_where_the_house_wants_that(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    pg_server_do(shop->root, "INSERT INTO loge.policy (house, paid_beats_hold, version)"
                             " SELECT max(house), true, 1 FROM loge.house");
    hold_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_REBASED);
    assert_int_equal(till->heading[2], MERGE_PAID_WON);
    assert_string_equal(house_status(&shop->house, "Stalls-A-1"), "sold");
    assert_int_equal(ask(shop, "SELECT status * 10 + ending FROM loge.hold WHERE till = 'office'"
                               " AND " OURS),
                     10 * HOLD_CANCELLED + END_SYNC_CONFLICT);
}

/* Its hold was sold and given back at the house meanwhile; that sale's story stays as it was. */
static void a_sale_takes_up_nobody_elses_hold(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct house_fixture *house = &shop->house;
    snprintf(house->meta.actor.till, TILL_TEXT, "till-1");
    hold_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    const struct desk_sell wish = {.hold = till->home.out.hold->id};
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    house_reason(house, "ill");
    desk_refund(&house->desk, &house->meta, house->out.sale->code, NULL, 0, false, TENDER_CASH,
                &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_REBASED);
    assert_string_equal(house_status(house, "Stalls-A-1"), "sold");
    assert_int_equal(ask(shop, "SELECT count(DISTINCT hold) FROM loge.sale WHERE " OURS), 2);
}

/* ---- conflicts ------------------------------------------------------------------------------- */

static void a_seat_that_somebody_else_has_is_a_conflict(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-A-2", "Stalls-A-3");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 1, ENTRY_CONFLICT);
    ASSERT_ENTRY(till, 2, ENTRY_CONFLICT);
    assert_int_equal(till->reason[2], VERDICT_SEAT_TAKEN);
    assert_string_not_equal(house_status(&shop->house, "Stalls-A-3"), "sold");
    /* One conflict, not two: the hold is told by its sale. */
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict WHERE " OURS), 1);
    assert_int_equal(ask(shop, "SELECT seq FROM loge.conflict WHERE outcome = 0 AND " OURS), 2);
}

/* 20.00 less than anna may give by herself; mark signs at the till. */
static void sell_for_less(struct house_fixture *house, const char *first, const char *second)
{
    house_hold(house, first, second, NULL);
    ASSERT_VERDICT(house, VERDICT_OK);
    const struct desk_sell wish = {.hold = house->out.hold->id, .discount = {DISCOUNT_ORDER, 2000}};
    house->meta.approver = (struct actor){"mark", "till-1", ROLE_SUPERVISOR, {"", ""}};
    house_reason(house, "regular");
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    house->meta.approver.name[0] = '\0';
}

/* The house was not there: of what fitted and of what did not it has the till's word. */
static void who_signed_without_the_house_is_marked_in_log_and_conflict(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_become(&till->home, "anna", ROLE_CLERK);
    sell_for_less(&till->home, "Stalls-A-1", "Stalls-A-2");
    sell_for_less(&till->home, "Stalls-B-1", "Stalls-B-2");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_CONFLICT);
    ASSERT_ENTRY(till, 4, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict WHERE approver = 'mark'"
                               " AND approval = 2 AND " OURS),
                     1);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.event WHERE act = 2 AND approver = 'mark'"
                               " AND approval = 2 AND " OURS),
                     2);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.event WHERE (approver = 'mark') <>"
                               " (approval = 2) AND " OURS),
                     0);
}

/* Its money is in the books, its tickets let nobody in. */
static void the_losers_money_is_not_lost(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, till);
    assert_int_equal(ask(shop, "SELECT paid FROM loge.sale WHERE till = 'till-1' AND " OURS), 8800);
    assert_int_equal(ask(shop, "SELECT total FROM loge.sale WHERE till = 'till-1' AND " OURS), 0);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.ticket WHERE status = 0 AND " OURS), 2);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.ticket WHERE status = 2 AND " OURS), 2);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict AS k JOIN loge.sale AS s ON"
                               " s.house = k.house AND s.id = k.sale WHERE s.till = 'till-1'"
                               " AND k." OURS),
                     1);
}

/* Two tills with the same picture: whoever comes home first keeps the seat. */
static void of_two_tills_one_has_the_seat(void **state)
{
    struct pg_shop *shop = *state;
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&shop->till[1].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[1]);
    pg_till_push(shop, &shop->till[0]);
    ASSERT_ENTRY(&shop->till[1], 2, ENTRY_ACCEPTED);
    ASSERT_ENTRY(&shop->till[0], 2, ENTRY_CONFLICT);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict WHERE " OURS), 1);
}

/* ---- the same again -------------------------------------------------------------------------- */

static void the_same_batch_again_changes_nothing(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    const struct sync_message batch = pg_till_whole_batch(till);
    pg_till_ask(till, &batch);
    const long long events = ask(shop, "SELECT count(*) FROM loge.event WHERE " OURS);
    memset(till->state, 0, sizeof till->state);
    struct sync_message again = pg_till_ask(till, &batch);
    assert_int_equal(again.verdicts.of.count, 4);
    ASSERT_ENTRY(till, 4, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.event WHERE " OURS), events);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 4);
}

static void a_batch_that_was_cut_off_goes_on_from_there(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    struct sync_message batch = pg_till_whole_batch(till);
    const size_t whole = batch.batch.size;
    batch.batch.size = whole / 2;
    struct sync_message part = pg_till_ask(till, &batch);
    assert_true(part.verdicts.of.count > 0 && part.verdicts.of.count < 4);
    batch.batch.size = whole;
    pg_till_ask(till, &batch);
    ASSERT_ENTRY(till, 4, ENTRY_ACCEPTED);
}

/* ---- an entry the database does not take ------------------------------------------------------
 */

/* A code that is taken at the house by now: the rows contradict others. */
static void poison(struct pg_shop *shop, struct pg_till *till)
{
    char sql[200];
    hold_two(&till->home, "Stalls-B-1", "Stalls-B-2");
    house_sell(&till->home);
    ASSERT_VERDICT(&till->home, VERDICT_OK);
    house_sell_two(&shop->house, "Stalls-C-6", "Stalls-C-7");
    snprintf(sql, sizeof sql,
             "UPDATE loge.sale SET code = '%s' WHERE house = (SELECT max(house) FROM loge.house)",
             till->home.out.sale->code);
    pg_server_do(shop->root, sql);
}

static void a_poisoned_entry_stops_nobody_behind_it(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    poison(shop, till);
    house_sell_two(&till->home, "Stalls-C-4", "Stalls-C-5");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 3, ENTRY_ACCEPTED);
    ASSERT_ENTRY(till, 4, ENTRY_REFUSED);
    ASSERT_ENTRY(till, 6, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 6);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.conflict WHERE " OURS), 1);
}

/* What the customer paid for it is in the till's shift, and can be given back. */
static void the_money_of_a_poisoned_entry_stands_in_its_tills_books(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct house_fixture *office = &shop->house;
    const char *free_again[] = {"Stalls-B-1", "Stalls-B-2"};
    struct conflict *all;
    int count;
    poison(shop, till);
    house_sell_two(&till->home, "Stalls-C-4", "Stalls-C-5");
    pg_till_push(shop, till);
    ASSERT_ENTRY(till, 2, ENTRY_REFUSED); /* which had opened the shift */
    ASSERT_ENTRY(till, 4, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT sum(p.amount) FROM loge.payment AS p JOIN loge.shift AS s"
                               " ON s.house = p.house AND s.id = p.shift WHERE s.till = 'till-1'"
                               " AND p." OURS),
                     2 * 8800);
    house_become(office, "mark", ROLE_SUPERVISOR);
    house_reason(office, "poison");
    desk_shift_open(&office->desk, &office->meta, 10000, &office->out);
    desk_conflict_list(&office->desk, &office->meta, true, 10, &all, &count, &office->out);
    assert_int_equal(count, 1);
    assert_int_equal(all[0].paid, 8800);
    desk_seats_release(&office->desk, &office->meta, HOUSE_SHOW, free_again, 2, &office->out);
    ASSERT_VERDICT(office, VERDICT_OK);
    struct desk_decision wish = {all[0].id, CONFLICT_SAME, TENDER_CASH};
    desk_conflict_decide(&office->desk, &office->meta, &wish, &office->out);
    ASSERT_VERDICT(office, VERDICT_STATE_CONFLICT); /* there is no ticket for a seat */
    wish.outcome = CONFLICT_REFUND;
    desk_conflict_decide(&office->desk, &office->meta, &wish, &office->out);
    ASSERT_VERDICT(office, VERDICT_OK);
    assert_int_equal(ask(shop, "SELECT paid FROM loge.sale WHERE total = 0 AND " OURS), 0);
}

/* Not even that can be written: the entry is kept all the same, and whoever is behind it heard. */
static void money_that_cannot_be_written_stops_nobody_either(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    house_sell_two(&till->home, "Stalls-A-1", "Stalls-A-2");
    poison(shop, till);
    house_sell_two(&till->home, "Stalls-C-4", "Stalls-C-5");
    pg_server_do(shop->root, "ALTER TABLE loge.sale ADD CONSTRAINT no_rest"
                             " CHECK (length(code) < 12) NOT VALID");
    pg_till_push(shop, till);
    pg_server_do(shop->root, "ALTER TABLE loge.sale DROP CONSTRAINT no_rest");
    ASSERT_ENTRY(till, 4, ENTRY_REFUSED);
    ASSERT_ENTRY(till, 6, ENTRY_ACCEPTED);
    assert_int_equal(ask(shop, "SELECT count(*) FROM loge.entry WHERE " OURS), 6);
}

/* What was taken out of the drawer is gone from it, whatever the house thinks of the reason. */
static void what_a_poisoned_entry_took_from_the_drawer_stands_there_too(void **state)
{
    struct pg_shop *shop = *state;
    struct pg_till *till = &shop->till[0];
    struct house_fixture *home = &till->home;
    house_sell_two(home, "Stalls-A-1", "Stalls-A-2");
    house_reason(home, "for the bank");
    desk_shift_move(&home->desk, &home->meta, MOVE_DROP, 5000, &home->out);
    pg_server_do(shop->root, "ALTER TABLE loge.shift_move ADD CONSTRAINT no_bank"
                             " CHECK (reason <> 'for the bank') NOT VALID");
    pg_till_push(shop, till);
    pg_server_do(shop->root, "ALTER TABLE loge.shift_move DROP CONSTRAINT no_bank");
    ASSERT_ENTRY(till, 3, ENTRY_REFUSED);
    assert_int_equal(ask(shop, "SELECT sum(amount) FROM loge.shift_move WHERE " OURS), 5000);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, pg_shop_setup, pg_shop_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_sale_comes_home_whole),
        RULE(a_seat_that_moved_and_is_free_again_is_taken),
        RULE(a_hold_whose_time_is_over_is_expired),
        RULE(a_promotion_counts_what_it_gave_and_no_other_discount),
        RULE(a_ticket_that_was_refunded_meanwhile_does_not_live_again),
        RULE(a_sale_of_yesterday_counts),
        RULE(a_day_that_is_over_keeps_its_figures_when_a_till_comes_home),
        RULE(money_of_a_day_that_is_over_counts_when_its_till_comes_home),
        RULE(what_comes_home_the_same_day_stands_at_its_hour),
        RULE(a_tills_clock_is_set_right),
        RULE(a_whole_evening_comes_home),
        RULE(a_shift_closed_at_the_house_keeps_its_figures),
        RULE(it_keeps_them_when_the_till_comes_home_piece_by_piece),
        RULE(what_a_till_sold_it_may_take_back),
        RULE(what_comes_home_piece_by_piece_says_the_same),
        RULE(a_paid_sale_takes_held_seats_where_the_house_wants_that),
        RULE(a_sale_takes_up_nobody_elses_hold),
        RULE(a_seat_that_somebody_else_has_is_a_conflict),
        RULE(who_signed_without_the_house_is_marked_in_log_and_conflict),
        RULE(the_losers_money_is_not_lost),
        RULE(of_two_tills_one_has_the_seat),
        RULE(the_same_batch_again_changes_nothing),
        RULE(a_batch_that_was_cut_off_goes_on_from_there),
        RULE(a_poisoned_entry_stops_nobody_behind_it),
        RULE(the_money_of_a_poisoned_entry_stands_in_its_tills_books),
        RULE(what_a_poisoned_entry_took_from_the_drawer_stands_there_too),
        RULE(money_that_cannot_be_written_stops_nobody_either),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
