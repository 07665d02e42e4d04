import type { DeclarationWith } from '#contract/declaration.ts';
import { emailOnly, optional } from '#contract/notifications/terms.ts';
import type { SupportEvents } from './events.ts';
import type { SupportSettings } from './settings.ts';

/** Settings of support as details of an action; they are called as on their form. */
export const supportDetails = [
  'time_zone',
  'intervals',
  'holidays',
  'tiers',
  'warn_minutes',
  'reopen_days',
  'resolve_factor',
  'unread_email_minutes',
  'chat_to_ticket_minutes',
] as const satisfies readonly (keyof SupportSettings)[];

export const support = {
  auditActions: {
    support: [
      'view',
      'open_ticket_for',
      'reply',
      'assign',
      'set_priority',
      'convert',
      'snooze',
      'resolve',
      'reopen',
      'save_canned',
      'remove_canned',
      'canned_file',
      'save_settings',
      'export_inbox',
    ],
  },
  auditDetails: ['conversation', 'priority', 'room', 'shortcut', 'sort', 'view'],
  jobs: ['support.conversation_timers'],
  notifications: {
    'support.ticket_opened': {},
    'support.message_sent': {},
    'support.marked': {},
    'support.chat_moved': { support_moved: { group: 'support', channels: optional } },
    'support.room_changed': {},
    'support.transcript_requested': { support_transcript: { group: 'support', ...emailOnly } },
    'support.reply_unread': { support_reply: { group: 'support', channels: optional } },
    'support.reply_due': { support_due: { group: 'support', ...emailOnly } },
    'support.resolved': { support_resolved: { group: 'support', channels: optional } },
  },
} as const satisfies DeclarationWith<SupportEvents>;
