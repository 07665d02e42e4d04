import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, nothing, writtenLine } from '#contract/kernel/fields.ts';
import { protectedKeys } from './names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';
import { approvalRequestDays } from '#contract/approvals/request-names.ts';

/** Why a person changes a setting, or declines the change. */
export const settingReason = writtenLine.pipe(z.string().min(3, 'validation.required').max(300));

const key = z.enum(protectedKeys, 'validation.choice');

export const guardedSettingEndpoints = {
  'settings.approvers': {
    route: 'POST /api/staff/settings/approvers',
    guard: ['compliance', 'admin'],
    summary: 'Whether the caller’s change to a protected setting needs a second person.',
    body: nothing,
    response: z.object({
      /** Whether a change by the caller needs approval. */
      approver_needed: z.boolean(),
      /** How many could confirm it now; can be none for a week after others were lost. */
      approvers: z.number().int(),
    }),
  },
  'settings.change_protected': {
    route: 'POST /api/staff/settings/protected',
    guard: ['admin'],
    summary:
      'Change a setting that protects money. With proof of identity. With another administrator, a compliance ' +
      'officer or else a finance officer, it becomes a request for ' +
      `${approvalRequestDays} days; otherwise it takes effect at once.`,
    body: z.strictObject({
      key,
      /** Any value of the catalogue; its own shape is checked by its key. */
      value: z.unknown(),
      /** Of the value that was changed here. */
      version: z.coerce.number().int().min(0),
      reason: settingReason,
      ...proof,
    }),
    response: z.object({ outcome: z.enum(['changed', 'proposed']) }),
    refusals: [
      'settings.limit_order',
      'settings.currency',
      'settings.currency_unrated',
      'settings.account_twice',
      'settings.account_blank',
      'settings.account_field',
      'settings.client_iban',
      'settings.client_iban_twice',
      'settings.method_twice',
      'settings.method_scale',
      'settings.method_order',
      'settings.method_fee',
      'settings.tier_order',
      'settings.tier_worse',
      'settings.level_empty',
      'settings.level_person',
      'settings.level_funds',
      'settings.brand_host',
      'settings.picture',
      'settings.font',
      'settings.each_currency',
      'settings.each_rate',
      'settings.rate_ahead',
      'settings.email_password',
      'settings.not_simulated',
      'settings.given',
      ...proofRefusals,
      'http.forbidden',
      'approvals.request_open',
      'settings.changed',
      'settings.same',
      'settings.no_approver',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'settings.stop_approval': {
    route: 'POST /api/staff/settings/stop-approval',
    guard: ['finance', 'admin', 'compliance'],
    summary: 'Switch off the rules that approve withdrawals, at once. On again takes two people.',
    body: z.strictObject({ reason: settingReason }),
    response: done,
  },
} as const satisfies Endpoints;
