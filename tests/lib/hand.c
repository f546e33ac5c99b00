#include "config.h"

#include "tests/lib/hand.h"

#include <stdio.h>
#include <string.h>

#include "src/base/attr.h"

enum { ANYTHING_IN = 12, MOVES_MOST = 9 };

/* Two bytes where one cannot reach all of them. */
static int pick_from_bytes(struct hand *hand, int below)
{
    uint32_t value = 0;
    for (int reach = 1; reach < below && hand->left > 0; reach *= 256, hand->left--)
        value = value * 256 + *hand->bytes++;
    return (int)(value % (uint32_t)below);
}

int hand_pick(struct hand *hand, int below)
{
    if (hand->bytes)
        return pick_from_bytes(hand, below);
    hand->seed = hand->seed * 6364136223846793005u + 1442695040888963407u;
    return (int)((hand->seed >> 33) % (uint64_t)below);
}

/* What is pressed on a screen; a line that is there twice is pressed twice as often. '*' is a walk
 * of the cursor. */
struct habit {
    const char *screen;
    const char *phrases[24];
};

static const struct habit habits[] = {
    {"shows", {"Enter", "Enter", "Down", "z"}},
    {"resume", {"Enter", "Enter", "r", "r y", "Esc"}},
    {"map", {"2 b", "b Enter", "3 b",     "4 b", "2 b p", "* Space", "* Space", "* Space p",
             "p",   "p",       "n",       "r",   "r y",   "u",       "x",       "t",
             "T",   "Tab *",   "Enter *", "-",   "v",     "L",       "g a",     "g o"}},
    {"pay",
     {"c Enter", "c Enter", "c Enter", "d A 1 2 Enter Enter", "1 0 0 0 0 c Enter", "s", "w Enter",
      "t", "r", "Esc", "a", "c 5 Enter Enter"}},
    {"sold", {"Esc", "Enter", "Enter", "u y", "u o o p s Enter 2 Enter", "p o o p s Enter"}},
    {"admin",
     {"* Space R 1 1 Enter", "* Space R 3 1 Enter", "R 1 1 Enter", "* B 1 1 Enter",
      "* Space * Space B 1 2 Enter", "* U 1 1 Enter", "u y", "L R 1 2 Enter", "L", "M Esc",
      "* Space", "Esc", "Esc", "g m", "g m", "Tab *", "Enter *"}},
    {"orders", {"Enter", "Enter", "Down Enter", "Down Down Enter", "Esc"}},
    {"order",
     {"f o o p s Enter 1 Enter", "f o o p s Enter y", "Space f o o p s Enter 1 Enter",
      "d o o p s Enter y", "p c Enter", "Down Space", "Esc", "x"}},
    {"customers", {"Esc", "Esc", "a n n Enter", "+ b o b Enter"}},
};

static void add(char out[HAND_TEXT], const char *key)
{
    size_t used = strlen(out);
    snprintf(out + used, HAND_TEXT - used, "%s%s", used ? " " : "", key);
}

static void walk(struct hand *hand, char out[HAND_TEXT])
{
    static const char *const ways[] = {"Up", "Down", "Left", "Right", "Right", "Down"};
    int steps = hand_pick(hand, MOVES_MOST);
    const char *way = ways[hand_pick(hand, COUNT_OF(ways))];
    for (int i = 0; i < steps; i++)
        add(out, hand_pick(hand, 3) ? way : ways[hand_pick(hand, COUNT_OF(ways))]);
}

static void press_phrase(struct hand *hand, const char *phrase, char out[HAND_TEXT])
{
    char copy[HAND_TEXT], *rest = copy;
    snprintf(copy, sizeof copy, "%s", phrase);
    for (char *key; (key = strsep(&rest, " "));) {
        if (strcmp(key, "*") == 0)
            walk(hand, out);
        else
            add(out, key);
    }
}

static void press_anything(struct hand *hand, char out[HAND_TEXT])
{
    static const char *const others[] = {"Enter", "Esc",   "Tab", "Space", "Up",        "Down",
                                         "Left",  "Right", "C-c", "C-l",   "Backspace", "F1"};
    for (int i = hand_pick(hand, 4); i >= 0; i--) {
        char letter[2] = {(char)('!' + hand_pick(hand, '~' - '!')), '\0'};
        add(out, hand_pick(hand, 2) ? letter : others[hand_pick(hand, COUNT_OF(others))]);
    }
}

static const struct habit *habit_of(const char *screen)
{
    for (int i = 0; i < COUNT_OF(habits); i++)
        if (strcmp(habits[i].screen, screen) == 0)
            return &habits[i];
    return NULL;
}

static void sign_in(const struct hand *hand, char out[HAND_TEXT])
{
    const char *const parts[] = {hand->person, hand->pin};
    add(out, "Up"); /* to the name, whatever stood there */
    for (int i = 0; i < COUNT_OF(parts); i++) {
        add(out, "C-u");
        for (const char *at = parts[i]; *at; at++)
            add(out, (char[]){*at, '\0'});
        add(out, "Enter");
    }
}

static void unlock(const struct hand *hand, char out[HAND_TEXT])
{
    add(out, "C-u");
    for (const char *at = hand->pin; *at; at++)
        add(out, (char[]){*at, '\0'});
    add(out, "Enter");
}

const char *hand_next(struct hand *hand, const char *screen, char out[HAND_TEXT])
{
    const struct habit *habit = habit_of(screen);
    int count = 0;
    out[0] = '\0';
    while (habit && count < COUNT_OF(habit->phrases) && habit->phrases[count])
        count++;
    if (strcmp(screen, "sign-in") == 0) /* five wrong PINs would keep it out */
        sign_in(hand, out);
    else if (strcmp(screen, "lock") == 0)
        unlock(hand, out);
    else if (hand_pick(hand, ANYTHING_IN) == 0)
        press_anything(hand, out);
    else if (habit)
        press_phrase(hand, habit->phrases[hand_pick(hand, count)], out);
    else if (hand_pick(hand, 2))
        add(out, "Esc");
    else
        press_anything(hand, out);
    return out;
}
