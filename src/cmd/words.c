#include "config.h"

#include "src/cmd/words.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/timezone.h"

bool word_int(struct call *call, const char *what, const char *text, int64_t low, int64_t high,
              int64_t *out)
{
    if (text_to_int(text, low, high, out))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("%s must be a whole number from %lld to %lld, not \"%.40s\"."), what,
              (long long)low, (long long)high, text);
    return false;
}

/* Digits enough that no amount of money has them. */
static bool is_huge(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return digits > 9 && strspn(text, "0123456789.,") == strlen(text);
}

static bool word_amount(struct call *call, const char *what, const char *text, int64_t low,
                        int64_t *out)
{
    int64_t amount = 0;
    bool read = money_parse(text, call->house.currency, &amount);
    if (!read && !is_huge(text)) {
        char like[MONEY_TEXT];
        call_fail(call, VERDICT_INVALID, _("%s must be an amount like %s, not \"%.40s\"."), what,
                  money_said(4250, "EUR", like), text);
        return false;
    }
    if (!read || amount < low || amount > MONEY_MAX) {
        char least[MONEY_TEXT], most[MONEY_TEXT];
        call_fail(call, VERDICT_INVALID, _("%s must be an amount from %s to %s, not %.40s."), what,
                  money_said(low, call->house.currency, least),
                  money_said(MONEY_MAX, call->house.currency, most), text);
        return false;
    }
    *out = amount;
    return true;
}

bool word_money(struct call *call, const char *what, const char *text, int64_t *out)
{
    return word_amount(call, what, text, 0, out);
}

/* Percent with at most two decimals reads like money with two decimals: 9.5 is 950. */
bool word_percent(struct call *call, const char *what, const char *text, int64_t *out)
{
    char number[24];
    size_t length = strlen(text);
    if (length > 1 && length < sizeof number && text[length - 1] == '%') {
        snprintf(number, sizeof number, "%.*s", (int)length - 1, text);
        if (money_parse(number, "EUR", out) && *out >= 0 && *out <= BASIS_POINTS)
            return true;
    }
    call_fail(call, VERDICT_INVALID,
              _("%s must be a percentage from 0%% to 100%% like 9%%, not "
                "\"%.40s\"."),
              what, text);
    return false;
}

static bool same_wall_clock(const struct tm *a, const struct tm *b)
{
    return a->tm_mday == b->tm_mday && a->tm_mon == b->tm_mon && a->tm_hour == b->tm_hour &&
           a->tm_min == b->tm_min;
}

/* "2026-11-20T19:30" as the clock on the wall here shows it; a time that the change to summer
 * time leaves out does not exist. */
static bool local_time(const char *text, int64_t *out)
{
    int year, month, day, hour, minute, used = 0;
    char between;
    if (strlen(text) != 16 ||
        sscanf(text, "%4d-%2d-%2d%c%2d:%2d%n", &year, &month, &day, &between, &hour, &minute,
               &used) != 6 ||
        used != 16 || !strchr("T ", between) || year < 1970)
        return false;
    struct tm wish = {.tm_year = year - 1900,
                      .tm_mon = month - 1,
                      .tm_mday = day,
                      .tm_hour = hour,
                      .tm_min = minute,
                      .tm_isdst = -1};
    struct tm made = wish;
    time_t seconds = mktime(&made);
    if (!same_wall_clock(&made, &wish) || seconds < 0)
        return false;
    *out = (int64_t)seconds * 1000;
    return true;
}

/* The other moment at which the clock here shows the same: it was put back in between, by an hour
 * or (Lord Howe) by half of one. 0: there is none. */
static int64_t same_time_again(int64_t at)
{
    static const int steps[] = {-3600, -1800, 1800, 3600};
    time_t seconds = (time_t)(at / 1000);
    struct tm here, there;
    if (!localtime_r(&seconds, &here))
        return 0;
    for (int i = 0; i < COUNT_OF(steps); i++) {
        time_t other = seconds + steps[i];
        if (localtime_r(&other, &there) && same_wall_clock(&here, &there))
            return (int64_t)other * 1000;
    }
    return 0;
}

/* Which of the two was meant is for the person to say, and both are spelled out. */
static bool refuse_twice(struct call *call, const char *what, const char *text, int64_t at,
                         int64_t other)
{
    char first[TIME_TEXT], second[TIME_TEXT];
    time_text(at < other ? at : other, first);
    time_text(at < other ? other : at, second);
    call_fail(call, VERDICT_INVALID,
              _("%s: %.16s comes twice, because the clock is put back. Write %s for the first or "
                "%s for the second."),
              what, text, first, second);
    return false;
}

bool word_time(struct call *call, const char *what, const char *text, int64_t *out)
{
    int64_t other;
    if (time_parse(text, out))
        return true;
    if (local_time(text, out)) {
        other = same_time_again(*out);
        return !other || refuse_twice(call, what, text, *out, other);
    }
    call_fail(call, VERDICT_INVALID, _("%s must be a time like 2026-11-20T19:30Z, not \"%.40s\"."),
              what, text);
    return false;
}

bool word_uuid(struct call *call, const char *what, const char *text, struct uuid *out)
{
    if (uuid_parse(text, out))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("%s must be an id like 0193f3c2-5a7e-7c1d-9b1e-3f2a6c5d4e7f, not \"%.40s\"."), what,
              text);
    return false;
}

bool word_name(struct call *call, const char *what, const char *text, char *out, size_t size)
{
    const char *fault = text_clean(text, out, size);
    if (!fault)
        return true;
    call_fail(call, VERDICT_INVALID, _("%s: this text %s; write it again."), what, _(fault));
    return false;
}

/* ---- options ------------------------------------------------------------------------------ */

static const char *dashed(const char *option, char out[40])
{
    snprintf(out, 40, "--%s", option);
    return out;
}

bool option_name(struct call *call, const char *option, char *out, size_t size)
{
    char what[40];
    const char *text = args_value(&call->args, option);
    out[0] = '\0';
    return !text || word_name(call, dashed(option, what), text, out, size);
}

bool option_int(struct call *call, const char *option, const int64_t range[2], int64_t otherwise,
                int64_t *out)
{
    char what[40];
    const char *text = args_value(&call->args, option);
    *out = otherwise;
    return !text || word_int(call, dashed(option, what), text, range[0], range[1], out);
}

bool option_money(struct call *call, const char *option, int64_t otherwise, int64_t *out)
{
    char what[40];
    const char *text = args_value(&call->args, option);
    *out = otherwise;
    return !text || word_money(call, dashed(option, what), text, out);
}

bool option_total(struct call *call, const char *option, int64_t otherwise, int64_t *out)
{
    char what[40];
    const char *text = args_value(&call->args, option);
    *out = otherwise;
    return !text || word_amount(call, dashed(option, what), text, -MONEY_MAX, out);
}

bool option_time(struct call *call, const char *option, int64_t otherwise, int64_t *out)
{
    char what[40];
    const char *text = args_value(&call->args, option);
    *out = otherwise;
    return !text || word_time(call, dashed(option, what), text, out);
}

/* ---- paying ------------------------------------------------------------------------------- */

static bool read_tender(struct call *call, const char *text, struct tender_line *line)
{
    char name[16];
    size_t length = strcspn(text, "=");
    snprintf(name, sizeof name, "%.*s", (int)length, text);
    *line = (struct tender_line){0};
    if (strcmp(name, "gift") == 0)
        line->tender = TENDER_VOUCHER;
    else if (!tender_parse(name, &line->tender)) {
        call_fail(call, VERDICT_INVALID,
                  _("--pay takes cash, card or gift, with an amount if it is only a part "
                    "(cash=20.00); \"%.40s\" is none of them."),
                  text);
        return false;
    }
    if (text[length] == '\0')
        return true;
    if (!word_money(call, "--pay", text + length + 1, &line->amount))
        return false;
    if (line->amount > 0)
        return true;
    call_fail(call, VERDICT_INVALID, _("--pay needs an amount above zero, not \"%.40s\"."), text);
    return false;
}

static struct tender_line *first_tender(struct tender_line *lines, int count, enum tender tender)
{
    for (int i = 0; i < count; i++)
        if (lines[i].tender == tender)
            return &lines[i];
    return NULL;
}

/* --given belongs to the cash, --auth to the card. */
static bool add_details(struct call *call, struct tender_line *lines, int count)
{
    int64_t given;
    char auth[AUTH_TEXT];
    struct tender_line *cash = first_tender(lines, count, TENDER_CASH);
    struct tender_line *card = first_tender(lines, count, TENDER_CARD);
    if (!option_money(call, "given", 0, &given) || !option_name(call, "auth", auth, sizeof auth))
        return false;
    if (given && !cash) {
        call_fail(call, VERDICT_INVALID, _("--given goes with --pay cash."));
        return false;
    }
    if (auth[0] && !card) {
        call_fail(call, VERDICT_INVALID, _("--auth goes with --pay card."));
        return false;
    }
    if (cash)
        cash->given = given;
    if (card)
        memcpy(card->auth, auth, sizeof auth);
    return true;
}

/* The codes of --gift go to the gift tenders in turn; each needs one. */
static bool add_gifts(struct call *call, struct tender_line *lines, int count)
{
    int at = 0;
    for (int i = 0; i < count; i++) {
        if (lines[i].tender != TENDER_VOUCHER)
            continue;
        const char *code = args_next(&call->args, "gift", &at);
        if (!code) {
            call_fail(call, VERDICT_INVALID, _("--pay gift needs the voucher: --gift CODE."));
            return false;
        }
        if (!word_name(call, "--gift", code, lines[i].voucher, sizeof lines[i].voucher))
            return false;
    }
    if (args_next(&call->args, "gift", &at)) {
        call_fail(call, VERDICT_INVALID, _("--gift goes with --pay gift, one for each."));
        return false;
    }
    return true;
}

bool words_tenders(struct call *call, const struct tender_line **out, int *count)
{
    LIST(struct tender_line) lines = {0};
    const char *text;
    for (int at = 0; (text = args_next(&call->args, "pay", &at));) {
        if (lines.count == TENDERS_MAX) {
            call_fail(call, VERDICT_INVALID, _("--pay may be given %d times at most."),
                      TENDERS_MAX);
            return false;
        }
        if (!read_tender(call, text, LIST_ADD(call->arena, &lines)))
            return false;
    }
    if (lines.count == 0 && args_has(&call->args, "given"))
        LIST_ADD(call->arena, &lines)->tender = TENDER_CASH;
    *out = lines.at;
    *count = lines.count;
    return add_details(call, lines.at, lines.count) && add_gifts(call, lines.at, lines.count);
}

/* ---- types and discounts ------------------------------------------------------------------ */

struct type_list {
    LIST(struct desk_type) types;
};

static bool bad_type(struct call *call, const char *part)
{
    call_fail(call, VERDICT_INVALID,
              _("--type takes adult=2,child=1 or SEAT=child (adult, child, senior, student, comp); "
                "\"%.60s\" is neither."),
              part);
    return false;
}

/* "child=2": the next two seats; "Stalls-A-1=child": that seat. */
static bool read_type(struct call *call, struct type_list *list, char *part)
{
    char *equals = strrchr(part, '=');
    if (!equals || equals == part)
        return bad_type(call, part);
    *equals = '\0';
    enum price_type type;
    if (price_type_parse(equals + 1, &type)) {
        struct desk_type *one = LIST_ADD(call->arena, &list->types);
        one->label = part;
        one->type = type;
        return true;
    }
    int64_t times;
    if (!price_type_parse(part, &type) || !text_to_int(equals + 1, 0, HOLD_SEATS_MAX, &times)) {
        *equals = '=';
        return bad_type(call, part);
    }
    for (int64_t i = 0; i < times; i++)
        LIST_ADD(call->arena, &list->types)->type = type;
    return true;
}

bool words_types(struct call *call, const struct desk_type **out, int *count)
{
    struct type_list list = {0};
    const char *text;
    for (int at = 0; (text = args_next(&call->args, "type", &at));) {
        char *save = NULL, *copy = arena_strdup(call->arena, text);
        for (char *part = strtok_r(copy, ",", &save); part; part = strtok_r(NULL, ",", &save))
            if (!read_type(call, &list, part))
                return false;
    }
    *out = list.types.at;
    *count = list.types.count;
    return true;
}

bool words_discount(struct call *call, struct discount *out)
{
    const char *text = args_value(&call->args, "discount");
    *out = (struct discount){0};
    if (!text)
        return true;
    size_t length = strlen(text);
    if (length && text[length - 1] == '%') {
        out->kind = DISCOUNT_PERCENT;
        return word_percent(call, "--discount", text, &out->value);
    }
    const char *each =
        length > 5 && strcmp(text + length - 5, "/each") == 0 ? text + length - 5 : NULL;
    out->kind = each ? DISCOUNT_EACH : DISCOUNT_ORDER;
    return word_money(call, "--discount",
                      each ? arena_strndup(call->arena, text, (size_t)(each - text)) : text,
                      &out->value);
}

bool option_show(struct call *call, const char *option, int32_t *no)
{
    struct show show;
    struct err err;
    bool found;
    struct store *store = call->desk.store;
    const char *id = args_value(&call->args, option);
    *no = 0;
    if (!id)
        return true;
    if (store->ops->show_find(store, id, call->arena, &show, &found, &err)) {
        call_err(call, &err);
        return false;
    }
    if (!found) {
        call_fail(call, VERDICT_NOT_FOUND,
                  _("There is no show \"%.47s\"; `loge show list` shows what there is."), id);
        return false;
    }
    *no = show.no;
    return true;
}

/* Where the house stands: named, in the settings, or else where this machine does. */
static bool option_timezone(struct call *call, char out[ZONE_TEXT])
{
    const char *name = args_value(&call->args, "timezone");
    if (!name)
        name = settings_text(call->settings, SETTING_HOUSE_TIMEZONE);
    if (!*name) {
        timezone_of_machine(out);
        return true;
    }
    if (!timezone_known(name)) {
        call_fail(call, VERDICT_INVALID,
                  _("--timezone is a name like Europe/Berlin that this machine knows, not "
                    "\"%.47s\"."),
                  name);
        return false;
    }
    text_copy(out, ZONE_TEXT, name);
    return true;
}

bool words_house(struct call *call, struct house *house)
{
    const char *name = args_value(&call->args, "name");
    const char *currency = args_value(&call->args, "currency");
    if (!name)
        name = settings_text(call->settings, SETTING_HOUSE_NAME);
    if (!currency)
        currency = settings_text(call->settings, SETTING_HOUSE_CURRENCY);
    if (!word_name(call, "--name", name, house->name, sizeof house->name))
        return false;
    if (!option_timezone(call, house->timezone))
        return false;
    if (!currency_valid(currency)) {
        call_fail(call, VERDICT_INVALID,
                  _("--currency is three capital letters like EUR, not \"%.20s\"."), currency);
        return false;
    }
    memcpy(house->currency, currency, sizeof house->currency);
    return true;
}
