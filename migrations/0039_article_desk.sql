-- Articles are written here now. What is worked on stands apart from what readers see, so that nothing is read before it is
-- published; each language has its own text, address and versions, and two who write the same text learn of each other.

/* Named once; the desk moves between them, and time alone makes a published article visible. */
alter table article drop constraint article_status_check;
update article set status = 'withdrawn' where status = 'archived';
alter table article add constraint article_status_check check (status in ('draft', 'published', 'withdrawn'));
alter table article add column created_by uuid references client;

/* By whose rules words of a language are cut to their stems; those without any stay as they are written. */
create function article_stems(language text) returns regconfig immutable language sql as $$
  select case language
    when 'ar' then 'arabic'::regconfig when 'de' then 'german'::regconfig when 'en' then 'english'::regconfig
    when 'es' then 'spanish'::regconfig when 'fi' then 'finnish'::regconfig when 'fr' then 'french'::regconfig
    when 'hu' then 'hungarian'::regconfig when 'it' then 'italian'::regconfig when 'no' then 'norwegian'::regconfig
    when 'ro' then 'romanian'::regconfig when 'ru' then 'russian'::regconfig when 'tr' then 'turkish'::regconfig
    else 'simple'::regconfig end
$$;

/* What readers look for words in: by the rules of their language, and as written. */
create function article_words(language text, title text, rest text) returns tsvector immutable language sql as $$
  select setweight(to_tsvector(article_stems(language), title), 'A') || setweight(to_tsvector('simple'::regconfig, title), 'A')
         || to_tsvector(article_stems(language), rest) || to_tsvector('simple'::regconfig, rest)
$$;

/* All of the words, each by its stem or as the beginning of a word. They consist of letters and digits alone. */
create function article_query(language text, words text[]) returns tsquery immutable language sql as $$
  select string_agg('(' || to_tsquery('simple'::regconfig, word || ':*')::text
                    || coalesce(' | ' || nullif(to_tsquery(article_stems(language), word)::text, ''), '') || ')', ' & ')::tsquery
  from unnest(words) word
$$;

/* Paragraphs of plain text become blocks, of which a paragraph is one kind. */
alter table article_text add column slug text;
alter table article_text add column blocks jsonb;
alter table article_text add column revision int not null default 1 check (revision > 0);
alter table article_text add column words tsvector;
update article_text t set
  slug = a.slug,
  blocks = (select jsonb_agg(jsonb_build_object('kind', 'paragraph', 'text', jsonb_build_array(jsonb_build_object('text', b.paragraph)))
                             order by b.place)
            from unnest(t.body) with ordinality as b (paragraph, place)),
  words = article_words(t.language, t.title, t.summary || ' ' || array_to_string(t.body, ' '))
from article a where a.id = t.article_id;
alter table article_text drop column body;
alter table article_text rename column blocks to body;
alter table article_text
  alter column slug set not null,
  alter column body set not null,
  alter column words set not null,
  alter column revision drop default,
  add check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add check (jsonb_typeof(body) = 'array'),
  add unique (language, slug);
create index article_text_words on article_text using gin (words);
alter table article drop column slug;

/* What is worked on. A text may still be empty here. `revision` grows with each change: who names an old one is told. */
create table article_draft (
  article_id uuid        not null references article,
  language   text        not null check (language ~ '^[a-z]{2}$'),
  slug       text        not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 100),
  title      text        not null check (length(title) <= 160),
  summary    text        not null check (length(summary) <= 500),
  body       jsonb       not null check (jsonb_typeof(body) = 'array'),
  revision   int         not null check (revision > 0),
  changed_at timestamptz not null,
  changed_by uuid        references client,
  primary key (article_id, language),
  unique (language, slug)
);
insert into article_draft (article_id, language, slug, title, summary, body, revision, changed_at)
select t.article_id, t.language, t.slug, t.title, t.summary, t.body, 1, a.created_at
from article_text t join article a on a.id = t.article_id;

/* How a text stood: one for each sitting of each author, and for each publication. */
create table article_version (
  article_id   uuid        not null,
  language     text        not null,
  number       int         not null check (number > 0),
  slug         text        not null,
  title        text        not null,
  summary      text        not null,
  body         jsonb       not null,
  changed_at   timestamptz not null,
  changed_by   uuid        references client,
  /* Set when this was given to readers; from then on it stays as it is. */
  published_at timestamptz,
  primary key (article_id, language, number),
  foreign key (article_id, language) references article_draft
);
insert into article_version (article_id, language, number, slug, title, summary, body, changed_at, published_at)
select d.article_id, d.language, 1, d.slug, d.title, d.summary, d.body, d.changed_at, a.published_at
from article_draft d join article a on a.id = d.article_id;

/* What readers do not see stands with the desk alone. */
delete from article_text t using article a where a.id = t.article_id and a.status <> 'published';

/* Pictures belong to one article, in whichever language and version they stand. */
create table article_picture (
  file_id    uuid primary key references file,
  article_id uuid not null references article
);
create index article_picture_of on article_picture (article_id);
