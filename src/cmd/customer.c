#include "config.h"

#include <stdio.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

static int run_add(struct call *call)
{
    struct customer customer = {0};
    struct outcome out;
    char id[UUID_TEXT];
    if (!word_name(call, "NAME", args_word(&call->args, 0), customer.name, sizeof customer.name) ||
        !option_name(call, "for", customer.email, sizeof customer.email) ||
        !option_name(call, "phone", customer.phone, sizeof customer.phone))
        return call->exit;
    desk_customer_put(&call->desk, &call->meta, &customer, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        call_doc(call);
        doc_customer(call->doc, "customer", out.customer);
        json_outcome_end(call, &out);
    }
    call_print(call, "%s  %s\n", uuid_text(&out.customer->id, id),
               view_line(call, out.customer->name));
    return EXIT_DONE;
}

static void list_json(struct call *call, const void *list, int count)
{
    const struct customer *customers = list;
    for (int i = 0; i < count; i++)
        doc_customer(call->doc, NULL, &customers[i]);
}

static void list_print(struct call *call, const void *list, int count)
{
    const struct customer *customers = list;
    struct grid grid;
    char id[UUID_TEXT];
    grid_start(&grid, call->arena, _("CUSTOMER|NAME|ADDRESS|PHONE"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", uuid_text(&customers[i].id, id));
        grid_cell(&grid, "%s", customers[i].name);
        grid_cell(&grid, "%s", customers[i].email);
        grid_cell(&grid, "%s", customers[i].phone);
    }
    grid_print(&grid, call->out);
}

static int run_find(struct call *call)
{
    static const int64_t limits[] = {1, 100000};
    const char *text = args_word(&call->args, 0);
    struct customer *customers;
    struct err err;
    int count;
    int64_t limit;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_LOOK_UP) || !option_int(call, "limit", limits, 100, &limit))
        return call->exit;
    if (store->ops->customer_find(store, text ? text : "", (int)limit, call->arena, &customers,
                                  &count, &err))
        return call_err(call, &err);
    return answer_list(call, &(struct listed){"customers", customers, count, list_json, list_print,
                                              _("Nobody was found.")});
}

static const struct cmd_option add_options[] = {
    {"for", "EMAIL", N_("their address"), false},
    {"phone", "PHONE", N_("their telephone"), false},
    {0},
};
static const struct cmd_option find_options[] = {
    {"limit", "N", N_("at most so many (else 100)"), false},
    {0},
};

const struct command customer_verbs[] = {
    {.name = "add",
     .words = "NAME",
     .summary = N_("Adds a customer."),
     .options = add_options,
     .run = run_add},
    {.name = "find",
     .words = "[TEXT]",
     .summary = N_("Finds customers by name, address or phone."),
     .options = find_options,
     .run = run_find},
    {0},
};
