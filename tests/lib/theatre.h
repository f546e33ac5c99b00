/*
 * A playhouse of 1,100 seats in a file of its own, with one open show, a clerk, a supervisor and
 * open tills; on the machine's clock. And consoles without a terminal that stand in it, each with
 * a counter on its own thread and its own connection. Nothing here has to survive the machine, so
 * it lies in memory where TMPDIR does not say otherwise.
 */
#ifndef LOGE_TESTS_THEATRE_H
#define LOGE_TESTS_THEATRE_H

#include "src/engine/counter_thread.h"
#include "tests/lib/hand.h"
#include "ui/console.h"

#define THEATRE_SHOW "hamlet"
enum { THEATRE_SEATS = 1100, THEATRE_PATIENCE_MS = 20000 };

struct theatre {
    char dir[256], path[300];
    struct arena *arena;
    struct desk desk; /* the back office's */
};

/* Fails the running test when something is wrong. */
void theatre_make(struct theatre *theatre);
void theatre_remove(struct theatre *theatre);
/* Who acts for the back office, a manager at a till of her own. */
struct act_meta theatre_manager(struct theatre *theatre);

/* One person at one console. */
struct stand {
    struct desk desk;
    struct counter counter;
    struct counter_thread *thread;
    struct counter_port line, port; /* to the counter; as the console sees it */
    struct console *console;
    struct canvas *canvas;
    struct hand hand;
    const char *till;
    bool deaf;           /* news of other tills' seats are lost on the way */
    int refused;         /* acts */
    int raced;           /* of them: another till had the seat first */
    int kept[CMD_KINDS]; /* acts that are done, by kind */
};

/* The stand stays where it is until stand_close. */
void stand_open(struct stand *stand, struct theatre *theatre, const char *till, struct hand hand);
void stand_close(struct stand *stand);
/* Keys by name; what has come meanwhile is heard, time passes, and the screen is drawn at the
 * end, as it is when somebody types fast. */
void stand_press(struct stand *stand, const char *keys);
void stand_hear(struct stand *stand);
/* Waits for whatever was asked. */
void stand_settle(struct stand *stand);
/* To the map of the show, from wherever it is. */
void stand_go_to_map(struct stand *stand);
/* Acts the house has accepted from here. */
int stand_kept(const struct stand *stand);
/* The seats of every section as the screen shows them, on a screen that has room for all. Whose
 * hold it is, and where the cursor stands, is left out: so two people can be compared. */
char *stand_picture(struct stand *stand, struct arena *arena);
/* For news of some stands, as long. */
void stands_wait(struct stand *const *stands, int count, int ms);

#endif
