-- Programs copy the consents of clients to legal documents, in the order of their changes.

-- A new UUID of version 7, as of a time.
create function id_at(p_at timestamptz) returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from p_at) * 1000)::bigint), 12, '0') || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;

alter table legal_consent add column id uuid;
alter table legal_consent disable trigger legal_consent_append_only;
update legal_consent set id = id_at(at);
alter table legal_consent enable trigger legal_consent_append_only;
alter table legal_consent
  alter column id set not null,
  alter column id set default id_at(product_clock()),
  add column changed_at timestamptz not null default date_trunc('milliseconds', now());
alter table legal_consent alter column changed_at set default change_time();
comment on column legal_consent.id         is 'By which programs know it.';
comment on column legal_consent.changed_at is 'Orders the changes that programs read, by change_time().';
