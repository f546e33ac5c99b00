/* `loge house policy`: a house's own rules, about tills that work alone and about bags. */
#include "config.h"

#include "src/cmd/policy.h"

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/engine/desk_office.h"

/* A house of one till has no tills that work alone. */
static bool is_shown(const struct call *call, enum policy_key key)
{
    return call->line.pg || !policy_is_of_tills(key);
}

static void json_rule(struct json_out *doc, enum policy_key key, int64_t value)
{
    if (policy_is_switch(key))
        member_bool(doc, policy_name(key), value != 0);
    else
        member_int(doc, policy_name(key), value / policy_unit(key));
}

static void print_json(struct call *call, const struct house_policy *policy)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "policy");
    for (int key = 0; key < POLICY_COUNT; key++)
        if (is_shown(call, (enum policy_key)key))
            json_rule(doc, (enum policy_key)key, policy->value[key]);
    json_object_end(doc);
    call_doc_end(call);
}

static void print_rule(struct call *call, enum policy_key key, int64_t value)
{
    char text[POLICY_TEXT];
    call_print(call, "%-16s %6s  %s\n", policy_name(key),
               policy_value_text(key, value, call->house.currency, text), _(policy_meaning(key)));
}

static int show_policy(struct call *call)
{
    struct house_policy policy = {0};
    struct outcome out;
    desk_policy_read(&call->desk, &call->meta, &policy, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        print_json(call, &policy);
        return EXIT_DONE;
    }
    for (int key = 0; key < POLICY_COUNT; key++)
        if (is_shown(call, (enum policy_key)key))
            print_rule(call, (enum policy_key)key, policy.value[key]);
    return EXIT_DONE;
}

static int wrong_value(struct call *call, enum policy_key key, const char *text)
{
    int64_t low, high;
    policy_range(key, &low, &high);
    if (policy_is_switch(key))
        return call_fail(call, VERDICT_INVALID, _("%s is on or off, not \"%.40s\"."),
                         policy_name(key), text);
    if (policy_is_money(key))
        return call_fail(call, VERDICT_INVALID,
                         _("%s is an amount of money like 50.00, not \"%.40s\"."), policy_name(key),
                         text);
    return call_fail(call, VERDICT_INVALID, _("%s is a number from %d to %d, not \"%.40s\"."),
                     policy_name(key), (int)low, (int)high, text);
}

int run_policy(struct call *call)
{
    const char *name = args_word(&call->args, 0), *text = args_word(&call->args, 1);
    enum policy_key key;
    struct outcome out;
    int64_t value;
    if (!name)
        return show_policy(call);
    if (!policy_parse(name, &key))
        return call_fail(call, VERDICT_INVALID,
                         _("There is no rule \"%.40s\"; `loge house policy` lists them."), name);
    if (!text)
        return call_fail(call, VERDICT_INVALID, _("Say what %s is to be from now on."), name);
    if (!policy_value_parse(key, text, call->house.currency, &value))
        return wrong_value(call, key, text);
    desk_policy_set(&call->desk, &call->meta, key, value, &out);
    return out.verdict ? call_refused(call, &out) : show_policy(call);
}
