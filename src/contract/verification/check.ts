import { z } from 'zod';
import { day, instant, uuid } from '#contract/kernel/fields.ts';
import { formattedReason } from '#contract/reasons/endpoints.ts';
import { checkProblems, checkStates } from './names.ts';

/** The check of identity by a provider, as its client sees it; null where there is neither a provider nor a check. */
export const identityCheck = z
  .object({
    provider: z.string(),
    /** Whether it can be started or continued now. */
    open: z.boolean(),
    state: z.enum(checkStates).nullable(),
    /** Why it has to be repeated. */
    reasons: z.array(formattedReason),
  })
  .nullable();

export const heldBack = ['name', 'birth_on', 'duplicate', 'screening', 'restricted', 'rejected'] as const;
export type HeldBack = (typeof heldBack)[number];

/** The same for staff. */
export const identityCheckForStaff = z.object({
  id: uuid,
  /** The connection, or the key of the program that reported the check. */
  provider: z.string(),
  reported: z.boolean(),
  applicant: z.string().nullable(),
  state: z.enum(checkStates),
  level: z.string().nullable(),
  /** The provider’s words for why it was not approved. */
  labels: z.array(z.string()),
  /** What the provider has read from the document. */
  name: z.string().nullable(),
  birth_on: day.nullable(),
  /** Which of the two differ from the personal data. */
  differs: z.array(z.enum(['name', 'birth_on'])),
  problem: z.enum(checkProblems).nullable(),
  /** Why a positive result did not approve by itself, where its connection lets it. */
  held_back: z.array(z.enum(heldBack)),
  /** What staff found and did about the problem; null while it is open. */
  noted: z.object({ by: z.string(), at: instant, note: z.string() }).nullable(),
  changed_at: instant,
});
export type IdentityCheckForStaff = z.output<typeof identityCheckForStaff>;
