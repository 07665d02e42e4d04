import type { EventName, SecurityChange } from '#contract/events.ts';

/** What a person may choose about, as the settings list it. */
export const notificationGroups = ['security', 'money', 'trading', 'ipo', 'support', 'verification', 'news'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

/** The bell is the list in the client area; push goes to devices on which the person has switched it on. */
export const notificationChannels = ['bell', 'email', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** `held` waits for the end of quiet hours or for the daily summary; `suppressed` is unwanted, or no longer useful. */
export const deliveryStates = ['queued', 'sent', 'failed', 'held', 'suppressed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

interface Terms {
  group: NotificationGroup;
  /** By which channels: `always`, or by the person's choice. A channel that is not named is not used. */
  channels: Partial<Record<NotificationChannel, 'always' | 'choice'>>;
  /** Also goes to a person who cannot sign in: with a closed account, or blocked. */
  barred?: true;
  /** Concerns only people who work here: the settings of others do not name it. */
  staff?: true;
  /** Waits neither for the end of quiet hours nor for the daily summary. */
  urgent?: true;
  /** A person is waiting at a screen for it: its email does not queue behind the others. */
  awaited?: true;
}

const optional = { bell: 'choice', email: 'choice', push: 'choice' } as const;
/** The person has to decide, or loses something if the message is late. */
const pressing = { channels: { bell: 'always', email: 'always', push: 'always' }, urgent: true } as const;
const security = { group: 'security', ...pressing } as const;
/** An email that a person waits for: it has a link or a code, or the person requested it. */
const emailOnly = { channels: { email: 'always' }, urgent: true } as const;
const awaited = { group: 'security', ...emailOnly, awaited: true } as const;
const staffSecurity = { ...security, staff: true } as const;

/**
 * All notifications to a client or a staff member. Their texts are `emails.<kind>_heading` and `emails.<kind>_text`.
 */
export const notificationKinds = {
  welcome: { group: 'security', ...emailOnly },
  registration_repeated: awaited,
  verify_email: awaited,
  password_reset: awaited,
  password_changed: security,
  autologin_issued: security,
  totp_added: security,
  totp_removed: security,
  recovery_codes_made: security,
  recovery_code_used: security,
  codes_guessed: security,
  passkey_added: security,
  passkey_removed: security,
  second_factor_reset: security,
  roles_changed: staffSecurity,
  profile_frozen: security,
  profile_disputed: security,
  email_change_link: awaited,
  email_change_requested: security,
  email_changed: security,
  email_left: { group: 'security', ...emailOnly },
  data_export_requested: security,
  closure_requested: security,
  closure_blocked: security,
  closure_cancelled: security,
  account_closed: { group: 'security', ...emailOnly, barred: true },
  account_reopened: security,
  impersonation_started: security,
  client_blocked: { group: 'security', channels: { bell: 'always', email: 'always' }, urgent: true, barred: true },
  client_unblocked: security,
  sign_in_code: awaited,
  withdrawal_code: awaited,
  destination_confirm: security,
  deposit_credited: { group: 'money', channels: optional },
  deposit_expired: { group: 'money', channels: optional },
  deposit_rejected: { group: 'money', channels: optional },
  deposit_refunded: { group: 'money', channels: optional },
  deposit_charged_back: { group: 'money', ...pressing },
  deposit_reversed: { group: 'money', ...pressing },
  withdrawal_expired: { group: 'money', channels: optional },
  withdrawal_submitted: { group: 'money', channels: optional },
  withdrawal_approved: { group: 'money', channels: optional },
  withdrawal_sent: { group: 'money', channels: optional },
  withdrawal_completed: { group: 'money', channels: optional },
  withdrawal_rejected: { group: 'money', channels: optional },
  adjustment_given: { group: 'money', channels: optional },
  adjustment_taken: { group: 'money', ...pressing },
  adjustment_reversed: { group: 'money', ...pressing },
  transfer_completed: { group: 'money', channels: optional },
  transfer_rejected: { group: 'money', channels: optional },
  margin_call: { group: 'trading', ...pressing },
  stop_out: { group: 'trading', ...pressing },
  ipo_applied: { group: 'ipo', channels: optional },
  ipo_reconfirm: { group: 'ipo', ...pressing },
  ipo_allotted: { group: 'ipo', channels: optional },
  ipo_not_allotted: { group: 'ipo', channels: optional },
  ipo_tradable: { group: 'ipo', channels: optional },
  ipo_ended: { group: 'ipo', channels: optional },
  ipo_supplement: { group: 'ipo', ...pressing },
  ipo_postponed: { group: 'ipo', channels: optional },
  ipo_resumed: { group: 'ipo', channels: optional },
  support_reply: { group: 'support', channels: optional },
  support_moved: { group: 'support', channels: optional },
  support_resolved: { group: 'support', channels: optional },
  support_transcript: { group: 'support', ...emailOnly },
  support_due: { group: 'support', ...emailOnly },
  level_risen: { group: 'verification', channels: optional },
  level_fallen: { group: 'verification', ...pressing },
  document_accepted: { group: 'verification', channels: optional },
  document_rejected: { group: 'verification', channels: optional },
  document_expiring: { group: 'verification', ...pressing },
  document_requested: { group: 'verification', ...pressing },
  limits_changed: { group: 'money', ...pressing },
  country_set: { group: 'verification', ...pressing },
  person_corrected: { group: 'verification', ...pressing },
  payments_restricted: { group: 'money', ...pressing },
  payments_restriction_lifted: { group: 'money', ...pressing },
  manager_assigned: { group: 'support', channels: optional },
  manager_removed: { group: 'support', channels: optional },
  client_assigned: { group: 'support', channels: optional, staff: true },
  client_unassigned: { group: 'support', channels: optional, staff: true },
  webhook_disabled: { group: 'security', ...emailOnly },
  approval_requested: staffSecurity,
  approval_declined: staffSecurity,
  approval_expired: staffSecurity,
  setting_changed: staffSecurity,
  setting_confirmed: staffSecurity,
  staff_roles_changed: staffSecurity,
  network_overruled: staffSecurity,
  dealing_allowed: staffSecurity,
  dealing_ended: staffSecurity,
  administrator_made: staffSecurity,
  administrator_lost: staffSecurity,
  administrator_reset: staffSecurity,
  access_recovered: staffSecurity,
  tier_risen: { group: 'news', channels: optional },
  tier_fallen: { group: 'news', channels: optional },
  legal_announced: { group: 'news', channels: { bell: 'always', email: 'always' } },
} as const satisfies Record<SecurityChange, Terms> & Record<string, Terms>;

export type NotificationKind = keyof typeof notificationKinds;

/** The terms of a kind; `undefined` where it sets none. */
export const termsOf = (kind: NotificationKind): Terms => notificationKinds[kind];

/**
 * Which notifications each event sends. Every event is listed, so that a new one needs a decision; an empty list means
 * none, and `test/notifications.test.ts` asks why.
 */
export const kindsOf = {
  'realtime.sent': [],
  'notifications.email_due': [],
  'notifications.awaited_email_due': [],
  'notifications.digest_due': [],
  'notifications.push_due': [],
  'auth.registered': ['welcome'],
  'auth.registration_requested': [],
  'auth.registration_repeated': ['registration_repeated'],
  'auth.verification_requested': ['verify_email'],
  'auth.password_reset_requested': ['password_reset'],
  'auth.password_changed': ['password_changed'],
  'auth.sign_in_code_requested': ['sign_in_code'],
  'auth.security_changed': [
    'totp_added',
    'totp_removed',
    'recovery_codes_made',
    'recovery_code_used',
    'codes_guessed',
    'passkey_added',
    'passkey_removed',
    'second_factor_reset',
    'roles_changed',
  ],
  'auth.frozen': ['profile_frozen', 'profile_disputed'],
  'auth.email_change_requested': ['email_change_requested'],
  'auth.email_link_requested': ['email_change_link'],
  'auth.email_changed': ['email_changed', 'email_left'],
  'auth.autologin_issued': ['autologin_issued'],
  'clients.data_export_requested': ['data_export_requested'],
  'clients.closure_requested': ['closure_requested'],
  'clients.closure_blocked': ['closure_blocked'],
  'clients.closure_cancelled': ['closure_cancelled'],
  'clients.account_closed': ['account_closed'],
  'clients.account_reopened': ['account_reopened'],
  'clients.limits_changed': ['limits_changed'],
  'clients.country_set': ['country_set'],
  'clients.person_corrected': ['person_corrected'],
  'approvals.requested': ['approval_requested'],
  'approvals.declined': ['approval_declined'],
  'approvals.expired': ['approval_expired'],
  'clients.payments_restricted': ['payments_restricted'],
  'clients.payments_restriction_lifted': ['payments_restriction_lifted'],
  'clients.manager_changed': ['manager_assigned', 'manager_removed'],
  'staff.client_assignment_changed': ['client_assigned', 'client_unassigned'],
  'staff.impersonation_started': ['impersonation_started'],
  'staff.client_blocked': ['client_blocked'],
  'staff.client_unblocked': ['client_unblocked'],
  'legal.announced': ['legal_announced'],
  'legal.accepted': [],
  'support.ticket_opened': [],
  'support.message_sent': [],
  'support.marked': [],
  'support.chat_moved': ['support_moved'],
  'support.room_changed': [],
  'support.transcript_requested': ['support_transcript'],
  'support.reply_unread': ['support_reply'],
  'support.reply_due': ['support_due'],
  'support.resolved': ['support_resolved'],
  'trading.account_opened': [],
  'trading.platform_account_requested': [],
  'trading.transfer_settled': ['transfer_completed', 'transfer_rejected'],
  'trading.margin_call': ['margin_call'],
  'trading.stop_out': ['stop_out'],
  'portfolio.tier_changed': ['tier_risen', 'tier_fallen'],
  'payments.deposit_cancelled': [],
  'payments.withdrawal_cancelled': [],
  'payments.deposit_credited': ['deposit_credited'],
  'payments.deposit_expired': ['deposit_expired'],
  'payments.deposit_rejected': ['deposit_rejected'],
  'payments.deposit_refunded': ['deposit_refunded'],
  'payments.deposit_charged_back': ['deposit_charged_back'],
  'payments.deposit_reversed': ['deposit_reversed'],
  'payments.adjustment_reversed': ['adjustment_reversed'],
  'payments.withdrawal_code_requested': ['withdrawal_code'],
  'payments.withdrawal_expired': ['withdrawal_expired'],
  'payments.withdrawal_submitted': ['withdrawal_submitted'],
  'payments.withdrawal_approved': ['withdrawal_approved'],
  'payments.withdrawal_sent': ['withdrawal_sent'],
  'payments.withdrawal_completed': ['withdrawal_completed'],
  'payments.withdrawal_rejected': ['withdrawal_rejected'],
  'payments.adjustment_posted': ['adjustment_given', 'adjustment_taken'],
  'payments.destination_added': ['destination_confirm'],
  'ipo.offering_changed': [],
  'ipo.supplement_published': ['ipo_supplement'],
  'ipo.offering_paused': ['ipo_postponed', 'ipo_resumed'],
  'ipo.application_changed': [
    'ipo_applied',
    'ipo_reconfirm',
    'ipo_allotted',
    'ipo_not_allotted',
    'ipo_tradable',
    'ipo_ended',
  ],
  'verification.level_changed': ['level_risen', 'level_fallen'],
  'verification.document_accepted': ['document_accepted'],
  'verification.document_rejected': ['document_rejected'],
  'verification.document_expiring': ['document_expiring'],
  'verification.document_requested': ['document_requested'],
  'operator.webhook_disabled': ['webhook_disabled'],
  'settings.setting_changed': ['setting_changed', 'setting_confirmed'],
  'staff.roles_changed': ['staff_roles_changed'],
  'staff.network_overruled': ['network_overruled'],
  'staff.dealing_changed': ['dealing_allowed', 'dealing_ended'],
  'staff.administrators_changed': ['administrator_made', 'administrator_lost'],
  'staff.administrator_reset': ['administrator_reset'],
  'staff.access_recovered': ['access_recovered'],
} as const satisfies Record<EventName, readonly NotificationKind[]>;

/** The kinds that an event may send. */
export type KindOf<Name extends EventName> = (typeof kindsOf)[Name][number];

/** All of them. */
export const kinds = Object.keys(notificationKinds) as NotificationKind[];
