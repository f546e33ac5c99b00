#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "ui/seat_book.h"

enum { SEATS = 200, NEWS = 20000 };

static struct seat_state a_seat(enum seat_status status, uint8_t holder, uint32_t version)
{
    struct seat_state state = {.status = (uint8_t)status, .version = version};
    memset(state.holder.b, holder, sizeof state.holder.b);
    state.held_until = status == SEAT_HELD ? 1000 + holder : 0;
    return state;
}

static void assert_stands(const struct seat_book *book, int seat, const struct seat_state *as)
{
    const struct seat_state is = seat_book_get(book, seat);
    assert_memory_equal(&is, as, sizeof is);
    assert_int_equal(seat_book_version(book, seat), as->version);
    assert_int_equal(seat_book_stand(book, seat)->status, as->status);
}

static void every_seat_stands_as_it_was_read(void **state)
{
    struct seat_state seats[SEATS];
    for (int i = 0; i < SEATS; i++)
        seats[i] = a_seat((enum seat_status)(i % SEAT_STATUS_COUNT), (uint8_t)(i / 3), 1);
    seats[7].open_to = CHANNEL_WEB;
    seats[8].allotment = 4711;
    struct seat_book *book = seat_book_new(seats, SEATS);
    for (int i = 0; i < SEATS; i++)
        assert_stands(book, i, &seats[i]);
    seat_book_free(&book);
    assert_null(book);
}

static void neighbours_share_their_holder(void **state)
{
    struct seat_state one[SEATS], each[SEATS];
    for (int i = 0; i < SEATS; i++) {
        one[i] = a_seat(SEAT_SOLD, 1, 2);
        each[i] = a_seat(SEAT_SOLD, (uint8_t)(i + 1), 2);
    }
    struct seat_book *shared = seat_book_new(one, SEATS), *many = seat_book_new(each, SEATS);
    assert_int_equal(seat_book_room(many) - seat_book_room(shared), SEATS - 1);
    seat_book_free(&shared);
    seat_book_free(&many);
}

/* Each news brings another holder; those before are forgotten, those that last are not. */
static void a_day_of_news_takes_no_more_room_than_the_seats(void **state)
{
    struct seat_state seats[SEATS];
    for (int i = 0; i < SEATS; i++)
        seats[i] = a_seat(SEAT_AVAILABLE, 0, 1);
    seats[SEATS - 1] = a_seat(SEAT_SOLD, 9, 1);
    struct seat_book *book = seat_book_new(seats, SEATS);
    for (int news = 0; news < NEWS; news++) {
        int seat = news * 7 % (SEATS - 1);
        seats[seat] = a_seat(SEAT_HELD, (uint8_t)news, (uint32_t)news + 2);
        seats[seat].held_until = news;
        seat_book_put(book, seat, &seats[seat]);
    }
    for (int i = 0; i < SEATS; i++)
        assert_stands(book, i, &seats[i]);
    assert_true(seat_book_room(book) <= 2 * SEATS);
    seat_book_free(&book);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_seat_stands_as_it_was_read),
        cmocka_unit_test(neighbours_share_their_holder),
        cmocka_unit_test(a_day_of_news_takes_no_more_room_than_the_seats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
