-- Imported accounts on an external platform: a job of their own announces them, without an end to its attempts. A run of clients
-- imports no accounts, and the other way round.

create table platform_opening (
  account_id      uuid        primary key references trading_account,
  amount          bigint      not null check (amount >= 0),
  created_at      timestamptz not null,
  done_at         timestamptz,
  attempts        int         not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz not null,
  error           text,
  failed_at       timestamptz,
  check ((error is null) = (failed_at is null))
);
create index platform_opening_due on platform_opening (next_attempt_at) where done_at is null;

comment on table platform_opening is 'An imported account that an external trading platform is to open and to credit.';
comment on column platform_opening.amount is 'Opening balance in minor units of the account''s currency.';
comment on column platform_opening.done_at is 'When the platform has confirmed both.';
comment on column platform_opening.error is 'Why the last attempt failed; null before one has.';

-- What was announced by events so far, and has not arrived. The platform takes an account and its balance once.
insert into platform_opening (account_id, amount, created_at, next_attempt_at)
select i.account_id, i.balance, i.created_at, now()
from outbox o join trading_account t on t.number::text = o.payload ->> 'number' join imported_account i on i.account_id = t.id
where o.name = 'trading.platform_account_requested' and o.payload ? 'opening' and o.delivered_at is null
on conflict do nothing;

-- The guard of both tables: what the rows of the run are is what two people approved, and the table is for that.
create or replace function imported_client_check() returns trigger language plpgsql as $$
declare
  of_table text := case tg_table_name when 'imported_client' then 'clients' when 'imported_account' then 'accounts' end;
begin
  if not exists (
    select from import_run r join approval_request p on p.id = r.approval_request_id
    where r.id = new.run_id and r.state = 'importing' and r.subject = of_table
      and p.kind = 'import' and p.key = r.id::text and p.state = 'approved' and p.value ? of_table
      and p.value ->> 'sha256' = encode(r.sha256, 'hex')) then
    raise exception 'an import of % lacks a second person', of_table
      using errcode = 'check_violation', constraint = 'imported_client_is_approved';
  end if;
  return new;
end $$;
