-- A batch that was judged; the parameters of loge.sync_write_2 in their order.
SELECT loge.sync_write_2($1::uuid, $2::bytea, $3::bytea, $4::loge.sync_entry[],
    $5::loge.sync_step[], $6::loge.sync_note[], $7::loge.hold_row[], $8::loge.hold_row[],
    $9::loge.sale_row[], $10::loge.ticket_row[], $11::loge.payment_row[], $12::loge.shift_row[],
    $13::loge.move_row[], $14::loge.customer_row[], $15::loge.waiter_row[],
    $16::loge.voucher_row[], $17::loge.sync_admission[], $18::loge.scan_row[],
    $19::loge.sync_conflict[]);
