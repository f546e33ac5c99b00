/*
 * Which edition of the schema a house is of, and what a program of another one says.
 *
 * An edition is the hash of each migration, in order, and of the code that stands on their tables
 * (over the hashes of its files in hex, sorted: `sha256sum | sort` says the same, see
 * data/freeze.sh). A house remembers both, one row each: migrations from 1, the code as number 0.
 * Hashes tell that two editions differ and never which is newer, so editions have a number as well,
 * which counts the schemas that were frozen (data/schema/frozen.txt): a program whose own is not
 * among them is of the next one.
 */
#ifndef LOGE_DOMAIN_EDITION_H
#define LOGE_DOMAIN_EDITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/err.h"
#include "src/base/sql_text.h"

enum { EDITION_HASH = 32, EDITION_MOST = 255, EDITION_TEXT = 24 };

enum edition_is { EDITION_SAME, EDITION_OLDER, EDITION_NEWER, EDITION_OTHER };

struct edition {
    int number, migrations;
    bool broken; /* its rows were not those of one house */
    uint8_t made[EDITION_MOST][EDITION_HASH];
    uint8_t code[EDITION_HASH];
};

/* The schema of a program: what data/sql2c.awk made, and a hash to know it by. */
struct edition_source {
    const struct sql_migration *migrations; /* numbered from 1, ends with number 0 */
    const struct sql_migration *added;      /* one more, by a test; NULL: none */
    const struct sql_file *code;
    const struct sql_frozen *frozen;
    void (*hash)(const void *context, const void *bytes, size_t size, uint8_t out[EDITION_HASH]);
    const void *context;
};

void edition_read(struct edition *e, const struct edition_source *source);

/* The migration behind so many; NULL: there is none. */
const struct sql_migration *edition_migration(const struct edition_source *source, int behind);

/* Rows come in the order of their numbers. name: of the code "edition 3", of a migration its file.
 */
void edition_add(struct edition *e, int number, const char *name, const uint8_t hash[EDITION_HASH]);

/* What theirs is for a program of ours. */
enum edition_is edition_compare(const struct edition *ours, const struct edition *theirs);

/* The name of its code's row. */
const char *edition_name(const struct edition *e, char out[EDITION_TEXT]);

/* One number that grows with both: what a line that was opened before an upgrade is known by. */
int edition_schema(const struct edition *e);

/* Says why where, of theirs, is not worked with; RC_OK when it is the same. */
enum rc edition_refuse(const struct edition *ours, const struct edition *theirs, const char *where,
                       struct err *err);

/* Says that an upgrade stopped at a part of the schema. What another try may mend stays as it is.
 */
enum rc edition_not_made(const char *where, const char *part, enum rc rc, struct err *err);

#endif
