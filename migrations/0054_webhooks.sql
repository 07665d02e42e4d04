-- What happened, as programs of the operator are told of it; where they want to be told, and what became of each telling.

-- In the order of `seq`, and without a gap that is filled later: rows are written one transaction after the other.
create table operator_event (
  seq          bigint      generated always as identity primary key,
  /* By which receivers know a repetition. */
  id           uuid        not null unique,
  /* The event of the outbox, which may be delivered twice; a test has none. */
  outbox_id    bigint      unique,
  type         text        not null,
  client_id    uuid        references client,
  data         jsonb       not null,
  is_test      boolean     not null default false,
  at           timestamptz not null
);
create index operator_event_of_client on operator_event (client_id, seq) where client_id is not null;
create index operator_event_by_age on operator_event (at);

create table webhook_endpoint (
  id            uuid        primary key,
  name          text        not null check (length(name) between 1 and 60),
  url           text        not null check (length(url) between 8 and 500),
  events        text[]      not null check (cardinality(events) > 0),
  /* `stopped` by itself, after nothing had arrived for days; `off` by an administrator. */
  state         text        not null check (state in ('active', 'off', 'stopped', 'removed')),
  /* Since when nothing has arrived. */
  failing_since timestamptz,
  created_by    uuid        not null references client,
  created_at    timestamptz not null
);

create table webhook_secret (
  id          uuid        primary key,
  endpoint_id uuid        not null references webhook_endpoint,
  /* Sealed under the installation's secret: it is needed to sign. */
  sealed      bytea       not null,
  created_at  timestamptz not null,
  ends_at     timestamptz
);
create index webhook_secret_of_endpoint on webhook_secret (endpoint_id);

create table webhook_delivery (
  id              uuid        primary key,
  endpoint_id     uuid        not null references webhook_endpoint,
  event_seq       bigint      not null references operator_event on delete cascade,
  state           text        not null check (state in ('pending', 'delivered', 'failed')),
  /* Counted when it begins; of those that count towards giving up. */
  attempts        int         not null default 0,
  next_attempt_at timestamptz not null,
  created_at      timestamptz not null,
  unique (endpoint_id, event_seq)
);
create index webhook_delivery_due on webhook_delivery (next_attempt_at) where state = 'pending';
create index webhook_delivery_of_endpoint on webhook_delivery (endpoint_id, id desc);

create table webhook_attempt (
  id          uuid        primary key,
  delivery_id uuid        not null references webhook_delivery on delete cascade,
  at          timestamptz not null,
  duration_ms int         not null,
  /* Null when there was no answer. */
  status      int,
  failure     text        check (failure in ('address', 'connection', 'timeout', 'status')),
  /* The beginning of what was answered. */
  answer      text        check (length(answer) <= 1000)
);
create index webhook_attempt_of_delivery on webhook_attempt (delivery_id, id);
