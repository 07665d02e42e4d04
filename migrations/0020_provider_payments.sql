-- Payments by card or crypto on the page of a connected provider, and withdrawals that a provider pays out: what was begun with which
-- provider, what was read back from it, refunds and disputes, and what staff have to look at. Our reference is stored before the provider is called. A payment is credited,
-- taken back or given again without people only as far as these rows prove it.

create table provider_payment (
  payment_id        uuid        primary key,
  client_id         uuid        not null,
  connection_id     uuid        not null references connection,
  live              boolean     not null,
  state             text        not null default 'starting' check (state in ('starting', 'open', 'ended')),
  asked             jsonb       check (jsonb_typeof(asked) = 'object'),
  provider_id       text        check (length(provider_id) between 1 and 200),
  pay_url           text        check (length(pay_url) <= 4000),
  received          bigint      check (received > 0),
  received_currency text        check (length(received_currency) between 3 and 5),
  paid_at           timestamptz,
  instrument        text        check (length(instrument) <= 80),
  holder            text        check (length(holder) <= 200),
  card_country      text        check (length(card_country) <= 2),
  attempts          int         not null default 0,
  checked_at        timestamptz,
  next_at           timestamptz,
  started_at        timestamptz not null,
  foreign key (payment_id, client_id) references payment (id, client_id),
  constraint provider_payment_paid check ((received is null) = (paid_at is null) and (received is null) = (received_currency is null)),
  constraint provider_payment_asked check ((asked is not null) = (state = 'starting')),
  constraint provider_payment_known check (state = 'starting' or provider_id is not null or state = 'ended')
);
create unique index provider_payment_once on provider_payment (connection_id, provider_id) where provider_id is not null;
create index provider_payment_due on provider_payment (next_at) where next_at is not null;
comment on table provider_payment is 'A deposit at a provider as that has it. What came is written when it was read back, never from an event.';
comment on column provider_payment.live is 'Whether real money is expected; what differs is never credited.';
comment on column provider_payment.state is 'starting: the provider may or may not know it; ended: nothing more is expected.';
comment on column provider_payment.asked is
  'What the provider is asked: {payer: {email, country, language}, text, returnUrl}. Each attempt asks the same, since a provider refuses other words under one key. Gone once the provider has answered.';
comment on column provider_payment.provider_id is 'What the provider calls it; no two deposits have the same one.';
comment on column provider_payment.pay_url is 'The page of the provider.';
comment on column provider_payment.received is 'Minor units that came, of their own currency.';
comment on column provider_payment.instrument is 'The card as the client knows it, without its number.';
comment on column provider_payment.holder is 'The name on the card.';
comment on column provider_payment.card_country is 'Where the card was issued.';
comment on column provider_payment.attempts is 'How often the provider was called to start it.';
comment on column provider_payment.next_at is 'When the provider is asked next, whatever its events say; null when it no longer is.';

-- What a payment was begun with stays, what came is written once, and its id too.
create function provider_payment_check() returns trigger language plpgsql as $$
begin
  if (new.payment_id, new.client_id, new.connection_id, new.live, new.started_at)
     is distinct from (old.payment_id, old.client_id, old.connection_id, old.live, old.started_at)
     or new.asked is not null and new.asked is distinct from old.asked
     or old.provider_id is not null and new.provider_id is distinct from old.provider_id
     or old.received is not null and (new.received, new.received_currency, new.paid_at)
        is distinct from (old.received, old.received_currency, old.paid_at) then
    raise exception 'the payment % at its provider cannot change so', old.payment_id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger provider_payment_guard before update on provider_payment for each row execute function provider_payment_check();
create trigger provider_payment_no_delete before delete on provider_payment for each row execute function refuse_change();

create table provider_refund (
  reference   text        primary key check (reference ~ '^[A-Z0-9]{6,16}$'),
  payment_id  uuid        not null references provider_payment,
  amount      bigint      not null check (amount > 0),
  state       text        not null default 'calling' check (state in ('calling', 'pending', 'succeeded', 'failed')),
  provider_id text        check (length(provider_id) between 1 and 200),
  created_at  timestamptz not null,
  next_at     timestamptz,
  ended_at    timestamptz
);
-- Two providers may call their refunds alike.
create unique index provider_refund_of_payment on provider_refund (payment_id, provider_id);
create index provider_refund_due on provider_refund (next_at) where next_at is not null;
-- A refund that failed may be followed by another one.
create unique index provider_refund_one on provider_refund (payment_id) where state <> 'failed';
comment on table provider_refund is 'Money that goes back to the card that it came from. The reference is stored before the provider is called.';
comment on column provider_refund.amount is 'Minor units of the deposit.';
comment on column provider_refund.state is 'A refund that succeeded may still fail, and the client then has the money again.';
create trigger provider_refund_no_delete before delete on provider_refund for each row execute function refuse_change();

create table provider_dispute (
  connection_id uuid        not null references connection,
  provider_id   text        not null check (length(provider_id) between 1 and 200),
  payment_id    uuid        not null references provider_payment,
  status        text        not null check (length(status) <= 60),
  reason        text        not null check (length(reason) <= 60),
  amount        bigint      not null check (amount > 0),
  currency      text        not null check (length(currency) between 3 and 5),
  withdrawn     boolean     not null,
  moves         int         not null default 0,
  answer_by     timestamptz,
  closed        boolean     not null,
  opened_at     timestamptz not null,
  updated_at    timestamptz not null,
  primary key (connection_id, provider_id)
);
create index provider_dispute_of_payment on provider_dispute (payment_id);
comment on table provider_dispute is 'A payment that its payer disputes at their bank, or that was undone otherwise, as it was read from the provider.';
comment on column provider_dispute.status is 'In the words of the provider.';
comment on column provider_dispute.amount is 'Minor units of its currency.';
comment on column provider_dispute.withdrawn is 'Whether the provider has taken the money back and has not returned it.';
comment on column provider_dispute.moves is 'How often the ledger followed it, in one direction or the other.';
comment on column provider_dispute.answer_by is 'Until when the operator may answer.';
create trigger provider_dispute_no_delete before delete on provider_dispute for each row execute function refuse_change();

create table provider_finding (
  id         uuid        primary key,
  payment_id uuid        not null references payment,
  kind       text        not null check (kind in (
    'amount', 'late', 'play_money', 'not_captured', 'dispute', 'dispute_partial', 'refund_failed', 'refund_elsewhere',
    'fraud_warning', 'not_started', 'by_hand', 'payee', 'payout_pending', 'payout_returned', 'payout_unexpected')),
  subject    text        not null check (length(subject) <= 200),
  amount     bigint,
  currency   text,
  answer_by  timestamptz,
  found_at   timestamptz not null,
  closed_at  timestamptz,
  closed_by  uuid        references person,
  note       text        check (length(note) between 1 and 500),
  unique (payment_id, kind, subject),
  check ((closed_at is null) = (closed_by is null) and (closed_at is null) = (note is null))
);
create index provider_finding_open on provider_finding (found_at) where closed_at is null;
comment on table provider_finding is 'What staff have to look at: once for each payment, kind and object, until one of them notes what was done.';
comment on column provider_finding.subject is 'What the provider calls the object, or nothing.';
comment on column provider_finding.amount is 'Minor units that it is about.';
create trigger provider_finding_no_delete before delete on provider_finding for each row execute function refuse_change();

create table provider_payout (
  reference     text        primary key check (reference ~ '^[A-Z0-9]{6,16}$'),
  payment_id    uuid        not null,
  client_id     uuid        not null,
  connection_id uuid        not null references connection,
  amount        bigint      not null check (amount > 0),
  currency      text        not null references currency,
  text          text        not null check (length(text) between 1 and 140),
  state         text        not null default 'calling'
                            check (state in ('calling', 'accepted', 'sent', 'completed', 'failed', 'returned')),
  provider_id   text        check (length(provider_id) between 1 and 200),
  answer        text        check (length(answer) between 1 and 200),
  attempts      int         not null default 0,
  created_at    timestamptz not null,
  checked_at    timestamptz,
  next_at       timestamptz,
  ended_at      timestamptz,
  foreign key (payment_id, client_id) references payment (id, client_id),
  constraint provider_payout_ends check ((ended_at is null) = (state not in ('failed', 'returned')))
);
-- Never ordered twice: another order may follow only one that has ended without a payout.
create unique index provider_payout_one on provider_payout (payment_id) where state <> 'failed';
create unique index provider_payout_once on provider_payout (connection_id, provider_id) where provider_id is not null;
create index provider_payout_of_payment on provider_payout (payment_id);
create index provider_payout_due on provider_payout (next_at) where next_at is not null;
comment on table provider_payout is 'An order to a payout provider for an approved withdrawal. The reference is stored before the provider is called.';
comment on column provider_payout.amount is 'Minor units that the provider is to pay: the payment without its fee.';
comment on column provider_payout.text is 'What the recipient reads; every call about the order sends the same, whatever the operator is called by then.';
comment on column provider_payout.state is
  'calling: the provider may or may not know it; sent: the money has left; failed: it never left; returned: all of it came back.';
comment on column provider_payout.provider_id is 'What the provider calls it; no two orders have the same one.';
comment on column provider_payout.answer is 'What the provider said last, in its words.';
comment on column provider_payout.attempts is 'How often the provider was called about it.';
comment on column provider_payout.next_at is 'When the provider is asked next, whatever its events say; null when it no longer is.';
comment on column provider_payout.ended_at is 'When it ended without a payout, or came back.';

-- What was ordered stays, and a state never goes back: what has left only comes back, and what has ended is over.
create function provider_payout_check() returns trigger language plpgsql as $$
begin
  if (new.reference, new.payment_id, new.client_id, new.connection_id, new.amount, new.currency, new.text, new.created_at)
     is distinct from (old.reference, old.payment_id, old.client_id, old.connection_id, old.amount, old.currency, old.text, old.created_at)
     or old.provider_id is not null and new.provider_id is distinct from old.provider_id
     or new.state <> old.state and not (case old.state
       when 'calling' then new.state in ('accepted', 'sent', 'failed')
       when 'accepted' then new.state in ('sent', 'failed')
       when 'sent' then new.state in ('completed', 'returned')
       when 'completed' then new.state = 'returned'
       else false end) then
    raise exception 'the payout % cannot change so', old.reference
      using errcode = 'check_violation', constraint = 'provider_payout_follows';
  end if;
  return new;
end $$;
create trigger provider_payout_guard before update on provider_payout for each row execute function provider_payout_check();
create trigger provider_payout_no_delete before delete on provider_payout for each row execute function refuse_change();

create or replace function payment_ordered_at_provider(p_payment payment) returns boolean language sql stable as $$
  select exists (
    select from provider_payout o
    where o.payment_id = p_payment.id and o.ended_at is null
      and (o.amount, o.currency) = (p_payment.amount - p_payment.fee, p_payment.currency))
$$;

create table provider_sweep (
  connection_id uuid primary key references connection,
  cursor        text        not null check (length(cursor) <= 200),
  swept_at      timestamptz not null
);
comment on table provider_sweep is 'How far the events of a provider were read, so that none is missed whose call was lost.';

-- Whether rows prove a step that otherwise takes approvals: a whole payment that the provider has taken back; a whole payout that
-- came back from its provider, or that the bank has rejected in a file that two people have given up, at the time of this step.
create or replace function payment_proved_by_provider(p_payment payment, p_act text) returns boolean language sql stable as $$
  select case p_act
    when 'charge_back' then p_payment.method in ('card', 'crypto') and exists (
      select from provider_dispute d
      where d.payment_id = p_payment.id and d.withdrawn and (d.amount, d.currency) = (p_payment.amount, p_payment.currency))
    when 'fail' then exists (
        select from provider_payout o
        where o.payment_id = p_payment.id and o.state = 'returned' and o.ended_at = p_payment.updated_at)
      or exists (
        select from payout_file_line l
        where l.payment_id = p_payment.id and l.status = 'RJCT' and l.ended_at = p_payment.updated_at)
    else false end
$$;

-- A card or crypto is credited without people only by what its provider says came: real money, this amount of this currency. What was taken
-- back is given again only when the provider has returned it, or never took it.
create function payment_check_provider() returns trigger language plpgsql as $$
begin
  if (case old.state
    when 'awaiting_payment' then not exists (
      select from provider_payment p
      where p.payment_id = new.id and (p.received, p.received_currency) = (new.amount, new.currency))
    when 'charged_back' then exists (select from provider_dispute d where d.payment_id = new.id and d.withdrawn)
      or not exists (select from provider_dispute d where d.payment_id = new.id)
    when 'refunded' then not exists (select from provider_refund r where r.payment_id = new.id and r.state = 'failed')
      or exists (select from provider_refund r where r.payment_id = new.id and r.state <> 'failed')
    else false end) then
    raise exception 'payment % is not proved by its provider', old.number
      using errcode = 'check_violation', constraint = 'payment_is_proved';
  end if;
  return new;
end $$;
create trigger payment_provider_guard before update on payment for each row
  when (old.state <> new.state and new.state = 'credited' and new.method in ('card', 'crypto'))
  execute function payment_check_provider();
