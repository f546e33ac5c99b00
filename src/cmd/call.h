/*
 * One invocation: what was typed, the house it is about, who acts, and where the answer goes.
 *
 * The answer of a command is either text for people or, with --json, exactly one JSON document on
 * stdout; a refusal is one sentence on stderr or {"error":...} on stdout. A command fills in its
 * request, asks the desk, and answers; everything else is here.
 */
#ifndef LOGE_CMD_CALL_H
#define LOGE_CMD_CALL_H

#include <stdio.h>

#include "src/base/json_out.h"
#include "src/base/paths.h"
#include "src/base/settings.h"
#include "src/cmd/parse.h"
#include "src/domain/rights.h"
#include "src/engine/desk.h"
#include "src/port/evt.h"

struct show_name {
    int32_t no;
    const char *id;
};

/* A house of several tills, inside desk.store; all NULL in an embedded one. */
struct house_line {
    struct store *pg;      /* what decides */
    struct store *front;   /* desk.store itself, when Redis stands before it */
    enum health word;      /* as house_health found it last ... */
    int64_t since;         /* ... and since when; wall, 0: never looked */
    char pin[SECRET_TEXT]; /* of who has signed in, for whatever else asks the house */
    struct err lost;       /* why a command went on alone; RC_OK: it did not */
    bool other_age; /* the house is of another program's age: the journal's line asks it itself */
};

struct counter;
struct print_port;
struct till_here;
struct till_counter;

struct call {
    struct args args;
    struct arena *arena;
    bool json, quiet;
    bool stays;      /* a console: it follows what other tills do */
    bool training;   /* on a copy that is thrown away: nothing is real, and paper says so */
    FILE *out, *err; /* stdout and stderr, or what a console's line is answered into */
    int exit;        /* what call_fail decided */
    int unwritten;   /* errno, when the answer could not be written */
    struct paths paths;
    struct settings *settings;
    struct house house;
    struct desk desk;
    uint8_t names_secret[HASH_SIZE]; /* of the desk, where it has one */
    struct desk_watch heard; /* of a desk whose till's file is not open here (till_heard.h) */
    struct house_line line;
    struct till_here
        *till; /* what this till can do without its house (till_here.h); NULL: nothing */
    struct till_counter *counted; /* what this program counts (till_count.h); NULL: nothing */
    struct act_meta meta;
    int64_t now;
    char file[PATH_TEXT]; /* the house's database */
    char reason[REASON_TEXT], note[NOTE_TEXT];
    const struct print_port *printer; /* of commands that come line by line (printing.h); NULL */
    struct counter *counter; /* a console's line: it is told of long work; NULL: the terminal is */
    struct json_out *doc;
    LIST(struct show_name) shows; /* what view_show_id has looked up */
};

/* Parses, runs and answers; the exit code. */
int call_main(int argc, char **argv);

/* Finds the folders and reads the settings; done already but for commands that are `apart`. */
bool call_find_files(struct call *call) MUST_USE;
/* Opens the house without deciding who acts; of several tills: without anybody signed in. */
bool call_open_store(struct call *call) MUST_USE;
/* The two halves of that for a house in a file; the second refuses nothing and may be done on the
 * thread that has the store from then on. */
bool call_has_file(struct call *call) MUST_USE;
bool call_open_file(struct call *call, struct err *err) MUST_USE;
/* Opens the house and finds out who acts, at which till, and who signs. */
bool call_open(struct call *call) MUST_USE;
/* Makes a new, empty house and opens it, its owner acting. */
bool call_create(struct call *call, const struct house *house) MUST_USE;

/* Nothing more is asked of the house: it may prepare what will be. */
void call_rest(struct call *call);

/* ---- refusals: each returns the exit code and remembers it -------------------------------- */

int call_fail(struct call *call, enum verdict verdict, const char *fmt, ...) PRINTF(3, 4);
/* The world failed, or (RC_CONFIG of a file the person named) the person. */
int call_err(struct call *call, const struct err *err);
int call_refused(struct call *call, const struct outcome *outcome);
/* What errno says of a file the person named. */
int call_file(struct call *call, const char *path);
/* False, with the refusal, unless the person acting (or signing) has this right. */
bool call_may(struct call *call, enum right right) MUST_USE;
/* False, with the refusal, while this till is alone: only the house can do it. */
bool call_at_house(struct call *call) MUST_USE;
/* --reason and --note into the act. */
bool call_reason(struct call *call, bool needed) MUST_USE;

/* ---- answers ------------------------------------------------------------------------------ */

/* Text for people: nothing with --json; call_say is silent with --quiet, too. Both are the answer,
 * on stdout. call_remark is what is said beside an answer: on stderr, so that TOKEN=$(loge token
 * new
 * ...) holds the token alone; silent with --json and --quiet. */
void call_print(struct call *call, const char *fmt, ...) PRINTF(2, 3);
void call_say(struct call *call, const char *fmt, ...) PRINTF(2, 3);
void call_remark(struct call *call, const char *fmt, ...) PRINTF(2, 3);
/* The one JSON document: begins its outer object and returns it; ends and writes it. */
struct json_out *call_doc(struct call *call);
void call_doc_end(struct call *call);

/* ---- long work ---------------------------------------------------------------------------- */

/* Shows progress on a terminal, in a log as lines, in a console in its message row; stops when
 * interrupted or, there, cancelled. what: "Selling". */
struct progress call_progress(struct call *call, const char *what);
/* The same for whatever the store does until the end: one act that takes long. */
void call_heed(struct call *call, const char *what);
void call_heed_end(struct call *call);
/* Ctrl-C or SIGTERM came. */
bool call_interrupted(void);

#endif
