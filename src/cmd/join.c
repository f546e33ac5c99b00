#include "config.h"

#include "src/cmd/join.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/adapter/redis_url.h"
#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/signing.h"
#include "src/cmd/till_files.h"
#include "src/cmd/till_join.h"
#include "src/cmd/view.h"
#include "src/cmd/who.h"
#include "src/cmd/words.h"

static bool failed(struct call *call, const struct err *err)
{
    call_err(call, err);
    return false;
}

/* ---- what was asked for --------------------------------------------------------------------- */

bool join_read(struct call *call, struct joining *joining)
{
    struct redis_place place;
    struct err err;
    const char *pg = args_value(&call->args, "pg");
    *joining = (struct joining){.url = pg, .redis = args_value(&call->args, "redis")};
    if (!pg) {
        call_fail(call, VERDICT_INVALID,
                  _("Where the house is has to be said: --pg postgresql://PERSON@HOST/DATABASE."));
        return false;
    }
    if (pg_address_read(pg, &joining->pg, &err)) {
        call_fail(call, VERDICT_INVALID, "%s", err.text);
        return false;
    }
    if (joining->redis && redis_url_read(joining->redis, &place, &err)) {
        call_fail(call, VERDICT_INVALID, "%s", err.text);
        return false;
    }
    return who_till(call, joining->till);
}

/* ---- loge.ini ------------------------------------------------------------------------------- */

static bool file_in_config(struct call *call, const char *name, char path[PATH_TEXT])
{
    struct err err;
    if (paths_create(call->paths.config, &err) || paths_join(path, call->paths.config, name, &err))
        return failed(call, &err);
    return true;
}

/* A password has no place in loge.ini, which others may read. */
static bool save_secret(struct call *call, const char *secret, char path[PATH_TEXT])
{
    struct err err;
    if (!file_in_config(call, "redis.secret", path))
        return false;
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
    bool ok = fd >= 0 && fchmod(fd, 0600) == 0 && dprintf(fd, "%s\n", secret) > 0;
    if (fd >= 0)
        ok = close(fd) == 0 && ok;
    if (ok)
        return true;
    err_set_errno(&err, RC_CONFIG, "Cannot write %s", path);
    return failed(call, &err);
}

/* "" and NULL: there is no Redis, or it needs no password. */
static bool redis_lines(struct call *call, const struct joining *joining, char *url,
                        char secret[PATH_TEXT])
{
    struct redis_place place;
    struct err err;
    *url = *secret = '\0';
    if (!joining->redis)
        return true;
    if (redis_url_read(joining->redis, &place, &err))
        return failed(call, &err);
    redis_url_write(&place, url, SETTING_TEXT_SIZE);
    bool saved = !*place.password || save_secret(call, place.password, secret);
    explicit_bzero(&place, sizeof place);
    return saved;
}

enum { LINES = 9 };

static void add_line(struct setting_line lines[LINES], int *count, enum setting setting,
                     const char *text)
{
    lines[(*count)++] = (struct setting_line){setting, text};
}

static bool remember(struct call *call, const struct joining *joining)
{
    char path[PATH_TEXT], secret[PATH_TEXT], redis[SETTING_TEXT_SIZE];
    struct setting_line lines[LINES];
    struct err err;
    int count = 0;
    if (!file_in_config(call, "loge.ini", path) || !redis_lines(call, joining, redis, secret))
        return false;
    char *pg = pg_address_url(&joining->pg, NULL, "", "");
    add_line(lines, &count, SETTING_HOUSE_NAME, joining->member.house);
    add_line(lines, &count, SETTING_HOUSE_CURRENCY, joining->member.currency);
    add_line(lines, &count, SETTING_HOUSE_TIMEZONE, joining->member.timezone);
    add_line(lines, &count, SETTING_HOUSE_PG, pg);
    add_line(lines, &count, SETTING_HOUSE_PREFIX, joining->member.prefix);
    if (joining->redis)
        add_line(lines, &count, SETTING_HOUSE_REDIS, redis);
    if (*secret)
        add_line(lines, &count, SETTING_HOUSE_REDIS_PASSWORD_FILE, secret);
    add_line(lines, &count, SETTING_TILL_NAME, joining->till);
    enum rc rc = settings_save(path, lines, count, &err);
    free(pg);
    return !rc || failed(call, &err);
}

/* A password that nobody types. */
static void make_password(struct pg_gate *gate)
{
    const struct rng rng = rng_system();
    uint8_t bytes[24];
    rng.fill(rng.ctx, bytes, sizeof bytes);
    text_hex(gate->password, bytes, sizeof bytes);
    explicit_bzero(bytes, sizeof bytes);
}

bool join_do(struct call *call, const struct joining *joining)
{
    struct err err;
    struct pg_gate gate;
    const char *house = *joining->member.name ? NULL : joining->member.house;
    make_password(&gate);
    enum rc rc = pg_till_join(joining->url, house, joining->till, &gate, &err);
    if (!rc && !remember(call, joining))
        return false;
    if (!rc)
        rc = till_gate_write(call, &gate, &err);
    explicit_bzero(&gate, sizeof gate);
    return !rc || failed(call, &err);
}

int join_answer(struct call *call, const struct joining *joining, const char *done)
{
    const struct pg_member *member = &joining->member;
    if (call->json) {
        struct json_out *doc = call_doc(call);
        member_object(doc, "house");
        member_text(doc, "name", member->house);
        member_text(doc, "currency", member->currency);
        member_text(doc, "database", joining->pg.database);
        member_text(doc, "prefix", member->prefix);
        member_text(doc, "till", joining->till);
        member_bool(doc, "redis", joining->redis != NULL);
        json_object_end(doc);
        call_doc_end(call);
    }
    call_say(call, _("%s: this till is %s.\n"), member->house, joining->till);
    call_say(call, "%s\n", done);
    return EXIT_DONE;
}

/* ---- join ----------------------------------------------------------------------------------- */

/* The person of the URL, or --as NAME by the name the first house's logins have. */
static bool joiner(struct call *call, struct joining *joining)
{
    const char *as = args_value(&call->args, "as"), *pin = getenv("LOGE_PIN");
    char login[PG_LOGIN_TEXT];
    text_copy(login, sizeof login, joining->pg.login);
    if (as)
        pg_first_login(joining->pg.database, as, login);
    if (!*login) {
        call_fail(call, VERDICT_INVALID,
                  _("Who joins has to be said: --as NAME, or a person in the address."));
        return false;
    }
    if (!*joining->pg.password && pin && *pin)
        text_copy(joining->pg.password, sizeof joining->pg.password, pin);
    char *url = pg_address_url(&joining->pg, NULL, login, joining->pg.password);
    joining->url = arena_strdup(call->arena, url);
    free(url);
    return true;
}

/* A till that joined signs its tickets from then on. Whoever set the house up and is no person of
 * it cannot make the key; `loge ticket new-key` does. */
static bool make_ticket_key(struct call *call, const struct joining *joining)
{
    struct pg_address address;
    struct pg_member me;
    struct err err;
    int32_t id;
    if (!rights_may(joining->member.role, RIGHT_KEYS) || !*joining->member.name)
        return true;
    if (pg_address_read(joining->url, &address, &err))
        return failed(call, &err);
    call->desk.store = pg_store_new(&address, call->desk.crypt, &call->desk.clock);
    till_prove(call, joining->till, call->desk.store);
    enum rc rc = pg_store_sign_in(call->desk.store, address.login, address.password, &me, &err);
    explicit_bzero(&address, sizeof address);
    if (rc)
        return failed(call, &err);
    struct actor *actor = &call->meta.actor;
    *actor = (struct actor){.role = me.role};
    text_copy(actor->name, sizeof actor->name, me.name);
    text_copy(actor->till, sizeof actor->till, joining->till);
    return signing_make(call, &id);
}

int run_join(struct call *call)
{
    struct joining joining;
    struct err err;
    if (!join_read(call, &joining) || !joiner(call, &joining))
        return call->exit;
    if (pg_member_read(joining.url, args_value(&call->args, "house"), &joining.member, &err))
        return call_err(call, &err);
    if (!till_join_name(call, &joining) || !join_do(call, &joining) || !till_join(call, &joining) ||
        !make_ticket_key(call, &joining))
        return call->exit;
    return join_answer(call, &joining,
                       _("`loge sign-in NAME`, or `loge` for the console, and sell."));
}

const struct cmd_option join_options[] = {
    {"pg", "URL", N_("the house's database: postgresql://PERSON@HOST/DATABASE"), false},
    {"redis", "URL", N_("its Redis: redis://HOST:PORT/DATABASE or unix:/PATH"), false},
    {"house", "NAME", N_("which house, for whoever set several up"), false},
    {0},
};
