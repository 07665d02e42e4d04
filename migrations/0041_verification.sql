-- What clients declare about themselves, the documents that prove it, and who of the house decided on them. The level of
-- a client follows from what is proven, unless staff have set it by hand.

alter table client add level_override int check (level_override between 0 and 4);
update client set level_override = verification_level where verification_level > 0;

create table verification_setting (
  only_row         boolean primary key default true check (only_row),
  /* Within which staff promise to decide. */
  review_hours     int     not null check (review_hours > 0),
  /* How long a case stays with who reviews it, from his last act on. */
  lock_minutes     int     not null check (lock_minutes > 0),
  /* How old a proof of residence may be when it is sent. */
  residence_months int     not null check (residence_months > 0),
  least_age        int     not null check (least_age > 0)
);
insert into verification_setting values (true, 24, 20, 3, 18);

-- Declarations are never changed: the latest counts. Names, phone and address stand with the client as well, where the
-- rest of the house reads them.
create table verification_person (
  id          uuid        primary key,
  client_id   uuid        not null references client,
  first_name  text        not null,
  second_name text        not null,
  birth_on    date        not null,
  nationality char(2)     not null,
  phone       text        not null,
  address     text        not null,
  at          timestamptz not null
);
create index verification_person_of_client on verification_person (client_id, at desc);
create trigger verification_person_fixed before update or delete on verification_person for each row execute function refuse_change();

create table verification_profile (
  id        uuid        primary key,
  client_id uuid        not null references client,
  version   int         not null check (version > 0),
  answers   jsonb       not null,
  at        timestamptz not null
);
create index verification_profile_of_client on verification_profile (client_id, at desc);
create trigger verification_profile_fixed before update or delete on verification_profile for each row execute function refuse_change();

-- A number under which somebody of the house has reached the client. With another number it is worth nothing.
create table verification_phone (
  id           uuid        primary key,
  client_id    uuid        not null references client,
  phone        text        not null,
  /* How it was made sure; for staff only. */
  how          text        not null,
  confirmed_by uuid        not null references client check (confirmed_by <> client_id),
  at           timestamptz not null
);
create index verification_phone_of_client on verification_phone (client_id, phone);
create trigger verification_phone_fixed before update or delete on verification_phone for each row execute function refuse_change();

create table verification_document (
  id              uuid        primary key,
  client_id       uuid        not null references client,
  kind            text        not null check (kind in ('identity', 'residence', 'source_of_funds')),
  type            text        not null check (type ~ '^[a-z_]{1,40}$'),
  attempt         int         not null check (attempt > 0),
  /* Of an identity document, in capitals and without spaces. */
  number          text        check (length(number) between 1 and 40),
  issued_on       date,
  expires_on      date,
  state           text        not null check (state in ('pending', 'approved', 'rejected', 'expired', 'replaced')),
  reasons         text[]      not null default '{}',
  final           boolean     not null default false,
  comment         text        check (length(comment) <= 500),
  private_comment text        check (length(private_comment) <= 500),
  decided_by      uuid        references client check (decided_by <> client_id),
  decided_at      timestamptz,
  /* The days before its end at which its owner was told last. */
  warned_days     int,
  created_at      timestamptz not null,
  unique (id, client_id),
  unique (client_id, kind, attempt),
  check ((kind = 'identity') = (number is not null)),
  check ((kind = 'identity') = (expires_on is not null)),
  check ((kind <> 'identity') = (issued_on is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state not in ('approved', 'rejected', 'expired') or decided_at is not null),
  check ((state = 'rejected') = (cardinality(reasons) > 0)),
  check (not final or state = 'rejected')
);
create unique index verification_document_pending on verification_document (client_id, kind) where state = 'pending';
create unique index verification_document_approved on verification_document (client_id, kind) where state = 'approved';
create index verification_document_number on verification_document (number);
create index verification_document_end on verification_document (expires_on) where state = 'approved';
create trigger verification_document_kept before delete on verification_document for each row execute function refuse_change();

create table verification_file (
  file_id     uuid primary key,
  document_id uuid not null,
  client_id   uuid not null,
  place       int  not null check (place between 1 and 5),
  unique (document_id, place),
  foreign key (document_id, client_id) references verification_document (id, client_id),
  foreign key (file_id, client_id) references file (id, owner_id)
);
create trigger verification_file_fixed before update or delete on verification_file for each row execute function refuse_change();
create index file_by_content on file (sha256);

-- What staff have asked for; the next document of the kind answers it.
create table verification_request (
  id          uuid        primary key,
  client_id   uuid        not null references client,
  kind        text        not null check (kind in ('identity', 'residence', 'source_of_funds')),
  comment     text        not null check (length(comment) <= 500),
  asked_by    uuid        not null references client check (asked_by <> client_id),
  at          timestamptz not null,
  answered_at timestamptz
);
create index verification_request_open on verification_request (client_id) where answered_at is null;

create table verification_draft (
  client_id uuid        not null references client,
  step      text        not null,
  content   jsonb       not null,
  at        timestamptz not null,
  primary key (client_id, step)
);

-- What lies with staff, and with whom of them.
create table verification_case (
  client_id      uuid        primary key references client,
  waiting_since  timestamptz,
  due_at         timestamptz,
  reviewer_id    uuid        references client check (reviewer_id <> client_id),
  reviewed_until timestamptz,
  check ((waiting_since is null) = (due_at is null)),
  check ((reviewer_id is null) = (reviewed_until is null))
);
create index verification_case_due on verification_case (due_at) where due_at is not null;

-- Everything that a level may take, and whether it is there.
create view verification_standing as
select c.id as client_id, s.*,
       case when not (s.email and s.person and s.profile and s.phone) then 0
            when not (s.identity and s.residence) then 2
            when not s.source_of_funds then 3
            else 4 end as level
from client c cross join lateral (
  select c.email_verified_at is not null as email,
         exists (select from verification_person p where p.client_id = c.id) as person,
         exists (select from verification_profile p where p.client_id = c.id) as profile,
         exists (select from verification_phone p where p.client_id = c.id and p.phone = c.phone) as phone,
         exists (select from verification_document d where d.client_id = c.id and d.kind = 'identity' and d.state = 'approved') as identity,
         exists (select from verification_document d where d.client_id = c.id and d.kind = 'residence' and d.state = 'approved') as residence,
         exists (select from verification_document d where d.client_id = c.id and d.kind = 'source_of_funds' and d.state = 'approved') as source_of_funds
) s;
