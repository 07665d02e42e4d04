-- A job that has never run waits since it became known, and not since the last start of a server.
alter table job add column known_at timestamptz not null default now();
