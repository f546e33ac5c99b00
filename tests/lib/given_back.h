/* For tests on a terminal: it is as it was before the program began. */
#ifndef LOGE_TESTS_GIVEN_BACK_H
#define LOGE_TESTS_GIVEN_BACK_H

#include "tests/lib/pty.h"

/* The modes of the line, and in all bytes since the start: alternate screens, mouse, paste, cursor
 * keys, keypad and line drawing switched off again, the cursor seen. */
void assert_given_back(struct pty *pty);

/* One of the terminal's private modes, as all bytes so far have left it. */
bool private_mode_is_on(struct pty *pty, int mode);

#endif
