import { z } from 'zod';
import { articleBody } from './body.ts';
import { articleCategories } from './names.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { instant, language, uuid, wholeNumber, writtenLine } from '#contract/kernel/fields.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';

export const article = z.object({
  id: uuid,
  /** In its own language; the other languages' lead here as well. */
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Empty while the reader’s tier does not include it. */
  body: articleBody,
  category: z.enum(articleCategories),
  language,
  published_at: instant,
  reading_minutes: z.number().int(),
  /** Why the reader sees only title and summary; null when they see the body. */
  closed: z.object({ from_tier: z.enum(tierNames).nullable() }).nullable(),
});
export type Article = z.output<typeof article>;

/** Per response. */
const maxArticles = 100;

/** Whole words or how they begin, by the rules of the language. */
const searchWords = writtenLine.pipe(z.string().max(100));

export const articlesEndpoints = {
  'articles.list': {
    route: 'GET /api/articles/getAll',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Published articles in a language, else in English: newest first, or, for a search, those with all the words, best match first.',
    query: z.strictObject({
      lang: language.optional(),
      words: searchWords.optional(),
      category: z.enum(articleCategories, 'validation.choice').optional(),
      limit: wholeNumber(1, maxArticles).default(maxArticles),
    }),
    response: z.object({ data: z.array(article) }),
  },
  'articles.find_titles': {
    // With a capital, which no article's own address has.
    route: 'GET /api/articles/getTitles',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'A few articles that the caller can read and that have all the words in their title, best match first.',
    query: z.strictObject({ lang: language.optional(), words: searchWords }),
    response: z.object({ articles: z.array(article.pick({ id: true, slug: true, title: true, category: true })) }),
  },
  'articles.show': {
    route: 'GET /api/articles/:slug',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'One published article by its address in any language.',
    params: z.strictObject({ slug: z.string().max(100) }),
    query: z.strictObject({ lang: language.optional() }),
    response: article,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
