import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const supportRefusals = {
  'support.closed': {},
  'support.email_unverified': {},
  'support.empty': { status: 422 },
  'support.hours_overlap': { status: 422 },
  'support.no_hours': { status: 422 },
  'support.not_an_agent': { status: 422 },
  'support.not_answered': {},
  'support.not_resolved': {},
  'support.placeholder': { status: 422, params: z.strictObject({ name: z.string(), allowed: z.string() }) },
  'support.rated': {},
  'support.recipient': { status: 422 },
  'support.settings_changed': {},
  'support.settled': {},
  'support.shortcut_taken': { status: 422 },
  'support.snooze_due': {},
  'support.snooze_past': { status: 422 },
  'support.tier_order': { status: 422 },
  'support.time_zone': { status: 422 },
} as const satisfies Refusals;
