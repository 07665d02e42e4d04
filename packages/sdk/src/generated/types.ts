// Made from the operator’s OpenAPI document by `npm run sdk`; edits are lost.

export type CreateClientFirstName = string;
export type Language = 'ar' | 'cs' | 'de' | 'en' | 'es' | 'fi' | 'fr' | 'hu' | 'it' | 'no' | 'pl' | 'ro' | 'ru' | 'tr';
export type Integer = number | string;
export type TicketUpdatedSince = string;
export type Decimal = string;
export type DecimalOrNull = string | null;
export type Tier = 'standard' | 'silver' | 'gold' | 'platinum' | 'vip';
export type CreateDraftSector =
  | 'energy'
  | 'materials'
  | 'industrials'
  | 'consumer_discretionary'
  | 'consumer_staples'
  | 'health_care'
  | 'financials'
  | 'information_technology'
  | 'communication_services'
  | 'utilities'
  | 'real_estate';
export type ArticleText = {
  text: string;
  strong?: true;
  em?: true;
  href?: string;
}[];
export type ArticleBody = (
  | {
      kind: 'paragraph';
      text: ArticleText;
    }
  | {
      kind: 'heading';
      level: 2 | 3;
      text: ArticleText;
    }
  | {
      kind: 'list';
      ordered: boolean;
      /**
       * @minItems 1
       * @maxItems 200
       */
      items: ArticleText[];
    }
  | {
      kind: 'quote';
      /**
       * @minItems 1
       * @maxItems 50
       */
      paragraphs: ArticleText[];
    }
  | {
      kind: 'table';
      header: boolean;
      /**
       * @minItems 1
       * @maxItems 100
       */
      rows: ArticleText[][];
    }
  | {
      kind: 'picture';
      file: string;
      alt: string;
      caption?: string;
    }
  | {
      kind: 'rule';
    }
)[];
export type PaymentState =
  | 'created'
  | 'awaiting_payment'
  | 'under_review'
  | 'credited'
  | 'rejected'
  | 'cancelled'
  | 'expired'
  | 'failed'
  | 'refunded'
  | 'charged_back'
  | 'reversed'
  | 'draft'
  | 'awaiting_confirmation'
  | 'submitted'
  | 'in_review'
  | 'approved'
  | 'ordered'
  | 'sent'
  | 'completed'
  | 'proposed'
  | 'posted';
export type OfferingState =
  | 'draft'
  | 'announced'
  | 'open'
  | 'closed'
  | 'priced'
  | 'reconfirming'
  | 'allotting'
  | 'allotted'
  | 'listed'
  | 'unlocked'
  | 'archived'
  | 'postponed'
  | 'withdrawn';
export type ApplicationState =
  | 'submitted'
  | 'amended'
  | 'reconfirm_required'
  | 'confirmed'
  | 'allotted'
  | 'not_allotted'
  | 'rejected'
  | 'settled'
  | 'in_lock_up'
  | 'tradable'
  | 'closed'
  | 'cancelled'
  | 'expired';
export type DocumentType =
  | 'passport'
  | 'id_card'
  | 'driving_licence'
  | 'utility_bill'
  | 'bank_statement'
  | 'tax_notice'
  | 'payslip'
  | 'contract_of_sale'
  | 'other_evidence';
export type WebhookEvent =
  | AccountMarginCallEvent
  | AccountOpenedEvent
  | AccountStopOutEvent
  | AdjustmentPostedEvent
  | AdjustmentReversedEvent
  | ClientBlockedEvent
  | ClientClosedEvent
  | ClientClosureCancelledEvent
  | ClientClosureRequestedEvent
  | ClientEmailChangedEvent
  | ClientFrozenEvent
  | ClientLegalAcceptedEvent
  | ClientLevelChangedEvent
  | ClientLimitsChangedEvent
  | ClientManagerChangedEvent
  | ClientRegisteredEvent
  | ClientReopenedEvent
  | ClientRiskChangedEvent
  | ClientTierChangedEvent
  | ClientUnblockedEvent
  | DepositCancelledEvent
  | DepositChargedBackEvent
  | DepositCreditedEvent
  | DepositExpiredEvent
  | DepositRefundedEvent
  | DepositRejectedEvent
  | DepositReversedEvent
  | DocumentAcceptedEvent
  | DocumentExpiringEvent
  | DocumentRejectedEvent
  | DocumentRequestedEvent
  | IpoApplicationChangedEvent
  | IpoOfferingChangedEvent
  | WithdrawalApprovedEvent
  | WithdrawalCancelledEvent
  | WithdrawalCompletedEvent
  | WithdrawalExpiredEvent
  | WithdrawalRejectedEvent
  | WithdrawalSentEvent
  | WithdrawalSubmittedEvent
  | WebhookTestEvent;

export interface CreateClientBody {
  email: string;
  first_name: CreateClientFirstName;
  second_name: CreateClientFirstName;
  country: string;
  phone?: string;
  language?: Language;
  brand?: string;
}
export interface CreateClientResult {
  id: string;
  email: string;
}
export interface ClientsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  email?: string;
  country?: string;
}
export interface CorrectClientBody {
  first_name: CreateClientFirstName;
  second_name: CreateClientFirstName;
  birth_on?: string;
  nationality?: string;
  reason: string;
}
export interface SetCountryBody {
  country: string;
  reason: string;
}
export interface RequestEmailBody {
  email: string;
  reason: string;
  comment: string;
}
export interface ProposeLevelBody {
  level: Integer;
  reason: string;
}
export interface ReportDepositBody {
  client_id: string;
  currency: string;
  amount: string;
  reference: string;
  sender: string;
}
export interface RequestAdjustmentBody {
  wallet_id: string;
  direction: 'give' | 'take';
  amount: string;
  category: 'correction' | 'goodwill' | 'bonus' | 'fee_refund' | 'fee';
  note: string;
}
export interface RequestAdjustmentResult {
  id: string;
  wallet_id: string;
}
export interface OpenAccountBody {
  client_id: string;
  currency: string;
}
export interface OpenAccountResult {
  number: string;
  client_id: string;
  currency: string;
}
export interface AccountsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Account {
  number: string;
  client_id: string;
  currency: string;
  leverage: number;
  nickname: string | null;
  status: 'pending' | 'active' | 'read_only' | 'archived';
  created_at: string;
  updated_at: string;
}
export interface DraftResult {
  id: string;
  version: number;
  terms: {
    issuer: string;
    ticker: string;
    isin: string | null;
    exchange: string;
    sector: string;
    currency: string;
    mode: 'subscription' | 'direct';
    price_low: Decimal;
    price_high: Decimal;
    shares_offered: number;
    shares_outstanding: number;
    quota: number;
    lot_size: number;
    min_quantity: number;
    max_quantity: number;
    fee_in_percent: Decimal;
    fee_in_minimum: Decimal;
    fee_fixed: Decimal;
    fee_out_percent: Decimal;
    lock_up_days: number;
    early_exit_percent: DecimalOrNull;
    min_level: number;
    min_tier: Tier;
    excluded_countries: string[];
    cut_off: 'close' | 'confirm_until';
    when_postponed: 'keep' | 'release';
    allotment_method: 'full' | 'pro_rata' | 'tier_weighted' | 'one_lot_each' | 'lottery' | 'manual';
    disclosure_version: number;
    opens_at: string;
    closes_at: string;
    listed_at: string | null;
  };
  texts: {
    language: string;
    about: string;
    risks: string;
  }[];
  prospectus: string | null;
}
export interface CreateDraftBody {
  issuer: string;
  ticker: string;
  isin: string | null;
  exchange: string;
  sector: CreateDraftSector;
  currency: string;
  mode: 'subscription' | 'direct';
  price_low: string;
  price_high: string;
  shares_offered: Integer;
  shares_outstanding: Integer;
  quota: Integer;
  lot_size: Integer;
  min_quantity: Integer;
  max_quantity: Integer;
  fee_in_percent: string;
  fee_in_minimum: string;
  fee_fixed: string;
  fee_out_percent: string;
  lock_up_days: Integer;
  early_exit_percent: string | null;
  min_level: Integer;
  min_tier: Tier;
  /**
   * @maxItems 200
   */
  excluded_countries: string[];
  cut_off: 'close' | 'confirm_until';
  when_postponed: 'keep' | 'release';
  allotment_method: 'full' | 'pro_rata' | 'tier_weighted' | 'one_lot_each' | 'lottery' | 'manual';
  disclosure_version: Integer;
  opens_at: string;
  closes_at: string;
  listed_at: string | null;
}
export interface CreateDraftResult {
  id: string;
  version: number;
}
export interface EditDraftBody {
  issuer: string;
  ticker: string;
  isin: string | null;
  exchange: string;
  sector: CreateDraftSector;
  currency: string;
  mode: 'subscription' | 'direct';
  price_low: string;
  price_high: string;
  shares_offered: Integer;
  shares_outstanding: Integer;
  quota: Integer;
  lot_size: Integer;
  min_quantity: Integer;
  max_quantity: Integer;
  fee_in_percent: string;
  fee_in_minimum: string;
  fee_fixed: string;
  fee_out_percent: string;
  lock_up_days: Integer;
  early_exit_percent: string | null;
  min_level: Integer;
  min_tier: Tier;
  /**
   * @maxItems 200
   */
  excluded_countries: string[];
  cut_off: 'close' | 'confirm_until';
  when_postponed: 'keep' | 'release';
  allotment_method: 'full' | 'pro_rata' | 'tier_weighted' | 'one_lot_each' | 'lottery' | 'manual';
  disclosure_version: Integer;
  opens_at: string;
  closes_at: string;
  listed_at: string | null;
  version: Integer;
}
export interface WriteTextToDraftBody {
  version: Integer;
  language: Language;
  about: string;
  risks: string;
}
export interface SetProspectusBody {
  version: Integer;
  url: string;
}
export interface TicketsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
  status?: 'open' | 'pending' | 'snoozed' | 'resolved' | 'closed';
}
export interface Ticket {
  id: string;
  number: string;
  client_id: string;
  category: 'account' | 'payments' | 'trading' | 'ipo' | 'verification' | 'other';
  subject: string;
  status: 'open' | 'pending' | 'snoozed' | 'resolved' | 'closed';
  priority: 'low' | 'normal' | 'high' | 'urgent';
  assignee_id: string | null;
  link: {
    type: 'payment' | 'operation' | 'trading_account' | 'deal' | 'position' | 'order' | 'application' | 'holding';
    id: string;
  } | null;
  messages: number;
  reply_due_at: string | null;
  first_replied_at: string | null;
  resolved_at: string | null;
  closed_at: string | null;
  rating: number | null;
  created_at: string;
  updated_at: string;
}
export interface OpenTicketBody {
  client_id: string;
  category: 'account' | 'payments' | 'trading' | 'ipo' | 'verification' | 'other';
  subject: string;
  text: string;
}
export interface OpenTicketResult {
  id: string;
  number: string;
  client_id: string;
}
export interface TicketMessagesQuery {
  limit?: Integer;
  cursor?: string;
}
export interface ChatsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Chat {
  id: string;
  client_id: string;
  status: 'open' | 'pending' | 'snoozed' | 'resolved' | 'closed';
  priority: 'low' | 'normal' | 'high' | 'urgent';
  assignee_id: string | null;
  messages: number;
  reply_due_at: string | null;
  first_replied_at: string | null;
  resolved_at: string | null;
  closed_at: string | null;
  rating: number | null;
  created_at: string;
  updated_at: string;
}
export interface ChatMessagesQuery {
  limit?: Integer;
  cursor?: string;
}
export interface ReplyToTicketBody {
  text: string;
}
export interface ReplyToTicketResult {
  id: string;
  ticket_id: string;
}
export interface WriteToClientBody {
  text: string;
}
export interface ResolveTicketResult {
  ticket_id: string;
}
export interface ReportCheckBody {
  reference: string;
  result: 'approved' | 'rejected';
  type: 'passport' | 'id_card' | 'driving_licence';
  number?: string;
  expires_on?: string;
  name: string;
  birth_on?: string;
  explanation?: string;
}
export interface ArticleResult {
  id: string;
  category: 'market' | 'education' | 'company';
  content: 'public' | 'analytics' | 'research';
  state: 'draft' | 'scheduled' | 'published' | 'withdrawn';
  published_at: string | null;
  drafts: {
    language: Language;
    slug: string;
    title: string;
    summary: string;
    body: ArticleBody;
    revision: number;
    changed_at: string;
    changed_by: string | null;
    status: 'fresh' | 'changed' | 'live';
  }[];
}
export interface CreateArticleBody {
  language: Language;
  category: 'market' | 'education' | 'company';
  title: string;
}
export interface CreateArticleResult {
  id: string;
  language: Language;
  revision: number;
}
export interface ArticlesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface Article {
  id: string;
  category: 'market' | 'education' | 'company';
  content: string;
  state: 'draft' | 'published' | 'withdrawn';
  published_at: string | null;
  texts: {
    language: Language;
    slug: string;
    title: string;
  }[];
  created_at: string;
  updated_at: string;
}
export interface SaveArticleBody {
  language: Language;
  revision: Integer;
  slug?: string;
  title: string;
  summary: string;
  body: ArticleBody;
}
export interface SaveArticleResult {
  article_id: string;
  language: Language;
  revision: number;
}
export interface SetCategoryBody {
  category: 'market' | 'education' | 'company';
}
export interface SetContentBody {
  content: 'public' | 'analytics' | 'research';
}
export interface PublishArticleBody {
  /**
   * @minItems 1
   * @maxItems 14
   */
  languages: Language[];
  at?: string;
}
export interface EventsQuery {
  after?: string;
  limit?: Integer;
  type?:
    | 'account.margin_call'
    | 'account.opened'
    | 'account.stop_out'
    | 'adjustment.posted'
    | 'adjustment.reversed'
    | 'client.blocked'
    | 'client.closed'
    | 'client.closure_cancelled'
    | 'client.closure_requested'
    | 'client.email_changed'
    | 'client.frozen'
    | 'client.legal_accepted'
    | 'client.level_changed'
    | 'client.limits_changed'
    | 'client.manager_changed'
    | 'client.registered'
    | 'client.reopened'
    | 'client.risk_changed'
    | 'client.tier_changed'
    | 'client.unblocked'
    | 'deposit.cancelled'
    | 'deposit.charged_back'
    | 'deposit.credited'
    | 'deposit.expired'
    | 'deposit.refunded'
    | 'deposit.rejected'
    | 'deposit.reversed'
    | 'document.accepted'
    | 'document.expiring'
    | 'document.rejected'
    | 'document.requested'
    | 'ipo.application_changed'
    | 'ipo.offering_changed'
    | 'withdrawal.approved'
    | 'withdrawal.cancelled'
    | 'withdrawal.completed'
    | 'withdrawal.expired'
    | 'withdrawal.rejected'
    | 'withdrawal.sent'
    | 'withdrawal.submitted';
}
export interface PublicEvent {
  id: string;
  type: string;
  version: 1;
  timestamp: string;
  data: {
    [k: string]: unknown;
  };
}
export interface Manager {
  id: string;
  name: string;
  clients: number;
}
export interface VerificationResult {
  client_id: string;
  level: number;
  documents: {
    id: string;
    kind: 'identity' | 'residence' | 'source_of_funds';
    type:
      | 'passport'
      | 'id_card'
      | 'driving_licence'
      | 'utility_bill'
      | 'bank_statement'
      | 'tax_notice'
      | 'payslip'
      | 'contract_of_sale'
      | 'other_evidence';
    state: 'pending' | 'approved' | 'rejected' | 'expired' | 'replaced';
    reasons: string[];
    expires_on: string | null;
    sent_at: string;
    decided_at: string | null;
  }[];
}
export interface IssueSignInLinkResult {
  link: string;
  expires_at: string;
}
export interface WalletsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Wallet {
  id: string;
  client_id: string;
  kind: 'main' | 'currency';
  currency: string;
  available: Decimal;
  held: Decimal;
  created_at: string;
  updated_at: string;
}
export interface OperationsQuery {
  cursor?: string;
  since?: string;
  until?: string;
}
export interface Operation {
  id: string;
  kind:
    | 'deposit'
    | 'withdrawal'
    | 'transfer_to_trading'
    | 'transfer_from_trading'
    | 'conversion'
    | 'bonus'
    | 'fee'
    | 'correction'
    | 'opening_balance'
    | 'ipo';
  amount: Decimal;
  balance_after: Decimal;
  currency: string;
  reference: {
    type: string;
    id: string;
    label: string | null;
  } | null;
  at: string;
}
export interface PaymentsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
  kind?: 'deposit' | 'withdrawal' | 'adjustment';
  state?: PaymentState;
  reference?: string;
}
export interface OfferingsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  state?: OfferingState;
}
export interface Offering {
  id: string;
  ticker: string;
  issuer: string;
  exchange: string;
  currency: string;
  state: OfferingState;
  price_low: Decimal;
  price_high: Decimal;
  final_price: DecimalOrNull;
  opens_at: string;
  closes_at: string;
  updated_at: string;
}
export interface ApplicationsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
  offering_id?: string;
  state?: ApplicationState;
}
export interface Application {
  id: string;
  number: string;
  client_id: string;
  offering_id: string;
  state: ApplicationState;
  quantity: number;
  allotted_quantity: number | null;
  currency: string;
  held: Decimal;
  cost: DecimalOrNull;
  fee: DecimalOrNull;
  created_at: string;
  updated_at: string;
}
export interface PostingsQuery {
  limit?: Integer;
  cursor?: string;
  /**
   * Rows after this one, by its `id`.
   */
  after_id?: string;
}
export interface Posting {
  id: string;
  transaction_id: string;
  kind: string;
  account: string;
  account_kind:
    | 'wallet_available'
    | 'wallet_held'
    | 'trading'
    | 'psp_in'
    | 'psp_out'
    | 'fees'
    | 'bonus'
    | 'dealing'
    | 'fx'
    | 'ipo_escrow'
    | 'suspense';
  client_id: string | null;
  currency: string;
  amount: Decimal;
  balance_after: DecimalOrNull;
  reference: {
    type: string;
    id: string;
  } | null;
  at: string;
}
export interface ConversionsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface Conversion {
  id: string;
  client_id: string;
  transaction_id: string;
  from_wallet_id: string;
  from_currency: string;
  paid: Decimal;
  to_wallet_id: string;
  to_currency: string;
  received: Decimal;
  rate: Decimal;
  spread: Decimal;
  at: string;
  updated_at: string;
}
export interface PayoutsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  payment_id?: string;
}
export interface Payout {
  id: string;
  payment_id: string;
  client_id: string;
  connection_id: string;
  currency: string;
  amount: Decimal;
  state: 'calling' | 'accepted' | 'sent' | 'completed' | 'failed' | 'returned';
  provider_id: string | null;
  answer: string | null;
  coin: string | null;
  coins: DecimalOrNull;
  transaction: string | null;
  created_at: string;
  ended_at: string | null;
  updated_at: string;
}
export interface BankPayoutsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  payment_id?: string;
}
export interface BankPayout {
  id: string;
  uetr: string;
  file: string;
  payment_id: string;
  client_id: string;
  currency: string;
  amount: Decimal;
  pay_on: string;
  status: ('RCVD' | 'ACTC' | 'ACCP' | 'ACWC' | 'PDNG' | 'ACSP' | 'ACSC' | 'ACCC' | 'RJCT') | null;
  reason: string | null;
  detail: string | null;
  contradiction: string | null;
  answered_at: string | null;
  ended_at: string | null;
  updated_at: string;
}
export interface DisputesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  payment_id?: string;
}
export interface Dispute {
  id: string;
  payment_id: string;
  connection_id: string;
  provider_id: string;
  status: string;
  reason: string;
  currency: string;
  amount: DecimalOrNull;
  amount_minor: string;
  withdrawn: boolean;
  answer_by: string | null;
  closed: boolean;
  opened_at: string;
  updated_at: string;
}
export interface PaymentFindingsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  payment_id?: string;
}
export interface PaymentFinding {
  id: string;
  payment_id: string;
  kind:
    | 'amount'
    | 'late'
    | 'play_money'
    | 'not_captured'
    | 'dispute'
    | 'dispute_partial'
    | 'refund_failed'
    | 'refund_elsewhere'
    | 'refund_late'
    | 'refund_pending'
    | 'refund_disconnected'
    | 'fraud_warning'
    | 'holder'
    | 'shared_source'
    | 'instrument_limit'
    | 'not_started'
    | 'by_hand'
    | 'payee'
    | 'deposit_unread'
    | 'payout_pending'
    | 'payout_returned'
    | 'payout_unexpected'
    | 'payout_unread'
    | 'payout_disconnected';
  subject: string;
  currency: string | null;
  amount: DecimalOrNull;
  amount_minor: string | null;
  answer_by: string | null;
  found_at: string;
  closed_at: string | null;
  note: string | null;
  updated_at: string;
}
export interface StatementLinesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface StatementLine {
  id: string;
  run_id: string;
  number: number;
  on: string;
  currency: string;
  amount: Decimal;
  account: string;
  reference: string;
  end_to_end_id: string | null;
  bank_reference: string | null;
  name: string | null;
  result: 'credited' | 'waiting' | 'matched' | 'proposed' | 'unknown' | 'repeated' | 'dismissed';
  doubt:
    | (
        | 'reversal'
        | 'returned'
        | 'several'
        | 'booked_before'
        | 'ended'
        | 'not_sent'
        | 'amount'
        | 'no_reference'
        | 'name'
        | 'no_name'
        | 'account'
        | 'other_client'
        | 'closed'
        | 'currency'
        | 'restricted'
        | 'limit'
        | 'account_limit'
        | 'gap'
        | 'refused'
        | 'changed'
        | 'not_asked'
        | 'requester'
      )
    | null;
  payment_id: string | null;
  decided_by: string | null;
  decided_at: string | null;
  updated_at: string;
}
export interface FindingsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface Finding {
  id: string;
  run_id: string;
  result: 'broken' | 'differs' | 'amount_differs' | 'missing_here' | 'missing_there' | 'unasked' | 'matched';
  reference: string | null;
  on: string | null;
  currency: string | null;
  here: DecimalOrNull;
  there: DecimalOrNull;
  payment_id: string | null;
  account: string | null;
  rule: string | null;
  note: string | null;
  resolved_by: string | null;
  resolved_at: string | null;
  updated_at: string;
}
export interface RecipientsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface Recipient {
  id: string;
  client_id: string;
  method: 'bank_transfer' | 'card' | 'crypto' | 'sandbox';
  label: string;
  account: string;
  scheme: string | null;
  country: string | null;
  holder: string;
  bank: string | null;
  created_at: string;
  confirmed_at: string | null;
  removed_at: string | null;
  updated_at: string;
}
export interface DealsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  account?: string;
}
export interface Deal {
  order: string | null;
  position: string | null;
  at: string;
  type:
    | 'buy'
    | 'sell'
    | 'balance'
    | 'credit'
    | 'charge'
    | 'correction'
    | 'bonus'
    | 'commission'
    | 'interest'
    | 'dividend'
    | 'tax';
  entry: ('in' | 'out' | 'in_out' | 'out_by') | null;
  symbol: string | null;
  volume: DecimalOrNull;
  price: DecimalOrNull;
  sl: DecimalOrNull;
  tp: DecimalOrNull;
  commission: Decimal;
  swap: Decimal;
  fee: Decimal;
  profit: Decimal;
  cash: Decimal;
  comment: string | null;
  id: string;
  account: string;
  client_id: string;
  updated_at: string;
  currency: string;
}
export interface OrdersQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  account?: string;
}
export interface Order {
  position: string | null;
  symbol: string;
  side: 'buy' | 'sell';
  type: 'market' | 'limit' | 'stop';
  state: 'placed' | 'partial' | 'filled' | 'cancelled' | 'expired' | 'rejected';
  reason: 'client' | 'sl' | 'tp' | 'stop_out';
  volume: Decimal;
  filled_volume: Decimal;
  price: DecimalOrNull;
  filled_price: DecimalOrNull;
  sl: DecimalOrNull;
  tp: DecimalOrNull;
  placed_at: string;
  expires_at: string | null;
  done_at: string | null;
  id: string;
  account: string;
  client_id: string;
  updated_at: string;
}
export interface PositionsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  account?: string;
  state?: 'open' | 'closed';
}
export interface Position {
  id: string;
  account: string;
  client_id: string;
  updated_at: string;
  currency: string;
  symbol: string;
  side: 'buy' | 'sell';
  opened_volume: Decimal;
  volume: Decimal;
  open_price: Decimal;
  sl: DecimalOrNull;
  tp: DecimalOrNull;
  margin: Decimal;
  swap: Decimal;
  opened_at: string;
  closed_at: string | null;
  close_reason: ('client' | 'sl' | 'tp' | 'stop_out') | null;
}
export interface EquityQuery {
  limit?: Integer;
  cursor?: string;
  day?: string;
}
export interface Equity {
  account: string;
  client_id: string;
  on: string;
  currency: string;
  equity: Decimal;
  recorded_at: string;
}
export interface HoldingsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Holding {
  id: string;
  client_id: string;
  wallet_id: string;
  offering_id: string;
  application_id: string;
  currency: string;
  quantity: number;
  sold_quantity: number;
  cost: Decimal;
  fee: Decimal;
  transaction_id: string;
  acquired_at: string;
  tradable_at: string | null;
  updated_at: string;
}
export interface SalesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Sale {
  id: string;
  number: string;
  client_id: string;
  wallet_id: string;
  offering_id: string;
  currency: string;
  quantity: number;
  price: Decimal;
  proceeds: Decimal;
  fee: Decimal;
  cost: Decimal;
  early_exit_bps: number | null;
  transaction_id: string;
  at: string;
  updated_at: string;
}
export interface AllotmentsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  offering_id?: string;
}
export interface Allotment {
  id: string;
  client_id: string;
  offering_id: string;
  tier: string;
  weight: number;
  requested: number;
  eligible: boolean;
  limit_met: boolean;
  counted: number;
  allotted: number | null;
  updated_at: string;
}
export interface DocumentsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Document {
  id: string;
  client_id: string;
  kind: 'identity' | 'residence' | 'source_of_funds';
  type: DocumentType;
  attempt: number;
  state: 'pending' | 'approved' | 'rejected' | 'expired' | 'replaced';
  reasons: string[];
  final: boolean;
  expires_on: string | null;
  sent_at: string;
  decided_at: string | null;
  decided_by: string | null;
  updated_at: string;
}
export interface ConsentsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Consent {
  id: string;
  client_id: string;
  document: 'terms' | 'privacy' | 'risk';
  version: number;
  version_id: string;
  language: Language;
  accepted_at: string;
  updated_at: string;
}
export interface NotesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Note {
  id: string;
  client_id: string;
  text: string;
  author_id: string;
  key_id: string | null;
  created_at: string;
  updated_at: string;
}
export interface DeclarationsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Declaration {
  id: string;
  client_id: string;
  first_name: string;
  second_name: string;
  birth_on: string;
  nationality: string;
  phone: string;
  address: string;
  declared_at: string;
  updated_at: string;
}
export interface EconomicProfilesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface EconomicProfile {
  id: string;
  client_id: string;
  version: number;
  answers: {
    [k: string]: string;
  };
  declared_at: string;
  updated_at: string;
}
export interface AuditQuery {
  limit?: Integer;
  cursor?: string;
  /**
   * Rows after this one, by its `id`.
   */
  after_id?: string;
}
export interface Audit {
  id: string;
  entry_id: string;
  action: string;
  actor_id: string | null;
  client_id: string | null;
  details: {
    [k: string]: unknown;
  };
  hash: string;
  at: string;
}
export interface TransfersQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Transfer {
  id: string;
  client_id: string;
  updated_at: string;
  wallet_id: string;
  account: string;
  direction: 'in' | 'out';
  currency: string;
  amount: Decimal;
  state: 'pending' | 'completed' | 'rejected' | 'needs_reconciliation';
  created_at: string;
  settled_at: string | null;
}
export interface PaymentStepsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  payment_id?: string;
}
export interface PaymentStep {
  id: string;
  client_id: string;
  updated_at: string;
  payment_id: string;
  state: PaymentState;
  by_kind: 'client' | 'staff' | 'system';
  by_id: string | null;
  at: string;
}
export interface RatesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface Rate {
  id: string;
  currency: string;
  day: string;
  usd_rate: Decimal;
  updated_at: string;
}
export interface RiskRatingsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface RiskRating {
  id: string;
  client_id: string;
  updated_at: string;
  was: ('low' | 'medium' | 'high') | null;
  rating: 'low' | 'medium' | 'high';
  set_by: string;
  approval_request_id: string | null;
  at: string;
}
export interface TierChangesQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface TierChange {
  id: string;
  client_id: string;
  updated_at: string;
  from_tier: Tier | null;
  tier: Tier;
  source: 'metric' | 'override';
  until: string | null;
  changed_by: string | null;
  at: string;
}
export interface ClosuresQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
  client_id?: string;
}
export interface Closure {
  id: string;
  client_id: string;
  updated_at: string;
  reason: ('not_needed' | 'fees' | 'service' | 'other_broker' | 'privacy' | 'other') | null;
  outcome: ('cancelled' | 'closed') | null;
  requested_at: string;
  closes_at: string;
  ended_at: string | null;
}
export interface LegalVersionsQuery {
  limit?: Integer;
  cursor?: string;
  updated_since?: TicketUpdatedSince;
}
export interface LegalVersion {
  id: string;
  document: 'terms' | 'privacy' | 'risk';
  version: number;
  requires_new_consent: boolean;
  effective_on: string | null;
  published_at: string;
  published_by: string | null;
  updated_at: string;
}
export interface AddTagBody {
  tag: string;
}
export interface RemoveTagBody {
  tag: string;
}
export interface AddNoteBody {
  text: string;
}
export interface AddNoteResult {
  id: string;
  client_id: string;
  text: string;
  created_at: string;
}
export interface SetManagerBody {
  manager_id: string | null;
  reason: string;
}
export interface AccountMarginCallEvent {
  id: string;
  type: 'account.margin_call';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    account_number: string;
    margin_level: Decimal;
  };
}
export interface AccountOpenedEvent {
  id: string;
  type: 'account.opened';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    account_number: string;
  };
}
export interface AccountStopOutEvent {
  id: string;
  type: 'account.stop_out';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    account_number: string;
    symbol: string;
  };
}
export interface AdjustmentPostedEvent {
  id: string;
  type: 'adjustment.posted';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    payment_id: string;
    number: string;
    amount: Decimal;
    currency: string;
    category: 'correction' | 'goodwill' | 'bonus' | 'fee_refund' | 'fee';
    direction: 'in' | 'out';
  };
}
export interface AdjustmentReversedEvent {
  id: string;
  type: 'adjustment.reversed';
  version: 1;
  timestamp: string;
  data: AdjustmentReversedData;
}
export interface AdjustmentReversedData {
  client_id: string;
  payment_id: string;
  number: string;
  amount: Decimal;
  currency: string;
  reason: string;
}
export interface ClientBlockedEvent {
  id: string;
  type: 'client.blocked';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    reason: string;
  };
}
export interface ClientClosedEvent {
  id: string;
  type: 'client.closed';
  version: 1;
  timestamp: string;
  data: InviteClientResult;
}
export interface InviteClientResult {
  client_id: string;
}
export interface ClientClosureCancelledEvent {
  id: string;
  type: 'client.closure_cancelled';
  version: 1;
  timestamp: string;
  data: InviteClientResult;
}
export interface ClientClosureRequestedEvent {
  id: string;
  type: 'client.closure_requested';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    closes_at: string;
  };
}
export interface ClientEmailChangedEvent {
  id: string;
  type: 'client.email_changed';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    changed_at: string;
  };
}
export interface ClientFrozenEvent {
  id: string;
  type: 'client.frozen';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    disputed: boolean;
    frozen_at: string;
  };
}
export interface ClientLegalAcceptedEvent {
  id: string;
  type: 'client.legal_accepted';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    document: 'terms' | 'privacy' | 'risk';
    version: number;
    version_id: string;
    accepted_at: string;
  };
}
export interface ClientLevelChangedEvent {
  id: string;
  type: 'client.level_changed';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    from: number;
    to: number;
  };
}
export interface ClientLimitsChangedEvent {
  id: string;
  type: 'client.limits_changed';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    kind: 'trading_accounts' | 'deposit' | 'withdrawal';
    own: boolean;
    until: string | null;
  };
}
export interface ClientManagerChangedEvent {
  id: string;
  type: 'client.manager_changed';
  version: 1;
  timestamp: string;
  data: SetManagerResult;
}
export interface SetManagerResult {
  client_id: string;
  manager_id: string | null;
}
export interface ClientRegisteredEvent {
  id: string;
  type: 'client.registered';
  version: 1;
  timestamp: string;
  data: InviteClientResult;
}
export interface ClientReopenedEvent {
  id: string;
  type: 'client.reopened';
  version: 1;
  timestamp: string;
  data: InviteClientResult;
}
export interface ClientRiskChangedEvent {
  id: string;
  type: 'client.risk_changed';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    risk: 'low' | 'medium' | 'high';
  };
}
export interface ClientTierChangedEvent {
  id: string;
  type: 'client.tier_changed';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    from: Tier;
    to: Tier;
    on: string;
  };
}
export interface ClientUnblockedEvent {
  id: string;
  type: 'client.unblocked';
  version: 1;
  timestamp: string;
  data: InviteClientResult;
}
export interface DepositCancelledEvent {
  id: string;
  type: 'deposit.cancelled';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface DepositCancelledData {
  client_id: string;
  payment_id: string;
  number: string;
  amount: Decimal;
  currency: string;
}
export interface DepositChargedBackEvent {
  id: string;
  type: 'deposit.charged_back';
  version: 1;
  timestamp: string;
  data: AdjustmentReversedData;
}
export interface DepositCreditedEvent {
  id: string;
  type: 'deposit.credited';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface DepositExpiredEvent {
  id: string;
  type: 'deposit.expired';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface DepositRefundedEvent {
  id: string;
  type: 'deposit.refunded';
  version: 1;
  timestamp: string;
  data: AdjustmentReversedData;
}
export interface DepositRejectedEvent {
  id: string;
  type: 'deposit.rejected';
  version: 1;
  timestamp: string;
  data: AdjustmentReversedData;
}
export interface DepositReversedEvent {
  id: string;
  type: 'deposit.reversed';
  version: 1;
  timestamp: string;
  data: AdjustmentReversedData;
}
export interface DocumentAcceptedEvent {
  id: string;
  type: 'document.accepted';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    document_id: string;
    kind: 'identity' | 'residence' | 'source_of_funds';
  };
}
export interface DocumentExpiringEvent {
  id: string;
  type: 'document.expiring';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    document_id: string;
    kind: 'identity' | 'residence' | 'source_of_funds';
    expires_on: string;
  };
}
export interface DocumentRejectedEvent {
  id: string;
  type: 'document.rejected';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    document_id: string;
    kind: 'identity' | 'residence' | 'source_of_funds';
    reasons: string[];
  };
}
export interface DocumentRequestedEvent {
  id: string;
  type: 'document.requested';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    kind: 'identity' | 'residence' | 'source_of_funds';
  };
}
export interface IpoApplicationChangedEvent {
  id: string;
  type: 'ipo.application_changed';
  version: 1;
  timestamp: string;
  data: {
    client_id: string;
    application_id: string;
    state: ApplicationState;
  };
}
export interface IpoOfferingChangedEvent {
  id: string;
  type: 'ipo.offering_changed';
  version: 1;
  timestamp: string;
  data: {
    offering_id: string;
    state: OfferingState;
  };
}
export interface WithdrawalApprovedEvent {
  id: string;
  type: 'withdrawal.approved';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface WithdrawalCancelledEvent {
  id: string;
  type: 'withdrawal.cancelled';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface WithdrawalCompletedEvent {
  id: string;
  type: 'withdrawal.completed';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface WithdrawalExpiredEvent {
  id: string;
  type: 'withdrawal.expired';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface WithdrawalRejectedEvent {
  id: string;
  type: 'withdrawal.rejected';
  version: 1;
  timestamp: string;
  data: AdjustmentReversedData;
}
export interface WithdrawalSentEvent {
  id: string;
  type: 'withdrawal.sent';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface WithdrawalSubmittedEvent {
  id: string;
  type: 'withdrawal.submitted';
  version: 1;
  timestamp: string;
  data: DepositCancelledData;
}
export interface WebhookTestEvent {
  id: string;
  type: 'webhook.test';
  version: 1;
  timestamp: string;
  data: {};
}
export interface Client {
  id: string;
  email: string;
  email_verified: boolean;
  first_name: string;
  second_name: string;
  phone: string | null;
  country: string;
  language: Language;
  brand: string | null;
  verification_level: number;
  risk: ('low' | 'medium' | 'high') | null;
  tier: Tier;
  state: 'active' | 'frozen' | 'disputed' | 'blocked' | 'closed';
  is_staff: boolean;
  tags: string[];
  manager_id: string | null;
  created_at: string;
  updated_at: string;
}
export interface ReportDepositResult {
  id: string;
  client_id: string;
}
export interface EditDraftResult {
  draft_id: string;
  version: number;
}
export interface TicketMessagesResult {
  data: {
    id: string;
    seq: number;
    kind: 'text' | 'file' | 'system' | 'internal_note';
    from: 'client' | 'support' | 'system';
    sender_id: string | null;
    system: {
      event:
        'assigned' | 'transferred' | 'resolved' | 'reopened' | 'converted' | 'left_waiting' | 'continued' | 'rated';
      params: {
        [k: string]: string;
      };
    } | null;
    read_at: string | null;
    at: string;
    text: string;
    files: {
      id: string;
      name: string;
      type: 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/webp';
      size: number;
    }[];
  }[];
  next_cursor: string | null;
}
export interface SetCategoryResult {
  article_id: string;
}
export interface Payment {
  id: string;
  number: string;
  client_id: string;
  wallet_id: string;
  kind: 'deposit' | 'withdrawal' | 'adjustment';
  state: PaymentState;
  method: ('bank_transfer' | 'card' | 'crypto' | 'sandbox') | null;
  category: ('correction' | 'goodwill' | 'bonus' | 'fee_refund' | 'fee') | null;
  reverses: string | null;
  currency: string;
  amount: Decimal;
  fee: Decimal;
  net: Decimal;
  value_usd: Decimal;
  reference: string | null;
  bank_reference: string | null;
  destination_id: string | null;
  refunds: string | null;
  reason: string | null;
  created_at: string;
  updated_at: string;
}
export interface AddTagResult {
  client_id: string;
  tag: string;
  tagged: boolean;
}
