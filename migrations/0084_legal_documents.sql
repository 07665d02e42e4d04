-- The broker's own legal documents, version by version, and who consented to which. What is published stays as it is: a
-- consent is worth nothing if the text behind it could change. Until a broker publishes his terms those of the product stand.

create table legal_version (
  id           uuid        primary key,
  kind         text        not null check (kind in ('terms', 'privacy', 'risk')),
  number       int         not null check (number > 0),
  /* Whether clients who have accepted an earlier one are asked again. */
  asks_anew    boolean     not null default true,
  /* The first day (UTC) on which it counts; null in a draft, and of the product's own text, which counts from the first. */
  effective_on date,
  created_at   timestamptz not null,
  created_by   uuid        references client,
  published_at timestamptz,
  published_by uuid        references client,
  /* Its words are the product's, in the catalogues. */
  of_product   boolean     not null default false,
  unique (kind, number),
  check (of_product or (published_at is null) = (effective_on is null)),
  check (of_product or (published_at is null) = (published_by is null))
);
create unique index legal_draft on legal_version (kind) where published_at is null;

create table legal_text (
  version_id uuid        not null references legal_version,
  language   text        not null check (language ~ '^[a-z]{2}$'),
  title      text        not null check (length(title) <= 160),
  /* What changes, in a line. */
  summary    text        not null check (length(summary) <= 500),
  /* Blocks, as in an article. */
  body       jsonb       not null check (jsonb_typeof(body) = 'array'),
  revision   int         not null check (revision > 0),
  changed_at timestamptz not null,
  changed_by uuid        references client,
  primary key (version_id, language)
);

create table legal_consent (
  client_id  uuid        not null references client,
  version_id uuid        not null references legal_version,
  /* In which it was read. */
  language   text        not null check (language ~ '^[a-z]{2}$'),
  at         timestamptz not null,
  /* From where, as with a session; unknown of what was accepted before this was kept. */
  address    text,
  user_agent text,
  primary key (client_id, version_id)
);
create index legal_consent_to on legal_consent (version_id, at desc);

create trigger legal_version_fixed before update or delete on legal_version
  for each row when (old.published_at is not null) execute function refuse_change();
create trigger legal_version_kept before truncate on legal_version execute function refuse_change();
create trigger legal_text_kept before truncate on legal_text execute function refuse_change();
create trigger legal_consent_append_only before update or delete on legal_consent for each row execute function refuse_change();
create trigger legal_consent_kept before truncate on legal_consent execute function refuse_change();

-- The text of a version can be written as long as nobody can have read it. Whoever publishes holds the version's row.
create function legal_text_of_draft() returns trigger language plpgsql as $$
declare
  of_version uuid := case when tg_op = 'DELETE' then old.version_id else new.version_id end;
begin
  perform from legal_version where id = of_version and published_at is null for share;
  if not found or (tg_op = 'UPDATE' and new.version_id <> old.version_id) then
    raise exception 'a published text is append-only' using errcode = 'restrict_violation';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger legal_text_fixed before insert or update or delete on legal_text
  for each row execute function legal_text_of_draft();

-- A later number never counts before an earlier one, so that the highest number in force is the version in force.
create function legal_version_in_order() returns trigger language plpgsql as $$
begin
  if exists (select from legal_version v
             where v.kind = new.kind and v.published_at is not null and v.id <> new.id
               and (v.number > new.number or v.effective_on > new.effective_on)) then
    raise exception 'version % of % does not follow the last', new.number, new.kind
      using errcode = 'check_violation', constraint = 'legal_version_in_order';
  end if;
  return new;
end $$;
create trigger legal_version_published before insert or update on legal_version
  for each row when (new.published_at is not null) execute function legal_version_in_order();

-- Of each kind the version that counts at a time.
create function legal_in_force(p_now timestamptz) returns setof legal_version language sql stable as $$
  select distinct on (kind) * from legal_version
  where published_at is not null and coalesce(effective_on <= (p_now at time zone 'UTC')::date, true)
  order by kind, number desc
$$;

-- What a client has yet to accept: the version in force, where one that asks came after the last that he accepted.
create function legal_due(p_client uuid, p_now timestamptz) returns setof legal_version language sql stable as $$
  select v.* from legal_in_force(p_now) v
  where exists (
    select from legal_version a
    where a.kind = v.kind and a.asks_anew and a.number <= v.number and a.number > coalesce(
      (select max(s.number) from legal_consent k join legal_version s on s.id = k.version_id
       where k.client_id = p_client and s.kind = v.kind), 0))
$$;

insert into legal_version (id, kind, number, asks_anew, created_at, published_at, of_product)
values ('0192e000-0000-7000-8000-000000000001', 'terms', 1, false, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z', true);

insert into legal_consent (client_id, version_id, language, at)
select id, '0192e000-0000-7000-8000-000000000001', language, terms_accepted_at from client;
alter table client drop column terms_version, drop column terms_accepted_at;
