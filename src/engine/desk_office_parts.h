/* What the files of desk_office.h share. */
#ifndef LOGE_ENGINE_DESK_OFFICE_PARTS_H
#define LOGE_ENGINE_DESK_OFFICE_PARTS_H

#include "src/engine/desk_office.h"
#include "src/engine/run.h"

struct office {
    struct store *store;
    const struct office_ops *ops;
};

/* INVALID in a house of one till. */
enum verdict office_find(struct run *run, struct office *office);
/* May the actor do this, and is there an office? */
enum verdict office_start(struct run *run, enum right right, struct office *office);
/* The one of that name that is not given up, else the last that was. */
enum verdict office_find_till(struct run *run, const struct office *office, const char *name,
                              struct office_till *till);
/* Both, to look at what a till has. */
enum verdict office_look_at(struct run *run, const char *name, struct office *office,
                            struct office_till *till);
/* As run_looked, of an act: what it did was done now. */
void office_acted(struct run *run, enum verdict verdict);
/* UNAVAILABLE unless it went well. */
enum verdict office_failed(enum rc rc);

#endif
