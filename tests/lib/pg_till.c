#include "config.h"

#include "tests/lib/pg_till.h"

#include <stdio.h>
#include <string.h>

#include "src/adapter/sodium_crypt.h"
#include "tests/lib/pg_server.h"

static const char join[] =
    "INSERT INTO loge.journal (house, device, till, no, public_key, proof, act_proof, enrolled_by,"
    " enrolled_at) SELECT h.no, md5(h.no || t.name)::uuid, t.name, t.n + coalesce((SELECT max(q.no)"
    " FROM loge.journal AS q WHERE q.house = h.no), 0), sha256(b.key), sha256(b.key),"
    " sha256(loge.act_secret(b.key)), 'mark', 0"
    " FROM (SELECT max(house) FROM loge.house) AS h (no),"
    " unnest(string_to_array('%s', ',')) WITH ORDINALITY AS t (name, n),"
    " LATERAL (SELECT convert_to(t.name, 'UTF8')) AS b (key)"
    " WHERE NOT EXISTS (SELECT FROM loge.journal AS q WHERE q.house = h.no AND q.till = t.name)"
    " ON CONFLICT DO NOTHING";

void pg_till_know(const char *database, const char *tills)
{
    char url[PG_URL], sql[sizeof join + 200];
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    snprintf(sql, sizeof sql, join, tills);
    pg_server_do(conn, sql);
    PQfinish(conn);
}

void pg_till_prove(struct store *store, const char *till)
{
    static const char what[] = "loge till act";
    struct pg_proof proof = {{0}, {0}};
    struct hash_state state;
    sodium_crypt()->hash_start(&state);
    sodium_crypt()->hash_add(&state, what, sizeof what);
    sodium_crypt()->hash_add(&state, till, strlen(till));
    sodium_crypt()->hash_end(&state, proof.act);
    pg_store_prove(store, &proof);
}

void pg_till_act_at(const char *database, struct store *store, const char *till)
{
    pg_till_know(database, till);
    pg_till_prove(store, till);
}
