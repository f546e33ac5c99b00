# shellcheck shell=sh
# shellcheck disable=SC2034,SC2154 # read and set by screens.sh
# What people do, screen by screen. `press` takes keys, `shot` a picture, `kept` a file. Where a
# flow begins with other settings or options, before_FLOW names them; furnish_FLOW sells in its
# house before.
all_flows='clerk hall commands keys mouse others door bag finder sale basket split voucher discount after
signed again exchange pickup wait lock resume training print money supervisor marks shift close
reports bars colours light theme'

sign_in() {
    type_text "$1"
    press Enter
    type_text "$2"
    press Enter
}

# A day begins with the money in the drawer.
begin_day() {
    sign_in "$@"
    type_text 100
    press Enter
}

# From the first look to the seats.
flow_clerk() {
    shot sign-in
    sign_in anna 9999
    shot sign-in-refused
    type_text 1111
    press Enter
    shot shift-open
    type_text 100
    press Enter
    shot shows
    press / c u p
    shot shows-narrowed
    press Escape Escape Enter
    shot map-venue
    press L
    shot map-list
    press L Enter
    shot map-section
    press v
    shot map-prices
    press v v v Enter
    shot map-seats
    press - -
    press g
    wait_change
    shot go
    press Escape '?'
    shot help
    press Escape :
    type_text 'hold '
    shot command-line
    press Escape
}

# The whole hall, seat by seat: who, how long; and a picture of it on the disk.
flow_hall() {
    begin_day mark 2222
    press g s Enter H
    shot map-hall
    press v v
    shot map-hall-holders
    press v
    shot map-hall-ages
    press H e
    shot map-saved
    press Enter Right Right Right i
    shot map-inspect
}

# What is typed behind ':', what was typed before, and the end of the day.
flow_commands() {
    begin_day anna 1111
    press :
    type_text 'hea'
    press Tab
    shot command-completed
    press Enter
    press Escape : Up
    shot command-history
    press Escape :
    type_text 'nonsense'
    press Enter
    shot command-unknown
    press :
    type_text 'sign-out'
    press Enter
    shot signed-out
}

# Keys of one's own, in the hints and in their place.
before_keys() {
    settings='[keys]
map.best = w
all.help = F2'
}
flow_keys() {
    begin_day anna 1111
    press g s Down Down Enter
    shot keys-own
    press 2 w
    shot keys-own-held
}

# A click goes where its key would.
flow_mouse() {
    begin_day anna 1111
    press g s Down Down Enter
    click_on 'Boxes Right'
    shot mouse-section
    click_on 'Boxes Right'
    shot mouse-entered
}

# What another till does with the same file is seen without a key.
flow_others() {
    begin_day anna 1111
    press g s Down Down Enter 2 b
    other_till anna 1111 hold new hamlet-2 Stalls-C-1 Stalls-C-2
    shot others-held
    other_till ruth 3333 seat release hamlet-2 Stalls-A-14 --reason 'till stuck'
    shot others-released
}

# What the best seats have to be; a party that finds no place together.
flow_finder() {
    begin_day anna 1111
    press g s Down Down Enter b
    shot finder
    press 4 Down Right Down Down 1
    shot finder-asked
    press Enter
    shot finder-held
    press 2 0 b
    shot finder-apart
    press Enter
    shot finder-apart-held
}

# Two seats for cash, and what can be done with the sale.
flow_sale() {
    begin_day anna 1111
    press g s Down Down Enter 2 b
    shot basket
    press n
    shot next-offer
    press p
    shot pay
    press c 2 0 0
    shot pay-cash
    press Enter
    shot sold
    press u
    shot sold-undo
    press Escape g e
    shot messages
}

# Price types, more time, and a seat less.
flow_basket() {
    begin_day anna 1111
    press g s Down Down Enter 3 b p t
    shot basket-child
    press T
    shot basket-all
    press x
    shot basket-extended
    press Down r
    shot basket-less
    press Escape
    shot basket-kept
    press r
    shot basket-released
}

# Part in cash, the rest by card, for a customer who is known.
flow_split() {
    begin_day anna 1111
    press g s Down Down Enter 3 b p a
    shot customers
    press +
    type_text 'Ada Lovelace'
    press Enter Enter Enter a
    type_text ada
    shot customers-found
    press Enter s 5 0 c
    shot pay-split
    press d
    type_text 123456
    press Enter
    shot pay-split-whole
    press 1 0 0
    shot pay-split-given
    press Enter
    shot sold-split
}

# A voucher takes something off, a gift card pays a part, and cash the rest.
flow_voucher() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p v
    type_text WELCOME10
    press Enter
    shot pay-voucher
    press v
    type_text GIFT50
    press Enter
    shot pay-gift-card
    press c Enter
    shot sold-gift-card
}

# More off than a clerk may give: a supervisor signs on the same screen.
flow_discount() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p %
    type_text 25%
    press Enter
    shot discount
    type_text mark
    press Enter
    type_text 2222
    press Enter
    shot discount-signed
    press c Enter
    shot sold-discount
}

# An order is found, and refunded.
flow_after() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter
    press g o
    shot orders
    press Enter
    shot order
    press Enter
    shot ticket
    press Enter f
    shot refund
    press 2 1
    shot refund-other-count
    press Enter
    shot refund-refused
    press 2 Enter
    shot refunded
}

# Another till's sale is refunded with a supervisor's signature.
flow_signed() {
    begin_day anna 1111
    press g o Enter Space f 2 1 Enter
    shot refund-unsigned
    type_text mark
    press Enter
    type_text 2222
    press Enter
    shot refund-signed
}

# A ticket is printed again, and the old one is worth nothing.
flow_again() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter g o Enter d
    shot print-again
    type_text 'torn'
    press Enter
    shot printed-again
}

# Two tickets for two dearer or cheaper seats, and the difference.
flow_exchange() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter g o Enter c
    shot exchange-seats
    press b Down Right Enter
    shot exchange-held
    press p
    shot exchange
    press c Enter
    shot exchanged
}

# Seats kept for a name; paid and handed over when it comes.
flow_pickup() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p w
    shot pickup-name
    type_text Lovelace
    press Enter Enter
    shot reserved
    press g w
    shot pickups
    press Enter Enter
    shot pickup-unpaid
    press p c
    shot pickup-pay
    press Enter
    shot pickup-paid
    press Enter
    shot pickup-collected
    press g w
    shot pickups-none
}

# The console dies with seats in the basket; whoever signs in again has them.
flow_resume() {
    begin_day anna 1111
    press g s Down Down Enter 2 b
    kill_console
    begin_again
    sign_in anna 1111
    shot resume
    press Enter
    shot resumed
}

# Somebody joins the waiting list; the first whom free seats suit is offered them.
flow_wait() {
    begin_day anna 1111
    press g s Down Enter g l
    shot waiting
    press +
    shot waiting-join
    type_text 'Grace'
    press Enter 2 Enter
    type_text '020 555 0199'
    press Enter Enter Enter Enter Enter Enter
    shot waiting-joined
    press Down Enter
    shot waiting-offered
}

# Away for a moment: nothing is seen or heard but the PIN, and the seats stay held.
flow_lock() {
    begin_day anna 1111
    press g s Down Down Enter 2 b g k
    shot locked
    type_text 9999
    press Enter
    shot locked-refused
    type_text 1111
    press Enter
    shot unlocked
}

# Who holds what, and taking it from them.
flow_supervisor() {
    begin_day mark 2222
    press g s Down Enter g a
    shot admin
    press Enter
    shot admin-holders
    press R
    shot admin-release
    press 3
    shot admin-release-reason
    press 1 Enter
    shot admin-released
    press B
    shot admin-block
    press 1 1 Enter
    shot admin-blocked
    press u
    shot admin-block-undo
    press y
    shot admin-block-undone
    press M
    shot admin-rule
    press Escape L
    shot admin-holds
    press L
    press g u
    shot audit
    press Enter
    shot audit-event
    press Escape /
    type_text 'by ruth'
    press Enter
    shot audit-narrowed
    press Escape g h
    shot health
}

# A copy of the house to try things on: it says so on the screen and on the ticket.
before_training() {
    options=--training
}
flow_training() {
    begin_day anna 1111
    shot training
    press g s Down Down Enter 2 b p c Enter
    shot training-sold
    press g o
    shot training-orders
}

# A printer without paper: the sale stands, and its tickets wait.
before_print() {
    settings="[printer]
command = test -e '$work/paper' && cat >>'$work/printed'"
    rm -f "$work/paper" "$work/printed"
}
flow_print() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter
    shot print-failed
    press g p
    shot print-queue
    press r
    shot print-drop
    press Escape
    : >"$work/paper"
    press a
    shot print-done
}

# Money that goes into the drawer and out of it without a sale.
flow_money() {
    begin_day anna 1111
    press g t i
    type_text 50
    press Enter
    shot paid-in
    type_text 'change from the bank'
    press Enter
    shot paid-in-done
    press o
    type_text 200
    press Enter
    type_text 'flowers'
    press Enter
    shot paid-out-refused
    press Escape o
    type_text 20
    press Enter
    type_text 'flowers'
    press Enter
    shot paid-out-done
}

# Ranges and rules mark what is blocked and opened again in one act.
flow_marks() {
    begin_day mark 2222
    press g s Down g a Enter M Enter Enter Enter Enter C-u
    case $language in
    fr) type_text 'libre' ;;
    *) type_text 'free' ;;
    esac
    shot marks-rule
    press Enter
    shot marks-found
    press Escape g s g a Enter Right Right Right m Right m
    shot marks-range
    press B 1
    shot marks-number
    press 9 Enter
    shot marks-wrong
    press 2 Enter
    shot marks-blocked
    press U
    shot marks-open
    press 1 1 Enter
    shot marks-opened
}

flow_shift() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter Enter
    press g t
    shot shift
    press d
    shot shift-drop
    press Escape c
    shot shift-count
    press 1 Tab Tab Tab Tab
    shot shift-counted
    press '='
    shot shift-review
}

# There is more in the drawer than there should be: that needs a reason.
flow_close() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter Enter g t c 1 '='
    press Enter
    shot shift-unexplained
    type_text 'found under the drawer'
    press Enter
    shot shift-sure
    press y
    shot shift-closed
    press '>'
    shot shift-closed-end
}

flow_reports() {
    begin_day ruth 3333
    press g s Enter g r
    shot report-sections
    press Tab
    shot report-hours
    press Tab
    shot report-days
    press Tab
    shot report-tills
    press Tab
    shot report-sellers
    press e
    shot report-saved
    kept sales-by-seller.csv
    press Tab Tab Tab Tab e
    shot report-sections-saved
    kept occupancy.csv
}

# More than one bar, and a curve of them.
furnish_bars() {
    sold_at 9 4
    sold_at 7 12
    sold_at 4 2
    sold_at 3 8
}
flow_bars() {
    begin_day ruth 3333
    press g s Enter g r
    shot bars-sections
    press Tab
    shot bars-hours
}

# Pictures with their colours.
flow_colours() {
    begin_day anna 1111
    painted colours-shows
    press g s Enter
    painted colours-venue
    press Enter 2 b
    painted colours-basket
    press p c
    painted colours-pay
}

before_light() {
    settings='[console]
light = yes'
}
flow_light() {
    begin_day anna 1111
    press g s Enter Enter 2 b
    painted light-basket
}

before_theme() {
    settings='[theme]
seat.free = 201 bold
seat.sold = 52
focus = 231 on 88'
}
flow_theme() {
    begin_day anna 1111
    press g s Enter Enter 2 b
    painted theme-basket
}
