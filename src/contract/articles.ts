import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { instant, language, uuid } from './fields.ts';

export const article = z.object({
  id: uuid,
  slug: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Paragraphs of plain text. */
  body: z.array(z.string()),
  category: z.enum(['market', 'education', 'company']),
  language,
  published_at: instant,
  reading_minutes: z.number().int(),
});
export type Article = z.output<typeof article>;

export const articlesEndpoints = {
  'articles.list': {
    route: 'GET /api/articles/getAll',
    guard: 'client',
    summary: 'Published articles in a language, in English where a translation is missing; the latest first.',
    query: z.strictObject({ lang: language.optional() }),
    answer: z.object({ data: z.array(article) }),
  },
} as const satisfies Endpoints;
