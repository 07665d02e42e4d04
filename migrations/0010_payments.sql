-- Money on its way in and out: deposits, withdrawals and adjustments with the states they may pass through, who approved
-- what, where money may be sent, and what each verification level allows. Rules that an operator sets are rows here.

alter table client
  add verification_level  int         not null default 0 check (verification_level between 0 and 4),
  /* Of the password or the e-mail address; withdrawals rest for a while after it. */
  add security_changed_at timestamptz;

-- Settings of the operator, in the one row.
create table payment_setting (
  only_row                  boolean primary key default true check (only_row),
  /* At this value in US cents a second person must approve. */
  second_approver_from      bigint  not null check (second_approver_from > 0),
  withdrawal_rest_hours     int     not null check (withdrawal_rest_hours >= 0),
  code_minutes              int     not null check (code_minutes > 0),
  code_attempts             int     not null check (code_attempts > 0),
  /* How long a withdrawal waits for its code, and a destination for its link. */
  confirm_minutes           int     not null check (confirm_minutes > 0),
  destination_link_hours    int     not null check (destination_link_hours > 0),
  destinations_per_client   int     not null check (destinations_per_client > 0),
  /* How soon staff promise to act. */
  review_hours              int     not null check (review_hours > 0)
);
insert into payment_setting values (true, 1000000, 24, 5, 5, 60, 24, 10, 24);

-- What a level may do, and how much, in US cents; null is no limit. The month is 30 days.
create table payment_right (
  level         int     not null check (level between 0 and 4),
  kind          text    not null check (kind in ('deposit', 'withdrawal')),
  allowed       boolean not null,
  per_operation bigint  check (per_operation >= 0),
  per_day       bigint  check (per_day >= 0),
  per_month     bigint  check (per_month >= 0),
  primary key (level, kind)
);
insert into payment_right values
  (0, 'deposit', false, 0, 0, 0),                         (0, 'withdrawal', false, 0, 0, 0),
  (1, 'deposit', true, 50000, 50000, 50000),              (1, 'withdrawal', false, 0, 0, 0),
  (2, 'deposit', true, 200000, 200000, 200000),           (2, 'withdrawal', false, 0, 0, 0),
  (3, 'deposit', true, 10000000, 20000000, 50000000),     (3, 'withdrawal', true, 2500000, 5000000, 20000000),
  (4, 'deposit', true, 100000000, 200000000, 500000000),  (4, 'withdrawal', true, 25000000, 50000000, 200000000);

-- A way to pay in a currency, and its price: `fee_fixed` and `fee_percent` of the amount. Amounts in minor units.
create table payment_terms (
  method      text    not null check (method in ('bank_transfer', 'sandbox')),
  kind        text    not null check (kind in ('deposit', 'withdrawal')),
  currency    text    not null references currency,
  least       bigint  not null check (least > 0),
  most        bigint  not null check (most >= least),
  fee_fixed   bigint  not null default 0 check (fee_fixed >= 0 and fee_fixed < least),
  fee_percent numeric not null default 0 check (fee_percent >= 0 and fee_percent < 50),
  /* Until a deposit that nobody paid expires. */
  open_days   int     not null default 10 check (open_days > 0),
  /* Working days until the money is there. */
  days        int     not null check (days >= 0),
  primary key (method, kind, currency)
);
insert into payment_terms (method, kind, currency, least, most, fee_fixed, fee_percent, days)
select 'bank_transfer', kind, currency, 1000 * worth, 100000000 * worth, case kind when 'withdrawal' then 500 * worth else 0 end, 0, 2
from (values ('deposit'), ('withdrawal')) way (kind),
     (values ('USD', 1), ('EUR', 1), ('GBP', 1), ('CHF', 1), ('AED', 4), ('PLN', 4), ('CZK', 20)) money (currency, worth);
insert into payment_terms (method, kind, currency, least, most, fee_fixed, fee_percent, days)
select 'sandbox', kind, currency, 500, 500000, 0, case kind when 'deposit' then 1.5 else 0 end, 0
from (values ('deposit'), ('withdrawal')) way (kind), (values ('USD'), ('EUR'), ('GBP')) money (currency);

-- The operator's own bank accounts. Without one in a currency, no transfers in it are taken.
create table payment_bank_account (
  currency    text primary key references currency,
  beneficiary text not null,
  bank        text not null,
  iban        text not null,
  bic         text not null
);

create table payment_destination (
  id               uuid        primary key,
  client_id        uuid        not null references client,
  method           text        not null check (method in ('bank_transfer', 'sandbox')),
  label            text        not null check (length(label) between 1 and 40),
  /* The IBAN; of a card the last digits, for its number is not kept. */
  account          text        not null,
  /* Keyed hash of the whole number, to know it again. */
  fingerprint      text        not null,
  holder           text        not null,
  bank             text,
  created_at       timestamptz not null,
  /* Only the hash of what was mailed: whoever reads the table cannot confirm. */
  token_hash       bytea       unique,
  token_expires_at timestamptz,
  confirmed_at     timestamptz,
  removed_at       timestamptz,
  unique (id, client_id)
);
create unique index payment_destination_known on payment_destination (client_id, method, fingerprint) where removed_at is null;

create sequence payment_number start 100001;

create table payment (
  id               uuid        primary key,
  number           bigint      not null unique default nextval('payment_number'),
  kind             text        not null check (kind in ('deposit', 'withdrawal', 'adjustment')),
  state            text        not null,
  client_id        uuid        not null references client,
  wallet_id        uuid        not null references wallet,
  currency         text        not null references currency,
  method           text        check (method in ('bank_transfer', 'sandbox')),
  /* Minor units. What is paid in, or leaves the wallet; what arrived, once a deposit is credited. */
  amount           bigint      not null check (amount > 0),
  fee              bigint      not null default 0 check (fee >= 0 and fee < amount),
  /* Value in US cents, by which it counts to limits and thresholds. */
  usd              bigint      not null check (usd >= 0),
  /* An adjustment gives or takes. */
  takes            boolean     not null default false,
  category         text        check (category in ('correction', 'goodwill', 'bonus', 'fee_refund', 'fee')),
  /* What the client writes into a bank transfer. */
  reference        text        unique,
  /* The card that a deposit came from or a withdrawal goes to, as a keyed hash and as the client knows it. */
  source           text,
  source_label     text,
  destination_id   uuid,
  hold_id          uuid        unique references ledger_hold,
  /* What arrived, in the words of the first who looked. */
  received         bigint      check (received > 0),
  bank_reference   text,
  note             text,
  reason           text,
  created_by       uuid        not null references client,
  reviewer_id      uuid        references client check (reviewer_id <> client_id),
  approvals_needed int         not null check (approvals_needed in (1, 2)),
  code_hash        text,
  code_expires_at  timestamptz,
  code_attempts    int         not null default 0,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  /* When it began to count to the limits. */
  counted_at       timestamptz,
  /* When it ends by itself; null once it no longer does. */
  expires_at       timestamptz,
  unique (id, client_id, created_by),
  unique (id, client_id),
  foreign key (destination_id, client_id) references payment_destination (id, client_id),
  check ((kind = 'adjustment') = (category is not null)),
  check ((kind = 'adjustment') = (method is null)),
  check ((kind = 'withdrawal') = (destination_id is not null)),
  constraint payment_made_by_other check ((created_by = client_id) = (kind <> 'adjustment')),
  constraint payment_held_until_ended
    check (kind = 'withdrawal' and (hold_id is null) = (state in ('draft', 'awaiting_confirmation', 'expired'))
           or kind = 'withdrawal' and state = 'cancelled' or kind <> 'withdrawal' and hold_id is null)
);
create index payment_of_client on payment (client_id, id desc);
create index payment_waiting on payment (state, id desc)
  where state in ('awaiting_payment', 'under_review', 'submitted', 'in_review', 'approved', 'sent', 'proposed', 'awaiting_confirmation');
create index payment_expiring on payment (expires_at) where expires_at is not null;

-- The state machines. `approvals` names the act that so many persons must have approved as the payment says.
create table payment_transition (
  kind       text not null,
  from_state text not null,
  to_state   text not null,
  approvals  text,
  /* The only method of which it is true; null for all. */
  method     text,
  primary key (kind, from_state, to_state)
);
insert into payment_transition values
  ('deposit', 'created', 'awaiting_payment', null, null),
  ('deposit', 'awaiting_payment', 'under_review', null, null),
  ('deposit', 'awaiting_payment', 'credited', null, 'sandbox'),
  ('deposit', 'awaiting_payment', 'expired', null, null),
  ('deposit', 'under_review', 'credited', 'credit_deposit', null),
  ('deposit', 'under_review', 'rejected', null, null),
  ('deposit', 'expired', 'under_review', null, null),
  ('deposit', 'credited', 'refunded', 'refund', null),
  ('deposit', 'credited', 'charged_back', 'charge_back', null),
  ('withdrawal', 'draft', 'awaiting_confirmation', null, null),
  ('withdrawal', 'awaiting_confirmation', 'submitted', null, null),
  ('withdrawal', 'awaiting_confirmation', 'cancelled', null, null),
  ('withdrawal', 'awaiting_confirmation', 'expired', null, null),
  ('withdrawal', 'submitted', 'in_review', null, null),
  ('withdrawal', 'submitted', 'cancelled', null, null),
  ('withdrawal', 'in_review', 'approved', 'approve', null),
  ('withdrawal', 'in_review', 'rejected', null, null),
  ('withdrawal', 'in_review', 'cancelled', null, null),
  ('withdrawal', 'approved', 'sent', null, null),
  ('withdrawal', 'approved', 'failed', null, null),
  ('withdrawal', 'sent', 'completed', null, null),
  ('withdrawal', 'sent', 'failed', null, null),
  ('adjustment', 'proposed', 'posted', 'decide_adjustment', null),
  ('adjustment', 'proposed', 'rejected', null, null);

-- Nobody of the staff moves his own request on: whose it is stands in the row.
create table payment_step (
  id         uuid        primary key,
  payment_id uuid        not null,
  client_id  uuid        not null,
  state      text        not null,
  by_kind    text        not null check (by_kind in ('client', 'staff', 'system')),
  by_id      uuid        references client,
  at         timestamptz not null,
  foreign key (payment_id, client_id) references payment (id, client_id),
  constraint payment_step_by_right_person
    check (case by_kind when 'system' then by_id is null when 'client' then by_id = client_id else by_id is not null and by_id <> client_id end)
);
create index payment_step_of_payment on payment_step (payment_id, id);

-- Who approved. Nobody approves for himself, nor what he made, nor twice: the payment's own columns stand in the row.
create table payment_approval (
  id           uuid        primary key,
  payment_id   uuid        not null,
  client_id    uuid        not null,
  created_by   uuid        not null,
  act          text        not null check (act in ('approve', 'credit_deposit', 'refund', 'charge_back', 'decide_adjustment')),
  staff_id     uuid        not null references client,
  at           timestamptz not null,
  /* Another person began to work on it anew. */
  withdrawn_at timestamptz,
  foreign key (payment_id, client_id, created_by) references payment (id, client_id, created_by),
  constraint payment_approval_by_other check (staff_id <> client_id and staff_id <> created_by)
);
create unique index payment_approval_once on payment_approval (payment_id, act, staff_id) where withdrawn_at is null;

-- A state follows another only as the table says, and not without the approvals that it wants.
create function payment_check_transition() returns trigger language plpgsql as $$
declare
  step payment_transition;
begin
  if (old.kind, old.client_id, old.wallet_id, old.currency, old.created_by, old.created_at)
     is distinct from (new.kind, new.client_id, new.wallet_id, new.currency, new.created_by, new.created_at) then
    raise exception 'whose payment % is, and of what, never changes', old.number using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from payment_transition t where t.kind = old.kind and t.from_state = old.state and t.to_state = new.state
    and (t.method is null or t.method = old.method);
  if not found then
    raise exception 'a % does not go from % to %', old.kind, old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_transition_known';
  end if;
  if step.approvals is not null and new.approvals_needed > (
    select count(*) from payment_approval a where a.payment_id = new.id and a.act = step.approvals and a.withdrawn_at is null
  ) then
    raise exception 'payment % lacks an approval', old.number
      using errcode = 'check_violation', constraint = 'payment_is_approved';
  end if;
  return new;
end $$;
create trigger payment_transitions before update on payment for each row execute function payment_check_transition();
create trigger payment_kept before delete on payment for each row execute function refuse_change();
create trigger payment_step_fixed before update or delete on payment_step for each row execute function refuse_change();
create trigger payment_approval_kept before delete on payment_approval for each row execute function refuse_change();

-- One intent of one person has one effect, however often it is sent.
create table payment_request (
  owner_id    uuid        not null references client,
  key         text        not null,
  /* Keyed hash of the act and its body, to refuse the same key with another one. */
  fingerprint text        not null,
  /* What it led to. */
  result_id   uuid,
  at          timestamptz not null,
  primary key (owner_id, key)
);
