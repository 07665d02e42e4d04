-- The price at which clients sell the shares of an offering is decided by two people, as its final price and its allotment are: the
-- first price with the listing, and each price that the desk quotes from then on. A price that has moved meanwhile is asked anew, of
-- the desk's second person and of a client who leaves early.

alter table ipo_proposal drop constraint ipo_proposal_act_check,
  add constraint ipo_proposal_act_check check (act in ('price', 'allot', 'list', 'quote'));
update ipo_offering_transition set decision = 'list' where to_state = 'listed';

-- How far a price may move until a quote or a proposal is asked anew, in hundredths of a percent.
alter table ipo_setting add column price_tolerance_bps int not null default 50 check (price_tolerance_bps between 0 and 1000);

-- The last price of the shares; before the listing what clients have paid for them.
create function ipo_last_price(p_offering uuid, p_at timestamptz) returns bigint language sql stable as $$
  select coalesce(
    (select price_minor from ipo_price where offering_id = p_offering and at <= p_at order by at desc limit 1),
    (select coalesce(final_price_minor, case mode when 'direct' then price_low_minor end) from ipo_offering where id = p_offering))
$$;

create function ipo_price_moved(p_from bigint, p_to bigint) returns boolean language sql stable as $$
  select abs(p_to - p_from)::numeric * 10000 > p_from::numeric * price_tolerance_bps from ipo_setting
$$;

create function ipo_check_price_stands() returns trigger language plpgsql as $$
begin
  if ipo_price_moved((new.params ->> 'last_minor')::bigint, ipo_last_price(new.offering_id, new.decided_at)) is not false then
    raise exception 'the price has moved since % was proposed', new.params ->> 'price_minor'
      using errcode = 'check_violation', constraint = 'ipo_proposal_price_stands';
  end if;
  return new;
end $$;
create trigger ipo_proposal_price_stands before insert or update of decision on ipo_proposal for each row
  when (new.decision = 'approved' and new.act in ('list', 'quote')) execute function ipo_check_price_stands();

-- Which proposal a price of the desk comes from. Prices of before have none, and stay.
alter table ipo_price add column proposal_id uuid unique references ipo_proposal,
  add constraint ipo_price_proposal_of_desk check (proposal_id is null or source = 'desk');

create function ipo_check_price() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.source = 'desk' then
    raise exception 'a price that the desk has quoted stays as it is' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  if new.source = 'desk' and not exists (
    select from ipo_proposal p
    where p.id = new.proposal_id and p.offering_id = new.offering_id and p.act in ('list', 'quote') and p.decision = 'approved'
      and p.decided_at = new.at and (p.params ->> 'price_minor')::bigint = new.price_minor) then
    raise exception 'a price of the desk lacks a second person'
      using errcode = 'check_violation', constraint = 'ipo_price_is_decided';
  end if;
  return new;
end $$;
create trigger ipo_price_decided before insert or update or delete on ipo_price for each row execute function ipo_check_price();

-- One open quote for a client and an offering: with several at once the client could wait and take the best of them.
alter table ipo_exit_quote add column replaced_at timestamptz;
-- Nobody holds a quote across an update: it lasts ten minutes at most.
update ipo_exit_quote set replaced_at = expires_at where sale_id is null;
alter table ipo_exit_quote add constraint ipo_exit_quote_not_both check (sale_id is null or replaced_at is null);
create unique index ipo_exit_quote_one_open on ipo_exit_quote (client_id, offering_id) where sale_id is null and replaced_at is null;
