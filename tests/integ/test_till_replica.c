/* A till takes what the house sends: whole pieces in their order, behind what it did itself. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/door.h"
#include "sync/lite.h"
#include "sync/lite_replica.h"
#include "tests/lib/till_file.h"

/* ---- pieces --------------------------------------------------------------------------------- */

static const struct replica_mark zero, half = {.step = 3, .at = -1, .until = 70},
                                       whole = {.event = 70}, later = {.event = 90};

static struct replica_rows piece(struct till_file *f, struct replica_mark after,
                                 struct replica_mark mark)
{
    return (struct replica_rows){.after = after, .mark = mark, .now = f->house->time.wall};
}

static enum rc take(struct till_file *f, const struct replica_rows *rows)
{
    struct err err;
    return lite_till_take(f->file, rows, &err);
}

static enum rc move_on(struct till_file *f, struct replica_mark after, struct replica_mark mark)
{
    const struct replica_rows rows = piece(f, after, mark);
    return take(f, &rows);
}

/* Time goes by, on both of the machine's clocks. */
static void pass(struct till_file *f, int64_t ms)
{
    f->house->time.wall += ms;
    f->house->time.mono += ms;
}

static struct till_replica standing(struct till_file *f)
{
    struct till_replica now;
    assert_int_equal(lite_till_replica(f->file, &now, NULL), RC_OK);
    return now;
}

/* Bytes of one row, as the house sends them. */
struct row {
    uint8_t bytes[256];
    size_t size;
};

static void put(struct row *row, const void *bytes, size_t size)
{
    const uint8_t length[4] = {0, 0, 0, (uint8_t)size};
    memcpy(row->bytes + row->size, length, sizeof length);
    memcpy(row->bytes + row->size + sizeof length, bytes, size);
    row->size += sizeof length + size;
}

static void put_customer(struct row *row, const struct uuid *id, const char *name)
{
    static const uint8_t at[8] = {1}, version[8] = {[7] = 5};
    put(row, id->b, sizeof id->b);
    put(row, version, sizeof version);
    put(row, name, strlen(name));
    put(row, "", 0);
    put(row, "", 0);
    put(row, at, sizeof at);
}

static enum rc send_customer(struct till_file *f, struct replica_rows rows, const struct row *row)
{
    const struct replica_part part = {REPLICA_CUSTOMER, 1, row->bytes, row->size};
    *LIST_ADD(f->house->arena, &rows.parts) = part;
    return take(f, &rows);
}

/* ---- the first pull ------------------------------------------------------------------------- */

static void half_a_house_sells_nothing(void **state)
{
    struct till_file *f = *state;
    assert_int_equal(move_on(f, zero, half), RC_OK);
    assert_false(standing(f).ready);
    for (int again = 0; again < 2; again++) {
        house_hold(f->house, "Stalls-A-1", "Stalls-A-2", NULL);
        assert_int_equal(f->house->out.verdict, VERDICT_UNAVAILABLE);
        assert_non_null(strstr(f->house->out.err.text, "does not have the whole house yet"));
        till_file_rest(f); /* nor when it starts again */
        till_file_work_alone(f);
    }
    assert_int_equal(f->core.meta.head_seq, 0);
    assert_int_equal(move_on(f, half, whole), RC_OK);
    assert_true(standing(f).ready);
    house_hold(f->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
}

static void a_piece_is_taken_behind_its_mark_and_once(void **state)
{
    struct till_file *f = *state;
    assert_int_equal(move_on(f, half, whole), RC_CONFLICT);
    assert_int_equal(move_on(f, zero, half), RC_OK);
    assert_int_equal(move_on(f, zero, half), RC_CONFLICT);
    assert_int_equal(move_on(f, half, whole), RC_OK);
    assert_int_equal(move_on(f, half, whole), RC_CONFLICT);
    assert_int_equal(standing(f).mark.event, 70);
}

/* Pages of the log go on where the first pull began. */
static void the_tills_cursor_follows_the_first_pull(void **state)
{
    struct till_file *f = *state;
    assert_true(f->disk.put_meta(f->disk.ctx, &f->core.meta) && f->disk.commit(f->disk.ctx));
    assert_int_equal(move_on(f, zero, half), RC_OK);
    assert_int_equal(f->core.meta.cursor, 0);
    assert_int_equal(move_on(f, half, whole), RC_OK);
    assert_int_equal(f->core.meta.cursor, 70);
    assert_int_equal(move_on(f, whole, later), RC_OK);
    assert_int_equal(f->core.meta.cursor, 70); /* from now on it moves by its own pages */
    till_file_rest(f);
    till_file_work_alone(f);
    assert_int_equal(f->core.meta.cursor, 70);
}

static void how_old_and_how_skewed_it_is_can_be_told(void **state)
{
    struct till_file *f = *state;
    struct replica_rows rows = piece(f, zero, whole);
    assert_int_equal(standing(f).listed, 0);
    rows.now -= 90000;
    rows.more = true;
    assert_int_equal(take(f, &rows), RC_OK);
    assert_int_equal(standing(f).listed, 0); /* there was more */
    assert_int_equal(standing(f).skew_ms, 90000);
    pass(f, 5000);
    assert_int_equal(move_on(f, whole, later), RC_OK);
    assert_int_equal(standing(f).listed, f->house->time.wall);
    assert_int_equal(standing(f).skew_ms, 0);
}

static int64_t now_of(struct till_file *f)
{
    const struct clock clock = lite_till_clock(f->file);
    return clock_wall(&clock);
}

/* Each answer that brings news measures the clock again, and finds the same. */
static void a_wrong_clock_is_corrected_once(void **state)
{
    struct till_file *f = *state;
    const int64_t hour = 60 * 60 * 1000;
    struct replica_mark before = zero;
    for (int event = 70; event < 74; event++) {
        struct replica_rows rows = piece(f, before, (struct replica_mark){.event = event});
        rows.now -= 12 * hour;
        before = rows.mark;
        assert_int_equal(take(f, &rows), RC_OK);
        assert_int_equal(standing(f).skew_ms, 12 * hour);
        assert_int_equal(now_of(f), f->house->time.wall - 12 * hour);
        assert_int_equal(standing(f).listed, now_of(f));
        pass(f, 2000);
    }
}

/* A machine that starts in the year 2000 hears the house, and then its clock is put right. */
static void a_clock_that_is_put_right_changes_no_time(void **state)
{
    struct till_file *f = *state;
    const int64_t years = INT64_C(26) * 365 * 24 * 60 * 60 * 1000, right = f->house->time.wall;
    struct replica_rows rows = piece(f, zero, whole);
    f->house->time.wall -= years;
    assert_int_equal(take(f, &rows), RC_OK);
    assert_int_equal(now_of(f), right);
    f->house->time.wall += years;
    assert_int_equal(now_of(f), right);
    till_file_rest(f); /* nor for the next command */
    till_file_work_alone(f);
    assert_int_equal(now_of(f), right);
    assert_int_equal(standing(f).skew_ms, 0);
    pass(f, 1000);
    assert_int_equal(now_of(f), right + 1000);
}

static void a_row_that_cannot_be_read_changes_nothing(void **state)
{
    struct till_file *f = *state;
    const struct uuid id = {{7}};
    struct row row = {.size = 0};
    put_customer(&row, &id, "Eve");
    for (size_t size = 0; size < row.size; size++) {
        struct row cut = row;
        cut.size = size;
        assert_int_equal(send_customer(f, piece(f, zero, whole), &cut), RC_CORRUPT);
    }
    row.bytes[0] = 0x70; /* a column of two thousand million bytes */
    assert_int_equal(send_customer(f, piece(f, zero, whole), &row), RC_CORRUPT);
    assert_int_equal(standing(f).mark.event, 0);
}

/* The house's own walls were taken away, or it is no house. */
static void a_row_that_cannot_be_changes_nothing(void **state)
{
    struct till_file *f = *state;
    const struct uuid id = {{7}};
    char name[NAME_TEXT + 1];
    struct row row = {.size = 0}, version;
    memset(name, 'x', NAME_TEXT);
    name[NAME_TEXT - 1] = '\0';
    put_customer(&row, &id, name);
    version = row;
    version.bytes[4 + sizeof id + 4 + 3] = 1; /* 2^32 and more */
    assert_int_equal(send_customer(f, piece(f, zero, whole), &version), RC_CORRUPT);
    name[NAME_TEXT - 1] = 'x';
    name[NAME_TEXT] = '\0';
    struct row longer = {.size = 0};
    put_customer(&longer, &id, name);
    assert_int_equal(send_customer(f, piece(f, zero, whole), &longer), RC_CORRUPT);
    assert_int_equal(standing(f).mark.event, 0);
    assert_int_equal(send_customer(f, piece(f, zero, whole), &row), RC_OK);
}

/* ---- what the till did itself ---------------------------------------------------------------- */

static struct uuid add_customer(struct till_file *f, const char *name)
{
    struct customer customer = {.version = 0};
    strcpy(customer.name, name);
    desk_customer_put(&f->house->desk, &f->house->meta, &customer, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    return f->house->out.customer->id;
}

/* "" when there is no such customer. */
static const char *name_of(struct till_file *f, const struct uuid *id)
{
    struct store *store = f->house->desk.store;
    struct customer *found;
    int count;
    assert_int_equal(store->ops->customer_find(store, "", 0, f->house->arena, &found, &count, NULL),
                     RC_OK);
    for (int i = 0; i < count; i++)
        if (uuid_equal(&found[i].id, id))
            return found[i].name;
    return "";
}

static void settle(struct till_file *f, uint64_t seq)
{
    const struct sync_verdict verdict = {.seq = seq, .state = ENTRY_REFUSED};
    f->core.meta.first_open = seq + 1;
    assert_true(f->disk.settle(f->disk.ctx, &verdict) &&
                f->disk.put_meta(f->disk.ctx, &f->core.meta) && f->disk.commit(f->disk.ctx));
}

static struct replica_ask ask(struct till_file *f)
{
    struct replica_ask asked;
    assert_int_equal(lite_till_ask(f->file, f->house->arena, &asked, NULL), RC_OK);
    return asked;
}

static struct replica_rows answer(struct till_file *f, struct replica_ask asked,
                                  struct replica_mark mark)
{
    struct replica_rows rows = piece(f, asked.after, mark);
    rows.again = asked.again;
    rows.again_count = asked.again_count;
    return rows;
}

static void what_the_till_wrote_stays_until_the_house_has_judged_it(void **state)
{
    struct till_file *f = *state;
    struct row row = {.size = 0};
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    const struct uuid id = add_customer(f, "Eve here");
    put_customer(&row, &id, "Eve there");
    assert_int_equal(ask(f).again_count, 0); /* not yet */
    assert_int_equal(send_customer(f, piece(f, whole, later), &row), RC_OK);
    assert_string_equal(name_of(f, &id), "Eve here");
    settle(f, 1);
    till_file_rest(f); /* it is found again in the journal */
    till_file_work_alone(f);
    const struct replica_ask asked = ask(f);
    assert_int_equal(asked.again_count, 1);
    assert_true(uuid_equal(&asked.again[0].id, &id));
    assert_int_equal(send_customer(f, answer(f, asked, whole), &row), RC_OK);
    assert_string_equal(name_of(f, &id), "Eve there");
    assert_int_equal(ask(f).again_count, 0);
}

static void what_the_house_does_not_have_goes(void **state)
{
    struct till_file *f = *state;
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    const struct uuid id = add_customer(f, "Eve");
    settle(f, 1);
    const struct replica_rows rows = answer(f, ask(f), later);
    assert_int_equal(take(f, &rows), RC_OK);
    assert_string_equal(name_of(f, &id), "");
}

static void an_act_after_the_question_keeps_the_answer_out(void **state)
{
    struct till_file *f = *state;
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    house_hold(f->house, "Stalls-A-1", "Stalls-A-2", NULL);
    settle(f, 1);
    const struct replica_rows rows = answer(f, ask(f), later);
    assert_int_equal(rows.again_count, 1);
    house_sell(f->house); /* of that hold */
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(take(f, &rows), RC_CONFLICT);
    assert_string_equal(house_status(f->house, "Stalls-A-1"), "sold");
    assert_int_equal(ask(f).again_count, 0); /* it waits for the sale's verdict */
}

/* The house lost what this till had of it: its own acts are not in the way once they are judged. */
static void a_house_that_begins_anew_waits_only_for_what_is_open(void **state)
{
    struct till_file *f = *state;
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    const struct uuid id = add_customer(f, "Eve");
    struct replica_rows rows = piece(f, whole, half);
    rows.anew = true;
    assert_int_equal(take(f, &rows), RC_CONFLICT);
    assert_string_equal(name_of(f, &id), "Eve");
    settle(f, 1);
    assert_int_equal(take(f, &rows), RC_OK);
    assert_string_equal(name_of(f, &id), "");
}

/* ---- people --------------------------------------------------------------------------------- */

static enum verdict sign_in(struct till_file *f, const char *name, const char *pin)
{
    struct actor actor;
    desk_sign_in(&f->house->desk, f->house->arena, name, pin, "till-1", &actor, &f->house->out);
    return f->house->out.verdict;
}

static void a_person_who_was_seen_signs_in_for_some_days(void **state)
{
    enum { DAY = 24 * 3600 * 1000 };
    struct till_file *f = *state;
    assert_int_equal(standing(f).days, 14);
    assert_int_equal(
        lite_till_remember(f->file, "nina", ROLE_CLERK, "4321", f->house->time.wall, NULL), RC_OK);
    assert_int_equal(sign_in(f, "nina", "4321"), VERDICT_OK);
    f->house->time.wall += 14 * (int64_t)DAY - 1000;
    assert_int_equal(sign_in(f, "nina", "4321"), VERDICT_OK);
    f->house->time.wall += 1000;
    assert_int_not_equal(sign_in(f, "nina", "4321"), VERDICT_OK);
    f->house->time.wall -= 17 * (int64_t)DAY; /* nor by a clock that was put back */
    assert_int_not_equal(sign_in(f, "nina", "4321"), VERDICT_OK);
}

/* The PIN opens the server of the house as well, and 10,000 are soon tried: 16 MB twice took two
 * minutes. What is kept asks for nearly fifty times as much. */
static void a_pin_that_a_till_keeps_is_slow_to_guess(void **state)
{
    struct till_file *f = *state;
    struct store *store = f->house->desk.store;
    struct staff nina;
    unsigned memory = 0, passes = 0;
    bool found = false;
    assert_int_equal(
        lite_till_remember(f->file, "nina", ROLE_CLERK, "4321", f->house->time.wall, NULL), RC_OK);
    assert_int_equal(store->ops->staff_read(store, "nina", &nina, &found, NULL), RC_OK);
    assert_int_equal(sscanf(nina.pin_hash, "$argon2id$v=19$m=%u,t=%u,", &memory, &passes), 2);
    assert_true((uint64_t)memory * passes >= (uint64_t)1536 * 1024); /* kB */
}

static void count_pin(void *ctx, const struct staff *staff)
{
    assert_int_equal(lite_till_count_pin(ctx, staff, NULL), RC_OK);
}

static void somebody_signs_in_although_the_clock_is_a_day_slow(void **state)
{
    enum { HOUR = 3600 * 1000 };
    struct till_file *f = *state;
    assert_int_equal(
        lite_till_remember(f->file, "nina", ROLE_CLERK, "4321", f->house->time.wall, NULL), RC_OK);
    f->house->time.wall -= 26 * (int64_t)HOUR;
    assert_int_equal(sign_in(f, "nina", "4321"), VERDICT_OK);
}

/* Nobody tries PINs for ever because the house is away. */
static void five_wrong_pins_lock_a_person_at_a_till_that_is_alone(void **state)
{
    struct till_file *f = *state;
    struct desk_watch watch = {.ctx = f->file, .pin_counted = count_pin};
    f->house->desk.alone = true;
    f->house->desk.watch = &watch;
    assert_int_equal(
        lite_till_remember(f->file, "nina", ROLE_CLERK, "4321", f->house->time.wall, NULL), RC_OK);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(sign_in(f, "nina", "1234"), VERDICT_NOT_ALLOWED);
        assert_string_equal(f->house->out.message, "That name and PIN do not go together.");
    }
    assert_int_equal(sign_in(f, "nina", "4321"), VERDICT_NOT_ALLOWED);
    f->house->time.wall += 5 * 60 * 1000;
    assert_int_equal(sign_in(f, "nina", "4321"), VERDICT_OK);
    f->house->desk.watch = NULL;
}

/* ---- the door ------------------------------------------------------------------------------- */

/* A ticket that was sold here, signed with a key of the house. */
static void sell_and_sign(struct till_file *f, char code[TICKET_CODE_TEXT])
{
    struct house_fixture *house = f->house;
    house->desk.alone = false;
    lite_till_journal(f->file, NULL); /* as online */
    house_become(house, "anna", ROLE_CLERK);
    house_hold(house, "Stalls-A-1", "Stalls-A-2", NULL);
    house_sell(house);
    ASSERT_VERDICT(house, VERDICT_OK);
    house_sign(house, &house->out.sale->tickets[0], code);
    ASSERT_VERDICT(house, VERDICT_OK);
    house_become(house, "anna", ROLE_CLERK);
    lite_till_journal(f->file, &f->core);
    house->desk.alone = true;
}

static enum door_code scan(struct till_file *f, const char *code)
{
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = code};
    desk_scan(&f->house->desk, &f->house->meta, &request, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    return f->house->out.scanned->code;
}

/* What the door would say; nobody is let in. */
static enum door_code look(struct till_file *f, const char *code)
{
    const struct desk_scan request = {.show = HOUSE_SHOW, .text = code};
    desk_scan_look(&f->house->desk, &f->house->meta, &request, &f->house->out);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    return f->house->out.scanned->code;
}

static void a_door_that_has_not_heard_of_the_house_for_long_says_so(void **state)
{
    struct till_file *f = *state;
    char code[TICKET_CODE_TEXT];
    sell_and_sign(f, code);
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    pass(f, DOOR_LIST_MS + 1000);
    assert_int_equal(scan(f, code), DOOR_LIST_OLD);
    f->house->time.wall -= DOOR_LIST_MS; /* a clock that is put back makes nothing fresh */
    assert_int_equal(scan(f, code), DOOR_LIST_OLD);
    f->house->time.wall += DOOR_LIST_MS;
    assert_int_equal(move_on(f, whole, whole), RC_OK); /* nothing new is news, too */
    assert_int_equal(scan(f, code), DOOR_ADMIT);
}

/* The file comes from a machine that was started again since it heard of the house. */
static void start_again(struct till_file *f)
{
    till_file_rest(f);
    assert_int_equal(till_file_tamper(f, "UPDATE till_replica SET boot = zeroblob(16)"), SQLITE_OK);
    till_file_work_alone(f);
}

static void a_door_whose_clock_is_wrong_says_so_after_a_restart(void **state)
{
    struct till_file *f = *state;
    char code[TICKET_CODE_TEXT];
    sell_and_sign(f, code);
    struct replica_rows rows = piece(f, zero, whole);
    rows.now -= DOOR_SKEW_MS + 1000;
    assert_int_equal(take(f, &rows), RC_OK);
    assert_int_equal(look(f, code), DOOR_ADMIT); /* it counts from the house's own clock */
    start_again(f);
    assert_int_equal(look(f, code), DOOR_CLOCK_WRONG);
    assert_int_equal(move_on(f, whole, whole), RC_OK);
    assert_int_equal(look(f, code), DOOR_ADMIT);
    f->house->time.wall -= DOOR_SKEW_MS + 1000; /* put back since then */
    assert_int_equal(look(f, code), DOOR_ADMIT);
    start_again(f);
    assert_int_equal(look(f, code), DOOR_CLOCK_WRONG);
    f->house->time.wall += DOOR_SKEW_MS + 1000;
    start_again(f);
    assert_int_equal(look(f, code), DOOR_ADMIT);
}

/* Alone: durations count, whatever the wall clock is set to meanwhile. */
static void a_clock_that_is_set_opens_no_door_and_ends_no_hold(void **state)
{
    struct till_file *f = *state;
    char code[TICKET_CODE_TEXT];
    const int64_t day = 24 * 60 * 60 * 1000;
    sell_and_sign(f, code);
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    f->house->time.wall += 26 * day;
    house_sell(f->house);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    assert_int_equal(look(f, code), DOOR_ADMIT);
    f->house->time.wall -= 52 * day;
    assert_int_equal(look(f, code), DOOR_ADMIT);
}

static int writes_of(struct till_file *f)
{
    return sqlite3_total_changes(lite_of(f->house->desk.store)->db);
}

static void a_pull_without_news_spares_the_disk(void **state)
{
    struct till_file *f = *state;
    assert_int_equal(move_on(f, zero, whole), RC_OK);
    int before = writes_of(f);
    pass(f, 2000);
    assert_int_equal(move_on(f, whole, whole), RC_OK);
    assert_int_equal(writes_of(f), before);
    pass(f, 60000); /* but not for ever */
    assert_int_equal(move_on(f, whole, whole), RC_OK);
    assert_true(writes_of(f) > before);
    assert_int_equal(standing(f).listed, f->house->time.wall);
}

/* ---- a till that was given up ---------------------------------------------------------------- */

static bool is_in_file(const struct till_file *f, const char *text)
{
    char bytes[1 << 20];
    FILE *file = fopen(f->house->path, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return memmem(bytes, size, text, strlen(text)) != NULL;
}

static void of_a_till_that_is_given_up_nobodys_name_stays(void **state)
{
    struct till_file *f = *state;
    static const struct uuid id = {{0xc0, 7}};
    struct row row = {.size = 0};
    struct replica_ask ask;
    struct err err;
    put_customer(&row, &id, "Ada Given-Up");
    assert_int_equal(send_customer(f, piece(f, zero, whole), &row), RC_OK);
    house_hold(f->house, "Stalls-A-1", "Stalls-A-2", NULL);
    ASSERT_VERDICT(f->house, VERDICT_OK);
    till_file_rest(f);
    till_file_work_alone(f);
    assert_true(is_in_file(f, "Ada Given-Up")); /* control */
    assert_int_equal(lite_till_wipe(f->file, &err), RC_OK);
    assert_false(is_in_file(f, "Ada Given-Up"));
    house_hold(f->house, "Stalls-B-1", "Stalls-B-2", NULL);
    assert_int_equal(f->house->out.verdict, VERDICT_UNAVAILABLE);
    till_file_rest(f);
    till_file_work_alone(f);
    assert_int_equal(f->core.meta.head_seq, 1); /* what it did is still there to be sent */
    assert_true(till_verify(&f->core));
    assert_false(standing(f).ready);
    assert_int_equal(lite_till_ask(f->file, f->house->arena, &ask, &err), RC_OK);
    assert_int_equal(ask.after.event, 0); /* and the house is asked for all of it */
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, till_file_setup, till_file_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(half_a_house_sells_nothing),
        RULE(a_piece_is_taken_behind_its_mark_and_once),
        RULE(the_tills_cursor_follows_the_first_pull),
        RULE(how_old_and_how_skewed_it_is_can_be_told),
        RULE(a_wrong_clock_is_corrected_once),
        RULE(a_clock_that_is_put_right_changes_no_time),
        RULE(a_row_that_cannot_be_read_changes_nothing),
        RULE(a_row_that_cannot_be_changes_nothing),
        RULE(what_the_till_wrote_stays_until_the_house_has_judged_it),
        RULE(what_the_house_does_not_have_goes),
        RULE(an_act_after_the_question_keeps_the_answer_out),
        RULE(a_house_that_begins_anew_waits_only_for_what_is_open),
        RULE(a_person_who_was_seen_signs_in_for_some_days),
        RULE(somebody_signs_in_although_the_clock_is_a_day_slow),
        RULE(a_door_that_has_not_heard_of_the_house_for_long_says_so),
        RULE(a_pin_that_a_till_keeps_is_slow_to_guess),
        RULE(five_wrong_pins_lock_a_person_at_a_till_that_is_alone),
        RULE(a_door_whose_clock_is_wrong_says_so_after_a_restart),
        RULE(a_clock_that_is_set_opens_no_door_and_ends_no_hold),
        RULE(a_pull_without_news_spares_the_disk),
        RULE(of_a_till_that_is_given_up_nobodys_name_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
