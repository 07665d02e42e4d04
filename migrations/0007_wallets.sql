-- Wallets, and conversion between them at a quoted rate (docs/ledger.md).
-- A client has one wallet per currency, one of them the main wallet, and one open quote per pair of wallets.
-- A quote never changes and is used once; an older quote of the same pair is replaced, so the client cannot choose the best.

create table wallet (
  id           uuid        primary key,
  client_id    uuid        not null references person,
  kind         text        not null check (kind in ('main', 'currency')),
  currency     text        not null references currency,
  available_id uuid        not null unique references ledger_account,
  held_id      uuid        not null unique references ledger_account,
  created_at   timestamptz not null,
  constraint wallet_one_per_currency unique (client_id, currency)
);
create unique index wallet_one_main on wallet (client_id) where kind = 'main';

comment on table wallet is 'Money of a client in one currency, on two accounts of the ledger.';
comment on column wallet.kind is
  'main comes with the registration, the client opens the others; the displayed name is a translation by this key.';
comment on column wallet.available_id is 'Account with the money that the client may use.';
comment on column wallet.held_id is 'Account with the money that holds reserve.';

-- Apart from the balances, whose frequent updates stay cheap as long as no index has a column that they change. A posting has locked
-- its balance by then, so no one waits for a row here.
create table wallet_change (
  wallet_id  uuid        primary key references wallet,
  changed_at timestamptz not null default change_time()
) with (fillfactor = 70);
create index wallet_change_by_time on wallet_change (changed_at, wallet_id);

comment on table wallet_change is 'The last change of a wallet or of its balances; only triggers write it.';
comment on column wallet_change.changed_at is 'Orders the changes that programs read, by change_time().';

create function record_new_wallet() returns trigger language plpgsql as $$
begin
  insert into wallet_change (wallet_id) values (new.id);
  return null;
end $$;
create trigger wallet_begins after insert on wallet for each row execute function record_new_wallet();

create function record_wallet_changes() returns trigger language plpgsql as $$
begin
  -- `offset 0` keeps the look-ups by key, whatever number of postings the plan was made for.
  update wallet_change set changed_at = (select change_time())
  where wallet_id = any(array(
    select w.id from written p
    cross join lateral (select b.movement_account_id from ledger_balance b where b.account_id = p.account_id offset 0) b
    cross join lateral (select w.id from wallet w where w.available_id = b.movement_account_id offset 0) w
    where p.balance_after is not null));
  return null;
end $$;
create trigger ledger_posting_changes_wallets after insert on ledger_posting referencing new table as written
  for each statement execute function record_wallet_changes();

create table conversion_setting (
  only_row         boolean primary key default true check (only_row),
  quote_lifetime_s int     not null check (quote_lifetime_s between 5 and 300),
  tolerance_bps    int     not null default 10 check (tolerance_bps between 0 and 1000)
);

comment on table conversion_setting is 'The only row: operator settings of conversions.';
comment on column conversion_setting.quote_lifetime_s is 'Seconds for which a quote may be used.';
comment on column conversion_setting.tolerance_bps is
  'How far the rate may move against the company before a quote is refused, in bps of the quoted rate.';

insert into conversion_setting (quote_lifetime_s) values (20);

create table conversion_quote (
  id             uuid        primary key,
  client_id      uuid        not null references person,
  from_wallet_id uuid        not null references wallet,
  to_wallet_id   uuid        not null references wallet,
  amount         bigint      not null check (amount > 0),
  rate           numeric     not null check (rate > 0),
  spread_bps     int         not null,
  spread         bigint      not null check (spread >= 0),
  received       bigint      not null check (received > 0),
  transaction_id uuid        unique references ledger_transaction,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  replaced_at    timestamptz,
  check (from_wallet_id <> to_wallet_id),
  constraint conversion_quote_not_both check (transaction_id is null or replaced_at is null)
);
-- With several open quotes a client could wait and use the best of them after the rate has moved.
create unique index conversion_quote_one_open on conversion_quote
  (client_id, least(from_wallet_id, to_wallet_id), greatest(from_wallet_id, to_wallet_id))
  where transaction_id is null and replaced_at is null;
create index conversion_quote_unused on conversion_quote (expires_at) where transaction_id is null;

comment on table conversion_quote is
  'A rate offered to a client for one conversion; a quote that is not used is deleted a day after it expires.';
comment on column conversion_quote.amount is 'What the client pays, in minor units of the first wallet''s currency.';
comment on column conversion_quote.rate is 'Units of the second currency for one of the first, before the spread.';
comment on column conversion_quote.spread_bps is 'Spread that was in force when the rate was quoted.';
comment on column conversion_quote.spread is 'What the company keeps, in minor units of the second wallet''s currency.';
comment on column conversion_quote.received is 'What the client receives, in minor units of the second wallet''s currency.';
comment on column conversion_quote.transaction_id is 'Conversion that used the quote; null if none has.';
comment on column conversion_quote.replaced_at is 'When a newer quote for the pair, in either direction, replaced it.';

create trigger conversion_quote_single_use_guard before update on conversion_quote
  for each row when (
    old.transaction_id is not null
    or (old.client_id, old.from_wallet_id, old.to_wallet_id, old.amount, old.spread, old.received, old.rate, old.expires_at)
       is distinct from
       (new.client_id, new.from_wallet_id, new.to_wallet_id, new.amount, new.spread, new.received, new.rate, new.expires_at))
  execute function refuse_change();
