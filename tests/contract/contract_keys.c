/* The key comes first. These sentences hold for a store that keeps nothing, too. */
#include "config.h"

#include <string.h>

#include "tests/contract/contract.h"

static struct changeset *a_note(struct contract *c, const char *answer)
{
    struct changeset *cs = an_act(c, ACT_REPRINT);
    cs->answer = answer;
    LIST_ADD(c->arena, &cs->notes)->act = ACT_REPRINT;
    return cs;
}

static void a_known_key_is_a_replay_with_the_first_answer(void **state)
{
    struct contract *c = *state;
    struct changeset *first = a_note(c, "{\"first\":1}");
    expect_ok(c, first);
    struct changeset *again = a_note(c, "{\"second\":2}");
    again->key = first->key;
    struct apply_result result = apply(c, again);
    assert_int_equal(result.applied, APPLIED_REPLAY);
    assert_string_equal(result.answer, "{\"first\":1}");
    assert_int_equal(result.act, ACT_REPRINT);
}

static void a_known_key_with_other_content_is_a_mismatch(void **state)
{
    struct contract *c = *state;
    struct changeset *first = a_note(c, "{}");
    expect_ok(c, first);
    struct changeset *other = a_note(c, "{}");
    other->key = first->key;
    other->fingerprint[31] ^= 1;
    assert_int_equal(apply(c, other).applied, APPLIED_MISMATCH);
}

static void another_key_is_another_act(void **state)
{
    struct contract *c = *state;
    expect_ok(c, a_note(c, "{}"));
    expect_ok(c, a_note(c, "{}"));
}

static void a_receipt_tells_what_a_key_has_done(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = a_note(c, "{\"is\":\"so\"}");
    struct apply_result result;
    bool found = true;
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(
        ops->receipt_read(c->store, &cs->key, cs->fingerprint, c->arena, &result, &found, &c->err),
        RC_OK);
    assert_false(found);
    expect_ok(c, cs);
    assert_int_equal(
        ops->receipt_read(c->store, &cs->key, cs->fingerprint, c->arena, &result, &found, &c->err),
        RC_OK);
    assert_true(found);
    assert_int_equal(result.applied, APPLIED_REPLAY);
    assert_string_equal(result.answer, "{\"is\":\"so\"}");
    assert_int_equal(result.act, ACT_REPRINT);
}

static void a_receipt_of_other_content_is_a_mismatch(void **state)
{
    struct contract *c = *state;
    struct changeset *cs = a_note(c, "{\"is\":\"so\"}");
    struct apply_result result;
    bool found = false;
    expect_ok(c, cs);
    cs->fingerprint[0] ^= 0x80;
    assert_int_equal(c->store->ops->receipt_read(c->store, &cs->key, cs->fingerprint, c->arena,
                                                 &result, &found, &c->err),
                     RC_OK);
    assert_true(found);
    assert_int_equal(result.applied, APPLIED_MISMATCH);
}

static void what_is_not_there_is_not_found(void **state)
{
    struct contract *c = *state;
    const struct store_ops *ops = c->store->ops;
    struct uuid id = new_id(c);
    bool found = true;
    struct hold hold;
    assert_int_equal(ops->hold_read(c->store, &id, c->arena, &hold, &found, &c->err), RC_OK);
    assert_false(found);
    struct sale sale;
    found = true;
    assert_int_equal(ops->sale_read(c->store, NULL, "B-NOBODY", c->arena, &sale, &found, &c->err),
                     RC_OK);
    assert_false(found);
    struct show show;
    found = true;
    assert_int_equal(ops->show_find(c->store, "macbeth", c->arena, &show, &found, &c->err), RC_OK);
    assert_false(found);
    struct hall hall;
    found = true;
    assert_int_equal(ops->hall_find(c->store, "arena", &hall, &found, &c->err), RC_OK);
    assert_false(found);
}

static void nobody_and_nothing_is_not_found_either(void **state)
{
    struct contract *c = *state;
    const struct store_ops *ops = c->store->ops;
    struct uuid id = new_id(c);
    bool found = true;
    struct staff staff;
    assert_int_equal(ops->staff_read(c->store, "nobody", &staff, &found, &c->err), RC_OK);
    assert_false(found);
    struct voucher voucher;
    found = true;
    assert_int_equal(ops->voucher_read(c->store, "NONE", &voucher, &found, &c->err), RC_OK);
    assert_false(found);
    struct shift shift;
    found = true;
    assert_int_equal(ops->shift_open(c->store, "till-9", &shift, &found, &c->err), RC_OK);
    assert_false(found);
    found = true;
    assert_int_equal(ops->shift_read(c->store, NULL, "till-9", &shift, &found, &c->err), RC_OK);
    assert_false(found);
    found = true;
    assert_int_equal(ops->shift_read(c->store, &id, NULL, &shift, &found, &c->err), RC_OK);
    assert_false(found);
    struct waiter waiter;
    found = true;
    assert_int_equal(ops->waiter_read(c->store, &id, &waiter, &found, &c->err), RC_OK);
    assert_false(found);
}

const struct CMUnitTest contract_key_tests[] = {
    CONTRACT_TEST(a_known_key_is_a_replay_with_the_first_answer),
    CONTRACT_TEST(a_known_key_with_other_content_is_a_mismatch),
    CONTRACT_TEST(another_key_is_another_act),
    CONTRACT_TEST(a_receipt_tells_what_a_key_has_done),
    CONTRACT_TEST(a_receipt_of_other_content_is_a_mismatch),
    CONTRACT_TEST(what_is_not_there_is_not_found),
    CONTRACT_TEST(nobody_and_nothing_is_not_found_either),
    {0},
};
