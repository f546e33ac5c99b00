/*
 * A small web server of a test's own, on a thread: keeps what it was sent, and answers as it is
 * told. One request a connection.
 */
#ifndef LOGE_TESTS_LIB_RECEIVER_H
#define LOGE_TESTS_LIB_RECEIVER_H

enum { RECEIVER_URL = 64 };

/* What it answers from now on, as it stands; NULL: nothing, it keeps the line open and is silent.
 */
#define ANSWER_OK    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
#define ANSWER_BUSY  "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n"
#define ANSWER_WRONG "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"

struct receiver;

struct receiver *receiver_start(void); /* fails the test when it cannot */
void receiver_stop(struct receiver **receiver);
const char *receiver_url(const struct receiver *receiver); /* "http://127.0.0.1:PORT" */
void receiver_answer(struct receiver *receiver, const char *answer);

/* How many it has received whole. */
int receiver_count(struct receiver *receiver);
/* The n-th from 0, head and body, once it is there; NULL: there is none (yet). The receiver's. */
const char *receiver_request(struct receiver *receiver, int n);

#endif
