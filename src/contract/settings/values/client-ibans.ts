import { z } from 'zod';
import { currencyCode } from '#contract/kernel/fields.ts';

/** One IBAN, often written in groups. */
const iban = z
  .string()
  .max(60)
  .transform((text) => text.replace(/[\s.-]/g, '').toUpperCase());

/** In which currencies each client gets an IBAN of their own, and those that the bank has opened. They are checked where they are stored. */
export const clientIbans = z
  .array(
    z.strictObject({
      currency: currencyCode,
      ibans: z
        .array(iban)
        .max(5000)
        .transform((all) => all.filter(Boolean)),
    }),
    'validation.type',
  )
  .max(60)
  .refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length, 'validation.choice')
  .transform((all) => all.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)));
export type ClientIbans = z.output<typeof clientIbans>;
