/* Things as JSON. Money is minor units, times are ISO 8601 UTC, what is not there is null. */
#include "config.h"

#include "src/cmd/view.h"

#include "src/cmd/till_alone.h"

struct doc_at view_at(struct call *call, int32_t show)
{
    return (struct doc_at){show ? view_show_id(call, show) : NULL, call->now};
}

static void json_counts(struct json_out *doc, const struct show_count *count)
{
    doc_counts(doc, count);
    member_int(doc, "revenue", count->revenue);
}

void json_show(struct call *call, const char *key, const struct show *show,
               const struct show_count *count)
{
    doc_show_open(call->doc, key, show);
    if (count)
        json_counts(call->doc, count);
    json_object_end(call->doc);
}

void json_hold(struct call *call, const char *key, const struct hold *hold)
{
    const struct doc_at at = view_at(call, hold->show);
    doc_hold(call->doc, key, hold, &at);
}

void json_sale(struct call *call, const char *key, const struct sale *sale,
               const struct outcome *out)
{
    const struct doc_at at = view_at(call, sale->show);
    const struct doc_sale_extra extra = {.alone = call->till != NULL,
                                         .provisional = till_alone_sale_provisional(call, sale),
                                         .mark = till_alone_mark(call, sale),
                                         .counted = out != NULL,
                                         .change = out ? out->change : 0,
                                         .given_back = out ? out->given_back : 0};
    doc_sale(call->doc, key, sale, &at, &extra);
}

void json_waiter(struct call *call, const char *key, const struct waiter *waiter)
{
    const struct doc_at at = view_at(call, waiter->show);
    doc_waiter(call->doc, key, waiter, &at);
}

void json_hall(struct call *call, const char *key, const struct hall *hall)
{
    struct json_out *doc = call->doc;
    member_object(doc, key);
    member_text(doc, "id", hall->id);
    member_text(doc, "name", hall->name);
    member_int(doc, "seats", hall->seats);
    member_int(doc, "plan_version", hall->plan_version);
    json_object_end(doc);
}
