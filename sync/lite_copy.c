#include "config.h"

#include "sync/lite.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

/* SQLite would add to an empty file that is there, and leaves half of one when it fails. */
enum rc lite_store_copy(struct store *store, const char *path, struct err *err)
{
    struct stat info;
    if (lstat(path, &info) == 0)
        return err_set(err, RC_CONFIG, "EEXIST", "%s is there already", path);
    struct lite *lite = lite_of(store);
    lite_wait_restart(lite);
    struct query q = query_start(lite, lite_sql_copy_house);
    put_text(&q, path);
    enum rc rc = query_run(&q, err);
    if (rc == RC_OK && chmod(path, 0600) != 0)
        rc = err_set_errno(err, RC_TRANSIENT, "cannot keep %s private", path);
    if (rc != RC_OK)
        (void)unlink(path);
    return rc;
}
