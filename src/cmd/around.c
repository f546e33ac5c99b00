#include "config.h"

#include "src/cmd/around.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/statvfs.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/strain.h"

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

void around_add(struct health_report *health, const char *name, const char *state,
                const char *detail)
{
    add(health, &(struct layer){.name = name, .state = state, .detail = detail});
}

void around_look(const struct call *call, enum role role, struct health_report *health)
{
    look_at_disk(call, health);
    look_at_log(call, health);
    strain_look(call, role, health);
}
