import type { z } from 'zod';

/** What a value of a setting looks like, and what holds until somebody chooses. */
export interface SettingShape {
  shape: z.ZodType;
  initial?: unknown;
}
