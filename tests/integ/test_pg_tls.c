/*
 * A house whose server has a certificate: who it is must be proved before a password is sent. The
 * server listens on loopback only; 0.0.0.0 reaches it too and is no name of this machine, so it
 * stands for one that is elsewhere.
 */
#include "config.h"

#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "src/adapter/pg_hosts.h"
#include "src/adapter/sodium_crypt.h"
#include "tests/lib/pg_house.h"
#include "tests/lib/temp_dir.h"

static char dir[128], database[PG_NAME], data[200];
static struct err err;

/* ---- certificates --------------------------------------------------------------------------- */

static void shell(const char *fmt, ...)
{
    char words[1200], command[1400];
    va_list args;
    va_start(args, fmt);
    vsnprintf(words, sizeof words, fmt, args);
    va_end(args);
    snprintf(command, sizeof command, "cd '%s' && { %s; } 2>>log", dir, words);
    if (system(command) != 0)
        fail_msg("%s", command);
}

static void make_signer(const char *name)
{
    shell("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "
          "'/CN=%s' -keyout %s.key"
          " -out %s.crt",
          name, name, name);
}

/* For a server that is reached as localhost and 0.0.0.0, or as something else. */
static void make_certificate(const char *name, const char *names)
{
    shell(
        "echo 'subjectAltName=%s' >%s.ext && openssl req -newkey ec -pkeyopt "
        "ec_paramgen_curve:prime256v1 -nodes"
        " -subj '/CN=the server' -keyout %s.key -out %s.csr && openssl x509 -req -days 2"
        " -in %s.csr -CA signer.crt -CAkey signer.key -CAcreateserial -extfile %s.ext -out %s.crt",
        names, name, name, name, name, name, name);
}

static void on_server(const char *sql)
{
    char url[PG_URL];
    PGconn *conn = pg_server_connect(pg_server_url("postgres", NULL, NULL, url));
    pg_server_do(conn, sql);
    PQfinish(conn);
}

/* Whoever the data belongs to has to own the key as well. */
static void use_certificate(const char *name)
{
    shell("install -m 600 -o \"$(stat -c %%U '%s')\" %s.key '%s/server.key' &&"
          " install -m 644 -o \"$(stat -c %%U '%s')\" %s.crt '%s/server.crt'",
          data, name, data, data, name, data);
    on_server("ALTER SYSTEM SET ssl = on");
    pg_server_restart();
}

/* ---- coming in ------------------------------------------------------------------------------ */

/* Over TCP, with whatever else the address says. */
static enum rc come_in(const char *host, const char *more, struct store **store)
{
    char address[600];
    struct clock clock = clock_system();
    *store = NULL;
    snprintf(address, sizeof address,
             "host=%s port=%d dbname=%s user=house_1_carrier password=" PG_PASSWORD " %s", host,
             pg_server_port(), database, more);
    return pg_store_open(address, sodium_crypt(), &clock, store, &err);
}

static const char *trusting(const char *signer, char out[200])
{
    snprintf(out, 200, "sslrootcert=%s/%s.crt", dir, signer);
    return out;
}

static void must_be_let_in(const char *host, const char *more)
{
    char url[PG_URL], encrypted[8];
    struct store *store;
    if (come_in(host, more, &store) != RC_OK)
        fail_msg("%s %s: %s", host, more, err.text);
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_ask(conn,
                  "SELECT bool_and(s.ssl) FROM pg_stat_ssl AS s JOIN pg_stat_activity AS a"
                  " ON a.pid = s.pid WHERE a.usename = 'house_1_carrier'",
                  encrypted, sizeof encrypted);
    PQfinish(conn);
    store_close(&store);
    assert_string_equal(encrypted, "t");
}

static void must_be_refused(const char *host, const char *more, const char *part)
{
    struct store *store;
    assert_int_equal(come_in(host, more, &store), RC_CONFIG);
    assert_null(store);
    if (!strstr(err.text, part) || strchr(err.text, '\n'))
        fail_msg("'%s' does not say '%s'", err.text, part);
}

/* ---- the rules ------------------------------------------------------------------------------ */

static void the_right_name_and_signer_are_let_in(void **state)
{
    char more[200], full[240];
    use_certificate("server");
    snprintf(full, sizeof full, "sslmode=verify-full %s", trusting("signer", more));
    must_be_let_in("localhost", full);
}

static void another_machine_must_prove_itself_unless_told_otherwise(void **state)
{
    char more[200];
    use_certificate("server");
    must_be_let_in("0.0.0.0", trusting("signer", more));
    must_be_refused("0.0.0.0", trusting("stranger", more), "signed by nobody known here");
    must_be_let_in("0.0.0.0", "sslmode=require"); /* somebody wanted it so */
}

static void a_certificate_for_another_name_is_refused(void **state)
{
    char more[200];
    use_certificate("elsewhere");
    must_be_refused("0.0.0.0", trusting("signer", more), "a certificate for another name");
}

static void an_unknown_signer_is_refused(void **state)
{
    char more[200], full[240];
    use_certificate("server");
    snprintf(full, sizeof full, "sslmode=verify-full %s", trusting("stranger", more));
    must_be_refused("localhost", full, "signed by nobody known here");
    must_be_refused("0.0.0.0", "sslrootcert=/nowhere/ca.crt", "signed by nobody known here");
}

/* libpq's own words are in whatever language; ours are found all the same. */
static void the_sentence_is_the_same_in_any_language(void **state)
{
    char more[200];
    use_certificate("elsewhere");
    if (setlocale(LC_ALL, "de_DE.UTF-8"))
        must_be_refused("0.0.0.0", trusting("signer", more), "a certificate for another name");
    setlocale(LC_ALL, "C.UTF-8");
    must_be_refused("0.0.0.0", trusting("signer", more), "a certificate for another name");
}

static void another_machine_without_tls_gets_no_password(void **state)
{
    char more[200];
    on_server("ALTER SYSTEM SET ssl = off");
    pg_server_restart();
    must_be_refused("0.0.0.0", trusting("signer", more), "does not encrypt its line");
}

/* ---- where a house is ----------------------------------------------------------------------- */

static void must_be(bool elsewhere, const char *address)
{
    struct pg_hosts hosts;
    if (pg_hosts_read(address, &hosts, &err) != RC_OK)
        fail_msg("%s: %s", address, err.text);
    if (hosts.elsewhere != elsewhere || hosts.proof != elsewhere)
        fail_msg("%s: elsewhere %d, proof %d", address, hosts.elsewhere, hosts.proof);
}

static void only_what_cannot_be_elsewhere_is_this_machine(void **state)
{
    static const char *const here[] = {
        "dbname=x",
        "host=/run/postgresql",
        "host=localhost",
        "host=127.0.0.1,127.3.2.1,localhost",
        "postgresql://[::1]:5433/x",
        "host=db.example.org hostaddr=127.0.0.1",
    };
    static const char *const elsewhere[] = {
        "host=db.example.org",  "host=/run/postgresql,db2",     "host=localhost,192.0.2.7",
        "host=127.example.org", "host=127.0.0.1.example.org",   "host=localhost hostaddr=192.0.2.7",
        "host=::1.example.org", "postgresql://[2001:db8::1]/x", "postgresql://localhost,db2:5433/x",
    };
    for (int i = 0; i < COUNT_OF(here); i++)
        must_be(false, here[i]);
    for (int i = 0; i < COUNT_OF(elsewhere); i++)
        must_be(true, elsewhere[i]);
}

static void what_the_environment_says_counts(void **state)
{
    setenv("PGHOST", "localhost,db2", 1);
    must_be(true, "dbname=x");
    must_be(false, "host=localhost");
    unsetenv("PGHOST");
    setenv("PGHOSTADDR", "192.0.2.7", 1);
    must_be(true, "host=localhost");
    unsetenv("PGHOSTADDR");
}

/* One way without a file's own word about certificates, one with. */
static void write_service(void)
{
    char path[160];
    snprintf(path, sizeof path, "%s/services", dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "[far]\nhost=0.0.0.0\nport=%d\n[trusted]\nhost=0.0.0.0\nport=%d\nsslmode=%s\n",
            pg_server_port(), pg_server_port(), "require");
    assert_int_equal(fclose(file), 0);
    setenv("PGSERVICEFILE", path, 1);
}

static enum rc come_in_by(const char *address, struct store **store)
{
    char whole[600];
    struct clock clock = clock_system();
    *store = NULL;
    snprintf(whole, sizeof whole, "%s dbname=%s user=house_1_carrier password=" PG_PASSWORD,
             address, database);
    return pg_store_open(whole, sodium_crypt(), &clock, store, &err);
}

static void a_service_leads_nowhere_unseen(void **state)
{
    struct store *store;
    use_certificate("server");
    write_service();
    must_be(true, "service=far");
    assert_int_equal(come_in_by("service=far", &store), RC_CONFIG);
    assert_non_null(strstr(err.text, "signed by nobody known here"));
    assert_int_equal(come_in_by("service=trusted", &store), RC_OK); /* somebody wanted it so */
    store_close(&store);
    setenv("PGSERVICE", "far", 1);
    must_be(true, "dbname=x");
    unsetenv("PGSERVICE");
    unsetenv("PGSERVICEFILE");
}

/* The first is this machine and nobody is there; the second gets no password unseen. */
static void each_of_several_servers_must_prove_itself(void **state)
{
    char address[300], more[200];
    struct store *store;
    use_certificate("server");
    snprintf(address, sizeof address, "host=127.0.0.1,0.0.0.0 port=1,%d", pg_server_port());
    assert_int_equal(come_in_by(address, &store), RC_CONFIG);
    assert_non_null(strstr(err.text, "signed by nobody known here"));
    snprintf(address, sizeof address, "host=127.0.0.1,0.0.0.0 port=1,%d %s", pg_server_port(),
             trusting("signer", more));
    if (come_in_by(address, &store) != RC_OK)
        fail_msg("%s", err.text);
    store_close(&store);
}

/* ---- the runner ----------------------------------------------------------------------------- */

static int start(void **state)
{
    char url[PG_URL];
    temp_dir_make(dir, sizeof dir);
    unsetenv("PGSSLMODE");
    unsetenv("PGSSLROOTCERT");
    unsetenv("PGHOST");
    unsetenv("PGHOSTADDR");
    unsetenv("PGSERVICE");
    make_signer("signer");
    make_signer("stranger");
    make_certificate("server", "DNS:localhost,IP:0.0.0.0");
    make_certificate("elsewhere", "DNS:db.example.org");
    pg_house_make(database);
    PGconn *conn = pg_server_connect(pg_server_url(database, NULL, NULL, url));
    pg_server_ask(conn, "SHOW data_directory", data, sizeof data);
    PQfinish(conn);
    return 0;
}

static int stop(void **state)
{
    pg_server_stop();
    temp_dir_remove(dir);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_name_and_signer_are_let_in),
        cmocka_unit_test(another_machine_must_prove_itself_unless_told_otherwise),
        cmocka_unit_test(a_certificate_for_another_name_is_refused),
        cmocka_unit_test(an_unknown_signer_is_refused),
        cmocka_unit_test(the_sentence_is_the_same_in_any_language),
        cmocka_unit_test(only_what_cannot_be_elsewhere_is_this_machine),
        cmocka_unit_test(what_the_environment_says_counts),
        cmocka_unit_test(a_service_leads_nowhere_unseen),
        cmocka_unit_test(each_of_several_servers_must_prove_itself),
        cmocka_unit_test(another_machine_without_tls_gets_no_password),
    };
    if (pg_server_skip())
        return 0;
    if (system("command -v openssl >/dev/null") != 0) {
        printf("1..0 # SKIP openssl is not installed\n");
        return 0;
    }
    return cmocka_run_group_tests(tests, start, stop);
}
