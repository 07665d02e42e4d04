-- Keys by which programs of the operator call: what each may, from where and until when. A secret is stored as its hash,
-- so whoever reads the table cannot call.

create table operator_key (
  id             uuid        primary key,
  name           text        not null check (length(name) between 1 and 60),
  scopes         text[]      not null check (cardinality(scopes) > 0),
  /* Addresses and networks from which it may be used; from anywhere when there are none. */
  addresses      inet[]      not null default '{}',
  created_by     uuid        not null references client,
  created_at     timestamptz not null,
  ends_at        timestamptz,
  revoked_at     timestamptz,
  last_used_at   timestamptz,
  last_used_from text
);

create table operator_key_secret (
  hash       bytea       primary key,
  key_id     uuid        not null references operator_key,
  /* How it begins, so that people can tell it from another. */
  hint       text        not null,
  created_at timestamptz not null,
  /* Once there is a newer one. */
  ends_at    timestamptz
);
create index operator_key_secret_of_key on operator_key_secret (key_id, created_at desc);
