/*
 * A stolen password, a stolen key of a till, plain psql, and a journal that is evidence.
 *
 * anna is a clerk. She can sign what she likes in her till's name; what the house writes of an
 * entry is what the signed bytes say, or it is refused. Each attack is the honest sentence with one
 * thing wrong; the honest one is its control.
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

#include "tests/lib/by_hand.h"
#include "tests/lib/pg_tills.h"

enum { SAID = 400, SENTENCE = 6000, BYTES = 4000 };

static struct pg_shop *shop;
static char seed[80], other_seed[80]; /* as SQL has them, of till 1 and till 2 */

static void seed_text(const struct pg_till *till, char out[80])
{
    int at = snprintf(out, 80, "'\\x");
    for (int i = 0; i < SIGN_SEED; i++)
        at += snprintf(out + at, 80 - (size_t)at, "%02x", till->file.crypt.key.secret[i]);
    snprintf(out + at, 80 - (size_t)at, "'");
}

/* Till 1 has sold two seats, which came home as entries 1 and 2. */
static int evidence_setup(void **state)
{
    assert_int_equal(pg_shop_setup(state), 0);
    shop = *state;
    by_hand_make(shop->root);
    seed_text(&shop->till[0], seed);
    seed_text(&shop->till[1], other_seed);
    house_sell_two(&shop->till[0].home, "Stalls-A-1", "Stalls-A-2");
    pg_till_push(shop, &shop->till[0]);
    assert_int_equal(shop->till[0].state[2], ENTRY_ACCEPTED);
    return 0;
}

static int evidence_teardown(void **state)
{
    *state = shop;
    return pg_shop_teardown(state);
}

/* ---- one entry by hand ------------------------------------------------------------------------
 */

/* What the body says, how it is signed and what is sent of it; each a piece of SQL. */
struct claim {
    const char *body, *seed, *before, *sent, *n_state;
    const char *uid, *act, *actor, *approver, *why, *made_at, *done, *notes;
};

#define UID "'0190e000-0000-7000-8000-00000000e003'"

static const struct claim honest = {
    .body = "hand.body(" UID ", 10, 'anna', 'till-1', 'why', '', j.wall, 'mark')",
    .before = "j.last_hash",
    .sent = "e",
    .uid = UID,
    .act = "10",
    .actor = "'anna'",
    .approver = "'mark'",
    .why = "'why'",
    .made_at = "(SELECT max(heard_at) FROM loge.journal WHERE no = 1)",
    .done = "0",
};

static const char *bytes_of(const struct claim *claim, char out[BYTES])
{
    char sql[SENTENCE];
    snprintf(sql, sizeof sql,
             "SELECT encode(%s, 'hex') FROM loge.journal AS j, LATERAL (SELECT hand.entry(%s,"
             " j.device, %s, 3, %s) AS e OFFSET 0) AS q WHERE j.no = 1 AND j.house ="
             " (SELECT max(house) FROM loge.house)",
             claim->sent, claim->seed ? claim->seed : seed, claim->before, claim->body);
    return pg_server_ask(shop->root, sql, out, BYTES);
}

/* In a transaction that is taken back; `then` is what is said in it afterwards. */
static const char *bringing(const struct claim *claim, const char *then, char sql[SENTENCE])
{
    char bytes[BYTES], device[UUID_TEXT], proof[80];
    bytes_of(claim, bytes);
    uuid_text(&shop->till[0].file.device, device);
    snprintf(sql, SENTENCE,
             "SELECT quote_literal(sha256('loge till proof'::bytea || '\\x00' || %s::bytea))",
             seed);
    pg_server_ask(shop->root, sql, proof, sizeof proof);
    snprintf(
        sql, SENTENCE,
        "BEGIN; SELECT loge.sync_write('%s', %s, ROW('\\x%s', ARRAY[ROW(1, 3, 1, %s, 1, %zu, %d, "
        "0, 0,"
        " %s, %s, %s, %s, %s, '', '', %s, NULL, NULL, NULL, '', '')::loge.sync_entry], NULL, %s,"
        " NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)"
        "::loge.sync_batch); %s; ROLLBACK",
        device, proof, bytes, claim->uid, strlen(bytes) / 2 - 128,
        strcmp(claim->done, "NULL") ? ENTRY_ACCEPTED : ENTRY_REFUSED, claim->made_at, claim->act,
        claim->actor, claim->approver, claim->why, claim->done,
        claim->notes ? claim->notes : "NULL", then);
    return sql;
}

/* As one of its people. */
static bool brings_home_and(const struct claim *claim, const char *login, const char *then,
                            char said[SAID])
{
    char sql[SENTENCE];
    return pg_server_psql(shop->database, login, PG_PASSWORD, bringing(claim, then, sql), said,
                          SAID);
}

static bool brings_home(const struct claim *claim, char said[SAID])
{
    return brings_home_and(claim, shop->anna, "SELECT 1", said);
}

static void evidence_refused(const struct claim *claim)
{
    char said[SAID];
    if (brings_home(claim, said) || !strstr(said, "LG001"))
        fail_msg("expected LG001, psql said: %s", said);
}

static void evidence_taken(const struct claim *claim)
{
    char said[SAID];
    if (!brings_home(claim, said))
        fail_msg("%s", said);
}

/* ---- the signature ----------------------------------------------------------------------------
 */

static void an_entry_without_a_signature_is_refused(void **state)
{
    struct claim claim = honest;
    evidence_taken(&claim);
    claim.sent = "overlay(e PLACING decode(repeat('00', 64), 'hex') FROM 33)";
    evidence_refused(&claim);
    claim.sent = "set_byte(e, 40, get_byte(e, 40) # 1)";
    evidence_refused(&claim);
    claim = honest;
    claim.seed = other_seed;
    evidence_refused(&claim);
}

static void an_entry_hangs_on_the_one_before(void **state)
{
    struct claim claim = honest;
    claim.before = "j.start_hash";
    evidence_refused(&claim);
    claim = honest;
    claim.sent = "set_byte(e, 140, get_byte(e, 140) # 1)"; /* another body than was signed */
    evidence_refused(&claim);
    claim.sent = "e || '\\x00'";
    evidence_refused(&claim);
}

/* ---- what it says -----------------------------------------------------------------------------
 */

static void bytes_that_are_no_entry_say_nothing(void **state)
{
    struct claim claim = honest;
    claim.body = "convert_to(rpad('not an entry at all', 200, ' or even less'), 'UTF8')";
    evidence_refused(&claim);
    claim.uid = "NULL";
    claim.act = "34";
    claim.actor = claim.approver = claim.why = "''";
    evidence_refused(&claim); /* nor was anything done by it */
    claim.done = "NULL";
    evidence_taken(&claim);
    claim.approver = "'ruth'"; /* nor did anybody sign for it */
    evidence_refused(&claim);
}

static void who_did_what_when_and_why_stands_in_the_entry(void **state)
{
    struct claim claim = honest;
    claim.actor = "'mark'";
    evidence_refused(&claim);
    claim = honest;
    claim.approver = "'ruth'";
    evidence_refused(&claim);
    claim.approver = "''";
    evidence_refused(&claim);
    claim = honest;
    claim.why = "'another reason'";
    evidence_refused(&claim);
    claim = honest;
    claim.act = "2";
    evidence_refused(&claim);
    claim = honest;
    claim.made_at = "(SELECT max(heard_at) - 86400000 FROM loge.journal WHERE no = 1)";
    evidence_refused(&claim);
    claim = honest;
    claim.uid = "gen_random_uuid()";
    evidence_refused(&claim);
    claim = honest;
    claim.sent = "set_byte(e, 100, get_byte(e, 100) # 1)"; /* of what was asked */
    evidence_refused(&claim);
}

/* Signed with till 1's key, but an act of another till. */
static void an_act_of_another_till_is_refused(void **state)
{
    struct claim claim = honest;
    claim.body = "hand.body(" UID ", 10, 'anna', 'till-2', 'why', '', j.wall, 'mark')";
    evidence_refused(&claim);
}

/* ---- who signed -------------------------------------------------------------------------------
 */

#define NOTED "SELECT format('%s %s', approver, approval) FROM loge.event WHERE key = " UID

/* The till has a PIN's hash and looks at it alone: the house has its word, and that stands in the
 * log. */
static void what_was_signed_at_a_till_is_marked_and_stays_so(void **state)
{
    static const char *const unmarks[] = {
        "UPDATE loge.event SET approval = 1",
        "UPDATE loge.event SET approval = 1 WHERE key = " UID,
        "UPDATE loge.conflict SET approval = 1, approver = ''",
        "INSERT INTO loge.event SELECT * FROM loge.event",
        "SELECT loge.sync_log(NULL, NULL, NULL, NULL, NULL)",
        "SELECT loge.tell_notes(NULL, NULL, NULL, 0, 0)",
        "CREATE OR REPLACE FUNCTION loge.approval_of(approver text, checked integer) RETURNS "
        "integer"
        " LANGUAGE sql RETURN 1",
    };
    const char *const people[] = {shop->anna, shop->mark};
    struct claim claim = honest;
    char said[SAID];
    claim.act = "18";
    claim.body = "hand.body(" UID ", 18, 'anna', 'till-1', 'why', '', j.wall, 'mark')";
    claim.notes = "ARRAY[ROW(1, 1, 18, 0, NULL, '')::loge.sync_note]";
    claim.done = "1";
    if (!brings_home_and(&claim, shop->mark, NOTED, said) || !strstr(said, "mark 2"))
        fail_msg("%s", said);
    for (int p = 0; p < COUNT_OF(people); p++)
        for (int i = 0; i < COUNT_OF(unmarks); i++)
            if (brings_home_and(&claim, people[p], unmarks[i], said) || !strstr(said, "42501"))
                fail_msg("%s: expected 42501, psql said: %s", unmarks[i], said);
    claim.approver = "''"; /* nor does the log say that nobody signed */
    evidence_refused(&claim);
    claim.body = "hand.body(" UID ", 18, 'anna', 'till-1', 'why', '', j.wall, '')";
    if (!brings_home_and(&claim, shop->mark, NOTED, said) || !strstr(said, " 0"))
        fail_msg("%s", said); /* where nobody did there is nothing to mark */
}

/* ---- whose acts a till brings ------------------------------------------------------------------
 */

static void say_as(const char *login, const char *sql)
{
    char said[SAID];
    if (!pg_server_psql(shop->database, login, PG_PASSWORD, sql, said, SAID))
        fail_msg("%s", said);
}

/* sam says who he is, and shows this of till 1. */
static void sam_opens(const char *login, const char *shown)
{
    char sql[SENTENCE], device[UUID_TEXT];
    uuid_text(&shop->till[0].file.device, device);
    snprintf(sql, sizeof sql, "SELECT loge.sync_open(loge.sync_revision(), '%s', %s, false)",
             device, shown);
    say_as(login, sql);
}

/* The answer names the entry and whose it is. */
static void is_named(const struct claim *claim, const char *who)
{
    char sql[SENTENCE], url[PG_URL], expected[80];
    PGconn *conn = pg_server_connect(pg_server_url(shop->database, shop->anna, PG_PASSWORD, url));
    PGresult *result = PQexec(conn, bringing(claim, "SELECT 1", sql));
    const char *detail = PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL);
    snprintf(expected, sizeof expected, "entry 3 of till-1: %s has not signed in there", who);
    assert_string_equal(detail ? detail : PQerrorMessage(conn), expected);
    PQclear(result);
    PQfinish(conn);
}

#define PROOF_OF "sha256('loge till proof'::bytea || '\\x00' || %s::bytea)"

/* anna has till 1's key. What she signs with it in sam's name is not taken, until sam himself has
 * been there with his password and the key. */
static void nobody_brings_home_acts_of_whoever_was_not_there(void **state)
{
    struct claim claim = honest;
    char sam[PG_LOGIN_TEXT], shown[200];
    pg_house_person(shop->database, "sam", ROLE_SUPERVISOR, sam);
    claim.body = "hand.body(" UID ", 10, 'sam', 'till-1', 'why', '', j.wall, 'mark')";
    claim.actor = "'sam'";
    is_named(&claim, "sam");
    sam_opens(sam, "NULL"); /* a supervisor looks at the till from elsewhere */
    snprintf(shown, sizeof shown, PROOF_OF, other_seed);
    sam_opens(sam, shown);
    is_named(&claim, "sam");
    snprintf(shown, sizeof shown, PROOF_OF, seed);
    sam_opens(sam, shown);
    evidence_taken(&claim);
}

static void nor_acts_of_nobody(void **state)
{
    struct claim claim = honest;
    claim.body = "hand.body(" UID ", 10, '', 'till-1', 'why', '', j.wall, 'mark')";
    claim.actor = "''";
    is_named(&claim, "");
    evidence_taken(&honest);
}

/* Signing in tells of the till by what its acts show; who only looks at the house is at none. */
static void whoever_signs_in_at_a_till_was_there(void **state)
{
    struct claim claim = honest;
    char tom[PG_LOGIN_TEXT], sql[SENTENCE];
    pg_house_person(shop->database, "tom", ROLE_CLERK, tom);
    claim.body = "hand.body(" UID ", 10, 'tom', 'till-1', 'why', '', j.wall, 'mark')";
    claim.actor = "'tom'";
    say_as(tom, "SELECT loge.sign_in(NULL)");
    snprintf(sql, sizeof sql, "SELECT loge.sign_in(public.act_shown(" PROOF_OF "))", other_seed);
    say_as(tom, sql);
    is_named(&claim, "tom");
    snprintf(sql, sizeof sql, "SELECT loge.sign_in(public.act_shown(" PROOF_OF "))", seed);
    say_as(tom, sql);
    evidence_taken(&claim);
}

static long long vouched(const char *login, const char *person)
{
    char sql[SENTENCE], url[PG_URL], device[UUID_TEXT];
    PGconn *conn = pg_server_connect(pg_server_url(shop->database, login, PG_PASSWORD, url));
    uuid_text(&shop->till[0].file.device, device);
    snprintf(sql, sizeof sql, "SELECT loge.vouch('%s', '%s', 'seen there')", device, person);
    long long answer = pg_server_count(conn, sql);
    PQfinish(conn);
    return answer;
}

static long long vouches_logged(void)
{
    return pg_server_count(shop->root,
                           "SELECT count(*) FROM loge.event WHERE note = 'vouched for eve' AND"
                           " actor = 'mark' AND till = 'till-1' AND reason = 'seen there' AND"
                           " house = (SELECT max(house) FROM loge.house)");
}

/* A clerk may not even ask. */
static void a_supervisor_vouches_for_whoever_was_there(void **state)
{
    struct claim claim = honest;
    char eve[PG_LOGIN_TEXT], said[SAID];
    pg_house_person(shop->database, "eve", ROLE_CLERK, eve);
    claim.body = "hand.body(" UID ", 10, 'eve', 'till-1', 'why', '', j.wall, 'mark')";
    claim.actor = "'eve'";
    assert_false(pg_server_psql(shop->database, shop->anna, PG_PASSWORD,
                                "SELECT loge.vouch(gen_random_uuid(), 'eve', '')", said, SAID));
    assert_int_equal(vouched(shop->mark, "nobody"), -1);
    is_named(&claim, "eve");
    assert_int_equal(vouched(shop->mark, "eve"), 0);
    assert_int_equal(vouched(shop->mark, "eve"), 0);
    assert_int_equal(vouches_logged(), 1);
    evidence_taken(&claim);
}

/* ---- quarantine -------------------------------------------------------------------------------
 */

/* What the till is to have said of itself, each a piece of SQL. */
struct doubt {
    const char *what, *session, *epoch, *seq, *hash, *seed, *sworn;
};

/* One head of the journal is in the house; the other is signed. */
static const struct doubt forked = {.what = "1",
                                    .session = "j.session",
                                    .epoch = "1",
                                    .seq = "2",
                                    .hash = "sha256('another')",
                                    .sworn = "s"};

static const char *doubt_sql(const struct doubt *doubt, char sql[SENTENCE])
{
    char sworn[200], hash[80], device[UUID_TEXT];
    uuid_text(&shop->till[0].file.device, device);
    static const char of_journal[] =
        "FROM loge.journal AS j WHERE j.no = 1 AND j.house = (SELECT max(house) FROM loge.house)";
    snprintf(sql, SENTENCE, "SELECT encode(%s, 'hex') %s", doubt->hash, of_journal);
    pg_server_ask(shop->root, sql, hash, sizeof hash);
    snprintf(
        sql, SENTENCE,
        "SELECT encode(%s, 'hex') FROM (SELECT hand.sign(%s, sha256('loge till doubt'::bytea ||"
        " '\\x00' || (SELECT uuid_send(o.uid) FROM loge.house AS o WHERE o.house = j.house) ||"
        " uuid_send(j.device) || set_byte('\\x00', 0, %s) || int8send(%s) || int4send(%s) ||"
        " int8send(%s) || '\\x%s')) AS s %s) AS q",
        doubt->sworn, doubt->seed ? doubt->seed : seed, doubt->what, doubt->session, doubt->epoch,
        doubt->seq, hash, of_journal);
    pg_server_ask(shop->root, sql, sworn, sizeof sworn);
    snprintf(
        sql, SENTENCE,
        "BEGIN; SELECT loge.sync_doubt('%s', sha256('loge till proof'::bytea || '\\x00' ||"
        " %s::bytea), %s::smallint, %s, %s, '\\x%s', decode(repeat('00', 64), 'hex'), '\\x%s');"
        " ROLLBACK",
        device, seed, doubt->what, doubt->epoch, doubt->seq, hash, sworn);
    return sql;
}

static void doubt_refused(const struct doubt *doubt)
{
    char sql[SENTENCE], said[SAID];
    if (pg_server_psql(shop->database, shop->anna, PG_PASSWORD, doubt_sql(doubt, sql), said,
                       SAID) ||
        !strstr(said, "LG001"))
        fail_msg("expected LG001, psql said: %s", said);
}

static void doubt_taken(const struct doubt *doubt)
{
    char sql[SENTENCE], said[SAID];
    if (!pg_server_psql(shop->database, shop->anna, PG_PASSWORD, doubt_sql(doubt, sql), said, SAID))
        fail_msg("%s", said);
}

static void no_login_shuts_a_till_out_on_its_word(void **state)
{
    struct doubt doubt = forked;
    doubt_taken(&doubt);
    doubt.sworn = "decode(repeat('00', 64), 'hex')";
    doubt_refused(&doubt);
    doubt = forked;
    doubt.seed = other_seed;
    doubt_refused(&doubt);
    doubt = forked;
    doubt.session = "j.session - 1"; /* said once before */
    doubt_refused(&doubt);
    doubt = forked;
    doubt.what = "4";
    doubt_refused(&doubt);
}

/* Signed, but there is nothing that does not fit. */
static void a_till_is_doubted_for_what_does_not_fit(void **state)
{
    struct doubt doubt = forked;
    doubt.hash = "j.last_hash";
    doubt_refused(&doubt);
    doubt.seq = "3";
    doubt.hash = "sha256('another')";
    doubt_refused(&doubt);
    doubt.what = "2"; /* it has lost nothing */
    doubt_refused(&doubt);
    doubt.seq = "1";
    doubt_taken(&doubt);
}

/* ---- the curve --------------------------------------------------------------------------------
 */

static bool signed_with(const char *key, const char *message, const char *signature)
{
    char sql[1000], said[8];
    snprintf(sql, sizeof sql, "SELECT loge.is_signed('\\x%s', '\\x%s', '\\x%s')", key, message,
             signature);
    return *pg_server_ask(shop->root, sql, said, sizeof said) == 't';
}

/* RFC 8032, 7.1: tests 1, 2, 3 and SHA(abc). */
static const char *const vectors[][3] = {
    {"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b"
     "46b"
     "d25bf5f0595bbe24655141438e7a100b"},
    {"3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11"
     "d8c"
     "387b2eaeb4302aeeb00d291612bb0c00"},
    {"fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc"
     "659"
     "4a7c15e9716ed28dc027beceea1ec40a"},
    {"ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
     "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3fee"
     "bbd"
     "454d4423643ce80e2a9ac94fa54ca49f",
     "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e"
     "030"
     "3dca179c138ac17ad9bef1177331a704"},
};

static void signatures_are_checked_as_the_rfc_says(void **state)
{
    for (int i = 0; i < COUNT_OF(vectors); i++) {
        char other[200];
        snprintf(other, sizeof other, "%s", vectors[i][2]);
        assert_true(signed_with(vectors[i][0], vectors[i][1], vectors[i][2]));
        assert_false(
            signed_with(vectors[(i + 1) % COUNT_OF(vectors)][0], vectors[i][1], vectors[i][2]));
        other[0] = other[0] == '0' ? '1' : '0';
        assert_false(signed_with(vectors[i][0], vectors[i][1], other));
        assert_false(signed_with(vectors[i][0], "00", vectors[i][2]));
    }
}

/* Test 1 with the order of the base added to s. */
static void a_signature_has_one_form(void **state)
{
    assert_false(signed_with(vectors[0][0], "",
                             "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901554c8c7"
                             "872aa064e049dbb3013fbf29380"
                             "d25bf5f0595bbe24655141438e7a101b"));
    assert_false(signed_with(vectors[0][0], "", "e556"));
    assert_false(signed_with(vectors[0][0], "", ""));
}

/* What one of these has signed, everything has. */
static void a_key_that_signs_whatever_is_asked_is_not_enrolled(void **state)
{
    static const struct {
        const char *key;
        bool good;
    } keys[] = {
        {"0000000000000000000000000000000000000000000000000000000000000000", false},
        {"0100000000000000000000000000000000000000000000000000000000000000", false},
        {"0100000000000000000000000000000000000000000000000000000000000080", false},
        {"ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", false},
        {"edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f", false},
        {"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05", false},
        {"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a", false},
        {"0200000000000000000000000000000000000000000000000000000000000000", false},
        {"d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", true},
    };
    char sql[400], said[SAID];
    for (int i = 0; i < COUNT_OF(keys); i++) {
        snprintf(
            sql, sizeof sql,
            "BEGIN; SELECT loge.enrol(gen_random_uuid(), 'till-9', '\\x%s', 'proof'); ROLLBACK",
            keys[i].key);
        if (pg_server_psql(shop->database, shop->mark, PG_PASSWORD, sql, said, SAID) !=
            keys[i].good)
            fail_msg("%s: %s", keys[i].key, said);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_entry_without_a_signature_is_refused),
        cmocka_unit_test(an_entry_hangs_on_the_one_before),
        cmocka_unit_test(bytes_that_are_no_entry_say_nothing),
        cmocka_unit_test(who_did_what_when_and_why_stands_in_the_entry),
        cmocka_unit_test(an_act_of_another_till_is_refused),
        cmocka_unit_test(what_was_signed_at_a_till_is_marked_and_stays_so),
        cmocka_unit_test(nobody_brings_home_acts_of_whoever_was_not_there),
        cmocka_unit_test(nor_acts_of_nobody),
        cmocka_unit_test(whoever_signs_in_at_a_till_was_there),
        cmocka_unit_test(a_supervisor_vouches_for_whoever_was_there),
        cmocka_unit_test(no_login_shuts_a_till_out_on_its_word),
        cmocka_unit_test(a_till_is_doubted_for_what_does_not_fit),
        cmocka_unit_test(signatures_are_checked_as_the_rfc_says),
        cmocka_unit_test(a_signature_has_one_form),
        cmocka_unit_test(a_key_that_signs_whatever_is_asked_is_not_enrolled),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, evidence_setup, evidence_teardown);
}
