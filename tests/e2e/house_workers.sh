#!/bin/sh
# What the house's service does by itself while somebody sells: mail to customers over a real SMTP
# server, seats for whoever waits, holds that end, and rows that say who works.
set -u
# shellcheck source=tests/e2e/house_lib.sh
. "${srcdir:?}/tests/e2e/house_lib.sh"
if ! /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null; then
    echo '1..0 # SKIP python3-aiosmtpd is not installed'
    exit 0
fi

mail_pid=
serve_pid=
end() {
    for pid in $serve_pid $mail_pid; do # not all: the servers' keeper ends when they are stopped
        kill "$pid" 2>/dev/null
        wait "$pid" 2>/dev/null
    done
    servers_stop
    chmod -R u+rwX "$work" 2>/dev/null
    rm -rf "$work"
}
trap end EXIT

# until_is WANTED COMMAND...: asks until the command says so, for two minutes at most.
until_is() {
    wanted=$1
    shift
    deadline=$(($(date +%s) + 120))
    until [ "$("$@" 2>/dev/null)" = "$wanted" ]; do
        [ "$(date +%s)" -lt "$deadline" ] || return 1
    done
}

start_mail() {
    port=$(free_port)
    /usr/bin/python3 -m aiosmtpd -n -l "127.0.0.1:$port" -c aiosmtpd.handlers.Mailbox \
        "$work/box" 9>&- &
    mail_pid=$!
    printf '[mail]\nserver = smtp://127.0.0.1:%s\nfrom = box@example.org\n' "$port" \
        >>"$LOGE_DIR/loge.ini"
}

start_serve() {
    "$loge" serve --listen 127.0.0.1:0 >"$work/serve.out" 2>"$work/serve.err" 9>&- &
    serve_pid=$!
}

mails() { find "$work/box/new" -type f 2>/dev/null | wc -l; }
workers() { sql 'SELECT count(*) FROM loge.worker_status'; }
waits() { "$loge" wait list play --json | jq -r '[.waiters[].status] | join(" ")'; }
hold_row() { sql "SELECT status FROM loge.hold WHERE id = '$1'"; }

plan 13
make_house && make_show || exit 1
at 1 && as ruth 3333
run outbox add mail --json
check 'letters go by mail from now on' is "$code $(field .changed)" '0 true'
check_refused 'or to web addresses, and nowhere else' 2 INVALID outbox add ftp://example.org/
start_mail
start_serve
check 'six workers say that they live' until_is 6 workers

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
run wait add play --name Jan --for jan@example.org --party 2 --json
check 'whoever waits is offered seats' until_is offered waits
check 'and told so' until_is 2 mails

run report occupancy --show play --history --json
check 'how full a show is has been noted' is "$(field '.history[0] | .available + .held + .sold')" 40

kill "$serve_pid"
wait "$serve_pid"
check 'told to stop, the service ends in order' is "$?" 0
serve_pid=
check 'and its workers take their rows with them' is "$(workers)" 0
[ "$failed" = 0 ]
