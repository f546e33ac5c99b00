#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "ui/keys.h"

enum { LONG = 10000 };

struct reader {
    struct keys *keys;
    int64_t now;
    char heard[1024]; /* names of the events so far, one blank between two */
};

static int a_reader(void **state)
{
    struct reader *reader = x_alloc(sizeof *reader);
    reader->keys = keys_new(KEYS_ESCAPE_MS);
    reader->now = 1000000;
    *state = reader;
    return 0;
}

static int reader_away(void **state)
{
    struct reader *reader = *state;
    keys_free(&reader->keys);
    free(reader);
    return 0;
}

static void event_text(const struct key_event *event, char out[128])
{
    char name[KEYS_NAME_TEXT];
    switch (event->kind) {
    case KEY_EVENT_PRESS:
        snprintf(out, 128, "%s", key_text(event->code, name));
        break;
    case KEY_EVENT_PASTE:
        snprintf(out, 128, "paste(%s)", event->text);
        break;
    case KEY_EVENT_SCAN:
        snprintf(out, 128, "scan(%s,%d)", event->text, event->delivered);
        break;
    case KEY_EVENT_MOUSE:
        snprintf(out, 128, "mouse(%d,%d,%d)", (int)event->code, event->row, event->column);
        break;
    case KEY_EVENT_CURSOR:
        snprintf(out, 128, "cursor(%d,%d)", event->row, event->column);
        break;
    }
}

static void listen_now(struct reader *reader)
{
    struct key_event event;
    while (keys_next(reader->keys, reader->now, &event)) {
        char text[128];
        size_t used = strlen(reader->heard);
        event_text(&event, text);
        snprintf(reader->heard + used, sizeof reader->heard - used, "%s%s", used ? " " : "", text);
    }
}

static void send(struct reader *reader, const char *bytes)
{
    assert_int_equal(keys_feed(reader->keys, bytes, strlen(bytes), reader->now), strlen(bytes));
    listen_now(reader);
}

/* Time passes; whatever the decoder waits for is settled when it is due. */
static void pass(struct reader *reader, int64_t ms)
{
    int64_t until = reader->now + ms;
    while (keys_deadline(reader->keys) <= until) {
        int64_t due = keys_deadline(reader->keys);
        reader->now = due > reader->now ? due : reader->now;
        listen_now(reader);
        assert_true(keys_deadline(reader->keys) > reader->now);
    }
    reader->now = until;
}

/* As fingers do it. */
static void type(struct reader *reader, const char *bytes)
{
    for (; *bytes; bytes++) {
        char one[2] = {*bytes, '\0'};
        send(reader, one);
        pass(reader, 80);
    }
}

static void assert_heard(struct reader *reader, const char *wanted)
{
    pass(reader, LONG);
    assert_string_equal(reader->heard, wanted);
    reader->heard[0] = '\0';
}

static void typed_letters_come_one_by_one(void **state)
{
    type(*state, "2bp c\r");
    assert_heard(*state, "2 b p Space c Enter");
}

static void a_letter_is_heard_at_once(void **state)
{
    struct reader *reader = *state;
    send(reader, "b");
    assert_string_equal(reader->heard, "b");
}

static void a_key_held_down_is_not_held_back(void **state)
{
    struct reader *reader = *state;
    for (int i = 0; i < 4; i++) {
        send(reader, "j");
        reader->now += 10;
    }
    assert_string_equal(reader->heard, "j j j j");
}

static void keys_sent_all_at_once_stay_keys(void **state)
{
    send(*state, "2bpc\r");
    assert_heard(*state, "2 b p c Enter");
}

static void letters_of_any_alphabet_are_whole(void **state)
{
    send(*state, "\xc3");
    send(*state, "\xa9");
    assert_heard(*state, "é");
    send(*state, "\xe6\x97");
    send(*state, "\xa5");
    assert_heard(*state, "日");
}

static void half_a_letter_is_dropped(void **state)
{
    send(*state, "\xe6\x97");
    assert_heard(*state, "");
    send(*state, "\xff\xfe z");
    assert_heard(*state, "Space z");
}

static void escape_alone_waits_only_its_time(void **state)
{
    struct reader *reader = *state;
    send(reader, "\033");
    pass(reader, KEYS_ESCAPE_MS - 1);
    assert_string_equal(reader->heard, "");
    pass(reader, 1);
    assert_string_equal(reader->heard, "Esc");
}

static void escape_and_a_quick_letter_are_two_keys(void **state)
{
    send(*state, "\033q");
    assert_heard(*state, "Esc q");
    send(*state, "\033\033");
    assert_heard(*state, "Esc Esc");
    type(*state, "\033[");
    assert_heard(*state, "Esc [");
}

static void arrows_come_in_every_dialect(void **state)
{
    send(*state, "\033[A\033OB\033[C\033OD");
    assert_heard(*state, "Up Down Right Left");
    send(*state, "\033[5~\033[6~\033[1~\033[4~\033[H\033OF\033[3~\033[Z");
    assert_heard(*state, "PgUp PgDn Home End Home End Delete S-Tab");
    send(*state, "\033[[A\033OP\033[11~\033[24~\033[15~");
    assert_heard(*state, "F1 F1 F1 F12 F5");
}

static void a_keypad_types_its_digits(void **state)
{
    send(*state, "\033Op\033Oy\033OM\033Om");
    assert_heard(*state, "0 9 Enter -");
}

static void terminfo_has_the_first_word(void **state)
{
    struct reader *reader = *state;
    keys_define(reader->keys, "\033[224z", KEYCODE_F1);
    keys_define(reader->keys, "\033[4~", KEYCODE_DELETE);
    send(reader, "\033[224z\033[4~");
    assert_heard(reader, "F1 Delete");
}

static void a_sequence_split_by_a_slow_line_is_one_key(void **state)
{
    struct reader *reader = *state;
    send(reader, "\033");
    pass(reader, 30);
    send(reader, "[");
    pass(reader, 200);
    send(reader, "1");
    pass(reader, 200);
    send(reader, "~");
    assert_heard(reader, "Home");
}

static void unknown_sequences_leave_no_letters(void **state)
{
    send(*state, "\033[1;5A\033[?1;2c\033[>41;354;0c\033[99~\033[12;34;56;78x\033Oz\033O1;2A");
    assert_heard(*state, "");
    send(*state, "\033]11;rgb:0000/0000/0000\a\033P1$r0m\033\\\033_Gi=1\033\\x");
    assert_heard(*state, "x");
    send(*state, "\033[M !!a");
    assert_heard(*state, "a");
}

static void a_sequence_that_never_ends_is_dropped(void **state)
{
    send(*state, "\033[12;");
    assert_heard(*state, "");
    send(*state, "\033]0;never");
    assert_heard(*state, "");
    type(*state, "a");
    assert_heard(*state, "a");
}

static void a_broken_sequence_does_not_eat_the_next(void **state)
{
    send(*state, "\033[12\033[A");
    assert_heard(*state, "Up");
}

static void a_paste_is_one_event(void **state)
{
    send(*state, "\033[200~p\rq\033[A\003text\033[201~z");
    assert_heard(*state, "paste(p\rq\033[A\003text) z");
}

static void a_paste_may_come_in_pieces(void **state)
{
    send(*state, "\033[200~abc\033[2");
    send(*state, "01~");
    assert_heard(*state, "paste(abc)");
}

static void a_paste_without_an_end_ends(void **state)
{
    send(*state, "\033[200~abc");
    assert_heard(*state, "paste(abc)");
}

static void a_scan_is_no_key(void **state)
{
    struct reader *reader = *state;
    const char *code = "B-7K3QM9\r";
    for (; *code; code++) {
        char one[2] = {*code, '\0'};
        send(reader, one);
        reader->now += 8;
    }
    assert_heard(reader, "scan(B-7K3QM9,0)");
}

static void a_scan_of_digits_tells_what_went_out_before_it_was_known(void **state)
{
    send(*state, "4006381333931\r");
    assert_heard(*state, "4 scan(4006381333931,1)");
}

static void a_long_code_may_hold_small_letters(void **state)
{
    send(*state, "T:aGVsbG8gd29ybGQ.42\r");
    assert_heard(*state, "scan(T:aGVsbG8gd29ybGQ.42,0)");
}

/* A megabyte at the speed of a scanner; returns how many events were no scans. */
static int pour(struct reader *reader, const char *end, int *scans)
{
    static const char garbage[] = "L0:o/x$G%\x1dz*q";
    struct key_event event;
    int keys = 0;
    *scans = 0;
    for (size_t sent = 0; sent < (1 << 20); sent += sizeof garbage - 1, reader->now += sent % 3) {
        assert_int_equal(keys_feed(reader->keys, garbage, sizeof garbage - 1, reader->now),
                         sizeof garbage - 1);
        while (keys_next(reader->keys, reader->now, &event))
            *(event.kind == KEY_EVENT_SCAN ? scans : &keys) += 1;
    }
    (void)keys_feed(reader->keys, end, strlen(end), reader->now);
    reader->now += *end ? 0 : LONG;
    while (keys_next(reader->keys, reader->now, &event))
        *(event.kind == KEY_EVENT_SCAN ? scans : &keys) += 1;
    return keys;
}

static void more_than_any_code_has_is_one_scan(void **state)
{
    int scans;
    assert_int_equal(pour(*state, "\r", &scans), 0);
    assert_int_equal(scans, 1);
}

static void without_an_end_it_is_one_too(void **state)
{
    int scans;
    assert_int_equal(pour(*state, "", &scans), 0);
    assert_int_equal(scans, 1);
    send(*state, "R");
    assert_heard(*state, "R");
}

static void a_key_held_down_for_long_is_that_key(void **state)
{
    struct reader *reader = *state;
    struct key_event event;
    int presses = 0;
    for (int i = 0; i < 3000; i++, reader->now += 20) {
        (void)keys_feed(reader->keys, "j", 1, reader->now);
        while (keys_next(reader->keys, reader->now, &event))
            presses += event.kind == KEY_EVENT_PRESS && event.code == 'j';
    }
    assert_int_equal(presses, 3000);
}

static void keys_behind_a_code_are_none(void **state)
{
    struct reader *reader = *state;
    send(reader, "B-7K3QM9\ro\rpal\r:quit\r\033[A");
    assert_heard(reader, "scan(B-7K3QM9,0)");
    pass(reader, KEYS_BURST_MS + 1);
    send(reader, "o");
    assert_heard(reader, "o");
}

static void two_codes_in_one_go_are_two(void **state)
{
    send(*state, "B-7K3QM9\r\n4006381333931\r\n");
    assert_heard(*state, "scan(B-7K3QM9,0) scan(4006381333931,0)");
}

static void what_separates_fields_makes_no_code_of_ours(void **state)
{
    send(*state, "T-7\x1dK3QM9X\001AB2\r");
    assert_heard(*state, "scan(T-7?K3QM9X?AB2,0)");
}

static void quick_characters_without_enter_are_keys(void **state)
{
    send(*state, "B-7K3QM9");
    assert_heard(*state, "B - 7 K 3 Q M 9");
    send(*state, "B-7K3QM9\033[A");
    assert_heard(*state, "B - 7 K 3 Q M 9 Up");
}

static void capitals_typed_by_hand_are_only_a_moment_late(void **state)
{
    struct reader *reader = *state;
    send(reader, "R");
    assert_string_equal(reader->heard, "");
    pass(reader, KEYS_BURST_MS + 1);
    assert_string_equal(reader->heard, "R");
    type(reader, "11\r");
    assert_heard(reader, "R 1 1 Enter");
}

static void an_enter_that_comes_late_is_a_finger(void **state)
{
    struct reader *reader = *state;
    send(reader, "ABCDEFGH");
    pass(reader, KEYS_BURST_MS * 2);
    send(reader, "\r");
    assert_heard(reader, "A B C D E F G H Enter");
}

static void controls_have_names(void **state)
{
    send(*state, "\014\003\t\b\x7f\n");
    assert_heard(*state, "C-l C-c Tab Backspace Backspace Enter");
}

static void the_mouse_and_the_cursor_report(void **state)
{
    send(*state, "\033[<0;5;7M\033[<0;5;7m\033[<64;1;1M\033[<35;2;2M");
    assert_heard(*state, "mouse(1,6,4) mouse(4,0,0)");
    send(*state, "\033[3;12R");
    assert_heard(*state, "cursor(2,11)");
}

static void too_much_at_once_is_taken_in_portions(void **state)
{
    struct reader *reader = *state;
    static char flood[KEYS_TEXT * 2];
    struct key_event event;
    memset(flood, 'x', sizeof flood);
    size_t taken = keys_feed(reader->keys, flood, sizeof flood, reader->now);
    assert_in_range(taken, 1, sizeof flood - 1);
    int count = 0;
    reader->now += LONG;
    while (keys_next(reader->keys, reader->now, &event))
        count++;
    assert_int_equal(count, taken);
    assert_int_equal(keys_feed(reader->keys, "y", 1, reader->now), 1);
}

/* Whatever comes, it ends: no event is made of nothing, and waiting has a limit. */
static void noise_never_hangs_and_is_always_settled(void **state)
{
    struct reader *reader = *state;
    static const char alphabet[] = "\033\033\033[[O]PR<;~M0129a\r\x80\xc3\xe6 \x07\\";
    uint64_t seed = 42;
    for (int round = 0; round < 20000; round++) {
        char bytes[8];
        size_t size = 0;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        for (uint64_t pick = seed; size < 1 + (seed >> 61); pick >>= 7)
            bytes[size++] = alphabet[(pick >> 5) % (sizeof alphabet - 1)];
        struct key_event event;
        keys_feed(reader->keys, bytes, size, reader->now);
        for (int events = 0; keys_next(reader->keys, reader->now, &event); events++)
            assert_true(events < KEYS_TEXT);
        reader->now += (int64_t)(seed >> 56);
    }
    pass(reader, LONG);
    assert_int_equal(keys_deadline(reader->keys), INT64_MAX);
}

static void names_go_both_ways(void **state)
{
    static const char *const names[] = {"Enter", "C-l",  "F1", "F12",   "Space", "b", "B",
                                        "?",     "PgUp", "é",  "S-Tab", "Tab",   "-"};
    for (int i = 0; i < COUNT_OF(names); i++) {
        int32_t code;
        char name[KEYS_NAME_TEXT];
        assert_true(key_parse(names[i], &code));
        assert_string_equal(key_text(code, name), names[i]);
    }
}

static void what_is_no_key_has_no_name(void **state)
{
    static const char *const names[] = {"", "F0", "F13", "F01", "C-", "C-1", "bb", "enter", "\033"};
    int32_t code;
    for (int i = 0; i < COUNT_OF(names); i++)
        assert_false(key_parse(names[i], &code));
}

#define READING(test) cmocka_unit_test_setup_teardown(test, a_reader, reader_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        READING(typed_letters_come_one_by_one),
        READING(a_letter_is_heard_at_once),
        READING(a_key_held_down_is_not_held_back),
        READING(keys_sent_all_at_once_stay_keys),
        READING(letters_of_any_alphabet_are_whole),
        READING(half_a_letter_is_dropped),
        READING(escape_alone_waits_only_its_time),
        READING(escape_and_a_quick_letter_are_two_keys),
        READING(arrows_come_in_every_dialect),
        READING(a_keypad_types_its_digits),
        READING(terminfo_has_the_first_word),
        READING(a_sequence_split_by_a_slow_line_is_one_key),
        READING(unknown_sequences_leave_no_letters),
        READING(a_sequence_that_never_ends_is_dropped),
        READING(a_broken_sequence_does_not_eat_the_next),
        READING(a_paste_is_one_event),
        READING(a_paste_may_come_in_pieces),
        READING(a_paste_without_an_end_ends),
        READING(a_scan_is_no_key),
        READING(a_scan_of_digits_tells_what_went_out_before_it_was_known),
        READING(a_long_code_may_hold_small_letters),
        READING(more_than_any_code_has_is_one_scan),
        READING(without_an_end_it_is_one_too),
        READING(a_key_held_down_for_long_is_that_key),
        READING(keys_behind_a_code_are_none),
        READING(two_codes_in_one_go_are_two),
        READING(what_separates_fields_makes_no_code_of_ours),
        READING(quick_characters_without_enter_are_keys),
        READING(capitals_typed_by_hand_are_only_a_moment_late),
        READING(an_enter_that_comes_late_is_a_finger),
        READING(controls_have_names),
        READING(the_mouse_and_the_cursor_report),
        READING(too_much_at_once_is_taken_in_portions),
        READING(noise_never_hangs_and_is_always_settled),
        cmocka_unit_test(names_go_both_ways),
        cmocka_unit_test(what_is_no_key_has_no_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
