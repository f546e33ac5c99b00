-- Houses in one PostgreSQL database: who may come in, and the tables.
--
-- Money is whole minor units, times are wall milliseconds (0: not yet, none), ids are UUIDs (NULL:
-- none), enums are numbers, written as C names them (data/sql2c.awk); the qa views give
-- their names. `version` grows by one with each change of a row.
--
-- Who sees what. A person is a PostgreSQL login; loge.login says to which house it belongs and
-- what its role is. Every table has a house first in every key, and row-level security, forced on
-- the owner too, compares it with the house of the login (session_user, which nobody can choose).
-- Nobody who can log in may write a table: all writing is done by the functions that follow in
-- the next files, which belong to loge_fn.
--
-- The roles are made beforehand by the program (roles are not part of a database).

CREATE SCHEMA loge AUTHORIZATION loge_owner;
CREATE SCHEMA qa AUTHORIZATION loge_owner;
SET ROLE loge_owner;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON FUNCTIONS FROM PUBLIC;
ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM PUBLIC;
GRANT USAGE ON SCHEMA loge TO loge_fn, loge_staffer, loge_scanner, loge_clerk, loge_supervisor,
    loge_manager, loge_service;
GRANT USAGE ON SCHEMA qa TO loge_supervisor, loge_manager, loge_service;

CREATE TABLE loge.migration (
    number integer PRIMARY KEY,
    name text NOT NULL,
    checksum bytea NOT NULL CHECK (length(checksum) = 32),
    applied_at bigint NOT NULL
);
GRANT SELECT ON loge.migration TO PUBLIC;

-- ---- houses and people ------------------------------------------------------------------------

CREATE TABLE loge.house (
    house integer PRIMARY KEY CHECK (house > 0),
    name text NOT NULL CHECK (name <> ''),
    currency text NOT NULL CHECK (length(currency) = 3),
    timezone text NOT NULL CHECK (to_timestamp(0) AT TIME ZONE timezone IS NOT NULL), -- else an error
    prefix text NOT NULL CHECK (prefix ~ '^[a-z][a-z0-9_]{0,29}$'), -- of its logins
    created_at bigint NOT NULL
);
CREATE UNIQUE INDEX house_name ON loge.house (name);
CREATE UNIQUE INDEX house_prefix ON loge.house (prefix);

CREATE TABLE loge.staff (
    house integer NOT NULL REFERENCES loge.house,
    name text NOT NULL CHECK (name <> ''),
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    disabled boolean NOT NULL,
    failures integer NOT NULL CHECK (failures >= 0),
    locked_until bigint NOT NULL,
    pin_hash text NOT NULL,
    badge text NOT NULL, -- two hex digits of its hash to find it by, an argon2id hash; '': none
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, name)
);

-- carries: brings acts of others (what tills did while they were offline); their names stand.
CREATE TABLE loge.login (
    login name PRIMARY KEY,
    house integer NOT NULL REFERENCES loge.house,
    name text NOT NULL,
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    carries boolean NOT NULL,
    disabled boolean NOT NULL
);

-- A supervisor's signature under one act of somebody else.
CREATE TABLE loge.approval (
    house integer NOT NULL REFERENCES loge.house,
    key uuid NOT NULL,
    fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
    approver text NOT NULL,
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    at bigint NOT NULL,
    PRIMARY KEY (house, key, approver)
);

-- A till that belongs to the house.
CREATE TABLE loge.device (
    house integer NOT NULL REFERENCES loge.house,
    till text NOT NULL CHECK (till <> ''),
    public_key bytea CHECK (length(public_key) = 32),
    joined_by text NOT NULL,
    joined_at bigint NOT NULL,
    revoked_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (house, till)
);

CREATE TABLE loge.customer (
    house integer NOT NULL REFERENCES loge.house,
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    created_at bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id)
);

-- ---- halls: what is drawn ---------------------------------------------------------------------

CREATE TABLE loge.hall (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL CHECK (no > 0),
    id text NOT NULL CHECK (id <> ''),
    name text NOT NULL,
    seats integer NOT NULL CHECK (seats >= 0),
    next_seat integer NOT NULL CHECK (next_seat >= 0), -- first seat number never used
    plan_version integer NOT NULL CHECK (plan_version > 0),
    plan_name text NOT NULL,
    focal_x real NOT NULL,
    focal_y real NOT NULL,
    width real NOT NULL,
    height real NOT NULL,
    document text NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, no)
);
CREATE UNIQUE INDEX hall_id ON loge.hall (house, id);

CREATE TABLE loge.hall_class (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    class_no smallint NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    name text NOT NULL,
    colour text NOT NULL,
    PRIMARY KEY (house, hall_no, class_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

CREATE TABLE loge.hall_section (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    section_no integer NOT NULL CHECK (section_no >= 0), -- index in the plan, as drawn
    name text NOT NULL,
    x real NOT NULL,
    y real NOT NULL,
    PRIMARY KEY (house, hall_no, section_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

CREATE TABLE loge.hall_row (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    row_no integer NOT NULL CHECK (row_no >= 0), -- index in the plan, as drawn
    section_no integer NOT NULL CHECK (section_no >= 0),
    label text NOT NULL,
    line integer NOT NULL,
    PRIMARY KEY (house, hall_no, row_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

CREATE TABLE loge.hall_seat (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    seat_no integer NOT NULL CHECK (seat_no >= 0), -- identity, never used again
    pos integer NOT NULL CHECK (pos >= 0),         -- index in the plan, as drawn
    row_no integer NOT NULL CHECK (row_no >= 0),
    run integer NOT NULL,
    cell integer NOT NULL,
    x real NOT NULL,
    y real NOT NULL,
    class_no smallint NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    flags smallint NOT NULL CHECK (flags BETWEEN 0 AND 255),
    number text NOT NULL,
    label text NOT NULL,
    guid text NOT NULL,
    retired smallint NOT NULL CHECK (retired BETWEEN 0 AND 2), -- 2: while a new plan is written
    PRIMARY KEY (house, hall_no, seat_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);
CREATE UNIQUE INDEX hall_seat_label ON loge.hall_seat (house, hall_no, label) WHERE retired = 0;
CREATE INDEX hall_seat_row ON loge.hall_seat (house, hall_no, row_no, pos) WHERE retired = 0;

CREATE TABLE loge.hall_area (
    house integer NOT NULL,
    hall_no integer NOT NULL,
    area_no integer NOT NULL CHECK (area_no >= 0),
    kind smallint NOT NULL CHECK (kind BETWEEN :AREA_STAGE AND :AREA_POLYGON),
    x real NOT NULL,
    y real NOT NULL,
    width real NOT NULL,
    height real NOT NULL,
    rotation real NOT NULL,
    text text NOT NULL,
    colour text NOT NULL,
    border text NOT NULL,
    text_x real NOT NULL,
    text_y real NOT NULL,
    text_size real NOT NULL,
    text_colour text NOT NULL,
    points real[] NOT NULL, -- x, y, x, y ...
    section_no integer NOT NULL, -- -1: none
    guid text NOT NULL,
    PRIMARY KEY (house, hall_no, area_no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);

-- ---- shows: who sits where --------------------------------------------------------------------

CREATE TABLE loge.show (
    house integer NOT NULL REFERENCES loge.house,
    no integer NOT NULL CHECK (no > 0),
    id text NOT NULL CHECK (id <> ''),
    title text NOT NULL,
    hall_no integer NOT NULL,
    currency text NOT NULL CHECK (length(currency) = 3),
    status smallint NOT NULL CHECK (status BETWEEN :SHOW_DRAFT AND :SHOW_CLOSED),
    starts_at bigint NOT NULL,
    hold_ttl_ms bigint NOT NULL,
    extend_ms bigint NOT NULL,
    ceiling_ms bigint NOT NULL,
    gap_rule boolean NOT NULL,
    one_hold boolean NOT NULL,
    fee bigint NOT NULL CHECK (fee >= 0),
    tax_bp integer NOT NULL CHECK (tax_bp >= 0),
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, no),
    FOREIGN KEY (house, hall_no) REFERENCES loge.hall
);
CREATE UNIQUE INDEX show_id ON loge.show (house, id);
CREATE INDEX show_hall ON loge.show (house, hall_no);

CREATE TABLE loge.price (
    house integer NOT NULL,
    show_no integer NOT NULL,
    class_no smallint NOT NULL CHECK (class_no BETWEEN 0 AND 255),
    adult bigint NOT NULL CHECK (adult >= -1), -- -1: not sold as this
    child bigint NOT NULL CHECK (child >= -1),
    senior bigint NOT NULL CHECK (senior >= -1),
    student bigint NOT NULL CHECK (student >= -1),
    comp bigint NOT NULL CHECK (comp >= -1),
    PRIMARY KEY (house, show_no, class_no),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);

-- Nothing a hold changes is indexed and pages keep room, so that a change stays on its page (HOT).
CREATE TABLE loge.show_seat (
    house integer NOT NULL,
    show_no integer NOT NULL,
    seat_no integer NOT NULL CHECK (seat_no >= 0),
    status smallint NOT NULL CHECK (status BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    open_to smallint NOT NULL DEFAULT 0 CHECK (open_to BETWEEN 0 AND 255),
    allotment integer NOT NULL DEFAULT 0 CHECK (allotment BETWEEN 0 AND 65535),
    version bigint NOT NULL CHECK (version > 0),
    held_until bigint NOT NULL DEFAULT 0,
    holder uuid, -- the hold, or the sale
    retired boolean NOT NULL DEFAULT false, -- no longer in the plan
    PRIMARY KEY (house, show_no, seat_no),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    CHECK ((status IN (:SEAT_HELD, :SEAT_SOLD)) = (holder IS NOT NULL)),
    CHECK (status = :SEAT_HELD OR held_until = 0),
    CHECK (status = :SEAT_BLOCKED OR open_to = 0)
) WITH (fillfactor = 70);

CREATE TABLE loge.hold (
    house integer NOT NULL,
    id uuid NOT NULL,
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :HOLD_ACTIVE AND :HOLD_CANCELLED),
    ending smallint NOT NULL CHECK (ending BETWEEN :END_NONE AND :END_SYNC_CONFLICT),
    source smallint NOT NULL CHECK (source BETWEEN :SOURCE_COUNTER AND :SOURCE_WAITLIST),
    holder text NOT NULL,
    till text NOT NULL,
    email text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ceiling_at bigint NOT NULL,
    ended_at bigint NOT NULL,
    paying_until bigint NOT NULL,
    sale uuid,
    version bigint NOT NULL CHECK (version > 0),
    email_folded text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED,
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
) WITH (fillfactor = 80);
-- Open holds only: what the sweep and the lists of the counter look at.
CREATE INDEX hold_open ON loge.hold (house, expires_at) WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING);
-- One hold a customer: loge.expect_only_hold asks for an address. (A column, because row-level security
-- does not trust lower() of a column with an index.)
CREATE INDEX hold_email ON loge.hold (house, show_no, email_folded)
WHERE status = :HOLD_ACTIVE AND email_folded <> '';
CREATE INDEX hold_paying ON loge.hold (house) WHERE status = :HOLD_PAYING;

-- One row a seat a hold has or had.
CREATE TABLE loge.claim (
    house integer NOT NULL,
    hold_id uuid NOT NULL,
    seat_no integer NOT NULL,
    show_no integer NOT NULL,
    live boolean NOT NULL,
    PRIMARY KEY (house, hold_id, seat_no),
    FOREIGN KEY (house, hold_id) REFERENCES loge.hold,
    FOREIGN KEY (house, show_no, seat_no) REFERENCES loge.show_seat
);
-- The airbag behind the brake: whatever went wrong before, two live claims on a seat cannot be.
CREATE UNIQUE INDEX claim_live ON loge.claim (house, show_no, seat_no) WHERE live;

-- ---- money ------------------------------------------------------------------------------------

CREATE TABLE loge.shift (
    house integer NOT NULL REFERENCES loge.house,
    id uuid NOT NULL,
    till text NOT NULL,
    staff text NOT NULL,
    opened_at bigint NOT NULL,
    closed_at bigint NOT NULL,
    float_amount bigint NOT NULL CHECK (float_amount >= 0),
    currency text NOT NULL CHECK (length(currency) = 3),
    expected_cash bigint NOT NULL,
    expected_card bigint NOT NULL,
    expected_voucher bigint NOT NULL,
    counted_cash bigint NOT NULL,
    counted_card bigint NOT NULL,
    counted_voucher bigint NOT NULL,
    reason text NOT NULL,
    sealed boolean NOT NULL DEFAULT false, -- closed at the house: no till changes its figures
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id)
);
CREATE UNIQUE INDEX shift_open ON loge.shift (house, till) WHERE closed_at = 0;

CREATE TABLE loge.shift_move (
    house integer NOT NULL,
    shift uuid NOT NULL,
    id uuid NOT NULL,
    kind smallint NOT NULL CHECK (kind BETWEEN :MOVE_DROP AND :MOVE_PAID_OUT),
    amount bigint NOT NULL CHECK (amount > 0),
    reason text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (house, shift, id),
    FOREIGN KEY (house, shift) REFERENCES loge.shift
);

CREATE TABLE loge.sale (
    house integer NOT NULL,
    id uuid NOT NULL,
    code text NOT NULL CHECK (code <> '' AND code = upper(code)),
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :SALE_PAID AND :SALE_REFUNDED),
    hold uuid,
    customer uuid,
    shift uuid,
    name text NOT NULL,
    email text NOT NULL,
    currency text NOT NULL CHECK (length(currency) = 3),
    total bigint NOT NULL CHECK (total >= 0),
    paid bigint NOT NULL,
    sold_by text NOT NULL,
    till text NOT NULL,
    sold_at bigint NOT NULL,
    collected_at bigint NOT NULL CHECK (collected_at >= 0), -- when its tickets were handed over
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, hold) REFERENCES loge.hold,
    FOREIGN KEY (house, customer) REFERENCES loge.customer DEFERRABLE INITIALLY DEFERRED,
    FOREIGN KEY (house, shift) REFERENCES loge.shift DEFERRABLE INITIALLY DEFERRED
);
-- Codes are written in capitals and compared as they stand: row-level security lets an index be
-- searched only by what cannot tell anything, and upper() of a column is not trusted with that.
CREATE UNIQUE INDEX sale_code ON loge.sale (house, code);
CREATE INDEX sale_sold ON loge.sale (house, sold_at);
CREATE INDEX sale_due ON loge.sale (house, show_no, sold_at, id) WHERE status = :SALE_DUE;
ALTER TABLE loge.hold ADD FOREIGN KEY (house, sale) REFERENCES loge.sale
    DEFERRABLE INITIALLY DEFERRED;

CREATE TABLE loge.ticket (
    house integer NOT NULL,
    sale uuid NOT NULL,
    id uuid NOT NULL,
    code text NOT NULL CHECK (code <> '' AND code = upper(code)),
    show_no integer NOT NULL,
    seat_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :TICKET_VALID AND :TICKET_REPRINTED),
    type smallint NOT NULL CHECK (type BETWEEN :TYPE_ADULT AND :TYPE_COMP),
    class_no smallint NOT NULL,
    generation integer NOT NULL,
    price bigint NOT NULL,
    discount bigint NOT NULL CHECK (discount >= 0),
    fee bigint NOT NULL,
    tax bigint NOT NULL,
    total bigint NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    sold_at bigint NOT NULL DEFAULT 0, -- in reports; when and where (entity.h, struct ticket)
    sold_by text NOT NULL DEFAULT '',
    till text NOT NULL DEFAULT '',
    ended_at bigint NOT NULL DEFAULT 0,
    ended_by text NOT NULL DEFAULT '',
    ended_till text NOT NULL DEFAULT '',
    kept bigint NOT NULL DEFAULT 0 CHECK (kept >= 0),
    late smallint NOT NULL DEFAULT 0 CHECK (late BETWEEN 0 AND :TICKET_LATE_MASK), -- enum ticket_late
    PRIMARY KEY (house, sale, id),
    FOREIGN KEY (house, sale) REFERENCES loge.sale,
    FOREIGN KEY (house, show_no, seat_no) REFERENCES loge.show_seat
);
CREATE UNIQUE INDEX ticket_code ON loge.ticket (house, code);
-- Reports of a time read this part of the table only; it costs next to nothing to write.
CREATE INDEX ticket_sold ON loge.ticket USING brin (house, sold_at);
CREATE INDEX ticket_ended ON loge.ticket (house, ended_at) WHERE ended_at > 0;
-- A second airbag: one valid ticket a seat.
CREATE UNIQUE INDEX ticket_valid ON loge.ticket (house, show_no, seat_no) WHERE status = :TICKET_VALID;

CREATE TABLE loge.payment (
    house integer NOT NULL,
    sale uuid NOT NULL,
    id uuid NOT NULL,
    shift uuid,
    tender smallint NOT NULL CHECK (tender BETWEEN :TENDER_CASH AND :TENDER_VOUCHER),
    amount bigint NOT NULL, -- negative: given back
    given bigint NOT NULL,
    auth text NOT NULL,
    voucher text NOT NULL,
    reason text NOT NULL,
    at bigint NOT NULL,
    late_at bigint NOT NULL DEFAULT 0, -- came home then, its day being over: reports count it there
    PRIMARY KEY (house, sale, id),
    FOREIGN KEY (house, sale) REFERENCES loge.sale,
    FOREIGN KEY (house, shift) REFERENCES loge.shift DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX payment_shift ON loge.payment (house, shift) WHERE shift IS NOT NULL;

CREATE TABLE loge.voucher (
    house integer NOT NULL REFERENCES loge.house,
    code text NOT NULL CHECK (code <> ''),
    kind smallint NOT NULL CHECK (kind BETWEEN :VOUCHER_AMOUNT AND :VOUCHER_GIFT),
    value bigint NOT NULL CHECK (value >= 0),
    budget bigint NOT NULL CHECK (budget >= 0),
    used bigint NOT NULL CHECK (used >= 0),
    max_uses integer NOT NULL CHECK (max_uses >= 0),
    uses integer NOT NULL CHECK (uses >= 0),
    max_tickets integer NOT NULL CHECK (max_tickets >= 0),
    valid_from bigint NOT NULL,
    valid_until bigint NOT NULL,
    show_no integer, -- NULL: any
    disabled boolean NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, code),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);
CREATE UNIQUE INDEX voucher_code ON loge.voucher (house, upper(code));

CREATE TABLE loge.waitlist (
    house integer NOT NULL,
    id uuid NOT NULL,
    show_no integer NOT NULL,
    status smallint NOT NULL CHECK (status BETWEEN :WAIT_WAITING AND :WAIT_LEFT),
    name text NOT NULL,
    email text NOT NULL,
    phone text NOT NULL,
    party integer NOT NULL CHECK (party > 0),
    class_no integer NOT NULL, -- -1: any
    section text NOT NULL,
    accessible integer NOT NULL CHECK (accessible >= 0),
    aisle boolean NOT NULL,
    together boolean NOT NULL,
    joined_at bigint NOT NULL,
    hold uuid,
    code text NOT NULL, -- which customers read aloud, and buy an offer with
    till text NOT NULL, -- where they joined: a till, or a client of the service
    version bigint NOT NULL CHECK (version > 0),
    PRIMARY KEY (house, id),
    FOREIGN KEY (house, show_no) REFERENCES loge.show,
    FOREIGN KEY (house, hold) REFERENCES loge.hold
);
CREATE INDEX waitlist_line ON loge.waitlist (house, show_no, joined_at, id)
WHERE status IN (:WAIT_WAITING, :WAIT_OFFERED);
-- Who waits, and who has an offer, each without walking over the other.
CREATE INDEX waitlist_waits ON loge.waitlist (house, show_no, joined_at, id) WHERE status = :WAIT_WAITING;
CREATE INDEX waitlist_offered ON loge.waitlist (house, show_no, hold) WHERE status = :WAIT_OFFERED;
CREATE INDEX waitlist_code ON loge.waitlist (house, code);

-- ---- the log ----------------------------------------------------------------------------------

-- id is (transaction id + loge.event_base()) * 2^20 + the event's number in its transaction:
-- it needs no counter that everybody waits for, and "everything before the oldest transaction that
-- is still running" is a range of ids.
CREATE TABLE loge.event (
    house integer NOT NULL,
    id bigint NOT NULL,
    at bigint NOT NULL,
    act smallint NOT NULL CHECK (act >= 0),
    actor text NOT NULL,
    till text NOT NULL,
    approver text NOT NULL,
    role smallint NOT NULL CHECK (role BETWEEN :ROLE_SCANNER AND :ROLE_SERVICE),
    show_no integer NOT NULL, -- 0: none
    seat_no integer NOT NULL, -- -1: not about a seat
    version bigint NOT NULL,
    was smallint NOT NULL CHECK (was BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    became smallint NOT NULL CHECK (became BETWEEN :SEAT_AVAILABLE AND :SEAT_BLOCKED),
    subject uuid,
    held_ms bigint NOT NULL,
    reason text NOT NULL,
    note text NOT NULL,
    key uuid,
    address text NOT NULL DEFAULT '', -- of an act over HTTP: where it came from,
    client text NOT NULL DEFAULT '',  -- and the name of its token
    PRIMARY KEY (house, id)
);
CREATE UNIQUE INDEX event_seat ON loge.event (house, show_no, seat_no, version) WHERE seat_no >= 0;
-- What befell one hold or sale (loge.story_1).
CREATE INDEX event_subject ON loge.event (house, subject) WHERE subject IS NOT NULL;

-- Every block of events is sealed by a hash over the seal before and their canonical bytes.
CREATE TABLE loge.seal (
    house integer NOT NULL REFERENCES loge.house,
    block bigint NOT NULL CHECK (block > 0),
    first_event bigint NOT NULL,
    last_event bigint NOT NULL CHECK (last_event >= first_event),
    at bigint NOT NULL,
    previous bytea NOT NULL CHECK (length(previous) = 32),
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (house, block)
);

-- What a key has done. Keys are kept for ever: a till can be away for a long time.
CREATE TABLE loge.receipt (
    house integer NOT NULL,
    key uuid NOT NULL,
    fingerprint bytea NOT NULL CHECK (length(fingerprint) = 32),
    act smallint NOT NULL,
    at bigint NOT NULL,
    last_event bigint NOT NULL,
    answer text NOT NULL,
    PRIMARY KEY (house, key)
);
