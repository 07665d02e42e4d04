import type { DealingScope } from '#contract/staff/dealing-names.ts';
import type { ProtectedKey } from '#contract/settings/names.ts';
import type { ApplicationState, OfferingState } from '#contract/ipo/names.ts';
import type { LegalKind } from '#contract/legal/names.ts';
import type { AdjustmentCategory } from '#contract/payments/names.ts';
import type { ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { OverrideKind, RestrictableKind } from '#contract/staff/override-names.ts';
import type { SlaKind } from '#contract/support/names.ts';
import type { TierName } from '#contract/portfolio/tier-names.ts';

/**
 * What happened, in the past tense, with what a listener needs to act. An event is written in the transaction that
 * made it true and delivered after that transaction, at least once.
 */
export interface Events {
  /** A message for a channel of the socket; see docs/realtime.md. `data` is JSON as a text. */
  'realtime.sent': { channel: string; event: string; data: string; seq?: number };
  /** An email may leave now: at once, or since quiet hours have ended. */
  'notifications.email_due': { notificationId: string };
  /** The same for an email that a person needs to continue: it does not queue behind the others. */
  'notifications.awaited_email_due': { notificationId: string };
  /** A summary of what was held for it. */
  'notifications.digest_due': { personId: string; notificationIds: string[] };
  /** For one device; several when they were held for it. */
  'notifications.push_due': { subscriptionId: string; notificationIds: string[] };
  'auth.registered': { clientId: string };
  /** A person has filled in the registration form; the address is to be confirmed first. */
  'auth.registration_requested': { registrationId: string };
  /** The same for an address that a client already has: only its owner is notified, by email. */
  'auth.registration_repeated': { clientId: string };
  'auth.verification_requested': { email: string };
  'auth.password_reset_requested': { email: string };
  'auth.password_changed': { clientId: string; how: 'reset' | 'settings'; at: string };
  'auth.security_changed': { clientId: string; change: SecurityChange; at: string };
  /** A reader of the client's mailbox has frozen the profile; disputed when it was an email to a former address. */
  'auth.frozen': { clientId: string; at: string; isDisputed?: boolean };
  /** A new address is to be confirmed; the former one is notified. */
  'auth.email_change_requested': { clientId: string; changeId: string; byStaff: boolean; at: string };
  /** The link goes to the new address; it is made when it is emailed. */
  'auth.email_link_requested': { clientId: string; changeId: string };
  'auth.email_changed': { clientId: string; changeId: string; at: string };
  /** From a device or country that the person never used; the code is made when it is emailed. */
  'auth.sign_in_code_requested': { clientId: string; challengeId: string; address: string; at: string };
  'auth.autologin_issued': { clientId: string; by: 'staff' | 'program'; at: string };
  /** A client requests to leave: not before `closesAt`. */
  'clients.closure_requested': { clientId: string; closesAt: string; at: string };
  /** The days have passed and something blocks the closure; sent once per request. */
  'clients.closure_blocked': { clientId: string; at: string };
  /**
   * The client, or staff for them, cancelled it; or it ended because the profile was frozen, and the client is
   * notified.
   */
  'clients.closure_cancelled': { clientId: string; at: string; isFrozen: boolean };
  'clients.account_closed': { clientId: string; at: string };
  /** Staff opened it again; its owner has yet to set a password. */
  'clients.account_reopened': { clientId: string; at: string };
  /** A person requested, from a device, an export of all their data. */
  'clients.data_export_requested': { clientId: string; device: string | null; at: string };
  /** Staff have corrected the client's country of residence. */
  'clients.country_set': { clientId: string };
  'clients.person_corrected': { clientId: string };
  /**
   * Name of the client's account manager from now on; null when there is none. The id is missing in rows of earlier
   * versions.
   */
  'clients.manager_changed': { clientId: string; manager: string | null; managerId?: string | null };
  /** For a staff member who becomes a client's account manager, or no longer is; `name` is the client's. */
  'staff.client_assignment_changed': { staffId: string; aboutId: string; name: string; given: boolean };
  /** Staff have set an override of the operator's rule, or have ended it. Rows of earlier versions do not say which. */
  'clients.limits_changed': { clientId: string; what: OverrideKind; own?: { until: string | null } | null };
  /**
   * A request needs approval; sent to each possible approver. `name` is that of the client or the API key that it is
   * about.
   */
  'approvals.requested': {
    staffId: string;
    subject: ApprovalSubject;
    name: string | null;
    by: string;
    /** They decide on it in the list of approval requests, as finance does on a setting. */
    inList: boolean;
  };
  /** For the person who made the request, as what follows. */
  'approvals.declined': { staffId: string; subject: ApprovalSubject; name: string | null; by: string; reason: string };
  /** The request expired without a decision. */
  'approvals.expired': { staffId: string; subject: ApprovalSubject; name: string | null };
  /** Staff have restricted these payments of the client; `reason` is a stored code of the catalogue. */
  'clients.payments_restricted': { clientId: string; kinds: RestrictableKind[]; reason: string; until: string | null };
  'clients.payments_restriction_lifted': { clientId: string; kinds: RestrictableKind[] };
  /** A staff member views as the client. */
  'staff.impersonation_started': { clientId: string; at: string };
  /** `reason` is a stored code of the catalogue. */
  'staff.client_blocked': { clientId: string; reason: string; at: string };
  'staff.client_unblocked': { clientId: string; at: string };
  /** A version of a legal document has been published, which counts at once or from a later day. */
  'legal.announced': { clientId: string; versionId: string };
  /** At registration, or later for a version that requires consent. */
  'legal.accepted': { clientId: string; versionId: string; kind: LegalKind; number: number; at: string };
  'support.ticket_opened': { clientId: string; conversationId: string };
  'support.message_sent': { conversationId: string; seq: number };
  /** A side of a conversation has read on, or messages have reached it, as its client sees it. */
  'support.marked': { conversationId: string; personId: string; side: 'client' | 'support' };
  /** No agent was available for a client in a chat; it is a ticket now. */
  'support.chat_moved': { clientId: string; conversationId: string };
  /** Support claimed it, snoozed it, or the like; the client is not concerned. */
  'support.room_changed': { conversationId: string };
  'support.transcript_requested': { clientId: string; conversationId: string };
  /** Support has replied, and the client has not read it for a while. `seq` is the last unread message. */
  'support.reply_unread': { clientId: string; conversationId: string; seq: number };
  /** An SLA is due soon and still open. */
  'support.reply_due': { conversationId: string; assigneeId: string | null; sla: SlaKind };
  /** `byId` is the client, or the agent who resolved it. */
  'support.resolved': { clientId: string; conversationId: string; byId: string };
  'trading.account_opened': { clientId: string; accountId: string };
  /** A platform elsewhere is to open an account. */
  'trading.platform_account_requested': { number: string; currency: string; leverage: number };
  /** Equity has fallen to the margin call; sent again only after it was above. Level in percent. */
  'trading.margin_call': { clientId: string; accountNumber: string; marginLevel: string };
  /** A transfer whose outcome was unknown has been settled since, by the platform or by staff. */
  'trading.transfer_settled': { clientId: string; transferId: string };
  'trading.stop_out': { clientId: string; accountNumber: string; symbol: string; position: string };
  /** `on` is the day (UTC) from which on it counts. */
  'portfolio.tier_changed': { clientId: string; from: TierName; to: TierName; on: string };
  /** Cancelled by its client. */
  'payments.deposit_cancelled': PaymentFacts;
  'payments.withdrawal_cancelled': PaymentFacts;
  /** Not paid, or not confirmed, in time. */
  'payments.deposit_expired': PaymentFacts;
  'payments.withdrawal_expired': PaymentFacts;
  'payments.deposit_credited': PaymentFacts;
  'payments.deposit_rejected': PaymentFacts & { reason: string };
  /** All of it went back, or the bank took it back; what the wallet did not cover is owed. */
  'payments.deposit_refunded': PaymentFacts & { reason: string };
  'payments.deposit_charged_back': PaymentFacts & { reason: string };
  /** Reversed by staff; `amount` is what the wallet lost or got by that. */
  'payments.deposit_reversed': PaymentFacts & { reason: string };
  'payments.adjustment_reversed': PaymentFacts & { reason: string };
  /** A withdrawal waits for a code, which is made when it is emailed. */
  'payments.withdrawal_code_requested': PaymentFacts;
  'payments.withdrawal_submitted': PaymentFacts;
  'payments.withdrawal_approved': PaymentFacts;
  'payments.withdrawal_sent': PaymentFacts;
  'payments.withdrawal_completed': PaymentFacts;
  /** Rejected by staff, or failed on its way: the client has the money again. */
  'payments.withdrawal_rejected': PaymentFacts & { reason: string };
  /** The operator credited a wallet, or debited it; `amount` is above zero either way. */
  'payments.adjustment_posted': PaymentFacts & { category: AdjustmentCategory; takes: boolean };
  'ipo.offering_changed': { offeringId: string; state: OfferingState };
  /** Applicants may cancel for some days. */
  'ipo.supplement_published': { clientId: string; applicationId: string; offeringId: string; version: number };
  /** An offering is postponed and its holds stay, or it resumes; sent to each client with a pending application. */
  'ipo.offering_paused': { clientId: string; applicationId: string; isPaused: boolean };
  'ipo.application_changed': { clientId: string; applicationId: string; state: ApplicationState };
  /** What a client has proven, or staff have set; both as they count. */
  'verification.level_changed': { clientId: string; from: number; to: number };
  /** The client of a document that changes the level is notified of the level instead. */
  'verification.document_accepted': { clientId: string; documentId: string; changesLevel: boolean };
  'verification.document_rejected': { clientId: string; documentId: string };
  /** It counts until the day before; 30, 7 or 1 days before that. */
  'verification.document_expiring': { clientId: string; documentId: string; expiresOn: string };
  'verification.document_requested': { clientId: string; requestId: string };
  /** Nothing has arrived at it for days, or it is gone; each administrator is notified. */
  'operator.webhook_disabled': { staffId: string; webhookId: string; name: string };
  /**
   * A change of a protected setting takes effect: by one administrator, or approved by another. Sent to each other one;
   * `by` is a name.
   */
  'settings.setting_changed': { staffId: string; setting: ProtectedKey; by: string; confirmedBy: string | null };
  /**
   * Two people have changed the roles of a person. Sent to administrators and compliance; `by` and `approver` are
   * names.
   */
  'staff.roles_changed': { staffId: string; name: string; by: string; approver: string };
  /**
   * Two people permit a person who sees offerings to deal on their own account, or one has withdrawn it: then
   * `approver` is null and `by` did. Sent to the person, administrators and compliance.
   */
  'staff.dealing_changed': {
    staffId: string;
    clientId: string;
    name: string;
    scope: DealingScope;
    /** The one that it is about, by its name. */
    offering: string | null;
    until: string;
    by: string;
    approver: string | null;
  };
  /**
   * A person approved a request of `author` although both acted from one network or device. Sent to administrators and
   * compliance.
   */
  'staff.network_overruled': { staffId: string; by: string; author: string; reason: string };
  /** A person was made administrator on the server itself, or an administrator was blocked; sent to the same. */
  'staff.administrators_changed': { staffId: string; name: string; by: string; made: boolean };
  /** The second factor of an administrator was turned off on the server itself; sent to each other one. */
  'staff.administrator_reset': { staffId: string; name: string };
  /**
   * Two staff members requested another address for a colleague, or one turned off the second factor of
   * another; sent to each other administrator.
   */
  'staff.access_recovered': { staffId: string; name: string; by: string; email: boolean };
  'payments.destination_added': { clientId: string; destinationId: string };
}

/** What changed about how a person signs in, or was tried. */
export type SecurityChange =
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'codes_guessed'
  | 'passkey_added'
  | 'passkey_removed'
  /** By an administrator, for a staff member. */
  | 'roles_changed'
  /** By staff, for a person who had lost everything. */
  | 'second_factor_reset';

/**
 * `amount` is a decimal of `currency`: what reaches the wallet or the destination, or all of it when it was rejected.
 */
interface PaymentFacts {
  clientId: string;
  paymentId: string;
  number: string;
  amount: string;
  currency: string;
}

export type EventName = keyof Events;
