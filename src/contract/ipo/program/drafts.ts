import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { uuid } from '#contract/kernel/fields.ts';
import { ipoStaffEndpoints as staff, saved, wrongTerms } from '../staff-endpoints.ts';
import { offeringTerms, staffOfferingInfo } from '../staff-records.ts';

const byId = z.strictObject({ id: uuid });
/** The draft after the call. The next change is based on its version. */
const changed = z.object({ draft_id: uuid, version: z.number().int() });
/** What staff send of an action; here the id is in the route, and the header names the intent. */
const elsewhere = { stock_id: true, request_id: true } as const;

/** Drafts of offerings by programs: only drafts, and only what one person writes in the staff area. */
export const ipoDraftEndpoints = {
  'operator_api.draft': {
    route: 'GET /api/operator/v1/ipo/drafts/:id',
    guard: { scope: 'ipo:write' },
    summary: 'The draft of an offering with its terms, texts and version, until it is announced.',
    params: byId,
    response: z.object({
      id: uuid,
      version: z.number().int(),
      terms: offeringTerms,
      texts: staffOfferingInfo.shape.texts,
      /** The address of the prospectus; null without one. */
      prospectus: z.string().nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'operator_api.create_draft': {
    route: 'POST /api/operator/v1/ipo/drafts',
    guard: { scope: 'ipo:write' },
    summary: 'Create the draft of an offering, which clients can’t see. Two people announce it in the staff area.',
    body: staff['ipo_staff.create'].body.omit({ request_id: true }),
    response: z.object({ id: uuid, version: z.number().int() }),
    refusals: staff['ipo_staff.create'].refusals,
    idempotent: true,
  },
  'operator_api.edit_draft': {
    route: 'POST /api/operator/v1/ipo/drafts/:id/terms',
    guard: { scope: 'ipo:write' },
    summary: 'Replace the terms of a draft, based on its latest version.',
    params: byId,
    body: staff['ipo_staff.edit'].body.omit(elsewhere),
    response: changed,
    refusals: [...saved, ...wrongTerms, 'ipo_staff.ticker_taken'],
    idempotent: true,
  },
  'operator_api.write_text_to_draft': {
    route: 'POST /api/operator/v1/ipo/drafts/:id/texts',
    guard: { scope: 'ipo:write' },
    summary: 'Save the client-facing text of a draft in one language, based on the latest version of the draft.',
    params: byId,
    body: staff['ipo_staff.write_text'].body.omit(elsewhere),
    response: changed,
    refusals: saved,
    idempotent: true,
  },
  'operator_api.set_prospectus': {
    route: 'POST /api/operator/v1/ipo/drafts/:id/prospectus',
    guard: { scope: 'ipo:write' },
    summary: 'Set the address of the prospectus of a draft, based on the latest version of the draft.',
    params: byId,
    body: staff['ipo_staff.set_prospectus'].body.omit(elsewhere),
    response: changed,
    refusals: saved,
    idempotent: true,
  },
} as const satisfies Endpoints;
