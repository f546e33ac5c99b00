#!/bin/sh
# What the house's service does by itself while somebody sells: mail to customers over a real SMTP
# server, seats for whoever waits, holds that end, and rows that say who works. It is signed in as a
# service and nothing more; there are two of it, and one is killed without a word.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
if ! /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null; then
    echo '1..0 # SKIP python3-aiosmtpd is not installed'
    exit 0
fi

if ! command -v faketime >/dev/null; then
    echo '1..0 # SKIP faketime is not installed'
    exit 0
fi

mail_pid=
serve_pid=
other_pid=
trap 'end_house $serve_pid $other_pid $mail_pid' EXIT

start_serve() {
    LOGE_PIN=7777 "$@" "$loge" serve --as web --listen 127.0.0.1:0 >>"$work/serve.out" \
        2>>"$work/serve.err" 9>&- &
    serve_pid=$!
}

# The first to be started takes the turn at the list, so it is the one that is killed.
start_other() {
    other_pid=$serve_pid
    start_serve
}

mails() { find "$work/box/new" -type f 2>/dev/null | wc -l; }
workers() { sql 'SELECT count(*) FROM loge.worker_status'; }
waits() { "$loge" wait list play --json | jq -r '[.waiters[].status] | join(" ")'; }
have_looked() { # one of those that were killed among them
    sql "SELECT count(*) FROM loge.worker_status WHERE worker = 'registry' AND runs > 0"
}
agree() { "$loge" status --json | jq -r '.status.layers[0].agree'; }
hold_row() { sql "SELECT status FROM loge.hold WHERE id = '$1'"; }

plan 20
make_house && make_show || exit 1
at 1 && as ruth 3333
LOGE_NEW_PIN=7777 "$loge" staff add web service --quiet
run outbox add mail --json
check 'letters go by mail from now on' is "$code $(field .changed)" '0 true'
check_refused 'or to web addresses, and nowhere else' 2 INVALID outbox add ftp://example.org/
start_mail
run hold new play Stalls-D-1 --json
redis-cli -s "$servers_redis" flushall >/dev/null
check 'Redis knows nothing of a hold' is "$(agree)" false
start_serve
check 'the service writes it down' until_is true agree
check 'six workers say that they live' until_is 6 workers
run status --json
check 'and are seen by whoever asks how the house is' \
    is "$(field '[.status.workers[] | select(.well) | .worker] | sort | join(" ")')" \
    'mail occupancy reaper registry waiting webhooks'

run hold new play Stalls-A-1 --for ida@example.org --json
run hold sell "$(field .hold.id)" --json --pay cash
check 'whoever buys' is "$code" 0
check 'gets a mail' until_is 1 mails
run outbox list --sent --json
check 'which is among those that were sent' is "$(field '.letters | map(.kind) | join(" ")')" sold

run hold new play Stalls-B-1 --ttl 1 --json
hold=$(field .hold.id)
check 'a hold that is over is released' until_is 3 hold_row "$hold"

run wait rule play --offer 600 --json
check 'a manager says how long an offer stands' is "$code" 0
start_other
check 'two instances are twelve workers' until_is 12 workers
kill -9 "$other_pid"
wait "$other_pid" 2>/dev/null
other_pid=
run wait add play --name Jan --for jan@example.org --party 2 --json
check 'whoever waits is offered seats by the one that is left' until_is offered waits
check 'and told so' until_is 2 mails

run report occupancy --show play --history --json
check 'how full a show is has been noted' is "$(field '.history[0] | .available + .held + .sold')" 40

kill "$serve_pid"
wait "$serve_pid"
check 'told to stop, the service ends in order' is "$?" 0
serve_pid=
check 'its workers take their rows with them, and only theirs' is "$(workers)" 6

# A minute of its clock is three seconds; faketime itself is its parent, and ends before it.
start_serve faketime -f '+0 x20' setpriv --pdeathsig TERM
check 'another has looked at Redis once' until_is 2 have_looked
redis-cli -s "$servers_redis" flushall >/dev/null
check 'which forgets everything then' is "$(agree)" false
check 'and is told again a minute later' until_is true agree
[ "$failed" = 0 ]
