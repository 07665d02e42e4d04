-- IPO: offerings from the draft to the end of their lock-up, the book of applications, the draw and the allotment, and the
-- shares that clients hold and sell. Prices are per share; money is in minor units of the offering's currency; bps are 1/100 %.
-- The schema enforces both state machines, the approval of a second person for each price, allotment and listing, and a draw
-- that cannot be changed once it is committed to. Staff who see offerings apply, and trade, only by a dealing exception.

create sequence ipo_application_number start 500001;

create sequence ipo_sale_number start 700001;

create table ipo_setting (
  only_row            boolean primary key default true check (only_row),
  band_low_percent    int     not null check (band_low_percent between 1 and 100),
  band_high_percent   int     not null check (band_high_percent >= 100),
  confirm_minutes     int     not null check (confirm_minutes between 60 and 90),
  supplement_days     int     not null check (supplement_days between 1 and 10),
  suitability_days    int     not null check (suitability_days > 0),
  exit_quote_seconds  int     not null check (exit_quote_seconds > 0),
  price_age_seconds   int     not null check (price_age_seconds > 0),
  price_tolerance_bps int     not null default 50 check (price_tolerance_bps between 0 and 1000)
);

comment on table ipo_setting is 'The settings of the operator for offerings, in one row.';
comment on column ipo_setting.band_low_percent is
  'Percent of the lower end of the price range; a final price below it must be reconfirmed by clients.';
comment on column ipo_setting.band_high_percent is
  'Percent of the upper end of the price range; a final price above it must be reconfirmed by clients.';
comment on column ipo_setting.confirm_minutes is 'Time that clients have to reconfirm.';
comment on column ipo_setting.supplement_days is 'Working days in which clients may cancel after a supplement to the prospectus.';
comment on column ipo_setting.suitability_days is 'Days after which the suitability questions must be answered again.';
comment on column ipo_setting.exit_quote_seconds is 'How long a quote for an early exit is valid.';
comment on column ipo_setting.price_age_seconds is 'Age above which a price is too old to sell at.';
comment on column ipo_setting.price_tolerance_bps is
  'How far the price may move before an approval request or a quote for an early exit needs a new price.';

insert into ipo_setting
  (band_low_percent, band_high_percent, confirm_minutes, supplement_days, suitability_days, exit_quote_seconds, price_age_seconds)
values
  (80, 120, 90, 3, 365, 20, 900);

create table ipo_offering (
  id                 uuid        primary key,
  issuer             text        not null check (length(issuer) between 1 and 120),
  ticker             text        not null check (ticker ~ '^[A-Z0-9.]{1,10}$'),
  isin               text        check (isin ~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$'),
  exchange           text        not null,
  sector             text        not null,
  currency           text        not null references currency,
  mode               text        not null check (mode in ('subscription', 'direct')),
  price_low_minor    bigint      not null check (price_low_minor > 0),
  price_high_minor   bigint      not null,
  final_price_minor  bigint      check (final_price_minor > 0),
  shares_offered     bigint      not null check (shares_offered > 0),
  shares_outstanding bigint      not null,
  quota              bigint      not null,
  sold               bigint      not null default 0,
  lot_size           int         not null check (lot_size > 0),
  min_quantity       int         not null check (min_quantity > 0),
  max_quantity       int         not null,
  fee_in_bps         int         not null check (fee_in_bps between 0 and 5000),
  fee_in_min_minor   bigint      not null default 0 check (fee_in_min_minor >= 0),
  fee_fixed_minor    bigint      not null default 0 check (fee_fixed_minor >= 0),
  fee_out_bps        int         not null check (fee_out_bps between 0 and 5000),
  lock_up_days       int         not null check (lock_up_days between 0 and 3650),
  early_exit_bps     int         check (early_exit_bps between 0 and 9000),
  min_level          int         not null default 3 check (min_level between 0 and 4),
  min_tier           text        not null default 'standard' check (min_tier in (
                       'standard', 'silver', 'gold', 'platinum', 'vip')),
  excluded_countries text[]      not null default '{}',
  cut_off            text        not null default 'close' check (cut_off in ('close', 'confirm_until')),
  when_postponed     text        not null default 'keep' check (when_postponed in ('keep', 'release')),
  allotment_method   text        not null default 'pro_rata' check (allotment_method in (
                       'full', 'pro_rata', 'tier_weighted', 'one_lot_each', 'lottery', 'manual')),
  disclosure_version int         not null default 1 check (disclosure_version > 0),
  state              text        not null check (state in (
                       'draft', 'announced', 'open', 'closed', 'priced', 'reconfirming', 'allotting', 'allotted',
                       'listed', 'unlocked', 'archived', 'postponed', 'withdrawn')),
  postponed_from     text,
  opens_at           timestamptz not null,
  closes_at          timestamptz not null,
  announced_at       timestamptz,
  priced_at          timestamptz,
  confirm_until      timestamptz,
  cancel_until       timestamptz,
  allotted_at        timestamptz,
  settled_at         timestamptz,
  listed_at          timestamptz,
  lock_up_ends_at    timestamptz,
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  changed_at         timestamptz not null default change_time(),
  version            int         not null default 1,
  unique (id, currency),
  unique (exchange, ticker),
  check (price_high_minor >= price_low_minor),
  check (mode = 'subscription' or price_low_minor = price_high_minor),
  check (shares_outstanding >= shares_offered),
  check (quota between 1 and shares_offered),
  constraint ipo_offering_not_oversold check (sold between 0 and quota),
  check (max_quantity >= min_quantity),
  check (quota % lot_size = 0 and min_quantity % lot_size = 0 and max_quantity % lot_size = 0),
  check (closes_at > opens_at),
  check (listed_at > closes_at),
  check ((postponed_from is not null) = (state = 'postponed')),
  check (final_price_minor is not null or state not in ('priced', 'reconfirming', 'allotting', 'allotted', 'listed', 'unlocked')),
  check (lock_up_ends_at is not null or state not in ('listed', 'unlocked'))
);
create index ipo_offering_due on ipo_offering (state);
create index ipo_offering_changed on ipo_offering (changed_at, id);

comment on table ipo_offering is 'The offering of the shares of one issuer, with its terms and its state.';
comment on column ipo_offering.sector is 'A key of the list of sectors, which names it in each language.';
comment on column ipo_offering.mode is
  'subscription: applications hold money until an allotment; direct: clients buy at a fixed price at once.';
comment on column ipo_offering.final_price_minor is 'Null until the price is set; of a direct offering until it is listed.';
comment on column ipo_offering.quota is 'Shares that the broker may give to its clients.';
comment on column ipo_offering.sold is 'Shares sold so far; only counted for direct offerings.';
comment on column ipo_offering.lot_size is 'Shares in one lot; quota and quantities are whole lots.';
comment on column ipo_offering.min_quantity is 'Fewest shares in one application.';
comment on column ipo_offering.max_quantity is 'Most shares in one application.';
comment on column ipo_offering.fee_in_bps is 'Fee on the cost of the shares.';
comment on column ipo_offering.fee_in_min_minor is 'Minimum of the percentage fee; only charged when shares are allotted.';
comment on column ipo_offering.fee_fixed_minor is 'Fixed fee for taking part in the allotment, added to the percentage fee.';
comment on column ipo_offering.fee_out_bps is 'Fee on the proceeds of a sale.';
comment on column ipo_offering.lock_up_days is 'Days after the listing in which the shares cannot be sold; 0 for none.';
comment on column ipo_offering.early_exit_bps is
  'Deducted from the price when a client sells before the lock-up ends; null when that is not possible.';
comment on column ipo_offering.min_level is 'Lowest verification level that may apply.';
comment on column ipo_offering.min_tier is 'Lowest tier that may apply.';
comment on column ipo_offering.excluded_countries is 'ISO 3166-1 alpha-2 codes of countries whose clients cannot apply.';
comment on column ipo_offering.cut_off is
  'Until when clients may cancel: the close of the book, or the end of the time to reconfirm.';
comment on column ipo_offering.when_postponed is 'Whether a postponement keeps or releases the money held.';
comment on column ipo_offering.allotment_method is 'The announced method; the approved one replaces it.';
comment on column ipo_offering.disclosure_version is 'Version of the risk disclosure that clients accept when they apply.';
comment on column ipo_offering.postponed_from is 'State in which a postponed offering resumes; null for others.';
comment on column ipo_offering.confirm_until is 'End of the time to reconfirm; null when no reconfirmation is needed.';
comment on column ipo_offering.cancel_until is 'Until then clients may cancel because of a supplement; null without one.';
comment on column ipo_offering.changed_at is 'Orders the changes that programs read, by change_time().';
-- Not by direct purchases, which count in `sold`.
create trigger ipo_offering_stamped before update of issuer, ticker, exchange, currency, state, price_low_minor,
    price_high_minor, final_price_minor, opens_at, closes_at on ipo_offering
  for each row execute function stamp_change();
comment on column ipo_offering.settled_at is 'When the last application was settled.';
comment on column ipo_offering.listed_at is 'Start of trading: an expectation until the state is listed.';
comment on column ipo_offering.lock_up_ends_at is 'Set at the listing; null before.';
comment on column ipo_offering.version is 'Counts changes by staff, so that a save based on an older version is refused.';

create trigger ipo_offering_no_delete before delete on ipo_offering for each row execute function refuse_change();

create table ipo_offering_text (
  offering_id uuid not null references ipo_offering,
  language    text not null check (language ~ '^[a-z]{2}$'),
  about       text not null check (length(about) between 1 and 4000),
  risks       text not null check (length(risks) between 1 and 4000),
  primary key (offering_id, language)
);

comment on table ipo_offering_text is 'What clients read about an offering in one language, written by the operator.';

create table ipo_prospectus (
  offering_id  uuid        not null references ipo_offering,
  version      int         not null check (version > 0),
  url          text        not null check (url ~ '^https://\S+$' and length(url) <= 508),
  note         text        check (length(note) <= 1000),
  published_at timestamptz not null,
  primary key (offering_id, version)
);

comment on table ipo_prospectus is 'A version of the prospectus of an offering; each later version is a supplement.';
comment on column ipo_prospectus.note is 'What the supplement changes; null for the first version.';

-- The steps that take two people are approval requests of kind `offering`.
alter table approval_request add foreign key (offering_id) references ipo_offering;

create table ipo_offering_transition (
  from_state text not null,
  to_state   text not null,
  mode       text,
  decision   text,
  primary key (from_state, to_state)
);

comment on table ipo_offering_transition is 'A step of the state machine of offerings: to_state may follow from_state.';
comment on column ipo_offering_transition.mode is 'The only mode in which the step is allowed; null for both.';
comment on column ipo_offering_transition.decision is
  'Action of the approval request that must be approved before the step; null when one person is enough.';

insert into ipo_offering_transition (from_state, to_state, mode, decision) values
  ('draft',        'announced',    null,           'publish'),
  ('draft',        'archived',     null,           null),
  ('announced',    'open',         null,           null),
  ('open',         'closed',       null,           null),
  ('closed',       'priced',       'subscription', 'price'),
  ('closed',       'listed',       'direct',       'list'),
  ('priced',       'reconfirming', null,           null),
  ('priced',       'allotting',    null,           null),
  ('reconfirming', 'allotting',    null,           null),
  ('allotting',    'allotted',     null,           'allot'),
  ('allotted',     'listed',       null,           'list'),
  ('listed',       'unlocked',     null,           null),
  ('unlocked',     'archived',     null,           null),
  ('announced',    'postponed',    null,           null),
  ('open',         'postponed',    null,           null),
  ('closed',       'postponed',    null,           null),
  ('postponed',    'announced',    null,           null),
  ('postponed',    'open',         null,           null),
  ('postponed',    'closed',       null,           null),
  ('announced',    'withdrawn',    null,           null),
  ('open',         'withdrawn',    'subscription', null),
  ('closed',       'withdrawn',    'subscription', null),
  ('priced',       'withdrawn',    null,           null),
  ('reconfirming', 'withdrawn',    null,           null),
  ('allotting',    'withdrawn',    null,           null),
  ('postponed',    'withdrawn',    'subscription', null),
  ('withdrawn',    'archived',     null,           null);

-- What clients pay and may apply for, as two people approve it with the announcement. An approved request stores it, so that a
-- later change is found even past the triggers (`bin/verify settings`).
create function ipo_offering_terms(p_offering ipo_offering) returns jsonb language sql immutable as $$
  select jsonb_build_object(
    'currency', (p_offering).currency, 'mode', (p_offering).mode, 'price_low_minor', (p_offering).price_low_minor,
    'price_high_minor', (p_offering).price_high_minor, 'shares_offered', (p_offering).shares_offered, 'quota', (p_offering).quota,
    'lot_size', (p_offering).lot_size, 'min_quantity', (p_offering).min_quantity, 'max_quantity', (p_offering).max_quantity,
    'fee_in_bps', (p_offering).fee_in_bps, 'fee_in_min_minor', (p_offering).fee_in_min_minor,
    'fee_fixed_minor', (p_offering).fee_fixed_minor, 'fee_out_bps', (p_offering).fee_out_bps,
    'lock_up_days', (p_offering).lock_up_days, 'early_exit_bps', (p_offering).early_exit_bps, 'min_level', (p_offering).min_level,
    'min_tier', (p_offering).min_tier, 'excluded_countries', (p_offering).excluded_countries, 'cut_off', (p_offering).cut_off)
$$;

-- An offering moves only along its transitions. A step that two people decide on needs an approval request that was approved
-- since the price was set; the announcement needs one for these terms, which are fixed from then on.
create function ipo_check_offering() returns trigger language plpgsql as $$
declare
  step ipo_offering_transition;
begin
  if ipo_offering_terms(old) <> ipo_offering_terms(new) and old.state <> 'draft' then
    raise exception 'the terms of offering % cannot change after the draft', old.ticker
      using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from ipo_offering_transition t where t.from_state = old.state and t.to_state = new.state
    and (t.mode is null or t.mode = old.mode);
  if not found then
    raise exception 'an offering cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'ipo_offering_transition_known';
  end if;
  if step.decision is not null and not exists (
    select from approval_request p where p.offering_id = new.id and p.action = step.decision and p.state = 'approved'
      and p.decided_at >= coalesce(old.priced_at, '-infinity')
      and (step.decision <> 'publish' or p.value -> 'terms' = ipo_offering_terms(new))
  ) then
    raise exception 'offering % lacks a second person who approves the step', old.ticker
      using errcode = 'check_violation', constraint = 'ipo_offering_is_decided';
  end if;
  return new;
end $$;
create trigger ipo_offering_transitions before update on ipo_offering for each row execute function ipo_check_offering();

create table ipo_price (
  offering_id         uuid        not null references ipo_offering,
  at                  timestamptz not null,
  price_minor         bigint      not null check (price_minor > 0),
  source              text        not null check (source in ('staff', 'market')),
  approval_request_id uuid        unique references approval_request,
  primary key (offering_id, at),
  constraint ipo_price_request_of_staff check (approval_request_id is null or source = 'staff')
);

comment on table ipo_price is 'The price of one share of a listed offering from a time on.';
comment on column ipo_price.source is 'Quoted by staff, or taken from the market feed.';
comment on column ipo_price.approval_request_id is 'The approved request that a price of staff comes from; null for the market.';

-- A price that staff quote equals an approved request, from the moment of its decision on, and never changes. Prices of the
-- market may be deleted: a job keeps only the last one of each past day.
create function ipo_check_price() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.source = 'staff' then
    raise exception 'a price that staff have quoted stays as it is' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.source = 'staff' and not exists (
    select from approval_request p
    where p.id = new.approval_request_id and p.offering_id = new.offering_id and p.action in ('list', 'quote')
      and p.state = 'approved' and p.decided_at = new.at and (p.value ->> 'price_minor')::bigint = new.price_minor) then
    raise exception 'a price quoted by staff lacks a second person who approves it'
      using errcode = 'check_violation', constraint = 'ipo_price_is_decided';
  end if;
  return new;
end $$;
create trigger ipo_price_decided before insert or update or delete on ipo_price for each row execute function ipo_check_price();

-- The last price of a share at a time; before the listing, what clients have paid for it.
create function ipo_last_price(p_offering uuid, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(
    (select price_minor from ipo_price where offering_id = p_offering and at <= p_at order by at desc limit 1),
    (select coalesce(final_price_minor, case mode when 'direct' then price_low_minor end)
     from ipo_offering where id = p_offering))
$$;

create function ipo_price_moved(p_from bigint, p_to bigint) returns boolean language sql stable as $$
  select abs(p_to - p_from)::numeric * 10000 > p_from::numeric * price_tolerance_bps from ipo_setting
$$;

-- A price is approved only while the price that the requester knew has moved by no more than the tolerance.
create function ipo_check_price_stands() returns trigger language plpgsql as $$
begin
  if ipo_price_moved((new.value ->> 'last_minor')::bigint, ipo_last_price(new.key::uuid, new.decided_at)) is not false then
    raise exception 'the last price has moved too far since % was requested', new.value ->> 'price_minor'
      using errcode = 'check_violation', constraint = 'approval_request_price_stands';
  end if;
  return new;
end $$;
create trigger approval_request_price_stands before update of state on approval_request for each row
  when (new.state = 'approved' and new.action in ('list', 'quote'))
  execute function ipo_check_price_stands();

create table dealing_exception (
  id                  uuid        primary key,
  client_id           uuid        not null references person,
  scope               text        not null check (scope in ('accounts', 'offerings') or scope ~ '^[0-9a-f-]{36}$'),
  offering_id         uuid        generated always as (
                                    case when scope not in ('accounts', 'offerings') then scope::uuid end) stored
                                  references ipo_offering,
  until               date        not null,
  approval_request_id uuid        not null unique references approval_request,
  started_at          timestamptz not null,
  ended_at            timestamptz,
  ended_by            uuid        references person,
  check (until between (started_at at time zone 'UTC')::date and (started_at at time zone 'UTC')::date + interval '1 year'),
  check (ended_at >= started_at),
  check ((ended_at is null) = (ended_by is null)),
  check (ended_by <> client_id)
);
create unique index dealing_exception_one on dealing_exception (client_id, scope) where ended_at is null;

comment on table dealing_exception is
  'Permission for one person who sees offerings, or did so within the last 30 days, to deal as a client for up to a year.';
comment on column dealing_exception.client_id is 'The current or recent member of staff who may deal.';
comment on column dealing_exception.scope is
  'accounts: trading accounts; offerings: every offering; otherwise the id of one offering.';
comment on column dealing_exception.offering_id is 'The offering when scope names one; null otherwise.';
comment on column dealing_exception.until is 'Last day in UTC.';
comment on column dealing_exception.started_at is 'When the second person approved it.';
comment on column dealing_exception.ended_at is 'When another member of staff ended it early; null if that has not happened.';

create trigger dealing_exception_guard before insert on dealing_exception
  for each row execute function require_approval_for_dealing();
-- An exception changes once: when it is ended.
create trigger dealing_exception_immutable before update on dealing_exception for each row
  when (old.ended_at is not null
        or (old.id, old.client_id, old.scope, old.until, old.approval_request_id, old.started_at)
           is distinct from
           (new.id, new.client_id, new.scope, new.until, new.approval_request_id, new.started_at))
  execute function refuse_change();
create trigger dealing_exception_no_delete before delete on dealing_exception for each row execute function refuse_change();

-- The exception by which a person may deal at a time; null for none. One for the offering comes before one for all.
create function dealing_exception_of(p_client uuid, p_scope text, p_at timestamptz) returns uuid language sql stable as $$
  select id from dealing_exception
  where client_id = p_client and ended_at is null and until >= (p_at at time zone 'UTC')::date
    and (scope = p_scope or scope = 'offerings' and p_scope <> 'accounts')
  order by scope = p_scope desc limit 1
$$;

-- Whether a person may deal in trading accounts (`accounts`) or in one offering, by its id.
create function may_deal(p_client uuid, p_scope text, p_at timestamptz) returns boolean language sql stable as $$
  select coalesce(
    (select not sees_offerings(c, p_at) from person c where c.id = p_client)
    or dealing_exception_of(p_client, p_scope, p_at) is not null, true)
$$;

-- Without an exception, staff who see offerings cannot apply, increase or reconfirm an application, and cannot open, restore,
-- fund or trade on a trading account. They can always cancel, reduce an application, close positions, sell shares and take
-- money out. Returns the exception that permits the step; null for a person who needs none. The clock of the product decides,
-- because a position may be dated back to the time of its price; before the first sign-in a demo is filled with its past.
create function require_dealing(p_client uuid, p_scope text, p_at timestamptz) returns uuid language plpgsql as $$
declare
  now_at timestamptz := case when exists (select from first_sign_in) then product_clock() else p_at end;
begin
  if not may_deal(p_client, p_scope, now_at) then
    raise exception 'staff who see offerings need a dealing exception for %', p_scope
      using errcode = 'check_violation', constraint = 'staff_dealing_is_permitted';
  end if;
  return (select dealing_exception_of(c.id, p_scope, now_at) from person c where c.id = p_client and sees_offerings(c, now_at));
end $$;

-- The lock on the person makes a concurrent change of their roles, or the end of an exception, wait; and the other way round.
-- The argument is the column with the time of the step.
create function trading_check_dealing() returns trigger language plpgsql as $$
begin
  perform from person where id = new.client_id for share;
  perform require_dealing(new.client_id, 'accounts', coalesce((to_jsonb(new) ->> tg_argv[0])::timestamptz, now()));
  return new;
end $$;
create trigger trading_account_dealing_guard before insert on trading_account
  for each row execute function trading_check_dealing('created_at');
create trigger trading_account_dealing_update_guard before update of status on trading_account
  for each row when (old.status = 'archived' and new.status <> 'archived') execute function trading_check_dealing('restored_at');
create trigger trading_transfer_dealing_guard before insert on trading_transfer
  for each row when (new.direction = 'in') execute function trading_check_dealing('created_at');

-- The person is not locked here: the book of the account is locked already, and a person is always locked before it.
create function paper_check_dealing() returns trigger language plpgsql as $$
begin
  perform require_dealing(t.client_id, 'accounts', (to_jsonb(new) ->> tg_argv[0])::timestamptz)
  from trading_account t where t.number = new.account;
  return new;
end $$;
create trigger paper_order_dealing_guard before insert on paper_order
  for each row when (new.entry = 'in') execute function paper_check_dealing('placed_at');
create trigger paper_position_dealing_guard before insert on paper_position
  for each row execute function paper_check_dealing('opened_at');

-- The state of a hit of the screening. In plpgsql because its table is made after this.
create function screening_hit_status(p_id uuid) returns jsonb language plpgsql stable as $$
begin
  return (select jsonb_build_object('state', state, 'superseded', superseded_at is not null) from screening_hit where id = p_id);
end $$;

-- What an approval request would change, as it is now; null for a setting, whose version says it, an API key and an offering,
-- which have guards of their own. A request stores it as `was` and is approved only while it is the same. It is defined here
-- because it reads dealing exceptions.
create function approval_subject_status(p_kind text, p_key text, p_client uuid, p_now timestamptz) returns jsonb
  language sql stable as $$
  select case p_kind
    when 'limits' then jsonb_build_object('default', default_limits(p_client, p_key), 'own', (
      select jsonb_build_object('limits', limits_of(kind, max_accounts, per_operation, per_day, per_month), 'until', until,
                                'set_at', extract(epoch from set_at))
      from client_override
      where client_id = p_client and kind = p_key and (until is null or until >= (p_now at time zone 'UTC')::date)))
    when 'level' then (
      select jsonb_build_object('level', verification_level, 'by_hand', level_override) from person where id = p_client)
    when 'tier' then (
      select jsonb_build_object('tier', b.tier, 'by_hand', t.override_tier, 'until', t.override_until)
      from client_benefit b left join client_tier t on t.client_id = b.client_id where b.client_id = p_client)
    when 'email' then (
      select jsonb_build_object('email', email, 'disputed', email_disputed_at is not null) from person where id = p_client)
    when 'role' then (select staff_roles(roles) from person where id = p_client)
    when 'transfer' then (select jsonb_build_object('settled', settled_at is not null) from trading_transfer where id = p_key::uuid)
    when 'payment' then (
      select jsonb_build_object('state', state, 'amount', amount, 'received', received) from payment where id = p_key::uuid)
    when 'screening' then screening_hit_status(p_key::uuid)
    when 'staff_identity' then (select jsonb_build_object('removed', removed_at is not null) from staff_identity where id = p_key::uuid)
    when 'staff_dealing' then coalesce((
      select jsonb_build_object('exception', id, 'until', until) from dealing_exception
      where client_id = p_client and scope = p_key and ended_at is null), 'null') end
$$;

-- A verification level that staff set by hand, and that gives a client more than before, needs an approved request for
-- exactly this level.
create function require_approval_for_level() returns trigger language plpgsql as $$
begin
  if level_loosens(new.id, new.level_override) and not exists (
    select from approval_request p
    where p.id = new.level_approval_request_id and p.kind = 'level' and p.state = 'approved' and p.client_id = new.id
      and p.value = to_jsonb(new.level_override) and p.was = approval_subject_status('level', null, new.id, p.decided_at)) then
    raise exception 'level % set by hand lacks a second person who approves it', new.level_override
      using errcode = 'check_violation', constraint = 'person_level_is_approved';
  end if;
  return new;
end $$;
create trigger person_level_guard before update of level_override on person for each row
  when (new.level_override is distinct from old.level_override)
  execute function require_approval_for_level();

-- Roles change only by an approved request for exactly these roles; otherwise one person could give a second profile of their
-- own the roles that approve what the first one requests. Each request serves once: a later one about the same person replaces
-- it. Exceptions: the owner of the tables, which is the command line of the server; a set-up before the first sign-in; and
-- single sign-on, which takes roles of a person who is bound to it, and gives none, where two people have approved which groups
-- stand for roles, and all roles of a person who has left, where two people have approved the token by which it reports that.
-- What it took does not come back by the request that once gave it.
create function require_approval_for_roles() returns trigger language plpgsql as $$
begin
  if current_user = (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid)
     or not exists (select from first_sign_in)
     or exists (
       select from approval_request p
       where p.id = new.roles_approval_request_id and p.id is distinct from old.roles_approval_request_id
         and p.kind = 'role' and p.state = 'approved' and p.client_id = new.id
         and p.value = staff_roles(new.roles) and p.was = approval_subject_status('role', null, new.id, p.decided_at)
         and not exists (
           select from approval_request later
           where later.kind = 'role' and later.client_id = new.id and later.state = 'approved'
             and later.decided_at > p.decided_at))
     or new.roles <@ old.roles and 'client' = any(new.roles) and exists (
       select from staff_identity i join connection c on c.port = 'staff_sign_in' and c.state = 'on'
       where i.person_id = new.id and i.removed_at is null and c.value -> 'settings' ->> 'issuer' = i.issuer and c.value -> 'settings' ? 'group_roles')
     or new.roles = '{client}' and exists (
       select from connection c join connection_secret s on s.connection_id = c.id
       where c.port = 'staff_sign_in' and c.state = 'on' and s.name = 'scim_token' and s.used_at is not null and s.ends_at is null) then
    return new;
  end if;
  raise exception 'a change of the roles of % lacks a second person who approves it', new.id
    using errcode = 'check_violation', constraint = 'person_roles_are_approved';
end $$;
create trigger person_roles_guard before update of roles on person
  for each row when (new.roles is distinct from old.roles) execute function require_approval_for_roles();
create trigger person_roles_insert_guard before insert on person
  for each row when (new.roles <> '{client}') execute function require_approval_for_roles();

create table ipo_suitability (
  id        uuid        primary key,
  client_id uuid        not null references person,
  answers   jsonb       not null,
  suitable  boolean     not null,
  at        timestamptz not null
);
create index ipo_suitability_of_client on ipo_suitability (client_id, at desc);

comment on table ipo_suitability is
  'The answers of a client to the suitability questions; the latest apply for ipo_setting.suitability_days.';
comment on column ipo_suitability.suitable is 'Whether the client may apply for offerings by these answers.';

create trigger ipo_suitability_append_only before update or delete on ipo_suitability
  for each row execute function refuse_change();

create table ipo_calendar_feed (
  token_hash bytea       primary key,
  client_id  uuid        not null references person,
  created_at timestamptz not null,
  revoked_at timestamptz
);
create unique index ipo_calendar_feed_one on ipo_calendar_feed (client_id) where revoked_at is null;

comment on table ipo_calendar_feed is 'The secret address at which a client subscribes to the dates of offerings as a calendar.';
comment on column ipo_calendar_feed.token_hash is 'Keyed hash of the token; the address itself is shown once and not stored.';
comment on column ipo_calendar_feed.revoked_at is 'Null for the address in use, of which a client has one at most.';

create table ipo_application (
  id                    uuid        primary key,
  number                bigint      not null unique default nextval('ipo_application_number'),
  offering_id           uuid        not null,
  client_id             uuid        not null references person,
  wallet_id             uuid        not null references wallet,
  currency              text        not null,
  quantity              int         not null check (quantity > 0),
  price_type            text        not null check (price_type in ('any', 'limit')),
  limit_price_minor     bigint,
  state                 text        not null check (state in (
                          'submitted', 'amended', 'reconfirm_required', 'confirmed', 'allotted', 'not_allotted', 'rejected',
                          'settled', 'in_lock_up', 'tradable', 'closed', 'cancelled', 'expired')),
  hold_id               uuid        unique references ledger_hold,
  held_minor            bigint      not null check (held_minor >= 0),
  price_low_seen_minor  bigint      not null,
  price_high_seen_minor bigint      not null,
  prospectus_version    int         not null,
  disclosure_version    int         not null,
  fee_in_bps            int         not null check (fee_in_bps between 0 and 5000),
  fee_in_min_minor      bigint      not null,
  fee_fixed_minor       bigint      not null,
  dealing_exception_id  uuid        references dealing_exception,
  confirm_until         timestamptz,
  tier                  text        check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  weight                int         check (weight > 0),
  allotted_quantity     int,
  cost_minor            bigint      check (cost_minor >= 0),
  fee_minor             bigint      check (fee_minor >= 0),
  released_minor        bigint      check (released_minor >= 0),
  reason                text        check (
                          reason in ('requested_by_client', 'limit_below_price', 'not_drawn', 'too_little', 'not_reconfirmed',
                                     'postponed', 'withdrawn', 'not_eligible', 'by_broker')
                          or reason ~ '^[a-z][a-z0-9_]{1,39}\.[1-9][0-9]*$'),
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  changed_at            timestamptz not null default change_time(),
  settled_at            timestamptz,
  unique (id, client_id),
  foreign key (offering_id, currency) references ipo_offering (id, currency),
  check ((limit_price_minor is not null) = (price_type = 'limit')),
  check (allotted_quantity between 0 and quantity),
  -- An application that may still get shares always has money behind it.
  constraint ipo_application_holds check (
    hold_id is not null and held_minor > 0
    or state not in ('submitted', 'amended', 'reconfirm_required', 'confirmed', 'allotted')),
  -- All money held is accounted for: paid to the issuer, charged as fees, or released.
  constraint ipo_application_settles check (settled_at is null or held_minor = cost_minor + fee_minor + released_minor)
);
create index ipo_application_of_client on ipo_application (client_id, id desc);
create index ipo_application_changed on ipo_application (changed_at, id);
create index ipo_application_in_book on ipo_application (offering_id, state, number);
create unique index ipo_application_one_live on ipo_application (client_id, offering_id)
  where state not in ('cancelled', 'expired', 'rejected');

comment on table ipo_application is 'The application of a client for shares of an offering, or a direct purchase of them.';
comment on column ipo_application.number is 'Public number; the basis of allotment names applications by it, and no person.';
comment on column ipo_application.wallet_id is 'Wallet that pays.';
comment on column ipo_application.quantity is 'Shares requested.';
comment on column ipo_application.price_type is 'any: at every final price; limit: up to limit_price_minor.';
comment on column ipo_application.limit_price_minor is 'Above this final price nothing is allotted; null without a limit.';
comment on column ipo_application.hold_id is 'The hold of the money; null for a direct purchase.';
comment on column ipo_application.held_minor is 'Money held; for a direct purchase the money paid.';
comment on column ipo_application.price_low_seen_minor is 'Lower end of the price range that the client accepted.';
comment on column ipo_application.price_high_seen_minor is 'Upper end of the price range that the client accepted.';
comment on column ipo_application.prospectus_version is 'Version that the client accepted; 0 when there was no prospectus.';
comment on column ipo_application.disclosure_version is 'Version of the risk disclosure that the client accepted.';
comment on column ipo_application.fee_in_bps is
  'Fee of this application, fixed when it is made: that of the offering, or the lower one of the client''s tier.';
comment on column ipo_application.dealing_exception_id is
  'The exception by which a member of staff applied or increased the application; a trigger writes it; null for others.';
comment on column ipo_application.confirm_until is 'Deadline of this client to reconfirm; null when it is not required.';
comment on column ipo_application.tier is 'Tier of the client in the allotment; null before the settlement.';
comment on column ipo_application.weight is 'Weight in the allotment in hundredths: 125 is 1.25; null before the settlement.';
comment on column ipo_application.allotted_quantity is 'Shares allotted; null before the allotment.';
comment on column ipo_application.cost_minor is 'Paid for the shares, without fees; null before the settlement.';
comment on column ipo_application.fee_minor is 'All fees paid; null before the settlement.';
comment on column ipo_application.released_minor is 'Money released at the settlement; null before.';
comment on column ipo_application.reason is
  'Why the application ended without shares: a code of the product, or code.version of a reason of the broker.';
comment on column ipo_application.changed_at is 'Orders the changes that programs read, by change_time().';
comment on column ipo_application.settled_at is 'When the money was settled; null for an application that ended before.';

create trigger ipo_application_stamped before update on ipo_application for each row execute function stamp_change();
create trigger ipo_application_no_delete before delete on ipo_application for each row execute function refuse_change();

-- The lock on the person makes a concurrent change of their roles, or the end of an exception, wait; and the other way round.
create function ipo_check_dealing() returns trigger language plpgsql as $$
begin
  perform from person where id = new.client_id for share;
  new.dealing_exception_id :=
    coalesce(require_dealing(new.client_id, new.offering_id::text, new.updated_at), old.dealing_exception_id);
  return new;
end $$;
create trigger ipo_application_dealing_guard before insert on ipo_application
  for each row execute function ipo_check_dealing();
create trigger ipo_application_dealing_update_guard before update of quantity, price_type, limit_price_minor, state
  on ipo_application for each row
  when (new.quantity > old.quantity
        or old.limit_price_minor is not null
           and (new.limit_price_minor is null or new.limit_price_minor > old.limit_price_minor)
        or new.state = 'confirmed' and old.state <> 'confirmed')
  execute function ipo_check_dealing();
create trigger ipo_application_dealing_immutable before update of dealing_exception_id on ipo_application
  for each row when (old.dealing_exception_id is distinct from new.dealing_exception_id) execute function refuse_change();

create table ipo_application_transition (
  from_state text not null,
  to_state   text not null,
  primary key (from_state, to_state)
);

comment on table ipo_application_transition is 'A step of the state machine of applications: to_state may follow from_state.';

insert into ipo_application_transition (from_state, to_state) values
  ('submitted',          'amended'),
  ('submitted',          'reconfirm_required'),
  ('amended',            'reconfirm_required'),
  ('reconfirm_required', 'confirmed'),
  ('submitted',          'allotted'),
  ('amended',            'allotted'),
  ('confirmed',          'allotted'),
  ('submitted',          'not_allotted'),
  ('amended',            'not_allotted'),
  ('confirmed',          'not_allotted'),
  ('submitted',          'rejected'),
  ('amended',            'rejected'),
  ('reconfirm_required', 'rejected'),
  ('confirmed',          'rejected'),
  ('submitted',          'cancelled'),
  ('amended',            'cancelled'),
  ('reconfirm_required', 'cancelled'),
  ('confirmed',          'cancelled'),
  ('submitted',          'expired'),
  ('amended',            'expired'),
  ('reconfirm_required', 'expired'),
  ('confirmed',          'expired'),
  ('allotted',           'settled'),
  ('settled',            'in_lock_up'),
  ('settled',            'tradable'),
  ('in_lock_up',         'tradable'),
  ('in_lock_up',         'closed'),
  ('tradable',           'closed');

create function ipo_check_application() returns trigger language plpgsql as $$
begin
  if (old.number, old.offering_id, old.client_id, old.wallet_id, old.created_at)
     is distinct from (new.number, new.offering_id, new.client_id, new.wallet_id, new.created_at) then
    raise exception 'the client, the offering and the wallet of application % never change', old.number
      using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not exists (
    select from ipo_application_transition t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'an application cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'ipo_application_transition_known';
  end if;
  return new;
end $$;
create trigger ipo_application_transitions before update on ipo_application
  for each row execute function ipo_check_application();

create table ipo_application_status_history (
  id             uuid        primary key,
  application_id uuid        not null,
  client_id      uuid        not null,
  state          text        not null,
  quantity       int         not null,
  by_kind        text        not null check (by_kind in ('client', 'staff', 'system')),
  by_id          uuid        references person,
  at             timestamptz not null,
  foreign key (application_id, client_id) references ipo_application (id, client_id),
  check (by_kind <> 'client' or by_id = client_id)
);
create index ipo_application_status_history_of on ipo_application_status_history (application_id, id);

comment on table ipo_application_status_history is 'A state that an application reached, by whom and when.';
comment on column ipo_application_status_history.quantity is 'Shares that the application is for from then on.';
comment on column ipo_application_status_history.by_id is 'Who acted; null for the system.';

create trigger ipo_application_status_history_append_only before update or delete on ipo_application_status_history
  for each row execute function refuse_change();

-- Every client sees the demand, and counting a large book each time would be slow. With sixteen rows for each offering,
-- clients who apply at the same time seldom wait for each other.
create table ipo_demand (
  offering_id uuid   not null references ipo_offering,
  part        int    not null check (part between 0 and 15),
  requested   bigint not null check (requested >= 0),
  applicants  int    not null check (applicants >= 0),
  held        bigint not null check (held >= 0),
  primary key (offering_id, part)
) with (fillfactor = 50);

comment on table ipo_demand is
  'One of sixteen parts of the total demand for an offering; triggers on ipo_application maintain it.';
comment on column ipo_demand.part is 'Hash of the id of the application, modulo 16.';
comment on column ipo_demand.requested is 'Shares requested in this part.';
comment on column ipo_demand.applicants is 'Applications in this part.';
comment on column ipo_demand.held is 'Money held for undecided applications in this part, in minor units.';

create function ipo_held(p_state text, p_held bigint) returns bigint language sql immutable as $$
  select case when p_state in ('submitted', 'amended', 'reconfirm_required', 'confirmed') then p_held else 0 end
$$;

-- The rows are locked in their order, so that transactions that change several of them cannot deadlock.
create function ipo_count_demand() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into ipo_demand as d (offering_id, part, requested, applicants, held)
    select n.offering_id, hashtext(n.id::text) & 15, sum(n.quantity), count(*), sum(ipo_held(n.state, n.held_minor)) from new_rows n where ipo_is_demand(n.state)
    group by 1, 2 order by 1, 2
    on conflict (offering_id, part) do update
    set requested = d.requested + excluded.requested, applicants = d.applicants + excluded.applicants, held = d.held + excluded.held;
  else
    perform from ipo_demand d
    where (d.offering_id, d.part) in (
      select n.offering_id, hashtext(n.id::text) & 15 from new_rows n join old_rows o on o.id = n.id
      where n.quantity <> o.quantity or ipo_is_demand(n.state) <> ipo_is_demand(o.state) or ipo_held(n.state, n.held_minor) <> ipo_held(o.state, o.held_minor))
    order by d.offering_id, d.part for update;
    if found then
      update ipo_demand d set requested = d.requested + c.requested, applicants = d.applicants + c.applicants, held = d.held + c.held
      from (
        select n.offering_id, hashtext(n.id::text) & 15 as part,
               sum(n.quantity * ipo_is_demand(n.state)::int - o.quantity * ipo_is_demand(o.state)::int) as requested,
               sum(ipo_is_demand(n.state)::int - ipo_is_demand(o.state)::int) as applicants, sum(ipo_held(n.state, n.held_minor) - ipo_held(o.state, o.held_minor)) as held
        from new_rows n join old_rows o on o.id = n.id group by 1, 2) c
      where (d.offering_id, d.part) = (c.offering_id, c.part) and (c.requested <> 0 or c.applicants <> 0 or c.held <> 0);
    end if;
  end if;
  return null;
end $$;
create trigger ipo_application_counts after insert on ipo_application referencing new table as new_rows
  for each statement execute function ipo_count_demand();
create trigger ipo_application_recount after update on ipo_application referencing old table as old_rows new table as new_rows
  for each statement execute function ipo_count_demand();

create table ipo_seed (
  offering_id  uuid        primary key references ipo_offering,
  seed         bytea       unique check (length(seed) = 32),
  commitment   bytea       not null unique,
  committed_at timestamptz not null,
  encrypted    bytea,
  check (commitment = sha256(seed)),
  constraint ipo_seed_is_stored check (num_nonnulls(seed, encrypted) > 0)
);

comment on table ipo_seed is 'The part of the broker in the draw of an offering, chosen before the first application.';
comment on column ipo_seed.seed is 'Null until it is published with the basis of allotment.';
comment on column ipo_seed.commitment is 'SHA-256 of the seed, readable from the announcement on.';
comment on column ipo_seed.encrypted is
  'The seed encrypted under a key of APP_SECRET, so that the database or a backup alone does not foretell the draw.';

-- A seed is stored encrypted, and is published once, with the basis of allotment. Before that, `bin/rewrap` may encrypt it
-- under a new APP_SECRET; nothing else changes.
create function ipo_check_seed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.encrypted is null or new.seed is not null then
      raise exception 'the seed of offering % is not encrypted', new.offering_id
        using errcode = 'check_violation', constraint = 'ipo_seed_is_encrypted';
    end if;
  elsif old.encrypted is null or new.encrypted is null
     or (old.offering_id, old.commitment, old.committed_at) is distinct from (new.offering_id, new.commitment, new.committed_at)
     or new.seed is distinct from old.seed and (old.seed is not null or not exists (
          select from ipo_allotment a where a.offering_id = new.offering_id and a.state <> 'frozen')) then
    raise exception 'the seed of a draw never changes and is published with the basis of allotment'
      using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger ipo_seed_guard before insert or update on ipo_seed for each row execute function ipo_check_seed();
create trigger ipo_seed_no_delete before delete on ipo_seed for each row execute function refuse_change();
create trigger ipo_seed_no_truncate before truncate on ipo_seed execute function refuse_change();

-- The commitment exists before clients can apply.
create function ipo_check_seed_committed() returns trigger language plpgsql as $$
begin
  if not exists (select from ipo_seed where offering_id = new.id) then
    raise exception 'offering % is announced without the commitment of its draw', new.ticker
      using errcode = 'check_violation', constraint = 'ipo_offering_has_seed';
  end if;
  return null;
end $$;
create trigger ipo_offering_seed_guard after insert or update of state on ipo_offering for each row
  when (new.mode = 'subscription' and new.state in ('announced', 'open'))
  execute function ipo_check_seed_committed();

create table ipo_draw_secret (
  offering_id uuid        not null references ipo_offering,
  client_id   uuid        not null references person,
  commitment  bytea       not null check (length(commitment) = 32),
  encrypted   bytea       not null,
  created_at  timestamptz not null,
  primary key (offering_id, client_id)
);

comment on table ipo_draw_secret is
  'The part of one client in the draw of an offering, fixed with the first application: applying again does not change it.';
comment on column ipo_draw_secret.commitment is 'SHA-256 of the secret.';
comment on column ipo_draw_secret.encrypted is
  'The secret encrypted under a key of APP_SECRET; encrypted again when that changes; published with the basis of allotment.';

create trigger ipo_draw_secret_immutable before update on ipo_draw_secret for each row
  when ((old.offering_id, old.client_id, old.commitment, old.created_at)
        is distinct from (new.offering_id, new.client_id, new.commitment, new.created_at))
  execute function refuse_change();
create trigger ipo_draw_secret_no_delete before delete on ipo_draw_secret for each row execute function refuse_change();
create trigger ipo_draw_secret_no_truncate before truncate on ipo_draw_secret execute function refuse_change();

-- An application takes part in a draw only with a secret of its client.
create function ipo_check_draw_secret() returns trigger language plpgsql as $$
begin
  if exists (select from ipo_seed s where s.offering_id = new.offering_id and s.encrypted is not null)
     and not exists (select from ipo_draw_secret d where d.offering_id = new.offering_id and d.client_id = new.client_id) then
    raise exception 'application % has no secret for the draw', new.number
      using errcode = 'check_violation', constraint = 'ipo_application_has_draw_secret';
  end if;
  return new;
end $$;
create trigger ipo_application_draw_secret_guard before insert on ipo_application for each row
  when (new.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed'))
  execute function ipo_check_draw_secret();

create table ipo_dry_run (
  id            uuid        primary key,
  offering_id   uuid        not null references ipo_offering,
  by_id         uuid        not null references person,
  seed          bytea       not null check (length(seed) = 32),
  inputs_sha256 bytea       not null check (length(inputs_sha256) = 32),
  comparison    jsonb       not null,
  at            timestamptz not null
);
create index ipo_dry_run_of_offering on ipo_dry_run (offering_id, id desc);

comment on table ipo_dry_run is 'What each method of allotment would result in, as a member of staff saw it before the decision.';
comment on column ipo_dry_run.seed is
  'A random seed of its own; that of the offering is secret, so that staff cannot choose a method by who would win.';
comment on column ipo_dry_run.inputs_sha256 is 'SHA-256 of the book as it was then.';
comment on column ipo_dry_run.comparison is 'The result of each method.';

create trigger ipo_dry_run_append_only before update or delete on ipo_dry_run for each row execute function refuse_change();

create table ipo_allotment (
  offering_id         uuid        primary key references ipo_offering,
  approval_request_id uuid        not null unique references approval_request,
  method              text        not null check (method in (
                        'full', 'pro_rata', 'tier_weighted', 'one_lot_each', 'lottery', 'manual')),
  manual_csv          text,
  quota               bigint      not null check (quota > 0),
  lot_size            int         not null check (lot_size > 0),
  final_price_minor   bigint      not null check (final_price_minor > 0),
  weights             jsonb       not null,
  state               text        not null default 'frozen' check (state in ('frozen', 'decided', 'settled')),
  inputs_sha256       bytea       check (length(inputs_sha256) = 32),
  result_sha256       bytea       check (length(result_sha256) = 32),
  frozen_at           timestamptz not null,
  decided_at          timestamptz,
  settled_at          timestamptz,
  check ((manual_csv is not null) = (method = 'manual')),
  check ((state = 'frozen') = (decided_at is null) and (state = 'settled') = (settled_at is not null)),
  check (state = 'frozen' or num_nulls(inputs_sha256, result_sha256) = 0)
);

comment on table ipo_allotment is 'The allotment of an offering; the existence of the row freezes the book.';
comment on column ipo_allotment.manual_csv is 'Lines of number,shares as uploaded; null for the other methods.';
comment on column ipo_allotment.weights is 'Weight of each tier in hundredths, when the book was frozen.';
comment on column ipo_allotment.state is
  'frozen: not computed yet; decided: every entry has its shares; settled: every application is settled.';
comment on column ipo_allotment.inputs_sha256 is 'SHA-256 of the published inputs; null until decided.';
comment on column ipo_allotment.result_sha256 is 'SHA-256 of the published result; null until decided.';

create trigger ipo_allotment_no_delete before delete on ipo_allotment for each row execute function refuse_change();

create table ipo_allotment_entry (
  offering_id    uuid    not null references ipo_allotment,
  application_id uuid    not null unique references ipo_application,
  number         bigint  not null,
  tier           text    not null check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  weight         int     not null check (weight > 0),
  requested      int     not null check (requested > 0),
  eligible       boolean not null,
  limit_met      boolean not null,
  counted        int     not null,
  allotted       int,
  secret         bytea   check (length(secret) = 32),
  primary key (offering_id, number),
  check (counted between 0 and requested and (counted = 0 or eligible and limit_met)),
  check (allotted between 0 and counted)
) with (fillfactor = 70);

comment on table ipo_allotment_entry is
  'One application as it takes part in an allotment; the basis of allotment names no person.';
comment on column ipo_allotment_entry.number is 'Number of the application.';
comment on column ipo_allotment_entry.weight is 'Weight of the tier in hundredths.';
comment on column ipo_allotment_entry.requested is 'Shares requested.';
comment on column ipo_allotment_entry.limit_met is 'The final price is within the limit, or there is no limit.';
comment on column ipo_allotment_entry.counted is
  'Shares that take part: none when not eligible or above the limit, and no more than the held money pays for.';
comment on column ipo_allotment_entry.allotted is 'Shares allotted; null until the allotment is decided.';
comment on column ipo_allotment_entry.secret is 'The secret of the client, published with the basis of allotment; null before.';

-- An entry changes once: when it gets its shares.
create trigger ipo_allotment_entry_immutable before update on ipo_allotment_entry for each row
  when (old.allotted is not null
        or (old.offering_id, old.application_id, old.number, old.tier, old.weight, old.requested, old.eligible, old.limit_met,
            old.counted)
           is distinct from
           (new.offering_id, new.application_id, new.number, new.tier, new.weight, new.requested, new.eligible, new.limit_met,
            new.counted))
  execute function refuse_change();
create trigger ipo_allotment_entry_no_delete before delete on ipo_allotment_entry
  for each row execute function refuse_change();

-- An allotment only moves forward and its inputs never change. It is decided when every entry has its shares, in whole lots
-- and within the quota, and when every published secret is the one that was committed to.
create function ipo_check_allotment() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('frozen', 'decided'), ('decided', 'settled'))
     or (old.approval_request_id, old.method, old.manual_csv, old.quota, old.lot_size, old.final_price_minor, old.weights,
         old.frozen_at)
        is distinct from
        (new.approval_request_id, new.method, new.manual_csv, new.quota, new.lot_size, new.final_price_minor, new.weights,
         new.frozen_at)
     or old.state = 'decided'
        and (old.inputs_sha256, old.result_sha256, old.decided_at)
            is distinct from (new.inputs_sha256, new.result_sha256, new.decided_at)
  then
    raise exception 'the inputs of an allotment never change, and its state only moves forward'
      using errcode = 'restrict_violation';
  end if;
  if new.state = 'decided' and exists (
    select from ipo_allotment_entry e where e.offering_id = new.offering_id
    having coalesce(sum(e.allotted), 0) > new.quota or count(*) <> count(e.allotted) or bool_or(e.allotted % new.lot_size <> 0)
  ) then
    raise exception 'the allotment of offering % exceeds its quota, is incomplete, or is not in whole lots', new.offering_id
      using errcode = 'check_violation', constraint = 'ipo_allotment_within_quota';
  end if;
  if new.state = 'decided' and exists (
    select from ipo_seed s join ipo_allotment_entry e using (offering_id) join ipo_application a on a.id = e.application_id
    left join ipo_draw_secret d on d.offering_id = e.offering_id and d.client_id = a.client_id
    where s.offering_id = new.offering_id and s.encrypted is not null and sha256(e.secret) is distinct from d.commitment
  ) then
    raise exception 'the draw of offering % uses a secret that does not match its commitment', new.offering_id
      using errcode = 'check_violation', constraint = 'ipo_allotment_keeps_commitments';
  end if;
  return new;
end $$;
create trigger ipo_allotment_forward before update on ipo_allotment for each row execute function ipo_check_allotment();

-- Once the book is frozen, no application leaves it or changes its request.
create function ipo_check_frozen() returns trigger language plpgsql as $$
begin
  if exists (select from ipo_allotment where offering_id = new.offering_id) then
    raise exception 'the book is frozen: application % takes part in the allotment', new.number
      using errcode = 'restrict_violation', constraint = 'ipo_book_is_frozen';
  end if;
  return new;
end $$;
create trigger ipo_application_frozen_guard before update on ipo_application for each row
  when (new.state in ('amended', 'reconfirm_required', 'confirmed', 'cancelled')
        or new.state in ('rejected', 'expired') and new.settled_at is null
        or (old.quantity, old.limit_price_minor, old.hold_id)
           is distinct from (new.quantity, new.limit_price_minor, new.hold_id))
  execute function ipo_check_frozen();

-- An offering is listed only when every application is settled, and is never withdrawn once its book is frozen.
create function ipo_check_book_open() returns trigger language plpgsql as $$
begin
  if exists (select from ipo_allotment a where a.offering_id = new.id and (a.state <> 'settled' or new.state = 'withdrawn')) then
    raise exception 'offering % is being allotted, or has been', new.ticker
      using errcode = 'restrict_violation', constraint = 'ipo_offering_is_being_allotted';
  end if;
  return new;
end $$;
create trigger ipo_offering_settlement_guard before update of state on ipo_offering
  for each row when (new.state in ('listed', 'withdrawn') and old.state <> new.state) execute function ipo_check_book_open();

-- Clients see how requests like their own were filled. They read it from here, not from a hundred thousand entries.
create table ipo_allotment_fill (
  offering_id uuid not null references ipo_allotment,
  tier        text not null check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  size        int  not null check (size between 0 and 31),
  percent     int  not null check (percent between 0 and 100),
  requests    int  not null check (requests > 0),
  served      int  not null,
  primary key (offering_id, tier, size, percent),
  check (served between 0 and requests)
);

comment on table ipo_allotment_fill is
  'How many requests of one tier and size were filled to one percentage; only eligible ones within their limit are included.';
comment on column ipo_allotment_fill.size is 'Requests of 2^size lots, up to less than twice as many.';
comment on column ipo_allotment_fill.percent is 'Shares allotted of those requested, in whole percent, rounded down.';
comment on column ipo_allotment_fill.served is 'Requests of these that got any shares.';

create trigger ipo_allotment_fill_append_only before update or delete on ipo_allotment_fill
  for each row execute function refuse_change();

create view ipo_fill_of_entries as
  select e.offering_id, e.tier, 32 - position('1' in (e.requested / a.lot_size)::bit(32)::text) as size,
         (e.allotted::bigint * 100 / e.requested)::int as percent, count(*)::int as requests,
         (count(*) filter (where e.allotted > 0))::int as served
  from ipo_allotment_entry e join ipo_allotment a using (offering_id)
  where e.counted > 0 and e.allotted is not null and a.state <> 'frozen'
  group by 1, 2, 3, 4;

comment on view ipo_fill_of_entries is 'The rows of ipo_allotment_fill, computed from the entries of the allotments.';

create function ipo_count_fill() returns trigger language plpgsql as $$
begin
  insert into ipo_allotment_fill select * from ipo_fill_of_entries where offering_id = new.offering_id;
  return null;
end $$;
create trigger ipo_allotment_fills after update of state on ipo_allotment
  for each row when (old.state = 'frozen' and new.state = 'decided') execute function ipo_count_fill();

create table ipo_holding (
  id             uuid        primary key,
  application_id uuid        not null unique references ipo_application,
  client_id      uuid        not null references person,
  wallet_id      uuid        not null references wallet,
  offering_id    uuid        not null,
  currency       text        not null,
  quantity       int         not null check (quantity > 0),
  sold_quantity  int         not null default 0,
  cost_minor     bigint      not null check (cost_minor >= 0),
  fee_minor      bigint      not null check (fee_minor >= 0),
  transaction_id uuid        not null unique references ledger_transaction,
  acquired_at    timestamptz not null,
  tradable_at    timestamptz,
  foreign key (offering_id, currency) references ipo_offering (id, currency),
  constraint ipo_holding_not_oversold check (sold_quantity between 0 and quantity)
);
create index ipo_holding_of_client on ipo_holding (client_id, offering_id);

comment on table ipo_holding is 'The shares that a client got from one application.';
comment on column ipo_holding.cost_minor is 'Paid for all of the shares, without fees.';
comment on column ipo_holding.fee_minor is 'Fees paid for all of the shares.';
comment on column ipo_holding.transaction_id is 'Ledger transaction that paid for the shares.';
comment on column ipo_holding.tradable_at is 'End of the lock-up, set at the listing; null before.';

create trigger ipo_holding_no_delete before delete on ipo_holding for each row execute function refuse_change();

create table ipo_sale (
  id             uuid        primary key,
  number         bigint      not null unique default nextval('ipo_sale_number'),
  client_id      uuid        not null references person,
  wallet_id      uuid        not null references wallet,
  offering_id    uuid        not null,
  currency       text        not null,
  quantity       int         not null check (quantity > 0),
  price_minor    bigint      not null check (price_minor > 0),
  proceeds_minor bigint      not null check (proceeds_minor > 0),
  fee_minor      bigint      not null,
  cost_minor     bigint      not null check (cost_minor >= 0),
  early_exit_bps int         check (early_exit_bps between 0 and 9000),
  transaction_id uuid        not null unique references ledger_transaction,
  at             timestamptz not null,
  foreign key (offering_id, currency) references ipo_offering (id, currency),
  check (fee_minor between 0 and proceeds_minor)
);
create index ipo_sale_of_client on ipo_sale (client_id, id desc);

comment on table ipo_sale is 'A sale of shares of one offering by a client.';
comment on column ipo_sale.wallet_id is 'Wallet that receives the money.';
comment on column ipo_sale.price_minor is 'Price per share; of an early exit after the deduction.';
comment on column ipo_sale.proceeds_minor is 'Before the fee, which is deducted.';
comment on column ipo_sale.cost_minor is 'What the sold shares had cost, fees included; first in, first out.';
comment on column ipo_sale.early_exit_bps is
  'Deducted from the price because the lock-up had not ended; null for a sale after the lock-up.';
comment on column ipo_sale.transaction_id is 'Ledger transaction that paid the proceeds.';

create trigger ipo_sale_append_only before update or delete on ipo_sale for each row execute function refuse_change();

create table ipo_sale_part (
  sale_id    uuid   not null references ipo_sale,
  holding_id uuid   not null references ipo_holding,
  quantity   int    not null check (quantity > 0),
  cost_minor bigint not null check (cost_minor >= 0),
  primary key (sale_id, holding_id)
);

comment on table ipo_sale_part is 'The shares of one holding in a sale.';
comment on column ipo_sale_part.cost_minor is
  'What these shares had cost, fees included; all parts of a holding add up to its cost.';

create trigger ipo_sale_part_append_only before update or delete on ipo_sale_part
  for each row execute function refuse_change();

create table ipo_exit_quote (
  id          uuid        primary key,
  client_id   uuid        not null references person,
  offering_id uuid        not null references ipo_offering,
  quantity    int         not null check (quantity > 0),
  price_minor bigint      not null check (price_minor > 0),
  haircut_bps int         not null,
  expires_at  timestamptz not null,
  sale_id     uuid        unique references ipo_sale,
  replaced_at timestamptz,
  constraint ipo_exit_quote_not_both check (sale_id is null or replaced_at is null)
);
-- With several open quotes a client could wait and take the best one.
create unique index ipo_exit_quote_one_open on ipo_exit_quote (client_id, offering_id)
  where sale_id is null and replaced_at is null;

comment on table ipo_exit_quote is 'A price for selling before the lock-up ends, valid for a short time and for one sale.';
comment on column ipo_exit_quote.price_minor is 'Price per share after the haircut.';
comment on column ipo_exit_quote.haircut_bps is 'Deducted from the market price.';
comment on column ipo_exit_quote.sale_id is 'The sale at this price; null until the client accepts.';
comment on column ipo_exit_quote.replaced_at is 'When a newer quote replaced this one; null if none did.';
