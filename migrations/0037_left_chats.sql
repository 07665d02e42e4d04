-- A chat in which a client waits and nobody of support is there becomes a ticket.

alter table support_setting
  /* After so long without anybody; null: never. */
  add column chat_to_ticket_minutes int default 30 check (chat_to_ticket_minutes > 0),
  /* Since when nobody is there; null while somebody is. */
  add column nobody_since timestamptz;
create index conversation_waiting_chat on conversation (waiting_since) where kind = 'chat' and status = 'open' and waiting_since is not null;
