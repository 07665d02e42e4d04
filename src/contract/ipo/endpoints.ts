import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import {
  day,
  daysInOrder,
  decimal,
  fileContent,
  flag,
  instant,
  nothing,
  requestId,
  uuid,
  wholeNumber,
} from '#contract/kernel/fields.ts';
import { ipoFeedEndpoints } from './feed-endpoints.ts';
import { historyKinds, priceTypes } from './names.ts';
import {
  applicationInfo,
  basis,
  historyLine,
  ipoApplication,
  ipoHolding,
  ipoSale,
  offering,
  offeringInfo,
  suitabilityAnswers,
} from './records.ts';

/** Shares as a person requests them. */
const requestedQuantity = wholeNumber(1, 2_000_000_000);
/** Of a document that the client was shown. */
const version = wholeNumber(0, 1_000_000_000);

/**
 * 32 random bytes in hex that the caller contributes to the draw; the server makes them when they are missing. Those of
 * the first application for an offering are stored.
 */
const drawSecret = z.string().regex(/^[\da-f]{64}$/, 'validation.identifier');

/** A price per share as a person writes it; the module checks that it fits the currency. */
export const requestedPrice = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,8})?$/, 'validation.number');

const historyFilter = {
  kind: z.enum(historyKinds, 'validation.choice').optional(),
  stock_id: uuid.optional(),
  from: day.optional(),
  to: day.optional(),
};

const applicationId = z.strictObject({ application_id: uuid });
const stockId = z.strictObject({ stock_id: uuid });

/** Refusals that any application may meet, in the order in which they are checked. */
const applying = [
  'http.not_found',
  'ipo.not_open',
  'staff.dealing',
  'ipo.level',
  'ipo.country',
  'ipo.tier',
  'ipo.suitability',
  'ipo.restricted_person',
  'ipo.disclosure',
  'ipo.prospectus',
  'ipo.lot_size',
  'ipo.minimum',
  'ipo.maximum',
  'ipo.limit_price',
] as const;

export const ipoEndpoints = {
  'ipo.calendar': {
    route: 'POST /api/ipo/calendar',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Offerings, next deadline first, at most 60 after those to skip. Not found if the operator offers no IPOs.',
    body: z.strictObject({ skip: wholeNumber(0, 100_000).optional() }),
    response: z.array(offering),
    refusals: ['http.not_found'],
  },
  'ipo.offering': {
    route: 'POST /api/ipo/offering',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Full details of one offering, and what prevents the caller from applying.',
    body: stockId,
    response: offeringInfo,
    refusals: ['http.not_found'],
  },
  'ipo.odds': {
    route: 'POST /api/ipo/odds',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Outcomes of requests for this number of lots in past offerings of the same method, for the calculator. ' +
      'Whole percent.',
    body: z.strictObject({ stock_id: uuid, lots: wholeNumber(1, 2_000_000_000) }),
    response: z.object({
      /** Null without enough past offerings. */
      odds: z
        .object({
          /** Only requests of the caller's tier count, as in the method. */
          of_own_tier: z.boolean(),
          /** Only requests of similar size. */
          of_similar_size: z.boolean(),
          /** How many past offerings and requests they are based on. */
          offerings: z.number().int(),
          requests: z.number().int(),
          /** So many of a hundred got shares. */
          served_percent: z.number().int(),
          /** What a tenth, half and nine tenths of them got at most, in percent of their request. */
          low_percent: z.number().int(),
          median_percent: z.number().int(),
          high_percent: z.number().int(),
        })
        .nullable(),
    }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 120, windowS: 60, by: 'person' },
  },
  'ipo.submit_suitability': {
    route: 'POST /api/ipo/suitability',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'Answer the questions on experience and risk. Returns whether offerings are suitable.',
    body: suitabilityAnswers,
    response: z.object({ suitable: z.boolean() }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'ipo.buy': {
    route: 'POST /api/ipo/buy',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    notDuringClosure: true,
    needsConsent: true,
    summary: 'Apply for shares, which places a hold on the money. In a direct offering, the purchase is immediate.',
    body: z.strictObject({
      stock_id: uuid,
      quantity: requestedQuantity,
      price_type: z.enum(priceTypes, 'validation.choice').default('any'),
      limit_price: requestedPrice.optional(),
      /** The wallet that pays; by default the one in the offering's currency. */
      wallet_id: uuid.optional(),
      /** "I am not a restricted person", FINRA rules 5130 and 5131. */
      unrestricted: flag.optional(),
      disclosure_version: version.optional(),
      prospectus_version: version.optional(),
      draw_secret: drawSecret.optional(),
      request_id: requestId,
    }),
    response: ipoApplication,
    refusals: [
      'payments.paused',
      ...applying,
      'ipo.no_wallet',
      'ipo.already_applied',
      'ipo.sold_out',
      'ledger.insufficient_funds',
    ],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.amend': {
    route: 'POST /api/ipo/amend',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    needsConsent: true,
    summary: 'Change quantity or price of an application, until the cut-off.',
    body: z.strictObject({
      application_id: uuid,
      quantity: requestedQuantity,
      price_type: z.enum(priceTypes, 'validation.choice').default('any'),
      limit_price: requestedPrice.optional(),
      request_id: requestId,
    }),
    response: ipoApplication,
    refusals: [
      'http.not_found',
      'ipo.cut_off',
      'ipo.lot_size',
      'ipo.minimum',
      'ipo.maximum',
      'ipo.limit_price',
      'staff.dealing',
      'ledger.insufficient_funds',
    ],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.cancel': {
    route: 'POST /api/ipo/cancel',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary: 'Cancel an application, until the cut-off or after a supplement. Its money is released.',
    body: z.strictObject({ application_id: uuid, request_id: requestId }),
    response: ipoApplication,
    refusals: ['http.not_found', 'ipo.cut_off'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.reconfirm': {
    route: 'POST /api/ipo/reconfirm',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    needsConsent: true,
    summary: 'Confirm an application again at a final price far outside the range.',
    body: z.strictObject({ application_id: uuid, request_id: requestId }),
    response: ipoApplication,
    refusals: [
      'http.not_found',
      'ipo.nothing_to_confirm',
      'ipo.confirm_over',
      'staff.dealing',
      'ledger.insufficient_funds',
    ],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.sell': {
    route: 'POST /api/ipo/sell',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary: 'Sell free shares at the quoted price, the oldest first.',
    body: z.strictObject({
      stock_id: uuid,
      quantity: requestedQuantity,
      /** The price that the client saw; a lower one now is refused. */
      price: requestedPrice.optional(),
      request_id: requestId,
    }),
    response: ipoSale,
    refusals: ['http.not_found', 'ipo.not_listed', 'ipo.not_free', 'ipo.no_price', 'ipo.price_moved'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.early_exit_quote': {
    route: 'POST /api/ipo/early-exit-quote',
    guard: 'signed_in',
    summary:
      'A price for leaving before the lock-up ends, valid for seconds unless the price falls. It replaces an earlier one.',
    body: z.strictObject({ stock_id: uuid, quantity: requestedQuantity }),
    response: z.object({
      quote_id: uuid,
      quantity: z.number().int(),
      market_price: decimal,
      haircut_percent: decimal,
      price: decimal,
      proceeds: decimal,
      fee: decimal,
      net: decimal,
      currency: z.string(),
      /** How many seconds it is valid from now: the caller's clock may differ. */
      holds_seconds: z.number().int(),
      expires_at: instant,
    }),
    refusals: ['http.not_found', 'ipo.no_early_exit', 'ipo.not_locked', 'ipo.no_price'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
  },
  'ipo.early_exit': {
    route: 'POST /api/ipo/early-exit',
    guard: 'signed_in',
    posts: true,
    needsProof: 'session',
    summary: 'Leave before the lock-up ends, at the quoted price.',
    body: z.strictObject({ quote_id: uuid, request_id: requestId }),
    response: ipoSale,
    refusals: ['http.not_found', 'ipo.quote_expired', 'ipo.not_locked', 'ipo.no_price', 'ipo.quote_moved'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.my_ipo': {
    route: 'POST /api/ipo/my-ipo',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s applications, newest first.',
    body: nothing,
    response: z.array(ipoApplication),
    refusals: ['http.not_found'],
  },
  'ipo.application': {
    route: 'POST /api/ipo/application',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'One of the caller’s applications with its history and next steps.',
    body: applicationId,
    response: applicationInfo,
    refusals: ['http.not_found'],
  },
  'ipo.receipt': {
    route: 'POST /api/ipo/receipt',
    guard: 'signed_in',
    summary: 'The receipt of one of the caller’s applications, as PDF in the caller’s language.',
    body: applicationId,
    response: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo.holdings': {
    route: 'POST /api/ipo/holdings',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s holdings in each offering.',
    body: nothing,
    response: z.array(ipoHolding),
    refusals: ['http.not_found'],
  },
  'ipo.history': {
    route: 'POST /api/ipo/history',
    readsReplica: true,
    guard: 'signed_in',
    underImpersonation: 'client',
    summary:
      'Applications, allotments and sales, newest first, with totals by currency over everything that matches ' +
      'the filter.',
    body: z.strictObject({ ...historyFilter, cursor: z.string().max(200).optional() }).refine(...daysInOrder),
    response: z.object({
      lines: z.array(historyLine),
      next_cursor: z.string().nullable(),
      totals: z.array(
        z.object({
          currency: z.string(),
          invested: decimal,
          proceeds: decimal,
          fees: decimal,
          /** Of what was sold: proceeds less cost less fees. */
          result: decimal,
        }),
      ),
    }),
    refusals: ['http.not_found'],
  },
  'ipo.history_file': {
    route: 'POST /api/ipo/history/file',
    readsReplica: true,
    guard: 'signed_in',
    summary: 'The same as a file.',
    body: z
      .strictObject({ ...historyFilter, format: z.enum(['csv', 'pdf'], 'validation.choice') })
      .refine(...daysInOrder),
    response: fileContent,
    refusals: ['http.not_found', 'ipo.history_length'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo.basis': {
    route: 'POST /api/ipo/basis',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The published basis of an allotment, with the caller’s row.',
    body: stockId,
    response: basis,
    refusals: ['http.not_found'],
  },
  'ipo.basis_file': {
    route: 'POST /api/ipo/basis/file',
    guard: 'signed_in',
    summary: 'Inputs and result of an allotment by application number, as CSV, from which it can be recomputed.',
    body: stockId,
    response: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  ...ipoFeedEndpoints,
} as const satisfies Endpoints;
