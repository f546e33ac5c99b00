/* One till and a house with a line between them that does as it is told (tests/model/sync_world.h).
 */
#ifndef LOGE_TESTS_SYNC_PAIR_H
#define LOGE_TESTS_SYNC_PAIR_H

#include "tests/model/sync_world.h"

enum { PAIR_LEASE_MS = 60000, PAIR_PATIENCE_MS = 3000, PAIR_WAITING = 16 };

struct pair {
    struct world world;
    struct till_sync till;
    struct till_disk disk_table;
    struct house_store house_table;
    struct sync_message waiting[PAIR_WAITING]; /* what the till has said and nobody heard yet */
    int count;
};

struct pair *pair_new(void);
void pair_free(struct pair **pair);

/* The till: what it says waits to be carried. */
void pair_tell(struct pair *pair, enum till_event_kind kind);
void pair_wait(struct pair *pair, int64_t ms); /* time goes by */
void pair_restart(struct pair *pair, bool reboot);

/* Carries what waits and brings the answers back, until nothing is said any more. */
void pair_talk(struct pair *pair);
/* Probe, tick and talk: everything that can come home does. */
void pair_meet(struct pair *pair);
/* The house's answer to one message, which the till does not get. */
struct sync_message pair_ask(struct pair *pair, const struct sync_message *message);
/* The next message of this kind that waits; the others are lost. */
struct sync_message pair_next(struct pair *pair, enum sync_kind kind);

/* Until the first batch is on its way; what came before it has been answered. */
struct sync_message pair_batch(struct pair *pair);

/* Acts at the till, by seat; ids are made from `id`. */
enum verdict pair_hold(struct pair *pair, int seat, int id);
enum verdict pair_sell(struct pair *pair, int seat, int hold, int sale);
enum verdict pair_both(struct pair *pair, int seat, int id); /* hold and sale in one entry */
enum verdict pair_refund(struct pair *pair, int seat, int sale);
enum verdict pair_exchange(struct pair *pair, int seat, int other, int sale);
bool pair_web_takes(struct pair *pair, int seat); /* somebody else, at the house */

enum entry_state pair_state(const struct pair *pair, int seq);
const struct seat_state *pair_at_house(const struct pair *pair, int seat);
struct house_device *pair_device(struct pair *pair);

#endif
