/* Shows, and how full they are. */
#include "config.h"

#include "src/api/api_parts.h"
#include "src/api/handlers.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/domain/doc.h"

void do_shows(struct exchange *x)
{
    if (!exchange_ask(x, CMD_SHOWS))
        return;
    struct json_out *doc = reply_doc(x);
    member_array(doc, "shows");
    for (int i = 0; i < x->evt.u.shows.count; i++) {
        const struct show *show = &x->evt.u.shows.at[i];
        (void)names_add(x->api->names, show->no, show->id);
        if (show->status == SHOW_DRAFT)
            continue; /* nobody's business yet */
        doc_show_open(doc, NULL, show);
        doc_counts(doc, &x->evt.u.shows.counts[i]);
        json_object_end(doc);
    }
    json_array_end(doc);
    reply_doc_end(x, 200);
}

static void add_counts(struct show_count *sum, const struct show_count *count)
{
    sum->available += count->available;
    sum->held += count->held;
    sum->sold += count->sold;
    sum->blocked += count->blocked;
}

void do_occupancy(struct exchange *x)
{
    struct show_count sum = {0};
    x->cmd.u.show = x->part[0];
    if (!exchange_ask(x, CMD_SECTIONS))
        return;
    struct json_out *doc = reply_doc(x);
    member_text(doc, "show", x->part[0]);
    member_array(doc, "sections");
    for (int i = 0; i < x->evt.u.sections.count; i++) {
        const struct section_count *section = &x->evt.u.sections.at[i];
        add_counts(&sum, &section->count);
        member_object(doc, NULL);
        member_text(doc, "section", section->section);
        doc_counts(doc, &section->count);
        json_object_end(doc);
    }
    json_array_end(doc);
    doc_counts(doc, &sum);
    reply_doc_end(x, 200);
}
