#include "config.h"

#include "src/domain/plan_letters.h"

#include <stdio.h>
#include <string.h>

/* As many as there can be classes; after the alphabet come digits and Greek capitals. */
static const char *const spare[] = {
    "A", "B", "C", "D",        "E",        "F",        "G",        "H",        "I",       "J", "K",
    "L", "M", "N", "O",        "P",        "Q",        "R",        "S",        "T",       "U", "V",
    "W", "X", "Y", "Z",        "a",        "b",        "d",        "e",        "f",       "g", "h",
    "i", "j", "k", "l",        "m",        "n",        "p",        "q",        "s",       "t", "u",
    "v", "x", "y", "z",        "0",        "1",        "2",        "3",        "4",       "5", "6",
    "7", "8", "9", "\xce\x93", "\xce\x94", "\xce\x98", "\xce\x9b", "\xce\xa0", "\xce\xa3"};

_Static_assert(COUNT_OF(spare) == PLAN_CLASSES_MAX, "a letter for every class");

static bool is_used(const struct plan_letters *letters, int count, const char *letter)
{
    for (int i = 0; i < count; i++)
        if (strcmp(letters->of[i], letter) == 0)
            return true;
    return false;
}

static bool initial(const char *name, char out[LETTER_TEXT])
{
    char letter = name[0];
    if (letter >= 'a' && letter <= 'z')
        letter = (char)(letter - 'a' + 'A');
    out[0] = letter;
    out[1] = '\0';
    return letter >= 'A' && letter <= 'Z';
}

struct plan_letters plan_class_letters(const struct plan *plan)
{
    struct plan_letters letters = {.of = {""}};
    for (int i = 0; i < plan->class_count; i++) {
        char letter[LETTER_TEXT];
        bool free = initial(plan->classes[i].name, letter) && !is_used(&letters, i, letter);
        for (int s = 0; !free; s++) {
            snprintf(letter, sizeof letter, "%s", spare[s]);
            free = !is_used(&letters, i, letter);
        }
        memcpy(letters.of[i], letter, sizeof letter);
    }
    return letters;
}
