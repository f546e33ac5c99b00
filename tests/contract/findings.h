/*
 * What `audit verify` says of books that somebody broke by hand: the same house and the same
 * statements for both stores. A program that checks a store defines the two functions below.
 */
#ifndef LOGE_TESTS_CONTRACT_FINDINGS_H
#define LOGE_TESTS_CONTRACT_FINDINGS_H

#include "tests/contract/contract.h"
#include "tests/lib/findings.h"

extern const char *const findings_store; /* its folder in data/schema */

/* As somebody who may write anywhere, past every wall; nothing of it stays. Fills in what the
 * store's list_invariants says then; sql "": of the house as it is. */
void findings_after(struct contract *c, const char *sql, struct findings *out);

int findings_main(void);

#endif
