-- Platform: the people who can sign in, uploaded files, and what every module builds on: idempotency keys, jobs, the outbox,
-- rate limits and the clock. A change to the security columns of a person needs a new MAC in the same transaction, a row of file
-- is never deleted and the demo clock never goes back.

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

-- Indexes of groups of three signs find any part of a name, an email address or a phone number.
create extension if not exists pg_trgm;

-- Signs inside addresses and numbers separate words: `T-10001` is found by 10001, and an email address by its host.
create function search_words(text text) returns tsvector language sql immutable parallel safe as $$
  select to_tsvector('simple', translate(coalesce(text, ''), '@._+-/', '      '))
$$;

-- People

-- The one place that knows the order of names: in Hungarian the family name comes first. A name keeps the order of the language
-- of its person for every reader, as in an identity document.
create function full_name(first_name text, second_name text, language text) returns text
language sql immutable parallel safe as $$
  select case language when 'hu' then second_name || ' ' || first_name else first_name || ' ' || second_name end
$$;

create table person (
  id                        uuid        primary key,
  email                     text        not null check (email = lower(email) and length(email) between 3 and 254),
  password_hash             text        not null,
  first_name                text        not null check (length(first_name) between 1 and 60),
  second_name               text        not null check (length(second_name) between 1 and 60),
  full_name                 text        not null generated always as (full_name(first_name, second_name, language)) stored,
  phone                     text,
  country                   char(2)     not null,
  address                   text        check (length(address) <= 200),
  language                  text        not null,
  number_style              text        not null default 'english' check (number_style in ('english', 'language')),
  theme                     text        check (theme in ('light-theme', 'dark-theme')),
  brand                     uuid,
  roles                     text[]      not null default '{client}',
  roles_approval_request_id uuid,
  role_requests             int         not null default 0,
  left_staff_at             timestamptz,
  verification_level        int         not null default 0 check (verification_level between 0 and 4),
  level_override            int         check (level_override between 0 and 4),
  level_approval_request_id uuid,
  confirms_first            boolean     not null default false,
  email_verified_at         timestamptz,
  email_disputed_at         timestamptz,
  second_factor_at          timestamptz,
  security_changed_at       timestamptz,
  frozen_at                 timestamptz,
  blocked_at                timestamptz,
  closed_at                 timestamptz,
  readmitted_at             timestamptz,
  created_at                timestamptz not null,
  security_mac              bytea,
  check (roles <@ array['client', 'support', 'compliance', 'finance', 'admin'] and cardinality(roles) > 0),
  -- What is refused to a blocked person is refused to a closed one too.
  constraint person_closed_is_blocked check (closed_at is null or blocked_at is not null)
);
-- The list of clients is sorted by each of these, and by id; the ICU collation is there in whatever locale the database has.
create unique index person_email on person (email);
create index person_by_name on person (full_name collate "und-x-icu", id);
create index person_of_roles on person (id) where role_requests > 0;
create index person_by_age on person (created_at);
create index person_by_level on person (verification_level);
create index person_words on person using gin (search_words(full_name || ' ' || email));

-- Staff search for a person by the names in either order, and by the email address.
create function name_and_email(p person) returns text language sql immutable parallel safe as $$
  select p.first_name || ' ' || p.second_name || ' ' || p.first_name || ' ' || p.email
$$;
-- The planner puts the function's own expression in its place, so this index serves it.
create index person_by_name_and_email on person
  using gin ((first_name || ' ' || second_name || ' ' || first_name || ' ' || email) gin_trgm_ops);
create index person_by_phone on person using gin (phone gin_trgm_ops);

comment on table person is 'A person who can sign in: a client, a staff member or both.';
comment on column person.full_name                 is 'By full_name(); every screen, email and file shows this name.';
comment on column person.email                     is 'Lower case; changed by way of email_change.';
comment on column person.phone                     is 'E.164, such as +442079460018.';
comment on column person.country                   is 'ISO 3166-1 alpha-2.';
comment on column person.address                   is 'Postal address.';
comment on column person.number_style              is 'Numbers are written in the English way or in that of the language.';
comment on column person.theme                     is 'Null until the person chooses one.';
comment on column person.brand                     is 'The brand at which the client registered, as the setting brands.others has it; null for the first one.';
comment on column person.roles_approval_request_id is 'Approved request that last changed the roles, if any.';
comment on column person.role_requests             is 'Number of approved requests that changed the roles; fewer stored ones show that one was deleted.';
comment on column person.left_staff_at             is 'When the last staff role was lost; a trigger sets it.';
comment on column person.verification_level        is 'level_override, or what is verified; 0 and a verified email mean 1.';
comment on column person.level_override            is 'Level set by staff; null while the level follows what is verified.';
comment on column person.level_approval_request_id is 'Approved request behind level_override, where it needed one.';
comment on column person.confirms_first            is 'A right password is refused until the email is verified.';
comment on column person.email_disputed_at         is 'Frozen by a link sent to a former address; only staff open it.';
comment on column person.second_factor_at          is 'When the password alone stopped being enough; null while it is enough.';
comment on column person.security_changed_at       is 'Last change of password, email or factor; pauses withdrawals.';
comment on column person.frozen_at                 is 'Frozen by the person; a new password, set by email, opens it.';
comment on column person.closed_at                 is 'When the account was closed for good.';
comment on column person.readmitted_at             is 'When staff last unblocked the person, reset the second factor or changed the email.';
comment on column person.security_mac              is 'MAC under APP_SECRET of what decides identity, rights and access.';

-- This protects nothing by itself: it finds code that forgets to write a new MAC. The protection is the MAC, which cannot be made
-- without APP_SECRET. The columns are those of `person` in src/server/platform/secrets/row-macs.ts.
create function drop_mac() returns trigger language plpgsql as $$
begin
  new.security_mac := null;
  return new;
end $$;
create trigger person_drop_mac before update on person for each row
  when (
    new.security_mac is not distinct from old.security_mac
    and (new.id, new.first_name, new.second_name, new.email, new.email_verified_at, new.email_disputed_at, new.confirms_first, new.password_hash, new.roles,
         new.roles_approval_request_id, new.role_requests, new.verification_level, new.level_override, new.blocked_at, new.frozen_at,
         new.closed_at, new.readmitted_at, new.second_factor_at, new.security_changed_at)
      is distinct from
        (old.id, old.first_name, old.second_name, old.email, old.email_verified_at, old.email_disputed_at, old.confirms_first, old.password_hash, old.roles,
         old.roles_approval_request_id, old.role_requests, old.verification_level, old.level_override, old.blocked_at, old.frozen_at,
         old.closed_at, old.readmitted_at, old.second_factor_at, old.security_changed_at))
  execute function drop_mac();

-- Runs at commit, so a transaction may change a person several times and write the MAC last.
create function require_person_mac() returns trigger language plpgsql as $$
begin
  if exists (select from person where id = new.id and security_mac is null) then
    raise exception 'person % was written without a MAC', new.id
      using errcode = 'check_violation', constraint = 'person_has_mac';
  end if;
  return null;
end $$;
create constraint trigger person_mac_guard after insert or update on person deferrable initially deferred for each row
  when (new.security_mac is null)
  execute function require_person_mac();

-- Whether a person has one of these roles and can sign in.
create function has_role(p_id uuid, p_roles text[]) returns boolean language sql stable as $$
  select exists (
    select from person
    where id = p_id and roles && p_roles and blocked_at is null and frozen_at is null and closed_at is null)
$$;

-- The staff roles of a person in one order, so that two lists can be compared.
create function staff_roles(p_roles text[]) returns jsonb language sql immutable as $$
  select coalesce(jsonb_agg(role order by role), '[]') from unnest(p_roles) role where role <> 'client'
$$;

-- The roles that may call the staff endpoints of offerings; a test compares the list with their guards.
create function roles_that_see_offerings() returns text[] language sql immutable as $$
  select '{support,compliance,finance,admin}'::text[]
$$;

-- Former staff are included for 30 days: they still know the order books.
create function sees_offerings(p_client person, p_at timestamptz) returns boolean language sql immutable as $$
  select (p_client).roles && roles_that_see_offerings() or coalesce((p_client).left_staff_at > p_at - interval '30 days', false)
$$;

-- Files

create table file (
  id          uuid        primary key,
  owner_id    uuid        not null references person,
  purpose     text        not null check (purpose ~ '^[a-z_]{1,40}$'),
  name        text        not null check (length(name) between 1 and 140),
  type        text        not null check (type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  size        bigint      not null check (size > 0),
  sha256      bytea       not null check (length(sha256) = 32),
  width       int         check (width > 0),
  height      int         check (height > 0),
  key_wrapped bytea,
  created_at  timestamptz not null,
  linked_at   timestamptz,
  deleted_at  timestamptz,
  unique (id, owner_id),
  check (linked_at >= created_at),
  check ((deleted_at is null) = (key_wrapped is not null)),
  check ((width is null) = (height is null)),
  check ((width is null) = (type = 'application/pdf'))
);
create index file_of_owner on file (owner_id, id desc) where deleted_at is null;
create index file_not_linked on file (created_at) where linked_at is null and deleted_at is null;
-- Finds the same document sent by another client.
create index file_by_content on file (sha256);

comment on table file is 'A file that a person uploaded; its content is outside the database, encrypted with a key of its own.';
comment on column file.purpose     is 'What the file is for, such as verification or payment_proof.';
comment on column file.name        is 'The owner''s file name, cleaned, with the extension of its type.';
comment on column file.type        is 'Detected from the content, never taken from the name.';
comment on column file.size        is 'Bytes of the decrypted content.';
comment on column file.sha256      is 'Hash of the decrypted content.';
comment on column file.width       is 'Pixels; null for a PDF.';
comment on column file.height      is 'Pixels; null for a PDF.';
comment on column file.key_wrapped is 'Key of the content, wrapped by a key of the installation.';
comment on column file.linked_at   is 'When another row first referred to the file. An unlinked file is deleted after a day.';
comment on column file.deleted_at  is 'When the key was destroyed, and the content with it; the row stays.';

create trigger file_no_delete before delete on file for each row execute function refuse_change();

create table file_access (
  id        uuid        primary key,
  file_id   uuid        not null references file,
  viewer_id uuid        not null references person,
  role      text        not null check (role in ('support', 'compliance', 'finance', 'admin')),
  at        timestamptz not null
);
create index file_access_of_file on file_access (file_id, id);

comment on table file_access is 'A staff member opened a person''s file; the owner may read this log.';
comment on column file_access.role is 'Role of the viewer then: the one that works with such files, or else the highest.';

create trigger file_access_append_only before delete or update on file_access for each row execute function refuse_change();

-- Calls, jobs and events

create table idempotency_key (
  owner_id    uuid        not null constraint payment_request_owner_id_fkey references person,
  key         text        not null,
  fingerprint text        not null,
  result_id   uuid,
  at          timestamptz not null,
  constraint payment_request_pkey primary key (owner_id, key)
);

comment on table idempotency_key is 'A call that a person may repeat under the same key with one effect.';
comment on column idempotency_key.key         is 'Chosen by the caller.';
comment on column idempotency_key.fingerprint is 'Keyed hash of action and body; the same key with another body is refused.';
comment on column idempotency_key.result_id   is 'What the call created; null only while its transaction runs.';

-- The lease only saves work: a job must be right even if two instances run it at once.
create table job (
  name           text        primary key,
  holder         text,
  leased_until   timestamptz not null default '-infinity',
  started_at     timestamptz,
  finished_at    timestamptz,
  last_done_at   timestamptz,
  failure        text,
  last_failure   text,
  last_failed_at timestamptz,
  failures       int         not null default 0,
  known_at       timestamptz not null default now()
);

comment on table job is 'A scheduled job with its lease and its latest runs; all instances share it.';
comment on column job.holder       is 'Instance that started the latest run, as host:process.';
comment on column job.leased_until is 'Until then one instance runs the job.';
comment on column job.failure      is 'Error of the latest run; null when it succeeded.';
comment on column job.last_failure is 'Error of the latest failed run; a later success keeps it.';
comment on column job.last_done_at is 'When a run last succeeded; a later failure keeps it.';
comment on column job.failures     is 'Failed runs in a row.';
comment on column job.known_at     is 'A job that never ran is scheduled from here, not from the start of the server.';

create table outbox (
  id              bigint      generated always as identity primary key,
  name            text        not null,
  payload         jsonb       not null,
  next_attempt_at timestamptz not null,
  under_way       boolean     not null default false,
  attempts        int         not null default 0,
  error           text,
  failed_at       timestamptz,
  given_up_at     timestamptz,
  delivered_at    timestamptz,
  created_at      timestamptz not null default now(),
  traceparent     text        check (length(traceparent) = 55)
);
create index outbox_due on outbox (next_attempt_at) where delivered_at is null and given_up_at is null;
create index outbox_given_up on outbox (id) where given_up_at is not null;
-- Delivered events are deleted after a while.
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;

comment on table outbox is 'An event, written in the transaction it reports and delivered to its listeners at least once.';
comment on column outbox.next_attempt_at is 'When delivery is due; during an attempt, when another instance may take over.';
comment on column outbox.under_way       is 'An attempt has started and not ended, or its instance died.';
comment on column outbox.attempts        is 'Attempts started, so that an event which kills the process is given up too.';
comment on column outbox.error           is 'Why the last attempt failed, in one line without addresses and secrets.';
comment on column outbox.traceparent     is 'The trace of the call that wrote it, as W3C Trace Context has it; null unless it was traced.';
comment on column outbox.given_up_at     is 'No further attempts are made until staff retry the event.';

-- Unlogged: a crash that loses the counters only starts new windows.
create unlogged table rate_window (
  key        text        primary key,
  started_at timestamptz not null,
  hits       int         not null
);

comment on table rate_window is 'A counter of calls in one time window, against guessing and floods.';
comment on column rate_window.key is 'Hash of what is limited, so that the table holds no address and no email.';

-- Clock

create table demo_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint  not null default 0 check (ahead_ms >= 0)
);
insert into demo_clock default values;

comment on table demo_clock is 'How far the clock of a demo is ahead, to show in minutes what takes weeks; the only row.';
comment on column demo_clock.ahead_ms is 'Milliseconds; 0 outside a demo. All instances follow it.';

create function demo_clock_goes_forward() returns trigger language plpgsql as $$
begin
  raise exception 'the demo clock never goes back' using errcode = 'restrict_violation';
end $$;
create trigger demo_clock_forward before update on demo_clock for each row
  when (new.ahead_ms < old.ahead_ms)
  execute function demo_clock_goes_forward();
create trigger demo_clock_no_delete before delete on demo_clock for each row execute function refuse_change();

-- Pages

create table web_asset (
  path     text        primary key check (path ~ '^[\w.-]{1,120}$'),
  body     bytea       not null,
  is_gzip  boolean     not null,
  mac      bytea       not null,
  used_at  timestamptz not null
);

comment on table web_asset is 'Built files of the web client: a page of one version loads them also from an instance of another version.';
comment on column web_asset.path    is 'Name below /assets/, with a hash of the content.';
comment on column web_asset.mac     is 'MAC under APP_SECRET of path and content, so that write access to the database puts no code into pages.';
comment on column web_asset.used_at is 'When an instance whose own file this is last noted so, at its start and daily; deleted 30 days later.';

-- Announces, once the transaction commits, that what the first argument names has changed: every instance listens. PostgreSQL
-- commits such transactions one after the other, so it is for what people change now and then, never for money.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('atrium_changes', tg_argv[0]);
  return null;
end $$;
create trigger demo_clock_announced after update on demo_clock
  for each statement execute function announce_change('demo_clock');

-- The same for what a session shows of one person, whose id stands in the column that the first argument names. The process that
-- changes the row learns of it at once, by the report of its own statement: it may not serve the former row to the next call.
create function announce_person() returns trigger language plpgsql as $$
declare
  v_news text := concat_ws(' ', 'people', to_jsonb(coalesce(new, old)) ->> tg_argv[0], pg_current_xact_id());
begin
  perform pg_notify('atrium_changes', v_news);
  raise notice 'atrium_changes %', v_news;
  return null;
end $$;
create trigger person_announced after update of email, first_name, second_name, phone, address, country, language, number_style, theme, roles,
    email_verified_at, second_factor_at, frozen_at, blocked_at, closed_at on person
  for each row execute function announce_person('id');

-- A function of its own because tests replace it.
create function database_clock() returns timestamptz language sql as $$select clock_timestamp()$$;

-- The time by which the product works. Outside a demo the role that serves requests has no right to move demo_clock.
create function product_clock() returns timestamptz language sql as $$
  select database_clock() + ahead_ms * interval '1 millisecond' from demo_clock
$$;

-- Changes, for programs that copy what is here

-- The time that orders the changes of a list, to the millisecond as programs read it. A change shows once its transaction has
-- committed, after changes with later times. So until just after it shows, the transaction holds a shared lock that names a second
-- not later than the time: changes_settled_before() looks for the first. No other lock has two keys; it keeps no one waiting.
create function change_time() returns timestamptz language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(1, floor(extract(epoch from product_clock() - timestamptz '2000-01-01Z'))::int);
  -- Read again: a reader who saw no lock must not have read the clock later than this.
  return date_trunc('milliseconds', product_clock());
end $$;

-- All changes before this time show to statements that begin later, and there will be no others. A statement that called it would
-- read rows as they were before the call.
create function changes_settled_before() returns timestamptz language plpgsql as $$
declare
  v_now   timestamptz := date_trunc('milliseconds', product_clock());
  v_first timestamptz;
begin
  select timestamptz '2000-01-01Z' + min(objid::bigint) * interval '1 second' into v_first from pg_locks
  where locktype = 'advisory' and classid = 1 and objsubid = 2
    and database = (select oid from pg_database where datname = current_database());
  return least(v_now, v_first);
end $$;

create function stamp_change() returns trigger language plpgsql as $$
begin
  new.changed_at := change_time();
  return new;
end $$;

-- What follows serves later modules and needs none of their tables.

-- Clients

create domain tier_name as text check (value in ('standard', 'silver', 'gold', 'platinum', 'vip'));

-- What a tier requires may change; which of two is the higher does not.
create function tier_rank(name text) returns int language sql immutable as $$
  select array_position(array['standard', 'silver', 'gold', 'platinum', 'vip'], name)
$$;

-- Payments

-- A frozen or blocked profile may be in the wrong hands, so no withdrawal leaves it. Freezing and blocking write the row of the
-- person, which every transition of a payment locks; so each comes before or after the other.
create function payment_check_profile_open() returns trigger language plpgsql as $$
begin
  if exists (select from person c where c.id = new.client_id and (c.frozen_at is not null or c.blocked_at is not null)) then
    raise exception 'the profile of this withdrawal''s client is frozen or blocked'
      using errcode = 'check_violation', constraint = 'payment_profile_open';
  end if;
  return new;
end $$;

-- Trading

create function refuse_settled_transfer() returns trigger language plpgsql as $$
begin
  raise exception 'transfer % is settled and cannot change', old.id using errcode = 'restrict_violation';
end $$;

-- Offerings

-- Whether an application in this state adds to the demand for its offering.
create function ipo_is_demand(state text) returns boolean language sql immutable as $$
  select state not in ('cancelled', 'expired', 'rejected')
$$;

-- Operator API

-- A network that spans much of the internet does not say where a key is used: /8 is the widest for IPv4, /32 for IPv6.
create function networks_are_narrow(p_networks inet[]) returns boolean language sql immutable as $$
  -- The last 32 bits of mapped addresses and of NAT64 are an IPv4 address.
  select not exists (select from unnest(p_networks) n where masklen(n) < case
    when family(n) = 4 then 8 when n && inet '::/16' or n && inet '64:ff9b::/96' then 104 else 32 end)
$$;

-- Articles

-- Which content a tier may read: each kind includes those before it.
create function content_rank(content text) returns int language sql immutable as $$
  select array_position(array['public', 'analytics', 'research'], content)
$$;

-- Stemming rules by language; without rules words stay as they are written.
create function article_stems(language text) returns regconfig language sql immutable as $$
  select case language
    when 'ar' then 'arabic'::regconfig when 'de' then 'german'::regconfig when 'en' then 'english'::regconfig
    when 'es' then 'spanish'::regconfig when 'fi' then 'finnish'::regconfig when 'fr' then 'french'::regconfig
    when 'hu' then 'hungarian'::regconfig when 'it' then 'italian'::regconfig when 'no' then 'norwegian'::regconfig
    when 'ro' then 'romanian'::regconfig when 'ru' then 'russian'::regconfig when 'tr' then 'turkish'::regconfig
    else 'simple'::regconfig end
$$;

-- The words by which readers find an article: stemmed by the rules of its language, and as written.
create function article_words(language text, title text, rest text) returns tsvector language sql immutable as $$
  select setweight(to_tsvector(article_stems(language), title), 'A') || setweight(to_tsvector('simple'::regconfig, title), 'A')
         || to_tsvector(article_stems(language), rest) || to_tsvector('simple'::regconfig, rest)
$$;

-- Finds articles with all of the words, each by its stem or as the start of a word. The words are letters and digits only.
create function article_query(language text, words text[]) returns tsquery language sql immutable as $$
  select string_agg('(' || to_tsquery('simple'::regconfig, word || ':*')::text
                    || coalesce(' | ' || nullif(to_tsquery(article_stems(language), word)::text, ''), '') || ')', ' & ')::tsquery
  from unnest(words) word
$$;
