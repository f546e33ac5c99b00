#include "config.h"

#include "src/api/token_table.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct token_table {
    const struct crypt_port *crypt;
    pthread_mutex_t lock;
    struct token *at; /* those that are good */
    int count;
    pthread_mutex_t learning; /* taken first; of what follows */
    bool learnt;
    int64_t begun; /* monotonic: when what is known was asked for */
    uint8_t secret[TOKEN_SECRET];
};

struct token_table *token_table_new(const struct crypt_port *crypt)
{
    struct token_table *table = x_alloc(sizeof *table);
    pthread_mutex_init(&table->lock, NULL);
    pthread_mutex_init(&table->learning, NULL);
    table->crypt = crypt;
    return table;
}

void token_table_free(struct token_table **table)
{
    if (!*table)
        return;
    pthread_mutex_destroy(&(*table)->lock);
    pthread_mutex_destroy(&(*table)->learning);
    free((*table)->at);
    free(*table);
    *table = NULL;
}

/* Of a hash, as good as the hash. */
static uint64_t id_of(const struct token *token)
{
    uint64_t id;
    memcpy(&id, token->hash, sizeof id);
    return id;
}

bool token_table_knows(struct token_table *table, uint64_t token)
{
    bool found = false;
    pthread_mutex_lock(&table->lock);
    for (int i = 0; i < table->count && !found; i++)
        found = id_of(&table->at[i]) == token;
    pthread_mutex_unlock(&table->lock);
    return found;
}

bool token_table_find(struct token_table *table, const char *text, struct client *client)
{
    uint8_t hash[HASH_SIZE];
    bool found = false;
    crypt_hash(table->crypt, text, strlen(text), hash);
    pthread_mutex_lock(&table->lock);
    for (int i = 0; i < table->count && !found; i++) {
        const struct token *token = &table->at[i];
        found = memcmp(token->hash, hash, sizeof hash) == 0;
        if (!found)
            continue;
        memcpy(client->name, token->name, sizeof client->name);
        client->scopes = token->scopes;
        client->token = id_of(token);
    }
    pthread_mutex_unlock(&table->lock);
    return found;
}

static void keep_good(struct token_table *table, const struct token *tokens, int count)
{
    struct token *good = x_alloc(((size_t)count + 1) * sizeof *good);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (!tokens[i].revoked_at)
            good[kept++] = tokens[i];
    pthread_mutex_lock(&table->lock);
    struct token *old = table->at;
    table->at = good;
    table->count = kept;
    pthread_mutex_unlock(&table->lock);
    free(old);
}

const uint8_t *token_table_secret(const struct token_table *table)
{
    return table->secret;
}

static enum rc learn(struct token_table *table, struct store *store, struct err *err)
{
    const struct token_ops *ops;
    struct token *tokens;
    int count;
    struct store *keeper = store->ops->tokens(store, &ops);
    struct arena *arena = arena_new();
    enum rc rc = ops->list(keeper, arena, &tokens, &count, err);
    if (!rc && !table->learnt)
        rc = ops->read_secret(keeper, table->secret, err);
    if (!rc)
        keep_good(table, tokens, count);
    arena_free(&arena);
    return rc;
}

enum rc token_table_learn(struct token_table *table, struct store *store, const struct clock *clock,
                          int64_t since, struct err *err)
{
    enum rc rc = RC_OK;
    pthread_mutex_lock(&table->learning);
    int64_t now = clock_mono(clock);
    if (table->begun <= since || !table->learnt) {
        rc = learn(table, store, err);
        table->learnt = table->learnt || !rc;
        table->begun = rc ? table->begun : now;
    }
    pthread_mutex_unlock(&table->learning);
    return rc;
}
