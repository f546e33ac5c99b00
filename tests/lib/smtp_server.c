#include "config.h"

#include "tests/lib/smtp_server.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/lib/free_port.h"
#include "tests/lib/temp_dir.h"

#define PYTHON "/usr/bin/python3"

bool smtp_server_skip(void)
{
    if (system(PYTHON " -c 'import aiosmtpd' 2>/dev/null") == 0)
        return false;
    printf("1..0 # SKIP python3-aiosmtpd is not installed\n");
    return true;
}

/* A mailbox whose readers can be greylisted. */
static void write_handler(const char *dir)
{
    char path[160];
    snprintf(path, sizeof path, "%s/box_office.py", dir);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("from aiosmtpd.handlers import Mailbox\n"
          "class Grey(Mailbox):\n"
          "    async def handle_RCPT(self, server, session, envelope, address, options):\n"
          "        if address.startswith('grey@'):\n"
          "            return '450 4.7.1 Greylisted, come again'\n"
          "        envelope.rcpt_tos.append(address)\n"
          "        return '250 OK'\n",
          file);
    assert_int_equal(fclose(file), 0);
}

static void run(const char *place, const char *dir, const char *box)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("PYTHONPATH", dir, 1);
    setenv("PYTHONDONTWRITEBYTECODE", "1", 1);
    execl(PYTHON, PYTHON, "-m", "aiosmtpd", "-n", "-l", place, "-c", "box_office.Grey", box,
          (char *)NULL);
    _exit(127);
}

/* It listens when it greets; a server that died ends the test. */
static bool greets(int port)
{
    char byte;
    const struct sockaddr_in at = {.sin_family = AF_INET,
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
                                   .sin_port = htons((uint16_t)port)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool heard =
        connect(fd, (const struct sockaddr *)&at, sizeof at) == 0 && recv(fd, &byte, 1, 0) == 1;
    close(fd);
    return heard;
}

void smtp_server_start(struct smtp_server *server)
{
    char place[32], box[160];
    int port = free_port();
    temp_dir_make(server->dir, sizeof server->dir);
    snprintf(box, sizeof box, "%s/box", server->dir);
    write_handler(server->dir);
    snprintf(place, sizeof place, "127.0.0.1:%d", port);
    snprintf(server->url, sizeof server->url, "smtp://%s", place);
    fflush(NULL);
    server->pid = fork();
    assert_true(server->pid >= 0);
    if (server->pid == 0)
        run(place, server->dir, box);
    while (!greets(port)) {
        assert_int_equal(waitpid(server->pid, NULL, WNOHANG), 0);
        poll(NULL, 0, 20);
    }
}

void smtp_server_stop(struct smtp_server *server)
{
    char command[320];
    kill(server->pid, SIGKILL);
    waitpid(server->pid, NULL, 0);
    snprintf(command, sizeof command, "rm -rf '%s/box' '%s/box_office.py'", server->dir,
             server->dir);
    assert_int_equal(system(command), 0);
    temp_dir_remove(server->dir);
}

static void read_file(const char *dir, const char *name, char *text, size_t size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

int smtp_server_mails(const struct smtp_server *server, char *text, size_t size)
{
    char path[200];
    int count = 0;
    snprintf(path, sizeof path, "%s/box/new", server->dir);
    DIR *dir = opendir(path);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.')
            continue;
        read_file(path, entry->d_name, text, size);
        count++;
    }
    if (dir)
        closedir(dir);
    return count;
}
