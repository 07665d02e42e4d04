import type { DeclarationWith } from '#contract/declaration.ts';
import { emailOnly } from '#contract/notifications/terms.ts';
import type { OperatorEvents } from './events.ts';

export const operator = {
  auditActions: {
    operator: [
      'create_key',
      'approve_key',
      'rotate_key',
      'take_over_key',
      'lose_key',
      'limit_key',
      'revoke_key',
      'keys_file',
      'create_webhook',
      'edit_webhook',
      'rotate_webhook',
      'switch_webhook',
      'remove_webhook',
      'test_webhook',
      'send_again',
      'webhooks_file',
      'deliveries_file',
    ],
  },
  auditDetails: [
    'addresses',
    'attempt',
    'calls_per_minute',
    'events',
    'overlap_hours',
    'scopes',
    'url',
    'webhook',
    'webhook_id',
  ],
  jobs: ['operator.forward_events', 'operator.purge_events', 'operator.send_webhooks'],
  notifications: {
    'operator.keys_lost': { keys_lost: { group: 'security', ...emailOnly } },
    'operator.webhook_disabled': { webhook_disabled: { group: 'security', ...emailOnly } },
  },
} as const satisfies DeclarationWith<OperatorEvents>;
