/* When a till works by itself: out at once, back only when it is sure. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/mode.h"

static struct mode mode;

static int set_up(void **state)
{
    mode = (struct mode){0};
    return 0;
}

static void probes(int count)
{
    for (int i = 0; i < count; i++)
        (void)!mode_step(&mode, MODE_PROBE_GOOD);
}

static void go_online(void)
{
    probes(MODE_GOOD_PROBES);
    (void)!mode_step(&mode, MODE_UPLOADED);
    assert_int_equal(mode.now, MODE_ONLINE);
}

static void a_till_that_starts_is_offline(void **state)
{
    assert_int_equal(mode.now, MODE_OFFLINE);
}

static void it_uploads_from_the_first_good_probe(void **state)
{
    assert_true(mode_step(&mode, MODE_PROBE_GOOD));
    assert_int_equal(mode.now, MODE_RETURNING);
    assert_false(mode_step(&mode, MODE_PROBE_GOOD));
}

static void it_is_back_after_ten_good_probes_and_a_finished_upload(void **state)
{
    probes(MODE_GOOD_PROBES - 1);
    assert_false(mode_step(&mode, MODE_UPLOADED));
    assert_true(mode_step(&mode, MODE_PROBE_GOOD));
    assert_int_equal(mode.now, MODE_ONLINE);
}

static void good_probes_alone_do_not_bring_it_back(void **state)
{
    probes(100);
    assert_int_equal(mode.now, MODE_RETURNING);
    assert_true(mode_step(&mode, MODE_UPLOADED));
}

static void one_bad_probe_begins_the_count_anew(void **state)
{
    probes(MODE_GOOD_PROBES - 1);
    assert_true(mode_step(&mode, MODE_LOST));
    assert_int_equal(mode.now, MODE_OFFLINE);
    probes(1);
    (void)!mode_step(&mode, MODE_UPLOADED);
    assert_int_equal(mode.now, MODE_RETURNING);
}

static void what_is_journalled_on_the_way_back_has_to_be_uploaded_too(void **state)
{
    probes(MODE_GOOD_PROBES - 1);
    (void)!mode_step(&mode, MODE_UPLOADED);
    mode_journalled(&mode);
    assert_false(mode_step(&mode, MODE_PROBE_GOOD));
    assert_true(mode_step(&mode, MODE_UPLOADED));
}

static void it_is_out_at_once(void **state)
{
    go_online();
    assert_true(mode_step(&mode, MODE_LOST));
    assert_int_equal(mode.now, MODE_OFFLINE);
}

static void a_till_that_is_shut_out_is_not_online(void **state)
{
    go_online();
    assert_true(mode_step(&mode, MODE_SHUT_OUT));
    assert_int_equal(mode.now, MODE_RETURNING);
    probes(100);
    assert_int_equal(mode.now, MODE_RETURNING);
    assert_true(mode_step(&mode, MODE_UPLOADED));
}

static void an_operator_keeps_it_offline_whatever_the_probes_say(void **state)
{
    go_online();
    assert_true(mode_step(&mode, MODE_HOLD));
    probes(100);
    (void)!mode_step(&mode, MODE_UPLOADED);
    assert_int_equal(mode.now, MODE_OFFLINE);
    assert_true(mode_step(&mode, MODE_LET_GO));
    go_online();
}

static void modes_have_names(void **state)
{
    enum till_mode read;
    assert_true(till_mode_parse(till_mode_name(MODE_RETURNING), &read));
    assert_int_equal(read, MODE_RETURNING);
    assert_false(till_mode_parse("asleep", &read));
}

#define TEST(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_till_that_starts_is_offline),
        TEST(it_uploads_from_the_first_good_probe),
        TEST(it_is_back_after_ten_good_probes_and_a_finished_upload),
        TEST(good_probes_alone_do_not_bring_it_back),
        TEST(one_bad_probe_begins_the_count_anew),
        TEST(what_is_journalled_on_the_way_back_has_to_be_uploaded_too),
        TEST(it_is_out_at_once),
        TEST(a_till_that_is_shut_out_is_not_online),
        TEST(an_operator_keeps_it_offline_whatever_the_probes_say),
        TEST(modes_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
