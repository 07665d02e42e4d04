-- Wallets in further currencies, and conversion between them at a quoted rate.

alter table wallet drop constraint wallet_kind_check;
alter table wallet add constraint wallet_kind_check check (kind in ('main', 'currency'));
alter table wallet drop constraint wallet_client_id_kind_currency_key;
alter table wallet add constraint wallet_one_per_currency unique (client_id, currency);
create unique index wallet_one_main on wallet (client_id) where kind = 'main';

-- In which currencies clients may open a wallet, and what the house keeps of a conversion, in hundredths of a percent.
-- Between two currencies the higher spread counts. Both are the operator's to change.
alter table currency add open_for_wallets boolean not null default false;
alter table currency add spread_bps int not null default 100 check (spread_bps between 0 and 5000);
update currency set open_for_wallets = code in ('AED', 'CHF', 'CZK', 'EUR', 'GBP', 'HUF', 'JPY', 'NOK', 'PLN', 'RON', 'TRY', 'USD');
update currency set spread_bps = 50 where code in ('CHF', 'EUR', 'GBP', 'JPY', 'USD');

create table conversion_setting (
  only_row         boolean primary key default true check (only_row),
  quote_lifetime_s int     not null check (quote_lifetime_s between 5 and 300)
);
insert into conversion_setting (quote_lifetime_s) values (20);

-- A promise to one client: at this rate, until then, once. What was promised never changes.
create table conversion_quote (
  id             uuid        primary key,
  client_id      uuid        not null references client,
  from_wallet_id uuid        not null references wallet,
  to_wallet_id   uuid        not null references wallet,
  /* Minor units: what is given, in the currency of the one wallet; what the house keeps and what the client gets, in the other's. */
  amount         bigint      not null check (amount > 0),
  spread         bigint      not null check (spread >= 0),
  received       bigint      not null check (received > 0),
  /* Units of the other currency for one of the first. */
  rate           numeric     not null check (rate > 0),
  spread_bps     int         not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  /* The movement that used it up. */
  transaction_id uuid        unique references ledger_transaction,
  check (from_wallet_id <> to_wallet_id)
);
create index conversion_quote_unused on conversion_quote (expires_at) where transaction_id is null;
create trigger conversion_quote_serves_once before update on conversion_quote for each row
  when (old.transaction_id is not null
        or (old.client_id, old.from_wallet_id, old.to_wallet_id, old.amount, old.spread, old.received, old.rate, old.expires_at)
           is distinct from
           (new.client_id, new.from_wallet_id, new.to_wallet_id, new.amount, new.spread, new.received, new.rate, new.expires_at))
  execute function refuse_change();

