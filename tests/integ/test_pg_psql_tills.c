/*
 * A stolen password, plain psql, and the tables and functions that journals come home by.
 *
 * Two tills are known. anna is a clerk, sam a scanner, mark a supervisor, olga a clerk of another
 * house in the same database. Somebody who has a till's key as well can say whatever that till
 * could have said, and it is kept with his name; he can say nothing for another till, skip nothing
 * and touch nothing that a supervisor decides. Each attack has its control: the same sentence with
 * the one thing right that was wrong.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/adapter/sodium_crypt.h"
#include "src/engine/desk_office.h"
#include "tests/lib/by_hand.h"
#include "tests/lib/pg_tills.h"

enum { SAID = 400, SENTENCE = 4000 };

static struct pg_shop *shop;
static char sam[PG_LOGIN_TEXT], olga[PG_LOGIN_TEXT];
/* As SQL has them: a till, what only its key gives, and the same of the other till. */
static char device[UUID_TEXT], device_2[UUID_TEXT], proof[80], proof_2[80];

/* ---- a house with a conflict ------------------------------------------------------------------
 */

/* What src/adapter/pg_upstream.c makes of a key. */
static void proof_of(const struct pg_till *till, char out[80])
{
    static const char what[] = "loge till proof";
    struct hash_state state;
    uint8_t hash[32];
    sodium_crypt()->hash_start(&state);
    sodium_crypt()->hash_add(&state, what, sizeof what);
    sodium_crypt()->hash_add(&state, till->file.crypt.key.secret, SIGN_SEED);
    sodium_crypt()->hash_end(&state, hash);
    int at = snprintf(out, 80, "'\\x");
    for (int i = 0; i < COUNT_OF(hash); i++)
        at += snprintf(out + at, 80 - (size_t)at, "%02x", hash[i]);
    snprintf(out + at, 80 - (size_t)at, "'");
}

/* The key itself, as SQL has it. */
static const char *seed_of(const struct pg_till *till, char out[80])
{
    int at = snprintf(out, 80, "'\\x");
    for (int i = 0; i < SIGN_SEED; i++)
        at += snprintf(out + at, 80 - (size_t)at, "%02x", till->file.crypt.key.secret[i]);
    snprintf(out + at, 80 - (size_t)at, "'");
    return out;
}

/* Till 1 has sold what the house had sold: entries 1 and 2, one conflict, and seats kept for it. */
static int set_up(void **state)
{
    static char elsewhere[PG_NAME];
    pg_house_make_beside(1790000000000, elsewhere);
    pg_house_person(elsewhere, "olga", ROLE_CLERK, olga);
    assert_int_equal(pg_shop_setup(state), 0);
    shop = *state;
    by_hand_make(shop->root);
    pg_house_person(shop->database, "sam", ROLE_SCANNER, sam);
    uuid_text(&shop->till[0].file.device, device);
    uuid_text(&shop->till[1].file.device, device_2);
    proof_of(&shop->till[0], proof);
    proof_of(&shop->till[1], proof_2);
    house_sell_two(&shop->house, "Stalls-A-1", "Stalls-A-2");
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[2], ENTRY_CONFLICT);
    return 0;
}

/* ---- sentences ------------------------------------------------------------------------------ */

/* In a transaction that is taken back. */
static bool says(const char *login, const char *line, char said[SAID])
{
    char whole[SENTENCE + 40];
    snprintf(whole, sizeof whole, "BEGIN; %s; ROLLBACK", line);
    return pg_server_psql(shop->database, login, PG_PASSWORD, whole, said, SAID);
}

static void fails(const char *login, const char *line, const char *sqlstate)
{
    char said[SAID];
    if (says(login, line, said) || !strstr(said, sqlstate))
        fail_msg("%s: expected %s, psql said: %s", line, sqlstate, said);
}

static void goes(const char *login, const char *line)
{
    char said[SAID];
    if (!says(login, line, said))
        fail_msg("%s: %s", line, said);
}

/* A number the superuser is told. */
static long long is(const char *sql)
{
    char whole[SENTENCE];
    snprintf(whole, sizeof whole,
             "WITH me AS (SELECT max(house) AS house FROM loge.house) SELECT (%s) FROM me", sql);
    return pg_server_count(shop->root, whole);
}

static const char *word(const char *sql, char out[80])
{
    char whole[SENTENCE];
    snprintf(whole, sizeof whole,
             "WITH me AS (SELECT max(house) AS house FROM loge.house) SELECT (%s) FROM me", sql);
    return pg_server_ask(shop->root, whole, out, 80);
}

/* ---- a batch by hand --------------------------------------------------------------------------
 */

struct batch {
    const char *device, *proof;
    int seq, epoch, n; /* of its one entry; epoch and n 0: as they should be */
    int act;           /* -1: nothing was done */
    const char *steps, *notes, *holds, *customers, *conflicts;
};

static const char *or_null(const char *rows)
{
    return rows ? rows : "NULL";
}

static const char entry_uid[] = "0190e000-0000-7000-8000-00000000e003";

/* Its entry as till 1's key signs it behind the last, in hex. */
static const char *signed_entry(const struct batch *b, char out[2000])
{
    char sql[2000], seed[80];
    snprintf(
        sql, sizeof sql,
        "SELECT encode(hand.entry(%s, j.device, j.last_hash, %d, hand.body('%s', %d, 'anna',"
        " 'till-1', '', '{}', j.wall, '', hand.seats(%s), '\\x04' ||"
        " hand.list(1, %s::loge.hold_row[]) || hand.list(7, %s::loge.customer_row[])), %d), 'hex')"
        " FROM loge.journal AS j WHERE j.no = 1 AND j.house = (SELECT max(house) FROM loge.house)",
        seed_of(&shop->till[0], seed), b->seq, entry_uid, b->act < 0 ? 0 : b->act,
        or_null(b->steps), or_null(b->holds), or_null(b->customers), b->epoch ? b->epoch : 1);
    return pg_server_ask(shop->root, sql, out, 2000);
}

static const char *batch_sql(struct batch b, char sql[SENTENCE])
{
    char done[16] = "NULL", bytes[2000];
    if (b.act >= 0)
        snprintf(done, sizeof done, "%d", (b.steps != NULL) + (b.notes != NULL));
    signed_entry(&b, bytes);
    snprintf(
        sql, SENTENCE,
        "SELECT loge.sync_write('%s', %s, ROW('\\x%s', ARRAY[ROW(%d, %d, %d, '%s', 1, %zu, %d, 0,"
        " 0, (SELECT max(heard_at) FROM loge.journal WHERE no = 1), %d, 'anna', '', '', '',"
        " '{}', %s, NULL, NULL, NULL, '', '')::loge.sync_entry], %s, %s, %s, NULL, NULL, NULL,"
        " NULL, NULL, NULL, %s, NULL, NULL, NULL, NULL, %s)::loge.sync_batch)",
        b.device, b.proof, bytes, b.n ? b.n : 1, b.seq, b.epoch ? b.epoch : 1, entry_uid,
        strlen(bytes) / 2 - 128, b.act >= 0 ? ENTRY_ACCEPTED : ENTRY_REFUSED, b.act < 0 ? 0 : b.act,
        done, or_null(b.steps), or_null(b.notes), or_null(b.holds), or_null(b.customers),
        or_null(b.conflicts));
    return sql;
}

static void is_refused(const char *login, struct batch b)
{
    char sql[SENTENCE];
    fails(login, batch_sql(b, sql), "LG001");
}

static void is_taken(const char *login, struct batch b)
{
    char sql[SENTENCE];
    goes(login, batch_sql(b, sql));
}

/* Entry 3 of till 1, in which nothing is done: what its key's holder may write. */
static struct batch a_batch(void)
{
    return (struct batch){.device = device, .proof = proof, .seq = 3, .act = -1};
}

/* A step of a seat from how it stands. */
static const char *step(const char *label, enum act act, int became, const char *holder,
                        char out[400])
{
    char known[200], sql[600], into[48] = "NULL";
    if (holder)
        snprintf(into, sizeof into, "''%s''", holder);
    snprintf(sql, sizeof sql,
             "SELECT t.show_no || ', ' || t.seat_no || ', ' || t.version || ', %d, ' || t.status ||"
             " ', %d, %s, ' || quote_nullable(t.holder)"
             " FROM loge.show_seat AS t, loge.hall_seat AS h WHERE t.house = h.house AND h.seat_no"
             " = t.seat_no AND h.label = '%s' AND t.house = (SELECT max(house) FROM loge.house)",
             act, became, into, label);
    pg_server_ask(shop->root, sql, known, sizeof known);
    snprintf(out, 400, "ARRAY[ROW(1, 1, %s, 0)::loge.sync_step]", known);
    return out;
}

/* ---- tables --------------------------------------------------------------------------------- */

static void a_verdict_is_not_changed(void **state)
{
    static const char *const lines[] = {
        "UPDATE loge.entry SET state = 2",
        "DELETE FROM loge.entry",
        "TRUNCATE loge.entry CASCADE",
        "INSERT INTO loge.entry SELECT * FROM loge.entry",
        "UPDATE loge.entry SET body = ''",
        "UPDATE loge.journal SET quarantine = 0",
        "UPDATE loge.journal SET last_seq = 0",
        "UPDATE loge.journal SET proof = sha256('mine')",
        "UPDATE loge.conflict SET outcome = 5",
        "UPDATE loge.conflict SET proposal = NULL",
        "UPDATE loge.policy SET paid_beats_hold = true",
        "INSERT INTO loge.lent DEFAULT VALUES",
        "DELETE FROM loge.lent",
        "UPDATE loge.show_seat SET allotment = 1",
        "DELETE FROM loge.scan",
        "ALTER TABLE loge.entry DISABLE ROW LEVEL SECURITY",
        "DROP TABLE loge.entry",
    };
    const char *const people[] = {shop->anna, sam, shop->mark, olga};
    char said[SAID];
    for (int p = 0; p < COUNT_OF(people); p++)
        for (int i = 0; i < COUNT_OF(lines); i++)
            if (says(people[p], lines[i], said))
                fail_msg("%s went well", lines[i]);
    goes(shop->mark, "SELECT state FROM loge.entry"); /* looking at it is a supervisor's */
}

static void a_journal_is_read_by_those_it_concerns(void **state)
{
    char said[SAID], sql[SENTENCE];
    fails(shop->anna, "SELECT body FROM loge.entry", "42501");
    fails(sam, "SELECT body FROM loge.entry", "42501");
    fails(sam, "SELECT id FROM loge.conflict", "42501");
    fails(shop->mark, "SELECT proof FROM loge.journal", "42501");
    assert_true(says(olga, "SELECT count(*) FROM loge.conflict", said));
    assert_non_null(strchr(said, '0'));
    assert_true(says(shop->anna, "SELECT count(*) FROM loge.conflict", said));
    assert_non_null(strchr(said, '1'));
    snprintf(sql, sizeof sql,
             "SELECT * FROM loge.sync_read('%s', %%s, ROW(1, '{}', '{}', 1, 2, '{}', '{}',"
             " '{}', '{}')::loge.sync_wish)",
             device);
    char *const shown = strstr(sql, "%s");
    char whole[SENTENCE];
    const struct {
        const char *login, *proof;
        bool may;
    } tries[] = {{shop->anna, proof_2, false},
                 {sam, "NULL", false},
                 {olga, proof, false},
                 {shop->anna, proof, true},
                 {shop->mark, "NULL", true}};
    for (int i = 0; i < COUNT_OF(tries); i++) {
        snprintf(whole, sizeof whole, "%.*s%s%s", (int)(shown - sql), sql, tries[i].proof,
                 shown + 2);
        if (tries[i].may)
            goes(tries[i].login, whole);
        else
            fails(tries[i].login, whole, "LG001");
    }
}

/* What the walls stand before is not called beside them. */
static void the_inner_functions_are_nobodys(void **state)
{
    const char *const people[] = {shop->anna, sam, shop->mark};
    static const char *const lines[] = {
        "SELECT loge.sync_read_seats(NULL, '{}', '{}')",
        "SELECT loge.sync_read_entries(NULL, NULL, NULL)",
        "SELECT loge.sync_read_keys(NULL, '{}')",
        "SELECT loge.write_conflicts(NULL, '{}')",
        "SELECT loge.judge_conflicts(NULL, NULL, '{}')",
        "SELECT loge.sync_write_rows(NULL, NULL, NULL)",
        "SELECT loge.sync_head_write(NULL, NULL, NULL, 1)",
        "SELECT loge.sync_entries(NULL, NULL, NULL, NULL)",
        "SELECT loge.sync_conflicts(NULL, NULL, NULL, NULL, NULL)",
        "SELECT loge.give_back_lost(NULL, NULL, NULL)",
    };
    for (int p = 0; p < COUNT_OF(people); p++)
        for (int i = 0; i < COUNT_OF(lines); i++)
            fails(people[p], lines[i], "42501");
}

/* ---- devices ----------------------------------------------------------------------------------
 */

static void a_device_is_not_forged(void **state)
{
    char sql[SENTENCE], key[140];
    const char *make = "SELECT loge.enrol('%s', '%s', %s, %s)";
    word("SELECT quote_literal(public_key) FROM loge.journal WHERE no = 1 AND house = (SELECT"
         " house FROM me)",
         key);
    snprintf(sql, sizeof sql, make, "01900000-0000-7000-8000-0000000000aa", "till-9", key,
             "sha256('9')");
    fails(shop->anna, sql, "LG001"); /* a new one */
    fails(sam, sql, "LG001");
    goes(shop->mark, sql);
    snprintf(sql, sizeof sql, make, device, "till-1", key, proof_2); /* one that is known */
    fails(shop->anna, sql, "LG001");
    snprintf(sql, sizeof sql, make, device, "till-1", key, "NULL");
    fails(shop->anna, sql, "LG001");
    snprintf(sql, sizeof sql, make, device, "till-1", proof_2, proof);
    fails(shop->mark, sql, "LG001"); /* another key in its place */
    snprintf(sql, sizeof sql, make, device, "till-1", key, proof);
    fails(olga, sql, "LG001");
    goes(shop->anna, sql);
}

static void nobody_pushes_for_another_till(void **state)
{
    struct batch b = a_batch();
    b.proof = proof_2; /* the other till's, replayed */
    is_refused(shop->anna, b);
    is_refused(shop->mark, b); /* a supervisor is no till either */
    b.proof = "NULL";
    is_refused(shop->anna, b);
    b.proof = "sha256('')";
    is_refused(shop->anna, b);
    b = a_batch();
    is_refused(olga, b); /* with the very key, in another house */
    is_taken(shop->anna, b);
}

static void no_number_is_skipped_or_used_again(void **state)
{
    struct batch b = a_batch();
    b.seq = 4;
    is_refused(shop->anna, b);
    b.seq = 2;
    is_refused(shop->anna, b);
    b = a_batch();
    b.epoch = 2;
    is_refused(shop->anna, b);
    b = a_batch();
    b.n = 2;
    is_refused(shop->anna, b);
    is_taken(shop->anna, a_batch());
}

/* ---- where the journal stands -----------------------------------------------------------------
 */

/* How till 1's journal stands, with one thing changed ("last_seq = 7"). */
static const char *head_sql(const char *shown, const char *change, int used, char sql[SENTENCE])
{
    static const char *const names[] = {"epoch",    "granted",    "session",   "start_seq",
                                        "last_seq", "start_hash", "last_hash", "quarantine",
                                        "lent",     "recall"};
    static const char *const types[] = {"bigint", "bigint", "bigint",   "bigint",  "bigint",
                                        "bytea",  "bytea",  "smallint", "boolean", "boolean"};
    int at = snprintf(sql, SENTENCE, "SELECT loge.sync_head('%s', %s, ROW(", device, shown);
    for (int i = 0; i < COUNT_OF(names); i++) {
        char ask[200], value[80];
        size_t size = strlen(names[i]);
        snprintf(ask, sizeof ask,
                 "SELECT %s FROM loge.journal WHERE no = 1 AND house = (SELECT"
                 " house FROM me)",
                 names[i]);
        bool changed = strncmp(change, names[i], size) == 0 && change[size] == ' ';
        const char *is_now = changed ? change + size + 3 : word(ask, value);
        at += snprintf(sql + at, SENTENCE - (size_t)at, "'%s'::%s, ", is_now, types[i]);
    }
    snprintf(sql + at, SENTENCE - (size_t)at, "NULL, 0, 0, 0)::loge.journal_head, %d)", used);
    return sql;
}

static void a_journals_end_is_where_it_was_written(void **state)
{
    char sql[SENTENCE];
    goes(shop->anna, head_sql(proof, "", 0, sql));
    fails(shop->anna, head_sql(proof_2, "", 0, sql), "LG001");
    fails(shop->anna, head_sql(proof, "last_seq = 3", 0, sql), "LG001");
    fails(shop->anna, head_sql(proof, "last_seq = 1", 0, sql), "LG001"); /* to say it once more */
    fails(shop->anna, head_sql(proof, "start_seq = 1", 0, sql), "LG001");
    fails(shop->anna, head_sql(proof, "epoch = 2", 0, sql), "LG001");
    fails(shop->anna, head_sql(proof, "session = 0", 0, sql), "LG001");
    fails(shop->mark, head_sql("NULL", "last_seq = 3", 0, sql), "LG001");
    fails(olga, head_sql(proof, "", 0, sql), "LG001");
}

static void an_event_gets_no_other_place_in_the_log(void **state)
{
    char sql[SENTENCE];
    fails(shop->mark, head_sql("NULL", "quarantine = 3", -4000000, sql), "LG001");
    fails(shop->anna, head_sql(proof, "quarantine = 3", 0, sql), "LG001"); /* on a word alone */
    goes(shop->mark, head_sql("NULL", "quarantine = 3", 0, sql));
    struct batch b = a_batch();
    b.act = ACT_CUSTOMER;
    b.notes = "ARRAY[ROW(-77, 1, 18, 0, NULL, '')::loge.sync_note]";
    is_refused(shop->anna, b);
    b.notes = "ARRAY[ROW(1, 1, 18, 0, NULL, '')::loge.sync_note]";
    is_taken(shop->anna, b);
    b.notes = "ARRAY[ROW(1, 1, 20, 0, NULL, '')::loge.sync_note]"; /* no till's act */
    is_refused(shop->anna, b);
}

static void a_clerk_clears_no_quarantine(void **state)
{
    char sql[SENTENCE];
    pg_server_do(shop->root, "UPDATE loge.journal SET quarantine = 1 WHERE no = 1 AND house ="
                             " (SELECT max(house) FROM loge.house)");
    fails(shop->anna, head_sql(proof, "quarantine = 0", 0, sql), "LG001");
    fails(shop->anna, head_sql(proof, "granted = 2", 0, sql), "LG001");
    is_refused(shop->anna, a_batch()); /* nothing of it is taken */
    goes(shop->mark, head_sql("NULL", "granted = 2", 0, sql));
    pg_server_do(shop->root, "UPDATE loge.journal SET quarantine = 0 WHERE no = 1 AND house ="
                             " (SELECT max(house) FROM loge.house)");
}

/* ---- what supervisors decide ------------------------------------------------------------------
 */

/* A free seat to till 1, by whoever shows this. */
static const char *lend_sql(const char *shown, char sql[SENTENCE])
{
    snprintf(sql, SENTENCE,
             "SELECT loge.lend('%s', %s, '{1}', ARRAY[(SELECT max(seat_no) FROM"
             " loge.show_seat WHERE status = 0)])",
             device, shown);
    return sql;
}

static void a_clerk_lends_nothing_to_himself(void **state)
{
    char sql[SENTENCE];
    fails(shop->anna, lend_sql("NULL", sql), "LG001");
    fails(sam, lend_sql(proof_2, sql), "LG001");
    fails(shop->anna, lend_sql(proof, sql),
          "LG001"); /* the till itself, and no rule gives it one */
    fails(shop->anna, head_sql(proof, "lent = t", 0, sql), "LG001");
    snprintf(sql, sizeof sql, "SELECT loge.take_back('%s', %s, NULL)", device_2, proof);
    fails(shop->anna, sql, "LG001"); /* nor takes it from another */
    goes(shop->mark, lend_sql("NULL", sql));
    snprintf(
        sql, sizeof sql,
        "SELECT loge.lend('%s', NULL, '{1,1}', (SELECT array_agg(q.n) FROM (SELECT"
        " max(seat_no) AS n FROM loge.show_seat WHERE status IN (0, 2) GROUP BY status) AS q))",
        device);
    fails(shop->mark, sql, "LG001"); /* all of them or none */
}

/* With the key, and a rule that gives it one seat: one, and not two. */
static void a_till_takes_what_its_rules_give(void **state)
{
    char sql[SENTENCE], twice[SENTENCE];
    snprintf(sql, sizeof sql,
             "INSERT INTO loge.loan_rule SELECT max(house), '%s', 1, '', 1, 'ruth', 1"
             " FROM loge.house",
             device);
    pg_server_do(shop->root, sql);
    goes(shop->anna, lend_sql(proof, sql));
    snprintf(twice, sizeof twice, "%.1200s; %.1200s", sql, sql);
    fails(shop->anna, twice, "LG001");
    pg_server_do(shop->root, "DELETE FROM loge.loan_rule");
}

/* Whoever writes it: not even the database's own superuser. */
static void what_is_lent_is_held_at_no_other_till(void **state)
{
    pg_server_do(shop->root, "BEGIN");
    pg_server_do(shop->root, "UPDATE loge.hold SET till = 'till-1'"
                             " WHERE house = (SELECT max(house) FROM loge.house)");
    pg_server_refuses(shop->root,
                      "UPDATE loge.show_seat AS t SET allotment = 2, status = 1, holder ="
                      " (SELECT min(o.id::text)::uuid FROM loge.hold AS o WHERE o.house = t.house)"
                      " WHERE t.status = 0 AND t.house = (SELECT max(house) FROM loge.house)",
                      "LG001");
    pg_server_do(shop->root, "ROLLBACK");
}

/* An act that sets this conflict to `becomes`, refused by its answer or by what it raises. */
static const char *decide_sql(const char *who, const char *id, const char *becomes,
                              const char *shown, char sql[SENTENCE])
{
    snprintf(sql, SENTENCE,
             "DO $$ BEGIN IF loge.apply(loge.schema(), ROW(gen_random_uuid(), sha256('x'),"
             " 33::smallint, '%s', 'till-1', 0::smallint, '', 'mine', '', '{}', '', '',"
             " public.act_shown(%s))::loge.act,"
             " NULL::loge.changes, conflicts => (SELECT"
             " ARRAY[ROW(c.id, c.version, c.till, c.seq, c.heading, c.reason, c.actor,"
             " c.approver, c.approval, c.made_at, c.at, c.deadline, c.show_no, c.sale, c.amount, "
             "c.about, %s)::loge.conflict_row] "
             "FROM loge.conflict AS c"
             " WHERE c.id = '%s')) < 0 THEN RAISE EXCEPTION USING ERRCODE = 'LG001';"
             " END IF; END $$",
             who, shown, becomes, id);
    return sql;
}

static void a_clerk_decides_no_conflict(void **state)
{
    static const char kept[] = "c.proposal, 5::smallint, '%s', 1, ''";
    char sql[SENTENCE], id[80], by[80], offered[80];
    word("SELECT max(id::text) FROM loge.conflict WHERE house = (SELECT house FROM me)", id);
    word("SELECT max(proposal::text) FROM loge.conflict WHERE house = (SELECT house FROM me)",
         offered);
    snprintf(by, sizeof by, kept, "anna");
    fails(shop->anna, decide_sql("anna", id, by, "NULL", sql), "LG004");
    fails(shop->anna, decide_sql("anna", id, by, proof, sql), "LG001");
    snprintf(by, sizeof by, kept, "sam");
    fails(sam, decide_sql("sam", id, by, "NULL", sql), "42501"); /* nor sees any */
    snprintf(by, sizeof by, kept, "mark");
    fails(shop->mark, decide_sql("mark", id, by, proof, sql), "LG001"); /* its offer would stay */
    snprintf(by, sizeof by, kept, "ruth");
    pg_server_do(shop->root, "UPDATE loge.conflict SET proposal = NULL WHERE house ="
                             " (SELECT max(house) FROM loge.house)");
    fails(shop->mark, decide_sql("mark", id, by, proof, sql), "LG001"); /* in another's name */
    snprintf(by, sizeof by, kept, "mark");
    goes(shop->mark, decide_sql("mark", id, by, proof, sql));
    snprintf(sql, sizeof sql,
             "UPDATE loge.conflict SET proposal = '%s' WHERE house = (SELECT max(house)"
             " FROM loge.house)",
             offered);
    pg_server_do(shop->root, sql);
}

/* Whoever has the till's key looks for seats for its losers, and not for friends. */
static void a_till_keeps_seats_for_nobody_else(void **state)
{
    char sql[SENTENCE], id[80], other[200];
    word("SELECT max(id::text) FROM loge.conflict WHERE house = (SELECT house FROM me)", id);
    snprintf(other, sizeof other, "'01900000-0000-7000-8000-0000000000ab', 0::smallint, '', 0, ''");
    fails(shop->anna, decide_sql("anna", id, other, proof, sql), "LG001");
    fails(shop->anna, decide_sql("anna", id, "NULL, 0::smallint, '', 0, ''", proof, sql), "LG001");
}

/* The hold that keeps other seats for the loser. */
static const char *offer(char out[80])
{
    return word("SELECT max(proposal::text) FROM loge.conflict WHERE house = (SELECT house FROM"
                " me)",
                out);
}

static void nobody_helps_himself_to_what_is_kept_for_a_loser(void **state)
{
    char steps[400], hold[80], row[400];
    struct batch b = a_batch();
    offer(hold);
    assert_int_equal(is("SELECT count(*) FROM loge.show_seat WHERE status = 1 AND house = (SELECT"
                        " house FROM me)"),
                     2);
    b.act = ACT_RELEASE;
    b.steps = step("Stalls-A-3", ACT_RELEASE, SEAT_AVAILABLE, NULL, steps);
    is_refused(shop->anna, b);
    b.act = ACT_TRANSFER;
    b.steps = step("Stalls-A-3", ACT_TRANSFER, SEAT_HELD, hold, steps);
    is_refused(shop->anna, b);
    /* Only to give way, and the rest of it stays the house's. */
    b.act = ACT_HOLD;
    b.steps = step("Stalls-A-3", ACT_OVERRIDE, SEAT_AVAILABLE, NULL, steps);
    snprintf(row, sizeof row,
             "ARRAY[ROW('%s', 1, 1, 0, 0, 0, 'anna', 'till-1', '', 0, 0, 0, 0, 0,"
             " NULL)::loge.hold_row]",
             hold);
    b.holds = row;
    is_refused(shop->anna, b);
    b.holds = NULL;
    is_taken(shop->anna, b);
}

static void set_seat(const char *what)
{
    char sql[300];
    snprintf(sql, sizeof sql,
             "UPDATE loge.show_seat AS t SET %s FROM loge.hall_seat AS h WHERE h.house = t.house"
             " AND h.seat_no = t.seat_no AND h.label = 'Stalls-A-3'"
             " AND t.house = (SELECT max(house) FROM loge.house)",
             what);
    pg_server_do(shop->root, sql);
}

/* What was judged of a seat is written to the seat as it was judged, and to nobody else's. */
static void a_step_begins_where_the_seat_stands(void **state)
{
    char steps[400], hold[80];
    struct batch b = a_batch();
    offer(hold);
    b.act = ACT_HOLD;
    b.steps = step("Stalls-A-3", ACT_OVERRIDE, SEAT_AVAILABLE, NULL, steps);
    set_seat("version = t.version + 1");
    is_refused(shop->anna, b);
    set_seat("version = t.version - 1, allotment = 2");
    is_refused(shop->anna, b);
    set_seat("allotment = 0");
    is_taken(shop->anna, b);
}

/* Past the walls that stand in triggers, too. */
static void set_ticket(const char *label, int from, int to)
{
    char sql[400];
    snprintf(sql, sizeof sql,
             "SET session_replication_role = replica; UPDATE loge.ticket AS t SET status = %d WHERE"
             " t.status = %d AND t.seat_no = (SELECT max(seat_no) FROM loge.hall_seat WHERE label ="
             " '%s'); RESET session_replication_role",
             to, from, label);
    pg_server_do(shop->root, sql);
}

static void a_sold_seat_is_not_freed_without_its_ticket(void **state)
{
    char steps[400];
    struct batch b = a_batch();
    b.act = ACT_REFUND;
    b.steps = step("Stalls-A-1", ACT_REFUND, SEAT_AVAILABLE, NULL, steps);
    is_refused(shop->anna, b);
    set_ticket("Stalls-A-1", TICKET_VALID, TICKET_REFUNDED);
    is_taken(shop->anna, b);
    set_ticket("Stalls-A-1", TICKET_REFUNDED, TICKET_VALID);
}

/* Whoever holds a seat gives way to money and to nothing else. */
static void nobody_elses_hold_is_pushed_aside(void **state)
{
    char steps[400];
    struct batch b = a_batch();
    house_hold(&shop->house, "Stalls-C-1", "Stalls-C-2", NULL);
    ASSERT_VERDICT(&shop->house, VERDICT_OK);
    b.act = ACT_HOLD;
    b.steps = step("Stalls-C-1", ACT_OVERRIDE, SEAT_AVAILABLE, NULL, steps);
    is_refused(shop->anna, b);
}

/* A conflict over somebody else's sale would keep seats for it. */
static void a_conflict_is_about_ones_own_sale(void **state)
{
    char sale[80], rows[300];
    struct batch b = a_batch();
    word("SELECT max(id::text) FROM loge.sale WHERE till = 'office' AND house = (SELECT house FROM"
         " me)",
         sale);
    const char *conflict =
        "ARRAY[ROW(1, 1, '{1}', '{NULL}', '%s', NULL, 0, '')::loge.sync_conflict]";
    snprintf(rows, sizeof rows, conflict, sale);
    b.conflicts = rows;
    is_refused(shop->anna, b);
    word("SELECT max(id::text) FROM loge.sale WHERE till = 'till-1' AND house = (SELECT house FROM"
         " me)",
         sale);
    snprintf(rows, sizeof rows, conflict, sale);
    is_taken(shop->anna, b);
}

/* ---- whose rows -------------------------------------------------------------------------------
 */

static const char *hold_at(const char *till, char out[400])
{
    snprintf(out, 400,
             "ARRAY[ROW(md5('a hold')::uuid, 1, 1, 0, 0, 0, 'anna', '%s', '', 0, 0, 0, 0, 0,"
             " NULL)::loge.hold_row]",
             till);
    return out;
}

/* A service's till brings back what its clients held; whoever may not serve has no clients. */
static void a_hold_is_brought_for_a_client_and_for_no_other_till(void **state)
{
    char row[400];
    struct batch b = a_batch();
    pg_server_do(shop->root,
                 "INSERT INTO loge.token (house, hash, name, scopes, made_by, made_at)"
                 " SELECT max(house), sha256('shop'), 'shop', 3, 'mark', 1 FROM loge.house");
    b.holds = hold_at("till-1", row);
    is_taken(shop->anna, b);
    b.holds = hold_at("shop", row);
    is_refused(shop->anna, b);
    is_taken(shop->mark, b);
    b.holds = hold_at("till-2", row);
    is_refused(shop->anna, b);
    is_refused(shop->mark, b);
    b.holds = hold_at("lost", row); /* with the token: it stands at the till that brings it */
    is_refused(shop->anna, b);
    is_taken(shop->mark, b);
}

/* ---- a scanner --------------------------------------------------------------------------------
 */

static void a_scanner_brings_home_what_a_scanner_does(void **state)
{
    struct batch b = a_batch();
    b.customers = "ARRAY[ROW(md5('somebody')::uuid, 0, 'x', '', '', 0)::loge.customer_row]";
    is_refused(sam, b);
    is_taken(shop->anna, b);
    b = a_batch();
    b.act = ACT_PAY;
    is_refused(sam, b);
    is_taken(shop->anna, b);
    b.act = ACT_ADMIT;
    is_taken(sam, b);
}

static int tear_down(void **state)
{
    *state = shop;
    return pg_shop_teardown(state); /* and nothing of all this is in the books */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_verdict_is_not_changed),
        cmocka_unit_test(a_journal_is_read_by_those_it_concerns),
        cmocka_unit_test(the_inner_functions_are_nobodys),
        cmocka_unit_test(a_device_is_not_forged),
        cmocka_unit_test(nobody_pushes_for_another_till),
        cmocka_unit_test(no_number_is_skipped_or_used_again),
        cmocka_unit_test(a_journals_end_is_where_it_was_written),
        cmocka_unit_test(an_event_gets_no_other_place_in_the_log),
        cmocka_unit_test(a_clerk_clears_no_quarantine),
        cmocka_unit_test(a_clerk_lends_nothing_to_himself),
        cmocka_unit_test(what_is_lent_is_held_at_no_other_till),
        cmocka_unit_test(a_till_takes_what_its_rules_give),
        cmocka_unit_test(a_clerk_decides_no_conflict),
        cmocka_unit_test(a_till_keeps_seats_for_nobody_else),
        cmocka_unit_test(nobody_helps_himself_to_what_is_kept_for_a_loser),
        cmocka_unit_test(a_step_begins_where_the_seat_stands),
        cmocka_unit_test(a_sold_seat_is_not_freed_without_its_ticket),
        cmocka_unit_test(nobody_elses_hold_is_pushed_aside),
        cmocka_unit_test(a_conflict_is_about_ones_own_sale),
        cmocka_unit_test(a_hold_is_brought_for_a_client_and_for_no_other_till),
        cmocka_unit_test(a_scanner_brings_home_what_a_scanner_does),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
