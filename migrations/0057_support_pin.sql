-- A client who calls shows that it is he: he reads out a PIN that only his own screen has shown.

create table support_pin (
  id         uuid        primary key,
  client_id  uuid        not null references client,
  /* Keyed: there are only a million PINs to try. */
  hash       text        not null,
  made_at    timestamptz not null,
  expires_at timestamptz not null check (expires_at > made_at),
  /* Wrong ones that were typed; counted in the statement that looks. */
  misses     int         not null default 0 check (misses between 0 and 5),
  /* A newer one has taken its place. */
  voided_at  timestamptz,
  used_at    timestamptz,
  used_by    uuid        references client check (used_by <> client_id),
  check ((used_at is null) = (used_by is null))
);
create unique index support_pin_one_open on support_pin (client_id) where used_at is null and voided_at is null;
create index support_pin_of_client on support_pin (client_id, made_at desc);
