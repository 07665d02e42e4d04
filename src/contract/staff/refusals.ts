import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const staffRefusals = {
  'staff.blocked': {},
  'staff.closed': {},
  'staff.dealing': {},
  'staff.dealing_over': {},
  'staff.dealing_until': { status: 422 },
  'staff.impersonating': {},
  'staff.impersonation_changed': {},
  'staff.impersonation_of_staff': {},
  'staff.impersonation_read_only': { status: 403 },
  'staff.is_staff': {},
  'staff.managed_is_staff': {},
  'staff.no_approver': {},
  'staff.no_manager': { status: 422 },
  'staff.not_blocked': {},
  'staff.not_restricted': {},
  'staff.override_none': {},
  'staff.override_order': { status: 422 },
  'staff.override_until': { status: 422 },
  'staff.own_profile': {},
  'staff.own_roles': {},
  'staff.same_manager': {},
  'staff.same_roles': {},
  'staff.tags_full': { params: z.strictObject({ max: z.number() }) },
} as const satisfies Refusals;
