/* Payment intents (port/intent.h). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg.h"
#include "src/adapter/pg_rows.h"
#include "src/port/intent.h"

/* ---- reading ------------------------------------------------------------------------------ */

static void get_holds(struct query *q, struct intent *intent)
{
    const char *text = pg_get_text_here(q);
    char id[UUID_TEXT];
    for (intent->hold_count = 0; *text && intent->hold_count < INTENT_HOLDS;) {
        size_t length = strcspn(text, ",");
        if (length < sizeof id) {
            memcpy(id, text, length);
            id[length] = '\0';
            if (uuid_parse(id, &intent->hold[intent->hold_count]))
                intent->hold_count++;
        }
        text += length + (text[length] == ',');
    }
}

static void get_seats(struct query *q, struct intent *intent, struct arena *arena)
{
    LIST(struct intent_seat) seats = {0};
    const char *labels = pg_get_text_here(q);
    const char *types = pg_get_text_here(q);
    while (*labels) {
        struct intent_seat *seat = LIST_ADD(arena, &seats);
        size_t length = strcspn(labels, "\n");
        size_t most = length < sizeof seat->label ? length : sizeof seat->label - 1;
        memcpy(seat->label, labels, most);
        labels += length + (labels[length] == '\n');
        seat->type = (enum price_type)strtol(types, NULL, 10);
        types += strcspn(types, ",");
        types += *types == ',';
    }
    intent->seats = seats.at;
    intent->seat_count = seats.count;
}

static void get_intent(struct query *q, struct intent *intent, struct arena *arena)
{
    pg_get_row(q, &shape_intent, intent);
    pg_get_text(q, intent->show_id, sizeof intent->show_id);
    get_holds(q, intent);
    get_seats(q, intent, arena);
    intent->settled = pg_get_bool(q);
    intent->given_back = pg_get_int(q);
    pg_get_text(q, intent->till, sizeof intent->till);
}

/* Of these three one is given, and the others NULL. */
static enum rc read_one(struct store *store, const struct uuid *id, const char *ref,
                        const struct uuid *ticket, struct arena *arena, struct intent *out,
                        bool *found, struct err *err)
{
    static const struct uuid none = {{0}};
    struct query q = pg_query_start(pg_of(store), pg_sql_read_intent);
    pg_put_uuid(&q, id ? id : &none);
    pg_put_text(&q, ref);
    pg_put_uuid(&q, ticket ? ticket : &none);
    *found = pg_query_row(&q);
    if (*found)
        get_intent(&q, out, arena);
    return pg_query_end(&q, err);
}

static enum rc read(struct store *store, const struct uuid *id, const char *ref,
                    struct arena *arena, struct intent *out, bool *found, struct err *err)
{
    return read_one(store, id, ref, NULL, arena, out, found, err);
}

static enum rc of_ticket(struct store *store, const struct uuid *ticket, struct arena *arena,
                         struct intent *out, bool *found, struct err *err)
{
    return read_one(store, NULL, NULL, ticket, arena, out, found, err);
}

/* ---- writing ------------------------------------------------------------------------------ */

static const char *holds_of(const struct intent *intent, struct arena *arena)
{
    struct rows rows = rows_start(arena);
    rows_array(&rows);
    for (int i = 0; i < intent->hold_count; i++)
        row_uuid(&rows, &intent->hold[i]);
    return rows_end(&rows);
}

static const char *seats_of(const struct intent *intent, struct arena *arena)
{
    const char **labels = arena_array(arena, (size_t)intent->seat_count + 1, sizeof *labels);
    for (int i = 0; i < intent->seat_count; i++)
        labels[i] = intent->seats[i].label;
    return rows_of_texts(arena, labels, intent->seat_count);
}

static const char *types_of(const struct intent *intent, struct arena *arena)
{
    int32_t *types = arena_array(arena, (size_t)intent->seat_count + 1, sizeof *types);
    for (int i = 0; i < intent->seat_count; i++)
        types[i] = (int32_t)intent->seats[i].type;
    return rows_of_numbers(arena, types, intent->seat_count);
}

static enum rc answer_bool(struct query *q, bool *answer, struct err *err)
{
    *answer = pg_query_row(q) && pg_get_bool(q);
    return pg_query_end(q, err);
}

/* The row, and what stands in lists beside it. */
static void put_intent(struct query *q, const struct intent *intent, struct arena *arena)
{
    pg_put_rows(q, rows_of_one(arena, &shape_intent, intent));
    pg_put_text(q, holds_of(intent, arena));
    pg_put_text(q, seats_of(intent, arena));
    pg_put_text(q, types_of(intent, arena));
}

static enum rc open_row(struct store *store, const struct intent *intent,
                        const uint8_t print[FINGERPRINT_SIZE], struct arena *arena,
                        struct intent *was, bool *same, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_open_intent);
    struct intent fresh = *intent;
    bool found = false;
    memcpy(fresh.print, print, sizeof fresh.print);
    put_intent(&q, &fresh, arena);
    enum rc rc = answer_bool(&q, same, err);
    *was = *intent;
    return rc ? rc : read(store, &intent->id, NULL, arena, was, &found, err);
}

static enum rc save(struct store *store, struct intent *intent, bool *kept, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_save_intent);
    struct arena *arena = arena_new();
    pg_put_rows(&q, rows_of_one(arena, &shape_intent, intent));
    enum rc rc = answer_bool(&q, kept, err);
    arena_free(&arena);
    if (rc == RC_OK && *kept)
        intent->version++;
    return rc;
}

/* ---- a house that went back ----------------------------------------------------------------- */

static enum rc bring_back(struct store *store, const char *past, const struct intent *intent,
                          struct arena *arena, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_back_intent);
    pg_put_text(&q, past);
    pg_put_shown(&q);
    put_intent(&q, intent, arena);
    pg_put_text(&q, intent->till);
    return pg_query_run(&q, err);
}

/* ---- whatever is due ------------------------------------------------------------------------ */

static enum rc read_next(struct store *store, int64_t *next, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_next_intent);
    int64_t at = pg_query_row(&q) ? pg_get_int(&q) : 0;
    *next = at ? at : INTENT_NEVER;
    return pg_query_end(&q, err);
}

static enum rc due(struct store *store, int64_t now, int64_t lease_ms, int limit,
                   struct arena *arena, struct intent **out, int *count, int64_t *next,
                   struct err *err)
{
    LIST(struct uuid) ids = {0};
    (void)now; /* the house's own clock decides */
    struct query q = pg_query_start(pg_of(store), pg_sql_take_intents);
    pg_put_int(&q, lease_ms);
    pg_put_int(&q, limit);
    while (pg_query_row(&q))
        *LIST_ADD(arena, &ids) = pg_get_uuid(&q);
    enum rc rc = pg_query_end(&q, err);
    *out = arena_array(arena, (size_t)ids.count + 1, sizeof **out);
    *count = 0;
    for (int i = 0; i < ids.count && rc == RC_OK; i++) {
        bool found = false;
        rc = read(store, &ids.at[i], NULL, arena, &(*out)[*count], &found, err);
        *count += found;
    }
    return rc ? rc : read_next(store, next, err);
}

/* ---- letters ------------------------------------------------------------------------------ */

static enum rc keep_letter(struct store *store, const struct pay_letter *letter, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_put_pay_letter);
    pg_put_text(&q, letter->event);
    pg_put_text(&q, letter->ref);
    pg_put_text(&q, letter->body);
    return pg_query_run(&q, err);
}

static enum rc letters(struct store *store, int limit, struct arena *arena, struct pay_letter **out,
                       int *count, struct err *err)
{
    LIST(struct pay_letter) list = {0};
    struct query q = pg_query_start(pg_of(store), pg_sql_list_pay_letters);
    pg_put_int(&q, limit);
    while (pg_query_row(&q)) {
        struct pay_letter *letter = LIST_ADD(arena, &list);
        pg_get_text(&q, letter->event, sizeof letter->event);
        pg_get_text(&q, letter->ref, sizeof letter->ref);
        letter->at = pg_get_int(&q);
        pg_get_text(&q, letter->body, sizeof letter->body);
    }
    *out = list.at;
    *count = list.count;
    return pg_query_end(&q, err);
}

static enum rc drop_letter(struct store *store, const char *event, bool *found, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_drop_pay_letter);
    pg_put_text(&q, event);
    *found = pg_query_row(&q) && pg_get_bool(&q);
    return pg_query_end(&q, err);
}

static const struct intent_ops ops = {.open = open_row,
                                      .read = read,
                                      .of_ticket = of_ticket,
                                      .save = save,
                                      .bring_back = bring_back,
                                      .due = due,
                                      .keep_letter = keep_letter,
                                      .letters = letters,
                                      .drop_letter = drop_letter};

struct store *pg_intents(struct store *store, const struct intent_ops **out)
{
    *out = &ops;
    return store;
}
