/*
 * Training: the console on a copy of the house that is thrown away, so that nothing that is sold,
 * held or counted there is real. Without a house it is the demo's.
 */
#ifndef LOGE_CMD_TRAINING_H
#define LOGE_CMD_TRAINING_H

#include "src/cmd/call.h"

struct training {
    char dir[PATH_TEXT]; /* private; "" when there is none */
    int lock;            /* held as long as the folder is in use */
};

/*
 * Makes the copy and opens it in the call's place; *copied says whether it is one of a house.
 * False: call->exit says why, and nothing is left behind. Folders that a killed console left are
 * removed.
 */
bool training_begin(struct call *call, struct training *training, bool *copied) MUST_USE;
/* Closes the store and removes everything. */
void training_end(struct call *call, struct training *training);

#endif
