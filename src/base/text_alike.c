#include "config.h"

#include "src/base/text.h"

#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <wctype.h>

/* Which letters belong together is the same everywhere, whatever the program's language is. */
static locale_t letters;
static pthread_once_t known = PTHREAD_ONCE_INIT;

static void know_letters(void)
{
    letters = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static uint32_t small(uint32_t letter)
{
    return letters ? (uint32_t)towlower_l((wint_t)letter, letters) : letter;
}

bool text_alike(const char *a, const char *b)
{
    const char *a_end = a + strlen(a), *b_end = b + strlen(b);
    pthread_once(&known, know_letters);
    while (a < a_end && b < b_end)
        if (small(text_next(&a, a_end)) != small(text_next(&b, b_end)))
            return false;
    return a == a_end && b == b_end;
}
