import { z } from 'zod';
import { articleCategories } from '#contract/articles/names.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { day, decimal, instant, language, uuid } from '#contract/kernel/fields.ts';
import { following, page, paging } from '#contract/kernel/reads/program-lists.ts';
import { legalKinds } from '#contract/legal/names.ts';
import { deal, order } from '#contract/trading/records.ts';
import { documentKinds, documentStates, documentTypes } from '#contract/verification/names.ts';

// What a data warehouse copies of what clients and staff do: trades, shares, documents, articles and the audit log.

const text = z.string();
const ofClient = { client_id: uuid.optional() };
const whose = { client_id: uuid };
/** The ticket, the number of the trading account, and when the row changed. */
const ofAccount = { id: text, account: text, client_id: uuid, updated_at: instant };
const former = { ticket: true, trading_account_id: true } as const;
const trading = {
  ...paging,
  account: z
    .string()
    .regex(/^\d{1,18}$/, 'validation.identifier')
    .optional(),
};

const tradingDeal = deal.omit(former).extend({ ...ofAccount, currency: text });
export type ApiDeal = z.output<typeof tradingDeal>;

const tradingOrder = order.omit(former).extend(ofAccount);
export type ApiOrder = z.output<typeof tradingOrder>;

const position = z.object({
  ...ofAccount,
  currency: text,
  symbol: text,
  side: order.shape.side,
  /** Lots: at first, and still open. */
  opened_volume: decimal,
  volume: decimal,
  open_price: decimal,
  sl: decimal.nullable(),
  tp: decimal.nullable(),
  margin: decimal,
  /** Gathered by night and paid on closing. */
  swap: decimal,
  opened_at: instant,
  closed_at: instant.nullable(),
  close_reason: order.shape.reason.nullable(),
});
export type ApiPosition = z.output<typeof position>;

const equity = z.object({
  /** The number of the trading account. */
  account: text,
  ...whose,
  on: z.iso.date(),
  currency: text,
  equity: decimal,
  /** The start of the hour for which it was recorded, the last one of the day. */
  recorded_at: instant,
});
export type ApiEquity = z.output<typeof equity>;

const holding = z.object({
  id: uuid,
  ...whose,
  wallet_id: uuid,
  offering_id: uuid,
  application_id: uuid,
  currency: text,
  quantity: z.number().int(),
  sold_quantity: z.number().int(),
  /** Without the fee. */
  cost: decimal,
  fee: decimal,
  transaction_id: uuid,
  acquired_at: instant,
  /** The end of the lock-up; null before the listing. */
  tradable_at: instant.nullable(),
  updated_at: instant,
});
export type ApiHolding = z.output<typeof holding>;

const sale = z.object({
  id: uuid,
  number: text,
  ...whose,
  wallet_id: uuid,
  offering_id: uuid,
  currency: text,
  quantity: z.number().int(),
  price: decimal,
  /** Before the fee. */
  proceeds: decimal,
  fee: decimal,
  /** Of the shares that were sold, with its fee. */
  cost: decimal,
  /** Taken off the price in an early exit, in hundredths of a percent. */
  early_exit_bps: z.number().int().nullable(),
  transaction_id: uuid,
  at: instant,
  updated_at: instant,
});
export type ApiSale = z.output<typeof sale>;

const allotment = z.object({
  /** Of the application. */
  id: uuid,
  ...whose,
  offering_id: uuid,
  tier: text,
  /** Of the tier, in hundredths. */
  weight: z.number().int(),
  requested: z.number().int(),
  eligible: z.boolean(),
  limit_met: z.boolean(),
  counted: z.number().int(),
  /** Null until the allotment is decided. */
  allotted: z.number().int().nullable(),
  updated_at: instant,
});
export type ApiAllotment = z.output<typeof allotment>;

const document = z.object({
  id: uuid,
  ...whose,
  kind: z.enum(documentKinds),
  type: z.enum(documentTypes),
  attempt: z.number().int(),
  state: z.enum(documentStates),
  reasons: z.array(text),
  final: z.boolean(),
  expires_on: z.iso.date().nullable(),
  sent_at: instant,
  decided_at: instant.nullable(),
  decided_by: uuid.nullable(),
  updated_at: instant,
});
export type ApiDocument = z.output<typeof document>;

const article = z.object({
  id: uuid,
  category: z.enum(articleCategories),
  /** Which tiers read it, by their benefit. */
  content: text,
  state: z.enum(['draft', 'published', 'withdrawn']),
  /** In the future while it is scheduled. */
  published_at: instant.nullable(),
  /** What readers see. */
  texts: z.array(z.object({ language, slug: text, title: text })),
  created_at: instant,
  updated_at: instant,
});
export type ApiArticle = z.output<typeof article>;

const consent = z.object({
  id: uuid,
  ...whose,
  document: z.enum(legalKinds),
  version: z.number().int(),
  version_id: uuid,
  /** In which the client read it. */
  language,
  accepted_at: instant,
  updated_at: instant,
});
export type ApiConsent = z.output<typeof consent>;

const note = z.object({
  id: uuid,
  ...whose,
  text,
  /** The person who wrote it, or who answers for the key of the program that did. */
  author_id: uuid,
  key_id: uuid.nullable(),
  created_at: instant,
  updated_at: instant,
});
export type ApiNote = z.output<typeof note>;

const declaration = z.object({
  id: uuid,
  ...whose,
  first_name: text,
  second_name: text,
  birth_on: z.iso.date(),
  /** ISO 3166 code of the country. */
  nationality: text,
  /** In E.164. */
  phone: text,
  address: text,
  declared_at: instant,
  updated_at: instant,
});
export type ApiDeclaration = z.output<typeof declaration>;

const economicProfile = z.object({
  id: uuid,
  ...whose,
  /** Version of the questions. */
  version: z.number().int(),
  /** Code of the chosen answer by code of the question. */
  answers: z.record(text, text),
  declared_at: instant,
  updated_at: instant,
});
export type ApiEconomicProfile = z.output<typeof economicProfile>;

const auditEntry = z.object({
  /** Its number in the chain, without gaps. */
  id: text,
  entry_id: uuid,
  action: text,
  actor_id: uuid.nullable(),
  client_id: uuid.nullable(),
  details: z.record(z.string(), z.unknown()),
  /** Of the chain up to the entry, in hexadecimal. */
  hash: text,
  at: instant,
});
export type ApiAuditEntry = z.output<typeof auditEntry>;

export const programActivityEndpoints = {
  'operator_api.deals': {
    route: 'GET /api/operator/v1/trading/deals',
    guard: { scope: 'trading:read' },
    summary: 'Deals of the embedded platform, newest first: trades, and money that came to an account or left it.',
    query: z.strictObject(trading),
    response: page(tradingDeal),
  },
  'operator_api.orders': {
    route: 'GET /api/operator/v1/trading/orders',
    guard: { scope: 'trading:read' },
    summary: 'Orders of the embedded platform, newest first.',
    query: z.strictObject(trading),
    response: page(tradingOrder),
  },
  'operator_api.positions': {
    route: 'GET /api/operator/v1/trading/positions',
    guard: { scope: 'trading:read' },
    summary: 'Positions of the embedded platform, newest first.',
    query: z.strictObject({ ...trading, state: z.enum(['open', 'closed'], 'validation.choice').optional() }),
    response: page(position),
  },
  'operator_api.equity': {
    route: 'GET /api/operator/v1/trading/equity',
    guard: { scope: 'trading:read' },
    summary:
      'The last equity of each trading account that was recorded on a day (UTC), on any platform. Without `day` it is yesterday.',
    query: z.strictObject({ limit: paging.limit, cursor: trading.account, day: day.optional() }),
    response: page(equity),
  },
  'operator_api.holdings': {
    route: 'GET /api/operator/v1/ipo/holdings',
    guard: { scope: 'ipo:read' },
    summary: 'Shares that clients got from applications, newest first.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(holding),
  },
  'operator_api.sales': {
    route: 'GET /api/operator/v1/ipo/sales',
    guard: { scope: 'ipo:read' },
    summary: 'Sales of such shares, newest first.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(sale),
  },
  'operator_api.allotments': {
    route: 'GET /api/operator/v1/ipo/allotments',
    guard: { scope: 'ipo:read' },
    summary: 'Applications as they take part in allotments, newest first.',
    query: z.strictObject({ ...paging, offering_id: uuid.optional() }),
    response: page(allotment),
  },
  'operator_api.documents': {
    route: 'GET /api/operator/v1/documents',
    guard: { scope: 'verification:read' },
    summary: 'Documents that clients have sent, newest first. Never includes their numbers or contents.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(document),
  },
  'operator_api.articles': {
    route: 'GET /api/operator/v1/articles',
    guard: { scope: 'articles:read' },
    summary: 'Articles with the languages of their published texts, newest first.',
    query: z.strictObject(paging),
    response: page(article),
  },
  'operator_api.consents': {
    route: 'GET /api/operator/v1/consents',
    guard: { scope: 'clients:read' },
    summary: 'Versions of legal documents that clients have accepted, newest first.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(consent),
  },
  'operator_api.notes': {
    route: 'GET /api/operator/v1/notes',
    guard: { scope: 'notes:read' },
    summary: 'Notes of staff and programs on clients, newest first. Clients never see them.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(note),
  },
  'operator_api.declarations': {
    route: 'GET /api/operator/v1/declarations',
    guard: { scope: 'declarations:read' },
    summary:
      'Personal data that clients have declared, or staff or programs have corrected since, newest first. The latest of a client applies.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(declaration),
  },
  'operator_api.economic_profiles': {
    route: 'GET /api/operator/v1/economic-profiles',
    guard: { scope: 'declarations:read' },
    summary: 'Answers of clients about their economic situation, newest first. The latest of a client apply.',
    query: z.strictObject({ ...paging, ...ofClient }),
    response: page(economicProfile),
  },
  'operator_api.audit': {
    route: 'GET /api/operator/v1/audit',
    guard: { scope: 'audit:read' },
    summary: 'The audit log in the order of its chain.',
    refusals: ['operator.place_ahead'],
    query: z.strictObject(following),
    response: page(auditEntry),
  },
} as const satisfies Endpoints;
