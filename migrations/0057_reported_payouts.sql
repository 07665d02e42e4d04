-- A withdrawal that a bank or provider reports as paid, although it counts as not paid, goes back to the client only once two
-- people have said so, whatever its amount. All else is as in 0050_unannounced_deposits.sql.
create or replace function second_approver_reason(p_payment payment, p_act text, p_staff uuid, p_at timestamptz) returns text
  language sql stable as $$
  select case
    when p_act = 'fail' then case when (p_payment).state in ('ordered', 'sent') or exists (
      select from provider_finding f
      where f.payment_id = (p_payment).id and f.kind = 'payout_unexpected' and f.closed_at is null) then 'returned' end
    when usd >= second_approver_from then 'amount'
    when p_act = 'credit_deposit' and (p_payment).other_payer then 'payer'
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
