-- The draw of an allotment mixes a seed of the firm with one secret of each applicant. Until the basis of allotment is
-- published, both are stored encrypted and only their SHA-256 is readable, so that nobody who reads the database or a
-- backup can foresee the draw. Offerings that were announced before this migration keep the rule that they were announced
-- with: their seed is not encrypted (`sealed` is null) and they are drawn by application number.

drop trigger ipo_offering_commits on ipo_offering;
drop function ipo_commit_seed();

alter table ipo_seed alter column seed drop not null;
alter table ipo_seed add column sealed bytea;
alter table ipo_seed add constraint ipo_seed_is_stored check (num_nonnulls(seed, sealed) > 0);

-- A seed is made encrypted. It is published once, with the basis of allotment; `bin/rewrap` may encrypt it again before.
create function ipo_check_seed() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.sealed is null or new.seed is not null then
      raise exception 'the seed of offering % is not encrypted', new.offering_id
        using errcode = 'check_violation', constraint = 'ipo_seed_is_sealed';
    end if;
  elsif old.sealed is null or new.sealed is null
     or (old.offering_id, old.commitment, old.committed_at) is distinct from (new.offering_id, new.commitment, new.committed_at)
     or new.seed is distinct from old.seed and (old.seed is not null or not exists (
          select from ipo_allotment a where a.offering_id = new.offering_id and a.state <> 'frozen')) then
    raise exception 'the seed of a draw never changes and is published with the basis of allotment' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
drop trigger ipo_seed_fixed on ipo_seed;
create trigger ipo_seed_fixed before insert or update on ipo_seed for each row execute function ipo_check_seed();
create trigger ipo_seed_not_deleted before delete on ipo_seed for each row execute function refuse_change();

-- The commitment comes before the announcement.
create function ipo_check_seed_committed() returns trigger language plpgsql as $$
begin
  if not exists (select from ipo_seed where offering_id = new.id) then
    raise exception 'offering % is announced without the commitment of its draw', new.ticker
      using errcode = 'check_violation', constraint = 'ipo_offering_has_seed';
  end if;
  return null;
end $$;
create trigger ipo_offering_has_seed after insert or update of state on ipo_offering for each row
  when (new.mode = 'subscription' and new.state in ('announced', 'open')) execute function ipo_check_seed_committed();

-- The secret with which a client takes part in a draw. It is fixed with their first application for the offering, so that
-- cancelling and applying again does not change it.
create table ipo_draw_secret (
  offering_id uuid        not null references ipo_offering,
  client_id   uuid        not null references client,
  commitment  bytea       not null check (length(commitment) = 32),
  sealed      bytea       not null,
  created_at  timestamptz not null,
  primary key (offering_id, client_id)
);
create trigger ipo_draw_secret_fixed before update on ipo_draw_secret for each row
  when ((old.offering_id, old.client_id, old.commitment, old.created_at) is distinct from (new.offering_id, new.client_id, new.commitment, new.created_at))
  execute function refuse_change();
create trigger ipo_draw_secret_kept before delete on ipo_draw_secret for each row execute function refuse_change();
create trigger ipo_draw_secret_not_emptied before truncate on ipo_draw_secret execute function refuse_change();

create function ipo_check_draw_secret() returns trigger language plpgsql as $$
begin
  if exists (select from ipo_seed s where s.offering_id = new.offering_id and s.sealed is not null)
     and not exists (select from ipo_draw_secret d where d.offering_id = new.offering_id and d.client_id = new.client_id) then
    raise exception 'application % has no secret for the draw', new.number
      using errcode = 'check_violation', constraint = 'ipo_application_has_draw_secret';
  end if;
  return new;
end $$;
create trigger ipo_application_has_draw_secret before insert on ipo_application for each row
  when (new.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed')) execute function ipo_check_draw_secret();

-- Published with the basis of allotment.
alter table ipo_allotment_entry add column secret bytea check (length(secret) = 32);

-- As before, and what is published is what was committed to.
create or replace function ipo_check_allotment() returns trigger language plpgsql as $$
begin
  if (old.state, new.state) not in (('frozen', 'decided'), ('decided', 'settled'))
     or (old.proposal_id, old.method, old.manual_csv, old.quota, old.lot_size, old.final_price_minor, old.weights, old.frozen_at)
        is distinct from (new.proposal_id, new.method, new.manual_csv, new.quota, new.lot_size, new.final_price_minor, new.weights, new.frozen_at)
     or old.state = 'decided' and (old.inputs_sha256, old.result_sha256, old.decided_at) is distinct from (new.inputs_sha256, new.result_sha256, new.decided_at) then
    raise exception 'what an allotment was made of never changes' using errcode = 'restrict_violation';
  end if;
  if new.state = 'decided' and exists (
    select from ipo_allotment_entry e where e.offering_id = new.offering_id
    having coalesce(sum(e.allotted), 0) > new.quota or count(*) <> count(e.allotted) or bool_or(e.allotted % new.lot_size <> 0)
  ) then
    raise exception 'the allotment of offering % exceeds its quota, or is not whole', new.offering_id
      using errcode = 'check_violation', constraint = 'ipo_allotment_within_quota';
  end if;
  if new.state = 'decided' and exists (
    select from ipo_seed s join ipo_allotment_entry e using (offering_id) join ipo_application a on a.id = e.application_id
    left join ipo_draw_secret d on d.offering_id = e.offering_id and d.client_id = a.client_id
    where s.offering_id = new.offering_id and s.sealed is not null and sha256(e.secret) is distinct from d.commitment
  ) then
    raise exception 'the draw of offering % is not made of the secrets that were committed to', new.offering_id
      using errcode = 'check_violation', constraint = 'ipo_allotment_keeps_commitments';
  end if;
  return new;
end $$;
