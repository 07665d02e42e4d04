/** What the scripts below need of each client, by the number of the pgbench client. */
export const benchClients = `
  create table bench_client as
  select (row_number() over (order by t.number) - 1)::int as n, t.client_id, w.id as wallet_id, w.available_id, t.id as account_id,
         t.number, a.code as available_code, l.code as trading_code
  from trading_account t
  join wallet w on w.client_id = t.client_id and w.currency = t.currency and w.kind = 'main'
  join ledger_account a on a.id = w.available_id
  join ledger_account l on l.id = t.ledger_account_id;
  create unique index on bench_client (n);
  analyze`;

const nextClient = `
\\set n :client_id
select client_id as client, wallet_id as wallet, account_id as account, number as number, available_code as available_code,
  trading_code as trading_code, gen_random_uuid() as id from bench_client where n = :n \\gset
`;

/** The statements of a transfer into a trading account, as `src/server/trading/transfer-money.ts` sends them. */
export const transferStatements = `${nextClient}
insert into rate_window as w (key, started_at, hits) values (:client, now(), 1) on conflict (key) do update set hits = w.hits + 1;
begin isolation level read committed;
select * from trading_begin_transfer(:client, :wallet, :number, 'in', :id, now());
with credited as (select paper_credit(:number, 'transfer:' || :id::text, 1, now())),
posted as (
  select ledger_post(gen_random_uuid(), 'client:' || :client::text, 'transfer:' || 'post:' || :id::text, '\\x00', 'transfer_to_trading',
    'trading_account', :number::text, :client, null, now(), array[:available_code, :trading_code], array[-1, 1]::bigint[]) from credited)
insert into trading_transfer
  (id, client_id, wallet_id, account_id, direction, amount, state, idempotency_key, created_at, settled_at)
select :id, :client, :wallet, :account, 'in', 1, 'completed', :id, now(), now() from posted;
insert into outbox (name, payload, next_attempt_at, attempts, under_way)
select 'realtime.sent', '{}', now(), 1, false from generate_series(1, 2);
commit;
`;

/** One posting between the two accounts: the least that moves money. */
export const postingStatements = `${nextClient}
select * from ledger_post(gen_random_uuid(), 'bench', gen_random_uuid()::text, '\\x00', 'transfer_to_trading', null, null, null, null, now(),
  array[:available_code, :trading_code], array[-1, 1]::bigint[]);
`;
