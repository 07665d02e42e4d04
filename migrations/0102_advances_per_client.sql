-- Negative balance protection counts per client: what the house has laid out on one account is taken from the client's other
-- trading accounts before it is forgiven, and money stays while one account's gain is another one's loss.

-- Found each second: accounts on which something is laid out.
create index paper_account_advanced on paper_account (number) where advance > 0;

-- A client who is long on one account and short on another in one instrument. Volumes are lots; `net_volume` is below zero when more
-- is sold than bought. An account counts by what it comes to itself, so one that is hedged within itself is neither.
create view paper_mirrored_book as
  select client_id, symbol, sum(net) as net_volume, sum(gross) as gross_volume,
         array_agg(account order by account) as accounts,
         greatest(min(since) filter (where net > 0), min(since) filter (where net < 0)) as since
  from (select t.client_id, p.account, p.symbol, sum(p.volume) as gross,
               sum(case p.side when 'buy' then p.volume else -p.volume end) as net, min(p.opened_at) as since
        from paper_position p join trading_account t on t.number = p.account
        where p.closed_at is null
        group by t.client_id, p.account, p.symbol) of_account
  group by client_id, symbol
  having bool_or(net > 0) and bool_or(net < 0);
