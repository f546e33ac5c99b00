#include "config.h"

#include "src/domain/plan_merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/plan_index.h"

static bool same_place(const struct plan *a, int i, const struct plan *b, int j)
{
    const struct plan_row *row_a = &a->rows[a->seats[i].row], *row_b = &b->rows[b->seats[j].row];
    return strcmp(plan_seat_number(a, &a->seats[i]), plan_seat_number(b, &b->seats[j])) == 0 &&
           strcmp(row_a->label, row_b->label) == 0 &&
           strcmp(a->sections[row_a->section].name, b->sections[row_b->section].name) == 0;
}

/* by_fresh[i] becomes the old seat that fresh seat i was, or -1. Returns how many were found. */
static int match_seats(const struct plan *old, const struct plan *fresh, int *by_fresh,
                       struct arena *arena)
{
    const struct plan_index *index = plan_index_new(old, arena);
    int kept = 0;
    for (int i = 0; i < fresh->seat_count; i++) {
        char label[SEAT_TEXT];
        int seat = plan_index_find(index, plan_seat_label(fresh, i, label));
        by_fresh[i] = seat >= 0 && same_place(old, seat, fresh, i) ? seat : -1;
        kept += by_fresh[i] >= 0;
    }
    return kept;
}

static int compare_numbers(const void *a, const void *b)
{
    int32_t left = *(const int32_t *)a, right = *(const int32_t *)b;
    return (left > right) - (left < right);
}

static int32_t *sorted(const int32_t *numbers, int count, struct arena *arena)
{
    int32_t *copy = arena_array(arena, (size_t)count, sizeof *copy);
    if (count)
        memcpy(copy, numbers, (size_t)count * sizeof *copy);
    qsort(copy, (size_t)count, sizeof *copy, compare_numbers);
    return copy;
}

struct lost {
    const struct plan *old;
    char names[200];
    size_t used;
    int count;
};

static void lose(struct lost *lost, int seat, struct refusal *why)
{
    char label[SEAT_TEXT];
    plan_seat_label(lost->old, seat, label);
    size_t left = sizeof lost->names - lost->used, need = strlen(label) + 3;
    if (lost->used < sizeof lost->names && need < left)
        lost->used += (size_t)snprintf(lost->names + lost->used, left, "%s%s",
                                       lost->count ? ", " : "", label);
    else
        lost->used = sizeof lost->names; /* no later, shorter name slips in out of order */
    lost->count++;
    refusal_add_seat(why, seat);
}

static enum verdict refuse_lost(const struct lost *lost, struct refusal *why)
{
    bool all = lost->used < sizeof lost->names;
    return refuse(why, VERDICT_SEATS_IN_USE,
                  "The new plan lacks seats that are held or sold (%d): %s%s. Keep them in it, or "
                  "free them first.",
                  lost->count, lost->names, all ? "" : " ...");
}

/* Seats in use that no fresh seat continues. */
static enum verdict check_in_use(const struct plan *old, const bool *continues,
                                 const int32_t *in_use, int in_use_count, struct refusal *why)
{
    struct lost lost = {.old = old};
    for (int i = 0; i < old->seat_count; i++) {
        if (!continues[i] && bsearch(&old->seats[i].no, in_use, (size_t)in_use_count,
                                     sizeof *in_use, compare_numbers))
            lose(&lost, i, why);
    }
    return lost.count ? refuse_lost(&lost, why) : VERDICT_OK;
}

static void give_numbers(const struct plan *old, struct plan *fresh, const int *by_fresh,
                         int32_t *next_no)
{
    for (int i = 0; i < fresh->seat_count; i++)
        fresh->seats[i].no = by_fresh[i] >= 0 ? old->seats[by_fresh[i]].no : (*next_no)++;
}

static void number_new_hall(struct plan *fresh, int32_t *next_no, struct plan_diff *diff)
{
    for (int i = 0; i < fresh->seat_count; i++)
        fresh->seats[i].no = (*next_no)++;
    *diff = (struct plan_diff){.added = fresh->seat_count};
}

enum verdict plan_merge(const struct plan *old, struct plan *fresh, int32_t *next_no,
                        const int32_t *in_use, int in_use_count, struct arena *arena,
                        struct plan_diff *diff, struct refusal *why)
{
    if (*next_no > INT32_MAX - fresh->seat_count)
        return refuse(why, VERDICT_NOT_POSSIBLE, "This hall has used up its seat numbers.");
    if (!old) {
        number_new_hall(fresh, next_no, diff);
        return VERDICT_OK;
    }
    int *by_fresh = arena_array(arena, (size_t)fresh->seat_count, sizeof *by_fresh);
    bool *continues = arena_array(arena, (size_t)old->seat_count, sizeof *continues);
    int kept = match_seats(old, fresh, by_fresh, arena);
    for (int i = 0; i < fresh->seat_count; i++)
        if (by_fresh[i] >= 0)
            continues[by_fresh[i]] = true;
    enum verdict verdict =
        check_in_use(old, continues, sorted(in_use, in_use_count, arena), in_use_count, why);
    if (verdict != VERDICT_OK)
        return verdict;
    give_numbers(old, fresh, by_fresh, next_no);
    *diff = (struct plan_diff){kept, fresh->seat_count - kept, old->seat_count - kept};
    return VERDICT_OK;
}
