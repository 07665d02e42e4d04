-- Settings: their versions, the first setup, email and brand, the reasons that staff give, and legal documents. Versions of
-- settings, texts of reasons and published legal documents never change, so what a record or a consent refers to stays as it was.
-- A setting that was approved has the author and the approver of its request.

create table setting_version (
  id                  uuid        primary key,
  key                 text        not null check (length(key) between 3 and 60),
  number              int         not null check (number > 0),
  was                 jsonb       not null,
  value               jsonb       not null,
  by_id               uuid        references person,
  reason              text        not null default '' check (length(reason) <= 300),
  approval_request_id uuid        unique,
  approved_by        uuid,
  created_at          timestamptz not null,
  security_mac        bytea,
  unique (key, number),
  constraint setting_version_by_two check ((approval_request_id is null) = (approved_by is null) and approved_by <> by_id),
  -- The request is about this setting, and has this author and this approver.
  constraint setting_version_as_requested foreign key (approval_request_id, key, by_id, approved_by)
    references approval_request (id, key, author_id, decided_by)
);

comment on table setting_version is 'A version of one setting; the highest number applies.';
comment on column setting_version.number              is 'Counts up from 1; of two changes at once the second is refused.';
comment on column setting_version.was                 is 'Value before.';
comment on column setting_version.by_id               is 'Author; null during setup and for the command line of the server.';
comment on column setting_version.approval_request_id is 'Approved request; null where one person was enough.';
comment on column setting_version.approved_by        is 'Second person; null where one was enough.';

comment on column setting_version.security_mac        is 'MAC over the version, which only the server can compute.';

create trigger setting_version_append_only
  before delete or update of id, key, number, was, value, by_id, reason, approval_request_id, approved_by, created_at on setting_version
  for each row execute function refuse_change();
create trigger setting_version_announced after insert on setting_version
  for each statement execute function announce_change('settings');
-- Whether a setting needs a second person depends on the time of the change.
create trigger setting_version_present before insert on setting_version for each row
  when (new.by_id is not null)
  execute function time_is_present('created_at');

create table setup_state (
  only_row         boolean     primary key default true check (only_row),
  token_hash       bytea,
  token_expires_at timestamptz,
  finished_at      timestamptz,
  finished_by      uuid        references person,
  check ((token_hash is null) = (token_expires_at is null)),
  check ((finished_at is null) = (finished_by is null)),
  check (finished_at is null or token_hash is null)
);

comment on table setup_state is 'Whether the installation is set up; the only row. Until then only the printed setup link works.';
comment on column setup_state.token_hash  is 'Keyed hash of the secret in the setup link; null once setup is finished.';
comment on column setup_state.finished_by is 'First administrator.';

-- A finished setup is final: the row can be neither changed nor deleted.
create function refuse_another_setup() returns trigger language plpgsql as $$
begin
  if old.finished_at is not null then
    raise exception 'setup is finished and cannot be repeated' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger setup_state_immutable before delete or update on setup_state for each row execute function refuse_another_setup();

-- Email and brand

create table email_password (
  id         uuid        primary key,
  host       text        not null check (length(host) between 1 and 253),
  encrypted  bytea       not null check (length(encrypted) between 29 and 1024),
  created_at timestamptz not null
);

comment on table email_password is
  'A password of the email server, apart from the setting that names it, because versions of settings are readable and final.';
comment on column email_password.host      is 'The password is used for this host only, so that no other host receives it.';
comment on column email_password.encrypted is 'Encrypted under a key derived from APP_SECRET.';

create table mailbox_email (
  id         uuid        primary key,
  to_address text        not null,
  language   text        not null,
  template   text        not null,
  subject    text        not null,
  html       text        not null,
  plain      text        not null,
  sent_at    timestamptz not null
);
create index mailbox_email_latest on mailbox_email (sent_at desc);

comment on table mailbox_email is 'An email of an installation without an email server, shown on the mailbox page of a demo.';
comment on column mailbox_email.html  is 'HTML body.';
comment on column mailbox_email.plain is 'Plain-text body.';

create table brand_picture (
  id         uuid        primary key,
  content    bytea       not null check (length(content) <= 1048576),
  width      int         not null check (width > 0),
  height     int         not null check (height > 0),
  created_at timestamptz not null
);

comment on table brand_picture is 'A logo of the company; public, since the sign-in screen and every email show it.';
comment on column brand_picture.content is 'PNG, re-encoded from the uploaded picture.';
comment on column brand_picture.width   is 'Pixels.';
comment on column brand_picture.height  is 'Pixels.';

create trigger brand_picture_append_only before delete or update on brand_picture for each row execute function refuse_change();

-- Reasons

create table reason (
  purpose  text    not null check (purpose ~ '^[a-z_]{1,40}$'),
  code     text    not null check (code ~ '^[a-z][a-z0-9_]{1,39}$'),
  own      boolean not null,
  position int     not null check (position > 0),
  active   boolean not null default true,
  version  int     not null default 0,
  primary key (purpose, code),
  check (own = (version > 0))
);
-- The texts of a company's own reason are found by the code alone.
create unique index reason_own on reason (code) where own;

comment on table reason is 'A reason that staff can choose for one kind of action.';
comment on column reason.purpose  is 'Kind of action.';
comment on column reason.own      is 'Written by the company; false for a built-in reason, whose texts are in the translations.';
comment on column reason.position is 'Order within the purpose.';
comment on column reason.active   is 'False once retired: it can no longer be chosen.';
comment on column reason.version  is 'Latest version of the company''s text; 0 for a built-in reason.';

insert into reason (purpose, code, position, own) values
  ('deposit',      'not_received',       1, false),
  ('deposit',      'third_party',        2, false),
  ('deposit',      'wrong_currency',     3, false),
  ('deposit',      'source_unclear',     4, false),
  ('deposit',      'duplicate',          5, false),
  ('withdrawal',   'destination_name',   1, false),
  ('withdrawal',   'source_unclear',     2, false),
  ('withdrawal',   'documents_needed',   3, false),
  ('withdrawal',   'requested_by_client',    4, false),
  ('withdrawal',   'suspected_misuse',   5, false),
  ('failure',      'returned_by_bank',   1, false),
  ('failure',      'destination_closed', 2, false),
  ('failure',      'technical',          3, false),
  ('refund',       'requested_by_client',    1, false),
  ('refund',       'third_party',        2, false),
  ('refund',       'wrong_currency',     3, false),
  ('refund',       'source_unclear',     4, false),
  ('refund',       'duplicate',          5, false),
  ('charge_back',  'charge_back',        1, false),
  ('adjustment',   'not_justified',      1, false),
  ('adjustment',   'wrong_amount',       2, false),
  ('adjustment',   'duplicate',          3, false),
  ('document',     'unreadable',         1, false),
  ('document',     'cut_off',            2, false),
  ('document',     'side_missing',       3, false),
  ('document',     'expired',            4, false),
  ('document',     'too_old',            5, false),
  ('document',     'name_differs',       6, false),
  ('document',     'address_differs',    7, false),
  ('document',     'not_accepted',       8, false),
  ('document',     'altered',            9, false),
  ('application',  'not_eligible',       1, false),
  ('application',  'by_broker',          2, false),
  ('block',        'requested_by_client',    1, false),
  ('block',        'strange_access',     2, false),
  ('block',        'under_inquiry',      3, false),
  ('block',        'terms_broken',       4, false),
  ('block',        'documents_missing',  5, false),
  ('factor_reset', 'device_lost',        1, false),
  ('factor_reset', 'device_changed',     2, false),
  ('factor_reset', 'device_stolen',      3, false),
  ('factor_reset', 'set_by_stranger',    4, false),
  ('email_change', 'mailbox_lost',       1, false),
  ('email_change', 'mailbox_stolen',     2, false),
  ('email_change', 'mistyped',           3, false),
  ('payment_restriction', 'under_inquiry',      1, false),
  ('payment_restriction', 'documents_missing',  2, false),
  ('payment_restriction', 'strange_access',     3, false),
  ('payment_restriction', 'requested_by_client',    4, false),
  ('reversal',     'booked_in_error',    1, false),
  ('reversal',     'booked_twice',       2, false);

create table reason_version (
  code           text        not null,
  version        int         not null check (version > 0),
  versioned_code text        generated always as (code || '.' || version::text) stored unique,
  written_by     uuid        not null references person,
  at             timestamptz not null,
  primary key (code, version)
);

comment on table reason_version is 'A version of the texts of a company''s own reason.';
comment on column reason_version.versioned_code is 'As records store it, so that they show the text of that time.';

create trigger reason_version_append_only before delete or update on reason_version for each row execute function refuse_change();

create table reason_text (
  code     text not null,
  version  int  not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  title    text not null check (length(title) between 1 and 200),
  fix      text not null check (length(fix) <= 300),
  primary key (code, version, language),
  foreign key (code, version) references reason_version
);

comment on table reason_text is 'The text of a company''s own reason in one language.';
comment on column reason_text.fix is 'What the client can do about it; empty where there is nothing to do.';

create trigger reason_text_append_only before delete or update on reason_text for each row execute function refuse_change();

-- The texts of a reason by language, from what a record stores; null for a built-in reason.
create function reason_texts(p_kept text) returns jsonb language sql stable as $$
  select case when p_kept like '%.%' then (
    select jsonb_object_agg(t.language, jsonb_build_object('title', t.title, 'fix', t.fix))
    from reason_version v join reason_text t using (code, version) where v.versioned_code = p_kept) end
$$;

-- The texts of several reasons, by what the record stores.
create function reasons_texts(p_kept text[]) returns jsonb language sql stable as $$
  select jsonb_object_agg(versioned_code, reason_texts(versioned_code))
  from unnest(p_kept) versioned_code where versioned_code like '%.%'
$$;

-- Legal documents

create table legal_version (
  id                   uuid        primary key,
  kind                 text        not null check (kind in ('terms', 'privacy', 'risk')),
  number               int         not null check (number > 0),
  of_product           boolean     not null default false,
  requires_new_consent boolean     not null default true,
  effective_on         date,
  created_at           timestamptz not null,
  created_by           uuid        references person,
  published_at         timestamptz,
  published_by         uuid        references person,
  unique (kind, number),
  check (of_product or (published_at is null) = (effective_on is null)),
  check (of_product or (published_at is null) = (published_by is null))
);
create unique index legal_draft on legal_version (kind) where published_at is null;

comment on table legal_version is 'A version of a legal document: a draft until it is published.';
comment on column legal_version.of_product           is 'The product''s own text; it applies until the company publishes one.';
comment on column legal_version.requires_new_consent is 'Clients who accepted an earlier version have to accept this one.';
comment on column legal_version.effective_on is
  'First day (UTC) it applies; null for a draft and for the product''s own text, which applies from the start.';
comment on column legal_version.created_by is 'Null for the product''s own text.';

insert into legal_version (id, kind, number, of_product, requires_new_consent, created_at, published_at) values
  ('0192e000-0000-7000-8000-000000000001', 'terms', 1, true, false, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z');

-- A consent would mean nothing if the text behind it could change.
create trigger legal_version_append_only before delete or update on legal_version for each row
  when (old.published_at is not null)
  execute function refuse_change();
create trigger legal_version_no_truncate before truncate on legal_version for each statement execute function refuse_change();

-- A higher number never takes effect before a lower one, so the highest number in effect is the version in effect.
create function legal_version_in_order() returns trigger language plpgsql as $$
begin
  if exists (select from legal_version v
             where v.kind = new.kind and v.published_at is not null and v.id <> new.id
               and (v.number > new.number or v.effective_on > new.effective_on)) then
    raise exception 'version % of % does not follow the last one', new.number, new.kind
      using errcode = 'check_violation', constraint = 'legal_version_in_order';
  end if;
  return new;
end $$;
create trigger legal_version_published before insert or update on legal_version for each row
  when (new.published_at is not null)
  execute function legal_version_in_order();

-- The version of each kind that applies at a time.
create function legal_in_force(p_now timestamptz) returns setof legal_version language sql stable as $$
  select distinct on (kind) * from legal_version
  where published_at is not null and coalesce(effective_on <= (p_now at time zone 'UTC')::date, true)
  order by kind, number desc
$$;

create table legal_text (
  version_id uuid        not null references legal_version,
  language   text        not null check (language ~ '^[a-z]{2}$'),
  title      text        not null check (length(title) <= 160),
  summary    text        not null check (length(summary) <= 500),
  body       jsonb       not null check (jsonb_typeof(body) = 'array'),
  revision   int         not null check (revision > 0),
  changed_at timestamptz not null,
  changed_by uuid        references person,
  primary key (version_id, language)
);

comment on table legal_text is 'The text of a legal document''s version in one language.';
comment on column legal_text.summary  is 'What changes in this version, in one line.';
comment on column legal_text.body     is 'Blocks as in an article.';
comment on column legal_text.revision is 'Counts the saves of the draft, so that two editors do not overwrite each other.';

create trigger legal_text_no_truncate before truncate on legal_text for each statement execute function refuse_change();

-- A text is written only while its version is a draft, and never moves to another version. The shared lock makes a publication,
-- which locks the row of the version, come before or after the change.
create function legal_text_of_draft() returns trigger language plpgsql as $$
declare
  of_version uuid := case when tg_op = 'DELETE' then old.version_id else new.version_id end;
begin
  perform from legal_version where id = of_version and published_at is null for share;
  if not found or (tg_op = 'UPDATE' and new.version_id <> old.version_id) then
    raise exception 'a published legal text is append-only' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger legal_text_draft_guard before insert or delete or update on legal_text
  for each row execute function legal_text_of_draft();

create table legal_consent (
  client_id  uuid        not null references person,
  version_id uuid        not null references legal_version,
  language   text        not null check (language ~ '^[a-z]{2}$'),
  address    text,
  user_agent text,
  at         timestamptz not null,
  primary key (client_id, version_id)
);
create index legal_consent_to on legal_consent (version_id, at desc);

comment on table legal_consent is 'A client accepted a version of a legal document.';
comment on column legal_consent.language is 'Language in which the client read it.';
comment on column legal_consent.address  is 'IP address of the call; null when unknown.';

create trigger legal_consent_append_only before delete or update on legal_consent for each row execute function refuse_change();
create trigger legal_consent_no_truncate before truncate on legal_consent for each statement execute function refuse_change();

create trigger legal_version_announced after insert or update or delete on legal_version for each statement execute function announce_change('people');
create trigger legal_consent_announced after insert on legal_consent for each row execute function announce_person('client_id');

-- What a client still has to accept: the version in effect, if it or one since the last accepted version requires a new consent.
-- Who did not register, as one who was imported, has accepted nothing and is asked for all.
create function legal_due(p_client uuid, p_now timestamptz) returns setof legal_version language sql stable as $$
  select v.* from legal_in_force(p_now) v
  where exists (
    select from legal_version a
    where a.kind = v.kind and a.requires_new_consent and a.number <= v.number and a.number > coalesce(
      (select max(s.number) from legal_consent k join legal_version s on s.id = k.version_id
       where k.client_id = p_client and s.kind = v.kind), 0))
    or not exists (select from legal_consent k where k.client_id = p_client)
$$;
