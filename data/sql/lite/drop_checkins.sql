-- The bags of a ticket. ?1 ticket.
DELETE FROM checkin WHERE ticket = ?1;
