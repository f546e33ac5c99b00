-- A till's journal is written once, in order, and judged once.

CREATE TRIGGER entry_is_next BEFORE INSERT ON entry
WHEN NEW.seq <> (SELECT coalesce(max(seq), 0) + 1 FROM entry)
BEGIN
    SELECT raise(ABORT, 'an entry follows the one before it');
END;

CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry
BEGIN
    SELECT raise(ABORT, 'an entry never changes');
END;

CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry
BEGIN
    SELECT raise(ABORT, 'an entry is never deleted');
END;

CREATE TRIGGER verdict_stays BEFORE UPDATE OF state ON entry_state
WHEN OLD.state > :ENTRY_SENT AND NEW.state <> OLD.state
BEGIN
    SELECT raise(ABORT, 'a verdict stays');
END;

CREATE TRIGGER verdict_never_goes BEFORE DELETE ON entry_state
BEGIN
    SELECT raise(ABORT, 'a verdict is never deleted');
END;
