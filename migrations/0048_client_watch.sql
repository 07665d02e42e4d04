-- Staff see a client's rooms as he sees them, for some minutes, and change nothing. A watch belongs to the session that began it.

create table client_watch (
  id         uuid        primary key,
  staff_id   uuid        not null references client,
  client_id  uuid        not null references client check (client_id <> staff_id),
  session_id uuid        not null references session,
  reason     text        not null check (length(reason) between 3 and 300),
  begun_at   timestamptz not null,
  ends_at    timestamptz not null check (ends_at > begun_at),
  /* Null while it lasts; one that ran out is ended soon after, at the time at which it ran out. */
  ended_at   timestamptz check (ended_at >= begun_at)
);
create unique index client_watch_of_session on client_watch (session_id) where ended_at is null;
create unique index client_watch_of_staff on client_watch (staff_id) where ended_at is null;
create index client_watch_of_client on client_watch (client_id, begun_at desc);
