-- When the house went back, the newest first; a row for each till that lacked acts. Rows: (no, past,
-- past before, noticed at, since, settled by, at, for, till, acts that were lost, that are back, that
-- the house could not take).
SELECT no, past, before, noticed_at, since, settled_by, settled_at, settled_for, till, lost, back,
    refused
FROM loge.went_back_list_1();
