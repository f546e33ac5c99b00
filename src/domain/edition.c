#include "config.h"

#include "src/domain/edition.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"

enum { FILES_MOST = 64, HEX = 2 * EDITION_HASH };

static const char name_of[] = "edition ";

/* ---- of the program ------------------------------------------------------------------------- */

const struct sql_migration *edition_migration(const struct edition_source *source, int behind)
{
    int count = 0;
    while (count < behind && source->migrations[count].number)
        count++;
    if (source->migrations[count].number)
        return &source->migrations[count];
    return count == behind ? source->added : NULL;
}

static int compare_hex(const void *a, const void *b)
{
    return memcmp(a, b, HEX);
}

static void hash_code(const struct edition_source *source, uint8_t out[EDITION_HASH])
{
    char all[FILES_MOST][HEX], hex[HEX + 1];
    size_t count = 0;
    for (const struct sql_file *f = source->code; f->name; f++) {
        assert(count < FILES_MOST);
        source->hash(source->context, f->text, strlen(f->text), out);
        memcpy(all[count++], text_hex(hex, out, EDITION_HASH), HEX);
    }
    qsort(all, count, sizeof all[0], compare_hex);
    source->hash(source->context, all, count * sizeof all[0], out);
}

void edition_read(struct edition *e, const struct edition_source *source)
{
    const struct sql_migration *m;
    char hex[HEX + 1];
    memset(e, 0, sizeof *e);
    hash_code(source, e->code);
    text_hex(hex, e->code, EDITION_HASH);
    e->number = source->frozen->edition + (strcmp(hex, source->frozen->code) != 0);
    while ((m = edition_migration(source, e->migrations))) {
        assert(m->number == e->migrations + 1 && m->number <= EDITION_MOST);
        source->hash(source->context, m->text, strlen(m->text), e->made[e->migrations++]);
    }
}

/* ---- of a house ----------------------------------------------------------------------------- */

void edition_add(struct edition *e, int number, const char *name, const uint8_t hash[EDITION_HASH])
{
    if (number == 0 && e->migrations == 0 && strncmp(name, name_of, sizeof name_of - 1) == 0) {
        e->number = atoi(name + sizeof name_of - 1);
        memcpy(e->code, hash, EDITION_HASH);
    } else if (number == e->migrations + 1 && e->migrations < EDITION_MOST) {
        memcpy(e->made[e->migrations++], hash, EDITION_HASH);
    } else {
        e->broken = true;
    }
}

const char *edition_name(const struct edition *e, char out[EDITION_TEXT])
{
    snprintf(out, EDITION_TEXT, "%s%d", name_of, e->number);
    return out;
}

/* ---- of both -------------------------------------------------------------------------------- */

int edition_schema(const struct edition *e)
{
    return e->migrations * 1000 + e->number;
}

enum edition_is edition_compare(const struct edition *ours, const struct edition *theirs)
{
    const int both = ours->migrations < theirs->migrations ? ours->migrations : theirs->migrations;
    if (theirs->broken || memcmp(ours->made, theirs->made, (size_t)both * EDITION_HASH) != 0)
        return EDITION_OTHER;
    if (theirs->migrations > ours->migrations || theirs->number > ours->number)
        return EDITION_NEWER;
    if (theirs->migrations < ours->migrations || theirs->number < ours->number)
        return EDITION_OLDER;
    return memcmp(ours->code, theirs->code, EDITION_HASH) == 0 ? EDITION_SAME : EDITION_OTHER;
}

/* "20.1": the newest migration, and the edition of the code. */
static const char *schema_text(const struct edition *e, char out[EDITION_TEXT])
{
    snprintf(out, EDITION_TEXT, "%d.%d", e->migrations, e->number);
    return out;
}

enum rc edition_refuse(const struct edition *ours, const struct edition *theirs, const char *where,
                       struct err *err)
{
    char their_text[EDITION_TEXT], our_text[EDITION_TEXT];
    schema_text(theirs, their_text);
    schema_text(ours, our_text);
    switch (edition_compare(ours, theirs)) {
    case EDITION_SAME:
        return RC_OK;
    case EDITION_NEWER:
        return err_set(err, RC_CORRUPT, "SCHEMA",
                       "%s was made by a newer Loge (schema %s, this one knows %s); install the "
                       "newer version",
                       where, their_text, our_text);
    case EDITION_OLDER:
        return err_set(err, RC_CORRUPT, "SCHEMA",
                       "%s has schema %s and this program needs %s; upgrade it with `loge init`",
                       where, their_text, our_text);
    case EDITION_OTHER:
        break;
    }
    return err_set(err, RC_CORRUPT, "SCHEMA",
                   "%s was set up by a different edition of Loge; use the program it was made with",
                   where);
}

enum rc edition_not_made(const char *where, const char *part, enum rc rc, struct err *err)
{
    char native[sizeof err->native];
    if (rc == RC_OK || rc == RC_TRANSIENT || !err)
        return rc;
    text_copy(native, sizeof native, err->native);
    return err_set(err, rc, native,
                   "%s was not upgraded: %s failed (%s), and nothing was changed; report it, and "
                   "keep the version it was made with",
                   where, part, native);
}
