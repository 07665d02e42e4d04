-- Each posting had its whole transaction added up once more, five times for one of four postings. Now only its last
-- posting adds it up; the transaction itself counts them, for it may have none.
create or replace function ledger_check_transaction() returns trigger language plpgsql as $$
begin
  if (select count(*) from ledger_posting where transaction_id = new.id) <> new.postings then
    raise exception 'transaction % does not balance', new.id
      using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
  end if;
  return null;
end $$;

create function ledger_check_last_posting() returns trigger language plpgsql as $$
begin
  if exists (select from ledger_posting where transaction_id = new.transaction_id and id > new.id) then
    return null;
  end if;
  if (select count(*) from ledger_posting where transaction_id = new.transaction_id)
     <> (select postings from ledger_transaction where id = new.transaction_id)
     or exists (select from ledger_posting where transaction_id = new.transaction_id group by currency having sum(amount) <> 0) then
    raise exception 'transaction % does not balance', new.transaction_id
      using errcode = 'check_violation', constraint = 'ledger_transaction_balances';
  end if;
  return null;
end $$;
drop trigger ledger_posting_balances on ledger_posting;
create constraint trigger ledger_posting_balances after insert on ledger_posting
  deferrable initially deferred for each row execute function ledger_check_last_posting();

create or replace function ledger_check_held() returns trigger language plpgsql as $$
declare
  subject uuid;
begin
  if tg_table_name = 'ledger_hold' then subject := new.held_id; else subject := new.account_id; end if;
  if exists (
    select from ledger_account a join ledger_balance b on b.account_id = a.id
    where a.id = subject and a.kind = 'wallet_held'
      and b.amount <> (select coalesce(sum(h.amount), 0) from ledger_hold h where h.held_id = a.id and h.state = 'active')
  ) then
    raise exception 'account % does not hold what its active holds say', subject
      using errcode = 'check_violation', constraint = 'ledger_held_is_sum_of_holds';
  end if;
  return null;
end $$;
