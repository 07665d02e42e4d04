-- Offerings on the calendar and what clients applied for. Money is in minor units of the offering's currency and
-- percentages are basis points, so that no rule ever meets a fraction. The states are those of the whole life of an
-- offering; the desk that moves it along them builds on this table.

create table ipo_offering (
  id                uuid        primary key,
  issuer            text        not null check (length(issuer) between 1 and 120),
  ticker            text        not null check (ticker ~ '^[A-Z0-9.]{1,10}$'),
  exchange          text        not null,
  sector            text        not null,
  currency          text        not null check (currency ~ '^[A-Z]{3,5}$'),
  price_low_minor   bigint      not null check (price_low_minor > 0),
  price_high_minor  bigint      not null check (price_high_minor >= price_low_minor),
  final_price_minor bigint      check (final_price_minor > 0),
  lot_size          int         not null check (lot_size > 0),
  lock_up_days      int         not null check (lock_up_days >= 0),
  fee_in_bps        int         not null check (fee_in_bps between 0 and 5000),
  fee_out_bps       int         not null check (fee_out_bps between 0 and 5000),
  state             text        not null check (state in (
                      'draft', 'announced', 'open', 'closed', 'priced', 'reconfirming', 'allotting', 'allotted',
                      'listed', 'unlocked', 'archived', 'postponed', 'withdrawn')),
  opens_at          timestamptz not null,
  closes_at         timestamptz not null check (closes_at > opens_at),
  /* Expected until the state is listed. */
  listed_at         timestamptz check (listed_at > closes_at),
  created_at        timestamptz not null,
  unique (exchange, ticker),
  check (final_price_minor is not null or state not in ('priced', 'reconfirming', 'allotting', 'allotted', 'listed', 'unlocked'))
);

create table ipo_application (
  id                uuid        primary key,
  offering_id       uuid        not null references ipo_offering,
  client_id         uuid        not null references client,
  quantity          int         not null check (quantity > 0),
  allotted_quantity int         check (allotted_quantity between 0 and quantity),
  state             text        not null check (state in (
                      'submitted', 'amended', 'reconfirm_required', 'confirmed', 'allotted', 'not_allotted', 'rejected',
                      'settled', 'in_lock_up', 'tradable', 'closed', 'cancelled', 'expired')),
  created_at        timestamptz not null,
  updated_at        timestamptz not null
);
create unique index ipo_application_one_live on ipo_application (client_id, offering_id)
  where state not in ('cancelled', 'expired');
create index ipo_application_of_client on ipo_application (client_id, created_at desc);
