import type { DeclarationWith } from '#contract/declaration.ts';
import { awaited, optional, pressing, security } from '#contract/notifications/terms.ts';
import { paymentActions } from './names.ts';
import type { PaymentsEvents } from './events.ts';

export const payments = {
  auditActions: {
    payments: [
      ...paymentActions,
      'adjust',
      'queue_file',
      'make_file',
      'release_file',
      'give_up_file',
      'confirm_file',
      'download_file',
      'read_answer',
      'close_finding',
    ],
  },
  auditDetails: ['payment', 'category', 'method', 'bank_file', 'changed'],
  jobs: ['payments.expire', 'payments.bank_files', 'payments.providers'],
  adapters: {
    stripe: {
      port: 'payments',
      settings: { only_cards: { kind: 'flag' }, stand_in: { kind: 'stand_in' } },
      secrets: { api_key: {}, webhook_secret: {} },
      hooks: true,
    },
  },
  notifications: {
    'payments.deposit_cancelled': {},
    'payments.withdrawal_cancelled': {},
    'payments.deposit_credited': { deposit_credited: { group: 'money', channels: optional } },
    'payments.deposit_expired': { deposit_expired: { group: 'money', channels: optional } },
    'payments.deposit_rejected': { deposit_rejected: { group: 'money', channels: optional } },
    'payments.deposit_refunded': { deposit_refunded: { group: 'money', channels: optional } },
    'payments.deposit_charged_back': { deposit_charged_back: { group: 'money', ...pressing } },
    'payments.deposit_reversed': { deposit_reversed: { group: 'money', ...pressing } },
    'payments.adjustment_reversed': { adjustment_reversed: { group: 'money', ...pressing } },
    'payments.withdrawal_code_requested': { withdrawal_code: awaited },
    'payments.withdrawal_expired': { withdrawal_expired: { group: 'money', channels: optional } },
    'payments.withdrawal_submitted': { withdrawal_submitted: { group: 'money', channels: optional } },
    'payments.withdrawal_approved': { withdrawal_approved: { group: 'money', channels: optional } },
    'payments.withdrawal_sent': { withdrawal_sent: { group: 'money', channels: optional } },
    'payments.withdrawal_completed': { withdrawal_completed: { group: 'money', channels: optional } },
    'payments.withdrawal_rejected': { withdrawal_rejected: { group: 'money', channels: optional } },
    'payments.adjustment_posted': {
      adjustment_given: { group: 'money', channels: optional },
      adjustment_taken: { group: 'money', ...pressing },
    },
    'payments.destination_added': { destination_confirm: security },
  },
  publicEvents: [
    'deposit.cancelled',
    'deposit.expired',
    'deposit.credited',
    'deposit.rejected',
    'deposit.refunded',
    'deposit.charged_back',
    'deposit.reversed',
    'withdrawal.expired',
    'withdrawal.submitted',
    'withdrawal.approved',
    'withdrawal.sent',
    'withdrawal.completed',
    'withdrawal.rejected',
    'withdrawal.cancelled',
    'adjustment.posted',
    'adjustment.reversed',
  ],
} as const satisfies DeclarationWith<PaymentsEvents>;
