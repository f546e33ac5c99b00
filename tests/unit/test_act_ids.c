/* The names an act gives follow from its key and from what it asks. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "src/domain/sale.h"
#include "src/engine/act_ids.h"

enum { NAMES = 9 };

struct names {
    struct uuid ids[NAMES];
    char code[CODE_TEXT];
};

static struct changeset an_act(uint8_t key, uint8_t wish)
{
    return (struct changeset){.key = {{0x01, 0x91, 0xd2, 0xa0, 0, 1, 0x70, 0, 0x80, [15] = key}},
                              .fingerprint = {wish}};
}

static const uint8_t *secret;

static struct names names_of(const struct changeset *head, int turn, int64_t now)
{
    struct names names = {0};
    struct act_ids ids;
    act_ids_start(&ids, sodium_crypt(), secret, head, turn);
    for (int i = 0; i < NAMES; i++)
        names.ids[i] = uuid_make(&ids.source, now + i);
    sale_make_code(&ids.source, 'B', names.code);
    return names;
}

static bool same(const struct names *one, const struct names *two)
{
    return strcmp(one->code, two->code) == 0 && uuid_equal(&one->ids[0], &two->ids[0]) &&
           uuid_equal(&one->ids[NAMES - 1], &two->ids[NAMES - 1]);
}

static bool nothing_same(const struct names *one, const struct names *two)
{
    return strcmp(one->code, two->code) != 0 && !uuid_equal(&one->ids[0], &two->ids[0]) &&
           !uuid_equal(&one->ids[NAMES - 1], &two->ids[NAMES - 1]);
}

static void the_same_act_gives_the_same_names_at_any_time(void **state)
{
    struct changeset act = an_act(1, 1);
    struct names now = names_of(&act, 0, 1000), ten_years_on = names_of(&act, 0, 315360000000);
    assert_true(same(&now, &ten_years_on));
}

static void another_key_wish_or_turn_gives_others(void **state)
{
    struct changeset act = an_act(1, 1), other_key = an_act(2, 1), other_wish = an_act(1, 2);
    struct names names = names_of(&act, 0, 0);
    struct names others[] = {names_of(&other_key, 0, 0), names_of(&other_wish, 0, 0),
                             names_of(&act, 1, 0)};
    for (int i = 0; i < 3; i++)
        assert_true(nothing_same(&names, &others[i]));
}

/* Whoever knows the key, and all that was asked, knows no name. */
static void without_the_secret_a_key_says_nothing_of_its_names(void **state)
{
    struct changeset act = an_act(1, 1);
    struct names guessed = names_of(&act, 0, 0);
    static const uint8_t of_this_till[HASH_SIZE] = {1};
    secret = of_this_till;
    struct names names = names_of(&act, 0, 0);
    secret = NULL;
    assert_true(nothing_same(&guessed, &names));
}

static void names_of_an_act_are_as_old_as_its_key_and_in_order(void **state)
{
    struct changeset act = an_act(1, 1);
    struct names names = names_of(&act, 0, 5);
    for (int i = 0; i < NAMES; i++)
        assert_memory_equal(names.ids[i].b, act.key.b, 6);
    for (int i = 1; i < NAMES; i++)
        assert_true(uuid_compare(&names.ids[i - 1], &names.ids[i]) < 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_act_gives_the_same_names_at_any_time),
        cmocka_unit_test(another_key_wish_or_turn_gives_others),
        cmocka_unit_test(without_the_secret_a_key_says_nothing_of_its_names),
        cmocka_unit_test(names_of_an_act_are_as_old_as_its_key_and_in_order),
    };
    return cmocka_run_group_tests_name("act_ids", tests, NULL, NULL);
}
