-- Who has made a key of a program, or received a secret of it, approves no payment that it reported or requested.

create function answers_for_key(p_key uuid, p_person uuid) returns boolean language sql stable as $$
  select exists (select from operator_key k where k.id = p_key and k.created_by = p_person)
      or exists (select from operator_key_secret s where s.key_id = p_key and s.created_by = p_person)
$$;

create or replace function refuse_own_report() returns trigger language plpgsql as $$
begin
  if exists (select from verification_check c where c.id = new.check_id and answers_for_key(c.key_id, new.decided_by)) then
    raise exception 'document % was reported by a key of the person who approves it', new.id
      using errcode = 'check_violation', constraint = 'verification_document_own_report';
  end if;
  return new;
end $$;

alter table payment add column key_id uuid references operator_key;
comment on column payment.key_id is 'Key of the program that reported the deposit or requested the adjustment; null for people.';
create trigger payment_key_fixed before update of key_id on payment for each row execute function refuse_change();

-- Who requests the approval of an adjustment is its maker; of a deposit, its first approver.
create function payment_check_key() returns trigger language plpgsql as $$
declare
  request payment;
begin
  select * into request from payment where id = new.key::uuid;
  if request.key_id is not null
     and (tg_op = 'INSERT' and request.kind <> 'adjustment' and answers_for_key(request.key_id, new.author_id)
          or tg_op = 'UPDATE' and answers_for_key(request.key_id, new.decided_by)) then
    raise exception 'who has a key that made payment % does not approve it', request.number
      using errcode = 'check_violation', constraint = 'payment_request_key';
  end if;
  return new;
end $$;
create trigger approval_request_key_guard before insert on approval_request
  for each row when (new.kind = 'payment' and new.author_id <> new.client_id) execute function payment_check_key();
create trigger approval_request_key_approval_guard before update of state on approval_request
  for each row when (old.state = 'open' and new.kind = 'payment' and new.state = 'approved') execute function payment_check_key();
