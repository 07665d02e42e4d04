-- What a currency was worth at the end of each day, so that the past of a portfolio is valued as it was; and what each
-- tier gives.

create table currency_rate_day (
  currency text    not null references currency,
  /* UTC; the last rate of the day is its rate. */
  day      date    not null,
  usd_rate numeric not null check (usd_rate > 0),
  primary key (currency, day)
);

create function keep_rate_of_day() returns trigger language plpgsql as $$
begin
  insert into currency_rate_day (currency, day, usd_rate)
  values (new.code, (new.rated_at at time zone 'UTC')::date, new.usd_rate)
  on conflict (currency, day) do update set usd_rate = excluded.usd_rate;
  return null;
end $$;
create trigger currency_keeps_rate_of_day after insert or update of usd_rate, rated_at on currency
  for each row execute function keep_rate_of_day();

insert into currency_rate_day (currency, day, usd_rate)
select code, (rated_at at time zone 'UTC')::date, usd_rate from currency;

-- The operator's promise, by tier. `value` is a percentage, a weight, hours or a word of the product, by `benefit`.
create table tier_benefit (
  tier    text not null check (tier in ('standard', 'silver', 'gold', 'platinum', 'vip')),
  benefit text not null check (benefit in ('ipo_fee_percent', 'allotment_weight', 'support_hours', 'personal_manager', 'content')),
  value   text not null,
  primary key (tier, benefit),
  check (case benefit when 'personal_manager' then value in ('yes', 'no')
                      when 'content' then value in ('public', 'analytics', 'research')
                      else value ~ '^\d{1,3}(\.\d{1,2})?$' end)
);
insert into tier_benefit (tier, benefit, value)
select tier, benefit, value
from (values ('standard', '3',    '1',    '24', 'no',  'public'),
             ('silver',   '2.5',  '1.25', '12', 'no',  'analytics'),
             ('gold',     '2',    '1.5',  '8',  'no',  'analytics'),
             ('platinum', '1.5',  '2',    '4',  'yes', 'research'),
             ('vip',      '1',    '3',    '1',  'yes', 'research'))
  as promise (tier, ipo_fee, weight, hours, manager, content),
lateral (values ('ipo_fee_percent', ipo_fee), ('allotment_weight', weight), ('support_hours', hours),
                ('personal_manager', manager), ('content', content)) as one (benefit, value);
