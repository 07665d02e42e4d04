-- What people upload. The content lies outside the database, sealed with a key of its own, which stands here wrapped by a
-- key of the installation; without either the other is of no use. A row that is deleted has lost its key for good.

create table file (
  id          uuid        primary key,
  owner_id    uuid        not null references client,
  purpose     text        not null check (purpose ~ '^[a-z_]{1,40}$'),
  /* As the owner called it, cleaned, with the ending of its type. */
  name        text        not null check (length(name) between 1 and 140),
  /* Found in the content, never taken from the name. */
  type        text        not null check (type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  /* Bytes as they are read again, and their SHA-256. */
  size        bigint      not null check (size > 0),
  sha256      bytea       not null check (length(sha256) = 32),
  /* Of a picture, in pixels. */
  width       int         check (width > 0),
  height      int         check (height > 0),
  key_wrapped bytea,
  created_at  timestamptz not null,
  /* When something came to refer to it. What nothing refers to is deleted after a day. */
  linked_at   timestamptz check (linked_at >= created_at),
  deleted_at  timestamptz,
  unique (id, owner_id),
  check ((deleted_at is null) = (key_wrapped is not null)),
  check ((width is null) = (height is null)),
  check ((width is null) = (type = 'application/pdf'))
);
create index file_of_owner on file (owner_id, id desc) where deleted_at is null;
create index file_not_linked on file (created_at) where linked_at is null and deleted_at is null;
create trigger file_kept before delete on file for each row execute function refuse_change();

-- Who of the staff has looked at a client's file. The client may read it.
create table file_view (
  id        uuid        primary key,
  file_id   uuid        not null references file,
  viewer_id uuid        not null references client,
  at        timestamptz not null
);
create index file_view_of_file on file_view (file_id, id);
create trigger file_view_fixed before update or delete on file_view for each row execute function refuse_change();

-- What a client sends to prove that he paid. Its places are numbered so that there are five at most.
create table payment_proof (
  file_id    uuid        primary key,
  payment_id uuid        not null,
  client_id  uuid        not null,
  place      int         not null check (place between 1 and 5),
  at         timestamptz not null,
  unique (payment_id, place),
  foreign key (payment_id, client_id) references payment (id, client_id),
  foreign key (file_id, client_id) references file (id, owner_id)
);
create trigger payment_proof_fixed before update or delete on payment_proof for each row execute function refuse_change();
