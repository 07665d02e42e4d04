-- A file may be released while the connection that delivers it is off: its delivery waits until that is on again. One that was
-- removed takes none.
-- works with: 0.1.0
-- older versions: they hold a delivery back while its connection is off, as this one does.

drop trigger payout_file_delivery_begins on payout_file_delivery;
create function payout_file_delivery_is_planned() returns trigger language plpgsql as $$
begin
  perform from connection c where c.id = new.connection_id and c.state <> 'removed' for key share;
  if not found then
    raise exception 'connection % takes no files', new.connection_id
      using errcode = 'check_violation', constraint = 'connection_takes_orders';
  end if;
  return new;
end $$;
-- older versions: as above.
create trigger payout_file_delivery_begins before insert on payout_file_delivery
  for each row execute function payout_file_delivery_is_planned();
