/* A list of blocked secrets from pretix, from a stranger: each secret fits and is not empty, and
 * the list ends. */
#include "config.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "src/domain/pretix_code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1); /* no longer than the list, so that a look behind it is seen */
    assert(text);
    if (size)
        memcpy(text, data, size);
    text[size] = '\0';
    const char *at = text, *before = text;
    char secret[PRETIX_SECRET];
    bool blocked;
    while (pretix_secret_next(&at, secret, &blocked)) {
        assert(at > before && at <= text + strlen(text));
        assert(*secret && memchr(secret, '\0', sizeof secret));
        before = at;
    }
    free(text);
    return 0;
}
