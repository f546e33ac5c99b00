-- It does not show the show's seats any more. ?1 show_no int.
DELETE FROM packed_map WHERE show_no = ?1;
