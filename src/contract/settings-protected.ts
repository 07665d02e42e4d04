import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { nothing, writtenLine } from './fields.ts';
import { guardedKeys } from './settings-names.ts';
import { proof, proofRefusals } from './proof.ts';
import { proposalDays } from './approval-request-names.ts';

/** Why somebody changes a setting, or does not. */
export const settingReason = writtenLine.pipe(z.string().min(3, 'validation.required').max(300));

const key = z.enum(guardedKeys, 'validation.choice');

export const guardedSettingEndpoints = {
  'house.second': {
    route: 'POST /api/staff/settings/second',
    guard: ['compliance', 'admin'],
    summary: 'Whether a change by the asker of what protects money waits for a second person.',
    body: nothing,
    answer: z.object({
      /** Whether a change by the asker waits for a second person. */
      second_needed: z.boolean(),
      /** How many could confirm it now; it can be none for a week after others were lost. */
      confirmers: z.number().int(),
    }),
  },
  'house.change_guarded': {
    route: 'POST /api/staff/settings/guarded',
    guard: ['admin'],
    summary: `Change a setting that protects money, with a proof that it is oneself. Where there is another administrator, compliance, or else finance, it becomes a proposal, which waits for one of them for ${proposalDays} days; else it counts at once.`,
    body: z.strictObject({
      key,
      /** Any value of the catalogue; its own shape is checked by its key. */
      value: z.unknown(),
      /** Of the value that was changed here. */
      version: z.coerce.number().int().min(0),
      reason: settingReason,
      ...proof,
    }),
    answer: z.object({ outcome: z.enum(['changed', 'proposed']) }),
    refusals: [
      'house.limit_order',
      'house.currency',
      'house.account_twice',
      'house.account_blank',
      'house.account_iban',
      'house.account_bic',
      'house.way_twice',
      'house.way_scale',
      'house.way_order',
      'house.way_fee',
      'house.tier_order',
      'house.tier_worse',
      'house.level_empty',
      'house.level_person',
      'house.level_funds',
      'house.each_currency',
      'house.mail_password',
      'house.given',
      ...proofRefusals,
      'http.forbidden',
      'proposals.open',
      'house.changed',
      'house.same',
      'house.no_second',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
