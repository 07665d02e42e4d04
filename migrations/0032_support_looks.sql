-- Somebody of support may look at several conversations in several tabs.

create table support_look (
  person_id uuid        not null references client,
  room_id   uuid        not null references conversation,
  seen_at   timestamptz not null,
  primary key (person_id, room_id)
);
alter table support_presence drop column room_id;
