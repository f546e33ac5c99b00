-- When the house went back, the newest first; a row for each till that lacked acts. Rows: (no, past,
-- past before, noticed at, since, settled by, at, for, till, acts that were lost, that are back, that
-- the house could not take, payments that a service brought back, how many of these the house and the
-- provider do not agree about, and the provider's names of three of them).
SELECT no, past, before, noticed_at, since, settled_by, settled_at, settled_for, till, lost, back,
    refused, payments, open, open_refs
FROM loge.went_back_list_1();
