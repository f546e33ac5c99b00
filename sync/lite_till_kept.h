/*
 * What the house has acknowledged to this till, kept for a day in the till's own file.
 *
 * A house may go back: a standby takes over that was a little behind, or another server is given a
 * backup. What was acknowledged after that moment is gone there, and people act by it. So each act
 * is kept as an entry of the journal would carry it. When the house goes on from another past than
 * the one it was asked about last, it is asked which of these acts it knows; the others go into the
 * journal under their keys and come home like acts made alone, each with its verdict.
 *
 * Keeping waits for no disk. What is kept outlives the program; where a till loses its power in the
 * same moment in which the house loses its last acts, those are lost. So are acts that have no form
 * in a journal (halls, shows, people), which is none of a till's daily work.
 */
#ifndef LOGE_SYNC_LITE_TILL_KEPT_H
#define LOGE_SYNC_LITE_TILL_KEPT_H

#include "src/port/upstream.h"
#include "sync/lite_till.h"

#define KEPT_MS ((int64_t)24 * 60 * 60 * 1000)

/* The house has just acknowledged this act. The core is this till's, for its clocks. */
enum rc lite_till_keep(struct lite_till *till, struct till_sync *core, const struct changeset *cs,
                       struct err *err) MUST_USE;

/* All that is kept and is not in the journal, and whether the house has to be asked for it: it was
 * asked about another past, or never. */
enum rc lite_till_kept(struct lite_till *till, const char *past, struct arena *arena,
                       struct act_keys *keys, bool *ask, struct err *err) MUST_USE;

/*
 * The house with this past does not know these acts: into the journal with them. It will not be
 * asked about this past again. Its rows come anew, should any of them have been lost.
 */
enum rc lite_till_replay(struct lite_till *till, struct till_sync *core, const char *past,
                         const struct act_keys *lost, struct err *err) MUST_USE;

/*
 * The same act in the copy of the house, which belongs to no journal now. *known: the copy has it
 * whole. Where the copy is behind the house and cannot take the act, it shows the act's seats as
 * they are at the house, so that nothing is sold twice; the rows come with the next pull.
 */
enum rc lite_till_hear(struct lite_till *till, const struct changeset *cs, bool *known,
                       struct err *err) MUST_USE;

#endif
