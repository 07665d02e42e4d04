-- The settings of the house with all their versions, the pictures of its brand, and the one row that says whether a fresh
-- house has been set up: until then nobody but the holder of the printed link gets in.

create table setting_version (
  id         uuid        primary key,
  key        text        not null check (length(key) between 3 and 60),
  /* Follows the one before; of two administrators who change the same at once, one comes too late. */
  number     int         not null check (number > 0),
  was        jsonb       not null,
  value      jsonb       not null,
  /* Nobody while the house is being set up. */
  by_id      uuid        references client,
  reason     text        not null default '' check (length(reason) <= 300),
  created_at timestamptz not null,
  unique (key, number)
);
create trigger setting_version_append_only before update or delete on setting_version
  for each row execute function refuse_change();

-- Public by nature: it stands on the sign-in screen and in every mail. Drawn anew by us before it is kept.
create table brand_picture (
  id         uuid        primary key,
  content    bytea       not null check (length(content) <= 1048576),
  width      int         not null check (width > 0),
  height     int         not null check (height > 0),
  created_at timestamptz not null
);
create trigger brand_picture_append_only before update or delete on brand_picture
  for each row execute function refuse_change();

create table house_setup (
  only_row         boolean     primary key default true check (only_row),
  /* Only the hash of what was printed: whoever reads the table cannot get in by it. */
  token_hash       bytea,
  token_expires_at timestamptz,
  finished_at      timestamptz,
  finished_by      uuid        references client,
  check ((finished_at is null) = (finished_by is null)),
  check ((token_hash is null) = (token_expires_at is null)),
  check (finished_at is null or token_hash is null)
);

create function refuse_second_setup() returns trigger language plpgsql as $$
begin
  if old.finished_at is not null then
    raise exception 'the house was set up once, and for good' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger house_setup_is_final before update or delete on house_setup
  for each row execute function refuse_second_setup();
