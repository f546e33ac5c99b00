/*
 * Hearing of changes by other processes: inotify on the file itself.
 *
 * The kernel speaks while the writer is still committing; whoever reads then waits for the lock, so
 * the change is seen whole. No inotify (limits, odd file systems): -1, and one looks now and then.
 */
#include "config.h"

#include "sync/lite.h"

#include <sys/inotify.h>
#include <unistd.h>

int lite_watch_fd(struct store *store)
{
    struct lite *lite = lite_of(store);
    if (lite->watch >= 0)
        return lite->watch;
    lite->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (lite->watch >= 0 && inotify_add_watch(lite->watch, lite->path, IN_MODIFY) < 0) {
        close(lite->watch);
        lite->watch = -1;
    }
    return lite->watch;
}
