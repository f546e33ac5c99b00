#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/gap.h"
#include "tests/lib/builders.h"
#include "tests/lib/fresh_arena.h"

static struct gap_view view_of(const struct scene *scene)
{
    return (struct gap_view){.snapshot = &scene->snapshot, .now = NOW, .channel = CHANNEL_COUNTER};
}

/* The wish is drawn as 'o'. */
static int gap_in(const char *drawing)
{
    struct scene *scene = a_hall(arena, drawing);
    struct gap_view view = view_of(scene);
    return gap_find(&view, scene->wish, scene->wish_count);
}

#define assert_fine(drawing)      assert_int_equal(gap_in(drawing), -1)
#define assert_gap(drawing, seat) assert_int_equal(gap_in(drawing), (seat))

static void a_single_seat_between_taken_ones_is_refused(void **state)
{
    assert_gap("x.o...", 1);
    assert_gap("...o.x", 4);
    assert_gap("h.o...", 1);
    assert_gap("b.o...", 1);
}

static void the_wish_itself_counts_as_taken(void **state)
{
    assert_gap("o.o...", 1);
    assert_gap("..oo.oo..", 4);
}

static void two_seats_left_are_no_gap(void **state)
{
    assert_fine("x..o...");
    assert_fine("o..o...");
}

static void a_seat_beside_a_wall_an_aisle_or_the_end_is_no_gap(void **state)
{
    assert_fine(".o....");
    assert_fine("....o.");
    assert_fine("x#.o..");
    assert_fine("x_.o..");
}

static void the_next_row_is_no_neighbour(void **state)
{
    assert_fine("xxx\n.o....\nxxx");
}

static void another_tills_seat_ends_a_run(void **state)
{
    assert_fine("l.o...");
    assert_gap("lx.o...", 2);
}

static void an_own_lent_seat_is_a_seat_like_any_other(void **state)
{
    struct scene *scene = a_row(arena, "l.o...");
    struct gap_view view = view_of(scene);
    view.allotment = OTHER_TILL;
    assert_int_equal(gap_find(&view, scene->wish, 1), -1);
    scene = a_row(arena, "xlo...");
    view = view_of(scene);
    view.allotment = OTHER_TILL;
    assert_int_equal(gap_find(&view, scene->wish, 1), 1);
}

static void a_gap_that_was_there_is_not_held_against_the_wish(void **state)
{
    assert_fine("x.x..o....");
    assert_fine("x.xoo....");
}

static void filling_a_gap_is_fine(void **state)
{
    assert_fine("xox...");
}

static void a_hold_that_is_over_is_a_free_seat(void **state)
{
    assert_fine("e.o...");
    assert_gap("xeo...", 1);
}

static void a_seat_open_to_this_channel_is_a_free_seat(void **state)
{
    struct scene *scene = a_row(arena, "b.o...");
    scene->snapshot.state[0].open_to = CHANNEL_COUNTER;
    struct gap_view view = view_of(scene);
    assert_int_equal(gap_find(&view, scene->wish, 1), -1);
    view.channel = CHANNEL_WEB;
    assert_int_equal(gap_find(&view, scene->wish, 1), 1);
}

static void the_rule_yields_when_no_choice_of_that_size_avoids_a_gap(void **state)
{
    assert_fine("xo.x");
    assert_fine("xoo.x");
    assert_fine("xo.ox");
    assert_fine("xo.x..x");
}

static void it_does_not_yield_while_the_row_has_a_better_choice(void **state)
{
    assert_gap("xoo.x....", 3);
    assert_gap("xoo.x...x", 3); /* one from each end of both threes */
    assert_gap("xo.x.x", 2);    /* the other gap could be filled */
    assert_gap("xo.ox.", 2);    /* or one left at the wall */
}

static void each_row_is_judged_on_its_own(void **state)
{
    assert_fine("xo.x\n......\n..oo..");
    assert_gap("xo.x\n......\nx.o...", 11);
}

static void seats_that_the_act_gives_back_count_as_free(void **state)
{
    struct scene *scene = a_row(arena, "x.oh....");
    struct gap_view view = view_of(scene);
    assert_int_equal(gap_find(&view, scene->wish, 1), 1);
    scene = a_row(arena, "h.o...");
    view = view_of(scene);
    const int freed[] = {0};
    view.freed = freed;
    view.freed_count = 1;
    assert_int_equal(gap_find(&view, scene->wish, 1), -1);
}

/* ---- against brute force ------------------------------------------------------------------- */

/* The rule once more, from its words, on the drawing alone and by trying every other choice. */
static bool makes_gap(const char *row, unsigned wish)
{
    int length = (int)strlen(row);
    for (int i = 1; i + 1 < length; i++) {
        bool left = wish >> (i - 1) & 1, right = wish >> (i + 1) & 1;
        if (row[i] == '.' && !(wish >> i & 1) && (left || right) && (left || row[i - 1] == 'x') &&
            (right || row[i + 1] == 'x'))
            return true;
    }
    return false;
}

static bool is_allowed(const char *row, unsigned wish)
{
    if (!makes_gap(row, wish))
        return true;
    unsigned free_seats = 0;
    for (int i = 0; row[i]; i++)
        free_seats |= (unsigned)(row[i] == '.') << i;
    for (unsigned other = free_seats; other; other = (other - 1) & free_seats)
        if (__builtin_popcount(other) == __builtin_popcount(wish) && !makes_gap(row, other))
            return false;
    return true;
}

static int seats_of(const char *row, unsigned wish, int *seats)
{
    int count = 0, seat = 0;
    for (int i = 0; row[i]; i++) {
        if (wish >> i & 1)
            seats[count++] = seat;
        seat += row[i] != '#';
    }
    return count;
}

static void check_all_wishes(const char *row)
{
    struct scene *scene = a_row(arena, row);
    struct gap_view view = view_of(scene);
    unsigned free_seats = 0;
    for (int i = 0; row[i]; i++)
        free_seats |= (unsigned)(row[i] == '.') << i;
    for (unsigned wish = free_seats; wish; wish = (wish - 1) & free_seats) {
        int seats[16], count = seats_of(row, wish, seats);
        if ((gap_find(&view, seats, count) < 0) != is_allowed(row, wish))
            fail_msg("row %s, wish %x", row, wish);
    }
}

/* Every row of free, taken, lent and wall up to 6 cells, and of free and taken up to 10. */
static void all_short_rows_agree_with_brute_force(void **state)
{
    static const char *const kinds[] = {".x#l", ".x"};
    static const int longest[] = {6, 10};
    for (int k = 0; k < 2; k++) {
        int base = (int)strlen(kinds[k]);
        for (int length = 1; length <= longest[k]; length++) {
            int rows = 1;
            for (int i = 0; i < length; i++)
                rows *= base;
            for (int n = 0; n < rows; n++) {
                char row[16] = "";
                for (int i = 0, rest = n; i < length; i++, rest /= base)
                    row[i] = kinds[k][rest % base];
                arena_reset(arena);
                check_all_wishes(row);
            }
        }
    }
}

/* ---- two people at once -------------------------------------------------------------------- */

static uint64_t seed = 20260412;

static int roll(int sides)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)sides);
}

struct actor_wish {
    int seats[16], count;
    struct changeset *cs;
};

static bool pick_wish(const struct gap_view *view, struct actor_wish *wish)
{
    const struct plan *plan = view->snapshot->plan;
    *wish = (struct actor_wish){.cs = a_changeset(arena)};
    for (int i = 0; i < plan->seat_count; i++)
        if (view->snapshot->state[i].status == SEAT_AVAILABLE && roll(4) == 0)
            wish->seats[wish->count++] = i;
    if (!wish->count || gap_find(view, wish->seats, wish->count) >= 0)
        return false;
    gap_guard(view, wish->seats, wish->count, wish->cs);
    return true;
}

static bool touches(const struct plan *plan, const struct actor_wish *first,
                    const struct actor_wish *second, bool guarded)
{
    for (int i = 0; i < first->count; i++) {
        for (int j = 0; j < second->count; j++)
            if (first->seats[i] == second->seats[j])
                return true;
        for (int j = 0; guarded && j < second->cs->guards.count; j++)
            if (second->cs->guards.at[j].seat == plan->seats[first->seats[i]].no)
                return true;
    }
    return false;
}

/*
 * Both decide on the same map, the first is applied, then the second unless a version moved. What
 * the second was allowed must be allowed on the map as it then is. Returns how often it was not.
 */
static int broken_interleavings(bool guarded)
{
    int broken = 0;
    for (int n = 0; n < 40000; n++) {
        char row[13] = "";
        for (int i = 0, length = 4 + roll(9); i < length; i++)
            row[i] = ".....xxx#_"[roll(10)];
        arena_reset(arena);
        struct scene *scene = a_row(arena, row);
        struct gap_view view = view_of(scene);
        struct actor_wish first, second;
        if (!pick_wish(&view, &first) || !pick_wish(&view, &second) ||
            touches(scene->plan, &first, &second, guarded))
            continue;
        for (int i = 0; i < first.count; i++)
            scene->snapshot.state[first.seats[i]].status = SEAT_SOLD;
        broken += gap_find(&view, second.seats, second.count) >= 0;
    }
    return broken;
}

static void two_people_at_once_make_no_gap_together(void **state)
{
    assert_true(broken_interleavings(false) > 0); /* without guards they do */
    assert_int_equal(broken_interleavings(true), 0);
}

/* ---- guards -------------------------------------------------------------------------------- */

static const char *guards_of(const char *drawing)
{
    struct scene *scene = a_hall(arena, drawing);
    struct gap_view view = view_of(scene);
    struct changeset *cs = a_changeset(arena);
    gap_guard(&view, scene->wish, scene->wish_count, cs);
    char *text = arena_strdup(arena, "");
    for (int i = 0; i < cs->guards.count; i++) {
        int seat = cs->guards.at[i].seat - SEAT_NO;
        assert_int_equal(cs->guards.at[i].show, SHOW_NO);
        assert_int_equal(cs->guards.at[i].seen, scene->snapshot.state[seat].version);
        text = arena_printf(arena, "%s%d ", text, seat);
    }
    return text;
}

static void the_free_seats_two_away_are_guarded(void **state)
{
    assert_string_equal(guards_of("....o...."), "2 6 ");
    assert_string_equal(guards_of("...oo...."), "1 6 ");
    assert_string_equal(guards_of("..o...o..."), "0 4 8 ");
}

static void a_seat_that_cannot_make_a_gap_is_not_guarded(void **state)
{
    assert_string_equal(guards_of(".o."), "");
    assert_string_equal(guards_of(".x#o_.x"), "");
    assert_string_equal(guards_of("xox.."), "");
    assert_string_equal(guards_of("l.o.l"), "");
}

static void where_the_rule_yielded_the_whole_row_is_guarded(void **state)
{
    assert_string_equal(guards_of("....\nxoo.x_x"), "4 7 8 9 ");
}

static void seats_given_back_by_the_act_are_not_guarded(void **state)
{
    struct scene *scene = a_row(arena, "m.o..");
    struct gap_view view = view_of(scene);
    const int freed[] = {0};
    view.freed = freed;
    view.freed_count = 1;
    struct changeset *cs = a_changeset(arena);
    gap_guard(&view, scene->wish, 1, cs);
    assert_int_equal(cs->guards.count, 1);
    assert_int_equal(cs->guards.at[0].seat, SEAT_NO + 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH_ARENA(a_single_seat_between_taken_ones_is_refused),
        WITH_ARENA(the_wish_itself_counts_as_taken),
        WITH_ARENA(two_seats_left_are_no_gap),
        WITH_ARENA(a_seat_beside_a_wall_an_aisle_or_the_end_is_no_gap),
        WITH_ARENA(the_next_row_is_no_neighbour),
        WITH_ARENA(another_tills_seat_ends_a_run),
        WITH_ARENA(an_own_lent_seat_is_a_seat_like_any_other),
        WITH_ARENA(a_gap_that_was_there_is_not_held_against_the_wish),
        WITH_ARENA(filling_a_gap_is_fine),
        WITH_ARENA(a_hold_that_is_over_is_a_free_seat),
        WITH_ARENA(a_seat_open_to_this_channel_is_a_free_seat),
        WITH_ARENA(the_rule_yields_when_no_choice_of_that_size_avoids_a_gap),
        WITH_ARENA(it_does_not_yield_while_the_row_has_a_better_choice),
        WITH_ARENA(each_row_is_judged_on_its_own),
        WITH_ARENA(seats_that_the_act_gives_back_count_as_free),
        WITH_ARENA(all_short_rows_agree_with_brute_force),
        WITH_ARENA(two_people_at_once_make_no_gap_together),
        WITH_ARENA(the_free_seats_two_away_are_guarded),
        WITH_ARENA(a_seat_that_cannot_make_a_gap_is_not_guarded),
        WITH_ARENA(where_the_rule_yielded_the_whole_row_is_guarded),
        WITH_ARENA(seats_given_back_by_the_act_are_not_guarded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
