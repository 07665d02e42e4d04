-- While a bank decides about a disputed deposit, as much stays in the client's wallets: the bank may take it back.

create index provider_dispute_open on provider_dispute (payment_id) where not closed;

-- What the open disputes of a client are about, in US cents, where the wallets hold less than that once `p_leaving` has left them;
-- null where they cover it. A dispute whose provider is no longer connected cannot close, so it counts no more.
create function disputes_uncovered(p_client uuid, p_leaving bigint) returns bigint language sql stable as $$
  select case when disputed > 0 and available - p_leaving < disputed then disputed end
  from (
    select coalesce(sum(p.usd - returned.usd), 0)::bigint as disputed
    from payment p
    cross join lateral (
      select coalesce(sum(w.usd), 0) as usd from payment w
      where w.refunds_id = p.id and w.state in ('sent', 'completed')) returned
    where p.client_id = p_client and p.kind = 'deposit' and p.state = 'credited'
      and p.id in (
        select d.payment_id from provider_dispute d join connection n on n.id = d.connection_id
        where not d.closed and n.state <> 'removed')) open_disputes,
  lateral (
    select coalesce(sum(trunc(b.amount * c.usd_rate * 100 / 10 ^ c.scale::numeric)), 0)::bigint as available
    from wallet w join ledger_balance b on b.account_id = w.available_id join currency c on c.code = w.currency
    where w.client_id = p_client and disputed > 0) wallets
$$;

-- A bank may take back what is left of a deposit after parts of it went back to its card.

-- Whether rows prove a step that otherwise takes approvals: a payment that the provider has taken back, whole or as the rest that
-- withdrawals to its card have left; a whole payout that came back from its provider, or that the bank has rejected in a file that
-- two people have given up, at the time of this step.
create or replace function payment_proved_by_provider(p_payment payment, p_act text) returns boolean language sql stable as $$
  select case p_act
    when 'charge_back' then p_payment.method in ('card', 'crypto') and exists (
      select from provider_dispute d
      where d.payment_id = p_payment.id and d.withdrawn and d.currency = p_payment.currency
        and (d.amount = p_payment.amount
          -- How much went back may change later, when a card takes a refund back.
          or d.amount < p_payment.amount and exists (
            select from payment w join provider_payout o on o.payment_id = w.id where w.refunds_id = p_payment.id)))
    when 'fail' then exists (
        select from provider_payout o
        where o.payment_id = p_payment.id and o.state = 'returned' and o.ended_at = p_payment.updated_at)
      or exists (
        select from payout_file_line l
        where l.payment_id = p_payment.id and l.status = 'RJCT' and l.ended_at = p_payment.updated_at)
    else false end
$$;
