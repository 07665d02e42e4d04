import { z } from 'zod';
import { approvalRefusals } from '#contract/approvals/names.ts';
import { overrule } from '#contract/approvals/overrule.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
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
} from '#contract/kernel/fields.ts';
import { previewedActions } from './staff-names.ts';
import { ipoStaffListEndpoints } from './staff-lists.ts';
import { actionPreview, staffOfferingInfo, methodComparison } from './staff-records.ts';
import { allotmentMethods, offeringModes } from './names.ts';
import { requestedPrice } from './endpoints.ts';
import { sectors } from '#contract/market/sectors.ts';
import { tierNames } from '#contract/portfolio/tier-names.ts';
import { reasonCode } from '#contract/reasons/endpoints.ts';

const mayRead: readonly Role[] = ['finance', 'admin', 'compliance', 'support'];
const mayDecide: readonly Role[] = ['finance', 'admin'];

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

/** The terms as staff write them; `ipo-staff-records.ts` explains them. */
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
  price_low: requestedPrice,
  price_high: requestedPrice,
  shares_offered: shares,
  shares_outstanding: shares,
  quota: shares,
  lot_size: wholeNumber(1, 1_000_000),
  min_quantity: quantity,
  max_quantity: quantity,
  fee_in_percent: percent,
  fee_in_minimum: requestedPrice,
  fee_fixed: requestedPrice,
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

/** Of actions on what a person saw: refused when another has saved since. */
const seen = { stock_id: uuid, request_id: requestId, version: wholeNumber(0, 2_000_000_000) };
export const saved = ['http.idempotency_mismatch', 'http.not_found', 'ipo_staff.state', 'ipo_staff.version'] as const;
export const wrongTerms = [
  'ipo_staff.currency',
  'ipo_staff.scale',
  'ipo_staff.range',
  'ipo_staff.one_price',
  'ipo_staff.lots',
  'ipo_staff.quota',
  'ipo_staff.times',
] as const;

export const ipoStaffEndpoints = {
  ...ipoStaffListEndpoints,
  'ipo_staff.offering': {
    route: 'POST /api/staff/ipo/offering',
    guard: mayRead,
    summary:
      'One offering with its texts, book totals, approval requests, history, and the actions available to the ' +
      'caller.',
    body: z.strictObject({ stock_id: uuid }),
    response: staffOfferingInfo,
    refusals: ['http.not_found'],
  },
  'ipo_staff.preview': {
    route: 'POST /api/staff/ipo/preview',
    guard: mayRead,
    summary: 'How many clients and how much money an action would affect if it were done now. Changes nothing.',
    body: z.strictObject({
      stock_id: uuid,
      action: z.enum(previewedActions, 'validation.choice'),
      /** Of actions `price`, `list` and `quote`. */
      price: requestedPrice.optional(),
      /** Of action `reject`. */
      application_id: uuid.optional(),
    }),
    response: actionPreview,
    refusals: ['http.not_found', 'ipo_staff.state', 'ipo_staff.scale'],
  },
  'ipo_staff.compare': {
    route: 'POST /api/staff/ipo/compare',
    guard: mayDecide,
    summary: 'The result of each allotment method for the current book. Changes nothing.',
    body: z.strictObject({ stock_id: uuid }),
    response: methodComparison,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo_staff.create': {
    route: 'POST /api/staff/ipo/create',
    guard: mayDecide,
    summary: 'Create a draft, which clients can’t see.',
    body: z.strictObject({ ...terms, request_id: requestId }),
    response: staffOfferingInfo,
    refusals: ['http.idempotency_mismatch', ...wrongTerms, 'ipo_staff.ticker_taken'],
    idempotent: true,
  },
  'ipo_staff.edit': {
    route: 'POST /api/staff/ipo/edit',
    guard: mayDecide,
    summary: 'Change the terms: all terms of a draft, and later those that clients don’t yet rely on.',
    body: z.strictObject({ ...terms, ...seen }),
    response: staffOfferingInfo,
    refusals: [...saved, ...wrongTerms, 'ipo_staff.fixed', 'ipo_staff.ticker_taken'],
    idempotent: true,
  },
  'ipo_staff.write_text': {
    route: 'POST /api/staff/ipo/text',
    guard: mayDecide,
    summary: 'Save the client-facing text of an offering in one language.',
    body: z.strictObject({ ...seen, language, about: text(4000), risks: text(4000) }),
    response: staffOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_staff.set_prospectus': {
    route: 'POST /api/staff/ipo/prospectus',
    guard: mayDecide,
    summary: 'Set the address of the prospectus of a draft.',
    body: z.strictObject({ ...seen, url: address }),
    response: staffOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_staff.publish': {
    route: 'POST /api/staff/ipo/publish',
    guard: mayDecide,
    summary:
      'Request approval from a second person of a draft’s terms and announcement. Once approved, clients see it, and it opens on time.',
    body: z.strictObject(seen),
    response: staffOfferingInfo,
    refusals: [...saved, 'ipo_staff.request_open', 'ipo_staff.no_text', 'ipo_staff.no_prospectus', 'ipo_staff.times'],
    idempotent: true,
  },
  'ipo_staff.supplement': {
    route: 'POST /api/staff/ipo/supplement',
    guard: mayDecide,
    summary:
      'Publish a supplement to the prospectus. All applicants are notified and can cancel for some business days.',
    body: z.strictObject({ ...seen, url: address, note: text(1000) }),
    response: staffOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_staff.postpone': {
    route: 'POST /api/staff/ipo/postpone',
    guard: mayDecide,
    summary: 'Postpone an offering. Its terms decide whether applications stay or their money is released.',
    body: z.strictObject({ ...seen, note: noteNeeded }),
    response: staffOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_staff.resume': {
    route: 'POST /api/staff/ipo/resume',
    guard: mayDecide,
    summary: 'Resume a postponed offering with a new schedule. A book that had opened reopens immediately.',
    body: z.strictObject({ ...seen, opens_at: instant, closes_at: instant, listed_at: instant.nullable() }),
    response: staffOfferingInfo,
    refusals: [...saved, 'ipo_staff.passed', 'ipo_staff.times'],
    idempotent: true,
  },
  'ipo_staff.withdraw': {
    route: 'POST /api/staff/ipo/withdraw',
    guard: mayDecide,
    summary: 'Withdraw an offering. All money on hold for it is released.',
    body: z.strictObject({ ...seen, note: noteNeeded }),
    response: staffOfferingInfo,
    refusals: saved,
    idempotent: true,
  },
  'ipo_staff.propose_price': {
    route: 'POST /api/staff/ipo/propose-price',
    guard: mayDecide,
    summary:
      'Request approval of the final price from a second person. If the price is far outside the range, ' +
      'applications must be confirmed again.',
    body: z.strictObject({ ...seen, price: requestedPrice, note }),
    response: staffOfferingInfo,
    refusals: [...saved, 'ipo_staff.request_open', 'ipo_staff.scale'],
    idempotent: true,
  },
  'ipo_staff.propose_allotment': {
    route: 'POST /api/staff/ipo/propose-allotment',
    guard: mayDecide,
    summary: 'Request a second person’s approval of how the quota is allotted.',
    body: z.strictObject({
      ...seen,
      method: z.enum(allotmentMethods, 'validation.choice'),
      /** Of method `manual`: lines of application number and shares. */
      manual_csv: z.string().max(4_000_000).optional(),
      note,
    }),
    response: staffOfferingInfo,
    refusals: [
      ...saved,
      'ipo_staff.request_open',
      'ipo_staff.cancel_open',
      'ipo_staff.empty_book',
      'ipo.manual_allotment',
    ],
    idempotent: true,
    bodyLimit: 4_500_000,
  },
  'ipo_staff.decide': {
    route: 'POST /api/staff/ipo/decide',
    guard: mayDecide,
    summary: 'Approve or reject another person’s request. An approved request takes effect immediately.',
    body: z.strictObject({
      approval_request_id: uuid,
      decision: z.enum(['approve', 'reject'], 'validation.choice'),
      note,
      ...overrule,
      request_id: requestId,
    }),
    response: staffOfferingInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'ipo_staff.own_request',
      'ipo_staff.decided',
      ...approvalRefusals,
      'approvals.outdated',
      'ipo_staff.price_moved',
      'ipo_staff.state',
      'ipo_staff.no_text',
      'ipo_staff.no_prospectus',
      'ipo_staff.times',
      'ipo_staff.cancel_open',
      'ipo.quota_exceeded',
      'ipo.manual_allotment',
    ],
    idempotent: true,
  },
  'ipo_staff.manual_file': {
    route: 'POST /api/staff/ipo/manual-file',
    guard: mayRead,
    summary: 'The file of a manual allotment as it was requested, for its approver.',
    body: z.strictObject({ approval_request_id: uuid }),
    response: fileContent,
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
    refusals: ['http.not_found'],
  },
  'ipo_staff.withdraw_request': {
    route: 'POST /api/staff/ipo/withdraw-request',
    guard: mayDecide,
    summary: 'Withdraw the caller’s own approval request.',
    body: z.strictObject({ approval_request_id: uuid, request_id: requestId }),
    response: staffOfferingInfo,
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'ipo_staff.not_your_request', 'ipo_staff.decided'],
    idempotent: true,
  },
  'ipo_staff.reject': {
    route: 'POST /api/staff/ipo/reject',
    guard: mayDecide,
    posts: true,
    summary: 'Reject one application. Its money is released.',
    body: z.strictObject({
      application_id: uuid,
      reason: reasonCode,
      note: noteNeeded,
      request_id: requestId,
    }),
    response: staffOfferingInfo,
    refusals: [
      'http.idempotency_mismatch',
      'http.not_found',
      'ipo_staff.own_application',
      'ipo_staff.state',
      'reasons.not_open',
    ],
    idempotent: true,
  },
  'ipo_staff.propose_listing': {
    route: 'POST /api/staff/ipo/propose-listing',
    guard: mayDecide,
    summary:
      'Request approval from a second person that trading has begun, and at what price. The lock-up runs from ' +
      'the listing.',
    body: z.strictObject({ ...seen, listed_at: instant, first_price: requestedPrice, note }),
    response: staffOfferingInfo,
    refusals: [...saved, 'ipo_staff.request_open', 'ipo_staff.unsettled', 'ipo_staff.times', 'ipo_staff.scale'],
    idempotent: true,
  },
  'ipo_staff.propose_quote': {
    route: 'POST /api/staff/ipo/propose-quote',
    guard: mayDecide,
    summary:
      'Request approval from a second person of the price at which clients can sell. Then it’s valid for the period in the settings.',
    body: z.strictObject({ ...seen, price: requestedPrice, note }),
    response: staffOfferingInfo,
    refusals: [...saved, 'ipo_staff.request_open', 'ipo_staff.scale'],
    idempotent: true,
  },
  'ipo_staff.archive': {
    route: 'POST /api/staff/ipo/archive',
    guard: mayDecide,
    summary: 'Archive an offering that has ended, or a draft that was never announced.',
    body: z.strictObject(seen),
    response: staffOfferingInfo,
    refusals: [...saved, 'ipo_staff.unsettled'],
    idempotent: true,
  },
} as const satisfies Endpoints;
