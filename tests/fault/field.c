#include "config.h"

#include "tests/fault/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "src/adapter/pg_upstream.h"
#include "src/adapter/sodium_crypt.h"
#include "src/domain/plan_text.h"
#include "src/engine/desk.h"
#include "src/port/token.h"
#include "tests/fault/field_verdict.h"
#include "tests/lib/temp_dir.h"

enum { PATIENCE_MS = 60000, SHORT_CLERKS = 4, A_FEW = 15, SOME = 40 };

struct redis_server field_redis;
static char template_name[PG_NAME];

static const char drawing[] = "title Field\n"
                              "stage top\n"
                              "class S Stalls\n"
                              "section Stalls\n"
                              "numbers left 1\n"
                              "A SSSSSSSSSS\n"
                              "B SSSSSSSSSS\n"
                              "C SSSSSSSSSS\n"
                              "D SSSSSSSSSS\n"
                              "E SSSSSSSSSS\n"
                              "F SSSSSSSSSS\n"
                              "G SSSSSSSSSS\n"
                              "H SSSSSSSSSS\n";

/* ---- numbers from outside ------------------------------------------------------------------- */

static int64_t wished(const char *name, int64_t otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoll(text, NULL, 10) : otherwise;
}

int field_rounds(int few)
{
    return few * (int)wished("ROUNDS", 1);
}

/* ---- the house ------------------------------------------------------------------------------ */

static void must(const struct outcome *out)
{
    if (out->verdict)
        fail_msg("%s: %s", verdict_code(out->verdict), out->message);
}

static void add_hall(struct desk *desk, const struct act_meta *meta)
{
    struct outcome out;
    struct plan_faults faults = {0};
    struct plan *plan = plan_text_parse(drawing, strlen(drawing), meta->arena, &faults);
    if (!plan)
        fail_msg("%d: %s", faults.at[0].line, faults.at[0].text);
    const struct hall hall = {.id = "main", .name = "Main House"};
    desk_plan_import(desk, meta, &hall, plan, drawing, &out);
    must(&out);
}

/* The key that tickets are signed with; whoever is at a door has the other half. */
static void add_key(struct desk *desk, const struct act_meta *meta)
{
    static const uint8_t seed[SIGN_SEED] = {CLERK_KEY_SEED};
    struct ticket_key row = {.kind = KEY_HOUSE};
    struct sign_key key;
    struct outcome out;
    desk->crypt->sign_key(seed, &key);
    memcpy(row.public, key.public, sizeof row.public);
    desk_key_add(desk, meta, &row, &out);
    must(&out);
}

static void add_token(struct desk *desk)
{
    struct token token = {.name = CLERK_SHOP, .scopes = SCOPE_READ | SCOPE_SELL | SCOPE_UNLIMITED};
    const struct token_ops *ops;
    struct store *keeper = desk->store->ops->tokens(desk->store, &ops);
    struct hash_state state;
    enum verdict verdict;
    struct err err;
    desk->crypt->hash_start(&state);
    desk->crypt->hash_add(&state, CLERK_TOKEN, strlen(CLERK_TOKEN));
    desk->crypt->hash_end(&state, token.hash);
    if (ops->make(keeper, "office", &token, &verdict, &err) || verdict ||
        ops->read_secret(keeper, clerk_shop_secret, &err))
        fail_msg("no token can be made");
}

static void add_show(struct desk *desk, const struct act_meta *meta)
{
    static const struct price prices[] = {{0, {4200, 2100, 3360, 3360, 0}}};
    struct outcome out;
    const struct show show = {.id = CLERK_SHOW,
                              .title = "Hamlet",
                              .hall = "main",
                              .currency = "EUR",
                              .starts_at = clock_wall(&desk->clock) + 86400000,
                              .hold_ttl_ms = 900000,
                              .extend_ms = 300000,
                              .ceiling_ms = 7200000,
                              .gap_rule = true,
                              .fee = 200,
                              .tax_bp = 900,
                              .prices = prices,
                              .price_count = COUNT_OF(prices)};
    desk_show_add(desk, meta, &show, &out);
    must(&out);
    desk_show_status(desk, meta, CLERK_SHOW, SHOW_OPEN, &out);
    must(&out);
}

const char *field_login(int clerk, char login[PG_LOGIN_TEXT])
{
    if (clerk < 0)
        snprintf(login, PG_LOGIN_TEXT, "house_1_carrier");
    else
        snprintf(login, PG_LOGIN_TEXT, "house_1_clerk%d", clerk);
    return login;
}

static enum role role_of(int person)
{
    if (person == 0)
        return ROLE_SUPERVISOR;
    return person >= FIRST_AT_DOOR && person < FIRST_AT_SCREEN ? ROLE_SCANNER : ROLE_CLERK;
}

static void add_people(void)
{
    char name[PERSON_TEXT], login[PG_LOGIN_TEXT], expected[PG_LOGIN_TEXT];
    for (int i = 0; i < CLERKS_MAX; i++) {
        snprintf(name, sizeof name, "clerk%d", i);
        pg_house_person(template_name, name, role_of(i), login);
        assert_string_equal(login, field_login(i, expected));
    }
    pg_house_person(template_name, "web", ROLE_SERVICE, login);
}

/* All fields are copies of one house: people, hall and show are there. */
static void make_template(void)
{
    char url[PG_URL], login[PG_LOGIN_TEXT];
    struct err err;
    pg_house_make(template_name);
    add_people();
    struct desk desk = {
        .crypt = sodium_crypt(), .clock = clock_system(), .ids = {.rng = rng_system()}};
    struct act_meta meta = {.arena = arena_new(),
                            .actor = {.name = "ruth", .till = "office", .role = ROLE_MANAGER}};
    pg_server_url(template_name, field_login(-1, login), PG_PASSWORD, url);
    if (pg_store_open(url, desk.crypt, &desk.clock, &desk.store, &err))
        fail_msg("%s", err.text);
    add_hall(&desk, &meta);
    add_show(&desk, &meta);
    add_key(&desk, &meta);
    add_token(&desk);
    store_close(&desk.store);
    arena_free(&meta.arena);
}

int field_servers_start(void **state)
{
    pg_server_start();
    redis_server_start(&field_redis);
    make_template();
    return 0;
}

int field_servers_stop(void **state)
{
    redis_server_stop(&field_redis);
    pg_server_stop();
    return 0;
}

int field_prepare(void **state)
{
    free(redis_server_say(&field_redis, "FLUSHALL", NULL));
    return 0;
}

/* ---- tills ---------------------------------------------------------------------------------- */

/* Those that are at work now; the test's own field is gone when it fails. */
static pid_t at_work[CLERKS_MAX];

int field_clear(void **state)
{
    for (int i = 0; i < CLERKS_MAX; i++) {
        if (at_work[i] <= 0)
            continue;
        kill(at_work[i], SIGKILL);
        waitpid(at_work[i], NULL, 0);
        at_work[i] = 0;
    }
    return 0;
}

static void start_clerk(struct field *field, int clerk)
{
    pid_t parent = getpid();
    fflush(NULL);
    at_work[clerk] = field->pids[clerk] = fork();
    assert_true(field->pids[clerk] >= 0);
    if (field->pids[clerk])
        return;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    close(field->said);
    close(field->go[1]);
    if (getppid() != parent)
        _exit(1);
    clerk_work(&field->jobs[clerk]);
}

static int person_of(const struct field *field, int clerk)
{
    const int first_at_door = field->tills + field->wish.shops;
    return clerk < first_at_door ? clerk : FIRST_AT_DOOR + clerk - first_at_door;
}

static void write_url(const struct field *field, int person, char url[300])
{
    char login[PG_LOGIN_TEXT], own[PG_URL];
    field_login(person, login);
    if (field->wish.host)
        snprintf(url, 300, "%s dbname=%s user=%s password=%s", field->wish.host, field->database,
                 login, PG_PASSWORD);
    else
        snprintf(url, 300, "%s", pg_server_url(field->database, login, PG_PASSWORD, own));
}

static void hire(struct field *field, int clerk, int say)
{
    struct clerk_job *job = &field->jobs[clerk];
    const int person = person_of(field, clerk);
    *job = (struct clerk_job){.no = clerk,
                              .person = person,
                              .role = role_of(person),
                              .place = clerk < field->tills            ? CLERK_AT_TILL
                                       : role_of(person) == ROLE_CLERK ? CLERK_AT_SHOP
                                                                       : CLERK_AT_DOOR,
                              .port = field->wish.port,
                              .seed = (uint64_t)field_roll(field, 1, 1 << 30),
                              .skew_ms = field->wish.skew_ms * (clerk - field->clerks / 2),
                              .narrow = field->wish.narrow,
                              .timeless = field->wish.timeless,
                              .say = say,
                              .go = field->go[0],
                              .board = field->board};
    snprintf(job->path, sizeof job->path, "%s/clerk-%d", field->dir, clerk);
    write_url(field, person, job->url);
    write_url(field, 0, job->guest);
    snprintf(job->redis, sizeof job->redis, "%s",
             field->wish.redis ? field->wish.redis : field_redis.address);
}

/* Each till joins the house, as a supervisor lets it. */
static void let_it_join(struct field *field, int clerk)
{
    struct clerk_job *job = &field->jobs[clerk];
    const struct clock clock = clock_system();
    struct enrolment who = {0};
    struct enrolled is;
    struct sign_key key;
    struct err err;
    char url[300];
    clerk_key_of(clerk, &who.device, &key);
    memcpy(who.public, key.public, sizeof who.public);
    snprintf(who.till, sizeof who.till, "till-%d", clerk);
    write_url(field, 0, url);
    struct upstream *line = pg_upstream_new(url, sodium_crypt(), &clock, &key);
    if (line->ops->enrol(line, &who, &is, &err))
        fail_msg("%s", err.text);
    upstream_close(&line);
    job->keeps = clerk < field->tills && field->wish.keep;
    job->house = is.house;
}

void field_open(struct field *field, const struct field_wish *wish)
{
    int ends[2];
    *field = (struct field){.wish = *wish, .dice = (uint64_t)wished("SEED", 1) * 7919};
    for (const char *letter = wish->name; *letter; letter++)
        field->dice = field->dice * 31 + (unsigned char)*letter;
    field->tills = (int)wished("CLERKS", SHORT_CLERKS);
    field->clerks = field->tills + wish->shops + wish->doors;
    assert_in_range(field->tills, 2, FIRST_AT_DOOR - wish->shops);
    temp_dir_make(field->dir, sizeof field->dir);
    pg_server_database(template_name, field->database);
    field->board =
        mmap(NULL, sizeof *field->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(field->board != MAP_FAILED);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    assert_int_equal(pipe2(field->go, O_CLOEXEC), 0);
    field->said = ends[0];
    for (int i = 0; i < field->clerks; i++)
        hire(field, i, ends[1]);
    for (int i = 0; i < field->clerks; i++)
        let_it_join(field, i);
    for (int i = 0; i < field->clerks; i++)
        start_clerk(field, i);
}

int field_roll(struct field *field, int low, int high)
{
    struct rng rng = rng_seeded(&field->dice);
    uint32_t number;
    rng.fill(rng.ctx, &number, sizeof number);
    return low + (int)(number % (uint32_t)(high - low));
}

/* ---- watching ------------------------------------------------------------------------------- */

/* What one till says next; 0: nothing within the time. */
static char hear(struct field *field, int ms)
{
    struct pollfd said = {.fd = field->said, .events = POLLIN};
    char what = 0;
    if (poll(&said, 1, ms) <= 0 || read(field->said, &what, 1) != 1)
        return 0;
    field->done += what == SAID_DONE;
    field->refused += what == SAID_NO;
    field->away += what == SAID_AWAY;
    field->unknown += what == SAID_UNKNOWN;
    return what;
}

/* Of the first who gave up, if any did. */
static const char *last_words(const struct field *field)
{
    for (int i = 0; i < field->clerks; i++)
        if (*field->board->last_words[i])
            return field->board->last_words[i];
    return "";
}

static char must_hear(struct field *field)
{
    char what = hear(field, PATIENCE_MS);
    if (!what)
        fail_msg("%s: no till has said anything for a minute; %s", field->wish.name,
                 last_words(field));
    return what;
}

void field_wait(struct field *field, int answers)
{
    int enough = field->done + field->refused + answers;
    while (field->done + field->refused < enough)
        (void)must_hear(field);
}

void field_work(struct field *field)
{
    field_wait(field, field_roll(field, A_FEW, SOME));
}

void field_wait_for(struct field *field, const _Atomic int *counter, int value)
{
    while (atomic_load(counter) < value)
        (void)must_hear(field);
}

void field_wait_trouble(struct field *field, int times)
{
    int enough = field->away + field->unknown + times;
    while (field->away + field->unknown < enough)
        (void)must_hear(field);
}

void field_pass(struct field *field, int most_ms)
{
    int64_t until = history_now() / 1000000 + field_roll(field, 0, most_ms + 1);
    for (int64_t left; (left = until - history_now() / 1000000) > 0;)
        (void)hear(field, (int)left);
}

void field_rest(struct field *field, bool rest)
{
    atomic_store(&field->board->rest, rest);
}

long long field_sql(struct field *field, const char *sql)
{
    char url[PG_URL], text[64];
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, url));
    long long number = atoll(pg_server_ask(conn, sql, text, sizeof text));
    PQfinish(conn);
    return number;
}

void field_tamper(struct field *field, const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url(field->database, NULL, NULL, url));
    pg_server_do(conn, "SET session_replication_role = replica"); /* no foreign key minds */
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* ---- breaking tills ------------------------------------------------------------------------- */

void field_strike(struct field *field, int clerk, enum tap_moment moment, int signal)
{
    struct tap_orders *orders = &field->board->orders[clerk];
    int status;
    atomic_store(&orders->signal, signal);
    atomic_store(&orders->moment, moment);
    while (waitpid(field->pids[clerk], &status, WUNTRACED | WNOHANG) == 0)
        (void)must_hear(field); /* the others go on */
    if (signal == SIGKILL)
        at_work[clerk] = 0;
    if (signal == SIGKILL)
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    else
        assert_true(WIFSTOPPED(status));
    field->fired++;
}

void field_kill(struct field *field, int clerk)
{
    int status;
    kill(field->pids[clerk], SIGKILL);
    assert_int_equal(waitpid(field->pids[clerk], &status, 0), field->pids[clerk]);
    at_work[clerk] = 0;
    field->fired++;
}

void field_again(struct field *field, int clerk)
{
    start_clerk(field, clerk);
}

/* ---- the end -------------------------------------------------------------------------------- */

void field_quiet(struct field *field)
{
    int quiet = 0;
    if (atomic_load(&field->board->stop))
        return;
    atomic_store(&field->board->stop, 1);
    while (quiet < field->clerks)
        quiet += must_hear(field) == SAID_QUIET;
}

static void let_compare(struct field *field)
{
    int status;
    close(field->go[1]);
    for (int i = 0; i < field->clerks; i++) {
        assert_int_equal(waitpid(field->pids[i], &status, 0), field->pids[i]);
        at_work[i] = 0;
        if (status)
            snprintf(field->wrong, sizeof field->wrong, "clerk %d ended with %d: %s", i, status,
                     field->board->last_words[i]);
        field->wrong_maps += status != 0;
    }
    close(field->go[0]);
    close(field->said);
    close(field->jobs[0].say);
}

int field_hits(const struct field *field)
{
    int met = 0, failed = 0, lost = 0;
    for (int i = 0; i < field->clerks; i++) {
        const struct felt *felt = &field->board->felt[i];
        lost += atomic_load(&field->board->orders[i].lost);
        met += atomic_load(&felt->early) + atomic_load(&field->board->orders[i].met);
        failed += atomic_load(&felt->failed);
    }
    const int hits[] = {[HURT_COUNTED] = field->hit,
                        [HURT_HOUSE] = field->away + lost,
                        [HURT_REDIS] = failed,
                        [HURT_ANOTHER] = met};
    return hits[field->wish.hurt];
}

void field_stop(struct field *field)
{
    field_quiet(field);
    let_compare(field);
    for (int i = 0; i < field->clerks; i++)
        field->lost += atomic_load(&field->board->orders[i].lost);
    field->hit = field_hits(field);
    munmap(field->board, sizeof *field->board);
}

void field_close(struct field *field)
{
    field_stop(field);
    printf("# %s: fired %d, hit %d; %d done, %d refused, %d away, %d answers lost,"
           " %d left unknown\n",
           field->wish.name, field->fired, field->hit, field->done, field->refused, field->away,
           field->lost, field->unknown);
    field_judge(field);
    assert_true(field->fired > 0);
    assert_true(field->hit > 0);
    assert_true(field->done > 0);
    temp_dir_remove(field->dir);
}
