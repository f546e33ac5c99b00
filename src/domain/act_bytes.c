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
        if (changeset_journal_list(kind) == JOURNAL_KEPT && changeset_rows(cs, kind).count)
            return false;
    return true;
}

/* The head is a row as the others are, but in the middle of a larger struct. */
static const struct row_shape head_shape = SENT_SHAPE("head", 0, changeset_fields);
static const struct row_shape origin_shape = SENT_SHAPE("origin", 0, origin_fields);

static bool has_origin(const struct changeset *cs)
{
    return *cs->actor.origin.address || *cs->actor.origin.client;
}

static void put_lists(struct byte_writer *to, const struct changeset *cs)
{
    int lists = has_origin(cs);
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++)
        lists += changeset_rows(cs, kind).count > 0;
    put_signed(to, lists);
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++) {
        const struct row_range rows = changeset_rows(cs, kind);
        if (!rows.count)
            continue;
        put_signed(to, changeset_journal_list(kind));
        put_rows(to, rows.shape, rows.at, rows.count);
    }
    if (has_origin(cs)) {
        put_signed(to, JOURNAL_ORIGIN);
        put_row(to, &origin_shape, cs);
    }
}

/* ROW_KINDS: no journal has such rows. */
static enum row_kind kind_of_list(int64_t list)
{
    enum row_kind kind = 0;
    while (kind < ROW_KINDS &&
           (list == JOURNAL_KEPT || (int64_t)changeset_journal_list(kind) != list))
        kind++;
    return kind;
}

static void take_list(struct byte_reader *from, struct changeset *cs, int64_t list)
{
    int count = 0;
    const enum row_kind kind = kind_of_list(list);
    if (list == JOURNAL_ORIGIN) {
        take_row(from, &origin_shape, cs);
        count = has_origin(cs);
    } else if (kind < ROW_KINDS) {
        void *rows = take_rows(from, changeset_rows(cs, kind).shape, cs->arena, &count);
        changeset_set_rows(cs, kind, rows, count);
    }
    if (!count)
        from->bad = true; /* a list that is empty is not written */
}

/* Each once, in order. */
static void take_lists(struct byte_reader *from, struct changeset *cs)
{
    int64_t before = 0;
    for (int64_t left = take_signed(from); left > 0 && !from->bad; left--) {
        const int64_t list = take_signed(from);
        if (list <= before)
            from->bad = true;
        else
            take_list(from, cs, list);
        before = list;
    }
}

size_t act_write(const struct changeset *cs, uint8_t *out, size_t room)
{
    struct byte_writer to = {.at = out, .end = out + room, .bad = !has_form(cs)};
    if (to.bad)
        return 0;
    put_number(&to, ACT_REVISION, 1);
    put_row(&to, &head_shape, cs);
    put_string(&to, cs->answer ? cs->answer : "");
    put_lists(&to, cs);
    return to.bad ? 0 : (size_t)(to.at - out);
}

bool act_read(const uint8_t *bytes, size_t size, struct changeset *cs)
{
    struct byte_reader from = {.at = bytes, .end = bytes + size};
    if (take_number(&from, 1) != ACT_REVISION)
        return false;
    take_row(&from, &head_shape, cs);
    cs->answer = take_string(&from, cs->arena);
    take_lists(&from, cs);
    return !from.bad && from.at == from.end;
}
