-- One list may leave out a file that the next one has, so what is gone is looked for among what is listed.
create index bank_file_arrival_gone on bank_file_arrival (connection_id, left_at) where state = 'gone';
