/*
 * Names that nobody answers: whoever needs one waits as long as he wants to, not as long as the
 * system does. getaddrinfo() is this program's own: names that begin with "slow" are answered when
 * the test lets them be, and "nobody" is nobody's.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "src/adapter/lookup.h"
#include "src/adapter/redis_wire.h"

enum { SOON_MS = 50, LATE_MS = 5000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool answered;
static int waiting, asked;

int getaddrinfo(const char *host, const char *port, const struct addrinfo *hints,
                struct addrinfo **out)
{
    int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    void *found = dlsym(RTLD_NEXT, "getaddrinfo");
    memcpy(&real, &found, sizeof real);
    if (strcmp(host, "nobody") == 0)
        return EAI_NONAME;
    if (hints->ai_flags & AI_NUMERICHOST || strncmp(host, "slow", 4) != 0)
        return real(host, port, hints, out);
    pthread_mutex_lock(&lock);
    waiting++;
    asked++;
    while (!answered)
        pthread_cond_wait(&changed, &lock);
    waiting--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    return real("127.0.0.1", port, hints, out);
}

static int silence(void **state)
{
    pthread_mutex_lock(&lock);
    answered = false;
    asked = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}

/* The name server answers at last, and whoever still asks is gone. */
static int speak(void **state)
{
    pthread_mutex_lock(&lock);
    answered = true;
    pthread_cond_broadcast(&changed);
    while (waiting)
        pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}

static void nobody_waits_longer_than_he_wants(void **state)
{
    struct clock clock = clock_system();
    int64_t before = clock_mono(&clock);
    assert_null(lookup_name("slow.example.org", "6379", SOON_MS));
    assert_int_equal(errno, ETIMEDOUT);
    assert_true(clock_mono(&clock) - before < LATE_MS);
}

static void redis_by_a_name_that_nobody_answers_is_away(void **state)
{
    struct clock clock = clock_system();
    struct redis_wire wire;
    struct err err;
    int64_t before = clock_mono(&clock);
    assert_int_equal(redis_wire_open(&wire, "slow.example.org:6379", SOON_MS, &clock, &err),
                     RC_TRANSIENT);
    assert_true(clock_mono(&clock) - before < LATE_MS);
}

/* However often it is asked: a name server that is gone must not cost a thread a question. */
static void only_a_few_ask_at_once(void **state)
{
    enum { OFTEN = 40, FEW = 8 };
    for (int i = 0; i < OFTEN; i++)
        assert_null(lookup_name("slow.example.org", "6379", 0));
    pthread_mutex_lock(&lock);
    int seen = asked;
    pthread_mutex_unlock(&lock);
    assert_true(seen <= FEW);
}

static void must_be(const char *host, const char *address)
{
    struct addrinfo *found = lookup_name(host, "6379", LATE_MS);
    char text[INET_ADDRSTRLEN];
    assert_non_null(found);
    const struct sockaddr_in *in = (const struct sockaddr_in *)(const void *)found->ai_addr;
    assert_int_equal(found->ai_family, AF_INET);
    assert_int_equal(ntohs(in->sin_port), 6379);
    assert_string_equal(inet_ntop(AF_INET, &in->sin_addr, text, sizeof text), address);
    freeaddrinfo(found);
}

static void an_answer_is_handed_on(void **state)
{
    must_be("192.0.2.7", "192.0.2.7"); /* an address is asked of nobody */
    assert_int_equal(asked, 0);
    speak(NULL);
    must_be("slow.example.org", "127.0.0.1");
    assert_null(lookup_name("nobody", "6379", LATE_MS));
    assert_int_equal(errno, EADDRNOTAVAIL);
}

#define LOOKUP_TEST(name) cmocka_unit_test_setup_teardown(name, silence, speak)

int main(void)
{
    const struct CMUnitTest tests[] = {
        LOOKUP_TEST(an_answer_is_handed_on),
        LOOKUP_TEST(nobody_waits_longer_than_he_wants),
        LOOKUP_TEST(redis_by_a_name_that_nobody_answers_is_away),
        LOOKUP_TEST(only_a_few_ask_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
