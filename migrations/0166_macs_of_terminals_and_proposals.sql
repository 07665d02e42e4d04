-- Rows that open a trading terminal, and what the first of two people has written for the second one, bear a MAC as those do from
-- which follows who somebody is (src/server/platform/row-macs.ts, docs/security.md). The start that applies this file writes the
-- MACs of the rows that are open. It also renews those of sessions, which cover the key of the browser and both ends from now on.

alter table platform_token           add security_mac bytea;
alter table paper_session            add security_mac bytea;
alter table proposal                 add security_mac bytea;
alter table ipo_proposal             add security_mac bytea;
alter table trading_transfer_outcome add security_mac bytea;

-- As before, but for the MAC, which a proposal gets once it is written and again when APP_SECRET is replaced.
create or replace function hold_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    raise exception 'a proposal begins open' using errcode = 'check_violation', constraint = 'proposal_begins_open';
  end if;
  if tg_op = 'DELETE' or old.state <> 'open'
     or (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'answer', 'same_network', 'overrule', 'security_mac'])
        is distinct from (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'answer', 'same_network', 'overrule', 'security_mac']) then
    raise exception 'a proposal stays as it is' using errcode = 'restrict_violation';
  end if;
  if new.state = 'confirmed' then
    new.same_network := require_approver(new.kind, new.author_id, new.decided_by, new.created_at, new.decided_at, new.overrule);
  end if;
  if new.state = 'confirmed' and new.client_id is not null
     and new.was <> client_standing(new.kind, new.key, new.client_id, new.decided_at) then
    raise exception 'something else holds than when it was proposed' using errcode = 'check_violation', constraint = 'proposal_as_it_was';
  end if;
  return new;
end $$;
