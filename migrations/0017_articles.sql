-- Articles that the operator publishes. Drafts are separate from what readers see, so that nothing is read before it is
-- published; each language has its own text, address and versions.
-- Time alone makes a published article visible: readers see it from published_at on.

create table article (
  id           uuid        primary key,
  category     text        not null check (category in ('market', 'education', 'company')),
  content      text        not null default 'public' check (content in ('public', 'analytics', 'research')),
  status       text        not null check (status in ('draft', 'published', 'withdrawn')),
  created_by   uuid        references person,
  created_at   timestamptz not null,
  published_at timestamptz,
  check (status <> 'published' or published_at is not null)
);
create index article_latest on article (published_at desc, id) where status = 'published';

comment on table article is 'An article, in as many languages as it has texts.';
comment on column article.content is 'Which tiers read it, by their benefit content; public is for every client.';
comment on column article.created_by is 'Null for an article without a known author.';
comment on column article.published_at is 'From when readers see it; in the future while it is scheduled.';

create table article_draft (
  article_id uuid        not null references article,
  language   text        not null check (language ~ '^[a-z]{2}$'),
  slug       text        not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  title      text        not null check (length(title) <= 160),
  summary    text        not null check (length(summary) <= 500),
  body       jsonb       not null check (jsonb_typeof(body) = 'array'),
  revision   int         not null check (revision > 0),
  changed_by uuid        references person,
  changed_at timestamptz not null,
  primary key (article_id, language),
  unique (language, slug)
);

comment on table article_draft is 'The text of an article in one language as staff edit it; title, summary and body may be empty.';
comment on column article_draft.slug is 'Address of the text, unique in its language.';
comment on column article_draft.body is 'Blocks, of which a paragraph is one kind.';
comment on column article_draft.revision is
  'Grows with each change; a save based on an older revision is refused, so that two authors do not overwrite each other.';

create table article_version (
  article_id   uuid        not null,
  language     text        not null,
  number       int         not null check (number > 0),
  slug         text        not null,
  title        text        not null,
  summary      text        not null,
  body         jsonb       not null,
  changed_by   uuid        references person,
  changed_at   timestamptz not null,
  published_at timestamptz,
  primary key (article_id, language, number),
  foreign key (article_id, language) references article_draft
);

comment on table article_version is
  'A text as it was at one time: one row for each editing session of each author, and for each publication.';
comment on column article_version.published_at is
  'When this version was published; from then on it never changes; null for one that was not published.';

create table article_text (
  article_id uuid     not null references article on delete cascade,
  language   text     not null check (language ~ '^[a-z]{2}$'),
  slug       text     not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title      text     not null check (length(title) between 1 and 160),
  summary    text     not null check (length(summary) between 1 and 500),
  body       jsonb    not null check (jsonb_typeof(body) = 'array'),
  revision   int      not null check (revision > 0),
  words      tsvector not null,
  primary key (article_id, language),
  unique (language, slug)
);
create index article_text_words on article_text using gin (words);

comment on table article_text is 'The text of an article in one language as readers see it.';
comment on column article_text.revision is 'Revision of the draft that was published.';
comment on column article_text.words is
  'Words for the search: by the stems of the language and as written; those of the title have more weight.';

create table article_picture (
  file_id    uuid primary key references file,
  article_id uuid not null references article
);
create index article_picture_of on article_picture (article_id);

comment on table article_picture is 'A picture of an article, in any of its languages and versions.';
