import type { DeclarationWith } from '#contract/declaration.ts';
import type { NotificationsEvents } from './events.ts';

export const notifications = {
  auditActions: {
    notifications: ['export_log'],
  },
  jobs: ['notifications.purge', 'notifications.purge_devices', 'notifications.release'],
  notifications: {
    'notifications.email_due': {},
    'notifications.awaited_email_due': {},
    'notifications.digest_due': {},
    'notifications.push_due': {},
  },
} as const satisfies DeclarationWith<NotificationsEvents>;
