/*
 * The tokens that are good, in memory: asking who somebody is never waits for the house. What the
 * house knows is learnt every few seconds, and once more when a token comes that is not known.
 */
#ifndef LOGE_API_TOKEN_TABLE_H
#define LOGE_API_TOKEN_TABLE_H

#include "src/api/exchange.h"
#include "src/base/clock.h"
#include "src/port/crypt.h"

enum { TOKENS_EVERY_MS = 2000 };

struct token_table;

struct token_table *token_table_new(const struct crypt_port *crypt) RETURNS_FRESH;
void token_table_free(struct token_table **table);

/* Whose token is this? Any thread. */
bool token_table_find(struct token_table *table, const char *text, struct client *client) MUST_USE;

/* Is it good still? */
bool token_table_knows(struct token_table *table, uint64_t token);

/* The house's (port/token.h), once its tokens were learnt. */
const uint8_t *token_table_secret(const struct token_table *table);

/* Learns them anew, unless somebody has begun to after `since`: of many who ask at once one learns
 * for all. What was known stays when the house cannot be asked. */
enum rc token_table_learn(struct token_table *table, struct store *store, const struct clock *clock,
                          int64_t since, struct err *err);

#endif
