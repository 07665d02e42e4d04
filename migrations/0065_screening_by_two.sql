-- A decision about a hit of the screening that releases payments takes two people, whatever list the hit is of.

comment on column screening_hit.kind is 'sanction: confirmed, it keeps payments paused; exposed: a politically exposed person or someone close; other: a crime or another list.';

create or replace function screening_hit_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.subject, new.entity_id, new.kind, new.entity, new.entity_hash, new.found_at)
     is distinct from (old.id, old.client_id, old.subject, old.entity_id, old.kind, old.entity, old.entity_hash, old.found_at)
     or old.state <> 'open' and new.state = 'open' or old.state = 'cleared' and new.state <> 'cleared'
     or old.superseded_at is not null and (new.superseded_at, new.state) is distinct from (old.superseded_at, old.state) then
    raise exception 'a screening hit keeps what was found and decided' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and (new.state = 'cleared' or new.kind <> 'sanction')
     and not exists (
       select from approval_request r
       where r.id = new.approval_request_id and r.kind = 'screening' and r.key = new.id::text and r.client_id = new.client_id
         and r.state = 'approved' and coalesce(r.value ->> 'decision', 'cleared') = new.state) then
    raise exception 'this decision about a screening hit takes two people'
      using errcode = 'check_violation', constraint = 'screening_hit_is_approved';
  end if;
  return new;
end $$;
