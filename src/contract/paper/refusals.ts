import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const paperRefusals = {
  'paper.expiry': { status: 422 },
  'paper.margin': {},
  'paper.market_closed': {},
  'paper.order_gone': {},
  'paper.order_limit': { params: z.strictObject({ max: z.number() }) },
  'paper.position_gone': {},
  'paper.price_above': { status: 422, params: z.strictObject({ price: z.string(), distance: z.string() }) },
  'paper.price_below': { status: 422, params: z.strictObject({ price: z.string(), distance: z.string() }) },
  'paper.price_digits': { status: 422, params: z.strictObject({ digits: z.number() }) },
  'paper.price_missing': { status: 422 },
  'paper.price_stale': {},
  'paper.read_only': {},
  'paper.signed_out': { status: 401 },
  'paper.sl_above': { status: 422, params: z.strictObject({ price: z.string(), distance: z.string() }) },
  'paper.sl_below': { status: 422, params: z.strictObject({ price: z.string(), distance: z.string() }) },
  'paper.symbol': { status: 422 },
  'paper.tp_above': { status: 422, params: z.strictObject({ price: z.string(), distance: z.string() }) },
  'paper.tp_below': { status: 422, params: z.strictObject({ price: z.string(), distance: z.string() }) },
  'paper.volume_max': { status: 422, params: z.strictObject({ max: z.string() }) },
  'paper.volume_min': { status: 422, params: z.strictObject({ min: z.string() }) },
  'paper.volume_position': { status: 422, params: z.strictObject({ max: z.string() }) },
  'paper.volume_step': { status: 422, params: z.strictObject({ step: z.string() }) },
} as const satisfies Refusals;
