-- Payments: deposits, withdrawals and adjustments of client wallets, the states they pass through, who approved them,
-- where money may be sent, and what each verification level allows. The operator's rules are rows here.
-- The schema enforces the state machine (payment_transition) and the approvals that a step needs: staff cannot approve a
-- payment of their own or one that they proposed, and above the thresholds two people approve the same amount.
-- At the end: the guards of settings and client limits. Who may approve is in 0004_approvals.sql.

create sequence payment_number start with 100001;

create table payment_setting (
  only_row                     boolean default true primary key check (only_row),
  second_approver_from         bigint  not null check (second_approver_from > 0),
  approver_day_total           bigint  not null default 10000000 check (approver_day_total > 0),
  withdrawal_cooling_off_hours int     not null check (withdrawal_cooling_off_hours >= 0),
  code_minutes                 int     not null check (code_minutes > 0),
  code_attempts                int     not null check (code_attempts > 0),
  confirm_minutes              int     not null check (confirm_minutes > 0),
  destination_link_hours       int     not null check (destination_link_hours > 0),
  destinations_per_client      int     not null check (destinations_per_client > 0),
  review_hours                 int     not null check (review_hours > 0)
);
comment on table payment_setting is 'The operator''s settings for payments, in one row.';
comment on column payment_setting.second_approver_from is
  'US cents. From this value on a payment needs two approvers. The same for one approver''s sum for a client in 7 days.';
comment on column payment_setting.approver_day_total is
  'US cents. From this sum on, approved alone for all clients in 24 hours, one approver needs a second.';
comment on column payment_setting.withdrawal_cooling_off_hours is
  'Pause of withdrawals after a change of what protects the account, such as password or email.';
comment on column payment_setting.code_minutes is 'Validity of the emailed code that confirms a withdrawal.';
comment on column payment_setting.code_attempts is 'Wrong entries allowed for each emailed code.';
comment on column payment_setting.confirm_minutes is 'An unconfirmed withdrawal expires after this time.';
comment on column payment_setting.destination_link_hours is 'Validity of the emailed link that confirms a destination.';
comment on column payment_setting.review_hours is 'Time within which staff are to act; clients see it.';
insert into payment_setting
  (second_approver_from, withdrawal_cooling_off_hours, code_minutes, code_attempts, confirm_minutes,
   destination_link_hours, destinations_per_client, review_hours) values
  (1000000, 24, 5, 5, 60, 24, 10, 24);

create table payment_terms (
  method      text    not null check (method in ('bank_transfer', 'card', 'crypto', 'sandbox')),
  kind        text    not null check (kind in ('deposit', 'withdrawal')),
  currency    text    not null references currency,
  min_amount  bigint  not null check (min_amount > 0),
  max_amount  bigint  not null check (max_amount >= min_amount),
  fee_fixed   bigint  not null default 0 check (fee_fixed >= 0 and fee_fixed < min_amount),
  fee_percent numeric not null default 0 check (fee_percent >= 0 and fee_percent < 50),
  open_days   int     not null default 10 check (open_days > 0),
  working_days int  not null check (working_days >= 0),
  primary key (method, kind, currency)
);
comment on table payment_terms is
  'The limits and the price of one payment method in one direction and currency. A combination without a row is not offered.';
comment on column payment_terms.method is
  'card, crypto: on the page of a connected provider, where one serves the client. sandbox: a test card, in demo installations only.';
comment on column payment_terms.min_amount is 'Minor units of the currency.';
comment on column payment_terms.max_amount is 'Minor units of the currency.';
comment on column payment_terms.fee_fixed is 'Minor units, added to the fee by percentage.';
comment on column payment_terms.fee_percent is 'Percent of the amount.';
comment on column payment_terms.open_days is 'Calendar days until an unpaid deposit expires.';
comment on column payment_terms.working_days is 'Working days until the money arrives.';
insert into payment_terms (method, kind, currency, min_amount, max_amount, fee_fixed, fee_percent, open_days, working_days) values
  ('bank_transfer', 'deposit',    'USD',  1000,  100000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'USD',  1000,  100000000,   500,   0, 10, 2),
  ('bank_transfer', 'deposit',    'EUR',  1000,  100000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'EUR',  1000,  100000000,   500,   0, 10, 2),
  ('bank_transfer', 'deposit',    'GBP',  1000,  100000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'GBP',  1000,  100000000,   500,   0, 10, 2),
  ('bank_transfer', 'deposit',    'CHF',  1000,  100000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'CHF',  1000,  100000000,   500,   0, 10, 2),
  ('bank_transfer', 'deposit',    'AED',  4000,  400000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'AED',  4000,  400000000,  2000,   0, 10, 2),
  ('bank_transfer', 'deposit',    'PLN',  4000,  400000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'PLN',  4000,  400000000,  2000,   0, 10, 2),
  ('bank_transfer', 'deposit',    'CZK', 20000, 2000000000,     0,   0, 10, 2),
  ('bank_transfer', 'withdrawal', 'CZK', 20000, 2000000000, 10000,   0, 10, 2),
  ('card',          'deposit',    'USD',  1000,    1000000,     0,   0,  1, 0),
  ('card',          'deposit',    'EUR',  1000,    1000000,     0,   0,  1, 0),
  ('card',          'deposit',    'GBP',  1000,    1000000,     0,   0,  1, 0),
  ('card',          'deposit',    'CHF',  1000,    1000000,     0,   0,  1, 0),
  ('card',          'deposit',    'AED',  4000,    4000000,     0,   0,  1, 0),
  ('card',          'deposit',    'PLN',  4000,    4000000,     0,   0,  1, 0),
  ('card',          'deposit',    'CZK', 20000,   20000000,     0,   0,  1, 0),
  ('crypto',        'deposit',    'USD',  2000,    5000000,     0,   0,  1, 0),
  ('crypto',        'deposit',    'EUR',  2000,    5000000,     0,   0,  1, 0),
  ('crypto',        'deposit',    'GBP',  2000,    5000000,     0,   0,  1, 0),
  ('crypto',        'deposit',    'CHF',  2000,    5000000,     0,   0,  1, 0),
  ('sandbox',       'deposit',    'USD',   500,     500000,     0, 1.5, 10, 0),
  ('sandbox',       'withdrawal', 'USD',   500,     500000,     0,   0, 10, 0),
  ('sandbox',       'deposit',    'EUR',   500,     500000,     0, 1.5, 10, 0),
  ('sandbox',       'withdrawal', 'EUR',   500,     500000,     0,   0, 10, 0),
  ('sandbox',       'deposit',    'GBP',   500,     500000,     0, 1.5, 10, 0),
  ('sandbox',       'withdrawal', 'GBP',   500,     500000,     0,   0, 10, 0);

create table payment_limit (
  level         int     not null check (level between 0 and 4),
  kind          text    not null check (kind in ('deposit', 'withdrawal')),
  allowed       boolean not null,
  per_operation bigint  check (per_operation >= 0),
  per_day       bigint  check (per_day >= 0),
  per_month     bigint  check (per_month >= 0),
  primary key (level, kind)
);
comment on table payment_limit is
  'What clients of one verification level may deposit or withdraw. A tier may multiply the limits of withdrawals.';
comment on column payment_limit.per_operation is 'US cents; null is no limit.';
comment on column payment_limit.per_day is 'US cents in the last 24 hours; null is no limit.';
comment on column payment_limit.per_month is 'US cents in the last 30 days; null is no limit.';
insert into payment_limit (level, kind, allowed, per_operation, per_day, per_month) values
  (0, 'deposit',    false,         0,         0,         0),
  (0, 'withdrawal', false,         0,         0,         0),
  (1, 'deposit',    true,      50000,     50000,     50000),
  (1, 'withdrawal', false,         0,         0,         0),
  (2, 'deposit',    true,     200000,    200000,    200000),
  (2, 'withdrawal', false,         0,         0,         0),
  (3, 'deposit',    true,   10000000,  20000000,  50000000),
  (3, 'withdrawal', true,    2500000,   5000000,  20000000),
  (4, 'deposit',    true,  100000000, 200000000, 500000000),
  (4, 'withdrawal', true,   25000000,  50000000, 200000000);

create table payment_bank_account (
  currency    text primary key references currency,
  beneficiary text not null,
  bank        text not null,
  iban        text not null,
  bic         text not null
);
comment on table payment_bank_account is
  'The operator''s own bank account in one currency. Without a row, no deposit by bank transfer is offered in it.';

create table payment_destination (
  id               uuid        primary key,
  client_id        uuid        not null references person,
  method           text        not null check (method in ('bank_transfer', 'sandbox')),
  label            text        not null check (length(label) between 1 and 40),
  scheme           text,
  country          text,
  account          text        not null,
  details          jsonb       not null default '{}',
  fingerprint      text        not null,
  holder           text        not null,
  bank             text,
  token_hash       bytea       unique,
  token_expires_at timestamptz,
  created_at       timestamptz not null,
  confirmed_at     timestamptz,
  removed_at       timestamptz,
  security_mac     bytea,
  unique (id, client_id),
  check ((method = 'bank_transfer') = (scheme is not null and country is not null))
);
create unique index payment_destination_known on payment_destination (client_id, method, fingerprint) where removed_at is null;
comment on table payment_destination is 'A bank account or test card that a client withdraws to.';
comment on column payment_destination.label is 'The client''s own name for it.';
comment on column payment_destination.scheme is 'How the account is written, as in contract/payments/payouts/schemes.ts; null for a card.';
comment on column payment_destination.country is 'Where the account is (ISO 3166-1 alpha-2); null for a card.';
comment on column payment_destination.account is 'The number that the scheme knows an account by, without blanks; of a card only the last digits.';
comment on column payment_destination.details is 'The other fields of the scheme, by name.';
comment on column payment_destination.fingerprint is 'Keyed hash of the full account number, to recognise the same account.';
comment on column payment_destination.holder is 'The client''s name when the destination was added.';
comment on column payment_destination.token_hash is 'Keyed hash of the token in the emailed link that confirms the destination.';
comment on column payment_destination.confirmed_at is 'Null until the client opened the emailed link; no withdrawal before.';
comment on column payment_destination.security_mac is 'MAC over the row, which only the server can compute.';

create table payment_restriction (
  client_id uuid        not null references person,
  kind      text        not null check (kind in ('deposit', 'withdrawal')),
  reason    text        not null,
  note      text        check (length(note) between 1 and 300),
  until     date,
  set_by    uuid        not null references person,
  set_at    timestamptz not null,
  primary key (client_id, kind),
  constraint payment_restriction_by_other check (set_by <> client_id)
);
comment on table payment_restriction is
  'Deposits or withdrawals of one client that staff have paused. Money that has already arrived can still be credited.';
comment on column payment_restriction.reason is 'Reason code, with a version if it is the operator''s own. Shown to the client.';
comment on column payment_restriction.note is 'For staff only.';
comment on column payment_restriction.until is 'Last day (UTC) of the restriction; null until staff lift it.';

create table payment_transition (
  kind       text not null,
  from_state text not null,
  to_state   text not null,
  approvals  text,
  methods    text[],
  primary key (kind, from_state, to_state)
);
comment on table payment_transition is 'A change of state that payments of one kind may make.';
comment on column payment_transition.approvals is 'The action that an approval request must have approved first; null if none.';
comment on column payment_transition.methods is 'The payment methods that may make this change; null for all.';
-- Money that arrives for a cancelled or expired deposit is credited by staff, so both can still be reviewed.
-- A sent withdrawal fails only with two approvers, because only staff state that the money came back. A withdrawal that was
-- approved but not sent needs none, because the money never left. One that is ordered, by a file for the bank or at a payout
-- provider, may have been paid: payout_file_line and provider_payout say when its order has ended. What a bank or a provider
-- has proved needs no approval (0020_provider_payments.sql).
insert into payment_transition (kind, from_state, to_state, approvals, methods) values
  ('deposit',    'created',               'awaiting_payment',      null,                null),
  ('deposit',    'awaiting_payment',      'under_review',          null,                null),
  ('deposit',    'awaiting_payment',      'credited',              null,                '{card,crypto,sandbox}'),
  ('deposit',    'awaiting_payment',      'failed',                null,                '{card,crypto}'),
  ('deposit',    'awaiting_payment',      'expired',               null,                null),
  ('deposit',    'awaiting_payment',      'cancelled',             null,                null),
  ('deposit',    'under_review',          'credited',              'credit_deposit',    null),
  ('deposit',    'under_review',          'rejected',              null,                null),
  ('deposit',    'expired',               'under_review',          null,                null),
  ('deposit',    'cancelled',             'under_review',          null,                null),
  ('deposit',    'failed',                'under_review',          null,                '{card,crypto}'),
  ('deposit',    'credited',              'refunded',              'refund',            null),
  ('deposit',    'credited',              'charged_back',          'charge_back',       null),
  ('deposit',    'credited',              'reversed',              null,                null),
  ('deposit',    'charged_back',          'credited',              null,                '{card,crypto}'),
  ('deposit',    'refunded',              'credited',              null,                '{card}'),
  ('withdrawal', 'draft',                 'awaiting_confirmation', null,                null),
  ('withdrawal', 'awaiting_confirmation', 'submitted',             null,                null),
  ('withdrawal', 'awaiting_confirmation', 'cancelled',             null,                null),
  ('withdrawal', 'awaiting_confirmation', 'expired',               null,                null),
  ('withdrawal', 'submitted',             'in_review',             null,                null),
  ('withdrawal', 'submitted',             'cancelled',             null,                null),
  ('withdrawal', 'in_review',             'approved',              'approve',           null),
  ('withdrawal', 'in_review',             'rejected',              null,                null),
  ('withdrawal', 'in_review',             'cancelled',             null,                null),
  ('withdrawal', 'approved',              'sent',                  null,                null),
  ('withdrawal', 'approved',              'failed',                null,                null),
  ('withdrawal', 'approved',              'ordered',               null,                '{bank_transfer}'),
  ('withdrawal', 'ordered',               'approved',              null,                null),
  ('withdrawal', 'ordered',               'sent',                  null,                null),
  ('withdrawal', 'ordered',               'failed',                'fail',              null),
  ('withdrawal', 'sent',                  'completed',             null,                null),
  ('withdrawal', 'sent',                  'failed',                'fail',              null),
  ('withdrawal', 'completed',             'failed',                'fail',              null),
  ('adjustment', 'proposed',              'posted',                'decide_adjustment', null),
  ('adjustment', 'proposed',              'rejected',              null,                null),
  ('adjustment', 'posted',                'reversed',              null,                null);

create table payment (
  id               uuid        primary key,
  number           bigint      not null default nextval('payment_number') unique,
  client_id        uuid        not null references person,
  wallet_id        uuid        not null references wallet,
  kind             text        not null check (kind in ('deposit', 'withdrawal', 'adjustment')),
  method           text        check (method in ('bank_transfer', 'card', 'crypto', 'sandbox')),
  category         text        check (category in ('correction', 'goodwill', 'bonus', 'fee_refund', 'fee')),
  reverses         uuid,
  currency         text        not null references currency,
  amount           bigint      not null check (amount > 0),
  fee              bigint      not null default 0 check (fee >= 0 and fee < amount),
  usd              bigint      not null check (usd >= 0),
  takes            boolean     not null default false,
  fee_fixed        bigint      not null default 0 check (fee_fixed >= 0),
  fee_percent      numeric     not null default 0 check (fee_percent >= 0 and fee_percent < 50),
  working_days     int         not null default 0 check (working_days >= 0),
  reference        text        unique,
  source           text,
  source_label     text,
  destination_id   uuid,
  hold_id          uuid        unique references ledger_hold,
  received         bigint      check (received > 0),
  bank_reference   text,
  note             text,
  reason           text,
  created_by       uuid        not null references person,
  reviewer_id      uuid        references person check (reviewer_id <> client_id),
  approvals_needed int         not null check (approvals_needed in (1, 2)),
  code_hash        text,
  code_expires_at  timestamptz,
  code_attempts    int         not null default 0,
  state            text        not null,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  changed_at       timestamptz not null default change_time(),
  counted_at       timestamptz,
  expires_at       timestamptz,
  security_mac     bytea,
  unique (id, client_id),
  foreign key (destination_id, client_id) references payment_destination (id, client_id),
  constraint payment_reverses_own foreign key (reverses, client_id) references payment (id, client_id),
  check ((kind = 'adjustment') = (category is not null)),
  check ((kind = 'adjustment') = (method is null)),
  check ((kind = 'withdrawal') = (destination_id is not null)),
  -- Only the client makes a withdrawal, and only another person proposes an adjustment. A deposit is announced by the client, or
  -- reported by a program, in the name of the administrator of its key.
  constraint payment_made_by_other check (kind = 'deposit' or (created_by = client_id) = (kind = 'withdrawal')),
  -- A withdrawal has its hold from the moment it is submitted; it may be cancelled before or after.
  constraint payment_held_until_ended check (
    kind = 'withdrawal' and (hold_id is null) = (state in ('draft', 'awaiting_confirmation', 'expired'))
    or kind = 'withdrawal' and state = 'cancelled'
    or kind <> 'withdrawal' and hold_id is null),
  constraint payment_reverses_by_adjustment check (reverses is null or kind = 'adjustment' and reverses <> id)
);
create index payment_of_client on payment (client_id, id desc);
-- Staff sort payments by value.
create index payment_by_value on payment (usd, id);
create index payment_changed on payment (changed_at, id);
-- For the simulation of rules over the latest withdrawals.
create index payment_confirmed on payment (counted_at desc) where kind = 'withdrawal';
create index payment_waiting on payment (state, id desc)
  where state in ('awaiting_payment', 'under_review', 'submitted', 'in_review', 'approved', 'ordered', 'sent', 'proposed',
                  'awaiting_confirmation');
create index payment_expiring on payment (expires_at) where expires_at is not null;
-- A rejected reversal may be proposed again.
create unique index payment_reversed_once on payment (reverses) where state <> 'rejected';
comment on table payment is
  'A deposit or a withdrawal that a client requested, a deposit that a program reported, or an adjustment of a wallet that staff proposed.';
comment on column payment.number is 'Shown to people as P-100001.';
comment on column payment.method is 'Null for adjustments.';
comment on column payment.category is 'What an adjustment is for; null for deposits and withdrawals.';
comment on column payment.reverses is 'The payment that this adjustment reverses.';
comment on column payment.amount is
  'Minor units, fee included: what is paid in or leaves the wallet; once credited, what arrived.';
comment on column payment.fee is 'Minor units, part of the amount.';
comment on column payment.usd is 'Value in US cents, for limits and thresholds: when requested; once credited, of what arrived.';
comment on column payment.takes is 'An adjustment that debits the wallet; otherwise it credits it.';
comment on column payment.fee_fixed is
  'Minor units, from the terms at the time of the request; a tier reduces it for withdrawals. Later terms do not apply.';
comment on column payment.fee_percent is 'Percent of the amount, stored like fee_fixed.';
comment on column payment.working_days is 'Working days until the money arrives, stored like fee_fixed.';
comment on column payment.reference is
  'What the client writes into a bank transfer, or by what a provider knows a payment by card.';
comment on column payment.source is
  'Keyed hash of the card that a deposit came from or a withdrawal goes to; null for bank transfers.';
comment on column payment.source_label is 'The card of a deposit, with its number masked.';
comment on column payment.hold_id is 'The wallet hold that covers a withdrawal.';
comment on column payment.received is 'Minor units that arrived, as the first approver states; the second must state the same.';
comment on column payment.bank_reference is
  'Reference of the transfer at the bank, entered by staff; of a deposit that a program reported, the program''s own.';
comment on column payment.note is 'For staff only.';
comment on column payment.reason is
  'Why it was rejected, failed, refunded, charged back or reversed: a reason code, with a version if it is the operator''s own.';
comment on column payment.created_by is
  'The client, or who proposed the adjustment or answers for the program that reported the deposit: they never approve it.';
comment on column payment.reviewer_id is 'The staff member who works on it.';
comment on column payment.approvals_needed is
  'People who must approve: set by value, then by the first approver''s own totals.';
comment on column payment.code_hash is 'Keyed hash of the emailed code that confirms a withdrawal; null once it was used.';
comment on column payment.code_attempts is 'Wrong entries since the last code was sent.';
comment on column payment.changed_at is 'Orders the changes that programs read, by change_time().';
comment on column payment.counted_at is 'When it began to count towards limits; null while it does not.';
comment on column payment.expires_at is 'When it expires unless it is paid or confirmed; null once it cannot expire.';
comment on column payment.security_mac is 'MAC over the row, which only the server can compute.';

create trigger payment_stamped before update of state, method, amount, fee, takes, reference, reason on payment
  for each row execute function stamp_change();
create trigger payment_no_delete before delete on payment for each row execute function refuse_change();

-- Reconciliation compares what was paid by each method with the ledger. A payment adds a row here instead of changing a total, so
-- that payments by one method never wait for each other; the job that expires payments adds the rows up.
create table payment_total (
  method   text   not null,
  kind     text   not null,
  currency text   not null,
  amount   bigint not null,
  count    bigint not null
);
comment on table payment_total is
  'Credited deposits and sent withdrawals by method. Several rows of one method, kind and currency add up; only triggers write it.';
comment on column payment_total.amount is
  'Minor units: what came in, or what left without its fee; negative for a payment that no longer counts.';
comment on column payment_total.count is 'Number of payments; negative for one that no longer counts.';

create function payment_count_total() returns trigger language plpgsql as $$
begin
  insert into payment_total (method, kind, currency, amount, count)
  select new.method, new.kind, new.currency, sum(p.amount), sum(p.count)
  from (select case new.kind when 'deposit' then new.amount else new.amount - new.fee end as amount, 1 as count, new.state
        union all
        select case new.kind when 'deposit' then -old.amount else old.fee - old.amount end, -1, old.state where tg_op = 'UPDATE') p
  where (new.kind, p.state) in (('deposit', 'credited'), ('withdrawal', 'sent'), ('withdrawal', 'completed'))
  having sum(p.amount) <> 0 or sum(p.count) <> 0;
  return null;
end $$;
create trigger payment_counts after insert on payment
  for each row when (new.method is not null) execute function payment_count_total();
create trigger payment_recounts after update on payment
  for each row when (new.method is not null and (new.state, new.amount, new.fee) is distinct from (old.state, old.amount, old.fee))
  execute function payment_count_total();

-- Rows that are replaced by their sum; a reader sees either. Two at once do not both take a row.
create function payment_add_up_totals() returns void language sql as $$
  with taken as (delete from payment_total returning *)
  insert into payment_total (method, kind, currency, amount, count)
  select method, kind, currency, sum(amount), sum(count) from taken group by 1, 2, 3
$$;

-- What a bank or a provider has proved about a payment; replaced by 0020_provider_payments.sql, which has the rows.
create function payment_proved_by_provider(p_payment payment, p_act text) returns boolean language sql stable as $$
  select false
$$;

-- Automatic approval: rules by which a confirmed withdrawal is approved without a person. The rules are versions of the setting
-- payments.automatic_approval, which two people change; each use of them is a row here, under a MAC like the approvals of staff.

create table automatic_approval_simulation (
  sha256     bytea       not null,
  at         timestamptz not null,
  by_id      uuid        not null references person,
  primary key (sha256, at)
);
comment on table automatic_approval_simulation is 'Rules that staff have tried on past withdrawals. Others, and those tried long ago, cannot be switched on.';
comment on column automatic_approval_simulation.sha256 is 'Hash of the rules, as automatic_approval_hash has it.';
create trigger automatic_approval_simulation_append_only before update or delete on automatic_approval_simulation
  for each row execute function refuse_change();

create function automatic_approval_hash(p_rules jsonb) returns bytea language sql immutable as $$
  select sha256(convert_to(p_rules::text, 'UTF8'))
$$;

-- In the 24 hours before: what happened since would be unknown to those who switch them on.
create function automatic_approval_is_simulated(p_rules jsonb, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from automatic_approval_simulation s
    where s.sha256 = automatic_approval_hash(p_rules) and s.at > p_at - interval '24 hours')
$$;

create function automatic_approval_check_simulated() returns trigger language plpgsql as $$
begin
  if jsonb_array_length(new.value -> 'rules') > 0 and not automatic_approval_is_simulated(new.value, new.created_at) then
    raise exception 'these rules were not simulated'
      using errcode = 'check_violation', constraint = 'automatic_approval_is_simulated';
  end if;
  return new;
end $$;
create trigger setting_version_simulated_guard before insert on setting_version
  for each row when (new.key = 'payments.automatic_approval') execute function automatic_approval_check_simulated();

-- What a payment is worth at the least, in US cents, by the rates in the rules: a rate that falls, or that was changed in the
-- database, makes no large amount small. Null for a currency without such a rate.
create function automatic_approval_least_usd(p_rules jsonb, p_payment payment) returns bigint language sql stable as $$
  select least(div((p_payment).amount::numeric * 100 * case
      when code = 'USD' then 1
      else (select (r ->> 'usd')::numeric from jsonb_array_elements(p_rules -> 'least_rates') r where r ->> 'currency' = code) end,
    10::numeric ^ scale), 9e18)::bigint
  from currency where code = (p_payment).currency
$$;

create table automatic_approval_day (
  day       date   primary key,
  count     int    not null,
  usd       bigint not null,
  max_count int    not null,
  max_usd   bigint not null,
  constraint automatic_approval_day_cap check (count <= max_count and usd <= max_usd),
  check (count >= 0 and usd >= 0)
);
comment on table automatic_approval_day is 'What was approved automatically for all clients on one day (UTC), and how much may be. Locked after the client.';
comment on column automatic_approval_day.usd is 'US cents.';
comment on column automatic_approval_day.max_count is 'By the version of the rules that approved last, and the limit of one approver.';

-- The caps of a day count what was approved on it, so nothing is taken off.
create function automatic_approval_day_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or new.day <> old.day or new.count < old.count or new.usd < old.usd then
    raise exception 'automatic approvals of a day only add up' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger automatic_approval_day_adds_up before update or delete on automatic_approval_day
  for each row execute function automatic_approval_day_check();

create table automatic_approval (
  payment_id   uuid        primary key,
  client_id    uuid        not null,
  version_id   uuid        not null references setting_version,
  rule         text,
  missed       text        check (missed ~ '^[a-z_]{1,30}$'),
  amount       bigint      not null,
  usd          bigint      not null,
  at           timestamptz not null,
  security_mac bytea,
  foreign key (payment_id, client_id) references payment (id, client_id),
  check (rule is not null or missed is not null)
);
-- For the total of one client in 7 days.
create index automatic_approval_of_client on automatic_approval (client_id, at) include (usd) where missed is null;
comment on table automatic_approval is 'What the rules said about a withdrawal when it was confirmed: which rule approved it, or why none did.';
comment on column automatic_approval.rule is 'The rule that approved it, or that was the nearest; null when none could.';
comment on column automatic_approval.missed is 'The condition that was not met; null when it was approved.';
comment on column automatic_approval.amount is 'Minor units; set by a trigger.';
comment on column automatic_approval.usd is 'US cents at the rate of the approval; set by a trigger.';
comment on column automatic_approval.security_mac is 'MAC over the row, which only the server can compute.';
create trigger automatic_approval_append_only
  before delete or update of payment_id, client_id, version_id, rule, missed, amount, usd, at on automatic_approval
  for each row execute function refuse_change();

-- Whether a finding about the client, of any list, is open or confirmed. Replaced by 0030_screening.sql, which has the rows.
create function screening_found(p_client uuid, p_at timestamptz) returns boolean language sql stable as $$
  select false
$$;

-- A rule approves only in the version that applies, within its own bounds and the cap of the day, and never what takes two people:
-- a large amount, or one that reaches the threshold together with what rules, and people alone, have approved for the client in
-- 7 days.
create function automatic_approval_check() returns trigger language plpgsql as $$
declare
  request payment;
  version setting_version;
  setting payment_setting;
  rule    jsonb;
  least   bigint;
  fault   text;
begin
  perform require_present(new.at);
  perform from person where id = new.client_id for no key update;
  select * into request from payment where id = new.payment_id;
  -- Who switches them off locks the version too.
  select * into version from setting_version v where v.id = new.version_id for share;
  least := automatic_approval_least_usd(version.value, request);
  new.amount := request.amount;
  new.usd := greatest(approval_usd(request, 'approve'), least);
  if new.missed is not null then return new; end if;
  select * into setting from payment_setting;
  select r into rule from jsonb_array_elements(version.value -> 'rules') r where r ->> 'name' = new.rule;
  fault := case
    when request.kind <> 'withdrawal' or request.state <> 'in_review' then 'state'
    when version.key <> 'payments.automatic_approval' or exists (
      select from setting_version v where v.key = version.key and v.number > version.number) then 'version'
    when rule is null then 'rule'
    when least is null then 'rate'
    when not rule -> 'methods' ? request.method or new.usd > (rule ->> 'max_amount')::numeric * 100 then 'bounds'
    when screening_found(new.client_id, 'infinity') then 'finding'
    when not exists (
      select from payment_destination d join person c on c.id = d.client_id
      where d.id = request.destination_id and d.confirmed_at is not null and d.removed_at is null and d.holder = c.full_name) then 'name'
    when request.approvals_needed > 1 or new.usd + (
      select coalesce(sum(a.usd), 0) from automatic_approval a
      where a.client_id = new.client_id and a.missed is null and a.at > new.at - interval '7 days') + (
      select coalesce(sum(r.alone_usd), 0) from approval_request r
      where r.client_id = new.client_id and r.decided_at > new.at - interval '7 days' and r.alone_usd > 0)
      >= setting.second_approver_from then 'two_people' end;
  if fault is not null then
    raise exception 'no rule approves payment %: %', request.number, fault
      using errcode = 'check_violation', constraint = 'automatic_approval_by_rule';
  end if;
  insert into automatic_approval_day as d (day, count, usd, max_count, max_usd)
  values ((new.at at time zone 'UTC')::date, 1, new.usd, (version.value ->> 'day_count')::int,
          least(((version.value ->> 'day_total')::numeric * 100)::bigint, setting.approver_day_total))
  on conflict (day) do update
  set count = d.count + 1, usd = d.usd + excluded.usd, max_count = excluded.max_count, max_usd = excluded.max_usd;
  return new;
end $$;
create trigger automatic_approval_guard before insert on automatic_approval
  for each row execute function automatic_approval_check();

-- Whether a rule has approved the action.
create function payment_approved_by_rule(p_payment payment, p_act text) returns boolean language sql stable as $$
  select p_act = 'approve' and exists (
    select from automatic_approval a
    where a.payment_id = (p_payment).id and a.missed is null and a.amount = (p_payment).amount)
$$;

-- A payment changes state only as payment_transition allows. A step with approvals takes two of them, or one by a person who
-- may approve it alone, and each for the payment's present amount. What identifies a payment never changes; its amount
-- changes only in the step that credits it.
create function payment_check_transition() returns trigger language plpgsql as $$
declare
  step payment_transition;
begin
  if (old.kind, old.client_id, old.wallet_id, old.currency, old.created_by, old.created_at, old.reverses, old.takes)
     is distinct from
     (new.kind, new.client_id, new.wallet_id, new.currency, new.created_by, new.created_at, new.reverses, new.takes) then
    raise exception 'the client, wallet, kind and origin of payment % cannot change', old.number
      using errcode = 'restrict_violation';
  end if;
  if (new.amount, new.usd) is distinct from (old.amount, old.usd) and (old.state = 'credited' or new.state <> 'credited') then
    raise exception 'the amount of payment % can change only when it is credited', old.number
      using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from payment_transition t
  where t.kind = old.kind and t.from_state = old.state and t.to_state = new.state
    and (t.methods is null or old.method = any(t.methods));
  if not found then
    raise exception 'a % cannot go from % to %', old.kind, old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_transition_known';
  end if;
  -- The author of an approved request has approved too, except the maker of an adjustment.
  if step.approvals is not null and not payment_proved_by_provider(new, step.approvals)
     and not payment_approved_by_rule(new, step.approvals) and not exists (
    select from approval_request r
    where r.payment_id = new.id and r.action = step.approvals and r.state = 'approved'
      and (r.value ->> 'amount')::bigint = new.amount and (r.alone_usd is not null or r.author_id <> new.created_by)
  ) then
    raise exception 'payment % lacks an approval', old.number
      using errcode = 'check_violation', constraint = 'payment_is_approved';
  end if;
  return new;
end $$;
create trigger payment_transitions before update on payment for each row execute function payment_check_transition();

-- While a restriction applies, the client starts no payment of its kind (what a program reports has arrived) and no withdrawal moves towards its payout. What the bank
-- answers about a released file is a fact, which no restriction changes. The server
-- explains the refusal; this trigger enforces it. Both a restriction and a step of a payment lock the client first, so one of
-- them always sees the other.
create function payment_check_restriction() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_restriction s
    where s.client_id = new.client_id and s.kind = new.kind
      and (s.until is null or s.until >= (new.updated_at at time zone 'UTC')::date)) then
    raise exception 'a restriction blocks every % of this client', new.kind
      using errcode = 'check_violation', constraint = 'payment_not_restricted';
  end if;
  return new;
end $$;
create trigger payment_insert_restriction_guard before insert on payment
  for each row when (new.created_by = new.client_id) execute function payment_check_restriction();
create trigger payment_release_restriction_guard before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and old.state <> 'ordered' and new.state in ('submitted', 'approved', 'ordered', 'sent'))
  execute function payment_check_restriction();

-- The restriction is judged by updated_at, so that has to be the present time.
create trigger payment_release_time_guard before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and old.state <> 'ordered' and new.state in ('submitted', 'approved', 'ordered', 'sent'))
  execute function time_is_present('updated_at');

-- No withdrawal of a frozen or blocked client moves towards its payout. Freezing, blocking and moving a payment on all lock
-- the client's row, so one of them always sees the other.
create trigger payment_profile_open_guard before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and old.state <> 'ordered' and new.state in ('submitted', 'approved', 'ordered', 'sent'))
  execute function payment_check_profile_open();

-- A payment is reversed together with a posted adjustment that corrects its ledger transaction; neither exists without the
-- other. Checked at commit, because the two rows change one after the other.
create function payment_check_reversal() returns trigger language plpgsql as $$
begin
  if new.state = 'reversed' and not exists (
       select from payment u
       join ledger_transaction c
         on c.scope = 'payment:' || u.id and c.kind = 'correction' and c.reference_type = 'ledger_transaction'
       join ledger_transaction t on t.scope = 'payment:' || new.id and c.reference_id = t.id::text
       where u.reverses = new.id and u.state = 'posted')
     or new.reverses is not null and new.state = 'posted' and not exists (
       select from payment p where p.id = new.reverses and p.state = 'reversed') then
    raise exception 'payment % and its reversal do not match', new.number
      using errcode = 'check_violation', constraint = 'payment_reversal_agrees';
  end if;
  return null;
end $$;
create constraint trigger payment_reversal_guard after insert or update of state on payment deferrable initially deferred
  for each row when (new.state = 'reversed' or new.reverses is not null) execute function payment_check_reversal();

create table payment_status_history (
  id         uuid        primary key,
  payment_id uuid        not null,
  client_id  uuid        not null,
  state      text        not null,
  by_kind    text        not null check (by_kind in ('client', 'staff', 'system')),
  by_id      uuid        references person,
  at         timestamptz not null,
  foreign key (payment_id, client_id) references payment (id, client_id),
  -- Staff never move a payment of their own: client_id is repeated here for this check.
  constraint payment_status_history_actor check (
    case by_kind
      when 'system' then by_id is null
      when 'client' then by_id = client_id
      else by_id is not null and by_id <> client_id
    end)
);
create index payment_status_history_of_payment on payment_status_history (payment_id, id);
comment on table payment_status_history is 'A state that a payment reached, and who moved it there.';
comment on column payment_status_history.by_id is 'Null when the system moved it.';
create trigger payment_status_history_append_only before update or delete on payment_status_history
  for each row execute function refuse_change();

-- Approvals of payments are approval requests of kind `payment`. What a client requested is approved by one person alone, who is
-- then both author and approver, or by two: the first is the author and the second the approver. An adjustment is requested by its
-- maker; where it takes two approvers, the first one is the author of a second request.
alter table approval_request add foreign key (payment_id, client_id) references payment (id, client_id);

-- Each person's approval of an action on a payment. It stands until the payment or the review goes to another person.
create view payment_approval as
  select r.id, r.payment_id, r.client_id, r.action, r.author_id as staff_id, r.created_at as at,
         (r.value ->> 'amount')::bigint as amount, null::bigint as alone_usd, false as same_network, null::text as overrule,
         r.state in ('open', 'approved') as stands, 1 as place
  from approval_request r join payment p on p.id = r.payment_id
  where r.kind = 'payment' and r.alone_usd is null and p.kind <> 'adjustment'
  union all
  select r.id, r.payment_id, r.client_id, r.action, r.decided_by, r.decided_at,
         (r.value ->> 'amount')::bigint, r.alone_usd, r.same_network, r.overrule, true, 2
  from approval_request r
  where r.kind = 'payment' and r.state = 'approved';
comment on view payment_approval is 'One staff member''s approval of an action on a payment, read from the approval requests.';

-- The amount that an action approves, in minor units.
create function approval_amount(p_payment payment, p_act text) returns bigint language sql immutable as $$
  select case when p_act = 'credit_deposit' then coalesce((p_payment).received, (p_payment).amount) else (p_payment).amount end
$$;

-- Whether an action adds to a wallet or sends money out.
create function approval_moves(p_payment payment, p_act text) returns boolean language sql immutable as $$
  select p_act in ('credit_deposit', 'approve', 'refund') or p_act = 'decide_adjustment' and not (p_payment).takes
$$;

-- The approved amount in US cents at the present rate; except for a credited deposit, never less than when it was requested.
create function approval_usd(p_payment payment, p_act text) returns bigint language sql stable as $$
  select greatest(
    div(approval_amount(p_payment, p_act) * usd_rate * 100, 10::numeric ^ scale)::bigint,
    case when p_act <> 'credit_deposit' then (p_payment).usd end)
  from currency where code = (p_payment).currency
$$;

-- Why an action needs a second approver when this person approves it first; null when they may approve it alone. A withdrawal
-- that was sent or ordered and came back, a large amount and a credit of more than was announced always need one. Smaller amounts add up:
-- what one person credits or pays out alone, for one client over 7 days, together with what rules have approved for the client,
-- and for all clients over 24 hours.
create function second_approver_reason(p_payment payment, p_act text, p_staff uuid, p_at timestamptz) returns text
  language sql stable as $$
  select case
    when p_act = 'fail' then case when (p_payment).state in ('ordered', 'sent') then 'returned' end
    when usd >= second_approver_from then 'amount'
    when p_act = 'credit_deposit' and (p_payment).received > (p_payment).amount then 'received'
    when not approval_moves(p_payment, p_act) then null
    when usd + (
      select coalesce(sum(alone_usd), 0) from approval_request
      where decided_by = p_staff and client_id = (p_payment).client_id and decided_at > p_at - interval '7 days' and alone_usd > 0
    ) + (
      select coalesce(sum(a.usd), 0) from automatic_approval a
      where a.client_id = (p_payment).client_id and a.missed is null and a.at > p_at - interval '7 days'
    ) >= second_approver_from then 'client_week'
    when usd + (
      select coalesce(sum(alone_usd), 0) from approval_request
      where decided_by = p_staff and decided_at > p_at - interval '24 hours' and alone_usd > 0
    ) >= approver_day_total then 'day'
  end
  from payment_setting, approval_usd(p_payment, p_act) usd
$$;

-- A request is for the present amount of its payment. Who approves what a client requested, alone or as the first of two, must
-- satisfy the rule on approvers too. Who requests the second approval of an adjustment has given the first one. Who answers for
-- the program that reported a deposit approves nothing about it.
create function payment_check_request() returns trigger language plpgsql as $$
declare
  request payment;
begin
  perform require_present(new.created_at);
  select * into request from payment where id = new.key::uuid;
  new.value := jsonb_build_object('amount', approval_amount(request, new.action));
  if request.kind = 'adjustment' then
    if new.author_id <> request.created_by and not exists (
      select from approval_request r
      where r.payment_id = request.id and r.action = new.action and r.state = 'approved' and r.alone_usd is null
        and r.author_id = request.created_by and r.decided_by = new.author_id) then
      raise exception 'the author has neither made nor approved payment %', request.number
        using errcode = 'check_violation', constraint = 'payment_request_author';
    end if;
  else
    if new.author_id = request.created_by then
      raise exception 'who made payment % does not approve it', request.number
        using errcode = 'check_violation', constraint = 'payment_request_author';
    end if;
    perform require_approver('payment', null, new.author_id, new.created_at, new.created_at, null);
  end if;
  return new;
end $$;
-- Rows that approval_request_not_of_client refuses anyway are left to that check.
create trigger approval_request_payment_guard before insert on approval_request
  for each row when (new.kind = 'payment' and new.author_id <> new.client_id) execute function payment_check_request();

-- Whether an approval needs no second one: it is the first of its payment, by a person who may approve it alone. The approver's
-- row is locked, so that parallel approvals of one person add up. By its name this trigger runs before approval_request_guard,
-- which accepts an approver who is the author only then.
create function payment_check_alone() returns trigger language plpgsql as $$
declare
  request payment;
begin
  perform require_present(new.decided_at);
  perform from person where id = new.decided_by for no key update;
  select * into request from payment where id = new.key::uuid;
  new.alone_usd := case
    when request.approvals_needed < 2
      and new.author_id = case when request.kind = 'adjustment' then request.created_by else new.decided_by end
      and second_approver_reason(request, new.action, new.decided_by, new.decided_at) is null
    then case when approval_moves(request, new.action) then approval_usd(request, new.action) else 0 end
  end;
  return new;
end $$;
create trigger approval_request_alone_guard before update of state on approval_request
  for each row when (old.state = 'open' and new.kind = 'payment' and new.state = 'approved') execute function payment_check_alone();

-- No maker approves, and the second approver of an adjustment must be independent of its maker too. This trigger runs after approval_request_guard.
create function payment_check_maker() returns trigger language plpgsql as $$
declare
  request payment;
begin
  select * into request from payment where id = new.key::uuid;
  if request.kind = 'adjustment' and new.author_id <> request.created_by then
    new.same_network := new.same_network
      or require_approver('payment', request.created_by, new.decided_by, request.created_at, new.decided_at, new.overrule);
  elsif request.kind <> 'adjustment' and new.decided_by = request.created_by then
    raise exception 'who made payment % does not approve it', request.number
      using errcode = 'check_violation', constraint = 'payment_request_author';
  end if;
  return new;
end $$;
create trigger approval_request_maker_guard before update of state on approval_request
  for each row when (old.state = 'open' and new.kind = 'payment' and new.state = 'approved') execute function payment_check_maker();

-- Files for the bank: approved withdrawals in one currency, made by one person and released by a second one. A file is written
-- once and never again, so a second upload of it is the same file to the bank.
create sequence payout_file_number start with 1001;

create table payout_file (
  id          uuid        primary key,
  number      bigint      not null default nextval('payout_file_number') unique,
  message_id  text        not null unique check (length(message_id) between 1 and 35),
  currency    text        not null references currency,
  iban        text        not null,
  pay_on      date        not null,
  lines       int         not null check (lines between 1 and 10000),
  total       bigint      not null check (total > 0),
  content     bytea       not null,
  sha256      bytea       not null check (sha256 = sha256(content)),
  made_by     uuid        not null references person,
  made_at     timestamptz not null,
  released_at timestamptz,
  ended_at    timestamptz
);
comment on table payout_file is 'A payment order to the bank (ISO 20022 pain.001) with approved withdrawals in one currency.';
comment on column payout_file.number is 'Shown to people as F-1001.';
comment on column payout_file.message_id is 'MsgId of the file, by which the bank refuses a second upload.';
comment on column payout_file.iban is 'The operator''s account that pays.';
comment on column payout_file.pay_on is 'Requested day of execution.';
comment on column payout_file.total is 'Minor units.';
comment on column payout_file.content is 'The file, byte for byte.';
comment on column payout_file.sha256 is 'Hash of the content; the approval request names the same one under its MAC.';
comment on column payout_file.released_at is 'When the second person released it; before that no person can download it.';
comment on column payout_file.ended_at is 'When it ended: not released, or given up by two people. Withdrawals that the bank had not executed went back to the queue or to the client.';

create table payout_file_line (
  file_id       uuid        not null references payout_file,
  position      int         not null check (position > 0),
  block         int         not null check (block > 0),
  payment_id    uuid        not null,
  client_id     uuid        not null,
  end_to_end_id text        not null unique check (end_to_end_id ~ '^[A-Z0-9-]{1,35}$'),
  uetr          uuid        not null unique,
  amount        bigint      not null check (amount > 0),
  status        text        check (status in ('RCVD', 'ACTC', 'ACCP', 'ACWC', 'PDNG', 'ACSP', 'ACSC', 'ACCC', 'RJCT')),
  reason        text        check (length(reason) between 1 and 35),
  detail        text        check (length(detail) between 1 and 210),
  contradiction text        check (length(contradiction) between 1 and 35),
  answered_at   timestamptz,
  ended_at      timestamptz,
  primary key (file_id, position),
  foreign key (payment_id, client_id) references payment (id, client_id)
);
-- Never sent twice: a withdrawal stays in its file for good, unless the file ends without having paid it.
create unique index payout_file_line_once on payout_file_line (payment_id) where ended_at is null;
create index payout_file_line_of_payment on payout_file_line (payment_id);
create index payout_file_line_contradicted on payout_file_line (file_id) where contradiction is not null;
comment on table payout_file_line is 'One withdrawal in a file for the bank, and what the bank answered about it.';
comment on column payout_file_line.block is 'The PmtInf of the file that has it: one for each kind of transfer.';
comment on column payout_file_line.end_to_end_id is 'Our reference, which the bank repeats in every answer and statement.';
comment on column payout_file_line.uetr is 'The number by which banks trace a transfer.';
comment on column payout_file_line.amount is 'Minor units that leave the account: the payment without its fee.';
comment on column payout_file_line.status is 'TxSts of the latest answer (pain.002); it never goes back.';
comment on column payout_file_line.reason is 'ISO reason code of the bank.';
comment on column payout_file_line.detail is 'The bank''s words.';
comment on column payout_file_line.contradiction is 'A rejection that came after the bank had paid: staff must ask the bank.';
comment on column payout_file_line.ended_at is 'When the withdrawal left the file without having been paid.';

create table payout_file_answer (
  sha256      bytea       primary key,
  file_id     uuid        not null references payout_file,
  message_id  text        not null,
  lines       int         not null check (lines >= 0),
  unknown     int         not null check (unknown >= 0),
  received_by uuid        not null references person,
  received_at timestamptz not null
);
create index payout_file_answer_of_file on payout_file_answer (file_id, received_at);
comment on table payout_file_answer is 'A status report of the bank (pain.002) that was read. The same file again changes nothing.';
comment on column payout_file_answer.lines is 'Lines whose status it changed.';
comment on column payout_file_answer.unknown is 'Lines that are in no file of ours.';

create trigger payout_file_no_delete before delete on payout_file for each row execute function refuse_change();
create trigger payout_file_line_no_delete before delete on payout_file_line for each row execute function refuse_change();
create trigger payout_file_answer_append_only before update or delete on payout_file_answer
  for each row execute function refuse_change();

-- What two people have agreed on about a file: its release, or to give it up although it was released.
create function payout_file_has(p_id uuid, p_act text, p_sha256 bytea, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from approval_request r
    where r.kind = 'payout_file' and r.key = p_id::text and r.state = 'approved' and r.value ->> 'act' = p_act
      and r.value ->> 'sha256' = encode(p_sha256, 'hex') and r.decided_at = p_at)
$$;

-- A file never changes, except that two people release it, and that it ends: before its release once no request about it is
-- left, after that by another two.
create function payout_file_check() returns trigger language plpgsql as $$
declare
  fixed text[] := '{released_at,ended_at}';
begin
  if to_jsonb(new) - fixed is distinct from to_jsonb(old) - fixed
     or old.ended_at is not null or old.released_at is not null and new.released_at is distinct from old.released_at then
    raise exception 'file F-% cannot change', old.number using errcode = 'restrict_violation';
  end if;
  if old.released_at is null and new.released_at is not null and not payout_file_has(new.id, 'release', new.sha256, new.released_at)
     or new.ended_at is not null and (case
       when new.released_at is not null then not payout_file_has(new.id, 'give_up', new.sha256, new.ended_at)
       else exists (
         select from approval_request r
         where r.kind = 'payout_file' and r.key = new.id::text and r.state in ('open', 'approved')) end) then
    raise exception 'file F-% lacks a second person', old.number
      using errcode = 'check_violation', constraint = 'payout_file_is_approved';
  end if;
  return new;
end $$;
create trigger payout_file_guard before update on payout_file for each row execute function payout_file_check();

-- How far a status of the bank has come; a rejection ends it.
create function payout_status_rank(p_status text) returns int language sql immutable as $$
  select case p_status when 'RCVD' then 1 when 'ACTC' then 2 when 'ACCP' then 2 when 'ACWC' then 3 when 'PDNG' then 3 when 'ACSP' then 4
                       when 'ACSC' then 5 when 'ACCC' then 6 when 'RJCT' then 9 else 0 end
$$;

-- A line leaves its file only when its file ended, which takes two people: one could write the report of a bank.
create function payout_file_line_check() returns trigger language plpgsql as $$
declare
  answers text[] := '{status,reason,detail,contradiction,answered_at,ended_at}';
begin
  if to_jsonb(new) - answers is distinct from to_jsonb(old) - answers
     or payout_status_rank(new.status) < payout_status_rank(old.status)
     or new.status = 'RJCT' and payout_status_rank(old.status) between 4 and 6
     or old.ended_at is not null and new.ended_at is distinct from old.ended_at
     or new.ended_at is not null and old.ended_at is null
        and not exists (select from payout_file f where f.id = new.file_id and f.ended_at is not null) then
    raise exception 'line % of a file cannot change so', old.end_to_end_id
      using errcode = 'check_violation', constraint = 'payout_file_line_follows';
  end if;
  return new;
end $$;
create trigger payout_file_line_guard before update on payout_file_line
  for each row execute function payout_file_line_check();

-- Whether an order at a payout provider is open for a withdrawal; replaced by 0020_provider_payments.sql, which has the rows.
create function payment_ordered_at_provider(p_payment payment) returns boolean language sql stable as $$
  select false
$$;

-- A withdrawal is ordered exactly while one line of a file or one order at a provider says so; by a file it is sent only after
-- the release. It leaves the file or the provider only with that line or order.
create function payment_check_order() returns trigger language plpgsql as $$
declare
  line payout_file_line;
  at_provider boolean := payment_ordered_at_provider(new);
begin
  select * into line from payout_file_line l where l.payment_id = new.id and l.ended_at is null;
  if (case
    when at_provider then line.payment_id is not null or new.state not in ('ordered', 'sent')
    when new.state = 'ordered' then line.amount is distinct from new.amount - new.fee
    when new.state = 'sent' then line.payment_id is null or not exists (
      select from payout_file f where f.id = line.file_id and f.released_at is not null and f.ended_at is null)
    else line.payment_id is not null end) then
    raise exception 'payment % and its order do not match', new.number
      using errcode = 'check_violation', constraint = 'payment_follows_order';
  end if;
  return new;
end $$;
create trigger payment_order_guard before update on payment for each row
  when (old.state <> new.state and 'ordered' in (old.state, new.state))
  execute function payment_check_order();

create table payment_proof (
  file_id    uuid        primary key,
  payment_id uuid        not null,
  client_id  uuid        not null,
  position   int         not null check (position between 1 and 5),
  at         timestamptz not null,
  unique (payment_id, position),
  foreign key (payment_id, client_id) references payment (id, client_id),
  foreign key (file_id, client_id) references file (id, owner_id)
);
comment on table payment_proof is 'A file that a client uploaded to prove a payment.';
comment on column payment_proof.position is '1 to 5, so that a payment has five files at most.';
create trigger payment_proof_append_only before update or delete on payment_proof
  for each row execute function refuse_change();

create table payment_instruction (
  payment_id  uuid primary key references payment,
  beneficiary text not null,
  bank        text not null,
  iban        text not null,
  bic         text not null
);
comment on table payment_instruction is
  'The bank account that a client was given for one deposit. A later change of payment_bank_account leaves it unchanged.';
create trigger payment_instruction_append_only before update or delete on payment_instruction
  for each row execute function refuse_change();

-- The people who can approve a setting that this author changes, and whether each of them may approve it now, whatever the
-- network.
create function setting_approvers(p_author uuid, p_now timestamptz) returns table (id uuid, may_approve boolean)
  language sql stable as $$
  select second, approval_fault('setting', p_author, second, p_now, p_now, 'any network') is null
  from available_approvers(p_author, available_approver_roles('setting', p_author, p_now), p_now) second
$$;

-- A version of a setting has an author, except during set-up, before there is any person, and by the owner of the tables,
-- which is the server's command line. A version with a request is exactly what was approved, on top of the version that its
-- author saw. A protected setting changes without a request only where no second approver is available; one person may switch
-- off the rules that approve withdrawals.
create function require_second_approver() returns trigger language plpgsql as $$
begin
  if new.by_id is null then
    if current_user <> (select pg_get_userbyid(relowner) from pg_class where oid = tg_relid) and exists (select from person) then
      raise exception 'setting % lacks an author', new.key
        using errcode = 'check_violation', constraint = 'setting_version_has_author';
    end if;
  elsif new.approval_request_id is not null then
    if not exists (
      select from approval_request p
      where p.id = new.approval_request_id and p.kind = 'setting' and p.state = 'approved' and p.author_id = new.by_id
        and p.decided_by = new.approved_by and (p.was ->> 'version')::int = new.number - 1 and p.value = new.value) then
      raise exception 'setting % differs from what was approved', new.key
        using errcode = 'check_violation', constraint = 'setting_version_is_approved';
    end if;
  elsif setting_is_protected(new.key) and not (new.key = 'payments.automatic_approval' and new.value -> 'rules' = '[]') and exists (select from setting_approvers(new.by_id, new.created_at)) then
    raise exception 'setting % lacks a second person who approves it', new.key
      using errcode = 'check_violation', constraint = 'setting_version_is_approved';
  end if;
  return new;
end $$;
create trigger setting_version_guard before insert on setting_version
  for each row execute function require_second_approver();

-- Limits of a single client (client_override): a limit that lets a client do more needs a second approver, like a change of the
-- operator's own limits.

-- The limits that apply without an override, as an array: the number of trading accounts, or US cents per payment, per day and
-- per month with null for no limit. A client whose level does not allow the payment has limits of 0.
create function default_limits(p_client uuid, p_kind text) returns bigint[] language sql stable as $$
  select case
    when p_kind = 'trading_accounts' then array[coalesce((
      select (value #>> '{}')::bigint from setting_version
      where key = 'trading.accounts_per_client' order by number desc limit 1), 3)]
    when r.allowed is not true then array[0, 0, 0]::bigint[]
    when p_kind = 'deposit' then array[r.per_operation, r.per_day, r.per_month]
    else array[floor(r.per_operation * b.withdrawal_limit_factor), floor(r.per_day * b.withdrawal_limit_factor),
               floor(r.per_month * b.withdrawal_limit_factor)]::bigint[] end
  from person c join client_benefit b on b.client_id = c.id
  left join payment_limit r
    on r.kind = p_kind and r.level = greatest(c.verification_level, (c.email_verified_at is not null)::int)
  where c.id = p_client
$$;

-- Whether an override lets a client do more, on any day to come, than the limits that apply now. Without p_limits it asks
-- about the end of the present override.
create function override_loosens(p_client uuid, p_kind text, p_limits bigint[], p_until date, p_at timestamptz) returns boolean
  language sql stable as $$
  select not (case
    when p_limits is null then o.limits is null or limits_within(house, o.limits)
    when o.limits is null then limits_within(p_limits, house)
    else limits_within(p_limits, o.limits)
      and (coalesce(p_until, 'infinity') <= coalesce(o.until, 'infinity') or limits_within(p_limits, house))
      and (coalesce(p_until, 'infinity') >= coalesce(o.until, 'infinity') or limits_within(house, o.limits)) end)
  from default_limits(p_client, p_kind) house left join (
    select limits_of(kind, max_accounts, per_operation, per_day, per_month) as limits, until from client_override
    where client_id = p_client and kind = p_kind and (until is null or until >= (p_at at time zone 'UTC')::date)) o on true
$$;

-- An override that names a request is exactly what was approved. One that lets the client do more must name a request. An
-- override that is stricter than the default limits is deleted only with an approved request to end it.
create function require_approval_for_override() returns trigger language plpgsql as $$
declare
  approved boolean;
begin
  if tg_op = 'DELETE' then
    approved := exists (
      select from approval_request p
      where p.kind = 'limits' and p.client_id = old.client_id and p.key = old.kind and p.value = 'null' and p.state = 'approved'
        and (p.was #>> '{own,set_at}')::numeric = extract(epoch from old.set_at));
    if not approved and not limits_within(default_limits(old.client_id, old.kind),
      limits_of(old.kind, old.max_accounts, old.per_operation, old.per_day, old.per_month)) then
      raise exception 'removing the % override of a client lacks a second person who approves it', old.kind
        using errcode = 'check_violation', constraint = 'client_override_is_approved';
    end if;
    return old;
  end if;
  approved := exists (
    select from approval_request p
    where p.id = new.approval_request_id and p.kind = 'limits' and p.state = 'approved' and p.decided_at = new.set_at
      and (p.client_id, p.key, p.author_id, p.reason) = (new.client_id, new.kind, new.set_by, new.reason)
      and p.value = limits_value(new.max_accounts, new.per_operation, new.per_day, new.per_month, new.until));
  if new.approval_request_id is not null and not approved
     or new.approval_request_id is null and override_loosens(
       new.client_id, new.kind, limits_of(new.kind, new.max_accounts, new.per_operation, new.per_day, new.per_month),
       new.until, new.set_at) then
    raise exception 'the % override of a client lacks a second person who approves it', new.kind
      using errcode = 'check_violation', constraint = 'client_override_is_approved';
  end if;
  return new;
end $$;
create trigger client_override_guard before insert or update or delete on client_override
  for each row execute function require_approval_for_override();
