#include "config.h"

#include "src/cmd/till_words.h"

#include "src/cmd/intl.h"
#include "src/cmd/view.h"

static const char *quarantine_text(enum quarantine why)
{
    switch (why) {
    case QUARANTINE_FORK:
        return _("A copy of this till's file was used as well; a supervisor has to decide.");
    case QUARANTINE_ROLLBACK:
        return _("An old copy of this till's file was put back; a supervisor has to decide.");
    case QUARANTINE_FORGED:
        return _("Its journal is signed by another key; a supervisor has to decide.");
    case QUARANTINE_REVOKED:
        return _("A supervisor has declared this till lost; a supervisor lets it in again.");
    case QUARANTINE_NONE:
        break;
    }
    return _("The house keeps its journal apart; a supervisor has to decide.");
}

/* A person who has not signed in here while the house was in reach, as far as the house knows. */
static const char *stranger_text(struct arena *arena, const struct till_waiting *first)
{
    if (!*first->actor)
        return _(
            "The house has not seen a person sign in who worked here alone; `loge sync` says who.");
    return arena_printf(arena,
                        /* L10N: person, till, person; what to do comes first */
                        _("Let %s sign in here, or a supervisor runs `loge till vouch %s %s`: the "
                          "house has not seen this person at this till."),
                        first->actor, first->till, first->actor);
}

static const char *trouble_text(struct arena *arena, const struct till_standing *standing,
                                enum sync_status status, enum quarantine why)
{
    switch (status) {
    case SYNC_QUARANTINED:
        return quarantine_text(why);
    case SYNC_STRANGER:
        return stranger_text(arena, &standing->oldest);
    case SYNC_UNKNOWN:
        return _("The house does not know this till; a supervisor runs `loge join` on it.");
    case SYNC_TOO_OLD:
        return _("This till's program is too old for the house; install a newer one.");
    case SYNC_TOO_NEW:
        return _("The house is older than this till's program; the house has to be upgraded.");
    case SYNC_BEHIND:
        return _("This till's program is older than the house; it works alone until upgraded.");
    case SYNC_OK:
    case SYNC_AGAIN:
    case SYNC_OTHER_SESSION:
    case SYNC_BUSY:
    case SYNC_GAP:
    case SYNC_DAMAGED:
    case SYNC_NEW_EPOCH:
        break;
    }
    return "";
}

const char *till_trouble_text(struct arena *arena, const struct till_standing *standing)
{
    return trouble_text(arena, standing, standing->trouble, standing->quarantine);
}

const char *till_shut_out_text(struct arena *arena, const struct till_standing *standing)
{
    return trouble_text(arena, standing, standing->shut_out.status, standing->shut_out.why);
}

static const char *with_time_left(struct arena *arena, const struct till_standing *standing,
                                  const char *waits)
{
    int seconds = (int)((standing->left_ms + 999) / 1000);
    if (!standing->done || standing->left_ms < 0)
        return waits;
    return arena_printf(arena, n_("%s; about %d second left", "%s; about %d seconds left", seconds),
                        waits, seconds);
}

const char *till_pending_text(struct arena *arena, const struct till_standing *standing)
{
    char since[LOCAL_TEXT];
    int pending = (int)standing->pending;
    if (!pending)
        return _("everything is at the house");
    return with_time_left(arena, standing,
                          arena_printf(arena,
                                       n_("%d act waits, the oldest since %s",
                                          "%d acts wait, the oldest since %s", pending),
                                       pending, view_clock(standing->oldest.at, since)));
}

const char *till_lease_text(struct arena *arena, const struct till_standing *standing)
{
    int minutes = (int)((standing->lease_ms + 59999) / 60000);
    if (!standing->lease_ms)
        return "";
    return arena_printf(arena,
                        n_("seats lent to it are sold for good for %d minute",
                           "seats lent to it are sold for good for %d minutes", minutes),
                        minutes);
}
