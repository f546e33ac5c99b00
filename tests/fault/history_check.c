#include "config.h"

#include "tests/fault/history_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A change with what is known of who asked for it. */
struct entry {
    const struct log_row *row;
    const struct history_act *act; /* NULL: nobody's, a sweep */
    int64_t answered_since;        /* the earliest answer to this change or a later one */
};

struct checking {
    const struct evidence *evidence;
    struct findings *findings;
    const struct history_act **by_key; /* sorted */
    int *rows_of;                      /* how many rows each of them has */
    struct entry *entries;             /* as the log */
};

static void finding(struct checking *check, const char *fmt, ...) PRINTF(2, 3);

static void finding(struct checking *check, const char *fmt, ...)
{
    struct findings *findings = check->findings;
    va_list args;
    va_start(args, fmt);
    if (findings->count < FINDINGS_KEPT)
        vsnprintf(findings->text[findings->count], FINDING_TEXT, fmt, args);
    va_end(args);
    findings->count++;
}

/* ---- who asked for what --------------------------------------------------------------------- */

static int compare_keys(const void *a, const void *b)
{
    const struct history_act *const *x = a, *const *y = b;
    return uuid_compare(&(*x)->key, &(*y)->key);
}

static void sort_acts(struct checking *check)
{
    const struct history *history = &check->evidence->history;
    size_t count = (size_t)history->acts.count;
    check->by_key = arena_array(history->arena, count + 1, sizeof(void *));
    check->rows_of = arena_array(history->arena, count + 1, sizeof(int));
    for (size_t i = 0; i < count; i++)
        check->by_key[i] = &history->acts.at[i];
    qsort(check->by_key, count, sizeof(void *), compare_keys);
}

static int place_of(const struct checking *check, const struct uuid *key)
{
    const struct history_act wanted = {.key = *key}, *at = &wanted;
    const struct history_act **found =
        bsearch(&at, check->by_key, (size_t)check->evidence->history.acts.count, sizeof(void *),
                compare_keys);
    return found ? (int)(found - check->by_key) : -1;
}

static void find_askers(struct checking *check)
{
    const struct evidence *evidence = check->evidence;
    char id[UUID_TEXT];
    check->entries = arena_array(evidence->history.arena, (size_t)evidence->log.count + 1,
                                 sizeof *check->entries);
    for (int i = 0; i < evidence->log.count; i++) {
        const struct log_row *row = &evidence->log.at[i];
        int place = uuid_is_zero(&row->key) ? -1 : place_of(check, &row->key);
        check->entries[i] = (struct entry){row, place < 0 ? NULL : check->by_key[place], 0};
        if (place >= 0)
            check->rows_of[place]++;
        else if (!evidence->others && (!uuid_is_zero(&row->key) || row->act != ACT_EXPIRE))
            finding(check, "seat %d version %u: nobody asked for key %s", row->seat, row->version,
                    uuid_text(&row->key, id));
    }
}

/* ---- what was told -------------------------------------------------------------------------- */

static const struct log_row *row_at(const struct checking *check, int32_t seat, uint32_t version)
{
    int low = 0, high = check->evidence->log.count;
    while (low < high) {
        int middle = (low + high) / 2;
        const struct log_row *row = &check->evidence->log.at[middle];
        bool before = row->seat != seat ? row->seat < seat : row->version < version;
        if (before)
            low = middle + 1;
        else
            high = middle;
    }
    const struct log_row *row = &check->evidence->log.at[low];
    bool there = low < check->evidence->log.count && row->seat == seat && row->version == version;
    return there ? row : NULL;
}

static bool as_sent(const struct checking *check, const struct history_act *act,
                    const struct history_try *sent)
{
    for (int i = 0; i < sent->count; i++) {
        const struct history_step *step = &sent->steps[i];
        const struct log_row *row = row_at(check, step->seat, step->version);
        if (!row || !uuid_equal(&row->key, &act->key) || row->was != step->from ||
            row->became != step->to || !uuid_equal(&row->subject, &step->holder))
            return false;
    }
    return true;
}

static bool as_sent_once(const struct checking *check, const struct history_act *act, int rows)
{
    for (int i = 0; i < act->tries.count; i++)
        if (act->tries.at[i].count == rows && as_sent(check, act, &act->tries.at[i]))
            return true;
    return false;
}

/* A hold that was over ends in the act that takes its seats, and no answer names that. */
static int ended_by(const struct checking *check, const struct history_act *act)
{
    const struct evidence *evidence = check->evidence;
    int count = 0;
    for (int i = 0; i < evidence->log.count; i++)
        count += evidence->log.at[i].act == ACT_EXPIRE &&
                 uuid_equal(&evidence->log.at[i].key, &act->key);
    return count;
}

/* To whoever does not see what is sent, the answer names the seats; of a hold that is let go also
 * those that a supervisor had freed before. */
static bool as_said(const struct checking *check, const struct history_act *act, int rows)
{
    const struct evidence *evidence = check->evidence;
    int found = 0;
    for (int i = 0; i < evidence->log.count; i++)
        for (int j = 0; j < act->said.count; j++)
            found += uuid_equal(&evidence->log.at[i].key, &act->key) &&
                     evidence->log.at[i].seat == act->said.steps[j].seat &&
                     evidence->log.at[i].became == act->said.steps[j].to;
    const bool let_go = act->said.steps[0].to == SEAT_AVAILABLE;
    if (act->again && found == act->said.count)
        return true; /* a second answer is how it stands by then: a seat may have been freed */
    rows -= ended_by(check, act);
    return found == rows && (let_go || rows == act->said.count);
}

static void check_answer(struct checking *check, const struct history_act *act, int rows)
{
    char id[UUID_TEXT];
    uuid_text(&act->key, id);
    if (act->told == TOLD_DONE && !rows)
        finding(check, "%s (%.60s) was told done and is lost", id, act->wish);
    else if (act->told == TOLD_NO && rows)
        finding(check, "%s (%.60s) was told not done, and is in the log", id, act->wish);
    else if (rows && !act->tries.count && act->said.count && !as_said(check, act, rows))
        finding(check, "%s (%.60s) is not in the log as it was answered", id, act->wish);
    else if (rows && !act->said.count && !as_sent_once(check, act, rows))
        finding(check, "%s (%.60s) is not in the log as it was sent", id, act->wish);
}

/* ---- the door ------------------------------------------------------------------------------- */

static bool is_scan(const struct history_act *act)
{
    return strncmp(act->wish, "scan ", 5) == 0;
}

/* What the log has of a scan: how often, and as what. */
static int find_scan(const struct checking *check, const struct history_act *act, enum told *told)
{
    const struct evidence *evidence = check->evidence;
    int found = 0;
    for (int i = 0; i < evidence->door.count; i++)
        if (uuid_equal(&evidence->door.at[i].key, &act->key)) {
            found++;
            *told = evidence->door.at[i].act == ACT_ADMIT ? TOLD_IN : TOLD_OUT;
        }
    return found;
}

static void check_scan(struct checking *check, const struct history_act *act)
{
    char id[UUID_TEXT];
    enum told told = TOLD_NO;
    int found = find_scan(check, act, &told);
    uuid_text(&act->key, id);
    if (found > 1)
        finding(check, "%s (%.60s) is in the log %d times", id, act->wish, found);
    else if (act->told != TOLD_NOTHING && act->told != told)
        finding(check, "%s (%.60s) was told otherwise than the log has it", id, act->wish);
}

static void check_door(struct checking *check)
{
    const struct evidence *evidence = check->evidence;
    char id[UUID_TEXT];
    for (int i = 0; i < evidence->door.count; i++)
        for (int j = 0; j < i && evidence->door.at[i].act == ACT_ADMIT; j++)
            if (evidence->door.at[j].act == ACT_ADMIT &&
                uuid_equal(&evidence->door.at[j].ticket, &evidence->door.at[i].ticket))
                finding(check, "ticket %s was let in twice",
                        uuid_text(&evidence->door.at[i].ticket, id));
}

/* ---- each seat ------------------------------------------------------------------------------ */

static bool same_seat(const struct evidence *evidence, int i, int j)
{
    return i >= 0 && j < evidence->log.count &&
           evidence->log.at[i].seat == evidence->log.at[j].seat;
}

static void check_chain(struct checking *check)
{
    const struct evidence *evidence = check->evidence;
    for (int i = 0; i < evidence->log.count; i++) {
        const struct log_row *row = &evidence->log.at[i];
        bool first = !same_seat(evidence, i - 1, i);
        uint32_t version = first ? 1 : row[-1].version;
        if (row->version != version + 1)
            finding(check, "seat %d goes from version %u to %u", row->seat, version, row->version);
        else if (row->was != (first ? SEAT_AVAILABLE : row[-1].became))
            finding(check, "seat %d version %u begins elsewhere than the one before ended",
                    row->seat, row->version);
        else if (!seat_transition(row->was, row->act, row->became))
            finding(check, "seat %d version %u cannot be: %s", row->seat, row->version,
                    act_name(row->act));
    }
}

static void check_ends(struct checking *check)
{
    const struct evidence *evidence = check->evidence;
    int seats = 0;
    for (int i = 0; i < evidence->log.count; i++)
        seats += !same_seat(evidence, i, i + 1);
    for (int i = 0; i < evidence->ends.count; i++) {
        const struct seat_end *end = &evidence->ends.at[i];
        const struct log_row *row = row_at(check, end->seat, end->version);
        bool right = row ? row->became == end->status : end->version == 1 && end->status == 0;
        if (!right || row_at(check, end->seat, end->version + 1))
            finding(check, "seat %d is at version %u and %s, its log is not", end->seat,
                    end->version, seat_status_name(end->status));
        seats -= row != NULL;
    }
    if (seats)
        finding(check, "%d seats of the log are not among those that were looked at", seats);
}

/* From the last change back: nobody may have begun when a later one was answered already. */
static void check_order(struct checking *check)
{
    const struct evidence *evidence = check->evidence;
    for (int i = evidence->log.count - 1; i >= 0; i--) {
        struct entry *entry = &check->entries[i];
        int64_t later = same_seat(evidence, i, i + 1) ? entry[1].answered_since : INT64_MAX;
        int64_t mine = entry->act ? entry->act->answered : INT64_MAX;
        if (entry->act && later < entry->act->called)
            finding(check, "seat %d version %u was asked for after a later one was answered",
                    entry->row->seat, entry->row->version);
        entry->answered_since = mine < later ? mine : later;
    }
}

/* ---- reads ---------------------------------------------------------------------------------- */

static const struct entry *entry_at(const struct checking *check, int32_t seat, uint32_t version)
{
    const struct log_row *row = row_at(check, seat, version);
    return row ? &check->entries[row - check->evidence->log.at] : NULL;
}

static bool is_shown(uint8_t became, uint8_t shown)
{
    return shown == SHOWN_FREE ? became == SEAT_AVAILABLE || became == SEAT_HELD : became == shown;
}

static void check_read(struct checking *check, const struct history_read *read)
{
    const struct entry *seen = entry_at(check, read->seat, read->version);
    const struct entry *next = entry_at(check, read->seat, read->version + 1);
    bool there = seen ? is_shown(seen->row->became, read->status)
                      : read->version == 1 && is_shown(SEAT_AVAILABLE, read->status);
    if (!there)
        finding(check, "seat %d was read at version %u, which never was", read->seat,
                read->version);
    else if (seen && seen->act && seen->act->called > read->until)
        finding(check, "seat %d was read at version %u before anybody asked for that", read->seat,
                read->version);
    else if (next && next->answered_since < read->from)
        finding(check, "seat %d was read at version %u after a newer one was answered", read->seat,
                read->version);
}

/* ---- all of it ------------------------------------------------------------------------------ */

void history_check(const struct evidence *evidence, struct findings *findings)
{
    struct checking check = {.evidence = evidence, .findings = findings};
    *findings = (struct findings){0};
    sort_acts(&check);
    find_askers(&check);
    for (int i = 0; i < evidence->history.acts.count; i++)
        if (is_scan(check.by_key[i]))
            check_scan(&check, check.by_key[i]);
        else
            check_answer(&check, check.by_key[i], check.rows_of[i]);
    check_door(&check);
    check_chain(&check);
    check_ends(&check);
    check_order(&check);
    for (int i = 0; i < evidence->history.reads.count; i++)
        check_read(&check, &evidence->history.reads.at[i]);
}
