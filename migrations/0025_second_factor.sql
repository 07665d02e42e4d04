-- A second factor beside the password, what stands between the two when somebody signs in, and the freezing of a profile
-- by whoever reads its mail.

alter table client
  /* Since when the password alone is not enough; null while it is. */
  add second_factor_at timestamptz,
  /* Nobody signs in any more, until a new password is set by mail. */
  add frozen_at timestamptz;

create table totp (
  client_id     uuid        primary key references client,
  /* Sealed under a key that follows from the installation's secret; see docs/accounts.md. */
  secret_sealed bytea       not null,
  created_at    timestamptz not null,
  /* Null until a first code has proved that the app has the secret. */
  confirmed_at  timestamptz,
  /* The time step of the last code that was taken: none is taken twice, and no earlier one. */
  last_step     bigint      not null default 0
);

-- What is left when the app is lost. The first letters find a code, the others are hashed as a password is.
create table recovery_code (
  client_id  uuid        not null references client,
  label      char(4)     not null,
  hash       text        not null,
  created_at timestamptz not null,
  used_at    timestamptz,
  primary key (client_id, label)
);

-- The password was right and the second factor is to come. Only the hash of the secret is here.
create table sign_in_challenge (
  hash       bytea       primary key,
  client_id  uuid        not null references client,
  remember   boolean     not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_challenge_of_client on sign_in_challenge (client_id);

alter table one_time_token drop constraint one_time_token_purpose_check;
alter table one_time_token add constraint one_time_token_purpose_check
  check (purpose in ('email_verification', 'password_reset', 'autologin', 'freeze'));
