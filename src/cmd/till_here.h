/*
 * This till, when it belongs to a house of several and can go on without it: its file open, its
 * line to the house, and the desk either at the house or at the till's own replica.
 *
 *   at the house   acts go straight to it, and what it acknowledges is written into the replica
 *   alone          acts go into replica and journal; people are those who have signed in at the
 *                  house before; the line looks for the house and brings the journal home
 *
 * A console changes from one to the other between two commands (struct counter_aside). A command
 * of its own brings home what waits (till_upload.h) and stays at the house; where the house is not
 * reached it opens the file, if nobody else has it, and works alone.
 *
 * All of it belongs to the thread that has the desk.
 */
#ifndef LOGE_CMD_TILL_HERE_H
#define LOGE_CMD_TILL_HERE_H

#include "src/cmd/till_files.h"
#include "src/engine/counter.h"
#include "sync/lite_replica.h"
#include "sync/till_crypt.h"
#include "sync/till_line.h"

enum till_where {
    TILL_UNKNOWN,  /* at the house, and nobody has signed in there yet */
    TILL_ARRIVING, /* at the house, which has let somebody in; the core has still to see it */
    TILL_AT_HOUSE,
    TILL_ALONE,
};

struct till_person {
    char name[PERSON_TEXT];
    enum role role;
    char pin[SECRET_TEXT];
    bool fresh; /* the house has let him in, and the replica does not know yet */
};

struct till_here {
    struct call *call; /* the console's own */
    char name[TILL_TEXT], path[PATH_TEXT];
    struct till_key key;
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct lite_till *file; /* NULL: it is not open; why says why */
    struct till_disk disk;
    struct till_sync core;
    struct till_replica replica;
    struct clock clock; /* the house's, as far as this machine knows it */
    struct till_line *line;
    struct uplink *uplink; /* NULL: a command, which looks for nothing */
    enum till_where where;
    struct till_person person;
    struct err why;       /* why it cannot go on alone, or not home; RC_OK: it can */
    bool told_alone;      /* the screen was, last */
    int64_t alone_since;  /* as it was told; the house's clock */
    uint64_t seen;        /* of what the house has said, as the screen was told last */
    int64_t payments_due; /* monotonic; payments_back.h */
    char stop[400];       /* why nothing more can be journalled, or done at the house */
    /* the house's ends of the desk */
    struct store *store;
    struct people *people;
    struct clock house_clock;
    struct desk_watch watch;
    struct counter_aside aside;
};

/* Is there a file of this till's? */
bool till_here_is_joined(const struct call *call, const char *till);

/* Prepares it; nothing is opened. desk is the house's by now. */
struct till_here *till_here_new(struct call *call, const char *till) RETURNS_FRESH;
/* Opens key and file and checks the journal, which may take seconds; kept offline by its operator
 * (till_held.h) it stays so. On failure ->why says why. */
enum rc till_here_open(struct till_here *here, struct err *err) MUST_USE;
/* The same for whoever only looks: a file that another program keeps is not waited for. */
void till_here_look(struct till_here *here);
/* Does another program stay with this file, as a console does? A command that only passes is waited
 * for, half a second at most. */
bool till_file_is_kept(const char *path);
/* Starts the thread that asks the house. */
enum rc till_here_connect(struct till_here *here, struct err *err) MUST_USE;
/* Brings the desk back to the house's store, closes everything, frees. NULL inside is fine. */
void till_here_free(struct till_here **here);

/* The desk goes on with the till's own file. */
enum rc till_here_go_alone(struct till_here *here, struct err *err) MUST_USE;
/* And with the house again; nobody new signs in there by that. */
void till_here_go_home(struct till_here *here);

/* A till that stays open at its house keeps no other command waiting for what was sent long ago. */
void till_here_forget_waits(struct till_here *here);

/* After each turn of the line: of a till that the house has given up, nobody's name is kept. */
void till_here_mind(struct till_here *here);

/* The house has done this act: keeps it, and writes it into the replica. False: the replica does
 * not have all of it, and should follow soon. The file is open, and the till not alone. */
bool till_here_heard(struct till_here *here, const struct changeset *cs);

/* Why an act is not done at the house: it concerns what the journal tells and the house does not
 * know yet, or nobody can read what it tells. */
const char *till_here_unsent(struct till_here *here);
const char *till_here_unread(struct till_here *here);

/* A sale is PROVISIONAL while the house has not judged it and could still say no. */
bool till_here_provisional(struct till_here *here, int32_t show, int32_t seat);
bool till_here_sale_provisional(struct till_here *here, const struct sale *sale);
/* The latest entry of this till's journal that is about the sale; seq 0: none is. */
void till_here_mark(struct till_here *here, const struct sale *sale, struct entry_mark *out);

/* ---- parts (till_turn.c) --------------------------------------------------------------------- */

/* For struct counter, once the till is opened. */
void till_turn_prepare(struct till_here *here);
/* Whose name and PIN the uplink signs in with from now on. */
void till_turn_use(struct till_here *here);

/* ---- health (till_health.c) ------------------------------------------------------------------ */

/* The word, its sentence, and a layer of the journal's. */
void till_health(struct till_here *here, struct health_report *health);

#endif
