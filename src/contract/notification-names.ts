import type { EventName, SecurityChange } from './events.ts';

/** What a person may choose about, as the settings list it. */
export const notificationGroups = ['security', 'money', 'trading', 'ipo', 'support', 'verification', 'news'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

/** The bell is the list in the client area; push goes to devices on which somebody has switched it on. */
export const notificationChannels = ['bell', 'mail', 'push'] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** `held` waits for the end of quiet hours or for the daily summary; `suppressed` is not wanted, or of no use any more. */
export const deliveryStates = ['queued', 'sent', 'failed', 'held', 'suppressed'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

interface Terms {
  group: NotificationGroup;
  /** By which channels: `always`, or by the person's choice. A channel that is not named is not used. */
  channels: Partial<Record<NotificationChannel, 'always' | 'choice'>>;
  /** Goes to one who cannot sign in as well: he has closed his account, or was shut out. */
  barred?: true;
  /** Concerns only people who work here: the settings of others do not name it. */
  staff?: true;
  /** Waits neither for the end of quiet hours nor for the daily summary. */
  urgent?: true;
  /** Somebody sits before the screen that asks for it: its letter waits for none of the others. */
  awaited?: true;
}

const told = { bell: 'choice', mail: 'choice', push: 'choice' } as const;
/** He has to decide, or loses something if he hears of it too late. */
const pressing = { channels: { bell: 'always', mail: 'always', push: 'always' }, urgent: true } as const;
const security = { group: 'security', ...pressing } as const;
/** A letter that somebody waits for: a link or a code is in it, or he asked for it. */
const letter = { channels: { mail: 'always' }, urgent: true } as const;
const awaited = { group: 'security', ...letter, awaited: true } as const;
const staffSecurity = { ...security, staff: true } as const;

/** Everything that a client or a member of staff hears of. Its words are `mails.<kind>_heading` and `mails.<kind>_text`. */
export const notificationKinds = {
  welcome: { group: 'security', ...letter },
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
  email_change_asked: security,
  email_changed: security,
  email_left: { group: 'security', ...letter },
  data_asked: security,
  closing_asked: security,
  closing_blocked: security,
  account_kept: security,
  account_closed: { group: 'security', ...letter, barred: true },
  account_reopened: security,
  watch_begun: security,
  shut_out: { group: 'security', channels: { bell: 'always', mail: 'always' }, urgent: true, barred: true },
  let_in: security,
  sign_in_code: awaited,
  withdrawal_code: awaited,
  destination_confirm: security,
  deposit_credited: { group: 'money', channels: told },
  deposit_expired: { group: 'money', channels: told },
  deposit_rejected: { group: 'money', channels: told },
  deposit_refunded: { group: 'money', channels: told },
  deposit_charged_back: { group: 'money', ...pressing },
  deposit_reversed: { group: 'money', ...pressing },
  withdrawal_expired: { group: 'money', channels: told },
  withdrawal_submitted: { group: 'money', channels: told },
  withdrawal_approved: { group: 'money', channels: told },
  withdrawal_sent: { group: 'money', channels: told },
  withdrawal_completed: { group: 'money', channels: told },
  withdrawal_rejected: { group: 'money', channels: told },
  adjustment_given: { group: 'money', channels: told },
  adjustment_taken: { group: 'money', ...pressing },
  adjustment_reversed: { group: 'money', ...pressing },
  transfer_completed: { group: 'money', channels: told },
  transfer_rejected: { group: 'money', channels: told },
  margin_called: { group: 'trading', ...pressing },
  stopped_out: { group: 'trading', ...pressing },
  ipo_applied: { group: 'ipo', channels: told },
  ipo_reconfirm: { group: 'ipo', ...pressing },
  ipo_allotted: { group: 'ipo', channels: told },
  ipo_not_allotted: { group: 'ipo', channels: told },
  ipo_tradable: { group: 'ipo', channels: told },
  ipo_ended: { group: 'ipo', channels: told },
  ipo_supplement: { group: 'ipo', ...pressing },
  ipo_postponed: { group: 'ipo', channels: told },
  ipo_resumed: { group: 'ipo', channels: told },
  support_answer: { group: 'support', channels: told },
  support_moved: { group: 'support', channels: told },
  support_resolved: { group: 'support', channels: told },
  support_transcript: { group: 'support', ...letter },
  support_due: { group: 'support', ...letter },
  level_risen: { group: 'verification', channels: told },
  level_fallen: { group: 'verification', ...pressing },
  document_accepted: { group: 'verification', channels: told },
  document_refused: { group: 'verification', channels: told },
  document_expiring: { group: 'verification', ...pressing },
  document_asked: { group: 'verification', ...pressing },
  limits_changed: { group: 'money', ...pressing },
  country_set: { group: 'verification', ...pressing },
  person_corrected: { group: 'verification', ...pressing },
  payments_stopped: { group: 'money', ...pressing },
  payments_released: { group: 'money', ...pressing },
  manager_given: { group: 'support', channels: told },
  manager_gone: { group: 'support', channels: told },
  client_given: { group: 'support', channels: told, staff: true },
  client_taken: { group: 'support', channels: told, staff: true },
  webhook_stopped: { group: 'security', ...letter },
  proposal_made: staffSecurity,
  proposal_declined: staffSecurity,
  proposal_lapsed: staffSecurity,
  setting_changed: staffSecurity,
  setting_confirmed: staffSecurity,
  staff_roles_changed: staffSecurity,
  network_overruled: staffSecurity,
  dealing_allowed: staffSecurity,
  dealing_ended: staffSecurity,
  administrator_made: staffSecurity,
  administrator_lost: staffSecurity,
  administrator_reset: staffSecurity,
  staff_let_in: staffSecurity,
  tier_risen: { group: 'news', channels: told },
  tier_fallen: { group: 'news', channels: told },
  legal_announced: { group: 'news', channels: { bell: 'always', mail: 'always' } },
} as const satisfies Record<SecurityChange, Terms> & Record<string, Terms>;

export type NotificationKind = keyof typeof notificationKinds;

/** The terms of a kind, with whatever it does not say left open. */
export const termsOf = (kind: NotificationKind): Terms => notificationKinds[kind];

/**
 * Of what each event tells a person. Every event stands here, so that a new one is decided about; an empty list says
 * that nobody is told, and `test/notifications.test.ts` asks why.
 */
export const kindsOf = {
  'realtime.sent': [],
  'notifications.letter_due': [],
  'notifications.awaited_letter_due': [],
  'notifications.digest_due': [],
  'notifications.push_due': [],
  'auth.registered': ['welcome'],
  'auth.registration_asked': [],
  'auth.registration_repeated': ['registration_repeated'],
  'auth.verification_asked': ['verify_email'],
  'auth.password_reset_asked': ['password_reset'],
  'auth.password_changed': ['password_changed'],
  'auth.sign_in_code_asked': ['sign_in_code'],
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
  'auth.email_change_asked': ['email_change_asked'],
  'auth.email_link_asked': ['email_change_link'],
  'auth.email_changed': ['email_changed', 'email_left'],
  'auth.autologin_issued': ['autologin_issued'],
  'clients.data_asked': ['data_asked'],
  'clients.closing_asked': ['closing_asked'],
  'clients.closing_blocked': ['closing_blocked'],
  'clients.account_kept': ['account_kept'],
  'clients.account_closed': ['account_closed'],
  'clients.account_reopened': ['account_reopened'],
  'clients.limits_changed': ['limits_changed'],
  'clients.country_set': ['country_set'],
  'clients.person_corrected': ['person_corrected'],
  'proposals.made': ['proposal_made'],
  'proposals.declined': ['proposal_declined'],
  'proposals.lapsed': ['proposal_lapsed'],
  'clients.payments_stopped': ['payments_stopped'],
  'clients.payments_released': ['payments_released'],
  'clients.manager_changed': ['manager_given', 'manager_gone'],
  'staff.client_given': ['client_given', 'client_taken'],
  'staff.watch_begun': ['watch_begun'],
  'staff.shut_out': ['shut_out'],
  'staff.let_in': ['let_in'],
  'legal.announced': ['legal_announced'],
  'legal.accepted': [],
  'support.ticket_opened': [],
  'support.message_sent': [],
  'support.marked': [],
  'support.chat_moved': ['support_moved'],
  'support.room_changed': [],
  'support.transcript_asked': ['support_transcript'],
  'support.answer_unread': ['support_answer'],
  'support.answer_due': ['support_due'],
  'support.resolved': ['support_resolved'],
  'trading.account_opened': [],
  'trading.platform_account_asked': [],
  'trading.transfer_settled': ['transfer_completed', 'transfer_rejected'],
  'trading.margin_called': ['margin_called'],
  'trading.stopped_out': ['stopped_out'],
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
  'payments.withdrawal_code_asked': ['withdrawal_code'],
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
  'verification.document_refused': ['document_refused'],
  'verification.document_expiring': ['document_expiring'],
  'verification.more_asked': ['document_asked'],
  'operator.webhook_stopped': ['webhook_stopped'],
  'house.setting_changed': ['setting_changed', 'setting_confirmed'],
  'staff.roles_changed': ['staff_roles_changed'],
  'staff.network_overruled': ['network_overruled'],
  'staff.dealing_changed': ['dealing_allowed', 'dealing_ended'],
  'staff.administrators_changed': ['administrator_made', 'administrator_lost'],
  'staff.administrator_reset': ['administrator_reset'],
  'staff.let_in_anew': ['staff_let_in'],
} as const satisfies Record<EventName, readonly NotificationKind[]>;

/** What an event may tell. */
export type KindOf<Name extends EventName> = (typeof kindsOf)[Name][number];

/** All of them. */
export const kinds = Object.keys(notificationKinds) as NotificationKind[];
