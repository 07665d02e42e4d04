import type { DeclarationWith } from '#contract/declaration.ts';
import { emailOnly, optional, pressing, security } from '#contract/notifications/terms.ts';
import type { ClientsEvents } from './events.ts';

export const clients = {
  auditActions: {
    clients: [
      'create',
      'invite',
      'set_level',
      'set_country',
      'save_profile',
      'correct_person',
      'make_pin',
      'change_email',
      'reset_second_factor',
      'sign_out',
      'check_pin',
      'failed_pin',
      'request_data_export',
      'download_data_export',
      'request_closure',
      'cancel_closure',
      'cancel_closure_of',
      'close',
      'reopen',
      'export',
    ],
  },
  auditDetails: ['country', 'comment', 'level', 'registered_from', 'registered_to'],
  jobs: ['clients.close'],
  notifications: {
    'clients.data_export_requested': { data_export_requested: security },
    'clients.closure_requested': { closure_requested: security },
    'clients.closure_blocked': { closure_blocked: security },
    'clients.closure_cancelled': { closure_cancelled: security },
    'clients.account_closed': { account_closed: { group: 'security', ...emailOnly, barred: true } },
    'clients.account_reopened': { account_reopened: security },
    'clients.limits_changed': { limits_changed: { group: 'money', ...pressing } },
    'clients.country_set': { country_set: { group: 'verification', ...pressing } },
    'clients.person_corrected': { person_corrected: { group: 'verification', ...pressing } },
    'clients.payments_restricted': { payments_restricted: { group: 'money', ...pressing } },
    'clients.payments_restriction_lifted': { payments_restriction_lifted: { group: 'money', ...pressing } },
    'clients.manager_changed': {
      manager_assigned: { group: 'support', channels: optional },
      manager_removed: { group: 'support', channels: optional },
    },
  },
  publicEvents: [
    'client.manager_changed',
    'client.limits_changed',
    'client.closure_requested',
    'client.closure_cancelled',
    'client.closed',
    'client.reopened',
  ],
} as const satisfies DeclarationWith<ClientsEvents>;
