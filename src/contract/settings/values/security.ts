import { z } from 'zod';
import { sameNetworkRules } from '#contract/approvals/names.ts';
import { registrationRules, secondFactorRules } from '../names.ts';
import type { SettingShape } from './setting-shape.ts';

export const securityValues = {
  'security.client_second_factor': { shape: z.enum(secondFactorRules, 'validation.choice'), initial: 'choice' },
  'security.withdrawal_second_factor': { shape: z.enum(secondFactorRules, 'validation.choice'), initial: 'must' },
  'security.registration': { shape: z.enum(registrationRules, 'validation.choice'), initial: 'at_once' },
  'security.same_network_approvals': { shape: z.enum(sameNetworkRules, 'validation.choice'), initial: 'forbid' },
} as const satisfies Record<string, SettingShape>;
