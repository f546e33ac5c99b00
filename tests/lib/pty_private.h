/* What pty.c and pty_look.c share. */
#ifndef LOGE_TESTS_PTY_PRIVATE_H
#define LOGE_TESTS_PTY_PRIVATE_H

#include <vterm.h>

#include "tests/lib/pty.h"

enum { LINE_BYTES = 96 };

struct pty {
    int master, idle, reports, control;
    pid_t parent, pid;
    struct termios first;
    VTerm *vt;
    VTermScreen *screen;
    int rows, columns;
    uint64_t sent;
    struct {
        uint64_t draws, bytes;
        int rows, columns;
    } mark;
    char idle_line[LINE_BYTES];
    size_t idle_used;
    char *raw;
    size_t raw_size, raw_room;
    bool alternate, cursor_hidden, stopped, ended, closed, wide;
    int status;
    char text[PTY_TEXT];
};

#endif
