import { z } from 'zod';
import { writtenLine } from '#contract/kernel/fields.ts';

/** Why an approval from the network or device of its author is to count all the same. */
export const overrule = { overrule: writtenLine.pipe(z.string().min(3, 'validation.required').max(300)).optional() };
