import { z } from 'zod';
import type { Refusals } from '#contract/kernel/refusals/refusal.ts';

export const verificationRefusals = {
  'verification.assigned_to_other': { params: z.strictObject({ name: z.string() }) },
  'verification.both_sides': { status: 422 },
  'verification.changed_meanwhile': {},
  'verification.check_unreachable': {},
  'verification.checks_off': {},
  'verification.decided': {},
  'verification.document_expired': { status: 422 },
  'verification.document_old': { status: 422, params: z.strictObject({ months: z.number() }) },
  'verification.final': {},
  'verification.in_review': {},
  'verification.name_locked': { status: 422 },
  'verification.no_phone': {},
  'verification.not_assigned': {},
  'verification.not_needed': {},
  'verification.not_yet_issued': { status: 422 },
  'verification.own_case': {},
  'verification.own_report': {},
  'verification.phone_codes_off': {},
  'verification.phone_confirmed': {},
  'verification.phone_missing': {},
  'verification.phone_unreachable': {},
  'verification.same_document': {},
  'verification.under_age': { status: 422, params: z.strictObject({ years: z.number() }) },
} as const satisfies Refusals;
