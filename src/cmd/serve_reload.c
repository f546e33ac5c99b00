#include "config.h"

#include "src/cmd/serve_reload.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/serve_rules.h"

static enum rc read_again(const struct call *call, struct settings *settings,
                          struct gate_rules *rules, struct err *err)
{
    char config[PATH_TEXT];
    enum rc rc = paths_join(config, call->paths.config, "loge.ini", err);
    if (!rc)
        rc = settings_load(settings, config, false, err);
    return rc ? rc : serve_rules(settings, rules, err);
}

static bool counts_at_once(enum setting setting)
{
    static const enum setting those[] = {
        SETTING_SERVE_TRUSTED,           SETTING_SERVE_LIMIT_REQUESTS, SETTING_SERVE_LIMIT_HOLDS,
        SETTING_SERVE_LIMIT_MAPS,        SETTING_SERVE_LIMIT_BURST,    SETTING_SERVE_BLOCK,
        SETTING_SERVE_LIMIT_CONNECTIONS, SETTING_SERVE_REQUEST_TIME,   SETTING_LOG_LEVEL};
    for (int i = 0; i < COUNT_OF(those); i++)
        if (those[i] == setting)
            return true;
    return false;
}

/* What was read at the start stays: engines and workers were made with it. */
static void name_those_that_wait(const struct call *call, const struct settings *settings)
{
    char name[SETTING_NAME_TEXT];
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_rule *rule = setting_rule((enum setting)i);
        if (counts_at_once((enum setting)i) ||
            strcmp(settings_text(settings, (enum setting)i),
                   settings_text(call->settings, (enum setting)i)) == 0)
            continue;
        snprintf(name, sizeof name, "%s.%s", rule->section, rule->name);
        log_event(call->desk.log, LEVEL_WARNING, "serve", NULL, "a setting waits for a restart",
                  LOG_FIELDS(LOG_CODE("setting", name)));
    }
}

static void take_over(struct call *call, struct api *api, const struct settings *settings,
                      const struct gate_rules *rules)
{
    if (call->desk.log)
        log_set_level(call->desk.log, (enum log_level)settings_choice(settings, SETTING_LOG_LEVEL));
    api_set_rules(api, rules);
    name_those_that_wait(call, settings);
    log_event(call->desk.log, LEVEL_INFO, "serve", NULL, "loge.ini was read again", LOG_NOTHING);
}

static void complain(struct call *call, const struct err *err)
{
    log_event(call->desk.log, LEVEL_ERROR, "serve", NULL, "not reloaded", LOG_FIELDS(LOG_ERR(err)));
    fprintf(call->err, "loge: %s Nothing was changed.\n", err->text);
    fflush(call->err);
}

void serve_reload(struct call *call, struct api *api)
{
    struct err err;
    struct gate_rules rules;
    struct settings *settings = settings_new();
    if (call->desk.log && log_reopen(call->desk.log, &err))
        complain(call, &err);
    if (read_again(call, settings, &rules, &err))
        complain(call, &err);
    else
        take_over(call, api, settings, &rules);
    settings_free(&settings);
}
