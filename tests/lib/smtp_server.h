/* A real SMTP server (python3-aiosmtpd) on a loopback port, with a mailbox in a temporary folder.
 * Whoever is called grey@ is greylisted: 450, for ever.
 */
#ifndef LOGE_TESTS_LIB_SMTP_SERVER_H
#define LOGE_TESTS_LIB_SMTP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct smtp_server {
    char dir[128], url[64];
    pid_t pid;
};

/* Prints TAP's "skip all" and returns true when it is not installed. */
bool smtp_server_skip(void);
void smtp_server_start(struct smtp_server *server);
void smtp_server_stop(struct smtp_server *server);

/* How many mails it has, and the text of one of them. */
int smtp_server_mails(const struct smtp_server *server, char *text, size_t size);

#endif
