-- What the market quotes, and its candles: charts and the change of a day outlive the process that heard the prices.

-- By which terms it is traded is the platform's. A row without `name` is named by the product's texts, in each language.
create table market_instrument (
  symbol    text  primary key check (symbol ~ '^[A-Z0-9._]{1,20}$'),
  name      text  check (length(name) between 1 and 60),
  kind      text  not null check (kind in ('fx', 'metals', 'indices', 'energies', 'crypto', 'shares')),
  base      text  check (base ~ '^[A-Z]{3,8}$'),
  /* Of its prices. */
  currency  text  not null references currency,
  digits    int   not null check (digits between 0 and 10),
  /* When it is traded: pairs of minutes since Sunday 00:00 UTC, in order, the second not included. */
  sessions  jsonb not null check (jsonb_typeof(sessions) = 'array'),
  position  int   not null unique
);

create table market_candle (
  symbol   text        not null references market_instrument,
  span     text        not null check (span in ('1m', '5m', '15m', '1h', '4h', '1d')),
  at       timestamptz not null,
  open     numeric     not null check (open > 0),
  high     numeric     not null,
  low      numeric     not null check (low > 0),
  close    numeric     not null,
  /* The time of the last price in it: what an earlier writer knew never overwrites what a later one does. */
  heard_at timestamptz not null,
  primary key (symbol, span, at),
  check (high >= greatest(open, close) and low <= least(open, close)),
  check (heard_at >= at)
);

with session (kind, sessions) as (
  values ('always',  '[[0, 10080]]'::jsonb),
         /* Sunday to Friday, 22:00. */
         ('fx',      '[[1320, 8520]]'),
         /* The same from Sunday 23:00, with an hour's rest from 22:00 on each day. */
         ('futures', '[[1380, 2760], [2820, 4200], [4260, 5640], [5700, 7080], [7140, 8520]]'))
insert into market_instrument (symbol, kind, base, currency, digits, sessions, position)
select i.symbol, i.kind, i.base, i.currency, i.digits, session.sessions, row_number() over ()
from (values ('SPX',    'indices',  null,  'USD', 2, 'futures'),
             ('NDX',    'indices',  null,  'USD', 2, 'futures'),
             ('GER40',  'indices',  null,  'EUR', 1, 'futures'),
             ('UK100',  'indices',  null,  'GBP', 1, 'futures'),
             ('EURUSD', 'fx',       'EUR', 'USD', 5, 'fx'),
             ('GBPUSD', 'fx',       'GBP', 'USD', 5, 'fx'),
             ('USDJPY', 'fx',       'USD', 'JPY', 3, 'fx'),
             ('USDCHF', 'fx',       'USD', 'CHF', 5, 'fx'),
             ('EURGBP', 'fx',       'EUR', 'GBP', 5, 'fx'),
             ('XAUUSD', 'metals',   'XAU', 'USD', 2, 'futures'),
             ('XAGUSD', 'metals',   'XAG', 'USD', 3, 'futures'),
             ('USOIL',  'energies', null,  'USD', 2, 'futures'),
             ('BTCUSD', 'crypto',   'BTC', 'USD', 2, 'always'),
             ('ETHUSD', 'crypto',   'ETH', 'USD', 2, 'always'))
  as i (symbol, kind, base, currency, digits, hours)
join session on session.kind = i.hours;
