-- Nobody has built on a draft: its currency may still change, as its mode may.
create or replace function ipo_check_offering() returns trigger language plpgsql as $$
declare
  step ipo_offering_transition;
begin
  if (old.currency <> new.currency or old.mode <> new.mode) and old.state <> 'draft' then
    raise exception 'the currency and mode of offering % never change', old.ticker using errcode = 'restrict_violation';
  end if;
  if new.state = old.state then return new; end if;
  select * into step from ipo_offering_transition t where t.from_state = old.state and t.to_state = new.state
    and (t.mode is null or t.mode = old.mode);
  if not found then
    raise exception 'an offering does not go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'ipo_offering_transition_known';
  end if;
  if step.decision is not null and not exists (
    select from ipo_proposal p where p.offering_id = new.id and p.act = step.decision and p.decision = 'approved'
      and p.decided_at >= coalesce(old.priced_at, '-infinity')
  ) then
    raise exception 'offering % lacks a second person', old.ticker
      using errcode = 'check_violation', constraint = 'ipo_offering_is_decided';
  end if;
  return new;
end $$;
