#include "config.h"

#include "tests/lib/name_seat.h"

#include "src/domain/seat_names.h"

void name_seat(struct plan *plan, int seat, const char *number, const char *guid,
               struct arena *arena)
{
    struct seat_names names = {.arena = arena};
    for (int i = 0; i < plan->seat_count; i++)
        plan->seats[i].name = i == seat ? seat_names_keep(&names, number, guid)
                                        : seat_names_copy(&names, plan, &plan->seats[i]);
    plan->names = seat_names_text(&names);
}
