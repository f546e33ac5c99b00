-- The latest entry of this till's journal that is about a sale: its papers say which.
CREATE TABLE sale_entry (
    sale BLOB PRIMARY KEY CHECK (length(sale) = 16),
    epoch INTEGER NOT NULL CHECK (epoch > 0),
    seq INTEGER NOT NULL CHECK (seq > 0)
) STRICT, WITHOUT ROWID;
