/*
 * Two real consoles on one file, each on a terminal of its own: what one does the other shows
 * without being asked, and whoever comes second to a seat is told at once, and what there is
 * instead. How soon is a figure: console.other_till.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/pty_house.h"

struct house {
    struct pty *anna, *mark;
};

/* Into the section, with the cursor on the same free seat at both. */
static struct pty *a_console_in_the_map(const char *person, const char *pin, const char *till)
{
    const char *const env[] = {till, NULL};
    struct pty *pty = pty_console((struct pty_start){.env = env});
    pty_idle(pty);
    pty_sign_in(pty, person, pin);
    pty_keys(pty, "1 0 0 Enter g s Enter Enter");
    pty_wait_for(pty, "STATE zoom 2");
    return pty;
}

static int set_up(void **state)
{
    static struct house house;
    pty_house_make(state);
    house.anna = a_console_in_the_map("anna", "1111", "LOGE_TILL=T1");
    house.mark = a_console_in_the_map("mark", "2222", "LOGE_TILL=T2");
    *state = &house;
    return 0;
}

static int take_down(void **state)
{
    struct house *house = *state;
    pty_free(&house->anna);
    pty_free(&house->mark);
    return pty_house_remove(state);
}

/* What stands behind a word in the row of counts. */
static int count_of(struct pty *pty, const char *word)
{
    const char *at = strstr(pty_text(pty), word);
    return at ? atoi(at + strlen(word)) : -1;
}

static void wait_for_count(struct pty *pty, const char *word, int count)
{
    char shown[64];
    snprintf(shown, sizeof shown, "%s%d ", word, count);
    pty_wait_for(pty, shown);
}

static void a_hold_and_a_sale_are_seen_at_the_other_console(void **state)
{
    struct house *house = *state;
    int held = count_of(house->mark, "held "), sold = count_of(house->mark, "sold ");
    pty_keys(house->anna, "2 b");
    assert_true(pty_shows(house->anna, "BASKET 2 seats"));
    wait_for_count(house->mark, "held ", held + 2);
    assert_true(pty_shows(house->mark, "BASKET empty"));
    pty_keys(house->anna, "p c Enter");
    wait_for_count(house->mark, "sold ", sold + 2);
    wait_for_count(house->mark, "held ", held);
}

static void what_is_let_go_is_free_at_the_other_console(void **state)
{
    struct house *house = *state;
    int free_seats = count_of(house->mark, "free ");
    pty_keys(house->anna, "2 b");
    wait_for_count(house->mark, "free ", free_seats - 2);
    pty_keys(house->anna, "r y r y");
    wait_for_count(house->mark, "free ", free_seats);
}

/* A free one, the best there is. */
static void put_cursors_on_one_seat(struct house *house, char seat[64])
{
    pty_keys(house->anna, "1 b");
    const char *held = strstr(pty_text(house->anna), "Held ");
    assert_true(held && sscanf(held, "Held %63[A-Za-z0-9-]", seat) == 1);
    int free_seats = count_of(house->anna, "free ");
    pty_keys(house->anna, "r");
    wait_for_count(house->mark, "free ", free_seats + 1);
    pty_keys(house->mark, "/");
    pty_type(house->mark, seat);
    pty_keys(house->mark, "Enter");
}

/* He has pressed the key before he can have heard: his console stands still meanwhile. */
static void whoever_comes_second_is_told_and_offered_the_next_best(void **state)
{
    struct house *house = *state;
    char seat[64];
    put_cursors_on_one_seat(house, seat);
    pty_signal(house->mark, SIGSTOP);
    pty_wait_stopped(house->mark);
    pty_keys(house->anna, "Space");
    assert_true(pty_shows(house->anna, "BASKET 1 seat"));
    pty_send(house->mark, " ", 1);
    pty_go_on(house->mark);
    char taken[96];
    snprintf(taken, sizeof taken, "%s is taken", seat);
    pty_wait_for(house->mark, taken);
    pty_wait_for(house->mark, "Next best:");
    assert_true(pty_shows(house->mark, "BASKET empty"));
}

#define IN_A_HOUSE(test) cmocka_unit_test_setup_teardown(test, set_up, take_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_HOUSE(a_hold_and_a_sale_are_seen_at_the_other_console),
        IN_A_HOUSE(what_is_let_go_is_free_at_the_other_console),
        IN_A_HOUSE(whoever_comes_second_is_told_and_offered_the_next_best),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
