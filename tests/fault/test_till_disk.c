/*
 * What a disk can do to a till that is alone: the power is cut, a write or a sync fails, the disk
 * is full, the process is killed; at each operation of a short day (till_story.h) in turn. Whatever
 * happens, the till starts again, its journal hangs together, every act it acknowledged is there
 * whole, and it goes on to the same end.
 *
 * ROUNDS=n tries each moment n times (1), in another way each time, from the SEED-th way on (0).
 * Of the many writes that may fail one round tries every third, of the kills every second.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sync/lite.h"
#include "tests/fault/till_story.h"
#include "tests/lib/cut_disk.h"

struct bench_of_faults {
    struct story *story;
    struct cut_disk *disk;
    char path[128], image[128];
};

static int wished(const char *name, int otherwise)
{
    const char *text = getenv(name);
    return text && *text ? atoi(text) : otherwise;
}

static void put_away(const char *path)
{
    static const char *const endings[] = {"", "-wal", "-journal"};
    char name[160];
    for (int i = 0; i < COUNT_OF(endings); i++) {
        snprintf(name, sizeof name, "%s%s", path, endings[i]);
        unlink(name);
    }
}

static int set_up(void **state)
{
    struct bench_of_faults *f = x_alloc(sizeof *f);
    f->story = story_new();
    snprintf(f->path, sizeof f->path, "%s/till.db", f->story->house->dir);
    snprintf(f->image, sizeof f->image, "%s/image.db", f->story->house->dir);
    story_copy(f->story, f->path);
    assert_true(story_open(f->story, f->path));
    story_learn(f->story);
    story_close(f->story);
    f->disk = cut_disk_new();
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct bench_of_faults *f = *state;
    put_away(f->path);
    put_away(f->image);
    cut_disk_free(&f->disk);
    story_free(&f->story);
    free(f);
    return 0;
}

static void set_pragma(struct bench_of_faults *f, const char *pragma)
{
    sqlite3 *db = lite_of(lite_till_store(f->story->file))->db;
    assert_int_equal(sqlite3_exec(db, pragma, NULL, NULL, NULL), SQLITE_OK);
}

/* A till on a disk that is watched from here on. */
static void start_day(struct bench_of_faults *f)
{
    cut_disk_back(f->disk);
    story_copy(f->story, f->path);
    cut_disk_watch(f->disk, f->path);
}

/* Checkpoints come in the middle of a day, not only when a till is closed. */
static const char *const often = "PRAGMA wal_autocheckpoint = 12";

/* ---- power cuts ----------------------------------------------------------------------------- */

struct day {
    int begun[STORY_STEPS], acknowledged[STORY_STEPS]; /* behind how many operations */
    int operations;
};

static struct day live_through(struct bench_of_faults *f, const char *pragma)
{
    struct day day;
    assert_true(story_open(f->story, f->path));
    set_pragma(f, often);
    if (pragma)
        set_pragma(f, pragma);
    for (int i = 0; i < STORY_STEPS; i++) {
        day.begun[i] = cut_disk_count(f->disk);
        assert_true(story_step(f->story, i));
        day.acknowledged[i] = cut_disk_count(f->disk);
    }
    story_close(f->story);
    day.operations = cut_disk_count(f->disk);
    return day;
}

static int how_many(const int marks[STORY_STEPS], int before)
{
    int count = 0;
    while (count < STORY_STEPS && marks[count] < before)
        count++;
    return count;
}

static const char *cut(struct bench_of_faults *f, const struct day *day, int at, uint64_t seed,
                       struct disk_sums *sums)
{
    int least = how_many(day->acknowledged, at + 1), most = how_many(day->begun, at);
    cut_disk_image(f->disk, at, seed, f->image, sums);
    return story_resume(f->story, f->image, least, most);
}

/* How many cuts went wrong; the first one's fault. */
static int cut_everywhere(struct bench_of_faults *f, const struct day *day, int stride,
                          const char **first, struct disk_sums *sums)
{
    int wrong = 0, seed = wished("SEED", 0), rounds = wished("ROUNDS", 1);
    cut_disk_away(f->disk);
    for (int round = 0; round < rounds; round++)
        for (int at = 0; at <= day->operations; at += stride) {
            uint64_t way = (uint64_t)(seed + round) * 4 + (uint64_t)((at + round) % 4);
            const char *fault = cut(f, day, at, way % 4 < 2 ? way % 4 : way, sums);
            if (!fault)
                continue;
            if (!wrong++)
                *first = fault;
            if (wrong < 4 && stride == 1)
                printf("# cut behind operation %d of %d, way %" PRIu64 ": %s\n", at,
                       day->operations, way, fault);
        }
    return wrong;
}

static void a_power_cut_at_any_moment_loses_nothing_acknowledged(void **state)
{
    struct bench_of_faults *f = *state;
    struct disk_sums sums = {0};
    const char *fault = NULL;
    start_day(f);
    struct day day = live_through(f, NULL);
    int wrong = cut_everywhere(f, &day, 1, &fault, &sums);
    printf("# %" PRId64 " power cuts at %d operations: of writes not synced %" PRId64
           " were there, %" PRId64 " gone, %" PRId64 " torn\n",
           sums.images, day.operations, sums.kept, sums.dropped, sums.torn);
    if (wrong)
        fail_msg("%d cuts, the first: %s", wrong, fault);
    assert_true(sums.kept && sums.dropped && sums.torn);
}

/* Controls: the same cuts, on a till that does not wait for its disk. */
static void must_lose(struct bench_of_faults *f, const char *pragma, enum disk_fault fault)
{
    struct disk_sums sums = {0};
    const char *first = "";
    start_day(f);
    cut_disk_strike(f->disk, fault, 1);
    struct day day = live_through(f, pragma);
    int wrong = cut_everywhere(f, &day, 7, &first, &sums);
    printf("# control: %d of %" PRId64 " power cuts lost something\n", wrong, sums.images);
    assert_true(wrong > 0);
}

static void control_acts_that_were_not_synced_are_lost(void **state)
{
    must_lose(*state, "PRAGMA synchronous = NORMAL", DISK_GOOD);
}

static void control_a_disk_that_lies_loses(void **state)
{
    must_lose(*state, NULL, DISK_LIES);
}

/* ---- faults of the disk --------------------------------------------------------------------- */

/* Acknowledged steps, or -1 when the till could not even be opened. */
static int live_until_it_fails(struct bench_of_faults *f)
{
    int done = 0;
    if (!story_open(f->story, f->path))
        return -1;
    set_pragma(f, often);
    while (done < STORY_STEPS && story_step(f->story, done))
        done++;
    return done;
}

/* Whatever failed: nothing more is acknowledged until it is started anew. */
static void expect_latched(struct bench_of_faults *f, int failed)
{
    assert_true(f->story->core.latched);
    for (int i = failed; i < STORY_STEPS; i++)
        assert_false(story_step(f->story, i));
}

static void resume(struct bench_of_faults *f, const char *path, int done, const char *what, int k)
{
    int least = done < 0 ? 0 : done;
    const char *fault = story_resume(f->story, path, least, least + (done >= 0));
    if (fault)
        fail_msg("%s at %d, %d steps done: %s", what, k, done, fault);
}

/* Both as the disk is, and as it would be had the power gone with the failure. */
static bool fail_at(struct bench_of_faults *f, enum disk_fault fault, const char *what, int k)
{
    struct disk_sums sums = {0};
    start_day(f);
    cut_disk_strike(f->disk, fault, k);
    int done = live_until_it_fails(f);
    bool struck = cut_disk_struck(f->disk);
    if (done >= 0 && done < STORY_STEPS)
        expect_latched(f, done);
    bool cut = fault != DISK_WRITE_FAILS || k % 2 == 0;
    if (cut)
        cut_disk_image(f->disk, cut_disk_count(f->disk), (uint64_t)(k % 5), f->image, &sums);
    story_close(f->story);
    cut_disk_away(f->disk);
    cut_disk_strike(f->disk, DISK_GOOD, 0);
    if (cut)
        resume(f, f->image, done, what, k);
    resume(f, f->path, done, what, k);
    return struck;
}

static void fail_everywhere(struct bench_of_faults *f, enum disk_fault fault, const char *what,
                            int stride)
{
    int fired = 0, k = 1;
    if (wished("ROUNDS", 1) > 1)
        stride = 1;
    for (; fail_at(f, fault, what, k); k += stride)
        fired++;
    printf("# %d times %s, of %d moments\n", fired, what, k - stride);
    assert_true(fired > STORY_STEPS);
}

static void a_sync_that_fails_latches_the_till(void **state)
{
    fail_everywhere(*state, DISK_SYNC_FAILS, "a sync failed", 1);
}

static void a_write_that_fails_latches_the_till(void **state)
{
    fail_everywhere(*state, DISK_WRITE_FAILS, "a write failed half way", 3);
}

static void a_full_disk_latches_the_till(void **state)
{
    fail_everywhere(*state, DISK_FULL, "the disk was full", 1);
}

/* ---- kill -9 -------------------------------------------------------------------------------- */

/* The till in a process of its own: says each step it has acknowledged, or already begun. */
static void be_killed(struct bench_of_faults *f, bool says_too_early, int tell)
{
    if (!story_open(f->story, f->path))
        _exit(2);
    set_pragma(f, often);
    for (int i = 0; i < STORY_STEPS; i++) {
        bool done = says_too_early || story_step(f->story, i);
        if (!done || write(tell, "+", 1) != 1)
            _exit(2);
        if (says_too_early && !story_step(f->story, i))
            _exit(2);
    }
    story_close(f->story);
    _exit(0);
}

/* How many steps were acknowledged; *killed: it came to that. */
static int kill_at(struct bench_of_faults *f, int k, bool too_early, bool *killed)
{
    int line[2], status, done = 0;
    char said;
    start_day(f);
    cut_disk_strike(f->disk, DISK_KILLS, k);
    assert_int_equal(pipe(line), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0)
        be_killed(f, too_early, line[1]);
    close(line[1]);
    while (read(line[0], &said, 1) == 1)
        done++;
    close(line[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    *killed = WIFSIGNALED(status);
    assert_true(*killed || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
    cut_disk_away(f->disk);
    return done;
}

/* Before every second operation, and before the others in the next round. */
static void a_till_that_is_killed_at_any_moment_goes_on(void **state)
{
    struct bench_of_faults *f = *state;
    int kills = 0;
    for (int round = 0; round < wished("ROUNDS", 1); round++) {
        bool killed = true;
        for (int k = 1 + round % 2; killed; k += 2) {
            int done = kill_at(f, k, false, &killed);
            resume(f, f->path, done, "kill -9", k);
            kills += killed;
        }
    }
    printf("# %d times kill -9, at every second write, sync or removal\n", kills);
    assert_true(kills > STORY_STEPS);
}

static void control_a_till_that_says_so_too_early_is_found_out(void **state)
{
    struct bench_of_faults *f = *state;
    int lost = 0;
    bool killed = true;
    for (int k = 1; killed; k += 7) {
        int done = kill_at(f, k, true, &killed);
        lost += story_resume(f->story, f->path, done, STORY_STEPS) != NULL;
    }
    printf("# control: %d kills lost something\n", lost);
    assert_true(lost > 0);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    if (access("/dev/shm", W_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0); /* which writes reached the disk is decided here */
    const struct CMUnitTest tests[] = {
        RULE(a_power_cut_at_any_moment_loses_nothing_acknowledged),
        RULE(control_acts_that_were_not_synced_are_lost),
        RULE(control_a_disk_that_lies_loses),
        RULE(a_sync_that_fails_latches_the_till),
        RULE(a_write_that_fails_latches_the_till),
        RULE(a_full_disk_latches_the_till),
        RULE(a_till_that_is_killed_at_any_moment_goes_on),
        RULE(control_a_till_that_says_so_too_early_is_found_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
