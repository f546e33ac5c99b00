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

enum { LINES = 8 };

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
    add_line(lines, &count, SETTING_HOUSE_PG, pg);
    add_line(lines, &count, SETTING_HOUSE_PREFIX, joining->member.prefix);
    if (joining->redis)
        add_line(lines, &count, SETTING_HOUSE_REDIS, redis);
    if (*secret)
        add_line(lines, &count, SETTING_HOUSE_REDIS_PASSWORD_FILE, secret);
    if (args_has(&call->args, "till"))
        add_line(lines, &count, SETTING_TILL_NAME, joining->till);
    enum rc rc = settings_save(path, lines, count, &err);
    free(pg);
    return !rc || failed(call, &err);
}

bool join_do(struct call *call, const struct joining *joining)
{
    struct err err;
    const char *house = *joining->member.name ? NULL : joining->member.house;
    if (pg_till_join(joining->url, house, joining->till, NULL, &err))
        return failed(call, &err);
    return remember(call, joining);
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

int run_join(struct call *call)
{
    struct joining joining;
    struct err err;
    if (!join_read(call, &joining) || !joiner(call, &joining))
        return call->exit;
    if (pg_member_read(joining.url, args_value(&call->args, "house"), &joining.member, &err))
        return call_err(call, &err);
    if (!join_do(call, &joining) || !till_join(call, &joining))
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
