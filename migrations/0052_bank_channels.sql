-- Files to and from a bank by a connection: an order that two people have released is put where the bank fetches it, and what
-- the bank leaves is read. A connection of the port `bank_files` takes two people, as all that moves money.

alter table connection drop constraint connection_port_check;
alter table connection add constraint connection_port_check check (
  port in ('payments', 'payouts', 'bank_files', 'messages', 'screening', 'identity', 'staff_sign_in'));

-- What moves money, and what lets staff in.
create or replace function port_takes_two(p_port text) returns boolean language sql immutable as $$
  select p_port in ('payments', 'payouts', 'bank_files', 'staff_sign_in')
$$;

create table payout_file_delivery (
  file_id       uuid        primary key references payout_file,
  connection_id uuid        not null references connection,
  state         text        not null default 'waiting' check (state in ('waiting', 'sending', 'done', 'unclear')),
  attempts      int         not null default 0 check (attempts >= 0),
  looks         int         not null default 0 check (looks >= 0),
  next_at       timestamptz not null,
  sent_at       timestamptz,
  done_at       timestamptz,
  failure       text        check (length(failure) between 1 and 300),
  check ((done_at is not null) = (state = 'done')),
  check (state in ('waiting', 'done') or sent_at is not null)
);
create index payout_file_delivery_open on payout_file_delivery (next_at) where state in ('waiting', 'sending');
create index payout_file_delivery_of_connection on payout_file_delivery (connection_id);
comment on table payout_file_delivery is 'How a released file for the bank gets there by a connection.';
comment on column payout_file_delivery.state is
  'sending: an attempt may have reached the bank. unclear: it did, perhaps, and the file is not there any more; staff ask the bank.';
comment on column payout_file_delivery.next_at is 'When it is attempted next.';
comment on column payout_file_delivery.looks is 'How often a file that the bank may have was found in neither place.';
comment on column payout_file_delivery.sent_at is 'When the first attempt began that may have reached the bank.';
comment on column payout_file_delivery.failure is 'Why the last attempt failed.';

create trigger payout_file_delivery_begins before insert on payout_file_delivery
  for each row execute function provider_order_begins();
create trigger payout_file_delivery_no_delete before delete on payout_file_delivery
  for each row execute function refuse_change();

-- Of two connections a file goes to one, and only after its release. What was delivered stays so; only a released file that has
-- not ended is sent.
create function payout_file_delivery_check() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and ((new.file_id, new.connection_id) is distinct from (old.file_id, old.connection_id)
     or old.state in ('done', 'unclear') and new is distinct from old) then
    raise exception 'delivery of file % cannot change so', old.file_id using errcode = 'restrict_violation';
  end if;
  if (tg_op = 'INSERT' or new.state = 'sending') and not exists (
       select from payout_file f where f.id = new.file_id and f.released_at is not null and f.ended_at is null) then
    raise exception 'file % is not released', new.file_id
      using errcode = 'check_violation', constraint = 'payout_file_delivery_released';
  end if;
  return new;
end $$;
create trigger payout_file_delivery_guard before insert or update on payout_file_delivery
  for each row execute function payout_file_delivery_check();

create table bank_file_arrival (
  id            uuid        primary key,
  connection_id uuid        not null references connection,
  name          text        not null check (length(name) between 1 and 300),
  version       text        not null check (length(version) between 1 and 100),
  size          bigint      not null check (size >= 0),
  left_at       timestamptz not null,
  seen_at       timestamptz not null,
  state         text        not null default 'seen' check (state in ('seen', 'read', 'known', 'refused', 'gone')),
  kind          text        check (kind in ('report', 'statement')),
  refusal       text        check (length(refusal) between 1 and 60),
  refusal_values jsonb      check (jsonb_typeof(refusal_values) = 'object'),
  file_id       uuid        references payout_file,
  run_id        uuid        references reconciliation_run,
  read_at       timestamptz,
  unique (connection_id, name, version),
  check ((read_at is not null) = (state <> 'seen')),
  check ((refusal is not null) = (state in ('refused', 'known')))
);
create index bank_file_arrival_waiting on bank_file_arrival (connection_id, left_at, name) where state = 'seen';
create index bank_file_arrival_refused on bank_file_arrival (id desc) where state = 'refused';
comment on table bank_file_arrival is 'A file that a bank has left for us, in one version of it, and what became of it.';
comment on column bank_file_arrival.version is 'Another one when the content is another, as the server says: size and time, or its tag.';
comment on column bank_file_arrival.left_at is 'When the server says that it was written.';
comment on column bank_file_arrival.seen_at is 'When it was listed first. It is read once a later list has the same version, so that all of it is there.';
comment on column bank_file_arrival.state is 'known: its content was read before, as another file or by upload. gone: the bank replaced or removed it before it was read.';
comment on column bank_file_arrival.refusal is 'The code of the refusal, as an upload by hand would get it.';
comment on column bank_file_arrival.refusal_values is 'What its text names.';
create trigger bank_file_arrival_no_delete before delete on bank_file_arrival for each row execute function refuse_change();

alter table reconciliation_run add column connection_id uuid references connection;
comment on column reconciliation_run.connection_id is 'The bank connection by which a statement came; null for one that a person uploaded.';

create or replace view undecided_at_provider as
  select v.connection_id, v.payment_id from provider_payment v where v.state <> 'ended'
  union all
  select v.connection_id, r.payment_id from provider_refund r join provider_payment v on v.payment_id = r.payment_id
  where r.state in ('calling', 'pending')
  union all
  select o.connection_id, o.payment_id from provider_payout o join payment p on p.id = o.payment_id
  where o.state in ('calling', 'accepted', 'sent') and p.state in ('ordered', 'sent')
  union all
  select d.connection_id, d.payment_id from provider_dispute d where not d.closed
  union all
  select d.connection_id, l.payment_id
  from payout_file_delivery d join payout_file f on f.id = d.file_id join payout_file_line l on l.file_id = d.file_id
  where d.state in ('waiting', 'sending') and f.ended_at is null and l.ended_at is null;

comment on column connection_call.status is 'Of HTTP; 0 for a call by another protocol that succeeded, null when there is no answer.';
