/*
 * A short day of a till without its house, the same each time: acts at the desk, verdicts and news
 * that come in between. Every step is decided by its number alone, so a till that lost power may go
 * on from whatever step it had reached, and must end as if nothing had happened.
 */
#ifndef LOGE_TESTS_TILL_STORY_H
#define LOGE_TESTS_TILL_STORY_H

#include "tests/lib/till_file.h"

enum { STORY_STEPS = 10 };

struct story {
    struct house_fixture *house;
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct lite_till *file; /* NULL: not open */
    struct till_disk disk;
    struct till_sync core;
    struct err err;                    /* why it could not be opened */
    struct uuid holds[STORY_STEPS];    /* what a step held, learnt when the story is first told */
    char sale[CODE_TEXT];              /* what it sold first */
    uint64_t content[STORY_STEPS + 1]; /* of the whole file behind so many steps */
};

/* A house whose own file nobody touches any more: tills are opened on copies of it. */
struct story *story_new(void);
void story_free(struct story **story);

/* Puts a fresh copy of the file to this path (in the house's folder). */
void story_copy(struct story *story, const char *path);

/* As a program that starts. False: err says why not. */
bool story_open(struct story *story, const char *path);
void story_close(struct story *story);

/* Does a step; true when the till says that it is done. */
bool story_step(struct story *story, int step);
/* Tells the whole story on an open file and learns how it goes. */
void story_learn(struct story *story);

/* Behind how many steps does the file say it is? -1: behind none, it is something else. */
int story_where(struct story *story);
/* Is the open file sound in itself: chain, receipts, replica, pages? NULL, or what is not. */
const char *story_check(struct story *story);
/* Opens, checks, and goes on to the end (in a hurry: no sync); `least` steps were acknowledged,
 * `most` begun. NULL, or what is wrong. */
const char *story_resume(struct story *story, const char *path, int least, int most);

#endif
