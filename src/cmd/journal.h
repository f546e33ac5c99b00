/* Between the files of `loge journal`: what was found in a journal, and how it is told. */
#ifndef LOGE_CMD_JOURNAL_H
#define LOGE_CMD_JOURNAL_H

#include "src/cmd/call.h"
#include "src/domain/journal_check.h"
#include "src/domain/journal_text.h"

/* What keeps a text from being a journal at all. */
enum journal_text_fault {
    TEXT_GOOD,
    TEXT_NO_JOURNAL,
    TEXT_NEWER,
    TEXT_WRONG_LINE,
    TEXT_CUT_OFF,
    TEXT_OTHER_KEY,
};

struct journal_finding {
    struct journal_owner owner;
    struct journal_check check;
    enum journal_text_fault text;
    int line; /* TEXT_WRONG_LINE */
};

/* Follows the chain, and reads the entry as well. */
bool journal_look(struct journal_check *check, struct arena *arena,
                  const struct entry_frame *frame) MUST_USE;

/* Answers with the verdict: done when all is good, else refused. */
int journal_answer(struct call *call, const struct journal_finding *finding);

/* An exported journal. */
int journal_verify_text(struct call *call, const char *file);

/* What papers say of other tills' journals, asked of the house. */
int run_journal_find(struct call *call);
int run_journal_missing(struct call *call);
int run_journal_strike(struct call *call);
extern const struct cmd_option journal_strike_options[];

#endif
