-- IPO: offerings with the whole of their life, the book of what clients applied for, what they hold of it and what they
-- sold. Money is in minor units of the offering's currency, prices per share, percentages in basis points. The calendar
-- so far held the demo's made-up offerings and nothing else, so its two tables are made anew.

drop table ipo_application;
drop table ipo_offering;

create table ipo_offering (
  id                    uuid        primary key,
  issuer                text        not null check (length(issuer) between 1 and 120),
  ticker                text        not null check (ticker ~ '^[A-Z0-9.]{1,10}$'),
  isin                  text        check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange              text        not null,
  sector                text        not null,
  currency              text        not null references currency,
  /* A book with holds and an allotment, or a fixed price at once. */
  mode                  text        not null check (mode in ('subscription', 'direct')),
  price_low_minor       bigint      not null check (price_low_minor > 0),
  price_high_minor      bigint      not null check (price_high_minor >= price_low_minor),
  final_price_minor     bigint      check (final_price_minor > 0),
  shares_offered        bigint      not null check (shares_offered > 0),
  shares_outstanding    bigint      not null check (shares_outstanding >= shares_offered),
  /* What the broker may give to clients. */
  quota                 bigint      not null check (quota between 1 and shares_offered),
  /* Of a direct offering: sold so far. The last share is sold once. */
  sold                  bigint      not null default 0 constraint ipo_offering_not_oversold check (sold between 0 and quota),
  lot_size              int         not null check (lot_size > 0),
  min_quantity          int         not null check (min_quantity > 0),
  max_quantity          int         not null check (max_quantity >= min_quantity),
  fee_in_bps            int         not null check (fee_in_bps between 0 and 5000),
  /* The percentage fee is at least so much when anything is allotted. */
  fee_in_min_minor      bigint      not null default 0 check (fee_in_min_minor >= 0),
  fee_fixed_minor       bigint      not null default 0 check (fee_fixed_minor >= 0),
  fee_out_bps           int         not null check (fee_out_bps between 0 and 5000),
  lock_up_days          int         not null check (lock_up_days between 0 and 3650),
  /* What an exit before the lock-up ends costs; null where there is none. */
  early_exit_bps        int         check (early_exit_bps between 0 and 9000),
  min_level             int         not null default 3 check (min_level between 0 and 4),
  min_tier              text        not null default 'standard' check (min_tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  /* ISO 3166-1 alpha-2. */
  excluded_countries    text[]      not null default '{}',
  /* Until when a client may change or cancel. */
  cut_off               text        not null default 'close' check (cut_off in ('close', 'confirm_until')),
  when_postponed        text        not null default 'keep' check (when_postponed in ('keep', 'release')),
  allotment_method      text        not null default 'pro_rata' check (allotment_method in (
                          'full', 'pro_rata', 'tier_weighted', 'one_lot_each', 'lottery', 'manual')),
  disclosure_version    int         not null default 1 check (disclosure_version > 0),
  state                 text        not null check (state in (
                          'draft', 'announced', 'open', 'closed', 'priced', 'reconfirming', 'allotting', 'allotted',
                          'listed', 'unlocked', 'archived', 'postponed', 'withdrawn')),
  /* Where a postponed offering goes on from. */
  postponed_from        text        check ((postponed_from is not null) = (state = 'postponed')),
  opens_at              timestamptz not null,
  closes_at             timestamptz not null check (closes_at > opens_at),
  announced_at          timestamptz,
  priced_at             timestamptz,
  confirm_until         timestamptz,
  /* A supplement to the prospectus lets everybody cancel until then. */
  cancel_until          timestamptz,
  allotted_at           timestamptz,
  settled_at            timestamptz,
  /* Expected until the state is listed. */
  listed_at             timestamptz check (listed_at > closes_at),
  /* Known from the listing on. */
  lock_up_ends_at       timestamptz,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  /* Counts changes by the desk, so that nobody saves over what he has not seen. */
  version               int         not null default 1,
  unique (exchange, ticker),
  unique (id, currency),
  check (quota % lot_size = 0 and min_quantity % lot_size = 0 and max_quantity % lot_size = 0),
  check (mode = 'subscription' or price_low_minor = price_high_minor),
  check (final_price_minor is not null or state not in ('priced', 'reconfirming', 'allotting', 'allotted', 'listed', 'unlocked')),
  check ((lock_up_ends_at is not null) or state not in ('listed', 'unlocked'))
);
create index ipo_offering_due on ipo_offering (state);

-- What clients read about it, in the operator's words.
create table ipo_offering_text (
  offering_id uuid not null references ipo_offering,
  language    text not null check (language ~ '^[a-z]{2}$'),
  about       text not null check (length(about) between 1 and 4000),
  risks       text not null check (length(risks) between 1 and 4000),
  primary key (offering_id, language)
);

-- A later version is a supplement.
create table ipo_prospectus (
  offering_id  uuid        not null references ipo_offering,
  version      int         not null check (version > 0),
  url          text        not null check (url ~ '^https://\S+$' and length(url) <= 508),
  note         text        check (length(note) <= 1000),
  published_at timestamptz not null,
  primary key (offering_id, version)
);

-- The state machines: which state follows which. `mode` is the only mode of which it is true, `decision` the act that two
-- people must have agreed on.
create table ipo_offering_transition (
  from_state text not null,
  to_state   text not null,
  mode       text,
  decision   text,
  primary key (from_state, to_state)
);
insert into ipo_offering_transition values
  ('draft', 'announced', null, null),
  ('draft', 'archived', null, null),
  ('announced', 'open', null, null),
  ('open', 'closed', null, null),
  ('closed', 'priced', 'subscription', 'price'),
  ('closed', 'listed', 'direct', null),
  ('priced', 'reconfirming', null, null),
  ('priced', 'allotting', null, null),
  ('reconfirming', 'allotting', null, null),
  ('allotting', 'allotted', null, 'allot'),
  ('allotted', 'listed', null, null),
  ('listed', 'unlocked', null, null),
  ('unlocked', 'archived', null, null),
  ('withdrawn', 'archived', null, null),
  ('announced', 'postponed', null, null), ('open', 'postponed', null, null), ('closed', 'postponed', null, null),
  ('postponed', 'announced', null, null), ('postponed', 'open', null, null), ('postponed', 'closed', null, null),
  ('announced', 'withdrawn', null, null), ('open', 'withdrawn', 'subscription', null), ('closed', 'withdrawn', 'subscription', null),
  ('priced', 'withdrawn', null, null), ('reconfirming', 'withdrawn', null, null), ('allotting', 'withdrawn', null, null),
  ('postponed', 'withdrawn', 'subscription', null);

create table ipo_application_transition (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);
insert into ipo_application_transition values
  ('submitted', 'amended'),
  ('submitted', 'reconfirm_required'), ('amended', 'reconfirm_required'),
  ('reconfirm_required', 'confirmed'),
  ('submitted', 'allotted'), ('amended', 'allotted'), ('confirmed', 'allotted'),
  ('submitted', 'not_allotted'), ('amended', 'not_allotted'), ('confirmed', 'not_allotted'),
  ('submitted', 'rejected'), ('amended', 'rejected'), ('confirmed', 'rejected'),
  ('allotted', 'settled'),
  ('settled', 'in_lock_up'), ('settled', 'tradable'), ('in_lock_up', 'tradable'),
  ('in_lock_up', 'closed'), ('tradable', 'closed'),
  ('submitted', 'cancelled'), ('amended', 'cancelled'), ('reconfirm_required', 'cancelled'), ('confirmed', 'cancelled'),
  ('submitted', 'expired'), ('amended', 'expired'), ('reconfirm_required', 'expired'), ('confirmed', 'expired');

-- Pricing and allotment are proposed by one of the staff and decided by another.
create table ipo_proposal (
  id              uuid        primary key,
  offering_id     uuid        not null references ipo_offering,
  act             text        not null check (act in ('price', 'allot')),
  /* What is proposed: the price, or the method and its settings. */
  params          jsonb       not null,
  /* What it touches, as the proposer saw it. */
  clients         int         not null check (clients >= 0),
  amount_minor    bigint      not null check (amount_minor >= 0),
  proposed_by     uuid        not null references client,
  proposed_at     timestamptz not null,
  decided_by      uuid        references client,
  decided_at      timestamptz,
  decision        text        check (decision in ('approved', 'rejected', 'withdrawn')),
  note            text,
  check ((decision is null) = (decided_at is null)),
  constraint ipo_proposal_decided_by_other
    check (decision is null or (decision = 'withdrawn') = (decided_by = proposed_by))
);
create unique index ipo_proposal_one_open on ipo_proposal (offering_id) where decision is null;

create function ipo_check_offering() returns trigger language plpgsql as $$
declare
  step ipo_offering_transition;
begin
  if old.currency <> new.currency or old.mode <> new.mode and old.state <> 'draft' then
    raise exception 'the currency and mode of offering % never change', old.ticker using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from ipo_offering_transition t where t.from_state = old.state and t.to_state = new.state
    and (t.mode is null or t.mode = old.mode);
  if not found then
    raise exception 'an offering does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'ipo_offering_transition_known';
  end if;
  if step.decision is not null and not exists (
    select from ipo_proposal p where p.offering_id = new.id and p.act = step.decision and p.decision = 'approved'
      and p.decided_at >= coalesce(old.priced_at, '-infinity')
  ) then
    raise exception 'offering % lacks a second person', old.ticker
      using errcode = 'check_violation', constraint = 'ipo_offering_is_decided';
  end if;
  return new;
end $$;
create trigger ipo_offering_transitions before update on ipo_offering for each row execute function ipo_check_offering();
create trigger ipo_offering_kept before delete on ipo_offering for each row execute function refuse_change();

create sequence ipo_application_number start 500001;

create table ipo_application (
  id                   uuid        primary key,
  /* Public: it stands in the basis of allotment, where no name does. */
  number               bigint      not null unique default nextval('ipo_application_number'),
  offering_id          uuid        not null,
  client_id            uuid        not null references client,
  wallet_id            uuid        not null references wallet,
  currency             text        not null,
  quantity             int         not null check (quantity > 0),
  price_type           text        not null check (price_type in ('any', 'limit')),
  /* At most so much; at a higher final price nothing is allotted. */
  limit_price_minor    bigint      check ((limit_price_minor is not null) = (price_type = 'limit')),
  state                text        not null check (state in (
                         'submitted', 'amended', 'reconfirm_required', 'confirmed', 'allotted', 'not_allotted', 'rejected',
                         'settled', 'in_lock_up', 'tradable', 'closed', 'cancelled', 'expired')),
  hold_id              uuid        unique references ledger_hold,
  held_minor           bigint      not null check (held_minor >= 0),
  /* What the client saw and agreed to. */
  price_low_seen_minor  bigint     not null,
  price_high_seen_minor bigint     not null,
  prospectus_version   int         not null,
  disclosure_version   int         not null,
  /* The fees of this application: the offering's, or less by the client's tier. */
  fee_in_bps           int         not null check (fee_in_bps between 0 and 5000),
  fee_in_min_minor     bigint      not null,
  fee_fixed_minor      bigint      not null,
  /* Until when it must be confirmed again. */
  confirm_until        timestamptz,
  tier                 text        check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  /* Hundredths: 125 counts one and a quarter. */
  weight               int         check (weight > 0),
  allotted_quantity    int         check (allotted_quantity between 0 and quantity),
  cost_minor           bigint      check (cost_minor >= 0),
  fee_minor            bigint      check (fee_minor >= 0),
  released_minor       bigint      check (released_minor >= 0),
  /* Why it ended without shares. */
  reason               text        check (reason in (
                         'asked_by_client', 'limit_below_price', 'not_drawn', 'too_little', 'not_reconfirmed', 'postponed',
                         'withdrawn', 'not_eligible', 'by_broker')),
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  settled_at           timestamptz,
  foreign key (offering_id, currency) references ipo_offering (id, currency),
  unique (id, client_id),
  constraint ipo_application_holds check (
    hold_id is not null and held_minor > 0 or state not in ('submitted', 'amended', 'reconfirm_required', 'confirmed', 'allotted')),
  /* What was held went where it belongs: to the issuer, into fees, or back. */
  constraint ipo_application_settles check (settled_at is null or held_minor = cost_minor + fee_minor + released_minor)
);
create unique index ipo_application_one_live on ipo_application (client_id, offering_id) where state not in ('cancelled', 'expired', 'rejected');
create index ipo_application_of_client on ipo_application (client_id, id desc);
create index ipo_application_in_book on ipo_application (offering_id, state, number);

create function ipo_check_application() returns trigger language plpgsql as $$
begin
  if (old.number, old.offering_id, old.client_id, old.wallet_id, old.created_at)
     is distinct from (new.number, new.offering_id, new.client_id, new.wallet_id, new.created_at) then
    raise exception 'whose application % is, and to what, never changes', old.number using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not exists (
    select from ipo_application_transition t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'an application does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'ipo_application_transition_known';
  end if;
  return new;
end $$;
create trigger ipo_application_transitions before update on ipo_application for each row execute function ipo_check_application();
create trigger ipo_application_kept before delete on ipo_application for each row execute function refuse_change();

-- What happened to it, with the quantity that counted from then on.
create table ipo_application_step (
  id             uuid        primary key,
  application_id uuid        not null,
  client_id      uuid        not null,
  state          text        not null,
  quantity       int         not null,
  by_kind        text        not null check (by_kind in ('client', 'staff', 'system')),
  by_id          uuid        references client check (by_kind <> 'client' or by_id = client_id),
  at             timestamptz not null,
  foreign key (application_id, client_id) references ipo_application (id, client_id)
);
create index ipo_application_step_of on ipo_application_step (application_id, id);
create trigger ipo_application_step_fixed before update or delete on ipo_application_step for each row execute function refuse_change();

-- Shares that a client has, one row for each application. Locked until `tradable_at`, which the listing sets.
create table ipo_holding (
  id             uuid        primary key,
  application_id uuid        not null unique references ipo_application,
  client_id      uuid        not null references client,
  wallet_id      uuid        not null references wallet,
  offering_id    uuid        not null,
  currency       text        not null,
  quantity       int         not null check (quantity > 0),
  sold_quantity  int         not null default 0 constraint ipo_holding_not_oversold check (sold_quantity between 0 and quantity),
  /* Without the fees, which stand beside it. */
  cost_minor     bigint      not null check (cost_minor >= 0),
  fee_minor      bigint      not null check (fee_minor >= 0),
  /* The posting that paid for it. */
  transaction_id uuid        not null unique references ledger_transaction,
  acquired_at    timestamptz not null,
  tradable_at    timestamptz,
  foreign key (offering_id, currency) references ipo_offering (id, currency)
);
create index ipo_holding_of_client on ipo_holding (client_id, offering_id);
create trigger ipo_holding_kept before delete on ipo_holding for each row execute function refuse_change();

-- What a share of a listed offering is quoted at: as the desk says, or as the market feed does.
create table ipo_price (
  offering_id uuid        not null references ipo_offering,
  at          timestamptz not null,
  price_minor bigint      not null check (price_minor > 0),
  source      text        not null check (source in ('desk', 'market')),
  primary key (offering_id, at)
);

create sequence ipo_sale_number start 700001;

create table ipo_sale (
  id             uuid        primary key,
  number         bigint      not null unique default nextval('ipo_sale_number'),
  client_id      uuid        not null references client,
  wallet_id      uuid        not null references wallet,
  offering_id    uuid        not null,
  currency       text        not null,
  quantity       int         not null check (quantity > 0),
  price_minor    bigint      not null check (price_minor > 0),
  /* Before the fee, which is kept from it. */
  proceeds_minor bigint      not null check (proceeds_minor > 0),
  fee_minor      bigint      not null check (fee_minor >= 0 and fee_minor <= proceeds_minor),
  /* What the sold shares had cost, fees included: first in, first out. */
  cost_minor     bigint      not null check (cost_minor >= 0),
  /* Before the lock-up ended, with what was taken off the price for it. */
  early_exit_bps int         check (early_exit_bps between 0 and 9000),
  transaction_id uuid        not null unique references ledger_transaction,
  at             timestamptz not null,
  foreign key (offering_id, currency) references ipo_offering (id, currency)
);
create index ipo_sale_of_client on ipo_sale (client_id, id desc);
create trigger ipo_sale_fixed before update or delete on ipo_sale for each row execute function refuse_change();

create table ipo_sale_part (
  sale_id    uuid   not null references ipo_sale,
  holding_id uuid   not null references ipo_holding,
  quantity   int    not null check (quantity > 0),
  cost_minor bigint not null check (cost_minor >= 0),
  primary key (sale_id, holding_id)
);
create trigger ipo_sale_part_fixed before update or delete on ipo_sale_part for each row execute function refuse_change();

-- A price for leaving before the lock-up ends, good for a moment and for one sale.
create table ipo_exit_quote (
  id          uuid        primary key,
  client_id   uuid        not null references client,
  offering_id uuid        not null references ipo_offering,
  quantity    int         not null check (quantity > 0),
  /* What is taken off is off already. */
  price_minor bigint      not null check (price_minor > 0),
  haircut_bps int         not null,
  expires_at  timestamptz not null,
  sale_id     uuid        unique references ipo_sale
);

-- Whether a client understands what he buys: answered once in a while, the answers kept.
create table ipo_suitability (
  id         uuid        primary key,
  client_id  uuid        not null references client,
  answers    jsonb       not null,
  suitable   boolean     not null,
  at         timestamptz not null
);
create index ipo_suitability_of_client on ipo_suitability (client_id, at desc);
create trigger ipo_suitability_fixed before update or delete on ipo_suitability for each row execute function refuse_change();

-- A calendar address that only its owner knows; only its hash is here.
create table ipo_calendar_feed (
  token_hash bytea       primary key,
  client_id  uuid        not null references client,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index ipo_calendar_feed_one on ipo_calendar_feed (client_id) where revoked_at is null;

-- Settings of the operator, in the one row.
create table ipo_setting (
  only_row              boolean primary key default true check (only_row),
  /* A final price beyond these shares of the range must be confirmed again. */
  band_low_percent      int not null check (band_low_percent between 1 and 100),
  band_high_percent     int not null check (band_high_percent >= 100),
  confirm_minutes       int not null check (confirm_minutes between 60 and 90),
  /* After a supplement, in working days. */
  supplement_days       int not null check (supplement_days between 1 and 10),
  suitability_days      int not null check (suitability_days > 0),
  exit_quote_seconds    int not null check (exit_quote_seconds > 0),
  /* A quoted price older than this is not sold at. */
  price_age_seconds     int not null check (price_age_seconds > 0)
);
insert into ipo_setting values (true, 80, 120, 90, 3, 365, 20, 900);

-- One intent of one person has one effect, in every room that keeps it so.
alter table payment_request rename to act_request;
