-- One catalogue of the reasons that staff give: those of the product, whose texts stand in its languages, and the
-- broker’s own, whose texts are kept here by version, so that what somebody was told is never told otherwise later.

create table reason (
  purpose text    not null check (purpose ~ '^[a-z_]{1,40}$'),
  code    text    not null check (code ~ '^[a-z][a-z0-9_]{1,39}$'),
  own     boolean not null,
  place   int     not null check (place > 0),
  active  boolean not null default true,
  /* Of the broker’s text; none for what the product says itself. */
  version int     not null default 0,
  check (own = (version > 0)),
  primary key (purpose, code)
);
create unique index reason_own on reason (code) where own;

insert into reason (purpose, code, place, own)
select purpose, code, place, false from (values
  ('deposit', 'not_received', 1), ('deposit', 'third_party', 2), ('deposit', 'wrong_currency', 3), ('deposit', 'source_unclear', 4), ('deposit', 'duplicate', 5),
  ('withdrawal', 'destination_name', 1), ('withdrawal', 'source_unclear', 2), ('withdrawal', 'documents_needed', 3), ('withdrawal', 'asked_by_client', 4), ('withdrawal', 'suspected_misuse', 5),
  ('failure', 'returned_by_bank', 1), ('failure', 'destination_closed', 2), ('failure', 'technical', 3),
  ('refund', 'asked_by_client', 1), ('refund', 'third_party', 2), ('refund', 'wrong_currency', 3), ('refund', 'source_unclear', 4), ('refund', 'duplicate', 5),
  ('charge_back', 'charge_back', 1),
  ('adjustment', 'not_justified', 1), ('adjustment', 'wrong_amount', 2), ('adjustment', 'duplicate', 3),
  ('document', 'unreadable', 1), ('document', 'cut_off', 2), ('document', 'side_missing', 3), ('document', 'expired', 4), ('document', 'too_old', 5), ('document', 'name_differs', 6), ('document', 'address_differs', 7), ('document', 'not_accepted', 8), ('document', 'altered', 9),
  ('application', 'not_eligible', 1), ('application', 'by_broker', 2),
  ('block', 'asked_by_client', 1), ('block', 'strange_access', 2), ('block', 'under_inquiry', 3), ('block', 'terms_broken', 4), ('block', 'documents_missing', 5),
  ('factor_reset', 'device_lost', 1), ('factor_reset', 'device_changed', 2), ('factor_reset', 'device_stolen', 3), ('factor_reset', 'set_by_stranger', 4)
) built_in (purpose, code, place);

create table reason_version (
  code       text        not null,
  version    int         not null check (version > 0),
  /* As records keep it. */
  kept       text        generated always as (code || '.' || version::text) stored unique,
  written_by uuid        not null references client,
  at         timestamptz not null,
  primary key (code, version)
);
create trigger reason_version_fixed before update or delete on reason_version for each row execute function refuse_change();

create table reason_text (
  code     text not null,
  version  int  not null,
  language text not null check (language ~ '^[a-z]{2}$'),
  title    text not null check (length(title) between 1 and 200),
  fix      text not null check (length(fix) <= 300),
  primary key (code, version, language),
  foreign key (code, version) references reason_version
);
create trigger reason_text_fixed before update or delete on reason_text for each row execute function refuse_change();

-- What one of the broker’s reasons says, by language; null for one of the product’s. A record keeps `code.version`.
create function reason_said(p_kept text) returns jsonb language sql stable as $$
  select case when p_kept like '%.%' then (
    select jsonb_object_agg(t.language, jsonb_build_object('title', t.title, 'fix', t.fix))
    from reason_version v join reason_text t using (code, version) where v.kept = p_kept) end
$$;

-- Of several, by what is kept.
create function reasons_said(p_kept text[]) returns jsonb language sql stable as $$
  select jsonb_object_agg(kept, reason_said(kept)) from unnest(p_kept) kept where kept like '%.%'
$$;

alter table ipo_application drop constraint ipo_application_reason_check;
alter table ipo_application add constraint ipo_application_reason_check check (
  reason in ('asked_by_client', 'limit_below_price', 'not_drawn', 'too_little', 'not_reconfirmed', 'postponed', 'withdrawn',
             'not_eligible', 'by_broker')
  or reason ~ '^[a-z][a-z0-9_]{1,39}\.[1-9][0-9]*$');
