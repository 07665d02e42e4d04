import { z } from 'zod';
import { wholeNumber } from '#contract/kernel/fields.ts';
import { automaticApproval } from './automatic-approval.ts';
import { bankAccounts } from './bank-accounts.ts';
import { clientIbans } from './client-ibans.ts';
import { instrumentLimits } from './instrument-limits.ts';
import { paymentTerms } from './payment-terms.ts';
import type { SettingShape } from './setting-shape.ts';
import { usd } from './usd.ts';

/** An amount that is null is no limit. */
const limit = z.strictObject({
  allowed: z.boolean('validation.type'),
  per_operation: usd.nullable(),
  per_day: usd.nullable(),
  per_month: usd.nullable(),
});

export const paymentValues = {
  'payments.bank_accounts': { shape: bankAccounts },
  'payments.client_ibans': { shape: clientIbans, initial: [] },
  'payments.terms': { shape: paymentTerms },
  'payments.limits': {
    shape: z.array(z.strictObject({ level: wholeNumber(0, 4), deposit: limit, withdrawal: limit })).length(5),
  },
  'payments.instrument_limits': { shape: instrumentLimits, initial: { per_day: null, per_month: null } },
  'payments.withdrawal_cooling_off_hours': { shape: wholeNumber(0, 720) },
  'payments.crypto_address_hours': { shape: wholeNumber(0, 720) },
  'payments.second_approver_from': { shape: usd },
  'payments.approver_day_total': { shape: usd },
  'payments.automatic_approval': {
    shape: automaticApproval,
    initial: { day_count: 50, day_total: '25000', least_rates: [], rules: [] },
  },
  'payments.review_hours': { shape: wholeNumber(1, 720) },
  'payments.confirm_minutes': { shape: wholeNumber(5, 1440) },
  'payments.code_minutes': { shape: wholeNumber(1, 60) },
  'payments.code_attempts': { shape: wholeNumber(1, 10) },
  'payments.destination_link_hours': { shape: wholeNumber(1, 168) },
  'payments.destinations_per_client': { shape: wholeNumber(1, 100) },
} as const satisfies Record<string, SettingShape>;
