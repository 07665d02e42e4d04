-- What was refused to somebody who may have meant harm: minute by minute, so that a flood becomes a few rows with numbers.

create table security_event (
  id        uuid        primary key,
  kind      text        not null check (kind in ('sign_in', 'factor', 'proof', 'locked', 'access')),
  /* The code of the refusal. */
  code      text        not null,
  /* The name of the call. */
  endpoint  text        not null,
  /* Whose profile it was about, or who was signed in; null when nobody is known. */
  client_id uuid        references client,
  /* Null for what came from more places at once than are kept one by one. */
  address   text,
  device    text        check (length(device) <= 512),
  minute    timestamptz not null,
  last_at   timestamptz not null,
  times     int         not null check (times > 0),
  unique nulls not distinct (minute, kind, code, endpoint, client_id, address)
);
create index security_event_in_time on security_event (id desc);
create index security_event_of_client on security_event (client_id, last_at desc) where client_id is not null;
create index security_event_by_time on security_event (last_at);
