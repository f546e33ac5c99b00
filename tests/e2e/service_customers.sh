#!/bin/sh
# Customers of a web shop: from the waiting list to a ticket in their mail that the door reads, and
# their money back.
set -u
# shellcheck source=tests/e2e/service_lib.sh
. "${srcdir:?}/tests/e2e/service_lib.sh"
if ! /usr/bin/python3 -c 'import aiosmtpd' 2>/dev/null; then
    echo '1..0 # SKIP python3-aiosmtpd is not installed'
    exit 0
fi
mail_pid=
trap 'stop_service; end_house $mail_pid' EXIT

mails() { find "$work/box/new" -type f 2>/dev/null | wc -l; }
# letter_to ADDRESS WORDS: the text of the first letter to them whose subject has these words.
letter_to() {
    /usr/bin/python3 - "$work/box/new" "$1" "$2" <<'END'
import email, email.policy, pathlib, sys
for path in pathlib.Path(sys.argv[1]).iterdir():
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    if sys.argv[2] in mail["To"] and sys.argv[3] in mail["Subject"]:
        print(mail.get_body(("plain",)).get_content())
        break
END
}
# ticket_letter ADDRESS: what a mail program finds in the first letter to them with a picture.
ticket_letter() {
    /usr/bin/python3 - "$work/box/new" "$1" <<'END'
import email, email.policy, pathlib, sys
for path in pathlib.Path(sys.argv[1]).iterdir():
    mail = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    html = mail.get_body(("html",))
    if sys.argv[2] not in mail["To"] or not html:
        continue
    pictures = [p for p in mail.walk() if p.get_content_type() == "image/png"]
    shown = all("cid:" + p["Content-ID"][1:-1] in html.get_content() and
                p.get_content()[:8] == b"\x89PNG\r\n\x1a\n" for p in pictures)
    files = [(p.get_filename(), p.get_content()[:5]) for p in mail.iter_attachments()]
    print(len(pictures), shown, mail.get_body(("plain",)).get_content().count("ticket T-"),
          [name + " " + head.decode() for name, head in files])
    break
END
}
has_letter() { [ -n "$(letter_to "$1" "$2")" ] && echo yes; }
offered() {
    get "/api/shows/play/waitlist/$1"
    field .waiter.status
}
rows() {
    for row in "$@"; do
        for seat in 1 2 3 4 5 6 7 8 9 10; do printf 'Stalls-%s-%s ' "$row" $seat; done
    done
}

plan 41
make_house && make_show && add_web || exit 1
at 1 && as ruth 3333
"$loge" outbox add mail --quiet >/dev/null
start_mail
printf 'shop = https://shop.example.org/buy\n' >>"$LOGE_DIR/loge.ini"
token other sell
other=$token
# A shop's own server asks for all its customers.
token shop read,sell,unlimited
shop=$token
as mark 2222
# shellcheck disable=SC2046 # several
"$loge" seat block play $(rows A B C D) --reason house --quiet >/dev/null
printf '[door]\nopens = 7d\n' >>"$LOGE_DIR/loge.ini"
at service
mkdir -p "$LOGE_DIR"
sed 's/^name = till-1$/name = till-service/' "$work/till-1/loge.ini" >"$LOGE_DIR/loge.ini"
LOGE_PIN=7777 "$loge" serve --as web --listen 127.0.0.1:0 >"$work/began" 2>"$work/remarks" 9>&- &
service=$!
patience
until [ -s "$work/began" ] || ! waiting; do :; done
# shellcheck disable=SC2016 # the words are meant as they stand
check 'a service that cannot sign tickets says who mends that, and how' \
    grep -qF 'supervisor makes one with `loge ticket new-key`' "$work/remarks"
stop_service
LOGE_PIN=2222 run join --pg "$till_url" --redis "$redis_url" --as mark
check 'a service that joins is given its key' is "$code $(find "$LOGE_DIR" -name ticket.key | wc -l)
$(sql "SELECT count(*) FROM loge.ticket_key WHERE till = 'till-service'")" '0 1
1'
LOGE_PIN=2222 run join --pg "$till_url" --redis "$redis_url" --as mark
check 'once' is "$code $(sql "SELECT count(*) FROM loge.ticket_key WHERE till = 'till-service'")" '0 1'
start_service

# ---- the waiting list can be bought -------------------------------------------------------------

at 1
post /api/shows/play/waitlist '{"customerEmail":"ida@example.org","name":"Ida Lund","party":2}'
answers 'whoever joins has a code' 201 '.waiter.code|test("^W-[0-9A-Z]{6}$")' true
entry=$(field .waiter.id) ida=$(field .waiter.code)
token=$other
get "/api/shows/play/waitlist/$entry"
answers 'an entry is told to its own client only' 404 .error.code NOT_FOUND
delete "/api/shows/play/waitlist/$entry"
answers 'and no other takes it off the list' 404 .error.code NOT_FOUND
token=$shop
"$loge" seat unblock play Stalls-A-1 Stalls-A-2 --reason house --quiet >/dev/null
check 'a seat that becomes free is offered' until_is offered offered "$entry"
check 'and a letter says so' until_is yes has_letter ida@example.org 'Seats for'
letter=$(letter_to ida@example.org 'Seats for')
case $letter in *"https://shop.example.org/buy?offer=$ida"*) linked=yes ;; *) linked=no ;; esac
check 'with the way to the shop and the code' is "$linked" yes
get "/api/holds/$ida"
answers 'the client that joined finds the offer by its code' 200 .hold.status active .hold.source waitlist
hold=$(field .hold.id)
token=$other
get "/api/holds/$hold"
answers 'no other client does' 404 .error.code HOLD_NOT_FOUND
post "/api/holds/$ida/confirm" '{"due":true}'
answers 'nor can it buy it' 404 .error.code HOLD_NOT_FOUND
token=$shop
post "/api/holds/$hold/confirm" '{"name":"Ida Lund","payment":{"auth":"payida1"}}'
answers 'and buys it' 201 '.sale.tickets|length' 2 .sale.email ida@example.org
get "/api/shows/play/waitlist/$entry"
answers 'so the customer waits no more' 200 .waiter.status served

run wait add play --name 'Bo Berg' --for bo@example.org --party 2 --json
bo=$(field .waiter.code)
"$loge" seat unblock play Stalls-A-3 Stalls-A-4 --reason house --quiet >/dev/null
check 'who joined at the counter gets a letter too' until_is yes has_letter bo@example.org 'Seats for'
letter=$(letter_to bo@example.org 'Seats for')
case $letter in *shop.example.org*) linked=yes ;; *"code: $bo"*) linked=no ;; esac
check 'with the code alone' is "$linked" no
at 2 && as anna 1111
run wait list play --json
check 'any clerk finds them by name' is \
    "$(field '.waiters[] | select(.name == "Bo Berg") | .code + " " + .status')" "$bo offered"
run hold sell "$(printf '%s' "$bo" | tr '[:upper:]' '[:lower:]')" --json --pay cash
check 'and sells them their offer by its code' is "$code $(field '.sale.tickets | length')" '0 2'
at 1 && as mark 2222
run wait list play --json
check 'nobody waits then' is "$(field '.waiters | length')" 0

# ---- tickets ------------------------------------------------------------------------------------

# shellcheck disable=SC2046 # several
"$loge" seat unblock play $(rows B) --reason house --quiet >/dev/null
post "/api/holds" '{"showId":"play","customerEmail":"eve@example.org","showSeatIds":["Stalls-B-1","Stalls-B-2"]}'
hold=$(field .hold.id)
post "/api/holds/$hold/confirm" '{"name":"Eve Example","payment":{"auth":"payeve1"}}'
answers 'the answer of a sale has the signed code of each ticket' 201 \
    '[.sale.tickets[].qr | length > 80] | all' true
eve=$(field .sale.code) qr=$(field '.sale.tickets[0].qr')
at 2 && as anna 1111
"$loge" sync --once --quiet >/dev/null
run scan play --json --code "$qr"
check 'which opens the door' is "$(field .scan.code)" ADMIT
get "/api/sales/$eve"
answers 'the order is told with the same codes' 200 '.sale.tickets[0].qr' "$qr" .sale.name 'Eve Example'
get "/api/sales/$eve/tickets.pdf"
case $heads in *'Content-Type: application/pdf'*) typed=yes ;; *) typed=no ;; esac
check 'and its tickets come as PDF' is "$status $typed $(head -c 5 "$work/body")" '200 yes %PDF-'
check 'a letter has its codes as pictures, the PDF, and text for programs that show neither' \
    until_is "2 True 2 ['tickets-$eve.pdf %PDF-']" ticket_letter eve@example.org
token=$other
get "/api/sales/$eve"
answers 'another client is not told' 404 .error.code NOT_FOUND
get "/api/sales/$eve/tickets.pdf"
answers 'nor gets the tickets' 404 .error.code NOT_FOUND
token=$shop
post "/api/holds" '{"showId":"play","customerEmail":"dan@example.org","showSeatIds":["Stalls-B-3","Stalls-B-4"]}'
post "/api/holds/$(field .hold.id)/confirm" '{"name":"Dan Due","due":true}'
answers 'what is not paid yet has no code' 201 '[.sale.tickets[].qr] | unique[0]' null
get "/api/sales/$(field .sale.code)/tickets.pdf"
answers 'and no ticket' 409 .error.code NOT_PAID

# ---- and gives them back ------------------------------------------------------------------------

until_show() { date -u -d '+3 hours' +%Y-%m-%dT%H:%MZ; }
taken() { sql "SELECT coalesce(sum(amount), 0) FROM loge.payment AS p JOIN loge.sale AS s
    ON s.house = p.house AND s.id = p.sale WHERE s.code = '$1'"; }
at 1 && as ruth 3333
"$loge" show add soon --hall room --title 'Soon' --starts "$(until_show)" --price 42.00 --fee 2.00 --open \
    --quiet >/dev/null
post "/api/sales/$eve/refund" '{}' -H 'Idempotency-Key: back-1'
answers 'a house that says nothing takes no tickets back over the web' 403 .error.code NOT_ALLOWED
run house policy web-refund on --json
check 'a manager allows it' is "$code" 0
token=$other
post "/api/sales/$eve/refund" '{}'
answers 'not to another client' 404 .error.code NOT_FOUND
token=$shop
post "/api/sales/$eve/refund" '{"showSeatIds":["Stalls-B-1"]}'
answers 'nor of a ticket that was used' 422 .error.code NOT_POSSIBLE
cancel='{"customerEmail":"eve@example.org","reason":"ill"}'
post /api/shows/play/seats/Stalls-B-2/cancel "$cancel" -H 'Idempotency-Key: cancel-1'
answers 'a customer cancels a seat that is sold to them' 200 .given_back 4200 .seats[0].id Stalls-B-2 \
    .seats[0].status available .sale.status part_refunded .reason ill .replay false
post /api/shows/play/seats/Stalls-B-2/cancel "$cancel" -H 'Idempotency-Key: cancel-1'
answers 'once under one key' 200 .given_back 4200 .replay true
check 'with their money' is "$(taken "$eve")" 4200
check 'and the seat is free again' is \
    "$("$loge" map play --json | jq -r '.seats[] | select(.id == "Stalls-B-2") | .status')" available
post "/api/holds" '{"showId":"soon","customerEmail":"fay@example.org","showSeatIds":["Stalls-A-1","Stalls-A-2"]}'
post "/api/holds/$(field .hold.id)/confirm" '{"name":"Fay","payment":{"auth":"payfay1"}}'
fay=$(field .sale.code)
post "/api/sales/$fay/refund" '{}'
answers 'until so long before the show as the house says' 409 .error.code STATE_CONFLICT
run house policy web-refund-minutes 30 --json
post "/api/sales/$fay/refund" '{"reason":"ill"}'
answers 'then all of it, and the house keeps its fees' 200 .given_back 8400 .sale.status refunded \
    '.seats|length' 2
run house policy web-refund-keeps-fees off --json
post "/api/holds" '{"showId":"soon","customerEmail":"fay@example.org","showSeatIds":["Stalls-A-1","Stalls-A-2"]}'
post "/api/holds/$(field .hold.id)/confirm" '{"name":"Fay","payment":{"auth":"payfay2"}}'
post "/api/sales/$(field .sale.code)/refund" '{}'
answers 'or gives them back' 200 .given_back 8800
post "/api/holds" '{"showId":"soon","customerEmail":"gus@example.org","showSeatIds":["Stalls-A-1","Stalls-A-2"]}'
post "/api/holds/$(field .hold.id)/confirm" '{"name":"Gus","due":true}'
gus=$(field .sale.code)
at 2 && as anna 1111
"$loge" sale pay "$gus" --pay cash --quiet >/dev/null
post "/api/sales/$gus/refund" '{}'
answers 'what a till took goes back there' 422 .error.code NOT_POSSIBLE
check 'and no rule of the house is broken' is "$(sql 'SELECT count(*) FROM qa.invariants()')" 0
[ "$failed" = 0 ]
