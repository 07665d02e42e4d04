-- What tiers take and give, what levels of verification take, and the terms of offerings become settings of the house, which two
-- administrators change; and a tier lowers the fee of withdrawals and widens their limits.

create function setting_is_guarded(key text) returns boolean language sql immutable as $$
  select split_part(key, '.', 1) in ('payments', 'security', 'tiers', 'verification', 'ipo')
$$;

alter table setting_proposal drop constraint setting_proposal_key_check, add check (setting_is_guarded(key));

create or replace function need_second_administrator() returns trigger language plpgsql as $$
begin
  if new.proposal_id is not null then
    if not exists (
      select from setting_proposal p
      where p.id = new.proposal_id and p.state = 'confirmed' and p.author_id = new.by_id and p.decided_by = new.confirmed_by
        and p.version = new.number - 1 and p.value = new.value) then
      raise exception 'setting % was not confirmed as it is', new.key
        using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
    end if;
  elsif setting_is_guarded(new.key) and new.by_id is not null
    and exists (select from second_administrators(new.by_id, new.created_at)) then
    raise exception 'setting % lacks a second administrator', new.key
      using errcode = 'check_violation', constraint = 'setting_version_is_confirmed';
  end if;
  return new;
end $$;

-- All tiers change in one statement, in whose course two may take the same.
alter table tier drop constraint tier_from_cents_key, add unique (from_cents) deferrable;

alter table tier_benefit drop constraint tier_benefit_benefit_check, add check (benefit in (
  'ipo_fee_percent', 'allotment_weight', 'withdrawal_fee_off_percent', 'withdrawal_limit_factor', 'support_hours', 'personal_manager', 'content'));
alter table tier_benefit add check (case benefit when 'withdrawal_fee_off_percent' then value::numeric <= 100
                                                 when 'withdrawal_limit_factor' then value::numeric >= 1
                                                 else true end);
-- A house that has clients has its prices and limits: an update changes neither.
insert into tier_benefit (tier, benefit, value)
select tier, benefit, case when exists (select from client) then neutral else value end
from (values ('standard', '0', '1'), ('silver', '0', '1'), ('gold', '25', '1.5'), ('platinum', '50', '2'), ('vip', '100', '3'))
  as promise (tier, fee_off, factor),
lateral (values ('withdrawal_fee_off_percent', fee_off, '0'), ('withdrawal_limit_factor', factor, '1')) as one (benefit, value, neutral);

create or replace view client_benefit as
  select c.id as client_id, coalesce(t.tier, 'standard') as tier,
         b.ipo_fee_percent, b.allotment_weight, b.support_hours, b.personal_manager, b.content,
         b.withdrawal_fee_off_percent, b.withdrawal_limit_factor
  from client c
  left join client_tier t on t.client_id = c.id
  join (select tier,
               (max(value) filter (where benefit = 'ipo_fee_percent'))::numeric as ipo_fee_percent,
               (max(value) filter (where benefit = 'allotment_weight'))::numeric as allotment_weight,
               (max(value) filter (where benefit = 'support_hours'))::int as support_hours,
               max(value) filter (where benefit = 'personal_manager') = 'yes' as personal_manager,
               max(value) filter (where benefit = 'content') as content,
               (max(value) filter (where benefit = 'withdrawal_fee_off_percent'))::numeric as withdrawal_fee_off_percent,
               (max(value) filter (where benefit = 'withdrawal_limit_factor'))::numeric as withdrawal_limit_factor
        from tier_benefit group by tier) b on b.tier = coalesce(t.tier, 'standard');

-- From which level on each thing is needed; null is never. One document still proves one thing, whatever the levels.
alter table verification_setting
  add column person_level          int not null default 2 check (person_level between 2 and 4),
  add column profile_level         int default 2 check (profile_level between 2 and 4),
  add column phone_level           int default 2 check (phone_level between 2 and 4),
  add column identity_level        int not null default 3 check (identity_level between 2 and 4),
  add column residence_level       int not null default 3 check (residence_level between 2 and 4),
  add column source_of_funds_level int default 4 check (source_of_funds_level between 2 and 4),
  /* A document is held against what its owner has declared. */
  add check (person_level <= least(identity_level, residence_level)),
  /* Clients stand as the levels were before: the job of verification has yet to go through them. */
  add column is_to_follow          boolean not null default false;

create or replace view verification_standing as
select c.id as client_id, s.*,
       case when s.email and l.lacking > 2 then l.lacking - 1 else 0 end as level
from client c
cross join verification_setting n
cross join lateral (
  select c.email_verified_at is not null as email,
         exists (select from verification_person p where p.client_id = c.id) as person,
         exists (select from verification_profile p where p.client_id = c.id) as profile,
         exists (select from verification_phone p where p.client_id = c.id and p.phone = c.phone) as phone,
         exists (select from verification_document d where d.client_id = c.id and d.kind = 'identity' and d.state = 'approved') as identity,
         exists (select from verification_document d where d.client_id = c.id and d.kind = 'residence' and d.state = 'approved') as residence,
         exists (select from verification_document d where d.client_id = c.id and d.kind = 'source_of_funds' and d.state = 'approved') as source_of_funds
) s
-- The lowest level that takes what is not there; beyond the highest, when all is.
cross join lateral (
  select least(5,
    case when not s.person then n.person_level end, case when not s.profile then n.profile_level end,
    case when not s.phone then n.phone_level end, case when not s.identity then n.identity_level end,
    case when not s.residence then n.residence_level end, case when not s.source_of_funds then n.source_of_funds_level end) as lacking
) l;
