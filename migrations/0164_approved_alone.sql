-- What one person may approve alone. The threshold for two people counts more than the single payment: a credit of more than its client
-- announced always takes two, and what one approver credits and pays out alone adds up, for one client over 7 days and for all clients
-- over 24 hours. The database values the amount itself, and only what was approved moves on.

alter table payment_setting
  /* At this sum in US cents within 24 hours, over all clients, one approver needs a second person. */
  add column approver_day_total bigint not null default 10000000 check (approver_day_total > 0);

alter table payment_approval
  /* What was approved, in minor units. The trigger sets it. */
  add column amount    bigint,
  /* What its approver moved without a second person, in US cents; 0 where nothing was credited or paid out, null beside others. */
  add column alone_usd bigint;

-- Acts that add to a wallet or send money out.
create function approval_moves(p_payment payment, p_act text) returns boolean language sql immutable as $$
  select p_act in ('credit_deposit', 'approve', 'refund') or p_act = 'decide_adjustment' and not (p_payment).takes
$$;

create function approval_amount(p_payment payment, p_act text) returns bigint language sql immutable as $$
  select case when p_act = 'credit_deposit' then coalesce((p_payment).received, (p_payment).amount) else (p_payment).amount end
$$;

-- In US cents, at the rate of now; never less than the value at which a payment was asked for.
create function approval_usd(p_payment payment, p_act text) returns bigint language sql stable as $$
  select greatest(
    div(approval_amount(p_payment, p_act) * usd_rate * 100, 10::numeric ^ scale)::bigint,
    case when p_act <> 'credit_deposit' then (p_payment).usd end)
  from currency where code = (p_payment).currency
$$;

-- Approvals of before count as they were given.
alter table payment_approval disable trigger payment_approval_fixed;
update payment_approval a
set amount = approval_amount(p, a.act),
    alone_usd = case when p.approvals_needed = 1 and a.withdrawn_at is null
                     then case when approval_moves(p, a.act) then p.usd else 0 end end
from payment p where p.id = a.payment_id;
alter table payment_approval enable trigger payment_approval_fixed;

create index payment_approval_alone on payment_approval (staff_id, at) include (alone_usd) where alone_usd > 0;
create index payment_approval_alone_of_client on payment_approval (staff_id, client_id, at) include (alone_usd) where alone_usd > 0;

-- Why an act on a payment takes a second person when this one approves it first; null when they may do it alone.
create function second_approver_because(p_payment payment, p_act text, p_staff uuid, p_at timestamptz) returns text
language sql stable as $$
  select case
    when usd >= second_approver_from then 'amount'
    when p_act = 'credit_deposit' and (p_payment).received > (p_payment).amount then 'received'
    when not approval_moves(p_payment, p_act) then null
    when usd + (
      select coalesce(sum(alone_usd), 0) from payment_approval
      where staff_id = p_staff and client_id = (p_payment).client_id and at > p_at - interval '7 days' and alone_usd > 0
    ) >= second_approver_from then 'client_week'
    when usd + (
      select coalesce(sum(alone_usd), 0) from payment_approval
      where staff_id = p_staff and at > p_at - interval '24 hours' and alone_usd > 0
    ) >= approver_day_total then 'day'
  end
  from payment_setting, approval_usd(p_payment, p_act) usd
$$;

-- Of what takes two, each approval is checked against whoever proposed it and whoever approved before. What one person approves is
-- counted one approval at a time.
create or replace function payment_check_approver() returns trigger language plpgsql as $$
declare
  request payment;
  author  record;
begin
  perform from client where id = new.staff_id for no key update;
  select * into request from payment where id = new.payment_id;
  new.amount := approval_amount(request, new.act);
  new.alone_usd := null;
  if request.approvals_needed < 2 and second_approver_because(request, new.act, new.staff_id, new.at) is null and not exists (
    select from payment_approval where payment_id = new.payment_id and act = new.act and withdrawn_at is null) then
    new.alone_usd := case when approval_moves(request, new.act) then approval_usd(request, new.act) else 0 end;
    if request.kind <> 'adjustment' then return new; end if;
  end if;
  new.same_network := require_approver('payment', null, new.staff_id, new.at, new.at, new.overrule);
  for author in select * from payment_authors(request.id, new.act) loop
    new.same_network := new.same_network
      or require_approver('payment', author.id, new.staff_id, author.at, new.at, new.overrule);
  end loop;
  return new;
end $$;

-- A payment moves on with the amount that was approved, by one person who may do so alone or by two.
create or replace function payment_check_transition() returns trigger language plpgsql as $$
declare
  step payment_transition;
begin
  if (old.kind, old.client_id, old.wallet_id, old.currency, old.created_by, old.created_at, old.undoes, old.takes)
     is distinct from (new.kind, new.client_id, new.wallet_id, new.currency, new.created_by, new.created_at, new.undoes, new.takes) then
    raise exception 'whose payment % is, and of what, never changes', old.number using errcode = 'restrict_violation';
  end if;
  if (new.amount, new.usd) is distinct from (old.amount, old.usd) and (old.state = 'credited' or new.state <> 'credited') then
    raise exception 'the amount of payment % changes only when it is credited', old.number using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from payment_transition t where t.kind = old.kind and t.from_state = old.state and t.to_state = new.state
    and (t.method is null or t.method = old.method);
  if not found then
    raise exception 'a % does not go from % to %', old.kind, old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_transition_known';
  end if;
  if step.approvals is not null and not (
    select count(*) >= 2 or bool_or(a.alone_usd is not null) is true from payment_approval a
    where a.payment_id = new.id and a.act = step.approvals and a.withdrawn_at is null and a.amount = new.amount
  ) then
    raise exception 'payment % lacks an approval', old.number
      using errcode = 'check_violation', constraint = 'payment_is_approved';
  end if;
  return new;
end $$;
