-- Staff page through all transfers and all sessions of a client; the index of his open sessions becomes one of all of them.
create index trading_transfer_history on trading_transfer (client_id, id desc);
/* Built before the other one goes, so that whoever still reads is not kept waiting for it. */
create index session_of_client_whole on session (client_id, last_seen_at desc, id desc);
drop index session_of_client;
alter index session_of_client_whole rename to session_of_client;
