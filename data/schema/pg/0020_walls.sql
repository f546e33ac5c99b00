-- The walls around the tables: who sees what, and who writes what. Functions have theirs beside them
-- (code/).

-- ---- a house sees itself ----------------------------------------------------------------------

DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['house', 'policy', 'staff', 'approval', 'hall', 'hall_class',
        'hall_section', 'hall_row', 'hall_seat', 'hall_area', 'show', 'price', 'show_seat', 'hold', 'claim', 'shift',
        'shift_move', 'customer', 'sale', 'ticket', 'payment', 'voucher', 'waitlist',
        'wait_rule', 'event', 'seal', 'receipt', 'ticket_key', 'admission', 'scan', 'checkin',
        'device', 'journal', 'entry', 'lent', 'voucher_loan', 'loan_rule', 'tail', 'told', 'doubt', 'conflict',
        'signed_in',
        'went_back', 'went_back_act', 'went_back_intent', 'token', 'token_secret', 'post_way',
        'outbox', 'intent', 'pay_letter', 'worker_status', 'occupancy', 'till_count', 'abuse']
    LOOP
        EXECUTE format('ALTER TABLE loge.%I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE loge.%I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY own_house ON loge.%I USING (house = '
            '(SELECT l.house FROM loge.login AS l WHERE l.login = session_user))', t);
    END LOOP;
END
$$;

-- A person who was disabled has no house from that moment on.
ALTER TABLE loge.login ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.login FORCE ROW LEVEL SECURITY;
CREATE POLICY own_login ON loge.login USING (login = session_user AND NOT disabled);
ALTER TABLE loge.gate ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.gate FORCE ROW LEVEL SECURITY;
CREATE POLICY every_gate ON loge.gate TO loge_staffer USING (true);
ALTER TABLE loge.point ENABLE ROW LEVEL SECURITY;
ALTER TABLE loge.point FORCE ROW LEVEL SECURITY;
CREATE POLICY every_point ON loge.point TO loge_fn USING (true);

-- loge.hold_seats, all that loge_holder owns, has read the house of the login and said it in loge.house: its
-- rows are compared with that, for they are many and everybody waits for them.
DO $$
DECLARE
    t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['show', 'show_seat', 'receipt', 'hold', 'claim', 'event', 'entry'] LOOP
        EXECUTE format('CREATE POLICY any_way ON loge.%I TO loge_holder USING (true)', t);
        EXECUTE format('CREATE POLICY said_house ON loge.%I AS RESTRICTIVE TO loge_holder '
            'USING (house = current_setting(''loge.house'')::integer)', t);
    END LOOP;
END
$$;

-- Who makes logins has to see them all; loge_staffer only owns the functions that do it.
CREATE POLICY every_login ON loge.login TO loge_staffer USING (true);
CREATE POLICY every_house ON loge.house FOR SELECT TO loge_staffer USING (true);
CREATE POLICY every_person ON loge.staff TO loge_staffer USING (true);

-- Of everybody else's holds a scanner knows the seats, and no name or address.
CREATE POLICY own_holds ON loge.hold AS RESTRICTIVE FOR SELECT TO loge_scanner
    USING (holder = (SELECT l.name FROM loge.login AS l WHERE l.login = session_user));

-- ---- reading ----------------------------------------------------------------------------------

GRANT SELECT ON loge.migration TO PUBLIC;
GRANT SELECT ON loge.house, loge.login, loge.hall, loge.hall_class, loge.hall_section,
    loge.hall_row, loge.hall_seat, loge.hall_area, loge.show, loge.price, loge.show_seat,
    loge.ticket, loge.hold, loge.claim
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.device, loge.customer, loge.shift, loge.shift_move, loge.sale, loge.payment,
    loge.voucher, loge.waitlist, loge.receipt
    TO loge_clerk, loge_supervisor, loge_manager, loge_service;
-- The counter follows the log without reading who did what.
GRANT SELECT (house, id, show_no, seat_no, version) ON loge.event TO loge_scanner, loge_clerk;
GRANT SELECT ON loge.event, loge.seal TO loge_supervisor, loge_manager, loge_service;

-- ---- writing: only through the functions of loge_fn -------------------------------------------

GRANT SELECT ON loge.house, loge.login, loge.approval, loge.event, loge.seal, loge.receipt
    TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.staff, loge.device, loge.customer, loge.hall, loge.hall_seat,
    loge.show, loge.price, loge.show_seat, loge.hold, loge.claim, loge.shift, loge.sale,
    loge.ticket, loge.voucher, loge.waitlist TO loge_fn;
GRANT SELECT, INSERT ON loge.payment, loge.shift_move TO loge_fn;
GRANT INSERT ON loge.event, loge.seal, loge.receipt, loge.approval TO loge_fn;
GRANT UPDATE ON loge.approval TO loge_fn;
GRANT UPDATE (house) ON loge.house TO loge_fn; -- to lock its row, for one sealer at a time
GRANT SELECT, INSERT, DELETE ON loge.hall_class, loge.hall_section, loge.hall_row, loge.hall_area
    TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.login, loge.staff TO loge_staffer;
GRANT SELECT ON loge.house TO loge_staffer;
GRANT INSERT ON loge.event TO loge_staffer;
CREATE POLICY staffer_notes ON loge.event FOR INSERT TO loge_staffer WITH CHECK (act = :ACT_STAFF);

-- A founder is a member of loge_owner and loge_founder (the program grants both to the login that
-- runs `loge init`). He is in no house, so the walls would hide the houses he makes from him too;
-- these policies are for his role only, and cost nobody else's statements anything.
GRANT SELECT, INSERT ON loge.house TO loge_founder;
GRANT SELECT (house, id) ON loge.event TO loge_founder;
CREATE POLICY founder ON loge.house TO loge_founder USING (true);
GRANT SELECT, INSERT ON loge.journal TO loge_founder;
CREATE POLICY founder ON loge.journal TO loge_founder USING (true);
CREATE POLICY founder_counts ON loge.event FOR SELECT TO loge_founder USING (true);
-- The functions of tills let a founder join one to any house.
CREATE POLICY founder_joins ON loge.device TO loge_fn
    USING (pg_has_role(session_user, 'loge_owner', 'MEMBER'));

-- ---- the door, tills, and the service ----------------------------------------------------------

GRANT SELECT ON loge.ticket_key, loge.admission, loge.scan, loge.checkin
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
-- A scanner, too, asks what its key has done; an answer is ids only.
GRANT SELECT ON loge.receipt TO loge_scanner;
GRANT SELECT, INSERT, UPDATE ON loge.ticket_key, loge.admission, loge.checkin TO loge_fn;
GRANT SELECT, INSERT ON loge.scan TO loge_fn;
GRANT SELECT ON loge.policy, loge.lent
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT (house, device, till, no, epoch, session, last_seq, quarantine, lent, recall, heard_at,
        enrolled_by, enrolled_at) ON loge.journal
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT (public_key, granted) ON loge.journal TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.conflict TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.entry TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.policy, loge.journal, loge.conflict TO loge_fn;
GRANT SELECT, INSERT ON loge.entry, loge.point, loge.doubt TO loge_fn;
GRANT SELECT ON loge.doubt TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT ON loge.signed_in TO loge_fn;
GRANT SELECT ON loge.signed_in TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, DELETE ON loge.lent TO loge_fn;
GRANT SELECT ON loge.voucher_loan TO loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.voucher_loan TO loge_fn;
GRANT SELECT ON loge.worker_status, loge.wait_rule, loge.occupancy
    TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON loge.worker_status TO loge_fn;
GRANT SELECT, INSERT ON loge.occupancy TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.wait_rule TO loge_fn;
GRANT SELECT ON loge.till_count TO loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.till_count TO loge_fn;
GRANT SELECT (start_seq, start_hash, last_hash) ON loge.journal
    TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.token TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.token TO loge_fn;
GRANT SELECT, INSERT ON loge.token_secret TO loge_fn;
GRANT SELECT (house, no, channel, address, made_by, made_at, ended_at) ON loge.post_way
    TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT ON loge.outbox TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.post_way TO loge_fn;
GRANT SELECT, INSERT, UPDATE, DELETE ON loge.outbox TO loge_fn;
GRANT SELECT ON loge.intent, loge.pay_letter TO loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE ON loge.intent TO loge_fn;
GRANT SELECT, INSERT, DELETE ON loge.pay_letter TO loge_fn;
GRANT SELECT ON loge.loan_rule
    TO loge_scanner, loge_clerk, loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON loge.loan_rule TO loge_fn;
GRANT SELECT ON loge.abuse TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON loge.abuse TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.tail TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.told TO loge_fn;
GRANT SELECT, INSERT, UPDATE ON loge.went_back TO loge_fn;
GRANT SELECT, INSERT ON loge.went_back_act, loge.went_back_intent TO loge_fn;
GRANT SELECT ON loge.went_back TO loge_supervisor, loge_manager, loge_service;
GRANT SELECT, INSERT ON loge.gate TO loge_staffer;
