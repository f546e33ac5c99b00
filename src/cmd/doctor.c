/* What could go wrong on this machine, each with what to do about it. */
#include "config.h"

#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "src/adapter/pg_store.h"
#include "src/base/text.h"
#include "src/cmd/commands.h"
#include "src/cmd/house_open.h"
#include "src/cmd/intl.h"
#include "src/cmd/layers.h"
#include "src/cmd/libraries.h"
#include "src/cmd/till_here.h"
#include "src/cmd/timezone.h"
#include "src/cmd/view.h"
#include "src/cmd/weighing.h"
#include "src/cmd/went_back.h"
#include "src/cmd/who.h"
#include "sync/lite_store.h"

enum finding { FINDING_OK, FINDING_WARNING, FINDING_FAULT };

struct check {
    const char *name;
    enum finding finding;
    char text[512];   /* what was found */
    const char *todo; /* what to do, when it is not fine */
};

enum { CHECKS_MAX = 24, LOW_DISK_MB = 100 };

struct checkup {
    struct check at[CHECKS_MAX];
    int count;
    bool house;
    struct session person; /* who looks into a house of several tills; "": nobody */
};

static void __attribute__((format(printf, 5, 6)))
add(struct checkup *checkup, const char *name, enum finding finding, const char *todo,
    const char *fmt, ...)
{
    struct check *check = &checkup->at[checkup->count++];
    va_list ap;
    check->name = name;
    check->finding = finding;
    check->todo = finding == FINDING_OK ? "" : todo;
    va_start(ap, fmt);
    vsnprintf(check->text, sizeof check->text, fmt, ap);
    va_end(ap);
}

static void check_file(struct call *call, struct checkup *checkup)
{
    struct stat about;
    checkup->house = stat(call->file, &about) == 0;
    if (!checkup->house) {
        add(checkup, "file", errno == ENOENT ? FINDING_WARNING : FINDING_FAULT,
            _("`loge demo` makes a house to try, `loge house new` a real one; or check --dir."),
            "%s: %s", call->file, strerror(errno));
        return;
    }
    bool open_to_all = about.st_mode & (S_IWOTH | S_IROTH);
    add(checkup, "permissions", open_to_all ? FINDING_WARNING : FINDING_OK,
        _("Customers' names are in it: chmod o-rwx the file and its folder."), _("%s, mode %03o"),
        call->file, (unsigned)(about.st_mode & 0777));
    bool writable = access(call->file, W_OK) == 0 && access(call->paths.data, W_OK) == 0;
    add(checkup, "writable", writable ? FINDING_OK : FINDING_FAULT,
        _("Give yourself the right to write to the file and its folder, or remount the disk."),
        "%s", writable ? _("file and folder can be written") : _("file or folder is read-only"));
}

/* call_open_store would answer the command; here a fault is a finding. */
static void check_store(struct call *call, struct checkup *checkup)
{
    struct err err;
    if (!checkup->house)
        return;
    if (lite_store_open(call->file, call->desk.crypt, &call->desk.clock, &call->desk.store, &err) ||
        call->desk.store->ops->house_read(call->desk.store, &call->house, &err)) {
        add(checkup, "house", FINDING_FAULT,
            _("If the file is damaged, restore the last backup; if it is newer, upgrade Loge."),
            "%s", err.text);
        return;
    }
    add(checkup, "house", FINDING_OK, NULL, _("%s, schema %d, %s"), call->house.name,
        call->house.schema, call->house.currency);
}

/* ---- a house of several tills --------------------------------------------------------------- */

/* Whoever is named or has signed in; nobody else can be let in to look. False: a PIN is missing. */
static bool find_person(struct call *call, struct session *person)
{
    const char *as = args_value(&call->args, "as");
    bool found = false;
    if (as)
        return text_copy(person->name, sizeof person->name, as) &&
               who_pin(call, "LOGE_PIN", as, person->secret, sizeof person->secret);
    if (!session_read(call, person, &found) || !found)
        *person = (struct session){0};
    return true;
}

static bool enter(struct call *call, struct checkup *checkup)
{
    static const char todo[] =
        N_("Sign in with `loge sign-in NAME`; if the server is not reached, look at it first.");
    struct session *person = &checkup->person;
    struct outcome out = {0};
    if (!*person->name) {
        add(checkup, "house", FINDING_WARNING, _(todo), "%s",
            _("nobody is signed in, so the house cannot be asked"));
        return false;
    }
    desk_sign_in(&call->desk, call->arena, person->name, person->secret, "", &call->meta.actor,
                 &out);
    explicit_bzero(person, sizeof *person);
    if (out.verdict)
        add(checkup, "house", FINDING_FAULT, _(todo), "%s", out.message);
    return !out.verdict;
}

/* What is full says so only when it is too late. */
static void check_room(struct call *call, struct checkup *checkup)
{
    static const char todo[] =
        N_("Raise max_connections, or put PgBouncer in session mode before the server. A till that "
           "has joined takes two connections.");
    struct pg_room room;
    struct err err;
    if (pg_store_pool(call->line.pg, &room, &err))
        add(checkup, "connections", FINDING_FAULT, _(todo), "%s", err.text);
    else
        add(checkup, "connections", room.used * 5 >= room.most * 4 ? FINDING_WARNING : FINDING_OK,
            _(todo), _("%d of %d connections of the server are in use"), room.used, room.most);
}

static void check_went_back(struct call *call, struct checkup *checkup)
{
    struct went_back_list open;
    struct err err;
    char text[WENT_BACK_TEXT];
    if (went_back_read(call, &open, &err))
        return; /* the house's own check says so */
    went_back_add_up(&open);
    for (int i = 0; i < open.count; i++) {
        went_back_text(call, &open.at[i], text, sizeof text);
        add(checkup, "went back", FINDING_WARNING,
            _("Compare the books; then a manager runs `loge house settle`."), "%s", text);
    }
}

static void check_links(struct call *call, struct checkup *checkup)
{
    struct health_report health = {0};
    struct layers layers = {0};
    struct err err;
    if (!house_open(call, false) || !enter(call, checkup) || !house_entered(call))
        return;
    add(checkup, "house", FINDING_OK, NULL, _("%s, schema %d, %s"), call->house.name,
        call->house.schema, call->house.currency);
    check_room(call, checkup);
    check_went_back(call, checkup);
    enum rc rc = call->line.front ? layers_read(call, &layers, &err) : RC_OK;
    house_health(call, &health);
    for (int i = 0; i < health.layer_count; i++)
        add(checkup, i ? "redis" : "postgresql",
            health.layer[i].well ? FINDING_OK : FINDING_WARNING,
            _("Look at the server; selling goes on without Redis, and waits for PostgreSQL."),
            "%s; %s", health.layer[i].state, health.layer[i].detail);
    if (!rc && call->line.front)
        add(checkup, "layers", layers.disagree ? FINDING_WARNING : FINDING_OK,
            _("Each till mends small differences within a minute; `loge reconcile` all of them."),
            _("%d of %d open shows differ between PostgreSQL and Redis"), layers.disagree,
            layers.count);
}

/* ---- this machine --------------------------------------------------------------------------- */

/* Read from the file's header, so that it is what is on the disk and not what we asked for. */
static void check_journal(struct call *call, struct checkup *checkup)
{
    unsigned char head[20] = {0};
    FILE *file = checkup->house ? fopen(call->file, "rb") : NULL;
    if (!file)
        return;
    bool whole = fread(head, sizeof head, 1, file) == 1;
    fclose(file);
    bool wal = whole && head[18] == 2;
    add(checkup, "journal", !whole || wal ? FINDING_WARNING : FINDING_OK,
        _("Several consoles share this file: it should use a rollback journal, not WAL."), "%s",
        !whole ? _("the file is too short to tell")
        : wal  ? "WAL"
               : _("rollback journal"));
}

static void check_disk(struct call *call, struct checkup *checkup)
{
    struct statvfs disk;
    const char *folder = access(call->paths.data, F_OK) == 0 ? call->paths.data : "/";
    if (statvfs(folder, &disk) != 0)
        return;
    long long free_mb = (long long)disk.f_bavail * (long long)disk.f_frsize / (1024 * 1024);
    add(checkup, "disk", free_mb < LOW_DISK_MB ? FINDING_FAULT : FINDING_OK,
        _("Make room: a full disk stops all selling."), _("%lld MB free in %s"), free_mb, folder);
}

/*
 * How far this machine's clock is ahead of the house's: by an answer of this moment, or, while
 * the house cannot be reached, as the till's file has it.
 */
static bool read_skew(struct call *call, int64_t *skew)
{
    const struct clock system = clock_system();
    char till[TILL_TEXT], path[PATH_TEXT];
    struct lite_till *file;
    struct till_replica replica;
    struct pg_link link;
    struct err err;
    pg_store_link(call->line.pg, &link);
    *skew = -link.ahead_ms;
    if (link.up)
        return true;
    if (!who_till(call, till) || !till_here_is_joined(call, till) ||
        till_file_path(call, till, path, &err) || till_file_is_kept(path) ||
        lite_till_open(path, call->desk.crypt, &system, &file, &err))
        return false;
    bool found = lite_till_replica(file, &replica, &err) == RC_OK && replica.listed;
    *skew = replica.skew_ms;
    lite_till_close(&file);
    return found;
}

static void check_skew(struct call *call, struct checkup *checkup)
{
    enum { APART_S = 60, SECOND_MS = 1000 };
    int64_t skew;
    if (!call->line.pg || !read_skew(call, &skew))
        return;
    int seconds = (int)((llabs(skew) + SECOND_MS / 2) / SECOND_MS);
    if (!seconds)
        add(checkup, "clocks", FINDING_OK, NULL, "%s",
            _("this machine's clock agrees with the house's"));
    else
        add(checkup, "clocks", seconds >= APART_S ? FINDING_WARNING : FINDING_OK,
            _("Loge goes by the house's clock. Set this machine's: `timedatectl set-ntp true`."),
            skew < 0 ? n_("this machine's clock is %d second behind the house's",
                          "this machine's clock is %d seconds behind the house's", seconds)
                     : n_("this machine's clock is %d second ahead of the house's",
                          "this machine's clock is %d seconds ahead of the house's", seconds),
            seconds);
}

/* The log is in order of time; a clock behind its last entry has been set back. */
static void check_clock(struct call *call, struct checkup *checkup)
{
    static const int64_t year_2024 = 1704067200000;
    const struct event_filter last = {.seat = -1, .newest_first = true, .limit = 1};
    struct event *events;
    struct err err;
    int count = 0;
    struct store *store = call->desk.store;
    char text[LOCAL_TEXT];
    if (store && store->ops->event_list(store, &last, call->arena, &events, &count, &err))
        count = 0;
    bool behind = call->now < year_2024 || (count && events[0].at > call->now + 60000);
    add(checkup, "clock", behind ? FINDING_FAULT : FINDING_OK,
        _("Set the clock: holds and shows go by it. `timedatectl set-ntp true` keeps it right."),
        "%s", view_time(call, call->now, text));
}

static void check_scale(struct call *call, struct checkup *checkup)
{
    const char *place = settings_text(call->settings, SETTING_DOOR_SCALE);
    char text[SCALE_WHY];
    if (!place[0])
        return;
    bool well = weighing_try(place, text);
    add(checkup, "scale", well ? FINDING_OK : FINDING_WARNING,
        _("Look at the scale, and at door.scale in loge.ini; weights can be typed meanwhile."),
        "%s; %s", place, text);
}

/* One line for each that is missing, or one that says all are here. */
static void check_libraries(struct checkup *checkup)
{
    struct err why;
    int count, missing = 0;
    const struct library *list = libraries_list(&count);
    for (int i = 0; i < count; i++) {
        if (library_is_here(&list[i], &why))
            continue;
        missing++;
        add(checkup, "libraries", list[i].vital ? FINDING_FAULT : FINDING_WARNING,
            _("Install the package, then start Loge again."), _("%s is missing, for %s. %s"),
            list[i].name, _(list[i].use), why.text);
    }
    if (!missing)
        add(checkup, "libraries", FINDING_OK, NULL, _("all %d are installed"), count);
}

/* Without the zone this machine's would be used: show times and the days of reports would be wrong.
 */
static void check_timezone(struct call *call, struct checkup *checkup)
{
    const char *zone = call->house.timezone;
    if (timezone_known(zone))
        add(checkup, "timezone", FINDING_OK, NULL, "%s", zone);
    else if (*zone)
        add(checkup, "timezone", FINDING_FAULT, _("Install the package, then start Loge again."),
            _("%s is missing, for %s. %s"), "tzdata", zone, "/usr/share/zoneinfo");
}

static void check_terminal(struct checkup *checkup)
{
    const char *term = getenv("TERM");
    bool utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    bool named = term && *term && strcmp(term, "dumb") != 0;
    add(checkup, "terminal", named ? FINDING_OK : FINDING_WARNING,
        _("Set TERM to your terminal's name; scripts do not need one."), "TERM=%s",
        term ? term : "");
    add(checkup, "locale", utf8 ? FINDING_OK : FINDING_WARNING,
        _("Use a UTF-8 locale, like LANG=C.UTF-8, or names may look wrong."), "%s",
        nl_langinfo(CODESET));
}

static const char *finding_name(enum finding finding)
{
    static const char *const names[] = {"ok", "warning", "fault"};
    return names[finding];
}

static void checks_json(struct call *call, const struct checkup *checkup, bool ok)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "doctor");
    member_bool(doc, "ok", ok);
    member_array(doc, "checks");
    for (int i = 0; i < checkup->count; i++) {
        const struct check *check = &checkup->at[i];
        member_object(doc, NULL);
        member_text(doc, "name", check->name);
        member_text(doc, "finding", finding_name(check->finding));
        member_text(doc, "text", check->text);
        member_text_or_null(doc, "todo", check->todo);
        json_object_end(doc);
    }
    json_array_end(doc);
    json_object_end(doc);
    call_doc_end(call);
}

static void checks_print(struct call *call, const struct checkup *checkup)
{
    for (int i = 0; i < checkup->count; i++) {
        const struct check *check = &checkup->at[i];
        call_print(call, "%-8s %-12s %s\n", finding_name(check->finding), check->name, check->text);
        if (check->todo[0])
            call_print(call, "%-8s %-12s %s\n", "", "", check->todo);
    }
}

int run_doctor(struct call *call)
{
    struct checkup checkup = {0};
    bool ok = true;
    if (house_named(call)) {
        if (!find_person(call, &checkup.person))
            return EXIT_FORBIDDEN;
        check_links(call, &checkup);
    } else {
        check_file(call, &checkup);
        check_store(call, &checkup);
        check_journal(call, &checkup);
    }
    check_disk(call, &checkup);
    check_clock(call, &checkup);
    check_skew(call, &checkup);
    check_scale(call, &checkup);
    check_libraries(&checkup);
    check_timezone(call, &checkup);
    check_terminal(&checkup);
    for (int i = 0; i < checkup.count; i++)
        ok &= checkup.at[i].finding != FINDING_FAULT;
    if (call->json)
        checks_json(call, &checkup, ok);
    checks_print(call, &checkup);
    return ok ? EXIT_DONE : EXIT_REFUSED;
}
