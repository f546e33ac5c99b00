/* Sums over blocks of seats: equal maps agree, and every difference shows. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "src/domain/digest.h"

static struct map_digest sum_of(struct arena *arena, int seats, int odd, struct seat_state other)
{
    struct map_digest digest = {0};
    for (int i = 0; i < seats; i++) {
        struct seat_state state = {.version = 3, .status = SEAT_HELD};
        digest_add(&digest, arena, i, i == odd ? &other : &state);
    }
    return digest;
}

static void a_difference_shows_in_the_block_of_its_seat_and_no_other(void **state)
{
    struct arena *arena = arena_new();
    struct map_digest a = sum_of(arena, 600, -1, (struct seat_state){0});
    struct map_digest b =
        sum_of(arena, 600, 300, (struct seat_state){.version = 4, .status = SEAT_HELD});
    assert_int_equal(a.block_count, 3);
    assert_int_equal(digest_block(&a, 0), digest_block(&b, 0));
    assert_int_not_equal(digest_block(&a, 1), digest_block(&b, 1));
    assert_int_equal(digest_block(&a, 2), digest_block(&b, 2));
    assert_int_equal(digest_block(&a, 3), 0);
    arena_free(&arena);
}

static void a_status_alone_makes_a_difference(void **state)
{
    assert_int_not_equal(digest_seat(7, 3, SEAT_HELD), digest_seat(7, 3, SEAT_SOLD));
    assert_int_not_equal(digest_seat(7, 3, SEAT_HELD), digest_seat(8, 3, SEAT_HELD));
}

static void two_seats_that_swap_their_versions_make_a_difference(void **state)
{
    assert_int_not_equal(digest_seat(1, 3, 0) + digest_seat(2, 4, 0),
                         digest_seat(1, 4, 0) + digest_seat(2, 3, 0));
}

/* SQL has to come to the same: the arithmetic is written down again with small numbers. */
static void the_sums_are_what_the_header_says(void **state)
{
    int64_t p = 2147483647, x = (5 * 2654435 + 2 * 40503 + 1 * 97 + 12345) % p;
    x = x * x % p;
    assert_int_equal(digest_seat(5, 2, 1), (x + 5) * (x + 5) % p);
    assert_true(digest_seat(199999, UINT32_MAX, 3) >= 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_difference_shows_in_the_block_of_its_seat_and_no_other),
        cmocka_unit_test(a_status_alone_makes_a_difference),
        cmocka_unit_test(two_seats_that_swap_their_versions_make_a_difference),
        cmocka_unit_test(the_sums_are_what_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
