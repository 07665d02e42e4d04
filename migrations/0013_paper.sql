-- The embedded platform trades: terms, orders, positions, the swap of each night, and the terminal's sessions.

-- Rules of the operator, in one row.
create table paper_setting (
  one                 boolean primary key default true check (one),
  margin_call_percent int     not null default 100 check (margin_call_percent > 0),
  stop_out_percent    int     not null default 50  check (stop_out_percent between 1 and margin_call_percent),
  /* An older quote is no price to trade at. */
  quote_max_age_s     int     not null default 30  check (quote_max_age_s > 0),
  /* Waiting orders and open positions together. */
  most_orders         int     not null default 200 check (most_orders > 0),
  /* Swap is due at this hour, UTC. */
  rollover_hour       int     not null default 22  check (rollover_hour between 0 and 23)
);
insert into paper_setting default values;

-- By which terms a symbol of the market is traded; one without terms is not. Volumes are lots, distances are prices,
-- commission is in the currency of the prices for one lot and side, swap is a year's percent of the value.
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
  /* The ISO weekday whose night counts three times, for the weekend; none where each day has its own. */
  triple_swap_weekday int     check (triple_swap_weekday between 1 and 5)
);

alter table paper_account
  /* Counts every change of the account, its orders and its positions. */
  add column version          bigint      not null default 0,
  /* What the house has laid out for losses beyond the balance while positions are open; forgiven when the last closes. */
  add column advance          bigint      not null default 0 check (advance >= 0),
  /* Since when the margin level is below the call; none above it. */
  add column margin_called_at timestamptz;

create table paper_order (
  ticket        bigint      primary key default nextval('paper_ticket'),
  account       bigint      not null references paper_account,
  /* An order of entry `out` closes the position that it names from the start. */
  entry         text        not null check (entry in ('in', 'out')),
  position      bigint,
  symbol        text        not null,
  side          text        not null check (side in ('buy', 'sell')),
  type          text        not null check (type in ('market', 'limit', 'stop')),
  state         text        not null check (state in ('placed', 'partial', 'filled', 'cancelled', 'rejected', 'expired')),
  reason        text        not null check (reason in ('client', 'sl', 'tp', 'stop_out')),
  volume        numeric     not null check (volume > 0),
  filled_volume numeric     not null default 0 check (filled_volume between 0 and volume),
  price         numeric     check (price > 0),
  filled_price  numeric     check (filled_price > 0),
  sl            numeric     check (sl > 0),
  tp            numeric     check (tp > 0),
  placed_at     timestamptz not null,
  expires_at    timestamptz,
  done_at       timestamptz,
  unique (account, ticket),
  check ((type = 'market') = (price is null)),
  check ((state in ('placed', 'partial')) = (done_at is null)),
  check ((state = 'filled') = (filled_volume = volume)),
  check ((filled_volume = 0) = (filled_price is null)),
  check (case entry when 'in' then (position is null or position = ticket) and (position is not null) = (filled_volume > 0)
                    else position is not null and type = 'market' end)
);
create index paper_order_of_account on paper_order (account, ticket desc);
create index paper_order_waiting on paper_order (account) where state = 'placed';

-- Hedging: each order that is filled opens a position of its own, under its own ticket.
create table paper_position (
  ticket        bigint      primary key,
  account       bigint      not null,
  symbol        text        not null,
  side          text        not null check (side in ('buy', 'sell')),
  opened_volume numeric     not null check (opened_volume > 0),
  /* What is open of it. */
  volume        numeric     not null check (volume between 0 and opened_volume),
  open_price    numeric     not null check (open_price > 0),
  sl            numeric     check (sl > 0),
  tp            numeric     check (tp > 0),
  /* Minor units of the account's currency: what the open volume binds, and the swap that it has gathered. */
  margin        bigint      not null check (margin >= 0),
  swap          bigint      not null default 0,
  opened_at     timestamptz not null,
  closed_at     timestamptz,
  close_reason  text        check (close_reason in ('client', 'sl', 'tp', 'stop_out')),
  foreign key (account, ticket) references paper_order (account, ticket),
  unique (account, ticket),
  check ((volume = 0) = (closed_at is not null)),
  check ((closed_at is null) = (close_reason is null)),
  check (volume > 0 or (margin = 0 and swap = 0))
);
create index paper_position_open on paper_position (account) where closed_at is null;
create index paper_position_closed on paper_position (account, ticket desc) where closed_at is not null;
alter table paper_order add foreign key (account, position) references paper_position (account, ticket)
  deferrable initially deferred;

-- One row a position and night, which is what makes the swap of a night happen once.
create table paper_swap (
  position bigint      not null references paper_position,
  night    date        not null,
  nights   int         not null check (nights in (1, 3)),
  amount   bigint      not null,
  at       timestamptz not null,
  primary key (position, night)
);
create trigger paper_swap_append_only before update or delete on paper_swap for each row execute function refuse_change();

-- `order` is filled by one deal: a second fill breaks the key. `rate` turned the result into the account's currency.
alter table paper_deal
  add column order_ticket bigint unique references paper_order,
  add column position     bigint references paper_position,
  add column sl           numeric,
  add column tp           numeric,
  add column rate         numeric check (rate > 0);
create index paper_deal_of_position on paper_deal (position) where position is not null;

-- What an intent of the client did, for when he sends it again.
create table paper_request (
  account     bigint      not null references paper_account,
  key         text        not null,
  fingerprint bytea       not null,
  answer      jsonb       not null,
  at          timestamptz not null,
  primary key (account, key)
);

-- The terminal's session: a bearer and the cookie that it is bound to, both hashed, for one account of one client.
create table paper_session (
  id           uuid        primary key,
  token_hash   bytea       not null unique,
  binding_hash bytea       not null,
  account      bigint      not null references paper_account,
  client_id    uuid        not null references client,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  revoked_at   timestamptz
);
create index paper_session_of_client on paper_session (client_id) where revoked_at is null;
create index paper_session_bound on paper_session (binding_hash) where revoked_at is null;

insert into paper_terms (symbol, contract_size, volume_min, volume_step, volume_max, stop_distance, commission_per_lot,
                         swap_long_percent, swap_short_percent, triple_swap_weekday)
values ('SPX',    1,      0.1,  0.1,  500, 0.5,     0.5, -5.8,  1.2, 5),
       ('NDX',    1,      0.1,  0.1,  200, 1.5,     0.5, -5.8,  1.2, 5),
       ('GER40',  1,      0.1,  0.1,  200, 1.5,     0.5, -4.1, -0.4, 5),
       ('UK100',  1,      0.1,  0.1,  300, 1.2,     0.5, -5.6,  1.0, 5),
       ('EURUSD', 100000, 0.01, 0.01, 100, 0.00010, 3.5, -2.6,  0.9, 3),
       ('GBPUSD', 100000, 0.01, 0.01, 100, 0.00012, 3.5, -1.4, -0.9, 3),
       ('USDJPY', 100000, 0.01, 0.01, 100, 0.012,   500,  2.2, -4.6, 3),
       ('USDCHF', 100000, 0.01, 0.01, 100, 0.00012, 3,    2.6, -5.1, 3),
       ('EURGBP', 100000, 0.01, 0.01, 100, 0.00013, 2.5, -2.9,  0.8, 3),
       ('XAUUSD', 100,    0.01, 0.01, 50,  0.30,    5,   -4.9,  1.1, 3),
       ('XAGUSD', 5000,   0.01, 0.01, 20,  0.025,   5,   -4.9,  0.8, 3),
       ('USOIL',  1000,   0.01, 0.01, 50,  0.03,    4,   -3.5, -1.5, 5),
       ('BTCUSD', 1,      0.01, 0.01, 20,  10,      8,   -15,  -5,   null),
       ('ETHUSD', 1,      0.1,  0.1,  200, 0.5,     1,   -15,  -5,   null);

-- An account may be kept by a platform elsewhere; `deal_cursor` is its last deal that the ledger has.
alter table trading_account drop constraint trading_account_platform_check;
alter table trading_account add constraint trading_account_platform_check check (platform in ('paper', 'http'));
alter table trading_account add column deal_cursor text;
