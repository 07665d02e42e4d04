-- While a bank decides about a disputed deposit, as much stays in the client's wallets: the bank may take it back.

create index provider_dispute_open on provider_dispute (payment_id) where not closed;

-- What the open disputes of a client are about, in US cents, where the wallets hold less than that once `p_leaving` has left them;
-- null where they cover it. A dispute whose provider is no longer connected cannot close, so it counts no more.
create function disputes_uncovered(p_client uuid, p_leaving bigint) returns bigint language sql stable as $$
  select case when disputed > 0 and available - p_leaving < disputed then disputed end
  from (
    select coalesce(sum(p.usd), 0)::bigint as disputed
    from payment p
    where p.client_id = p_client and p.kind = 'deposit' and p.state = 'credited'
      and p.id in (
        select d.payment_id from provider_dispute d join connection n on n.id = d.connection_id
        where not d.closed and n.state <> 'removed')) open_disputes,
  lateral (
    select coalesce(sum(trunc(b.amount * c.usd_rate * 100 / 10 ^ c.scale::numeric)), 0)::bigint as available
    from wallet w join ledger_balance b on b.account_id = w.available_id join currency c on c.code = w.currency
    where w.client_id = p_client and disputed > 0) wallets
$$;
