import { ipoDeskActs } from './ipo-staff-names.ts';
import { deskActs } from './payment-names.ts';

/**
 * All that the audit log can tell, by room; `audit.act_<room>_<act>` says it in words. What was written under a name that is
 * no longer here is shown by that name.
 */
export const auditActs = {
  articles: ['create', 'set_content', 'set_category', 'publish', 'schedule', 'withdraw', 'restore', 'desk_file'],
  auth: [
    'autologin_issued',
    'autologin_used',
    'ask_email_change',
    'take_back_email_change',
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
  clients: [
    'set_level',
    'set_country',
    'save_profile',
    'correct_person',
    'make_pin',
    'change_email',
    'reset_second_factor',
    'check_pin',
    'miss_pin',
    'ask_data',
    'send_data',
    'ask_closing',
    'keep_account',
    'keep_account_of',
    'close',
    'reopen',
    'export',
  ],
  demo: ['move_clock'],
  house: ['save_setting', 'change_guarded', 'settings_file', 'history_file'],
  ipo_desk: [...ipoDeskActs, 'list_file', 'book_file'],
  jobs: ['try_again', 'try_all_again', 'file', 'events_file'],
  legal: ['begin', 'discard', 'publish', 'desk_file', 'consents_file'],
  notifications: ['export_log'],
  operator: [
    'create_key',
    'approve_key',
    'rotate_key',
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
  payments: [...deskActs, 'adjust', 'queue_file'],
  portfolio: ['set_tier', 'end_tier'],
  proposals: ['propose', 'decline', 'withdraw'],
  reasons: ['add', 'write', 'take_up', 'retire', 'order', 'file'],
  reconciliation: [
    'start',
    'statement',
    'resolve',
    'export',
    'export_balance',
    'accounts_file',
    'postings_file',
    'methods_file',
    'runs_file',
  ],
  setup: ['finish'],
  staff: [
    'look_at_client',
    'add_note',
    'add_tag',
    'remove_tag',
    'set_manager',
    'release_clients',
    'begin_watch',
    'end_watch',
    'block',
    'unblock',
    'stop_payments',
    'release_payments',
    'set_limits',
    'set_account_limit',
    'end_override',
    'allow_dealing',
    'end_dealing',
    'client_payments_file',
    'client_operations_file',
    'client_transfers_file',
    'client_applications_file',
    'client_tickets_file',
    'client_sessions_file',
    'client_notes_file',
    'set_roles',
    'accept_change',
    'export_team',
    'look_at_audit',
    'export_audit',
    'look_at_security_log',
    'export_security_log',
  ],
  support: [
    'look',
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
  trading: ['ask_transfer', 'propose_outcome', 'decide_outcome', 'stuck_transfers_file', 'mirrored_books_file'],
  verification: ['save_person', 'save_profile', 'take', 'decide', 'confirm_phone', 'ask', 'queue_file'],
} as const;

export type AuditRoom = keyof typeof auditActs;
/** Those of one room. */
export type AuditActOf<R extends AuditRoom> = `${R}.${(typeof auditActs)[R][number]}`;

/** As the log keeps it, and as its endpoint is called where it has one of its own: `clients.set_level`. */
export type AuditAct = { [R in AuditRoom]: AuditActOf<R> }[AuditRoom];

export const auditRooms = Object.keys(auditActs) as AuditRoom[];
export const allAuditActs = auditRooms.flatMap((room) => auditActs[room].map((act) => `${room}.${act}` as AuditAct));

type TextOf<Act extends string> = Act extends `${infer Room}.${infer Name}` ? `audit.act_${Room}_${Name}` : never;

/** Where an act is said in words. The browser’s catalogue of texts makes it a type error that one is not. */
export const auditTextOf = (act: AuditAct): TextOf<AuditAct> =>
  `audit.act_${act.replace('.', '_')}` as TextOf<AuditAct>;

/** Whether the product still knows an act that the log names. */
export const isAuditAct = (act: string): act is AuditAct => (allAuditActs as readonly string[]).includes(act);
