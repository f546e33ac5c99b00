-- The log is written once.

CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
BEGIN SELECT raise(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
BEGIN SELECT raise(ABORT, 'the event log is append-only'); END;
CREATE TRIGGER seal_is_never_changed BEFORE UPDATE ON seal
BEGIN SELECT raise(ABORT, 'seals are append-only'); END;
CREATE TRIGGER seal_is_never_deleted BEFORE DELETE ON seal
BEGIN SELECT raise(ABORT, 'seals are append-only'); END;
CREATE TRIGGER receipt_is_never_changed BEFORE UPDATE ON receipt
BEGIN SELECT raise(ABORT, 'receipts are append-only'); END;
CREATE TRIGGER receipt_is_never_deleted BEFORE DELETE ON receipt
BEGIN SELECT raise(ABORT, 'receipts are append-only'); END;
