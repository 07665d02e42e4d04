-- The portfolio: why the money of a client changed, by account and day (docs/portfolio.md).

create table portfolio_result (
  account_id uuid   not null,
  day        date   not null,
  came_in    bigint not null default 0,
  went_out   bigint not null default 0,
  corrected  bigint not null default 0,
  price      bigint not null default 0,
  income     bigint not null default 0,
  fees       bigint not null default 0,
  primary key (account_id, day)
) with (fillfactor = 80);

comment on table portfolio_result is
  'What the company''s accounts gave a client on one day, by cause. In minor units; what the client lost is negative.';
comment on column portfolio_result.account_id is
  'Account of the movement, a wallet''s available account or a trading account. Of several in the currency it is the first by id.';
comment on column portfolio_result.day is 'Day in UTC.';
comment on column portfolio_result.came_in is 'From outside.';
comment on column portfolio_result.went_out is 'To the outside.';
comment on column portfolio_result.corrected is 'Corrections, which are neither a deposit or withdrawal nor a profit or loss.';
comment on column portfolio_result.price is
  'Results of trading without the parts below, and what went into shares of offerings or came out of them.';
comment on column portfolio_result.income is 'Interest, dividends, swap and bonuses.';
comment on column portfolio_result.fees is 'Fees, commissions and the spread of conversions.';

create trigger portfolio_result_no_delete before delete on portfolio_result
  for each row execute function refuse_change();
create trigger portfolio_result_of_posting before insert or update on portfolio_result
  for each row when (pg_trigger_depth() = 0) execute function refuse_change();
create trigger portfolio_result_no_truncate before truncate on portfolio_result
  for each statement execute function refuse_change();

-- The kinds of the company's accounts say why a client's money changed. A deal of the embedded platform has its parts; an external
-- platform gives one sum, which counts as price. The row of an account is written under the lock of its balance.
create function portfolio_write_results() returns trigger language plpgsql as $$
begin
  if not exists (select from written where balance_after is null) then
    return null;
  end if;
  insert into portfolio_result as r (account_id, day, came_in, went_out, corrected, price, income, fees)
  select own.account_id, (t.at at time zone 'UTC')::date,
         coalesce(sum(-h.amount) filter (where a.kind in ('psp_in', 'psp_out') and h.amount < 0), 0),
         coalesce(sum(-h.amount) filter (where a.kind in ('psp_in', 'psp_out') and h.amount > 0), 0),
         coalesce(sum(-h.amount) filter (where a.kind = 'suspense'), 0),
         coalesce(sum(-h.amount - part.income - part.cost) filter (where a.kind in ('dealing', 'ipo_escrow')), 0),
         coalesce(sum(case a.kind when 'bonus' then -h.amount when 'dealing' then part.income end), 0),
         coalesce(sum(case a.kind when 'fees' then -h.amount when 'dealing' then part.cost end), 0)
  from written h
  join ledger_account a on a.id = h.account_id and a.kind not in ('fx', 'wallet_available', 'wallet_held', 'trading')
  join ledger_transaction t on t.id = h.transaction_id
  join (select p.transaction_id, p.currency, (array_agg(b.movement_account_id order by b.movement_account_id))[1] as account_id
        from written p
        join ledger_account c on c.id = p.account_id and c.client_id is not null
        join ledger_balance b on b.account_id = p.account_id
        group by p.transaction_id, p.currency, c.client_id) own on (own.transaction_id, own.currency) = (h.transaction_id, h.currency)
  left join paper_deal d on a.kind = 'dealing'
    and d.ticket = case when t.scope = 'platform:paper' then t.reference_id::bigint end
  cross join lateral (
    select coalesce(d.swap + case when d.type in ('interest', 'dividend', 'bonus', 'credit') then d.profit else 0 end, 0) as income,
           coalesce(d.commission + d.fee + case when d.type in ('commission', 'charge', 'tax') then d.profit else 0 end, 0) as cost) part
  group by 1, 2
  order by 1, 2
  on conflict (account_id, day) do update
  set came_in = r.came_in + excluded.came_in, went_out = r.went_out + excluded.went_out, corrected = r.corrected + excluded.corrected,
      price = r.price + excluded.price, income = r.income + excluded.income, fees = r.fees + excluded.fees;
  return null;
end $$;
create trigger ledger_posting_results after insert on ledger_posting referencing new table as written
  for each statement execute function portfolio_write_results();
