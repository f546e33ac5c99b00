/*
 * Who acts: `--as NAME` with a PIN, else the person signed in, else the owner of the house's file.
 *
 * Signing in leaves a file `session-UID` (0600) in the state folder that names the person. It is
 * as safe as the house's file itself: in an embedded house whoever can write that file can do
 * anything, so the session only has to survive honest mistakes. Role and standing are read from
 * the house at every command; a disabled person's session ends at once.
 *
 * In a house of several tills every command signs in to PostgreSQL anew, so the file holds the
 * password too: it lies in the runtime folder (of this login only, gone with it) and nobody else
 * can read it. Nobody acts there without having signed in.
 */
#ifndef LOGE_CMD_WHO_H
#define LOGE_CMD_WHO_H

#include "src/cmd/call.h"

/* Fills meta.actor and meta.approver. */
bool who_acts(struct call *call) MUST_USE;
/* The till's name, from --till, LOGE_TILL, or the host. */
bool who_till(struct call *call, char out[TILL_TEXT]) MUST_USE;
/* The same for a console, which works at the till of its folder only: nobody has signed in yet who
 * could have the right to another. */
bool who_console_till(struct call *call, char out[TILL_TEXT]) MUST_USE;
/* The owner of the house's file, as manager. */
void who_owner(struct call *call, struct actor *actor);
/* The same if the house is a file and whoever runs this program owns it; else false. */
bool who_is_owner(struct call *call, struct actor *actor);
/* The PIN in that environment variable, or asked on the terminal with the echo off. */
bool who_pin(struct call *call, const char *variable, const char *name, char *out,
             size_t size) MUST_USE;

/* The number on a badge, in the same way. */
bool who_badge(struct call *call, const char *variable, const char *name, char *out,
               size_t size) MUST_USE;

struct session {
    char name[PERSON_TEXT];
    char secret[SECRET_TEXT]; /* "" in an embedded house */
};
bool session_read(struct call *call, struct session *session, bool *found) MUST_USE;
bool session_write(struct call *call, const struct session *session) MUST_USE;
bool session_end(struct call *call, bool *ended) MUST_USE;

#endif
