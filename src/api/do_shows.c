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

static int32_t count_all(const struct show_count *count)
{
    return count->available + count->held + count->sold + count->blocked;
}

/* With one decimal. */
static void write_percent(struct json_out *doc, const char *key, int32_t part, int32_t whole)
{
    json_key(doc, key);
    json_number(doc, whole ? (double)(part * (int64_t)1000 / whole) / 10 : 0);
}

static void write_counts(struct json_out *doc, const struct show_count *count)
{
    int32_t total = count_all(count);
    doc_counts(doc, count);
    member_int(doc, "total", total);
    member_object(doc, "percent");
    write_percent(doc, "available", count->available, total);
    write_percent(doc, "held", count->held, total);
    write_percent(doc, "sold", count->sold, total);
    write_percent(doc, "blocked", count->blocked, total);
    json_object_end(doc);
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
        write_counts(doc, &section->count);
        json_object_end(doc);
    }
    json_array_end(doc);
    write_counts(doc, &sum);
    member_time(doc, "at", clock_wall(&x->engine->clock));
    reply_doc_end(x, 200);
}
