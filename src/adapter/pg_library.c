/*
 * PostgreSQL's client library, loaded when the first house is opened and not before.
 *
 * libpq brings two dozen libraries with it (Kerberos, LDAP, two kinds of TLS): linked in, they cost
 * every start of a till without a server 13 ms and 5 MB. So the functions of it that are used here
 * are defined here, and hand on to the real ones; the compiler compares each with libpq-fe.h.
 * Whoever begins a connection calls pg_library_need() first; nothing else is reached without it.
 */
#include "config.h"

#include "src/adapter/pg_library.h"

#include <assert.h>
#include <dlfcn.h>
#include <libpq-fe.h>
#include <pthread.h>
#include <string.h>

#define LIBRARY "libpq.so.5"

static void *library; /* NULL: not installed */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    library = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
}

enum rc pg_library_need(struct err *err)
{
    pthread_once(&once, load);
    if (library)
        return RC_OK;
    return err_set(err, RC_CONFIG, "LIBPQ",
                   "PostgreSQL's client library (%s) is not installed here, so no house on a "
                   "server can be reached; install it (Debian: libpq5)",
                   LIBRARY);
}

static void *find(void *_Atomic *known, const char *name)
{
    void *found = *known;
    if (found)
        return found;
    found = pg_library_need(NULL) == RC_OK ? dlsym(library, name) : NULL;
    assert(found);
    *known = found;
    return found;
}

/* In `real`: the function itself. */
#define FIND(name)                     \
    static void *_Atomic known;        \
    __typeof__(name) *real;            \
    void *found = find(&known, #name); \
    memcpy(&real, &found, sizeof real)

#define GIVES(type, name, parameters, arguments) \
    type name parameters                         \
    {                                            \
        FIND(name);                              \
        return real arguments;                   \
    }

#define DOES(name, parameters, arguments) \
    void name parameters                  \
    {                                     \
        FIND(name);                       \
        real arguments;                   \
    }

DOES(PQclear, (PGresult * res), (res))
GIVES(PostgresPollingStatusType, PQconnectPoll, (PGconn * conn), (conn))
GIVES(PGconn *, PQconnectStartParams,
      (const char *const *keywords, const char *const *values, int expand_dbname),
      (keywords, values, expand_dbname))
GIVES(PGconn *, PQconnectdb, (const char *conninfo), (conninfo))
GIVES(int, PQconnectionNeedsPassword, (const PGconn *conn), (conn))
GIVES(PQconninfoOption *, PQconninfo, (PGconn * conn), (conn))
DOES(PQconninfoFree, (PQconninfoOption * connOptions), (connOptions))
GIVES(int, PQconsumeInput, (PGconn * conn), (conn))
GIVES(char *, PQdb, (const PGconn *conn), (conn))
GIVES(char *, PQencryptPasswordConn,
      (PGconn * conn, const char *passwd, const char *user, const char *algorithm),
      (conn, passwd, user, algorithm))
GIVES(int, PQenterPipelineMode, (PGconn * conn), (conn))
GIVES(int, PQexitPipelineMode, (PGconn * conn), (conn))
GIVES(char *, PQerrorMessage, (const PGconn *conn), (conn))
GIVES(char *, PQescapeIdentifier, (PGconn * conn, const char *str, size_t len), (conn, str, len))
GIVES(char *, PQescapeLiteral, (PGconn * conn, const char *str, size_t len), (conn, str, len))
GIVES(PGresult *, PQexec, (PGconn * conn, const char *query), (conn, query))
DOES(PQfinish, (PGconn * conn), (conn))
GIVES(int, PQflush, (PGconn * conn), (conn))
GIVES(Oid, PQftype, (const PGresult *res, int field_num), (res, field_num))
GIVES(PGresult *, PQgetResult, (PGconn * conn), (conn))
GIVES(int, PQgetisnull, (const PGresult *res, int tup_num, int field_num),
      (res, tup_num, field_num))
GIVES(int, PQgetlength, (const PGresult *res, int tup_num, int field_num),
      (res, tup_num, field_num))
GIVES(char *, PQgetvalue, (const PGresult *res, int tup_num, int field_num),
      (res, tup_num, field_num))
GIVES(int, PQisBusy, (PGconn * conn), (conn))
GIVES(int, PQnfields, (const PGresult *res), (res))
GIVES(int, PQntuples, (const PGresult *res), (res))
GIVES(int, PQpipelineSync, (PGconn * conn), (conn))
GIVES(PGresult *, PQprepare,
      (PGconn * conn, const char *stmtName, const char *query, int nParams, const Oid *paramTypes),
      (conn, stmtName, query, nParams, paramTypes))
GIVES(char *, PQresultErrorField, (const PGresult *res, int fieldcode), (res, fieldcode))
GIVES(ExecStatusType, PQresultStatus, (const PGresult *res), (res))
GIVES(int, PQsendFlushRequest, (PGconn * conn), (conn))
GIVES(int, PQsendPrepare,
      (PGconn * conn, const char *stmtName, const char *query, int nParams, const Oid *paramTypes),
      (conn, stmtName, query, nParams, paramTypes))
GIVES(int, PQsendQuery, (PGconn * conn, const char *query), (conn, query))
GIVES(int, PQsendQueryParams,
      (PGconn * conn, const char *command, int nParams, const Oid *paramTypes,
       const char *const *paramValues, const int *paramLengths, const int *paramFormats,
       int resultFormat),
      (conn, command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat))
GIVES(int, PQsendQueryPrepared,
      (PGconn * conn, const char *stmtName, int nParams, const char *const *paramValues,
       const int *paramLengths, const int *paramFormats, int resultFormat),
      (conn, stmtName, nParams, paramValues, paramLengths, paramFormats, resultFormat))
GIVES(int, PQserverVersion, (const PGconn *conn), (conn))
GIVES(int, PQbackendPID, (const PGconn *conn), (conn))
GIVES(PGVerbosity, PQsetErrorVerbosity, (PGconn * conn, PGVerbosity verbosity), (conn, verbosity))
GIVES(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn * conn, PQnoticeReceiver proc, void *arg),
      (conn, proc, arg))
GIVES(int, PQsetnonblocking, (PGconn * conn, int arg), (conn, arg))
GIVES(int, PQsocket, (const PGconn *conn), (conn))
GIVES(ConnStatusType, PQstatus, (const PGconn *conn), (conn))
GIVES(PGTransactionStatusType, PQtransactionStatus, (const PGconn *conn), (conn))
GIVES(PQconninfoOption *, PQconninfoParse, (const char *conninfo, char **errmsg),
      (conninfo, errmsg))
DOES(PQfreemem, (void *ptr), (ptr))
