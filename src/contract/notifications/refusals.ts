import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const notificationsRefusals = {
  'notifications.always': {},
  'push.address': { status: 422 },
  'push.off': {},
} as const satisfies Refusals;
