# shellcheck shell=sh
# shellcheck disable=SC2034 # read by screens.sh
# What people do, screen by screen. `press` takes keys, `shot` a picture.
all_flows='clerk sale after wait supervisor shift reports'

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
    press Escape Enter 3 b p s
    shot pay-split
    press Escape a
    shot customers
    type_text ada
    shot customers-found
    press Escape
    press g e
    shot messages
}

# An order is found; refund, exchange, print again, pickup.
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
    press g s Enter 2 b p w
    shot pickup-name
    type_text Lovelace
    press Enter Enter
    shot reserved
    press g w
    shot pickups
    press g o Enter d
    shot print-again
    press Escape c
    shot exchange
    press Escape
}

flow_wait() {
    begin_day anna 1111
    press g s Down Enter g l
    shot waiting
    press +
    shot waiting-join
    type_text 'Grace'
    press Escape Escape
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
    press Escape M
    shot admin-rule
    press Escape L
    shot admin-holds
    press L
    press g u
    shot audit
    press Enter
    shot audit-event
    press Escape Escape g h
    shot health
}

flow_shift() {
    begin_day anna 1111
    press g s Down Down Enter 2 b p c Enter Enter
    press g t
    shot shift
    press c
    shot shift-count
    press 1 Tab Tab Tab Tab
    shot shift-counted
    press '='
    shot shift-review
    press Escape Escape Escape
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
}
