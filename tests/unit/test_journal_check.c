/* Whatever was done to a journal behind the till's back is named, and where. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/journal_check.h"
#include "tests/model/sync_world.h"

enum { ENTRIES_OF_IT = 4 };

struct journal {
    struct chain chain;
    struct entry_frame at[ENTRIES_OF_IT + 1];
    int count;
};

static void chain_on(struct journal *journal, int i)
{
    static const uint8_t none[ENTRY_HASH];
    struct entry_frame *frame = &journal->at[i];
    chain_hash(&journal->chain, i ? frame[-1].hash : none, frame, frame->hash);
    sim_crypt.sign(NULL, frame->hash, frame->signature);
}

static struct journal a_journal(void)
{
    static const char *const bodies[] = {"hold", "sell", "hold", "scan", "more"};
    struct journal journal = {.chain = {&sim_crypt, {{7}}, {{1}}}, .count = ENTRIES_OF_IT};
    for (int i = 0; i <= ENTRIES_OF_IT; i++) {
        journal.at[i] = (struct entry_frame){.seq = (uint64_t)i + 1,
                                             .epoch = 1,
                                             .body = (const uint8_t *)bodies[i],
                                             .size = (uint32_t)strlen(bodies[i])};
        chain_on(&journal, i);
    }
    return journal;
}

static struct journal_check look(const struct journal *journal, uint64_t signed_from)
{
    struct journal_check check = journal_check_start(&journal->chain, signed_from);
    bool good = true;
    for (int i = 0; good && i < journal->count; i++)
        good = journal_check_entry(&check, &journal->at[i]);
    if (good)
        (void)!journal_check_end(&check, ENTRIES_OF_IT, journal->at[ENTRIES_OF_IT - 1].hash);
    return check;
}

static void expect(const struct journal *journal, enum journal_fault fault, uint64_t at)
{
    for (uint64_t from = 1; from <= ENTRIES_OF_IT + 1; from++) {
        struct journal_check check = look(journal, from);
        assert_int_equal(check.fault, fault);
        assert_int_equal(check.at, at);
    }
}

static void a_whole_journal_is_good(void **state)
{
    struct journal journal = a_journal();
    expect(&journal, JOURNAL_GOOD, 0);
    assert_int_equal(look(&journal, 1).seq, ENTRIES_OF_IT);
}

static void a_new_journal_is_good(void **state)
{
    const struct chain chain = a_journal().chain;
    const uint8_t none[ENTRY_HASH] = {0};
    struct journal_check check = journal_check_start(&chain, ENTRIES_OF_IT + 1);
    assert_true(journal_check_end(&check, 0, none));
}

static void a_changed_body_is_found_where_it_is(void **state)
{
    struct journal journal = a_journal();
    journal.at[1].body = (const uint8_t *)"sale";
    expect(&journal, JOURNAL_ALTERED, 2);
}

/* Whoever has no key can make hashes, but not the signature at their end. */
static void hashes_that_were_made_again_are_not_signed(void **state)
{
    struct journal journal = a_journal();
    uint8_t signature[ENTRY_SIGNATURE];
    journal.at[2].body = (const uint8_t *)"hole";
    for (int i = 2; i < ENTRIES_OF_IT; i++) {
        memcpy(signature, journal.at[i].signature, sizeof signature);
        chain_on(&journal, i);
        memcpy(journal.at[i].signature, signature, sizeof signature);
    }
    assert_int_equal(look(&journal, 1).fault, JOURNAL_FOREIGN);
    assert_int_equal(look(&journal, 1).at, 3);
    assert_int_equal(look(&journal, ENTRIES_OF_IT + 1).fault, JOURNAL_FOREIGN);
    assert_int_equal(look(&journal, ENTRIES_OF_IT + 1).at, ENTRIES_OF_IT);
}

/* Entry 2 has its verdict, entry 3 is the first that is to be sent. */
static void a_spoiled_signature_is_found_where_it_will_be_asked_for(void **state)
{
    struct journal journal = a_journal();
    journal.at[1].signature[0]++;
    assert_int_equal(look(&journal, 3).fault, JOURNAL_GOOD);
    assert_int_equal(look(&journal, 2).fault, JOURNAL_FOREIGN);
    assert_int_equal(look(&journal, 2).at, 2);
}

static void a_missing_entry_is_a_gap(void **state)
{
    struct journal journal = a_journal();
    journal.at[1] = journal.at[2];
    expect(&journal, JOURNAL_GAP, 2);
}

static void an_entry_of_another_house_or_device_does_not_follow(void **state)
{
    struct journal journal = a_journal();
    journal.chain.house.b[0]++;
    expect(&journal, JOURNAL_ALTERED, 1);
    journal = a_journal();
    journal.chain.device.b[0]++;
    expect(&journal, JOURNAL_ALTERED, 1);
}

static void an_end_that_is_gone_is_missed(void **state)
{
    struct journal journal = a_journal();
    journal.count--;
    expect(&journal, JOURNAL_SHORT, ENTRIES_OF_IT);
}

static void an_entry_the_till_never_counted_is_found(void **state)
{
    struct journal journal = a_journal();
    journal.count++;
    expect(&journal, JOURNAL_LONG, ENTRIES_OF_IT + 1);
}

static void nothing_is_looked_at_behind_a_fault(void **state)
{
    struct journal journal = a_journal();
    struct journal_check check = journal_check_start(&journal.chain, 1);
    assert_false(journal_check_entry(&check, &journal.at[1]));
    assert_false(journal_check_entry(&check, &journal.at[0]));
    assert_false(journal_check_end(&check, 0, journal.at[0].hash));
    assert_int_equal(check.fault, JOURNAL_GAP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_journal_is_good),
        cmocka_unit_test(a_new_journal_is_good),
        cmocka_unit_test(a_changed_body_is_found_where_it_is),
        cmocka_unit_test(hashes_that_were_made_again_are_not_signed),
        cmocka_unit_test(a_spoiled_signature_is_found_where_it_will_be_asked_for),
        cmocka_unit_test(a_missing_entry_is_a_gap),
        cmocka_unit_test(an_entry_of_another_house_or_device_does_not_follow),
        cmocka_unit_test(an_end_that_is_gone_is_missed),
        cmocka_unit_test(an_entry_the_till_never_counted_is_found),
        cmocka_unit_test(nothing_is_looked_at_behind_a_fault),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
