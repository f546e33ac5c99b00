/*
 * The whole console on a real house (tests/lib/busy.h), led by bytes: each decides what happens
 * next, from a key to another till's act. Whatever it is, what has to hold holds.
 */
#include "config.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/lib/busy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct busy *busy = busy_new((struct hand){.bytes = data, .left = size});
    while (busy_goes_on(busy)) {
        const char *fault = busy_step(busy);
        if (fault) {
            fprintf(stderr, "%s\n", fault);
            abort();
        }
    }
    busy_free(&busy);
    return 0;
}
