-- Books that prove themselves: the audit log becomes a chain, in which nothing can be changed, left out or put in between
-- without breaking every seal after it; and a transaction of the ledger is corrected once.

-- A mistake is mirrored once. Who wants it back again corrects the correction.
create unique index ledger_transaction_corrected_once on ledger_transaction (reference_id)
  where kind = 'correction' and reference_type = 'ledger_transaction';

-- Entries are written by many at once, and sealed one after the other a little later: whoever acts waits for nobody.
create table audit_seal (
  /* 1, 2, 3, … without a gap. */
  seq       bigint      primary key check (seq > 0),
  entry_id  uuid        not null unique references audit_entry,
  /* The hash of the seal before; zeros before the first. */
  previous  bytea       not null unique check (length(previous) = 32),
  /* SHA-256 over number, previous hash and the entry's content; docs/ledger.md says how they are spelt. */
  hash      bytea       not null unique check (length(hash) = 32),
  sealed_at timestamptz not null
);

-- What waits for its seal, so that the job need not search the whole log.
create table audit_unsealed (
  entry_id uuid primary key references audit_entry
);

create function audit_await_seal() returns trigger language plpgsql as $$
begin
  insert into audit_unsealed (entry_id) values (new.id);
  return null;
end $$;
create trigger audit_entry_awaits_seal after insert on audit_entry for each row execute function audit_await_seal();
insert into audit_unsealed (entry_id) select id from audit_entry;

create function audit_refuse_unsealed() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_seal where entry_id = old.entry_id) then
    raise exception 'entry % has no seal yet', old.entry_id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger audit_unsealed_until_sealed before delete on audit_unsealed for each row execute function audit_refuse_unsealed();

create function audit_check_seal() returns trigger language plpgsql as $$
declare
  last audit_seal;
begin
  select * into last from audit_seal order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.previous <> coalesce(last.hash, decode(repeat('00', 32), 'hex')) then
    raise exception 'seal % does not follow the last one', new.seq using errcode = 'check_violation', constraint = 'audit_seal_follows';
  end if;
  return new;
end $$;
create trigger audit_seal_follows before insert on audit_seal for each row execute function audit_check_seal();

create trigger audit_seal_append_only before update or delete on audit_seal for each row execute function refuse_change();
create trigger audit_unsealed_fixed before update on audit_unsealed for each row execute function refuse_change();
create trigger audit_entry_kept before truncate on audit_entry execute function refuse_change();
create trigger audit_seal_kept before truncate on audit_seal execute function refuse_change();
create trigger audit_unsealed_kept before truncate on audit_unsealed execute function refuse_change();
