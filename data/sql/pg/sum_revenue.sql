-- What the valid tickets of a show come to. $1 show_no int. Rows: one (total int).
SELECT coalesce(sum(total), 0)::bigint FROM loge.ticket WHERE show_no = $1 AND status = :TICKET_VALID;
