#include "config.h"

#include "tests/bench/till.h"

#include "sync/lite.h"
#include "tests/bench/bench.h"

static const struct uuid device = {{0xd0, 1}}, boot = {{0xb0, 1}}, house_id = {{0x11, 0xaa}};

void bench_till_start(struct bench_till *till)
{
    struct err err;
    bool known;
    if (lite_till_open(till->house.path, till->house.desk.crypt, &till->house.desk.clock,
                       &till->file, &err))
        bench_fail("%s", err.text);
    till->disk = lite_till_disk(till->file);
    till->core = (struct till_sync){.disk = &till->disk,
                                    .chain = {&till->chain, house_id, device},
                                    .revision = SYNC_REVISION,
                                    .clock = {boot, 1000, till->house.time.wall}};
    if (lite_till_meta(till->file, &till->core.meta, &known, &err))
        bench_fail("%s", err.text);
    if (!known)
        till->core.meta = (struct till_meta){.device = device, .epoch = 1, .first_open = 1};
    till_start(&till->core, 7);
}

void bench_till_stop(struct bench_till *till)
{
    lite_till_close(&till->file);
}

void bench_till_open(struct bench_till *till, int seats)
{
    static const uint8_t seed[SIGN_SEED] = {42};
    bench_house_open(&till->house, seats);
    store_close(&till->house.desk.store);
    till->crypt = (struct till_crypt){.crypt = till->house.desk.crypt, .device = device};
    till->crypt.crypt->sign_key(seed, &till->crypt.key);
    till->chain = till_crypt_chain(&till->crypt);
    bench_till_start(till);
    lite_till_journal(till->file, &till->core);
    till->house.desk.store = lite_till_store(till->file);
    till->house.desk.alone = true;
}

void bench_till_close(struct bench_till *till)
{
    till->house.desk.store = NULL;
    bench_till_stop(till);
    bench_house_close(&till->house);
}

sqlite3 *bench_till_db(struct bench_till *till)
{
    return lite_of(lite_till_store(till->file))->db;
}
