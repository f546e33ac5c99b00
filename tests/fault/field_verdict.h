/*
 * Whether all is well in a house in the end: the judges of field.h. They compare and mend nothing,
 * and each can be asked without failing the test.
 */
#ifndef LOGE_TESTS_FAULT_FIELD_VERDICT_H
#define LOGE_TESTS_FAULT_FIELD_VERDICT_H

#include "tests/fault/field.h"

/* Fails the running test with what the first of them found. */
void field_judge(struct field *field);
/* Does this one find anything? Nothing is failed. */
bool field_finds(struct field *field, enum judge judge);
/* For controls: the log is sealed and the registry written anew, as the house is now. */
void field_settle(struct field *field);

#endif
