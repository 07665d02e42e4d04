import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const connectionsRefusals = {
  'connections.adapter': { status: 422 },
  'connections.value': { status: 422 },
  'connections.address': { status: 422 },
  'connections.account_fixed': { status: 422 },
  'connections.amounts': { status: 422 },
  'connections.secret_again': { status: 422 },
  'connections.untested': {},
  'connections.unchanged': {},
  'connections.forged': {},
  'connections.still_on': {},
  'connections.off_takes_two': {},
  'connections.removal_takes_two': {},
  'connections.in_use': { params: z.strictObject({ count: z.number() }) },
  'connections.event_waiting': {},
} as const satisfies Refusals;
