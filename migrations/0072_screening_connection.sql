-- While no name is compared, nothing holds payments back, and so the connection that compares is put into use, changed, turned off
-- and removed by two people.

create or replace function port_takes_two(p_port text) returns boolean language sql immutable as $$
  select p_port in ('payments', 'payouts', 'bank_files', 'screening', 'staff_sign_in')
$$;

create or replace function switching_off_takes_two(p_port text, p_value jsonb) returns boolean language sql immutable as $$
  select p_port = 'screening' or p_port = 'staff_sign_in' and coalesce(p_value #>> '{settings,only}' = 'true', false)
$$;
