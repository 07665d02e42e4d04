-- Deposits, withdrawals or both of one client, stopped by staff until a day or until they let them go on. Money that has
-- come is his all the same; none is asked for anew, and none leaves.

create table payment_stop (
  client_id uuid        not null references client,
  kind      text        not null check (kind in ('deposit', 'withdrawal')),
  /* Of the catalogue, as a record keeps it; the client reads it. */
  reason    text        not null,
  /* Read by staff only. */
  note      text        check (length(note) between 1 and 300),
  /* The last day (UTC) on which it counts. */
  until     date,
  set_by    uuid        not null references client,
  set_at    timestamptz not null,
  primary key (client_id, kind),
  constraint payment_stop_by_other check (set_by <> client_id)
);

insert into reason (purpose, code, place, own)
select 'payment_stop', code, place, false
from (values ('under_inquiry', 1), ('documents_missing', 2), ('strange_access', 3), ('asked_by_client', 4)) built_in (code, place);

-- The checks of the verbs explain; this holds. A stop is written with its client locked, and whoever moves a payment on holds
-- the same lock, so each of them is before or after the stop.
create function payment_heeds_stop() returns trigger language plpgsql as $$
begin
  if exists (
    select from payment_stop s
    where s.client_id = new.client_id and s.kind = new.kind
      and (s.until is null or s.until >= (new.updated_at at time zone 'UTC')::date)) then
    raise exception 'a % of this client is stopped', new.kind using errcode = 'check_violation', constraint = 'payment_not_stopped';
  end if;
  return new;
end $$;
create trigger payment_asked_unstopped before insert on payment
  for each row when (new.kind <> 'adjustment') execute function payment_heeds_stop();
create trigger payment_leaves_unstopped before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and new.state in ('submitted', 'approved', 'sent'))
  execute function payment_heeds_stop();
