#include "config.h"

#include "src/domain/seat_names.h"

#include <string.h>

static uint32_t place_of(const char *number)
{
    uint32_t hash = 0;
    for (; *number; number++)
        hash = hash * 31 + (unsigned char)*number;
    return hash % SEAT_NAMES_RECENT;
}

/* The number and, behind its end, the guid. */
static const char *both(struct arena *arena, const char *number, const char *guid)
{
    size_t number_size = strlen(number) + 1, guid_size = strlen(guid) + 1;
    char *text = arena_array(arena, number_size + guid_size, 1);
    memcpy(text, number, number_size);
    memcpy(text + number_size, guid, guid_size);
    return text;
}

const char *seat_names_keep(struct seat_names *names, const char *number, const char *guid)
{
    if (guid[0])
        return both(names->arena, number, guid);
    const char **recent = &names->recent[place_of(number)];
    if (!*recent || strcmp(*recent, number) != 0)
        *recent = both(names->arena, number, "");
    return *recent;
}

void seat_names_copy(struct seat_names *names, struct plan_seat *seats, int count)
{
    for (int i = 0; i < count; i++)
        seats[i].number = seat_names_keep(names, seats[i].number, plan_seat_guid(&seats[i]));
}
