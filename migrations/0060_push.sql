-- Devices that hear of things while no page is open, and the key by which their push services know us.

create table push_key (
  one            boolean     primary key default true check (one),
  /* The one that browsers subscribe to: with another, every subscription would be lost. */
  public_key     bytea       not null check (octet_length(public_key) = 65),
  private_sealed bytea       not null,
  created_at     timestamptz not null
);

/* Ends with its session: who has signed out hears of nothing any more. */
create table push_subscription (
  id              uuid        primary key,
  person_id       uuid        not null references client,
  session_id      uuid        not null unique references session on delete cascade,
  /* Of the browser's push service. What is sent there is signed by us and encrypted for the browser alone. */
  endpoint        text        not null unique check (length(endpoint) <= 1000),
  p256dh          bytea       not null check (octet_length(p256dh) = 65),
  auth            bytea       not null check (octet_length(auth) = 16),
  /* Whether what is shown on a locked screen says what it is about, amounts and all. */
  detailed        boolean     not null,
  created_at      timestamptz not null,
  last_success_at timestamptz,
  /* Refusals of the push service in a row. */
  failures        smallint    not null default 0
);
create index push_subscription_by_person on push_subscription (person_id);
