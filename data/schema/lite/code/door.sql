-- Scans are written once.

CREATE TRIGGER scan_is_never_changed BEFORE UPDATE ON scan
BEGIN SELECT raise(ABORT, 'scans are append-only'); END;
CREATE TRIGGER scan_is_never_deleted BEFORE DELETE ON scan
BEGIN SELECT raise(ABORT, 'scans are append-only'); END;
