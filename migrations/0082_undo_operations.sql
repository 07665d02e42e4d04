-- Staff undo one operation of the ledger: an adjustment that names the payment it undoes, decided by others as any adjustment is.
-- Posted, it is the mirror of what was booked, and what it undoes is reversed; neither is there without the other.

alter table payment add column undoes uuid;
alter table payment
  add constraint payment_undoes_own foreign key (undoes, client_id) references payment (id, client_id),
  add constraint payment_undoes_by_adjustment check (undoes is null or kind = 'adjustment' and undoes <> id);
-- One that was turned down may be proposed anew.
create unique index payment_undone_once on payment (undoes) where state <> 'rejected';

insert into payment_transition values
  ('deposit', 'credited', 'reversed', null, null),
  ('adjustment', 'posted', 'reversed', null, null);

insert into reason (purpose, code, place, own)
values ('reversal', 'booked_in_error', 1, false), ('reversal', 'booked_twice', 2, false);

create or replace function payment_check_transition() returns trigger language plpgsql as $$
declare
  step payment_transition;
begin
  if (old.kind, old.client_id, old.wallet_id, old.currency, old.created_by, old.created_at, old.undoes)
     is distinct from (new.kind, new.client_id, new.wallet_id, new.currency, new.created_by, new.created_at, new.undoes) then
    raise exception 'whose payment % is, and of what, never changes', old.number using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from payment_transition t where t.kind = old.kind and t.from_state = old.state and t.to_state = new.state
    and (t.method is null or t.method = old.method);
  if not found then
    raise exception 'a % does not go from % to %', old.kind, old.state, new.state
      using errcode = 'check_violation', constraint = 'payment_transition_known';
  end if;
  if step.approvals is not null and new.approvals_needed > (
    select count(*) from payment_approval a where a.payment_id = new.id and a.act = step.approvals and a.withdrawn_at is null
  ) then
    raise exception 'payment % lacks an approval', old.number
      using errcode = 'check_violation', constraint = 'payment_is_approved';
  end if;
  return new;
end $$;

-- What is reversed was undone by a posted mirror of what it had booked, and a posted mirror has reversed what it undoes.
create function payment_undo_agrees() returns trigger language plpgsql as $$
begin
  if new.state = 'reversed' and not exists (
       select from payment u
       join ledger_transaction c on c.scope = 'payment:' || u.id and c.kind = 'correction' and c.reference_type = 'ledger_transaction'
       join ledger_transaction t on t.scope = 'payment:' || new.id and c.reference_id = t.id::text
       where u.undoes = new.id and u.state = 'posted')
     or new.undoes is not null and new.state = 'posted' and not exists (
       select from payment p where p.id = new.undoes and p.state = 'reversed') then
    raise exception 'payment % is reversed by its mirror, and only so', new.number
      using errcode = 'check_violation', constraint = 'payment_undo_agrees';
  end if;
  return null;
end $$;
create constraint trigger payment_undo_agrees after insert or update of state on payment deferrable initially deferred
  for each row when (new.state = 'reversed' or new.undoes is not null) execute function payment_undo_agrees();
