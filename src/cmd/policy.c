/* `loge house policy`: what a house wants done about tills that work alone. */
#include "config.h"

#include "src/cmd/policy.h"

#include <inttypes.h>
#include <stdio.h>

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/engine/desk_office.h"

enum { VALUE_TEXT = 24 };

static const char *value_text(enum policy_key key, int64_t value, char out[VALUE_TEXT])
{
    if (policy_is_switch(key))
        snprintf(out, VALUE_TEXT, "%s", value ? "on" : "off");
    else
        snprintf(out, VALUE_TEXT, "%" PRId64, value / policy_unit(key));
    return out;
}

static void print_json(struct call *call, const struct house_policy *policy)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "policy");
    for (int key = 0; key < POLICY_COUNT; key++) {
        const char *name = policy_name((enum policy_key)key);
        int64_t value = policy->value[key];
        if (policy_is_switch((enum policy_key)key))
            member_bool(doc, name, value != 0);
        else
            member_int(doc, name, value / policy_unit((enum policy_key)key));
    }
    json_object_end(doc);
    call_doc_end(call);
}

static int show_policy(struct call *call)
{
    struct house_policy policy = {0};
    struct outcome out;
    char text[VALUE_TEXT];
    desk_policy_read(&call->desk, &call->meta, &policy, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        print_json(call, &policy);
        return EXIT_DONE;
    }
    for (int key = 0; key < POLICY_COUNT; key++)
        call_print(call, "%-16s %6s  %s\n", policy_name((enum policy_key)key),
                   value_text((enum policy_key)key, policy.value[key], text),
                   _(policy_meaning((enum policy_key)key)));
    return EXIT_DONE;
}

static int wrong_value(struct call *call, enum policy_key key, const char *text)
{
    int64_t low, high;
    policy_range(key, &low, &high);
    if (policy_is_switch(key))
        return call_fail(call, VERDICT_INVALID, _("%s is on or off, not \"%.40s\"."),
                         policy_name(key), text);
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
    if (!policy_value_parse(key, text, &value))
        return wrong_value(call, key, text);
    desk_policy_set(&call->desk, &call->meta, key, value, &out);
    return out.verdict ? call_refused(call, &out) : show_policy(call);
}
