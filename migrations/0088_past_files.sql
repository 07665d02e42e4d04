-- A bank rejects a file whose day of payment has passed, so it is not released any more: it is declined and made again.
create function payout_file_check_day() returns trigger language plpgsql as $$
begin
  raise exception 'the day of file F-% has passed', old.number
    using errcode = 'check_violation', constraint = 'payout_file_is_due';
end $$;
create trigger payout_file_day_guard before update on payout_file for each row
  when (old.released_at is null and new.released_at is not null and new.pay_on < (new.released_at at time zone 'UTC')::date)
  execute function payout_file_check_day();
