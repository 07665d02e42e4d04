-- A withdrawal that was sent and comes back is credited again on the word of staff alone: no client announced it, and the bank's own
-- statement comes later. So it always takes two people. What was approved and not yet sent is released by one, since the money never left.

update payment_transition set approvals = 'fail' where kind = 'withdrawal' and from_state = 'sent' and to_state = 'failed';

alter table payment_approval drop constraint payment_approval_act_check;
alter table payment_approval add constraint payment_approval_act_check
  check (act in ('approve', 'credit_deposit', 'refund', 'charge_back', 'decide_adjustment', 'fail'));

create or replace function second_approver_because(p_payment payment, p_act text, p_staff uuid, p_at timestamptz) returns text
language sql stable as $$
  select case
    when p_act = 'fail' then case when (p_payment).state = 'sent' then 'returned' end
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
