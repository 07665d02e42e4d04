-- The ledger: currencies with their rates, and double-entry bookkeeping in minor units (docs/ledger.md).
-- The postings of a transaction sum to zero in each currency, and posted rows never change.
-- The balance of a client account is the sum of its postings and never negative; held money is the sum of active holds.
-- The rules are constraints and triggers, so that they bind every program that connects.

create table currency (
  code             text        primary key check (code ~ '^[A-Z]{3,8}$'),
  scale            int         not null check (scale between 0 and 18),
  open_for_wallets boolean     not null default false,
  open_for_trading boolean     not null,
  usd_rate         numeric     not null check (usd_rate > 0),
  rated_at         timestamptz not null,
  rate_max_age_s   int         check (rate_max_age_s between 10 and 31536000),
  spread_bps       int         not null default 100 check (spread_bps between 0 and 5000)
);

comment on table currency is 'A currency that accounts may be kept in, with its current rate in USD.';
comment on column currency.scale is
  'Decimal places of the minor unit; repeats the value in the code, so that SQL can read amounts.';
comment on column currency.open_for_wallets is 'Clients may open a wallet in it; an operator setting.';
comment on column currency.open_for_trading is 'Clients may open a trading account in it; an operator setting.';
comment on column currency.usd_rate is
  'Value of one unit in USD, from the market feed or the operator; values totals and prices conversions.';
comment on column currency.rated_at is 'Time of the price behind usd_rate.';
comment on column currency.rate_max_age_s is
  'Age in seconds, counted while the market is open, above which conversions are refused; null for no limit.';
comment on column currency.spread_bps is
  'What the company keeps of a conversion, in bps; of two currencies the higher spread applies.';

-- The market feed rates CHF, EUR, GBP, JPY, BTC and ETH, so 15 minutes are enough for them. The operator rates the others by
-- hand, within five days; AED, USD and USDT have fixed rates.
insert into currency (code, scale, open_for_wallets, open_for_trading, usd_rate, rated_at, rate_max_age_s, spread_bps) values
  ('AED',  2, true,  true,  0.2723,  '2026-11-20 17:00Z', null,   100),
  ('BTC',  8, false, false, 92000,   '2026-11-20 17:00Z', 900,    100),
  ('CHF',  2, true,  true,  1.24,    '2026-11-20 17:00Z', 900,    50),
  ('CZK',  2, true,  true,  0.0478,  '2026-11-20 17:00Z', 432000, 100),
  ('ETH',  8, false, false, 3100,    '2026-11-20 17:00Z', 900,    100),
  ('EUR',  2, true,  true,  1.16,    '2026-11-20 17:00Z', 900,    50),
  ('GBP',  2, true,  true,  1.31,    '2026-11-20 17:00Z', 900,    50),
  ('HUF',  2, true,  false, 0.00302, '2026-11-20 17:00Z', 432000, 100),
  ('JPY',  0, true,  true,  0.00642, '2026-11-20 17:00Z', 900,    50),
  ('NOK',  2, true,  false, 0.0985,  '2026-11-20 17:00Z', 432000, 100),
  ('PLN',  2, true,  true,  0.273,   '2026-11-20 17:00Z', 432000, 100),
  ('RON',  2, true,  false, 0.228,   '2026-11-20 17:00Z', 432000, 100),
  ('TRY',  2, true,  false, 0.0237,  '2026-11-20 17:00Z', 432000, 100),
  ('USD',  2, true,  true,  1,       '2026-11-20 17:00Z', null,   50),
  ('USDT', 6, false, false, 1,       '2026-11-20 17:00Z', null,   100);

create table currency_rate_day (
  currency text    not null references currency,
  day      date    not null,
  usd_rate numeric not null check (usd_rate > 0),
  primary key (currency, day)
);

comment on table currency_rate_day is 'The rate of one currency on one day, by which the past of a portfolio is valued.';
comment on column currency_rate_day.day is 'Day in UTC.';
comment on column currency_rate_day.usd_rate is 'Last rate of the day, in USD per unit; a trigger on currency writes it.';

insert into currency_rate_day (currency, day, usd_rate) values
  ('AED',  '2026-11-20', 0.2723),
  ('BTC',  '2026-11-20', 92000),
  ('CHF',  '2026-11-20', 1.24),
  ('CZK',  '2026-11-20', 0.0478),
  ('ETH',  '2026-11-20', 3100),
  ('EUR',  '2026-11-20', 1.16),
  ('GBP',  '2026-11-20', 1.31),
  ('HUF',  '2026-11-20', 0.00302),
  ('JPY',  '2026-11-20', 0.00642),
  ('NOK',  '2026-11-20', 0.0985),
  ('PLN',  '2026-11-20', 0.273),
  ('RON',  '2026-11-20', 0.228),
  ('TRY',  '2026-11-20', 0.0237),
  ('USD',  '2026-11-20', 1),
  ('USDT', '2026-11-20', 1);

create function record_rate_of_day() returns trigger language plpgsql as $$
begin
  insert into currency_rate_day (currency, day, usd_rate)
  values (new.code, (new.rated_at at time zone 'UTC')::date, new.usd_rate)
  on conflict (currency, day) do update set usd_rate = excluded.usd_rate;
  return null;
end $$;
create trigger currency_record_rate_of_day after insert or update of usd_rate, rated_at on currency
  for each row execute function record_rate_of_day();

-- Every stored amount is in minor units of this scale.
create trigger currency_scale_fixed before update of code, scale on currency for each row execute function refuse_change();

create table ledger_account (
  id         uuid        primary key,
  code       text        not null unique check (code ~ '^[A-Za-z0-9_:-]{3,160}$'),
  client_id  uuid        references person,
  kind       text        not null check (kind in (
                           'wallet_available', 'wallet_held', 'trading',
                           'psp_in', 'psp_out', 'fx', 'fees', 'ipo_escrow', 'bonus', 'dealing', 'suspense')),
  currency   text        not null references currency,
  created_at timestamptz not null,
  unique (id, currency),
  check ((client_id is not null) = (kind in ('wallet_available', 'wallet_held', 'trading')))
);
create index ledger_account_of_client on ledger_account (client_id) where client_id is not null;

comment on table ledger_account is 'An account of the ledger, in one currency, of a client or of the company.';
comment on column ledger_account.code is
  'Name by which postings refer to it, such as client:{id}:trading:{number} or fees:{currency}.';
comment on column ledger_account.client_id is 'Owner; null for an account of the company.';
comment on column ledger_account.kind is
  'wallet_available, wallet_held and trading belong to a client; psp_in and psp_out represent the outside world.';

create trigger ledger_account_append_only before update or delete on ledger_account
  for each row execute function refuse_change();
create trigger ledger_account_no_truncate before truncate on ledger_account
  for each statement execute function refuse_change();

-- Company accounts have no balance row: every transfer would wait for its lock. Their balance is summed from the postings when
-- it is read. The fill factor leaves space in each page, so that an update stays in its page.
create table ledger_balance (
  account_id          uuid    primary key references ledger_account,
  movement_account_id uuid    not null references ledger_account,
  currency            text    not null,
  trading             boolean not null,
  amount              bigint  not null default 0 constraint ledger_balance_not_negative check (amount >= 0),
  closed              boolean not null default false,
  foreign key (account_id, currency) references ledger_account (id, currency),
  constraint ledger_balance_of_closed check (not closed or amount = 0)
) with (fillfactor = 70);

comment on table ledger_balance is 'The current balance of one client account; only triggers write it.';
comment on column ledger_balance.movement_account_id is
  'Account that the movements are written under: held money moves with the available account of its wallet, others by themselves.';
comment on column ledger_balance.currency is 'Copy of the account''s currency, so that totals need no join.';
comment on column ledger_balance.trading is 'The account is of kind trading; a copy, so that totals need no join.';
comment on column ledger_balance.amount is 'Minor units; the sum of the account''s postings.';
comment on column ledger_balance.closed is 'The owner''s account is closed, so no money may be on the balance.';

-- A balance changes by triggers alone: by a posting, or when its owner's account is closed or reopened.
create trigger ledger_balance_append_only before update or delete on ledger_balance
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_balance_no_truncate before truncate on ledger_balance
  for each statement execute function refuse_change();

-- A client account starts with a balance of zero. The two accounts of a wallet have codes that differ in the last word.
create function ledger_open_balance() returns trigger language plpgsql as $$
begin
  insert into ledger_balance (account_id, movement_account_id, currency, trading)
  values (new.id,
          case new.kind
            when 'wallet_held' then (select id from ledger_account where code = regexp_replace(new.code, ':held$', ':available'))
            else new.id
          end,
          new.currency, new.kind = 'trading');
  return null;
end $$;
create trigger ledger_account_opens after insert on ledger_account
  for each row when (new.client_id is not null) execute function ledger_open_balance();

-- Every posting locks the balance row, which says whether the owner has left. If a closure and a posting come at the same time,
-- one waits and then fails. A client with money on any account cannot be marked as closed.
create function person_close_balances() returns trigger language plpgsql as $$
begin
  update ledger_balance set closed = new.closed_at is not null
  where account_id in (select id from ledger_account where client_id = new.id);
  return null;
end $$;
create trigger person_close_balances after update of closed_at on person
  for each row when (old.closed_at is distinct from new.closed_at) execute function person_close_balances();

create table ledger_transaction (
  id             uuid        primary key,
  scope          text        not null check (length(scope) between 1 and 80),
  key            text        not null check (length(key) between 1 and 200),
  fingerprint    bytea       not null,
  kind           text        not null check (kind in (
                               'deposit', 'withdrawal', 'transfer_to_trading', 'transfer_from_trading', 'conversion', 'bonus', 'fee',
                               'correction', 'opening_balance', 'ipo', 'trading_result', 'negative_balance', 'hold', 'release')),
  reference_type text,
  reference_id   text,
  actor_id       uuid        references person,
  reason         text,
  postings       int         not null check (postings >= 2),
  at             timestamptz not null,
  unique (scope, key)
);
-- A balance of the past is today's balance less what was posted since.
create index ledger_transaction_by_time on ledger_transaction using brin (at) with (autosummarize = on);
-- A transaction is corrected once. To restore it, the correction is corrected.
create unique index ledger_transaction_corrected_once on ledger_transaction (reference_id)
  where kind = 'correction' and reference_type = 'ledger_transaction';
-- For reconciliation: what moved money from or to the outside.
create index ledger_transaction_outside on ledger_transaction (at) where kind in ('deposit', 'withdrawal', 'correction');

comment on table ledger_transaction is 'One business event that moves money by two or more postings.';
comment on column ledger_transaction.scope is 'Whose key it is, such as client:{id}; two clients may choose the same key.';
comment on column ledger_transaction.key is 'Idempotency key within the scope.';
comment on column ledger_transaction.fingerprint is 'SHA-256 of the request; the same key with another request is refused.';
comment on column ledger_transaction.kind is 'Kind of event, such as deposit, conversion or correction.';
comment on column ledger_transaction.reference_type is 'Table or kind of what the event belongs to; null if there is nothing.';
comment on column ledger_transaction.reference_id is 'Key of what the event belongs to, such as the id of a payment.';
comment on column ledger_transaction.actor_id is 'Person who caused it; null when the system did.';
comment on column ledger_transaction.reason is 'Reason in the words of the actor.';
comment on column ledger_transaction.postings is 'Number of postings, fixed here so that none can be added later.';

create trigger ledger_transaction_append_only before update or delete on ledger_transaction
  for each row execute function refuse_change();
create trigger ledger_transaction_no_truncate before truncate on ledger_transaction
  for each statement execute function refuse_change();

create table ledger_posting (
  id             bigint primary key,
  transaction_id uuid   not null references ledger_transaction,
  account_id     uuid   not null,
  currency       text   not null,
  amount         bigint not null check (amount <> 0),
  balance_after  bigint,
  foreign key (account_id, currency) references ledger_account (id, currency)
);
create sequence ledger_posting_id owned by ledger_posting.id;
create index ledger_posting_of_account on ledger_posting (account_id, id desc);
create index ledger_posting_of_transaction on ledger_posting (transaction_id);

comment on table ledger_posting is 'A signed amount that a transaction moves on one account.';
comment on column ledger_posting.id is 'Orders the postings of a client account as its balance moved; a trigger assigns it.';
comment on column ledger_posting.currency is 'Currency of the account; the foreign key enforces it.';
comment on column ledger_posting.amount is 'Minor units; positive is in favour of the account''s owner.';
comment on column ledger_posting.balance_after is 'Balance of the account after the posting; null for a company account.';

create trigger ledger_posting_append_only before update or delete on ledger_posting
  for each row execute function refuse_change();
create trigger ledger_posting_no_truncate before truncate on ledger_posting
  for each statement execute function refuse_change();

-- A posting moves its balance itself, so no statement can write one without the other. Its id is drawn once the balance is
-- locked: an id drawn before, as by a column default, could be lower than that of a posting that went first. Both accounts of a
-- wallet lock the row of the available one, so that the movements of the wallet have one order too.
create function ledger_apply_posting() returns trigger language plpgsql as $$
declare
  available_id uuid;
begin
  -- Almost all postings on a client's account are on one that moves by itself, so one statement does.
  update ledger_balance set amount = amount + new.amount
  where account_id = new.account_id and movement_account_id = account_id and amount + new.amount >= 0
  returning amount into new.balance_after;
  if not found then
    if new.account_id is null then
      raise exception 'an account of transaction % does not exist', new.transaction_id using errcode = 'foreign_key_violation';
    end if;
    select movement_account_id into available_id from ledger_balance where account_id = new.account_id;
    if found and available_id <> new.account_id then
      perform from ledger_balance where account_id = available_id for no key update;
      update ledger_balance set amount = amount + new.amount
      where account_id = new.account_id and amount + new.amount >= 0
      returning amount into new.balance_after;
    end if;
    if available_id is not null and new.balance_after is null then
      raise exception 'account % has too little money for a debit of %', new.account_id, -new.amount
        using errcode = 'check_violation', constraint = 'ledger_balance_not_negative';
    end if;
  end if;
  -- The seal waits for the transactions that may have drawn an id below it, and finds them by their number.
  perform pg_current_xact_id();
  new.id := nextval('ledger_posting_id');
  return new;
end $$;
create trigger ledger_posting_applies before insert on ledger_posting
  for each row execute function ledger_apply_posting();

-- The postings of a transaction sum to zero in each currency, and there are some. Checked at commit; that none is missing or joins
-- later is checked by the trigger that writes their movements.
create function ledger_check_transaction() returns trigger language plpgsql as $$
begin
  if (select bool_and(total = 0)
      from (select sum(p.amount) as total from ledger_posting p where p.transaction_id = new.id group by p.currency) sums)
     is not true then
    raise exception 'the postings of transaction % do not balance', new.id
      using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
  end if;
  return null;
end $$;
create constraint trigger ledger_transaction_balances after insert on ledger_transaction deferrable initially deferred
  for each row execute function ledger_check_transaction();

create table ledger_hold (
  id            uuid        primary key references ledger_transaction,
  available_id  uuid        not null references ledger_account,
  held_id       uuid        not null references ledger_account,
  purpose       text        not null check (purpose in ('withdrawal', 'transfer_to_trading', 'ipo')),
  amount        bigint      not null check (amount > 0),
  state         text        not null default 'active'
                            check (state in ('active', 'captured', 'partially_captured', 'released', 'expired')),
  captured      bigint      not null default 0,
  resolution_id uuid        references ledger_transaction,
  expires_at    timestamptz,
  check (captured between 0 and amount),
  check ((state = 'active') = (resolution_id is null)),
  check (
    case state
      when 'captured'           then captured = amount
      when 'partially_captured' then captured > 0 and captured < amount
      else captured = 0
    end)
);
create index ledger_hold_active on ledger_hold (held_id) where state = 'active';

comment on table ledger_hold is 'Money of a wallet that is held for one purpose until it is paid or released.';
comment on column ledger_hold.id is 'Id of the transaction that moved the money from available to held.';
comment on column ledger_hold.available_id is 'Account that the money came from; what is not paid returns to it.';
comment on column ledger_hold.held_id is 'Account that has the money while the hold is active.';
comment on column ledger_hold.amount is 'Minor units.';
comment on column ledger_hold.captured is 'Minor units that were paid out of the hold.';
comment on column ledger_hold.resolution_id is 'Transaction that ended the hold; null while it is active.';
comment on column ledger_hold.expires_at is
  'Latest end that the client was promised; null if none. The module of the purpose ends the hold in time.';

create trigger ledger_hold_no_delete before delete on ledger_hold
  for each row execute function refuse_change();
create trigger ledger_hold_no_truncate before truncate on ledger_hold
  for each statement execute function refuse_change();
-- A hold ends once, and what it holds never changes.
create trigger ledger_hold_single_end_guard before update on ledger_hold
  for each row when (
    old.state <> 'active'
    or (old.id, old.available_id, old.held_id, old.amount, old.purpose)
       is distinct from (new.id, new.available_id, new.held_id, new.amount, new.purpose))
  execute function refuse_change();

-- The balance of a held account is the sum of its active holds. Checked at commit, whichever of the two changed.
create function ledger_check_held() returns trigger language plpgsql as $$
declare
  subject uuid;
begin
  if tg_table_name = 'ledger_hold' then subject := new.held_id; else subject := new.account_id; end if;
  if (select b.amount from ledger_balance b where b.account_id = subject)
     <> (select coalesce(sum(h.amount), 0) from ledger_hold h where h.held_id = subject and h.state = 'active') then
    raise exception 'the balance of account % is not the sum of its active holds', subject
      using errcode = 'check_violation', constraint = 'ledger_held_is_sum_of_holds';
  end if;
  return null;
end $$;
create constraint trigger ledger_hold_balance_guard after insert or update on ledger_hold deferrable initially deferred
  for each row execute function ledger_check_held();
-- Only the held account of a wallet moves under another account.
create constraint trigger ledger_balance_held_guard after update on ledger_balance deferrable initially deferred
  for each row when (new.movement_account_id <> new.account_id) execute function ledger_check_held();

create table ledger_external_flow (
  posting_id bigint      primary key references ledger_posting,
  currency   text        not null,
  is_inflow  boolean     not null,
  amount     bigint      not null check (amount <> 0),
  at         timestamptz not null
);
create index ledger_external_flow_by_time on ledger_external_flow (at) include (currency, is_inflow, amount);

comment on table ledger_external_flow is
  'Money that came from or went to the outside, by one posting; totals over all clients are read from here.';
comment on column ledger_external_flow.is_inflow is 'True for a posting on psp_in, false for one on psp_out.';
comment on column ledger_external_flow.amount is 'Minor units in that direction; negative for money that went back.';
comment on column ledger_external_flow.at is 'Time of the transaction.';

create trigger ledger_external_flow_append_only before update or delete on ledger_external_flow
  for each row execute function refuse_change();
create trigger ledger_external_flow_no_truncate before truncate on ledger_external_flow
  for each statement execute function refuse_change();

-- Written in the statement of the posting, so that no statement can write one without the other.
create function ledger_record_external_flow() returns trigger language plpgsql as $$
begin
  insert into ledger_external_flow (posting_id, at, currency, is_inflow, amount)
  select new.id, t.at, new.currency, a.kind = 'psp_in', case a.kind when 'psp_in' then -new.amount else new.amount end
  from ledger_account a, ledger_transaction t
  where a.id = new.account_id and a.kind in ('psp_in', 'psp_out') and t.id = new.transaction_id;
  return null;
end $$;
create trigger ledger_posting_external_flow after insert on ledger_posting
  for each row when (new.balance_after is null) execute function ledger_record_external_flow();

-- What a client sees of the ledger: each transaction that changed a wallet or a trading account, with the balance after it, and
-- the totals of each day. Pages, statements and charts read these rows, so that they cost what they show and not what was
-- posted in all the years before. They have no foreign keys: the trigger copies both ids from rows that cannot be deleted.
create table ledger_movement (
  account_id     uuid        not null,
  seq            bigint      not null check (seq > 0),
  transaction_id uuid        not null,
  kind           text        not null,
  at             timestamptz not null,
  amount         bigint      not null check (amount <> 0),
  balance_after  bigint      not null check (balance_after >= 0),
  primary key (account_id, seq)
);
create index ledger_movement_by_time on ledger_movement (account_id, at, seq);
create index ledger_movement_by_kind on ledger_movement (account_id, kind, at, seq);

comment on table ledger_movement is
  'What one transaction moved on a wallet, held money included, or on a trading account; only triggers write it.';
comment on column ledger_movement.account_id is 'The available account of a wallet, or the account of a trading account.';
comment on column ledger_movement.seq is 'Counts the movements of the account from 1, without gaps, in the order of its balance.';
comment on column ledger_movement.kind is 'Kind of the transaction; a hold and its release move nothing.';
comment on column ledger_movement.at is 'Time of the transaction.';
comment on column ledger_movement.amount is 'Minor units; positive is in favour of the client.';
comment on column ledger_movement.balance_after is 'Balance of the wallet with its held money, or of the trading account.';

create table ledger_day (
  account_id uuid   not null,
  kind       text   not null,
  day        date   not null,
  amount     bigint not null,
  count_in   bigint not null,
  count_out  bigint not null,
  total_in   bigint not null,
  total_out  bigint not null,
  primary key (account_id, kind, day)
) with (fillfactor = 80);

comment on table ledger_day is
  'Movements of one kind on an account, summed by day. A day without them has no row; only triggers write it.';
comment on column ledger_day.account_id is 'Account of the movements.';
comment on column ledger_day.day is 'Day in UTC.';
comment on column ledger_day.amount is 'Sum of the day, in minor units.';
comment on column ledger_day.count_in is 'Number of positive movements from the first to the end of this day.';
comment on column ledger_day.count_out is 'Number of negative movements from the first to the end of this day.';
comment on column ledger_day.total_in is 'Sum of the positive movements from the first to the end of this day.';
comment on column ledger_day.total_out is 'Sum of the negative movements, without sign, from the first to the end of this day.';

create trigger ledger_movement_append_only before update or delete on ledger_movement
  for each row execute function refuse_change();
create trigger ledger_movement_of_posting before insert on ledger_movement
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_movement_no_truncate before truncate on ledger_movement
  for each statement execute function refuse_change();
create trigger ledger_day_no_delete before delete on ledger_day
  for each row execute function refuse_change();
create trigger ledger_day_of_posting before insert or update on ledger_day
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_day_no_truncate before truncate on ledger_day
  for each statement execute function refuse_change();

-- One statement inserts all postings of a transaction, as many as it states, and writes their movements. The balances are locked
-- by then, so the last movement of an account stays the last. A transaction that is posted late also raises the totals of the days
-- after it. `offset 0` keeps the look-ups by key, whatever number of postings the plan was made for.
create function ledger_write_movements() returns trigger language plpgsql as $$
declare
  posted    record;
  today     date;
  is_begun  boolean;
begin
  for posted in
    select p.account_id, p.amount, t.id, t.kind, t.at,
           t.postings = (select count(*) from ledger_posting all_of where all_of.transaction_id = t.id) as is_whole
    from (
      select w.transaction_id, b.account_id, sum(w.amount)::bigint as amount, max(w.id) as last_id
      from written w
      left join lateral (
        select b.movement_account_id as account_id from ledger_balance b where b.account_id = w.account_id offset 0) b on true
      group by w.transaction_id, b.account_id) p
    cross join lateral (
      select t.id, t.kind, t.at, t.postings from ledger_transaction t where t.id = p.transaction_id offset 0) t
    order by p.last_id
  loop
    if not posted.is_whole then
      raise exception 'transaction % gets other postings than it states', posted.id
        using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
    end if;
    continue when posted.account_id is null or posted.amount = 0;

    insert into ledger_movement (account_id, seq, transaction_id, kind, at, amount, balance_after)
    select posted.account_id, coalesce(last.seq, 0) + 1, posted.id, posted.kind, posted.at, posted.amount,
           coalesce(last.balance_after, 0) + posted.amount
    from (select) always
    left join lateral (
      select m.seq, m.balance_after from ledger_movement m
      where m.account_id = posted.account_id order by m.seq desc limit 1) last on true;

    today := (posted.at at time zone 'UTC')::date;
    with counted as (
      update ledger_day d
      set amount = case d.day when today then d.amount + posted.amount else d.amount end,
          count_in = d.count_in + (posted.amount > 0)::int, count_out = d.count_out + (posted.amount < 0)::int,
          total_in = d.total_in + greatest(posted.amount, 0), total_out = d.total_out - least(posted.amount, 0)
      where d.account_id = posted.account_id and d.kind = posted.kind and d.day >= today
      returning d.day)
    select exists (select from counted where day = today) into is_begun;
    if not is_begun then
      insert into ledger_day (account_id, kind, day, amount, count_in, count_out, total_in, total_out)
      select posted.account_id, posted.kind, today, posted.amount,
             coalesce(d.count_in, 0) + (posted.amount > 0)::int, coalesce(d.count_out, 0) + (posted.amount < 0)::int,
             coalesce(d.total_in, 0) + greatest(posted.amount, 0), coalesce(d.total_out, 0) - least(posted.amount, 0)
      from (select) always
      left join lateral (
        select * from ledger_day d
        where d.account_id = posted.account_id and d.kind = posted.kind and d.day < today
        order by d.day desc limit 1) d on true;
    end if;
  end loop;
  return null;
end $$;
create trigger ledger_posting_moves after insert on ledger_posting referencing new table as written
  for each statement execute function ledger_write_movements();

-- Totals up to a sealed posting, so that the balance of a company account or the trial balance reads them and what was posted
-- after, whatever was posted in all the years before. A job moves the seal on; `ledger:verify` has proved what is below it.
create table ledger_seal (
  only_one   boolean     primary key default true check (only_one),
  posting_id bigint      not null check (posting_id >= 0),
  sealed_at  timestamptz
);
insert into ledger_seal (posting_id) values (0);

comment on table ledger_seal is 'How far totals of accounts are written; it only moves on.';
comment on column ledger_seal.posting_id is 'The totals have all postings up to this id; no posting below it can be added.';
comment on column ledger_seal.sealed_at is 'Time of the last move.';

create table ledger_sealed_account (
  account_id  uuid   not null,
  day         date   not null,
  debits      bigint not null,
  credits     bigint not null,
  of_payments bigint not null,
  postings    bigint not null,
  primary key (account_id, day)
);

comment on table ledger_sealed_account is 'Sealed postings of an account, summed by day; only the seal writes it.';
comment on column ledger_sealed_account.day is 'Day of the transactions, in UTC.';
comment on column ledger_sealed_account.debits is 'Sum of the negative amounts, without sign, in minor units.';
comment on column ledger_sealed_account.credits is 'Sum of the positive amounts, in minor units.';
comment on column ledger_sealed_account.of_payments is 'Sum of the amounts of transactions that belong to a payment, with sign.';
comment on column ledger_sealed_account.postings is 'Number of postings.';

create table ledger_sealed_kind (
  currency text   not null,
  kind     text   not null,
  day      date   not null,
  accounts bigint not null,
  debits   bigint not null,
  credits  bigint not null,
  primary key (currency, kind, day)
);

create index ledger_sealed_kind_by_day on ledger_sealed_kind (day);

comment on table ledger_sealed_kind is 'Sealed postings of all accounts of one kind and currency, summed by day; only the seal writes it.';
comment on column ledger_sealed_kind.day is 'Day of the transactions, in UTC.';
comment on column ledger_sealed_kind.accounts is 'Number of accounts whose first sealed posting is on this day.';
comment on column ledger_sealed_kind.debits is 'Sum of the negative amounts, without sign, in minor units.';
comment on column ledger_sealed_kind.credits is 'Sum of the positive amounts, in minor units.';

create table ledger_client_day (
  client_id uuid not null,
  kind      text not null check (kind in ('deposit', 'trading_result')),
  day       date not null,
  primary key (client_id, kind, day)
);
create index ledger_client_day_by_day on ledger_client_day (kind, day, client_id);

comment on table ledger_client_day is
  'A day on which a client deposited or had a result of trading, by the sealed postings; only the seal writes it.';
comment on column ledger_client_day.kind is 'Kind of the transactions.';
comment on column ledger_client_day.day is 'Day of the transactions, in UTC.';

create trigger ledger_seal_no_delete before delete on ledger_seal
  for each row execute function refuse_change();
create trigger ledger_seal_no_truncate before truncate on ledger_seal
  for each statement execute function refuse_change();
create trigger ledger_seal_only_on before update on ledger_seal
  for each row when (new.posting_id <= old.posting_id) execute function refuse_change();
create trigger ledger_sealed_account_no_delete before delete on ledger_sealed_account
  for each row execute function refuse_change();
create trigger ledger_sealed_account_of_seal before insert or update on ledger_sealed_account
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_sealed_account_no_truncate before truncate on ledger_sealed_account
  for each statement execute function refuse_change();
create trigger ledger_sealed_kind_no_delete before delete on ledger_sealed_kind
  for each row execute function refuse_change();
create trigger ledger_sealed_kind_of_seal before insert or update on ledger_sealed_kind
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_sealed_kind_no_truncate before truncate on ledger_sealed_kind
  for each statement execute function refuse_change();
create trigger ledger_client_day_no_delete before delete on ledger_client_day
  for each row execute function refuse_change();
create trigger ledger_client_day_of_seal before insert or update on ledger_client_day
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger ledger_client_day_no_truncate before truncate on ledger_client_day
  for each statement execute function refuse_change();

-- The seal and its totals move together. The job that moves it has waited until no posting up to its id can still be committed.
create function ledger_write_sealed() returns trigger language plpgsql as $$
begin
  with fresh as (
    select p.account_id, (t.at at time zone 'UTC')::date as day,
           coalesce(-sum(p.amount) filter (where p.amount < 0), 0) as debits,
           coalesce(sum(p.amount) filter (where p.amount > 0), 0) as credits,
           coalesce(sum(p.amount) filter (where t.scope like 'payment:%'), 0) as of_payments, count(*) as postings
    from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
    where p.id > old.posting_id and p.id <= new.posting_id
    group by 1, 2
  ), begun as (
    select f.account_id, f.first_on, s.first_on as sealed_on
    from (select account_id, min(day) as first_on from fresh group by 1) f
    left join lateral (select min(s.day) as first_on from ledger_sealed_account s where s.account_id = f.account_id) s on true
  ), by_account as (
    insert into ledger_sealed_account as s (account_id, day, debits, credits, of_payments, postings)
    select account_id, day, debits, credits, of_payments, postings from fresh
    on conflict (account_id, day) do update
    set debits = s.debits + excluded.debits, credits = s.credits + excluded.credits,
        of_payments = s.of_payments + excluded.of_payments, postings = s.postings + excluded.postings
  )
  insert into ledger_sealed_kind as s (currency, kind, day, accounts, debits, credits)
  select a.currency, a.kind, e.day, sum(e.accounts), sum(e.debits), sum(e.credits)
  from (
    select account_id, day, 0 as accounts, debits, credits from fresh
    union all
    select account_id, first_on, 1, 0, 0 from begun where sealed_on is null or first_on < sealed_on
    union all
    select account_id, sealed_on, -1, 0, 0 from begun where first_on < sealed_on) e
  join ledger_account a on a.id = e.account_id
  group by 1, 2, 3
  on conflict (currency, kind, day) do update
  set accounts = s.accounts + excluded.accounts, debits = s.debits + excluded.debits, credits = s.credits + excluded.credits;
  insert into ledger_client_day (client_id, kind, day)
  select distinct a.client_id, t.kind, (t.at at time zone 'UTC')::date
  from ledger_posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.account_id
  where p.id > old.posting_id and p.id <= new.posting_id and a.client_id is not null and t.kind in ('deposit', 'trading_result')
  on conflict do nothing;
  return null;
end $$;
create trigger ledger_seal_writes after update on ledger_seal
  for each row execute function ledger_write_sealed();

-- Posts one transaction in one round trip. A repeated key returns the first result. Balances are locked in one order,
-- because `order by` inserts the postings so; two transfers that cross wait and do not deadlock. The planner does not see how many
-- codes `(select p_codes)` has, so it keeps one plan.
create function ledger_post(
  p_id uuid, p_scope text, p_key text, p_fingerprint bytea, p_kind text, p_reference_type text, p_reference_id text,
  p_actor_id uuid, p_reason text, p_at timestamptz, p_codes text[], p_amounts bigint[],
  out id uuid, out at timestamptz, out replayed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  earlier ledger_transaction;
begin
  insert into ledger_transaction
    (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
  values
    (p_id, p_scope, p_key, p_fingerprint, p_kind, p_reference_type, p_reference_id, p_actor_id, p_reason,
     cardinality(p_codes), p_at)
  on conflict (scope, key) do nothing;
  if not found then
    select * into strict earlier from ledger_transaction t where t.scope = p_scope and t.key = p_key;
    if earlier.fingerprint <> p_fingerprint then
      raise exception 'key % of scope % belongs to another request', p_key, p_scope
        using errcode = 'unique_violation', constraint = 'ledger_key_reused';
    end if;
    ledger_post.id := earlier.id; ledger_post.at := earlier.at; ledger_post.replayed := true;
    return;
  end if;
  insert into ledger_posting (transaction_id, account_id, currency, amount)
  select p_id, a.id, a.currency, p.amount
  from unnest((select p_codes), (select p_amounts)) p (code, amount)
  left join lateral (select a.id, a.currency from ledger_account a where a.code = p.code offset 0) a on true
  left join lateral (select b.movement_account_id from ledger_balance b where b.account_id = a.id offset 0) b on true
  order by b.movement_account_id, a.id;
  ledger_post.id := p_id; ledger_post.at := p_at; ledger_post.replayed := false;
end $$;

-- Posts several transactions as ledger_post does, all or none, and answers in their order. `p_of` has for each posting the
-- position of its transaction, `p_sizes` the number of postings of each. To find the one that is refused, the caller posts
-- them one by one. Keys are taken in their own order, then balances in that of the accounts' ids, so that two callers wait and
-- do not deadlock.
create function ledger_post_all(
  p_ids uuid[], p_scopes text[], p_keys text[], p_fingerprints bytea[], p_kinds text[], p_reference_types text[],
  p_reference_ids text[], p_actor_ids uuid[], p_reasons text[], p_ats timestamptz[], p_sizes int[], p_of int[],
  p_codes text[], p_amounts bigint[]
) returns table (id uuid, at timestamptz, replayed boolean) language plpgsql as $$
#variable_conflict use_column
begin
  with fresh as (
    insert into ledger_transaction
      (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
    select *
    from unnest(p_ids, p_scopes, p_keys, p_fingerprints, p_kinds, p_reference_types, p_reference_ids, p_actor_ids, p_reasons,
                p_sizes, p_ats)
      as asked (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
    order by scope, key
    on conflict (scope, key) do nothing
    returning id
  )
  insert into ledger_posting (transaction_id, account_id, currency, amount)
  select fresh.id, a.id, a.currency, p.amount
  from unnest(p_of, p_codes, p_amounts) with ordinality p (place, code, amount, n)
  join fresh on fresh.id = p_ids[p.place]
  left join ledger_account a on a.code = p.code
  left join ledger_balance b on b.account_id = a.id
  order by b.movement_account_id, a.id, p.n;
  if exists (
    select from unnest(p_scopes, p_keys, p_fingerprints) asked (scope, key, fingerprint)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key
    where t.fingerprint <> asked.fingerprint
  ) then
    raise exception 'a key belongs to another request' using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
  return query
    select t.id, t.at, t.id <> asked.id
    from unnest(p_ids, p_scopes, p_keys) with ordinality asked (id, scope, key, place)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key
    order by asked.place;
end $$;

-- Ends a hold: pays `p_amounts` to the accounts `p_codes` and returns the remainder to the available account. With nothing to
-- pay, the hold gets the state `p_unused`, released or expired.
create function ledger_resolve_hold(
  p_hold_id uuid, p_unused text,
  p_id uuid, p_scope text, p_key text, p_fingerprint bytea, p_kind text, p_reference_type text, p_reference_id text,
  p_actor_id uuid, p_reason text, p_at timestamptz, p_codes text[], p_amounts bigint[],
  out id uuid, out at timestamptz, out replayed boolean
) language plpgsql as $$
#variable_conflict use_column
declare
  hold  ledger_hold;
  paid  bigint := (select coalesce(sum(amount), 0) from unnest(p_amounts) amount);
  codes text[];
  sums  bigint[];
begin
  select * into strict hold from ledger_hold h where h.id = p_hold_id for update;
  if hold.state <> 'active'
     and not exists (select from ledger_transaction t where t.scope = p_scope and t.key = p_key) then
    raise exception 'hold % has already ended', p_hold_id
      using errcode = 'check_violation', constraint = 'ledger_hold_ends_once';
  end if;
  if paid > hold.amount then
    raise exception 'hold % is smaller than the payment of %', p_hold_id, paid
      using errcode = 'check_violation', constraint = 'ledger_hold_covers';
  end if;
  codes := array[(select code from ledger_account a where a.id = hold.held_id)] || p_codes;
  sums  := array[-hold.amount] || p_amounts;
  if paid < hold.amount then
    codes := codes || (select code from ledger_account a where a.id = hold.available_id);
    sums  := sums || (hold.amount - paid);
  end if;
  select posted.id, posted.at, posted.replayed
  into ledger_resolve_hold.id, ledger_resolve_hold.at, ledger_resolve_hold.replayed
  from ledger_post(p_id, p_scope, p_key, p_fingerprint, p_kind, p_reference_type, p_reference_id, p_actor_id, p_reason, p_at,
                   codes, sums) posted;
  if not ledger_resolve_hold.replayed then
    update ledger_hold h
    set captured = paid,
        resolution_id = p_id,
        state = case paid when 0 then p_unused when hold.amount then 'captured' else 'partially_captured' end
    where h.id = p_hold_id;
  end if;
end $$;

-- Ends several holds as ledger_resolve_hold does, each by its own transaction, all or none, and answers in their order. `p_of`
-- has for each payment the position of its hold. Holds are locked in the order of their ids, then keys, then balances in that of
-- their accounts' ids.
create function ledger_resolve_holds(
  p_hold_ids uuid[], p_unused text,
  p_ids uuid[], p_scopes text[], p_keys text[], p_fingerprints bytea[], p_kinds text[], p_reference_types text[],
  p_reference_ids text[], p_actor_ids uuid[], p_reasons text[], p_ats timestamptz[], p_of int[],
  p_codes text[], p_amounts bigint[]
) returns table (id uuid, at timestamptz, replayed boolean) language plpgsql as $$
#variable_conflict use_column
declare
  made int;
begin
  perform from ledger_hold h where h.id = any(p_hold_ids) order by h.id for update;
  if exists (
    select from unnest(p_hold_ids, p_scopes, p_keys) asked (hold_id, scope, key)
    left join ledger_hold h on h.id = asked.hold_id
    where h.state is distinct from 'active'
      and not exists (select from ledger_transaction t where t.scope = asked.scope and t.key = asked.key)
  ) then
    raise exception 'a hold has already ended' using errcode = 'check_violation', constraint = 'ledger_hold_ends_once';
  end if;
  if exists (
    select
    from (select place, sum(amount) as total from unnest(p_of, p_amounts) p (place, amount) group by place) paid
    join ledger_hold h on h.id = p_hold_ids[paid.place]
    where paid.total > h.amount
  ) then
    raise exception 'a hold is smaller than its payments' using errcode = 'check_violation', constraint = 'ledger_hold_covers';
  end if;
  with paid as (
    select place, sum(amount)::bigint as total, count(*)::int as number
    from unnest(p_of, p_amounts) p (place, amount)
    group by place
  ), asked as materialized (
    select asked.*, h.held_id, h.available_id, h.amount, coalesce(paid.total, 0) as paid,
           1 + coalesce(paid.number, 0) + (h.amount > coalesce(paid.total, 0))::int as postings
    from unnest(p_hold_ids, p_ids, p_scopes, p_keys, p_fingerprints, p_kinds, p_reference_types, p_reference_ids, p_actor_ids,
                p_reasons, p_ats)
      with ordinality
      asked (hold_id, id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, at, place)
    join ledger_hold h on h.id = asked.hold_id
    left join paid on paid.place = asked.place
  ), fresh as (
    insert into ledger_transaction
      (id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at)
    select id, scope, key, fingerprint, kind, reference_type, reference_id, actor_id, reason, postings, at
    from asked
    order by scope, key
    on conflict (scope, key) do nothing
    returning id
  ), posted as (
    insert into ledger_posting (transaction_id, account_id, currency, amount)
    select asked.id, a.id, a.currency, p.amount
    from (select place, held_id as account_id, -amount as amount from asked
          union all
          select place, available_id, amount - paid from asked where amount > paid
          union all
          select p.place, a.id, p.amount
          from unnest(p_of, p_codes, p_amounts) p (place, code, amount)
          left join ledger_account a on a.code = p.code) p
    join asked on asked.place = p.place
    join fresh on fresh.id = asked.id
    left join ledger_account a on a.id = p.account_id
    left join ledger_balance b on b.account_id = a.id
    order by b.movement_account_id, a.id, p.place
  ), ended as (
    update ledger_hold h
    set captured = asked.paid,
        resolution_id = asked.id,
        state = case asked.paid when 0 then p_unused when asked.amount then 'captured' else 'partially_captured' end
    from asked join fresh on fresh.id = asked.id
    where h.id = asked.hold_id
  )
  select count(*) into made from fresh;
  -- Without a repeated key no transaction needs to be read again.
  if made = cardinality(p_ids) then
    return query
      select fresh.id, fresh.at, false from unnest(p_ids, p_ats) with ordinality fresh (id, at, place) order by fresh.place;
    return;
  end if;
  if exists (
    select from unnest(p_scopes, p_keys, p_fingerprints) asked (scope, key, fingerprint)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key
    where t.fingerprint <> asked.fingerprint
  ) then
    raise exception 'a key belongs to another request' using errcode = 'unique_violation', constraint = 'ledger_key_reused';
  end if;
  return query
    select t.id, t.at, t.id <> asked.id
    from unnest(p_ids, p_scopes, p_keys) with ordinality asked (id, scope, key, place)
    join ledger_transaction t on t.scope = asked.scope and t.key = asked.key
    order by asked.place;
end $$;
