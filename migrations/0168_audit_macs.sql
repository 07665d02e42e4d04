-- Entries of the audit log bear a MAC under a key of APP_SECRET, so that an entry that was inserted past the program counts for
-- nothing (src/server/platform/audit-mac.ts, docs/ledger.md). Entries from before have none and count by the chain, up to the head that
-- the start which applies this file signs as a checkpoint, after it has sealed whatever still waited.

-- The sealing job takes this lock before it reads entries, so take it before the table is locked.
select pg_advisory_xact_lock(hashtext('audit_seal'));

alter table audit_entry add column mac bytea check (length(mac) = 32);

-- This guards nobody: it finds a path of the program that forgets the MAC. What guards is the MAC itself.
create function audit_need_mac() returns trigger language plpgsql as $$
begin
  raise exception 'entry % has no MAC', new.id using errcode = 'check_violation', constraint = 'audit_entry_has_mac';
end $$;
create trigger audit_entry_has_mac before insert on audit_entry for each row when (new.mac is null) execute function audit_need_mac();

-- Up to here the chain counts, whether its entries bear a MAC that can still be checked or not.
create table audit_checkpoint (
  seq     bigint      not null check (seq > 0),
  hash    bytea       not null check (length(hash) = 32),
  -- Entries in the chain up to here that were not genuine when this was made.
  forged  uuid[]      not null default '{}',
  mac     bytea       not null check (length(mac) = 32),
  made_at timestamptz not null,
  primary key (seq, mac)
);
create trigger audit_checkpoint_append_only before update or delete on audit_checkpoint for each row execute function refuse_change();
create trigger audit_checkpoint_kept before truncate on audit_checkpoint execute function refuse_change();
