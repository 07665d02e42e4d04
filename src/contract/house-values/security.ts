import { z } from 'zod';
import { secondFactorRules } from '../house-names.ts';
import type { SettingShape } from './setting-shape.ts';

export const securityValues = {
  'security.client_second_factor': { shape: z.enum(secondFactorRules, 'validation.choice'), initial: 'choice' },
} as const satisfies Record<string, SettingShape>;
