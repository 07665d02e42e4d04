/**
 * The English catalogues that the browser knows; types only, the texts themselves are loaded by module and language.
 */
interface Catalogues {
  articles: typeof import('../../../../locales/en/articles.json');
  audit: typeof import('../../../../locales/en/audit.json');
  auth: typeof import('../../../../locales/en/auth.json');
  chats: typeof import('../../../../locales/en/chats.json');
  common: typeof import('../../../../locales/en/common.json');
  dashboard: typeof import('../../../../locales/en/dashboard.json');
  demo: typeof import('../../../../locales/en/demo.json');
  home: typeof import('../../../../locales/en/home.json');
  profile: typeof import('../../../../locales/en/profile.json');
  imports: typeof import('../../../../locales/en/imports.json');
  investor: typeof import('../../../../locales/en/investor.json');
  ipo: typeof import('../../../../locales/en/ipo.json');
  jobs: typeof import('../../../../locales/en/jobs.json');
  keys: typeof import('../../../../locales/en/keys.json');
  legal: typeof import('../../../../locales/en/legal.json');
  lists: typeof import('../../../../locales/en/lists.json');
  notifications: typeof import('../../../../locales/en/notifications.json');
  offerings: typeof import('../../../../locales/en/offerings.json');
  connections: typeof import('../../../../locales/en/connections.json');
  operator: typeof import('../../../../locales/en/operator.json');
  payments: typeof import('../../../../locales/en/payments.json');
  approvals: typeof import('../../../../locales/en/approvals.json');
  reconciliation: typeof import('../../../../locales/en/reconciliation.json');
  reasons: typeof import('../../../../locales/en/reasons.json');
  screening: typeof import('../../../../locales/en/screening.json');
  settings: typeof import('../../../../locales/en/settings.json');
  setup: typeof import('../../../../locales/en/setup.json');
  shell: typeof import('../../../../locales/en/shell.json');
  staff: typeof import('../../../../locales/en/staff.json');
  terminal: typeof import('../../../../locales/en/terminal.json');
  tickets: typeof import('../../../../locales/en/tickets.json');
  trading: typeof import('../../../../locales/en/trading.json');
  verification: typeof import('../../../../locales/en/verification.json');
  wallets: typeof import('../../../../locales/en/wallets.json');
}

/** A file of the catalogue that a screen may load. */
export type Module = keyof Catalogues;

/** Every text by its full name, as in `auth.login_title`. */
export type TextKey = { [R in Module]: `${R}.${keyof Catalogues[R] & string}` }[Module];
