-- What the operator publishes. The texts stand apart from the article, so that a language can be added or corrected
-- without touching the others.

create table article (
  id           uuid        primary key,
  slug         text        not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category     text        not null check (category in ('market', 'education', 'company')),
  status       text        not null check (status in ('draft', 'published', 'archived')),
  published_at timestamptz,
  created_at   timestamptz not null,
  check (status <> 'published' or published_at is not null)
);
create index article_latest on article (published_at desc, id) where status = 'published';

create table article_text (
  article_id uuid   not null references article on delete cascade,
  language   text   not null check (language ~ '^[a-z]{2}$'),
  title      text   not null check (length(title) between 1 and 160),
  summary    text   not null check (length(summary) between 1 and 500),
  /* Paragraphs of plain text. */
  body       text[] not null check (cardinality(body) > 0),
  primary key (article_id, language)
);
