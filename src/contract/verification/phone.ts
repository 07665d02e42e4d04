import { z } from 'zod';
import { instant } from '#contract/kernel/fields.ts';
import { codeDeliveries, phoneProofs } from './names.ts';

/** What confirms the present number; null while nothing does. */
export const phoneProof = z.object({ by: z.enum(phoneProofs), at: instant }).nullable();

/** The same for staff: `who` and `how` of a colleague. */
export const phoneProofForStaff = z
  .object({ by: z.enum(phoneProofs), at: instant, who: z.string().nullable(), how: z.string().nullable() })
  .nullable();

/** How the client can confirm the number themselves. */
export const phoneCode = z.object({
  /** Whether codes can be sent to this number now; otherwise staff call. */
  available: z.boolean(),
  /** The code that can be entered. */
  sent: z.object({ at: instant, expires_at: instant, delivery: z.enum(codeDeliveries) }).nullable(),
});
