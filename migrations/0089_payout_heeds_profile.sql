-- A profile is frozen by its owner because it has come into strange hands, or shut out by staff: nothing that was asked for
-- with it leaves. Either writes the client's row, which whoever moves a payment on holds, so each of them is before or after the other.
create function payment_heeds_closed_profile() returns trigger language plpgsql as $$
begin
  if exists (select from client c where c.id = new.client_id and (c.frozen_at is not null or c.blocked_at is not null)) then
    raise exception 'the profile of this withdrawal''s client is frozen or shut out' using errcode = 'check_violation', constraint = 'payment_profile_open';
  end if;
  return new;
end $$;
create trigger payment_leaves_open_profile before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and new.state in ('submitted', 'approved', 'sent'))
  execute function payment_heeds_closed_profile();
