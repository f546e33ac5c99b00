#include "config.h"

#include "src/base/settings.h"

#include <stdio.h>
#include <string.h>

#include "src/base/tongue.h"

static const struct setting_rule rules[] = {
    [SETTING_HOUSE_NAME] = {.section = "house",
                            .name = "name",
                            .type = SETTING_TEXT,
                            .fallback = "Loge",
                            .high = "95",
                            .help = "Name of the house, as it stands on screens and tickets."},
    [SETTING_HOUSE_CURRENCY] = {.section = "house",
                                .name = "currency",
                                .type = SETTING_CURRENCY,
                                .fallback = "EUR",
                                .help = "Currency of new shows and of this file (ISO 4217)."},
    [SETTING_HOUSE_TIMEZONE] = {.section = "house",
                                .name = "timezone",
                                .type = SETTING_TEXT,
                                .fallback = "",
                                .high = "47",
                                .help = "Time zone of a new house, like Europe/Berlin; empty: this "
                                        "machine's. `loge join` writes the house's own."},
    [SETTING_HOUSE_PG] = {.section = "house",
                          .name = "pg",
                          .type = SETTING_TEXT,
                          .fallback = "",
                          .high = "190",
                          .help = "Where the PostgreSQL of a house of several tills is, as libpq "
                                  "has it, without a person; `loge join` writes it."},
    [SETTING_HOUSE_PREFIX] = {.section = "house",
                              .name = "prefix",
                              .type = SETTING_TEXT,
                              .fallback = "",
                              .high = "40",
                              .help = "What the house's logins begin with; `loge join` writes it."},
    [SETTING_HOUSE_REDIS] = {.section = "house",
                             .name = "redis",
                             .type = SETTING_TEXT,
                             .fallback = "",
                             .high = "190",
                             .help =
                                 "Where the house's Redis is: HOST:PORT, unix:/PATH or "
                                 "redis://HOST:PORT/DATABASE; without one the house is slower."},
    [SETTING_HOUSE_REDIS_PASSWORD_FILE] = {.section = "house",
                                           .name = "redis_password_file",
                                           .type = SETTING_SECRET,
                                           .fallback = "",
                                           .env = "LOGE_REDIS_PASSWORD",
                                           .help = "File with the password of the house's Redis."},
    [SETTING_TILL_NAME] = {.section = "till",
                           .name = "name",
                           .type = SETTING_TEXT,
                           .fallback = "till-1",
                           .high = "23",
                           .help = "Name of this till in shifts and in the audit log."},
    [SETTING_TILL_LANGUAGE] = {.section = "till",
                               .name = "language",
                               .type = SETTING_TEXT,
                               .fallback = "",
                               .high = "15",
                               .help = "Language of texts, like de; else what the environment "
                                       "asks for."},
    [SETTING_TILL_PIN_FILE] = {.section = "till",
                               .name = "pin_file",
                               .type = SETTING_SECRET,
                               .fallback = "",
                               .env = "LOGE_PIN",
                               .help = "File with the PIN to sign in with when nobody can be "
                                       "asked."},
    [SETTING_HOLD_TTL] = {.section = "hold",
                          .name = "ttl",
                          .type = SETTING_DURATION,
                          .fallback = "15m",
                          .low = "1s",
                          .high = "1d",
                          .help = "How long a new show keeps seats that are held."},
    [SETTING_HOLD_EXTEND] = {.section = "hold",
                             .name = "extend",
                             .type = SETTING_DURATION,
                             .fallback = "5m",
                             .low = "1s",
                             .high = "1d",
                             .help = "How much time a new show adds when a hold is extended."},
    [SETTING_HOLD_CEILING] = {.section = "hold",
                              .name = "ceiling",
                              .type = SETTING_DURATION,
                              .fallback = "2h",
                              .low = "1s",
                              .high = "7d",
                              .help = "How long a hold can last in all, extensions counted."},
    [SETTING_SHOW_GAP_RULE] = {.section = "show",
                               .name = "gap_rule",
                               .type = SETTING_BOOL,
                               .fallback = "yes",
                               .help = "Whether new shows refuse holds that leave one single seat "
                                       "free."},
    [SETTING_SHOW_ONE_HOLD] = {.section = "show",
                               .name = "one_hold",
                               .type = SETTING_BOOL,
                               .fallback = "no",
                               .help = "Whether new shows allow one hold a customer, so that a new "
                                       "one frees the old."},
    [SETTING_SHOW_FEE] = {.section = "show",
                          .name = "fee",
                          .type = SETTING_MONEY,
                          .fallback = "0",
                          .low = "0",
                          .high = "100000",
                          .help =
                              "Booking fee of new shows, for each ticket that costs something."},
    [SETTING_SHOW_TAX] = {.section = "show",
                          .name = "tax",
                          .type = SETTING_INT,
                          .fallback = "0",
                          .low = "0",
                          .high = "10000",
                          .help = "Tax contained in prices and fees of new shows, in hundredths of "
                                  "a percent."},
    [SETTING_SHIFT_DIFFERENCE_LIMIT] = {.section = "shift",
                                        .name = "difference_limit",
                                        .type = SETTING_MONEY,
                                        .fallback = "5",
                                        .low = "0",
                                        .high = "1000000",
                                        .help = "Largest difference at cash-up that needs no "
                                                "reason."},
    [SETTING_LOG_LEVEL] = {.section = "log",
                           .name = "level",
                           .type = SETTING_CHOICE,
                           .fallback = "info",
                           .choices = "error warning info debug",
                           .help = "How much is logged; each level contains those before it."},
    [SETTING_LOG_FORMAT] = {.section = "log",
                            .name = "format",
                            .type = SETTING_CHOICE,
                            .fallback = "text",
                            .choices = "text json",
                            .help = "Log lines for people or one JSON object a line for programs."},
    [SETTING_LOG_FILE] = {.section = "log",
                          .name = "file",
                          .type = SETTING_TEXT,
                          .fallback = "",
                          .high = "180",
                          .help = "File to append log lines to, one an act; without one nothing is "
                                  "logged."},
    [SETTING_CONSOLE_WELCOME] = {.section = "console",
                                 .name = "welcome",
                                 .type = SETTING_TEXT,
                                 .fallback = "",
                                 .high = "190",
                                 .help = "What stands below the form where people sign in."},
    [SETTING_CONSOLE_LIGHT] = {.section = "console",
                               .name = "light",
                               .type = SETTING_BOOL,
                               .fallback = "no",
                               .help = "Whether the terminal's background is light; colours follow "
                                       "it."},
    [SETTING_CONSOLE_ASCII] = {.section = "console",
                               .name = "ascii",
                               .type = SETTING_BOOL,
                               .fallback = "no",
                               .help = "Whether only ASCII is drawn, whatever the terminal says it "
                                       "can."},
    [SETTING_CONSOLE_MOUSE] = {.section = "console",
                               .name = "mouse",
                               .type = SETTING_BOOL,
                               .fallback = "no",
                               .help = "Whether the console takes mouse clicks; the terminal's own "
                                       "selecting is off then."},
    [SETTING_CONSOLE_KIOSK] = {.section = "console",
                               .name = "kiosk",
                               .type = SETTING_BOOL,
                               .fallback = "no",
                               .help = "Whether ^Z is off, so that nobody gets from the console to "
                                       "a shell."},
    [SETTING_CONSOLE_LOCK_AFTER] = {.section = "console",
                                    .name = "lock_after",
                                    .type = SETTING_DURATION,
                                    .fallback = "0s",
                                    .low = "0s",
                                    .high = "1d",
                                    .help = "How long nobody may press a key before the console "
                                            "locks; 0s never."},
    [SETTING_PRINTER_NAME] = {.section = "printer",
                              .name = "name",
                              .type = SETTING_TEXT,
                              .fallback = "PRN-1",
                              .high = "23",
                              .help = "Name of this till's printer, as the print queue shows it."},
    [SETTING_PRINTER_COMMAND] = {.section = "printer",
                                 .name = "command",
                                 .type = SETTING_TEXT,
                                 .fallback = "",
                                 .high = "180",
                                 .help =
                                     "Shell command that prints the text on its standard input, "
                                     "like lp -d tickets; without one nothing is printed."},
    [SETTING_PRINTER_COLUMNS] = {.section = "printer",
                                 .name = "columns",
                                 .type = SETTING_INT,
                                 .fallback = "40",
                                 .low = "32",
                                 .high = "132",
                                 .help = "How many characters wide the printer's paper is."},
    [SETTING_PRINTER_PATIENCE] = {.section = "printer",
                                  .name = "patience",
                                  .type = SETTING_DURATION,
                                  .fallback = "30s",
                                  .low = "1s",
                                  .high = "1h",
                                  .help = "How long one ticket may take; then its printing has "
                                          "failed."},
    [SETTING_DOOR_GATE] = {.section = "door",
                           .name = "gate",
                           .type = SETTING_INT,
                           .fallback = "0",
                           .low = "0",
                           .high = "255",
                           .help = "Number of the gate this scanner stands at; 0 lets in whatever "
                                   "gate the ticket is for."},
    [SETTING_DOOR_GATES] = {.section = "door",
                            .name = "gates",
                            .type = SETTING_TEXT,
                            .fallback = "",
                            .high = "190",
                            .help = "Which sections use which gate, like Stalls 1, Circle 2; it is "
                                    "signed into new tickets, the others are good at any gate."},
    [SETTING_DOOR_OPENS] = {.section = "door",
                            .name = "opens",
                            .type = SETTING_DURATION,
                            .fallback = "3h",
                            .low = "0s",
                            .high = "30d",
                            .help = "How long before the show new tickets are let in."},
    [SETTING_DOOR_CLOSES] = {.section = "door",
                             .name = "closes",
                             .type = SETTING_DURATION,
                             .fallback = "6h",
                             .low = "1h",
                             .high = "30d",
                             .help = "How long after its start new tickets are let in."},
    [SETTING_DOOR_REENTRY] = {.section = "door",
                              .name = "reentry",
                              .type = SETTING_BOOL,
                              .fallback = "yes",
                              .help = "Whether people who were scanned out may come in again."},
    [SETTING_DOOR_SCALE] = {.section = "door",
                            .name = "scale",
                            .type = SETTING_TEXT,
                            .fallback = "",
                            .high = "190",
                            .help = "Where the scale for bags is, like /dev/ttyUSB0@9600, "
                                    "/dev/ttyS0@2400,7e1 or tcp:HOST:PORT; without one weights are "
                                    "typed."},
    [SETTING_SERVE_LISTEN] = {.section = "serve",
                              .name = "listen",
                              .type = SETTING_TEXT,
                              .fallback = "127.0.0.1:8480",
                              .high = "100",
                              .help = "Where the house's service listens: HOST:PORT, or [::1]:PORT "
                                      "for an address of IPv6."},
    [SETTING_SERVE_ENGINES] = {.section = "serve",
                               .name = "engines",
                               .type = SETTING_INT,
                               .fallback = "4",
                               .low = "1",
                               .high = "64",
                               .help = "How many acts the service does at once; each has a "
                                       "connection to the house of its own."},
    [SETTING_SERVE_CERT] = {.section = "serve",
                            .name = "cert",
                            .type = SETTING_TEXT,
                            .fallback = "",
                            .high = "190",
                            .help = "File with the service's certificate and its chain (PEM); "
                                    "without one it speaks plain HTTP."},
    [SETTING_SERVE_KEY] = {.section = "serve",
                           .name = "key",
                           .type = SETTING_TEXT,
                           .fallback = "",
                           .high = "190",
                           .help = "File with the key of that certificate (PEM)."},
    [SETTING_SERVE_TRUSTED] = {.section = "serve",
                               .name = "trusted",
                               .type = SETTING_TEXT,
                               .fallback = "",
                               .high = "190",
                               .help = "Addresses of proxies whose X-Forwarded-For is believed, "
                                       "like 127.0.0.1, 10.0.0.0/8, ::1; without one nobody's is."},
    [SETTING_SERVE_LIMIT_REQUESTS] = {.section = "serve",
                                      .name = "limit_requests",
                                      .type = SETTING_INT,
                                      .fallback = "60",
                                      .low = "0",
                                      .high = "1000",
                                      .help = "How many requests a minute an address or a token "
                                              "may make; 0: any number."},
    [SETTING_SERVE_LIMIT_HOLDS] = {.section = "serve",
                                   .name = "limit_holds",
                                   .type = SETTING_INT,
                                   .fallback = "20",
                                   .low = "0",
                                   .high = "1000",
                                   .help = "How many holds a minute an address or a token may "
                                           "make; 0: any number."},
    [SETTING_SERVE_LIMIT_MAPS] = {.section = "serve",
                                  .name = "limit_maps",
                                  .type = SETTING_INT,
                                  .fallback = "10",
                                  .low = "0",
                                  .high = "1000",
                                  .help = "Whoever looks at more different seat maps than that in "
                                          "2 seconds is shut out; 0: nobody is."},
    [SETTING_SERVE_LIMIT_BURST] = {.section = "serve",
                                   .name = "limit_burst",
                                   .type = SETTING_INT,
                                   .fallback = "100",
                                   .low = "0",
                                   .high = "1000",
                                   .help = "Whoever makes more requests than that in 5 seconds is "
                                           "shut out; 0: nobody is."},
    [SETTING_SERVE_LIMIT_LOOKUPS] = {.section = "serve",
                                     .name = "limit_lookups",
                                     .type = SETTING_INT,
                                     .fallback = "10",
                                     .low = "0",
                                     .high = "1000",
                                     .help = "Whoever gives more wrong codes or last names than "
                                             "that a minute at /api/lookup is shut out; 0: nobody "
                                             "is."},
    [SETTING_SERVE_LIMIT_CONNECTIONS] = {.section = "serve",
                                         .name = "limit_connections",
                                         .type = SETTING_INT,
                                         .fallback = "200",
                                         .low = "0",
                                         .high = "8000",
                                         .help = "So many connections one address may have open at "
                                                 "once; 0: any number. A trusted proxy may have "
                                                 "any number."},
    [SETTING_SERVE_REQUEST_TIME] = {.section = "serve",
                                    .name = "request_time",
                                    .type = SETTING_DURATION,
                                    .fallback = "30s",
                                    .low = "1s",
                                    .high = "1h",
                                    .help = "Whoever takes longer than this to say what he wants "
                                            "is hung up on."},
    [SETTING_SERVE_BLOCK] = {.section = "serve",
                             .name = "block",
                             .type = SETTING_DURATION,
                             .fallback = "1h",
                             .low = "0s",
                             .high = "30d",
                             .help = "How long whoever asks too fast is shut out; 0s: only as "
                                     "long as it goes on."},
    [SETTING_MAIL_SERVER] = {.section = "mail",
                             .name = "server",
                             .type = SETTING_TEXT,
                             .fallback = "",
                             .high = "190",
                             .help = "Where mail is handed over, smtp://HOST:PORT or "
                                     "smtps://HOST:PORT; without one none is sent from here."},
    [SETTING_MAIL_FROM] = {.section = "mail",
                           .name = "from",
                           .type = SETTING_TEXT,
                           .fallback = "",
                           .high = "127",
                           .help = "The address that mails come from."},
    [SETTING_MAIL_USER] = {.section = "mail",
                           .name = "user",
                           .type = SETTING_TEXT,
                           .fallback = "",
                           .high = "127",
                           .help = "Who signs in at the mail server; without one nobody does."},
    [SETTING_MAIL_PASSWORD_FILE] = {.section = "mail",
                                    .name = "password_file",
                                    .type = SETTING_SECRET,
                                    .fallback = "",
                                    .env = "LOGE_MAIL_PASSWORD",
                                    .help = "File with the mail server's password."},
    [SETTING_MAIL_SHOP] = {.section = "mail",
                           .name = "shop",
                           .type = SETTING_TEXT,
                           .fallback = "",
                           .high = "190",
                           .help = "The address of the web shop, https://HOST/PATH: letters to "
                                   "its customers link to their offer there."},
    [SETTING_PAY_URL] = {.section = "pay",
                         .name = "url",
                         .type = SETTING_TEXT,
                         .fallback = "",
                         .high = "150",
                         .help = "Where the payment provider of web shops is, https://HOST; "
                                 "without one `loge serve` takes no payments."},
    [SETTING_PAY_KEY_FILE] = {.section = "pay",
                              .name = "key_file",
                              .type = SETTING_SECRET,
                              .fallback = "",
                              .env = "LOGE_PAY_KEY",
                              .help = "File with the key the payment provider knows this house "
                                      "by."},
    [SETTING_PAY_WEBHOOK_SECRET_FILE] = {.section = "pay",
                                         .name = "webhook_secret_file",
                                         .type = SETTING_SECRET,
                                         .fallback = "",
                                         .env = "LOGE_PAY_WEBHOOK_SECRET",
                                         .help = "File with the secret the payment provider signs "
                                                 "its calls to /payments/webhook with."},
    [SETTING_PAY_TOLERANCE] = {.section = "pay",
                               .name = "tolerance",
                               .type = SETTING_DURATION,
                               .fallback = "5m",
                               .low = "1s",
                               .high = "1h",
                               .help = "How old the signature of such a call may be."},
    [SETTING_PAY_TIME] = {.section = "pay",
                          .name = "time",
                          .type = SETTING_DURATION,
                          .fallback = "15m",
                          .low = "1s",
                          .high = "1d",
                          .help = "How long seats are kept for whoever pays."},
    [SETTING_PAY_CURRENCY] = {.section = "pay",
                              .name = "currency",
                              .type = SETTING_TEXT,
                              .fallback = "",
                              .high = "3",
                              .help = "The only currency the payment provider takes, like EUR; "
                                      "without one it takes any."},
};

_Static_assert(COUNT_OF(rules) == SETTING_COUNT, "every setting has its rule");

const struct setting_rule *setting_rule(enum setting setting)
{
    return &rules[setting];
}

int setting_find(const char *section, const char *name)
{
    for (int i = 0; i < SETTING_COUNT; i++)
        if (strcmp(rules[i].section, section) == 0 && strcmp(rules[i].name, name) == 0)
            return i;
    return -1;
}

const char *setting_type_name(enum setting_type type)
{
    static const char *const names[] = {"text",      "currency", "choice", "number",
                                        "yes or no", "time",     "money",  "secret"};
    return names[type];
}

/* "error warning info debug" as "error, warning, info or debug". */
static void list_choices(const char *choices, char *out, size_t size)
{
    size_t used = 0;
    while (*choices && used + 1 < size) {
        size_t word = strcspn(choices, " ");
        bool last = choices[word] == '\0', next_last = !last && !strchr(choices + word + 1, ' ');
        int put = snprintf(out + used, size - used, "%.*s%s", (int)word, choices,
                           last        ? ""
                           : next_last ? tongue(N_(" or "))
                                       : ", ");
        used += put > 0 ? (size_t)put : 0;
        choices += word + !last;
    }
}

char *setting_range_text(const struct setting_rule *rule, char *out, size_t size)
{
    switch (rule->type) {
    case SETTING_TEXT:
        snprintf(out, size, tongue(N_("text of up to %s bytes")), rule->high);
        break;
    case SETTING_CURRENCY:
        snprintf(out, size, tongue(N_("three capital letters like EUR")));
        break;
    case SETTING_CHOICE:
        list_choices(rule->choices, out, size);
        break;
    case SETTING_BOOL:
        snprintf(out, size, tongue(N_("yes or no")));
        break;
    case SETTING_SECRET:
        snprintf(out, size, tongue(N_("name of a file that only its owner can read")));
        break;
    case SETTING_INT:
        snprintf(out, size, tongue(N_("a whole number from %s to %s")), rule->low, rule->high);
        break;
    case SETTING_DURATION:
        snprintf(out, size, tongue(N_("a time like 90s, 15m or 2h, from %s to %s")), rule->low,
                 rule->high);
        break;
    case SETTING_MONEY:
        snprintf(out, size, tongue(N_("an amount from %s to %s")), rule->low, rule->high);
        break;
    }
    return out;
}
