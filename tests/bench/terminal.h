/*
 * A program on a pty, measured from outside: what it writes, when it is through, what it costs.
 * Bytes are counted and never interpreted, so that the reader does not slow the writer.
 */
#ifndef LOGE_TESTS_BENCH_TERMINAL_H
#define LOGE_TESTS_BENCH_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct terminal {
    int fd;
    pid_t pid;
    int64_t began;  /* bench_now() just before the program was started */
    int64_t bytes;  /* written since the last terminal_send, or since the start */
    int64_t last;   /* bench_now() when the last of them came */
    int64_t bursts; /* pieces they came in, with a moment of silence between */
};

/* 24x80, xterm-256color, C.UTF-8; env are more "NAME=value", NULL at the end; NULL: none. */
void terminal_start(struct terminal *terminal, const char *const *argv, const char *const *env);
void terminal_end(struct terminal *terminal);

/* Sends keys; forgets what was written so far. */
void terminal_send(struct terminal *terminal, const char *keys);
/* Reads until nothing has come for a while. */
void terminal_settle(struct terminal *terminal);
/* Reads until `text` has come whole in one piece, and tells when; ends the program after 20 s. */
int64_t terminal_wait_for(struct terminal *terminal, const char *text);
/* Reads whatever comes for so long. */
void terminal_pass(struct terminal *terminal, int64_t ms);
/* Forgets what was written so far. */
void terminal_forget(struct terminal *terminal);
void terminal_resize(struct terminal *terminal, int rows, int columns);

/* The sums of all its threads: times it was woken, and nanoseconds it ran; and its memory. */
int64_t terminal_wakes(const struct terminal *terminal);
int64_t terminal_cpu(const struct terminal *terminal);
int64_t terminal_rss_kb(const struct terminal *terminal);

/* Is there such a program on the PATH? */
bool terminal_has(const char *program);

#endif
