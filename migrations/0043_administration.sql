-- What staff note down about a client, and the ways into a long audit log.

create table client_note (
  id         uuid        primary key,
  client_id  uuid        not null references client,
  author_id  uuid        not null references client,
  text       text        not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index client_note_of_client on client_note (client_id, id desc);
create trigger client_note_append_only before update or delete on client_note for each row execute function refuse_change();

create table client_tag (
  client_id  uuid        not null references client,
  tag        text        not null check (length(tag) between 1 and 30),
  author_id  uuid        not null references client,
  created_at timestamptz not null,
  primary key (client_id, tag)
);
create index client_tag_by_tag on client_tag (tag);

create index audit_entry_of_actor on audit_entry (actor_id, id desc);
create index audit_entry_of_act on audit_entry (act, id desc);
