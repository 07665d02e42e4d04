-- A provider may send an event again. How often, and when last, shows replays beside the event, which is handled once.

alter table inbox_event
  add column repeats int not null default 0 check (repeats >= 0),
  add column repeated_at timestamptz,
  add constraint inbox_event_repeated check ((repeats > 0) = (repeated_at is not null));
comment on column inbox_event.repeats is 'How often a call has brought it again.';
comment on column inbox_event.repeated_at is 'When that was last.';
