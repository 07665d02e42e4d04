import { z } from 'zod';
import { articleBody } from '#contract/articles/body.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, language, nothing, uuid } from '#contract/kernel/fields.ts';
import { legalKinds, legalStates } from './names.ts';

/** As an article’s, but without pictures: it has to work on paper and in a record as it is. */
export const legalBody = articleBody.refine(
  (body) => body.every(({ kind }) => kind !== 'picture'),
  'legal.no_pictures',
);

export const legalVersion = z.object({
  id: uuid,
  kind: z.enum(legalKinds),
  number: z.number().int(),
  state: z.enum(legalStates).exclude(['draft']),
  /** The first day (UTC) on which it is in force; null for the text that the product comes with. */
  effective_on: z.iso.date().nullable(),
  title: z.string(),
  /** What changed by it; empty where it is the first. */
  summary: z.string(),
  /** Of title, summary and text: the requested one, else the operator’s default, else English. */
  language,
});
export type LegalVersion = z.output<typeof legalVersion>;

const legalDocument = legalVersion.extend({ body: articleBody });
export type LegalDocument = z.output<typeof legalDocument>;

/** Versions that a person has seen, by their ids. */
export const seenVersions = z.array(uuid).max(20);

export const legalEndpoints = {
  'legal.list': {
    route: 'GET /api/legal',
    guard: 'anyone',
    underImpersonation: 'client',
    beforeOpening: 'also',
    summary: 'The company’s legal documents: the current, announced and former versions of each kind.',
    query: z.strictObject({ lang: language.optional() }),
    response: z.object({ versions: z.array(legalVersion) }),
  },
  'legal.show': {
    route: 'GET /api/legal/:id',
    guard: 'anyone',
    underImpersonation: 'client',
    beforeOpening: 'also',
    summary: 'One published version with its text.',
    params: z.strictObject({ id: uuid }),
    query: z.strictObject({ lang: language.optional() }),
    response: legalDocument,
    refusals: ['http.not_found'],
  },
  'legal.due': {
    route: 'POST /api/legal/due',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Documents that the client still has to accept, with their texts; none for staff.',
    body: nothing,
    response: z.object({ documents: z.array(legalDocument) }),
  },
  'legal.accept': {
    route: 'POST /api/legal/accept',
    guard: 'signed_in',
    needsProof: 'session',
    summary:
      'Accept everything that is due, naming each version as it was read. If anything else is named, nothing is ' +
      'accepted.',
    body: z.strictObject({ versions: seenVersions }),
    response: done,
    refusals: ['legal.changed'],
  },
} as const satisfies Endpoints;
