import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import {
  day,
  daysInOrder,
  decimal,
  done,
  fileContent,
  flag,
  instant,
  nothing,
  requestId,
  secretToken,
  uuid,
  wholeNumber,
} from './fields.ts';
import { historyKinds, priceTypes, suitabilityQuestions } from './ipo-names.ts';
import {
  applicationInfo,
  basis,
  historyLine,
  ipoApplication,
  ipoHolding,
  ipoSale,
  offering,
  offeringInfo,
} from './ipo-records.ts';

/** Shares as a person asks for them. */
const quantityAsked = wholeNumber(1, 2_000_000_000);
/** Of a document that the client was shown. */
const version = wholeNumber(0, 1_000_000_000);

/**
 * 32 random bytes in hex that the caller brings to the draw; the server makes them for a caller without. Those of the first
 * application for an offering are kept.
 */
const drawSecret = z.string().regex(/^[\da-f]{64}$/, 'validation.identifier');

/** A price per share as a person writes it; that it fits the currency is checked by the room. */
export const priceAsked = z
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
    guard: 'client',
    underWatch: 'client',
    summary: 'Offerings, the next deadline first. Not found where the operator offers no IPOs.',
    body: nothing,
    answer: z.array(offering),
    refusals: ['http.not_found'],
  },
  'ipo.offering': {
    route: 'POST /api/ipo/offering',
    guard: 'client',
    underWatch: 'client',
    summary: 'All about one offering, and what stands between the asker and an application.',
    body: stockId,
    answer: offeringInfo,
    refusals: ['http.not_found'],
  },
  'ipo.odds': {
    route: 'POST /api/ipo/odds',
    guard: 'client',
    underWatch: 'client',
    summary:
      'What became of requests of so many lots in past offerings of the same method, for the calculator. Whole percent.',
    body: z.strictObject({ stock_id: uuid, lots: wholeNumber(1, 2_000_000_000) }),
    answer: z.object({
      /** Null where too little has happened so far. */
      odds: z
        .object({
          /** Only requests of the asker's tier were looked at, as the method looks at it. */
          of_own_tier: z.boolean(),
          /** Only requests of similar size. */
          of_similar_size: z.boolean(),
          /** What it rests on. */
          offerings: z.number().int(),
          requests: z.number().int(),
          /** So many of a hundred got shares. */
          served_percent: z.number().int(),
          /** What a tenth, half and nine tenths of them got at most, of what they had asked for. */
          low_percent: z.number().int(),
          median_percent: z.number().int(),
          high_percent: z.number().int(),
        })
        .nullable(),
    }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 120, windowS: 60, by: 'person' },
  },
  'ipo.answer_suitability': {
    route: 'POST /api/ipo/suitability',
    guard: 'client',
    needsProof: 'session',
    summary: 'Answer the questions on experience and risk. Says whether offerings are suitable.',
    body: z.strictObject({
      experience: z.enum(suitabilityQuestions.experience, 'validation.choice'),
      allotment_is_uncertain: z.enum(suitabilityQuestions.allotment_is_uncertain, 'validation.choice'),
      lock_up_means: z.enum(suitabilityQuestions.lock_up_means, 'validation.choice'),
      worst_case: z.enum(suitabilityQuestions.worst_case, 'validation.choice'),
      share_of_savings: z.enum(suitabilityQuestions.share_of_savings, 'validation.choice'),
    }),
    answer: z.object({ suitable: z.boolean() }),
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'ipo.buy': {
    route: 'POST /api/ipo/buy',
    guard: 'client',
    needsProof: 'session',
    notWhileClosing: true,
    needsConsent: true,
    summary: 'Apply for shares, which sets money aside; of a direct offering, buy at once.',
    body: z.strictObject({
      stock_id: uuid,
      quantity: quantityAsked,
      price_type: z.enum(priceTypes, 'validation.choice').default('any'),
      limit_price: priceAsked.optional(),
      /** The wallet that pays; by default the one in the offering's currency. */
      wallet_id: uuid.optional(),
      /** "I am not a restricted person", FINRA rules 5130 and 5131. */
      unrestricted: flag.optional(),
      disclosure_version: version.optional(),
      prospectus_version: version.optional(),
      draw_secret: drawSecret.optional(),
      request_id: requestId,
    }),
    answer: ipoApplication,
    refusals: [...applying, 'ipo.no_wallet', 'ipo.already_applied', 'ipo.sold_out', 'ledger.insufficient_funds'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.amend': {
    route: 'POST /api/ipo/amend',
    guard: 'client',
    needsProof: 'session',
    needsConsent: true,
    summary: 'Change quantity or price of an application, until the cut-off.',
    body: z.strictObject({
      application_id: uuid,
      quantity: quantityAsked,
      price_type: z.enum(priceTypes, 'validation.choice').default('any'),
      limit_price: priceAsked.optional(),
      request_id: requestId,
    }),
    answer: ipoApplication,
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
    guard: 'client',
    needsProof: 'session',
    summary: 'Cancel an application, until the cut-off or after a supplement; the money is free again.',
    body: z.strictObject({ application_id: uuid, request_id: requestId }),
    answer: ipoApplication,
    refusals: ['http.not_found', 'ipo.cut_off'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.reconfirm': {
    route: 'POST /api/ipo/reconfirm',
    guard: 'client',
    needsProof: 'session',
    needsConsent: true,
    summary: 'Confirm an application again at the final price, which lies far outside the range.',
    body: z.strictObject({ application_id: uuid, request_id: requestId }),
    answer: ipoApplication,
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
    guard: 'client',
    needsProof: 'session',
    summary: 'Sell free shares at the quoted price, the oldest first.',
    body: z.strictObject({
      stock_id: uuid,
      quantity: quantityAsked,
      /** The price that the client saw; a lower one now is refused. */
      price: priceAsked.optional(),
      request_id: requestId,
    }),
    answer: ipoSale,
    refusals: ['http.not_found', 'ipo.not_listed', 'ipo.not_free', 'ipo.no_price', 'ipo.price_moved'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.early_exit_quote': {
    route: 'POST /api/ipo/early-exit-quote',
    guard: 'client',
    summary:
      'A price for leaving before the lock-up ends, good for some seconds unless the price falls meanwhile. It replaces an earlier one.',
    body: z.strictObject({ stock_id: uuid, quantity: quantityAsked }),
    answer: z.object({
      quote_id: uuid,
      quantity: z.number().int(),
      market_price: decimal,
      haircut_percent: decimal,
      price: decimal,
      proceeds: decimal,
      fee: decimal,
      net: decimal,
      currency: z.string(),
      /** So long it is good from now: the caller's clock may differ. */
      holds_seconds: z.number().int(),
      expires_at: instant,
    }),
    refusals: ['http.not_found', 'ipo.no_early_exit', 'ipo.not_locked', 'ipo.no_price'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
  },
  'ipo.early_exit': {
    route: 'POST /api/ipo/early-exit',
    guard: 'client',
    needsProof: 'session',
    summary: 'Leave before the lock-up ends, at the quoted price.',
    body: z.strictObject({ quote_id: uuid, request_id: requestId }),
    answer: ipoSale,
    refusals: ['http.not_found', 'ipo.quote_expired', 'ipo.not_locked', 'ipo.no_price', 'ipo.quote_moved'],
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
    idempotent: true,
  },
  'ipo.my_ipo': {
    route: 'POST /api/ipo/my-ipo',
    guard: 'client',
    underWatch: 'client',
    summary: 'The own applications, the latest first.',
    body: nothing,
    answer: z.array(ipoApplication),
    refusals: ['http.not_found'],
  },
  'ipo.application': {
    route: 'POST /api/ipo/application',
    guard: 'client',
    underWatch: 'client',
    summary: 'An own application with what happened to it and what comes next.',
    body: applicationId,
    answer: applicationInfo,
    refusals: ['http.not_found'],
  },
  'ipo.receipt': {
    route: 'POST /api/ipo/receipt',
    guard: 'client',
    summary: 'The receipt of an own application, as PDF in the language of the asker.',
    body: applicationId,
    answer: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo.holdings': {
    route: 'POST /api/ipo/holdings',
    guard: 'client',
    underWatch: 'client',
    summary: 'What the asker holds of each offering.',
    body: nothing,
    answer: z.array(ipoHolding),
    refusals: ['http.not_found'],
  },
  'ipo.history': {
    route: 'POST /api/ipo/history',
    guard: 'client',
    underWatch: 'client',
    summary:
      'Applications, allotments and sales, the latest first, with totals by currency over all that pass the filter.',
    body: z.strictObject({ ...historyFilter, cursor: z.string().max(200).optional() }).refine(...daysInOrder),
    answer: z.object({
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
    guard: 'client',
    summary: 'The same as a file.',
    body: z
      .strictObject({ ...historyFilter, format: z.enum(['csv', 'pdf'], 'validation.choice') })
      .refine(...daysInOrder),
    answer: fileContent,
    refusals: ['http.not_found', 'ipo.history_length'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo.basis': {
    route: 'POST /api/ipo/basis',
    guard: 'client',
    underWatch: 'client',
    summary: 'The published basis of an allotment, with the own row.',
    body: stockId,
    answer: basis,
    refusals: ['http.not_found'],
  },
  'ipo.basis_file': {
    route: 'POST /api/ipo/basis/file',
    guard: 'client',
    summary: 'Inputs and result of an allotment by application number, as CSV, from which it can be recomputed.',
    body: stockId,
    answer: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 20, windowS: 60, by: 'person' },
  },
  'ipo.feed': {
    route: 'POST /api/ipo/calendar-feed',
    guard: 'client',
    underWatch: 'client',
    summary: 'Whether the asker has a calendar address.',
    body: nothing,
    answer: z.object({ created_at: instant.nullable() }),
    refusals: ['http.not_found'],
  },
  'ipo.feed_create': {
    route: 'POST /api/ipo/calendar-feed/create',
    guard: 'client',
    needsProof: 'session',
    summary: 'A new calendar address, told once; the one before it stops working.',
    body: nothing,
    answer: z.object({ url: z.string() }),
    refusals: ['http.not_found'],
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'ipo.feed_revoke': {
    route: 'POST /api/ipo/calendar-feed/revoke',
    guard: 'client',
    summary: 'Let the calendar address stop working, also while no IPOs are offered.',
    body: nothing,
    answer: done,
  },
  'ipo.feed_read': {
    route: 'GET /api/ipo/calendar-feed/:token',
    guard: 'anyone',
    summary: 'Deadlines of offerings as iCalendar, for whoever knows the address.',
    params: z.strictObject({ token: secretToken }),
    answer: fileContent,
    refusals: ['http.not_found'],
    rateLimit: { hits: 60, windowS: 3600, by: 'address' },
  },
} as const satisfies Endpoints;
