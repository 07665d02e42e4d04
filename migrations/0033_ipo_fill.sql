-- How full requests were served in each allotment, counted by tier and size: what became of requests like a client's own is
-- read from here, and not from a hundred thousand entries. Only what took part counts: within its limit, and eligible.

create table ipo_allotment_fill (
  offering_id uuid not null references ipo_allotment,
  tier        text not null check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  /* Requests of 2^size lots up to twice as many. */
  size        int  not null check (size between 0 and 31),
  /* Allotted of requested, cut to whole percent. */
  percent     int  not null check (percent between 0 and 100),
  requests    int  not null check (requests > 0),
  /* Of these: got any shares. */
  served      int  not null check (served between 0 and requests),
  primary key (offering_id, tier, size, percent)
);
create trigger ipo_allotment_fill_fixed before update or delete on ipo_allotment_fill for each row execute function refuse_change();

create view ipo_fill_of_entries as
  select e.offering_id, e.tier, 32 - position('1' in (e.requested / a.lot_size)::bit(32)::text) as size,
         (e.allotted::bigint * 100 / e.requested)::int as percent, count(*)::int as requests,
         (count(*) filter (where e.allotted > 0))::int as served
  from ipo_allotment_entry e join ipo_allotment a using (offering_id)
  where e.counted > 0 and e.allotted is not null and a.state <> 'frozen'
  group by 1, 2, 3, 4;

create function ipo_count_fill() returns trigger language plpgsql as $$
begin
  insert into ipo_allotment_fill select * from ipo_fill_of_entries where offering_id = new.offering_id;
  return null;
end $$;
create trigger ipo_allotment_fills after update of state on ipo_allotment for each row
  when (old.state = 'frozen' and new.state = 'decided') execute function ipo_count_fill();

insert into ipo_allotment_fill select * from ipo_fill_of_entries;
