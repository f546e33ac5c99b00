/*
 * The rows of a house as JSON, the same for the command line and for the house's service.
 * Money is minor units, times are ISO 8601 UTC, what is not there is null.
 *
 * Each writes one member of an object (key), or one element of an array (key NULL).
 */
#ifndef LOGE_DOMAIN_DOC_H
#define LOGE_DOMAIN_DOC_H

#include "src/base/json_out.h"
#include "src/domain/checkin.h"
#include "src/domain/entity.h"
#include "src/domain/intent.h"
#include "src/domain/sale.h"
#include "src/domain/snapshot.h"

/* Whose id a row only has the number of, and the moment it is looked at. */
struct doc_at {
    const char *show;
    int64_t now;
};

/* What a sale is told with, beside itself. */
struct doc_sale_extra {
    bool alone, provisional; /* of a till that can be alone: is it final? */
    struct entry_mark mark;  /* and where it stands in its journal */
    bool counted;            /* what went over the counter */
    int64_t change, given_back;
};

/* Adult, of a class; -1: not sold to adults. */
int64_t doc_adult_price(const struct show *show, int class_no);

/* Without its end, so that its counts can follow. */
void doc_show_open(struct json_out *doc, const char *key, const struct show *show);
void doc_counts(struct json_out *doc, const struct show_count *count);
void doc_hold(struct json_out *doc, const char *key, const struct hold *hold,
              const struct doc_at *at);
void doc_sale(struct json_out *doc, const char *key, const struct sale *sale,
              const struct doc_at *at, const struct doc_sale_extra *extra);
void doc_waiter(struct json_out *doc, const char *key, const struct waiter *waiter,
                const struct doc_at *at);
void doc_checkout(struct json_out *doc, const char *key, const struct intent *intent);
void doc_checkin(struct json_out *doc, const char *key, const struct checked *checked);
/* A seat of a map, by its index; a hold that is over leaves it available. */
void doc_seat(struct json_out *doc, const struct snapshot *map, int index, int64_t now);
void doc_labels(struct json_out *doc, const char *key, const char *const *labels, int count);

#endif
