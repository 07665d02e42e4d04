// Made from the operator’s OpenAPI document by `npm run sdk`; edits are lost.
import { Connection, type CallOptions, type Endpoint, type Followed, type Page, type WriteOptions } from '../connection.ts';
import type {
  Account,
  AccountsQuery,
  AddNoteBody,
  AddNoteResult,
  AddTagBody,
  AddTagResult,
  Allotment,
  AllotmentsQuery,
  Application,
  ApplicationsQuery,
  Article,
  ArticleResult,
  ArticlesQuery,
  Audit,
  AuditQuery,
  BankPayout,
  BankPayoutsQuery,
  Chat,
  ChatMessagesQuery,
  ChatsQuery,
  Client,
  ClientsQuery,
  Closure,
  ClosuresQuery,
  Consent,
  ConsentsQuery,
  Conversion,
  ConversionsQuery,
  CorrectClientBody,
  CreateArticleBody,
  CreateArticleResult,
  CreateClientBody,
  CreateClientResult,
  CreateDraftBody,
  CreateDraftResult,
  Deal,
  DealsQuery,
  Declaration,
  DeclarationsQuery,
  Dispute,
  DisputesQuery,
  Document,
  DocumentsQuery,
  DraftResult,
  EconomicProfile,
  EconomicProfilesQuery,
  EditDraftBody,
  EditDraftResult,
  Equity,
  EquityQuery,
  EventsQuery,
  Finding,
  FindingsQuery,
  Holding,
  HoldingsQuery,
  InviteClientResult,
  IssueSignInLinkResult,
  LegalVersion,
  LegalVersionsQuery,
  Manager,
  Note,
  NotesQuery,
  Offering,
  OfferingsQuery,
  OpenAccountBody,
  OpenAccountResult,
  OpenTicketBody,
  OpenTicketResult,
  Operation,
  OperationsQuery,
  Order,
  OrdersQuery,
  Payment,
  PaymentFinding,
  PaymentFindingsQuery,
  PaymentStep,
  PaymentStepsQuery,
  PaymentsQuery,
  Payout,
  PayoutsQuery,
  Position,
  PositionsQuery,
  Posting,
  PostingsQuery,
  ProposeLevelBody,
  PublicEvent,
  PublishArticleBody,
  Rate,
  RatesQuery,
  Recipient,
  RecipientsQuery,
  RemoveTagBody,
  ReplyToTicketBody,
  ReplyToTicketResult,
  ReportCheckBody,
  ReportDepositBody,
  ReportDepositResult,
  RequestAdjustmentBody,
  RequestAdjustmentResult,
  RequestEmailBody,
  ResolveTicketResult,
  RiskRating,
  RiskRatingsQuery,
  Sale,
  SalesQuery,
  SaveArticleBody,
  SaveArticleResult,
  SetCategoryBody,
  SetCategoryResult,
  SetContentBody,
  SetCountryBody,
  SetManagerBody,
  SetManagerResult,
  SetProspectusBody,
  StatementLine,
  StatementLinesQuery,
  Ticket,
  TicketMessagesQuery,
  TicketMessagesResult,
  TicketsQuery,
  TierChange,
  TierChangesQuery,
  Transfer,
  TransfersQuery,
  VerificationResult,
  Wallet,
  WalletsQuery,
  WriteTextToDraftBody,
  WriteToClientBody,
} from './types.ts';

/** The calls of the operator’s API, by the name of their method. */
export const endpoints = {
  createClient: { method: 'POST', path: '/api/operator/v1/clients', scope: 'profiles:write', idempotent: true },
  clients: { method: 'GET', path: '/api/operator/v1/clients', scope: 'clients:read', idempotent: false },
  inviteClient: { method: 'POST', path: '/api/operator/v1/clients/{id}/invitation', scope: 'profiles:write', idempotent: true },
  correctClient: { method: 'POST', path: '/api/operator/v1/clients/{id}/person', scope: 'profiles:write', idempotent: true },
  setCountry: { method: 'POST', path: '/api/operator/v1/clients/{id}/country', scope: 'profiles:write', idempotent: true },
  requestEmail: { method: 'POST', path: '/api/operator/v1/clients/{id}/email', scope: 'profiles:write', idempotent: true },
  proposeLevel: { method: 'POST', path: '/api/operator/v1/clients/{id}/level', scope: 'verification:write', idempotent: true },
  reportDeposit: { method: 'POST', path: '/api/operator/v1/deposits', scope: 'deposits:write', idempotent: true },
  requestAdjustment: { method: 'POST', path: '/api/operator/v1/adjustments', scope: 'adjustments:write', idempotent: true },
  openAccount: { method: 'POST', path: '/api/operator/v1/accounts', scope: 'accounts:write', idempotent: true },
  accounts: { method: 'GET', path: '/api/operator/v1/accounts', scope: 'accounts:read', idempotent: false },
  draft: { method: 'GET', path: '/api/operator/v1/ipo/drafts/{id}', scope: 'ipo:write', idempotent: false },
  createDraft: { method: 'POST', path: '/api/operator/v1/ipo/drafts', scope: 'ipo:write', idempotent: true },
  editDraft: { method: 'POST', path: '/api/operator/v1/ipo/drafts/{id}/terms', scope: 'ipo:write', idempotent: true },
  writeTextToDraft: { method: 'POST', path: '/api/operator/v1/ipo/drafts/{id}/texts', scope: 'ipo:write', idempotent: true },
  setProspectus: { method: 'POST', path: '/api/operator/v1/ipo/drafts/{id}/prospectus', scope: 'ipo:write', idempotent: true },
  tickets: { method: 'GET', path: '/api/operator/v1/tickets', scope: 'tickets:read', idempotent: false },
  openTicket: { method: 'POST', path: '/api/operator/v1/tickets', scope: 'tickets:write', idempotent: true },
  ticketMessages: { method: 'GET', path: '/api/operator/v1/tickets/{id}/messages', scope: 'tickets:read', idempotent: false },
  chats: { method: 'GET', path: '/api/operator/v1/chats', scope: 'tickets:read', idempotent: false },
  chatMessages: { method: 'GET', path: '/api/operator/v1/chats/{id}/messages', scope: 'tickets:read', idempotent: false },
  replyToTicket: { method: 'POST', path: '/api/operator/v1/tickets/{id}/replies', scope: 'tickets:write', idempotent: true },
  writeToClient: { method: 'POST', path: '/api/operator/v1/clients/{id}/messages', scope: 'tickets:write', idempotent: true },
  resolveTicket: { method: 'POST', path: '/api/operator/v1/tickets/{id}/resolve', scope: 'tickets:write', idempotent: true },
  reportCheck: { method: 'POST', path: '/api/operator/v1/clients/{id}/checks', scope: 'verification:write', idempotent: true },
  article: { method: 'GET', path: '/api/operator/v1/articles/{id}', scope: 'articles:write', idempotent: false },
  createArticle: { method: 'POST', path: '/api/operator/v1/articles', scope: 'articles:write', idempotent: true },
  articles: { method: 'GET', path: '/api/operator/v1/articles', scope: 'articles:read', idempotent: false },
  saveArticle: { method: 'POST', path: '/api/operator/v1/articles/{id}/texts', scope: 'articles:write', idempotent: true },
  setCategory: { method: 'POST', path: '/api/operator/v1/articles/{id}/category', scope: 'articles:write', idempotent: true },
  setContent: { method: 'POST', path: '/api/operator/v1/articles/{id}/content', scope: 'articles:write', idempotent: true },
  publishArticle: { method: 'POST', path: '/api/operator/v1/articles/{id}/publish', scope: 'articles:write', idempotent: true },
  withdrawArticle: { method: 'POST', path: '/api/operator/v1/articles/{id}/withdraw', scope: 'articles:write', idempotent: true },
  events: { method: 'GET', path: '/api/operator/v1/events', scope: 'events:read', idempotent: false },
  client: { method: 'GET', path: '/api/operator/v1/clients/{id}', scope: 'clients:read', idempotent: false },
  managers: { method: 'GET', path: '/api/operator/v1/managers', scope: 'clients:read', idempotent: false },
  verification: { method: 'GET', path: '/api/operator/v1/clients/{id}/verification', scope: 'verification:read', idempotent: false },
  issueSignInLink: { method: 'POST', path: '/api/operator/v1/clients/{id}/sign-in-link', scope: 'sign_in_links:write', idempotent: true },
  wallets: { method: 'GET', path: '/api/operator/v1/wallets', scope: 'wallets:read', idempotent: false },
  operations: { method: 'GET', path: '/api/operator/v1/wallets/{id}/operations', scope: 'wallets:read', idempotent: false },
  payments: { method: 'GET', path: '/api/operator/v1/payments', scope: 'payments:read', idempotent: false },
  payment: { method: 'GET', path: '/api/operator/v1/payments/{id}', scope: 'payments:read', idempotent: false },
  offerings: { method: 'GET', path: '/api/operator/v1/ipo/offerings', scope: 'ipo:read', idempotent: false },
  applications: { method: 'GET', path: '/api/operator/v1/ipo/applications', scope: 'ipo:read', idempotent: false },
  postings: { method: 'GET', path: '/api/operator/v1/ledger/postings', scope: 'ledger:read', idempotent: false },
  conversions: { method: 'GET', path: '/api/operator/v1/conversions', scope: 'wallets:read', idempotent: false },
  payouts: { method: 'GET', path: '/api/operator/v1/payouts', scope: 'payments:read', idempotent: false },
  bankPayouts: { method: 'GET', path: '/api/operator/v1/bank-payouts', scope: 'payments:read', idempotent: false },
  disputes: { method: 'GET', path: '/api/operator/v1/disputes', scope: 'payments:read', idempotent: false },
  paymentFindings: { method: 'GET', path: '/api/operator/v1/payment-findings', scope: 'payments:read', idempotent: false },
  statementLines: { method: 'GET', path: '/api/operator/v1/statement-lines', scope: 'reconciliation:read', idempotent: false },
  findings: { method: 'GET', path: '/api/operator/v1/findings', scope: 'reconciliation:read', idempotent: false },
  recipients: { method: 'GET', path: '/api/operator/v1/recipients', scope: 'recipients:read', idempotent: false },
  deals: { method: 'GET', path: '/api/operator/v1/trading/deals', scope: 'trading:read', idempotent: false },
  orders: { method: 'GET', path: '/api/operator/v1/trading/orders', scope: 'trading:read', idempotent: false },
  positions: { method: 'GET', path: '/api/operator/v1/trading/positions', scope: 'trading:read', idempotent: false },
  equity: { method: 'GET', path: '/api/operator/v1/trading/equity', scope: 'trading:read', idempotent: false },
  holdings: { method: 'GET', path: '/api/operator/v1/ipo/holdings', scope: 'ipo:read', idempotent: false },
  sales: { method: 'GET', path: '/api/operator/v1/ipo/sales', scope: 'ipo:read', idempotent: false },
  allotments: { method: 'GET', path: '/api/operator/v1/ipo/allotments', scope: 'ipo:read', idempotent: false },
  documents: { method: 'GET', path: '/api/operator/v1/documents', scope: 'verification:read', idempotent: false },
  consents: { method: 'GET', path: '/api/operator/v1/consents', scope: 'clients:read', idempotent: false },
  notes: { method: 'GET', path: '/api/operator/v1/notes', scope: 'notes:read', idempotent: false },
  declarations: { method: 'GET', path: '/api/operator/v1/declarations', scope: 'declarations:read', idempotent: false },
  economicProfiles: { method: 'GET', path: '/api/operator/v1/economic-profiles', scope: 'declarations:read', idempotent: false },
  audit: { method: 'GET', path: '/api/operator/v1/audit', scope: 'audit:read', idempotent: false },
  transfers: { method: 'GET', path: '/api/operator/v1/transfers', scope: 'wallets:read', idempotent: false },
  paymentSteps: { method: 'GET', path: '/api/operator/v1/payment-steps', scope: 'payments:read', idempotent: false },
  rates: { method: 'GET', path: '/api/operator/v1/rates', scope: 'wallets:read', idempotent: false },
  riskRatings: { method: 'GET', path: '/api/operator/v1/risk-ratings', scope: 'clients:read', idempotent: false },
  tierChanges: { method: 'GET', path: '/api/operator/v1/tier-changes', scope: 'clients:read', idempotent: false },
  closures: { method: 'GET', path: '/api/operator/v1/closures', scope: 'clients:read', idempotent: false },
  legalVersions: { method: 'GET', path: '/api/operator/v1/legal-versions', scope: 'clients:read', idempotent: false },
  addTag: { method: 'POST', path: '/api/operator/v1/clients/{id}/tags', scope: 'clients:write', idempotent: true },
  removeTag: { method: 'POST', path: '/api/operator/v1/clients/{id}/tags/remove', scope: 'clients:write', idempotent: true },
  addNote: { method: 'POST', path: '/api/operator/v1/clients/{id}/notes', scope: 'clients:write', idempotent: true },
  setManager: { method: 'POST', path: '/api/operator/v1/clients/{id}/manager', scope: 'clients:write', idempotent: true },
} as const satisfies Record<string, Endpoint>;

/** The operator’s API of one installation. */
export class Atrium extends Connection {
  /**
   * Create a client without a verification level, and invite them by email to set a password. An address that any person has is refused.
   * Scope: `profiles:write`. Refusals: http.idempotency_mismatch, auth.email_taken, validation.failed, auth.country, validation.phone.
   */
  createClient(body: CreateClientBody, options?: WriteOptions): Promise<CreateClientResult> {
    return this.call(endpoints.createClient, { body }, options);
  }

  /**
   * Clients, newest first; with `email`, the client with that address.
   * Scope: `clients:read`.
   */
  clients(query: ClientsQuery = {}, options?: CallOptions): Promise<Page<Client>> {
    return this.call(endpoints.clients, { query }, options);
  }

  /** The rows of `clients`, page after page. */
  everyClient(query: Omit<ClientsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Client, void> {
    return this.rows((cursor) => this.clients({ ...query, ...cursor }, options));
  }

  /**
   * Email a client who hasn’t confirmed the address a new link to set a password. At most five within an hour.
   * Scope: `profiles:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.is_staff, clients.email_confirmed.
   */
  inviteClient(id: string, options?: WriteOptions): Promise<InviteClientResult> {
    return this.call(endpoints.inviteClient, { params: { id } }, options);
  }

  /**
   * Correct a client’s name and, if declared, the date of birth and nationality, with a reason that the client sees. Proofs for another person’s data go back to review.
   * Scope: `profiles:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.is_staff, clients.same_person, validation.failed, validation.choice.
   */
  correctClient(id: string, body: CorrectClientBody, options?: WriteOptions): Promise<InviteClientResult> {
    return this.call(endpoints.correctClient, { params: { id }, body }, options);
  }

  /**
   * Correct a client’s country of residence, with a reason that the client sees. A proven residence goes back to review.
   * Scope: `profiles:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.is_staff, validation.failed, auth.country, clients.same_country.
   */
  setCountry(id: string, body: SetCountryBody, options?: WriteOptions): Promise<InviteClientResult> {
    return this.call(endpoints.setCountry, { params: { id }, body }, options);
  }

  /**
   * Request a new email address for a client who can’t read email at the old one. It changes nothing until a person other than the administrator of the key approves it and the client opens the link sent to it.
   * Scope: `profiles:write`. Refusals: http.not_found, http.idempotency_mismatch, clients.other_administrator, staff.is_staff, approvals.request_open, validation.failed, auth.same_email, clients.email_taken, reasons.not_open.
   */
  requestEmail(id: string, body: RequestEmailBody, options?: WriteOptions): Promise<InviteClientResult> {
    return this.call(endpoints.requestEmail, { params: { id }, body }, options);
  }

  /**
   * Request a verification level above what the client has proven. It changes nothing until a person other than the administrator of the key approves it.
   * Scope: `verification:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.is_staff, approvals.request_open, validation.failed, clients.level_not_above.
   */
  proposeLevel(id: string, body: ProposeLevelBody, options?: WriteOptions): Promise<InviteClientResult> {
    return this.call(endpoints.proposeLevel, { params: { id }, body }, options);
  }

  /**
   * Report money that came in for a client. Staff review it like a bank transfer; limits count when they credit it. The same `reference` again returns the same payment.
   * Scope: `deposits:write`. Refusals: http.not_found, http.idempotency_mismatch, validation.failed, payments.method, payments.amount_scale, payments.amount_min.
   */
  reportDeposit(body: ReportDepositBody, options?: WriteOptions): Promise<ReportDepositResult> {
    return this.call(endpoints.reportDeposit, { body }, options);
  }

  /**
   * Request a credit or a debit of a wallet, with a category and a note for staff. It moves nothing until people other than the administrator of the key approve it.
   * Scope: `adjustments:write`. Refusals: http.not_found, http.idempotency_mismatch, validation.failed, payments.amount_scale, payments.amount_min.
   */
  requestAdjustment(body: RequestAdjustmentBody, options?: WriteOptions): Promise<RequestAdjustmentResult> {
    return this.call(endpoints.requestAdjustment, { body }, options);
  }

  /**
   * Open a live trading account for an active client who has accepted the documents in force. The limits and currencies are those of clients.
   * Scope: `accounts:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.is_staff, trading.client_not_ready, staff.dealing, trading.account_limit, validation.failed, trading.currency.
   */
  openAccount(body: OpenAccountBody, options?: WriteOptions): Promise<OpenAccountResult> {
    return this.call(endpoints.openAccount, { body }, options);
  }

  /**
   * Trading accounts, newest first.
   * Scope: `accounts:read`.
   */
  accounts(query: AccountsQuery = {}, options?: CallOptions): Promise<Page<Account>> {
    return this.call(endpoints.accounts, { query }, options);
  }

  /** The rows of `accounts`, page after page. */
  everyAccount(query: Omit<AccountsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Account, void> {
    return this.rows((cursor) => this.accounts({ ...query, ...cursor }, options));
  }

  /**
   * The draft of an offering with its terms, texts and version, until it is announced.
   * Scope: `ipo:write`. Refusals: http.not_found.
   */
  draft(id: string, options?: CallOptions): Promise<DraftResult> {
    return this.call(endpoints.draft, { params: { id } }, options);
  }

  /**
   * Create the draft of an offering, which clients can’t see. Two people announce it in the staff area.
   * Scope: `ipo:write`. Refusals: http.idempotency_mismatch, ipo_staff.times, validation.failed, ipo_staff.currency, ipo_staff.scale, ipo_staff.range, ipo_staff.one_price, ipo_staff.lots, ipo_staff.quota, ipo_staff.ticker_taken.
   */
  createDraft(body: CreateDraftBody, options?: WriteOptions): Promise<CreateDraftResult> {
    return this.call(endpoints.createDraft, { body }, options);
  }

  /**
   * Replace the terms of a draft, based on its latest version.
   * Scope: `ipo:write`. Refusals: http.not_found, http.idempotency_mismatch, ipo_staff.state, ipo_staff.version, ipo_staff.times, validation.failed, ipo_staff.currency, ipo_staff.scale, ipo_staff.range, ipo_staff.one_price, ipo_staff.lots, ipo_staff.quota, ipo_staff.ticker_taken.
   */
  editDraft(id: string, body: EditDraftBody, options?: WriteOptions): Promise<EditDraftResult> {
    return this.call(endpoints.editDraft, { params: { id }, body }, options);
  }

  /**
   * Save the client-facing text of a draft in one language, based on the latest version of the draft.
   * Scope: `ipo:write`. Refusals: http.not_found, http.idempotency_mismatch, ipo_staff.state, ipo_staff.version.
   */
  writeTextToDraft(id: string, body: WriteTextToDraftBody, options?: WriteOptions): Promise<EditDraftResult> {
    return this.call(endpoints.writeTextToDraft, { params: { id }, body }, options);
  }

  /**
   * Set the address of the prospectus of a draft, based on the latest version of the draft.
   * Scope: `ipo:write`. Refusals: http.not_found, http.idempotency_mismatch, ipo_staff.state, ipo_staff.version.
   */
  setProspectus(id: string, body: SetProspectusBody, options?: WriteOptions): Promise<EditDraftResult> {
    return this.call(endpoints.setProspectus, { params: { id }, body }, options);
  }

  /**
   * Tickets, newest first. A message updates a ticket, also one of the system, as when it is assigned, resolved or reopened.
   * Scope: `tickets:read`.
   */
  tickets(query: TicketsQuery = {}, options?: CallOptions): Promise<Page<Ticket>> {
    return this.call(endpoints.tickets, { query }, options);
  }

  /** The rows of `tickets`, page after page. */
  everyTicket(query: Omit<TicketsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Ticket, void> {
    return this.rows((cursor) => this.tickets({ ...query, ...cursor }, options));
  }

  /**
   * Open a ticket for a client with a first message of support, under the first name of the administrator who created the key. The next reply is the client’s, who is notified.
   * Scope: `tickets:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.closed.
   */
  openTicket(body: OpenTicketBody, options?: WriteOptions): Promise<OpenTicketResult> {
    return this.call(endpoints.openTicket, { body }, options);
  }

  /**
   * Messages of a ticket, oldest first, with the notes of staff. Card numbers are masked. Never includes the contents of files.
   * Scope: `tickets:read`. Refusals: http.not_found.
   */
  ticketMessages(id: string, query: TicketMessagesQuery = {}, options?: CallOptions): Promise<TicketMessagesResult> {
    return this.call(endpoints.ticketMessages, { params: { id }, query }, options);
  }

  /**
   * Chats between clients and support, newest first. A message updates a chat.
   * Scope: `tickets:read`.
   */
  chats(query: ChatsQuery = {}, options?: CallOptions): Promise<Page<Chat>> {
    return this.call(endpoints.chats, { query }, options);
  }

  /** The rows of `chats`, page after page. */
  everyChat(query: Omit<ChatsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Chat, void> {
    return this.rows((cursor) => this.chats({ ...query, ...cursor }, options));
  }

  /**
   * Messages of a chat, as those of a ticket.
   * Scope: `tickets:read`. Refusals: http.not_found.
   */
  chatMessages(id: string, query: ChatMessagesQuery = {}, options?: CallOptions): Promise<TicketMessagesResult> {
    return this.call(endpoints.chatMessages, { params: { id }, query }, options);
  }

  /**
   * Reply to a ticket as support, under the first name of the administrator who created the key. The next reply is the client’s, who is notified. It assigns the ticket to no one.
   * Scope: `tickets:write`. Refusals: http.not_found, http.idempotency_mismatch, support.closed.
   */
  replyToTicket(id: string, body: ReplyToTicketBody, options?: WriteOptions): Promise<ReplyToTicketResult> {
    return this.call(endpoints.replyToTicket, { params: { id }, body }, options);
  }

  /**
   * Write a message into a client’s chat as support, under the first name of the administrator who created the key. A client has one chat at a time; without one, the message begins it. The client is notified.
   * Scope: `tickets:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.closed.
   */
  writeToClient(id: string, body: WriteToClientBody, options?: WriteOptions): Promise<ReportDepositResult> {
    return this.call(endpoints.writeToClient, { params: { id }, body }, options);
  }

  /**
   * Mark a ticket as resolved. The client is notified, and may rate it or reopen it by an answer.
   * Scope: `tickets:write`. Refusals: http.not_found, http.idempotency_mismatch, support.closed, support.settled.
   */
  resolveTicket(id: string, options?: WriteOptions): Promise<ResolveTicketResult> {
    return this.call(endpoints.resolveTicket, { params: { id } }, options);
  }

  /**
   * Report how an outside process has checked a client’s identity document. An approved one goes to staff as a document, a rejected one as a problem. It changes no level: a person other than the administrator of the key approves.
   * Scope: `verification:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.is_staff, verification.final, verification.in_review, verification.not_needed, validation.failed, validation.required, verification.document_expired.
   */
  reportCheck(id: string, body: ReportCheckBody, options?: WriteOptions): Promise<ReportDepositResult> {
    return this.call(endpoints.reportCheck, { params: { id }, body }, options);
  }

  /**
   * One article with the working copies of its texts and their revisions.
   * Scope: `articles:write`. Refusals: http.not_found.
   */
  article(id: string, options?: CallOptions): Promise<ArticleResult> {
    return this.call(endpoints.article, { params: { id } }, options);
  }

  /**
   * Create an article with a title in one language. Readers don’t see it until it is published.
   * Scope: `articles:write`. Refusals: http.idempotency_mismatch.
   */
  createArticle(body: CreateArticleBody, options?: WriteOptions): Promise<CreateArticleResult> {
    return this.call(endpoints.createArticle, { body }, options);
  }

  /**
   * Articles with the languages of their published texts, newest first.
   * Scope: `articles:read`.
   */
  articles(query: ArticlesQuery = {}, options?: CallOptions): Promise<Page<Article>> {
    return this.call(endpoints.articles, { query }, options);
  }

  /** The rows of `articles`, page after page. */
  everyArticle(query: Omit<ArticlesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Article, void> {
    return this.rows((cursor) => this.articles({ ...query, ...cursor }, options));
  }

  /**
   * Save the working copy of a text. Readers don’t see it until it is published. It must be based on the latest revision, 0 for a new language. A picture is one that the article has, or an unused one that the administrator of the key uploaded within a day.
   * Scope: `articles:write`. Refusals: http.not_found, http.idempotency_mismatch, articles.changed_meanwhile, articles.slug_taken, files.gone.
   */
  saveArticle(id: string, body: SaveArticleBody, options?: WriteOptions): Promise<SaveArticleResult> {
    return this.call(endpoints.saveArticle, { params: { id }, body }, options);
  }

  /**
   * Set the category of an article.
   * Scope: `articles:write`. Refusals: http.not_found, http.idempotency_mismatch.
   */
  setCategory(id: string, body: SetCategoryBody, options?: WriteOptions): Promise<SetCategoryResult> {
    return this.call(endpoints.setCategory, { params: { id }, body }, options);
  }

  /**
   * Set the tiers that can read an article. It takes effect at once, also on a published article. Other readers see its title and summary.
   * Scope: `articles:write`. Refusals: http.not_found, http.idempotency_mismatch.
   */
  setContent(id: string, body: SetContentBody, options?: WriteOptions): Promise<SetCategoryResult> {
    return this.call(endpoints.setContent, { params: { id }, body }, options);
  }

  /**
   * Publish texts immediately or at a scheduled time. They replace the version that readers see.
   * Scope: `articles:write`. Refusals: http.not_found, http.idempotency_mismatch, articles.visible, articles.incomplete, articles.slug_taken.
   */
  publishArticle(id: string, body: PublishArticleBody, options?: WriteOptions): Promise<SetCategoryResult> {
    return this.call(endpoints.publishArticle, { params: { id }, body }, options);
  }

  /**
   * Unpublish a published or scheduled article. Staff keep its texts.
   * Scope: `articles:write`. Refusals: http.not_found, http.idempotency_mismatch, articles.not_published.
   */
  withdrawArticle(id: string, options?: WriteOptions): Promise<SetCategoryResult> {
    return this.call(endpoints.withdrawArticle, { params: { id } }, options);
  }

  /**
   * All events in order, including everything that webhooks send, so a program misses nothing. `after` is the `next_cursor` of the previous page; store it to continue later. With `Accept: text/event-stream` the response stays open and sends each event as it comes; `Last-Event-ID` continues after a place.
   * Scope: `events:read`. Refusals: operator.place_ahead.
   */
  events(query: EventsQuery = {}, options?: CallOptions): Promise<{ data: PublicEvent[]; next_cursor: string }> {
    return this.call(endpoints.events, { query }, options);
  }

  /** The rows of `events` as they come, without an end; a stream that breaks continues after the last row. */
  followEvents(query: Omit<EventsQuery, 'limit'> = {}, options?: CallOptions): AsyncGenerator<Followed<PublicEvent>, void> {
    return this.follow(endpoints.events, query, options);
  }

  /**
   * One client.
   * Scope: `clients:read`. Refusals: http.not_found.
   */
  client(id: string, options?: CallOptions): Promise<Client> {
    return this.call(endpoints.client, { params: { id } }, options);
  }

  /**
   * Staff who can be a client’s personal manager, by name, with the number of their clients.
   * Scope: `clients:read`.
   */
  managers(options?: CallOptions): Promise<{ data: Manager[] }> {
    return this.call(endpoints.managers, {}, options);
  }

  /**
   * A client’s verification status and the status of their documents. Never includes the documents.
   * Scope: `verification:read`. Refusals: http.not_found.
   */
  verification(id: string, options?: CallOptions): Promise<VerificationResult> {
    return this.call(endpoints.verification, { params: { id } }, options);
  }

  /**
   * Issue a one-time sign-in link for a client, valid for ten minutes, instead of an earlier one. A second factor must still be provided. The client is notified by email.
   * Scope: `sign_in_links:write`. Refusals: http.not_found, http.idempotency_mismatch, auth.autologin_staff, auth.autologin_state.
   */
  issueSignInLink(id: string, options?: WriteOptions): Promise<IssueSignInLinkResult> {
    return this.call(endpoints.issueSignInLink, { params: { id } }, options);
  }

  /**
   * Wallets with their balances, newest first.
   * Scope: `wallets:read`.
   */
  wallets(query: WalletsQuery = {}, options?: CallOptions): Promise<Page<Wallet>> {
    return this.call(endpoints.wallets, { query }, options);
  }

  /** The rows of `wallets`, page after page. */
  everyWallet(query: Omit<WalletsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Wallet, void> {
    return this.rows((cursor) => this.wallets({ ...query, ...cursor }, options));
  }

  /**
   * Operations of a wallet, newest first, 50 at a time.
   * Scope: `wallets:read`. Refusals: http.not_found.
   */
  operations(id: string, query: OperationsQuery = {}, options?: CallOptions): Promise<Page<Operation>> {
    return this.call(endpoints.operations, { params: { id }, query }, options);
  }

  /** The rows of `operations`, page after page. */
  everyOperation(id: string, query: Omit<OperationsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Operation, void> {
    return this.rows((cursor) => this.operations(id, { ...query, ...cursor }, options));
  }

  /**
   * Deposits, withdrawals and adjustments, newest first.
   * Scope: `payments:read`.
   */
  payments(query: PaymentsQuery = {}, options?: CallOptions): Promise<Page<Payment>> {
    return this.call(endpoints.payments, { query }, options);
  }

  /** The rows of `payments`, page after page. */
  everyPayment(query: Omit<PaymentsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Payment, void> {
    return this.rows((cursor) => this.payments({ ...query, ...cursor }, options));
  }

  /**
   * One payment.
   * Scope: `payments:read`. Refusals: http.not_found.
   */
  payment(id: string, options?: CallOptions): Promise<Payment> {
    return this.call(endpoints.payment, { params: { id } }, options);
  }

  /**
   * Announced offerings, newest first.
   * Scope: `ipo:read`.
   */
  offerings(query: OfferingsQuery = {}, options?: CallOptions): Promise<Page<Offering>> {
    return this.call(endpoints.offerings, { query }, options);
  }

  /** The rows of `offerings`, page after page. */
  everyOffering(query: Omit<OfferingsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Offering, void> {
    return this.rows((cursor) => this.offerings({ ...query, ...cursor }, options));
  }

  /**
   * Clients’ applications, newest first.
   * Scope: `ipo:read`.
   */
  applications(query: ApplicationsQuery = {}, options?: CallOptions): Promise<Page<Application>> {
    return this.call(endpoints.applications, { query }, options);
  }

  /** The rows of `applications`, page after page. */
  everyApplication(query: Omit<ApplicationsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Application, void> {
    return this.rows((cursor) => this.applications({ ...query, ...cursor }, options));
  }

  /**
   * Every posting of the ledger in its order, once the ledger is proved up to it. `transaction_id` is the `id` of an operation of a wallet.
   * Scope: `ledger:read`. Refusals: operator.place_ahead.
   */
  postings(query: PostingsQuery = {}, options?: CallOptions): Promise<Page<Posting>> {
    return this.call(endpoints.postings, { query }, options);
  }

  /** The rows of `postings`, page after page. */
  everyPosting(query: Omit<PostingsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Posting, void> {
    return this.rows((cursor) => this.postings({ ...query, ...cursor }, options));
  }

  /**
   * Conversions between wallets, newest first.
   * Scope: `wallets:read`.
   */
  conversions(query: ConversionsQuery = {}, options?: CallOptions): Promise<Page<Conversion>> {
    return this.call(endpoints.conversions, { query }, options);
  }

  /** The rows of `conversions`, page after page. */
  everyConversion(query: Omit<ConversionsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Conversion, void> {
    return this.rows((cursor) => this.conversions({ ...query, ...cursor }, options));
  }

  /**
   * Orders to payout providers for withdrawals, by reference.
   * Scope: `payments:read`.
   */
  payouts(query: PayoutsQuery = {}, options?: CallOptions): Promise<Page<Payout>> {
    return this.call(endpoints.payouts, { query }, options);
  }

  /** The rows of `payouts`, page after page. */
  everyPayout(query: Omit<PayoutsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Payout, void> {
    return this.rows((cursor) => this.payouts({ ...query, ...cursor }, options));
  }

  /**
   * Withdrawals in files for the bank, with what it reports of each, by the number of the payment.
   * Scope: `payments:read`.
   */
  bankPayouts(query: BankPayoutsQuery = {}, options?: CallOptions): Promise<Page<BankPayout>> {
    return this.call(endpoints.bankPayouts, { query }, options);
  }

  /** The rows of `bankPayouts`, page after page. */
  everyBankPayout(query: Omit<BankPayoutsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<BankPayout, void> {
    return this.rows((cursor) => this.bankPayouts({ ...query, ...cursor }, options));
  }

  /**
   * Deposits that their payers dispute, as providers report them, newest first.
   * Scope: `payments:read`.
   */
  disputes(query: DisputesQuery = {}, options?: CallOptions): Promise<Page<Dispute>> {
    return this.call(endpoints.disputes, { query }, options);
  }

  /** The rows of `disputes`, page after page. */
  everyDispute(query: Omit<DisputesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Dispute, void> {
    return this.rows((cursor) => this.disputes({ ...query, ...cursor }, options));
  }

  /**
   * What staff have to look at in payments by providers and banks, newest first.
   * Scope: `payments:read`.
   */
  paymentFindings(query: PaymentFindingsQuery = {}, options?: CallOptions): Promise<Page<PaymentFinding>> {
    return this.call(endpoints.paymentFindings, { query }, options);
  }

  /** The rows of `paymentFindings`, page after page. */
  everyPaymentFinding(query: Omit<PaymentFindingsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<PaymentFinding, void> {
    return this.rows((cursor) => this.paymentFindings({ ...query, ...cursor }, options));
  }

  /**
   * Booked entries of statements, with what became of each, newest first.
   * Scope: `reconciliation:read`.
   */
  statementLines(query: StatementLinesQuery = {}, options?: CallOptions): Promise<Page<StatementLine>> {
    return this.call(endpoints.statementLines, { query }, options);
  }

  /** The rows of `statementLines`, page after page. */
  everyStatementLine(query: Omit<StatementLinesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<StatementLine, void> {
    return this.rows((cursor) => this.statementLines({ ...query, ...cursor }, options));
  }

  /**
   * What comparisons of the books have found, newest first.
   * Scope: `reconciliation:read`.
   */
  findings(query: FindingsQuery = {}, options?: CallOptions): Promise<Page<Finding>> {
    return this.call(endpoints.findings, { query }, options);
  }

  /** The rows of `findings`, page after page. */
  everyFinding(query: Omit<FindingsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Finding, void> {
    return this.rows((cursor) => this.findings({ ...query, ...cursor }, options));
  }

  /**
   * Bank accounts, cards and crypto addresses that clients withdraw to, newest first, their numbers masked.
   * Scope: `recipients:read`.
   */
  recipients(query: RecipientsQuery = {}, options?: CallOptions): Promise<Page<Recipient>> {
    return this.call(endpoints.recipients, { query }, options);
  }

  /** The rows of `recipients`, page after page. */
  everyRecipient(query: Omit<RecipientsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Recipient, void> {
    return this.rows((cursor) => this.recipients({ ...query, ...cursor }, options));
  }

  /**
   * Deals of the embedded platform, newest first: trades, and money that came to an account or left it.
   * Scope: `trading:read`.
   */
  deals(query: DealsQuery = {}, options?: CallOptions): Promise<Page<Deal>> {
    return this.call(endpoints.deals, { query }, options);
  }

  /** The rows of `deals`, page after page. */
  everyDeal(query: Omit<DealsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Deal, void> {
    return this.rows((cursor) => this.deals({ ...query, ...cursor }, options));
  }

  /**
   * Orders of the embedded platform, newest first.
   * Scope: `trading:read`.
   */
  orders(query: OrdersQuery = {}, options?: CallOptions): Promise<Page<Order>> {
    return this.call(endpoints.orders, { query }, options);
  }

  /** The rows of `orders`, page after page. */
  everyOrder(query: Omit<OrdersQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Order, void> {
    return this.rows((cursor) => this.orders({ ...query, ...cursor }, options));
  }

  /**
   * Positions of the embedded platform, newest first.
   * Scope: `trading:read`.
   */
  positions(query: PositionsQuery = {}, options?: CallOptions): Promise<Page<Position>> {
    return this.call(endpoints.positions, { query }, options);
  }

  /** The rows of `positions`, page after page. */
  everyPosition(query: Omit<PositionsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Position, void> {
    return this.rows((cursor) => this.positions({ ...query, ...cursor }, options));
  }

  /**
   * The last equity of each trading account that was recorded on a day (UTC), on any platform. Without `day` it is yesterday.
   * Scope: `trading:read`.
   */
  equity(query: EquityQuery = {}, options?: CallOptions): Promise<Page<Equity>> {
    return this.call(endpoints.equity, { query }, options);
  }

  /** The rows of `equity`, page after page. */
  everyEquity(query: Omit<EquityQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Equity, void> {
    return this.rows((cursor) => this.equity({ ...query, ...cursor }, options));
  }

  /**
   * Shares that clients got from applications, newest first.
   * Scope: `ipo:read`.
   */
  holdings(query: HoldingsQuery = {}, options?: CallOptions): Promise<Page<Holding>> {
    return this.call(endpoints.holdings, { query }, options);
  }

  /** The rows of `holdings`, page after page. */
  everyHolding(query: Omit<HoldingsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Holding, void> {
    return this.rows((cursor) => this.holdings({ ...query, ...cursor }, options));
  }

  /**
   * Sales of such shares, newest first.
   * Scope: `ipo:read`.
   */
  sales(query: SalesQuery = {}, options?: CallOptions): Promise<Page<Sale>> {
    return this.call(endpoints.sales, { query }, options);
  }

  /** The rows of `sales`, page after page. */
  everySale(query: Omit<SalesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Sale, void> {
    return this.rows((cursor) => this.sales({ ...query, ...cursor }, options));
  }

  /**
   * Applications as they take part in allotments, newest first.
   * Scope: `ipo:read`.
   */
  allotments(query: AllotmentsQuery = {}, options?: CallOptions): Promise<Page<Allotment>> {
    return this.call(endpoints.allotments, { query }, options);
  }

  /** The rows of `allotments`, page after page. */
  everyAllotment(query: Omit<AllotmentsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Allotment, void> {
    return this.rows((cursor) => this.allotments({ ...query, ...cursor }, options));
  }

  /**
   * Documents that clients have sent, newest first. Never includes their numbers or contents.
   * Scope: `verification:read`.
   */
  documents(query: DocumentsQuery = {}, options?: CallOptions): Promise<Page<Document>> {
    return this.call(endpoints.documents, { query }, options);
  }

  /** The rows of `documents`, page after page. */
  everyDocument(query: Omit<DocumentsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Document, void> {
    return this.rows((cursor) => this.documents({ ...query, ...cursor }, options));
  }

  /**
   * Versions of legal documents that clients have accepted, newest first.
   * Scope: `clients:read`.
   */
  consents(query: ConsentsQuery = {}, options?: CallOptions): Promise<Page<Consent>> {
    return this.call(endpoints.consents, { query }, options);
  }

  /** The rows of `consents`, page after page. */
  everyConsent(query: Omit<ConsentsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Consent, void> {
    return this.rows((cursor) => this.consents({ ...query, ...cursor }, options));
  }

  /**
   * Notes of staff and programs on clients, newest first. Clients never see them.
   * Scope: `notes:read`.
   */
  notes(query: NotesQuery = {}, options?: CallOptions): Promise<Page<Note>> {
    return this.call(endpoints.notes, { query }, options);
  }

  /** The rows of `notes`, page after page. */
  everyNote(query: Omit<NotesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Note, void> {
    return this.rows((cursor) => this.notes({ ...query, ...cursor }, options));
  }

  /**
   * Personal data that clients have declared, or staff or programs have corrected since, newest first. The latest of a client applies.
   * Scope: `declarations:read`.
   */
  declarations(query: DeclarationsQuery = {}, options?: CallOptions): Promise<Page<Declaration>> {
    return this.call(endpoints.declarations, { query }, options);
  }

  /** The rows of `declarations`, page after page. */
  everyDeclaration(query: Omit<DeclarationsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Declaration, void> {
    return this.rows((cursor) => this.declarations({ ...query, ...cursor }, options));
  }

  /**
   * Answers of clients about their economic situation, newest first. The latest of a client apply.
   * Scope: `declarations:read`.
   */
  economicProfiles(query: EconomicProfilesQuery = {}, options?: CallOptions): Promise<Page<EconomicProfile>> {
    return this.call(endpoints.economicProfiles, { query }, options);
  }

  /** The rows of `economicProfiles`, page after page. */
  everyEconomicProfile(query: Omit<EconomicProfilesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<EconomicProfile, void> {
    return this.rows((cursor) => this.economicProfiles({ ...query, ...cursor }, options));
  }

  /**
   * The audit log in the order of its chain.
   * Scope: `audit:read`. Refusals: operator.place_ahead.
   */
  audit(query: AuditQuery = {}, options?: CallOptions): Promise<Page<Audit>> {
    return this.call(endpoints.audit, { query }, options);
  }

  /** The rows of `audit`, page after page. */
  everyAudit(query: Omit<AuditQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Audit, void> {
    return this.rows((cursor) => this.audit({ ...query, ...cursor }, options));
  }

  /**
   * Transfers between wallets and trading accounts, newest first.
   * Scope: `wallets:read`.
   */
  transfers(query: TransfersQuery = {}, options?: CallOptions): Promise<Page<Transfer>> {
    return this.call(endpoints.transfers, { query }, options);
  }

  /** The rows of `transfers`, page after page. */
  everyTransfer(query: Omit<TransfersQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Transfer, void> {
    return this.rows((cursor) => this.transfers({ ...query, ...cursor }, options));
  }

  /**
   * States that payments have reached, and who moved them there, newest first.
   * Scope: `payments:read`.
   */
  paymentSteps(query: PaymentStepsQuery = {}, options?: CallOptions): Promise<Page<PaymentStep>> {
    return this.call(endpoints.paymentSteps, { query }, options);
  }

  /** The rows of `paymentSteps`, page after page. */
  everyPaymentStep(query: Omit<PaymentStepsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<PaymentStep, void> {
    return this.rows((cursor) => this.paymentSteps({ ...query, ...cursor }, options));
  }

  /**
   * The last rate of each currency on each day, newest first.
   * Scope: `wallets:read`.
   */
  rates(query: RatesQuery = {}, options?: CallOptions): Promise<Page<Rate>> {
    return this.call(endpoints.rates, { query }, options);
  }

  /** The rows of `rates`, page after page. */
  everyRate(query: Omit<RatesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Rate, void> {
    return this.rows((cursor) => this.rates({ ...query, ...cursor }, options));
  }

  /**
   * Risk ratings of clients by compliance, newest first. Clients never see them.
   * Scope: `clients:read`.
   */
  riskRatings(query: RiskRatingsQuery = {}, options?: CallOptions): Promise<Page<RiskRating>> {
    return this.call(endpoints.riskRatings, { query }, options);
  }

  /** The rows of `riskRatings`, page after page. */
  everyRiskRating(query: Omit<RiskRatingsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<RiskRating, void> {
    return this.rows((cursor) => this.riskRatings({ ...query, ...cursor }, options));
  }

  /**
   * Changes of the tiers of clients, newest first.
   * Scope: `clients:read`.
   */
  tierChanges(query: TierChangesQuery = {}, options?: CallOptions): Promise<Page<TierChange>> {
    return this.call(endpoints.tierChanges, { query }, options);
  }

  /** The rows of `tierChanges`, page after page. */
  everyTierChange(query: Omit<TierChangesQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<TierChange, void> {
    return this.rows((cursor) => this.tierChanges({ ...query, ...cursor }, options));
  }

  /**
   * Requests of clients to close their account, newest first.
   * Scope: `clients:read`.
   */
  closures(query: ClosuresQuery = {}, options?: CallOptions): Promise<Page<Closure>> {
    return this.call(endpoints.closures, { query }, options);
  }

  /** The rows of `closures`, page after page. */
  everyClosure(query: Omit<ClosuresQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<Closure, void> {
    return this.rows((cursor) => this.closures({ ...query, ...cursor }, options));
  }

  /**
   * Published versions of legal documents, newest first, to which consents refer.
   * Scope: `clients:read`.
   */
  legalVersions(query: LegalVersionsQuery = {}, options?: CallOptions): Promise<Page<LegalVersion>> {
    return this.call(endpoints.legalVersions, { query }, options);
  }

  /** The rows of `legalVersions`, page after page. */
  everyLegalVersion(query: Omit<LegalVersionsQuery, 'cursor'> = {}, options?: CallOptions): AsyncGenerator<LegalVersion, void> {
    return this.rows((cursor) => this.legalVersions({ ...query, ...cursor }, options));
  }

  /**
   * Add a tag to a client. A tag that the client already has stays. A client has at most 20 tags.
   * Scope: `clients:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.tags_full.
   */
  addTag(id: string, body: AddTagBody, options?: WriteOptions): Promise<AddTagResult> {
    return this.call(endpoints.addTag, { params: { id }, body }, options);
  }

  /**
   * Remove a tag from a client. A tag that the client doesn’t have is no error.
   * Scope: `clients:write`. Refusals: http.not_found, http.idempotency_mismatch.
   */
  removeTag(id: string, body: RemoveTagBody, options?: WriteOptions): Promise<AddTagResult> {
    return this.call(endpoints.removeTag, { params: { id }, body }, options);
  }

  /**
   * Add a note on a client, visible to staff only, under the key’s name. Notes can’t be changed or deleted.
   * Scope: `clients:write`. Refusals: http.not_found, http.idempotency_mismatch.
   */
  addNote(id: string, body: AddNoteBody, options?: WriteOptions): Promise<AddNoteResult> {
    return this.call(endpoints.addNote, { params: { id }, body }, options);
  }

  /**
   * Give a client a personal manager, another one, or none (`null`). Both managers and the client are notified.
   * Scope: `clients:write`. Refusals: http.not_found, http.idempotency_mismatch, staff.managed_is_staff, staff.closed, staff.same_manager, validation.failed, staff.no_manager.
   */
  setManager(id: string, body: SetManagerBody, options?: WriteOptions): Promise<SetManagerResult> {
    return this.call(endpoints.setManager, { params: { id }, body }, options);
  }
}
