-- Staff page through all transfers and all sessions of a client; the index of his open sessions becomes one of all of them.
create index trading_transfer_history on trading_transfer (client_id, id desc);
drop index session_of_client;
create index session_of_client on session (client_id, last_seen_at desc, id desc);
