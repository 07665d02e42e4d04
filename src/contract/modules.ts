import type { Declaration } from '#contract/declaration.ts';
import { auth } from '#contract/auth/module.ts';
import type { AuthEvents } from '#contract/auth/events.ts';
import { clients } from '#contract/clients/module.ts';
import type { ClientsEvents } from '#contract/clients/events.ts';
import { staff } from '#contract/staff/module.ts';
import type { StaffEvents } from '#contract/staff/events.ts';
import { settings } from '#contract/settings/module.ts';
import type { SettingsEvents } from '#contract/settings/events.ts';
import { approvals } from '#contract/approvals/module.ts';
import type { ApprovalsEvents } from '#contract/approvals/events.ts';
import { connections } from '#contract/connections/module.ts';
import { reasons } from '#contract/reasons/module.ts';
import { wallets } from '#contract/wallets/module.ts';
import { payments } from '#contract/payments/module.ts';
import type { PaymentsEvents } from '#contract/payments/events.ts';
import { trading } from '#contract/trading/module.ts';
import type { TradingEvents } from '#contract/trading/events.ts';
import { reconciliation } from '#contract/reconciliation/module.ts';
import { paper } from '#contract/paper/module.ts';
import { platform } from '#contract/kernel/module.ts';
import type { PlatformEvents } from '#contract/kernel/events.ts';
import { jobs } from '#contract/jobs/module.ts';
import { legal } from '#contract/legal/module.ts';
import type { LegalEvents } from '#contract/legal/events.ts';
import { market } from '#contract/market/module.ts';
import { portfolio } from '#contract/portfolio/module.ts';
import type { PortfolioEvents } from '#contract/portfolio/events.ts';
import { ipo } from '#contract/ipo/module.ts';
import type { IpoEvents } from '#contract/ipo/events.ts';
import { support } from '#contract/support/module.ts';
import type { SupportEvents } from '#contract/support/events.ts';
import { verification } from '#contract/verification/module.ts';
import type { VerificationEvents } from '#contract/verification/events.ts';
import { screening } from '#contract/screening/module.ts';
import { imports } from '#contract/imports/module.ts';
import { articles } from '#contract/articles/module.ts';
import { notifications } from '#contract/notifications/module.ts';
import type { NotificationsEvents } from '#contract/notifications/events.ts';
import { operator } from '#contract/operator/module.ts';
import type { OperatorEvents } from '#contract/operator/events.ts';
import { demo } from '#contract/demo/module.ts';

/**
 * Every module by what it declares; a new one is a line here. Without the schema library, so that the browser may
 * import it for real: `api.ts` folds the endpoints.
 */
export const modules = {
  auth,
  clients,
  staff,
  settings,
  approvals,
  connections,
  reasons,
  wallets,
  payments,
  trading,
  reconciliation,
  paper,
  platform,
  jobs,
  legal,
  market,
  portfolio,
  ipo,
  support,
  verification,
  screening,
  imports,
  articles,
  notifications,
  operator,
  demo,
} as const;

/** The same as a list, for folds. */
export const declarations: readonly Declaration[] = Object.values(modules);

type Module = (typeof modules)[keyof typeof modules];
/** What the modules declare under a name, as a union. */
export type Declared<Part extends keyof Declaration, M = Module> =
  M extends Readonly<Record<Part, infer Value>> ? Value : never;

/**
 * What happened, in the past tense, with what a listener needs to act. An event is written in the transaction that
 * made it true and delivered after that transaction, at least once.
 */
export interface Events
  extends
    AuthEvents,
    ClientsEvents,
    StaffEvents,
    SettingsEvents,
    ApprovalsEvents,
    PaymentsEvents,
    TradingEvents,
    PlatformEvents,
    LegalEvents,
    PortfolioEvents,
    IpoEvents,
    SupportEvents,
    VerificationEvents,
    NotificationsEvents,
    OperatorEvents {}
export type EventName = keyof Events;
export const eventNames = declarations.flatMap((module) => Object.keys(module.notifications ?? {})) as EventName[];
