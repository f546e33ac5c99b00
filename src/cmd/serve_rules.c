#include "config.h"

#include "src/cmd/serve_rules.h"

#include "src/cmd/intl.h"

static int32_t limit(const struct settings *settings, enum setting setting)
{
    return (int32_t)settings_int(settings, setting);
}

enum rc serve_rules(const struct settings *settings, struct gate_rules *out, struct err *err)
{
    const char *trusted = settings_text(settings, SETTING_SERVE_TRUSTED);
    out->limits = (struct pace_limits){.requests = limit(settings, SETTING_SERVE_LIMIT_REQUESTS),
                                       .holds = limit(settings, SETTING_SERVE_LIMIT_HOLDS),
                                       .maps = limit(settings, SETTING_SERVE_LIMIT_MAPS),
                                       .burst = limit(settings, SETTING_SERVE_LIMIT_BURST),
                                       .lookups = limit(settings, SETTING_SERVE_LIMIT_LOOKUPS)};
    out->connections = limit(settings, SETTING_SERVE_LIMIT_CONNECTIONS);
    out->request_ms = settings_ms(settings, SETTING_SERVE_REQUEST_TIME);
    out->block_ms = settings_ms(settings, SETTING_SERVE_BLOCK);
    if (networks_parse(trusted, &out->trusted))
        return RC_OK;
    return err_set(err, RC_CONFIG, "TRUSTED",
                   _("serve.trusted is a list of addresses and networks like 127.0.0.1, "
                     "10.0.0.0/8; \"%.100s\" is not."),
                   trusted);
}
