-- What holds for one client instead of the house's rule, until a day or until staff take it back: how many trading
-- accounts he may have, and how much he may pay in or out. Whether he may at all stays with his level.

create table client_override (
  client_id     uuid        not null references client,
  kind          text        not null check (kind in ('trading_accounts', 'deposit', 'withdrawal')),
  most_accounts int         check (most_accounts between 0 and 100),
  /* In US cents; null is no limit. */
  per_operation bigint      check (per_operation >= 0),
  per_day       bigint      check (per_day >= 0),
  per_month     bigint      check (per_month >= 0),
  /* The last day (UTC) on which it counts. */
  until         date,
  reason        text        not null,
  /* Null for what was in the database before anybody could set it. */
  set_by        uuid        references client,
  set_at        timestamptz not null,
  primary key (client_id, kind),
  check (set_by <> client_id),
  check ((kind = 'trading_accounts') = (most_accounts is not null)),
  check (kind <> 'trading_accounts' or coalesce(per_operation, per_day, per_month) is null)
);

insert into client_override (client_id, kind, most_accounts, reason, set_at)
select id, 'trading_accounts', least(trading_account_limit, 100), '–', created_at from client where trading_account_limit is not null;

alter table client drop column trading_account_limit;
