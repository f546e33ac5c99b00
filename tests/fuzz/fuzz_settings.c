/* A configuration file from a stranger: read whole or refused with its line, never half taken. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "src/base/settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every value can be asked for: the getters abort on one that should have been refused. */
static void ask_everything(const struct settings *settings)
{
    (void)settings_ms(settings, SETTING_HOLD_TTL);
    (void)settings_ms(settings, SETTING_HOLD_EXTEND);
    (void)settings_ms(settings, SETTING_HOLD_CEILING);
    (void)settings_on(settings, SETTING_SHOW_GAP_RULE);
    (void)settings_on(settings, SETTING_SHOW_ONE_HOLD);
    (void)settings_int(settings, SETTING_SHOW_TAX);
    (void)settings_money(settings, SETTING_SHOW_FEE);
    (void)settings_money(settings, SETTING_SHIFT_DIFFERENCE_LIMIT);
    (void)settings_choice(settings, SETTING_LOG_LEVEL);
    (void)settings_choice(settings, SETTING_LOG_FORMAT);
}

static void assert_all_defaults(const struct settings *settings)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const char *fallback = setting_rule((enum setting)i)->fallback;
        assert(strcmp(settings_text(settings, (enum setting)i), fallback) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct err err;
    struct settings *settings = settings_new();
    if (settings_parse(settings, "fuzz", (const char *)data, size, &err)) {
        assert(err.rc == RC_CONFIG && strncmp(err.text, "fuzz:", 5) == 0);
        assert_all_defaults(settings);
    }
    ask_everything(settings);
    settings_free(&settings);
    return 0;
}
