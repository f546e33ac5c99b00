/*
 * A stolen password and the program's own functions: what a clerk could do to the house's money by
 * plain SQL. Each line is refused, and nothing is different afterwards; its control is the same act
 * with the one thing right that was wrong, or by somebody who may. (test_pg_psql.c tries the ways
 * in, test_pg_walls.c other houses.)
 *
 * ben is the clerk whose password it is. He has a shift with a drawer, an order and two holds; so
 * has mark, a supervisor. Tests read the acts in pg_thief.sql.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/contract/contract.h"
#include "tests/lib/pg_house.h"

enum { STALE = -2, NOT_ALLOWED = -111, SENTENCE = 1400 };

static struct contract *c;
static char database[PG_NAME];
static PGconn *ben, *mark, *sam, *web, *root;

#define LATER  "(loge.now_ms() + 315360000000)"
#define BENS   "thief.id('ben''s order')"
#define MARKS  "thief.id('mark''s order')"
#define LENDER "'01900000-0000-7000-8000-00000000a3a3'::uuid"
#define KEPT   "thief.id('ben''s hold')"
#define OURS   "thief.shift_of('ben')"
#define HIS    "thief.shift_of('mark')"
#define THERE  "'{\"till\": \"till-of-mark\"}'"

/* ---- the house ------------------------------------------------------------------------------ */

static void load_sentences(const char *name)
{
    static char sql[32768];
    char path[300];
    const char *top = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/integ/%s", top ? top : ".", name);
    FILE *file = fopen(path, "re");
    assert_non_null(file);
    size_t size = fread(sql, 1, sizeof sql - 1, file);
    assert_in_range(size, 1, sizeof sql - 2);
    sql[size] = '\0';
    fclose(file);
    pg_server_do(root, sql);
}

/* An answer: at least 0, it was done; or what a refusal is called (pg_answer.h). */
static long long answer_of(PGconn *who, const char *sql)
{
    PGresult *rows = PQexec(who, sql);
    long long answer;
    if (PQresultStatus(rows) == PGRES_TUPLES_OK && PQntuples(rows) == 1 &&
        !PQgetisnull(rows, 0, 0)) {
        answer = atoll(PQgetvalue(rows, 0, 0));
    } else {
        const char *state = PQresultErrorField(rows, PG_DIAG_SQLSTATE);
        const char *text = PQresultErrorField(rows, PG_DIAG_MESSAGE_PRIMARY);
        bool said = state && strcmp(state, "LG001") == 0;
        bool refused = state && (strcmp(state, "LG004") == 0 || strcmp(state, "23514") == 0);
        if (!said && !refused)
            printf("# %s", PQerrorMessage(who));
        answer = said ? atoll(text) : refused ? NOT_ALLOWED : STALE;
    }
    PQclear(rows);
    return answer;
}

static void done(PGconn *who, const char *sql)
{
    long long answer = answer_of(who, sql);
    if (answer < 0)
        fail_msg("%s was answered %lld", sql, answer);
}

/* Of a drawer that was counted at his till. */
static void furnish_the_past(void)
{
    done(ben, "SELECT thief.start_shift()");
    done(ben, "SELECT thief.hold('Circle-A-1', of_id => thief.id('old'))");
    done(ben, "SELECT thief.sell(thief.id('old'), sale => thief.with_id('an old order'))");
    done(ben, "SELECT thief.close_shift(" OURS ")");
}

static void furnish(void)
{
    furnish_the_past();
    done(ben, "SELECT thief.start_shift()");
    done(ben, "SELECT thief.hold('Stalls-A-5', of_id => thief.id('sold'))");
    done(ben, "SELECT thief.sell(thief.id('sold'), sale => thief.with_id('ben''s order'))");
    done(ben, "SELECT thief.hold('Stalls-A-6', of_id => thief.id('gone'))");
    done(ben, "SELECT thief.sell(thief.id('gone'), sale => thief.with_id('a refunded order'))");
    done(ben, "SELECT thief.refund(thief.id('a refunded order'))");
    done(ben, "SELECT thief.hold('Stalls-B-1', of_id => " KEPT ")");
    done(mark, "SELECT thief.start_shift()");
    done(mark, "SELECT thief.hold('Stalls-A-1', of_id => thief.id('marks'))");
    done(mark, "SELECT thief.sell(thief.id('marks'), sale => thief.with_id('mark''s order'))");
    done(mark, "SELECT thief.hold('Stalls-A-3', of_id => thief.id('mark''s hold'))");
    done(mark, "SELECT thief.block('Stalls-B-2', 0)");
    done(mark, "SELECT thief.block('Stalls-B-3', 1)");
    pg_server_do(root, "INSERT INTO loge.voucher (house, code, kind, value, budget, used, max_uses,"
                       " uses, max_tickets, valid_from, valid_until, show_no, disabled, version)"
                       " SELECT public.attacked(), v.* FROM (VALUES"
                       " ('SPENT', 2, 0, 5000, 5000, 0, 1, 0, 0, 0, NULL::integer, false, 1),"
                       " ('LENT', 2, 0, 9000, 0, 0, 0, 0, 0, 0, NULL, false, 1),"
                       " ('CARD', 2, 0, 9000, 0, 0, 0, 0, 0, 0, NULL, false, 1),"
                       " ('PROMO', 1, 2000, 1000, 0, 0, 0, 0, 0, 0, NULL, false, 1),"
                       " ('OVER', 1, 2000, 1000, 0, 0, 0, 0, 0, 7, NULL, false, 1)) AS v");
    pg_server_do(root, "INSERT INTO loge.journal (house, device, till, no, public_key, proof,"
                       " act_proof, enrolled_by, enrolled_at) VALUES (public.attacked(), " LENDER
                       ", 'till-away', 900, sha256('key'), sha256('proof'), sha256('act'), 'mark',"
                       " 0)");
    pg_server_do(root, "INSERT INTO loge.voucher_loan VALUES (public.attacked(), 'LENT', " LENDER
                       ", 'till-away', 5000, 0, 1)");
}

static int set_up(void **state)
{
    char url[PG_URL];
    void *house;
    pg_house_make_beside(CONTRACT_NOW, database);
    contract_setup(&house);
    c = house;
    ben = pg_house_sign_in(database, "ben", ROLE_CLERK);
    mark = pg_house_sign_in(database, "mark", ROLE_SUPERVISOR);
    sam = pg_house_sign_in(database, "sam", ROLE_SCANNER);
    web = pg_house_sign_in(database, "web", ROLE_SERVICE);
    root = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_do(root, "CREATE FUNCTION public.attacked() RETURNS integer LANGUAGE sql RETURN"
                       " (SELECT max(house) FROM loge.house)");
    pg_till_know(database, "till-of-ben,till-of-mark,till-of-sam,till-of-web,till-7");
    load_sentences("pg_walls.sql");
    load_sentences("pg_thief.sql");
    furnish();
    return 0;
}

static int tear_down(void **state)
{
    void *house = c;
    PQfinish(ben);
    PQfinish(mark);
    PQfinish(sam);
    PQfinish(web);
    PQfinish(root);
    return contract_teardown(&house);
}

/* ---- one line at a time -----------------------------------------------------------------------
 */

#define BY_MARK "/* mark */ " /* before a line that is not ben's */
#define BY_SAM  "/* sam */ "
#define BY_WEB  "/* web */ "

struct line {
    const char *what, *attack, *control;
};

/* All rows of the house, as one number. */
static void sum_up(char sums[64])
{
    pg_server_ask(root,
                  "SELECT md5(string_agg(of_table || rows_sum, ',' ORDER BY of_table)) FROM"
                  " attack.sums(9223372036854775807)",
                  sums, 64);
}

static long long tried(PGconn *who, const char *call, bool stays)
{
    char sql[SENTENCE];
    assert_in_range(snprintf(sql, sizeof sql, "SELECT (%s)", call), 1, sizeof sql - 1);
    pg_server_do(who, "BEGIN");
    long long answer = answer_of(who, sql);
    pg_server_do(who, stays && answer < 0 ? "COMMIT" : "ROLLBACK");
    return answer;
}

static PGconn *whose(const char *line)
{
    const struct {
        const char *mark;
        PGconn *who;
    } others[] = {{BY_MARK, mark}, {BY_SAM, sam}, {BY_WEB, web}};
    for (int i = 0; i < COUNT_OF(others); i++)
        if (strncmp(line, others[i].mark, strlen(others[i].mark)) == 0)
            return others[i].who;
    return ben;
}

/* How many of the lines were not refused, or changed something; each is named. */
static int try_all(const struct line *lines, int count)
{
    char before[64], after[64];
    int bad = 0;
    sum_up(before);
    for (int i = 0; i < count; i++) {
        const struct line *line = &lines[i];
        long long control = tried(whose(line->control), line->control, false);
        if (control < 0) {
            printf("# %s: the control was answered %lld\n", line->what, control);
            bad++;
        }
        long long answer = tried(whose(line->attack), line->attack, true);
        sum_up(after);
        if (answer >= 0 || answer == STALE || strcmp(before, after) != 0) {
            printf("# %s: answered %lld%s\n", line->what, answer,
                   strcmp(before, after) != 0 ? ", and something changed" : "");
            bad++;
        }
    }
    return bad;
}

#define ALL_REFUSED(lines) assert_int_equal(try_all(lines, COUNT_OF(lines)), 0)
#define PLUS(field, time)  "jsonb_build_object('" field "', " time ")"

/* ---- holds ------------------------------------------------------------------------------------
 */

static void a_hold_is_within_the_shows_limits(void **state)
{
    static const char plain[] = "thief.hold('Stalls-A-2')",
                      fast[] = "thief.hold_fast('Stalls-A-2')";
    static const struct line lines[] = {
        {"a hold of ten years",
         "thief.hold('Stalls-A-2', " PLUS("expires_at", LATER) " || " PLUS("ceiling_at", LATER) ")",
         plain},
        {"a hold of ten years, the fast way",
         "thief.hold_fast('Stalls-A-2', " PLUS("expires_at", LATER) " || " PLUS("ceiling_at",
                                                                                LATER) ")",
         fast},
        {"a hold longer than its ceiling",
         "thief.hold_fast('Stalls-A-2', " PLUS("expires_at", LATER) ")", fast},
        {"a ceiling of ten years", "thief.hold('Stalls-A-2', " PLUS("ceiling_at", LATER) ")",
         plain},
        {"the same, the fast way", "thief.hold_fast('Stalls-A-2', " PLUS("ceiling_at", LATER) ")",
         fast},
        {"a hold made yesterday",
         "thief.hold('Stalls-A-2', " PLUS("created_at", "loge.now_ms() - 86400000") ")", plain},
        {"the same, the fast way",
         "thief.hold_fast('Stalls-A-2', " PLUS("created_at", "loge.now_ms() - 86400000") ")", fast},
        {"a hold that ended before it began",
         "thief.hold_fast('Stalls-A-2', '{\"ended_at\": 5, \"ending\": 2}')", fast},
        {"a seat kept longer than its hold",
         "thief.hold('Stalls-A-2', step => " PLUS("held_until", LATER) ")", plain},
        {"an extension of ten years", "thief.extend(" KEPT ", " PLUS("expires_at", LATER) ")",
         "thief.extend(" KEPT ", " PLUS("expires_at", "loge.now_ms() + 1200000") ")"},
        {"an extension that moves the ceiling",
         "thief.extend(" KEPT ", " PLUS("expires_at", LATER) " || " PLUS("ceiling_at", LATER) ")",
         "thief.extend(" KEPT ", " PLUS("expires_at", "loge.now_ms() + 1200000") ")"},
        {"a payment that never ends",
         "thief.extend(" KEPT ", '{\"status\": 1}' || " PLUS("paying_until", LATER) ")",
         "thief.extend(" KEPT
         ", '{\"status\": 1}' || " PLUS("paying_until", "loge.now_ms() + 600000") ")"},
        {"a blocked seat", "thief.hold('Stalls-B-2')", "thief.hold('Stalls-B-3')"},
        {"a seat blocked for the web", "thief.hold('Stalls-B-3', '{\"source\": 1}')",
         "thief.hold('Stalls-B-3')"},
        {"an offer to nobody who waits", "thief.hold('Stalls-A-2', '{\"source\": 4}')", plain},
        {"an address of 300 letters",
         "thief.hold_fast('Stalls-A-2', jsonb_build_object('email', repeat('x', 300)))", fast},
    };
    ALL_REFUSED(lines);
}

/* ---- what is sold ------------------------------------------------------------------------------
 */

static void a_ticket_costs_what_the_show_says(void **state)
{
    static const char plain[] = "thief.sell(" KEPT ")";
    static const struct line lines[] = {
        {"a seat for nothing", "thief.sell(" KEPT ", '{\"price\": 0}')", plain},
        {"a seat for less", "thief.sell(" KEPT ", '{\"price\": 3000}')", plain},
        {"a seat for more", "thief.sell(" KEPT ", '{\"price\": 9000}')", plain},
        {"a child's price for an adult", "thief.sell(" KEPT ", '{\"price\": 2000}')",
         "thief.sell(" KEPT ", of_type => 1)"},
        {"a price of another class", "thief.sell(" KEPT ", '{\"price\": 2500, \"class_no\": 1}')",
         plain},
        {"ninety per cent off", "thief.sell(" KEPT ", '{\"discount\": 3600}')",
         "thief.sell(" KEPT ", '{\"discount\": 400}')"},
        {"a ticket of a later generation", "thief.sell(" KEPT ", '{\"generation\": 2}')", plain},
        {"a discount below nothing", "thief.sell(" KEPT ", '{\"discount\": -100}')", plain},
        {"no fee", "thief.sell(" KEPT ", '{\"fee\": 0}')", plain},
        {"no tax", "thief.sell(" KEPT ", '{\"tax\": 0}')", plain},
        {"a total of its own", "thief.sell(" KEPT ", '{\"total\": 100}')", plain},
        {"a ticket for nothing by a clerk", "thief.sell(" KEPT ", of_type => 4)",
         BY_MARK "thief.sell(thief.id('mark''s hold'), of_type => 4)"},
        {"a ticket that pretends to replace one", "thief.sell(" KEPT ", '{\"sold_at\": 0}')",
         plain},
        {"a ticket sold last year", "thief.sell(" KEPT ", '{\"sold_at\": 1768000000000}')", plain},
        {"a ticket sold by somebody else", "thief.sell(" KEPT ", '{\"sold_by\": \"mark\"}')",
         plain},
        {"a ticket sold at another till", "thief.sell(" KEPT ", '{\"till\": \"till-of-mark\"}')",
         plain},
        {"a ticket that is over already", "thief.sell(" KEPT ", '{\"ended_at\": 5}')", plain},
    };
    ALL_REFUSED(lines);
}

static void an_order_adds_up(void **state)
{
    static const char plain[] = "thief.sell(" KEPT ")";
    static const struct line lines[] = {
        {"an order of less than its tickets", "thief.sell(" KEPT ", sale => '{\"total\": 100}')",
         plain},
        {"an order paid less than it says", "thief.sell(" KEPT ", payment => '{\"amount\": 1}')",
         plain},
        {"an order paid by nothing", "thief.sell(" KEPT ", rows => '{\"payments\": []}')", plain},
        {"an order paid too little",
         "thief.sell(" KEPT ", sale => '{\"paid\": 1}', payment => '{\"amount\": 1}')", plain},
        {"a reservation that is paid", "thief.sell(" KEPT ", sale => '{\"status\": 1}')",
         "thief.sell(" KEPT ", sale => '{\"status\": 1, \"paid\": 0, \"collected_at\": 0}')"},
        {"an order sold last year", "thief.sell(" KEPT ", sale => '{\"sold_at\": 1768000000000}')",
         plain},
        {"an order sold at another till",
         "thief.sell(" KEPT ", sale => '{\"till\": \"till-of-mark\"}')", plain},
        {"an order of somebody else's", "thief.sell(" KEPT ", sale => '{\"sold_by\": \"mark\"}')",
         plain},
        {"an order in another currency", "thief.sell(" KEPT ", sale => '{\"currency\": \"ITL\"}')",
         plain},
        {"money into another's drawer",
         "thief.sell(" KEPT ", payment => jsonb_build_object('shift', " HIS "))", plain},
        {"an order of another's drawer",
         "thief.sell(" KEPT ", sale => jsonb_build_object('shift', " HIS "))", plain},
        {"cash into no drawer", "thief.sell(" KEPT ", payment => '{\"shift\": null}')", plain},
        {"money taken last year", "thief.sell(" KEPT ", payment => '{\"at\": 1768000000000}')",
         plain},
        {"money beside its order", "thief.pay(" BENS ", 100)", plain},
    };
    ALL_REFUSED(lines);
}

static void a_voucher_is_used_as_rows_say(void **state)
{
    static const char plain[] =
        "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"CARD\"}', rows =>"
        " thief.voucher('CARD', '{\"used\": 4150, \"uses\": 1}'))";
    static const char promo[] = "thief.sell(" KEPT ", '{\"discount\": 800}', rows =>"
                                " thief.voucher('PROMO', '{\"used\": 800, \"uses\": 1}'))";
    static const struct line lines[] = {
        {"a voucher that pays and is not used up",
         "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"CARD\"}')", plain},
        {"a voucher used up by less than it pays",
         "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"CARD\"}', rows =>"
         " thief.voucher('CARD', '{\"used\": 1, \"uses\": 1}'))",
         plain},
        {"a voucher that nobody sold",
         "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"NONE\"}')", plain},
        {"a spent voucher",
         "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"SPENT\"}', rows =>"
         " thief.voucher('SPENT', '{\"used\": 9150, \"uses\": 2}'))",
         plain},
        {"a voucher that another till is lent",
         "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"LENT\"}', rows =>"
         " thief.voucher('LENT', '{\"used\": 4150, \"uses\": 1}'))",
         plain},
        {"the same, as if it were not lent",
         "thief.sell(" KEPT ", payment => '{\"tender\": 2, \"voucher\": \"LENT\"}', rows =>"
         " thief.voucher('LENT', '{\"used\": 4150, \"uses\": 1, \"lent\": 0}'))",
         plain},
        {"a clerk lends a voucher",
         "thief.act(31, thief.note(31, " LENDER ", 'CARD') || jsonb_build_object('loans',"
         " jsonb_build_array(jsonb_build_object('code', 'CARD', 'device', " LENDER ", 'till',"
         " 'till-away', 'version', 0, 'money', 1, 'uses', 0))))",
         plain},
        {"a spent voucher full again", "thief.act(19, thief.voucher('SPENT', '{\"used\": 0}'))",
         plain},
        {"a voucher full again beside a sale",
         "thief.sell(" KEPT ", rows => thief.voucher('SPENT', '{\"used\": 0}'))", plain},
        {"a spent voucher full again, beside a bag",
         "thief.bag(thief.voucher('SPENT', '{\"used\": 0}'))",
         "thief.bag(thief.voucher('SPENT', '{}'))"},
        {"another's voucher burnt", "thief.act(19, thief.voucher('CARD', '{\"used\": 9000}'))",
         plain},
        {"a voucher's uses counted back",
         "thief.sell(" KEPT ", rows => thief.voucher('SPENT', '{\"uses\": 0}'))", plain},
        {"a discount of a voucher that is not counted",
         "thief.sell(" KEPT ", '{\"discount\": 800}')", promo},
        {"a discount larger than its voucher",
         "thief.sell(" KEPT ", '{\"discount\": 1700}', rows => thief.voucher('PROMO',"
         " '{\"used\": 500, \"uses\": 1}'))",
         promo},
        {"a voucher's discount beyond what is counted",
         "thief.sell(" KEPT ", '{\"discount\": 1150}', rows => thief.voucher('PROMO',"
         " '{\"used\": 500, \"uses\": 1}'))",
         promo},
        {"a discount of a voucher that is over",
         "thief.sell(" KEPT ", '{\"discount\": 800}', rows => thief.voucher('OVER',"
         " '{\"used\": 800, \"uses\": 1}'))",
         promo},
        {"a larger budget",
         "thief.sell(" KEPT ", rows => thief.voucher('SPENT', '{\"budget\": 99}'))",
         "thief.sell(" KEPT ", rows => thief.voucher('SPENT', '{}'))"},
        {"a voucher over its budget",
         "thief.sell(" KEPT ", '{\"discount\": 1600}', rows => thief.voucher('PROMO',"
         " '{\"used\": 1600, \"uses\": 1}'))",
         promo},
    };
    ALL_REFUSED(lines);
}

/* ---- money back -------------------------------------------------------------------------------
 */

static void money_goes_back_where_it_came_from(void **state)
{
    static const char plain[] = "thief.refund(" BENS ")";
    static const char his[] = BY_MARK "thief.refund(" MARKS ")";
    static const struct line lines[] = {
        {"an order of another's drawer, out of it",
         "thief.refund(" MARKS ", payment => jsonb_build_object('shift', " HIS "), but =>"
         " '{\"till\": \"till-of-mark\"}')",
         his},
        {"the same as an exchange",
         "thief.refund(" MARKS ", 10, payment => jsonb_build_object('shift', " HIS "), but =>"
         " '{\"till\": \"till-of-mark\"}')",
         his},
        {"another's order out of the own drawer", "thief.refund(" MARKS ")", his},
        {"another's order for a cheaper one", "thief.cheapen(" MARKS ")",
         "thief.cheapen(" BENS ")"},
        {"an order of a drawer that was counted", "thief.refund(thief.id('an old order'))", plain},
        {"the own order out of another's drawer",
         "thief.refund(" BENS ", payment => jsonb_build_object('shift', " HIS "))", plain},
        {"an exchange for nothing", "thief.refund(" BENS ", 10)", plain},
        {"more than was paid",
         "thief.refund(" BENS ", sale => '{\"paid\": -4150}', payment => '{\"amount\": -8300}')",
         plain},
        {"more than the books say", "thief.refund(" BENS ", payment => '{\"amount\": -8300}')",
         plain},
        {"by a card that never paid",
         "thief.refund(" BENS ", payment => '{\"tender\": 1, \"auth\": \"A12345\"}')", plain},
        {"onto a voucher that never paid",
         "thief.refund(" BENS ", payment => '{\"tender\": 2, \"voucher\": \"CARD\"}')", plain},
        {"the tickets gone and the money kept",
         "thief.refund(" BENS ", sale => '{\"paid\": 4150}', payment => '{\"amount\": 0}')", plain},
        {"the tickets gone and half of the money kept",
         "thief.refund(" BENS ", sale => '{\"paid\": 2000}', payment => '{\"amount\": -2150}')",
         plain},
        {"a fee of the whole price kept",
         "thief.refund(" BENS ", ticket => '{\"kept\": 4000}', sale => '{\"paid\": 4000}', payment"
         " => '{\"amount\": -150}')",
         "thief.refund(" BENS ", ticket => '{\"kept\": 150}', sale => '{\"paid\": 150}', payment"
         " => '{\"amount\": -4000}')"},
        {"in another's name", "thief.refund(" BENS ", ticket => '{\"ended_by\": \"mark\"}')",
         plain},
        {"last year", "thief.refund(" BENS ", ticket => '{\"ended_at\": 1768000000000}')", plain},
        {"and the order goes on", "thief.refund(" BENS ", sale => '{\"status\": 0}')", plain},
        {"money back for a ticket that stays valid",
         "thief.act(10, jsonb_build_object('sales',"
         " jsonb_build_array((SELECT to_jsonb(s) || '{\"paid\": 0}' FROM loge.sale AS s WHERE"
         " s.id = " BENS ")), 'payments', jsonb_build_array(jsonb_build_object('sale', " BENS ","
         " 'id', gen_random_uuid(), 'shift', " OURS ", 'tender', 0, 'amount', -4150, 'given', 0,"
         " 'auth', '', 'voucher', '', 'reason', '', 'at', loge.now_ms(), 'late_at', 0))))",
         plain},
    };
    ALL_REFUSED(lines);
}

static void an_order_is_rewritten_by_those_who_may(void **state)
{
    static const char plain[] = "thief.rewrite_sale(" BENS ", '{}')";
    static const struct line lines[] = {
        {"another's name", "thief.rewrite_sale(" MARKS ", '{\"name\": \"Eve\"}')",
         BY_MARK "thief.rewrite_sale(" MARKS ", '{\"name\": \"Eve\"}')"},
        {"another's address", "thief.rewrite_sale(" MARKS ", '{\"email\": \"eve@example.org\"}')",
         BY_MARK "thief.rewrite_sale(" MARKS ", '{\"email\": \"eve@example.org\"}')"},
        {"its state", "thief.rewrite_sale(" BENS ", '{\"status\": 3}')", plain},
        {"its total", "thief.rewrite_sale(" BENS ", '{\"total\": 0}')", plain},
        {"what was paid", "thief.rewrite_sale(" BENS ", '{\"paid\": 0}')", plain},
        {"owed again", "thief.rewrite_sale(" BENS ", '{\"status\": 1}')", plain},
        {"handed over twice", "thief.rewrite_sale(" BENS ", '{\"collected_at\": 7}')", plain},
        {"a code of 200 letters",
         "thief.rewrite_sale(" BENS ", jsonb_build_object('name', repeat('x', 200)))", plain},
        {"a refunded ticket lives again",
         "thief.act(23, jsonb_build_object('tickets', (SELECT jsonb_agg(to_jsonb(t) ||"
         " '{\"status\": 0}') FROM loge.ticket AS t WHERE t.sale = thief.id('a refunded order'))))",
         plain},
        {"a role of one's own", "thief.staff('{\"role\": 3}')", "thief.staff('{\"failures\": 1}')"},
        {"a ticket taken away",
         "thief.act(23, jsonb_build_object('tickets', (SELECT jsonb_agg(to_jsonb(t) ||"
         " '{\"status\": 3}') FROM loge.ticket AS t WHERE t.sale = " MARKS ")))",
         plain},
    };
    ALL_REFUSED(lines);
}

/* ---- drawers ----------------------------------------------------------------------------------
 */

static void a_drawer_is_opened_and_closed_once(void **state)
{
    static const char closing[] = "thief.close_shift(" OURS ")";
    static const char opening[] = "thief.start_shift(at => '{\"till\": \"till-7\"}')";
    static const struct line lines[] = {
        {"closed with invented sums",
         "thief.close_shift(" OURS ", '{\"expected_cash\": 0, \"counted_cash\": 0}')", closing},
        {"closed with an invented card sum",
         "thief.close_shift(" OURS ", '{\"expected_card\": 700}')", closing},
        {"closed last year", "thief.close_shift(" OURS ", '{\"closed_at\": 1768000000000}')",
         closing},
        {"closed with another float", "thief.close_shift(" OURS ", '{\"float_amount\": 0}')",
         closing},
        {"another's closed", "thief.close_shift(" HIS ")", closing},
        {"another's closed at its till", "thief.close_shift(" HIS ", but => " THERE ")",
         BY_MARK "thief.close_shift(" HIS ")"},
        {"opened again", "thief.shift_act(13, thief.old_shift(), '{\"closed_at\": 0}')", closing},
        {"opened again, beside a bag",
         "thief.bag(jsonb_build_object('shifts', jsonb_build_array(thief.shift_row("
         "thief.old_shift(), '{\"counted_cash\": 5}'))))",
         "thief.bag('{}')"},
        {"counted again", "thief.shift_act(13, thief.old_shift(), '{\"counted_cash\": 5}')",
         closing},
        {"another float", "thief.shift_act(12, " OURS ", '{\"float_amount\": 0}', '{}')",
         "thief.shift_act(12, " OURS ", '{}', '{}')"},
        {"money out of another's", "thief.shift_act(12, " HIS ", '{}', '{}')",
         "thief.shift_act(12, " OURS ", '{}', '{}')"},
        {"money out of another's at its till",
         "thief.shift_act(12, " HIS ", '{}', '{}', " THERE ")",
         BY_MARK "thief.shift_act(12, " HIS ", '{}', '{}')"},
        {"more money out than there is",
         "thief.shift_act(12, " OURS ", '{}', '{\"amount\": 99999999}')",
         "thief.shift_act(12, " OURS ", '{}', '{}')"},
        {"money out last year", "thief.shift_act(12, " OURS ", '{}', '{\"at\": 1768000000000}')",
         "thief.shift_act(12, " OURS ", '{}', '{}')"},
        {"opened for another till", "thief.start_shift('{\"till\": \"till-7\"}')", opening},
        {"opened in another's name",
         "thief.start_shift('{\"staff\": \"mark\"}', '{\"till\": \"till-7\"}')", opening},
        {"opened and counted",
         "thief.start_shift('{\"counted_cash\": 10000}', '{\"till\": \"till-7\"}')", opening},
        {"opened last year",
         "thief.start_shift('{\"opened_at\": 1768000000000}', '{\"till\": \"till-7\"}')", opening},
        {"opened in another currency",
         "thief.start_shift('{\"currency\": \"ITL\"}', '{\"till\": \"till-7\"}')", opening},
    };
    ALL_REFUSED(lines);
}

/* ---- which till -------------------------------------------------------------------------------
 */

#define KEYLESS      "'{\"till\": \"till-7\", \"shown\": null}'"
#define WITH(key)    "jsonb_build_object('till', 'till-7', 'shown', " key ")"
#define ANOTHERS_KEY WITH("public.shown_of('till-of-ben')")
#define AT_TILL_7    "'{\"till\": \"till-7\"}'"
#define AT_NO_TILL   WITH("public.shown_of('till-of-ben')") " || '{\"till\": \"till-8\"}'"

/* With the password alone, with another till's key, and with what the house keeps of the right one.
 */
static void a_till_is_proven_not_named(void **state)
{
    static const char opening[] = "thief.start_shift(at => " AT_TILL_7 ")";
    static const char holding[] = "thief.hold_fast('Stalls-A-2', " AT_TILL_7 ")";
    static const char scanning[] = BY_SAM "thief.scan(" AT_TILL_7 ")";
    static const struct line lines[] = {
        {"a shift without a key", "thief.start_shift(at => " KEYLESS ")", opening},
        {"a shift with another till's key", "thief.start_shift(at => " ANOTHERS_KEY ")", opening},
        {"a shift at a till that nobody has joined", "thief.start_shift(at => " AT_NO_TILL ")",
         opening},
        {"a shift with no key of any till",
         "thief.start_shift(at => " WITH("sha256('till-7'::bytea)") ")", opening},
        {"a shift with what brings a journal home",
         "thief.start_shift(at => " WITH("convert_to('till-7', 'UTF8')") ")", opening},
        {"a shift with what the house keeps",
         "thief.start_shift(at => " WITH("sha256(public.shown_of('till-7'))") ")", opening},
        {"a hold without a key", "thief.hold_fast('Stalls-A-2', " KEYLESS ")", holding},
        {"a hold with another till's key", "thief.hold_fast('Stalls-A-2', " ANOTHERS_KEY ")",
         holding},
        {"a hold at a till that nobody has joined", "thief.hold_fast('Stalls-A-2', " AT_NO_TILL ")",
         holding},
        {"a hold that names another till",
         "thief.hold_named('Stalls-A-2', 'till-7', public.shown_of('till-of-ben'))",
         "thief.hold_named('Stalls-A-2', 'till-of-ben', public.shown_of('till-of-ben'))"},
        {"the same, the slow way", "thief.hold('Stalls-A-2', " AT_TILL_7 ")",
         "thief.hold('Stalls-A-2')"},
        {"a sale without a key", "thief.sell(" KEPT ", but => '{\"shown\": null}')",
         "thief.sell(" KEPT ")"},
        {"a refund without a key", "thief.refund(" BENS ", but => '{\"shown\": null}')",
         "thief.refund(" BENS ")"},
        {"money out with another's key",
         "thief.shift_act(12, " OURS ", '{}', '{}', jsonb_build_object('shown',"
         " public.shown_of('till-7')))",
         "thief.shift_act(12, " OURS ", '{}', '{}')"},
        {"a supervisor without a till", BY_MARK "thief.start_shift(at => " KEYLESS ")",
         BY_MARK "thief.start_shift(at => " WITH("public.shown_of('till-of-mark')") ")"},
        {"a supervisor's signature without a till",
         BY_MARK "SELECT 1 FROM thief.sign(7, thief.blocked('{Stalls-A-2}'), '{\"shown\": null}')",
         BY_MARK "SELECT 1 FROM thief.sign(7, thief.blocked('{Stalls-A-2}'))"},
        {"a scan without a key", BY_SAM "thief.scan(" KEYLESS ")", scanning},
        {"a scan with another gate's key",
         BY_SAM "thief.scan(" WITH("public.shown_of('till-of-sam')") ")", scanning},
        {"a scan that names another gate", BY_SAM "thief.scan('{}', '{\"till\": \"till-7\"}')",
         BY_SAM "thief.scan()"},
        {"a service without a till", BY_WEB "thief.start_shift(at => " KEYLESS ")",
         BY_WEB "thief.start_shift()"},
        {"a service as another till",
         BY_WEB "thief.start_shift(at => " WITH("public.shown_of('till-of-web')") ")",
         BY_WEB "thief.start_shift()"},
        {"a payment by a service without a till", BY_WEB "SELECT 1 FROM thief.payment_back(NULL)",
         BY_WEB "SELECT 1 FROM thief.payment_back(public.shown_of('till-of-web'))"},
    };
    ALL_REFUSED(lines);
}

/* What a service does for a client stands under the client's name; nobody else acts in it. */
static void a_service_acts_for_its_clients(void **state)
{
    static const char shop[] = "jsonb_build_object('till', 'web-shop', 'shown',"
                               " public.shown_of('till-of-web'))";
    char attack[SENTENCE], control[SENTENCE];
    snprintf(attack, sizeof attack, "thief.start_shift(at => %s)", shop);
    snprintf(control, sizeof control, BY_WEB "thief.start_shift(at => %s)", shop);
    const struct line lines[] = {{"a clerk as a client of the service", attack, control}};
    pg_server_do(root, "INSERT INTO loge.token (house, hash, name, scopes, made_by, made_at)"
                       " SELECT public.attacked(), sha256('token'), 'web-shop', 1, 'ruth', 0");
    ALL_REFUSED(lines);
}

/* What a till counts names no till: it stands under the one whose key was shown. */
static void a_till_counts_for_itself(void **state)
{
    pg_server_do(ben, "SELECT loge.count_till(public.shown_of('till-of-ben'), '{loge_x}', '{5}')");
    assert_int_equal(pg_server_count(root, "SELECT count(*) FROM loge.till_count WHERE series ="
                                           " 'loge_x' AND till = 'till-of-ben'"),
                     1);
    pg_server_do(ben, "SELECT loge.count_till(NULL, '{loge_x}', '{5}')");
    assert_int_equal(pg_server_count(root, "SELECT sum(value) FROM loge.till_count WHERE series ="
                                           " 'loge_x'"),
                     5);
}

/* A till that was declared dead does nothing, whoever has its key; it acts again when it is let in.
 */
static void a_dead_till_does_nothing(void **state)
{
    static const char revoke[] = "UPDATE loge.journal SET quarantine = 4 WHERE till = 'till-7'"
                                 " AND house = public.attacked()";
    static const char opening[] = "thief.start_shift(at => " AT_TILL_7 ")";
    assert_true(tried(ben, opening, false) >= 0);
    pg_server_do(root, revoke);
    assert_int_equal(tried(ben, opening, true), NOT_ALLOWED);
    pg_server_do(root, "UPDATE loge.journal SET quarantine = 0 WHERE till = 'till-7'"
                       " AND house = public.attacked()");
    assert_true(tried(ben, opening, false) >= 0);
}

/* ---- the log ----------------------------------------------------------------------------------
 */

static void the_log_tells_what_was_done(void **state)
{
    static const char plain[] = "thief.rewrite_sale(" BENS ", '{}')";
    static const char guest[] = "thief.act(18, thief.guest())";
    static const struct line lines[] = {
        {"a free line", "thief.act(25, thief.note(25, " BENS ", 'collected'))", plain},
        {"a free line beside an act",
         "thief.act(18, thief.guest() || thief.note(24, " BENS ", 'paid'))", guest},
        {"a line of 19 MB",
         "thief.act(18, thief.guest() || thief.note(18, thief.id('guest'), repeat('x', 19000000)))",
         guest},
        {"a reason of 19 MB",
         "thief.act(18, thief.guest(), jsonb_build_object('reason', repeat('x', 19000000)))",
         guest},
        {"a note of 19 MB",
         "thief.hold_fast('Stalls-A-2', jsonb_build_object('note', repeat('x', 19000000)))",
         "thief.hold_fast('Stalls-A-2', '{\"note\": \"x\"}')"},
        {"a change without a line", "thief.act(18, thief.guest() - 'notes')", guest},
        {"a guest's name of 19 MB",
         "thief.act(18, jsonb_set(thief.guest(), '{customers,0,name}',"
         " to_jsonb(repeat('x', 19000000))))",
         guest},
    };
    ALL_REFUSED(lines);
}

/* ---- signatures -------------------------------------------------------------------------------
 */

/* mark signs for one seat, at ben's till, for this reason. */
static void a_signature_is_for_what_was_signed(void **state)
{
    static const char one[] = "thief.act(7, thief.blocked('{Stalls-A-2}'), "
                              "'{\"key\": \"01900000-0000-7000-8000-00000000000a\", "
                              "\"approver\": \"mark\"}')";
    static const struct line lines[] = {
        {"three seats for one",
         "thief.act(7, thief.blocked('{Stalls-A-2,Stalls-A-4,Stalls-B-4}'),"
         " '{\"key\": \"01900000-0000-7000-8000-00000000000a\", \"approver\": \"mark\"}')",
         one},
        {"another seat",
         "thief.act(7, thief.blocked('{Stalls-A-4}'),"
         " '{\"key\": \"01900000-0000-7000-8000-00000000000a\", \"approver\": \"mark\"}')",
         one},
        {"another reason",
         "thief.act(7, thief.blocked('{Stalls-A-2}'), '{\"key\":"
         " \"01900000-0000-7000-8000-00000000000a\", \"approver\": \"mark\","
         " \"reason\": \"\"}')",
         one},
        {"another till",
         "thief.act(7, thief.blocked('{Stalls-A-2}'), '{\"key\":"
         " \"01900000-0000-7000-8000-00000000000a\", \"approver\": \"mark\","
         " \"till\": \"till-7\"}')",
         one},
        {"another act", "thief.act(7, thief.blocked('{Stalls-A-2}'), '{\"approver\": \"mark\"}')",
         one},
        {"another approver",
         "thief.act(7, thief.blocked('{Stalls-A-2}'), '{\"key\":"
         " \"01900000-0000-7000-8000-00000000000a\", \"approver\": \"ruth\"}')",
         one},
        {"nobody's", "thief.act(7, thief.blocked('{Stalls-A-2}'))", one},
    };
    pg_server_do(mark, "SELECT thief.sign(7, thief.blocked('{Stalls-A-2}'),"
                       " '{\"key\": \"01900000-0000-7000-8000-00000000000a\"}')");
    ALL_REFUSED(lines);
}

/* ---- the books --------------------------------------------------------------------------------
 */

static long long findings(const char *name)
{
    char sql[200];
    snprintf(sql, sizeof sql, "SELECT count(*) FROM qa.invariants() WHERE name = '%s'", name);
    return pg_server_count(root, sql);
}

/* Who writes the tables themselves is found by whoever reads the books. */
static void what_does_not_add_up_is_found(void **state)
{
    static const struct {
        const char *tamper, *name;
    } faults[] = {
        {"UPDATE loge.sale SET total = total - 1 WHERE id = " BENS,
         "sale_total_is_not_its_tickets"},
        {"UPDATE loge.payment SET amount = amount - 1 WHERE sale = " BENS,
         "sale_paid_is_not_its_payments"},
        {"UPDATE loge.sale SET status = 3 WHERE id = " BENS, "valid_ticket_of_refunded_sale"},
        {"UPDATE loge.ticket SET fee = 0 WHERE sale = " BENS, "ticket_does_not_add_up"},
        {"UPDATE loge.voucher SET used = budget + 1", "voucher_over_its_limit"},
        {"UPDATE loge.shift SET expected_cash = 1 WHERE closed_at > 0", "shift_does_not_add_up"},
        {"UPDATE loge.payment AS p SET shift = s.id, at = s.closed_at + 3600000 FROM loge.shift AS "
         "s"
         " WHERE s.closed_at > 0 AND p.sale = " BENS,
         "payment_in_a_closed_shift"},
        {"UPDATE loge.payment SET amount = 9000 WHERE sale = " BENS
         "; UPDATE loge.sale SET paid = 9000 WHERE id = " BENS,
         "sale_paid_more_than_its_tickets"},
    };
    for (int i = 0; i < COUNT_OF(faults); i++) {
        assert_int_equal(findings(faults[i].name), 0);
        /* Whoever can do that gets past the walls that stand in triggers, too. */
        pg_server_do(root, "BEGIN; SET LOCAL session_replication_role = replica");
        pg_server_do(root, faults[i].tamper);
        if (!findings(faults[i].name))
            fail_msg("nobody finds %s", faults[i].tamper);
        pg_server_do(root, "ROLLBACK");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hold_is_within_the_shows_limits),
        cmocka_unit_test(a_ticket_costs_what_the_show_says),
        cmocka_unit_test(an_order_adds_up),
        cmocka_unit_test(a_voucher_is_used_as_rows_say),
        cmocka_unit_test(money_goes_back_where_it_came_from),
        cmocka_unit_test(an_order_is_rewritten_by_those_who_may),
        cmocka_unit_test(a_drawer_is_opened_and_closed_once),
        cmocka_unit_test(a_till_is_proven_not_named),
        cmocka_unit_test(a_service_acts_for_its_clients),
        cmocka_unit_test(a_till_counts_for_itself),
        cmocka_unit_test(a_dead_till_does_nothing),
        cmocka_unit_test(the_log_tells_what_was_done),
        cmocka_unit_test(a_signature_is_for_what_was_signed),
        cmocka_unit_test(what_does_not_add_up_is_found),
    };
    if (pg_server_skip())
        return 0;
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
