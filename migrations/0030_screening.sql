-- Screening: names of clients and of those who receive their payouts are compared with sanctions lists and lists of politically
-- exposed persons. Triggers note who has to be compared again. Every answer is kept. Each hit is a case; while one is open, or
-- a sanctions hit is confirmed, the client moves no money. Clearing a sanctions hit takes two people.

create table screening_run (
  id            uuid        primary key,
  period        date        not null unique,
  changed_since date,
  screened_by   text        not null,
  started_at    timestamptz not null,
  finished_at   timestamptz,
  taken_over_at timestamptz,
  checked       int         not null default 0 check (checked >= 0),
  failures      int         not null default 0 check (failures >= 0),
  error         text        check (length(error) between 1 and 300),
  check (finished_at is null or taken_over_at is null)
);

comment on table screening_run is 'A nightly comparison of all clients.';
comment on column screening_run.period is 'The day of the night; each has one run.';
comment on column screening_run.changed_since is 'Only entities that changed since this day were asked for; null for a full run.';
comment on column screening_run.screened_by is 'The connection in its version: a changed one compares everybody with all of its lists.';
comment on column screening_run.finished_at is 'Null while someone is left to compare.';
comment on column screening_run.taken_over_at is 'When the next night took over the names that were left.';
comment on column screening_run.checked is 'Names compared.';
comment on column screening_run.failures is 'Batches without an answer for each name; their names are compared again.';
comment on column screening_run.error is 'What the provider last got wrong.';

create table screening_failure (
  only_row boolean     primary key default true check (only_row),
  error    text        not null check (length(error) between 1 and 300),
  at       timestamptz not null
);

comment on table screening_failure is 'What the provider last got wrong; the only row. No row while nothing has.';

create table screening_due (
  client_id     uuid        not null references person,
  subject       text        not null check (length(subject) <= 300),
  reason        text        not null check (reason in ('registration', 'identity', 'payee', 'nightly')),
  run_id        uuid        references screening_run,
  changed_since date,
  requested_at  timestamptz not null,
  next_at       timestamptz not null,
  attempts      int         not null default 0 check (attempts >= 0),
  primary key (client_id, subject),
  check ((run_id is not null) = (reason = 'nightly')),
  check (changed_since is null or run_id is not null)
);
create index screening_due_next on screening_due (next_at);
create index screening_due_of_run on screening_due (run_id) where run_id is not null;

comment on table screening_due is 'Whose name has to be compared; deleted once it was.';
comment on column screening_due.subject is 'Empty for the client, else the name of who receives a payout.';
comment on column screening_due.next_at is 'Not before; later after each failed attempt.';

create table screening_check (
  id              uuid          primary key,
  client_id       uuid          not null references person,
  subject         text          not null,
  reason          text          not null check (reason in ('registration', 'identity', 'payee', 'nightly')),
  run_id          uuid          references screening_run,
  connection_id   uuid          not null,
  request_hash    bytea         not null,
  list            text          not null,
  list_version    text          not null,
  list_updated_at timestamptz,
  algorithm       text          not null,
  threshold       numeric(4, 3) not null check (threshold between 0 and 1),
  changed_since   date,
  answer          jsonb         not null check (jsonb_typeof(answer) = 'array'),
  hits            int           not null check (hits >= 0),
  at              timestamptz   not null
);
create index screening_check_of_client on screening_check (client_id, at desc);
create index screening_check_at on screening_check (at desc);

comment on table screening_check is 'What a provider answered about one name.';
comment on column screening_check.request_hash is 'SHA-256 of the name and the facts that were sent.';
comment on column screening_check.list_version is 'Version of the lists as the provider names it.';
comment on column screening_check.list_updated_at is 'When the index of the lists was built; null where the provider does not say.';
comment on column screening_check.answer is 'The entities that the provider found, with their scores, also those below the threshold.';
comment on column screening_check.hits is 'Entities at or above the threshold.';

create trigger screening_check_append_only before update or delete on screening_check
  for each row execute function refuse_change();

create table screening_hit (
  id                  uuid          primary key,
  client_id           uuid          not null references person,
  subject             text          not null,
  entity_id           text          not null,
  referents           text[]        not null,
  kind                text          not null check (kind in ('sanction', 'exposed', 'other')),
  caption             text          not null,
  score               numeric(4, 3) not null check (score between 0 and 1),
  entity              jsonb         not null,
  entity_hash         bytea         not null,
  last_change         timestamptz,
  state               text          not null default 'open' check (state in ('open', 'cleared', 'confirmed')),
  reopens             uuid          references screening_hit,
  found_at            timestamptz   not null,
  check_id            uuid          not null references screening_check,
  decided_at          timestamptz,
  decided_by          uuid          references person,
  reason              text          check (length(reason) between 1 and 500),
  approval_request_id uuid          references approval_request,
  superseded_at       timestamptz,
  security_mac        bytea,
  check (decided_by <> client_id),
  check ((state = 'open') = (decided_at is null)),
  check ((decided_at is null) = (decided_by is null)),
  check ((decided_at is null) = (reason is null))
);
create unique index screening_hit_current on screening_hit (client_id, subject, entity_id) where superseded_at is null;
create index screening_hit_open on screening_hit (found_at) where state = 'open';
create index screening_hit_of_client on screening_hit (client_id);

comment on table screening_hit is 'An entity of a list that resembles a client, or someone who receives their payouts: a case for compliance.';
comment on column screening_hit.referents is 'Earlier ids of the entity.';
comment on column screening_hit.kind is 'sanction: blocks until two people have cleared it; exposed: a politically exposed person or someone close; other: a crime or another list.';
comment on column screening_hit.entity is 'The facts of the entity as the decision saw them.';
comment on column screening_hit.entity_hash is 'SHA-256 of these facts: the decision counts while they stay the same.';
comment on column screening_hit.last_change is 'When the provider last changed the entity.';
comment on column screening_hit.reopens is 'The earlier hit of the same pair, whose entity has changed since.';
comment on column screening_hit.superseded_at is 'When a later hit of the same pair took its place.';
comment on column screening_hit.security_mac is 'MAC over the pair and the decision, which only the server can compute.';

create trigger screening_hit_no_delete before delete on screening_hit for each row execute function refuse_change();

-- Whether a client may move no money: a hit is open, or one of a sanctions list is confirmed.
create function screening_stops(p_client uuid) returns boolean language sql stable as $$
  select exists (
    select from screening_hit h
    where h.client_id = p_client and h.superseded_at is null and (h.state = 'open' or h.state = 'confirmed' and h.kind = 'sanction'))
$$;

-- Whether anything about the client was open or confirmed at a time, whatever it was: then no rule approves a payout.
create or replace function screening_found(p_client uuid, p_at timestamptz) returns boolean language sql stable as $$
  select exists (
    select from screening_hit h
    where h.client_id = p_client and h.found_at <= p_at and coalesce(h.superseded_at > p_at, true)
      and (h.state <> 'cleared' or h.decided_at > p_at))
$$;

-- Whether a payout would leave before the names of its client and its recipient were compared. Without a connection no one is.
create function screening_waits(p_client uuid, p_holder text) returns boolean language sql stable as $$
  select exists (select from connection where port = 'screening' and state = 'on')
    and exists (
      select from screening_due
      where client_id = p_client and reason <> 'nightly' and (subject = '' or subject = left(p_holder, 300)))
$$;

-- What was found stays, and a cleared sanctions hit has the approval of two people.
create function screening_hit_guard() returns trigger language plpgsql as $$
begin
  if (new.id, new.client_id, new.subject, new.entity_id, new.kind, new.entity, new.entity_hash, new.found_at)
     is distinct from (old.id, old.client_id, old.subject, old.entity_id, old.kind, old.entity, old.entity_hash, old.found_at)
     or old.state <> 'open' and new.state = 'open' or old.state = 'cleared' and new.state <> 'cleared'
     or old.superseded_at is not null and (new.superseded_at, new.state) is distinct from (old.superseded_at, old.state) then
    raise exception 'a screening hit keeps what was found and decided' using errcode = 'restrict_violation';
  end if;
  if new.state = 'cleared' and old.state <> 'cleared' and (new.kind = 'sanction' or old.state = 'confirmed')
     and not exists (
       select from approval_request r
       where r.id = new.approval_request_id and r.kind = 'screening' and r.key = new.id::text and r.client_id = new.client_id
         and r.state = 'approved') then
    raise exception 'clearing this screening hit takes two people'
      using errcode = 'check_violation', constraint = 'screening_hit_is_approved';
  end if;
  return new;
end $$;
create trigger screening_hit_guard before update on screening_hit for each row execute function screening_hit_guard();

-- After each change of a name or a country the client is compared again. A later request replaces an earlier one, also of a night.
create function request_screening(p_client uuid, p_subject text, p_reason text) returns void language sql as $$
  insert into screening_due (client_id, subject, reason, requested_at, next_at)
  values (p_client, p_subject, p_reason, clock_timestamp(), product_clock())
  on conflict (client_id, subject) do update
  set reason = excluded.reason, run_id = null, changed_since = null, requested_at = excluded.requested_at,
      next_at = excluded.next_at, attempts = 0
$$;

create function screen_person() returns trigger language plpgsql as $$
begin
  perform request_screening(new.id, '', case tg_op when 'INSERT' then 'registration' else 'identity' end);
  return null;
end $$;
create trigger person_screen_new after insert on person
  for each row when (new.roles && '{client}'::text[]) execute function screen_person();
-- A closed profile is not compared, so one that opens again is.
create trigger person_screen_changed after update of first_name, second_name, country, closed_at on person
  for each row
  when ((new.first_name, new.second_name, new.country) is distinct from (old.first_name, old.second_name, old.country)
        or new.closed_at is null and old.closed_at is not null)
  execute function screen_person();

create function screen_declared() returns trigger language plpgsql as $$
begin
  perform request_screening(new.client_id, '', 'identity');
  return null;
end $$;
create trigger verification_person_screen after insert on verification_person
  for each row execute function screen_declared();

-- A payout to a name that is not the client's, and was not compared before.
create function screen_payee() returns trigger language plpgsql as $$
begin
  if new.holder <> (select full_name from person where id = new.client_id)
     and not exists (select from payment_destination d
                     where d.client_id = new.client_id and d.holder = new.holder and d.id <> new.id) then
    perform request_screening(new.client_id, left(new.holder, 300), 'payee');
  end if;
  return null;
end $$;
create trigger payment_destination_screen after insert on payment_destination
  for each row execute function screen_payee();

-- The server explains the refusal; these triggers enforce it. Finding a hit locks the client, as each step of a payment does, so
-- one of them always sees the other. Money that has arrived is still credited: it is the client's, and it stays here.
create function refuse_screened() returns trigger language plpgsql as $$
begin
  if screening_stops(new.client_id) then
    raise exception 'the payments of this client are paused' using errcode = 'check_violation', constraint = 'payments_not_paused';
  end if;
  return new;
end $$;
create trigger payment_insert_screening_guard before insert on payment
  for each row when (new.kind <> 'adjustment') execute function refuse_screened();
create trigger payment_release_screening_guard before update on payment
  for each row when (new.kind = 'withdrawal' and new.state <> old.state and old.state <> 'ordered' and new.state in ('submitted', 'approved', 'ordered', 'sent'))
  execute function refuse_screened();
create trigger trading_transfer_screening_guard before insert on trading_transfer
  for each row execute function refuse_screened();
create trigger ipo_application_screening_guard before insert on ipo_application
  for each row execute function refuse_screened();
create trigger conversion_quote_screening_guard before update of transaction_id on conversion_quote
  for each row execute function refuse_screened();
