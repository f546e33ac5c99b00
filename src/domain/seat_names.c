#include "config.h"

#include "src/domain/seat_names.h"

#include <string.h>

enum { FIRST_ROOM = 256 };

static const char nothing[] = "\0"; /* no number, and behind it no guid */

static uint32_t place_of(const char *number)
{
    uint32_t hash = 0;
    for (; *number; number++)
        hash = hash * 31 + (unsigned char)*number;
    return hash % SEAT_NAMES_RECENT;
}

static void make_room(struct seat_names *names, size_t need)
{
    size_t room = names->room ? names->room : FIRST_ROOM;
    while (room < need)
        room *= 2;
    if (room == names->room)
        return;
    char *old = names->text;
    names->text = arena_grow(names->arena, old, names->size, room, 1);
    if (old)
        arena_give_back(names->arena, old, names->room);
    names->room = room;
}

static void add(struct seat_names *names, const char *text)
{
    size_t size = strlen(text) + 1;
    make_room(names, names->size + size);
    memcpy(names->text + names->size, text, size);
    names->size += size;
}

/* The number and, behind its end, the guid. */
static uint32_t add_both(struct seat_names *names, const char *number, const char *guid)
{
    if (!names->size) {
        make_room(names, sizeof nothing);
        names->size = sizeof nothing; /* what a seat that was given no name reads */
    }
    uint32_t at = (uint32_t)names->size;
    add(names, number);
    add(names, guid);
    return at;
}

uint32_t seat_names_keep(struct seat_names *names, const char *number, const char *guid)
{
    if (guid[0])
        return add_both(names, number, guid);
    uint32_t *recent = &names->recent[place_of(number)];
    if (!*recent || strcmp(names->text + *recent, number) != 0)
        *recent = add_both(names, number, "");
    return *recent;
}

uint32_t seat_names_copy(struct seat_names *names, const struct plan *from,
                         const struct plan_seat *seat)
{
    return seat_names_keep(names, plan_seat_number(from, seat), plan_seat_guid(from, seat));
}

const char *seat_names_text(const struct seat_names *names)
{
    return names->text ? names->text : nothing;
}
