-- Sign-in: sessions, second factors, one-time links, known devices and the log of refused attempts. Secrets are stored only as
-- keyed hashes or encrypted, and rows that let a person in bear a MAC under APP_SECRET, so a row written past the program opens
-- nothing. Where staff sign in is recorded in rows that cannot be changed or deleted.

-- Single sign-on of staff, by a provider that speaks OpenID Connect.
create table staff_identity (
  id            uuid        primary key,
  person_id     uuid        not null references person,
  connection_id uuid        not null,
  issuer        text        not null check (length(issuer) <= 500),
  subject       text        not null check (length(subject) between 1 and 255),
  created_at    timestamptz not null,
  removed_at    timestamptz,
  security_mac  bytea
);
create unique index staff_identity_of_subject on staff_identity (issuer, subject) where removed_at is null;
create unique index staff_identity_of_person on staff_identity (person_id, issuer) where removed_at is null;
create index staff_identity_of_connection on staff_identity (connection_id);

comment on table staff_identity is 'A person at the provider of single sign-on, and the member of staff whom it stands for: bound once, until two people remove it.';
comment on column staff_identity.connection_id is 'Connection by which it was bound.';
comment on column staff_identity.issuer        is 'Provider, exactly as it names itself in its tokens.';
comment on column staff_identity.subject       is 'Name of the person at the provider, which never changes; an email address may.';
comment on column staff_identity.removed_at    is 'When two people removed it; the row stays, because sign-ins name it.';
comment on column staff_identity.security_mac  is 'Covers person, issuer, subject and removal.';

create table staff_sign_in (
  id           uuid        primary key,
  identity_id  uuid        not null references staff_identity,
  sid          text        check (length(sid) <= 255),
  created_at   timestamptz not null,
  security_mac bytea
);
create index staff_sign_in_of_identity on staff_sign_in (identity_id, sid);

comment on table staff_sign_in is 'A sign-in at the provider; its sessions end when the provider reports that it ended there.';
comment on column staff_sign_in.sid          is 'Session at the provider; null where it names none.';
comment on column staff_sign_in.security_mac is 'Covers identity and session at the provider, by which a report of the provider finds it.';

create table staff_sign_in_attempt (
  state_hash    bytea       primary key,
  browser_hash  bytea       not null,
  connection_id uuid        not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null
);
create index staff_sign_in_attempt_by_age on staff_sign_in_attempt (expires_at);

comment on table staff_sign_in_attempt is 'A browser that was sent to the provider; deleted by the first answer.';
comment on column staff_sign_in_attempt.state_hash   is 'Keyed hash of what the provider sends back.';
comment on column staff_sign_in_attempt.browser_hash is 'Keyed hash of the secret in a cookie of the browser that began.';

create table session (
  id                   uuid        primary key,
  person_id            uuid        not null references person,
  issued_by            uuid        references person,
  staff_sign_in_id     uuid        references staff_sign_in,
  token_hash           bytea       not null unique,
  binding_hash         bytea       not null,
  binding_until        timestamptz,
  former_binding_hash  bytea,
  former_binding_until timestamptz,
  public_key           bytea       check (length(public_key) = 65),
  key_networks         text[],
  remember             boolean     not null,
  idle                 interval    not null,
  user_agent           text,
  address              text        not null,
  network              text,
  visitor_id           text,
  created_at           timestamptz not null,
  last_seen_at         timestamptz not null,
  proven_at            timestamptz,
  expires_at           timestamptz not null,
  ends_at              timestamptz not null,
  revoked_at           timestamptz,
  security_mac         bytea,
  constraint session_ends check (expires_at <= ends_at),
  constraint session_key_renews check (num_nulls(public_key, binding_until, key_networks) in (0, 3)),
  constraint session_former_binding check ((former_binding_hash is null) = (former_binding_until is null))
);
-- An ended session is not opened again by deleting its end.
create trigger session_ended_mac before update of revoked_at on session
  for each row when (new.revoked_at is not null) execute function drop_mac();
-- A use of a session moves its end and announces nothing.
create trigger session_announced after update of person_id, token_hash, binding_hash, binding_until, former_binding_hash, key_networks, proven_at, ends_at, revoked_at on session
  for each row execute function announce_person('person_id');
create index session_of_client on session (person_id, last_seen_at desc, id desc);
-- The last sign-in of a person and the places of earlier ones, also in sessions that have ended.
create index session_history on session (person_id, created_at desc);
create index session_by_last_seen on session (last_seen_at) include (person_id);
create index session_of_staff_sign_in on session (staff_sign_in_id) where staff_sign_in_id is not null;
-- A sign-out without the bearer token finds its session by the binding.
create index session_by_binding on session (binding_hash) where revoked_at is null;

comment on table session is 'A signed-in browser or program of one person; ended sessions stay as history.';
comment on column session.issued_by           is 'Who issued the sign-in link; null after a sign-in by the person.';
comment on column session.staff_sign_in_id    is 'Sign-in at the provider of single sign-on that opened it; null otherwise.';
comment on column session.token_hash          is 'Keyed hash of the bearer token.';
comment on column session.binding_hash        is 'Keyed hash of the second half, in a cookie; proofs and renewals replace it.';
comment on column session.binding_until       is 'When the second half expires; null without a key: with the session.';
comment on column session.former_binding_hash is 'Second half before, still valid for seconds: other tabs, lost responses.';
comment on column session.public_key          is 'P-256 key of the browser, which renews the second half; null without one.';
comment on column session.key_networks        is 'Networks in which the key has signed, latest first: others need its signature.';
comment on column session.remember            is 'The session outlives the browser window.';
comment on column session.idle                is 'The session ends after this time without use.';
comment on column session.address             is 'IP address at sign-in.';
comment on column session.network             is 'IPv4 address or IPv6 /64, as networkKey in the server spells it.';
comment on column session.visitor_id          is 'Latest device fingerprint of the session.';
comment on column session.last_seen_at        is 'Last use, accurate to a minute.';
comment on column session.proven_at           is 'Last proof of identity; null after a sign-in link, until the first proof.';
comment on column session.expires_at          is 'End if the session stays unused from now on.';
comment on column session.ends_at             is 'End in any case, however much the session is used.';
comment on column session.revoked_at          is 'Signed out, or ended by a security change or by staff.';
comment on column session.security_mac        is 'Covers person, halves, issuer, single sign-on, key, proof and ends; null once it was ended.';

create table registration (
  id            uuid        primary key,
  email         text        not null,
  password_hash text        not null,
  first_name    text        not null,
  second_name   text        not null,
  phone         text,
  country       text        not null,
  language      text        not null,
  brand         uuid,
  address       text,
  user_agent    text,
  created_at    timestamptz not null
);

comment on table registration is
  'A submitted registration, processed and deleted later, so that the response does not show whether the email is taken.';
comment on column registration.address is 'IP address of the call.';

create table sign_in_challenge (
  id               uuid        not null default gen_random_uuid() unique,
  hash             bytea       primary key,
  person_id        uuid        not null references person,
  issued_by        uuid        references person,
  staff_sign_in_id uuid        references staff_sign_in,
  remember         boolean     not null,
  needs_email_code boolean     not null default false,
  code_hash        text,
  code_attempts    int         not null default 0,
  created_at       timestamptz not null,
  expires_at       timestamptz not null,
  security_mac     bytea
);
create index sign_in_challenge_of_client on sign_in_challenge (person_id);
create index sign_in_challenge_of_staff_sign_in on sign_in_challenge (staff_sign_in_id) where staff_sign_in_id is not null;

comment on table sign_in_challenge is 'A sign-in with the right password or link that lacks its second step.';
comment on column sign_in_challenge.id               is 'Names the challenge where its secret must not appear.';
comment on column sign_in_challenge.hash             is 'Keyed hash of the secret that the browser sends with the second step.';
comment on column sign_in_challenge.issued_by        is 'Who issued the link that replaced the password; null after a password.';
comment on column sign_in_challenge.staff_sign_in_id is 'Single sign-on in place of the password; null otherwise.';
comment on column sign_in_challenge.needs_email_code is 'The device or country is new: the second step is a code sent by email.';
comment on column sign_in_challenge.code_hash        is 'Keyed hash of that code; null until the email is written.';
comment on column sign_in_challenge.code_attempts    is 'Wrong codes so far.';
comment on column sign_in_challenge.security_mac     is 'Covers hash, id, person, kind of second step, issuer and single sign-on.';

create table totp (
  person_id        uuid        primary key references person,
  secret_encrypted bytea       not null,
  last_step        bigint      not null default 0,
  created_at       timestamptz not null,
  confirmed_at     timestamptz
);

comment on table totp is 'The authenticator app of a person.';
comment on column totp.secret_encrypted is 'Encrypted under a key derived from APP_SECRET; see docs/accounts.md.';
comment on column totp.last_step        is 'Time step of 30 seconds of the last accepted code; only a later one is accepted.';
comment on column totp.confirmed_at     is 'Null until a first code shows that the app has the secret.';

create table recovery_code (
  person_id    uuid        not null references person,
  label        char(4)     not null,
  hash         text        not null,
  created_at   timestamptz not null,
  used_at      timestamptz,
  security_mac bytea,
  primary key (person_id, label)
);

comment on table recovery_code is 'A code that replaces the second factor once, for a person who lost the app.';
comment on column recovery_code.label        is 'First four characters of the code, which find it.';
comment on column recovery_code.hash         is 'The other characters, hashed like a password.';
comment on column recovery_code.security_mac is 'Covers person, label and hash.';

create table passkey (
  id            uuid        primary key,
  person_id     uuid        not null references person,
  credential_id text        not null unique check (length(credential_id) <= 1400),
  public_key    bytea       not null,
  counter       bigint      not null,
  transports    text[]      not null default '{}',
  name          text        not null check (length(name) between 1 and 60),
  synced        boolean     not null,
  created_at    timestamptz not null,
  used_at       timestamptz,
  revoked_at    timestamptz,
  security_mac  bytea
);
create index passkey_of_client on passkey (person_id);

comment on table passkey is 'A passkey: it signs a person in alone, since its device asks who is there before it signs.';
comment on column passkey.credential_id is 'Name of the key on its device; unique over all people.';
comment on column passkey.counter       is 'Signatures counted by the device; a lower count shows a copy. Often always 0.';
comment on column passkey.transports    is 'How browsers can reach the device.';
comment on column passkey.name          is 'Chosen by the person.';
comment on column passkey.synced        is 'The device keeps the key where other devices share it.';
comment on column passkey.revoked_at    is 'When the profile was frozen: the key opens nothing, but is still a second factor.';
comment on column passkey.security_mac  is 'Covers person, credential and public key.';

create table passkey_challenge (
  hash              bytea       primary key,
  action            text        not null check (action in ('register', 'prove', 'sign_in')),
  session_id        uuid        references session on delete cascade,
  sign_in_challenge bytea       references sign_in_challenge on delete cascade,
  challenge         text        not null,
  created_at        timestamptz not null,
  expires_at        timestamptz not null,
  check ((action = 'sign_in') = (session_id is null))
);
create index passkey_challenge_of_session on passkey_challenge (session_id);
create index passkey_challenge_of_sign_in on passkey_challenge (sign_in_challenge);

comment on table passkey_challenge is 'What a device is asked to sign with a passkey; deleted by the first response.';
comment on column passkey_challenge.hash              is 'Keyed hash of the secret that goes with the challenge.';
comment on column passkey_challenge.session_id        is 'Session that registers or proves; null for a sign-in.';
comment on column passkey_challenge.sign_in_challenge is 'Password sign-in that the passkey completes; null without a password.';
comment on column passkey_challenge.challenge         is 'Random bytes to sign, in base64url.';

create table one_time_token (
  hash         bytea       primary key,
  purpose      text        not null check (purpose in ('email_verification', 'password_reset', 'autologin', 'freeze')),
  person_id    uuid        not null references person,
  email        text        not null,
  issued_by    uuid        references person,
  key_id       uuid,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  voided_at    timestamptz,
  security_mac bytea,
  -- The administrator who made an operator key answers for the links it requests.
  constraint one_time_token_key_answered_for check (key_id is null or issued_by is not null)
);
create index one_time_token_of_client on one_time_token (person_id, purpose);

comment on table one_time_token is 'A link that works once: to verify an email, reset a password, sign in or freeze a profile.';
comment on column one_time_token.hash         is 'Keyed hash of the secret in the link.';
comment on column one_time_token.email        is 'Address it was sent to; after a change only a freeze link still works.';
comment on column one_time_token.issued_by    is 'Who answers for a sign-in link: its issuer, or the creator of the key.';
comment on column one_time_token.key_id       is 'Operator key that requested the link; null when a person did.';
comment on column one_time_token.voided_at    is 'Replaced by a newer link, or ended by a security change.';
comment on column one_time_token.security_mac is 'Covers hash, purpose, person, email, issuer, key and expiry.';

create table known_device (
  person_id  uuid        not null references person,
  hash       bytea       not null,
  created_at timestamptz not null,
  seen_at    timestamptz not null,
  primary key (person_id, hash)
);

comment on table known_device is 'A device from which a person has signed in; any other needs a code sent by email.';
comment on column known_device.hash    is 'Keyed hash of the secret in the device''s cookie.';
comment on column known_device.seen_at is 'Last sign-in from the device.';

create table known_country (
  person_id  uuid        not null references person,
  country    char(2)     not null,
  created_at timestamptz not null,
  primary key (person_id, country)
);

comment on table known_country is 'A country from which a person has signed in; any other needs a code sent by email.';
comment on column known_country.country is 'ISO 3166-1 alpha-2, from a header of the proxy, where it sends one.';

create table device_fingerprint (
  id         uuid        primary key,
  person_id  uuid        not null references person,
  session_id uuid        not null references session,
  kind       text        not null check (kind in ('login', 'register', 'trading_account_autologin', 'autologin')),
  visitor_id text        not null,
  timezone   text,
  platform   text,
  user_agent text,
  created_at timestamptz not null
);
create index device_fingerprint_of_client on device_fingerprint (person_id, visitor_id);

comment on table device_fingerprint is 'The fingerprint that a browser reported of itself when a session began.';
comment on column device_fingerprint.kind       is 'How the session began.';
comment on column device_fingerprint.visitor_id is 'The fingerprint itself.';

create table security_event (
  id        uuid        primary key,
  kind      text        not null check (kind in ('sign_in', 'factor', 'proof', 'locked', 'access')),
  code      text        not null,
  endpoint  text        not null,
  person_id uuid        references person,
  address   text,
  device    text        check (length(device) <= 512),
  minute    timestamptz not null,
  times     int         not null check (times > 0),
  last_at   timestamptz not null,
  unique nulls not distinct (minute, kind, code, endpoint, person_id, address)
);
create index security_event_by_time on security_event (last_at);
create index security_event_in_time on security_event (id desc);
create index security_event_of_client on security_event (person_id, last_at desc) where person_id is not null;

comment on table security_event is 'Refused attempts of one kind within one minute, counted, so that a flood becomes a few rows.';
comment on column security_event.code      is 'Error code of the refusal.';
comment on column security_event.endpoint  is 'Name of the refused call.';
comment on column security_event.person_id is 'Person signed in, or whose profile was tried; null when unknown.';
comment on column security_event.address   is 'IP address, in a flood its network; null where too many were involved.';
comment on column security_event.device    is 'User agent.';

-- Evidence for approvals. The database role that serves requests writes the times of approvals and may delete sessions. So these
-- times must agree with the clock of the database, and where staff signed in is stored where that role cannot remove it.

create table first_sign_in (
  only_row boolean     primary key default true check (only_row),
  at       timestamptz not null
);

comment on table first_sign_in is 'Written by the first session: setup and demo data are over; the only row.';

create trigger first_sign_in_append_only before delete or update on first_sign_in for each row execute function refuse_change();

-- Times by which the rules about approvals decide are within five minutes of the product clock, since server and database may
-- differ. Before the first sign-in any time is accepted: a setup gives the first role, and a demo is filled with its past.
create function require_present(p_at timestamptz) returns void language plpgsql as $$
begin
  if exists (select from first_sign_in)
     and (p_at between product_clock() - interval '5 minutes' and product_clock() + interval '5 minutes') is not true then
    raise exception 'the time % is not that of the database', p_at
      using errcode = 'check_violation', constraint = 'time_is_present';
  end if;
end $$;

-- The argument names the column with the time by which another trigger decides.
create function time_is_present() returns trigger language plpgsql as $$
begin
  perform require_present((to_jsonb(new) ->> tg_argv[0])::timestamptz);
  return new;
end $$;

create table staff_origin (
  person_id uuid not null references person,
  day       date not null,
  origin    text not null,
  primary key (person_id, day, origin)
);

comment on table staff_origin is 'A staff member used the product from one network or device on one day.';
comment on column staff_origin.day    is 'In UTC.';
comment on column staff_origin.origin is '`network` and the network of a session, or `device` and the hash of a known device.';

create trigger staff_origin_append_only before delete or update on staff_origin for each row execute function refuse_change();

create function network_origin(p_session session) returns text language sql immutable as $$
  select 'network ' || (p_session).network
$$;

create function device_origin(p_device known_device) returns text language sql immutable as $$
  select 'device ' || encode((p_device).hash, 'hex')
$$;

-- Records staff only; the origins of other people are not kept.
create function record_origin(p_client uuid, p_origin text) returns void language sql as $$
  insert into staff_origin
  select id, (product_clock() at time zone 'UTC')::date, p_origin from person
  where id = p_client and roles <> '{client}' and p_origin is not null
  on conflict do nothing
$$;

create function session_record_origin() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and not exists (select from first_sign_in) then
    insert into first_sign_in (at) values (new.created_at) on conflict do nothing;
  end if;
  perform record_origin(new.person_id, network_origin(new));
  return null;
end $$;
create trigger session_origin after insert or update of person_id, network, last_seen_at on session
  for each row execute function session_record_origin();

create function device_record_origin() returns trigger language plpgsql as $$
begin
  perform record_origin(new.person_id, device_origin(new));
  return null;
end $$;
create trigger known_device_origin after insert or update of person_id, hash, seen_at on known_device
  for each row execute function device_record_origin();

-- A person who becomes staff may be signed in already: what they used in the last day is recorded with the role.
create function person_record_origin() returns trigger language plpgsql as $$
begin
  perform record_origin(new.id, network_origin(s)) from session s
  where s.person_id = new.id and s.last_seen_at > product_clock() - interval '1 day';
  perform record_origin(new.id, device_origin(d)) from known_device d
  where d.person_id = new.id and d.seen_at > product_clock() - interval '1 day';
  return null;
end $$;
create trigger person_origin after update of roles on person for each row
  when (new.roles <> '{client}' and old.roles = '{client}')
  execute function person_record_origin();

-- Whether two staff members used the product from one network or device since the day of a time.
create function same_origin(p_one uuid, p_other uuid, p_since timestamptz) returns boolean language sql stable as $$
  select exists (
    select from staff_origin a join staff_origin b using (origin)
    where a.person_id = p_one and a.day >= (p_since at time zone 'UTC')::date
      and b.person_id = p_other and b.day >= (p_since at time zone 'UTC')::date)
$$;
