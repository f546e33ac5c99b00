/*
 * A till of the house in DIR that is alone: keep_journal DIR TILL SHOW ACTS. Makes the till's key
 * and its file (a copy of the house) when there is none, and holds a seat so many times. Then it
 * says "ready" and keeps the file until its input ends, and holds one seat more before it goes.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "src/cmd/till_files.h"
#include "src/engine/desk.h"
#include "sync/lite_till.h"
#include "sync/till_crypt.h"

static const struct uuid house = {{0x11, 0xaa}}, boot = {{0xb0, 1}};

struct keeper {
    struct call call; /* for its folders and its desk */
    struct till_key key;
    const char *till, *file;
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct till_disk disk;
    struct till_sync core;
    struct lite_till *lite;
};

static void must(enum rc rc, const struct err *err)
{
    if (rc == RC_OK)
        return;
    fprintf(stderr, "keep_journal: %s\n", err->text);
    exit(1);
}

static void make_file(struct keeper *k)
{
    char from[PATH_TEXT];
    struct store *store;
    struct err err;
    must(paths_join(from, k->call.paths.data, "house.db", &err), &err);
    must(lite_store_open(from, k->call.desk.crypt, &k->call.desk.clock, &store, &err), &err);
    must(lite_store_copy(store, k->file, &err), &err);
    store_close(&store);
    must(till_key_make(&k->call, k->till, &k->key, &err), &err);
    must(till_key_known(&k->call, k->till, &k->key, &house, &err), &err);
}

static void start(struct keeper *k)
{
    struct desk *desk = &k->call.desk;
    struct err err;
    bool found;
    must(till_key_read(&k->call, k->till, &k->key, &found, &err), &err);
    must(lite_till_open(k->file, desk->crypt, &desk->clock, &k->lite, &err), &err);
    k->crypt = (struct till_crypt){desk->crypt, k->key.device, k->key.key};
    k->chain = till_crypt_chain(&k->crypt);
    k->disk = lite_till_disk(k->lite);
    k->core = (struct till_sync){.disk = &k->disk,
                                 .chain = {&k->chain, k->key.house, k->key.device},
                                 .revision = SYNC_REVISION,
                                 .clock = {.boot = boot}};
    must(lite_till_meta(k->lite, &k->core.meta, &found, &err), &err);
    if (!found)
        k->core.meta = (struct till_meta){.device = k->key.device, .epoch = 1, .first_open = 1};
    till_start(&k->core, 1);
    lite_till_journal(k->lite, &k->core);
    desk->store = lite_till_store(k->lite);
    desk->alone = true;
}

static void act(struct keeper *k, const char *show)
{
    const struct best_request wish = {
        .count = 1, .class_no = -1, .section = -1, .channel = CHANNEL_COUNTER};
    struct act_meta meta = {.arena = k->call.arena,
                            .actor = {.name = "anna", .role = ROLE_SUPERVISOR}};
    struct outcome out = {0};
    snprintf(meta.actor.till, sizeof meta.actor.till, "%s", k->till);
    desk_hold_best(&k->call.desk, &meta, show, &wish, NULL, &out);
    if (!out.verdict)
        return;
    fprintf(stderr, "keep_journal: %s %s\n", verdict_code(out.verdict), out.message);
    exit(1);
}

int main(int argc, char **argv)
{
    static struct keeper k;
    char file[PATH_TEXT];
    struct err err;
    if (argc != 5)
        return 2;
    k.call.desk = (struct desk){.crypt = sodium_crypt(), .clock = clock_system()};
    k.call.desk.ids.rng = rng_system();
    k.call.arena = arena_new();
    k.till = argv[2];
    k.file = file;
    must(paths_find(argv[1], &k.call.paths, &err), &err);
    must(till_file_path(&k.call, k.till, file, &err), &err);
    if (access(file, F_OK) != 0)
        make_file(&k);
    start(&k);
    for (int i = 0; i < atoi(argv[4]); i++)
        act(&k, argv[3]);
    puts("ready");
    fflush(stdout);
    while (getchar() != EOF)
        ;
    act(&k, argv[3]);
    lite_till_close(&k.lite);
    arena_free(&k.call.arena);
    return 0;
}
