#include "config.h"

#include "src/cmd/around.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/libraries.h"
#include "src/cmd/strain.h"
#include "src/cmd/view.h"
#include "src/cmd/went_back.h"

/* Below this a day's sales could fill the disk. */
#define LOW_BYTES ((int64_t)64 * 1024 * 1024)

struct layer {
    const char *name, *state, *detail;
    bool well;
};

static void add(struct health_report *health, const struct layer *layer)
{
    if (health->layer_count == COUNT_OF(health->layer))
        return;
    int at = health->layer_count++;
    text_copy(health->layer[at].name, sizeof health->layer[at].name, layer->name);
    text_copy(health->layer[at].state, sizeof health->layer[at].state, layer->state);
    text_fit(health->layer[at].detail, sizeof health->layer[at].detail, layer->detail, 119, false);
    health->layer[at].well = layer->well;
    health->layer[at].at = health->at;
}

static void size_text(int64_t bytes, char *out, size_t size)
{
    static const struct {
        int64_t unit;
        const char *name;
    } units[] = {{INT64_C(1) << 30, "GB"}, {INT64_C(1) << 20, "MB"}, {1024, "kB"}};
    for (int i = 0; i < COUNT_OF(units); i++)
        if (bytes >= units[i].unit || i == COUNT_OF(units) - 1) {
            snprintf(out, size, _("%lld %s free"), (long long)(bytes / units[i].unit),
                     units[i].name);
            return;
        }
}

static void look_at_disk(const struct call *call, struct health_report *health)
{
    struct statvfs disk;
    char state[40];
    bool known = statvfs(call->paths.data, &disk) == 0;
    int64_t left = known ? (int64_t)disk.f_bavail * (int64_t)disk.f_frsize : 0;
    if (known)
        size_text(left, state, sizeof state);
    else
        text_copy(state, sizeof state, strerror(errno));
    add(health, &(struct layer){.name = _("disk"),
                                .state = state,
                                .detail = call->line.pg ? call->paths.data : call->file,
                                .well = known && left >= LOW_BYTES});
}

static void look_at_log(const struct call *call, struct health_report *health)
{
    const char *file = call->desk.log ? settings_text(call->settings, SETTING_LOG_FILE) : "";
    add(health,
        &(struct layer){.name = _("log"),
                        .state = *file ? settings_text(call->settings, SETTING_LOG_LEVEL)
                                       : _("not written"),
                        .detail = *file ? file : _("log.file in loge.ini names a file for it"),
                        .well = true});
}

static void tell_pins(const struct call *call, const struct staff *person,
                      struct health_report *health)
{
    char state[40], detail[120], until[LOCAL_TEXT];
    bool locked = person->locked_until > clock_wall(&call->desk.clock);
    /* L10N: a name of up to 31 letters, cut at 39 columns */
    snprintf(state, sizeof state, locked ? _("%.24s locked") : _("%.24s failed"), person->name);
    if (locked)
        snprintf(detail, sizeof detail, _("5 wrong PINs: locked at every till until %s."),
                 view_clock(person->locked_until, until));
    else
        snprintf(detail, sizeof detail,
                 n_("%d wrong PIN since the last right one; 5 lock for five minutes.",
                    "%d wrong PINs since the last right one; 5 lock for five minutes.",
                    person->failures),
                 person->failures);
    /* L10N: a layer on the health page: people and their PINs; at most 10 columns */
    add(health,
        &(struct layer){.name = _("sign-in"), .state = state, .detail = detail, .well = !locked});
}

/* Somebody guesses, or a colleague waits to be let in. */
static void look_at_pins(const struct call *call, struct health_report *health)
{
    struct store *store = call->desk.store;
    struct arena *arena = arena_new();
    int64_t now = clock_wall(&call->desk.clock);
    struct staff *staff;
    struct err err;
    int count;
    if (store && !store->ops->staff_list(store, arena, &staff, &count, &err))
        for (int i = 0; i < count; i++)
            if (!staff[i].disabled && (staff[i].failures || staff[i].locked_until > now))
                tell_pins(call, &staff[i], health);
    arena_free(&arena);
}

void around_add(struct health_report *health, const char *name, const char *state,
                const char *detail)
{
    add(health, &(struct layer){.name = name, .state = state, .detail = detail});
}

/* A line only when something is missing: which, and for what. */
static void look_at_libraries(struct health_report *health)
{
    char state[40], detail[120] = "";
    struct err why;
    int count, missing = 0;
    const struct library *list = libraries_list(&count);
    for (int i = 0; i < count; i++) {
        size_t used = strlen(detail);
        if (library_is_here(&list[i], &why))
            continue;
        snprintf(detail + used, sizeof detail - used, "%s%s (%s)", missing++ ? ", " : "",
                 list[i].name, _(list[i].use));
    }
    if (!missing)
        return;
    snprintf(state, sizeof state, ngettext("%d missing", "%d missing", (unsigned long)missing),
             missing);
    /* L10N: a layer on the health page, at most 11 columns */
    around_add(health, _("libraries"), state, detail);
}

void around_look(const struct call *call, enum role role, struct health_report *health)
{
    look_at_disk(call, health);
    look_at_log(call, health);
    look_at_libraries(health);
    went_back_look(call, role, health);
    strain_look(call, role, health);
    look_at_pins(call, health);
}
