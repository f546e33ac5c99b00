#include "config.h"

#include "src/base/settings.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "src/base/arena.h"
#include "src/base/money.h"
#include "src/base/text.h"
#include "src/base/tongue.h"

struct open_setting {
    char name[SETTING_NAME_TEXT];
    char text[SETTING_OPEN_TEXT];
};

struct settings {
    char text[SETTING_COUNT][SETTING_TEXT_SIZE];
    struct open_setting open[SETTINGS_OPEN_MAX];
    int open_count;
};

struct settings *settings_new(void)
{
    struct settings *settings = x_alloc(sizeof *settings);
    for (int i = 0; i < SETTING_COUNT; i++)
        text_copy(settings->text[i], SETTING_TEXT_SIZE, setting_rule((enum setting)i)->fallback);
    return settings;
}

struct settings *settings_copy(const struct settings *settings)
{
    struct settings *copy = x_alloc(sizeof *copy);
    settings_take(copy, settings);
    return copy;
}

void settings_take(struct settings *settings, const struct settings *from)
{
    *settings = *from;
}

void settings_free(struct settings **settings)
{
    free(*settings);
    *settings = NULL;
}

/* ---- reading values ------------------------------------------------------------------------ */

static bool parse_duration(const char *text, int64_t *out_ms)
{
    static const struct {
        const char *name;
        int64_t ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
    size_t digits = strspn(text, "0123456789");
    char number[16];
    int64_t count;
    if (digits == 0 || digits >= sizeof number)
        return false;
    memcpy(number, text, digits);
    number[digits] = '\0';
    for (int i = 0; i < COUNT_OF(units); i++)
        if (strcmp(text + digits, units[i].name) == 0)
            return text_to_int(number, 0, INT32_MAX, &count) &&
                   !__builtin_mul_overflow(count, units[i].ms, out_ms);
    return false;
}

static bool parse_choice(const char *choices, const char *text, int64_t *out)
{
    size_t length = strlen(text);
    for (int64_t index = 0; *choices; index++) {
        size_t word = strcspn(choices, " ");
        if (word == length && memcmp(choices, text, length) == 0) {
            *out = index;
            return true;
        }
        choices += word + (choices[word] == ' ');
    }
    return false;
}

/* The number a text stands for; texts and secrets stand for none. */
static bool parse_number(const struct setting_rule *rule, const char *currency, const char *text,
                         int64_t *out)
{
    switch (rule->type) {
    case SETTING_INT:
        return text_to_int(text, INT64_MIN, INT64_MAX, out);
    case SETTING_DURATION:
        return parse_duration(text, out);
    case SETTING_MONEY:
        return money_parse(text, currency, out);
    case SETTING_BOOL:
        return parse_choice("no yes", text, out);
    case SETTING_CHOICE:
        return parse_choice(rule->choices, text, out);
    case SETTING_TEXT:
    case SETTING_CURRENCY:
    case SETTING_SECRET:
        break;
    }
    *out = 0;
    return true;
}

static bool number_allowed(const struct setting_rule *rule, const char *currency, const char *text)
{
    int64_t value, limit;
    if (!parse_number(rule, currency, text, &value))
        return false;
    if (rule->low && parse_number(rule, currency, rule->low, &limit) && value < limit)
        return false;
    return !rule->high || !parse_number(rule, currency, rule->high, &limit) || value <= limit;
}

static bool text_allowed(const struct setting_rule *rule, const char *text)
{
    int64_t most = SETTING_TEXT_SIZE - 1;
    if (rule->type == SETTING_CURRENCY)
        return currency_valid(text);
    if (*text == '\0')
        return *rule->fallback == '\0' || rule->type != SETTING_TEXT;
    return rule->type != SETTING_TEXT || !rule->high ||
           (text_to_int(rule->high, 0, INT32_MAX, &most) && strlen(text) <= (size_t)most);
}

static enum rc refuse(enum setting setting, const char *text, struct err *err)
{
    char range[128], shown[80];
    const struct setting_rule *rule = setting_rule(setting);
    setting_range_text(rule, range, sizeof range);
    text_escape(shown, sizeof shown, text);
    return err_set(err, RC_CONFIG, "", "%s.%s must be %s, not \"%s\"", rule->section, rule->name,
                   range, shown);
}

enum rc settings_set(struct settings *settings, enum setting setting, const char *text,
                     struct err *err)
{
    char clean[SETTING_TEXT_SIZE];
    const struct setting_rule *rule = setting_rule(setting);
    const char *why = text_clean(text, clean, sizeof clean);
    if (why)
        return err_set(err, RC_CONFIG, "", "%s.%s: this text %s; write it again.", rule->section,
                       rule->name, tongue(why));
    /* Amounts wait for settings_check: the currency may come later in the file. */
    if (!text_allowed(rule, clean) ||
        (rule->type != SETTING_MONEY && !number_allowed(rule, "", clean)))
        return refuse(setting, clean, err);
    text_copy(settings->text[setting], SETTING_TEXT_SIZE, clean);
    return RC_OK;
}

enum rc settings_check(const struct settings *settings, enum setting *culprit, struct err *err)
{
    const char *currency = settings->text[SETTING_HOUSE_CURRENCY];
    for (int i = 0; i < SETTING_COUNT; i++) {
        *culprit = (enum setting)i;
        if (setting_rule(*culprit)->type == SETTING_MONEY &&
            !number_allowed(setting_rule(*culprit), currency, settings->text[i]))
            return refuse(*culprit, settings->text[i], err);
    }
    *culprit = SETTING_HOLD_CEILING;
    if (settings_ms(settings, SETTING_HOLD_CEILING) < settings_ms(settings, SETTING_HOLD_TTL))
        return err_set(err, RC_CONFIG, "", "hold.ceiling (%s) must not be less than hold.ttl (%s)",
                       settings->text[SETTING_HOLD_CEILING], settings->text[SETTING_HOLD_TTL]);
    return RC_OK;
}

/* ---- asking --------------------------------------------------------------------------------- */

static int64_t number_of(const struct settings *settings, enum setting setting,
                         enum setting_type type)
{
    const struct setting_rule *rule = setting_rule(setting);
    int64_t number = 0;
    assert(rule->type == type);
    bool readable = parse_number(rule, settings->text[SETTING_HOUSE_CURRENCY],
                                 settings->text[setting], &number);
    assert(readable);
    return number;
}

const char *settings_text(const struct settings *settings, enum setting setting)
{
    return settings->text[setting];
}

int64_t settings_int(const struct settings *settings, enum setting setting)
{
    return number_of(settings, setting, SETTING_INT);
}

int64_t settings_ms(const struct settings *settings, enum setting setting)
{
    return number_of(settings, setting, SETTING_DURATION);
}

int64_t settings_money(const struct settings *settings, enum setting setting)
{
    return number_of(settings, setting, SETTING_MONEY);
}

int settings_choice(const struct settings *settings, enum setting setting)
{
    return (int)number_of(settings, setting, SETTING_CHOICE);
}

bool settings_on(const struct settings *settings, enum setting setting)
{
    return number_of(settings, setting, SETTING_BOOL) != 0;
}

/* ---- open sections ------------------------------------------------------------------------- */

bool setting_section_open(const char *section)
{
    return strcmp(section, "keys") == 0 || strcmp(section, "theme") == 0;
}

int settings_open_count(const struct settings *settings)
{
    return settings->open_count;
}

const char *settings_open_name(const struct settings *settings, int index)
{
    assert(index >= 0 && index < settings->open_count);
    return settings->open[index].name;
}

const char *settings_open_text(const struct settings *settings, int index)
{
    assert(index >= 0 && index < settings->open_count);
    return settings->open[index].text;
}

static bool is_set(const struct settings *settings, const char *name)
{
    for (int i = 0; i < settings->open_count; i++)
        if (strcmp(settings->open[i].name, name) == 0)
            return true;
    return false;
}

enum rc settings_open_add(struct settings *settings, const char *section, const char *name,
                          const char *text, struct err *err)
{
    struct open_setting new;
    char shown[SETTING_NAME_TEXT * 4 + 1];
    int length = snprintf(new.name, sizeof new.name, "%s.%s", section, name);
    bool long_name = length >= (int)sizeof new.name;
    const char *why = long_name ? NULL : text_clean(text, new.text, sizeof new.text);
    text_escape(shown, sizeof shown, new.name);
    if (long_name)
        return err_set(err, RC_CONFIG, "", "%s... is too long a name", shown);
    if (why)
        return err_set(err, RC_CONFIG, "", "%s %s", shown, tongue(why));
    if (is_set(settings, new.name))
        return err_set(err, RC_CONFIG, "", "%s was set already", shown);
    if (settings->open_count == SETTINGS_OPEN_MAX)
        return err_set(err, RC_CONFIG, "", "%s is one too many: keys and theme may set %d", shown,
                       SETTINGS_OPEN_MAX);
    settings->open[settings->open_count++] = new;
    return RC_OK;
}

/* ---- secrets -------------------------------------------------------------------------------- */

static enum rc secret_line(const char *key, const char *from, char out[SECRET_TEXT],
                           struct err *err)
{
    size_t length = strcspn(from, "\r\n");
    if (length >= SECRET_TEXT)
        return err_set(err, RC_CONFIG, "", "The secret of %s is longer than %d bytes", key,
                       SECRET_TEXT - 1);
    memcpy(out, from, length);
    out[length] = '\0';
    return RC_OK;
}

static enum rc check_private(int fd, const char *path, struct err *err)
{
    struct stat info;
    if (fstat(fd, &info) < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot look at the secret file %s", path);
    if (!S_ISREG(info.st_mode))
        return err_set(err, RC_CONFIG, "", "The secret file %s is not a plain file", path);
    if (info.st_mode & 077)
        return err_set(err, RC_CONFIG, "EPERM",
                       "The secret file %s can be read by others: run chmod 600 on it", path);
    return RC_OK;
}

static enum rc secret_from_file(const char *key, const char *path, char out[SECRET_TEXT],
                                struct err *err)
{
    char bytes[SECRET_TEXT + 1] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return err_set_errno(err, RC_CONFIG, "Cannot open the secret file %s", path);
    enum rc rc = check_private(fd, path, err);
    if (!rc && read(fd, bytes, sizeof bytes - 1) < 0)
        rc = err_set_errno(err, RC_CONFIG, "Cannot read the secret file %s", path);
    close(fd);
    return rc ? rc : secret_line(key, bytes, out, err);
}

enum rc settings_secret(const struct settings *settings, enum setting setting,
                        char out[SECRET_TEXT], struct err *err)
{
    const struct setting_rule *rule = setting_rule(setting);
    assert(rule->type == SETTING_SECRET);
    const char *path = settings->text[setting], *given = getenv(rule->env);
    if (given && *given)
        return secret_line(rule->env, given, out, err);
    if (*path)
        return secret_from_file(rule->name, path, out, err);
    out[0] = '\0';
    return RC_OK;
}
