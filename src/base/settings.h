/*
 * The configuration: one INI file, every key in one table.
 *
 * The table (settings_table.c) is the only place a key is named: defaults, limits and help come
 * from it, the man page is made from it, and a file is refused as a whole, with its line, when it
 * says anything the table does not know. Lengths of time are written "90s", "15m", "2h"; money is
 * written in units of house.currency; a secret is the name of a private file, never the secret.
 *
 * In the file, lines starting with ';' or '#' and text after " ;" are comments.
 */
#ifndef LOGE_BASE_SETTINGS_H
#define LOGE_BASE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/attr.h"
#include "src/base/err.h"

enum { SETTING_TEXT_SIZE = 192, SETTINGS_FILE_MAX = 1024 * 1024, SECRET_TEXT = 256 };

enum setting {
    SETTING_HOUSE_NAME,
    SETTING_HOUSE_CURRENCY,
    SETTING_HOUSE_TIMEZONE,
    SETTING_HOUSE_PG,
    SETTING_HOUSE_PREFIX,
    SETTING_HOUSE_REDIS,
    SETTING_HOUSE_REDIS_PASSWORD_FILE,
    SETTING_TILL_NAME,
    SETTING_TILL_LANGUAGE,
    SETTING_TILL_PIN_FILE,
    SETTING_HOLD_TTL,
    SETTING_HOLD_EXTEND,
    SETTING_HOLD_CEILING,
    SETTING_SHOW_GAP_RULE,
    SETTING_SHOW_ONE_HOLD,
    SETTING_SHOW_FEE,
    SETTING_SHOW_TAX,
    SETTING_SHIFT_DIFFERENCE_LIMIT,
    SETTING_LOG_LEVEL,
    SETTING_LOG_FORMAT,
    SETTING_LOG_FILE,
    SETTING_CONSOLE_WELCOME,
    SETTING_CONSOLE_LIGHT,
    SETTING_CONSOLE_ASCII,
    SETTING_CONSOLE_MOUSE,
    SETTING_CONSOLE_KIOSK,
    SETTING_CONSOLE_LOCK_AFTER,
    SETTING_PRINTER_NAME,
    SETTING_PRINTER_COMMAND,
    SETTING_PRINTER_COLUMNS,
    SETTING_PRINTER_PATIENCE,
    SETTING_DOOR_GATE,
    SETTING_DOOR_GATES,
    SETTING_DOOR_OPENS,
    SETTING_DOOR_CLOSES,
    SETTING_DOOR_REENTRY,
    SETTING_DOOR_SCALE,
    SETTING_SERVE_LISTEN,
    SETTING_SERVE_ENGINES,
    SETTING_SERVE_CERT,
    SETTING_SERVE_KEY,
    SETTING_SERVE_TRUSTED,
    SETTING_SERVE_LIMIT_REQUESTS,
    SETTING_SERVE_LIMIT_HOLDS,
    SETTING_SERVE_LIMIT_MAPS,
    SETTING_SERVE_LIMIT_BURST,
    SETTING_SERVE_LIMIT_LOOKUPS,
    SETTING_SERVE_LIMIT_CONNECTIONS,
    SETTING_SERVE_REQUEST_TIME,
    SETTING_SERVE_BLOCK,
    SETTING_MAIL_SERVER,
    SETTING_MAIL_FROM,
    SETTING_MAIL_USER,
    SETTING_MAIL_PASSWORD_FILE,
    SETTING_MAIL_SHOP,
    SETTING_PAY_URL,
    SETTING_PAY_KEY_FILE,
    SETTING_PAY_WEBHOOK_SECRET_FILE,
    SETTING_PAY_TOLERANCE,
    SETTING_PAY_TIME,
    SETTING_PAY_CURRENCY,
    SETTING_COUNT,
};

enum setting_type {
    SETTING_TEXT,     /* high: most bytes; may be empty only if the default is */
    SETTING_CURRENCY, /* three capital letters */
    SETTING_CHOICE,   /* one of `choices` */
    SETTING_INT,
    SETTING_BOOL,     /* yes or no */
    SETTING_DURATION, /* whole number and ms, s, m, h or d */
    SETTING_MONEY,
    SETTING_SECRET, /* name of a file only its owner can read; the variable `env` comes first */
};

struct setting_rule {
    const char *section, *name;
    enum setting_type type;
    const char *fallback;   /* the default, as it would be written in the file */
    const char *low, *high; /* limits, written the same way; NULL for none */
    const char *choices;    /* "error warning info debug" */
    const char *env;
    const char *help; /* one sentence */
};

/* The table. Rules live for ever. */
const struct setting_rule *setting_rule(enum setting setting);
/* -1 when there is no such key. */
int setting_find(const char *section, const char *name);
const char *setting_type_name(enum setting_type type);
/* What may be written, for people: "yes or no", "1s to 1d", "error, warning, info or debug". */
char *setting_range_text(const struct setting_rule *rule, char *out, size_t size);

struct settings;

struct settings *settings_new(void) RETURNS_FRESH; /* all defaults */
struct settings *settings_copy(const struct settings *settings) RETURNS_FRESH;
void settings_take(struct settings *settings, const struct settings *from); /* all values */
void settings_free(struct settings **settings);

/*
 * Reads a file into settings; keys it does not name keep their value. A refused file (RC_CONFIG,
 * "FILE:LINE: what is wrong") changes nothing. A missing file is fine unless it is required.
 */
enum rc settings_load(struct settings *settings, const char *path, bool required,
                      struct err *err) MUST_USE;

/*
 * Writes keys into a file, made when it is not there: a key's line is replaced, a new one is put at
 * the end of its section, everything else stays as it is. The file is written aside and renamed,
 * and stays as it was when the new text would be refused.
 */
struct setting_line {
    enum setting setting;
    const char *text;
};
enum rc settings_save(const char *path, const struct setting_line *lines, int count,
                      struct err *err) MUST_USE;

/* The same from memory; name is what refusals call it. */
enum rc settings_parse(struct settings *settings, const char *name, const char *bytes, size_t size,
                       struct err *err) MUST_USE;

/* One key, as a file would. Refusals read "hold.ttl ...". Call settings_check after the last. */
enum rc settings_set(struct settings *settings, enum setting setting, const char *text,
                     struct err *err) MUST_USE;
/* What only all keys together can tell. *culprit is the key to blame. */
enum rc settings_check(const struct settings *settings, enum setting *culprit,
                       struct err *err) MUST_USE;

/* Asking for another type than the table's is a bug. Texts live as long as settings. */
const char *settings_text(const struct settings *settings, enum setting setting); /* any type */
int64_t settings_int(const struct settings *settings, enum setting setting);
int64_t settings_ms(const struct settings *settings, enum setting setting);
int64_t settings_money(const struct settings *settings, enum setting setting);
int settings_choice(const struct settings *settings, enum setting setting); /* 0, 1, ... */
bool settings_on(const struct settings *settings, enum setting setting);

/*
 * The sections "keys" and "theme" are open: what may stand in them only the console knows, which
 * has the actions and the styles. They are kept as written, in the order of the file, by their
 * whole name: "keys.map.best" is "b F5". Names and values live as long as settings.
 */
enum { SETTINGS_OPEN_MAX = 128, SETTING_NAME_TEXT = 64, SETTING_OPEN_TEXT = 96 };
bool setting_section_open(const char *section);
int settings_open_count(const struct settings *settings);
const char *settings_open_name(const struct settings *settings, int index);
const char *settings_open_text(const struct settings *settings, int index);
/* Adds one. RC_CONFIG: it is there already, too long, or there are too many. */
enum rc settings_open_add(struct settings *settings, const char *section, const char *name,
                          const char *text, struct err *err) MUST_USE;

/*
 * The secret itself, read now: from the rule's variable, else the first line of the named file,
 * which must be a plain file that nobody but its owner can read. Empty when neither is set.
 */
enum rc settings_secret(const struct settings *settings, enum setting setting,
                        char out[SECRET_TEXT], struct err *err) MUST_USE;

#endif
