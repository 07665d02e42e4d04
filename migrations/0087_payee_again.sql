-- A recipient whose name was removed and saved again is compared with the lists again: in between, it was not.
create or replace function screen_payee() returns trigger language plpgsql as $$
begin
  if new.holder <> (select full_name from person where id = new.client_id)
     and not exists (select from payment_destination d
                     where d.client_id = new.client_id and d.holder = new.holder and d.id <> new.id and d.removed_at is null) then
    perform request_screening(new.client_id, left(new.holder, 300), 'payee');
  end if;
  return null;
end $$;
