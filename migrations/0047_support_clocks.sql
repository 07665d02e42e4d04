-- To settle something is promised in working time, which stands still while it is the client's turn.

alter table conversation
  /* What is left of it while it stands still, in seconds of working time. */
  add column resolve_left_s int check (resolve_left_s >= 0),
  add column resolve_warned_at timestamptz;
-- What waits for its client now counts anew from his next words.
update conversation set resolve_due_at = null where waiting_since is null;
alter table conversation
  add check (resolve_due_at is null or waiting_since is not null),
  add check (resolve_left_s is null or resolve_due_at is null);
create index conversation_resolve_due on conversation (resolve_due_at) where resolve_due_at is not null;
