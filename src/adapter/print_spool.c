#include "config.h"

#include "src/adapter/print_spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <unistd.h>

#include "src/adapter/print_command.h"
#include "src/base/arena.h"
#include "src/base/paths.h"
#include "src/base/text.h"
#include "src/base/thread.h"
#include "src/base/tongue.h"

enum { DONE_KEPT = 20, NAME_TEXT_MAX = 48 };

struct print_spool {
    struct print_spool_options options;
    char printer[PRINT_TITLE], command[PATH_TEXT], folder[PATH_TEXT];
    int lock; /* of the folder */
    int news; /* eventfd */
    pthread_t thread;
    pthread_mutex_t mutex; /* of all that follows */
    pthread_cond_t wake;
    struct print_job jobs[PRINT_JOBS_MAX]; /* oldest first */
    int count;
    uint64_t next_no;
    char last_why[PRINT_WHY];
    atomic_bool stop;
};

/* ---- files -------------------------------------------------------------------------------- */

/* "0000000042.job" holds the text, "0000000042.name" its title. */
static bool job_path(const struct print_spool *spool, uint64_t no, const char *ending,
                     char path[PATH_TEXT])
{
    char name[NAME_TEXT_MAX];
    struct err err;
    snprintf(name, sizeof name, "%010" PRIu64 ".%s", no, ending);
    return paths_join(path, spool->folder, name, &err) == RC_OK;
}

static bool write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    size_t left = strlen(text);
    if (fd < 0)
        return false;
    while (left > 0) {
        ssize_t wrote = write(fd, text, left);
        if (wrote < 0 && errno != EINTR)
            break;
        text += wrote > 0 ? wrote : 0;
        left -= wrote > 0 ? (size_t)wrote : 0;
    }
    bool whole = left == 0 && fsync(fd) == 0;
    return close(fd) == 0 && whole;
}

static void remove_files(const struct print_spool *spool, uint64_t no)
{
    char path[PATH_TEXT];
    if (job_path(spool, no, "job", path))
        unlink(path);
    if (job_path(spool, no, "name", path))
        unlink(path);
}

static enum rc write_files(const struct print_spool *spool, const struct print_job *job,
                           const char *text, struct err *err)
{
    char path[PATH_TEXT], name[PATH_TEXT];
    bool fits = job_path(spool, job->no, "job", path) && job_path(spool, job->no, "name", name);
    if (fits && write_file(name, job->title) && write_file(path, text))
        return RC_OK;
    err_set(err, RC_TRANSIENT, "", "The print queue in %s cannot be written: %s.", spool->folder,
            strerror(errno));
    remove_files(spool, job->no);
    return RC_TRANSIENT;
}

/* ---- the queue, under its mutex ----------------------------------------------------------- */

static void forget(struct print_spool *spool, int at)
{
    memmove(&spool->jobs[at], &spool->jobs[at + 1],
            (size_t)(spool->count - at - 1) * sizeof spool->jobs[0]);
    spool->count--;
}

/* What was printed long ago makes room. */
static void forget_done(struct print_spool *spool)
{
    int done = 0;
    for (int i = spool->count - 1; i >= 0; i--)
        if (spool->jobs[i].state == PRINT_DONE && ++done > DONE_KEPT)
            forget(spool, i);
}

static struct print_job *find(struct print_spool *spool, uint64_t no)
{
    for (int i = 0; i < spool->count; i++)
        if (spool->jobs[i].no == no)
            return &spool->jobs[i];
    return NULL;
}

static struct print_job *next_waiting(struct print_spool *spool)
{
    for (int i = 0; i < spool->count; i++)
        if (spool->jobs[i].state == PRINT_WAITING)
            return &spool->jobs[i];
    return NULL;
}

static void tell(const struct print_spool *spool)
{
    const uint64_t one = 1;
    (void)!write(spool->news, &one, sizeof one);
}

/* ---- the thread --------------------------------------------------------------------------- */

static bool print_one(struct print_spool *spool, uint64_t no, char why[PRINT_WHY])
{
    char path[PATH_TEXT];
    struct print_command print = {.command = spool->command,
                                  .path = path,
                                  .patience_ms = spool->options.patience_ms,
                                  .clock = spool->options.clock,
                                  .stop = &spool->stop};
    if (job_path(spool, no, "job", path))
        return print_command_run(&print, why);
    snprintf(why, PRINT_WHY, "%s", tongue(N_("The name of the print queue's folder is too long.")));
    return false;
}

static void settle(struct print_spool *spool, uint64_t no, bool printed, const char *why)
{
    struct print_job *job = find(spool, no);
    if (printed)
        remove_files(spool, no);
    text_copy(spool->last_why, sizeof spool->last_why, printed ? "" : why);
    if (!job)
        return;
    job->state = printed ? PRINT_DONE : PRINT_FAILED;
    text_copy(job->why, sizeof job->why, why);
    forget_done(spool);
}

static void *run(void *ctx)
{
    struct print_spool *spool = ctx;
    pthread_mutex_lock(&spool->mutex);
    while (!atomic_load(&spool->stop)) {
        struct print_job *job = next_waiting(spool);
        if (!job) {
            pthread_cond_wait(&spool->wake, &spool->mutex);
            continue;
        }
        uint64_t no = job->no;
        char why[PRINT_WHY];
        job->state = PRINT_RUNNING;
        job->tries++;
        pthread_mutex_unlock(&spool->mutex);
        tell(spool);
        bool printed = print_one(spool, no, why);
        pthread_mutex_lock(&spool->mutex);
        settle(spool, no, printed, why);
        pthread_mutex_unlock(&spool->mutex);
        tell(spool);
        pthread_mutex_lock(&spool->mutex);
    }
    pthread_mutex_unlock(&spool->mutex);
    return NULL;
}

/* ---- the port ----------------------------------------------------------------------------- */

static struct print_job *new_job(struct print_spool *spool, const char *title)
{
    if (spool->count == PRINT_JOBS_MAX)
        return NULL;
    struct print_job *job = &spool->jobs[spool->count];
    *job = (struct print_job){.no = spool->next_no, .at = clock_wall(&spool->options.clock)};
    text_copy(job->title, sizeof job->title, title);
    return job;
}

static enum rc port_put(void *ctx, const char *title, const char *text, struct err *err)
{
    struct print_spool *spool = ctx;
    pthread_mutex_lock(&spool->mutex);
    struct print_job *job = new_job(spool, title);
    enum rc rc = RC_TRANSIENT;
    if (!job)
        err_set(err, rc, "", "The print queue is full; print or drop what has failed.");
    else
        rc = write_files(spool, job, text, err);
    if (rc == RC_OK) {
        spool->next_no++;
        spool->count++;
        pthread_cond_signal(&spool->wake);
    }
    pthread_mutex_unlock(&spool->mutex);
    tell(spool);
    return rc;
}

static int port_list(void *ctx, struct print_job *out, int most)
{
    struct print_spool *spool = ctx;
    int count = 0;
    pthread_mutex_lock(&spool->mutex);
    for (int i = spool->count - 1; i >= 0 && count < most; i--)
        out[count++] = spool->jobs[i];
    pthread_mutex_unlock(&spool->mutex);
    return count;
}

static void port_sums(void *ctx, struct print_sums *out)
{
    struct print_spool *spool = ctx;
    *out = (struct print_sums){.printer = ""};
    text_copy(out->printer, sizeof out->printer, spool->printer);
    pthread_mutex_lock(&spool->mutex);
    for (int i = 0; i < spool->count; i++) {
        out->failed += spool->jobs[i].state == PRINT_FAILED;
        out->waiting +=
            spool->jobs[i].state == PRINT_WAITING || spool->jobs[i].state == PRINT_RUNNING;
    }
    text_copy(out->why, sizeof out->why, spool->last_why);
    pthread_mutex_unlock(&spool->mutex);
}

static bool port_again(void *ctx, uint64_t no)
{
    struct print_spool *spool = ctx;
    bool any = false;
    pthread_mutex_lock(&spool->mutex);
    for (int i = 0; i < spool->count; i++) {
        struct print_job *job = &spool->jobs[i];
        if (job->state != PRINT_FAILED || (no && job->no != no))
            continue;
        job->state = PRINT_WAITING;
        job->at = clock_wall(&spool->options.clock);
        any = true;
    }
    pthread_cond_signal(&spool->wake);
    pthread_mutex_unlock(&spool->mutex);
    tell(spool);
    return any;
}

static bool port_drop(void *ctx, uint64_t no)
{
    struct print_spool *spool = ctx;
    bool any = false;
    pthread_mutex_lock(&spool->mutex);
    for (int i = spool->count - 1; i >= 0; i--) {
        if (spool->jobs[i].state != PRINT_FAILED || (no && spool->jobs[i].no != no))
            continue;
        remove_files(spool, spool->jobs[i].no);
        forget(spool, i);
        any = true;
    }
    pthread_mutex_unlock(&spool->mutex);
    tell(spool);
    return any;
}

static int port_fd(void *ctx)
{
    return ((const struct print_spool *)ctx)->news;
}

struct print_port print_spool_port(struct print_spool *spool)
{
    return (struct print_port){port_put,  port_list, port_sums, port_again,
                               port_drop, port_fd,   spool};
}

/* ---- life --------------------------------------------------------------------------------- */

static void read_title(const struct print_spool *spool, struct print_job *job)
{
    char path[PATH_TEXT], line[PRINT_TITLE] = "";
    FILE *file = job_path(spool, job->no, "name", path) ? fopen(path, "re") : NULL;
    if (file) {
        if (!fgets(line, sizeof line, file))
            line[0] = '\0';
        fclose(file);
    }
    if (text_clean(line, job->title, sizeof job->title) || !job->title[0])
        snprintf(job->title, sizeof job->title, "%" PRIu64, job->no);
}

static int older_first(const void *a, const void *b)
{
    uint64_t left = ((const struct print_job *)a)->no, right = ((const struct print_job *)b)->no;
    return (left > right) - (left < right);
}

/* Numbers go on behind what is there: nothing is written over. */
static void take_left_behind(struct print_spool *spool)
{
    DIR *folder = opendir(spool->folder);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        char *end;
        uint64_t no = strtoull(entry->d_name, &end, 10);
        if (no == 0 || strcmp(end, ".job") != 0)
            continue;
        spool->next_no = no >= spool->next_no ? no + 1 : spool->next_no;
        if (spool->count == PRINT_JOBS_MAX / 2)
            continue; /* room for what is sold now; the rest comes up the next time */
        struct print_job *job = &spool->jobs[spool->count++];
        *job = (struct print_job){
            .no = no, .state = PRINT_FAILED, .at = clock_wall(&spool->options.clock)};
        text_copy(job->why, sizeof job->why,
                  tongue(N_("Left from before; look whether it was printed.")));
        read_title(spool, job);
    }
    if (folder)
        closedir(folder);
    qsort(spool->jobs, (size_t)spool->count, sizeof spool->jobs[0], older_first);
}

/* Two programs of one till print from folders of their own. */
static enum rc move_in(struct print_spool *spool, struct err *err)
{
    enum { TRIES = 64 };
    for (int i = 1; i <= TRIES; i++) {
        char name[16];
        snprintf(name, sizeof name, "%d", i);
        enum rc rc = paths_join(spool->folder, spool->options.folder, name, err);
        if (!rc)
            rc = paths_create(spool->folder, err);
        if (rc)
            return rc;
        spool->lock = open(spool->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (spool->lock >= 0 && flock(spool->lock, LOCK_EX | LOCK_NB) == 0)
            return RC_OK;
        if (spool->lock >= 0)
            close(spool->lock);
        spool->lock = -1;
    }
    err_set(err, RC_TRANSIENT, "", "Too many consoles print from %s; close one.",
            spool->options.folder);
    return RC_TRANSIENT;
}

static void free_spool(struct print_spool *spool)
{
    if (spool->lock >= 0)
        close(spool->lock);
    if (spool->news >= 0)
        close(spool->news);
    pthread_cond_destroy(&spool->wake);
    pthread_mutex_destroy(&spool->mutex);
    free(spool);
}

struct print_spool *print_spool_start(const struct print_spool_options *options, struct err *err)
{
    struct print_spool *spool = x_alloc(sizeof *spool);
    spool->options = *options;
    spool->lock = -1;
    spool->next_no = 1;
    text_copy(spool->printer, sizeof spool->printer, options->printer);
    text_copy(spool->command, sizeof spool->command, options->command);
    pthread_mutex_init(&spool->mutex, NULL);
    pthread_cond_init(&spool->wake, NULL);
    spool->news = eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK);
    if (move_in(spool, err) == RC_OK) {
        take_left_behind(spool);
        if (spool->news >= 0 && thread_create_unsignalled(&spool->thread, run, spool) == 0)
            return spool;
        err_set(err, RC_TRANSIENT, "", "The system gave no thread for the printer; try again.");
    }
    free_spool(spool);
    return NULL;
}

void print_spool_stop(struct print_spool **spool)
{
    if (!*spool)
        return;
    pthread_mutex_lock(&(*spool)->mutex);
    atomic_store(&(*spool)->stop, true);
    pthread_cond_signal(&(*spool)->wake);
    pthread_mutex_unlock(&(*spool)->mutex);
    pthread_join((*spool)->thread, NULL);
    free_spool(*spool);
    *spool = NULL;
}
