-- no transaction
-- The list of notes for programs has its rows from an index, in the order of changes.

create index concurrently if not exists client_note_changed on client_note (changed_at, id);
