/*
 * When a till works by itself, and when with the house.
 *
 *   out   at once, when the house is lost, and announced
 *   back  by itself, never flapping: first it uploads (returning), then, after ten good probes in a
 *         row and with nothing left to upload, it is online
 *   shut out  a till whose journal the house does not take is not online; it stays returning until
 *         a person has put that right
 *   held  an operator can keep a till offline; only the operator lets it go
 */
#ifndef LOGE_DOMAIN_MODE_H
#define LOGE_DOMAIN_MODE_H

#include <stdbool.h>

#include "src/base/attr.h"

enum { MODE_GOOD_PROBES = 10 };

enum till_mode { MODE_OFFLINE, MODE_RETURNING, MODE_ONLINE, MODE_COUNT };

enum mode_event {
    MODE_PROBE_GOOD,
    MODE_LOST,     /* a bad probe, or an act that did not reach the house */
    MODE_SHUT_OUT, /* it is reached, and does not take this till's journal */
    MODE_UPLOADED, /* nothing is left to upload and the replica follows the house */
    MODE_HOLD,
    MODE_LET_GO,
};

/* A zeroed struct is a till that has just started: offline. */
struct mode {
    enum till_mode now;
    int good;      /* probes in a row */
    bool uploaded; /* since the last act that was journalled */
    bool held;
};

/* True when what people see has changed and has to be announced. */
bool mode_step(struct mode *mode, enum mode_event event);
/* An act was journalled: there is something to upload. */
void mode_journalled(struct mode *mode);

const char *till_mode_name(enum till_mode mode); /* "offline", "returning", "online" */
bool till_mode_parse(const char *text, enum till_mode *out) MUST_USE;

#endif
