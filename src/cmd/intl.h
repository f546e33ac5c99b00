/* Translation, for src/cmd: the words are those of the console. */
#ifndef LOGE_CMD_INTL_H
#define LOGE_CMD_INTL_H

#include "ui/intl.h"

#endif
