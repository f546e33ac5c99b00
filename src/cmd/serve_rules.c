#include "config.h"

#include "src/cmd/serve_rules.h"

#include "src/cmd/intl.h"

static int32_t limit(const struct call *call, enum setting setting)
{
    return (int32_t)settings_int(call->settings, setting);
}

bool serve_rules(struct call *call, struct gate_rules *out)
{
    const char *trusted = settings_text(call->settings, SETTING_SERVE_TRUSTED);
    out->limits = (struct pace_limits){.requests = limit(call, SETTING_SERVE_LIMIT_REQUESTS),
                                       .holds = limit(call, SETTING_SERVE_LIMIT_HOLDS),
                                       .maps = limit(call, SETTING_SERVE_LIMIT_MAPS),
                                       .burst = limit(call, SETTING_SERVE_LIMIT_BURST)};
    out->block_ms = settings_ms(call->settings, SETTING_SERVE_BLOCK);
    if (networks_parse(trusted, &out->trusted))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("serve.trusted is a list of addresses and networks like 127.0.0.1, 10.0.0.0/8; "
                "\"%.100s\" is not."),
              trusted);
    return false;
}
