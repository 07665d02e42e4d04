-- Connections to providers of the operator: who takes payments, pays out, sends messages, screens and identifies. What a
-- provider sends is stored before it counts, and every call to it leaves a row. A connection that moves money or lets staff
-- in is put into use by two people, exactly as it was tested.

create table connection (
  id           uuid        primary key,
  port         text        not null check (port in ('payments', 'payouts', 'messages', 'screening', 'identity', 'staff_sign_in')),
  adapter      text        not null check (adapter ~ '^[a-z][a-z0-9_]{1,29}$'),
  hook_path    text        not null unique check (hook_path ~ '^[0-9a-f]{32}$'),
  state        text        not null default 'off' check (state in ('off', 'on', 'removed')),
  value        jsonb       check (jsonb_typeof(value) = 'object'),
  draft        jsonb       check (jsonb_typeof(draft) = 'object'),
  version      int         not null default 1 check (version > 0),
  probe        jsonb,
  created_by   uuid        not null references person,
  created_at   timestamptz not null,
  security_mac bytea,
  check (state <> 'on' or value is not null)
);
create index connection_of_port on connection (port) where state = 'on';

comment on table connection is 'A configured provider. Several may serve one port; the operator orders them.';
comment on column connection.port is 'What it does for the product.';
comment on column connection.adapter is 'The adapter that speaks to it.';
comment on column connection.hook_path is 'The random part of the address at which the provider calls us.';
comment on column connection.state is 'removed is final.';
comment on column connection.value is
  'What is in use: name, settings, whether it is in our own network, and which countries, currencies, tiers and amounts it serves in which order.';
comment on column connection.draft is 'The same as it is to be, until it is put into use; null when nothing is to change.';
comment on column connection.version is 'Counts changes of draft, secrets and state: a test counts for the version that it was made of.';
comment on column connection.probe is 'The last test: its time, its steps, and the version that was tested.';
comment on column connection.security_mac is 'Covers all that decides where money and secrets go; a row changed otherwise is not used.';

create table connection_secret (
  id            uuid        primary key,
  connection_id uuid        not null references connection,
  name          text        not null check (name ~ '^[a-z][a-z0-9_]{1,39}$'),
  encrypted     bytea       not null,
  hint          text        not null check (length(hint) <= 4),
  created_by    uuid        not null references person,
  created_at    timestamptz not null,
  used_at       timestamptz,
  ends_at       timestamptz,
  check (ends_at is null or used_at is not null)
);
create index connection_secret_of_connection on connection_secret (connection_id, name, id desc);

comment on table connection_secret is 'A secret of a connection; two of one name work while the newer one takes the place of the other.';
comment on column connection_secret.encrypted is 'Under a key of APP_SECRET, bound to this row, its connection and its name.';
comment on column connection_secret.hint is 'The last characters, by which people recognise it.';
comment on column connection_secret.used_at is 'When it was put into use; null while it waits for that.';
comment on column connection_secret.ends_at is 'Until when it is accepted beside a newer one.';

-- What moves money, and what lets staff in.
create function port_takes_two(p_port text) returns boolean language sql immutable as $$
  select p_port in ('payments', 'payouts', 'staff_sign_in')
$$;

-- What protects as long as it is on, while nothing but it lets staff in. What moves money is stopped by one person at once.
create function switching_off_takes_two(p_port text, p_value jsonb) returns boolean language sql immutable as $$
  select p_port = 'staff_sign_in' and coalesce(p_value #>> '{settings,only}' = 'true', false)
$$;

alter table staff_identity add foreign key (connection_id) references connection;
alter table staff_sign_in_attempt add foreign key (connection_id) references connection;

-- Port, adapter and address never change, and what takes two people changes, starts and ends only as two people have agreed on: the
-- whole connection, in this version of it, so that an approval counts once.
create function connection_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.port, new.adapter, new.hook_path, new.created_by, new.created_at)
     is distinct from (old.id, old.port, old.adapter, old.hook_path, old.created_by, old.created_at)
     or old.state = 'removed' and to_jsonb(new) - 'security_mac' is distinct from to_jsonb(old) - 'security_mac' then
    raise exception 'connection % cannot change so', old.id using errcode = 'restrict_violation';
  end if;
  if port_takes_two(new.port)
     and (new.value is distinct from old.value or new.state = 'on' and old.state <> 'on')
     and not exists (
       select from approval_request r
       where r.kind = 'connection' and r.key = new.id::text and r.state = 'approved' and r.value -> 'value' = new.value
         and r.value -> 'version' = to_jsonb(old.version) and r.value ->> 'act' <> 'switch_off') then
    raise exception 'connection % lacks a second person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  if old.state = 'on' and new.state <> 'on' and switching_off_takes_two(old.port, old.value)
     and not exists (
       select from approval_request r
       where r.kind = 'connection' and r.key = new.id::text and r.state = 'approved'
         and r.value -> 'version' = to_jsonb(old.version) and r.value ->> 'act' = 'switch_off') then
    raise exception 'connection % is not turned off by one person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  return new;
end $$;
create trigger connection_guard before update on connection for each row execute function connection_check();
create trigger connection_no_delete before delete on connection for each row execute function refuse_change();

-- A connection begins as a draft, so that nothing is in use before its check.
create function connection_begins() returns trigger language plpgsql as $$
begin
  raise exception 'a connection begins as a draft' using errcode = 'check_violation', constraint = 'connection_is_approved';
end $$;
create trigger connection_insert_guard before insert on connection
  for each row when (new.state <> 'off' or new.value is not null) execute function connection_begins();

-- What is encrypted changes with APP_SECRET alone; it opens for this row only.
create function connection_secret_check() returns trigger language plpgsql as $$
begin
  if (new.id, new.connection_id, new.name) is distinct from (old.id, old.connection_id, old.name)
     or old.used_at is not null and new.used_at is distinct from old.used_at then
    raise exception 'secret % cannot change so', old.id using errcode = 'restrict_violation';
  end if;
  if old.used_at is null and new.used_at is not null
     and exists (select from connection c where c.id = new.connection_id and port_takes_two(c.port))
     and not exists (
       select from approval_request r
       where r.kind = 'connection' and r.key = new.connection_id::text and r.state = 'approved'
         and r.value -> 'secrets' @> jsonb_build_array(jsonb_build_object('id', new.id))) then
    raise exception 'secret % lacks a second person', old.id
      using errcode = 'check_violation', constraint = 'connection_is_approved';
  end if;
  return new;
end $$;
create trigger connection_secret_guard before update on connection_secret
  for each row execute function connection_secret_check();
create trigger connection_secret_insert_guard before insert on connection_secret
  for each row when (new.used_at is not null) execute function connection_begins();

create table connection_call (
  id            bigint      generated always as identity primary key,
  connection_id uuid        not null references connection,
  purpose       text        not null check (length(purpose) <= 60),
  ref           text        check (length(ref) <= 80),
  method        text        not null,
  host          text        not null,
  path          text        not null check (length(path) <= 300),
  status        int,
  failure       text        check (failure in ('address', 'open', 'connection', 'timeout', 'too_large', 'redirect')),
  duration_ms   int         not null,
  at            timestamptz not null,
  check (status is not null or failure is not null)
);
create index connection_call_of_connection on connection_call (connection_id, id desc);
create index connection_call_by_age on connection_call (at);
create index connection_call_succeeded on connection_call (connection_id, at desc) where status < 400;
create index connection_call_failed on connection_call (connection_id, at desc) where failure is not null or status >= 400;

comment on table connection_call is 'A call to a provider: where it went and how it ended. Neither headers nor bodies nor queries are kept.';
comment on column connection_call.purpose is 'What it was for, as the adapter names it.';
comment on column connection_call.ref is 'Our reference of what it was about.';
comment on column connection_call.failure is 'Why there is no answer; null when there is one.';

create table inbox_event (
  id            bigint      generated always as identity primary key,
  connection_id uuid        not null references connection,
  event_id      text        not null check (length(event_id) between 1 and 200),
  type          text        not null check (length(type) <= 100),
  subject       text        check (length(subject) <= 200),
  ref           text        check (length(ref) <= 80),
  received_at   timestamptz not null,
  signature     text        not null check (signature in ('valid', 'second_secret')),
  headers       jsonb       not null,
  body          bytea       not null,
  state         text        not null default 'waiting' check (state in ('waiting', 'done', 'ignored', 'failed')),
  attempts      int         not null default 0,
  next_at       timestamptz not null,
  error         text        check (length(error) <= 500),
  handled_at    timestamptz,
  unique (connection_id, event_id)
);
create index inbox_event_waiting on inbox_event (next_at, id) where state = 'waiting';
create index inbox_event_of_subject on inbox_event (connection_id, subject, id) where state = 'waiting' and subject is not null;
create index inbox_event_by_ref on inbox_event (connection_id, ref, id) where ref is not null;
create index inbox_event_by_subject on inbox_event (connection_id, subject, id) where subject is not null;
create index inbox_event_by_state on inbox_event (state, id desc);
create index inbox_event_of_connection on inbox_event (connection_id, id desc);
create index inbox_event_by_age on inbox_event (received_at);

comment on table inbox_event is 'A signed call of a provider, once per event of it, and what became of it.';
comment on column inbox_event.subject is 'The object at the provider; its events are handled one after the other.';
comment on column inbox_event.ref is 'Our own reference, if the event names it.';
comment on column inbox_event.signature is 'second_secret: by the older of two secrets.';
comment on column inbox_event.headers is 'Those that the adapter keeps.';
comment on column inbox_event.body is 'As it came, encrypted under a key of APP_SECRET.';
comment on column inbox_event.state is 'ignored: nothing of ours follows from it; failed: given up, until staff replay it.';
comment on column inbox_event.next_at is 'When it is handled next; while it is being handled, when another instance takes it over.';

create table refused_hook (
  connection_id uuid        not null references connection,
  minute        timestamptz not null,
  reason        text        not null check (reason in ('bad_signature', 'too_old', 'unreadable')),
  count         int         not null,
  primary key (connection_id, minute, reason)
);
comment on table refused_hook is 'How many calls to the address of a connection were refused, by minute.';
comment on column refused_hook.reason is 'unreadable: signed, but not what the provider documents.';
