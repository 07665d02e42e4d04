-- Trading accounts, the embedded platform that keeps them, and currencies with the rates that show them in USD.

-- `usd_rate` is what one unit is worth in USD. Indicative: it values what is shown, no money moves at it. `scale` repeats
-- the contract's, so that the database can read amounts without the product.
create table currency (
  code             text        primary key check (code ~ '^[A-Z]{3,8}$'),
  scale            int         not null check (scale between 0 and 18),
  usd_rate         numeric     not null check (usd_rate > 0),
  rated_at         timestamptz not null,
  open_for_trading boolean     not null
);
insert into currency (code, scale, usd_rate, rated_at, open_for_trading)
select code, scale, usd_rate, timestamptz '2026-11-20 17:00Z', open_for_trading
from (values ('AED', 2, 0.2723,  true),  ('BTC', 8, 92000,  false), ('CHF',  2, 1.24,    true),
             ('CZK', 2, 0.0478,  true),  ('ETH', 8, 3100,   false), ('EUR',  2, 1.16,    true),
             ('GBP', 2, 1.31,    true),  ('HUF', 2, 0.00302, false), ('JPY', 0, 0.00642, true),
             ('NOK', 2, 0.0985,  false), ('PLN', 2, 0.273,  true),  ('RON',  2, 0.228,   false),
             ('TRY', 2, 0.0237,  false), ('USD', 2, 1,      true),  ('USDT', 6, 1,       false))
  as rate (code, scale, usd_rate, open_for_trading);

alter table ledger_account add foreign key (currency) references currency;
alter table wallet add foreign key (currency) references currency;

create sequence trading_account_number start 10000001;

create table trading_account (
  id                uuid        primary key,
  /* How the client and the platform call it. */
  number            bigint      not null unique,
  client_id         uuid        not null references client,
  currency          text        not null references currency,
  leverage          int         not null check (leverage between 1 and 1000),
  nickname          text        check (length(nickname) between 1 and 40),
  status            text        not null check (status in ('pending', 'active', 'read_only', 'archived')),
  platform          text        not null check (platform in ('paper')),
  ledger_account_id uuid        not null unique references ledger_account,
  created_at        timestamptz not null
);
create index trading_account_of_client on trading_account (client_id, number);

create function refuse_other_currency() returns trigger language plpgsql as $$
begin
  raise exception 'the currency and the owner of a trading account never change' using errcode = 'restrict_violation';
end $$;
create trigger trading_account_keeps_currency before update of currency, client_id, number on trading_account
  for each row execute function refuse_other_currency();

-- Opens the platform once, for one account. Only the hash is here: whoever reads the table cannot use it.
create table platform_token (
  hash       bytea       primary key,
  account_id uuid        not null references trading_account,
  client_id  uuid        not null references client,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index platform_token_of_account on platform_token (account_id);

-- The embedded platform's own books: it knows accounts by number and no clients.
create table paper_account (
  number    bigint      primary key,
  currency  text        not null references currency,
  leverage  int         not null,
  /* Minor units. Always the sum of its deals. */
  balance   bigint      not null default 0 check (balance >= 0),
  opened_at timestamptz not null
);

create sequence paper_ticket start 500001;
create table paper_deal (
  ticket      bigint      primary key default nextval('paper_ticket'),
  account     bigint      not null references paper_account,
  /* The caller's name for a balance operation, which makes it happen once. */
  external_id text        unique,
  at          timestamptz not null,
  type        text        not null check (type in ('buy', 'sell', 'balance', 'credit', 'charge', 'correction', 'bonus',
                                                   'commission', 'interest', 'dividend', 'tax')),
  entry       text        check (entry in ('in', 'out', 'in_out', 'out_by')),
  symbol      text,
  volume      numeric     check (volume > 0),
  price       numeric     check (price > 0),
  commission  bigint      not null default 0,
  swap        bigint      not null default 0,
  fee         bigint      not null default 0,
  profit      bigint      not null default 0,
  comment     text,
  check ((type in ('buy', 'sell')) = (entry is not null and symbol is not null and volume is not null and price is not null))
);
alter sequence paper_ticket owned by paper_deal.ticket;
create index paper_deal_of_account on paper_deal (account, at desc, ticket desc);
create trigger paper_deal_append_only before update or delete on paper_deal for each row execute function refuse_change();
