-- Trading: the instruments and their candles, the clients' trading accounts with what the platform last reported of them,
-- and transfers between a wallet and a trading account.
-- The schema enforces that a settled transfer never changes, and that a transfer whose result the platform does not report is
-- settled by two people, neither of them its client.

create sequence trading_account_number start with 10000001;

create table market_instrument (
  symbol   text  primary key check (symbol ~ '^[A-Z0-9._]{1,20}$'),
  name     text  check (length(name) between 1 and 60),
  kind     text  not null check (kind in ('fx', 'metals', 'indices', 'energies', 'crypto', 'shares')),
  base     text  check (base ~ '^[A-Z]{3,8}$'),
  currency text  not null references currency,
  digits   int   not null check (digits between 0 and 10),
  sessions jsonb not null check (jsonb_typeof(sessions) = 'array'),
  position int   not null unique
);
comment on table market_instrument is 'An instrument that the market quotes. The terms to trade it are the platform''s.';
comment on column market_instrument.name is 'Null if the product''s texts name it in each language.';
comment on column market_instrument.base is 'The currency, metal or coin that is priced; null if there is none.';
comment on column market_instrument.currency is 'Of its prices.';
comment on column market_instrument.digits is 'Decimals of its prices.';
comment on column market_instrument.sessions is
  'Trading hours: ordered pairs of minutes since Sunday 00:00 UTC, the second one exclusive.';
comment on column market_instrument.position is 'Order in lists.';
-- Currency pairs trade from Sunday 22:00 to Friday 22:00 UTC; indices, metals and oil from Sunday 23:00, with a break of an
-- hour at 22:00 every day; cryptocurrencies always.
insert into market_instrument (symbol, kind, base, currency, digits, sessions, position) values
  ('SPX',    'indices',  null,  'USD', 2, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]',  1),
  ('NDX',    'indices',  null,  'USD', 2, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]',  2),
  ('GER40',  'indices',  null,  'EUR', 1, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]',  3),
  ('UK100',  'indices',  null,  'GBP', 1, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]',  4),
  ('EURUSD', 'fx',       'EUR', 'USD', 5, '[[1320, 8520]]',                                                           5),
  ('GBPUSD', 'fx',       'GBP', 'USD', 5, '[[1320, 8520]]',                                                           6),
  ('USDJPY', 'fx',       'USD', 'JPY', 3, '[[1320, 8520]]',                                                           7),
  ('USDCHF', 'fx',       'USD', 'CHF', 5, '[[1320, 8520]]',                                                           8),
  ('EURGBP', 'fx',       'EUR', 'GBP', 5, '[[1320, 8520]]',                                                           9),
  ('XAUUSD', 'metals',   'XAU', 'USD', 2, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]', 10),
  ('XAGUSD', 'metals',   'XAG', 'USD', 3, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]', 11),
  ('USOIL',  'energies', null,  'USD', 2, '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]', 12),
  ('BTCUSD', 'crypto',   'BTC', 'USD', 2, '[[0, 10080]]',                                                            13),
  ('ETHUSD', 'crypto',   'ETH', 'USD', 2, '[[0, 10080]]',                                                            14);

create table market_candle (
  symbol      text        not null references market_instrument,
  span        text        not null check (span in ('1m', '5m', '15m', '1h', '4h', '1d')),
  at          timestamptz not null,
  open        numeric     not null check (open > 0),
  high        numeric     not null,
  low         numeric     not null check (low > 0),
  close       numeric     not null,
  received_at timestamptz not null check (received_at >= at),
  primary key (symbol, span, at),
  check (high >= greatest(open, close) and low <= least(open, close))
);
comment on table market_candle is 'The bid prices of an instrument in one interval of time.';
comment on column market_candle.span is 'Length of the interval.';
comment on column market_candle.at is 'Start of the interval.';
comment on column market_candle.received_at is
  'Time of the last price in it. A writer with an earlier last price does not replace the close.';

create table trading_account (
  id                uuid        primary key,
  number            bigint      not null unique,
  client_id         uuid        not null references person,
  ledger_account_id uuid        not null unique references ledger_account,
  platform          text        not null check (platform in ('paper', 'http')),
  currency          text        not null references currency,
  leverage          int         not null check (leverage between 1 and 1000),
  nickname          text        check (length(nickname) between 1 and 40),
  deal_cursor       text,
  status            text        not null check (status in ('pending', 'active', 'read_only', 'archived')),
  archived_from     text        check (archived_from in ('pending', 'active', 'read_only')),
  archive_reason    text        check (length(archive_reason) between 1 and 200),
  created_at        timestamptz not null,
  archived_at       timestamptz,
  restored_at       timestamptz,
  changed_at        timestamptz not null default change_time(),
  check ((status = 'archived') = (archived_at is not null))
);
create index trading_account_of_client on trading_account (client_id, number);
create index trading_account_changed on trading_account (changed_at, id);
comment on table trading_account is 'A client''s account on a trading platform.';
comment on column trading_account.number is 'By which the client and the platform know it.';
comment on column trading_account.ledger_account_id is 'Where the ledger books what is on it.';
comment on column trading_account.platform is 'paper is the embedded platform, http an external one.';
comment on column trading_account.leverage is 'Position value per unit of margin.';
comment on column trading_account.nickname is 'The client''s own name for it.';
comment on column trading_account.deal_cursor is 'Ticket of the last deal of an external platform that the ledger has.';
comment on column trading_account.status is 'read_only: no trades, and transfers only to a wallet.';
comment on column trading_account.archived_from is 'Status before it was archived, to return to.';
comment on column trading_account.archive_reason is 'In the client''s words.';
comment on column trading_account.restored_at is 'When it was last restored from the archive.';
comment on column trading_account.changed_at is 'Orders the changes that programs read, by change_time().';
create trigger trading_account_stamped before update of leverage, nickname, status on trading_account
  for each row execute function stamp_change();
create function refuse_other_account_owner() returns trigger language plpgsql as $$
begin
  raise exception 'the currency, owner and number of a trading account never change' using errcode = 'restrict_violation';
end $$;
create trigger trading_account_owner_guard before update of currency, client_id, number on trading_account
  for each row execute function refuse_other_account_owner();

create table trading_snapshot (
  account     bigint      primary key references trading_account (number),
  at          timestamptz not null,
  balance     bigint      not null,
  credit      bigint      not null,
  equity      bigint      not null,
  margin      bigint      not null,
  free_margin bigint      not null,
  unrealised  bigint      not null
);
comment on table trading_snapshot is
  'The last figures that an external platform reported of an account, for when it does not respond. In minor units.';
comment on column trading_snapshot.account is 'Number of the trading account.';
comment on column trading_snapshot.at is 'Time of the report; an older one never replaces a later one.';

create table trading_equity (
  account bigint      not null references trading_account (number),
  hour    timestamptz not null check (date_trunc('hour', hour, 'UTC') = hour),
  equity  bigint      not null,
  primary key (account, hour)
);
comment on table trading_equity is
  'The equity of a trading account in one hour. Of days older than 35 days only the last hour is kept.';
comment on column trading_equity.account is 'Number of the trading account.';
comment on column trading_equity.hour is 'Start of the hour, UTC.';
comment on column trading_equity.equity is 'Minor units of the account''s currency.';

create table platform_token (
  hash         bytea       primary key,
  account_id   uuid        not null references trading_account,
  client_id    uuid        not null references person,
  session_id   uuid        references session,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  security_mac bytea
);
create index platform_token_of_account on platform_token (account_id);
comment on table platform_token is 'A one-time token that signs a client in on the platform for one account.';
comment on column platform_token.hash is 'Keyed hash; the table does not hold the token itself.';
comment on column platform_token.session_id is 'The session that issued it. What the token opens ends with that session.';
comment on column platform_token.security_mac is 'MAC over the row, which only the server can compute.';

create table trading_transfer (
  id              uuid        primary key,
  client_id       uuid        not null references person,
  wallet_id       uuid        not null references wallet,
  account_id      uuid        not null references trading_account,
  direction       text        not null check (direction in ('in', 'out')),
  amount          bigint      not null check (amount > 0),
  hold_id         uuid        references ledger_hold,
  idempotency_key text        not null,
  state           text        not null check (state in ('pending', 'completed', 'rejected', 'needs_reconciliation')),
  created_at      timestamptz not null,
  settled_at      timestamptz,
  checked_at      timestamptz,
  constraint trading_transfer_of_client unique (id, client_id),
  unique (client_id, idempotency_key),
  check (hold_id is null or direction = 'in'),
  check (hold_id is not null or direction = 'out' or state = 'completed'),
  check ((state in ('completed', 'rejected')) = (settled_at is not null))
);
create index trading_transfer_history on trading_transfer (client_id, id desc);
-- Open transfers in the order in which the platform is queried about them: the longest unchecked first.
create index trading_transfer_open on trading_transfer (coalesce(checked_at, created_at)) where settled_at is null;
comment on table trading_transfer is 'A transfer of money between a client''s wallet and trading account.';
comment on column trading_transfer.direction is 'in is from the wallet to the trading account.';
comment on column trading_transfer.amount is 'Minor units of the currency that wallet and account share.';
comment on column trading_transfer.hold_id is 
  'The wallet hold that covers the money on its way in; none where the platform books it in the same transaction.';
comment on column trading_transfer.idempotency_key is 'Sent by the client: the same key is the same transfer.';
comment on column trading_transfer.state is
  'needs_reconciliation: the platform did not respond. Money is neither released nor sent again until its result is known.';
comment on column trading_transfer.checked_at is 'When the platform was last queried about it.';
create trigger trading_transfer_no_delete before delete on trading_transfer for each row execute function refuse_change();
create trigger trading_transfer_single_settle_guard before update on trading_transfer
  for each row when (old.settled_at is not null) execute function refuse_settled_transfer();

-- Locks the client, whose transfers cross in both directions, and says what the transfer depends on. `currency` is that of the
-- account, null if it is not the client's. Without an account the wallet and the account are not both the client's, in one
-- currency. `earlier_id` is the transfer that has the key. Only with hits can the screening have paused the client's payments.
create function trading_begin_transfer(
  p_client uuid, p_wallet uuid, p_number bigint, p_direction text, p_key text, p_at timestamptz,
  out currency text, out account_id uuid, out earlier_id uuid, out is_open boolean, out is_permitted boolean, out has_hits boolean
) language plpgsql as $$
begin
  perform from person where id = p_client for no key update;
  select t.currency into currency from trading_account t where t.number = p_number and t.client_id = p_client;
  select t.id, t.status = 'active' or (t.status = 'read_only' and p_direction = 'out') into account_id, is_open
  from wallet w join trading_account t on t.client_id = w.client_id and t.currency = w.currency
  where w.id = p_wallet and w.client_id = p_client and t.number = p_number;
  select t.id into earlier_id from trading_transfer t where t.client_id = p_client and t.idempotency_key = p_key;
  is_permitted := p_direction = 'out' or may_deal(p_client, 'accounts', p_at);
  has_hits := exists (select from screening_hit h where h.client_id = p_client);
end $$;

-- The outcome of a transfer that the platform does not report is an approval request of kind `transfer`.
alter table approval_request add foreign key (transfer_id, client_id) references trading_transfer (id, client_id);
