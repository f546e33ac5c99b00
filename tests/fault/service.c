#include "config.h"

#include "tests/fault/service.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/fault/screens.h"
#include "tests/lib/pty_house.h"

static void folder_of(const struct service *service, char folder[200])
{
    snprintf(folder, 200, "%s/service", service->field->dir);
}

void service_open(struct service *service, const struct field *field)
{
    char folder[200];
    *service = (struct service){.field = field};
    folder_of(service, folder);
    screens_join(field, folder, "service");
    service_start(service);
}

/* Its first line says that it listens. */
static void wait_until_it_listens(int said)
{
    char text[200];
    ssize_t got = read(said, text, sizeof text);
    close(said);
    if (got <= 0)
        fail_msg("the service has ended before it listened");
}

static void serve(const struct service *service, int say)
{
    char folder[200], listen[40];
    folder_of(service, folder);
    snprintf(listen, sizeof listen, "127.0.0.1:%d", service->field->wish.port);
    setenv("LOGE_DIR", folder, 1);
    setenv("LOGE_PIN", PG_PASSWORD, 1);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(say, STDOUT_FILENO);
    execl(pty_program(), "loge", "serve", "--as", "web", "--listen", listen, "--json", NULL);
    _exit(127);
}

void service_start(struct service *service)
{
    int ends[2];
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    fflush(NULL);
    service->pid = fork();
    assert_true(service->pid >= 0);
    if (!service->pid)
        serve(service, ends[1]);
    close(ends[1]);
    wait_until_it_listens(ends[0]);
}

static int end(struct service *service, int signal)
{
    int status = 0;
    kill(service->pid, signal);
    assert_int_equal(waitpid(service->pid, &status, 0), service->pid);
    service->pid = 0;
    return status;
}

void service_kill(struct service *service)
{
    assert_true(WIFSIGNALED(end(service, SIGKILL)));
}

void service_drain(struct service *service)
{
    assert_int_equal(end(service, SIGTERM), 0);
}

void service_close(struct service *service)
{
    if (service->pid)
        (void)end(service, SIGKILL);
}
