/* Signed tickets: only what the house signed opens, whoever changed what. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/ticket_seal.h"
#include "tests/unit/plan_files.h"

enum { HOUSE = 7, KEY = 1 };

static const struct crypt_port *crypt;
static struct sign_key ours, foreign;
static struct ticket_key known;

static int setup(void **state)
{
    uint8_t seed[SIGN_SEED] = {1, 2, 3};
    crypt = sodium_crypt();
    crypt->sign_key(seed, &ours);
    seed[0] = 99;
    crypt->sign_key(seed, &foreign);
    known = (struct ticket_key){.id = KEY, .house = HOUSE, .kind = KEY_HOUSE};
    memcpy(known.public, ours.public, sizeof known.public);
    return 0;
}

static struct ticket_mark a_mark(void)
{
    return (struct ticket_mark){
        .house = HOUSE, .key = KEY, .show = 5, .seat = 12, .ticket = {{9}}, .generation = 1};
}

static void sealed(const struct sign_key *key, const struct ticket_mark *mark,
                   char text[TICKET_CODE_TEXT])
{
    assert_true(ticket_seal(crypt, key, mark, text));
}

static struct opened open_with(const struct ticket_key *key, const char *text)
{
    const struct ticket_keys keys = {key, 1};
    struct opened opened;
    ticket_open(crypt, &keys, text, &opened);
    return opened;
}

static void what_the_house_signed_opens(void **state)
{
    struct ticket_mark mark = a_mark();
    char text[TICKET_CODE_TEXT];
    sealed(&ours, &mark, text);
    struct opened opened = open_with(&known, text);
    assert_int_equal(opened.seal, SEAL_GOOD);
    assert_int_equal(opened.mark.show, 5);
    assert_int_equal(opened.mark.seat, 12);
    assert_ptr_equal(opened.key, &known);
}

static void blanks_around_a_code_do_not_count(void **state)
{
    struct ticket_mark mark = a_mark();
    char text[TICKET_CODE_TEXT], line[TICKET_CODE_TEXT + 4];
    sealed(&ours, &mark, text);
    snprintf(line, sizeof line, " %s\r\n", text);
    assert_int_equal(open_with(&known, line).seal, SEAL_GOOD);
}

static void every_single_flipped_bit_is_refused(void **state)
{
    struct ticket_mark mark = a_mark();
    struct ticket_frame frame;
    char text[TICKET_CODE_TEXT];
    assert_true(ticket_mark_write(&mark, frame.bytes));
    crypt->sign(&ours, frame.bytes, sizeof frame.bytes, frame.signature);
    uint8_t *all[] = {frame.bytes, frame.signature};
    const int sizes[] = {TICKET_SIGNED, TICKET_SIGNATURE};
    for (int part = 0; part < 2; part++)
        for (int bit = 0; bit < sizes[part] * 8; bit++) {
            all[part][bit / 8] ^= (uint8_t)(1 << bit % 8);
            ticket_code_write(&frame, text);
            assert_int_not_equal(open_with(&known, text).seal, SEAL_GOOD);
            all[part][bit / 8] ^= (uint8_t)(1 << bit % 8);
        }
    ticket_code_write(&frame, text);
    assert_int_equal(open_with(&known, text).seal, SEAL_GOOD); /* as it was */
}

static void another_key_under_our_name_is_a_forgery(void **state)
{
    struct ticket_mark mark = a_mark();
    char text[TICKET_CODE_TEXT];
    sealed(&foreign, &mark, text);
    assert_int_equal(open_with(&known, text).seal, SEAL_FORGED);
}

static void a_ticket_of_another_house_is_called_so(void **state)
{
    struct ticket_mark mark = a_mark();
    char text[TICKET_CODE_TEXT];
    mark.house = HOUSE + 1;
    sealed(&foreign, &mark, text);
    assert_int_equal(open_with(&known, text).seal, SEAL_OTHER_HOUSE);
}

static void a_key_that_is_not_known_is_called_so(void **state)
{
    struct ticket_mark mark = a_mark();
    char text[TICKET_CODE_TEXT];
    mark.key = KEY + 1;
    sealed(&ours, &mark, text);
    assert_int_equal(open_with(&known, text).seal, SEAL_UNKNOWN_KEY);
}

static void a_key_that_was_ended_opens_nothing(void **state)
{
    struct ticket_mark mark = a_mark();
    struct ticket_key ended = known;
    char text[TICKET_CODE_TEXT];
    ended.ended_at = 1;
    sealed(&ours, &mark, text);
    assert_int_equal(open_with(&ended, text).seal, SEAL_ENDED_KEY);
}

static void without_a_key_nothing_opens(void **state)
{
    struct ticket_mark mark = a_mark();
    const struct ticket_keys none = {NULL, 0};
    struct opened opened;
    char text[TICKET_CODE_TEXT];
    sealed(&ours, &mark, text);
    ticket_open(crypt, &none, text, &opened);
    assert_int_equal(opened.seal, SEAL_OTHER_HOUSE);
}

static void garbage_is_no_ticket(void **state)
{
    static const char *const garbage[] = {"", "L", "hello", "T-ABCDEFGHJK", "\377\376"};
    for (int i = 0; i < COUNT_OF(garbage); i++)
        assert_int_not_equal(open_with(&known, garbage[i]).seal, SEAL_GOOD);
}

/* ---- pretix ------------------------------------------------------------------------------- */

enum { VECTORS = 2 };

static struct vectors {
    struct ticket_key keys[VECTORS];
    struct vector {
        char seed[32], text[256];
        int64_t subevent;
    } good[VECTORS];
} vectors;

static void read_line(const char *line)
{
    char text[512], seed[32];
    int number;
    long item, subevent;
    if (sscanf(line, "key %d %511s", &number, text) == 2) {
        struct ticket_key *key = &vectors.keys[number - 1];
        *key = (struct ticket_key){.id = 100 + number, .kind = KEY_PRETIX, .show = 40 + number};
        assert_true(pretix_key_read(text, key->public));
    } else if (sscanf(line, "good %d %31s %ld %ld %255s", &number, seed, &item, &subevent, text) ==
               5) {
        struct vector *vector = &vectors.good[number - 1];
        strcpy(vector->seed, seed);
        strcpy(vector->text, text);
        vector->subevent = subevent;
    }
}

static int read_vectors(void **state)
{
    struct arena *arena = arena_new();
    const char *text = read_test_file(arena, "tests/data/pretix/sig1.txt");
    for (; *text; text += strcspn(text, "\n") + 1)
        read_line(text);
    arena_free(&arena);
    return setup(state);
}

static struct opened open_pretix(const char *text)
{
    const struct ticket_keys keys = {vectors.keys, VECTORS};
    struct opened opened;
    ticket_open(crypt, &keys, text, &opened);
    return opened;
}

static void tickets_of_pretix_open_with_their_events_key(void **state)
{
    for (int i = 0; i < VECTORS; i++) {
        struct opened opened = open_pretix(vectors.good[i].text);
        assert_int_equal(opened.seal, SEAL_GOOD);
        assert_string_equal(opened.seed, vectors.good[i].seed);
        assert_int_equal(opened.mark.show, 41 + i);
    }
}

static void a_scanners_character_set_in_front_does_not_matter(void **state)
{
    char text[300];
    snprintf(text, sizeof text, "\\000026%s", vectors.good[0].text);
    assert_int_equal(open_pretix(text).seal, SEAL_GOOD);
}

static void any_other_character_in_it_is_refused(void **state)
{
    for (int i = 0; i < VECTORS; i++)
        for (size_t at = 0; vectors.good[i].text[at]; at++) {
            char text[256];
            strcpy(text, vectors.good[i].text);
            text[at] = text[at] == 'A' ? 'B' : 'A';
            assert_int_not_equal(open_pretix(text).seal, SEAL_GOOD);
        }
}

static void cut_off_or_longer_it_is_refused(void **state)
{
    char text[300];
    size_t whole = strlen(vectors.good[0].text);
    for (size_t length = 0; length < whole; length++) {
        memcpy(text, vectors.good[0].text, length);
        text[length] = '\0';
        assert_int_not_equal(open_pretix(text).seal, SEAL_GOOD);
    }
    snprintf(text, sizeof text, "%sAAAA", vectors.good[0].text);
    assert_int_not_equal(open_pretix(text).seal, SEAL_GOOD);
}

static void a_key_for_one_date_does_not_admit_to_another(void **state)
{
    struct ticket_key other = vectors.keys[0];
    const struct ticket_keys keys = {&other, 1};
    struct opened opened;
    other.subevent = vectors.good[0].subevent + 1;
    ticket_open(crypt, &keys, vectors.good[0].text, &opened);
    assert_int_equal(opened.mark.show, -1);
    other.subevent = vectors.good[0].subevent;
    ticket_open(crypt, &keys, vectors.good[0].text, &opened);
    assert_int_equal(opened.mark.show, 41);
}

/* Parking for this very date: the door says what is wrong, not that it is of another show. */
static void a_product_that_no_key_names_is_told_from_another_show(void **state)
{
    struct ticket_key key = vectors.keys[0];
    const struct ticket_keys keys = {&key, 1};
    struct opened opened;
    key.subevent = vectors.good[0].subevent;
    strcpy(key.products, "4000");
    ticket_open(crypt, &keys, vectors.good[0].text, &opened);
    assert_int_equal(opened.seal, SEAL_OTHER_PRODUCT);
    assert_int_equal(opened.mark.show, -1);
    key.subevent++;
    ticket_open(crypt, &keys, vectors.good[0].text, &opened);
    assert_int_equal(opened.seal, SEAL_GOOD); /* another date, and that is what is said */
    assert_int_equal(opened.mark.show, -1);
}

static void two_tickets_of_pretix_are_two(void **state)
{
    struct opened one = open_pretix(vectors.good[0].text), two = open_pretix(vectors.good[1].text);
    assert_false(uuid_equal(&one.mark.ticket, &two.mark.ticket));
}

static void keys_that_are_none_are_refused(void **state)
{
    uint8_t key[PRETIX_KEY];
    static const char *const wrong[] = {
        "", "AAAA", "-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n",
        "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA7AD7",
        "-----BEGIN PUBLIC KEY-----END PUBLIC KEY-----"};
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(pretix_key_read(wrong[i], key));
}

/* ---- lists of products and of secrets ---------------------------------------------------------
 */

static void a_key_admits_the_products_it_names(void **state)
{
    static const char *const wrong[] = {",", "12,", "12,,13", "x", "12 13", "-1"};
    assert_true(pretix_admits("", 7));
    assert_true(pretix_admits("12,7", 7));
    assert_false(pretix_admits("12,17", 7));
    assert_true(pretix_products_good("12,7") && pretix_products_good(""));
    for (int i = 0; i < COUNT_OF(wrong); i++)
        assert_false(pretix_products_good(wrong[i]));
}

static void assert_secrets(const char *text, const char *expected)
{
    char all[4 * PRETIX_SECRET] = "", secret[PRETIX_SECRET];
    bool blocked;
    for (const char *at = text; pretix_secret_next(&at, secret, &blocked);)
        strcat(strcat(strcat(all, blocked ? "" : "!"), secret), " ");
    assert_string_equal(all, expected);
}

static void lists_of_secrets_are_read_as_pretix_exports_them(void **state)
{
    assert_secrets("{\"count\":2,\"results\":[{\"id\":1,\"secret\":\"ab\\/c==\"},\n"
                   " {\"secret\" : \"d+e\", \"created\":\"2026\"}]}",
                   "ab/c== d+e ");
    assert_secrets("[{\"secret\":\"a\",\"blocked\":true},{\"blocked\": false,\"secret\":\"b\"}]",
                   "a !b ");
    assert_secrets("abc\r\n\"def\",2026-11-19\n\nghi", "abc def ghi ");
    assert_secrets("", "");
    assert_secrets("{\"results\":[]}", "");
    assert_secrets("[{\"secret\":null},{\"secret\":\"x\"}]", "x ");
    assert_secrets("[{\"secret\":\"cut off", "cut off "); /* no key signed that */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_admits_the_products_it_names),
        cmocka_unit_test(lists_of_secrets_are_read_as_pretix_exports_them),
        cmocka_unit_test(what_the_house_signed_opens),
        cmocka_unit_test(blanks_around_a_code_do_not_count),
        cmocka_unit_test(every_single_flipped_bit_is_refused),
        cmocka_unit_test(another_key_under_our_name_is_a_forgery),
        cmocka_unit_test(a_ticket_of_another_house_is_called_so),
        cmocka_unit_test(a_key_that_is_not_known_is_called_so),
        cmocka_unit_test(a_key_that_was_ended_opens_nothing),
        cmocka_unit_test(without_a_key_nothing_opens),
        cmocka_unit_test(garbage_is_no_ticket),
        cmocka_unit_test(tickets_of_pretix_open_with_their_events_key),
        cmocka_unit_test(a_scanners_character_set_in_front_does_not_matter),
        cmocka_unit_test(any_other_character_in_it_is_refused),
        cmocka_unit_test(cut_off_or_longer_it_is_refused),
        cmocka_unit_test(a_key_for_one_date_does_not_admit_to_another),
        cmocka_unit_test(a_product_that_no_key_names_is_told_from_another_show),
        cmocka_unit_test(two_tickets_of_pretix_are_two),
        cmocka_unit_test(keys_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, read_vectors, NULL);
}
