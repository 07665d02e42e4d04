-- How far a demo's clock is ahead of the real one: it is moved forward to show in minutes what takes weeks. All instances
-- follow this row. And the acts of the IPO desk on one offering, found by it.

create table demo_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint  not null default 0 check (ahead_ms >= 0)
);
insert into demo_clock default values;

create function demo_clock_goes_forward() returns trigger language plpgsql as $$
begin
  raise exception 'the clock never goes back' using errcode = 'restrict_violation';
end $$;
create trigger demo_clock_forward before update on demo_clock for each row when (new.ahead_ms < old.ahead_ms)
  execute function demo_clock_goes_forward();

create index audit_entry_of_offering on audit_entry ((details ->> 'offering'), id desc) where act like 'ipo\_desk.%';

-- The desk may turn an application down also while it waits to be confirmed.
insert into ipo_application_transition values ('reconfirm_required', 'rejected');
