import type { DeclarationWith } from '#contract/declaration.ts';
import { optional, pressing } from '#contract/notifications/terms.ts';
import type { TradingEvents } from './events.ts';

export const trading = {
  auditActions: {
    trading: [
      'open_for',
      'query_transfer_status',
      'propose_outcome',
      'decide_outcome',
      'stuck_transfers_file',
      'mirrored_books_file',
    ],
  },
  auditDetails: ['trading_account', 'transfer', 'transfer_outcome'],
  jobs: [
    'trading.follow_platform',
    'trading.open_imported',
    'trading.record_equity',
    'trading.reconcile',
    'trading.downsample_equity',
  ],
  notifications: {
    'trading.account_opened': {},
    'trading.platform_account_requested': {},
    'trading.transfer_settled': {
      transfer_completed: { group: 'money', channels: optional },
      transfer_rejected: { group: 'money', channels: optional },
    },
    'trading.margin_call': { margin_call: { group: 'trading', ...pressing } },
    'trading.stop_out': { stop_out: { group: 'trading', ...pressing } },
  },
  publicEvents: ['account.opened', 'account.margin_call', 'account.stop_out'],
} as const satisfies DeclarationWith<TradingEvents>;
