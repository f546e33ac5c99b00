/* Between the files of the simulator only. */
#ifndef LOGE_TESTS_SYNC_PARTS_H
#define LOGE_TESTS_SYNC_PARTS_H

#include "tests/model/sync_sim.h"

enum { PACKETS = 24, SCANNER = TILLS - 1, VISITORS = 3 /* with bags */ };

struct packet {
    bool to_house;
    int till;
    int64_t sent_at;
    struct sync_message message;
};

/* How bad it is, in a thousand; 0: not in this schedule. */
struct weather {
    int drop, twice, cut, damage, link, crash, strike, restore, clock, slow, dead, held, lend;
};

struct sim {
    struct world world;
    struct till_sync tills[TILLS];
    struct till_disk till_tables[TILLS];
    struct house_store house_table;
    struct packet packets[PACKETS]; /* in no order: those on their way are named by `way` */
    uint8_t way[PACKETS];           /* the oldest first; behind packet_count: what is free */
    int packet_count;
    bool link_down[TILLS], healed, loud;
    bool doors;  /* every till scans, and tickets are given back */
    bool bags;   /* are weighed and paid for */
    bool offers; /* whoever loses seats is kept others */
    struct weather weather;
    int64_t booted_at[TILLS], wall_offset[TILLS];
    struct disk_rows copies[TILLS]; /* backups of disks */
    bool has_copy[TILLS];
    int ids, whose; /* who acts: a till, or WEB */
    struct sim_sums sums;
};

void sim_fire(struct sim *sim, enum fired what);
void sim_tell(struct sim *sim, const char *fmt, ...) PRINTF(2, 3);
#define sim_say(sim, ...) ((sim)->loud ? sim_tell(sim, __VA_ARGS__) : (void)0)
struct uuid sim_id(struct sim *sim, int kind);

/* The network and the machines (sync_net.c). */
void sim_start_till(struct sim *sim, int till, bool reboot);
void sim_tell_till(struct sim *sim, int till, const struct till_event *event);
void sim_deliver(struct sim *sim, int at);
void sim_set_clock(struct sim *sim, int till);

/* People at a till (sync_people.c), and at the house (sync_others.c). */
void sim_act_at_till(struct sim *sim, int till);
void sim_act_at_house(struct sim *sim);
void sim_decide(struct sim *sim);                /* about something that was told */
void sim_offer_seats(struct sim *sim, int till); /* to whoever lost theirs by what it brought */
void sim_sweep(struct sim *sim);
void sim_revoke(struct sim *sim);
void sim_lend(struct sim *sim, int till, int seat);
void sim_lend_voucher(struct sim *sim, int till);
void sim_supervise(struct sim *sim, int till); /* lends, recalls, declares dead, lets in again */
/* Other seats than before, while the till's replica is behind (sync_lend.c). */
void sim_lend_anew(struct sim *sim, int till);
void sim_write_slowly(struct sim *sim);
void sim_end_slow(struct sim *sim, bool crashed);

/* The one that was sent as the at-th of those on their way; it is on its way no more. */
struct packet *sim_take_packet(struct sim *sim, int at);
const struct packet *sim_packet(const struct sim *sim, int at);

#endif
