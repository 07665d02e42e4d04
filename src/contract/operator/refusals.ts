import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const operatorRefusals = {
  'operator.address': { status: 403 },
  'operator.addresses': { status: 422 },
  'operator.addresses_wide': { status: 422 },
  'operator.end_passed': { status: 422 },
  'operator.key_ended': {},
  'operator.key_forged': {},
  'operator.key_of_another': { params: z.strictObject({ name: z.string() }) },
  'operator.key_of_two': {},
  'operator.key_yours': {},
  'operator.keys_full': { params: z.strictObject({ max: z.number() }) },
  'operator.network': { status: 422 },
  'operator.place_ahead': { params: z.strictObject({ after: z.string() }) },
  'operator.scope': { status: 403, params: z.strictObject({ scope: z.string() }) },
  'operator.scopes': { status: 422 },
  'operator.url': { status: 422 },
  'operator.webhook_address': { status: 422 },
  'operator.webhook_off': {},
  'operator.webhooks_full': { params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
