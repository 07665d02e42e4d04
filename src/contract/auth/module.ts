import type { DeclarationWith } from '#contract/declaration.ts';
import { awaited, emailOnly, security, staffSecurity } from '#contract/notifications/terms.ts';
import type { AuthEvents } from './events.ts';

export const auth = {
  auditActions: {
    auth: [
      'autologin_issued',
      'autologin_used',
      'request_email_change',
      'cancel_email_change',
      'confirm_email_change',
      'change_password',
      'reset_password',
      'confirm_totp',
      'remove_totp',
      'new_recovery_codes',
      'add_passkey',
      'rename_passkey',
      'remove_passkey',
      'freeze',
    ],
  },
  auditDetails: ['how', 'emailed_to', 'from_address'],
  jobs: ['auth.purge_challenges', 'auth.purge_devices', 'auth.purge_passkey_challenges'],
  notifications: {
    'auth.registered': { welcome: { group: 'security', ...emailOnly } },
    'auth.registration_requested': {},
    'auth.registration_repeated': { registration_repeated: awaited },
    'auth.verification_requested': { verify_email: awaited },
    'auth.password_reset_requested': { password_reset: awaited },
    'auth.password_changed': { password_changed: security },
    'auth.sign_in_code_requested': { sign_in_code: awaited },
    'auth.security_changed': {
      totp_added: security,
      totp_removed: security,
      recovery_codes_made: security,
      recovery_code_used: security,
      codes_guessed: security,
      passkey_added: security,
      passkey_removed: security,
      second_factor_reset: security,
      roles_changed: staffSecurity,
    },
    'auth.frozen': { profile_frozen: security, profile_disputed: security },
    'auth.email_change_requested': { email_change_requested: security },
    'auth.email_link_requested': { email_change_link: awaited },
    'auth.email_changed': { email_changed: security, email_left: { group: 'security', ...emailOnly } },
    'auth.autologin_issued': { autologin_issued: security },
  },
  publicEvents: ['client.registered', 'client.frozen', 'client.email_changed'],
} as const satisfies DeclarationWith<AuthEvents>;
