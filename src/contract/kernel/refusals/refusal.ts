import { z } from 'zod';

/** Why a call is declined by a rule. Its message for people is the text `errors.<code>`, with underscores for dots. */
export interface RefusalSpec {
  /** 409, a rule of the business, unless given. 422 is about one field of the input, and shown there. */
  readonly status?: 400 | 401 | 403 | 404 | 409 | 413 | 415 | 421 | 422 | 429 | 503;
  /** The values that come with it, which its message may name. */
  readonly params?: z.ZodObject;
}
export type Refusals = Record<`${string}.${string}`, RefusalSpec>;

/** Of a refusal that ends by itself. The response has `Retry-After`, too. */
export const wait = z.strictObject({ seconds: z.number(), minutes: z.number() });
