/*
 * Commands as const tables: name, words, options, one sentence, and the function that does it.
 *
 * Everything people learn about a command comes from its table entry: the parser, `--help`, the
 * completion of three shells and the man page. Adding a command is one file and one line in the
 * table of its group.
 */
#ifndef LOGE_CMD_COMMAND_H
#define LOGE_CMD_COMMAND_H

#include <stdbool.h>

struct call;

enum { COMMAND_DEPTH = 4 };

/* What a word or a value names, for completion. */
struct cmd_option {
    const char *name;  /* "ttl"; NULL ends a table */
    const char *value; /* "SECONDS"; NULL: a switch */
    const char *help;  /* N_(): what it does, no full stop */
    bool many;         /* may be given more than once */
};

struct command {
    const char *name;    /* NULL ends a table */
    const char *words;   /* "SHOW SEAT..." ; "[FILE]" may be left out; NULL: none */
    const char *summary; /* N_(): one sentence */
    const char *detail;  /* N_(): more of it for --help and the man page; NULL: nothing to add */
    const struct cmd_option *options; /* NULL: only those that go everywhere */
    const struct command *verbs;      /* a group; it can still have run, for no verb at all */
    int (*run)(struct call *call);    /* returns the exit code */
    bool hidden;
    bool apart;             /* needs no house and no folder */
    const char *apart_with; /* an option with which it needs no house; NULL: none */
    bool sends;             /* this till's journal, itself */
    bool opens_itself;      /* opens (or makes) the house in its own way */
};

/* The program itself: its verbs are the commands. */
extern const struct command command_root;
/* Options every command takes. */
extern const struct cmd_option everywhere_options[];

/* The verb of that name, or NULL. */
const struct command *command_verb(const struct command *group, const char *name);

#endif
