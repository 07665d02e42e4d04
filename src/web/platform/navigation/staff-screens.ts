import type { Role } from '#contract/kernel/endpoint.ts';
import type { User } from '#contract/auth/endpoints.ts';
import type { Guard } from './guards.ts';
import type { Path } from './navigation.tsx';
import type { TextKey } from '../i18n/text-key.ts';

/** A screen on which staff start a part of their work. */
export interface StaffScreen {
  to: Path;
  label: TextKey;
  /** Who may enter; one of them is enough. The server decides again on every call. */
  roles: readonly Role[];
}

const staffScreens = {
  dashboard: {
    to: '/admin',
    label: 'shell.screen_dashboard',
    roles: ['support', 'finance', 'compliance', 'admin'],
  },
  chats: { to: '/chats', label: 'shell.screen_chats', roles: ['support', 'admin'] },
  clients: {
    to: '/admin/clients',
    label: 'shell.screen_clients',
    roles: ['support', 'finance', 'compliance', 'admin'],
  },
  money: { to: '/admin/money', label: 'shell.screen_money', roles: ['finance', 'compliance', 'admin'] },
  reconciliation: {
    to: '/admin/reconciliation',
    label: 'shell.screen_reconciliation',
    roles: ['finance', 'compliance', 'admin'],
  },
  verification: { to: '/admin/verification', label: 'shell.screen_verification', roles: ['compliance', 'admin'] },
  approvals: { to: '/admin/approvals', label: 'shell.screen_proposals', roles: ['finance', 'compliance', 'admin'] },
  audit: { to: '/admin/audit', label: 'shell.screen_audit', roles: ['compliance', 'admin'] },
  security: { to: '/admin/security', label: 'shell.screen_security', roles: ['compliance', 'admin'] },
  email: { to: '/admin/email', label: 'shell.screen_mail', roles: ['support', 'compliance', 'admin'] },
  api: { to: '/admin/api', label: 'shell.screen_api', roles: ['admin'] },
  settings: { to: '/admin/settings', label: 'shell.screen_settings', roles: ['compliance', 'admin'] },
  jobs: { to: '/admin/jobs', label: 'shell.screen_jobs', roles: ['admin'] },
  team: { to: '/admin/team', label: 'shell.screen_team', roles: ['admin'] },
  ipo: { to: '/admin/ipo', label: 'shell.screen_ipo', roles: ['support', 'finance', 'compliance', 'admin'] },
  reasons: {
    to: '/admin/reasons',
    label: 'shell.screen_reasons',
    roles: ['support', 'finance', 'compliance', 'admin'],
  },
  articles: { to: '/admin/articles', label: 'shell.screen_articles', roles: ['admin'] },
  legal: { to: '/admin/legal', label: 'shell.screen_legal', roles: ['compliance', 'admin'] },
} as const satisfies Record<string, StaffScreen>;

/** All screens of staff, in the order of the menu; a new module is a line here. */
const order: readonly StaffScreen[] = [
  staffScreens.dashboard,
  staffScreens.chats,
  staffScreens.clients,
  staffScreens.verification,
  staffScreens.approvals,
  staffScreens.money,
  staffScreens.reconciliation,
  staffScreens.ipo,
  staffScreens.email,
  staffScreens.articles,
  staffScreens.legal,
  staffScreens.reasons,
  staffScreens.audit,
  staffScreens.security,
  staffScreens.settings,
  staffScreens.team,
  staffScreens.api,
  staffScreens.jobs,
];

/** The screens that a person may open; none for a client. */
export const staffScreensOf = ({ roles }: Pick<User, 'roles'>): readonly StaffScreen[] =>
  order.filter((screen) => screen.roles.some((role) => roles.includes(role)));

/** The guard of a screen and those below it. */
export const guardOf = (screen: keyof typeof staffScreens): Guard => ({ roles: [...staffScreens[screen].roles] });
