/*
 * Payments at a house that went back: what the service had kept of them (lite_till_intents.h) is
 * brought back when the journal is home. From then on the payments worker asks the provider about
 * each of them and goes on, as after a crash.
 */
#ifndef LOGE_CMD_PAYMENTS_BACK_H
#define LOGE_CMD_PAYMENTS_BACK_H

#include "src/cmd/till_here.h"

/* A turn of the thread that has the till's file. */
void payments_back_turn(struct till_here *here);

#endif
