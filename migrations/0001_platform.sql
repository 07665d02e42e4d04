-- What every room stands on: events that leave with their transaction, mails, and counters of rate limits.

create table outbox (
  id              bigint generated always as identity primary key,
  name            text        not null,
  payload         jsonb       not null,
  created_at      timestamptz not null default now(),
  next_attempt_at timestamptz not null,
  attempts        int         not null default 0,
  delivered_at    timestamptz,
  given_up_at     timestamptz
);
create index outbox_due on outbox (next_attempt_at) where delivered_at is null and given_up_at is null;

-- Counters that limit guesses and floods. The key is a hash, so the table names nobody; losing it in a crash costs
-- nothing but a fresh window.
create unlogged table rate_window (
  key        text        primary key,
  started_at timestamptz not null,
  hits       int         not null
);

-- The mailbox of an installation without a mail server, read on the demo's mailbox page.
create table mailbox_mail (
  id         uuid        primary key,
  to_address text        not null,
  language   text        not null,
  template   text        not null,
  subject    text        not null,
  html       text        not null,
  plain      text        not null,
  sent_at    timestamptz not null
);
create index mailbox_mail_latest on mailbox_mail (sent_at desc);
