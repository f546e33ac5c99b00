/* How fast somebody may ask: four windows that slide. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "src/domain/pace.h"

#define NOW ((int64_t)1790000000000)

static const struct pace_limits usual = {
    .requests = 60, .holds = 20, .maps = 10, .burst = 100, .lookups = 10};

static int start(void **state)
{
    *state = pace_table_new(&usual, 4);
    return 0;
}

static int end(void **state)
{
    struct pace_table *table = *state;
    pace_table_free(&table);
    return 0;
}

static enum pace_verdict ask(struct pace_table *table, int64_t now)
{
    return pace_judge(table, "a", &(struct pace_ask){.now = now}).verdict;
}

static struct pace_answer hold(struct pace_table *table, int64_t now)
{
    return pace_judge(table, "a", &(struct pace_ask){.hold = true, .now = now});
}

static enum pace_verdict look(struct pace_table *table, uint32_t map, int64_t now)
{
    return pace_judge(table, "a", &(struct pace_ask){.map = map, .now = now}).verdict;
}

static struct pace_answer guess_wrong(struct pace_table *table, int64_t now)
{
    return pace_judge(table, "a", &(struct pace_ask){.wrong_lookup = true, .now = now});
}

/* A request every 100 ms: no burst. */
static void fill_the_minute(struct pace_table *table)
{
    for (int i = 0; i < usual.requests; i++)
        assert_int_equal(ask(table, NOW + i * 100), PACE_OK);
}

static void sixty_requests_a_minute_are_fine_and_one_more_is_not(void **state)
{
    fill_the_minute(*state);
    assert_int_equal(ask(*state, NOW + 6000), PACE_REQUESTS);
}

static void whoever_is_over_is_told_when_there_is_room(void **state)
{
    fill_the_minute(*state);
    struct pace_answer answer = pace_judge(*state, "a", &(struct pace_ask){.now = NOW + 10000});
    assert_int_equal(answer.verdict, PACE_REQUESTS);
    assert_int_equal(answer.retry_ms, 50000);
    assert_int_equal(ask(*state, NOW + 59999), PACE_REQUESTS);
    assert_int_equal(ask(*state, NOW + 60000), PACE_OK);
    assert_int_equal(ask(*state, NOW + 60050), PACE_REQUESTS);
    assert_int_equal(ask(*state, NOW + 60100), PACE_OK);
}

static void what_was_refused_is_not_counted(void **state)
{
    fill_the_minute(*state);
    for (int i = 0; i < 40; i++)
        assert_int_equal(ask(*state, NOW + 10000 + i * 100), PACE_REQUESTS);
    assert_int_equal(ask(*state, NOW + 60000), PACE_OK);
}

static void twenty_holds_a_minute_are_fine_and_others_may_still_ask(void **state)
{
    for (int i = 0; i < usual.holds; i++)
        assert_int_equal(hold(*state, NOW + i * 100).verdict, PACE_OK);
    struct pace_answer answer = hold(*state, NOW + 5000);
    assert_int_equal(answer.verdict, PACE_HOLDS);
    assert_int_equal(answer.retry_ms, 55000);
    assert_int_equal(ask(*state, NOW + 5100), PACE_OK);
    assert_int_equal(hold(*state, NOW + 60000).verdict, PACE_OK);
}

static void more_than_ten_maps_in_two_seconds_are_abuse(void **state)
{
    for (uint32_t map = 1; map <= 10; map++)
        assert_int_equal(look(*state, map, NOW + map), PACE_OK);
    assert_int_equal(look(*state, 11, NOW + 1000), PACE_MAPS);
    assert_true(pace_is_abuse(PACE_MAPS));
    assert_false(pace_is_abuse(PACE_HOLDS));
}

static void the_same_map_again_and_again_is_one(void **state)
{
    for (int i = 0; i < 50; i++)
        assert_int_equal(look(*state, 7, NOW + i * 10), PACE_OK);
}

static void ten_maps_every_two_seconds_are_not_abuse(void **state)
{
    for (uint32_t map = 1; map <= 40; map++)
        assert_int_equal(look(*state, map, NOW + (int64_t)map * 201), PACE_OK);
}

static void more_than_a_hundred_in_five_seconds_are_abuse_refused_or_not(void **state)
{
    for (int i = 0; i < 100; i++)
        assert_int_not_equal(ask(*state, NOW + i * 10), PACE_BURST);
    assert_int_equal(ask(*state, NOW + 4999), PACE_BURST);
}

static void a_hundred_every_five_seconds_are_not(void **state)
{
    for (int i = 0; i < 300; i++)
        assert_int_not_equal(ask(*state, NOW + i * 51), PACE_BURST);
}

static void each_asker_is_counted_alone(void **state)
{
    fill_the_minute(*state);
    assert_int_equal(pace_judge(*state, "b", &(struct pace_ask){.now = NOW + 6000}).verdict,
                     PACE_OK);
}

static void others_ask(struct pace_table *table, int from, int to, int64_t now)
{
    for (int i = from; i < to; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        (void)pace_judge(table, name, &(struct pace_ask){.now = now});
    }
}

static void the_one_that_was_silent_for_longest_is_forgotten_first(void **state)
{
    fill_the_minute(*state);
    others_ask(*state, 0, 3, NOW + 7000);
    assert_int_equal(ask(*state, NOW + 8000), PACE_REQUESTS); /* of four, the newest again */
    others_ask(*state, 3, 6, NOW + 9000);
    assert_int_equal(ask(*state, NOW + 9500), PACE_REQUESTS);
    others_ask(*state, 6, 10, NOW + 9600);
    assert_int_equal(ask(*state, NOW + 9700), PACE_OK);
}

static void whoever_is_forgotten_begins_anew(void **state)
{
    fill_the_minute(*state);
    pace_forget(*state, "a");
    pace_forget(*state, "nobody");
    assert_int_equal(ask(*state, NOW + 6000), PACE_OK);
}

static void a_limit_of_none_is_none(void **state)
{
    const struct pace_limits none = {0};
    struct pace_table *table = pace_table_new(&none, 4);
    (void)state;
    assert_false(pace_is_on(&none));
    assert_true(pace_is_on(&usual));
    for (uint32_t i = 1; i < 500; i++)
        assert_int_equal(
            pace_judge(table, "a", &(struct pace_ask){.hold = true, .map = i, .now = NOW}).verdict,
            PACE_OK);
    pace_table_free(&table);
}

static void a_clock_that_goes_back_keeps_nobody_waiting_for_longer_than_a_minute(void **state)
{
    fill_the_minute(*state);
    struct pace_answer answer = pace_judge(*state, "a", &(struct pace_ask){.now = NOW - 500000});
    assert_int_equal(answer.verdict, PACE_REQUESTS);
    assert_int_equal(answer.retry_ms, PACE_MINUTE_MS);
}

static void eleven_wrong_guesses_a_minute_are_abuse(void **state)
{
    for (int i = 0; i < usual.lookups; i++)
        assert_int_equal(guess_wrong(*state, NOW + i).verdict, PACE_OK);
    assert_int_equal(ask(*state, NOW), PACE_OK); /* nothing else was counted */
    const struct pace_answer answer = guess_wrong(*state, NOW + 59000);
    assert_int_equal(answer.verdict, PACE_LOOKUPS);
    assert_int_equal(answer.first, NOW);
    assert_true(pace_is_abuse(answer.verdict));
    assert_int_equal(guess_wrong(*state, NOW + PACE_MINUTE_MS + usual.lookups).verdict, PACE_OK);
}

static void an_answer_says_since_when_the_window_fills(void **state)
{
    fill_the_minute(*state);
    const struct pace_answer over = pace_judge(*state, "a", &(struct pace_ask){.now = NOW + 6000});
    assert_int_equal(over.first, NOW);
    assert_int_equal(pace_window(over.verdict), PACE_MINUTE_MS);
    assert_int_equal(pace_most(&usual, over.verdict), usual.requests);
    for (uint32_t map = 1; map <= 10; map++)
        assert_int_equal(look(*state, map, NOW + 100000 + map), PACE_OK);
    const struct pace_answer out =
        pace_judge(*state, "a", &(struct pace_ask){.map = 11, .now = NOW + 100011});
    assert_int_equal(out.verdict, PACE_MAPS);
    assert_int_equal(out.first, NOW + 100001);
}

int main(void)
{
#define TABLE(name) cmocka_unit_test_setup_teardown(name, start, end)
    const struct CMUnitTest tests[] = {
        TABLE(sixty_requests_a_minute_are_fine_and_one_more_is_not),
        TABLE(whoever_is_over_is_told_when_there_is_room),
        TABLE(what_was_refused_is_not_counted),
        TABLE(twenty_holds_a_minute_are_fine_and_others_may_still_ask),
        TABLE(more_than_ten_maps_in_two_seconds_are_abuse),
        TABLE(the_same_map_again_and_again_is_one),
        TABLE(ten_maps_every_two_seconds_are_not_abuse),
        TABLE(more_than_a_hundred_in_five_seconds_are_abuse_refused_or_not),
        TABLE(a_hundred_every_five_seconds_are_not),
        TABLE(eleven_wrong_guesses_a_minute_are_abuse),
        TABLE(an_answer_says_since_when_the_window_fills),
        TABLE(each_asker_is_counted_alone),
        TABLE(the_one_that_was_silent_for_longest_is_forgotten_first),
        TABLE(whoever_is_forgotten_begins_anew),
        TABLE(a_limit_of_none_is_none),
        TABLE(a_clock_that_goes_back_keeps_nobody_waiting_for_longer_than_a_minute),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
