-- Passkeys: keys that sign in by themselves, since their device asks who is there before it uses one.

create table passkey (
  id            uuid        primary key,
  client_id     uuid        not null references client,
  /* What the device calls it; no two clients have the same. */
  credential_id text        not null unique check (length(credential_id) <= 1400),
  public_key    bytea       not null,
  /* How often the device says that it has signed; one that goes back is a copy. Many devices always say 0. */
  counter       bigint      not null,
  transports    text[]      not null default '{}',
  name          text        not null check (length(name) between 1 and 60),
  /* Whether the device keeps it in a store that other devices share. */
  synced        boolean     not null,
  created_at    timestamptz not null,
  used_at       timestamptz,
  /* Worthless since the profile was frozen. It still counts as a second factor, so that freezing does not take one away. */
  revoked_at    timestamptz
);
create index passkey_of_client on passkey (client_id);

-- What a device has been asked to sign, for one use. Only the hash of the secret that goes with it is here.
create table passkey_attempt (
  hash              bytea       primary key,
  act               text        not null check (act in ('register', 'prove', 'sign_in')),
  challenge         text        not null,
  /* Whose settings asked for it. */
  session_id        uuid        references session on delete cascade,
  /* Whose password was right before. */
  sign_in_challenge bytea       references sign_in_challenge on delete cascade,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  check ((act = 'sign_in') = (session_id is null))
);
create index passkey_attempt_of_sign_in on passkey_attempt (sign_in_challenge);
create index passkey_attempt_of_session on passkey_attempt (session_id);
