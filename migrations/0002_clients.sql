-- Persons, how they prove who they are, and the trail of what staff did to them.

create table client (
  id                uuid        primary key,
  email             text        not null check (email = lower(email) and length(email) between 3 and 254),
  password_hash     text        not null,
  first_name        text        not null check (length(first_name) between 1 and 60),
  second_name       text        not null check (length(second_name) between 1 and 60),
  phone             text,
  country           char(2)     not null,
  address           text        check (length(address) <= 200),
  language          text        not null,
  roles             text[]      not null default '{client}'
                    check (roles <@ array['client', 'support', 'compliance', 'finance', 'admin'] and cardinality(roles) > 0),
  email_verified_at timestamptz,
  manager_name      text,
  manager_email     text,
  terms_version     text        not null,
  terms_accepted_at timestamptz not null,
  trading_account_limit int     check (trading_account_limit >= 0),
  blocked_at        timestamptz,
  created_at        timestamptz not null
);
create unique index client_email on client (email);

create table session (
  id           uuid        primary key,
  client_id    uuid        not null references client,
  token_hash   bytea       not null unique,
  binding_hash bytea       not null,
  remember     boolean     not null,
  user_agent   text,
  address      text        not null,
  visitor_id   text,
  issued_by    uuid        references client,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz
);
create index session_of_client on session (client_id, last_seen_at desc) where revoked_at is null;

-- Links that work once. Only the hash is here: whoever reads the table cannot use them.
create table one_time_token (
  hash       bytea       primary key,
  purpose    text        not null check (purpose in ('email_verification', 'password_reset', 'autologin')),
  client_id  uuid        not null references client,
  /* The address that the token proves; a later change of address makes it worthless. */
  email      text        not null,
  issued_by  uuid        references client,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  /* Replaced by a newer token, or made worthless by a change of password. */
  voided_at  timestamptz
);
create index one_time_token_of_client on one_time_token (client_id, purpose);

create table device_fingerprint (
  id         uuid        primary key,
  client_id  uuid        not null references client,
  session_id uuid        not null references session,
  kind       text        not null check (kind in ('login', 'register', 'trading_account_autologin', 'autologin')),
  visitor_id text        not null,
  timezone   text,
  platform   text,
  user_agent text,
  created_at timestamptz not null
);
create index device_fingerprint_of_client on device_fingerprint (client_id, visitor_id);

-- Who did what to whom. Append-only; the trigger is what makes that true for every program that connects.
create table audit_entry (
  id         uuid        primary key,
  actor_id   uuid        references client,
  client_id  uuid        references client,
  act        text        not null,
  details    jsonb       not null default '{}',
  created_at timestamptz not null
);
create index audit_entry_of_client on audit_entry (client_id, created_at desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_append_only before update or delete on audit_entry for each row execute function refuse_change();
