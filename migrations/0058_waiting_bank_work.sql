-- One list may leave out a file that the next one has, so what is gone is looked for among what is listed.
create index bank_file_arrival_gone on bank_file_arrival (connection_id, left_at) where state = 'gone';
-- How long the oldest order waits for its bank is measured all the time.
create index payout_file_delivery_not_done on payout_file_delivery (file_id) where state <> 'done';
