/*
 * A till's own files: its journal and replica in one (`till-NAME.db`, beside the house's other
 * data), and the device's key that the journal is signed with (`till-NAME.key`, beside loge.ini,
 * for its owner only). Whoever copies the one does not have the other.
 *
 * Of a house of several tills `till.gate` beside loge.ini is the till's own login there, for its
 * owner only; all it can do is count wrong PINs.
 *
 * While acts may wait in the journal for the house, an empty file says so (`till-NAME.waits`): it
 * is looked for by each command, which must not open the journal each time.
 */
#ifndef LOGE_CMD_TILL_FILES_H
#define LOGE_CMD_TILL_FILES_H

#include "src/adapter/pg_store.h"
#include "src/cmd/call.h"

struct till_key {
    struct uuid device;
    struct uuid house; /* zero: the house does not know the device yet */
    struct sign_key key;
};

enum rc till_file_path(const struct call *call, const char *till, char out[PATH_TEXT],
                       struct err *err) MUST_USE;
/* Of the notes beside it (till_heard.h). */
enum rc till_heard_path(const struct call *call, const char *till, char out[PATH_TEXT],
                        struct err *err) MUST_USE;

bool till_waits(const struct call *call, const char *till);
/* On the disk before anything is journalled. */
void till_waits_mark(const struct call *call, const char *till);
void till_waits_clear(const struct call *call, const char *till);

/* The past of the house (port/upstream.h) that was asked last what it knows of this till's acts,
 * for programs that do not have the till's file open; "": none was. */
void till_past_read(const struct call *call, const char *till, char *out, size_t size);
void till_past_write(const struct call *call, const char *till, const char *past);

/*
 * The house was silent when a program of this till tried last. For SILENT_FOR_MS after each whole
 * try others give it less time to answer; the first answer ends that.
 */
enum { SILENT_FOR_MS = 30 * 1000 };
bool till_is_silent(const struct call *call, const char *till);
/* For how long yet a program may believe so. */
int64_t till_silent_ms(const struct call *call, const char *till);
void till_silent_mark(const struct call *call, const char *till);
void till_silent_clear(const struct call *call, const char *till);

/* *found false: this till has no key. Others must not be able to read it. */
enum rc till_key_read(const struct call *call, const char *till, struct till_key *out, bool *found,
                      struct err *err) MUST_USE;
/* The one there is, or a new one that is on the disk already. */
enum rc till_key_make(const struct call *call, const char *till, struct till_key *out,
                      struct err *err) MUST_USE;
/* From now on it is known to this house. */
enum rc till_key_known(const struct call *call, const char *till, struct till_key *key,
                       const struct uuid *house, struct err *err) MUST_USE;
void till_key_forget(const struct call *call, struct till_key *key);
/* The store of the house acts at this till from now on; without its key, or with one that others
 * may read, at none. */
void till_prove(const struct call *call, const char *till, struct store *house);

/* False: this folder has none, or one that others may read. */
bool till_gate_read(const struct call *call, struct pg_gate *gate);
enum rc till_gate_write(const struct call *call, const struct pg_gate *gate,
                        struct err *err) MUST_USE;

#endif
