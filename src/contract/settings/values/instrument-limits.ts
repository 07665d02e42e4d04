import { z } from 'zod';
import { usd } from './usd.ts';

/** What one card or bank account may bring in 24 hours and in 30 days, in US dollars, by all clients together; null is no limit. */
export const instrumentLimits = z.strictObject({ per_day: usd.nullable(), per_month: usd.nullable() });
export type InstrumentLimits = z.output<typeof instrumentLimits>;
