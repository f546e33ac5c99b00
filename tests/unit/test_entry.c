/* A journal entry: its states, and bytes that say exactly what it says. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/entry.h"

static struct entry_seat seats[2] = {
    {{.show = 3,
      .seat = 17,
      .seen = 9,
      .act = ACT_HOLD,
      .from = SEAT_AVAILABLE,
      .to = SEAT_HELD,
      .holder = {{1, 2, 3}},
      .held_until = 5000},
     .terms = 4},
    {{.show = 3,
      .seat = 17,
      .act = ACT_SELL,
      .from = SEAT_HELD,
      .to = SEAT_SOLD,
      .holder = {{9}},
      .was = {{1, 2, 3}}},
     .after = 12,
     .terms = 4},
};

static struct entry a_sale(void)
{
    return (struct entry){.uid = {{7}},
                          .fingerprint = {8},
                          .kind = ENTRY_SEATS,
                          .final = true,
                          .renews = 5,
                          .boot = {{6}},
                          .mono = 1234,
                          .wall = 1790000000000,
                          .seats = seats,
                          .seat_count = 2,
                          .payload = (const uint8_t *)"money",
                          .payload_size = 5};
}

static uint32_t bytes_of(const struct entry *entry, uint8_t out[1024])
{
    uint32_t size = entry_write(entry, out, 1024);
    assert_true(size > 0);
    return size;
}

static void an_entry_reads_back_as_it_was_written(void **state)
{
    struct arena *arena = arena_new();
    struct entry wrote = a_sale(), read;
    uint8_t bytes[1024], again[1024];
    uint32_t size = bytes_of(&wrote, bytes);
    assert_int_equal(entry_read(arena, bytes, size, &read), ENTRY_GOOD);
    assert_int_equal(read.seat_count, 2);
    assert_int_equal(read.seats[0].change.seen, 9);
    assert_int_equal(read.seats[1].after, 12);
    assert_int_equal(read.seats[1].change.act, ACT_SELL);
    assert_true(read.final);
    assert_int_equal(read.wall, wrote.wall);
    assert_memory_equal(read.payload, "money", 5);
    assert_int_equal(bytes_of(&read, again), size);
    assert_memory_equal(bytes, again, size);
    arena_free(&arena);
}

static void a_scan_keeps_its_ticket_gate_and_way(void **state)
{
    struct arena *arena = arena_new();
    struct entry scan = {.kind = ENTRY_SCAN, .scan = {.ticket = {{4}}, .gate = 2, .out = true}};
    struct entry read;
    uint8_t bytes[1024];
    assert_int_equal(entry_read(arena, bytes, bytes_of(&scan, bytes), &read), ENTRY_GOOD);
    assert_int_equal(read.scan.gate, 2);
    assert_true(read.scan.out);
    assert_int_equal(read.scan.ticket.b[0], 4);
    arena_free(&arena);
}

static void every_shortened_or_lengthened_entry_is_malformed(void **state)
{
    struct arena *arena = arena_new();
    struct entry entry = a_sale(), read;
    uint8_t bytes[1024];
    uint32_t size = bytes_of(&entry, bytes);
    for (uint32_t shorter = 0; shorter < size; shorter++)
        assert_int_equal(entry_read(arena, bytes, shorter, &read), ENTRY_MALFORMED);
    bytes[size] = 0;
    assert_int_equal(entry_read(arena, bytes, size + 1, &read), ENTRY_MALFORMED);
    arena_free(&arena);
}

/* Whatever a changed byte makes of it, reading either refuses it or reads just that byte. */
static void a_changed_byte_never_reads_as_the_same_entry(void **state)
{
    struct arena *arena = arena_new();
    struct entry entry = a_sale(), read;
    uint8_t bytes[1024], again[1024];
    uint32_t size = bytes_of(&entry, bytes);
    for (uint32_t at = 0; at < size; at++) {
        bytes[at] ^= 0x55;
        if (entry_read(arena, bytes, size, &read) == ENTRY_GOOD) {
            assert_int_equal(bytes_of(&read, again), size);
            assert_memory_equal(bytes, again, size);
        }
        bytes[at] ^= 0x55;
    }
    arena_free(&arena);
}

static void bytes_of_a_newer_revision_are_told_from_broken_ones(void **state)
{
    struct arena *arena = arena_new();
    struct entry entry = a_sale(), read;
    uint8_t bytes[1024];
    uint32_t size = bytes_of(&entry, bytes);
    bytes[0] = ENTRY_REVISION + 1;
    assert_int_equal(entry_read(arena, bytes, size, &read), ENTRY_TOO_NEW);
    bytes[0] = 0;
    assert_int_equal(entry_read(arena, bytes, size, &read), ENTRY_MALFORMED);
    arena_free(&arena);
}

static void an_entry_larger_than_its_limit_is_not_written(void **state)
{
    static uint8_t large[ENTRY_BYTES_MOST], out[2 * ENTRY_BYTES_MOST];
    struct entry entry = a_sale();
    entry.payload = large;
    entry.payload_size = sizeof large;
    assert_int_equal(entry_write(&entry, out, sizeof out), 0);
    entry.payload_size = 100;
    assert_int_equal(entry_write(&entry, out, 120), 0);
}

static void a_verdict_is_for_ever_and_sent_is_a_hint(void **state)
{
    assert_true(entry_state_may(ENTRY_PENDING, ENTRY_SENT));
    assert_true(entry_state_may(ENTRY_SENT, ENTRY_PENDING));
    for (int to = ENTRY_ACCEPTED; to < ENTRY_STATE_COUNT; to++) {
        assert_true(entry_state_may(ENTRY_SENT, to));
        assert_true(entry_state_may(ENTRY_PENDING, to));
        for (int then = 0; then < ENTRY_STATE_COUNT; then++)
            assert_false(entry_state_may(to, then));
    }
}

static void states_have_names(void **state)
{
    enum entry_state read;
    for (int i = 0; i < ENTRY_STATE_COUNT; i++) {
        assert_true(entry_state_parse(entry_state_name(i), &read));
        assert_int_equal(read, i);
        assert_int_equal(entry_state_done(i), i == ENTRY_ACCEPTED || i == ENTRY_REBASED);
    }
    assert_false(entry_state_parse("lost", &read));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_reads_back_as_it_was_written),
        cmocka_unit_test(a_scan_keeps_its_ticket_gate_and_way),
        cmocka_unit_test(every_shortened_or_lengthened_entry_is_malformed),
        cmocka_unit_test(a_changed_byte_never_reads_as_the_same_entry),
        cmocka_unit_test(bytes_of_a_newer_revision_are_told_from_broken_ones),
        cmocka_unit_test(an_entry_larger_than_its_limit_is_not_written),
        cmocka_unit_test(a_verdict_is_for_ever_and_sent_is_a_hint),
        cmocka_unit_test(states_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
