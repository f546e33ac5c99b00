/* "/": a seat by row and number ("C13", "C 13", "Stalls C 13"), or a section by its name. */
#include "config.h"

#include "ui/map.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Without blanks and hyphens, so that people need not know how a label is joined. */
static void squeeze(const char *text, char *out, size_t size)
{
    size_t used = 0;
    for (; *text && used + 1 < size; text++)
        if (*text != ' ' && *text != '-')
            out[used++] = *text;
    out[used] = '\0';
}

static bool seat_matches(const struct plan *plan, int seat, const char *wanted)
{
    char full[SEAT_TEXT], squeezed[SEAT_TEXT], place[ROW_TEXT + NUMBER_TEXT];
    const struct plan_seat *at = &plan->seats[seat];
    snprintf(place, sizeof place, "%s%s", plan->rows[at->row].label, plan_seat_number(plan, at));
    squeeze(place, squeezed, sizeof squeezed);
    if (strcasecmp(squeezed, wanted) == 0)
        return true;
    squeeze(plan_seat_label(plan, seat, full), squeezed, sizeof squeezed);
    return strcasecmp(squeezed, wanted) == 0;
}

static bool find_seat(struct map *map, const struct model *model, const char *wanted, int direction)
{
    const struct plan *plan = model->map.plan;
    int count = plan->seat_count;
    for (int step = 1; step <= count; step++) {
        int seat =
            (int)(((int64_t)map->seat + (int64_t)direction * step + (int64_t)count * 2) % count);
        if (!seat_matches(plan, seat, wanted))
            continue;
        map_focus(map, model, seat);
        map->level = map->level == MAP_SEATS ? MAP_SEATS : MAP_SECTION;
        return true;
    }
    return false;
}

static bool find_section(struct map *map, const struct model *model, const char *wanted,
                         int direction)
{
    const struct plan *plan = model->map.plan;
    int count = plan->section_count;
    for (int step = 1; step <= count; step++) {
        int section = (map->section + direction * step + count * 2) % count;
        char squeezed[SECTION_TEXT];
        squeeze(plan->sections[section].name, squeezed, sizeof squeezed);
        if (strncasecmp(squeezed, wanted, strlen(wanted)) != 0)
            continue;
        map_focus(map, model, plan->sections[section].first_seat);
        return true;
    }
    return false;
}

bool map_find(struct map *map, const struct model *model, int direction)
{
    char wanted[MAP_FIND_TEXT];
    squeeze(map->find, wanted, sizeof wanted);
    if (!*wanted || !model->open)
        return false;
    return find_seat(map, model, wanted, direction) || find_section(map, model, wanted, direction);
}
