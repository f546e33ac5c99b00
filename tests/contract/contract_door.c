/* The door: keys, who is in, and every scan; found again by ticket, by show and by seat. */
#include "config.h"

#include <string.h>

#include "src/domain/door.h"
#include "tests/contract/contract.h"

/* ---- keys ----------------------------------------------------------------------------------- */

static struct ticket_key a_key(struct contract *c, uint8_t first)
{
    struct ticket_key key = {.house = 0xfeedbeef, .made_at = c->time.wall};
    memset(key.public, first, sizeof key.public);
    strcpy(key.till, "till-1");
    return key;
}

static struct changeset *keying(struct contract *c, struct ticket_key key)
{
    struct changeset *cs = an_act(c, ACT_KEY);
    *LIST_ADD(c->arena, &cs->keys) = key;
    cs->actor.role = ROLE_SUPERVISOR;
    return cs;
}

static struct ticket_key *read_keys(struct contract *c, int count)
{
    struct ticket_key *keys;
    int found = -1;
    assert_int_equal(c->store->ops->key_list(c->store, c->arena, &keys, &found, &c->err), RC_OK);
    assert_int_equal(found, count);
    return keys;
}

static void keys_are_numbered_from_1_and_read_back(void **state)
{
    struct contract *c = *state;
    struct ticket_key pretix = a_key(c, 2);
    pretix.kind = KEY_PRETIX;
    pretix.show = c->show_no;
    pretix.subevent = 14;
    strcpy(pretix.products, "12,31");
    read_keys(c, 0);
    expect_ok(c, keying(c, a_key(c, 1)));
    expect_ok(c, keying(c, pretix));
    struct ticket_key *keys = read_keys(c, 2);
    assert_int_equal(keys[0].id, 1);
    assert_int_equal(keys[0].kind, KEY_HOUSE);
    assert_int_equal(keys[0].house, 0xfeedbeef);
    assert_memory_equal(keys[0].public, a_key(c, 1).public, 32);
    assert_string_equal(keys[0].till, "till-1");
    assert_int_equal(keys[0].show, 0);
    assert_int_equal(keys[0].made_at, c->time.wall);
    assert_int_equal(keys[0].ended_at, 0);
    assert_int_equal(keys[0].version, 1);
    assert_int_equal(keys[1].id, 2);
    assert_int_equal(keys[1].kind, KEY_PRETIX);
    assert_int_equal(keys[1].show, c->show_no);
    assert_int_equal(keys[1].subevent, 14);
    assert_string_equal(keys[1].products, "12,31");
    struct ticket_key changed = keys[1];
    strcpy(changed.products, "12");
    expect_ok(c, keying(c, changed));
    assert_string_equal(read_keys(c, 2)[1].products, "12");
}

static void a_key_ends_and_stays_what_it_was(void **state)
{
    struct contract *c = *state;
    expect_ok(c, keying(c, a_key(c, 1)));
    struct ticket_key ended = *read_keys(c, 1);
    ended.ended_at = c->time.wall;
    expect_ok(c, keying(c, ended));
    assert_int_equal(read_keys(c, 1)->ended_at, c->time.wall);
    assert_int_equal(read_keys(c, 1)->version, 2);
    expect_stale(c, keying(c, ended));
}

static void a_key_twice_is_stale(void **state)
{
    struct contract *c = *state;
    expect_ok(c, keying(c, a_key(c, 1)));
    expect_stale(c, keying(c, a_key(c, 1)));
    read_keys(c, 1);
}

/* ---- admissions ------------------------------------------------------------------------------ */

static struct ticket a_ticket(struct contract *c)
{
    struct hold hold = take(c, "Stalls-A-1", NULL, NULL);
    return sell(c, hold.id, (struct uuid){0}).tickets[0];
}

static struct admission entering(struct contract *c, const struct ticket *ticket)
{
    struct admission admission = {.ticket = ticket->id,
                                  .show = ticket->show,
                                  .inside = true,
                                  .entries = 1,
                                  .first_at = c->time.wall,
                                  .last_at = c->time.wall,
                                  .gate = 2};
    strcpy(admission.till, "door-1");
    return admission;
}

static struct scan a_scan(struct contract *c, const struct ticket *ticket, enum door_code code)
{
    struct scan scan = {
        .id = new_id(c), .at = c->time.wall, .show = c->show_no, .gate = 2, .code = (uint8_t)code};
    if (ticket) {
        scan.ticket = ticket->id;
        strcpy(scan.label, ticket->label);
    }
    strcpy(scan.till, "door-1");
    strcpy(scan.actor, "anna");
    return scan;
}

/* ticket NULL: nothing could be read; admission NULL: not let in. */
static struct changeset *scanning(struct contract *c, const struct ticket *ticket,
                                  enum door_code code, const struct admission *admission)
{
    bool in = door_light(code) == DOOR_GREEN;
    struct changeset *cs = an_act(c, in ? ACT_ADMIT : ACT_TURN_AWAY);
    *LIST_ADD(c->arena, &cs->scans) = a_scan(c, ticket, code);
    if (admission)
        *LIST_ADD(c->arena, &cs->admissions) = *admission;
    struct change_note *note = LIST_ADD(c->arena, &cs->notes);
    *note = (struct change_note){.act = cs->act, .show = c->show_no};
    if (ticket)
        note->subject = ticket->id;
    strcpy(note->note, door_code_name(code));
    return cs;
}

static struct door_row read_door(struct contract *c, const struct uuid *id, const char *code)
{
    struct door_row row;
    bool found = false;
    assert_int_equal(c->store->ops->door_read(c->store, id, code, &row, &found, &c->err), RC_OK);
    assert_true(found);
    return row;
}

static void a_ticket_is_found_by_id_and_by_code(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct door_row row = read_door(c, &ticket.id, NULL);
    assert_true(row.sold);
    assert_false(row.visited);
    assert_true(uuid_equal(&row.ticket.id, &ticket.id));
    assert_string_equal(row.ticket.label, "Stalls-A-1");
    assert_int_equal(row.ticket.status, TICKET_VALID);
    assert_int_equal(row.sale_status, SALE_PAID);
    assert_true(*row.sale_code);
    row = read_door(c, NULL, ticket.code);
    assert_true(uuid_equal(&row.ticket.id, &ticket.id));
}

static void a_ticket_nobody_sold_is_not_found(void **state)
{
    struct contract *c = *state;
    struct uuid id = new_id(c);
    struct door_row row;
    bool found = true;
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->door_read(c->store, &id, NULL, &row, &found, &c->err), RC_OK);
    assert_false(found);
    found = true;
    assert_int_equal(ops->door_read(c->store, NULL, "T-NOSUCHTHIN", &row, &found, &c->err), RC_OK);
    assert_false(found);
}

static void who_was_let_in_is_in(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission in = entering(c, &ticket);
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    struct door_row row = read_door(c, &ticket.id, NULL);
    assert_true(row.visited);
    assert_true(row.admission.inside);
    assert_int_equal(row.admission.entries, 1);
    assert_int_equal(row.admission.gate, 2);
    assert_string_equal(row.admission.till, "door-1");
    assert_int_equal(row.admission.first_at, c->time.wall);
    assert_int_equal(row.admission.version, 1);
    assert_sound(c);
}

static void a_ticket_at_two_doors_at_once_is_stale_at_the_second(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission in = entering(c, &ticket);
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    expect_stale(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    struct scan *scans;
    int count;
    assert_int_equal(
        c->store->ops->scan_list(c->store, c->show_no, 10, c->arena, &scans, &count, &c->err),
        RC_OK);
    assert_int_equal(count, 1); /* nothing of it was written */
}

static void out_and_in_again_is_counted(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission now = entering(c, &ticket);
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &now));
    now = read_door(c, &ticket.id, NULL).admission;
    now.inside = false;
    expect_ok(c, scanning(c, &ticket, DOOR_EXIT, &now));
    expect_stale(c, scanning(c, &ticket, DOOR_EXIT, &now)); /* of the version before */
    now = read_door(c, &ticket.id, NULL).admission;
    assert_false(now.inside);
    now.inside = true;
    now.entries++;
    expect_ok(c, scanning(c, &ticket, DOOR_READMIT, &now));
    assert_int_equal(read_door(c, &ticket.id, NULL).admission.entries, 2);
}

static void a_ticket_of_another_program_is_known_by_its_admission(void **state)
{
    struct contract *c = *state;
    struct ticket foreign = {.id = new_id(c), .show = c->show_no};
    struct admission in = entering(c, &foreign);
    expect_ok(c, scanning(c, &foreign, DOOR_ADMIT, &in));
    struct door_row row = read_door(c, &foreign.id, NULL);
    assert_false(row.sold);
    assert_true(row.visited && row.admission.inside);
}

/* ---- figures -------------------------------------------------------------------------------- */

static void scans_are_listed_newest_first_and_refused_ones_too(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission in = entering(c, &ticket);
    struct scan *scans;
    int count;
    expect_ok(c, scanning(c, NULL, DOOR_FORGED, NULL));
    pass_time(c, SECOND_MS);
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->scan_list(c->store, c->show_no, 10, c->arena, &scans, &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 2);
    assert_int_equal(scans[0].code, DOOR_ADMIT);
    assert_string_equal(scans[0].label, "Stalls-A-1");
    assert_string_equal(scans[0].actor, "anna");
    assert_true(uuid_equal(&scans[0].ticket, &ticket.id));
    assert_int_equal(scans[1].code, DOOR_FORGED);
    assert_true(uuid_is_zero(&scans[1].ticket));
    assert_int_equal(ops->scan_list(c->store, c->show_no, 1, c->arena, &scans, &count, &c->err),
                     RC_OK);
    assert_int_equal(count, 1);
}

static void the_door_counts_who_is_in_and_who_was_refused(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission in = entering(c, &ticket);
    struct door_count door;
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    expect_ok(c, scanning(c, &ticket, DOOR_ALREADY_IN, NULL));
    expect_ok(c, scanning(c, NULL, DOOR_FORGED, NULL));
    assert_int_equal(c->store->ops->door_count(c->store, c->show_no, &door, &c->err), RC_OK);
    assert_int_equal(door.tickets, 1);
    assert_int_equal(door.inside, 1);
    assert_int_equal(door.entered, 1);
    assert_int_equal(door.refused, 2);
}

static void seats_whose_people_came_are_named(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission in = entering(c, &ticket);
    int32_t *seats;
    int count = -1;
    const struct store_ops *ops = c->store->ops;
    assert_int_equal(ops->admitted(c->store, c->show_no, c->arena, &seats, &count, &c->err), RC_OK);
    assert_int_equal(count, 0);
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    assert_int_equal(ops->admitted(c->store, c->show_no, c->arena, &seats, &count, &c->err), RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(seats[0], seat_no(c, "Stalls-A-1"));
}

static void a_scan_is_in_the_log_with_its_ticket(void **state)
{
    struct contract *c = *state;
    struct ticket ticket = a_ticket(c);
    struct admission in = entering(c, &ticket);
    struct event *events;
    int count;
    struct event_filter newest = {.newest_first = true, .limit = 1, .seat = -1};
    expect_ok(c, scanning(c, &ticket, DOOR_ADMIT, &in));
    assert_int_equal(
        c->store->ops->event_list(c->store, &newest, c->arena, &events, &count, &c->err), RC_OK);
    assert_int_equal(count, 1);
    assert_int_equal(events[0].act, ACT_ADMIT);
    assert_true(uuid_equal(&events[0].subject, &ticket.id));
    assert_string_equal(events[0].note, "ADMIT");
}

const struct CMUnitTest contract_door_tests[] = {
    CONTRACT_TEST(keys_are_numbered_from_1_and_read_back),
    CONTRACT_TEST(a_key_ends_and_stays_what_it_was),
    CONTRACT_TEST(a_key_twice_is_stale),
    CONTRACT_TEST(a_ticket_is_found_by_id_and_by_code),
    CONTRACT_TEST(a_ticket_nobody_sold_is_not_found),
    CONTRACT_TEST(who_was_let_in_is_in),
    CONTRACT_TEST(a_ticket_at_two_doors_at_once_is_stale_at_the_second),
    CONTRACT_TEST(out_and_in_again_is_counted),
    CONTRACT_TEST(a_ticket_of_another_program_is_known_by_its_admission),
    CONTRACT_TEST(scans_are_listed_newest_first_and_refused_ones_too),
    CONTRACT_TEST(the_door_counts_who_is_in_and_who_was_refused),
    CONTRACT_TEST(seats_whose_people_came_are_named),
    CONTRACT_TEST(a_scan_is_in_the_log_with_its_ticket),
    {0},
};
