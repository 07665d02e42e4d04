-- The operator's programs and controls: keys of the operator's API, events and webhooks that report them, and reconciliation.
-- Secrets of keys are stored as hashes. A key that issues sign-in links is usable only after a second administrator has approved
-- it as it is, only from narrow networks, and never gets another secret. A finding is resolved once.

create table operator_key (
  id             uuid        primary key,
  name           text        not null check (length(name) between 1 and 60),
  scopes         text[]      not null check (cardinality(scopes) > 0),
  addresses      inet[]      not null default '{}',
  created_by     uuid        not null references person,
  created_at     timestamptz not null,
  ends_at        timestamptz,
  revoked_at     timestamptz,
  last_used_at   timestamptz,
  last_used_from text,
  -- Sign-in links open the account of any client, so their key names the networks of its program. A network that holds most
  -- of the internet would say nothing about that.
  constraint operator_key_has_addresses check (
    'sign_in_links:write' <> all (scopes) or cardinality(addresses) > 0 or revoked_at is not null),
  constraint operator_key_has_narrow_networks check (
    'sign_in_links:write' <> all (scopes) or networks_are_narrow(addresses) or revoked_at is not null)
);

comment on table operator_key is 'A key by which a program of the operator calls the API.';
comment on column operator_key.scopes is 'What the key may do.';
comment on column operator_key.addresses is 'Addresses and networks that the key may be used from; empty for any.';
comment on column operator_key.created_by is 'The administrator who answers for the key.';
comment on column operator_key.ends_at is 'Start of the first day (UTC) on which the key no longer works; null for no end.';
comment on column operator_key.last_used_at is 'To the minute; null until the first use.';
comment on column operator_key.last_used_from is 'IP address of the last use.';

create function issues_sign_in_links(p_key operator_key) returns boolean language sql immutable as $$
  select 'sign_in_links:write' = any((p_key).scopes)
$$;

-- What the second administrator approves: the whole key, so that the approval ends with any later change of the key.
create function operator_key_value(p_key operator_key) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'name', (p_key).name, 'scopes', (p_key).scopes, 'addresses', array(select abbrev(a) from unnest((p_key).addresses) a),
    'ends_on', ((p_key).ends_at at time zone 'UTC')::date - 1)
$$;

create function operator_key_is_approved(p_key operator_key) returns boolean language sql stable as $$
  select not issues_sign_in_links(p_key) or exists (
    select from approval_request p
    where p.kind = 'api_key' and p.key = (p_key).id::text and p.state = 'approved' and p.author_id = (p_key).created_by
      and p.value = operator_key_value(p_key))
$$;

-- A key that was not approved ends: after a request was declined, withdrawn or expired, a new key is made.
create function revoke_unapproved_key() returns trigger language plpgsql as $$
begin
  update operator_key set revoked_at = coalesce(revoked_at, new.decided_at) where id = new.key::uuid;
  return new;
end $$;
create trigger approval_request_key_revoke after update of state on approval_request for each row
  when (new.kind = 'api_key' and new.state in ('declined', 'withdrawn', 'expired'))
  execute function revoke_unapproved_key();

alter table one_time_token add foreign key (key_id) references operator_key;
alter table client_note add foreign key (key_id) references operator_key;

-- A token names a key only if the key issues sign-in links, is approved and is not revoked, whichever program writes it.
create function require_approved_key() returns trigger language plpgsql as $$
begin
  if not exists (
    select from operator_key k
    where k.id = new.key_id and issues_sign_in_links(k) and k.revoked_at is null and operator_key_is_approved(k)) then
    raise exception 'key % is revoked, or lacks a second person who approves that it issues sign-in links', new.key_id
      using errcode = 'check_violation', constraint = 'operator_key_is_approved';
  end if;
  return new;
end $$;
create trigger one_time_token_key_guard before insert on one_time_token
  for each row when (new.key_id is not null) execute function require_approved_key();

create table operator_key_secret (
  hash         bytea       primary key,
  key_id       uuid        not null references operator_key,
  hint         text        not null,
  created_at   timestamptz not null,
  ends_at      timestamptz,
  security_mac bytea
);
create index operator_key_secret_of_key on operator_key_secret (key_id, created_at desc);

comment on table operator_key_secret is 'A secret of an operator key; two work while a newer one replaces the other.';
comment on column operator_key_secret.hash is
  'HMAC of the secret under a key of APP_SECRET: the table alone neither shows a secret nor lets anyone add one.';
comment on column operator_key_secret.hint is 'First characters of the secret, by which people recognise it.';
comment on column operator_key_secret.ends_at is 'Set when a newer secret replaces this one; null for the newest.';
comment on column operator_key_secret.security_mac is
  'MAC of the secret and of its key''s scopes, addresses and end, under a key of APP_SECRET; a row changed otherwise is refused.';

-- Another secret of a key that issues sign-in links would be known to one person alone.
create function refuse_another_secret() returns trigger language plpgsql as $$
begin
  if exists (select from operator_key k where k.id = new.key_id and issues_sign_in_links(k))
     and exists (select from operator_key_secret where key_id = new.key_id) then
    raise exception 'key % issues sign-in links and cannot get another secret', new.key_id
      using errcode = 'check_violation', constraint = 'operator_key_keeps_secret';
  end if;
  return new;
end $$;
create trigger operator_key_secret_single_guard before insert on operator_key_secret
  for each row execute function refuse_another_secret();

create table operator_event (
  seq       bigint      generated always as identity primary key,
  id        uuid        not null unique,
  outbox_id bigint      unique,
  type      text        not null,
  client_id uuid        references person,
  data      jsonb       not null,
  is_test   boolean     not null default false,
  at        timestamptz not null
);
create index operator_event_of_client on operator_event (client_id, seq) where client_id is not null;
create index operator_event_by_age on operator_event (at);

comment on table operator_event is 'An event as programs of the operator receive it.';
comment on column operator_event.seq is
  'Order of the events. Transactions write one after the other, so a reader who has seen a number has seen all below it.';
comment on column operator_event.id is 'The id by which receivers recognise a repetition.';
comment on column operator_event.outbox_id is 'The event in the outbox, which may be delivered twice; null for a test.';
comment on column operator_event.client_id is 'The client whom the event is about; null for none.';

create table nats_place (
  subject text   primary key,
  seq     bigint not null check (seq >= 0)
);

comment on table nats_place is 'How far the events of programs have gone to NATS.';
comment on column nats_place.subject is 'What the subjects of the events begin with there; another one begins with the oldest event.';
comment on column nats_place.seq is 'The last event whose stream has confirmed it.';

-- Wakes the streams of events. Writers take turns anyway.
create trigger operator_event_announced after insert on operator_event for each statement execute function announce_change('operator_events');
-- A stream ends with its key.
create trigger operator_key_announced after update of scopes, addresses, ends_at, revoked_at on operator_key
  for each statement execute function announce_change('operator_keys');
create trigger operator_key_secret_announced after update of ends_at or delete on operator_key_secret
  for each statement execute function announce_change('operator_keys');

create table webhook_endpoint (
  id            uuid        primary key,
  name          text        not null check (length(name) between 1 and 60),
  url           text        not null check (length(url) between 8 and 500),
  events        text[]      not null check (cardinality(events) > 0),
  state         text        not null check (state in ('active', 'off', 'disabled', 'removed')),
  failing_since timestamptz,
  created_by    uuid        not null references person,
  created_at    timestamptz not null
);

comment on table webhook_endpoint is 'An address at which a program of the operator receives events.';
comment on column webhook_endpoint.events is 'Types of events that are sent.';
comment on column webhook_endpoint.state is
  'off: by an administrator; disabled: by the server, after deliveries had failed for days or the receiver answered 410.';
comment on column webhook_endpoint.failing_since is 'First failure since the last delivery; null when the last one succeeded.';

create table webhook_secret (
  id          uuid        primary key,
  endpoint_id uuid        not null references webhook_endpoint,
  encrypted   bytea       not null,
  created_at  timestamptz not null,
  ends_at     timestamptz
);
create index webhook_secret_of_endpoint on webhook_secret (endpoint_id);

comment on table webhook_secret is 'A secret that signs the events for an endpoint; two sign while one replaces the other.';
comment on column webhook_secret.encrypted is 'The secret encrypted under a key of APP_SECRET; signing needs it in plain.';
comment on column webhook_secret.ends_at is 'Set when a newer secret replaces this one; null for the newest.';

create table webhook_delivery (
  id              uuid        primary key,
  endpoint_id     uuid        not null references webhook_endpoint,
  event_seq       bigint      not null references operator_event on delete cascade,
  state           text        not null check (state in ('pending', 'delivered', 'failed')),
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null,
  created_at      timestamptz not null,
  unique (endpoint_id, event_seq)
);
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, id desc);
-- Each endpoint has a queue of its own and searches only for what is due to it.
create index webhook_delivery_due_to on webhook_delivery (endpoint_id, next_attempt_at, id) where state = 'pending';

comment on table webhook_delivery is 'An event to be delivered to one endpoint.';
comment on column webhook_delivery.attempts is
  'Attempts since the delivery was last requested, incremented when one starts; too many end in failed.';
comment on column webhook_delivery.next_attempt_at is 'When the next attempt is due; during an attempt, the end of its lease.';

create table webhook_attempt (
  id          uuid        primary key,
  delivery_id uuid        not null references webhook_delivery on delete cascade,
  at          timestamptz not null,
  duration_ms int         not null,
  status      int,
  failure     text        check (failure in ('address', 'connection', 'timeout', 'status')),
  response    text        check (length(response) <= 1000)
);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, id);

comment on table webhook_attempt is 'One attempt to deliver an event, with its result.';
comment on column webhook_attempt.status is 'HTTP status; null when there was no response.';
comment on column webhook_attempt.failure is 'Why the attempt failed; null when it succeeded.';
comment on column webhook_attempt.response is 'Start of the response body; null when there was no response.';

create table reconciliation_run (
  id           uuid        primary key,
  kind         text        not null check (kind in ('proof', 'platform', 'statement')),
  state        text        not null check (state in ('waiting', 'running', 'done', 'failed')),
  method       text,
  name         text        check (length(name) between 1 and 120),
  from_on      date,
  to_on        date,
  facts        jsonb       not null default '{}',
  failure      text,
  requested_by uuid        references person,
  requested_at timestamptz not null,
  started_at   timestamptz,
  finished_at  timestamptz,
  check ((kind = 'statement') = (method is not null)),
  check ((method is null) = (from_on is null) and (method is null) = (to_on is null)),
  check (from_on <= to_on),
  check ((state in ('done', 'failed')) = (finished_at is not null))
);
create index reconciliation_run_of_kind on reconciliation_run (kind, id desc);
-- A request while a run of the same kind is under way gets that run.
create unique index reconciliation_run_under_way on reconciliation_run (kind) where state in ('waiting', 'running');

comment on table reconciliation_run is 'A comparison of the books with another source, at one time.';
comment on column reconciliation_run.kind is
  'proof: the rules of the ledger; platform: balances at the trading platform; statement: a file of a bank or provider.';
comment on column reconciliation_run.method is 'Payment method of the statement; null for other kinds.';
comment on column reconciliation_run.name is 'Name of the statement; null for other kinds.';
comment on column reconciliation_run.from_on is 'First day of the statement; null for other kinds.';
comment on column reconciliation_run.to_on is 'Last day of the statement; null for other kinds.';
comment on column reconciliation_run.facts is 'Counts, by name.';
comment on column reconciliation_run.failure is 'Why the run failed; null if it did not.';
comment on column reconciliation_run.requested_by is 'Null when the schedule started the run.';

create table reconciliation_finding (
  id          uuid        primary key,
  run_id      uuid        not null references reconciliation_run on delete cascade,
  location    int         not null,
  result      text        not null check (result in (
                'broken', 'differs', 'unasked', 'amount_differs', 'missing_here', 'missing_there', 'matched')),
  reference   text        check (length(reference) <= 200),
  on_day      date,
  currency    text        references currency,
  here        bigint,
  there       bigint,
  payment_id  uuid        references payment,
  account_id  uuid        references trading_account,
  rule        text,
  breach_row  text,
  breach_why  text,
  note        text        check (length(note) between 3 and 500),
  resolved_by uuid        references person,
  resolved_at timestamptz,
  unique (run_id, location),
  check ((result = 'broken') = (rule is not null)),
  check ((note is null) = (resolved_by is null) and (note is null) = (resolved_at is null)),
  check (note is null or result not in ('matched', 'broken'))
);
create index reconciliation_finding_open on reconciliation_finding (run_id) where result <> 'matched' and note is null;

comment on table reconciliation_finding is 'What a run found about one payment, account, line of a statement or rule.';
comment on column reconciliation_finding.location is 'Position in the run, from 0, the worst first.';
comment on column reconciliation_finding.result is
  'broken: a rule of the ledger; differs: a balance; unasked: the platform did not respond; the others: lines of a statement.';
comment on column reconciliation_finding.reference is 'Reference in the statement; null for other kinds.';
comment on column reconciliation_finding.on_day is 'Day in the statement; null for other kinds.';
comment on column reconciliation_finding.here is 'Amount in our books, in minor units; null when missing.';
comment on column reconciliation_finding.there is 'Amount of the other side, in minor units; null when missing.';
comment on column reconciliation_finding.rule is 'The broken rule; null for other results.';
comment on column reconciliation_finding.breach_row is 'First row that breaks the rule.';
comment on column reconciliation_finding.breach_why is 'How that row breaks the rule.';
comment on column reconciliation_finding.note is 'Why it differs and what was done about it; null while open.';

create trigger reconciliation_finding_single_resolve_guard before update on reconciliation_finding for each row
  when (old.note is not null
        or (old.run_id, old.location, old.result, old.reference, old.on_day, old.currency, old.here, old.there,
            old.payment_id, old.account_id)
           is distinct from
           (new.run_id, new.location, new.result, new.reference, new.on_day, new.currency, new.here, new.there,
            new.payment_id, new.account_id))
  execute function refuse_change();
