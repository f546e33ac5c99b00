/* The parts of struct office_ops on PostgreSQL that are about rules, and about what is missing. */
#ifndef LOGE_ADAPTER_PG_OFFICE_RULES_H
#define LOGE_ADAPTER_PG_OFFICE_RULES_H

#include "src/adapter/pg.h"
#include "src/port/office.h"

enum rc pg_loan_rules(struct store *, const struct uuid *device, struct arena *,
                      struct loan_rule **, int *, struct err *);
enum rc pg_set_loan_rule(struct store *, const struct uuid *device, int32_t show,
                         const char *section, int32_t seats, struct err *);
enum rc pg_policy_read(struct store *, struct house_policy *, struct err *);
enum rc pg_policy_set(struct store *, enum policy_key, int64_t value, struct err *);
enum rc pg_tail(struct store *, const struct entry_mark *, struct tail *, bool *found,
                struct err *);
enum rc pg_tails(struct store *, struct arena *, struct tail **, int *, struct err *);
enum rc pg_strike_tail(struct store *, const struct entry_mark *, const char *reason,
                       enum verdict *, struct err *);
enum rc pg_went_back(struct store *, struct arena *, struct went_back **, int *, struct err *);
enum rc pg_settle_went_back(struct store *, int32_t no, const char *reason, enum verdict *,
                            struct err *);

#endif
