#include "config.h"

#include "tests/lib/lone.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <sqlite3.h>

#include "src/engine/run_unheard.h"
#include "src/port/office.h"

/* ---- what was done before -------------------------------------------------------------------- */

static void at(struct lone *lone, const char *till, const char *name, enum role role)
{
    struct actor *actor = &lone->house->meta.actor;
    house_become(lone->house, name, role);
    snprintf(actor->till, sizeof actor->till, "%s", till);
}

static void done(struct house_fixture *house)
{
    ASSERT_VERDICT(house, VERDICT_OK);
}

static struct uuid hold_of(struct lone *lone, const char *first, const char *second)
{
    house_hold(lone->house, first, second, NULL);
    done(lone->house);
    return lone->house->out.hold->id;
}

static const struct sale *sold(struct lone *lone, struct desk_sell wish, const char *first,
                               const char *second)
{
    wish.hold = hold_of(lone, first, second);
    wish.name = "Ada";
    desk_sell(&lone->house->desk, &lone->house->meta, &wish, &lone->house->out);
    done(lone->house);
    return lone->house->out.sale;
}

/* In one row; the gap rule has nothing to say from one end to the other. */
static struct lone_things do_things(struct lone *lone, const char *const seats[5])
{
    const struct desk_sell paid = {.name = NULL}, due = {.due = true}, pickup = {.pickup = true};
    struct lone_things things;
    desk_shift_open(&lone->house->desk, &lone->house->meta, 10000, &lone->house->out);
    done(lone->house);
    things.sale = sold(lone, paid, seats[0], seats[1]);
    things.order = sold(lone, due, seats[2], NULL);
    things.pickup = sold(lone, pickup, seats[3], NULL);
    things.hold = hold_of(lone, seats[4], NULL);
    return things;
}

static void block_seat(struct lone *lone)
{
    static const char *const corner[] = {"Stalls-A-1"};
    house_reason(lone->house, "broken");
    desk_seats_block(&lone->house->desk, &lone->house->meta, HOUSE_SHOW, corner, 1, 0,
                     &lone->house->out);
    house_reason(lone->house, NULL);
    done(lone->house);
}

static void let_wait(struct lone *lone)
{
    const struct waiter waiter = {
        .name = "Bo", .phone = "020", .party = 2, .class_no = -1, .together = true};
    desk_wait_join(&lone->house->desk, &lone->house->meta, HOUSE_SHOW, &waiter, NULL,
                   &lone->house->out);
    done(lone->house);
    lone->waiter = lone->house->out.waiter->id;
}

static void live_on(struct lone *lone)
{
    static const char *const row_a[] = {"Stalls-A-2", "Stalls-A-3", "Stalls-A-4", "Stalls-A-5",
                                        "Stalls-A-6"};
    static const char *const row_b[] = {"Stalls-B-1", "Stalls-B-2", "Stalls-B-3", "Stalls-B-4",
                                        "Stalls-B-5"};
    at(lone, "till-2", "anna", ROLE_CLERK);
    lone->theirs = do_things(lone, row_b);
    at(lone, LONE_TILL, "mark", ROLE_SUPERVISOR);
    block_seat(lone);
    let_wait(lone);
    lone->ours = do_things(lone, row_a);
}

/* ---- a house with an office that does not answer, either ----------------------------------------
 */

static struct store_ops ops;

static enum rc no_conflicts(struct store *store, bool open_only, int limit, struct arena *arena,
                            struct conflict **out, int *count, struct err *err)
{
    (void)store, (void)open_only, (void)limit, (void)arena, (void)out, (void)count;
    return err_set(err, RC_TRANSIENT, "", "The house is not there.");
}

static enum rc no_strike(struct store *store, const struct entry_mark *mark, const char *reason,
                         enum verdict *verdict, struct err *err)
{
    (void)store, (void)mark, (void)reason, (void)verdict;
    return err_set(err, RC_TRANSIENT, "", "The house is not there.");
}

static enum rc no_settlement(struct store *store, int32_t no, const char *reason,
                             enum verdict *verdict, struct err *err)
{
    (void)store, (void)no, (void)reason, (void)verdict;
    return err_set(err, RC_TRANSIENT, "", "The house is not there.");
}

static struct store *office(struct store *store, const struct office_ops **out)
{
    static const struct office_ops dead = {
        .conflicts = no_conflicts, .strike = no_strike, .settle_went_back = no_settlement};
    *out = &dead;
    return store;
}

/* Its own clock never really waits, as the one of the fixture does. */
static void open_again(struct lone *lone)
{
    const struct clock clock = clock_fake(&lone->house->time);
    struct err err;
    store_close(&lone->house->desk.store);
    if (lite_store_open(lone->house->path, lone->house->desk.crypt, &clock,
                        &lone->house->desk.store, &err))
        fail_msg("%s", err.text);
    lone->at_house = lone->house->desk.store;
    ops = *lone->at_house->ops;
    ops.office = office;
    lone->at_house->ops = &ops;
}

/* ---- the till's file ------------------------------------------------------------------------- */

static void copy_house(struct lone *lone)
{
    struct err err;
    lone->here = *lone->house;
    snprintf(lone->here.path, sizeof lone->here.path, "%s/till.db", lone->here.dir);
    if (lite_store_copy(lone->at_house, lone->here.path, &err))
        fail_msg("%s", err.text);
    till_file_init(&lone->till, &lone->here);
    till_file_start(&lone->till);
}

void lone_begin(struct lone *lone, struct house_fixture *house)
{
    *lone = (struct lone){.house = house};
    live_on(lone);
    open_again(lone);
    copy_house(lone);
    house->desk.watch = &lone->watch;
}

void lone_go_alone(struct lone *lone)
{
    lone->house->desk.store = lite_till_store(lone->till.file);
    lone->house->desk.alone = true;
    lite_till_journal(lone->till.file, &lone->till.core);
}

void lone_go_home(struct lone *lone)
{
    lite_till_journal(lone->till.file, NULL);
    lone->house->desk.store = lone->at_house;
    lone->house->desk.alone = false;
}

/* Whoever has the file to himself keeps everybody else waiting; nobody here does for long. */
void lone_lose_house(struct lone *lone)
{
    sqlite3 *other;
    assert_int_equal(sqlite3_open(lone->house->path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    lone->lock = other;
}

void lone_end(struct lone *lone)
{
    unheard_forget(&lone->house->desk);
    lone->house->desk.watch = NULL;
    lone_go_home(lone);
    till_file_stop(&lone->till);
    unlink(lone->here.path);
    sqlite3_close(lone->lock);
}

int lone_journalled(const struct lone *lone)
{
    return (int)lone->till.core.meta.head_seq;
}

bool lone_is_told(const char *message)
{
    size_t size = strlen(message);
    return size > 20 && size < 240 && isgraph((unsigned char)*message) &&
           message[size - 1] == '.' && !strpbrk(message, "\n\t%");
}
