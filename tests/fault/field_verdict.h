/* Whether all is well in a house in the end; what field_close() asks. */
#ifndef LOGE_TESTS_FAULT_FIELD_VERDICT_H
#define LOGE_TESTS_FAULT_FIELD_VERDICT_H

#include "tests/fault/field.h"

void field_judge(struct field *field);

#endif
