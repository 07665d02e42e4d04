import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { language, nothing, uuid } from '#contract/kernel/fields.ts';
import { articlesStaffEndpoints as staff } from './staff-endpoints.ts';

const byId = z.strictObject({ id: uuid });
const ofArticle = { id: true } as const;
const changed = z.object({ article_id: uuid });
/** A text as it was stored. The next save is based on its revision. */
const stored = { language, revision: z.number().int() };

/** What one person writes in the staff area, a program writes by the same commands. */
export const articlesProgramEndpoints = {
  'operator_api.article': {
    route: 'GET /api/operator/v1/articles/:id',
    guard: { scope: 'articles:write' },
    summary: 'One article with the working copies of its texts and their revisions.',
    params: byId,
    response: staff['articles.staff_show'].response,
    refusals: ['http.not_found'],
  },
  'operator_api.create_article': {
    route: 'POST /api/operator/v1/articles',
    guard: { scope: 'articles:write' },
    summary: 'Create an article with a title in one language. Readers don’t see it until it is published.',
    body: staff['articles.create'].body,
    response: z.object({ id: uuid, ...stored }),
    refusals: ['http.idempotency_mismatch'],
    idempotent: true,
  },
  'operator_api.save_article': {
    route: 'POST /api/operator/v1/articles/:id/texts',
    guard: { scope: 'articles:write' },
    summary:
      'Save the working copy of a text. Readers don’t see it until it is published. It must be based on the latest ' +
      'revision, 0 for a new language. A picture is one that the article has, or an unused one that the administrator ' +
      'of the key uploaded within a day.',
    params: byId,
    body: staff['articles.save'].body.omit(ofArticle),
    response: changed.extend(stored),
    refusals: ['http.idempotency_mismatch', ...staff['articles.save'].refusals],
    bodyLimit: staff['articles.save'].bodyLimit,
    idempotent: true,
  },
  'operator_api.set_category': {
    route: 'POST /api/operator/v1/articles/:id/category',
    guard: { scope: 'articles:write' },
    summary: staff['articles.set_category'].summary,
    params: byId,
    body: staff['articles.set_category'].body.omit(ofArticle),
    response: changed,
    refusals: ['http.idempotency_mismatch', ...staff['articles.set_category'].refusals],
    idempotent: true,
  },
  'operator_api.set_content': {
    route: 'POST /api/operator/v1/articles/:id/content',
    guard: { scope: 'articles:write' },
    summary: staff['articles.set_content'].summary,
    params: byId,
    body: staff['articles.set_content'].body.omit(ofArticle),
    response: changed,
    refusals: ['http.idempotency_mismatch', ...staff['articles.set_content'].refusals],
    idempotent: true,
  },
  'operator_api.publish_article': {
    route: 'POST /api/operator/v1/articles/:id/publish',
    guard: { scope: 'articles:write' },
    summary: staff['articles.publish'].summary,
    params: byId,
    body: staff['articles.publish'].body.omit(ofArticle),
    response: changed,
    refusals: ['http.idempotency_mismatch', ...staff['articles.publish'].refusals],
    idempotent: true,
  },
  'operator_api.withdraw_article': {
    route: 'POST /api/operator/v1/articles/:id/withdraw',
    guard: { scope: 'articles:write' },
    summary: staff['articles.withdraw'].summary,
    params: byId,
    body: nothing,
    response: changed,
    refusals: ['http.idempotency_mismatch', ...staff['articles.withdraw'].refusals],
    idempotent: true,
  },
} as const satisfies Endpoints;
