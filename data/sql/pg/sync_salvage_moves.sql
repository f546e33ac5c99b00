-- What refused entries of a batch put into the drawer or took out of it. $1 device, $2 proof, $3 moves.
SELECT loge.sync_salvage_moves_1($1::uuid, $2::bytea, $3::loge.move_row[]);
