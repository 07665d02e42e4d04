import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { decimal, instant, nothing, uuid } from './fields.ts';

/** An offering as clients see it. Money in `currency`, per share. */
export const offering = z.object({
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  exchange: z.string(),
  sector: z.string(),
  currency: z.string(),
  price_low: decimal,
  price_high: decimal,
  final_price: decimal.nullable(),
  lot_size: z.number().int(),
  lock_up_days: z.number().int(),
  fee_in_percent: decimal,
  fee_out_percent: decimal,
  state: z.enum(['announced', 'open', 'closed', 'priced', 'listed', 'withdrawn']),
  opens_at: instant,
  closes_at: instant,
  listed_at: instant.nullable(),
});
export type Offering = z.output<typeof offering>;

/** An application, or the holding that it became. */
export const ipoApplication = z.object({
  id: uuid,
  stock_id: uuid,
  issuer: z.string(),
  ticker: z.string(),
  currency: z.string(),
  /** Shares asked for. */
  quantity: z.number().int(),
  /** Shares received; null before the allotment. */
  allotted_quantity: z.number().int().nullable(),
  state: z.enum([
    'submitted',
    'amended',
    'reconfirm_required',
    'confirmed',
    'allotted',
    'not_allotted',
    'rejected',
    'settled',
    'in_lock_up',
    'tradable',
    'closed',
    'cancelled',
    'expired',
  ]),
  at: instant,
});
export type IpoApplication = z.output<typeof ipoApplication>;

export const ipoEndpoints = {
  'ipo.calendar': {
    route: 'POST /api/ipo/calendar',
    guard: 'client',
    summary: 'Offerings, the next deadline first. Not found where the operator offers no IPOs.',
    body: nothing,
    answer: z.array(offering),
    refusals: ['http.not_found'],
  },
  'ipo.my_ipo': {
    route: 'POST /api/ipo/my-ipo',
    guard: 'client',
    summary: 'The own applications and holdings, the latest first.',
    body: nothing,
    answer: z.array(ipoApplication),
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
