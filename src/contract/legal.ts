import { z } from 'zod';
import { articleBody } from './article-body.ts';
import type { Endpoints } from './endpoint.ts';
import { done, language, nothing, uuid } from './fields.ts';
import { legalKinds, legalStates } from './legal-names.ts';

/** As an article’s, but without pictures: it has to stand on paper and in a record as it is. */
export const legalBody = articleBody.refine(
  (body) => body.every(({ kind }) => kind !== 'picture'),
  'legal.no_pictures',
);

export const legalVersion = z.object({
  id: uuid,
  kind: z.enum(legalKinds),
  number: z.number().int(),
  state: z.enum(legalStates).exclude(['draft']),
  /** The first day (UTC) on which it counts; null of the text that the product comes with. */
  effective_on: z.iso.date().nullable(),
  title: z.string(),
  /** What changed by it; empty where it is the first. */
  summary: z.string(),
  /** Of title, summary and text: that asked for, else the house’s, else English. */
  language,
});
export type LegalVersion = z.output<typeof legalVersion>;

const legalDocument = legalVersion.extend({ body: articleBody });
export type LegalDocument = z.output<typeof legalDocument>;

/** Versions that somebody has seen, by their ids. */
export const seenVersions = z.array(uuid).max(20);

export const legalEndpoints = {
  'legal.list': {
    route: 'GET /api/legal',
    guard: 'anyone',
    underWatch: 'client',
    beforeOpening: 'also',
    summary: 'The legal documents of the house: of each kind what counts, what is announced and what counted before.',
    query: z.strictObject({ lang: language.optional() }),
    answer: z.object({ versions: z.array(legalVersion) }),
  },
  'legal.show': {
    route: 'GET /api/legal/:id',
    guard: 'anyone',
    underWatch: 'client',
    beforeOpening: 'also',
    summary: 'One published version with its text.',
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ lang: language.optional() }),
    answer: legalDocument,
    refusals: ['http.not_found'],
  },
  'legal.due': {
    route: 'POST /api/legal/due',
    guard: 'client',
    underWatch: 'client',
    summary: 'What the client has yet to accept, with its texts; nothing of staff.',
    body: nothing,
    answer: z.object({ documents: z.array(legalDocument) }),
  },
  'legal.accept': {
    route: 'POST /api/legal/accept',
    guard: 'client',
    needsProof: 'session',
    summary: 'Accept all that is due, named as it was read; of anything else nothing is accepted.',
    body: z.strictObject({ versions: seenVersions }),
    answer: done,
    refusals: ['legal.changed'],
  },
} as const satisfies Endpoints;
