import { z } from 'zod';
import { articleBody } from './article-body.ts';
import { articleCategories, articleLimits, articleStates, slugPattern, takenSlugs } from './article-names.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { fileOfList, instant, language, uuid, wholeNumber, writtenLine } from './fields.ts';
import { contentNames } from './tier-names.ts';

/** Who writes what the broker publishes. */
const editors: readonly Role[] = ['admin'];

const state = z.enum(articleStates);
const category = z.enum(articleCategories, 'validation.choice');
const content = z.enum(contentNames, 'validation.choice');

const line = (most: number) => writtenLine.pipe(z.string().max(most));
const title = line(articleLimits.title);
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(articleLimits.slug)
  .regex(slugPattern, 'articles.slug_shape')
  .refine((written) => !takenSlugs.includes(written), 'articles.slug_taken');

/** How a text stands to what readers see. `fresh` was never published, `changed` has been worked on since. */
const standing = z.enum(['fresh', 'changed', 'live']);

const draft = z.object({
  language,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  body: articleBody,
  /** Names this state of the text; whoever saves says on which one he built. */
  revision: z.number().int(),
  changed_at: instant,
  changed_by: z.string().nullable(),
  standing,
});
export type ArticleDraft = z.output<typeof draft>;

const deskArticle = z.object({
  id: uuid,
  category: z.enum(articleCategories),
  /** For the clients whose tier gives this, or more. */
  content: z.enum(contentNames),
  state,
  published_at: instant.nullable(),
  drafts: z.array(draft),
});
export type DeskArticle = z.output<typeof deskArticle>;

const listed = z.object({
  id: uuid,
  /** In the asker's language where there is one, else in English, else in whichever there is. */
  title: z.string(),
  title_language: language,
  category: z.enum(articleCategories),
  content: z.enum(contentNames),
  state,
  published_at: instant.nullable(),
  changed_at: instant,
  changed_by: z.string().nullable(),
  languages: z.array(z.object({ language, standing })),
});
export type ListedArticle = z.output<typeof listed>;

const version = z.object({
  number: z.number().int(),
  title: z.string(),
  summary: z.string(),
  body: articleBody,
  changed_at: instant,
  changed_by: z.string().nullable(),
  published_at: instant.nullable(),
});
export type ArticleVersion = z.output<typeof version>;

const revision = wholeNumber(0, 2_000_000_000);

const deskFilter = {
  state: z.enum(articleStates, 'validation.choice').optional(),
  category: category.optional(),
  /** Only those that lack this language. */
  missing: language.optional(),
  words: line(100).optional(),
};

export const articlesDeskEndpoints = {
  'articles.desk': {
    route: 'POST /api/staff/articles',
    guard: editors,
    summary: 'Every article with its state and its languages, the latest changed first.',
    body: z.strictObject(deskFilter),
    answer: z.object({ articles: z.array(listed) }),
  },
  'articles.desk_file': {
    route: 'GET /api/staff/articles/file',
    guard: editors,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    query: z.strictObject(deskFilter),
    ...fileOfList,
  },
  'articles.desk_show': {
    route: 'POST /api/staff/articles/info',
    guard: editors,
    summary: 'One article with its texts as they are worked on.',
    body: z.strictObject({ id: uuid }),
    answer: deskArticle,
    refusals: ['http.not_found'],
  },
  'articles.create': {
    route: 'POST /api/staff/articles/create',
    guard: editors,
    summary: 'Begin an article with a title in one language.',
    body: z.strictObject({ language, category, title: title.pipe(z.string().min(1, 'validation.required')) }),
    answer: deskArticle,
  },
  'articles.save': {
    route: 'POST /api/staff/articles/save',
    guard: editors,
    summary:
      'Keep a text that is worked on. Readers see nothing of it. It must be built on the latest revision, 0 for a new language.',
    body: z.strictObject({
      id: uuid,
      language,
      revision,
      /** Made from the title, or from the English one, when left out. */
      slug: slug.optional(),
      title,
      summary: line(articleLimits.summary),
      body: articleBody,
    }),
    answer: draft,
    refusals: ['http.not_found', 'articles.changed_meanwhile', 'articles.slug_taken', 'files.gone'],
    bodyLimit: 1024 * 1024,
    rateLimit: { hits: 1200, windowS: 3600, by: 'person' },
  },
  'articles.set_category': {
    route: 'POST /api/staff/articles/category',
    guard: editors,
    summary: 'Say what an article is about.',
    body: z.strictObject({ id: uuid, category }),
    answer: deskArticle,
    refusals: ['http.not_found'],
  },
  'articles.set_content': {
    route: 'POST /api/staff/articles/content',
    guard: editors,
    summary:
      'Say whose tier reads an article, at once also when it is published. The others see its title and summary.',
    body: z.strictObject({ id: uuid, content }),
    answer: deskArticle,
    refusals: ['http.not_found'],
  },
  'articles.publish': {
    route: 'POST /api/staff/articles/publish',
    guard: editors,
    summary: 'Give texts to readers, at once or from an instant on. What readers see already is replaced at once.',
    body: z.strictObject({
      id: uuid,
      languages: z.array(language).min(1, 'validation.required').max(14),
      /** From when they are seen; at once when left out or past. */
      at: instant.optional(),
    }),
    answer: deskArticle,
    refusals: ['http.not_found', 'articles.visible', 'articles.incomplete', 'articles.slug_taken'],
  },
  'articles.withdraw': {
    route: 'POST /api/staff/articles/withdraw',
    guard: editors,
    summary: 'Take a published or scheduled article away from readers; its texts stay with the desk.',
    body: z.strictObject({ id: uuid }),
    answer: deskArticle,
    refusals: ['http.not_found', 'articles.not_published'],
  },
  'articles.versions': {
    route: 'POST /api/staff/articles/versions',
    guard: editors,
    summary: 'How a text stood before, the latest first.',
    body: z.strictObject({ id: uuid, language }),
    answer: z.object({ versions: z.array(version) }),
    refusals: ['http.not_found'],
  },
  'articles.restore': {
    route: 'POST /api/staff/articles/restore',
    guard: editors,
    summary: 'Work on from how a text stood before. Readers see nothing of it.',
    body: z.strictObject({ id: uuid, language, number: wholeNumber(1, 2_000_000_000), revision }),
    answer: draft,
    refusals: ['http.not_found', 'articles.changed_meanwhile'],
  },
  'articles.read_pasted': {
    route: 'POST /api/staff/articles/read-pasted',
    // Whoever writes legal documents uses the same editor.
    guard: ['compliance', 'admin'],
    summary: 'What an article can keep of HTML from elsewhere.',
    body: z.strictObject({ html: z.string().max(800_000) }),
    answer: z.object({ body: articleBody }),
    bodyLimit: 2 * 1024 * 1024,
    rateLimit: { hits: 300, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
