-- The latest entry that is about a sale. ?1 sale blob. Rows: at most one (epoch, seq).
SELECT epoch, seq FROM sale_entry WHERE sale = ?1;
