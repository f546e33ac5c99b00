/*
 * A throw-away PostgreSQL for the tests of one program: its own cluster in a temporary directory,
 * on a unix socket and a free loopback port. initdb refuses root, so as root it runs as another
 * user. It goes away with the program, whatever becomes of the tests.
 *
 * The superuser is "postgres" and comes in without a password over the socket; everybody else
 * needs one (SCRAM).
 */
#ifndef LOGE_TESTS_LIB_PG_SERVER_H
#define LOGE_TESTS_LIB_PG_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include <libpq-fe.h>

enum { PG_NAME = 32, PG_URL = 256 };

/* Is PostgreSQL installed here? */
bool pg_server_installed(void);

/* Starts it, once; a failure fails the test. */
void pg_server_start(void);
void pg_server_stop(void);

int pg_server_port(void);
int pg_server_pid(void);

/* At once and without a word (kill -9 of every process of it); the data stays. */
void pg_server_kill(void);
/* Comes back after a kill, or goes away orderly first. */
void pg_server_restart(void);
/* SIGSTOP to every process of it that there is now. */
void pg_server_freeze(void);
void pg_server_thaw(void);

/*
 * A second server that follows the first from now on; in_step: nothing is done before it has it
 * too. When the first fails (kill -9), the second takes its place and is meant by all the rest
 * here. Whichever of them was stopped or failed may come back; the first believes then that nothing
 * has happened.
 */
void pg_server_standby_start(bool in_step);
int pg_server_standby_port(void);
void pg_server_standby_stop(void);
void pg_server_standby_tell(int signal); /* SIGSTOP or SIGCONT to every process of it */
void pg_server_fail_over(void);
void pg_server_come_back(void);

/* A new database, empty or (template not NULL) a copy. */
void pg_server_database(const char *template_name, char name[PG_NAME]);

/* How to reach it: as the superuser, or as login with password; over the socket. Returns url. */
const char *pg_server_url(const char *database, const char *login, const char *password,
                          char url[PG_URL]);

/* From now on people (logins with a password) are sent to this loopback port; 0: to the socket. */
void pg_server_send_people_to(int port);

/* A plain connection for looking behind the store; fails the test when it cannot be had. */
PGconn *pg_server_connect(const char *url);
/* Runs SQL as it stands and fails the test when it fails. */
void pg_server_do(PGconn *conn, const char *sql);
/* The first column of the first row, in the caller's buffer. */
const char *pg_server_ask(PGconn *conn, const char *sql, char *out, size_t size);
/* The same, when it is a number. */
long long pg_server_count(PGconn *conn, const char *sql);
/* Fails the test unless the statement fails with this SQLSTATE. */
void pg_server_refuses(PGconn *conn, const char *sql, const char *state);

/*
 * The same with the program people have: psql signs in as login over loopback and is given one
 * line. What it prints, errors as "ERROR:  SQLSTATE", goes to out. True: it went well.
 */
bool pg_server_psql(const char *database, const char *login, const char *password, const char *line,
                    char *out, size_t size);

/* Prints TAP's "skip all" and returns true when PostgreSQL is not installed. */
bool pg_server_skip(void);

#endif
