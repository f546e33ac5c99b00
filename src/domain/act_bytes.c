/*
 * Rows travel with every field that src/domain/row describes. What reads fill in for showing
 * (labels, sums, lists that hang off a row) is left out: the house has it.
 */
#include "config.h"

#include "src/domain/act_bytes.h"

#include "src/domain/row/sent.h"
#include "src/domain/row_bytes.h"

static const struct row_field changeset_fields[] = {
    SENT_CHOICE(changeset, act, ACT_COUNT - 1),
    SENT_LONG(changeset, now),
    SENT_TEXT(changeset, actor.name),
    SENT_TEXT(changeset, actor.till),
    SENT_CHOICE(changeset, actor.role, ROLE_COUNT - 1),
    SENT_TEXT(changeset, approver),
    SENT_TEXT(changeset, reason),
    SENT_TEXT(changeset, note),
};

static const struct row_field origin_fields[] = {
    SENT_TEXT(changeset, actor.origin.address),
    SENT_TEXT(changeset, actor.origin.client),
};

static bool has_form(const struct changeset *cs)
{
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++)
        if (changeset_travel(kind) == ROWS_KEPT && changeset_rows(cs, kind).count)
            return false;
    return true;
}

static void put_lists(struct byte_writer *to, const struct changeset *cs, enum row_travel travel)
{
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++) {
        const struct row_range rows = changeset_rows(cs, kind);
        if (changeset_travel(kind) == travel)
            put_rows(to, rows.shape, rows.at, rows.count);
    }
}

static void take_lists(struct byte_reader *from, struct changeset *cs, enum row_travel travel)
{
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++) {
        int count;
        if (changeset_travel(kind) != travel)
            continue;
        void *rows = take_rows(from, changeset_rows(cs, kind).shape, cs->arena, &count);
        changeset_set_rows(cs, kind, rows, count);
    }
}

/* The head is a row as the others are, but in the middle of a larger struct. */
static const struct row_shape head_shape = SENT_SHAPE("head", 0, changeset_fields);
static const struct row_shape origin_shape = SENT_SHAPE("origin", 0, origin_fields);

static bool has_origin(const struct changeset *cs)
{
    return *cs->actor.origin.address || *cs->actor.origin.client;
}

static int revision_of(const struct changeset *cs)
{
    return (has_origin(cs) ? ACT_REVISION_WEB : ACT_REVISION) + (cs->checkins.count > 0);
}

size_t act_write(const struct changeset *cs, uint8_t *out, size_t room)
{
    struct byte_writer to = {.at = out, .end = out + room, .bad = !has_form(cs)};
    put_number(&to, (uint64_t)revision_of(cs), 1);
    put_row(&to, &head_shape, cs);
    put_string(&to, cs->answer ? cs->answer : "");
    put_lists(&to, cs, ROWS_SENT);
    if (cs->checkins.count)
        put_lists(&to, cs, ROWS_APART);
    if (has_origin(cs))
        put_row(&to, &origin_shape, cs);
    return to.bad ? 0 : (size_t)(to.at - out);
}

bool act_read(const uint8_t *bytes, size_t size, struct changeset *cs)
{
    struct byte_reader from = {.at = bytes, .end = bytes + size};
    const uint64_t revision = take_number(&from, 1);
    if (revision < ACT_REVISION || revision > ACT_REVISION_WEB_BAG)
        return false;
    take_row(&from, &head_shape, cs);
    cs->answer = take_string(&from, cs->arena);
    take_lists(&from, cs, ROWS_SENT);
    if (revision == ACT_REVISION_BAG || revision == ACT_REVISION_WEB_BAG) {
        take_lists(&from, cs, ROWS_APART);
        from.bad = from.bad || !cs->checkins.count; /* an act has one form */
    }
    if (revision >= ACT_REVISION_WEB) {
        take_row(&from, &origin_shape, cs);
        from.bad = from.bad || !has_origin(cs);
    }
    return !from.bad && from.at == from.end;
}
