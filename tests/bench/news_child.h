/*
 * The console with a counter that tells of other tills' seats without end, to be started on a
 * terminal by the bench that measures it.
 */
#ifndef LOGE_TESTS_BENCH_NEWS_CHILD_H
#define LOGE_TESTS_BENCH_NEWS_CHILD_H

/* Is this run of the program such a child (`--news SEATS CHANGES`)? Then it runs it: a hall of so
 * many seats in which so many change a second. Returns the exit code, or -1. */
int news_child(int argc, char **argv);

#endif
