/*
 * A till's file in a test house: journal and replica opened alone, and the till's core on them. The
 * house's own store is closed meanwhile.
 */
#ifndef LOGE_TESTS_LIB_TILL_FILE_H
#define LOGE_TESTS_LIB_TILL_FILE_H

#include "sync/lite_till.h"
#include "sync/till_crypt.h"
#include "tests/lib/house.h"

struct till_file {
    struct house_fixture *house;
    struct uuid house_id, device;
    struct till_crypt crypt;
    struct chain_crypt chain;
    struct lite_till *file;
    struct clock machine; /* the desk's, while it does not go by the till's */
    struct till_disk disk;
    struct till_sync core;
};

extern const struct uuid till_file_device;

/* Makes the device's key; opens nothing. _as: another device than the one above. */
void till_file_init(struct till_file *till, struct house_fixture *house);
void till_file_init_as(struct till_file *till, struct house_fixture *house, uint8_t device);
/* As a program that starts: what the file says of the till, or a new till. */
void till_file_start(struct till_file *till);
void till_file_stop(struct till_file *till);

/* The desk of the house works on the till's file, alone; cmocka setup and teardown: *state is a
 * struct till_file *. */
void till_file_work_alone(struct till_file *till);
void till_file_rest(struct till_file *till);
int till_file_setup(void **state);
int till_file_teardown(void **state);

/* SQL by somebody who is not the till, while it is stopped; returns SQLite's code. */
int till_file_tamper(const struct till_file *till, const char *sql);

#endif
