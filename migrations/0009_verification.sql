-- Verification: what clients declare about themselves, the documents that prove it, and the decisions of staff.
-- Declarations never change; the latest applies. Each kind of document has at most one pending and one approved per client,
-- people never decide on their own, and an approved document has the facts that it was compared with.
-- The view verification_status derives the level from what is proven.

create table verification_setting (
  only_row              boolean primary key default true check (only_row),
  review_hours          int     not null check (review_hours > 0),
  lock_minutes          int     not null check (lock_minutes > 0),
  residence_months      int     not null check (residence_months > 0),
  min_age               int     not null check (min_age > 0),
  codes_per_country     int     not null default 200 check (codes_per_country >= 0),
  person_level          int     not null default 2 check (person_level between 2 and 4),
  profile_level         int     default 2 check (profile_level between 2 and 4),
  phone_level           int     default 2 check (phone_level between 2 and 4),
  identity_level        int     not null default 3 check (identity_level between 2 and 4),
  residence_level       int     not null default 3 check (residence_level between 2 and 4),
  source_of_funds_level int     default 4 check (source_of_funds_level between 2 and 4),
  levels_pending        boolean not null default false,
  -- A document is compared with what its owner has declared, so that comes first.
  check (person_level <= least(identity_level, residence_level)),
  -- The level that needs the source of funds has the rights of the lower ones, so a client has proven identity and residence too.
  constraint verification_setting_funds_last check (source_of_funds_level >= greatest(identity_level, residence_level))
);

comment on table verification_setting is 'The only row: operator settings of verification.';
comment on column verification_setting.review_hours is 'Hours within which staff must decide on a case.';
comment on column verification_setting.lock_minutes is 'Minutes for which a case stays with its reviewer after an action.';
comment on column verification_setting.residence_months is 'Maximum age in months of a proof of residence when it is sent.';
comment on column verification_setting.min_age is 'Minimum age of a client in years.';
comment on column verification_setting.codes_per_country is 'Maximum of codes sent to phones of one country in 24 hours.';
comment on column verification_setting.person_level is 'Lowest level that needs personal data.';
comment on column verification_setting.profile_level is 'Lowest level that needs the economic profile; null if none does.';
comment on column verification_setting.phone_level is 'Lowest level that needs a confirmed phone; null if none does.';
comment on column verification_setting.identity_level is 'Lowest level that needs a proof of identity.';
comment on column verification_setting.residence_level is 'Lowest level that needs a proof of residence.';
comment on column verification_setting.source_of_funds_level is
  'Lowest level that needs a proof of the source of funds; null if none does.';
comment on column verification_setting.levels_pending is
  'The levels above have changed, and the job has not yet updated every client''s level.';

insert into verification_setting (review_hours, lock_minutes, residence_months, min_age) values (24, 20, 3, 18);

create table verification_person (
  id          uuid        primary key,
  client_id   uuid        not null references person,
  first_name  text        not null,
  second_name text        not null,
  birth_on    date        not null,
  nationality char(2)     not null,
  phone       text        not null,
  address     text        not null,
  at          timestamptz not null
);
create index verification_person_of_client on verification_person (client_id, at desc);

comment on table verification_person is
  'Personal data that a client declared or staff corrected; the latest row applies. Names, phone and address are in person too.';
comment on column verification_person.nationality is 'ISO 3166 code of the country.';

create trigger verification_person_append_only before update or delete on verification_person
  for each row execute function refuse_change();

create table verification_profile (
  id        uuid        primary key,
  client_id uuid        not null references person,
  version   int         not null check (version > 0),
  answers   jsonb       not null,
  at        timestamptz not null
);
create index verification_profile_of_client on verification_profile (client_id, at desc);

comment on table verification_profile is 'A client''s answers about their economic situation; the latest row applies.';
comment on column verification_profile.version is 'Version of the questions.';
comment on column verification_profile.answers is 'Code of the chosen answer by code of the question.';

create trigger verification_profile_append_only before update or delete on verification_profile
  for each row execute function refuse_change();

create table verification_phone_code (
  id            uuid        primary key,
  client_id     uuid        not null references person,
  phone         text        not null check (phone ~ '^\+[0-9]{4,15}$'),
  country       text        not null check (country ~ '^([A-Z]{2}|[0-9]{1,3})$'),
  code_hash     bytea       not null,
  attempts      int         not null default 0 check (attempts between 0 and 5),
  connection_id uuid        not null,
  message_id    text        check (length(message_id) between 1 and 200),
  segments      int         check (segments > 0),
  delivery      text        not null default 'sending' check (delivery in ('sending', 'sent', 'delivered', 'failed', 'unknown')),
  delivery_code text        check (length(delivery_code) between 1 and 60),
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  looked_up_at  timestamptz,
  used_at       timestamptz,
  voided_at     timestamptz,
  unique (id, client_id, phone),
  check (expires_at > created_at),
  check (used_at is null or voided_at is null),
  check (used_at <= expires_at)
);
create unique index verification_phone_code_open on verification_phone_code (client_id) where used_at is null and voided_at is null;
create index verification_phone_code_unsettled on verification_phone_code (created_at) where delivery in ('sending', 'unknown');
create index verification_phone_code_message on verification_phone_code (connection_id, message_id);

comment on table verification_phone_code is 'A code that was sent to a phone by a text message, so that the client proves that the phone is theirs.';
comment on column verification_phone_code.phone is 'The number that the code was sent to; it proves no other.';
comment on column verification_phone_code.country is 'ISO 3166 code of the country of the number, or its calling code where it has no country.';
comment on column verification_phone_code.code_hash is 'Keyed hash over id, client, number and code.';
comment on column verification_phone_code.attempts is 'Wrong codes that were typed; after 5 another code is needed.';
comment on column verification_phone_code.connection_id is 'Connection that sent the message.';
comment on column verification_phone_code.message_id is 'Id of the message at the provider; null until it is known.';
comment on column verification_phone_code.segments is 'Parts of the message as the provider counts and charges them; null until they are known.';
comment on column verification_phone_code.delivery is
  'sending: written before the call; unknown: the call had no clear answer, the provider is asked, and the message is not sent again.';
comment on column verification_phone_code.delivery_code is 'Code of the provider for a failure.';
comment on column verification_phone_code.looked_up_at is 'When the provider was last asked what became of the message.';
comment on column verification_phone_code.voided_at is 'Replaced by a later code, or the client has another number.';

create trigger verification_phone_code_no_delete before delete on verification_phone_code
  for each row execute function refuse_change();

create table verification_phone (
  id           uuid        primary key,
  client_id    uuid        not null references person,
  phone        text        not null,
  how          text,
  confirmed_by uuid        references person,
  code_id      uuid        unique,
  at           timestamptz not null,
  ended_at     timestamptz,
  check (confirmed_by <> client_id),
  constraint verification_phone_one_way check (num_nonnulls(confirmed_by, code_id) = 1),
  check ((how is null) = (confirmed_by is null)),
  -- A code proves the number that it was sent to, for the client who requested it.
  foreign key (code_id, client_id, phone) references verification_phone_code (id, client_id, phone)
);
create index verification_phone_of_client on verification_phone (client_id, phone);

comment on table verification_phone is 'A confirmation of a phone number: staff have reached the client on it, or the client has typed a code that was sent to it.';
comment on column verification_phone.phone is 'The confirmed number; the row proves nothing once the client has another.';
comment on column verification_phone.how is 'How staff confirmed it; for staff only. Null where a code did.';
comment on column verification_phone.confirmed_by is 'Member of staff; null where a code did.';
comment on column verification_phone.code_id is 'The code; null where staff did.';
comment on column verification_phone.ended_at is 'When the client replaced the number; later the same number has to be confirmed again.';

-- A confirmation is written once; a new number ends it. A code confirms once it was used.
create function check_phone_confirmation() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.code_id is not null and not exists (select from verification_phone_code where id = new.code_id and used_at is not null) then
      raise exception 'the code % was not used', new.code_id using errcode = 'check_violation', constraint = 'verification_phone_code_used';
    end if;
  elsif old.ended_at is not null or (to_jsonb(new) - 'ended_at') <> (to_jsonb(old) - 'ended_at') then
    raise exception 'a confirmation of a phone does not change' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger verification_phone_check before insert or update on verification_phone
  for each row execute function check_phone_confirmation();
create trigger verification_phone_no_delete before delete on verification_phone
  for each row execute function refuse_change();

-- With another number, whichever writer stores it, the confirmation of the former one and the codes sent to it end.
create function end_phone_confirmation() returns trigger language plpgsql as $$
begin
  update verification_phone set ended_at = product_clock() where client_id = new.id and ended_at is null;
  update verification_phone_code set voided_at = product_clock()
  where client_id = new.id and used_at is null and voided_at is null;
  return null;
end $$;
create trigger person_phone_replaced after update of phone on person
  for each row when (old.phone is distinct from new.phone) execute function end_phone_confirmation();

create table verification_check (
  id            uuid        primary key,
  client_id     uuid        not null references person,
  connection_id uuid        not null,
  applicant_id  text        check (length(applicant_id) between 1 and 80),
  state         text        not null default 'begun'
    check (state in ('begun', 'waiting', 'review', 'again', 'approved', 'rejected', 'gone')),
  level         text        check (length(level) <= 200),
  labels        text[]      not null default '{}',
  reasons       text[]      not null default '{}',
  person_name   text        check (length(person_name) <= 300),
  birth_on      date,
  problem       text        check (problem in ('labels', 'rejected', 'withdrawn', 'other_client', 'other_level', 'sandbox', 'unusable', 'gone')),
  note          text        check (length(note) <= 500),
  noted_by      uuid        references person,
  noted_at      timestamptz,
  asked         int         not null default 0,
  answered      int         not null default 0,
  begun_at      timestamptz not null,
  changed_at    timestamptz not null,
  next_look_at  timestamptz not null,
  unique (client_id, connection_id),
  unique (connection_id, applicant_id),
  unique (id, client_id),
  check (noted_by <> client_id),
  check (num_nonnulls(note, noted_by, noted_at) in (0, 3)),
  check (answered <= asked)
);
create index verification_check_due on verification_check (next_look_at) where state in ('begun', 'waiting', 'review');

comment on table verification_check is 'The check of a client''s identity by a provider; one per client and connection.';
comment on column verification_check.connection_id is 'Connection to the provider.';
comment on column verification_check.applicant_id is 'Id of the client at the provider; null until it is known.';
comment on column verification_check.state is
  'begun: written before the call; waiting: the client has to act; again: the client may send again; gone: deleted at the provider.';
comment on column verification_check.level is 'The provider''s name of what was checked.';
comment on column verification_check.labels is 'Why it was not approved, in the provider''s words.';
comment on column verification_check.reasons is 'The same as codes of our reasons, as far as there are any.';
comment on column verification_check.person_name is 'Name that the provider has read from the document.';
comment on column verification_check.birth_on is 'Date of birth that the provider has read from the document.';
comment on column verification_check.problem is
  'What staff have to look at; null for nothing. withdrawn: not approved any longer, though the document is. unusable: no document follows from the result.';
comment on column verification_check.note is 'What staff found and did about the problem.';
comment on column verification_check.asked is 'Counts the times that the provider was asked.';
comment on column verification_check.answered is 'Number of the question whose answer is stored: an older answer that comes late is dropped.';
comment on column verification_check.next_look_at is 'When the provider is asked again, if no event has come by then.';

create trigger verification_check_no_delete before delete on verification_check
  for each row execute function refuse_change();

create table verification_document (
  id              uuid        primary key,
  client_id       uuid        not null references person,
  kind            text        not null check (kind in ('identity', 'residence', 'source_of_funds')),
  attempt         int         not null check (attempt > 0),
  type            text        not null check (type ~ '^[a-z_]{1,40}$'),
  number          text        check (length(number) between 1 and 40),
  issued_on       date,
  expires_on      date,
  facts           jsonb,
  state           text        not null check (state in ('pending', 'approved', 'rejected', 'expired', 'replaced')),
  reasons         text[]      not null default '{}',
  final           boolean     not null default false,
  comment         text        check (length(comment) <= 500),
  private_comment text        check (length(private_comment) <= 500),
  warned_days     int,
  created_at      timestamptz not null,
  decided_at      timestamptz,
  decided_by      uuid        references person,
  check_id        uuid,
  unique (id, client_id),
  unique (client_id, kind, attempt),
  foreign key (check_id, client_id) references verification_check (id, client_id),
  check (decided_by <> client_id),
  check ((kind = 'identity') = (number is not null)),
  check ((kind = 'identity') = (expires_on is not null)),
  check ((kind <> 'identity') = (issued_on is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('approved', 'rejected', 'expired') or decided_at is not null),
  check ((state = 'rejected') = (cardinality(reasons) > 0)),
  check (not final or state = 'rejected'),
  constraint verification_document_facts check (state <> 'approved' or facts is not null)
);
create unique index verification_document_approved on verification_document (client_id, kind) where state = 'approved';
create unique index verification_document_pending on verification_document (client_id, kind) where state = 'pending';
create index verification_document_end on verification_document (expires_on) where state = 'approved';
-- Staff see other clients with the same number.
create index verification_document_number on verification_document (number);

comment on table verification_document is 'A document that a client sent to prove identity, residence or the source of funds.';
comment on column verification_document.attempt is 'Counts the client''s documents of the kind.';
comment on column verification_document.type is 'Type of document, such as passport; a type belongs to one kind only.';
comment on column verification_document.number is 'Number of an identity document, in capitals, letters and digits only.';
comment on column verification_document.issued_on is 'Day of issue; null for an identity document.';
comment on column verification_document.expires_on is 'Day from which an identity document is invalid; null for other kinds.';
comment on column verification_document.facts is
  'What verification_facts() gave when the document was sent, and from a decision on when it was decided.';
comment on column verification_document.state is 'replaced means that a later document took its place.';
comment on column verification_document.reasons is 'Versioned codes of the reasons for the rejection.';
comment on column verification_document.final is 'No other document of the kind is accepted, unless staff request one.';
comment on column verification_document.comment is 'Comment of staff to the client.';
comment on column verification_document.private_comment is 'Comment for staff only.';
comment on column verification_document.check_id is 'The check of a provider that it comes from, without files; null for one that the client sent here.';
comment on column verification_document.warned_days is 'Days before expiry of the last warning to the owner; null if none.';

create trigger verification_document_no_delete before delete on verification_document
  for each row execute function refuse_change();

create table verification_file (
  file_id     uuid primary key,
  document_id uuid not null,
  client_id   uuid not null,
  position    int  not null check (position between 1 and 5),
  unique (document_id, position),
  -- File and document have the same owner.
  foreign key (file_id, client_id) references file (id, owner_id),
  foreign key (document_id, client_id) references verification_document (id, client_id)
);

comment on table verification_file is 'A file of a document, which is one of its pages or has them all.';
comment on column verification_file.position is 'Order of the files, from 1; of a card the front comes first.';

create trigger verification_file_append_only before update or delete on verification_file
  for each row execute function refuse_change();

create table verification_request (
  id           uuid        primary key,
  client_id    uuid        not null references person,
  kind         text        not null check (kind in ('identity', 'residence', 'source_of_funds')),
  comment      text        not null check (length(comment) <= 500),
  requested_by uuid        not null references person,
  at           timestamptz not null,
  answered_at  timestamptz,
  check (requested_by <> client_id)
);
create index verification_request_open on verification_request (client_id) where answered_at is null;

comment on table verification_request is 'A request of staff for a further document; the next document of the kind answers it.';
comment on column verification_request.comment is 'Comment of staff to the client.';
comment on column verification_request.answered_at is 'Null while no document has answered it.';

create table verification_draft (
  client_id uuid        not null references person,
  step      text        not null,
  content   jsonb       not null,
  at        timestamptz not null,
  primary key (client_id, step)
);

comment on table verification_draft is 'A form that a client has filled in but not sent; deleted when it is sent.';
comment on column verification_draft.step is 'person, profile or a kind of document.';
comment on column verification_draft.content is 'Text of each field by its name.';

create table verification_case (
  client_id      uuid        primary key references person,
  reviewer_id    uuid        references person,
  reviewed_until timestamptz,
  waiting_since  timestamptz,
  due_at         timestamptz,
  check (reviewer_id <> client_id),
  check ((waiting_since is null) = (due_at is null)),
  check ((reviewer_id is null) = (reviewed_until is null))
);
create index verification_case_due on verification_case (due_at) where due_at is not null;

comment on table verification_case is 'The review of one client: since when it waits for staff, and who has taken it.';
comment on column verification_case.reviewer_id is 'Member of staff who took the case; null if none.';
comment on column verification_case.reviewed_until is 'End of the reviewer''s lock; each of their actions extends it.';
comment on column verification_case.waiting_since is 'When the first pending item arrived; null while nothing waits.';
comment on column verification_case.due_at is 'Time by which staff must decide.';

create view verification_status as
select c.id as client_id, s.*,
       case when s.email and l.lacking > 2 then l.lacking - 1 else 0 end as level
from person c
cross join verification_setting n
cross join lateral (
  select c.email_verified_at is not null as email,
         exists (select from verification_person p where p.client_id = c.id) as person,
         exists (select from verification_profile p where p.client_id = c.id) as profile,
         exists (select from verification_phone p where p.client_id = c.id and p.phone = c.phone and p.ended_at is null) as phone,
         exists (select from verification_document d
                 where d.client_id = c.id and d.kind = 'identity' and d.state = 'approved') as identity,
         exists (select from verification_document d
                 where d.client_id = c.id and d.kind = 'residence' and d.state = 'approved') as residence,
         exists (select from verification_document d
                 where d.client_id = c.id and d.kind = 'source_of_funds' and d.state = 'approved') as source_of_funds
) s
-- The lowest level that needs something that is missing; 5, above the highest level, when nothing is.
cross join lateral (
  select least(5,
    case when not s.person          then n.person_level          end,
    case when not s.profile         then n.profile_level         end,
    case when not s.phone           then n.phone_level           end,
    case when not s.identity        then n.identity_level        end,
    case when not s.residence       then n.residence_level       end,
    case when not s.source_of_funds then n.source_of_funds_level end) as lacking
) l;

comment on view verification_status is 'What a person has proven, and the level that follows from it.';
comment on column verification_status.person is 'Personal data are declared.';
comment on column verification_status.profile is 'The questions about the economic situation are answered.';
comment on column verification_status.phone is 'The current phone number is confirmed, by staff or by a code.';
comment on column verification_status.identity is 'A document of the kind is approved; so for the next two columns.';
comment on column verification_status.level is '0 or 2 to 4; a confirmed email alone is shown as level 1 and stored as 0.';

-- True if a level set by staff gives more than the proofs do, or would do once one of them no longer applies, and more than the
-- level set before. Such a level needs two people.
create function level_loosens(p_client uuid, p_level int) returns boolean language sql stable as $$
  select coalesce(p_level > coalesce(c.level_override, 0) and p_level >= v.level, false)
  from person c join verification_status v on v.client_id = c.id where c.id = p_client
$$;

-- What a person currently declares. Clients may correct it while a document is pending, so a decision names the facts that staff
-- saw, and the document stores them: later it is still known whose identity or residence it proved.
create function verification_facts(p_client uuid) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'first_name', c.first_name, 'second_name', c.second_name, 'country', c.country, 'address', c.address, 'phone', c.phone,
    'birth_on', p.birth_on, 'nationality', p.nationality, 'profile', a.answers)
  from person c
  left join lateral (
    select birth_on, nationality from verification_person where client_id = c.id order by at desc, id desc limit 1) p on true
  left join lateral (
    select answers from verification_profile where client_id = c.id order by at desc, id desc limit 1) a on true
  where c.id = p_client
$$;
