/* The loop every act shares: keys, lost races, lost answers. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/run.h"

/* ---- a store that answers by script -------------------------------------------------------- */

enum { TURNS = 18 };

struct scripted {
    struct store store;
    enum rc rc[TURNS];
    struct apply_result result[TURNS];
    int applies;
    bool receipt;              /* what receipt_read finds ... */
    struct apply_result known; /* ... and says */
    struct uuid keys[TURNS];
    int deaf;            /* so often the receipt is not there yet */
    bool blind;          /* holds cannot be read at the moment */
    int doubts, hearsay; /* how often asked; how often the reads were hearsay */
};

static struct scripted *scripted(struct store *store)
{
    return (struct scripted *)store;
}

static enum rc apply(struct store *store, const struct changeset *cs, struct apply_result *result,
                     struct err *err)
{
    struct scripted *script = scripted(store);
    int turn = script->applies++;
    assert_true(turn < COUNT_OF(script->rc));
    script->keys[turn] = cs->key;
    *result = script->result[turn];
    if (script->rc[turn])
        return err_set(err, script->rc[turn], "", "the disk did not answer");
    return RC_OK;
}

static enum rc receipt_read(struct store *store, const struct uuid *key,
                            const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *arena,
                            struct apply_result *result, bool *found, struct err *err)
{
    struct scripted *script = scripted(store);
    *found = script->receipt && script->deaf-- <= 0;
    *result = script->known;
    return RC_OK;
}

static enum rc hold_read(struct store *store, const struct uuid *id, struct arena *arena,
                         struct hold *hold, bool *found, struct err *err)
{
    *found = false;
    return scripted(store)->blind ? err_set(err, RC_TRANSIENT, "", "the line is cut") : RC_OK;
}

static bool doubt(struct store *store)
{
    struct scripted *script = scripted(store);
    return script->doubts++ < script->hearsay;
}

static const struct store_ops ops = {.name = "scripted",
                                     .apply = apply,
                                     .receipt_read = receipt_read,
                                     .hold_read = hold_read,
                                     .doubt = doubt};

/* ---- one act on it ------------------------------------------------------------------------- */

struct fixture {
    struct scripted script;
    struct fake_clock time;
    struct desk desk;
    struct act_meta meta;
    struct outcome out;
    uint64_t seed;
    int steps;
    struct uuid names[TURNS]; /* what each step called what it made */
};

static int setup(void **state)
{
    struct fixture *f = x_alloc(sizeof *f);
    f->script.store.ops = &ops;
    f->time = (struct fake_clock){.wall = 1000000, .mono = 5000};
    f->seed = 7;
    f->desk = (struct desk){.store = &f->script.store,
                            .crypt = sodium_crypt(),
                            .clock = clock_fake(&f->time),
                            .ids = {.rng = rng_seeded(&f->seed)}};
    f->meta = (struct act_meta){.arena = arena_new(),
                                .actor = {.name = "anna", .till = "till-1", .role = ROLE_CLERK}};
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    arena_free(&f->meta.arena);
    free(f);
    return 0;
}

static enum verdict step_block_one(struct run *run, const void *request)
{
    struct fixture *f = *(struct fixture *const *)request;
    f->names[f->steps++] = uuid_make(&run->ids.source, run->now);
    struct seat_change *change = LIST_ADD(run->arena, &run->cs->seats);
    change->act = ACT_BLOCK;
    return VERDICT_OK;
}

static enum verdict step_nothing(struct run *run, const void *request)
{
    return VERDICT_OK;
}

static enum verdict step_refuse(struct run *run, const void *request)
{
    return refuse(&run->why, VERDICT_SEAT_TAKEN, "Seat A-1 is taken.");
}

/* Once it was decided the first time, the seat is taken: by the act itself. */
static enum verdict step_taken_by_itself(struct run *run, const void *request)
{
    struct fixture *f = *(struct fixture *const *)request;
    return f->steps ? step_refuse(run, request) : step_block_one(run, request);
}

/* The same, when what was wished for is there already and nothing is left to do. */
static enum verdict step_done_by_itself(struct run *run, const void *request)
{
    struct fixture *f = *(struct fixture *const *)request;
    return f->steps ? step_nothing(run, request) : step_block_one(run, request);
}

static void act(struct fixture *f, run_step step)
{
    struct fingerprint print;
    run_fingerprint(&print, &f->desk, &f->meta, ACT_BLOCK);
    run_act(&f->desk, &f->meta, &f->out, &print, step, &f);
}

/* ---- rules --------------------------------------------------------------------------------- */

static void an_applied_act_is_done_and_says_so(void **state)
{
    struct fixture *f = *state;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_true(f->out.changed);
    assert_int_equal(f->script.applies, 1);
}

static void an_act_that_changes_nothing_is_not_sent(void **state)
{
    struct fixture *f = *state;
    act(f, step_nothing);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_false(f->out.changed);
    assert_int_equal(f->script.applies, 0);
}

static void a_refusal_keeps_its_own_sentence_and_sends_nothing(void **state)
{
    struct fixture *f = *state;
    act(f, step_refuse);
    assert_int_equal(f->out.verdict, VERDICT_SEAT_TAKEN);
    assert_string_equal(f->out.message, "Seat A-1 is taken.");
    assert_int_equal(f->script.applies, 0);
}

static void a_lost_race_is_decided_again_after_a_growing_pause(void **state)
{
    struct fixture *f = *state;
    f->script.result[0].applied = APPLIED_STALE;
    f->script.result[1].applied = APPLIED_STALE;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_int_equal(f->steps, 3);
    assert_int_equal(f->time.mono - 5000, 10 + 20);
    assert_true(uuid_equal(&f->script.keys[0], &f->script.keys[2]));
}

static void after_three_retries_the_race_is_given_up(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 8; i++)
        f->script.result[i].applied = APPLIED_STALE;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_VERSION_CONFLICT);
    assert_int_equal(f->steps, 4);
    assert_int_equal(f->time.mono - 5000, 10 + 20 + 40);
}

static void a_race_is_run_under_the_same_names_but_the_last_time(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 3; i++)
        f->script.result[i].applied = APPLIED_STALE;
    act(f, step_block_one);
    assert_true(f->out.changed);
    assert_int_equal(f->steps, 4);
    assert_true(uuid_equal(&f->names[0], &f->names[1]));
    assert_true(uuid_equal(&f->names[0], &f->names[2]));
    assert_false(uuid_equal(&f->names[0], &f->names[3]));
}

static void a_lost_answer_that_was_committed_is_not_sent_again(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    f->script.receipt = true;
    f->script.known = (struct apply_result){.applied = APPLIED_REPLAY, .answer = "change=150\n"};
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_int_equal(f->script.applies, 1);
    assert_int_equal(f->out.change, 150);
}

static void a_lost_answer_that_was_not_committed_is_sent_again_with_the_same_key(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_int_equal(f->script.applies, 2);
    assert_int_equal(f->steps, 1);
    assert_true(uuid_equal(&f->script.keys[0], &f->script.keys[1]));
}

static void an_answer_lost_for_good_is_unavailable_not_failed(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < TURNS; i++)
        f->script.rc[i] = RC_UNKNOWN;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(f->out.err.rc, RC_UNKNOWN);
    assert_int_equal(f->script.applies, TURNS);
    assert_int_equal(f->time.mono - 5000, 50 + 100 + 200 + 400 + 800 + 6 * (10 + 20 + 40));
}

/* The house was restarted meanwhile, say. */
static void an_act_that_nobody_knows_of_is_asked_for_until_somebody_does(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    for (int i = 1; i < 6; i++)
        f->script.rc[i] = RC_TRANSIENT;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_true(f->out.changed);
    for (int i = 1; i < f->script.applies; i++)
        assert_true(uuid_equal(&f->script.keys[0], &f->script.keys[i]));
}

/* What is said of the second try tells nothing about the first. */
static void an_answer_stays_lost_when_the_house_is_away_afterwards(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    for (int i = 1; i < TURNS; i++)
        f->script.rc[i] = RC_TRANSIENT;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(f->out.err.rc, RC_UNKNOWN);
}

static void an_answer_stays_lost_when_the_house_is_busy_afterwards(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    for (int i = 1; i < TURNS; i++)
        f->script.result[i].applied = APPLIED_BUSY;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(f->out.err.rc, RC_UNKNOWN);
}

/* The server was cut off while it worked, and ended its work behind the last look at the key. */
static void an_act_that_stands_in_its_own_way_was_done(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 3; i++)
        f->script.rc[i] = RC_UNKNOWN;
    f->script.receipt = true;
    f->script.deaf = 4; /* three times after a lost answer, once before it is decided anew */
    f->script.known = (struct apply_result){.applied = APPLIED_REPLAY, .answer = "change=150\n"};
    act(f, step_taken_by_itself);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_true(f->out.replay);
    assert_int_equal(f->out.change, 150);
    assert_int_equal(f->script.applies, 3);
}

static void an_act_that_finds_its_own_work_done_did_it(void **state)
{
    struct fixture *f = *state;
    for (int i = 0; i < 3; i++)
        f->script.rc[i] = RC_UNKNOWN;
    f->script.receipt = true;
    f->script.deaf = 4;
    f->script.known = (struct apply_result){.applied = APPLIED_REPLAY, .answer = "change=150\n"};
    act(f, step_done_by_itself);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_true(f->out.replay);
    assert_int_equal(f->out.change, 150);
}

/* A till was started anew and asks under the key of before, while the server is still at it. */
static void a_refusal_under_a_key_of_before_is_asked_of_the_key_again(void **state)
{
    struct fixture *f = *state;
    f->meta.key.b[0] = 7;
    f->script.receipt = true;
    f->script.deaf = 1; /* not there before it is decided, there afterwards */
    f->script.known = (struct apply_result){.applied = APPLIED_REPLAY, .answer = "change=150\n"};
    act(f, step_refuse);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_true(f->out.replay);
    assert_int_equal(f->script.applies, 0);
}

/* It lost the race against itself: the second try found what the first had done. */
static void a_race_lost_against_ones_own_lost_answer_was_won(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    f->script.result[1].applied = APPLIED_STALE;
    f->script.receipt = true;
    f->script.deaf = 1;
    f->script.known = (struct apply_result){.applied = APPLIED_REPLAY, .answer = "change=150\n"};
    act(f, step_taken_by_itself);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_int_equal(f->out.change, 150);
}

/* Control: somebody else has the seat, and the key says that nothing was done. */
static void a_race_lost_to_somebody_else_stays_lost(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    f->script.result[1].applied = APPLIED_STALE;
    act(f, step_taken_by_itself);
    assert_int_equal(f->out.verdict, VERDICT_SEAT_TAKEN);
    assert_string_equal(f->out.message, "Seat A-1 is taken.");
}

static void what_was_done_and_cannot_be_read_is_not_failed(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_UNKNOWN;
    f->script.receipt = f->script.blind = true;
    f->script.known = (struct apply_result){
        .applied = APPLIED_REPLAY, .answer = "hold=01900000-0000-7000-8000-000000000001\n"};
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_UNAVAILABLE);
    assert_int_equal(f->out.err.rc, RC_UNKNOWN);
}

static void a_known_key_returns_the_first_answer_without_deciding(void **state)
{
    struct fixture *f = *state;
    f->meta.key.b[0] = 1;
    f->script.receipt = true;
    f->script.known =
        (struct apply_result){.applied = APPLIED_REPLAY, .answer = "given_back=4200\n"};
    act(f, step_block_one);
    assert_true(f->out.replay);
    assert_int_equal(f->out.given_back, 4200);
    assert_int_equal(f->steps, 0);
    assert_int_equal(f->script.applies, 0);
}

static void the_same_key_with_other_content_is_refused_loudly(void **state)
{
    struct fixture *f = *state;
    f->meta.key.b[0] = 1;
    f->script.receipt = true;
    f->script.known.applied = APPLIED_MISMATCH;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_KEY_REUSED);
    assert_non_null(strstr(f->out.message, "key"));
    assert_int_equal(f->script.applies, 0);
}

static void a_busy_store_is_unavailable_and_nothing_happened(void **state)
{
    struct fixture *f = *state;
    f->script.result[0].applied = APPLIED_BUSY;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_UNAVAILABLE);
    assert_false(f->out.changed);
}

static void a_failing_disk_is_told_in_its_own_words(void **state)
{
    struct fixture *f = *state;
    f->script.rc[0] = RC_CONFIG;
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_UNAVAILABLE);
    assert_string_equal(f->out.message, "the disk did not answer");
}

static void a_reason_with_control_characters_is_refused(void **state)
{
    struct fixture *f = *state;
    f->meta.reason = "till\x1b[2Jstuck";
    act(f, step_block_one);
    assert_int_equal(f->out.verdict, VERDICT_INVALID);
    assert_int_equal(f->script.applies, 0);
}

/* Refuses as long as the store has not been asked for the truth. */
static enum verdict step_refuse_on_hearsay(struct run *run, const void *request)
{
    struct fixture *f = *(struct fixture *const *)request;
    return f->script.doubts ? step_block_one(run, request) : step_refuse(run, request);
}

static void a_refusal_on_hearsay_is_decided_again_on_the_truth(void **state)
{
    struct fixture *f = *state;
    f->script.hearsay = 1;
    act(f, step_refuse_on_hearsay);
    assert_int_equal(f->out.verdict, VERDICT_OK);
    assert_int_equal(f->script.applies, 1);
    assert_int_equal(f->time.mono, 5000); /* without a pause */
}

static void the_truth_is_asked_once_however_much_a_store_doubts_itself(void **state)
{
    struct fixture *f = *state;
    f->script.hearsay = 100;
    act(f, step_refuse);
    assert_int_equal(f->out.verdict, VERDICT_SEAT_TAKEN);
    assert_string_equal(f->out.message, "Seat A-1 is taken.");
    assert_int_equal(f->script.doubts, 2);
}

static enum verdict step_needs_supervisor(struct run *run, const void *request)
{
    enum verdict verdict = run_allowed(run, RIGHT_BLOCK);
    return verdict ? verdict : step_block_one(run, request);
}

static void what_a_role_may_not_do_is_refused_unless_somebody_signs(void **state)
{
    struct fixture *f = *state;
    act(f, step_needs_supervisor);
    assert_int_equal(f->out.verdict, VERDICT_NOT_ALLOWED);
    f->meta.approver = (struct actor){.name = "mark", .till = "till-1", .role = ROLE_SUPERVISOR};
    act(f, step_needs_supervisor);
    assert_int_equal(f->out.verdict, VERDICT_OK);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    const struct CMUnitTest tests[] = {
        RULE(an_applied_act_is_done_and_says_so),
        RULE(an_act_that_changes_nothing_is_not_sent),
        RULE(a_refusal_keeps_its_own_sentence_and_sends_nothing),
        RULE(a_lost_race_is_decided_again_after_a_growing_pause),
        RULE(after_three_retries_the_race_is_given_up),
        RULE(a_race_is_run_under_the_same_names_but_the_last_time),
        RULE(a_lost_answer_that_was_committed_is_not_sent_again),
        RULE(a_lost_answer_that_was_not_committed_is_sent_again_with_the_same_key),
        RULE(an_answer_lost_for_good_is_unavailable_not_failed),
        RULE(an_act_that_nobody_knows_of_is_asked_for_until_somebody_does),
        RULE(an_answer_stays_lost_when_the_house_is_away_afterwards),
        RULE(an_answer_stays_lost_when_the_house_is_busy_afterwards),
        RULE(an_act_that_stands_in_its_own_way_was_done),
        RULE(an_act_that_finds_its_own_work_done_did_it),
        RULE(a_refusal_under_a_key_of_before_is_asked_of_the_key_again),
        RULE(a_race_lost_against_ones_own_lost_answer_was_won),
        RULE(a_race_lost_to_somebody_else_stays_lost),
        RULE(what_was_done_and_cannot_be_read_is_not_failed),
        RULE(a_known_key_returns_the_first_answer_without_deciding),
        RULE(the_same_key_with_other_content_is_refused_loudly),
        RULE(a_busy_store_is_unavailable_and_nothing_happened),
        RULE(a_failing_disk_is_told_in_its_own_words),
        RULE(a_refusal_on_hearsay_is_decided_again_on_the_truth),
        RULE(the_truth_is_asked_once_however_much_a_store_doubts_itself),
        RULE(a_reason_with_control_characters_is_refused),
        RULE(what_a_role_may_not_do_is_refused_unless_somebody_signs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
