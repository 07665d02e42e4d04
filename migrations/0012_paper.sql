-- The paper platform: the embedded platform that trades on market prices. It has its own books, knows accounts by number and
-- keeps orders, positions, deals and overnight swaps, besides the sessions of its terminal.
-- The schema enforces that deals and swaps are never changed, that an order is filled by one deal and opens at most one
-- position under its own ticket, and that no balance is negative.

create sequence paper_ticket start with 500001;

create table paper_setting (
  one                         boolean default true primary key check (one),
  margin_call_percent         int     not null default 100 check (margin_call_percent > 0),
  stop_out_percent            int     not null default 50 check (stop_out_percent between 1 and margin_call_percent),
  quote_max_age_s             int     not null default 30 check (quote_max_age_s > 0),
  max_orders                  int     not null default 200 check (max_orders > 0),
  rollover_hour               int     not null default 22 check (rollover_hour between 0 and 23),
  off_hours_margin_percent    int     not null default 200 check (off_hours_margin_percent between 100 and 1000),
  off_hours_margin_minutes    int     not null default 60 check (off_hours_margin_minutes between 0 and 1440),
  off_hours_margin_from_hours int     not null default 12 check (off_hours_margin_from_hours > 0)
);
comment on table paper_setting is 'The operator''s settings for the paper platform, in one row.';
comment on column paper_setting.margin_call_percent is 'Percent of equity to margin; a margin call at or below.';
comment on column paper_setting.stop_out_percent is 'Percent of equity to margin; positions are closed at or below.';
comment on column paper_setting.quote_max_age_s is 'Seconds; an older quote is no price to trade at.';
comment on column paper_setting.max_orders is 'Pending orders and open positions of an account together.';
comment on column paper_setting.rollover_hour is 'Hour of the day (UTC) at which swap is due.';
comment on column paper_setting.off_hours_margin_percent is
  'Percent of the usual margin around a long market break, such as a weekend, because prices may jump.';
comment on column paper_setting.off_hours_margin_minutes is
  'How long before the market closes that margin starts to apply; it ends when the market opens.';
comment on column paper_setting.off_hours_margin_from_hours is 'Shorter breaks, such as each night''s, do not raise the margin.';
insert into paper_setting default values;

create table paper_terms (
  symbol              text    primary key,
  contract_size       numeric not null check (contract_size > 0),
  volume_min          numeric not null check (volume_min > 0),
  volume_step         numeric not null check (volume_step > 0),
  volume_max          numeric not null check (volume_max >= volume_min),
  stop_distance       numeric not null check (stop_distance >= 0),
  commission_per_lot  numeric not null check (commission_per_lot >= 0),
  swap_long_percent   numeric not null,
  swap_short_percent  numeric not null,
  triple_swap_weekday int     check (triple_swap_weekday between 1 and 5)
);
comment on table paper_terms is 'The terms of trading one instrument. An instrument without a row is not traded.';
comment on column paper_terms.contract_size is 'Units of the instrument in one lot.';
comment on column paper_terms.volume_min is 'Lots.';
comment on column paper_terms.volume_step is 'Lots.';
comment on column paper_terms.volume_max is 'Lots.';
comment on column paper_terms.stop_distance is 'Minimum distance of pending prices and stops from the market, as a price.';
comment on column paper_terms.commission_per_lot is 'In the currency of the prices, for one lot and side.';
comment on column paper_terms.swap_long_percent is 'Percent of the value in a year of 360 days; negative if the client pays.';
comment on column paper_terms.swap_short_percent is 'Percent of the value in a year of 360 days; negative if the client pays.';
comment on column paper_terms.triple_swap_weekday is
  'ISO weekday whose night counts three times, for the weekend; null if every night counts once.';
insert into paper_terms
  (symbol, contract_size, volume_min, volume_step, volume_max, stop_distance, commission_per_lot,
   swap_long_percent, swap_short_percent, triple_swap_weekday) values
  ('SPX',         1, 0.1,  0.1,  500, 0.5,     0.5,  -5.8,  1.2, 5),
  ('NDX',         1, 0.1,  0.1,  200, 1.5,     0.5,  -5.8,  1.2, 5),
  ('GER40',       1, 0.1,  0.1,  200, 1.5,     0.5,  -4.1, -0.4, 5),
  ('UK100',       1, 0.1,  0.1,  300, 1.2,     0.5,  -5.6,  1.0, 5),
  ('EURUSD', 100000, 0.01, 0.01, 100, 0.00010, 3.5,  -2.6,  0.9, 3),
  ('GBPUSD', 100000, 0.01, 0.01, 100, 0.00012, 3.5,  -1.4, -0.9, 3),
  ('USDJPY', 100000, 0.01, 0.01, 100, 0.012,   500,   2.2, -4.6, 3),
  ('USDCHF', 100000, 0.01, 0.01, 100, 0.00012, 3,     2.6, -5.1, 3),
  ('EURGBP', 100000, 0.01, 0.01, 100, 0.00013, 2.5,  -2.9,  0.8, 3),
  ('XAUUSD',    100, 0.01, 0.01,  50, 0.30,    5,    -4.9,  1.1, 3),
  ('XAGUSD',   5000, 0.01, 0.01,  20, 0.025,   5,    -4.9,  0.8, 3),
  ('USOIL',    1000, 0.01, 0.01,  50, 0.03,    4,    -3.5, -1.5, 5),
  ('BTCUSD',      1, 0.01, 0.01,  20, 10,      8,   -15,   -5,   null),
  ('ETHUSD',      1, 0.1,  0.1,  200, 0.5,     1,   -15,   -5,   null);

create table paper_account (
  number           bigint      primary key,
  currency         text        not null references currency,
  leverage         int         not null,
  balance          bigint      not null default 0 check (balance >= 0),
  advance          bigint      not null default 0 check (advance >= 0),
  version          bigint      not null default 0,
  opened_at        timestamptz not null,
  margin_called_at timestamptz
);
-- Advances are looked up every second.
create index paper_account_advanced on paper_account (number) where advance > 0;
comment on table paper_account is 'A trading account in the books of the platform, which knows no clients.';
comment on column paper_account.leverage is 'Position value per unit of margin.';
comment on column paper_account.balance is 'Minor units; always the sum of the account''s deals.';
comment on column paper_account.advance is
  'Minor units that the operator has paid for losses beyond the balance. Once the account has no open position they are taken '
  'from the client''s other accounts, and waived when none of them has one.';
comment on column paper_account.version is 'Counts every change of the account, its orders and its positions.';
comment on column paper_account.margin_called_at is 'Since when the margin level is at or below the margin call; null above.';

create table paper_session (
  id           uuid        primary key,
  account      bigint      not null references paper_account,
  client_id    uuid        not null references person,
  opened_by    uuid        references session,
  token_hash   bytea       not null unique,
  binding_hash bytea       not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz,
  security_mac bytea
);
create trigger paper_session_ended_mac before update of revoked_at on paper_session
  for each row when (new.revoked_at is not null) execute function drop_mac();
create index paper_session_of_client on paper_session (client_id) where revoked_at is null;
create index paper_session_bound on paper_session (binding_hash) where revoked_at is null;
comment on table paper_session is 'A session of a client in the trading terminal, on one account.';
comment on column paper_session.opened_by is 'The session that it was opened from, and ends with.';
comment on column paper_session.token_hash is 'Keyed hash of the bearer token.';
comment on column paper_session.binding_hash is 'Keyed hash of the cookie that the token is bound to, shared within a browser.';
comment on column paper_session.security_mac is 'MAC over the row, which only the server can compute.';

create table paper_preference (
  client_id uuid    primary key references person,
  starred   text[]  not null default '{}',
  one_click boolean not null default false,
  shortcuts boolean not null default true,
  symbol    text
);
comment on table paper_preference is 'How a client likes their terminals, on every account.';
comment on column paper_preference.starred is 'Symbols on top of the watch list.';
comment on column paper_preference.one_click is 'Sell and Buy place the order without a confirmation.';
comment on column paper_preference.shortcuts is 'Single keys act on the terminal.';
comment on column paper_preference.symbol is 'The instrument that was looked at last.';

create table paper_order (
  ticket        bigint      default nextval('paper_ticket') primary key,
  account       bigint      not null references paper_account,
  position      bigint,
  symbol        text        not null,
  entry         text        not null check (entry in ('in', 'out')),
  side          text        not null check (side in ('buy', 'sell')),
  type          text        not null check (type in ('market', 'limit', 'stop')),
  reason        text        not null check (reason in ('client', 'sl', 'tp', 'stop_out')),
  volume        numeric     not null check (volume > 0),
  filled_volume numeric     not null default 0 check (filled_volume between 0 and volume),
  price         numeric     check (price > 0),
  filled_price  numeric     check (filled_price > 0),
  sl            numeric     check (sl > 0),
  tp            numeric     check (tp > 0),
  state         text        not null check (state in ('placed', 'partial', 'filled', 'cancelled', 'rejected', 'expired')),
  placed_at     timestamptz not null,
  expires_at    timestamptz,
  done_at       timestamptz,
  unique (account, ticket),
  check ((type = 'market') = (price is null)),
  check ((state in ('placed', 'partial')) = (done_at is null)),
  check ((state = 'filled') = (filled_volume = volume)),
  check ((filled_volume = 0) = (filled_price is null)),
  -- An order that opens has its position once it is filled, under its own ticket; one that closes names it from the start.
  check (
    case entry
      when 'in' then (position is null or position = ticket) and (position is not null) = (filled_volume > 0)
      else position is not null and type = 'market'
    end)
);
create index paper_order_of_account on paper_order (account, ticket desc);
create index paper_order_waiting on paper_order (account) where state = 'placed';
comment on table paper_order is 'An order to open a position or to close one.';
comment on column paper_order.position is 'The position that it opened, null until then, or that it closes.';
comment on column paper_order.entry is 'in opens a position, out closes one.';
comment on column paper_order.reason is 'What placed it: the client, a stop loss, a take profit or a stop-out.';
comment on column paper_order.volume is 'Lots.';
comment on column paper_order.filled_volume is 'Lots.';
comment on column paper_order.price is 'The requested price; null for market orders.';
comment on column paper_order.sl is 'Stop loss price.';
comment on column paper_order.tp is 'Take profit price.';
comment on column paper_order.expires_at is 'Null if it stays until it is filled or cancelled.';
comment on column paper_order.done_at is 'When it was filled or ended; null while it is pending.';

create table paper_position (
  ticket        bigint      primary key,
  account       bigint      not null,
  symbol        text        not null,
  side          text        not null check (side in ('buy', 'sell')),
  opened_volume numeric     not null check (opened_volume > 0),
  volume        numeric     not null check (volume between 0 and opened_volume),
  open_price    numeric     not null check (open_price > 0),
  sl            numeric     check (sl > 0),
  tp            numeric     check (tp > 0),
  margin        bigint      not null check (margin >= 0),
  swap          bigint      not null default 0,
  close_reason  text        check (close_reason in ('client', 'sl', 'tp', 'stop_out')),
  opened_at     timestamptz not null,
  closed_at     timestamptz,
  unique (account, ticket),
  foreign key (account, ticket) references paper_order (account, ticket),
  check ((volume = 0) = (closed_at is not null)),
  check ((closed_at is null) = (close_reason is null)),
  check (volume > 0 or margin = 0 and swap = 0)
);
create index paper_position_open on paper_position (account) where closed_at is null;
create index paper_position_closed on paper_position (account, ticket desc) where closed_at is not null;
comment on table paper_position is 'A position, open or closed. Each filled order of entry in opens its own (hedging).';
comment on column paper_position.ticket is 'The ticket of the order that opened it.';
comment on column paper_position.opened_volume is 'Lots.';
comment on column paper_position.volume is 'Lots that are still open.';
comment on column paper_position.sl is 'Stop loss price.';
comment on column paper_position.tp is 'Take profit price.';
comment on column paper_position.margin is 'Minor units of the account''s currency, for the open volume.';
comment on column paper_position.swap is 'Minor units of the account''s currency that the open volume has accrued.';

-- Deferred, because an order and the position that it opens refer to each other.
alter table paper_order add foreign key (account, position) references paper_position (account, ticket)
  deferrable initially deferred;

create table paper_deal (
  ticket       bigint      default nextval('paper_ticket') primary key,
  account      bigint      not null references paper_account,
  order_ticket bigint      unique references paper_order,
  position     bigint      references paper_position,
  external_id  text        unique,
  type         text        not null
               check (type in ('buy', 'sell', 'balance', 'credit', 'charge', 'correction', 'bonus',
                               'commission', 'interest', 'dividend', 'tax')),
  entry        text        check (entry in ('in', 'out', 'in_out', 'out_by')),
  symbol       text,
  volume       numeric     check (volume > 0),
  price        numeric     check (price > 0),
  sl           numeric,
  tp           numeric,
  rate         numeric     check (rate > 0),
  commission   bigint      not null default 0,
  swap         bigint      not null default 0,
  fee          bigint      not null default 0,
  profit       bigint      not null default 0,
  comment      text,
  at           timestamptz not null,
  check ((type in ('buy', 'sell')) = (entry is not null and symbol is not null and volume is not null and price is not null))
);
alter sequence paper_ticket owned by paper_deal.ticket;
create index paper_deal_of_account on paper_deal (account, at desc, ticket desc);
create index paper_deal_of_position on paper_deal (position) where position is not null;
comment on table paper_deal is 'A trade or a balance operation, which changes the balance of an account.';
comment on column paper_deal.order_ticket is 'The order that it fills. Unique, so that an order is not filled twice.';
comment on column paper_deal.position is 'The position that it opens or closes.';
comment on column paper_deal.external_id is 'The caller''s name for a balance operation, which makes it happen once.';
comment on column paper_deal.volume is 'Lots.';
comment on column paper_deal.sl is 'Stop loss price of the position from then on.';
comment on column paper_deal.tp is 'Take profit price of the position from then on.';
comment on column paper_deal.rate is 'Converted the result from the currency of the prices to the account''s.';
comment on column paper_deal.commission is 'Minor units of the account''s currency; a cost is negative.';
comment on column paper_deal.swap is 'Minor units; a cost is negative.';
comment on column paper_deal.fee is 'Minor units; a cost is negative.';
comment on column paper_deal.profit is 'Minor units, without costs; of a balance operation its amount.';
create trigger paper_deal_append_only before update or delete on paper_deal for each row execute function refuse_change();

-- Credits an account under its lock, which is taken before the ticket is drawn, so that tickets have the order of the balance. A
-- credit with a name that was booked before is not booked again.
create function paper_credit(p_account bigint, p_external_id text, p_amount bigint, p_at timestamptz) returns void language plpgsql as $$
begin
  perform from paper_account where number = p_account for no key update;
  if not found then
    raise exception 'account % is not on the platform', p_account;
  end if;
  insert into paper_deal (account, external_id, at, type, profit) values (p_account, p_external_id, p_at, 'balance', p_amount)
  on conflict (external_id) do nothing;
  if found then
    update paper_account set balance = balance + p_amount, version = version + 1 where number = p_account;
  end if;
end $$;

create table paper_day (
  account  bigint  not null,
  day      date    not null,
  currency text    not null,
  deals    int     not null,
  volume   numeric not null,
  primary key (account, day, currency)
);
create index paper_day_by_day on paper_day (day) include (currency, volume);
comment on table paper_day is 'What an account traded on a day, so that the volume of all accounts costs no deals; only a trigger writes it.';
comment on column paper_day.account is 'Account of the deals.';
comment on column paper_day.day is 'Day in UTC.';
comment on column paper_day.currency is 'Of the prices.';
comment on column paper_day.deals is 'Number of deals that opened or closed a position.';
comment on column paper_day.volume is 'Sum of lots, contract size and price of these deals, in units of the currency.';
-- A deal is booked under the lock of its account, so one transaction at a time writes a day.
create function paper_count_deal() returns trigger language plpgsql as $$
begin
  insert into paper_day as d (account, day, currency, deals, volume)
  select new.account, (new.at at time zone 'UTC')::date, i.currency, 1, new.volume * t.contract_size * new.price
  from market_instrument i join paper_terms t using (symbol) where i.symbol = new.symbol
  on conflict (account, day, currency) do update set deals = d.deals + 1, volume = d.volume + excluded.volume;
  return null;
end $$;
create trigger paper_deal_counts after insert on paper_deal
  for each row when (new.symbol is not null) execute function paper_count_deal();
create trigger paper_day_of_deal before insert or update on paper_day
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger paper_day_no_delete before delete on paper_day for each row execute function refuse_change();
create trigger paper_day_no_truncate before truncate on paper_day for each statement execute function refuse_change();

create table paper_swap (
  position bigint      not null references paper_position,
  night    date        not null,
  nights   int         not null check (nights in (1, 3)),
  amount   bigint      not null,
  at       timestamptz not null,
  primary key (position, night)
);
comment on table paper_swap is 'The swap of a position for one night. The key makes it accrue once.';
comment on column paper_swap.night is 'The day (UTC) on which the night starts.';
comment on column paper_swap.nights is '3 when the night counts for the weekend too.';
comment on column paper_swap.amount is 'Minor units of the account''s currency; negative if the client pays.';
create trigger paper_swap_append_only before update or delete on paper_swap for each row execute function refuse_change();

create table paper_idempotency_key (
  account     bigint      not null references paper_account,
  key         text        not null,
  fingerprint bytea       not null,
  response    jsonb       not null,
  at          timestamptz not null,
  primary key (account, key)
);
comment on table paper_idempotency_key is 'A completed call of a terminal and its response, for when the client repeats it.';
comment on column paper_idempotency_key.key is 'Chosen by the client.';
comment on column paper_idempotency_key.fingerprint is 'Hash of the call, which refuses the same key with another call.';

create view paper_mirrored_book as
  select client_id, symbol, sum(net) as net_volume, sum(gross) as gross_volume,
         array_agg(account order by account) as accounts,
         greatest(min(since) filter (where net > 0), min(since) filter (where net < 0)) as since
  from (
    select t.client_id, p.account, p.symbol, sum(p.volume) as gross,
           sum(case p.side when 'buy' then p.volume else -p.volume end) as net, min(p.opened_at) as since
    from paper_position p join trading_account t on t.number = p.account
    where p.closed_at is null
    group by t.client_id, p.account, p.symbol
  ) of_account
  group by client_id, symbol
  having bool_or(net > 0) and bool_or(net < 0);
comment on view paper_mirrored_book is
  'A client who is long in one instrument on one account and short in it on another. An account hedged within itself is neither.';
comment on column paper_mirrored_book.accounts is 'Numbers of all accounts with open positions in the instrument.';
comment on column paper_mirrored_book.net_volume is 'Lots bought less lots sold.';
comment on column paper_mirrored_book.gross_volume is 'Lots bought and lots sold.';
comment on column paper_mirrored_book.since is 'When the later of the two sides was opened.';
