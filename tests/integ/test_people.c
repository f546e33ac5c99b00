/* People whom somebody else knows: signing in, signing for one act, and logins, through the port.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/engine/counter.h"
#include "tests/lib/house.h"

/* Knows everybody whose password is "word". */
static struct others {
    struct people base;
    bool away;
    int signatures, logins;
    struct uuid signed_key;
    char put[64], as[32];
} others;

static enum rc answer(const char *name, const char *password, struct actor *actor, struct err *err)
{
    if (others.away)
        return err_set(err, RC_TRANSIENT, "08006", "the others cannot be reached");
    if (strcmp(password, "word") != 0)
        return err_set(err, RC_CONFIG, PEOPLE_REFUSED, "the others do not know you");
    snprintf(actor->name, sizeof actor->name, "%s", name);
    actor->role = strcmp(name, "mark") == 0 ? ROLE_SUPERVISOR : ROLE_CLERK;
    return RC_OK;
}

static enum rc others_sign_in(struct people *people, const char *name, const char *password,
                              struct actor *actor, struct err *err)
{
    enum rc rc = answer(name, password, actor, err);
    if (!rc)
        snprintf(others.as, sizeof others.as, "%s", name);
    return rc;
}

static enum rc others_ready(struct people *people, const char *name, const char *password,
                            struct actor *actor, struct err *err)
{
    return answer(name, password, actor, err);
}

static enum rc others_sign(struct people *people, const struct changeset *cs, struct err *err)
{
    if (others.away)
        return err_set(err, RC_TRANSIENT, "08006", "the others cannot be reached");
    others.signatures++;
    others.signed_key = cs->key;
    return RC_OK;
}

static enum rc others_put(struct people *people, const char *name, enum role role,
                          const char *password, struct err *err)
{
    others.logins++;
    snprintf(others.put, sizeof others.put, "%s %s %s", name, role_name(role), password);
    return RC_OK;
}

static void others_close(struct people *people)
{
}

static const struct people_ops ops = {
    .sign_in = others_sign_in,
    .ready_to_sign = others_ready,
    .sign = others_sign,
    .put = others_put,
    .close = others_close,
};

static int setup(void **state)
{
    if (house_setup(state))
        return -1;
    struct house_fixture *h = *state;
    others = (struct others){.base.ops = &ops};
    h->desk.people = &others.base;
    return 0;
}

static void sign_in(struct house_fixture *h, const char *name, const char *password)
{
    desk_sign_in(&h->desk, h->arena, name, password, "till-1", &h->meta.actor, &h->out);
}

/* ---- signing in ----------------------------------------------------------------------------- */

static void who_is_known_elsewhere_signs_in(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "joe", "word");
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_string_equal(h->meta.actor.name, "joe");
    assert_string_equal(h->meta.actor.till, "till-1");
    assert_int_equal(h->meta.actor.role, ROLE_CLERK);
    assert_string_equal(others.as, "joe");
}

static void a_wrong_password_is_not_allowed(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "joe", "1111");
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    assert_string_equal(h->out.message, "the others do not know you");
    assert_string_equal(h->meta.actor.name, "");
}

static void nobody_to_ask_is_no_wrong_password(void **state)
{
    struct house_fixture *h = *state;
    others.away = true;
    sign_in(h, "joe", "word");
    ASSERT_VERDICT(h, VERDICT_UNAVAILABLE);
}

/* ---- signing for an act --------------------------------------------------------------------- */

static void block(struct house_fixture *h)
{
    const char *label = "Stalls-A-1";
    h->meta.reason = "camera";
    desk_seats_block(&h->desk, &h->meta, HOUSE_SHOW, &label, 1, 0, &h->out);
}

static void who_signs_does_not_take_the_till_over(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "anna", "word");
    desk_sign_for(&h->desk, h->arena, "mark", "word", "till-1", &h->meta.approver, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(h->meta.approver.role, ROLE_SUPERVISOR);
    assert_string_equal(others.as, "anna");
}

static void a_signature_is_given_for_the_key_of_the_act(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "anna", "word");
    desk_sign_for(&h->desk, h->arena, "mark", "word", "till-1", &h->meta.approver, &h->out);
    h->meta.key = (struct uuid){{1, 2, 3, 4, 5, 6, 0x70, 8, 0x80, 10, 11, 12, 13, 14, 15, 16}};
    block(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(others.signatures, 1);
    assert_true(uuid_equal(&others.signed_key, &h->meta.key));
    assert_string_equal(house_status(h, "Stalls-A-1"), "blocked");
}

static void an_act_that_needs_no_signature_is_not_signed(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "mark", "word");
    desk_sign_for(&h->desk, h->arena, "mark", "word", "till-1", &h->meta.approver, &h->out);
    block(h);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(others.signatures, 0);
}

static void without_a_signature_nothing_happens(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "anna", "word");
    desk_sign_for(&h->desk, h->arena, "mark", "word", "till-1", &h->meta.approver, &h->out);
    others.away = true;
    block(h);
    ASSERT_VERDICT(h, VERDICT_UNAVAILABLE);
    assert_string_equal(house_status(h, "Stalls-A-1"), "available");
}

/* ---- logins --------------------------------------------------------------------------------- */

static void somebody_new_becomes_a_login(void **state)
{
    struct house_fixture *h = *state;
    house_become(h, "ruth", ROLE_MANAGER);
    desk_staff_add(&h->desk, &h->meta, "joe", ROLE_CLERK, "a long word", &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_true(h->out.changed);
    assert_string_equal(others.put, "joe clerk a long word");
}

static void a_clerk_makes_no_logins(void **state)
{
    struct house_fixture *h = *state;
    sign_in(h, "anna", "word");
    desk_staff_add(&h->desk, &h->meta, "joe", ROLE_MANAGER, "word", &h->out);
    ASSERT_VERDICT(h, VERDICT_NOT_ALLOWED);
    assert_int_equal(others.logins, 0);
}

static void a_role_is_changed_in_the_store(void **state)
{
    struct house_fixture *h = *state;
    house_become(h, "ruth", ROLE_MANAGER);
    desk_staff_put(&h->desk, &h->meta, "anna", ROLE_SUPERVISOR, false, NULL, &h->out);
    ASSERT_VERDICT(h, VERDICT_OK);
    assert_int_equal(others.logins, 0);
}

/* ---- the word of health --------------------------------------------------------------------- */

static void look_at_line(void *ctx, struct health_report *health)
{
    const struct health_report *now = ctx;
    health->word = now->word;
    health->map_as_of = now->map_as_of;
}

static void a_word_is_told_when_it_changes_and_only_then(void **state)
{
    struct house_fixture *h = *state;
    struct health_report now = {.word = HEALTH_ONLINE};
    struct counter counter;
    struct evt evt;
    counter_init(&counter, &h->desk);
    assert_false(counter_line(&counter, &evt)); /* all is here */
    counter.look_at_line = look_at_line;
    counter.line_ctx = &now;
    assert_true(counter_line(&counter, &evt));
    assert_int_equal(evt.u.health.word, HEALTH_ONLINE);
    assert_false(counter_line(&counter, &evt));
    now.word = HEALTH_OFFLINE;
    assert_true(counter_line(&counter, &evt));
    assert_int_equal(evt.kind, EVT_HEALTH);
    assert_int_equal(evt.u.health.word, HEALTH_OFFLINE);
    assert_false(counter_line(&counter, &evt));
    now.map_as_of = 1; /* one moment later the till goes on by itself: the map is not sure now */
    assert_true(counter_line(&counter, &evt));
    assert_int_equal(evt.u.health.map_as_of, 1);
    assert_false(counter_line(&counter, &evt));
    counter_close(&counter);
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, setup, house_teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(who_is_known_elsewhere_signs_in),
        RULE(a_wrong_password_is_not_allowed),
        RULE(nobody_to_ask_is_no_wrong_password),
        RULE(who_signs_does_not_take_the_till_over),
        RULE(a_signature_is_given_for_the_key_of_the_act),
        RULE(an_act_that_needs_no_signature_is_not_signed),
        RULE(without_a_signature_nothing_happens),
        RULE(somebody_new_becomes_a_login),
        RULE(a_clerk_makes_no_logins),
        RULE(a_role_is_changed_in_the_store),
        RULE(a_word_is_told_when_it_changes_and_only_then),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
