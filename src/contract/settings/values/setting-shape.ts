import type { z } from 'zod';

/** The shape of a setting's value, and its initial value. */
export interface SettingShape {
  shape: z.ZodType;
  initial?: unknown;
}
