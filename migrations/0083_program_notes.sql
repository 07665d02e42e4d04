-- Programs copy the notes of staff on clients, in the order of their changes.

alter table client_note add column changed_at timestamptz not null default date_trunc('milliseconds', now());
alter table client_note alter column changed_at set default change_time();
comment on column client_note.changed_at is 'Orders the changes that programs read, by change_time().';
