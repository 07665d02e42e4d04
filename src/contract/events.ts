import type { DealingScope } from './dealing-names.ts';
import type { GuardedKey } from './settings-names.ts';
import type { ApplicationState, OfferingState } from './ipo-names.ts';
import type { LegalKind } from './legal-names.ts';
import type { AdjustmentCategory } from './payment-names.ts';
import type { ProposalMatter } from './approval-request-names.ts';
import type { OverrideKind, StoppableKind } from './override-names.ts';
import type { PromiseKind } from './support-names.ts';
import type { TierName } from './tier-names.ts';

/**
 * What happened, in the past tense, with what a listener needs to act. An event is written in the transaction that
 * made it true and delivered after that transaction, at least once.
 */
export interface Events {
  /** Something is to be told on a channel of the socket; see docs/realtime.md. `data` is JSON as a text. */
  'realtime.sent': { channel: string; event: string; data: string; seq?: number };
  /** A letter may leave now: at once, or since quiet hours have ended. */
  'notifications.letter_due': { notificationId: string };
  /** The same for one without which somebody cannot go on: it waits for none of the others. */
  'notifications.awaited_letter_due': { notificationId: string };
  /** A summary of what was held for it. */
  'notifications.digest_due': { personId: string; notificationIds: string[] };
  /** For one device; several when they were held for it. */
  'notifications.push_due': { subscriptionId: string; notificationIds: string[] };
  'auth.registered': { clientId: string };
  /** Somebody has filled in what a profile is made of; the address is to be confirmed first. */
  'auth.registration_asked': { registrationId: string };
  /** The same for an address that a client has: only its owner is told, by mail. */
  'auth.registration_repeated': { clientId: string };
  'auth.verification_asked': { email: string };
  'auth.password_reset_asked': { email: string };
  'auth.password_changed': { clientId: string; how: 'reset' | 'settings'; at: string };
  'auth.security_changed': { clientId: string; change: SecurityChange; at: string };
  /** Somebody who reads the client's mail has frozen the profile; disputed when it was mail to a former address. */
  'auth.frozen': { clientId: string; at: string; isDisputed?: boolean };
  /** A new address is to be confirmed; the former one is told. */
  'auth.email_change_asked': { clientId: string; changeId: string; byStaff: boolean; at: string };
  /** The link goes to the new address; it is made when it is mailed. */
  'auth.email_link_asked': { clientId: string; changeId: string };
  'auth.email_changed': { clientId: string; changeId: string; at: string };
  /** From a device or country that he never used; the code is made when it is mailed. */
  'auth.sign_in_code_asked': { clientId: string; challengeId: string; address: string; at: string };
  'auth.autologin_issued': { clientId: string; by: 'staff' | 'program'; at: string };
  /** A client wishes to leave: not before `closesAt`. */
  'clients.closing_asked': { clientId: string; closesAt: string; at: string };
  /** The days are over and something stands in the way; said once for each wish. */
  'clients.closing_blocked': { clientId: string; at: string };
  /** He, or staff for him, thought better of it; or it ended because his profile was frozen, of which he is told. */
  'clients.account_kept': { clientId: string; at: string; isFrozen: boolean };
  'clients.account_closed': { clientId: string; at: string };
  /** Staff opened it again; its owner has yet to set a password. */
  'clients.account_reopened': { clientId: string; at: string };
  /** Somebody asked, from a device, for all that is kept about him. */
  'clients.data_asked': { clientId: string; device: string | null; at: string };
  /** Staff have put his country of residence right. */
  'clients.country_set': { clientId: string };
  'clients.person_corrected': { clientId: string };
  /** Who looks after him from now on, by name; null when nobody does any more. The id is missing in rows of earlier versions. */
  'clients.manager_changed': { clientId: string; manager: string | null; managerId?: string | null };
  /** Told to whoever looks after a client from now on, or does no more; `name` is the client's. */
  'staff.client_given': { staffId: string; aboutId: string; name: string; given: boolean };
  /** Staff have set something for him instead of the house's rule, or have ended it, which rows of earlier versions do not tell. */
  'clients.limits_changed': { clientId: string; what: OverrideKind; own?: { until: string | null } | null };
  /** Something waits for a second person; told to whoever may be the one. `name` is that of the client or the operator key that it is about. */
  'proposals.made': {
    staffId: string;
    matter: ProposalMatter;
    name: string | null;
    by: string;
    /** They decide on it in the list of proposals, as finance does on a setting. */
    inList: boolean;
  };
  /** Told to its author, as what follows. */
  'proposals.declined': { staffId: string; matter: ProposalMatter; name: string | null; by: string; reason: string };
  /** Nobody decided in time. */
  'proposals.lapsed': { staffId: string; matter: ProposalMatter; name: string | null };
  /** Staff have stopped these payments of his; `reason` is of the catalogue, as it is kept. */
  'clients.payments_stopped': { clientId: string; kinds: StoppableKind[]; reason: string; until: string | null };
  'clients.payments_released': { clientId: string; kinds: StoppableKind[] };
  /** Somebody of the staff sees the client's rooms as he does. */
  'staff.watch_begun': { clientId: string; at: string };
  /** `reason` is of the catalogue, as it is kept. */
  'staff.shut_out': { clientId: string; reason: string; at: string };
  'staff.let_in': { clientId: string; at: string };
  /** A version of a legal document has been published, which counts at once or from a later day. */
  'legal.announced': { clientId: string; versionId: string };
  /** When the profile was opened, or later of a version that asked. */
  'legal.accepted': { clientId: string; versionId: string; kind: LegalKind; number: number; at: string };
  'support.ticket_opened': { clientId: string; conversationId: string };
  'support.message_sent': { conversationId: string; seq: number };
  /** A side of a conversation has read on, or messages have reached it, as its client sees it. */
  'support.marked': { conversationId: string; personId: string; side: 'client' | 'support' };
  /** Nobody of support was there for a client who waited in a chat; it is a ticket now. */
  'support.chat_moved': { clientId: string; conversationId: string };
  /** Support took it, put it aside, or the like; of its own accord that is no concern of the client. */
  'support.room_changed': { conversationId: string };
  'support.transcript_asked': { clientId: string; conversationId: string };
  /** Support has answered, and the client has not read it for a while. `seq` is the last of what waits for him. */
  'support.answer_unread': { clientId: string; conversationId: string; seq: number };
  /** What was promised is due soon, and not yet done. */
  'support.answer_due': { conversationId: string; assigneeId: string | null; promise: PromiseKind };
  /** `byId` is the client himself, or who of support has settled it. */
  'support.resolved': { clientId: string; conversationId: string; byId: string };
  'trading.account_opened': { clientId: string; accountId: string };
  /** A platform elsewhere is to open an account. */
  'trading.platform_account_asked': { number: string; currency: string; leverage: number };
  /** Equity has come down to the margin call; said again only after it was above. Level in percent. */
  'trading.margin_called': { clientId: string; accountNumber: string; marginLevel: string };
  /** Of one to which its client had no answer: the platform, or staff, have said since what became of it. */
  'trading.transfer_settled': { clientId: string; transferId: string };
  'trading.stopped_out': { clientId: string; accountNumber: string; symbol: string; position: string };
  /** `on` is the day (UTC) from which on it counts. */
  'portfolio.tier_changed': { clientId: string; from: TierName; to: TierName; on: string };
  /** Taken back by its client. */
  'payments.deposit_cancelled': PaymentFacts;
  'payments.withdrawal_cancelled': PaymentFacts;
  /** Nobody paid, or confirmed it, in time. */
  'payments.deposit_expired': PaymentFacts;
  'payments.withdrawal_expired': PaymentFacts;
  'payments.deposit_credited': PaymentFacts;
  'payments.deposit_rejected': PaymentFacts & { reason: string };
  /** All of it went back, or the bank took it back; what the wallet did not cover is owed. */
  'payments.deposit_refunded': PaymentFacts & { reason: string };
  'payments.deposit_charged_back': PaymentFacts & { reason: string };
  /** Undone by staff; `amount` is what the wallet lost or got by that. */
  'payments.deposit_reversed': PaymentFacts & { reason: string };
  'payments.adjustment_reversed': PaymentFacts & { reason: string };
  /** A withdrawal waits for a code, which is made when it is mailed. */
  'payments.withdrawal_code_asked': PaymentFacts;
  'payments.withdrawal_submitted': PaymentFacts;
  'payments.withdrawal_approved': PaymentFacts;
  'payments.withdrawal_sent': PaymentFacts;
  'payments.withdrawal_completed': PaymentFacts;
  /** Rejected by staff, or failed on its way: the client has the money again. */
  'payments.withdrawal_rejected': PaymentFacts & { reason: string };
  /** The house gave money to a wallet, or took some; `amount` is above zero either way. */
  'payments.adjustment_posted': PaymentFacts & { category: AdjustmentCategory; takes: boolean };
  'ipo.offering_changed': { offeringId: string; state: OfferingState };
  /** Who has applied may cancel for some days. */
  'ipo.supplement_published': { clientId: string; applicationId: string; offeringId: string; version: number };
  /** An offering is postponed that keeps what is set aside, or goes on; said to each whose application waits. */
  'ipo.offering_paused': { clientId: string; applicationId: string; isPaused: boolean };
  'ipo.application_changed': { clientId: string; applicationId: string; state: ApplicationState };
  /** What a client has proven, or staff have set; both as they count. */
  'verification.level_changed': { clientId: string; from: number; to: number };
  /** Of one that changes his level its client hears by that. */
  'verification.document_accepted': { clientId: string; documentId: string; changesLevel: boolean };
  'verification.document_refused': { clientId: string; documentId: string };
  /** It counts until the day before; 30, 7 or 1 days before that. */
  'verification.document_expiring': { clientId: string; documentId: string; expiresOn: string };
  'verification.more_asked': { clientId: string; requestId: string };
  /** Nothing has arrived at it for days, or it is gone; each administrator is told. */
  'operator.webhook_stopped': { staffId: string; webhookId: string; name: string };
  /** A change of what protects money counts: of one administrator, or confirmed by another. Told to each other one; `by` is a name. */
  'house.setting_changed': { staffId: string; setting: GuardedKey; by: string; confirmedBy: string | null };
  /** Two have given somebody other roles. Told to administrators and compliance; `by` and `second` are names. */
  'staff.roles_changed': { staffId: string; name: string; by: string; second: string };
  /** Two permit somebody who sees offerings to deal on their own account, or one has withdrawn it: then `second` is null and `by` did. Told to the person, administrators and compliance. */
  'staff.dealing_changed': {
    staffId: string;
    clientId: string;
    name: string;
    scope: DealingScope;
    /** The one that it is about, by its name. */
    offering: string | null;
    until: string;
    by: string;
    second: string | null;
  };
  /** Somebody approved what `author` had proposed, although both acted from one network or device. Told to administrators and compliance. */
  'staff.network_overruled': { staffId: string; by: string; author: string; reason: string };
  /** Somebody was made administrator on the server itself, or an administrator was blocked; told to the same. */
  'staff.administrators_changed': { staffId: string; name: string; by: string; made: boolean };
  /** The second factor of an administrator was turned off on the server itself; told to each other one. */
  'staff.administrator_reset': { staffId: string; name: string };
  /** Two of the staff asked for another address of one of them, or one of them turned his second factor off; told to each other administrator. */
  'staff.let_in_anew': { staffId: string; name: string; by: string; email: boolean };
  'payments.destination_added': { clientId: string; destinationId: string };
}

/** What changed about how one signs in, or was tried. */
export type SecurityChange =
  | 'totp_added'
  | 'totp_removed'
  | 'recovery_codes_made'
  | 'recovery_code_used'
  | 'codes_guessed'
  | 'passkey_added'
  | 'passkey_removed'
  /** By an administrator, for one of the staff. */
  | 'roles_changed'
  /** By staff, for somebody who had lost everything. */
  | 'second_factor_reset';

/** `amount` is a decimal of `currency`: what reaches the wallet or the destination, or all of it when it was turned down. */
interface PaymentFacts {
  clientId: string;
  paymentId: string;
  number: string;
  amount: string;
  currency: string;
}

export type EventName = keyof Events;
