-- Devices and countries from which a client has signed in. From any other a mailed code is asked for before the session.

create table known_device (
  client_id  uuid        not null references client,
  /* Of the secret in the device's cookie. */
  hash       bytea       not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  primary key (client_id, hash)
);

-- As the proxy before the server tells them, where one does.
create table known_country (
  client_id  uuid        not null references client,
  country    char(2)     not null,
  created_at timestamptz not null,
  primary key (client_id, country)
);

alter table sign_in_challenge
  /* Names it where the secret must not be. */
  add id uuid not null default gen_random_uuid() unique,
  /* All else was right, and the code that was mailed is to follow. */
  add asks_mail boolean not null default false,
  /* Keyed; null until it is mailed. */
  add code_hash text,
  add code_attempts int not null default 0;
