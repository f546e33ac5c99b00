#include "config.h"

#include "src/cmd/show_add.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/cmd/hall_read.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/price.h"

enum { HOLD_SECONDS_MAX = 7 * 24 * 3600 };

static const int64_t year_ms = 365LL * 24 * 3600 * 1000;

/* ---- prices of a new show ----------------------------------------------------------------- */

struct price_wish {
    struct plan *plan;
    struct price *prices;
    bool *named; /* a class: somebody gave its adult price */
};

static bool bad_price(struct call *call, const char *text)
{
    call_fail(call, VERDICT_INVALID,
              _("--price takes 42.00 for every class, A=42.00 for class A, or A:child=20.00; "
                "\"%.60s\" is none of them."),
              text);
    return false;
}

/* "" is every class. */
static bool set_price(struct call *call, struct price_wish *wish, const char *class_name,
                      enum price_type type, int64_t amount)
{
    int only = *class_name ? plan_find_class(wish->plan, class_name) : -1;
    if (*class_name && only < 0) {
        call_fail(call, VERDICT_NOT_FOUND, _("The hall has no price class \"%.40s\"; it has %s."),
                  class_name, wish->plan->class_count ? wish->plan->classes[0].name : "none");
        return false;
    }
    for (int i = 0; i < wish->plan->class_count; i++) {
        if (only >= 0 && i != only)
            continue;
        wish->prices[i].amount[type] = amount;
        wish->named[i] |= type == TYPE_ADULT;
    }
    return true;
}

/* Adult prices come first (pass 0), so that what is named of concessions wins over the default. */
static bool read_price(struct call *call, struct price_wish *wish, const char *text, int pass)
{
    char class_name[CLASS_TEXT + 16] = "";
    enum price_type type = TYPE_ADULT;
    int64_t amount;
    const char *equals = strrchr(text, '=');
    if (equals && (size_t)(equals - text) >= sizeof class_name)
        return bad_price(call, text);
    if (equals)
        snprintf(class_name, sizeof class_name, "%.*s", (int)(equals - text), text);
    char *colon = strrchr(class_name, ':');
    if (colon && price_type_parse(colon + 1, &type))
        *colon = '\0';
    if ((type == TYPE_ADULT) != (pass == 0))
        return true;
    return word_money(call, "--price", equals ? equals + 1 : text, &amount) &&
           set_price(call, wish, class_name, type, amount);
}

static bool read_prices(struct call *call, struct price_wish *wish, int pass)
{
    const char *text;
    for (int at = 0; (text = args_next(&call->args, "price", &at));)
        if (!read_price(call, wish, text, pass))
            return false;
    return true;
}

static bool prices_of(struct call *call, struct price_wish *wish, struct show *show)
{
    int count = wish->plan->class_count;
    wish->prices = arena_array(call->arena, (size_t)count, sizeof *wish->prices);
    wish->named = arena_array(call->arena, (size_t)count, sizeof *wish->named);
    if (!read_prices(call, wish, 0))
        return false;
    for (int i = 0; i < count; i++) {
        wish->prices[i].class_no = i;
        if (!wish->named[i]) {
            call_fail(call, VERDICT_INVALID, _("Price class %s has no price: --price %s=AMOUNT."),
                      wish->plan->classes[i].name, wish->plan->classes[i].name);
            return false;
        }
        price_default_concessions(&wish->prices[i]);
    }
    show->prices = wish->prices;
    show->price_count = count;
    return read_prices(call, wish, 1);
}

/* ---- add ---------------------------------------------------------------------------------- */

static bool check_start(struct call *call, int64_t starts_at)
{
    if (starts_at > call->now + 10 * year_ms) {
        call_fail(call, VERDICT_INVALID,
                  _("--starts lies more than ten years ahead; check the year."));
        return false;
    }
    if (starts_at < call->now && args_has(&call->args, "open")) {
        call_fail(call, VERDICT_INVALID,
                  _("--starts lies in the past; a show that is over can only be added unopened."));
        return false;
    }
    return true;
}

static bool read_rules(struct call *call, struct show *show)
{
    static const int64_t seconds[] = {1, HOLD_SECONDS_MAX};
    const struct settings *settings = call->settings;
    int64_t ttl, tax = settings_int(settings, SETTING_SHOW_TAX);
    const char *rate = args_value(&call->args, "tax");
    if (!option_money(call, "fee", settings_money(settings, SETTING_SHOW_FEE), &show->fee) ||
        !option_int(call, "ttl", seconds, settings_ms(settings, SETTING_HOLD_TTL) / 1000, &ttl) ||
        (rate && !word_percent(call, "--tax", rate, &tax)))
        return false;
    show->tax_bp = (int32_t)tax;
    show->hold_ttl_ms = ttl * 1000;
    show->extend_ms = settings_ms(settings, SETTING_HOLD_EXTEND);
    show->ceiling_ms = settings_ms(settings, SETTING_HOLD_CEILING);
    if (show->ceiling_ms < show->hold_ttl_ms)
        show->ceiling_ms = show->hold_ttl_ms;
    if (show->extend_ms > show->ceiling_ms)
        show->extend_ms = show->ceiling_ms;
    show->gap_rule =
        settings_on(settings, SETTING_SHOW_GAP_RULE) && !args_has(&call->args, "no-gap-rule");
    show->one_hold =
        settings_on(settings, SETTING_SHOW_ONE_HOLD) || args_has(&call->args, "one-hold");
    return true;
}

static bool needs(struct call *call, const char *option)
{
    if (args_value(&call->args, option))
        return true;
    call_fail(call, VERDICT_INVALID, _("A new show needs --%s; `loge show add --help` says how."),
              option);
    return false;
}

static bool read_show(struct call *call, struct show *show)
{
    struct price_wish wish = {0};
    struct hall hall;
    const char *id = args_word(&call->args, 0);
    *show = (struct show){.status = SHOW_DRAFT};
    if (!needs(call, "hall") || !needs(call, "starts") || !needs(call, "price") ||
        !option_name(call, "title", show->title, sizeof show->title) ||
        !word_name(call, "The show's id", id, show->id, sizeof show->id) ||
        !option_name(call, "hall", show->hall, sizeof show->hall) ||
        !option_time(call, "starts", 0, &show->starts_at) || !check_start(call, show->starts_at) ||
        !read_rules(call, show) || !hall_read(call, show->hall, &hall, &wish.plan))
        return false;
    if (!show->title[0])
        text_copy(show->title, sizeof show->title, show->id);
    if (args_has(&call->args, "open"))
        show->status = SHOW_OPEN;
    memcpy(show->currency, call->house.currency, sizeof show->currency);
    return prices_of(call, &wish, show);
}

int run_show_add(struct call *call)
{
    struct show show;
    struct outcome out;
    if (!call_may(call, RIGHT_SHOWS) || !read_show(call, &show))
        return call->exit;
    desk_show_add(&call->desk, &call->meta, &show, &out);
    if (out.verdict)
        return call_refused(call, &out);
    call_rest(call);
    return answer_show(call, &out,
                       show.status == SHOW_OPEN ? _("The show is open for sale.")
                                                : _("The show is a draft; `loge show open` puts it "
                                                    "on sale."));
}

const struct cmd_option show_add_options[] = {
    {"hall", "HALL", N_("the hall it plays in"), false},
    {"starts", "TIME", N_("when it begins: 2026-11-20T19:30Z, or without a zone local time"),
     false},
    {"title", "TITLE", N_("what it is called (else its id)"), false},
    {"price", "PRICE",
     N_("42.00 for every class, A=42.00 for class A, A:child=20.00 for a "
        "concession; child, senior and student follow from adult otherwise"),
     true},
    {"fee", "AMOUNT", N_("booking fee on each ticket that costs something"), false},
    {"tax", "PERCENT", N_("tax contained in the prices, like 9%"), false},
    {"ttl", "SECONDS", N_("how long a hold lasts"), false},
    {"one-hold", NULL, N_("one hold a customer: a new one frees the old"), false},
    {"no-gap-rule", NULL, N_("single seats may be left over"), false},
    {"open", NULL, N_("put it on sale at once"), false},
    {0},
};
