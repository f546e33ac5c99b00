/*
 * Everybody who went through a door with one ticket, in the order in which it happened.
 *
 * Doors that cannot hear of one another let people in and out, and come home in any order. So
 * nothing is concluded from what the house heard first: whoever comes in while somebody is in was
 * let in twice, and who is in, and since when, is what the last passage says. The same passages
 * give the same answer however they arrived.
 */
#ifndef LOGE_DOMAIN_PASSAGE_H
#define LOGE_DOMAIN_PASSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/base/uuid.h"

struct passage {
    struct uuid act; /* its key */
    int64_t at;      /* by the house's clock */
    bool out;
    bool knowing; /* let in by somebody who had been told that the ticket is in already */
    bool twice;   /* an answer: let in while somebody was in, and nobody knew */
};

struct passages {
    struct passage *at;
    int count;
    /* answers */
    bool inside;
    int32_t entries;           /* how often somebody was let in */
    int64_t first_at, last_at; /* first_at: the first that let somebody in; 0: none did */
    struct uuid last;
    struct uuid counted; /* the one that whoever is in, or was in last, came in by; zero: none */
};

/* Puts them in order, and answers. */
void passages_judge(struct passages *passages);

#endif
