-- Audit log: who did what to whom, as a hash chain in which no entry can be changed, removed or inserted without breaking every
-- link after it. Entries, links and checkpoints are only ever added; an entry needs a MAC, and a link continues the last one.

create table audit_entry (
  id         uuid        primary key,
  actor_id   uuid        references person,
  client_id  uuid        references person,
  action     text        not null,
  details    jsonb       not null default '{}',
  created_at timestamptz not null,
  mac        bytea       not null check (length(mac) = 32)
);
create index audit_entry_of_actor on audit_entry (actor_id, id desc);
create index audit_entry_of_client on audit_entry (client_id, created_at desc);
create index audit_entry_of_act on audit_entry (action, id desc);
-- Staff search the details for any part of a word.
create index audit_entry_words on audit_entry using gin ((details::text) gin_trgm_ops);
create index audit_entry_of_offering on audit_entry ((details ->> 'offering'), id desc) where action like 'ipo\_staff.%';
create index audit_entry_of_support on audit_entry (created_at desc) where action = 'support.save_settings';

comment on table audit_entry is 'One action of a person, written in the transaction that did it.';
comment on column audit_entry.client_id is 'Person the action concerned; null when it concerned the installation.';
comment on column audit_entry.action    is 'Name such as staff.block: the module and the action.';
comment on column audit_entry.details   is 'Facts of the action by name; the keys depend on the action.';
comment on column audit_entry.mac       is 'MAC of all other columns under APP_SECRET; an entry with a wrong one is ignored.';

create trigger audit_entry_append_only before delete or update on audit_entry for each row execute function refuse_change();
create trigger audit_entry_no_truncate before truncate on audit_entry for each statement execute function refuse_change();

create table audit_chain (
  seq        bigint      primary key check (seq > 0),
  entry_id   uuid        not null unique references audit_entry,
  previous   bytea       not null unique check (length(previous) = 32),
  hash       bytea       not null unique check (length(hash) = 32),
  chained_at timestamptz not null
);

comment on table audit_chain is 'A link of the hash chain, for one audit entry.';
comment on column audit_chain.seq      is '1, 2, 3, … without gaps.';
comment on column audit_chain.previous is 'Hash of the link before; 32 zero bytes in the first.';
comment on column audit_chain.hash     is 'SHA-256 of number, previous hash and entry, spelt as in docs/ledger.md.';

create trigger audit_chain_append_only before delete or update on audit_chain for each row execute function refuse_change();
create trigger audit_chain_no_truncate before truncate on audit_chain for each statement execute function refuse_change();

-- A link has the next number and names the hash of the last link; the first one has number 1 and names zeros.
create function audit_check_chain() returns trigger language plpgsql as $$
declare
  last audit_chain;
begin
  select * into last from audit_chain order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.previous <> coalesce(last.hash, decode(repeat('00', 32), 'hex')) then
    raise exception 'link % does not follow the last link of the audit chain', new.seq
      using errcode = 'check_violation', constraint = 'audit_chain_follows';
  end if;
  return new;
end $$;
create trigger audit_chain_guard before insert on audit_chain for each row execute function audit_check_chain();

-- Entries are written by many transactions at once and chained one after the other by a job, so that no action has to wait for
-- another. This list saves the job a search of the whole log.
create table audit_chain_pending (
  entry_id uuid primary key references audit_entry
);

comment on table audit_chain_pending is 'An audit entry that is not in the chain yet.';

create trigger audit_chain_pending_immutable before update on audit_chain_pending for each row execute function refuse_change();
create trigger audit_chain_pending_no_truncate before truncate on audit_chain_pending
  for each statement execute function refuse_change();

create function audit_enqueue() returns trigger language plpgsql as $$
begin
  insert into audit_chain_pending (entry_id) values (new.id);
  return null;
end $$;
create trigger audit_entry_enqueue_chain after insert on audit_entry for each row execute function audit_enqueue();

-- An entry leaves the list only when it is in the chain.
create function audit_refuse_pending() returns trigger language plpgsql as $$
begin
  if not exists (select from audit_chain where entry_id = old.entry_id) then
    raise exception 'audit entry % is not in the chain yet', old.entry_id using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger audit_chain_pending_guard before delete on audit_chain_pending
  for each row execute function audit_refuse_pending();

create table audit_checkpoint (
  seq     bigint      not null check (seq > 0),
  hash    bytea       not null check (length(hash) = 32),
  forged  uuid[]      not null default '{}',
  mac     bytea       not null check (length(mac) = 32),
  created_at timestamptz not null,
  primary key (seq, mac)
);

comment on table audit_checkpoint is 'A signed head of the chain, up to which entries count even if their MAC cannot be checked.';
comment on column audit_checkpoint.seq    is 'Number of the last link covered.';
comment on column audit_checkpoint.hash   is 'Hash of that link.';
comment on column audit_checkpoint.forged is 'Entries up to that link that were not genuine when it was signed.';
comment on column audit_checkpoint.mac    is 'MAC of the other columns but created_at, under APP_SECRET.';

create trigger audit_checkpoint_append_only before delete or update on audit_checkpoint
  for each row execute function refuse_change();
create trigger audit_checkpoint_no_truncate before truncate on audit_checkpoint
  for each statement execute function refuse_change();
