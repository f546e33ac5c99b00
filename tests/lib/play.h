/*
 * A house with the verbs of tests/isolation/play.sql: anna and ben are clerks, mark a supervisor
 * and ruth a manager, and whoever connects as the superuser may become one of them with SET SESSION
 * AUTHORIZATION house_1_NAME. Fails the running test when it cannot.
 */
#ifndef LOGE_TESTS_LIB_PLAY_H
#define LOGE_TESTS_LIB_PLAY_H

#include "tests/lib/pg_house.h"

enum { PLAY_PATH = 240 };

/* Where the source of tests/isolation is. */
const char *play_folder(char folder[PLAY_PATH]);
void play_make(char database[PG_NAME]);
/* A whole text file, owned by the caller. */
char *play_read(const char *path);

#endif
