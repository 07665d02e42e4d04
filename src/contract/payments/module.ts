import type { DeclarationWith } from '#contract/declaration.ts';
import { awaited, optional, pressing, security } from '#contract/notifications/terms.ts';
import { paymentActions } from './names.ts';
import type { PaymentsEvents } from './events.ts';

/** A store of BTCPay Server, to be paid and to pay. */
const btcpayStore = {
  settings: {
    address: { kind: 'address' },
    store_id: { kind: 'text', account: true },
    test_network: { kind: 'flag' },
  },
  secrets: { api_key: {}, webhook_secret: {} },
  hooks: true,
} as const;

export const payments = {
  auditActions: {
    payments: [
      ...paymentActions,
      'adjust',
      'report_deposit',
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
  auditDetails: ['undecided_at', 'payment', 'category', 'method', 'bank_file', 'changed'],
  jobs: ['payments.expire', 'payments.bank_files', 'payments.deliver', 'payments.providers'],
  adapters: {
    stripe: {
      port: 'payments',
      settings: { only_cards: { kind: 'flag' }, stand_in: { kind: 'stand_in' } },
      secrets: { api_key: {}, webhook_secret: {} },
      hooks: true,
    },
    adyen: {
      port: 'payments',
      settings: {
        merchant_account: { kind: 'text', account: true },
        live_prefix: { kind: 'text', optional: true, account: true },
        only_cards: { kind: 'flag' },
        manual_capture: { kind: 'flag' },
        stand_in: { kind: 'stand_in' },
      },
      secrets: { api_key: {}, hmac_key: {} },
      hooks: true,
      keepsEvents: true,
    },
    adyen_transfers: {
      port: 'payouts',
      settings: {
        balance_account: { kind: 'text', account: true },
        environment: { kind: 'choice', of: ['test', 'live'], account: true },
        stand_in: { kind: 'stand_in' },
      },
      secrets: { api_key: {}, hmac_key: {} },
      hooks: true,
    },
    stripe_payouts: {
      port: 'payouts',
      settings: { financial_account: { kind: 'text', account: true }, stand_in: { kind: 'stand_in' } },
      secrets: { api_key: {}, webhook_secret: {} },
      hooks: true,
    },
    btcpay: { port: 'payments', ...btcpayStore },
    btcpay_payouts: { port: 'payouts', ...btcpayStore },
    bank_sftp: {
      port: 'bank_files',
      settings: {
        host: { kind: 'host', account: true },
        port: { kind: 'number' },
        user: { kind: 'text', account: true },
        host_key: { kind: 'text' },
        orders_folder: { kind: 'text' },
        reports_folder: { kind: 'text' },
        credits_exact: { kind: 'flag' },
      },
      secrets: { password: { optional: true }, private_key: { optional: true } },
      hooks: false,
    },
    bank_s3: {
      port: 'bank_files',
      settings: {
        address: { kind: 'address' },
        region: { kind: 'text' },
        orders_folder: { kind: 'text' },
        reports_folder: { kind: 'text' },
        credits_exact: { kind: 'flag' },
      },
      secrets: { access_key: {}, secret_key: {} },
      hooks: false,
    },
    hosted_page: {
      port: 'payments',
      settings: { address: { kind: 'address' } },
      secrets: { bearer: {}, signing_secret: {} },
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
