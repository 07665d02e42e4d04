import { z } from 'zod';
import { approvalRefusals } from './approval-names.ts';
import { overrule } from './approval-overrule.ts';
import type { Endpoints, Role } from './endpoint.ts';
import {
  country,
  fileContent,
  instant,
  language,
  requestId,
  uuid,
  wholeNumber,
  writtenLine,
  writtenText,
} from './fields.ts';
import { previewedActs } from './ipo-staff-names.ts';
import { ipoDeskListEndpoints } from './ipo-staff-lists.ts';
import { actPreview, deskOfferingInfo, methodComparison } from './ipo-staff-records.ts';
import { allotmentMethods, offeringModes } from './ipo-names.ts';
import { priceAsked } from './ipo.ts';
import { sectors } from './sectors.ts';
import { tierNames } from './tier-names.ts';
import { reasonCode } from './reasons.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance', 'support'];
const mayAct: readonly Role[] = ['finance', 'admin'];

const line = (max: number) => writtenLine.pipe(z.string().min(1, 'validation.required').max(max));
const text = (max: number) => writtenText.pipe(z.string().min(1, 'validation.required').max(max));
const noteNeeded = writtenText.pipe(z.string().min(3, 'validation.required').max(500));
const note = writtenText.pipe(z.string().max(500)).optional();
const shares = wholeNumber(1, 1_000_000_000_000);
const quantity = wholeNumber(1, 2_000_000_000);
const percent = z
  .string()
  .trim()
  .regex(/^\d{1,2}(\.\d{1,2})?$/, 'validation.number');
const address = z
  .string()
  .trim()
  .max(500)
  .regex(/^https:\/\/[^\s]+$/, 'validation.type');

/** The terms as staff write them; `ipo-desk-records.ts` says what they mean. */
const terms = {
  issuer: line(120),
  ticker: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9.]{1,10}$/, 'validation.type'),
  isin: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, 'validation.type')
    .nullable(),
  exchange: line(80),
  sector: z.enum(sectors, 'validation.choice'),
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3,5}$/, 'validation.choice'),
  mode: z.enum(offeringModes, 'validation.choice'),
  price_low: priceAsked,
  price_high: priceAsked,
  shares_offered: shares,
  shares_outstanding: shares,
  quota: shares,
  lot_size: wholeNumber(1, 1_000_000),
  min_quantity: quantity,
  max_quantity: quantity,
  fee_in_percent: percent,
  fee_in_minimum: priceAsked,
  fee_fixed: priceAsked,
  fee_out_percent: percent,
  lock_up_days: wholeNumber(0, 3650),
  early_exit_percent: percent.nullable(),
  min_level: wholeNumber(0, 4),
  min_tier: z.enum(tierNames, 'validation.choice'),
  excluded_countries: z.array(country).max(200),
  cut_off: z.enum(['close', 'confirm_until'], 'validation.choice'),
  when_postponed: z.enum(['keep', 'release'], 'validation.choice'),
  allotment_method: z.enum(allotmentMethods, 'validation.choice'),
  disclosure_version: wholeNumber(1, 1_000),
  opens_at: instant,
  closes_at: instant,
  listed_at: instant.nullable(),
};

/** Of acts on what somebody saw: refused when another has saved meanwhile. */
const seen = { stock_id: uuid, request_id: requestId, version: wholeNumber(0, 2_000_000_000) };
const saved = ['http.idempotency_mismatch', 'http.not_found', 'ipo_desk.state', 'ipo_desk.version'] as const;
const wrongTerms = [
  'ipo_desk.currency',
  'ipo_desk.scale',
  'ipo_desk.range',
  'ipo_desk.one_price',
  'ipo_desk.lots',
  'ipo_desk.quota',
  'ipo_desk.times',
] as const;

export const ipoDeskEndpoints = {
  ...ipoDeskListEndpoints,
  'ipo_desk.offering': {
    route: 'POST /api/staff/ipo/offering',
    guard: mayRead,
    summary:
      'One offering with its texts, book in numbers, proposals, history, and the acts that are open to the asker.',
    body: z.strictObject({ stock_id: uuid }),
    answer: deskOfferingInfo,
    refusals: ['http.not_found'],
  },
  'ipo_desk.preview': {
    route: 'POST /api/staff/ipo/preview',
    guard: mayRead,
    summary: 'How many clients and how much money an act would touch, were it done now. Changes nothing.',
    body: z.strictObject({
      stock_id: uuid,
      act: z.enum(previewedActs, 'validation.choice'),
      /** Of acts `price`, `list` and `quote`. */
      price: priceAsked.optional(),
      /** Of act `reject`. */
      application_id: uuid.optional(),
    }),
    answer: actPreview,
    refusals: ['http.not_found', 'ipo_desk.state', 'ipo_desk.scale'],
  },
  'ipo_desk.compare': {
    route: 'POST /api/staff/ipo/compare',
    guard: mayAct,
    summary: 'What each method of allotment would come to on the book as it stands. Changes nothing.',
    body: z.strictObject({ stock_id: uuid }),
    answer: methodComparison,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo_desk.create': {
    route: 'POST /api/staff/ipo/create',
    guard: mayAct,
    summary: 'Begin a draft, which no client sees.',
    body: z.strictObject({ ...terms, request_id: requestId }),
    answer: deskOfferingInfo,
    refusals: ['http.idempotency_mismatch', ...wrongTerms, 'ipo_desk.ticker_taken'],
    idempotent: true,
  },
  'ipo_desk.edit': {
    route: 'POST /api/staff/ipo/edit',
    guard: mayAct,
    summary: 'Change the terms: all of a draft, and later what clients have not built on.',
    body: z.strictObject({ ...terms, ...seen }),
    answer: deskOfferingInfo,
    refusals: [...saved, ...wrongTerms, 'ipo_desk.fixed', 'ipo_desk.ticker_taken'],
    idempotent: true,
  },
  'ipo_desk.write_text': {
    route: 'POST /api/staff/ipo/text',
    guard: mayAct,
    summary: 'Write what clients read about an offering, in one language.',
    body: z.strictObject({ ...seen, language, about: text(4000), risks: text(4000) }),
    answer: deskOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_desk.set_prospectus': {
    route: 'POST /api/staff/ipo/prospectus',
    guard: mayAct,
    summary: 'Say where the prospectus of a draft is.',
    body: z.strictObject({ ...seen, url: address }),
    answer: deskOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_desk.publish': {
    route: 'POST /api/staff/ipo/publish',
    guard: mayAct,
    summary: 'Announce a draft: from then on clients see it, and it opens at its time.',
    body: z.strictObject(seen),
    answer: deskOfferingInfo,
    refusals: [...saved, 'ipo_desk.no_text', 'ipo_desk.no_prospectus', 'ipo_desk.times'],
    idempotent: true,
  },
  'ipo_desk.supplement': {
    route: 'POST /api/staff/ipo/supplement',
    guard: mayAct,
    summary:
      'Publish a supplement to the prospectus: everybody who applied is told, and may cancel for some working days.',
    body: z.strictObject({ ...seen, url: address, note: text(1000) }),
    answer: deskOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_desk.postpone': {
    route: 'POST /api/staff/ipo/postpone',
    guard: mayAct,
    summary: 'Stop the clock of an offering; its terms say whether applications stay or their money is released.',
    body: z.strictObject({ ...seen, note: noteNeeded }),
    answer: deskOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_desk.resume': {
    route: 'POST /api/staff/ipo/resume',
    guard: mayAct,
    summary: 'Go on with a postponed offering at new times. A book that has opened goes on open at once.',
    body: z.strictObject({ ...seen, opens_at: instant, closes_at: instant, listed_at: instant.nullable() }),
    answer: deskOfferingInfo,
    refusals: [...saved, 'ipo_desk.passed', 'ipo_desk.times'],
    idempotent: true,
  },
  'ipo_desk.withdraw': {
    route: 'POST /api/staff/ipo/withdraw',
    guard: mayAct,
    summary: 'Call an offering off: all money that it holds is released.',
    body: z.strictObject({ ...seen, note: noteNeeded }),
    answer: deskOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_desk.propose_price': {
    route: 'POST /api/staff/ipo/propose-price',
    guard: mayAct,
    summary:
      'Propose the final price; a second person decides. Far outside the range applications must be confirmed again.',
    body: z.strictObject({ ...seen, price: priceAsked, note }),
    answer: deskOfferingInfo,
    refusals: [...saved, 'ipo_desk.open_proposal', 'ipo_desk.scale'],
    idempotent: true,
  },
  'ipo_desk.propose_allotment': {
    route: 'POST /api/staff/ipo/propose-allotment',
    guard: mayAct,
    summary: 'Propose how the quota is shared out; a second person decides.',
    body: z.strictObject({
      ...seen,
      method: z.enum(allotmentMethods, 'validation.choice'),
      /** Of method `manual`: lines of application number and shares. */
      manual_csv: z.string().max(4_000_000).optional(),
      note,
    }),
    answer: deskOfferingInfo,
    refusals: [
      ...saved,
      'ipo_desk.open_proposal',
      'ipo_desk.cancel_open',
      'ipo_desk.empty_book',
      'ipo.manual_allotment',
    ],
    idempotent: true,
    bodyLimit: 4_500_000,
  },
  'ipo_desk.decide': {
    route: 'POST /api/staff/ipo/decide',
    guard: mayAct,
    summary: 'Approve or reject what somebody else proposed. Approved, it is done at once.',
    body: z.strictObject({
      proposal_id: uuid,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      note,
      ...overrule,
      request_id: requestId,
    }),
    answer: deskOfferingInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'ipo_desk.own_proposal',
      'ipo_desk.decided',
      ...approvalRefusals,
      'ipo_desk.price_moved',
      'ipo_desk.state',
      'ipo_desk.cancel_open',
      'ipo_desk.empty_book',
      'ipo.quota_exceeded',
      'ipo.manual_allotment',
    ],
    idempotent: true,
  },
  'ipo_desk.manual_file': {
    route: 'POST /api/staff/ipo/manual-file',
    guard: mayRead,
    summary: 'The file of an allotment by hand as it was proposed, so that whoever decides sees who is to get what.',
    body: z.strictObject({ proposal_id: uuid }),
    answer: fileContent,
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
    refusals: ['http.not_found'],
  },
  'ipo_desk.withdraw_proposal': {
    route: 'POST /api/staff/ipo/withdraw-proposal',
    guard: mayAct,
    summary: 'Take an own proposal back.',
    body: z.strictObject({ proposal_id: uuid, request_id: requestId }),
    answer: deskOfferingInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'ipo_desk.not_your_proposal', 'ipo_desk.decided'],
    idempotent: true,
  },
  'ipo_desk.reject': {
    route: 'POST /api/staff/ipo/reject',
    guard: mayAct,
    summary: 'Turn one application down; its money is released.',
    body: z.strictObject({
      application_id: uuid,
      reason: reasonCode,
      note: noteNeeded,
      request_id: requestId,
    }),
    answer: deskOfferingInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'ipo_desk.own_application',
      'ipo_desk.state',
      'reasons.not_open',
    ],
    idempotent: true,
  },
  'ipo_desk.propose_listing': {
    route: 'POST /api/staff/ipo/propose-listing',
    guard: mayAct,
    summary:
      'Propose that trading has begun, and at what price; a second person decides. The lock-up runs from the listing.',
    body: z.strictObject({ ...seen, listed_at: instant, first_price: priceAsked, note }),
    answer: deskOfferingInfo,
    refusals: [...saved, 'ipo_desk.open_proposal', 'ipo_desk.unsettled', 'ipo_desk.times', 'ipo_desk.scale'],
    idempotent: true,
  },
  'ipo_desk.propose_quote': {
    route: 'POST /api/staff/ipo/propose-quote',
    guard: mayAct,
    summary:
      'Propose the price at which clients may sell; a second person decides. Approved, it is good for as long as the settings say.',
    body: z.strictObject({ ...seen, price: priceAsked, note }),
    answer: deskOfferingInfo,
    refusals: [...saved, 'ipo_desk.open_proposal', 'ipo_desk.scale'],
    idempotent: true,
  },
  'ipo_desk.archive': {
    route: 'POST /api/staff/ipo/archive',
    guard: mayAct,
    summary: 'Put an offering away that is over, or a draft that came to nothing.',
    body: z.strictObject(seen),
    answer: deskOfferingInfo,
    refusals: [...saved, 'ipo_desk.unsettled'],
    idempotent: true,
  },
} as const satisfies Endpoints;
