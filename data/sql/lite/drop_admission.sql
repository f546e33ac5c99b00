-- A ticket that was at no door. ?1 ticket.
DELETE FROM admission WHERE ticket = ?1;
