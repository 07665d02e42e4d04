import { ipoStaffActions } from '#contract/ipo/staff-names.ts';
import { paymentActions } from '#contract/payments/names.ts';

/**
 * All actions of the audit log, by module; `audit.action_<module>_<action>` is the text. An entry whose name no longer
 * exists is shown by that name.
 */
export const auditActions = {
  articles: ['create', 'set_content', 'set_category', 'publish', 'schedule', 'withdraw', 'restore', 'staff_list_file'],
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
  clients: [
    'set_level',
    'set_country',
    'save_profile',
    'correct_person',
    'make_pin',
    'change_email',
    'reset_second_factor',
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
  demo: ['move_clock'],
  settings: ['save', 'change_protected', 'list_file', 'history_file'],
  ipo_staff: [...ipoStaffActions, 'list_file', 'book_file'],
  jobs: ['try_again', 'try_all_again', 'file', 'events_file'],
  legal: ['create_draft', 'discard', 'publish', 'staff_list_file', 'consents_file'],
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
  payments: [...paymentActions, 'adjust', 'queue_file'],
  portfolio: ['set_tier', 'end_tier'],
  approvals: ['request', 'decline', 'withdraw'],
  reasons: ['add', 'write', 'activate', 'retire', 'order', 'file'],
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
    'view_client',
    'add_note',
    'add_tag',
    'remove_tag',
    'set_manager',
    'release_clients',
    'start_impersonation',
    'end_impersonation',
    'block',
    'unblock',
    'restrict_payments',
    'lift_payment_restriction',
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
    'view_audit',
    'export_audit',
    'view_security_log',
    'export_security_log',
  ],
  support: [
    'view',
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
  trading: [
    'query_transfer_status',
    'propose_outcome',
    'decide_outcome',
    'stuck_transfers_file',
    'mirrored_books_file',
  ],
  verification: ['save_person', 'save_profile', 'assign', 'decide', 'confirm_phone', 'request_document', 'queue_file'],
} as const;

export type AuditModule = keyof typeof auditActions;
/** Those of one module. */
export type AuditActionOf<R extends AuditModule> = `${R}.${(typeof auditActions)[R][number]}`;

/** As the log stores it, and as its endpoint is called where it has one of its own: `clients.set_level`. */
export type AuditAction = { [R in AuditModule]: AuditActionOf<R> }[AuditModule];

export const auditModules = Object.keys(auditActions) as AuditModule[];
export const allAuditActions = auditModules.flatMap((module) =>
  auditActions[module].map((action) => `${module}.${action}` as AuditAction),
);

type TextOf<Action extends string> = Action extends `${infer Module}.${infer Name}`
  ? `audit.action_${Module}_${Name}`
  : never;

/** The key of an action’s text. The browser’s catalogue of texts makes it a type error that one is not. */
export const auditTextOf = (action: AuditAction): TextOf<AuditAction> =>
  `audit.action_${action.replace('.', '_')}` as TextOf<AuditAction>;

/** Whether the product still knows an action that the log names. */
export const isAuditAction = (action: string): action is AuditAction =>
  (allAuditActions as readonly string[]).includes(action);
