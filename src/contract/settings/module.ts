import type { DeclarationWith } from '#contract/declaration.ts';
import { staffSecurity } from '#contract/notifications/terms.ts';
import type { SettingsEvents } from './events.ts';

export const settings = {
  auditActions: {
    settings: ['save', 'change_protected', 'list_file', 'history_file'],
    setup: ['finish'],
  },
  auditDetails: ['setting'],
  jobs: ['settings.purge_email_passwords'],
  notifications: {
    'settings.setting_changed': { setting_changed: staffSecurity, setting_confirmed: staffSecurity },
  },
} as const satisfies DeclarationWith<SettingsEvents>;
