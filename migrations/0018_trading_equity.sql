-- What a trading platform last told of each account, to be shown while it does not answer, and the account's equity over
-- time. Amounts are minor units of the account's currency.

create table trading_snapshot (
  account     bigint      primary key references trading_account (number),
  /* When the platform told; an older telling never takes the place of a later one. */
  at          timestamptz not null,
  balance     bigint      not null,
  credit      bigint      not null,
  equity      bigint      not null,
  margin      bigint      not null,
  free_margin bigint      not null,
  unrealised  bigint      not null
);

-- One point for an account and an hour. Old hours are thinned to the last of each day.
create table trading_equity (
  account bigint      not null references trading_account (number),
  /* The beginning of the hour, UTC. */
  hour    timestamptz not null check (date_trunc('hour', hour, 'UTC') = hour),
  equity  bigint      not null,
  primary key (account, hour)
);
