import { z } from 'zod';
import { articleBody } from './body.ts';
import { articleCategories, articleLimits, articleStates, slugPattern, takenSlugs } from './names.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { fileOfList, instant, language, uuid, wholeNumber, writtenLine } from '#contract/kernel/fields.ts';
import { contentNames } from '#contract/portfolio/tier-names.ts';

/** Who writes what the broker publishes. */
const editors: readonly Role[] = ['admin'];

const state = z.enum(articleStates);
const category = z.enum(articleCategories, 'validation.choice');
const content = z.enum(contentNames, 'validation.choice');

const line = (max: number) => writtenLine.pipe(z.string().max(max));
const title = line(articleLimits.title);
const slug = z
  .string()
  .trim()
  .toLowerCase()
  .max(articleLimits.slug)
  .regex(slugPattern, 'articles.slug_shape')
  .refine((written) => !takenSlugs.includes(written), 'articles.slug_taken');

/** How a text differs from what readers see. `fresh` was never published, `changed` has been edited since. */
const status = z.enum(['fresh', 'changed', 'live']);

const draft = z.object({
  language,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  body: articleBody,
  /** Identifies this state of the text; a save names the revision that it is based on. */
  revision: z.number().int(),
  changed_at: instant,
  changed_by: z.string().nullable(),
  status,
});
export type ArticleDraft = z.output<typeof draft>;

const staffArticle = z.object({
  id: uuid,
  category: z.enum(articleCategories),
  /** For the clients whose tier includes this, or more. */
  content: z.enum(contentNames),
  state,
  published_at: instant.nullable(),
  drafts: z.array(draft),
});
export type StaffArticle = z.output<typeof staffArticle>;

const listed = z.object({
  id: uuid,
  /** In the caller's language where there is one, else in English, else in any other. */
  title: z.string(),
  title_language: language,
  category: z.enum(articleCategories),
  content: z.enum(contentNames),
  state,
  published_at: instant.nullable(),
  changed_at: instant,
  changed_by: z.string().nullable(),
  languages: z.array(z.object({ language, status })),
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

const staffFilter = {
  state: z.enum(articleStates, 'validation.choice').optional(),
  category: category.optional(),
  /** Only those that lack this language. */
  missing: language.optional(),
  words: line(100).optional(),
};

export const articlesStaffEndpoints = {
  'articles.staff_list': {
    route: 'POST /api/staff/articles',
    guard: editors,
    summary: 'Every article with its status and its languages, last changed first.',
    body: z.strictObject(staffFilter),
    response: z.object({ articles: z.array(listed) }),
  },
  'articles.staff_list_file': {
    route: 'GET /api/staff/articles/file',
    guard: editors,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(staffFilter),
    ...fileOfList,
  },
  'articles.staff_show': {
    route: 'POST /api/staff/articles/info',
    guard: editors,
    summary: 'One article with the working copies of its texts.',
    body: z.strictObject({ id: uuid }),
    response: staffArticle,
    refusals: ['http.not_found'],
  },
  'articles.create': {
    route: 'POST /api/staff/articles/create',
    guard: editors,
    summary: 'Create an article with a title in one language.',
    body: z.strictObject({ language, category, title: title.pipe(z.string().min(1, 'validation.required')) }),
    response: staffArticle,
  },
  'articles.save': {
    route: 'POST /api/staff/articles/save',
    guard: editors,
    summary:
      'Save the working copy of a text. Readers don’t see it. It must be based on the latest revision, 0 for a ' +
      'new language.',
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
    response: draft,
    refusals: ['http.not_found', 'articles.changed_meanwhile', 'articles.slug_taken', 'files.gone'],
    bodyLimit: 1024 * 1024,
    rateLimit: { hits: 1200, windowS: 3600, by: 'person' },
  },
  'articles.set_category': {
    route: 'POST /api/staff/articles/category',
    guard: editors,
    summary: 'Set the category of an article.',
    body: z.strictObject({ id: uuid, category }),
    response: staffArticle,
    refusals: ['http.not_found'],
  },
  'articles.set_content': {
    route: 'POST /api/staff/articles/content',
    guard: editors,
    summary:
      'Set the tiers that can read an article. It takes effect at once, also on a published article. Other readers see its title and summary.',
    body: z.strictObject({ id: uuid, content }),
    response: staffArticle,
    refusals: ['http.not_found'],
  },
  'articles.publish': {
    route: 'POST /api/staff/articles/publish',
    guard: editors,
    summary: 'Publish texts immediately or at a scheduled time. They replace the version that readers see.',
    body: z.strictObject({
      id: uuid,
      languages: z.array(language).min(1, 'validation.required').max(14),
      /** When readers see it first; at once when left out or past. */
      at: instant.optional(),
    }),
    response: staffArticle,
    refusals: ['http.not_found', 'articles.visible', 'articles.incomplete', 'articles.slug_taken'],
  },
  'articles.withdraw': {
    route: 'POST /api/staff/articles/withdraw',
    guard: editors,
    summary: 'Unpublish a published or scheduled article. Staff keep its texts.',
    body: z.strictObject({ id: uuid }),
    response: staffArticle,
    refusals: ['http.not_found', 'articles.not_published'],
  },
  'articles.versions': {
    route: 'POST /api/staff/articles/versions',
    guard: editors,
    summary: 'Earlier versions of a text, newest first.',
    body: z.strictObject({ id: uuid, language }),
    response: z.object({ versions: z.array(version) }),
    refusals: ['http.not_found'],
  },
  'articles.restore': {
    route: 'POST /api/staff/articles/restore',
    guard: editors,
    summary: 'Continue editing from an earlier version of a text. Readers don’t see it.',
    body: z.strictObject({ id: uuid, language, number: wholeNumber(1, 2_000_000_000), revision }),
    response: draft,
    refusals: ['http.not_found', 'articles.changed_meanwhile'],
  },
  'articles.import_paste': {
    route: 'POST /api/staff/articles/import-paste',
    // Editors of legal documents use the same editor.
    guard: ['compliance', 'admin'],
    summary: 'Clean HTML from elsewhere down to what an article can keep.',
    body: z.strictObject({ html: z.string().max(800_000) }),
    response: z.object({ body: articleBody }),
    bodyLimit: 2 * 1024 * 1024,
    rateLimit: { hits: 300, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
