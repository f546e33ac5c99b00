/*
 * Two tills that were cut off with the same picture of a house sell the same fifty seats and fifty
 * of their own, and come home through a line that is cut all the time, sending each batch twice.
 * Whoever comes first has the contested seats, the other has a conflict for each, every seat of
 * their own is accepted, and whatever is said once more changes nothing. Of seats that were lent
 * before there is no conflict at all.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/plan_text.h"
#include "tests/lib/cutter.h"
#include "tests/lib/pg_tills.h"

#define DERBY "derby"

enum { SPARE_ROW = 15, IN_ROW = 10, ROWS_OF_EACH = 5, FIFTY = 50, SHOW = 2, MESSAGE_BYTES = 200 };

static const char drawing[] = "title The Field\n"
                              "stage top\n"
                              "class S Stalls\n"
                              "section Field\n"
                              "class S\n"
                              "A..P SSSSSSSSSS\n";

struct homecoming {
    struct pg_shop *shop;
    struct cutter cutter;
    int said, twice, cut; /* messages; said again; lines cut */
};

static struct homecoming home;

/* ---- the house ------------------------------------------------------------------------------ */

static void must(const struct house_fixture *house)
{
    if (house->out.verdict)
        fail_msg("%s: %s", verdict_code(house->out.verdict), house->out.message);
}

/* The same hall and show everywhere, made by the same acts. */
static void furnish(struct house_fixture *house)
{
    const struct actor actor = house->meta.actor;
    const struct hall hall = {.id = "field", .name = "The Field"};
    struct plan_faults faults = {0};
    struct show show = house_show(DERBY);
    struct plan *plan = plan_text_parse(drawing, strlen(drawing), house->arena, &faults);
    assert_non_null(plan);
    show.gap_rule = false;
    snprintf(show.hall, sizeof show.hall, "field");
    house_become(house, "ruth", ROLE_MANAGER);
    desk_plan_import(&house->desk, &house->meta, &hall, plan, drawing, &house->out);
    must(house);
    desk_show_add(&house->desk, &house->meta, &show, &house->out);
    must(house);
    desk_show_status(&house->desk, &house->meta, DERBY, SHOW_OPEN, &house->out);
    must(house);
    house->meta.actor = actor;
}

static void furnish_till(struct pg_shop *shop, struct pg_till *till)
{
    char sql[160], terms[16];
    lite_till_journal(till->file.file, NULL);
    till->home.desk.alone = false;
    furnish(&till->home);
    pg_server_ask(shop->root, "SELECT loge.terms(max(house), 2) FROM loge.house", terms,
                  sizeof terms);
    snprintf(sql, sizeof sql, "INSERT INTO till_show VALUES (%d, %s)", SHOW, terms);
    till->home.desk.store = NULL;
    till_file_stop(&till->file);
    assert_int_equal(till_file_tamper(&till->file, sql), 0);
    pg_till_restart(till);
}

/* From now on the tills' lines go through the cutter. */
static void lay_lines(struct pg_shop *shop)
{
    char target[32];
    snprintf(target, sizeof target, "127.0.0.1:%d", pg_server_port());
    cutter_start(&home.cutter, target);
    atomic_store(&home.cutter.orders->least, MESSAGE_BYTES);
    pg_server_send_people_to(home.cutter.port);
    for (int i = 0; i < PG_TILLS; i++) {
        struct pg_till *till = &shop->till[i];
        upstream_close(&till->up);
        till->up = pg_shop_line(shop, shop->anna, &till->file.crypt.key);
    }
    pg_server_send_people_to(0);
}

static int set_up(void **state)
{
    if (pg_shop_setup(state))
        return -1;
    home = (struct homecoming){.shop = *state};
    furnish(&home.shop->house);
    for (int i = 0; i < PG_TILLS; i++)
        furnish_till(home.shop, &home.shop->till[i]);
    lay_lines(home.shop);
    return 0;
}

static int tear_down(void **state)
{
    cutter_stop(&home.cutter);
    return pg_shop_teardown(state);
}

static long long count(const char *sql)
{
    char whole[700];
    snprintf(whole, sizeof whole,
             "WITH me AS (SELECT max(house) AS house FROM loge.house) SELECT coalesce((%s), 0)"
             " FROM me",
             sql);
    return pg_server_count(home.shop->root, whole);
}
#define OURS "house = (SELECT house FROM me)"

/* ---- alone ---------------------------------------------------------------------------------- */

static const char *seat(int row, int number)
{
    static char label[2][SEAT_TEXT];
    static int turn;
    turn = !turn;
    snprintf(label[turn], sizeof label[turn], "Field-%c-%d", 'A' + row, number);
    return label[turn];
}

/* A pair of seats held and sold; false: the till refuses to hold them. */
static bool sell_pair(struct house_fixture *till, int row, int number)
{
    const char *const wish[] = {seat(row, number), seat(row, number + 1)};
    const struct desk_hold hold = {
        .show = DERBY, .labels = wish, .count = 2, .channel = CHANNEL_COUNTER};
    desk_hold_new(&till->desk, &till->meta, &hold, &till->out);
    if (till->out.verdict == VERDICT_SEAT_BLOCKED)
        return false; /* lent to the other one */
    must(till);
    house_sell(till);
    must(till);
    return true;
}

/* Five rows of ten; how many seats it sold. */
static int sell_rows(struct pg_till *till, int first_row)
{
    int sold = 0;
    for (int row = first_row; row < first_row + ROWS_OF_EACH; row++)
        for (int number = 1; number <= IN_ROW; number += 2)
            sold += 2 * sell_pair(&till->home, row, number);
    return sold;
}

static void sell_alone(void)
{
    for (int i = 0; i < PG_TILLS; i++) {
        assert_int_equal(sell_rows(&home.shop->till[i], 0), FIFTY);
        assert_int_equal(sell_rows(&home.shop->till[i], ROWS_OF_EACH * (i + 1)), FIFTY);
    }
}

/* ---- home ----------------------------------------------------------------------------------- */

static void tell(struct pg_till *till, const struct till_event *event, struct till_actions *said)
{
    till->file.core.clock.mono = till->home.time.mono;
    till->file.core.clock.wall = till->home.time.wall;
    *said = (struct till_actions){0};
    till_step(&till->file.core, till->arena, event, said);
}

static void note(struct pg_till *till, const struct sync_message *answer)
{
    if (answer->kind != SYNC_VERDICTS)
        return;
    for (int i = 0; i < answer->verdicts.of.count; i++) {
        const struct sync_verdict *verdict = &answer->verdicts.of.at[i];
        enum entry_state *state = &till->state[verdict->seq];
        if (entry_state_final(*state))
            assert_int_equal(*state, verdict->state); /* a verdict stays */
        *state = verdict->state;
    }
}

/* One message in seven is cut: in its request, behind it, or in its answer. */
static void order_cut(void)
{
    static const enum cut kinds[] = {CUT_REQUEST, CUT_SENT, CUT_ANSWER};
    unsigned chance = (unsigned)home.said * 7919u % 101u;
    if (chance % 7 == 3)
        cutter_order(&home.cutter, kinds[chance % COUNT_OF(kinds)], 1 + (int)chance * 37 % 400);
}

/* False: the line was lost. */
static bool say(struct pg_till *till, const struct sync_message *message,
                struct sync_message *answer)
{
    struct err err;
    home.said++;
    order_cut();
    enum rc rc = till->up->ops->say(till->up, till->arena, message, answer, &err);
    if (rc != RC_OK && rc != RC_TRANSIENT && rc != RC_UNKNOWN)
        fail_msg("%s", err.text);
    home.cut += rc != RC_OK;
    if (rc == RC_OK)
        note(till, answer);
    return rc == RC_OK;
}

static bool carry(struct pg_till *till, const struct till_actions *said, int depth);

/* Each batch is said twice, and both answers are heard before anything else. */
static bool say_and_hear(struct pg_till *till, const struct sync_message *message, int depth)
{
    struct sync_message answer[2];
    struct till_actions more[2];
    int times = message->kind == SYNC_BATCH ? 2 : 1;
    for (int i = 0; i < times; i++)
        if (!say(till, message, &answer[i]))
            return false;
    home.twice += times - 1;
    for (int i = 0; i < times; i++)
        tell(till, &(struct till_event){.kind = TILL_MESSAGE, .message = &answer[i]}, &more[i]);
    for (int i = 0; i < times; i++)
        if (!carry(till, &more[i], depth + 1))
            return false;
    return true;
}

static bool carry(struct pg_till *till, const struct till_actions *said, int depth)
{
    assert_true(depth < 300);
    for (int i = 0; i < said->send.count; i++)
        if (!say_and_hear(till, &said->send.at[i], depth))
            return false;
    return true;
}

static bool try_to_come_home(struct pg_till *till)
{
    struct till_actions said;
    till->file.core.phase = TILL_IDLE;
    tell(till, &(struct till_event){.kind = TILL_PROBE, .good = true}, &said);
    if (!carry(till, &said, 0))
        return false;
    tell(till, &(struct till_event){.kind = TILL_TICK}, &said);
    return carry(till, &said, 0);
}

static bool is_home(const struct pg_till *till)
{
    const struct till_meta *meta = &till->file.core.meta;
    return meta->first_open > meta->head_seq && till->file.core.phase == TILL_QUIET;
}

static void come_home(struct pg_till *till)
{
    struct till_actions said;
    pg_house_set_clock(home.shop->database, home.shop->house.time.wall);
    till->file.core.limits.entries = 8; /* many batches, and two of them on their way at once */
    for (int tries = 0; !is_home(till); tries++) {
        assert_true(tries < 400);
        assert_false(till->file.core.latched);
        if (!try_to_come_home(till))
            tell(till, &(struct till_event){.kind = TILL_PROBE, .good = false}, &said);
    }
    till->home.desk.allotment = till->file.core.meta.till; /* as src/cmd/till_turn.c does */
}

static void both_come_home(int first)
{
    come_home(&home.shop->till[first]);
    come_home(&home.shop->till[!first]);
    printf("# %d messages, %d of them said again, %d lines cut (%d in the middle of a message)\n",
           home.said, home.twice, home.cut, atomic_load(&home.cutter.orders->fired));
    assert_true(home.cut > 5 && home.twice > 10);
}

/* All of its journal a third time, by a line that nobody cuts: the same verdicts. */
static void replay_all(struct pg_till *till)
{
    enum entry_state before[PG_TILL_ENTRIES];
    memcpy(before, till->state, sizeof before);
    memset(till->state, 0, sizeof till->state);
    upstream_close(&till->up);
    till->up = pg_shop_line(home.shop, home.shop->anna, &till->file.crypt.key);
    const struct sync_message batch = pg_till_whole_batch(till);
    const struct sync_message answer = pg_till_ask(till, &batch);
    assert_int_equal(answer.verdicts.of.count, till->file.core.meta.head_seq);
    assert_memory_equal(till->state, before, sizeof before);
}

/* ---- what came of it ------------------------------------------------------------------------ */

static int states(const struct pg_till *till, enum entry_state state)
{
    int found = 0;
    for (uint64_t seq = 1; seq <= till->file.core.meta.head_seq; seq++)
        found += till->state[seq] == state;
    return found;
}

/* Where other seats were offered on its own ones meanwhile, those had moved: rebased. */
static int done(const struct pg_till *till)
{
    return states(till, ENTRY_ACCEPTED) + states(till, ENTRY_REBASED);
}

#define TICKETS                                                                      \
    "SELECT count(*) FROM loge.ticket AS t JOIN loge.sale AS s ON s.house = t.house" \
    " AND s.id = t.sale WHERE t.status = 0 AND t.show_no = 2 AND t." OURS

static void expect_owners(const char *winner, const char *loser)
{
    char sql[400];
    assert_int_equal(count("SELECT count(*) FROM loge.show_seat WHERE status = 2 AND show_no = 2"
                           " AND " OURS),
                     3 * FIFTY);
    assert_int_equal(count("SELECT count(DISTINCT seat_no) FROM loge.ticket WHERE status = 0 AND"
                           " show_no = 2 AND " OURS),
                     3 * FIFTY);
    snprintf(sql, sizeof sql, TICKETS " AND s.till = '%s'", winner);
    assert_int_equal(count(sql), 2 * FIFTY);
    snprintf(sql, sizeof sql, TICKETS " AND s.till = '%s'", loser);
    assert_int_equal(count(sql), FIFTY);
}

/* Each contested seat once. */
static void expect_conflicts(const char *loser)
{
    char sql[400];
    assert_int_equal(count("SELECT count(*) FROM loge.conflict WHERE " OURS), FIFTY / 2);
    snprintf(sql, sizeof sql,
             "SELECT count(DISTINCT q) FROM loge.conflict AS k, unnest(k.seats) AS q"
             " WHERE k.till = '%s' AND k.outcome = 0 AND k." OURS,
             loser);
    assert_int_equal(count(sql), FIFTY);
}

/* Every row of the house that an act can write, as a hash a table: whatever becomes of one is seen.
 */
static const char *const tables[] = {"event",   "entry", "conflict", "show_seat",
                                     "hold",    "claim", "sale",     "ticket",
                                     "payment", "shift", "receipt",  "customer"};
enum { HASH = 32, BOOKS = COUNT_OF(tables) * HASH + 1 };

static const char *books(char out[BOOKS])
{
    char sql[300];
    for (int i = 0; i < COUNT_OF(tables); i++) {
        snprintf(sql, sizeof sql,
                 "SELECT md5(coalesce(string_agg(r::text, '|' ORDER BY r::text), ''))"
                 " FROM loge.%s AS r WHERE house = (SELECT max(house) FROM loge.house)",
                 tables[i]);
        pg_server_ask(home.shop->root, sql, out + (size_t)i * HASH, HASH + 1);
    }
    return out;
}

/* The control of the books: they are not the same after something was done. */
static void sell_one_more(struct pg_till *till)
{
    assert_true(sell_pair(&till->home, SPARE_ROW, 1));
    come_home(till);
    assert_int_equal(done(till), till->file.core.meta.head_seq);
}

/* A hold and a sale a pair: a hundred entries a till, each with its verdict. */
static void the_first_till_home_has_the_seats(int first)
{
    struct pg_till *winner = &home.shop->till[first], *loser = &home.shop->till[!first];
    sell_alone();
    both_come_home(first);
    assert_int_equal(winner->file.core.meta.head_seq, 2 * FIFTY);
    assert_int_equal(states(winner, ENTRY_ACCEPTED), 2 * FIFTY);
    assert_int_equal(done(loser), FIFTY);
    assert_int_equal(states(loser, ENTRY_CONFLICT), FIFTY);
    expect_owners(winner->home.meta.actor.till, loser->home.meta.actor.till);
    expect_conflicts(loser->home.meta.actor.till);
    assert_int_equal(count("SELECT count(*) FROM loge.entry WHERE " OURS), 4 * FIFTY);
    char before[BOOKS], now[BOOKS];
    books(before);
    replay_all(winner);
    replay_all(loser);
    assert_string_equal(books(now), before);
    sell_one_more(winner);
    assert_string_not_equal(books(now), before);
}

static void two_tills_come_home_in_one_order(void **state)
{
    the_first_till_home_has_the_seats(0);
}

static void and_in_the_other(void **state)
{
    the_first_till_home_has_the_seats(1);
}

/* ---- lent seats ----------------------------------------------------------------------------- */

/* A supervisor lends a till every other pair of the contested rows. */
static void lend_pairs(struct pg_till *till, int which)
{
    char url[PG_URL], sql[700], device[UUID_TEXT], seats[400];
    snprintf(sql, sizeof sql,
             "SELECT string_agg(seat_no::text, ',') FROM (SELECT seat_no, row_number() OVER"
             " (ORDER BY seat_no) AS n FROM loge.show_seat WHERE show_no = %d AND house ="
             " (SELECT max(house) FROM loge.house)) AS s WHERE n <= %d AND (n - 1) / 2 %% 2 = %d",
             SHOW, FIFTY, which);
    pg_server_ask(home.shop->root, sql, seats, sizeof seats);
    snprintf(
        sql, sizeof sql,
        "SELECT loge.lend('%s', NULL, array_agg(%d), array_agg(q)) FROM unnest(array[%s]) AS q",
        uuid_text(&till->file.device, device), SHOW, seats);
    PGconn *mark =
        pg_server_connect(pg_server_url(home.shop->database, home.shop->mark, PG_PASSWORD, url));
    pg_server_do(mark, sql);
    PQfinish(mark);
}

static void lent_seats_meet_no_conflict(void **state)
{
    int sold = 0;
    for (int i = 0; i < PG_TILLS; i++)
        lend_pairs(&home.shop->till[i], i);
    for (int i = 0; i < PG_TILLS; i++)
        come_home(&home.shop->till[i]); /* which is when they learn of it */
    for (int i = 0; i < PG_TILLS; i++) {
        sold += sell_rows(&home.shop->till[i], 0);
        assert_int_equal(sell_rows(&home.shop->till[i], ROWS_OF_EACH * (i + 1)), FIFTY);
    }
    assert_int_equal(sold, FIFTY);
    both_come_home(0);
    for (int i = 0; i < PG_TILLS; i++)
        assert_int_equal(states(&home.shop->till[i], ENTRY_ACCEPTED),
                         home.shop->till[i].file.core.meta.head_seq);
    assert_int_equal(count("SELECT count(*) FROM loge.conflict WHERE " OURS), 0);
    assert_int_equal(count("SELECT count(*) FROM loge.show_seat WHERE status = 2 AND show_no = 2"
                           " AND " OURS),
                     3 * FIFTY);
}

/* The control: one that has not heard of the loan sells what is not its own, and comes home first.
 * It loses those; whoever they were lent to has sold them for good. */
static void control_a_till_that_has_not_heard_of_the_loan_loses_its_sales(void **state)
{
    struct pg_till *lent = &home.shop->till[0], *other = &home.shop->till[1];
    lend_pairs(lent, 0);
    come_home(lent);
    assert_int_equal(sell_rows(lent, 0), FIFTY);
    assert_int_equal(sell_rows(other, 0), FIFTY);
    both_come_home(1);
    const int pairs_lent = (FIFTY / 2 + 1) / 2;
    assert_int_equal(states(other, ENTRY_CONFLICT), 2 * pairs_lent);
    assert_int_equal(states(lent, ENTRY_CONFLICT), FIFTY - 2 * pairs_lent);
    assert_int_equal(count("SELECT count(*) FROM loge.show_seat WHERE status = 2 AND show_no = 2"
                           " AND " OURS),
                     FIFTY);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(two_tills_come_home_in_one_order),
        RULE(and_in_the_other),
        RULE(lent_seats_meet_no_conflict),
        RULE(control_a_till_that_has_not_heard_of_the_loan_loses_its_sales),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
