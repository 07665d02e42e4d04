-- Without an exception, staff who see offerings apply for none, ask for no more, confirm nothing, and neither open, restore, fund nor
-- trade on an account. Cancelling, asking for less, closing positions, selling shares and taking money out stay open to them.

-- Answers with the exception that permits it, null for whoever needs none.
create function require_dealing(p_client uuid, p_scope text, p_at timestamptz) returns uuid language plpgsql stable as $$
begin
  if not may_deal(p_client, p_scope, p_at) then
    raise exception 'staff who see offerings need an exception for %', p_scope
      using errcode = 'check_violation', constraint = 'staff_dealing_is_permitted';
  end if;
  return (select dealing_exception_of(c.id, p_scope, p_at) from client c where c.id = p_client and sees_offerings(c, p_at));
end $$;

-- The exception by which an application of staff was made or raised.
alter table ipo_application add column dealing_exception_id uuid references dealing_exception;

-- Whoever gives the applicant a role, or ends the exception, at the same time waits; and the other way round.
create function ipo_check_dealing() returns trigger language plpgsql as $$
begin
  perform from client where id = new.client_id for share;
  new.dealing_exception_id := coalesce(require_dealing(new.client_id, new.offering_id::text, new.updated_at), old.dealing_exception_id);
  return new;
end $$;
create trigger ipo_application_dealing before insert on ipo_application
  for each row execute function ipo_check_dealing();
create trigger ipo_application_dealing_again before update of quantity, price_type, limit_price_minor, state on ipo_application for each row
  when (new.quantity > old.quantity
        or old.limit_price_minor is not null and (new.limit_price_minor is null or new.limit_price_minor > old.limit_price_minor)
        or new.state = 'confirmed' and old.state <> 'confirmed')
  execute function ipo_check_dealing();
create trigger ipo_application_dealing_kept before update of dealing_exception_id on ipo_application for each row
  when (old.dealing_exception_id is distinct from new.dealing_exception_id) execute function refuse_change();

-- When an archived account came back last.
alter table trading_account add column restored_at timestamptz;

-- The argument is the column with the time of the act.
create function trading_check_dealing() returns trigger language plpgsql as $$
begin
  perform from client where id = new.client_id for share;
  perform require_dealing(new.client_id, 'accounts', coalesce((to_jsonb(new) ->> tg_argv[0])::timestamptz, now()));
  return new;
end $$;
create trigger trading_account_dealing before insert on trading_account
  for each row execute function trading_check_dealing('created_at');
create trigger trading_account_dealing_again before update of status on trading_account for each row
  when (old.status = 'archived' and new.status <> 'archived') execute function trading_check_dealing('restored_at');
create trigger trading_transfer_dealing before insert on trading_transfer
  for each row when (new.direction = 'in') execute function trading_check_dealing('created_at');

-- The client is not locked here: an account's book is by now, and the client comes before it.
create function paper_check_dealing() returns trigger language plpgsql as $$
begin
  perform require_dealing(t.client_id, 'accounts', (to_jsonb(new) ->> tg_argv[0])::timestamptz)
  from trading_account t where t.number = new.account;
  return new;
end $$;
create trigger paper_order_dealing before insert on paper_order
  for each row when (new.entry = 'in') execute function paper_check_dealing('placed_at');
create trigger paper_position_dealing before insert on paper_position
  for each row execute function paper_check_dealing('opened_at');
