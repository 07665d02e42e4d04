import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { done, instant, nothing, uuid, writtenLine } from './fields.ts';
import { guardedKeys, proposalDays } from './house-names.ts';
import { proof, proofRefusals } from './proof.ts';

/** Why somebody changes a setting, or does not. */
export const settingReason = writtenLine.pipe(z.string().min(3, 'validation.required').max(300));

const key = z.enum(guardedKeys, 'validation.choice');

/** Any value of the catalogue; its own shape is checked by its key. */
const value = z.unknown();

const proposal = z.object({
  id: uuid,
  key,
  /** That held when it was proposed. */
  was: value,
  value,
  reason: z.string(),
  author: z.string(),
  /** Whether the asker proposed it. */
  own: z.boolean(),
  created_at: instant,
  expires_at: instant,
});
export type SettingProposal = z.output<typeof proposal>;

const proposal_id = uuid;

export const houseProposalEndpoints = {
  'house.proposals': {
    route: 'POST /api/staff/settings/proposals',
    guard: ['compliance', 'admin'],
    summary: 'Changes of what protects money that wait for another administrator, and whether the asker needs one.',
    body: nothing,
    answer: z.object({
      proposals: z.array(proposal),
      /** Whether a change by the asker waits for another administrator. */
      second_needed: z.boolean(),
      /** How many could confirm it now; it can be none for a week after others were lost. */
      confirmers: z.number().int(),
    }),
  },
  'house.change_guarded': {
    route: 'POST /api/staff/settings/guarded',
    guard: ['admin'],
    summary: `Change a setting that protects money, with a proof that it is oneself. Where there is another administrator it becomes a proposal, which waits for him for ${proposalDays} days; else it counts at once.`,
    body: z.strictObject({
      key,
      value,
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
      'house.proposal_open',
      'house.changed',
      'house.same',
      'house.no_second',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'house.confirm_proposal': {
    route: 'POST /api/staff/settings/proposals/confirm',
    guard: ['admin'],
    summary: 'Put into force what another administrator has proposed, with a proof that it is oneself.',
    body: z.strictObject({ proposal_id, ...proof }),
    answer: done,
    refusals: [
      ...proofRefusals,
      'http.not_found',
      'house.own_proposal',
      'house.proposal_over',
      'http.forbidden',
      'house.not_yet',
      'house.author_gone',
      'house.proposal_outdated',
      'house.changed',
    ],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'house.decline_proposal': {
    route: 'POST /api/staff/settings/proposals/decline',
    guard: ['admin'],
    summary: 'Turn down what another administrator has proposed; its author is told why.',
    body: z.strictObject({ proposal_id, reason: settingReason }),
    answer: done,
    refusals: ['http.not_found', 'house.own_proposal', 'house.proposal_over'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'house.withdraw_proposal': {
    route: 'POST /api/staff/settings/proposals/withdraw',
    guard: ['admin'],
    summary: 'Take an own proposal back.',
    body: z.strictObject({ proposal_id }),
    answer: done,
    refusals: ['http.not_found', 'house.others_proposal', 'house.proposal_over'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
} as const satisfies Endpoints;
